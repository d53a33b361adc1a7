"""What a position promises, in numba: chances that features are completed, and what they and meeples are worth.

A place beside tiles that F tiles of the bag would fit is filled in the end with chance 1 - exp(-attention F), and a
feature is completed with the product over its open ends, each less a little because the tile that fills it may go on.
A feature promises its points, complete or not, to whoever has most meeples there; a meeple in hand is worth something
while there are turns left to use it, and one that stands somewhere that much times the chance that it comes back.
Everything counts for the player whose turn it is, and as `rivals` says against it for the others. Fields are judged by
the present rule, each on its own, also where an older one is played.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_features import most_meeples, root_of, step_to
from kingdice.games.carcassonne.layout import (
    AROUND,
    ATTENTION,
    BACK,
    CITY_CODE,
    CODES,
    EXTEND,
    FIELD,
    FIELD_CODE,
    GROWTH,
    LASTING,
    MEEPLE,
    NO_SEGMENT,
    RIVALS,
    SPARE,
    TYPES,
)
from kingdice.simulation.bits import lowest_bit

NEVER = -30.0  # logarithm of the chance of what cannot be any more
FIELD_POINTS = 3.0


@njit(cache=True, nogil=True)
def survey(rules, game, desk):
    """Look at the table before a turn: tiles left, chances of features, fields with meeples, worth of meeples."""
    told, seats, me = desk.told, rules.seats, game.seat
    for place in range(told.size):
        told[place] = rules.told[me, place]
    for kind in range(TYPES):
        desk.left[kind] = 0
    for place in range(game.next, rules.drawn):
        desk.left[game.bag[place]] += 1
    left = rules.drawn - game.next
    for code in range(CODES):
        desk.known[code] = 0
    desk.farms = 0
    for number in range(game.nodes):
        node = game.node[number]
        if node.parent == number:
            desk.chance[number] = 0.0
            if node.kind == FIELD_CODE and node.meeples != 0:
                desk.farm[desk.farms] = number
                desk.farms += 1
    for place in range(game.open):
        cell = np.int64(game.open_cells[place])
        promise = filled(rules, desk, np.int64(game.code[cell]))
        for side in range(4):
            root = facing_root(rules, game, cell, side)
            if root >= 0:
                desk.chance[root] += promise
    for number in range(game.nodes):
        node = game.node[number]
        if node.parent == number and node.kind == CITY_CODE:
            desk.done[number] = math.exp(desk.chance[number])
    for place in range(desk.farms):
        desk.farm_cities[place] = _cities_beside(game, desk, game.node[desk.farm[place]].cities)
    turns = left / seats
    for seat in range(seats):
        desk.sign[seat] = 1.0 if seat == me else -told[RIVALS] / (seats - 1)
        desk.worth[seat] = told[MEEPLE] * turns / (turns + told[LASTING])
        desk.back[seat] = told[BACK] * desk.worth[seat] * told[SPARE] ** game.meeples[seat]
    desk.field = told[FIELD] * left / rules.drawn
    desk.around = 1.0 - math.exp(-told[AROUND] * left)


@njit(cache=True, nogil=True)
def _cities_beside(game, desk, cities):
    """How many completed cities a field will border, of those to which some city segments belong."""
    found = 0.0
    while cities != 0:
        root = root_of(game, np.int64(game.city_node[lowest_bit(cities)]))
        found += desk.done[root]
        cities &= ~game.node[root].cities
    return found


@njit(cache=True, nogil=True)
def facing_root(rules, game, cell, side):
    """The city or road that ends at a side of a free place; -1 where there is none."""
    other = step_to(cell, side)
    if game.face[other] == 0:
        return np.int64(-1)
    segment = np.int64(rules.at_side[np.int64(game.face[other]) - 1, side ^ 2])
    if segment == NO_SEGMENT:
        return np.int64(-1)
    return root_of(game, np.int64(game.first_node[other]) + segment)


@njit(cache=True, nogil=True)
def filled(rules, desk, code):
    """The logarithm of the chance that a place with a code is filled, and ends what ends there."""
    if desk.known[code] == 0:
        fitting = np.int64(0)
        for kind in range(TYPES):
            if rules.fits[kind, code]:
                fitting += desk.left[kind]
        desk.known[code] = 1
        if fitting == 0:
            desk.filled[code] = NEVER
        else:
            desk.filled[code] = math.log(1.0 - math.exp(-desk.told[ATTENTION] * fitting)) - desk.told[EXTEND]
    return desk.filled[code]


@njit(cache=True, nogil=True)
def in_hand(desk, seat, meeples):
    """What meeples in hand are worth: each one more a little less than the one before."""
    spare = desk.told[SPARE]
    return desk.worth[seat] * (1.0 - spare**meeples) / (1.0 - spare)


@njit(cache=True, nogil=True)
def city_or_road(rules, desk, code, size, pennants, ends, chance, meeples):
    """What a city or road promises, for the player whose turn it is."""
    if meeples == 0:
        return 0.0
    as_it_is = float(size + pennants)
    done = 0.0  # that meeples will come back; those that do at once are counted in hand
    if ends == 0:
        if code == CITY_CODE:
            as_it_is = float(rules.small_city if size == 2 else 2 * (size + pennants))
        points = as_it_is
    else:
        done = math.exp(chance)
        points = as_it_is + desk.told[GROWTH] * ends
        if code == CITY_CODE:
            points *= 2.0
        points = done * points + (1.0 - done) * as_it_is
    seats, total = most_meeples(meeples), 0.0
    for seat in range(rules.seats):
        if seats >> seat & 1:
            total += desk.sign[seat] * points
        standing = np.int64(meeples >> np.uint64(8 * seat) & np.uint64(0xFF))
        total += desk.sign[seat] * desk.back[seat] * done * standing
    return total


@njit(cache=True, nogil=True)
def for_most(rules, desk, meeples, points):
    """Points for whoever has most meeples somewhere, for the player whose turn it is."""
    seats, total = most_meeples(meeples), 0.0
    for seat in range(rules.seats):
        if seats >> seat & 1:
            total += desk.sign[seat] * points
    return total


@njit(cache=True, nogil=True)
def monastery(desk, seat, around):
    """What a monastery with so many tiles around promises its owner, for the player whose turn it is."""
    missing = 8 - around
    points = 1.0 + around + missing * desk.around
    if missing > 0:
        points += desk.back[seat] * desk.around**missing
    return desk.sign[seat] * points
