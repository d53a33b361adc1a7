"""Moves tried out on the same futures until one is left, in numba: the mechanics that searches of all games share.

In each round every move that is still in question is played on once from the same future, so that moves are compared
with each other rather than with chance. The worst drop out as the search goes on, as in sequential halving (Karnin,
Koren and Somekh 2013), but one at a time: after a share t of all playouts, n candidates are down to n^(1 - t).

A search is a record with `moves` and `sums` of candidates, the most promising first, how many are `left` of those
`found`, the `place` of the one that is being tried, and `rounds` and `playouts` so far.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

__all__ = ["best_left", "count_playout", "take_candidates"]

FEWEST_ROUNDS = 2  # before a move drops out
EQUAL = 1e-9  # sums that differ by less are equal: moves that mirror each other differ by rounding alone


@njit(cache=True, nogil=True)
def take_candidates(desk, search, wanted):
    """Take the moves with the highest values from a desk with `moves`, `values` and how many were `found`."""
    for place in range(wanted):
        best = place
        for other in range(place + 1, desk.found):
            if desk.values[other] > desk.values[best]:
                best = other
        move, value = desk.moves[best], desk.values[best]
        for other in range(best, place, -1):  # the others keep their order
            desk.moves[other], desk.values[other] = desk.moves[other - 1], desk.values[other - 1]
        desk.moves[place], desk.values[place] = move, value
        search.moves[place], search.sums[place] = move, 0.0
    search.found = search.left = wanted
    search.rounds = search.place = 0


@njit(cache=True, nogil=True)
def count_playout(search, worth, of_all):
    """Count a playout for the move that it began with; at the end of a round of playouts let the worst moves go."""
    search.sums[search.place] += worth
    search.place += 1
    if search.place < search.left:
        return
    search.place = 0
    search.rounds += 1
    if search.rounds >= FEWEST_ROUNDS:
        share = min((search.playouts + 1) / of_all, 1.0)
        _drop_worst(search, max(1, np.int64(math.ceil(search.found ** (1.0 - share) - 1e-9))))


@njit(cache=True, nogil=True)
def _drop_worst(search, allowed):
    """Let the moves with the lowest sums go until so many are left; among equals the least promising."""
    while search.left > allowed:
        worst = 0
        for place in range(1, search.left):
            if search.sums[place] <= search.sums[worst] + EQUAL:
                worst = place
        for place in range(worst, search.left - 1):
            search.moves[place], search.sums[place] = search.moves[place + 1], search.sums[place + 1]
        search.left -= 1


@njit(cache=True, nogil=True)
def best_left(search):
    """The best of the moves still in question; of equals the most promising."""
    best = 0
    for place in range(1, search.left):
        if search.sums[place] > search.sums[best] + EQUAL:
            best = place
    return search.moves[best]
