"""One axis of the keep lattice: the keeps of one group of identical dice.

A state is a multiset of at most k of the die's f faces. States are numbered by dice kept, most first, then
lexicographically, so that the group's rolls are states 0, 1, 2, … and the empty keep is the last. A multiset with
sorted faces s_0 <= s_1 <= … stands for the combination s_0, s_1 + 1, s_2 + 2, …, whose lexicographic rank is a sum of
binomials: neighbours are found by arithmetic, for all states of a level at once.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.pool import Group
from kingdice.errors import RollError

__all__ = ["Axis"]

Ints = NDArray[np.int64]
MOST_SUBSETS = 20_000_000
MOST_SHOWN = 10_000  # states whose faces, and as many whose keeps, are remembered


class Axis:
    """The states of a group and their neighbours.

    Attributes
    ----------
    group : Group
    states : int
        How many states there are.
    kept : array (states,)
        How many dice each keeps.
    levels : list of slice
        The states that keep k, k - 1, …, 0 dice.
    successor : array (states, faces)
        The state with one die more that shows a face; 0 for full rolls.
    parents : array (states, 2, or a multiple of 4)
        The distinct states with one die less, filled up with the first; the empty keep is its own.
    chances : array (faces,)
    """

    def __init__(self, group: Group) -> None:
        self.group = group
        faces, count = len(group.die.faces), group.count
        sizes = [comb(faces + kept - 1, kept) for kept in range(count, -1, -1)]
        ends = np.cumsum([0, *sizes]).tolist()
        self.states = int(ends[-1])
        self.levels = [slice(start, end) for start, end in pairwise(ends)]
        self.kept = np.repeat(np.arange(count, -1, -1, dtype=np.int64), sizes)
        self._faces = _multisets(faces, count)
        self._known: dict[tuple[int, ...], int] = {}
        self._subsets: dict[int, Ints] = {}
        self._shown: dict[int, tuple[int, ...]] = {}
        self.successor = np.zeros((self.states, faces), dtype=np.int64)
        most = min(count, faces)
        self.parents = np.zeros((self.states, 2 if most <= 2 else -(-most // 4) * 4), dtype=np.int64)
        filled = np.zeros(self.states, dtype=np.int64)
        for face in range(faces):
            for level, above in zip(self.levels[1:], self.levels, strict=False):
                shown = self._faces[int(self.kept[level.start])]
                added = np.sort(np.concatenate([shown, np.full((len(shown), 1), face, dtype=np.int16)], axis=1), axis=1)
                to = above.start + _rank(added, faces)
                self.successor[level, face] = to
                self.parents[to, filled[to]] = np.arange(level.start, level.stop)
                filled[to] += 1
        self.parents[-1] = self.states - 1
        for place in range(1, self.parents.shape[1]):
            bare = filled <= place
            self.parents[bare, place] = self.parents[bare, 0]
        self.chances = np.array(group.die.weights, dtype=np.float64) / float(group.die.total_weight)

    @cached_property
    def written(self) -> Ints:
        """Rank of each state when keeps are written face by face: more of the first face first; shape (states,)."""
        faces = len(self.group.die.faces)
        counts = [np.zeros(self.states, dtype=np.int64) for _ in range(faces)]
        for level in self.levels:
            shown = self._faces[int(self.kept[level.start])]
            for face in range(faces):
                counts[face][level] = (shown == face).sum(axis=1)
        rank = np.empty(self.states, dtype=np.int64)
        rank[np.lexsort([-count for count in reversed(counts)])] = np.arange(self.states)
        return rank

    def state_of(self, faces: tuple[int, ...]) -> int:
        """The state that keeps these face positions."""
        kept = tuple(sorted(faces))
        if kept not in self._known:
            level = self.levels[self.group.count - len(kept)]
            rank = _rank(np.array([kept], dtype=np.int16), len(self.group.die.faces))
            self._known[kept] = int(level.start) + int(rank[0])
        return self._known[kept]

    def faces_of(self, state: int) -> tuple[int, ...]:
        """The face positions that a state keeps."""
        if state in self._shown:
            return self._shown[state]
        level = self.levels[self.group.count - int(self.kept[state])]
        faces: tuple[int, ...] = tuple(self._faces[int(self.kept[state])][state - level.start].tolist())
        if len(self._shown) < MOST_SHOWN:
            self._shown[state] = faces
        return faces

    def subsets_of(self, state: int) -> Ints:
        """All keeps within a state, itself included, ascending."""
        if state in self._subsets:
            return self._subsets[state]
        found, edge = {state}, {state}
        while edge:
            edge = set(self.parents[list(edge)].reshape(-1).tolist()) - found
            found |= edge
        subsets = np.array(sorted(found), dtype=np.int64)
        if len(self._subsets) < MOST_SHOWN:
            self._subsets[state] = subsets
        return subsets

    @cached_property
    def subsets(self) -> Ints:
        """The keeps within each roll of the group; array (rolls, most), filled up with repeats of the full one.

        Raises
        ------
        RollError
            When the group has too many dice to list them.
        """
        faces = len(self.group.die.faces)
        whole, rest = divmod(self.group.count, faces)
        most = (whole + 2) ** rest * (whole + 1) ** (faces - rest)
        if most * self.group.roll_count > MOST_SUBSETS:
            raise RollError(f"too many dice for a policy: {self.group.count} alike with {faces} faces")
        inside = [self.subsets_of(roll) for roll in range(self.group.roll_count)]
        filled = [np.concatenate([some, np.full(most - len(some), some[0])]) for some in inside]
        return np.array(filled, dtype=np.int64)


def _multisets(faces: int, count: int) -> list[NDArray[np.int16]]:
    """Multisets of 0, 1, …, `count` faces in lexicographic order, sorted; arrays (multisets, size)."""
    found: list[NDArray[np.int16]] = [np.zeros((1, 0), dtype=np.int16)]
    for size in range(1, count + 1):
        before = found[-1]
        last = before[:, -1].astype(np.int64) if size > 1 else np.zeros(1, dtype=np.int64)
        more = faces - last
        first = np.cumsum(more) - more
        added = np.arange(int(more.sum())) - np.repeat(first - last, more)
        found.append(np.concatenate([np.repeat(before, more, axis=0), added[:, None].astype(np.int16)], axis=1))
    return found


def _rank(sorted_faces: NDArray[np.int16], faces: int) -> Ints:
    """Lexicographic rank of each multiset among those of its size; `sorted_faces` (multisets, size)."""
    size = sorted_faces.shape[1]
    places = faces + size - 1
    rank = np.full(len(sorted_faces), comb(places, size) - 1, dtype=np.int64)
    for place in range(size):
        # Numbers past the lattice's own size are never looked up.
        choose = np.array([min(comb(n, size - place), 1 << 62) for n in range(places)], dtype=np.int64)
        rank -= choose[places - 1 - (sorted_faces[:, place] + place)]
    return rank
