"""A game in numba: dominoes drawn into lines, kings on them, whose turn it is, and who wins.

The same rules as `rules` and `play`, on the same addressed words, so that the same strategies play the same games.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.boards import load
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS
from kingdice.games.kingdomino.kernel_kingdom import (
    clear_kingdom,
    crowns_in,
    is_middle,
    lay,
    placement_count,
    properties_of,
)
from kingdice.games.kingdomino.layout import NOBODY, NOTHING, NOWHERE, OCCUPIED, PLACES_OF_LINE, SHUNNED
from kingdice.simulation.streams import DECISION, DECK, KINGS, game_key, mix, number_below

NUMBERS = 64  # more than there are dominoes, in the code of a move
TERRAIN_BITS = len(TERRAINS)  # of `layout.WITHOUT_CODES`, before those of places in line
BY_POINTS, BY_PROPERTY, BY_CROWNS, BY_NOTHING = range(4)  # what decides a game


@njit(cache=True, nogil=True)
def begin_game(rules, game, seed_key, number):
    """Set up game `number`: its first line lies there, and the first king is to pick."""
    game.key = game_key(seed_key, np.uint64(number))
    game.move_hash = np.uint64(0)
    game.round = game.over = game.shunned = 0
    for seat in range(rules.seats):
        kingdom = game.kingdoms[seat]
        kingdom.coins = kingdom.score = kingdom.base = kingdom.middle = kingdom.harmony = 0
        kingdom.discards = kingdom.largest = kingdom.crowns = 0
        kingdom.packed_squares = kingdom.packed_points = kingdom.packed_castle = 0
    _begin_round(rules, game)


@njit(cache=True, nogil=True)
def _begin_round(rules, game):
    for seat in range(rules.seats):
        clear_kingdom(rules, game.kingdoms[seat])
    deck = game.deck
    for place in range(DOMINOES):
        deck[place] = place + 1
    shuffle(game, 0)
    game.line = game.turn = game.drawn = 0
    for king in range(rules.kings):
        game.held[king] = 0
    _order_kings(rules, game)
    _draw_line(rules, game)


@njit(cache=True, nogil=True)
def shuffle(game, fewest):
    """Shuffle the dominoes of the deck from place `fewest` on, those before it left alone."""
    deck = game.deck
    for place in range(DOMINOES - 1, fewest, -1):
        bound = np.uint64(place + 1 - fewest)
        other = fewest + np.int64(number_below(game.key, DECK, game.round, place, 0, bound))
        deck[place], deck[other] = deck[other], deck[place]


@njit(cache=True, nogil=True)
def _order_kings(rules, game):
    """In which order kings pick from the first line: that of the seats, with two players as their kings are drawn."""
    owner = game.owner
    if rules.seats == 2:
        for king in range(rules.kings):
            owner[king] = king // 2 if game.round else 1
        if game.round == 0:
            owner[0] = 0
            owner[1 + np.int64(number_below(game.key, KINGS, 0, 0, 0, np.uint64(3)))] = 0
    else:
        for king in range(rules.kings):
            owner[king] = king
    if game.round:
        for place in range(rules.kings - 1, 0, -1):
            other = np.int64(number_below(game.key, KINGS, game.round, place, 0, np.uint64(place + 1)))
            owner[place], owner[other] = owner[other], owner[place]


@njit(cache=True, nogil=True)
def _draw_line(rules, game):
    """Lay out the next line, in order of its numbers."""
    line = game.next
    for place in range(rules.length):
        one = np.int64(game.deck[game.drawn + place])
        before = place
        while before > 0 and line[before - 1] > one:
            line[before] = line[before - 1]
            before -= 1
        line[before] = one
        game.taker[place] = NOBODY
    game.drawn += rules.length


@njit(cache=True, nogil=True)
def free_picks(rules, game):
    """How many dominoes of the next line have no king and are not shunned; 0 if there is no next line."""
    if game.line == rules.lines:
        return 0
    return rules.length - game.turn - game.shunned


@njit(cache=True, nogil=True)
def nth_pick(rules, game, place):
    """The place in the next line of free domino number `place`."""
    for one in range(rules.length):
        if game.taker[one] == NOBODY:
            if place == 0:
                return one
            place -= 1
    return NOTHING


@njit(cache=True, nogil=True)
def shun(rules, game, without):
    """Keep the king whose turn it is from dominoes of these terrains and places in line, if others are free."""
    if game.line == rules.lines:
        return
    for place in range(rules.length):
        if game.taker[place] == NOBODY:
            one = game.next[place]
            bits = 1 << rules.terrain[one, 0] | 1 << rules.terrain[one, 1] | 1 << TERRAIN_BITS + place
            if without & bits:
                game.taker[place] = SHUNNED
                game.shunned += 1
    if game.shunned == rules.length - game.turn:
        shun_nothing(rules, game)


@njit(cache=True, nogil=True)
def shun_nothing(rules, game):
    """Let kings have any domino again."""
    game.shunned = 0
    for place in range(rules.length):
        if game.taker[place] == SHUNNED:
            game.taker[place] = NOBODY


@njit(cache=True, nogil=True)
def coin(game, seat, bound):
    """A number below `bound`, from the seat's next decision word."""
    game.kingdoms[seat].coins += 1
    return np.int64(number_below(game.key, DECISION, seat, game.kingdoms[seat].coins, 0, np.uint64(bound)))


