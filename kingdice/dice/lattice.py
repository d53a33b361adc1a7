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
from math import prod

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.axis import Axis
from kingdice.dice.faces import Face
from kingdice.dice.pool import Pool

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


class Lattice:
    """The keep lattice of one pool.

    Attributes
    ----------
    pool : Pool
    size : int
        Number of states (keeps).
    ways : int
        In how many equally likely ways all dice fall.
    axes : list of Axis
    shape : tuple of int
        States per group; a state's index is the row-major index into it.
    """

    def __init__(self, pool: Pool) -> None:
        pool.check_size()
        self.pool = pool
        self.axes = [Axis(group) for group in pool.groups]
        self.shape = tuple(axis.states for axis in self.axes)
        self.size = pool.lattice_size
        self._keep_sets: dict[int, frozenset[int]] = {}
        self.ways = prod(group.die.total_weight**group.count for group in pool.groups)

    @cached_property
    def full(self) -> Ints:
        """The state in which all dice of a roll are kept, for each roll; shape (roll_count,)."""
        index = np.zeros(1, dtype=np.int64)
        for axis in self.axes:
            rolls = np.arange(axis.group.roll_count, dtype=np.int64)
            index = np.add.outer(index * axis.states, rolls).reshape(-1)
        return index

    @cached_property
    def kept(self) -> Ints:
        """How many dice each state keeps; shape (size,)."""
        total = np.zeros(1, dtype=np.int64)
        for axis in self.axes:
            total = np.add.outer(total, axis.kept).reshape(-1)
        return total

    @cached_property
    def preference(self) -> Ints:
        """The tie rule as a rank for each state, lower is better; shape (size,).

        More dice kept come first; then the keep whose faces, written in pool order as (group, face), are
        lexicographically first. Of two keeps of as many dice that is the one with more of the first face that
        they have not equally often, so states can be ranked group by group.
        """
        written = np.zeros(1, dtype=np.int64)
        for axis in self.axes:
            written = np.add.outer(written * axis.states, axis.written).reshape(-1)
        preference = np.empty(self.size, dtype=np.int64)
        preference[np.argsort((self.pool.dice - self.kept) * self.size + written)] = np.arange(self.size)
        return preference

    @cached_property
    def by_preference(self) -> Ints:
        """The states in the order of the tie rule; shape (size,)."""
        return np.argsort(self.preference)

    def roll_rows(self, axis: int, columns_per_state: int) -> Ints:
        """Where the lines of an axis start whose earlier axes show full rolls, in rows of one piece each."""
        index = np.zeros(1, dtype=np.int64)
        for earlier in self.axes[:axis]:
            rolls = np.arange(earlier.group.roll_count, dtype=np.int64)
            index = np.add.outer(index * earlier.states, rolls).reshape(-1)
        return np.asarray(index * (self.shape[axis] * columns_per_state))

    def state_of(self, keep: tuple[tuple[int, ...], ...]) -> int:
        """The index of the state that keeps the given face positions of each group."""
        index = 0
        for axis, faces in zip(self.axes, keep, strict=True):
            index = index * axis.states + axis.state_of(faces)
        return index

    def faces_of(self, state: int) -> tuple[tuple[int, ...], ...]:
        """The face positions that a state keeps, for each group."""
        faces: list[tuple[int, ...]] = []
        for axis in reversed(self.axes):
            state, place = divmod(state, axis.states)
            faces.append(axis.faces_of(place))
        return tuple(reversed(faces))

    def shown(self, state: int) -> tuple[Face, ...]:
        """The faces that a state keeps, in pool order."""
        kept = zip(self.axes, self.faces_of(state), strict=True)
        return tuple(axis.group.die.faces[face] for axis, faces in kept for face in faces)

    def keeps_within(self, roll: int) -> Ints:
        """Every keep of a roll, the full one included, in the order of the tie rule."""
        places: list[int] = []
        for count in reversed(self.pool.shape):
            roll, place = divmod(roll, count)
            places.append(place)
        index = np.zeros(1, dtype=np.int64)
        for axis, place in zip(self.axes, reversed(places), strict=True):
            index = np.add.outer(index * axis.states, axis.subsets_of(place)).reshape(-1)
        return index[np.argsort(self.preference[index])]

    def keep_set(self, roll: int) -> frozenset[int]:
        """The keeps of a roll, for looking up; kept for rolls seen."""
        if roll not in self._keep_sets:
            self._keep_sets[roll] = frozenset(self.keeps_within(roll).tolist())
        return self._keep_sets[roll]

    def keeps_inside(self, first: int, end: int) -> Ints:
        """The keeps within each of the rolls `first` to `end` - 1; array (rolls, most), filled up with repeats."""
        rolls = np.arange(first, min(end, self.pool.roll_count))
        inside = np.zeros((len(rolls), 1), dtype=np.int64)
        for axis, part in zip(self.axes, np.unravel_index(rolls, self.pool.shape), strict=True):
            wider = inside[:, :, None] * axis.states + axis.subsets[part][:, None, :]
            inside = wider.reshape(len(rolls), -1)
        return inside
