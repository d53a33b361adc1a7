"""Random and greedy players in numba, move for move those of `strategies`.

The greedy ones look at kingdoms that a move can lead to (outcomes), first at those that are not spoilt: within the box
around the castle, and without a hole. Only if there is none they look at all. A hole stays a hole, as a domino has
two squares, so a placement that leaves one need not be looked at further.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.boards import (
    both,
    count,
    either,
    first_cell,
    is_empty,
    load,
    nth_cell,
    single,
    touching,
    without,
    without_first,
)
from kingdice.games.kingdomino.kernel_gains import find_borders, gain_by, joined_at
from kingdice.games.kingdomino.kernel_game import as_move, coin, free_picks, nth_pick, pick_in
from kingdice.games.kingdomino.kernel_kingdom import (
    directions_of,
    free_squares,
    lay,
    matching,
    other_square,
    place_of,
    ways,
)
from kingdice.games.kingdomino.layout import DIRECTION_STEP, NOBODY, NOTHING, NOWHERE, OCCUPIED

NOT_YET = -1
THIRD = 21846  # times a number of moves, of 65,536: dividing is slow


@njit(cache=True, nogil=True)
def random_move(rules, game):
    """Any legal move, all equally likely."""
    seat, domino = game.owner[game.turn], game.held[game.turn]
    picks = free_picks(rules, game)
    each = max(picks, 1)
    kingdom = game.kingdoms[seat]
    if domino == 0:
        return as_move(NOWHERE, nth_pick(rules, game, coin(game, seat, picks) if picks > 1 else 0))
    free = free_squares(rules, kingdom)
    first = matching(rules, kingdom, free, rules.terrain[domino, 0])
    second = matching(rules, kingdom, free, rules.terrain[domino, 1])
    rightwards, downwards = ways(free, first, second, 0), ways(free, first, second, 1)
    leftwards, upwards = ways(free, first, second, 2), ways(free, first, second, 3)
    in_0, in_1, in_2, in_3 = count(rightwards), count(downwards), count(leftwards), count(upwards)
    if directions_of(rules, domino) == 2:
        in_2 = in_3 = 0
    placements = in_0 + in_1 + in_2 + in_3
    moves = max(placements, 1) * each
    place = coin(game, seat, moves) if moves > 1 else 0
    way = place if each == 1 else place >> 1 if each == 2 else place >> 2 if each == 4 else (place * THIRD) >> 16
    pick = nth_pick(rules, game, place - way * each) if picks > 0 else NOTHING
    if placements == 0:
        return as_move(NOWHERE, pick)
    # no branches that depend on chance: those are mispredicted
    here, before, direction = rightwards, 0, 0
    if way >= in_0:
        here, before, direction = downwards, in_0, 1
    if way >= in_0 + in_1:
        here, before, direction = leftwards, in_0 + in_1, 2
    if way >= in_0 + in_1 + in_2:
        here, before, direction = upwards, in_0 + in_1 + in_2, 3
    return as_move(direction * DIRECTION_STEP + nth_cell(here, way - before), pick)


@njit(cache=True, nogil=True)
def greedy_move(rules, game, desk, ahead):
    """The move of `full-greedy` (ahead) or `greedy-random-draft`; a coin among equals."""
    seat, domino = game.owner[game.turn], game.held[game.turn]
    kingdom = game.kingdoms[seat]
    desk.found = 0
    if domino == 0 or kingdom.squares == 0:
        _by_crowns(rules, game, desk)
    else:
        desk.best = NOT_YET
        if not ahead or game.line < rules.lines:
            _find_borders(rules, game, kingdom, desk, ahead)
            clean = _is_clean(rules, kingdom)
            if clean:
                _look(rules, game, desk, ahead, clean)
            if desk.best == NOT_YET:
                clean = desk.best != NOT_YET  # False; as a literal it would have `_look` compiled once more
                _look(rules, game, desk, ahead, clean)
        if desk.best == NOT_YET:
            all_moves(rules, game, desk)
    if desk.found == 1:
        return desk.moves[0]
    return desk.moves[coin(game, seat, desk.found)]


@njit(cache=True, nogil=True)
def all_moves(rules, game, desk):
    """Write down all legal moves, in order."""
    kingdom, domino = game.kingdoms[game.owner[game.turn]], game.held[game.turn]
    desk.found = 0
    if domino > 0:
        free = free_squares(rules, kingdom)
        first = matching(rules, kingdom, free, rules.terrain[domino, 0])
        second = matching(rules, kingdom, free, rules.terrain[domino, 1])
        for direction in range(directions_of(rules, domino)):
            here = ways(free, first, second, direction)
            while not is_empty(here):
                _with_picks(rules, game, desk, direction * DIRECTION_STEP + first_cell(here))
                here = without_first(here)
    if desk.found == 0:
        _with_picks(rules, game, desk, np.int64(NOWHERE))


@njit(cache=True, nogil=True)
def _with_picks(rules, game, desk, placement):
    if game.line == rules.lines:
        _note(desk, as_move(placement, NOTHING))
        return
    for pick in range(rules.length):
        if game.taker[pick] == NOBODY:
            _note(desk, as_move(placement, pick))


@njit(cache=True, nogil=True)
def _note(desk, move):
    desk.moves[desk.found] = move
    desk.found += 1


@njit(cache=True, nogil=True)
def _by_crowns(rules, game, desk):
    """All moves that pick a domino with most crowns on one half."""
    all_moves(rules, game, desk)
    if game.line == rules.lines:
        return
    most = 0
    for pick in range(rules.length):
        if game.taker[pick] == NOBODY:
            most = max(most, _crowns_of(rules, game.next[pick]))
    kept = 0
    for place in range(desk.found):
        move = desk.moves[place]
        if _crowns_of(rules, game.next[pick_in(move)]) == most:
            desk.moves[kept] = move
            kept += 1
    desk.found = kept


@njit(cache=True, nogil=True)
def _crowns_of(rules, domino):
    return max(rules.crowns[domino, 0], rules.crowns[domino, 1])


@njit(cache=True, nogil=True)
def is_holed(rules, occupied):
    """Whether a square of the box around the castle can never be covered: no neighbour in it is free or the castle."""
    free = without(load(rules.middle, 0), occupied)
    return not is_empty(without(free, touching(either(free, load(rules.castle, 0)))))


@njit(cache=True, nogil=True)
def _is_clean(rules, kingdom):
    occupied = load(kingdom.boards, OCCUPIED)
    return is_empty(without(occupied, load(rules.middle, 0))) and not is_holed(rules, occupied)


@njit(cache=True, nogil=True)
def _find_borders(rules, game, kingdom, desk, ahead):
    """The borders of every terrain that the held domino or one on offer has."""
    domino = game.held[game.turn]
    wanted = 1 << rules.terrain[domino, 0] | 1 << rules.terrain[domino, 1]
    if ahead:
        for pick in range(rules.length):
            if game.taker[pick] == NOBODY:
                wanted |= 1 << rules.terrain[game.next[pick], 0] | 1 << rules.terrain[game.next[pick], 1]
    free = free_squares(rules, kingdom)
    for terrain in range(desk.borders.size):
        if wanted >> terrain & 1:
            find_borders(kingdom, terrain, free, desk.borders[terrain])


@njit(cache=True, nogil=True)
def _look(rules, game, desk, ahead, clean):
    """Look at all outcomes, or only at those that are not spoilt, and write down the moves that lead to the best."""
    kingdom, domino = game.kingdoms[game.owner[game.turn]], game.held[game.turn]
    one, other = rules.terrain[domino, 0], rules.terrain[domino, 1]
    free = free_squares(rules, kingdom)
    if clean:
        free = both(free, load(rules.middle, 0))
    first = matching(rules, kingdom, free, one)
    second = matching(rules, kingdom, free, other)
    nowhere = True
    for direction in range(directions_of(rules, domino)):
        here = ways(free, first, second, direction)
        while not is_empty(here):
            nowhere = False
            cell = first_cell(here)
            here = without_first(here)
            placement = direction * DIRECTION_STEP + cell
            gained = gain_at(rules, desk.borders, domino, cell, first_cell(other_square(single(free, cell), direction)))
            desk.tried[0] = kingdom
            lay(rules, desk.tried[0], domino, placement)
            if clean and is_holed(rules, load(desk.tried[0].boards, OCCUPIED)):
                continue
            _look_on(rules, game, desk, ahead, clean, placement, gained)
    if nowhere and not (clean and _fits(rules, kingdom, domino)):
        desk.tried[0] = kingdom
        _look_on(rules, game, desk, ahead, clean, np.int64(NOWHERE), np.int64(0))


@njit(cache=True, nogil=True)
def _fits(rules, kingdom, domino):
    """Whether a domino has any placement."""
    free = free_squares(rules, kingdom)
    first = matching(rules, kingdom, free, rules.terrain[domino, 0])
    second = matching(rules, kingdom, free, rules.terrain[domino, 1])
    for direction in range(2):  # the other two are the same ways, seen from the other half
        if not is_empty(ways(free, first, second, direction)):
            return True
        if not is_empty(ways(free, second, first, direction)):
            return True
    return False


@njit(cache=True, nogil=True)
def _look_on(rules, game, desk, ahead, clean, placement, gained):
    """The outcomes after the held domino was placed."""
    tried = desk.tried[0]
    if not ahead:
        value = gained + _bonus(rules, tried, tried.top, tried.bottom, tried.left, tried.right, tried.squares)
        if value > desk.best:
            desk.best, desk.found = value, 0
        if value == desk.best:
            _with_picks(rules, game, desk, placement)
        return
    domino = game.held[game.turn]
    one, other = rules.terrain[domino, 0], rules.terrain[domino, 1]
    free = free_squares(rules, tried)
    if clean:
        free = both(free, load(rules.middle, 0))
    ready = np.int64(0)  # terrains of the held domino whose borders are known anew
    for pick in range(rules.length):
        if game.taker[pick] != NOBODY:
            continue
        picked = game.next[pick]
        for side in range(2):
            terrain = rules.terrain[picked, side]
            if placement != NOWHERE and terrain in (one, other) and not ready >> terrain & 1:
                find_borders(tried, terrain, free, desk.new_borders[terrain])
                ready |= 1 << terrain
        value = _best_ahead(rules, desk, clean, picked, free, ready, gained)
        if value > desk.best:
            desk.best, desk.found = value, 0
        if value == desk.best and value != NOT_YET:
            _note(desk, as_move(placement, pick))


@njit(cache=True, nogil=True)
def _best_ahead(rules, desk, clean, picked, free, ready, gained):
    """The most that any outcome of picking a domino is worth, if it is as much as the best so far; else NOT_YET."""
    tried = desk.tried[0]
    occupied = load(tried.boards, OCCUPIED)
    one, other = rules.terrain[picked, 0], rules.terrain[picked, 1]
    near_one = desk.new_borders[one] if ready >> one & 1 else desk.borders[one]
    near_other = desk.new_borders[other] if ready >> other & 1 else desk.borders[other]
    crowns_one, crowns_other = rules.crowns[picked, 0], rules.crowns[picked, 1]
    first = matching(rules, tried, free, one)
    second = matching(rules, tried, free, other)
    best = desk.best
    found = False
    harmony = rules.harmony_points if tried.squares + 2 == rules.size * rules.size - 1 else 0
    for direction in range(directions_of(rules, picked)):
        here = ways(free, first, second, direction)
        while not is_empty(here):
            square = single(here, first_cell(here))
            beside = other_square(square, direction)
            cell, next_cell = first_cell(here), first_cell(beside)
            here = without_first(here)
            if one == other:
                joined = joined_at(near_one, cell) | joined_at(near_one, next_cell)
                value = gained + gain_by(near_one, joined, 2, crowns_one + crowns_other)
            else:
                value = gained + gain_by(near_one, joined_at(near_one, cell), 1, crowns_one)
                value += gain_by(near_other, joined_at(near_other, next_cell), 1, crowns_other)
            value += harmony
            if not clean or rules.middle_of_box:
                value += _middle_bonus_with(rules, tried, cell, next_cell)
            elif clean:
                value += rules.middle_points
            if value < best or (found and value == best):
                continue
            if clean and is_holed(rules, either(occupied, either(square, beside))):
                continue
            best, found = value, True
    return best if found else NOT_YET


@njit(cache=True, nogil=True)
def gain_at(rules, borders, domino, cell, next_cell):
    """What a domino on two squares adds to the points of a kingdom with these borders."""
    one, other = rules.terrain[domino, 0], rules.terrain[domino, 1]
    if one == other:
        joined = joined_at(borders[one], cell) | joined_at(borders[one], next_cell)
        return gain_by(borders[one], joined, 2, rules.crowns[domino, 0] + rules.crowns[domino, 1])
    first = gain_by(borders[one], joined_at(borders[one], cell), 1, rules.crowns[domino, 0])
    return first + gain_by(borders[other], joined_at(borders[other], next_cell), 1, rules.crowns[domino, 1])


@njit(cache=True, nogil=True)
def _middle_bonus_with(rules, kingdom, cell, next_cell):
    """The Middle Kingdom's points once two more squares are covered."""
    if rules.middle_points == 0:
        return 0
    row, column = place_of(rules, kingdom, cell)
    next_row, next_column = place_of(rules, kingdom, next_cell)
    top, bottom = min(kingdom.top, row, next_row), max(kingdom.bottom, row, next_row)
    left, right = min(kingdom.left, column, next_column), max(kingdom.right, column, next_column)
    return _bonus(rules, kingdom, top, bottom, left, right, 0)


@njit(cache=True, nogil=True)
def _bonus(rules, kingdom, top, bottom, left, right, squares):
    """Points for the middle of a box, and for all its squares covered."""
    points = rules.harmony_points if squares == rules.size * rules.size - 1 else 0
    if rules.middle_of_box:
        return points + (rules.middle_points if -top == bottom and -left == right else 0)
    reach = rules.size // 2
    middle = bottom <= reach and right <= reach and top >= -reach and left >= -reach
    return points + (rules.middle_points if middle else 0)
