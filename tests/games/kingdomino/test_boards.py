"""Sets of squares as bits, of both widths, beside plain sets of cells on a torus."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numba import njit

from kingdice.games.kingdomino import boards

TORUS = {5: (8, 8), 7: (10, 12)}
STEPS = {"right": (0, 1), "left": (0, -1), "down": (1, 0), "up": (-1, 0)}
MADE = ["right", "left", "down", "up", "either", "both", "without", "touching", "single", "without_first", "stored"]


@njit(cache=True)
def work_out(given, cell, place, made, numbers):
    """All that is done with boards: `given` two of them, `made` those of MADE, the rest numbers and yes or no."""
    a, b = boards.load(given, 0), boards.load(given, 1)
    boards.store(made, 0, boards.right(a))
    boards.store(made, 1, boards.left(a))
    boards.store(made, 2, boards.down(a))
    boards.store(made, 3, boards.up(a))
    boards.store(made, 4, boards.either(a, b))
    boards.store(made, 5, boards.both(a, b))
    boards.store(made, 6, boards.without(a, b))
    boards.store(made, 7, boards.touching(a))
    boards.store(made, 8, boards.single(a, cell))
    boards.store(made, 10, a)
    numbers[0] = boards.count(a)
    numbers[1] = boards.is_empty(a)
    numbers[2] = boards.same(a, b)
    numbers[3] = boards.has(a, cell)
    if not boards.is_empty(a):
        boards.store(made, 9, boards.without_first(a))
        numbers[4] = boards.first_cell(a)
    if place < boards.count(a):
        numbers[5] = boards.nth_cell(a, place)


def cells_of(words: np.ndarray, size: int) -> set[int]:
    """The cells of a board, from its words."""
    each = 64 if size == 5 else 60
    return {
        number * each + bit
        for number, word in enumerate(np.atleast_1d(words).tolist())
        for bit in range(64)
        if word >> bit & 1
    }


def as_array(some: list[set[int]], size: int) -> np.ndarray:
    words = np.array([boards.as_words(one, size) for one in some], dtype=np.uint64)
    return words[:, 0] if size == 5 else words


def moved(cells: set[int], size: int, step: tuple[int, int]) -> set[int]:
    """Every cell a step further on the torus."""
    rows, columns = TORUS[size]
    return {(one // columns + step[0]) % rows * columns + (one % columns + step[1]) % columns for one in cells}


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, set[int], set[int], int, int]:
    """A size, two sets of cells, a cell and a place."""
    size = draw(st.sampled_from([5, 7]))
    rows, columns = TORUS[size]
    cell = st.integers(0, rows * columns - 1)
    first, second = draw(st.sets(cell)), draw(st.sets(cell))
    return size, first, draw(st.sampled_from([second, first])), draw(cell), draw(st.integers(0, rows * columns))


@settings(max_examples=150)
@given(tables())
@example((5, set(range(64)), set(), 63, 63))
@example((7, set(range(120)), set(range(60)), 60, 119))
@example((7, {59}, {60}, 59, 0))
@example((7, {119, 60, 0}, {119}, 119, 2))
def test_boards_are_sets_of_cells_on_a_torus(table: tuple[int, set[int], set[int], int, int]):
    size, a, b, cell, place = table
    made = as_array([set()] * len(MADE), size)
    numbers = np.full(6, -1)
    work_out(as_array([a, b], size), cell, place, made, numbers)
    found = {name: cells_of(made[which], size) for which, name in enumerate(MADE)}
    assert found == {
        **{name: moved(a, size, step) for name, step in STEPS.items()},
        "either": a | b,
        "both": a & b,
        "without": a - b,
        "touching": set().union(*(moved(a, size, step) for step in STEPS.values())),
        "single": {cell},
        "without_first": set(sorted(a)[1:]),
        "stored": a,
    }
    in_order = sorted(a)
    assert numbers.tolist() == [
        len(a),
        not a,
        a == b,
        cell in a,
        in_order[0] if a else -1,
        in_order[place] if place < len(a) else -1,
    ]


@pytest.mark.parametrize(("size", "words"), [(5, 1), (7, 2)])
def test_a_board_has_a_word_for_small_kingdoms_and_two_for_large_ones(size: int, words: int):
    assert boards.words_of(size) == words == len(boards.as_words([], size))


def test_the_second_word_of_a_wide_board_begins_with_its_sixth_row():
    assert boards.as_words([0, 59, 60, 119], 7) == [1 | 1 << 59, 1 | 1 << 59]
    assert boards.as_words([0, 63], 5) == [1 | 1 << 63]
