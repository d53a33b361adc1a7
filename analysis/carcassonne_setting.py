"""Is it the five tiles of the expansion or the two cards that change Carcassonne?

Four cells: with the tiles and without, with the cards and without.
"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_played import GREEDY, MINDFUL, Played, cards_side_by_side
from analysis.carcassonne_seats import seating
from analysis.carcassonne_shares import score_parts
from analysis.telling import Found, block, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.tile_tables import CELLS, tile_cells, tile_effects
from kingdice.reporting.page import Page, Prose, Section


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="King or Robber Baron: what is around them",
        summary="The tiles or the cards, the seats, and which part of the score is the cards'.",
        sections=[two_by_two(played), seating(played), score_parts(played)],
        provenance=played.provenance(),
        command="python -m analysis carcassonne-setting",
    )
    return with_findings(page)


def two_by_two(played: Played) -> Section:
    """With the tiles and without, with the cards and without."""
    blind, mindful = {}, {}
    for tiles, cards in CELLS:
        blind[tiles, cards] = played.rows(GREEDY, 2, "base" if tiles == "base" else "official")
        mindful[tiles, cards] = blind[tiles, cards]
    mindful["base", "official"] = played.pair(MINDFUL, "main", "base,official")
    mindful["base+king-robber", "official"] = played.rows(MINDFUL)
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
                cards_side_by_side(cells.drop(columns="measure"), "cell"),
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
        sources=[played.source([name] * 2, what="in each cell") for name in (GREEDY, MINDFUL)],
    )
