"""Sets of squares as bits: what the compiled rules think in.

A board is a set of cells of the torus (`kingdom.TORUS`): for kingdoms of 5 by 5 one word of 8 rows of 8, for those of
7 by 7 two words of 5 rows of 12. A kingdom never reaches round the torus: what it covers and what can still be reached
is at most 7 (9) rows and columns wide, which leaves one free. So a step to the side is a shift and a wrap, and
every square's neighbours are found at once.

The same function names serve both: numba picks the code by the board's type, a word or a pair of words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload

from kingdice.games.kingdomino.kingdom import TORUS
from kingdice.simulation.bits import lowest_bit, set_bits

__all__ = [
    "as_words",
    "both",
    "count",
    "down",
    "either",
    "first_cell",
    "has",
    "is_empty",
    "left",
    "load",
    "nth_cell",
    "right",
    "single",
    "store",
    "touching",
    "up",
    "when",
    "without",
    "without_first",
    "words_of",
]

ONE, ZERO = np.uint64(1), np.uint64(0)
WORD = types.uint64
PAIR = types.UniTuple(types.uint64, 2)

# one word: 8 rows of 8
STEP, BACK = np.uint64(1), np.uint64(7)
ROW, LAST_ROW = np.uint64(8), np.uint64(56)
FIRST_COLUMN = np.uint64(sum(1 << 8 * row for row in range(8)))
OTHER_COLUMNS = np.uint64(~int(FIRST_COLUMN) & (1 << 64) - 1)
LAST_COLUMN = np.uint64(int(FIRST_COLUMN) << 7)
EARLY_COLUMNS = np.uint64(~int(LAST_COLUMN) & (1 << 64) - 1)

# two words: 5 rows of 12 each
HALF_CELLS = 60
WIDE_BACK = np.uint64(11)
WIDE_ROW, WIDE_LAST_ROW = np.uint64(12), np.uint64(48)
WIDE_ALL = np.uint64((1 << HALF_CELLS) - 1)
WIDE_FIRST = np.uint64(sum(1 << 12 * row for row in range(5)))
WIDE_LATER = np.uint64(((1 << HALF_CELLS) - 1) & ~int(WIDE_FIRST))
WIDE_LAST = np.uint64(int(WIDE_FIRST) << 11)
WIDE_EARLY = np.uint64(((1 << HALF_CELLS) - 1) & ~int(WIDE_LAST))


def words_of(size: int) -> int:
    """Words of a board for kingdoms of this size."""
    return 1 if size == 5 else 2


def as_words(cells: Any, size: int) -> list[int]:
    """The words of a set of cells."""
    rows, columns = TORUS[size]
    each = rows * columns // words_of(size)
    words = [0] * words_of(size)
    for one in cells:
        words[one // each] |= 1 << one % each
    return words


def _by_type(word, pair):
    """Code for a board: one function for a word, one for a pair of words."""

    def choose(*boards):
        return pair if isinstance(boards[0], types.BaseTuple) else word

    return choose


def load(boards, which):
    """Board number `which` of an array (boards,) or (boards, 2)."""
    raise NotImplementedError


@overload(load)
def _load(boards, which):
    if boards.ndim == 1:
        return lambda boards, which: boards[which]
    return lambda boards, which: (boards[which, 0], boards[which, 1])


def store(boards, which, board):
    """Write a board to an array (boards,) or (boards, 2)."""
    raise NotImplementedError


@overload(store)
def _store(boards, which, board):
    if boards.ndim == 1:

        def write_word(boards, which, board):
            boards[which] = board

        return write_word

    def write_pair(boards, which, board):
        boards[which, 0] = board[0]
        boards[which, 1] = board[1]

    return write_pair


def single(like, cell):
    """The board of one cell, as wide as another board."""
    raise NotImplementedError


@overload(single)
def _single(like, cell):
    if isinstance(like, types.BaseTuple):

        def pair(like, cell):
            if cell < HALF_CELLS:
                return (ONE << np.uint64(cell), ZERO)
            return (ZERO, ONE << np.uint64(cell - HALF_CELLS))

        return pair
    return lambda like, cell: ONE << np.uint64(cell)


def either(a, b):
    """Cells of one board or the other."""
    raise NotImplementedError


@overload(either)
def _either(a, b):
    return _by_type(lambda a, b: a | b, lambda a, b: (a[0] | b[0], a[1] | b[1]))(a)


def both(a, b):
    """Cells of both boards."""
    raise NotImplementedError


@overload(both)
def _both(a, b):
    return _by_type(lambda a, b: a & b, lambda a, b: (a[0] & b[0], a[1] & b[1]))(a)


def without(a, b):
    """Cells of the first board that are not of the second."""
    raise NotImplementedError


@overload(without)
def _without(a, b):
    return _by_type(lambda a, b: a & ~b, lambda a, b: (a[0] & ~b[0], a[1] & ~b[1]))(a)


def when(is_so, board):
    """The board if something is so, else no cells, without a branch that could be mispredicted."""
    raise NotImplementedError


@overload(when)
def _when(is_so, board):
    if isinstance(board, types.BaseTuple):

        def pair(is_so, board):
            mask = ZERO - np.uint64(is_so)
            return (board[0] & mask, board[1] & mask)

        return pair
    return lambda is_so, board: board & (ZERO - np.uint64(is_so))


def is_empty(board):
    """Whether no cell is in it."""
    raise NotImplementedError


@overload(is_empty)
def _is_empty(board):
    return _by_type(lambda board: board == ZERO, lambda board: (board[0] | board[1]) == ZERO)(board)


def same(a, b):
    """Whether two boards have the same cells."""
    raise NotImplementedError


@overload(same)
def _same(a, b):
    return _by_type(lambda a, b: a == b, lambda a, b: a[0] == b[0] and a[1] == b[1])(a)


def count(board):
    """How many cells, as int64."""
    raise NotImplementedError


@overload(count)
def _count(board):
    return _by_type(
        lambda board: np.int64(set_bits(board)),
        lambda board: np.int64(set_bits(board[0])) + np.int64(set_bits(board[1])),
    )(board)


def first_cell(board):
    """The lowest cell of a board that has one."""
    raise NotImplementedError


@overload(first_cell)
def _first_cell(board):
    if isinstance(board, types.BaseTuple):

        def pair(board):
            if board[0] != ZERO:
                return np.int64(lowest_bit(board[0]))
            return HALF_CELLS + np.int64(lowest_bit(board[1]))

        return pair
    return lambda board: np.int64(lowest_bit(board))


def without_first(board):
    """All cells but the lowest, of a board that has one."""
    raise NotImplementedError


@overload(without_first)
def _without_first(board):
    if isinstance(board, types.BaseTuple):

        def pair(board):
            if board[0] != ZERO:
                return (board[0] & (board[0] - ONE), board[1])
            return (board[0], board[1] & (board[1] - ONE))

        return pair
    return lambda board: board & (board - ONE)


def right(board):
    """Every cell one column to the right."""
    raise NotImplementedError


@overload(right)
def _right(board):
    return _by_type(
        lambda board: ((board << STEP) & OTHER_COLUMNS) | ((board >> BACK) & FIRST_COLUMN),
        lambda board: (
            ((board[0] << STEP) & WIDE_LATER) | ((board[0] >> WIDE_BACK) & WIDE_FIRST),
            ((board[1] << STEP) & WIDE_LATER) | ((board[1] >> WIDE_BACK) & WIDE_FIRST),
        ),
    )(board)


def left(board):
    """Every cell one column to the left."""
    raise NotImplementedError


@overload(left)
def _left(board):
    return _by_type(
        lambda board: ((board >> STEP) & EARLY_COLUMNS) | ((board << BACK) & LAST_COLUMN),
        lambda board: (
            ((board[0] >> STEP) & WIDE_EARLY) | ((board[0] << WIDE_BACK) & WIDE_LAST),
            ((board[1] >> STEP) & WIDE_EARLY) | ((board[1] << WIDE_BACK) & WIDE_LAST),
        ),
    )(board)


def down(board):
    """Every cell one row down."""
    raise NotImplementedError


@overload(down)
def _down(board):
    return _by_type(
        lambda board: (board << ROW) | (board >> LAST_ROW),
        lambda board: (
            ((board[0] << WIDE_ROW) & WIDE_ALL) | (board[1] >> WIDE_LAST_ROW),
            ((board[1] << WIDE_ROW) & WIDE_ALL) | (board[0] >> WIDE_LAST_ROW),
        ),
    )(board)


def up(board):
    """Every cell one row up."""
    raise NotImplementedError


@overload(up)
def _up(board):
    return _by_type(
        lambda board: (board >> ROW) | (board << LAST_ROW),
        lambda board: (
            (board[0] >> WIDE_ROW) | ((board[1] << WIDE_LAST_ROW) & WIDE_ALL),
            (board[1] >> WIDE_ROW) | ((board[0] << WIDE_LAST_ROW) & WIDE_ALL),
        ),
    )(board)


@njit(cache=True, nogil=True)
def touching(board):
    """Cells that share a side with one of the board; they may be of the board too."""
    return either(either(left(board), right(board)), either(up(board), down(board)))


@njit(cache=True, nogil=True)
def has(board, cell):
    """Whether a cell is in the board."""
    return not is_empty(both(board, single(board, cell)))


@njit(cache=True, nogil=True)
def nth_cell(board, place):
    """The cell that has `place` cells of the board below it."""
    for _ in range(place):
        board = without_first(board)
    return first_cell(board)
