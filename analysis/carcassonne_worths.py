"""Sections of the study on the King and the Robber Baron: what the cards are worth and who holds them."""

from __future__ import annotations

import pandas as pd
from carcassonne_hands import match_of_two
from carcassonne_played import (
    GREEDY,
    MINDFUL,
    RANDOM,
    Found,
    block,
    logged,
    number,
    rows,
    side_by_side,
)
from carcassonne_search import PLAYOUTS, kept

from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.card_figures import draw_holding, draw_turns, draw_worths
from kingdice.games.carcassonne.card_overview import overview
from kingdice.games.carcassonne.game_rows import CARD_NAMES
from kingdice.games.carcassonne.holding_tables import holding_chances
from kingdice.games.carcassonne.worth_tables import card_worths, worths_by_turn
from kingdice.reporting.page import FigureBlock, Prose, Section

SHOWN_TURNS = (5, 10, 20, 30, 40, 50, 60, 70, 76)
FEWEST = 60  # games in which a cell of the figures of holders was seen


def at_a_glance() -> Section:
    """The cards in a few numbers, and what to remember at the table."""
    table = overview(logged(MINDFUL))
    by = Found(table)
    at, won = Found(worths_by_turn(logged(MINDFUL))), Found(match_of_two())
    chances = holding_chances(logged(MINDFUL), width=76)
    sure = {card: _first_size(chances, card, 0.9) for card in CARD_NAMES}
    even = {card: _first_size(chances, card, 0.6) for card in CARD_NAMES}
    text = f"""
    Two players who play for the cards (strategy {MINDFUL}) get
    {by("value", quantity="worth at the end", card="king"):.1f} points for the King and
    {by("value", quantity="worth at the end", card="robber"):.1f} for the Robber Baron. Together that is
    {by.share("value", 0, quantity="of the winner's points", card="both")} of the winner's points, and without it
    {by.share("value", quantity="results changed", card="both")} of the games would have ended otherwise.

    To remember at the table: a city of {sure["king"]} tiles or a road of {sure["robber"]} is as good as safe (who
    completes it has the card in the end nine times in ten); with less than {even["king"]} tiles in the city or
    {even["robber"]} in the road the next owner is about as likely to be the other player. Early in the game the King,
    once taken, is worth {at("holder_gets", card="king", turn=10):.1f} points to who has him, about half of what he will
    bring. Who plays for the cards wins {won.share("win_share", counted="with the cards")} of the games against a player
    who is as good but does not.
    """
    return Section(
        "At a glance",
        [
            Prose(text),
            block(
                "overview",
                side_by_side(table, "card"),
                f"Two players, {MINDFUL}, official rule; {number('main'):,} games, 95 % intervals. Results: who won, "
                "against the same games without the cards' points. Shared wins are split.",
            ),
        ],
    )


