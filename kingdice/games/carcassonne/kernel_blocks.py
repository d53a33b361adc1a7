"""Blocks of games in numba, from start to end, and their rows."""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_count import count_points, find_winners
from kingdice.games.carcassonne.kernel_features import is_free, join
from kingdice.games.carcassonne.kernel_game import (
    as_move,
    begin_game,
    cell_in,
    coin,
    make_joined,
    make_move,
    nth_placement,
    rotation_in,
)
from kingdice.games.carcassonne.kernel_greedy import greedy_move
from kingdice.games.carcassonne.kernel_search import open_search, search_on
from kingdice.games.carcassonne.layout import (
    GREEDY_CARDS,
    KING,
    MCTS,
    NO_CARDS,
    NO_SEGMENT,
    NOBODY,
    PLAYOUTS,
    RANDOM,
    ROBBER,
)
from kingdice.simulation.halving import best_left

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
        free += _may_take(rules, game, joint, segment)
    chosen = coin(game, seat, free + 1)
    if chosen == 0:
        return move
    for segment in range(joint.segments):
        if _may_take(rules, game, joint, segment):
            chosen -= 1
            if chosen == 0:
                return as_move(placement, joint.group[segment])
    return move


@njit(cache=True, nogil=True)
def _may_take(rules, game, joint, segment):
    """Whether the player whose turn it is may put a meeple there, and ever would."""
    does = rules.without[game.seat] >> np.int64(rules.kind[game.held, segment]) & 1 == 0
    return does and is_free(rules, game.held, joint, segment)


@njit(cache=True, nogil=True)
def play_random(rules, game, joint, totals, seed, first_game, rows, turns):
    """Games of players who all move at random; into `turns` (games, turns), if it is not empty, every turn."""
    for place in range(rows.shape[0]):
        begin_game(rules, game, joint, seed, first_game + place)
        while game.over == 0:
            move = random_move(rules, game, joint)
            if turns.shape[1] > 0:
                note_before(rules, game, move, first_game + place, turns[place, game.turn])
            make_joined(rules, game, joint, move)
            if turns.shape[1] > 0:
                note_after(rules, game, turns[place, game.turn - 1])
        write_row(rules, game, totals, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def play_policies(rules, game, joint, desk, totals, seed, first_game, rows, turns):
    """Games of players who do not search."""
    for place in range(rows.shape[0]):
        begin_game(rules, game, joint, seed, first_game + place)
        while game.over == 0:
            move = policy_move(rules, game, joint, desk)
            if turns.shape[1] > 0:
                note_before(rules, game, move, first_game + place, turns[place, game.turn])
            make_move(rules, game, joint, move)
            if turns.shape[1] > 0:
                note_after(rules, game, turns[place, game.turn - 1])
        write_row(rules, game, totals, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def play_searching(rules, game, copy, joint, desk, search, totals, seed, first_game, rows, turns):
    """The same where some players search, by number of playouts."""
    for place in range(rows.shape[0]):
        begin_game(rules, game, joint, seed, first_game + place)
        while game.over == 0:
            if rules.code[game.seat] != MCTS:
                move = policy_move(rules, game, joint, desk)
            else:
                if open_search(rules, game, joint, desk, search) > 1:
                    playouts = np.int64(rules.parameters[game.seat, PLAYOUTS])
                    search_on(rules, game, copy, joint, desk, search, totals, playouts, playouts)
                move = best_left(search)
            if turns.shape[1] > 0:
                note_before(rules, game, move, first_game + place, turns[place, game.turn])
            make_move(rules, game, joint, move)
            if turns.shape[1] > 0:
                note_after(rules, game, turns[place, game.turn - 1])
        write_row(rules, game, totals, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def play_until_search(rules, game, joint, desk):
    """Play on until somebody is to search; returns whether the game is over instead."""
    while game.over == 0 and rules.code[game.seat] != MCTS:
        make_move(rules, game, joint, policy_move(rules, game, joint, desk))
    return game.over != 0


@njit(cache=True, nogil=True, inline="always")
def policy_move(rules, game, joint, desk):
    """The move of a player who does not search."""
    code = rules.code[game.seat]
    if code == RANDOM:
        return random_move(rules, game, joint)
    desk.without = rules.without[game.seat]
    return greedy_move(rules, game, joint, desk, code == GREEDY_CARDS and rules.cards != NO_CARDS)


@njit(cache=True, nogil=True)
def note_before(rules, game, move, number, turn):
    """Begin to write down a turn, before it is made."""
    turn.game, turn.turn, turn.seat = number, game.turn + 1, game.seat
    turn.tile, turn.move = game.held, move
    turn.cities, turn.roads = -game.completed_cities, -game.completed_roads
    turn.own = turn.given = 0
    _note_points(rules, game, turn, -1)


@njit(cache=True, nogil=True)
def note_after(rules, game, turn):
    """Write down what came of a turn."""
    turn.cities += game.completed_cities
    turn.roads += game.completed_roads
    turn.city, turn.road = game.last_city, game.last_road
    _note_points(rules, game, turn, 1)
    turn.completed_cities, turn.completed_roads = game.completed_cities, game.completed_roads
    turn.king, turn.king_size = game.cards[KING].holder, game.cards[KING].size
    turn.robber, turn.robber_size = game.cards[ROBBER].holder, game.cards[ROBBER].size
    for seat in range(rules.seats):
        turn.points[seat] = 0
        for kind in range(4):
            turn.points[seat] += game.points[seat, kind]
        turn.hand[seat] = game.meeples[seat]


@njit(cache=True, nogil=True)
def _note_points(rules, game, turn, sign):
    for seat in range(rules.seats):
        scored = np.int64(0)
        for kind in range(4):
            scored += game.points[seat, kind]
        if seat == turn.seat:
            turn.own += sign * scored
        else:
            turn.given += sign * scored


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
