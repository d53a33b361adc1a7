"""What is timed must be right: every entry compares what it makes with another route before its time counts."""

from __future__ import annotations

from math import isclose
from typing import Any

import numpy as np

__all__ = ["check_close", "check_first_game"]


def check_close(value: float, expected: float, within: float) -> None:
    """Stop when a value is not what it should be."""
    if not isclose(value, expected, rel_tol=0.0, abs_tol=within):
        raise AssertionError(f"{value!r} instead of {expected!r}: what is wrong need not be timed")


def check_first_game(rows: np.ndarray, played: Any) -> None:
    """Stop when the first game of a block is not the one that the plain rules play."""
    if rows[0, 1] != np.uint64(played.move_hash).astype(np.int64):
        raise AssertionError("the first game is not the one that the plain rules play")
