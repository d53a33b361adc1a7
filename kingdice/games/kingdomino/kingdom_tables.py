"""What do kingdoms look like? How concentrated they are, where castles end, which of them end full.

From one row a game, as in `score_tables`; intervals are over games, in which kingdoms hang together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import mean_row, ratio_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.errors import RunError
from kingdice.games.kingdomino.dominoes import TERRAINS
from kingdice.games.kingdomino.game_rows import LEVEL, Games

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["boxes", "castle_cells", "concentration", "terrains"]


def concentration(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How concentrated the kingdoms of winners are, beside those of the others.

    Returns
    -------
    DataFrame
        A row for each quantity: `best terrain` (share of the points of properties that the best terrain brings;
        kingdoms without points left out), `herfindahl` (sum of the squared shares of the terrains among the squares:
        1/6 if all are alike, 1 for one terrain alone), `terrains with points`, `largest property` (squares), `crowns`,
        `squares`; in a Dynasty the last three are added up over its kingdoms, as terrains are for the first three.
        Columns winners and others (means, with winners_low, …) and difference (mean over games of winner less others,
        with difference_low and difference_high; games that all share are left out).
    """
    games = Games.of(run)
    won, points, squares = games.won, games.terrain_points, games.squares
    total, laid = points.sum(axis=2), squares.sum(axis=2)
    quantities = {
        "best terrain": points.max(axis=2) / np.where(total > 0, total, np.nan),
        "herfindahl": (squares**2).sum(axis=2) / np.where(laid > 0, laid, np.nan) ** 2,
        "terrains with points": (points > 0).sum(axis=2),
        "largest property": games.of_seats("largest"),
        "crowns": games.of_seats("crowns"),
        "squares": laid,
    }
    rows = [{"quantity": name, **_winners_and_others(values, won, level)} for name, values in quantities.items()]
    return tidy(rows, games.about, level=level)


def terrains(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """What each terrain brings winners and others.

    Returns
    -------
    DataFrame
        A row for each terrain and quantity (`squares`, `points`): terrain, quantity, and the columns of
        `concentration`.
    """
    games = Games.of(run)
    rows = [
        {"terrain": terrain, "quantity": name, **_winners_and_others(values[:, :, place], games.won, level)}
        for place, terrain in enumerate(TERRAINS)
        for name, values in (("squares", games.squares), ("points", games.terrain_points))
    ]
    return tidy(rows, games.about, level=level)


def castle_cells(run: HasTable | pd.DataFrame, *, fold: bool = False, level: float = LEVEL) -> pd.DataFrame:
    """Where castles end within the box, and what becomes of kingdoms with the castle there.

    A kingdom that is narrower or lower than it may be could still grow to either side, so only kingdoms that reach
    across their whole box both ways have a castle cell; `boxes` counts the others.

    Parameters
    ----------
    run : Run or DataFrame
    fold : bool
        Count cells that a turn or a reflection brings together as one (25 cells become 6, 49 become 10).
    level : float

    Returns
    -------
    DataFrame
        A row for each cell with a kingdom: row (from the top) and column (from the left, both from 1), cells (that
        share the row, when folded), kingdoms, share (of all kingdoms), full (share of them with no domino discarded),
        middle, score (mean, points), win_share, each with `_low` and `_high`.

    Raises
    ------
    RunError
        For a Dynasty, whose rows do not say which of its kingdoms were full.
    """
    games = Games.of(run)
    if games.variants.rounds > 1:
        raise RunError("castle cells of a dynasty: a row adds up its kingdoms; take games of one round")
    size, castles = games.variants.size, games.castles
    row, column = castles[:, :, 0], castles[:, :, 2]
    whole = (row + castles[:, :, 1] == size - 1) & (column + castles[:, :, 3] == size - 1)
    cells = np.arange(size * size)
    name = _folded(size) if fold else cells
    of_kingdoms = name[np.where(whole, row * size + column, 0)]
    harmony, middle, score = (games.of_seats(one) for one in ("harmony", "middle", "score"))
    everyone = np.full(len(games), games.players)
    rows = []
    for cell in np.unique(of_kingdoms[whole]):
        here = whole & (of_kingdoms == cell)
        count = here.sum(axis=1)
        rows.append(
            {
                "row": int(cell) // size + 1,
                "column": int(cell) % size + 1,
                "cells": int((name == cell).sum()),
                "kingdoms": int(count.sum()),
                **ratio_row(count, everyone, level, "share", bounds=(0, 1)),
                **ratio_row((here & (harmony > 0)).sum(axis=1), count, level, "full", bounds=(0, 1)),
                **ratio_row((here & (middle > 0)).sum(axis=1), count, level, "middle", bounds=(0, 1)),
                **ratio_row((score * here).sum(axis=1), count, level, "score"),
                **ratio_row((games.credits * here).sum(axis=1), count, level, "win_share", bounds=(0, 1)),
            }
        )
    return tidy(rows, games.about, level=level, fold=fold)


def boxes(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How large the smallest boxes around kingdoms are (in a Dynasty: of the last round).

    Returns
    -------
    DataFrame
        A row for each pair of sides seen, the shorter first: short, long (squares), kingdoms, share with share_low and
        share_high.
    """
    games = Games.of(run)
    high = games.castles[:, :, 0] + games.castles[:, :, 1] + 1
    wide = games.castles[:, :, 2] + games.castles[:, :, 3] + 1
    short, long = np.minimum(high, wide), np.maximum(high, wide)
    everyone = np.full(len(games), games.players)
    rows = []
    for pair in np.unique(short * 100 + long):
        count = (short * 100 + long == pair).sum(axis=1)
        rows.append(
            {
                "short": int(pair) // 100,
                "long": int(pair) % 100,
                "kingdoms": int(count.sum()),
                **ratio_row(count, everyone, level, "share", bounds=(0, 1)),
            }
        )
    return tidy(rows, games.about, level=level)


def _winners_and_others(values: NDArray[Any], won: NDArray[np.bool_], level: float) -> dict[str, float]:
    """Means over the kingdoms of winners and of the others; values (games, seats), NaN where there is none."""
    known = ~np.isnan(values)
    numbers = np.where(known, values, 0.0)
    row: dict[str, float] = {}
    means = []
    for name, who in (("winners", won), ("others", ~won)):
        total, count = (numbers * who).sum(axis=1), (known & who).sum(axis=1)
        row |= ratio_row(total, count, level, name)
        means.append(np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0))
    beyond = means[0] - means[1]
    beyond = beyond[~np.isnan(beyond)]
    if len(beyond) < 2:
        return row | dict.fromkeys(("difference", "difference_low", "difference_high"), float("nan"))
    return row | mean_row(beyond, level, "difference")


def _folded(size: int) -> NDArray[np.int64]:
    """The least cell that each cell meets by turns and reflections; array (cells,)."""
    row, column = np.divmod(np.arange(size * size), size)
    row, column = np.minimum(row, size - 1 - row), np.minimum(column, size - 1 - column)
    folded: NDArray[np.int64] = np.minimum(row, column) * size + np.maximum(row, column)
    return folded