def worths() -> Section:
    """Worth by players, strategy, tiles and turn."""
    games = {
        "2, random": rows(RANDOM),
        "2, greedy": rows(GREEDY),
        f"2, {MINDFUL}": rows(MINDFUL),
        f"2, mcts, {PLAYOUTS} playouts": kept(),
        **{f"{players}, greedy": rows(GREEDY, players) for players in (3, 4, 5)},
        f"4, {MINDFUL}": rows(MINDFUL, 4),
        "2, greedy, base tiles": rows(GREEDY, 2, "base"),
        "2, random, base tiles": rows(RANDOM, 2, "base"),
    }
    table = stack_tables({name: card_worths(one) for name, one in games.items() if len(one) > 1}, "label")
    by = Found(table)
    turns = worths_by_turn(logged(MINDFUL))
    at = Found(turns)
    few = turns[turns["turn"].isin(SHOWN_TURNS)]
    searched = ""
    if len(kept()) > 1:
        label = f"2, mcts, {PLAYOUTS} playouts"
        searched = f"""
        Players that search (mcts, {PLAYOUTS} playouts a move) make it {by("mean", label=label, card="king"):.1f} and
        {by("mean", label=label, card="robber"):.1f}.
        """
    text = f"""
    A card brings what the board has of completed cities or roads, whoever completed them, so its worth says how many
    there are. By lot there are few: {by("mean", label="2, random", card="king"):.1f} and
    {by("mean", label="2, random", card="robber"):.1f} points. Players with a purpose make it
    {by("mean", label="2, greedy", card="king"):.1f} and {by("mean", label="2, greedy", card="robber"):.1f}, and to play
    for the cards changes little: {by("mean", label=f"2, {MINDFUL}", card="king"):.1f} and
    {by("mean", label=f"2, {MINDFUL}", card="robber"):.1f}. {searched} More players bring
    {by("mean", label="3, greedy", card="king"):.1f}, {by("mean", label="4, greedy", card="king"):.1f} and
    {by("mean", label="5, greedy", card="king"):.1f} for the King with three, four and five,
    {by("mean", label="3, greedy", card="robber"):.1f}, {by("mean", label="4, greedy", card="robber"):.1f} and
    {by("mean", label="5, greedy", card="robber"):.1f} for the Robber Baron. Without the five tiles the two would be
    worth {by("mean", label="2, greedy, base tiles", card="king"):.1f} and
    {by("mean", label="2, greedy, base tiles", card="robber"):.1f}.

    In the course of a game the worth of holding a card is not what it would bring now. Who holds the King after turn 10
    would have {at("now", card="king", turn=10):.1f} points if the game ended there, but will get
    {at("holder_gets", card="king", turn=10):.1f} on average, since more is completed while the card may be lost. The
    two meet at the end; half-way, after turn 40, it is {at("now", card="king", turn=40):.1f} and
    {at("holder_gets", card="king", turn=40):.1f} (Robber Baron {at("now", card="robber", turn=40):.1f} and
    {at("holder_gets", card="robber", turn=40):.1f}).
    """
    columns = ["card", "turn", "held", "now", "end", "holder_gets", "holder_gets_low", "holder_gets_high"]
    return Section(
        "What are they worth?",
        [
            Prose(text),
            FigureBlock(
                "worths",
                draw_worths(table, title="Points of a card at the end"),
                "Mean points of the King and of the Robber Baron for several numbers of players, strategies and tile "
                "sets, with a line from the 5 % to the 95 % quantile; numbers in the table below.",
                "By number of players and strategy; official rule.",
            ),
            block("worths", table, "Points of each card at the end and of both, official rule; intervals of the mean."),
            FigureBlock(
                "turns",
                draw_turns(turns, title="What it is worth to hold a card"),
                "Two rising lines for each card by turn: the points it would bring if the game ended now, and the "
                "points its present holder gets in the end, which begin near half of the final worth.",
                f"Two players, {MINDFUL}. The band is the 95 % interval.",
            ),
            block(
                "turns",
                few[columns],
                f"The same in numbers. held: share of games in which somebody holds it; end: what it brings whoever "
                f"has it in the end. {MINDFUL}, {number('main'):,} games.",
                ["held"],
            ),
        ],
    )


