"""Blocks of games in numba, from start to end, and their rows."""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_features import is_free, join
from kingdice.games.carcassonne.kernel_game import (
    as_move,
    begin_game,
    cell_in,
    coin,
    count_points,
    find_winners,
    make_joined,
    nth_placement,
    rotation_in,
)
from kingdice.games.carcassonne.layout import NO_SEGMENT, NOBODY

BOARD_COLUMNS, CARD_COLUMNS, SEAT_COLUMNS = 8, 6, 12  # see `blocks.columns`


@njit(cache=True, nogil=True)
def random_move(rules, game, joint):
    """Any placement, then no meeple or any free segment; the tile is joined then."""
    seat = game.seat
    placement = nth_placement(rules, game, coin(game, seat, game.ways))
    move = as_move(placement, NO_SEGMENT)
    join(rules, game, cell_in(move), game.held * 4 + rotation_in(move), joint)
    if game.meeples[seat] == 0:
        return move
    free = np.int64(0)
    for segment in range(joint.segments):
        free += is_free(rules, game.held, joint, segment)
    chosen = coin(game, seat, free + 1)
    if chosen == 0:
        return move
    for segment in range(joint.segments):
        if is_free(rules, game.held, joint, segment):
            chosen -= 1
            if chosen == 0:
                return as_move(placement, joint.group[segment])
    return move


@njit(cache=True, nogil=True)
def play_random(rules, game, joint, totals, seed, first_game, rows):
    """Games of players who move at random."""
    for place in range(rows.shape[0]):
        begin_game(rules, game, joint, seed, first_game + place)
        while game.over == 0:
            make_joined(rules, game, joint, random_move(rules, game, joint))
        write_row(rules, game, totals, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def write_row(rules, game, totals, number, row):
    """What came out of a game, see `blocks.columns`."""
    count_points(rules, game, totals)
    row[0], row[1] = number, np.int64(game.move_hash)
    row[2] = find_winners(rules, totals)
    row[3], row[4] = game.completed_cities, game.completed_roads
    row[5], row[6], row[7] = game.city_sizes, game.road_sizes, game.gone
    place = BOARD_COLUMNS
    for which in range(2):
        card = game.cards[which]
        row[place], row[place + 1] = card.holder - NOBODY, card.size
        row[place + 2], row[place + 3] = card.counted, card.changes
        row[place + 4], row[place + 5] = card.first, card.last
        place += CARD_COLUMNS
    for seat in range(rules.seats):
        base = np.int64(0)
        for kind in range(4):
            base += totals[seat, kind]
            row[place + 2 + kind] = totals[seat, kind]
        row[place], row[place + 1] = base + totals[seat, 4] + totals[seat, 5], base
        for which in range(2):
            card = game.cards[which]
            row[place + 6 + which] = totals[seat, 4 + which]
            row[place + 8 + 2 * which], row[place + 9 + 2 * which] = card.before[seat], card.then[seat]
        place += SEAT_COLUMNS
