"""The strongest player here, in numba: the moves of most promise, tried out on the same futures until one is left.

A far-sighted player's judgement (`kernel_sight`) picks the candidates. Then rounds of playouts: in each, every move
that is still in question is played on once from the same order of the unseen dominoes and with the same words for
coins, so that they are compared with each other rather than with chance. The player itself plays on far-sightedly, the
others greedily. The worst moves drop out as the search goes on, as in sequential halving (Karnin, Koren and Somekh
2013), but one at a time: after a share t of all playouts, n candidates are down to n^(1 - t). A playout counts as the
chance of winning that its lead over the best opponent would give (a logistic curve). The last dominoes are placed for
most points.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.kingdomino.kernel_sight import judge_moves
from kingdice.games.kingdomino.layout import PLAYOUTS

CANDIDATES = 16
POINTS_OF_LEAD = 8.0  # that raise even chances to 73 %
PLAYOUTS_EACH = 4  # at least, of a search by number: with few playouts there are fewer candidates
FEWEST_ROUNDS = 2  # of playouts, before a move drops out


@njit(cache=True, nogil=True)
def begin_strong(rules, game, desk, search):
    """Write down the candidates, the most promising first; in a last turn only the best move."""
    judge_moves(rules, game, desk)
    playouts = np.int64(rules.parameters[game.owner[game.turn], PLAYOUTS])  # 0: by time
    most = CANDIDATES if playouts == 0 else max(2, min(CANDIDATES, playouts // PLAYOUTS_EACH))
    wanted = min(most if game.line < rules.lines else 1, desk.found)
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
    search.rounds = 0


@njit(cache=True, nogil=True)
def end_strong(rules, game, search, seat, of_all):
    """Count a playout for the move that it began with; at the end of a round of playouts let the worst moves go."""
    search.sums[search.place] += _chance_of_winning(rules, game, seat)
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
            if search.sums[place] <= search.sums[worst]:
                worst = place
        for place in range(worst, search.left - 1):
            search.moves[place], search.sums[place] = search.moves[place + 1], search.sums[place + 1]
        search.left -= 1


@njit(cache=True, nogil=True)
def best_left(search):
    """The best of the moves still in question."""
    best = 0
    for place in range(1, search.left):
        if search.sums[place] > search.sums[best]:
            best = place
    return search.moves[best]


@njit(cache=True, nogil=True)
def _chance_of_winning(rules, game, seat):
    best = 0
    for other in range(rules.seats):
        if other != seat:
            best = max(best, game.kingdoms[other].score)
    return 1.0 / (1.0 + math.exp((best - game.kingdoms[seat].score) / POINTS_OF_LEAD))
