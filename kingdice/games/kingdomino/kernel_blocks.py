"""Blocks of games in numba, from start to end, their rows and turns.

There is one kernel for matches of random and greedy players and one for those in which somebody searches, so that
nobody waits for code to be compiled that the match does not need.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.kernel_game import begin_game, find_winners, make_move, pick_in, placement_in
from kingdice.games.kingdomino.kernel_greedy import all_moves, random_move
from kingdice.games.kingdomino.kernel_kingdom import placement_count, points_with
from kingdice.games.kingdomino.kernel_players import found_move, open_search, policy_move, search_on
from kingdice.games.kingdomino.layout import MCE, NOBODY, NOTHING, PLAYOUTS, RANDOM


@njit(cache=True, nogil=True)
def play_policies(rules, game, desk, seed, first_game, rows, turns):
    """Games of players who do not search; into `turns` (games, turns of a game), if it is not empty, all turns."""
    for place in range(rows.shape[0]):
        begin_game(rules, game, seed, first_game + place)
        turn = 0
        while game.over == 0:
            seat = game.owner[game.turn]
            if rules.code[seat] == RANDOM and rules.without[seat] == 0:  # called from here: 1.2x at best
                move = random_move(rules, game)
            else:
                move = policy_move(rules, game, desk)
            if turns.shape[1] > 0:
                note_turn(rules, game, move, first_game + place, turns[place, turn])
            make_move(rules, game, move)
            turn += 1
        write_row(rules, game, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def play_searching(rules, game, copy, desk, search, nodes, seed, first_game, rows, turns):
    """The same where some players search, by number of playouts."""
    for place in range(rows.shape[0]):
        begin_game(rules, game, seed, first_game + place)
        turn = 0
        while game.over == 0:
            seat = game.owner[game.turn]
            if rules.code[seat] < MCE:
                move = policy_move(rules, game, desk)
            else:
                if open_search(rules, game, desk, search) > 1:
                    playouts = np.int64(rules.parameters[seat, PLAYOUTS])
                    search_on(rules, game, copy, desk, search, nodes, playouts, playouts)
                move = found_move(rules, game, search, nodes)
            if turns.shape[1] > 0:
                note_turn(rules, game, move, first_game + place, turns[place, turn])
            make_move(rules, game, move)
            turn += 1
        write_row(rules, game, first_game + place, rows[place])


@njit(cache=True, nogil=True)
def play_until_search(rules, game, desk):
    """Play on until somebody has something to search for; returns whether the game is over instead."""
    while game.over == 0:
        if rules.code[game.owner[game.turn]] < MCE:
            move = policy_move(rules, game, desk)
        else:
            all_moves(rules, game, desk)
            if desk.found > 1:
                return False
            move = desk.moves[0]
        make_move(rules, game, move)
    return True


@njit(cache=True, nogil=True)
def write_row(rules, game, number, row):
    """What came out of a game, see `blocks.columns`."""
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


@njit(cache=True, nogil=True)
def note_turn(rules, game, move, number, turn):
    """Write down a turn before it is made."""
    seat, domino = game.owner[game.turn], game.held[game.turn]
    kingdom = game.kingdoms[seat]
    placement, pick = placement_in(move), pick_in(move)
    turn.game, turn.round, turn.line, turn.turn = number, game.round, game.line, game.turn
    turn.seat, turn.held, turn.placement, turn.rank = seat, domino, placement + 1, pick
    turn.legal = placement_count(rules, kingdom, domino) if domino > 0 else 0
    turn.picked = game.next[pick] if pick != NOTHING else 0
    free = 0
    if game.line < rules.lines:
        for place in range(rules.length):
            if game.taker[place] == NOBODY:
                turn.offered[free] = game.next[place]
                free += 1
    turn.points = points_with(rules, kingdom, domino, placement)