def holding() -> Section:
    """The figure to look up at the table."""
    two, four = holding_chances(logged(MINDFUL)), holding_chances(logged(MINDFUL, 4))
    simple = holding_chances(logged(GREEDY))
    by = two[two["games"] >= FEWEST]
    at = Found(by)
    back = by["has"] - by["keeps"]
    most = by.loc[back.idxmax()]
    text = f"""
    Each cell is the chance, in per cent, that who holds the card now has it when the game ends, by how many tiles the
    largest completed city (road) has and how many tiles are left to draw. Count the tiles left, find the row of the
    size to beat, read the chance; times the number of cities (roads) that will be complete it is what holding the card
    is worth. With 33 to 40 tiles left a city of 4 tiles holds the King in
    {at.share("has", 0, card="king", size=4, left_to=40)} of the games, one of 6 in
    {at.share("has", 0, card="king", size=6, left_to=40)}, and a road of 6 the Robber Baron in
    {at.share("has", 0, card="robber", size=6, left_to=40)}.

    A card that is lost may come back. That is counted here; the chance that nobody takes it at all is in the tables
    under the figures. The two differ most where the record is small and the game is young: by
    {100 * (most["has"] - most["keeps"]):.0f} points of a hundred at {most["size"]:.0f} tiles with
    {most["left_from"]:.0f} to {most["left_to"]:.0f} left ({"King" if most["card"] == "king" else "Robber Baron"}).

    With 33 to 40 tiles left, whatever the record, the holder of the King has him in the end in
    {_share_of(two, "king"):.0f} % of the cases, of the Robber Baron in {_share_of(two, "robber"):.0f} %; with four
    players, three of whom may take it, in {_share_of(four, "king"):.0f} % and {_share_of(four, "robber"):.0f} %. Where
    nobody plays for the cards (greedy, two players) it is {_share_of(simple, "king"):.0f} % and
    {_share_of(simple, "robber"):.0f} %.
    """
    blocks: list[Prose | FigureBlock] = [Prose(text)]
    for players, table in ((2, two), (4, four)):
        for card, name in (("king", "King"), ("robber", "Robber Baron")):
            of = "city" if card == "king" else "road"
            title = f"{name}, {players} players: chance in % that the holder has it in the end"
            blocks.append(
                FigureBlock(
                    f"holding-{card}-{players}",
                    draw_holding(table, card=card, fewest=FEWEST, title=title),
                    f"A grid of chances: rows are the size of the largest {of}, columns the tiles left; chances rise "
                    "downwards and to the right. All numbers are in the table below.",
                    f"{players} players, {MINDFUL}, {number('main' if players == 2 else 'players'):,} games. A last "
                    f"row with + stands for more tiles, too; empty: seen in fewer than {FEWEST} games.",
                )
            )
    widest = (by["has_high"] - by["has_low"]).max() / 2
    return Section(
        "Who will have it in the end?",
        [
            *blocks,
            *(
                block(
                    f"keeps-{card}",
                    grid(by[by["card"] == card], "keeps"),
                    f"{name}, two players: chance in % that nobody takes the card any more, by the size to beat and "
                    "the tiles left, with 95 % intervals.",
                )
                for card, name in (("king", "King"), ("robber", "Robber Baron"))
            ),
            Prose(
                f"""
                The numbers in the figures for two players have intervals of ± {100 * widest:.0f} points at most;
                "kingdice king-robber holding --format csv" has them all, for any number of players and any rules.
                """
            ),
        ],
    )


def _first_size(table: pd.DataFrame, card: str, chance: float) -> int:
    """The least size from which on the holder has the card in the end with this chance."""
    some = table[(table["card"] == card) & (table["games"] >= FEWEST)]
    safe = some[some["has"] >= chance]["size"]
    return int(safe.min()) if len(safe) else int(some["size"].max())


def _share_of(table: pd.DataFrame, card: str) -> float:
    """How often the holder has the card in the end, 33 to 40 tiles left, in per cent."""
    some = table[(table["card"] == card) & (table["left_to"] == 40)]
    return float(100 * (some["has"] * some["cases"]).sum() / some["cases"].sum())


def grid(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Shares with their intervals, sizes downwards and tiles left from many to few."""
    spans = sorted(set(zip(table["left_to"], table["left_from"], strict=True)), reverse=True)
    found = []
    for size in sorted(set(table["size"])):
        row = {"size": str(size)}
        for last, first in spans:
            here = table[(table["size"] == size) & (table["left_to"] == last)].to_dict("records")
            half = 50 * (here[0][f"{name}_high"] - here[0][f"{name}_low"]) if here else 0.0
            row[f"{last} to {first}"] = f"{100 * here[0][name]:.0f} ± {half:.0f}" if here else ""
        found.append(row)
    return pd.DataFrame(found)
