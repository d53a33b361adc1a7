"""Sections of the study on the King and the Robber Baron about what is around them: seats, other points, tiles."""

from __future__ import annotations

import pandas as pd
from carcassonne_played import GREEDY, MINDFUL, RANDOM, Found, block, played, rows, short, side_by_side

from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.card_figures import draw_seats
from kingdice.games.carcassonne.seat_tables import seats
from kingdice.games.carcassonne.tile_tables import CELLS, tile_cells, tile_effects
from kingdice.games.carcassonne.worth_tables import card_shares
from kingdice.reporting.page import FigureBlock, Prose, Section

FIELDS = ("", "fields-by-city", "fields-once")
SMALL = ("", "small-city")


def seating() -> Section:
    """Seats with the cards and without."""
    games = {f"{players}, greedy": rows(GREEDY, players) for players in (2, 3, 4, 5)}
    games[f"2, {MINDFUL}"] = rows(MINDFUL)
    games["2, by lot"] = rows(RANDOM)
    table = stack_tables({name: seats(one) for name, one in games.items()}, "label")
    base = seats(rows(GREEDY, 2, "base"), rule="none")
    table = pd.concat([table, base.assign(label="2, base game")], ignore_index=True)
    by = Found(table)
    two = {
        name: by(name, label="2, greedy", seat=1) for name in ("win_share", "without", "more", "more_low", "more_high")
    }
    clear = "which is more than chance" if two["more_low"] > 0 or two["more_high"] < 0 else "which may be chance"
    text = f"""
    Who begins wins {100 * two["win_share"]:.1f} % of the two-player games of greedy players, and would win
    {100 * two["without"]:.1f} % without the cards' points: the cards change that by {100 * two["more"]:+.1f} percentage
    points ({100 * two["more_low"]:+.1f} to {100 * two["more_high"]:+.1f}), {clear}. The first seat has the King in the
    end in {by.share("king", label="2, greedy", seat=1)} and the Robber Baron in
    {by.share("robber", label="2, greedy", seat=1)} of the games. In the base game with its 71 draws, where the first
    player has one turn more than the second, it wins {by.share("win_share", label="2, base game", seat=1)}:
    with the five tiles both have 38. By lot it wins {by.share("win_share", label="2, by lot", seat=1)}. With
    three players 76 draws are 26, 25 and 25 turns, and the first seat wins
    {by("times_fair", label="3, greedy", seat=1):.2f} times its fair share; with five, 16 turns for the first and 15 for
    the others, {by("times_fair", label="5, greedy", seat=1):.2f} times.
    """
    shown = table[table["label"] != "2, base game"]
    names = {"label": "", "seat": "", "win_share": "", "win_share_low": "low", "win_share_high": "high", "without": ""}
    names |= dict.fromkeys(("more", "more_low", "more_high", "king", "robber"), "")
    return Section(
        "Is it better to begin?",
        [
            Prose(text),
            FigureBlock(
                "seats",
                draw_seats(shown, title="Wins by seat"),
                "Wins of each seat as multiples of the fair share, with and without the cards' points; numbers below.",
                "By number of players and strategy; shared wins are split.",
            ),
            block(
                "seats",
                short(table, **names),
                "Win shares with the cards and without, and the paired difference; king, robber: has it in the end.",
                ["win_share", "low", "high", "without", "more", "more_low", "more_high", "king", "robber"],
            ),
        ],
    )


