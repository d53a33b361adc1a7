"""One turn with everything about it, in a few milliseconds: for those who answer people as they tap.

`TurnSolution` follows the best policy forwards, from each keep that it is asked about, in NumPy. Here the chances of
all outcomes go backwards through the lattice beside the value, a column each: rolled like values, and handed on from
the keep that is best by the tie rule. So after two roll steps the chances of every keep of a roll stand there at once,
and other threads can run meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.faces import Face
from kingdice.dice.lattice import lattice_of
from kingdice.dice.policy import check_rolls
from kingdice.dice.pool import Pool
from kingdice.dice.prompt_kernels import _begin, _best_first, _choose_noting, _hand_on, _lay_out
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.dice.workspace import Workspace
from kingdice.errors import RollError

__all__ = ["PromptAnswer", "PromptKeep", "PromptSolver"]

Floats = NDArray[np.float64]
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
        self._values = Workspace(self.lattice, 1, keep_stages=rolls)
        self._chances = Workspace(self.lattice, cards + 1, keep_stages=2)
        self._terminal, self._codes = np.zeros(pool.roll_count), np.zeros(pool.roll_count, dtype=np.int64)
        self._best, self._noted = np.zeros(self.lattice.size), np.zeros(self.lattice.size)
        self._goodness = self.lattice.preference.astype(np.float64)
        self._seen: dict[int, NDArray[np.int64]] = {}
        self._lines = [self._line(number) for number in range(len(self.lattice.axes))]

    def _line(self, number: int) -> tuple[NDArray[np.int64], int, NDArray[np.int64]]:
        pieces = prod(self.lattice.shape[number + 1 :])
        return self.lattice.roll_rows(number, pieces), pieces, self.lattice.axes[number].parents

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
        stages, values = self._chances.stages, self._values.stages
        self._begin(stakes, values[0][:, 0], stages[0])
        keeps: tuple[PromptKeep, ...] = ()
        if roll is not None and rolls_left == 0:
            keeps = (self._stopped(roll),)
        whole = self.pool.roll_chances @ stages[0][self.lattice.full] if rolls == 1 else np.empty(self.cards + 1)
        for left in range(1, rolls):
            now, following = stages[(left - 1) % 2], stages[left % 2]
            self._values.roll(left - 1)
            self._chances.roll((left - 1) % 2)
            if roll is not None and left == rolls_left:
                keeps = tuple(self._keeps(roll, values[left - 1][:, 0], now, top))
            self._follow(values[left - 1][:, 0], now, values[left][:, 0], following, whole)
        value = self.pool.roll_chances @ values[rolls - 1][self.lattice.full, 0]
        return PromptAnswer(float(value), tuple(whole.tolist()), keeps)

    def _begin(self, stakes: Stakes, values: Floats, chances: Floats) -> None:
        """Write down what each roll is worth, and what it ends in, when one stops."""
        taken = stakes.order[: stakes.order.index(NOTHING)]
        _begin(
            self.masks.kinds,
            self.masks.kind_of_roll,
            np.array(stakes.bits, dtype=np.uint64),
            np.array(stakes.worths, dtype=np.float64),
            np.array(taken, dtype=np.int64),
            stakes.failing,
            self.lattice.full,
            self._terminal,
            self._codes,
            values,
            chances,
        )

    def _follow(self, values: Floats, chances: Floats, next_values: Floats, followed: Floats, whole: Floats) -> None:
        """Hand on to each roll what its best keep is worth, and the chances of that keep."""
        best, noted, lattice = self._best, self._noted, self.lattice
        _lay_out(values, self._terminal, lattice.full, self._goodness, best, noted)
        for starts, pieces, parents in self._lines:
            _choose_noting(best, noted, starts, pieces, parents)
        kept = best, noted, lattice.by_preference, lattice.full, self._codes
        _hand_on(*kept, chances, next_values, followed, self.pool.roll_chances, whole)

    def _stopped(self, roll: int) -> PromptKeep:
        keep, code = int(self.lattice.full[roll]), self._codes[roll]
        chances = tuple(float(place == code) for place in range(self.cards + 1))
        return PromptKeep(keep, self.lattice.shown(keep), float(self._terminal[roll]), 0.0, chances)

    def _keeps(self, roll: int, rolling: Floats, chances: Floats, top: int | None) -> list[PromptKeep]:
        inside = self._inside(roll)
        most = len(inside) if top is None else top
        keeps, values = np.empty(most, dtype=np.int64), np.empty(most)
        endings = np.empty((most, self.cards + 1))
        stop = self.lattice.full[roll], self._terminal[roll]
        count = _best_first(rolling, inside, *stop, chances, self._codes[roll], keeps, values, endings)
        listed = zip(keeps[:count].tolist(), values[:count].tolist(), endings[:count].tolist(), strict=True)
        best = float(values[:count].max()) if count else 0.0
        shown = self.lattice.shown
        return [PromptKeep(keep, shown(keep), value, best - value, tuple(ends)) for keep, value, ends in listed]

    def _inside(self, roll: int) -> NDArray[np.int64]:
        """The keeps of a roll in the order of the tie rule; remembered for the rolls seen, if they are not too many."""
        if roll not in self._seen:
            if len(self._seen) * 2**self.pool.dice > _KEPT:
                self._seen.clear()
            self._seen[roll] = self.lattice.keeps_within(roll)
        return self._seen[roll]
