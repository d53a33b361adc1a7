"""The strongest player here, in numba: the moves of most promise, tried out on the same futures.

A far-sighted player's judgement (`kernel_sight`) picks the candidates, and rounds of playouts find the best of them
(`simulation.halving`), each from one order of the unseen dominoes and with the same words for coins. The player itself
plays on far-sightedly, the others greedily. A playout counts as the chance of winning that its lead over the best
opponent would give (a logistic curve). The last dominoes are placed for most points.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.kingdomino.kernel_sight import judge_moves
from kingdice.games.kingdomino.layout import PLAYOUTS
from kingdice.simulation.halving import count_playout, take_candidates

CANDIDATES = 16
POINTS_OF_LEAD = 8.0  # that raise even chances to 73 %
PLAYOUTS_EACH = 4  # at least, of a search by number: with few playouts there are fewer candidates


@njit(cache=True, nogil=True)
def begin_strong(rules, game, desk, search):
    """Write down the candidates, the most promising first; in a last turn only the best move."""
    judge_moves(rules, game, desk)
    playouts = np.int64(rules.parameters[game.owner[game.turn], PLAYOUTS])  # 0: by time
    most = CANDIDATES if playouts == 0 else max(2, min(CANDIDATES, playouts // PLAYOUTS_EACH))
    wanted = min(most if game.line < rules.lines else 1, desk.found)
    take_candidates(desk, search, wanted)


@njit(cache=True, nogil=True)
def end_strong(rules, game, search, seat, of_all):
    """Count a playout for the move that it began with; at the end of a round of playouts let the worst moves go."""
    count_playout(search, _chance_of_winning(rules, game, seat), of_all)


@njit(cache=True, nogil=True)
def _chance_of_winning(rules, game, seat):
    best = 0
    for other in range(rules.seats):
        if other != seat:
            best = max(best, game.kingdoms[other].score)
    return 1.0 / (1.0 + math.exp((best - game.kingdoms[seat].score) / POINTS_OF_LEAD))
