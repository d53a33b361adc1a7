"""What a whole position promises, in numba: points scored, and what stands on the table as greedy players judge it.

Where `kernel_greedy` works out what one tile changes, this adds everything up; searches stop here before the end.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_cards import card_value
from kingdice.games.carcassonne.kernel_count import count_points
from kingdice.games.carcassonne.kernel_judgement import (
    FIELD_POINTS,
    city_or_road,
    for_most,
    in_hand,
    monastery,
    survey,
)
from kingdice.games.carcassonne.layout import CONTINUOUS, FIELD_CODE, KING, NO_CARDS, NOBODY, ROBBER

POINTS_OF_LEAD = 10.0  # that raise even chances to 73 %


@njit(cache=True, nogil=True)
def outlook(rules, game, desk):
    """The lead that the position promises the player whose turn it is, others counted as `rivals` says."""
    survey(rules, game, desk)
    value = 0.0
    for seat in range(rules.seats):
        scored = 0.0
        for kind in range(4):
            scored += game.points[seat, kind]
        for which in range(2):
            if rules.cards == CONTINUOUS:
                scored += game.cards[which].before[seat]
            elif rules.cards > CONTINUOUS:
                scored += game.cards[which].then[seat]
        value += desk.sign[seat] * (scored + in_hand(desk, seat, game.meeples[seat]))
    for number in range(game.nodes):
        node = game.node[number]
        if node.parent != number or node.meeples == 0:
            continue
        if node.kind == FIELD_CODE:
            continue
        size, pennants, ends = np.int64(node.size), np.int64(node.pennants), np.int64(node.ends)
        value += city_or_road(rules, desk, node.kind, size, pennants, ends, desk.chance[number], node.meeples)
    for place in range(desk.farms):
        meeples = game.node[desk.farm[place]].meeples
        value += for_most(rules, desk, meeples, FIELD_POINTS * desk.farm_cities[place] + desk.field)
    for place in range(game.monasteries):
        seat = np.int64(game.monastery_seat[place])
        if seat != NOBODY:
            value += monastery(desk, seat, np.int64(game.monastery_around[place]))
    if rules.cards != NO_CARDS:
        king, robber, left = game.cards[KING], game.cards[ROBBER], rules.drawn - game.next
        value += card_value(rules, desk, KING, king.holder, robber.holder, king.size, king.counted, left)
        value += card_value(rules, desk, ROBBER, robber.holder, king.holder, robber.size, robber.counted, left)
    return value


@njit(cache=True, nogil=True)
def chance_of_winning(rules, game, desk, totals, seat):
    """A seat's chance of winning by its lead, counted at the end and promised before it (a logistic curve)."""
    if game.over == 0:
        game.seat = seat
        lead = outlook(rules, game, desk)
    else:
        count_points(rules, game, totals)
        own, others = 0.0, -np.inf
        for other in range(rules.seats):
            score = 0.0
            for kind in range(6):
                score += totals[other, kind]
            if other == seat:
                own = score
            else:
                others = max(others, score)
        lead = own - others
    return 1.0 / (1.0 + math.exp(-lead / POINTS_OF_LEAD))
