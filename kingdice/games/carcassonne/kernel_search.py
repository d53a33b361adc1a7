"""Monte Carlo search in numba: the most promising moves, each played on some turns, the bag reshuffled every time.

A tree of Carcassonne is hopelessly wide: some hundred moves, then some twenty tiles, then again some hundred moves. So
only the first move branches. Greedy judgement picks the candidates, and rounds of playouts find the best of them
(`simulation.halving`), each with one order of the tiles in the bag and the same words for coins. All players play on
greedily for some turns; then the judgement of the position counts, or the end if the game is over.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_game import clear_table, make_move, shuffle
from kingdice.games.carcassonne.kernel_greedy import greedy_move, judge_moves
from kingdice.games.carcassonne.kernel_outlook import chance_of_winning
from kingdice.games.carcassonne.layout import CANDIDATES, NO_CARDS, PLAYOUTS, TURNS
from kingdice.simulation.halving import count_playout, take_candidates
from kingdice.simulation.streams import DECISION, mix, word_at

ODD = np.uint64(0x9E3779B97F4A7C15)
PLAYOUTS_EACH = 4  # at least, of a search by number: with few playouts there are fewer candidates


@njit(cache=True, nogil=True)
def open_search(rules, game, joint, desk, search):
    """Begin the search of the player whose turn it is; returns how many moves are in question."""
    seat = game.seat
    desk.without = 0
    judge_moves(rules, game, joint, desk, rules.cards != NO_CARDS)
    playouts, most = np.int64(rules.parameters[seat, PLAYOUTS]), np.int64(rules.parameters[seat, CANDIDATES])
    if playouts > 0:  # 0: by time
        most = max(2, min(most, playouts // PLAYOUTS_EACH))
    take_candidates(desk, search, min(most, desk.found))
    search.playouts = 0
    if search.found > 1:
        game.coins[seat] += 1
        search.key = word_at(game.key, DECISION, seat, game.coins[seat], 1, 0)
        _note_unseen(rules, game, desk, search)
    return search.found


@njit(cache=True, nogil=True)
def _note_unseen(rules, game, desk, search):
    """Write down the tiles in the bag in the order of the list."""
    place = game.next
    for kind in range(desk.left.size):
        for _ in range(desk.left[kind]):
            search.unseen[place] = kind
            place += 1


@njit(cache=True, nogil=True)
def search_on(rules, game, copy, joint, desk, search, totals, playouts, of_all):
    """Go on with the search of the player whose turn it is, by some playouts of all that it is to have.

    Rounds of playouts are always finished.
    """
    me, minds_cards = game.seat, rules.cards != NO_CARDS
    turns = np.int64(rules.parameters[me, TURNS])
    until = search.playouts + playouts
    while search.left > 1 and (search.playouts < until or search.place > 0):
        imagine(rules, game, copy, search)
        make_move(rules, copy, joint, search.moves[search.place])
        last = copy.turn + turns
        while copy.over == 0 and (turns == 0 or copy.turn < last):
            make_move(rules, copy, joint, greedy_move(rules, copy, joint, desk, minds_cards))
        count_playout(search, chance_of_winning(rules, copy, desk, totals, me), of_all)
        search.playouts += 1


@njit(cache=True, nogil=True)
def imagine(rules, game, copy, search):
    """Copy the game with the bag shuffled anew, for the next round of playouts."""
    copy_game(rules, game, copy)
    copy.key = mix(search.key + np.uint64(search.rounds + 1) * ODD)
    for seat in range(rules.seats):
        copy.coins[seat] = 0
    for place in range(game.next, rules.drawn):
        copy.bag[place] = search.unseen[place]
    shuffle(rules, copy, game.next)


@njit(cache=True, nogil=True)
def copy_game(rules, game, copy):
    """Copy a game, of the table only where there is something."""
    clear_table(copy)
    copy.key, copy.move_hash = game.key, game.move_hash
    copy.over, copy.turn, copy.seat, copy.held = game.over, game.turn, game.seat, game.held
    copy.next, copy.gone, copy.ways = game.next, game.gone, game.ways
    copy.tiles, copy.nodes, copy.open, copy.monasteries = game.tiles, game.nodes, game.open, game.monasteries
    copy.city_segments, copy.several = game.city_segments, game.several
    copy.completed_cities, copy.completed_roads = game.completed_cities, game.completed_roads
    copy.city_sizes, copy.road_sizes = game.city_sizes, game.road_sizes
    for seat in range(rules.seats):
        copy.coins[seat], copy.meeples[seat] = game.coins[seat], game.meeples[seat]
        for kind in range(4):
            copy.points[seat, kind] = game.points[seat, kind]
    for which in range(2):
        copy.cards[which] = game.cards[which]
    for place in range(game.tiles):
        cell = game.cells[place]
        copy.cells[place] = cell
        copy.face[cell], copy.first_node[cell] = game.face[cell], game.first_node[cell]
    for place in range(game.open):
        cell = game.open_cells[place]
        copy.open_cells[place], copy.code[cell] = cell, game.code[cell]
    for place in range(game.monasteries):
        copy.monastery_cell[place] = game.monastery_cell[place]
        copy.monastery_seat[place] = game.monastery_seat[place]
        copy.monastery_around[place] = game.monastery_around[place]
    for number in range(game.nodes):
        copy.node[number] = game.node[number]
    for number in range(game.city_segments):
        copy.city_node[number] = game.city_node[number]
