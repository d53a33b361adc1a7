"""What do the five tiles do, and what the two cards? Two by two: either with and without the other."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.comparison.estimates import mean_row, normal_reach, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.errors import RunError
from kingdice.games.carcassonne.game_rows import LEVEL, Floats, Games, best, same_games
from kingdice.games.carcassonne.variants import TILE_SETS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["measures", "tile_cells", "tile_effects"]

CELLS = tuple((tiles, cards) for tiles in TILE_SETS for cards in ("none", "official"))
Cells = Mapping[tuple[str, str], HasTable]


def tile_cells(runs: Cells | Mapping[tuple[str, str], pd.DataFrame], *, level: float = LEVEL) -> pd.DataFrame:
    """What games look like, with the five tiles and without them, with the cards and without them.

    Parameters
    ----------
    runs : mapping of (tiles, cards) to Run, TurnLog or DataFrame
        Of each of `CELLS`; where nobody plays for the cards, the same games with cards and without.
    level : float

    Returns
    -------
    DataFrame
        A row for each cell and measure: tiles, cards, measure, unit, games, value with low and high (t). The measures:
        score (mean points of a player), winner (points of the best), lead (of the best over the next), spread (standard
        deviation of a player's points over games, without an interval), first seat (its win share, shared wins split),
        completed cities, completed roads (a game), small cities and small roads (of two tiles).

    Raises
    ------
    RunError
        When a cell is missing.
    """
    rows: list[dict[str, Any]] = []
    about: dict[str, Any] = {}
    for tiles, cards in CELLS:
        games = _cell(runs, tiles, cards)
        about |= {key: value for key, value in games.about.items() if key not in ("edition", "digest")}
        for measure, (unit, values) in measures(games, cards).items():
            mean = mean_row(values, level, "value")
            row = {"tiles": tiles, "cards": cards, "measure": measure, "unit": unit, "games": len(games)}
            rows.append(row | {"value": mean["value"], "low": mean["value_low"], "high": mean["value_high"]})
        score = _score(games, cards)
        row = {"tiles": tiles, "cards": cards, "measure": "spread", "unit": "points", "games": len(games)}
        rows.append(row | {"value": float(score.std(ddof=1)), "low": float("nan"), "high": float("nan")})
    return tidy(rows, about, level=level)


def tile_effects(runs: Cells | Mapping[tuple[str, str], pd.DataFrame], *, level: float = LEVEL) -> pd.DataFrame:
    """What the tiles change, and the cards, in the measures of `tile_cells`.

    Returns
    -------
    DataFrame
        A row for each measure: measure, unit, and by how much more it is: tiles (with the five tiles, both without
        cards), cards (with the cards, both with all tiles; paired game by game) and together (with both, against
        neither), each with low and high. Games with other tiles are independent of each other; those intervals are
        normal ones.
    """
    few, all_tiles = TILE_SETS
    cells = {cell: _cell(runs, *cell) for cell in CELLS}
    found = {cell: measures(games, cell[1]) for cell, games in cells.items()}
    same_games(cells[all_tiles, "none"], cells[all_tiles, "official"])
    rows = []
    for measure, (unit, neither) in found[few, "none"].items():
        tiles, both = (found[all_tiles, cards][measure][1] for cards in ("none", "official"))
        row: dict[str, Any] = {"measure": measure, "unit": unit}
        row |= _apart(tiles, neither, level, "tiles")
        row |= mean_row(both - tiles, level, "cards")
        row |= _apart(both, neither, level, "together")
        rows.append(row)
    about = {key: value for key, value in cells[CELLS[0]].about.items() if key not in ("edition", "digest")}
    return tidy(rows, about, level=level)


def _cell(runs: Mapping[tuple[str, str], Any], tiles: str, cards: str) -> Games:
    if (tiles, cards) not in runs:
        raise RunError(f"two by two: no games with tiles {tiles} and cards {cards}")
    return Games.of(runs[tiles, cards])


def _score(games: Games, cards: str) -> Floats:
    return np.asarray(games.base + games.brought(cards).sum(axis=2), dtype=np.float64)


def measures(games: Games, cards: str) -> dict[str, tuple[str, Floats]]:
    """What is measured in `tile_cells`, but for the spread: its unit, and a number of every game, array (games,)."""
    score = _score(games, cards)
    ranked = np.sort(score, axis=1)
    won = best(score.astype(np.int64))
    return {
        "score": ("points", score.mean(axis=1)),
        "winner": ("points", ranked[:, -1]),
        "lead": ("points", ranked[:, -1] - ranked[:, -2]),
        "first seat": ("share", won[:, 0] / won.sum(axis=1)),
        "completed cities": ("a game", games.column("completed_cities").astype(np.float64)),
        "completed roads": ("a game", games.column("completed_roads").astype(np.float64)),
        "small cities": ("a game", games.smallest[:, 0].astype(np.float64)),
        "small roads": ("a game", games.smallest[:, 1].astype(np.float64)),
    }


def _apart(here: Floats, there: Floats, level: float, name: str) -> dict[str, float]:
    """The difference of means of independent games."""
    more = float(here.mean() - there.mean())
    reach = normal_reach(level) * sqrt(here.var(ddof=1) / len(here) + there.var(ddof=1) / len(there))
    return {name: more, f"{name}_low": more - reach, f"{name}_high": more + reach}
