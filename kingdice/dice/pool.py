"""A pool of dice, and the numbering of its rolls.

Dice that are alike cannot be told apart on the table, so a roll is one multiset of faces for every group of
identical dice. The rolls of a group are numbered in lexicographic order of their sorted faces, the rolls of
the pool by their groups' numbers, the last group running fastest. Six standard dice have 462 rolls instead of
46,656; the six dice of King of Dice, three groups of two, have 21 x 21 x 21 = 9,261.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.faces import Die, Face
from kingdice.errors import RollError

__all__ = ["LARGEST_LATTICE", "MOST_DICE", "Group", "Pool"]

LARGEST_LATTICE = 10_000_000
MOST_NEIGHBOURS = 60_000_000
MOST_DICE = 200


@dataclass(frozen=True)
class Group:
    """`count` identical dice."""

    die: Die
    count: int

    @cached_property
    def rolls(self) -> tuple[tuple[int, ...], ...]:
        """All rolls of the group: sorted tuples of face positions, in lexicographic order."""
        return tuple(combinations_with_replacement(range(len(self.die.faces)), self.count))

    @cached_property
    def roll_number(self) -> dict[tuple[int, ...], int]:
        """The number of each roll of the group."""
        return {roll: number for number, roll in enumerate(self.rolls)}

    @property
    def roll_count(self) -> int:
        """How many rolls the group has, counted without listing them."""
        return comb(self.count + len(self.die.faces) - 1, self.count)

    @property
    def state_count(self) -> int:
        """How many multisets of at most `count` faces there are: the group's axis of the keep lattice."""
        return comb(self.count + len(self.die.faces), self.count)

    @cached_property
    def roll_weights(self) -> tuple[int, ...]:
        """In how many of the `total_weight ** count` equally likely ways each roll falls."""
        ways = []
        for roll in self.rolls:
            orders = factorial(self.count)
            for face in set(roll):
                orders //= factorial(roll.count(face))
            ways.append(orders * prod(self.die.weights[face] for face in roll))
        return tuple(ways)


