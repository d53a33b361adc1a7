"""What can be measured of whole games, whatever the game: seats, scores, margins, length.

Rows of games say who won and who scored what; nothing else is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.balance.measures import Measure
from kingdice.comparison.estimates import share_row, tidy
from kingdice.comparison.game_rows import GameRows
from kingdice.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "BLOW_OUT",
    "LEEWAY",
    "SEATS",
    "length_measures",
    "ranked_scores",
    "score_measures",
    "score_ridges",
    "seat_measures",
]

Floats = NDArray[np.float64]
SEATS = "Seats"
LEEWAY = 0.05
"""A seat is fair whose win share is within a twentieth of an even one."""
BLOW_OUT = 1 / 3
"""A win is a blow-out that leaves the second more than this part of the winner's points behind."""


def seat_measures(games: GameRows, *, section: str = SEATS) -> list[Measure]:
    """For each seat its win share (shared wins split; fair: an even share, within `LEEWAY`) and its lead in points.

    Raises
    ------
    RunError
        Where different strategies sit: then seats say nothing about the game.
    """
    if len(set(games.strategies)) > 1:
        raise RunError(f"seats are compared where the same strategy sits at each, not {', '.join(games.strategies)}")
    fair = 1 / games.players
    band = fair * (1 - LEEWAY), fair * (1 + LEEWAY)
    ahead = leads(games)
    measures = []
    for seat in range(games.players):
        name = f"seat {seat + 1}"
        measures.append(Measure(section, name, "win share", "share", games.credits[:, seat], fair=band))
        measures.append(Measure(section, name, "lead", "points", ahead[:, seat]))
    return measures


def score_measures(games: GameRows, *, section: str = "Scores and margins") -> list[Measure]:
    """Points of the winner, the second and (of more than two) the last, the margin, blow-outs and shared wins."""
    ranked = ranked_scores(games)
    margin = ranked[:, 0] - ranked[:, 1]
    numbers = {
        ("winner", "points"): ranked[:, 0],
        ("second", "points"): ranked[:, 1],
        ("last", "points"): ranked[:, -1],
        ("margin", "points"): margin,
        ("blow-outs", "share"): margin > BLOW_OUT * np.maximum(ranked[:, 0], 1),
        ("shared wins", "share"): games.won.sum(axis=1) > 1,
    }
    if games.players == 2:
        del numbers["last", "points"]  # the second
    return [Measure(section, "", what, unit, values.astype(float)) for (what, unit), values in numbers.items()]


def length_measures(
    games: GameRows, *, column: str = "turns", section: str = "Length and endings", unit: str = "turns"
) -> list[Measure]:
    """How long a game is, in what a column counts."""
    return [Measure(section, "", column.replace("_", " "), unit, games.column(column).astype(float))]


def ranked_scores(games: GameRows) -> NDArray[np.int64]:
    """Points of each game from the best down; array (games, seats)."""
    return np.ascontiguousarray(np.sort(games.of_seats("score"), axis=1)[:, ::-1])


def leads(games: GameRows) -> Floats:
    """Points less the mean of the others'; array (games, seats)."""
    scores = games.of_seats("score").astype(np.float64)
    return np.asarray(scores - (scores.sum(axis=1, keepdims=True) - scores) / (games.players - 1))


def score_ridges(games: GameRows, *, width: int = 1, level: float = 0.95) -> pd.DataFrame:
    """How often the first, second, … ends with so many points.

    Parameters
    ----------
    games : GameRows
    width : int
        Points that share a row.
    level : float

    Returns
    -------
    DataFrame
        place ("first", "second", …, "last"), points (the least of the row's), games, share with low and high (Wilson,
        each row for itself); without gaps from the least to the most points seen.
    """
    ranked = ranked_scores(games)
    rows: list[dict[str, Any]] = []
    for place, name in enumerate(_places(games.players)):
        bins = ranked[:, place] // width
        least = int(bins.min())
        for at, count in enumerate(np.bincount(bins - least)):
            share = share_row(int(count), len(games), level)
            rows.append({"place": name, "points": (least + at) * width, "games": int(count), **share})
    return tidy(rows, games.about, level=level, width=width)


def _places(players: int) -> list[str]:
    words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
    return [*words[: players - 1], "last"]
