"""A far-sighted player, in numba: every move is judged by what it brings and by what it promises.

A kingdom promises more where crowns can still grow, where squares without crowns may still get some, and where nothing
is walled in; a domino on offer by what it would bring next and by how early it lets its king act. These are the
features (`layout.FEATURES`); their weights, by how many dominoes are still to be placed, are fitted in self-play
(`fit`, `sight.toml`). Features of a kingdom after the held domino is placed, where "room" is the squares that it may
still cover (those around the castle, while it can still be in the middle):

- one: 1; middle: 1 while the castle is in the middle, by the reading that is played; harmonious: 1 while nothing is
  discarded;
- holes: single squares of room; odd: pieces of room with an odd number of squares;
- growing: crowns of properties that touch room, each times the terrain's share of the squares still to come;
  growing_wide: the same times the squares of room that the property touches, 4 at most;
- waiting, waiting_wide: the same with squares in the place of crowns, times the terrain's crowns a square
  still to come;
- terrains: share of squares still to come whose terrain touches room; edges: that times the squares that it touches.

Features of a pick: gain: the most points that it can bring next; misfit: 1 if it fits nowhere; rank, rank_squared: its
place in the line; crowns: its crowns.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.boards import (
    both,
    count,
    first_cell,
    is_empty,
    load,
    single,
    touching,
    without,
    without_first,
)
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS
from kingdice.games.kingdomino.kernel_gains import find_borders, gain_by, joined_at
from kingdice.games.kingdomino.kernel_game import as_move
from kingdice.games.kingdomino.kernel_greedy import gain_at
from kingdice.games.kingdomino.kernel_kingdom import (
    crowns_in,
    directions_of,
    free_squares,
    is_middle,
    lay,
    matching,
    other_square,
    points_of,
    property_of,
    ways,
)
from kingdice.games.kingdomino.layout import DIRECTION_STEP, FEATURES, NOBODY, NOTHING, NOWHERE, OCCUPIED, STAGES

KINDS = len(TERRAINS)
(
    ONE,
    MIDDLE,
    HARMONIOUS,
    HOLES,
    ODD,
    GROWING,
    GROWING_WIDE,
    WAITING,
    WAITING_WIDE,
    TERRAINS_WANTED,
    EDGES,
    GAIN,
    MISFIT,
    RANK,
    RANK_SQUARED,
    CROWNS,
) = range(len(FEATURES))


@njit(cache=True, nogil=True)
def note_shares(rules, game, shares):
    """By terrain, its share of the squares still to come, and crowns a square of its own."""
    shares[:] = 0.0
    squares = 0
    for place in range(game.drawn, DOMINOES):
        for side in range(2):
            terrain = rules.terrain[game.deck[place], side]
            shares[0, terrain] += 1
            shares[1, terrain] += rules.crowns[game.deck[place], side]
            squares += 1
    if game.line < rules.lines:
        for place in range(rules.length):
            if game.taker[place] < 0:  # nobody's, wanted or not
                for side in range(2):
                    terrain = rules.terrain[game.next[place], side]
                    shares[0, terrain] += 1
                    shares[1, terrain] += rules.crowns[game.next[place], side]
                    squares += 1
    if squares > 0:
        for terrain in range(KINDS):
            shares[1, terrain] /= max(shares[0, terrain], 1.0)
            shares[0, terrain] /= squares


@njit(cache=True, nogil=True)
def note_promises(rules, kingdom, room, shares, features):
    """The features of a kingdom; `room` are the squares that it may still cover."""
    features[:] = 0.0
    features[ONE] = 1.0
    features[MIDDLE] = 1.0 if is_middle(rules, kingdom) else 0.0
    features[HARMONIOUS] = 1.0 if kingdom.discarded == 0 else 0.0
    features[HOLES] = count(without(room, touching(room)))
    rest = room
    while not is_empty(rest):
        found = property_of(single(rest, first_cell(rest)), room)
        rest = without(rest, found)
        features[ODD] += count(found) & 1
    for terrain in range(KINDS):
        squares = load(kingdom.boards, terrain)
        if is_empty(squares):
            continue
        beside = both(touching(squares), room)
        if is_empty(beside):
            continue
        features[TERRAINS_WANTED] += shares[0, terrain]
        features[EDGES] += count(beside) * shares[0, terrain]
        while not is_empty(squares):
            found = property_of(single(squares, first_cell(squares)), squares)
            squares = without(squares, found)
            edge = count(both(touching(found), room))
            if edge == 0:
                continue
            crowns, size = crowns_in(kingdom, found), count(found)
            features[GROWING] += crowns * shares[0, terrain]
            features[GROWING_WIDE] += crowns * min(edge, 4) * shares[0, terrain]
            features[WAITING] += size * shares[1, terrain] * shares[0, terrain]
            features[WAITING_WIDE] += size * min(edge, 4) * shares[1, terrain] * shares[0, terrain]


@njit(cache=True, nogil=True)
def far_sighted_move(rules, game, desk):
    """The move that promises most, the first among equals; its features are left in `desk.noted`."""
    judge_moves(rules, game, desk)
    best = 0
    for place in range(1, desk.found):
        if desk.values[place] > desk.values[best]:
            best = place
    return desk.moves[best]


@njit(cache=True, nogil=True)
def judge_moves(rules, game, desk):
    """Write down all moves that are worth a thought, and what each promises, in points at the end of the round.

    While the castle can still be in the middle, only placements that leave it so are thought of, if there are any.
    """
    kingdom, domino = game.kingdoms[game.owner[game.turn]], game.held[game.turn]
    desk.found, desk.value = 0, -np.inf
    note_shares(rules, game, desk.shares)
    stage = stage_of(rules, game)
    if domino == 0:
        desk.tried[0] = kingdom
        _judge(rules, game, desk, stage, np.int64(NOWHERE), np.int64(0), kingdom.squares == 0)
        return
    free = free_squares(rules, kingdom)
    for terrain in range(KINDS):
        find_borders(kingdom, terrain, free, desk.borders[terrain])
    points = points_of(kingdom)
    inside = is_empty(without(load(kingdom.boards, OCCUPIED), load(rules.middle, 0)))
    if inside:
        _judge_placements(rules, game, desk, stage, points, inside)
    if desk.found == 0:
        inside = desk.found != 0
        _judge_placements(rules, game, desk, stage, points, inside)
    if desk.found == 0:
        inside = is_empty(without(load(kingdom.boards, OCCUPIED), load(rules.middle, 0)))
        desk.tried[0] = kingdom
        desk.tried[0].discarded += 1
        _judge(rules, game, desk, stage, np.int64(NOWHERE), points, inside)


@njit(cache=True, nogil=True)
def stage_of(rules, game):
    """Own dominoes still to be placed after this turn, of twelve."""
    each = rules.kings // rules.seats
    to_come = each * (rules.lines - game.line)
    if each == 2 and game.line > 0:
        for king in range(game.turn + 1, rules.kings):
            if game.owner[king] == game.owner[game.turn]:
                to_come += 1
    return min(to_come * (STAGES - 1) // (each * rules.lines), STAGES - 1)


@njit(cache=True, nogil=True)
def _judge_placements(rules, game, desk, stage, points, inside):
    kingdom, domino = game.kingdoms[game.owner[game.turn]], game.held[game.turn]
    free = free_squares(rules, kingdom)
    if inside:
        free = both(free, load(rules.middle, 0))
    first = matching(rules, kingdom, free, rules.terrain[domino, 0])
    second = matching(rules, kingdom, free, rules.terrain[domino, 1])
    for direction in range(directions_of(rules, domino)):
        here = ways(free, first, second, direction)
        while not is_empty(here):
            cell = first_cell(here)
            here = without_first(here)
            gained = gain_at(rules, desk.borders, domino, cell, first_cell(other_square(single(free, cell), direction)))
            desk.tried[0] = kingdom
            placement = direction * DIRECTION_STEP + cell
            lay(rules, desk.tried[0], domino, placement)
            _judge(rules, game, desk, stage, placement, points + gained, inside)


@njit(cache=True, nogil=True)
def _judge(rules, game, desk, stage, placement, points, inside):
    """Judge a placement with every pick."""
    tried, features, weights = desk.tried[0], desk.features, rules.sight[stage]
    value = points + 0.0
    if is_middle(rules, tried):
        value += rules.middle_points
    if game.line == rules.lines:
        if tried.discarded == 0:
            value += rules.harmony_points
        _note(desk, as_move(placement, NOTHING), value)
        return
    room = free_squares(rules, tried)
    if inside:
        room = both(room, load(rules.middle, 0))
    note_promises(rules, tried, room, desk.shares, features)
    for place in range(GAIN):
        value += weights[place] * features[place]
    for terrain in range(KINDS):
        find_borders(tried, terrain, room, desk.new_borders[terrain])
    for pick in range(rules.length):
        if game.taker[pick] != NOBODY:
            continue
        gain = _best_gain(rules, desk, game.next[pick], room)
        features[GAIN], features[MISFIT] = max(gain, 0), np.float64(gain < 0)
        features[RANK], features[RANK_SQUARED] = pick, pick * pick
        features[CROWNS] = rules.crowns[game.next[pick], 0] + rules.crowns[game.next[pick], 1]
        promised = value
        for place in range(GAIN, features.size):
            promised += weights[place] * features[place]
        _note(desk, as_move(placement, pick), promised)


@njit(cache=True, nogil=True)
def _note(desk, move, value):
    desk.moves[desk.found], desk.values[desk.found] = move, value
    desk.found += 1
    if value > desk.value:
        desk.value = value
        desk.noted[:] = desk.features


@njit(cache=True, nogil=True)
def _best_gain(rules, desk, picked, room):
    """The most points that a domino could bring next, or -1 if it fits nowhere."""
    tried = desk.tried[0]
    one, other = rules.terrain[picked, 0], rules.terrain[picked, 1]
    near_one, near_other = desk.new_borders[one], desk.new_borders[other]
    crowns_one, crowns_other = rules.crowns[picked, 0], rules.crowns[picked, 1]
    first = matching(rules, tried, room, one)
    second = matching(rules, tried, room, other)
    best = -1
    for direction in range(directions_of(rules, picked)):
        here = ways(room, first, second, direction)
        while not is_empty(here):
            cell = first_cell(here)
            next_cell = first_cell(other_square(single(room, cell), direction))
            here = without_first(here)
            if one == other:
                joined = joined_at(near_one, cell) | joined_at(near_one, next_cell)
                gain = gain_by(near_one, joined, 2, crowns_one + crowns_other)
            else:
                gain = gain_by(near_one, joined_at(near_one, cell), 1, crowns_one)
                gain += gain_by(near_other, joined_at(near_other, next_cell), 1, crowns_other)
            best = max(best, gain)
    return best
