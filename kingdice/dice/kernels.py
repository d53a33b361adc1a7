"""The steps through the keep lattice as kernels, for batches of turns.

They see one axis at a time, as rows of a two-dimensional array whose columns all take part: loops over flat
arithmetic indices are not vectorised (3.5x slower), nor are loops shorter than a vector. The forward kernels
are those of `kingdice.dice.steps` for a batch, where every turn has a policy of its own.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numba import njit

__all__ = ["axis_columns"]

_SHORTEST_LOOP = 64


def axis_columns(shape: tuple[int, ...], axis: int, batch: int) -> tuple[int, int]:
    """Length of the innermost loop on an axis, and how many such pieces make up one of its states.

    The loop runs over the batch and over as many of the later axes as it takes to make it long enough; more
    would push the rows of one piece out of the first-level cache.
    """
    length, last = batch, len(shape)
    while length < _SHORTEST_LOOP and last > axis + 1:
        last -= 1
        length *= shape[last]
    return length, prod(shape[axis + 1 : last])


@njit(inline="always")
def _add3(values, to, first, a, b, c, u, v, w):
    """Write (the first time) or add three weighted rows of an array into another of its rows."""
    if first:
        for i in range(values.shape[1]):
            values[to, i] = u * values[a, i] + v * values[b, i] + w * values[c, i]
    else:
        for i in range(values.shape[1]):
            values[to, i] += u * values[a, i] + v * values[b, i] + w * values[c, i]


@njit(cache=True, nogil=True)
def _roll_axis(values, starts, pieces, rolls, successor, chances):
    """Roll step along one axis, in place: its full rolls are read, all smaller keeps are written.

    values (rows, columns), row = start + state x pieces + piece; successor (states, faces); chances (faces,).
    Faces are taken in threes: six a pass (1.2x faster) serves only six faces, one a pass is 1.5x slower.
    """
    states, faces = successor.shape
    for start in starts:
        for base in range(start, start + pieces):
            for state in range(rolls, states):
                for face in range(0, faces, 3):
                    second = min(face + 1, faces - 1)
                    third = min(face + 2, faces - 1)
                    _add3(
                        values,
                        base + state * pieces,
                        face == 0,
                        base + successor[state, face] * pieces,
                        base + successor[state, second] * pieces,
                        base + successor[state, third] * pieces,
                        chances[face],
                        chances[second] if second == face + 1 else 0.0,
                        chances[third] if third == face + 2 else 0.0,
                    )


@njit(cache=True, nogil=True)
def _roll_lines(values, starts, pieces, rolls, successor, chances, tile):
    """As `_roll_axis`, for columns of one (the last axis of a single turn): many lines are turned into columns.

    tile (states, lines at a time) is scratch; `pieces` is 1. Line by line it is 1.3x slower.
    """
    states, faces = successor.shape
    width = tile.shape[1]
    for first in range(0, starts.size, width):
        lines = min(width, starts.size - first)
        for line in range(lines):
            for state in range(rolls):
                tile[state, line] = values[starts[first + line] + state, 0]
        for state in range(rolls, states):
            for line in range(lines):
                tile[state, line] = 0.0
            for face in range(faces):
                chance = chances[face]
                row = successor[state, face]
                for line in range(lines):
                    tile[state, line] += chance * tile[row, line]
        for line in range(lines):
            for state in range(rolls, states):
                values[starts[first + line] + state, 0] = tile[state, line]


@njit(inline="always")
def _best3(target, to, source, x_row, best, rows):
    """Write the largest of one row of `source` and two of `best` into a row of `target`.

    The row written is never one of those read: the compiler would make a masked store of it, 1.6x slower.
    """
    y_row = rows[0]
    z_row = rows[1]
    for i in range(source.shape[1]):
        x = source[x_row, i]
        y = best[y_row, i]
        z = best[z_row, i]
        y = y if y > z else z
        target[to, i] = x if x > y else y


@njit(cache=True, nogil=True)
def _choose_axis(source, target, starts, target_starts, pieces, rolls, parents, best):
    """Choice step along the axis of one or two dice: read all of `source`, write the full rolls of `target`.

    source, target (rows, columns), distinct arrays; parents (states, 2), a lone parent twice; best (states,
    columns) is scratch for the running maximum. A form for any number of dice is 2.5x slower on this one.
    """
    states = parents.shape[0]
    for line in range(starts.size):
        for piece in range(pieces):
            start = starts[line] + piece
            for i in range(source.shape[1]):
                best[states - 1, i] = source[start + (states - 1) * pieces, i]
            for state in range(states - 2, rolls - 1, -1):
                _best3(best, state, source, start + state * pieces, best, parents[state])
            for state in range(rolls):
                to = target_starts[line] + state * pieces + piece
                _best3(target, to, source, start + state * pieces, best, parents[state])


@njit(inline="always")
def _best5(target, to, source, x_row, best, rows):
    """As `_best3`, with four rows of `best`."""
    v_row = rows[0]
    w_row = rows[1]
    y_row = rows[2]
    z_row = rows[3]
    for i in range(source.shape[1]):
        x = source[x_row, i]
        v = best[v_row, i]
        w = best[w_row, i]
        y = best[y_row, i]
        z = best[z_row, i]
        v = v if v > w else w
        y = y if y > z else z
        y = y if y > v else v
        target[to, i] = x if x > y else y


@njit(cache=True, nogil=True)
def _choose_long_axis(source, target, starts, target_starts, pieces, rolls, parents, best):
    """As `_choose_axis`, for three dice or more; parents (states, a multiple of four), filled up with the first."""
    states, most = parents.shape
    for line in range(starts.size):
        for piece in range(pieces):
            start = starts[line] + piece
            for i in range(source.shape[1]):
                best[states - 1, i] = source[start + (states - 1) * pieces, i]
            for state in range(states - 2, rolls - 1, -1):
                _best5(best, state, source, start + state * pieces, best, parents[state])
                for place in range(4, most, 4):
                    if parents[state, place] != parents[state, 0]:
                        _best5(best, state, best, state, best, parents[state, place:])
            for state in range(rolls):
                to = target_starts[line] + state * pieces + piece
                _best5(target, to, source, start + state * pieces, best, parents[state])
                for place in range(4, most, 4):
                    if parents[state, place] != parents[state, 0]:
                        _best5(target, to, target, to, best, parents[state, place:])


@njit(cache=True, nogil=True)
def _choose_lines(source, target, starts, target_starts, pieces, rolls, parents, tile, best):
    """As `_choose_axis`, for columns of one and any number of dice: many lines are turned into columns.

    best, tile (states, lines at a time) are scratch; a running maximum goes to and fro between them.
    """
    states, most = parents.shape
    width = tile.shape[1]
    for first in range(0, starts.size, width):
        lines = min(width, starts.size - first)
        for line in range(lines):
            for state in range(states):
                tile[state, line] = source[starts[first + line] + state, 0]
        for line in range(lines):
            best[states - 1, line] = tile[states - 1, line]
        for state in range(states - 2, -1, -1):
            for place in range(0, most, 2):
                row = parents[state, place]
                for line in range(lines):
                    x = tile[state, line]
                    y = best[row, line]
                    best[state, line] = x if x > y else y
                row = parents[state, place + 1]
                for line in range(lines):
                    x = best[state, line]
                    y = best[row, line]
                    tile[state, line] = x if x > y else y
            for line in range(lines):
                best[state, line] = tile[state, line]
        for line in range(lines):
            for state in range(rolls):
                target[target_starts[first + line] + state, 0] = best[state, line]


@njit(cache=True, nogil=True)
def _first_roll_alone(values, full, chances):
    """As `_first_roll`, for a batch of one: four sums side by side, in pieces of 128 rolls."""
    total = 0.0
    for start in range(0, full.size, 128):
        end = min(start + 128, full.size)
        fours = start + (end - start) // 4 * 4
        a, b, c, d = 0.0, 0.0, 0.0, 0.0
        for roll in range(start, fours, 4):
            a += chances[roll] * values[full[roll], 0]
            b += chances[roll + 1] * values[full[roll + 1], 0]
            c += chances[roll + 2] * values[full[roll + 2], 0]
            d += chances[roll + 3] * values[full[roll + 3], 0]
        for roll in range(fours, end):
            a += chances[roll] * values[full[roll], 0]
        total += (a + b) + (c + d)
    return total


@njit(cache=True, nogil=True)
def _first_roll(values, full, chances, out):
    """Mean over the first roll: out[b] = sum of chances[r] * values[full[r], b].

    Eight rolls a pass: short loops cost more than what they do (1.8x). The eights are summed in pieces of 32: one
    long sum loses two more digits.
    """
    if out.size == 1:
        out[0] = _first_roll_alone(values, full, chances)
        return
    batch = out.size
    part = np.zeros(batch)
    out[:] = 0.0
    eights = full.size // 8
    for eight in range(eights):
        r = 8 * eight
        c0, c1, c2, c3 = chances[r], chances[r + 1], chances[r + 2], chances[r + 3]
        c4, c5, c6, c7 = chances[r + 4], chances[r + 5], chances[r + 6], chances[r + 7]
        f0, f1, f2, f3 = full[r], full[r + 1], full[r + 2], full[r + 3]
        f4, f5, f6, f7 = full[r + 4], full[r + 5], full[r + 6], full[r + 7]
        for b in range(batch):
            low = (c0 * values[f0, b] + c1 * values[f1, b]) + (c2 * values[f2, b] + c3 * values[f3, b])
            high = (c4 * values[f4, b] + c5 * values[f5, b]) + (c6 * values[f6, b] + c7 * values[f7, b])
            part[b] += low + high
        if eight % 32 == 31:
            for b in range(batch):
                out[b] += part[b]
                part[b] = 0.0
    for roll in range(8 * eights, full.size):
        for b in range(batch):
            part[b] += chances[roll] * values[full[roll], b]
    for b in range(batch):
        out[b] += part[b]


@njit(cache=True, nogil=True)
def _write_stakes(values, full, kind_of_roll, kinds, bits, worths, failing):
    """Write what each roll is worth into the full keeps of `values` (states, batch).

    kind_of_roll (rolls,): which of the masks `kinds` (kinds,) uint64 a roll has; bits, worths (cards, batch), worst
    card first, so that the last one met decides; failing (batch,). Few masks are distinct (1,292 on 9,261
    rolls of King of Dice), so each is worked out once (2.4x).
    """
    cards, batch = worths.shape
    if batch == 1:  # loops of one cost 2.7x as much
        alone = np.empty(kinds.size)
        for kind in range(kinds.size):
            alone[kind] = failing[0]
            for card in range(cards):
                if (kinds[kind] >> bits[card, 0]) & np.uint64(1):
                    alone[kind] = worths[card, 0]
        for roll in range(full.size):
            values[full[roll], 0] = alone[kind_of_roll[roll]]
        return
    so_far = np.empty((cards + 1, batch))
    so_far[0] = failing
    worth = np.empty((kinds.size, batch))
    for kind in range(kinds.size):
        mask = kinds[kind]
        for card in range(cards):
            for b in range(batch):
                less = so_far[card, b]
                more = worths[card, b]
                so_far[card + 1, b] = more if (mask >> bits[card, b]) & np.uint64(1) else less
        for b in range(batch):
            worth[kind, b] = so_far[cards, b]
    for roll in range(full.size):
        row = full[roll]
        kind = kind_of_roll[roll]
        for b in range(batch):
            values[row, b] = worth[kind, b]


@njit(cache=True, nogil=True)
def _best_keeps(values, terminal, tie, full, preference, inside, chosen):
    """Write for each roll the preference rank of the best keep.

    values (states, batch); terminal (rolls, batch); inside (rolls, most): the keeps within each roll, with repeats.
    """
    batch = values.shape[1]
    best = np.empty(batch)
    for roll in range(full.size):
        for b in range(batch):
            best[b] = terminal[roll, b]
        for i in range(inside.shape[1]):
            keep = inside[roll, i]
            if keep != full[roll]:
                for b in range(batch):
                    x = values[keep, b]
                    y = best[b]
                    best[b] = x if x > y else y
        for b in range(batch):
            best[b] -= tie
            chosen[roll, b] = preference[full[roll]] if terminal[roll, b] >= best[b] else values.shape[0]
        for i in range(inside.shape[1]):
            keep = inside[roll, i]
            if keep != full[roll]:
                rank = preference[keep]
                for b in range(batch):
                    other = rank if values[keep, b] >= best[b] else values.shape[0]
                    so_far = chosen[roll, b]
                    chosen[roll, b] = other if other < so_far else so_far


@njit(cache=True, nogil=True)
def _stop_or_keep(chances, keeps, full, ended, mass):
    """Move the chance of each roll (rolls, batch) to where it stops, or to the keep it goes on with."""
    for roll in range(full.size):
        for b in range(chances.shape[1]):
            keep = keeps[roll, b]
            if keep == full[roll]:
                ended[roll, b] += chances[roll, b]
            else:
                mass[keep, b] += chances[roll, b]


@njit(cache=True, nogil=True)
def _push_axis(mass, starts, pieces, rolls, successor, chances):
    """Roll step backwards along one axis, in place; arrays as in the lattice's roll step."""
    states, faces = successor.shape
    for start in starts:
        for base in range(start, start + pieces):
            for state in range(states - 1, rolls - 1, -1):
                row = base + state * pieces
                for face in range(faces):
                    to = base + successor[state, face] * pieces
                    chance = chances[face]
                    for i in range(mass.shape[1]):
                        mass[to, i] += chance * mass[row, i]
