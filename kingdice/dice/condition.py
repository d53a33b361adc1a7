"""What a card needs: conditions on a roll.

A condition is a small tree of the words below. It is worked out for all rolls of a pool at once, as one array of
truth values, from tallies (how many dice show this, what do they add up to). "n" means at least n unless
`exactly` is set; `And` lets its parts share dice. Faces without a number take no part in sums and straights.

Every condition also knows which faces it tells apart (`face_key`): swapping a die's face for one with the same
key never changes its truth, so single questions are solved on a smaller pool (`Pool.project`).
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.faces import Face
from kingdice.dice.pool import Pool
from kingdice.errors import RollError

__all__ = ["And", "Condition", "Count", "Groups", "Not", "Or", "RollMasks", "Same", "Straight", "Sum"]

Truth = NDArray[np.bool_]
_COMPARE = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "<": operator.lt, ">": operator.gt}


class Condition(ABC):
    """Something a roll meets or does not; `str()` gives the text form that `parse_condition` reads."""

    @abstractmethod
    def met(self, pool: Pool) -> Truth:
        """For each roll of the pool, whether it meets the condition; shape (pool.roll_count,)."""

    @abstractmethod
    def face_key(self, face: Face) -> Hashable:
        """Equal for faces that the condition does not tell apart."""


@dataclass(frozen=True)
class Count(Condition):
    """At least (or exactly) `dice` dice show the given number, colour and parity; None asks for no such thing."""

    dice: int
    number: int | None = None
    colour: str | None = None
    parity: str | None = None
    exactly: bool = False

    def matches(self, face: Face) -> bool:
        """Whether a face counts."""
        if self.number is not None and face.number != self.number:
            return False
        if self.colour is not None and face.colour != self.colour:
            return False
        if self.parity is None:
            return True
        return face.number is not None and face.number % 2 == (self.parity == "odd")

    def met(self, pool: Pool) -> Truth:
        key = ("count", self.number, self.colour, self.parity)
        shown = pool.tally(key, lambda face: int(self.matches(face)))
        return np.asarray(shown == self.dice if self.exactly else shown >= self.dice)

    def face_key(self, face: Face) -> Hashable:
        return self.matches(face)

    def __str__(self) -> str:
        things = [self.colour, self.parity, None if self.number is None else f"{self.number}s"]
        count = "no" if self.exactly and self.dice == 0 else f"{'exactly ' * self.exactly}{self.dice}"
        return " ".join([count, *(thing for thing in things if thing)])


def _kind_counts(pool: Pool, of: str) -> NDArray[np.int64]:
    """Dice per number or per colour for each roll, shape (kinds, rolls)."""
    kinds: tuple[int | str, ...] = pool.numbers if of == "number" else pool.colours
    counts = [
        pool.tally((of, kind), lambda face, kind=kind: int(getattr(face, of) == kind))  # type: ignore[misc]
        for kind in kinds
    ]
    return np.array(counts, dtype=np.int64).reshape(len(kinds), pool.roll_count)


@dataclass(frozen=True)
class Same(Condition):
    """At least `dice` dice show one same number (or colour), whichever; exactly: some number shows so often."""

    dice: int
    of: str = "number"
    exactly: bool = False

    def met(self, pool: Pool) -> Truth:
        counts = _kind_counts(pool, self.of)
        return np.asarray(((counts == self.dice) if self.exactly else (counts >= self.dice)).any(axis=0))

    def face_key(self, face: Face) -> Hashable:
        return face.number if self.of == "number" else face.colour

    def __str__(self) -> str:
        kind = "of a kind" if self.of == "number" else "of one colour"
        return f"{'exactly ' * self.exactly}{self.dice} {kind}"


@dataclass(frozen=True)
class Groups(Condition):
    """Groups of dice, alike within a group and different between groups: (3, 2) is three and two of another number.

    A group may have more dice than asked for. Exactly: each group is all dice of its number.
    """

    sizes: tuple[int, ...]
    of: str = "number"
    exactly: bool = False

    def met(self, pool: Pool) -> Truth:
        counts = _kind_counts(pool, self.of)
        if self.exactly:
            needed = {size: self.sizes.count(size) for size in self.sizes}
            enough = [(counts == size).sum(axis=0) >= often for size, often in needed.items()]
            return np.asarray(np.logical_and.reduce(enough))
        if len(self.sizes) > len(counts):
            return np.zeros(pool.roll_count, dtype=np.bool_)
        largest = -np.sort(-counts, axis=0)[: len(self.sizes)]
        wanted = np.array(sorted(self.sizes, reverse=True))[:, None]
        return np.asarray((largest >= wanted).all(axis=0))

    def face_key(self, face: Face) -> Hashable:
        return face.number if self.of == "number" else face.colour

    def __str__(self) -> str:
        sizes = "+".join(str(size) for size in self.sizes)
        return f"{'exactly ' * self.exactly}{sizes}{' of colours' * (self.of == 'colour')}"


@dataclass(frozen=True)
class Straight(Condition):
    """`length` consecutive numbers, each on a die of its own; other dice are free."""

    length: int

    def met(self, pool: Pool) -> Truth:
        shown = dict(zip(pool.numbers, _kind_counts(pool, "number") > 0, strict=True))
        run: dict[int, NDArray[np.int64]] = {}
        met = np.zeros(pool.roll_count, dtype=np.bool_)
        for number in pool.numbers:
            before = run.get(number - 1, np.zeros(pool.roll_count, dtype=np.int64))
            run[number] = np.where(shown[number], before + 1, 0)
            met |= run[number] >= self.length
        return met

    def face_key(self, face: Face) -> Hashable:
        return face.number

    def __str__(self) -> str:
        return f"straight of {self.length}"


@dataclass(frozen=True)
class Sum(Condition):
    """The numbers shown add up to <=, >=, ==, < or > a value."""

    compare: str
    value: int

    def met(self, pool: Pool) -> Truth:
        total = pool.tally("sum", lambda face: face.number or 0)
        return np.asarray(_COMPARE[self.compare](total, self.value))

    def face_key(self, face: Face) -> Hashable:
        return face.number or 0

    def __str__(self) -> str:
        return f"sum {self.compare} {self.value}"


@dataclass(frozen=True)
class And(Condition):
    """All parts are met; they may share dice."""

    parts: tuple[Condition, ...]

    def met(self, pool: Pool) -> Truth:
        return np.asarray(np.logical_and.reduce([part.met(pool) for part in self.parts]))

    def face_key(self, face: Face) -> Hashable:
        return tuple(part.face_key(face) for part in self.parts)

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, Or) else str(part) for part in self.parts)


@dataclass(frozen=True)
class Or(Condition):
    """At least one part is met."""

    parts: tuple[Condition, ...]

    def met(self, pool: Pool) -> Truth:
        return np.asarray(np.logical_or.reduce([part.met(pool) for part in self.parts]))

    def face_key(self, face: Face) -> Hashable:
        return tuple(part.face_key(face) for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(str(part) for part in self.parts)


@dataclass(frozen=True)
class Not(Condition):
    """The part is not met."""

    part: Condition

    def met(self, pool: Pool) -> Truth:
        return ~self.part.met(pool)

    def face_key(self, face: Face) -> Hashable:
        return self.part.face_key(face)

    def __str__(self) -> str:
        return f"not ({self.part})" if isinstance(self.part, And | Or) else f"not {self.part}"


@dataclass(frozen=True)
class RollMasks:
    """One bit per condition for each roll, the first condition lowest.

    Attributes
    ----------
    kinds : array (kinds,) of uint64
        The distinct masks; they are far fewer than the rolls.
    kind_of_roll : array (rolls,) of int64
        Which of them each roll has.
    """

    kinds: NDArray[np.uint64]
    kind_of_roll: NDArray[np.int64]

    @classmethod
    def of(cls, pool: Pool, conditions: Sequence[Condition]) -> RollMasks:
        """Work the conditions out for all rolls of a pool.

        Raises
        ------
        RollError
            For more than 64 conditions.

        Examples
        --------
        >>> from kingdice.dice.notation import parse_dice
        >>> RollMasks.of(parse_dice("1d6"), [Count(1, number=6), Sum("<=", 2)]).of_rolls.tolist()
        [2, 2, 0, 0, 0, 1]
        """
        if len(conditions) > 64:
            raise RollError(f"{len(conditions)} conditions: at most 64 are handled together")
        masks = np.zeros(pool.roll_count, dtype=np.uint64)
        for bit, condition in enumerate(conditions):
            masks |= condition.met(pool).astype(np.uint64) << np.uint64(bit)
        kinds, kind_of_roll = np.unique(masks, return_inverse=True)
        return cls(kinds, kind_of_roll.astype(np.int64))

    @property
    def of_rolls(self) -> NDArray[np.uint64]:
        """The mask of each roll, shape (rolls,)."""
        return self.kinds[self.kind_of_roll]
