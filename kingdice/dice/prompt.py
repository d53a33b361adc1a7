"""One turn with everything about it, in a few milliseconds: for those who answer people as they tap.

`TurnSolution` follows the best policy forwards, from each keep that it is asked about, in NumPy. Here the chances of
all outcomes go backwards through the lattice beside the value, a column each: rolled like values, and handed on from
the keep that is best by the tie rule. So after two roll steps the chances of every keep of a roll stand there at once,
and other threads can run meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.faces import Face
from kingdice.dice.kernels import axis_columns
from kingdice.dice.lattice import lattice_of
from kingdice.dice.policy import check_rolls
from kingdice.dice.pool import Pool
from kingdice.dice.prompt_kernels import _solve
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.errors import RollError

__all__ = ["PromptAnswer", "PromptKeep", "PromptSolver"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_LINES = 64
_NOTHING_INSIDE = np.zeros(0, dtype=np.int64)
_KEPT = 2_000_000  # keeps that are remembered


@dataclass(frozen=True)
class PromptKeep:
    """A keep of a roll.

    Attributes
    ----------
    keep : int
        The lattice state.
    faces : tuple of Face
        The dice set aside, in pool order; all of them means stop.
    value : float
        What the turn is worth when this is kept and played on as well as can be.
    regret : float
        How much less that is than the best keep.
    chances : tuple of float
        Of ending with each card, and last with none.
    """

    keep: int
    faces: tuple[Face, ...]
    value: float
    regret: float
    chances: tuple[float, ...]


@dataclass(frozen=True)
class PromptAnswer:
    """A solved turn.

    Attributes
    ----------
    value : float
        What the turn is worth before its first roll.
    chances : tuple of float
        Of ending with each card, and last with none, before the first roll.
    keeps : tuple of PromptKeep
        Of the roll that was asked about, best first.
    """

    value: float
    chances: tuple[float, ...]
    keeps: tuple[PromptKeep, ...] = ()


class PromptSolver:
    """Solves turns of one pool, one after the other; serves one thread at a time.

    Parameters
    ----------
    pool : Pool
    masks : RollMasks
    cards : int
        How many cards are at stake in each turn.
    rolls : int
        The most rolls that a turn has.

    Raises
    ------
    RollError
        When the pool is too large.

    Examples
    --------
    >>> from kingdice.dice.condition import Count
    >>> from kingdice.dice.notation import parse_dice, parse_roll
    >>> pool = parse_dice("2d6")
    >>> solver = PromptSolver(pool, RollMasks.of(pool, [Count(2, number=6)]), 1, rolls=3)
    >>> answer = solver.answer(Stakes((0,), (1.0,)), rolls=3, roll=parse_roll(pool, "6 2"), rolls_left=1)
    >>> round(answer.value, 6), [round(chance, 6) for chance in answer.chances]
    (0.177491, [0.177491, 0.822509])
    >>> [(len(keep.faces), round(keep.value, 6)) for keep in answer.keeps]
    [(1, 0.166667), (0, 0.027778), (2, 0.0), (1, 0.0)]
    """

    def __init__(self, pool: Pool, masks: RollMasks, cards: int, *, rolls: int) -> None:
        check_rolls(rolls)
        self.pool, self.masks, self.cards, self.rolls = pool, masks, cards, rolls
        self.lattice = lattice_of(pool)
        lattice = self.lattice
        self._best_keeps = lattice.full, lattice.preference.astype(np.float64), lattice.by_preference, pool.roll_chances
        columns = cards + 1
        self._axes = self._roll_axes(1), self._roll_axes(columns), self._choice_axes()
        self._terminal, self._codes = np.zeros(pool.roll_count), np.zeros(pool.roll_count, dtype=np.int64)
        each = self._terminal, self._codes, np.zeros(lattice.size), np.zeros(lattice.size)
        tile = np.zeros((lattice.shape[-1], _LINES))
        self._room = np.zeros((rolls, lattice.size)), np.zeros((lattice.size, columns)), *each, tile
        self._seen: dict[int, Ints] = {}

    def _roll_axes(self, columns: int) -> tuple[Ints, Ints, Ints, Floats]:
        """What a roll step needs of the axes for so many columns, as `_roll` takes it."""
        shape, starts, successors, chances = self.lattice.shape, _Row(), _Row(), _Row()
        axes = []
        for number in reversed(range(len(shape))):
            axis, (length, pieces) = self.lattice.axes[number], axis_columns(shape, number, columns)
            lines, numbered = self.lattice.roll_rows(number, pieces), axis.successor.shape
            first = starts.add(lines), len(lines), pieces, length, axis.group.roll_count
            axes.append((*first, successors.add(axis.successor), *numbered, chances.add(axis.chances)))
        return np.array(axes), starts.whole, successors.whole, chances.whole

    def _choice_axes(self) -> tuple[Ints, Ints, Ints]:
        """What a choice step needs of the axes, as `_choose` takes it."""
        starts, parents, axes = _Row(), _Row(), []
        for number, axis in enumerate(self.lattice.axes):
            pieces = prod(self.lattice.shape[number + 1 :])
            lines = self.lattice.roll_rows(number, pieces)
            axes.append((starts.add(lines), len(lines), pieces, parents.add(axis.parents), *axis.parents.shape))
        return np.array(axes), starts.whole, parents.whole

    def answer(
        self, stakes: Stakes, *, rolls: int, roll: int | None = None, rolls_left: int = 0, top: int | None = None
    ) -> PromptAnswer:
        """Solve a turn.

        Parameters
        ----------
        stakes : Stakes
        rolls : int
            How many rolls the turn has.
        roll : int, optional
            What the dice show, if they have been rolled.
        rolls_left : int
            How often they may then still be rolled.
        top : int, optional
            How many keeps to list; all when left out.

        Raises
        ------
        RollError
            When the turn has no such moment.
        """
        if len(stakes.bits) != self.cards:
            raise RollError(f"{len(stakes.bits)} cards: this solver is for {self.cards}")
        if not 1 <= rolls <= self.rolls:
            raise RollError(f"{rolls} rolls: this solver is for 1 to {self.rolls}")
        if roll is not None and not 0 <= rolls_left < rolls:
            raise RollError(f"{rolls_left} rolls left: after the first of {rolls} rolls 0 to {rolls - 1} are left")
        inside = _NOTHING_INSIDE if roll is None else self._inside(roll)
        most = len(inside) if top is None else min(top, len(inside))
        listed = np.empty(most, dtype=np.int64), np.empty(most), np.empty((most, self.cards + 1))
        whole = np.empty(self.cards + 1)
        asked = -1 if roll is None else roll, rolls_left, inside
        value, count = _solve(
            self._at_stake(stakes), self._best_keeps, *self._axes, self._room, rolls, asked, listed, whole
        )
        keeps = self._listed(count, *listed)
        if roll is not None and rolls_left == 0:
            keeps = (self._stopped(roll),)
        return PromptAnswer(value, tuple(whole.tolist()), keeps)

    def _at_stake(self, stakes: Stakes) -> tuple[object, ...]:
        """Stakes as the kernel takes them."""
        taken = stakes.order[: stakes.order.index(NOTHING)]
        return (
            self.masks.kinds,
            self.masks.kind_of_roll,
            np.array(stakes.bits, dtype=np.uint64),
            np.array(stakes.worths, dtype=np.float64),
            np.array(taken, dtype=np.int64),
            float(stakes.failing),
        )

    def _listed(self, count: int, keeps: Ints, values: Floats, endings: Floats) -> tuple[PromptKeep, ...]:
        every = zip(keeps[:count].tolist(), values[:count].tolist(), endings[:count].tolist(), strict=True)
        best = float(values[:count].max()) if count else 0.0
        shown = self.lattice.shown
        return tuple(PromptKeep(keep, shown(keep), value, best - value, tuple(ends)) for keep, value, ends in every)

    def _stopped(self, roll: int) -> PromptKeep:
        keep, code = int(self.lattice.full[roll]), self._codes[roll]
        chances = tuple(float(place == code) for place in range(self.cards + 1))
        return PromptKeep(keep, self.lattice.shown(keep), float(self._terminal[roll]), 0.0, chances)

    def _inside(self, roll: int) -> Ints:
        """The keeps of a roll in the order of the tie rule; remembered for the rolls seen, if they are not too many."""
        if roll not in self._seen:
            if len(self._seen) * 2**self.pool.dice > _KEPT:
                self._seen.clear()
            self._seen[roll] = self.lattice.keeps_within(roll)
        return self._seen[roll]


class _Row:
    """Arrays one after the other in one."""

    def __init__(self) -> None:
        self._parts: list[NDArray[Any]] = []

    def add(self, part: NDArray[Any]) -> int:
        """Put one more at the end; returns where it begins."""
        self._parts.append(part.reshape(-1))
        return sum(len(one) for one in self._parts[:-1])

    @property
    def whole(self) -> NDArray[Any]:
        """All of them."""
        return np.concatenate(self._parts)
