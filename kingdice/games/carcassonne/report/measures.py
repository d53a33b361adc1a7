"""Numbers of Carcassonne games by section: those held against a fair band, and what rules are compared by."""

from __future__ import annotations

import numpy as np

from kingdice.balance.measures import Measure
from kingdice.balance.whole_games import score_measures, seat_measures
from kingdice.games.carcassonne.game_rows import Games
from kingdice.games.carcassonne.report.cards import CARDS, card_measures
from kingdice.games.carcassonne.report.decisions import meeple_measures
from kingdice.games.carcassonne.report.endings import health_measures, length_measures
from kingdice.games.carcassonne.report.flow import flow_measures
from kingdice.games.carcassonne.report.points import SOURCES
from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["few_measures", "measures_of"]


def measures_of(log: TurnLog) -> list[Measure]:
    """All of them, of a log with the same strategy at every seat."""
    games = log.games
    return [
        *seat_measures(games),
        *card_measures(log),
        *length_measures(log),
        *score_measures(games),
        *flow_measures(log),
        *meeple_measures(log),
        *health_measures(log),
    ]


def few_measures(games: Games) -> list[Measure]:
    """The few that show whether a change is felt: the first seat, points, margin, what brings the points."""
    first = [one for one in seat_measures(games) if one.of == "seat 1" and one.what == "win share"]
    scores = [one for one in score_measures(games) if one.what in ("winner", "margin", "blow-outs")]
    total = games.of_seats("score").sum(axis=1).astype(float)
    parts: dict[str, tuple[str, ...]] = {
        name: (column,) for name, column in SOURCES.items() if column not in ("king", "robber")
    }
    parts["the cards"] = ("king", "robber")
    shares = [
        Measure(CARDS, "", f"points from {name}", "share",
                np.sum([games.of_seats(column).sum(axis=1) for column in columns], axis=0, dtype=float), total)
        for name, columns in parts.items()
    ]  # fmt: skip
    return [*first, *scores, *shares]
