"""A kingdom in numba: where a domino may go, and what it all counts, from the bits of its boards.

The same rules as `kingdom`, and the same numbers of placements.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.boards import (
    both,
    count,
    down,
    either,
    first_cell,
    is_empty,
    left,
    load,
    nth_cell,
    right,
    same,
    single,
    store,
    touching,
    up,
    when,
    without,
)
from kingdice.games.kingdomino.dominoes import TERRAINS
from kingdice.games.kingdomino.layout import BOARDS, DIRECTION_STEP, NOWHERE, OCCUPIED, ONES, TWOS

KINDS = len(TERRAINS)


@njit(cache=True, nogil=True)
def clear_kingdom(rules, kingdom):
    """Nothing but the castle."""
    castle = load(rules.castle, 0)
    for which in range(BOARDS):
        store(kingdom.boards, which, without(castle, castle))
    store(kingdom.boards, OCCUPIED, castle)
    kingdom.top = kingdom.bottom = kingdom.left = kingdom.right = 0
    kingdom.squares = kingdom.discarded = 0


@njit(cache=True, nogil=True)
def free_squares(rules, kingdom):
    """Empty squares within the box that may still be covered, no farther than two from the kingdom's own."""
    far = rules.size - 1
    rows = load(rules.row_window, (kingdom.top + far) * rules.size + kingdom.bottom)
    columns = load(rules.column_window, (kingdom.left + far) * rules.size + kingdom.right)
    return without(both(rows, columns), load(kingdom.boards, OCCUPIED))


@njit(cache=True, nogil=True)
def matching(rules, kingdom, free, terrain):
    """Free squares beside the castle or this terrain."""
    return both(free, touching(either(load(kingdom.boards, terrain), load(rules.castle, 0))))


@njit(cache=True, nogil=True)
def ways(free, first, second, direction):
    """The first squares of all placements in a direction.

    Parameters
    ----------
    free, first, second : boards
        Free squares; those that match the first half; those that match the second one.
    direction : int
        See `kingdom.DIRECTIONS`.
    """
    if direction == 0:
        return either(both(first, left(free)), both(free, left(second)))
    if direction == 1:
        return either(both(first, up(free)), both(free, up(second)))
    if direction == 2:
        return either(both(first, right(free)), both(free, right(second)))
    return either(both(first, down(free)), both(free, down(second)))


@njit(cache=True, nogil=True)
def other_square(first, direction):
    """The board of a domino's second square, from that of its first."""
    beside = either(when(direction == 0, right(first)), when(direction == 1, down(first)))
    return either(beside, either(when(direction == 2, left(first)), when(direction == 3, up(first))))


@njit(cache=True, nogil=True)
def directions_of(rules, domino):
    """In how many directions a domino can lie; turned round, a double is the same."""
    alike = rules.terrain[domino, 0] == rules.terrain[domino, 1] and rules.crowns[domino, 0] == rules.crowns[domino, 1]
    return 2 if alike else 4


@njit(cache=True, nogil=True)
def placement_count(rules, kingdom, domino):
    """How many placements a domino has."""
    free = free_squares(rules, kingdom)
    first = matching(rules, kingdom, free, rules.terrain[domino, 0])
    second = matching(rules, kingdom, free, rules.terrain[domino, 1])
    found = 0
    for direction in range(directions_of(rules, domino)):
        found += count(ways(free, first, second, direction))
    return found


@njit(cache=True, nogil=True)
def nth_placement(rules, kingdom, domino, place):
    """Placement number `place` of a domino: direction * DIRECTION_STEP + cell; NOWHERE if it has not so many."""
    free = free_squares(rules, kingdom)
    first = matching(rules, kingdom, free, rules.terrain[domino, 0])
    second = matching(rules, kingdom, free, rules.terrain[domino, 1])
    for direction in range(directions_of(rules, domino)):
        here = ways(free, first, second, direction)
        number = count(here)
        if place < number:
            return direction * DIRECTION_STEP + nth_cell(here, place)
        place -= number
    return NOWHERE


@njit(cache=True, nogil=True)
def lay(rules, kingdom, domino, placement):
    """Put a domino down; returns nothing, counts nothing but squares."""
    direction, cell = placement // DIRECTION_STEP, placement % DIRECTION_STEP
    square = single(load(kingdom.boards, OCCUPIED), cell)
    for side in range(2):
        if side == 1:
            square = other_square(square, direction)
            cell = first_cell(square)
        _cover(kingdom, square, rules.terrain[domino, side], rules.crowns[domino, side])
        _stretch(rules, kingdom, cell)
    kingdom.squares += 2


@njit(cache=True, nogil=True)
def _cover(kingdom, square, terrain, crowns):
    boards = kingdom.boards
    store(boards, terrain, either(load(boards, terrain), square))
    store(boards, OCCUPIED, either(load(boards, OCCUPIED), square))
    store(boards, ONES, either(load(boards, ONES), when(crowns & 1, square)))
    store(boards, TWOS, either(load(boards, TWOS), when(crowns >> 1, square)))


