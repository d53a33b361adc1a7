"""Greedy players in numba: every move judged by what the position promises afterwards, and the best one made.

One ply: no answer of the others is thought of. Only what a tile changes is worked out anew: the features that it
joins, those whose open ends it makes easier or harder to fill, fields beside cities whose chance changes, monasteries
next to it, meeples spent and meeples that come back.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_cards import cards_gain
from kingdice.games.carcassonne.kernel_features import is_free, join, root_of, step_to
from kingdice.games.carcassonne.kernel_game import as_move, coin
from kingdice.games.carcassonne.kernel_judgement import (
    FIELD_POINTS,
    city_or_road,
    facing_root,
    filled,
    for_most,
    in_hand,
    monastery,
    survey,
)
from kingdice.games.carcassonne.layout import (
    FIELD_CODE,
    MONASTERY_CODE,
    NO_SEGMENT,
    NOBODY,
    ROTATION_STEP,
)
from kingdice.games.carcassonne.play import SPAN
from kingdice.simulation.bits import lowest_bit

EQUAL = 1e-9


@njit(cache=True, nogil=True)
def greedy_move(rules, game, joint, desk, minds_cards):
    """The best move, or any of those that are as good."""
    return desk.moves[coin(game, game.seat, good_moves(rules, game, joint, desk, minds_cards))]


@njit(cache=True, nogil=True)
def good_moves(rules, game, joint, desk, minds_cards):
    """Write down the moves that are as good as any; returns how many they are."""
    judge_moves(rules, game, joint, desk, minds_cards)
    best = desk.values[0]
    for place in range(1, desk.found):
        best = max(best, desk.values[place])
    good = np.int64(0)
    for place in range(desk.found):
        if desk.values[place] >= best - EQUAL:
            desk.moves[good] = desk.moves[place]
            good += 1
    return good


@njit(cache=True, nogil=True)
def judge_moves(rules, game, joint, desk, minds_cards):
    """Write down every move that makes a difference, and what it would change for the better."""
    survey(rules, game, desk)
    desk.found = 0
    for place in range(game.open):
        cell = np.int64(game.open_cells[place])
        bits = rules.fits[game.held, game.code[cell]] & rules.unlike[game.held]
        for rotation in range(4):
            if bits >> rotation & 1:
                face = game.held * 4 + rotation
                join(rules, game, cell, face, joint)
                _find_chances(rules, game, joint, desk, cell, face)
                _judge_placement(rules, game, joint, desk, cell, cell * ROTATION_STEP + rotation, minds_cards)


@njit(cache=True, nogil=True)
def _find_chances(rules, game, joint, desk, cell, face):
    """Chances of the features that the tile would belong to, and of those beside which it would lie."""
    for segment in range(joint.segments):
        joint.chance[segment] = 0.0
    for place in range(joint.joined):
        joint.chance[joint.root_group[place]] += desk.chance[joint.root[place]]
    desk.others = 0
    here = filled(rules, desk, np.int64(game.code[cell]))
    for side in range(4):
        segment = np.int64(rules.at_side[face, side])
        beside = step_to(cell, side)
        if game.face[beside] != 0:
            if segment != NO_SEGMENT:
                joint.chance[joint.group[segment]] -= here
            continue
        code = np.int64(game.code[beside])
        promise = filled(rules, desk, code | np.int64(rules.edges[face, side]) << 2 * (side ^ 2))
        if segment != NO_SEGMENT:
            joint.chance[joint.group[segment]] += promise
        if code != 0:
            change = promise - filled(rules, desk, code)
            if change != 0.0:
                _change_chances(rules, game, joint, desk, beside, side ^ 2, change)


@njit(cache=True, nogil=True)
def _change_chances(rules, game, joint, desk, cell, but, change):
    """A free place is harder to fill: note it for the features that end there at the other sides."""
    for side in range(4):
        if side == but:
            continue
        root = facing_root(rules, game, cell, side)
        if root < 0:
            continue
        place = _place_of(joint, root)
        if place >= 0:
            joint.chance[joint.root_group[place]] += change
            continue
        place = 0
        while place < desk.others and desk.other[place] != root:
            place += 1
        if place == desk.others:
            desk.other[place], desk.change[place] = root, 0.0
            desk.others += 1
        desk.change[place] += change


@njit(cache=True, nogil=True)
def _place_of(joint, root):
    """Where a feature stands among those that the tile joins; -1 if it does not."""
    for place in range(joint.joined):
        if joint.root[place] == root:
            return place
    return -1


@njit(cache=True, nogil=True)
def _judge_placement(rules, game, joint, desk, cell, placement, minds_cards):
    """Write down the moves with a tile in a place: without a meeple, and with one on every feature that is free."""
    kind, me = game.held, game.seat
    for seat in range(rules.seats):
        desk.returned[seat] = 0
    value = _cities_and_roads(rules, game, joint, desk, kind)
    value += _fields(rules, game, joint, desk, kind)
    value += _monasteries(rules, game, desk, cell)
    for seat in range(rules.seats):
        hand = game.meeples[seat]
        if seat != me and desk.returned[seat] > 0:
            gain = in_hand(desk, seat, hand + desk.returned[seat]) - in_hand(desk, seat, hand)
            value += desk.sign[seat] * gain
    if minds_cards:
        value += cards_gain(rules, game, joint, desk)
    hand, back = game.meeples[me], desk.returned[me]
    before = in_hand(desk, me, hand)
    _note(desk, as_move(placement, NO_SEGMENT), value + in_hand(desk, me, hand + back) - before)
    if hand == 0:
        return
    one = np.uint64(1) << np.uint64(8 * me)
    for segment in range(joint.segments):
        code, returns = rules.kind[kind, segment], 0
        if joint.group[segment] != segment or not is_free(rules, kind, joint, segment):
            continue
        if desk.without >> np.int64(code) & 1:
            continue
        if code == FIELD_CODE:
            cities = _cities_then(game, joint, desk, rules.cities[kind], joint.cities[segment])
            gain = for_most(rules, desk, one, FIELD_POINTS * cities + desk.field)
        elif code == MONASTERY_CODE:
            around = _tiles_around(game, cell)
            gain = monastery(desk, me, around)
            returns = np.int64(around == 8)
        else:
            ends = joint.ends[segment]
            returns = np.int64(ends == 0)
            gain = _of_group(rules, joint, desk, code, segment, one)
        gain += in_hand(desk, me, hand - 1 + back + returns) - before
        _note(desk, as_move(placement, segment), value + gain)


@njit(cache=True, nogil=True)
def _note(desk, move, value):
    desk.moves[desk.found], desk.values[desk.found] = move, value
    desk.found += 1


@njit(cache=True, nogil=True)
def _of_group(rules, joint, desk, code, segment, meeples):
    """What a city or road with the tile would promise."""
    size, pennants, ends = joint.size[segment], joint.pennants[segment], joint.ends[segment]
    return city_or_road(rules, desk, code, size, pennants, ends, joint.chance[segment], meeples)


@njit(cache=True, nogil=True)
def _of_root(rules, game, desk, root, change):
    """What a city or road on the table promises."""
    one = game.node[root]
    size, pennants, ends = np.int64(one.size), np.int64(one.pennants), np.int64(one.ends)
    return city_or_road(rules, desk, one.kind, size, pennants, ends, desk.chance[root] + change, one.meeples)


@njit(cache=True, nogil=True)
def _cities_and_roads(rules, game, joint, desk, kind):
    """What changes for cities and roads; notes whose meeples come back."""
    value = 0.0
    for place in range(joint.joined):
        root = joint.root[place]
        if game.node[root].kind != FIELD_CODE and game.node[root].meeples != 0:
            value -= _of_root(rules, game, desk, root, 0.0)
    for segment in range(joint.segments):
        code, meeples = rules.kind[kind, segment], joint.meeples[segment]
        if joint.group[segment] != segment or code >= FIELD_CODE or meeples == 0:
            continue
        value += _of_group(rules, joint, desk, code, segment, meeples)
        if joint.ends[segment] == 0:
            for seat in range(rules.seats):
                desk.returned[seat] += np.int64(meeples >> np.uint64(8 * seat) & np.uint64(0xFF))
    for place in range(desk.others):
        root = desk.other[place]
        if game.node[root].meeples != 0:
            value += _of_root(rules, game, desk, root, desk.change[place]) - _of_root(rules, game, desk, root, 0.0)
    return value


@njit(cache=True, nogil=True)
def _cities_then(game, joint, desk, own, cities):
    """How many completed cities a field will border once the tile lies there, which has `own` city segments."""
    found = 0.0
    for segment in range(own):
        if joint.group[segment] == segment and cities & joint.cities[segment]:
            found += 1.0 if joint.ends[segment] == 0 else math.exp(joint.chance[segment])
            cities &= ~joint.cities[segment]
    while cities != 0:
        root = root_of(game, np.int64(game.city_node[lowest_bit(cities)]))
        change = 0.0
        for place in range(desk.others):
            if desk.other[place] == root:
                change = desk.change[place]
        found += desk.done[root] if change == 0.0 else math.exp(desk.chance[root] + change)
        cities &= ~game.node[root].cities
    return found


@njit(cache=True, nogil=True)
def _fields(rules, game, joint, desk, kind):
    """What changes for fields on which somebody stands: they grow together, and cities beside them get more likely."""
    value, own, touched = 0.0, rules.cities[kind], np.uint64(0)
    for segment in range(own):
        touched |= joint.cities[segment]
    for place in range(desk.others):
        touched |= game.node[desk.other[place]].cities
    for number in range(desk.farms):
        farm, cities = game.node[desk.farm[number]], desk.farm_cities[number]
        if _place_of(joint, desk.farm[number]) >= 0:
            value -= for_most(rules, desk, farm.meeples, FIELD_POINTS * cities + desk.field)
        elif farm.cities & touched:
            more = _cities_then(game, joint, desk, own, farm.cities) - cities
            value += for_most(rules, desk, farm.meeples, FIELD_POINTS * more)
    for segment in range(own, joint.segments):
        meeples = joint.meeples[segment]
        if meeples != 0 and joint.group[segment] == segment and rules.kind[kind, segment] == FIELD_CODE:
            points = FIELD_POINTS * _cities_then(game, joint, desk, own, joint.cities[segment]) + desk.field
            value += for_most(rules, desk, meeples, points)
    return value


@njit(cache=True, nogil=True)
def _monasteries(rules, game, desk, cell):
    """What changes for monasteries next to the tile; notes whose meeples come back."""
    value, row, column = 0.0, cell // SPAN, cell % SPAN
    for place in range(game.monasteries):
        other, seat = game.monastery_cell[place], np.int64(game.monastery_seat[place])
        if seat != NOBODY and abs(other // SPAN - row) <= 1 and abs(other % SPAN - column) <= 1:
            around = np.int64(game.monastery_around[place])
            value += monastery(desk, seat, around + 1) - monastery(desk, seat, around)
            desk.returned[seat] += around == 7
    return value


@njit(cache=True, nogil=True)
def _tiles_around(game, cell):
    """How many of the eight places around one have a tile."""
    around = np.int64(0)
    for down in range(-1, 2):
        for across in range(-1, 2):
            around += game.face[cell + down * SPAN + across] > 0
    return around
