"""Blocks of games of Kingdomino, a row each.

`play_block` is what the simulation calls. The columns of a row are those of `columns`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.games.kingdomino.kernel_game import begin_game, find_winners, make_move
from kingdice.games.kingdomino.kernel_greedy import greedy_move, random_move
from kingdice.games.kingdomino.layout import game_layout
from kingdice.simulation.streams import seed_key

RANDOM, GREEDY_RANDOM_DRAFT, FULL_GREEDY = range(3)

SEAT_COLUMNS = (
    "score",
    "base",
    "middle",
    "harmony",
    "discards",
    "largest",
    "crowns",
    "squares",
    "property_points",
    "castle",
)


def columns(players: int) -> tuple[str, ...]:
    """Names of a row's columns."""
    own = (f"{name}_{seat}" for seat in range(1, players + 1) for name in SEAT_COLUMNS)
    return ("game", "move_hash", "winners", "decided_by", *own)


@njit(cache=True, nogil=True)
def policy_move(rules, game, desk, code):
    if code == RANDOM:
        return random_move(rules, game)
    return greedy_move(rules, game, desk, code == FULL_GREEDY)


@njit(cache=True, nogil=True)
def _play(rules, game, desk, seed, first_game, rows):
    for place in range(rows.shape[0]):
        begin_game(rules, game, seed, first_game + place)
        while game.over == 0:
            code = rules.code[game.owner[game.turn]]
            make_move(rules, game, policy_move(rules, game, desk, code))
        write_row(rules, game, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def write_row(rules, game, number, row):
    winners, decided_by = find_winners(rules, game)
    row[0], row[1] = number, np.int64(game.move_hash)
    row[2], row[3] = winners, decided_by
    place = 4
    for seat in range(rules.seats):
        one = game.kingdoms[seat]
        row[place], row[place + 1], row[place + 2] = one.score, one.base, one.middle
        row[place + 3], row[place + 4], row[place + 5] = one.harmony, one.discards, one.largest
        row[place + 6], row[place + 7] = one.crowns, one.packed_squares
        row[place + 8], row[place + 9] = one.packed_points, one.packed_castle
        place += 10
