"""What a rotation says about its strategies, a seat: the numbers that every interval is made of.

Rows hold whole numbers, so that merging is exact; here they become floats, one row a rotation, one column a strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.line_up import LineUp
from kingdice.errors import RunError
from kingdice.simulation.seam import Rows

__all__ = ["QUANTITIES", "beat_shares", "leads", "luck", "rows_have_luck", "scores", "seat_shares", "win_shares"]

Values = NDArray[np.float64]

_LUCK_UNIT = 1_000_000


def win_shares(line_up: LineUp, rows: Rows) -> Values:
    """Wins a seat and game, ties split 1/k; array (rotations, strategies)."""
    return _per_seat(line_up, rows, "credits") / line_up.unit


def leads(line_up: LineUp, rows: Rows) -> Values:
    """Own points minus the mean of the others' at the table, a seat and game; array (rotations, strategies)."""
    return _per_seat(line_up, rows, "leads") / (line_up.players - 1)


def scores(line_up: LineUp, rows: Rows) -> Values:
    """Points a seat and game; array (rotations, strategies)."""
    return _per_seat(line_up, rows, "scores")


def luck(line_up: LineUp, rows: Rows) -> Values:
    """Luck in points a seat and game, zero on average; array (rotations, strategies)."""
    return _per_seat(line_up, rows, "luck") / _LUCK_UNIT


QUANTITIES: Mapping[str, Callable[[LineUp, Rows], Values]] = {"win_share": win_shares, "lead": leads, "score": scores}
"""What strategies are compared by; leads and scores in points."""


def seat_shares(line_up: LineUp, rows: Rows) -> Values:
    """Wins on each seat a game, whoever sat there, ties split 1/k; array (rotations, seats)."""
    names = [f"seat_credits_{seat}" for seat in range(1, line_up.players + 1)]
    return _pick(line_up, rows, names) / (line_up.unit * len(line_up.seatings))


def beat_shares(line_up: LineUp, rows: Rows, one: int, other: int) -> Values:
    """How often a seat of one strategy ends above a seat of the other that it meets, equal ones half; (rotations,)."""
    wins = _pick(line_up, rows, [f"beats_{one + 1}_{other + 1}"])[:, 0]
    return wins / (2 * line_up.meetings(one, other))


def rows_have_luck(line_up: LineUp, rows: Rows) -> bool:
    """Whether the rows hold luck."""
    return bool(rows.shape[1] == len(line_up.columns(luck=True)))


def _per_seat(line_up: LineUp, rows: Rows, quantity: str) -> Values:
    names = [f"{quantity}_{k}" for k in range(1, len(line_up.strategies) + 1)]
    values: Values = _pick(line_up, rows, names) / np.array(line_up.seats)
    return values


def _pick(line_up: LineUp, rows: Rows, names: list[str]) -> Rows:
    columns = line_up.columns(luck=rows_have_luck(line_up, rows))
    if rows.ndim != 2 or rows.shape[1] != len(columns):
        raise RunError(f"rows of shape {rows.shape}: expected {len(columns)} columns, one row a rotation")
    missing = [name for name in names if name not in columns]
    if missing:
        raise RunError(f"these rotations have no column '{missing[0]}'")
    return rows[:, [columns.index(name) for name in names]]
