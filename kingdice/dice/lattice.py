"""The keep lattice: what is every way of setting dice aside worth?

A *keep* says for each group of identical dice which faces are set aside; the rest will be rolled. The keeps of
a group of k dice with f faces are the multisets of at most k faces; the pool's lattice is their product. Two
steps carry values through it, each one group (one axis) at a time, so that the cost does not depend on what
the values mean:

* *roll step*: the value of a keep of j dice is the weighted mean, over the faces of one more die, of the
  value of the keep of j + 1 dice;
* *choice step*: the best keep within a roll is a running maximum down the same lattice.

A turn of R rolls is R - 1 times roll step and choice step on the values of its rolls, and one more mean for
the first roll. The states of a group are numbered by dice kept, most first, then lexicographically: its full
rolls are states 0, 1, 2, … in the pool's own order, and the last state is the empty keep.

Arrays of keep values have the shape (lattice states, batch): many displays ride along a trailing axis, which
makes the innermost loops long and contiguous.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import prod

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.faces import Face
from kingdice.dice.pool import Group, Pool

__all__ = ["Lattice", "lattice_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@lru_cache(maxsize=64)
def lattice_of(pool: Pool) -> Lattice:
    """The keep lattice of a pool, made once.

    Raises
    ------
    RollError
        When the pool is too large (`Pool.check_size`).
    """
    return Lattice(pool)


class _Axis:
    """The states of one group and their neighbours, as arrays for the kernels."""

    def __init__(self, group: Group) -> None:
        self.group = group
        faces, count = len(group.die.faces), group.count
        self.states = [
            state for kept in range(count, -1, -1) for state in combinations_with_replacement(range(faces), kept)
        ]
        self.number = {state: number for number, state in enumerate(self.states)}
        self.successor = np.zeros((len(self.states), faces), dtype=np.int64)
        for number, state in enumerate(self.states):
            if len(state) < count:
                for face in range(faces):
                    self.successor[number, face] = self.number[tuple(sorted((*state, face)))]
        most = min(count, faces)
        self.parents = np.zeros((len(self.states), 2 if most <= 2 else -(-most // 4) * 4), dtype=np.int64)
        for number, state in enumerate(self.states):
            self.parents[number] = self.parents_of(state)[0]
            self.parents[number, : len(set(state))] = self.parents_of(state)
        self.chances = np.array(group.die.weights, dtype=np.float64) / float(group.die.total_weight)

    def parents_of(self, state: tuple[int, ...]) -> list[int]:
        """The states with one die less; the empty keep, which has none, is its own."""
        if not state:
            return [self.number[state]]
        rest = [(*state[: state.index(face)], *state[state.index(face) + 1 :]) for face in sorted(set(state))]
        return [self.number[less] for less in rest]


class Lattice:
    """The keep lattice of one pool.

    Attributes
    ----------
    pool : Pool
    size : int
        Number of states (keeps).
    shape : tuple of int
        States per group; a state's index is the row-major index into it.
    """

    def __init__(self, pool: Pool) -> None:
        pool.check_size()
        self.pool = pool
        self.axes = [_Axis(group) for group in pool.groups]
        self.shape = tuple(len(axis.states) for axis in self.axes)
        self.size = pool.lattice_size

    @cached_property
    def full(self) -> Ints:
        """The state in which all dice of a roll are kept, for each roll; shape (roll_count,)."""
        index = np.zeros(1, dtype=np.int64)
        for axis in self.axes:
            rolls = np.arange(axis.group.roll_count, dtype=np.int64)
            index = np.add.outer(index * len(axis.states), rolls).reshape(-1)
        return index

    @cached_property
    def kept(self) -> Ints:
        """How many dice each state keeps; shape (size,)."""
        total = np.zeros(1, dtype=np.int64)
        for axis in self.axes:
            total = np.add.outer(total, [len(state) for state in axis.states]).reshape(-1)
        return total

    @cached_property
    def preference(self) -> Ints:
        """The tie rule as a rank for each state, lower is better; shape (size,).

        More dice kept come first; then the keep whose faces, written in pool order as (group, face), are
        lexicographically first.
        """
        base = sum(len(axis.group.die.faces) for axis in self.axes) + 1
        written = np.zeros(1, dtype=np.int64)
        first = 1
        for axis in self.axes:
            digits = []
            for state in axis.states:
                number = 0
                for face in state:
                    number = number * base + first + face
                digits.append(number)
            shift = np.array([base ** len(state) for state in axis.states], dtype=np.int64)
            written = (np.multiply.outer(written, shift) + np.array(digits, dtype=np.int64)).reshape(-1)
            first += len(axis.group.die.faces)
        rank = np.empty(self.size, dtype=np.int64)
        rank[np.lexsort((written, -self.kept))] = np.arange(self.size)
        return rank

    @cached_property
    def by_preference(self) -> Ints:
        """The states in the order of the tie rule; shape (size,)."""
        return np.argsort(self.preference)

    def roll_rows(self, axis: int, columns_per_state: int) -> Ints:
        """Where the lines of an axis start whose earlier axes show full rolls, in rows of one piece each."""
        index = np.zeros(1, dtype=np.int64)
        for earlier in self.axes[:axis]:
            rolls = np.arange(earlier.group.roll_count, dtype=np.int64)
            index = np.add.outer(index * len(earlier.states), rolls).reshape(-1)
        return index * (self.shape[axis] * columns_per_state)

    def state_of(self, keep: tuple[tuple[int, ...], ...]) -> int:
        """The index of the state that keeps the given face positions of each group."""
        index = 0
        for axis, faces in zip(self.axes, keep, strict=True):
            index = index * len(axis.states) + axis.number[tuple(sorted(faces))]
        return index

    def faces_of(self, state: int) -> tuple[tuple[int, ...], ...]:
        """The face positions that a state keeps, for each group."""
        places = np.unravel_index(state, self.shape)
        return tuple(axis.states[int(place)] for axis, place in zip(self.axes, places, strict=True))

    def shown(self, state: int) -> tuple[Face, ...]:
        """The faces that a state keeps, in pool order."""
        kept = zip(self.axes, self.faces_of(state), strict=True)
        return tuple(axis.group.die.faces[face] for axis, faces in kept for face in faces)

    def keeps_within(self, roll: int) -> Ints:
        """Every keep of a roll, the full one included, in the order of the tie rule."""
        index = np.zeros(1, dtype=np.int64)
        for axis, place in zip(self.axes, np.unravel_index(roll, self.pool.shape), strict=True):
            inside = _subsets(axis, int(place))
            index = np.add.outer(index * len(axis.states), inside).reshape(-1)
        return index[np.argsort(self.preference[index])]

    @cached_property
    def subsets(self) -> tuple[Ints, Ints]:
        """The keeps within each roll of each group: states (G, rolls, most) and how many (G, rolls)."""
        lists = [[_subsets(axis, roll) for roll in range(axis.group.roll_count)] for axis in self.axes]
        rolls = max(len(group) for group in lists)
        most = max(len(inside) for group in lists for inside in group)
        states = np.zeros((len(lists), rolls, most), dtype=np.int64)
        counts = np.zeros((len(lists), rolls), dtype=np.int64)
        for place, group in enumerate(lists):
            for roll, inside in enumerate(group):
                states[place, roll, : len(inside)] = inside
                counts[place, roll] = len(inside)
        return states, counts


def _subsets(axis: _Axis, roll: int) -> Ints:
    found = {roll}
    edge = [roll]
    while edge:
        edge = list({less for state in edge for less in axis.parents_of(axis.states[state]) if less not in found})
        found.update(edge)
    return np.array(sorted(found), dtype=np.int64)


# The kernels see one axis at a time, as rows of a two-dimensional array whose columns all take part: loops over
# flat arithmetic indices are not vectorised (3.5x slower), nor are loops shorter than a vector.

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
    Faces are taken in threes: six a pass is no faster, one a pass 1.5x slower.
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

    tile (states, lines at a time) is scratch; `pieces` is 1. Line by line it is 3x slower.
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

    The row written is never one of those read: the compiler would make a masked store of it, 2x slower.
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
def _first_roll(values, full, chances, out):
    """Mean over the first roll: out[b] = sum of chances[r] * values[full[r], b].

    Eight rolls a pass: short loops cost more than what they do (4x). The eights are summed in pieces of 32: one
    long sum loses two more digits.
    """
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
    rolls of King of Dice), so each is worked out once (6x).
    """
    cards, batch = worths.shape
    if batch == 1:  # loops of one cost 5x what they do
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