@njit(cache=True, nogil=True)
def as_move(placement, pick):
    """A move in one number: a placement or NOWHERE, and a place in the next line or NOTHING."""
    return (placement + 1) * PLACES_OF_LINE + pick + 1


@njit(cache=True, nogil=True)
def placement_in(move):
    """The placement of a move."""
    return move // PLACES_OF_LINE - 1


@njit(cache=True, nogil=True)
def pick_in(move):
    """The pick of a move."""
    return move % PLACES_OF_LINE - 1


@njit(cache=True, nogil=True)
def make_move(rules, game, move):
    """Place and pick for the king whose turn it is, and pass the turn on; at the end of a round count it."""
    seat, domino = game.owner[game.turn], game.held[game.turn]
    placement, pick = placement_in(move), pick_in(move)
    code = (placement + 1) * NUMBERS
    if domino > 0:
        if placement == NOWHERE:
            game.kingdoms[seat].discarded += 1
        else:
            lay(rules, game.kingdoms[seat], domino, placement)
    if pick != NOTHING:
        game.taker[pick] = seat
        code += game.next[pick]
    game.move_hash = mix(game.move_hash ^ np.uint64(code))
    game.turn += 1
    if game.turn == rules.kings:
        _next_line(rules, game)


@njit(cache=True, nogil=True)
def _next_line(rules, game):
    """The line that was picked from becomes the line to place from."""
    game.turn = 0
    if game.line == rules.lines:
        _end_round(rules, game)
        return
    king = 0
    for place in range(rules.length):
        if game.taker[place] != NOBODY:
            game.held[king], game.owner[king] = game.next[place], game.taker[place]
            king += 1
    game.line += 1
    if game.line < rules.lines:
        _draw_line(rules, game)


@njit(cache=True, nogil=True)
def _end_round(rules, game):
    for seat in range(rules.seats):
        count_kingdom(rules, game.kingdoms[seat])
    game.round += 1
    if game.round < rules.rounds:
        _begin_round(rules, game)
    else:
        game.over = 1


@njit(cache=True, nogil=True)
def count_kingdom(rules, kingdom):
    """Add up what a finished kingdom is worth."""
    points, largest, packed_points, packed_squares = properties_of(kingdom)
    middle, harmony = np.int64(is_middle(rules, kingdom)), np.int64(kingdom.discarded == 0)
    kingdom.base += points
    kingdom.middle += middle
    kingdom.harmony += harmony
    kingdom.score += points + middle * rules.middle_points + harmony * rules.harmony_points
    kingdom.discards += kingdom.discarded
    kingdom.largest += largest
    kingdom.crowns += _all_crowns(kingdom)
    kingdom.packed_points += packed_points
    kingdom.packed_squares += packed_squares
    kingdom.packed_castle = -kingdom.top | kingdom.bottom << 4 | -kingdom.left << 8 | kingdom.right << 12


@njit(cache=True, nogil=True)
def _all_crowns(kingdom):
    return crowns_in(kingdom, load(kingdom.boards, OCCUPIED))


@njit(cache=True, nogil=True)
def find_winners(rules, game):
    """The winners, a bit a seat, and what decided it."""
    kingdoms, seats = game.kingdoms, rules.seats
    best = kingdoms[0].score
    for seat in range(1, seats):
        best = max(best, kingdoms[seat].score)
    winners = 0
    for seat in range(seats):
        if kingdoms[seat].score == best:
            winners |= 1 << seat
    if _is_one(winners):
        return winners, BY_POINTS
    if rules.rounds > 1:
        return winners, BY_NOTHING  # the rulebook names no tie-break for a Dynasty
    largest = 0
    for seat in range(seats):
        if winners >> seat & 1:
            largest = max(largest, kingdoms[seat].largest)
    for seat in range(seats):
        if winners >> seat & 1 and kingdoms[seat].largest < largest:
            winners ^= 1 << seat
    if _is_one(winners):
        return winners, BY_PROPERTY
    crowns = 0
    for seat in range(seats):
        if winners >> seat & 1:
            crowns = max(crowns, kingdoms[seat].crowns)
    for seat in range(seats):
        if winners >> seat & 1 and kingdoms[seat].crowns < crowns:
            winners ^= 1 << seat
    return winners, BY_CROWNS if _is_one(winners) else BY_NOTHING


@njit(cache=True, nogil=True)
def _is_one(bits):
    return bits & (bits - 1) == 0


@njit(cache=True, nogil=True)
def move_count(rules, game):
    """Placements of the held domino (at least 1: none), and picks (at least 1: none); their product is all moves."""
    seat, domino = game.owner[game.turn], game.held[game.turn]
    placements = placement_count(rules, game.kingdoms[seat], domino) if domino > 0 else 0
    return placements, free_picks(rules, game)