@dataclass(frozen=True)
class Pool:
    """Dice rolled together.

    Parameters
    ----------
    groups : tuple of Group
        Groups of identical dice in pool order. `Pool.of` finds them by itself.

    Examples
    --------
    >>> pool = Pool.of([Die.numbered(6)] * 5)
    >>> pool.dice, pool.roll_count, pool.lattice_size
    (5, 252, 462)
    >>> [str(face) for face in pool.roll_faces(0)]
    ['1', '1', '1', '1', '1']
    """

    groups: tuple[Group, ...]
    _tallies: dict[Hashable, NDArray[np.int64]] = field(default_factory=dict, compare=False, repr=False, hash=False)
    _projections: dict[Hashable, Pool] = field(default_factory=dict, compare=False, repr=False, hash=False)
    words_read: dict[str, Face] = field(default_factory=dict, compare=False, repr=False, hash=False)

    @classmethod
    def of(cls, dice: Iterable[Die | tuple[Die, int]]) -> Pool:
        """Make a pool from dice or (die, copies) pairs; dice that are alike become one group.

        Raises
        ------
        RollError
            When there is no die.
        """
        counts: dict[Die, int] = {}
        for entry in dice:
            die, copies = entry if isinstance(entry, tuple) else (entry, 1)
            if copies < 1:
                raise RollError(f"{copies} copies of a die: expected at least 1")
            counts[die] = counts.get(die, 0) + copies
        if not counts:
            raise RollError("no dice: expected at least one, as in 5d6")
        return cls(tuple(Group(die, count) for die, count in counts.items()))

    @cached_property
    def _hash(self) -> int:
        return hash(self.groups)

    def __hash__(self) -> int:
        return self._hash  # pools are keys of many tables

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return sum(group.count for group in self.groups)

    @property
    def roll_count(self) -> int:
        """How many rolls can be told apart."""
        return prod(group.roll_count for group in self.groups)

    @property
    def lattice_size(self) -> int:
        """How many states the keep lattice has, counted without making any."""
        return prod(group.state_count for group in self.groups)

    def check_size(self) -> None:
        """Refuse a pool whose lattice would be too large.

        Raises
        ------
        RollError
            Past `MOST_DICE` dice, `LARGEST_LATTICE` states or `MOST_NEIGHBOURS` steps between them.
        """
        if self.dice > MOST_DICE:
            raise RollError(f"too many dice: {self.dice:,}, at most {MOST_DICE} are handled")
        if self.lattice_size > LARGEST_LATTICE:
            size = self.lattice_size
            shown = f"{size:,}" if size < 10**15 else "over 10^15"
            raise RollError(f"too many dice: {shown} keeps to look at, at most {LARGEST_LATTICE:,} are handled")
        neighbours = sum(group.state_count * len(group.die.faces) for group in self.groups)
        if neighbours > MOST_NEIGHBOURS:
            raise RollError(
                f"too many faces: {neighbours:,} ways to add a die to a keep, at most {MOST_NEIGHBOURS:,} are handled"
            )

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The distinct faces of all dice, in order."""
        distinct = {face for group in self.groups for face in group.die.faces}
        return tuple(sorted(distinct, key=lambda face: face.order))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The distinct numbers, ascending."""
        return tuple(sorted({face.number for face in self.faces if face.number is not None}))

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The distinct colours (or other words) in order of first appearance on the faces."""
        return tuple(dict.fromkeys(face.colour for face in self.faces if face.colour is not None))

    @property
    def shape(self) -> tuple[int, ...]:
        """Rolls of each group; a roll's index is the row-major index into this shape."""
        return tuple(group.roll_count for group in self.groups)

    @cached_property
    def roll_chances(self) -> NDArray[np.float64]:
        """Chance of each roll when all dice are rolled, shape (roll_count,)."""
        chances = np.ones(1)
        for group in self.groups:
            all_ways = group.die.total_weight**group.count  # past the range of floats for many dice
            chances = np.multiply.outer(chances, [way / all_ways for way in group.roll_weights])
        return np.ascontiguousarray(chances).reshape(-1)

    def roll_index(self, faces: Sequence[Sequence[Face]]) -> int:
        """The index of the roll in which each group shows the given faces (in any order within a group).

        Raises
        ------
        RollError
            When a group is given a face it does not have, or the wrong number of faces.
        """
        index = 0
        for group, shown in zip(self.groups, faces, strict=True):
            if len(shown) != group.count:
                raise RollError(f"{len(shown)} faces for {group.count} dice")
            try:
                roll = tuple(sorted(group.die.faces.index(face) for face in shown))
            except ValueError:
                wrong = next(face for face in shown if face not in group.die.faces)
                raise RollError(f"no die of the group shows {wrong}") from None
            index = index * group.roll_count + group.roll_number[roll]
        return index

    def roll_faces(self, index: int) -> tuple[Face, ...]:
        """The faces of a roll, in pool order."""
        if not 0 <= index < self.roll_count:
            raise RollError(f"roll {index}: these dice have rolls 0 to {self.roll_count - 1}")
        shown: list[Face] = []
        for group, number in zip(self.groups, np.unravel_index(index, self.shape), strict=True):
            shown.extend(group.die.faces[face] for face in group.rolls[int(number)])
        return tuple(shown)

    def tally(self, key: Hashable, value: Callable[[Face], int]) -> NDArray[np.int64]:
        """Add a whole number per face over the dice of every roll, shape (roll_count,).

        With a value of 0 or 1 this counts dice; with the face's number it is the sum of the dice. Results are
        kept under `key`, because the conditions of an edition ask for the same few tallies again and again.
        """
        if key not in self._tallies:
            total = np.zeros(1, dtype=np.int64)
            for group in self.groups:
                values = np.array([value(face) for face in group.die.faces], dtype=np.int64)
                rolls = np.array(group.rolls, dtype=np.int64).reshape(group.roll_count, group.count)
                total = np.add.outer(total, values[rolls].sum(axis=1)).reshape(-1)
            self._tallies[key] = total
        return self._tallies[key]

    def project(self, key: Callable[[Face], Hashable]) -> Pool:
        """Merge faces that `key` does not tell apart: a smaller pool for questions that do not either.

        Six different dice whose colours alone matter become six identical three-faced ones. Each merged face
        is shown as the first face of the pool with the same key; the rarest stands first on its die, so that
        "three 1s" and "three 6s" give pools of one structure. Questions that tell the same faces apart get the same
        pool, and so share its tallies.

        Examples
        --------
        >>> pool = Pool.of([(Die.numbered(6), 6)])
        >>> pool.project(lambda face: face.number == 6).lattice_size
        28
        """
        first: dict[Hashable, Face] = {}
        shown_as = {face: first.setdefault(key(face), face) for face in self.faces}
        told_apart = tuple(shown_as.values())
        if told_apart not in self._projections:
            merged = []
            for group in self.groups:
                shown = [shown_as[face] for face in group.die.faces]
                merged.append((Die.of(shown, group.die.weights).by_weight(), group.count))
            self._projections[told_apart] = Pool.of(merged)
        return self._projections[told_apart]

    @property
    def structure(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """What the keep lattice depends on: dice and weights of each group, whatever the faces show."""
        return tuple((group.count, group.die.weights) for group in self.groups)
