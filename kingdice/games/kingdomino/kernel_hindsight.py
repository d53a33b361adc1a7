"""The search of `hindsight` in numba: one more domino laid in every way in every position, and what may come of it.

Positions are kingdoms within a box that does not move, so that a board is one word: rows of `size` cells and one cell
between rows that stays empty. A position is eight boards, a terrain each (`TERRAINS`) and the crowns in ones and twos,
its key, and a row of facts.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.boards import count, first_cell, without_first
from kingdice.games.kingdomino.dominoes import TERRAINS

__all__ = ["BOUND", "BOX", "DISCARDED", "FACTS", "MOVE", "PARENT", "WORDS", "expand"]

KINDS = len(TERRAINS)
ONES, TWOS = KINDS, KINDS + 1
KEY = BOARDS = KINDS + 2
WORDS = BOARDS + 1
BANKED, BOUND, ORDER, PARENT, MOVE, BOX, LOST = range(7)
FACTS = 7
DISCARDED = -1  # the move that lays nothing
MOST_GROUPS = 64
ORDERS = 1 << 12  # of positions by promise; higher ones count as the highest

BIT, NONE = np.uint64(1), np.uint64(0)
MIX_A, MIX_B, MIX_C = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF_WORD = np.uint64(31)


@njit(cache=True, nogil=True)
def expand(
    box, castles, bonus, openings, face, to_come, harmony, best, width, before, facts_before, pool, facts, table
):  # fmt: skip
    """Lay a domino, or discard it, in every position of a layer; keep what may still beat the best known result.

    Parameters
    ----------
    box : record
        `size`, `stride`, `cells` (board of the box) and `chequer` (board of one colour).
    castles : uint64 array (boxes,)
        Board of the castle's cell in each box.
    bonus : int64 array (boxes,)
        Points for the Middle Kingdom where the castle stands there, if it is still one in the end.
    openings : uint8 array (boxes, 4, 64), or (0, 4, 64)
        For the first domino: the placements, by direction and cell, that are not another one mirrored or turned.
    face : int64 array (5,)
        Terrain and crowns of both halves; whether they are alike.
    to_come : int64 array (3, KINDS)
        Squares and crowns of the dominoes after this one; in the last row their number, and whether the middle is the
        box's.
    harmony : int
        Points for discarding nothing.
    best : int
        Positions from which no more than this can come are left out.
    width : int
        Positions to keep.
    before, facts_before : uint64 array (positions, WORDS), int64 array (positions, FACTS)
        Positions before.
    pool, facts : the same
        Room for those after, more than width.
    table : int32 array
        Room for places by key: a power of two of at least 4 * the length of the pool.

    Returns
    -------
    kept, most_dropped : int
        How many positions of the pool are in use; the most that could have come of one left out for want of room.
    """
    for slot in range(len(table)):
        table[slot] = -1
    boards = np.empty(BOARDS, np.uint64)
    groups = np.empty((MOST_GROUPS, 4), np.int64)
    regions = np.empty((MOST_GROUPS, 2), np.uint64)
    used, dropped, floor = np.int64(0), np.int64(0), np.int64(-1)
    for place in range(len(before)):
        which_box = facts_before[place, BOX]
        castle = castles[which_box]
        free = box.cells & ~castle
        for kind in range(KINDS):
            free &= ~before[place, kind]
        first = free & _touching(box, castle | before[place, face[0]])
        second = free & _touching(box, castle | before[place, face[2]])
        found = False
        directions = 2 if face[4] else 4
        for direction in range(directions + 1):
            if direction < directions:
                starts = _starts(box, free, first, second, direction)
                found = found or starts != NONE
            elif found or _fits_elsewhere(box, castle, before, place, free, face):
                break
            else:
                starts = castle  # to discard is one more way
            while starts != NONE:
                move = np.int64(DISCARDED)
                for which in range(BOARDS):
                    boards[which] = before[place, which]
                if direction < directions:
                    cell = first_cell(starts)
                    if len(openings) and not openings[which_box, direction, cell]:
                        starts = without_first(starts)
                        continue
                    square = BIT << np.uint64(cell)
                    move = direction * 64 + cell
                    _cover(boards, square, face[0], face[1])
                    _cover(boards, _other(box, square, direction), face[2], face[3])
                starts = without_first(starts)
                used, dropped, floor = _offer(
                    box, castle, bonus[which_box], to_come, harmony, best, width, pool, facts, table, groups, regions,
                    boards, which_box, facts_before[place, LOST] + (move == DISCARDED), np.int64(place), move,
                    used, dropped, floor,
                )  # fmt: skip
    if used > width:
        used, dropped, floor = _thin(pool, facts, table, used, width, dropped)
    return used, dropped


@njit(cache=True, nogil=True)
def _touching(box, cells):
    """Cells of the box beside cells of a board."""
    return ((cells << BIT) | (cells >> BIT) | (cells << box.stride) | (cells >> box.stride)) & box.cells


@njit(cache=True, nogil=True)
def _starts(box, free, first, second, direction):
    """First cells of all placements in a direction (`kingdom.DIRECTIONS`)."""
    if direction == 0:
        return (first & (free >> BIT)) | (free & (second >> BIT))
    if direction == 1:
        return (first & (free >> box.stride)) | (free & (second >> box.stride))
    if direction == 2:
        return (first & (free << BIT)) | (free & (second << BIT))
    return (first & (free << box.stride)) | (free & (second << box.stride))


@njit(cache=True, nogil=True)
def _other(box, square, direction):
    if direction == 0:
        return square << BIT
    if direction == 1:
        return square << box.stride
    if direction == 2:
        return square >> BIT
    return square >> box.stride


@njit(cache=True, nogil=True)
def _cover(boards, square, terrain, crowns):
    boards[terrain] |= square
    if crowns & 1:
        boards[ONES] |= square
    if crowns & 2:
        boards[TWOS] |= square


@njit(cache=True, nogil=True)
def _reach(box, covered):
    """First and last row and column with a cell of a board."""
    row = (BIT << np.uint64(box.size)) - BIT
    top, bottom, left, right = box.size, -1, box.size, -1
    for line in range(box.size):
        if covered & (row << (np.uint64(line) * box.stride)):
            top, bottom = min(top, line), line
    for cell in range(box.size):
        column = NONE
        for line in range(box.size):
            column |= BIT << (np.uint64(line) * box.stride + np.uint64(cell))
        if covered & column:
            left, right = min(left, cell), cell
    return top, bottom, left, right


@njit(cache=True, nogil=True)
def _fits_elsewhere(box, castle, before, place, free, face):
    """Whether a domino that fits nowhere in this box does in another one that the kingdom fits into.

    It may not be discarded then; such a kingdom is looked at in the other box.
    """
    top, bottom, left, right = _reach(box, box.cells & ~free)
    for down in range(-top, box.size - bottom):
        for aside in range(-left, box.size - right):
            there = _moved(box, castle, down, aside)
            taken = there
            for kind in range(KINDS):
                taken |= _moved(box, before[place, kind], down, aside)
            now_free = box.cells & ~taken
            first = now_free & _touching(box, there | _moved(box, before[place, face[0]], down, aside))
            second = now_free & _touching(box, there | _moved(box, before[place, face[2]], down, aside))
            for direction in range(4):
                if _starts(box, now_free, first, second, direction):
                    return True
    return False


@njit(cache=True, nogil=True)
def _moved(box, cells, down, aside):
    """A board moved by rows and columns; nothing on it leaves the box."""
    by = down * np.int64(box.stride) + aside
    return cells << np.uint64(by) if by >= 0 else cells >> np.uint64(-by)


@njit(cache=True, nogil=True)
def _offer(
    box, castle, bonus, to_come, harmony, best, width, pool, facts, table, groups, regions,
    boards, which_box, lost, parent, move, used, dropped, floor,
):  # fmt: skip
    """Judge a position, and put it into the pool if it may be of use."""
    banked, live, key, now = _judge(box, castle, boards, to_come, groups, regions)
    free = box.cells & ~castle
    for kind in range(KINDS):
        free &= ~boards[kind]
    if to_come[2, 0] == 0 and to_come[2, 1] and bonus:
        top, bottom, left, right = _reach(box, box.cells & ~free)
        if top + bottom != box.size - 1 or left + right != box.size - 1:
            bonus = 0
    bound = banked + live + bonus
    if harmony and lost == 0 and _room(box, free) >= to_come[2, 0]:
        bound += harmony
    if bound <= best:
        return used, dropped, floor
    order = 3 * bound + 2 * now  # by trial: a tenth more points than by bound alone in the narrow searches of 7 by 7
    if order <= floor:
        return used, max(dropped, bound), floor
    key = (key ^ (np.uint64(which_box) * MIX_B)) * MIX_C
    if lost:
        key ^= MIX_A
    mask = len(table) - 1
    slot = np.int64(key >> np.uint64(20)) & mask
    while table[slot] >= 0 and pool[table[slot], KEY] != key:
        slot = (slot + 1) & mask
    if table[slot] >= 0:
        if facts[table[slot], BANKED] >= banked:
            return used, dropped, floor
        target = table[slot]
    else:
        target = used
        table[slot] = target
        used += 1
    for which in range(BOARDS):
        pool[target, which] = boards[which]
    pool[target, KEY] = key
    facts[target, BANKED] = banked
    facts[target, BOUND] = bound
    facts[target, ORDER] = order
    facts[target, PARENT] = parent
    facts[target, MOVE] = move
    facts[target, BOX] = which_box
    facts[target, LOST] = lost
    if used == len(pool):
        return _thin(pool, facts, table, used, width, dropped)
    return used, dropped, floor


@njit(cache=True, nogil=True)
def _thin(pool, facts, table, used, width, dropped):
    """Keep the `width` most promising positions, and remember where each is."""
    counts = np.zeros(ORDERS, np.int64)
    for place in range(used):
        counts[min(facts[place, ORDER], ORDERS - 1)] += 1
    floor, above = ORDERS, 0
    while above + counts[floor - 1] <= width:
        floor -= 1
        above += counts[floor]
    at_floor = width - above  # of those just under the floor as many as there is room for
    kept = 0
    for place in range(used):
        order = min(facts[place, ORDER], ORDERS - 1)
        stays = order >= floor
        if order == floor - 1 and at_floor > 0:
            stays = True
            at_floor -= 1
        if stays:
            for which in range(WORDS):
                pool[kept, which] = pool[place, which]
            for which in range(FACTS):
                facts[kept, which] = facts[place, which]
            kept += 1
        else:
            dropped = max(dropped, facts[place, BOUND])
    for slot in range(len(table)):
        table[slot] = -1
    mask = len(table) - 1
    for place in range(kept):
        slot = np.int64(pool[place, KEY] >> np.uint64(20)) & mask
        while table[slot] >= 0:
            slot = (slot + 1) & mask
        table[slot] = place
    return kept, dropped, floor - 1


@njit(cache=True, nogil=True)
def _room(box, free):
    """At most how many dominoes find room on free cells: in each part, as many as the rarer colour of a chequered
    board has cells.
    """
    room = 0
    while free != NONE:
        part = free & (~free + BIT)
        while True:
            more = (part | _touching(box, part)) & free
            if more == part:
                break
            part = more
        black = count(part & box.chequer)
        room += min(black, count(part) - black)
        free &= ~part
    return room


@njit(cache=True, nogil=True)
def _judge(box, castle, boards, to_come, groups, regions):
    """What a position has, at most gets, and is like.

    Returns
    -------
    banked : int
        Points of properties that cannot grow.
    live : int
        A bound on the points of all others in the end.
    key : uint64
        The same for positions that are alike in everything that matters from here on, but for what is banked.
    now : int
        Points as it is.
    """
    covered = castle
    for kind in range(KINDS):
        covered |= boards[kind]
    free = box.cells & ~covered
    usable = free & _touching(box, free)
    banked, live, now = 0, 0, 0
    top, bottom, left, right = _reach(box, covered)
    moves = bottom - top < box.size - 1 or right - left < box.size - 1
    key = usable * MIX_A
    if moves:
        key = (free * MIX_B) ^ MIX_C
    for kind in range(KINDS):
        squares, crowns = to_come[0, kind], to_come[1, kind]
        rest = boards[kind]
        found, crowned = 0, crowns
        open_cells = NONE
        while rest != NONE:
            region = rest & (~rest + BIT)
            while True:
                more = (region | _touching(box, region)) & rest
                if more == region:
                    break
                region = more
            rest &= ~region
            size = count(region)
            worth = count(region & boards[ONES]) + 2 * count(region & boards[TWOS])
            beside = _touching(box, region) & usable
            now += size * worth
            if squares == 0 or beside == NONE:
                banked += size * worth
                continue
            regions[found, 0], regions[found, 1] = region, beside
            groups[found, 0], groups[found, 1] = size, worth
            crowned += worth
            open_cells |= beside
            found += 1
        if squares == 0:
            continue
        if moves:
            key += _mixed(boards[kind], kind)
        if crowned == 0:
            key += _mixed(open_cells, kind + 8)
            continue
        for place in range(found):
            key += _mixed(regions[place, 1], (groups[place, 0] * 64 + groups[place, 1]) * 16 + kind)
        live += _most(box, usable, squares, crowns, found, groups, regions)
    return banked, live, key, now


@njit(cache=True, nogil=True)
def _mixed(board, label):
    word = (board + np.uint64(label) * MIX_B) * MIX_A
    word ^= word >> HALF_WORD
    word *= MIX_C
    return word ^ (word >> HALF_WORD)


@njit(cache=True, nogil=True)
def _most(box, usable, squares, crowns, found, groups, regions):
    """A bound on the points of one terrain's open properties, with so many squares and crowns still to come.

    Properties that may grow together, by steps of free cells no longer than the squares to come, are taken as one
    already. New squares and crowns are then dealt out as well as can be: the points are linear in either, so all
    crowns go to one property, and squares, as many as find room beside a property, where a square counts most.
    """
    joined = 0  # groups are gathered at the front: squares, crowns, room
    waiting = found
    place = 0
    while place < waiting:
        cells, beside = regions[place, 0], regions[place, 1]
        size, worth = groups[place, 0], groups[place, 1]
        grown = True
        while grown:
            grown = False
            ball = beside
            for _ in range(squares - 1):
                more = (ball | _touching(box, ball)) & usable
                if more == ball:
                    break
                ball = more
            other = place + 1
            while other < waiting:
                if regions[other, 1] & ball:
                    cells |= regions[other, 0]
                    beside |= regions[other, 1]
                    size += groups[other, 0]
                    worth += groups[other, 1]
                    waiting -= 1
                    regions[other, 0], regions[other, 1] = regions[waiting, 0], regions[waiting, 1]
                    groups[other, 0], groups[other, 1] = groups[waiting, 0], groups[waiting, 1]
                    grown = True
                else:
                    other += 1
        room = beside
        while True:
            more = (room | _touching(box, room)) & usable
            if more == room:
                break
            room = more
        groups[place, 0], groups[place, 1], groups[place, 2] = size, worth, min(squares, count(room))
        place += 1
    joined = waiting
    if crowns:  # a property that is not begun yet
        groups[joined, 0], groups[joined, 1], groups[joined, 2] = 0, 0, squares
        joined += 1
    most = 0
    for chosen in range(joined):
        total, left = 0, squares
        for place in range(joined):
            groups[place, 3] = groups[place, 1] + (crowns if place == chosen else 0)
            total += groups[place, 0] * groups[place, 3]
        while left > 0:
            top = -1
            for place in range(joined):
                if groups[place, 3] > 0 and (top < 0 or groups[place, 3] > groups[top, 3]):
                    top = place
            if top < 0:
                break
            put = min(left, groups[top, 2])
            total += put * groups[top, 3]
            left -= put
            groups[top, 3] = 0
        most = max(most, total)
    return most
