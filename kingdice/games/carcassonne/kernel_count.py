"""The count in numba: what stands on the table at the end of a game, what the cards bring, and who wins.

The same rules as `rules.points` and `cards.card_points`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_features import completed_beside, most_meeples
from kingdice.games.carcassonne.layout import (
    BY_CITY,
    CITY_CODE,
    CONTINUOUS,
    CONTINUOUS_NEW,
    EACH_FIELD,
    FIELD_CODE,
    FLAT_10,
    FLAT_15_40,
    KING,
    MONASTERY_CODE,
    NOBODY,
    OFFICIAL,
    ROBBER,
)

FIELD_POINTS, BY_CITY_POINTS = 3, 4
FLAT, FLAT_ONE, FLAT_HALF = 10, 15, 20


@njit(cache=True, nogil=True)
def count_points(rules, game, totals):
    """What each seat would have if the game ended now, into totals (seats, 6): by kind of feature, King, Robber."""
    for seat in range(rules.seats):
        for kind in range(4):
            totals[seat, kind] = game.points[seat, kind]
    for place in range(game.monasteries):
        seat = game.monastery_seat[place]
        if seat != NOBODY:
            totals[seat, MONASTERY_CODE] += 1 + game.monastery_around[place]
    by_city = rules.fields == BY_CITY
    for number in range(game.nodes):
        node = game.node[number]
        if node.parent != number or node.meeples == 0:
            continue
        if node.kind == FIELD_CODE:
            worth = 0
            if rules.fields == EACH_FIELD:
                worth = FIELD_POINTS * completed_beside(game, node.cities)
        else:
            worth = np.int64(node.size + node.pennants)
        if worth:
            seats = most_meeples(node.meeples)
            for seat in range(rules.seats):
                if seats >> seat & 1:
                    totals[seat, node.kind] += worth
    if rules.fields != EACH_FIELD:
        _count_by_cities(rules, game, totals, by_city)
    card_points(rules, game, totals)


@njit(cache=True, nogil=True)
def _count_by_cities(rules, game, totals, by_city):
    """Fields as older editions have them: city by city."""
    for number in range(game.nodes):
        city = game.node[number]
        if city.parent != number or city.kind != CITY_CODE or city.ends != 0:
            continue
        together, seats = np.uint64(0), 0
        for other in range(game.nodes):
            field = game.node[other]
            if field.parent == other and field.kind == FIELD_CODE and field.cities & city.cities:
                together += field.meeples
                seats |= most_meeples(field.meeples)
        if by_city:
            seats = most_meeples(together)
        for seat in range(rules.seats):
            if seats >> seat & 1:
                totals[seat, FIELD_CODE] += BY_CITY_POINTS if by_city else FIELD_POINTS


@njit(cache=True, nogil=True)
def card_points(rules, game, totals):
    """What the cards bring each seat: into columns 4 and 5 of totals."""
    both = game.cards[KING].holder == game.cards[ROBBER].holder
    for which in range(2):
        card = game.cards[which]
        for seat in range(rules.seats):
            worth = np.int64(0)
            if rules.cards == CONTINUOUS:
                worth = card.before[seat]
            elif rules.cards == CONTINUOUS_NEW:
                worth = card.then[seat]
            elif card.holder == seat:
                if rules.cards == OFFICIAL:
                    worth = card.counted
                elif rules.cards == FLAT_10:
                    worth = np.int64(FLAT)
                elif rules.cards == FLAT_15_40:
                    worth = np.int64(FLAT_HALF if both else FLAT_ONE)
            totals[seat, 4 + which] = worth


@njit(cache=True, nogil=True)
def find_winners(rules, totals):
    """The seats with most points, a bit each."""
    best, winners = np.int64(-1), np.int64(0)
    for seat in range(rules.seats):
        score = np.int64(0)
        for kind in range(6):
            score += totals[seat, kind]
        if score > best:
            best, winners = score, np.int64(0)
        if score == best:
            winners |= 1 << seat
    return winners
