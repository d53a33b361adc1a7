"""A reroll policy: what to keep on every roll of a turn.

Policies come from the solver, from a person's own rule (a function), or from a table. Whatever its source, the
exact chance of ending on each roll follows from the forward pass, so policies can be compared to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.faces import Face
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import NOTHING_KEPT, format_faces, parse_face, parse_roll
from kingdice.dice.pool import Pool
from kingdice.dice.steps import follow
from kingdice.errors import PolicyError, RollError

__all__ = ["MOST_ROLLS", "KeepRule", "Policy", "check_rolls"]

MOST_ROLLS = 20

KeepRule = Callable[[tuple[Face, ...], int], Iterable[Face]]


def check_rolls(rolls: int) -> None:
    """Refuse a number of rolls that no turn has."""
    if not 1 <= rolls <= MOST_ROLLS:
        raise RollError(f"{rolls} rolls: a turn has 1 to {MOST_ROLLS}")


@dataclass(frozen=True)
class Policy:
    """What to keep, for every roll and every number of rolls left.

    Parameters
    ----------
    pool : Pool
    keeps : array (rolls - 1, pool.roll_count) of int64
        The lattice state to keep; `keeps[r - 1]` with r rolls left. The full keep means stop.
    name : str
    """

    pool: Pool
    keeps: NDArray[np.int64]
    name: str = "policy"

    @property
    def rolls(self) -> int:
        """How many times the dice may be rolled."""
        return len(self.keeps) + 1

    @cached_property
    def endings(self) -> NDArray[np.float64]:
        """Chance of stopping on each roll after the first, second, … roll; shape (rolls, pool.roll_count)."""
        return follow(lattice_of(self.pool), self.keeps)

    def value(self, terminal: NDArray[np.float64]) -> float:
        """What a turn is worth under this policy, given the worth of each final roll."""
        return float(np.sum(self.endings.sum(axis=0) * terminal))

    @property
    def stop_chances(self) -> NDArray[np.float64]:
        """Chance that the first, second, … roll is the last one; shape (rolls,)."""
        return np.asarray(self.endings.sum(axis=1))

    def rows(self) -> Iterator[dict[str, str | int]]:
        """The policy as a table for people: roll, rolls_left and keep; `from_table` reads it back.

        Examples
        --------
        >>> from kingdice.dice.notation import parse_dice
        >>> stop = Policy.from_rule(parse_dice("2d6"), lambda faces, left: faces, rolls=2)
        >>> next(stop.rows())
        {'roll': '1 1', 'rolls_left': 1, 'keep': '1 1'}
        """
        lattice = lattice_of(self.pool)
        rolls = [format_faces(self.pool, self.pool.roll_faces(roll)) for roll in range(self.pool.roll_count)]
        for left in range(len(self.keeps), 0, -1):
            for roll, keep in zip(rolls, self.keeps[left - 1].tolist(), strict=True):
                yield {
                    "roll": roll,
                    "rolls_left": left,
                    "keep": format_faces(self.pool, lattice.shown(keep)) or NOTHING_KEPT,
                }

    @classmethod
    def from_rule(cls, pool: Pool, rule: KeepRule, *, rolls: int = 3, name: str | None = None) -> Policy:
        """Make a policy of a person's rule.

        Parameters
        ----------
        pool : Pool
        rule : callable
            `rule(faces, rolls_left)` gets the faces shown in pool order and returns those to keep; all of them
            means stop.
        rolls : int
        name : str, optional

        Raises
        ------
        PolicyError
            When the rule keeps a face that is not there.

        Examples
        --------
        >>> from kingdice.dice.faces import Die
        >>> pool = Pool.of([(Die.numbered(6), 2)])
        >>> sixes = Policy.from_rule(pool, lambda faces, left: [face for face in faces if face.number == 6])
        >>> two_sixes = np.array([1.0 * (str(pool.roll_faces(r)[0]) == "6") for r in range(21)])
        >>> round(sixes.value(two_sixes), 12) == round((91 / 216) ** 2, 12)
        True
        """
        check_rolls(rolls)
        lattice = lattice_of(pool)
        keeps = np.empty((rolls - 1, pool.roll_count), dtype=np.int64)
        label = name or str(getattr(rule, "__name__", "rule"))
        for roll in range(pool.roll_count):
            faces = pool.roll_faces(roll)
            for left in range(1, rolls):
                kept = list(rule(faces, left))
                keeps[left - 1, roll] = _state(pool, lattice.state_of, faces, kept, label)
        return cls(pool, keeps, label)

    @classmethod
    def from_table(
        cls, pool: Pool, table: Mapping[tuple[str, int], str], *, rolls: int = 3, name: str = "table"
    ) -> Policy:
        """Make a policy of a table: (roll as text, rolls left) -> keep as text.

        Rolls that the table does not name are stopped at.

        Raises
        ------
        PolicyError, RollError
            When a roll or a keep in the table is not possible.
        """
        check_rolls(rolls)
        wanted: dict[tuple[int, int], str] = {}
        for (text, left), keep in table.items():
            if not 1 <= left < rolls:
                raise PolicyError(f"{name}: roll {text}: {left} rolls left: expected 1 to {rolls - 1}")
            try:
                wanted[parse_roll(pool, text), left] = keep
            except RollError as error:
                raise PolicyError(f"{name}: {error}") from None
        lattice = lattice_of(pool)
        keeps = np.tile(lattice.full, (rolls - 1, 1))
        for (roll, left), keep in wanted.items():
            faces = pool.roll_faces(roll)
            kept = [] if keep == NOTHING_KEPT else [_named(pool, word, name) for word in keep.replace(",", " ").split()]
            keeps[left - 1, roll] = _state(pool, lattice.state_of, faces, kept, name)
        return cls(pool, keeps, name)


def _state(
    pool: Pool,
    state_of: Callable[[tuple[tuple[int, ...], ...]], int],
    faces: tuple[Face, ...],
    kept: list[Face],
    label: str,
) -> int:
    """The lattice state of a keep given as faces; a face that several groups show is taken from the first."""
    state: list[tuple[int, ...]] = []
    at = 0
    missing = list(kept)
    for group in pool.groups:
        part = []
        for face in faces[at : at + group.count]:
            if face in missing:
                missing.remove(face)
                part.append(group.die.faces.index(face))
        state.append(tuple(part))
        at += group.count
    if missing:
        roll = " ".join(str(face) for face in faces)
        raise PolicyError(f"policy {label} keeps {missing[0]} of the roll {roll}, which does not show it that often")
    return state_of(tuple(state))


def _named(pool: Pool, word: str, name: str) -> Face:
    try:
        return parse_face(pool, word)
    except RollError as error:
        raise PolicyError(f"{name}: {error}") from None
