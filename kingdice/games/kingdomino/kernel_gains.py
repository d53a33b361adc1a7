"""What a domino would add to a kingdom's points, for every square at once.

A square of terrain joins the properties beside it: with S squares and C crowns in all on these, worth B points
before, it makes them worth (S + 1) (C + its own crowns), a gain of that less B. So the properties of a terrain are
numbered, and every square beside them is told which it would join.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.boards import (
    both,
    count,
    first_cell,
    has,
    is_empty,
    load,
    single,
    store,
    touching,
    without,
    without_first,
)
from kingdice.games.kingdomino.kernel_kingdom import crowns_in, property_of


@njit(cache=True, nogil=True)
def find_borders(kingdom, terrain, free, borders):
    """Number the properties of a terrain, and write down which of them every free square would join."""
    squares = load(kingdom.boards, terrain)
    near = both(touching(squares), free)
    store(borders.near, 0, near)
    while not is_empty(near):
        borders.joined[first_cell(near)] = 0
        near = without_first(near)
    number = 0
    while not is_empty(squares):
        found = property_of(single(squares, first_cell(squares)), squares)
        squares = without(squares, found)
        borders.squares[number] = count(found)
        borders.crowns[number] = crowns_in(kingdom, found)
        beside = both(touching(found), free)
        while not is_empty(beside):
            borders.joined[first_cell(beside)] |= 1 << number
            beside = without_first(beside)
        number += 1


@njit(cache=True, nogil=True)
def joined_at(borders, cell):
    """The properties that a square would join, a bit each."""
    return borders.joined[cell] if has(load(borders.near, 0), cell) else 0


@njit(cache=True, nogil=True)
def gain_by(borders, joined, squares, crowns):
    """What new squares with their crowns add when they join these properties."""
    before, number = 0, 0
    while joined:
        if joined & 1:
            size, on_it = borders.squares[number], borders.crowns[number]
            squares += size
            crowns += on_it
            before += size * on_it
        joined >>= 1
        number += 1
    return np.int64(squares * crowns - before)
