"""What the King and the Robber Baron are worth in the middle of a game, in numba.

A holder loses a card with the same chance in every turn, the smaller the larger the size to beat: it is never lost
with chance exp(-left exp(-calm - by_size size)). If it is lost, it comes back with the chance of an equal share, times
`again`; else the others have it, each as likely. What it then brings is what is completed now and will be, at a steady
rate, or what the variant has it bring.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.carcassonne.layout import (
    AGAIN,
    BY_SIZE,
    CALM,
    CARD_TOLD,
    CARDS_COUNT,
    CITY_CODE,
    CONTINUOUS,
    CONTINUOUS_NEW,
    FLAT_10,
    FLAT_15_40,
    KING,
    NO_KING,
    NO_ROBBER,
    NOBODY,
    RATE,
    ROAD_CODE,
    ROBBER,
)


@njit(cache=True, nogil=True)
def cards_gain(rules, game, joint, desk):
    """What a tile that has been joined changes about the cards, for the player whose turn it is."""
    kind, left, me = game.held, rules.drawn - game.next, game.seat
    king, robber = game.cards[KING], game.cards[ROBBER]
    king_holder, robber_holder = king.holder, robber.holder
    cities, city = _completed(rules, joint, kind, CITY_CODE, rules.least_city)
    roads, road = _completed(rules, joint, kind, ROAD_CODE, np.int64(2))
    if desk.without & NO_KING:
        cities, city, king_holder = np.int64(0), np.int64(0), np.int64(NOBODY)
    if desk.without & NO_ROBBER:
        roads, road, robber_holder = np.int64(0), np.int64(0), np.int64(NOBODY)
    if cities + roads == 0:
        return 0.0
    takes_king = city > king.size and city >= rules.least_size
    takes_robber = road > robber.size and road >= rules.least_size
    has_king, has_robber = me if takes_king else king_holder, me if takes_robber else robber_holder
    city, road = city if takes_king else king.size, road if takes_robber else robber.size
    value = _at_once(rules, desk, cities, king_holder, has_king)
    value += _at_once(rules, desk, roads, robber_holder, has_robber)
    value += card_value(rules, desk, KING, has_king, has_robber, city, king.counted + cities, left)
    value -= card_value(rules, desk, KING, king_holder, robber_holder, king.size, king.counted, left)
    value += card_value(rules, desk, ROBBER, has_robber, has_king, road, robber.counted + roads, left)
    value -= card_value(rules, desk, ROBBER, robber_holder, king_holder, robber.size, robber.counted, left)
    return value


@njit(cache=True, nogil=True)
def _completed(rules, joint, kind, code, least):
    """How many cities or roads a tile completes that count, and the size of the largest."""
    completed, largest = np.int64(0), np.int64(0)
    for segment in range(joint.segments):
        is_done = joint.group[segment] == segment and joint.ends[segment] == 0
        if is_done and rules.kind[kind, segment] == code and joint.size[segment] >= least:
            completed += 1
            largest = max(largest, joint.size[segment])
    return completed, largest


@njit(cache=True, nogil=True)
def _at_once(rules, desk, completed, before, then):
    """What a card brings in the turn itself."""
    if rules.cards == CONTINUOUS and before != NOBODY:
        return completed * desk.sign[before]
    if rules.cards == CONTINUOUS_NEW and then != NOBODY:
        return completed * desk.sign[then]
    return 0.0


@njit(cache=True, nogil=True)
def holding(rules, desk, which, size, left):
    """The chance that a holder has a card in the end, with so many tiles in the bag."""
    told, first = desk.told, CARD_TOLD + 3 * which
    keeps = math.exp(-left * math.exp(-told[first + CALM] - told[first + BY_SIZE] * size))
    return keeps + (1.0 - keeps) * told[AGAIN] / rules.seats


@njit(cache=True, nogil=True)
def card_value(rules, desk, which, holder, other, size, counted, left):
    """What a card promises, for the player whose turn it is; `other` holds the other card."""
    to_come = desk.told[CARD_TOLD + 3 * which + RATE] * left
    brings = counted + to_come
    if rules.cards == FLAT_10:
        brings = 10.0
    elif rules.cards == FLAT_15_40:
        brings = 20.0 if holder == other and holder != NOBODY else 15.0
    elif rules.cards == CONTINUOUS or rules.cards == CONTINUOUS_NEW:
        brings = to_come
    total, seats = 0.0, rules.seats
    has_it = 1.0 / seats if holder == NOBODY else holding(rules, desk, which, size, left)
    for seat in range(seats):
        has = has_it if holder in (seat, NOBODY) else (1.0 - has_it) / (seats - 1)
        total += desk.sign[seat] * has * brings
    return desk.told[CARDS_COUNT] * total