@njit(cache=True, nogil=True)
def _stretch(rules, kingdom, cell):
    """Let the box reach a cell."""
    row, column = place_of(rules, kingdom, cell)
    kingdom.top = min(kingdom.top, row)
    kingdom.bottom = max(kingdom.bottom, row)
    kingdom.left = min(kingdom.left, column)
    kingdom.right = max(kingdom.right, column)


@njit(cache=True, nogil=True)
def place_of(rules, kingdom, cell):
    """Row and column, from the castle, of a cell that is within reach."""
    if rules.size == 5:
        row, column = cell // 8 - 4, cell % 8 - 4
        return (
            row + 8 if row < kingdom.bottom - 4 else row,
            column + 8 if column < kingdom.right - 4 else column,
        )
    row, column = cell // 12 - 5, cell % 12 - 6
    if row < kingdom.bottom - 6:
        row += 10
    elif row > kingdom.top + 6:
        row -= 10
    if column < kingdom.right - 6:
        column += 12
    return row, column


@njit(cache=True, nogil=True)
def property_of(square, terrain):
    """All squares of a terrain's board that are connected with some of its squares.

    Four steps between two looks at whether there are more: most properties are done by then, so the look is predicted.
    """
    while True:
        for _ in range(3):
            square = both(either(square, touching(square)), terrain)
        more = both(either(square, touching(square)), terrain)
        if same(more, square):
            return square
        square = more


@njit(cache=True, nogil=True)
def crowns_in(kingdom, squares):
    """Crowns on squares."""
    return count(both(squares, load(kingdom.boards, ONES))) + 2 * count(both(squares, load(kingdom.boards, TWOS)))


@njit(cache=True, nogil=True)
def points_of(kingdom):
    """Points of all properties, no bonus."""
    points = 0
    crowned = either(load(kingdom.boards, ONES), load(kingdom.boards, TWOS))
    for terrain in range(KINDS):
        squares = load(kingdom.boards, terrain)
        rest = both(squares, crowned)
        if is_empty(rest):
            continue
        alone = without(rest, touching(squares))
        points += crowns_in(kingdom, alone)
        rest = without(rest, alone)
        while not is_empty(rest):
            found = property_of(single(rest, first_cell(rest)), squares)
            points += count(found) * crowns_in(kingdom, found)
            rest = without(rest, found)
    return points


@njit(cache=True, nogil=True)
def properties_of(kingdom):
    """Points, squares of the largest property, and by terrain points (10 bits each) and squares (8 bits each)."""
    points = largest = packed_points = packed_squares = 0
    for terrain in range(KINDS):
        squares = load(kingdom.boards, terrain)
        if is_empty(squares):
            continue
        rest = both(squares, touching(squares))
        worth = crowns_in(kingdom, without(squares, rest))  # squares without a neighbour need no search
        largest = max(largest, 1)
        while not is_empty(rest):
            found = property_of(single(rest, first_cell(rest)), squares)
            size = count(found)
            largest = max(largest, size)
            worth += size * crowns_in(kingdom, found)
            rest = without(rest, found)
        points += worth
        packed_points += worth << (10 * terrain)
        packed_squares += count(squares) << (8 * terrain)
    return points, largest, packed_points, packed_squares


@njit(cache=True, nogil=True)
def is_middle(rules, kingdom):
    """Whether the castle is in the middle, by the reading that is played."""
    if rules.middle_of_box:
        return -kingdom.top == kingdom.bottom and -kingdom.left == kingdom.right
    reach = rules.size // 2
    return kingdom.bottom <= reach and kingdom.right <= reach and kingdom.top >= -reach and kingdom.left >= -reach


@njit(cache=True, nogil=True)
def gain_of(kingdom, new, terrain, size, crowns):
    """What `size` new squares of terrain, side by side, add to the points of a kingdom that they are not in yet."""
    board = load(kingdom.boards, terrain)
    near = both(touching(new), board)
    all_crowns, before = crowns, 0
    while not is_empty(near):
        found = property_of(single(near, first_cell(near)), board)
        squares, on_it = count(found), crowns_in(kingdom, found)
        size += squares
        all_crowns += on_it
        before += squares * on_it
        near = without(near, found)
    return np.int64(size * all_crowns - before)


@njit(cache=True, nogil=True)
def points_with(rules, kingdom, domino, placement):
    """Points of all properties once a domino (0: none) is placed (NOWHERE: not at all)."""
    points = points_of(kingdom)
    if domino == 0 or placement == NOWHERE:
        return points
    direction, cell = placement // DIRECTION_STEP, placement % DIRECTION_STEP
    square = single(load(kingdom.boards, OCCUPIED), cell)
    beside = other_square(square, direction)
    one, other = rules.terrain[domino, 0], rules.terrain[domino, 1]
    if one != other:
        points += gain_of(kingdom, square, one, 1, rules.crowns[domino, 0])
        return points + gain_of(kingdom, beside, other, 1, rules.crowns[domino, 1])
    return points + gain_of(kingdom, either(square, beside), one, 2, rules.crowns[domino, 0] + rules.crowns[domino, 1])
