"""Where points come from: cities, roads, monasteries, fields, and the cards; of winners, and of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.balance.measures import Measure
from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.carcassonne.game_rows import Games

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SOURCES", "point_measures", "points_by_source"]

SOURCES = {
    "cities": "cities",
    "roads": "roads",
    "monasteries": "monasteries",
    "fields": "fields",
    "King": "king",
    "Robber Baron": "robber",
}


def point_measures(games: Games, *, section: str) -> list[Measure]:
    """Of every source the share of all points; a kind of feature that brings next to nothing, or nearly all, is odd."""
    score = games.of_seats("score").sum(axis=1).astype(float)
    found = []
    for name, column in SOURCES.items():
        fair = (0.02, 0.6) if column in ("cities", "roads", "monasteries", "fields") else None
        values = games.of_seats(column).sum(axis=1).astype(float)
        found.append(Measure(section, name, "share of all points", "share", values, score, fair))
    return found


def points_by_source(games: Games, *, level: float = 0.95) -> pd.DataFrame:
    """Points of a player from every source.

    Returns
    -------
    DataFrame
        A row for each source and `all`: source, everybody (mean points of a player), winner and others (of games with
        one winner), each with low and high, and ahead (winner less others).
    """
    alone = games.won.sum(axis=1) == 1
    won = games.won & alone[:, None]
    lost = ~games.won & alone[:, None]
    rows = []
    for name, column in {**SOURCES, "all": "score"}.items():
        points = games.of_seats(column)
        row: dict[str, float | str] = {"source": name}
        for who, some in (("everybody", np.ones_like(games.won)), ("winner", won), ("others", lost)):
            row |= ratio_row((points * some).sum(axis=1), some.sum(axis=1), level, who)
        row["ahead"] = float(row["winner"]) - float(row["others"])
        rows.append(row)
    return tidy(rows, games.about, level=level)
