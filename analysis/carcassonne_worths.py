"""What are the King and the Robber Baron of Carcassonne worth?

A card brings its holder a point for every completed city (King) or road (Robber Baron) on the table, so its worth says
how many are completed, and holding it early is worth what it will bring times the chance to keep it.
"""

from __future__ import annotations

from analysis.carcassonne_glance import at_a_glance
from analysis.carcassonne_pilot import pilot
from analysis.carcassonne_played import GREEDY, MINDFUL, RANDOM, SEED, Played
from analysis.carcassonne_search import PLAYOUTS, kept
from analysis.telling import Found, block, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.card_figures import draw_turns, draw_worths
from kingdice.games.carcassonne.worth_tables import card_worths, worths_by_turn
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, Source

SHOWN_TURNS = (5, 10, 20, 30, 40, 50, 60, 70, 76)


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="King or Robber Baron: what are they worth?",
        summary="What each card brings at the end, by players, strategy and tiles, and what holding it early is worth.",
        sections=[at_a_glance(played), worths(played), pilot(played)],
        provenance=played.provenance(),
        command="python -m analysis carcassonne-worths",
    )
    return with_findings(page)


def worths(played: Played) -> Section:
    """Worth by players, strategy, tiles and turn."""
    games = {
        "2, random": played.rows(RANDOM),
        "2, greedy": played.rows(GREEDY),
        f"2, {MINDFUL}": played.rows(MINDFUL),
        f"2, mcts, {PLAYOUTS} playouts": kept(),
        **{f"{players}, greedy": played.rows(GREEDY, players) for players in (3, 4, 5)},
        f"4, {MINDFUL}": played.rows(MINDFUL, 4),
        "2, greedy, base tiles": played.rows(GREEDY, 2, "base"),
        "2, random, base tiles": played.rows(RANDOM, 2, "base"),
    }
    table = stack_tables({name: card_worths(one) for name, one in games.items() if len(one) > 1}, "label")
    by = Found(table)
    turns = worths_by_turn(played.logged(MINDFUL))
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
    purpose = [by("mean", label=f"{players}, greedy", card="king") for players in (2, 3, 4, 5)]
    least, most = min(purpose), max(purpose)
    columns = ["card", "turn", "held", "now", "end", "holder_gets", "holder_gets_low", "holder_gets_high"]
    return Section(
        "What are they worth?",
        [
            Prose(text),
            FigureBlock(
                "worths",
                draw_worths(
                    table,
                    title=f"Two to five greedy players make the King worth {least:.1f} to {most:.1f} points",
                ),
                "Mean points of the King and of the Robber Baron for several numbers of players, strategies and tile "
                "sets, with a line from the 5 % to the 95 % quantile; numbers in the table below.",
                "By number of players and strategy; official rule.",
                how="simulated",
            ),
            block("worths", table, "Points of each card at the end and of both, official rule; intervals of the mean."),
            FigureBlock(
                "turns",
                draw_turns(
                    turns,
                    title=f"Holding the King after turn 10 brings {at('holder_gets', card='king', turn=10):.1f} points",
                ),
                "Two rising lines for each card by turn: the points it would bring if the game ended now, and the "
                "points its present holder gets in the end, which begin near half of the final worth.",
                f"Two players, {MINDFUL}. The band is the 95 % interval.",
                how="simulated",
            ),
            block(
                "turns",
                few[columns],
                f"The same in numbers. held: share of games in which somebody holds it; end: what it brings whoever "
                f"has it in the end. {MINDFUL}, {played.number('main'):,} games.",
                ["held"],
            ),
        ],
        sources=[
            *(played.source([name] * 2) for name in (RANDOM, GREEDY, MINDFUL)),
            Source(played.edition, [f"mcts:playouts={PLAYOUTS}"] * 2, len(kept()), SEED, "kept games"),
            *(played.source([GREEDY] * players, "players") for players in (3, 4, 5)),
            played.source([MINDFUL] * 4, "players"),
        ],
    )
