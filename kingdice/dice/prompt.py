"""One turn with everything about it, in a few milliseconds: for those who answer people as they tap.

`TurnSolution` follows the best policy forwards, from each keep that it is asked about, in NumPy. Here the chances of
all outcomes go backwards through the lattice beside the value, a column each: rolled like values, and handed on from
the keep that is best by the tie rule. So after two roll steps the chances of every keep of a roll stand there at once,
and other threads can run meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.faces import Face
from kingdice.dice.kernels import _follow_best
from kingdice.dice.lattice import lattice_of
from kingdice.dice.policy import check_rolls
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING, Stakes, order_arrays
from kingdice.dice.ties import TIE, ranked
from kingdice.dice.workspace import AtStake, Workspace
from kingdice.errors import RollError

__all__ = ["PromptAnswer", "PromptKeep", "PromptSolver"]

Floats = NDArray[np.float64]
_KEPT = 4_000_000
_ROLLS_AT_A_TIME = 1 << 14


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
    [(1, 0.166667), (0, 0.027778), (1, 0.027778), (2, 0.0)]
    """

    def __init__(self, pool: Pool, masks: RollMasks, cards: int, *, rolls: int) -> None:
        check_rolls(rolls)
        self.pool, self.masks, self.cards, self.rolls = pool, masks, cards, rolls
        self.lattice = lattice_of(pool)
        self._values = Workspace(self.lattice, 1, keep_stages=rolls)
        self._chances = Workspace(self.lattice, cards + 1, keep_stages=2)

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
        taken = stakes.taken(self.masks)
        codes = np.where(taken == NOTHING, self.cards, taken)
        terminal = np.array([*stakes.worths, stakes.failing])[codes]
        whole = self._values.solve(rolls, AtStake(self.masks, *order_arrays([stakes])))
        stages = self._chances.stages
        stages[0][self.lattice.full] = 0.0
        stages[0][self.lattice.full, codes] = 1.0
        keeps: tuple[PromptKeep, ...] = ()
        if roll is not None and rolls_left == 0:
            keeps = (self._stopped(roll, terminal, codes),)
        for left in range(1, rolls):
            now, following = stages[(left - 1) % 2], stages[left % 2]
            self._chances.roll((left - 1) % 2)
            if roll is not None and left == rolls_left:
                keeps = tuple(self._keeps(roll, left, terminal, codes, now, top))
            self._follow(left, terminal, codes, now, following)
        first = self.pool.roll_chances @ stages[(rolls - 1) % 2][self.lattice.full]
        return PromptAnswer(float(whole[-1, 0]), tuple(first.tolist()), keeps)

    def _stopped(self, roll: int, terminal: Floats, codes: NDArray[np.int64]) -> PromptKeep:
        keep = int(self.lattice.full[roll])
        return PromptKeep(keep, self.lattice.shown(keep), float(terminal[roll]), 0.0, self._certain(int(codes[roll])))

    def _certain(self, code: int) -> tuple[float, ...]:
        return tuple(float(place == code) for place in range(self.cards + 1))

    def _keeps(
        self, roll: int, left: int, terminal: Floats, codes: NDArray[np.int64], chances: Floats, top: int | None
    ) -> list[PromptKeep]:
        inside = self.lattice.keeps_within(roll)
        stop = int(np.flatnonzero(inside == self.lattice.full[roll])[0])
        values = self._values.stages[left - 1][inside, 0]
        values[stop] = terminal[roll]
        order = ranked(values.tolist(), list(range(len(inside))))
        best = float(values.max())
        return [
            PromptKeep(
                int(inside[place]),
                self.lattice.shown(int(inside[place])),
                float(values[place]),
                best - float(values[place]),
                self._certain(int(codes[roll])) if place == stop else tuple(chances[inside[place]].tolist()),
            )
            for place in order[:top]
        ]

    def _follow(self, left: int, terminal: Floats, codes: NDArray[np.int64], chances: Floats, followed: Floats) -> None:
        """Hand on the chances of the best keeps with so many rolls left."""
        values, best = (self._values.stages[stage][:, 0] for stage in (left - 1, left))
        if self._inside is not None:
            _follow_best(values, best, terminal, TIE, self.lattice.full, self._inside, codes, chances, followed)
            return
        for first in range(0, len(codes), _ROLLS_AT_A_TIME):
            some = slice(first, first + _ROLLS_AT_A_TIME)
            inside, full = self._preferred(first, some.stop), self.lattice.full[some]
            _follow_best(values, best, terminal[some], TIE, full, inside, codes[some], chances, followed)

    @cached_property
    def _inside(self) -> NDArray[np.int32] | None:
        """The keeps within every roll in the order of preference, unless they are too many to be kept."""
        if self.pool.roll_count * 2**self.pool.dice > _KEPT:
            return None
        return self._preferred(0, self.pool.roll_count)

    def _preferred(self, first: int, end: int) -> NDArray[np.int32]:
        inside = self.lattice.keeps_inside(first, end)
        order = np.argsort(self.lattice.preference[inside], axis=1)
        return np.take_along_axis(inside, order, axis=1).astype(np.int32)