def score_parts() -> Section:
    """The cards' part of the score under each rule for fields and small cities."""
    parts = []
    for fields in FIELDS:
        for small in SMALL:
            words = ",".join(word for word in ("official", fields, small) if word)
            games = rows(GREEDY) if words == "official" else played(GREEDY, "fields", words)
            part = card_shares(games)
            names = {"fields": fields.removeprefix("fields-") or "each", "small_city": 2 if small else 4}
            parts.append(part.assign(**names))
    table = pd.concat(parts, ignore_index=True)
    by = Found(table)

    def part(fields: str, small: int, who: str = "everybody") -> str:
        return by.share("both", fields=fields, small_city=small, who=who)

    text = f"""
    The two cards bring {part("each", 4)} of all points of greedy players, and {part("each", 4, "winners")} of the
    winners'. With the old 2 points for a city of two tiles it is {part("each", 2)}: a score is
    {by("score", fields="each", small_city=2, who="everybody"):.0f} points instead of
    {by("score", fields="each", small_city=4, who="everybody"):.0f}. The older ways to count fields make it
    {part("by-city", 4)} (first edition) and {part("once", 4)} (second edition), with the small city at 2 points
    {part("by-city", 2)} and {part("once", 2)}. A card depends on the number of cities and roads alone, so what changes
    is mostly what stands beside it.
    """
    columns = ["fields", "small_city", "who", "games", "score", "king", "robber", "both", "both_low", "both_high"]
    return Section(
        "What part of the score is it?",
        [
            Prose(text),
            block(
                "shares",
                table[columns],
                "Points of the cards as part of all points, official rule for the cards, two greedy players. fields: "
                "each (today), by-city (first edition), once (second edition); small city: points for a completed city "
                "of two tiles.",
                ["king", "robber", "both", "both_low", "both_high"],
            ),
        ],
    )


def two_by_two() -> Section:
    """With the tiles and without, with the cards and without."""
    blind, mindful = {}, {}
    for tiles, cards in CELLS:
        blind[tiles, cards] = rows(GREEDY, 2, "base" if tiles == "base" else "official")
        mindful[tiles, cards] = blind[tiles, cards]
    mindful["base", "official"] = played(MINDFUL, "main", "base,official")
    mindful["base+king-robber", "official"] = rows(MINDFUL)
    cells = pd.concat(
        [tile_cells(some).assign(who=who) for who, some in ((GREEDY, blind), (MINDFUL, mindful))], ignore_index=True
    )
    effects = stack_tables({GREEDY: tile_effects(blind), MINDFUL: tile_effects(mindful)}, "who")
    by = Found(effects)
    short = {"base": "72 tiles", "base+king-robber": "77 tiles"}
    cells["cell"] = cells["tiles"].map(short) + ", " + cells["cards"].replace({"none": "no cards", "official": "cards"})
    cells["quantity"] = cells["measure"] + ", " + cells["who"]

    def effect(of: str, measure: str, who: str = GREEDY, factor: float = 1.0) -> str:
        return f"{factor * by(of, who=who, measure=measure):+.1f}"

    text = f"""
    The expansion is five tiles and two cards. Among greedy players the tiles add {effect("tiles", "score")} points to a
    player's score, {effect("tiles", "completed cities")} completed cities and {effect("tiles", "completed roads")}
    roads, and change the winner's lead by {effect("tiles", "lead")}; the cards add {effect("cards", "score")} points
    and {effect("cards", "lead")} to the lead. The first seat's win share changes by
    {effect("tiles", "first seat", factor=100)} percentage points with the tiles (an even number of turns for both) and
    by {effect("cards", "first seat", factor=100)} with the cards.

    Players who play for the cards ({MINDFUL}) complete {effect("cards", "completed cities", MINDFUL)} cities and
    {effect("cards", "completed roads", MINDFUL)} roads for the cards' sake, and score
    {effect("cards", "score", MINDFUL)} points more with them.
    """
    return Section(
        "The tiles or the cards?",
        [
            Prose(text),
            block(
                "cells",
                side_by_side(cells.drop(columns="measure"), "cell"),
                f"Two players; ± half of the 95 % interval. Rows of {MINDFUL}: greedy where there are no cards. "
                "spread: standard deviation of a player's score.",
            ),
            *(
                block(
                    f"effects-{who}",
                    effects[effects["who"] == who].drop(columns=["who", "together_low", "together_high"]),
                    f"{who}: by how much more with the tiles (both without cards), with the cards (both with all "
                    "tiles; paired), with both.",
                )
                for who in (GREEDY, MINDFUL)
            ),
        ],
    )
