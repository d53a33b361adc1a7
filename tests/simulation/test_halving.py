"""Which moves drop out of a search, and which is left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kingdice.simulation.halving import best_left, count_playout, take_candidates

SEARCH = np.dtype(
    [(name, "i8") for name in ("found", "left", "place", "rounds", "playouts")]
    + [("moves", "i8", (8,)), ("sums", "f8", (8,))],
    align=True,
)
DESK = np.dtype([("found", "i8"), ("moves", "i8", (8,)), ("values", "f8", (8,))], align=True)
ROUNDING = 1e-13


def begun(values: list[float], wanted: int) -> Any:
    desk, search = np.zeros(1, DESK)[0], np.zeros(1, SEARCH)[0]
    desk["found"] = len(values)
    desk["moves"][: len(values)] = range(10, 10 + len(values))
    desk["values"][: len(values)] = values
    take_candidates(desk, search, wanted)
    return search


def played(search: Any, worths: list[float], of_all: int) -> list[int]:
    """A round of playouts of all moves that are left; returns what is then left."""
    for worth in worths:
        count_playout(search, worth, of_all)
        search["playouts"] += 1
    return search["moves"][: search["left"]].tolist()


def test_candidates_are_the_most_promising_and_equals_keep_their_order():
    search = begun([1.0, 5.0, 3.0, 5.0, 2.0], 3)
    assert search["moves"][:3].tolist() == [11, 13, 12]
    assert (search["found"], search["left"]) == (3, 3)


def test_nothing_drops_out_after_one_round():
    assert played(begun([4.0, 3.0, 2.0, 1.0], 4), [0.1, 0.2, 0.3, 0.4], 8) == [10, 11, 12, 13]


def test_after_half_the_playouts_four_moves_are_two():
    """Four to the power of one half, after two rounds of four of sixteen playouts."""
    search = begun([4.0, 3.0, 2.0, 1.0], 4)
    played(search, [0.1, 0.2, 0.3, 0.4], 16)
    assert played(search, [0.1, 0.2, 0.3, 0.4], 16) == [12, 13]
    assert best_left(search) == 13


@pytest.mark.parametrize("error", [-ROUNDING, 0.0, ROUNDING])
def test_of_moves_that_are_equal_but_for_rounding_the_least_promising_drops_out(error: float):
    search = begun([4.0, 3.0, 2.0, 1.0], 4)
    played(search, [0.3 + error, 0.3, 0.5, 0.6], 16)
    assert played(search, [0.3, 0.3, 0.5, 0.6], 24) == [10, 12, 13]


@pytest.mark.parametrize("error", [-ROUNDING, 0.0, ROUNDING])
def test_of_the_best_that_are_equal_but_for_rounding_the_most_promising_is_made(error: float):
    search = begun([2.0, 1.0], 2)
    played(search, [0.5, 0.5 + error], 4)
    search["left"] = 2
    assert best_left(search) == 10
