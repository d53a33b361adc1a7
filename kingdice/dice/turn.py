"""The turn solver: the best way to keep and reroll, and everything worth knowing about it.

A turn is up to R rolls; after each the player sets any dice aside and rolls the others, or stops. What the
last roll is worth is given (the *terminal* values); the solver finds the policy that is worth most.

A bigger number of rolls left never hurts, so keeping every die and "rolling none" is the same as stopping.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingdice.dice.faces import Face
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.policy import MOST_ROLLS, Policy, check_rolls
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING
from kingdice.dice.steps import best_keeps, choice_step, follow, push_step, roll_step
from kingdice.dice.ties import ranked
from kingdice.errors import RollError

__all__ = ["MOST_ROLLS", "Option", "TurnSolution", "check_rolls", "solve_turn", "tally_outcomes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Option:
    """One keep that a roll allows.

    Attributes
    ----------
    keep : int
        The lattice state.
    faces : tuple of Face
        The dice set aside, in pool order; all of them means stop.
    value : float
        What the turn is worth when this is kept and played on as well as can be.
    regret : float
        How much less that is than the best option.
    """

    keep: int
    faces: tuple[Face, ...]
    value: float
    regret: float


def solve_turn(pool: Pool, terminal: ArrayLike, *, rolls: int = 3) -> TurnSolution:
    """Solve one turn.

    Parameters
    ----------
    pool : Pool
    terminal : array (pool.roll_count,)
        What each roll is worth when the turn ends on it.
    rolls : int
        How many times the dice may be rolled, the first roll included.

    Raises
    ------
    RollError
        When the pool is too large, or a terminal value is not a finite number, or `rolls` is not 1 to 20.

    Examples
    --------
    The chance of five alike with five dice, three rolls (347897/7558272):

    >>> from kingdice.dice.faces import Die
    >>> pool = Pool.of([(Die.numbered(6), 5)])
    >>> alike = [len(set(pool.roll_faces(roll))) == 1 for roll in range(pool.roll_count)]
    >>> round(solve_turn(pool, alike, rolls=3).value, 12)
    0.046028642526
    """
    lattice = lattice_of(pool)
    check_rolls(rolls)
    worth = np.asarray(terminal, dtype=np.float64)
    if worth.shape != (pool.roll_count,):
        raise RollError(f"{worth.size} terminal values for {pool.roll_count} rolls: give one a roll")
    if not np.isfinite(worth).all():
        raise RollError(f"roll {int(np.argmin(np.isfinite(worth)))} has no finite worth")
    stages, values = [], np.empty(rolls)
    current = worth.reshape(pool.shape)
    for roll in range(rolls - 1):
        stage = roll_step(lattice, current)
        stages.append(stage.reshape(-1))
        values[roll] = stages[-1][-1]
        current = choice_step(lattice, stage)
    values[-1] = np.sum(current.reshape(-1) * pool.roll_chances)
    return TurnSolution(lattice, rolls, worth, values, stages)


class TurnSolution:
    """A solved turn.

    Attributes
    ----------
    pool : Pool
    rolls : int
    terminal : array (pool.roll_count,)
    values : array (rolls,)
        The value of the turn if it had only 1, 2, … rolls.
    """

    def __init__(self, lattice: Lattice, rolls: int, terminal: Floats, values: Floats, stages: list[Floats]) -> None:
        self.lattice = lattice
        self.pool = lattice.pool
        self.rolls = rolls
        self.terminal = terminal
        self.values = values
        self._stages = stages

    @property
    def value(self) -> float:
        """What the turn is worth before the first roll."""
        return float(self.values[-1])

    @cached_property
    def policy(self) -> Policy:
        """The best policy, made unique by the tie rule."""
        keeps = [best_keeps(self.lattice, stage, self.terminal) for stage in self._stages]
        shape = (len(keeps), self.pool.roll_count)
        return Policy(self.pool, np.array(keeps, dtype=np.int64).reshape(shape), name="best")

    def keep_values(self, rolls_left: int) -> Floats:
        """Value of every keep with `rolls_left` rolls to come, stopping at the full keeps; shape (states,)."""
        self._check_left(rolls_left)
        values = np.full(self.lattice.size, -np.inf) if rolls_left == 0 else self._stages[rolls_left - 1].copy()
        values[self.lattice.full] = self.terminal
        return values

    def options(self, roll: int, rolls_left: int) -> list[Option]:
        """Every keep that a roll allows, best first (equals by the tie rule).

        Parameters
        ----------
        roll : int
            Index of the roll.
        rolls_left : int
            How many more times the dice may be rolled; with 0 one can only stop.

        Raises
        ------
        RollError
            When the turn has no such moment.
        """
        self._check_left(rolls_left)
        if not 0 <= roll < self.pool.roll_count:
            raise RollError(f"roll {roll}: these dice have rolls 0 to {self.pool.roll_count - 1}")
        keeps = self.lattice.keeps_within(roll) if rolls_left else self.lattice.full[roll : roll + 1]
        stopping = keeps == self.lattice.full[roll]
        rolling = self._stages[rolls_left - 1][keeps] if rolls_left else np.zeros(len(keeps))
        values = np.where(stopping, self.terminal[roll], rolling)
        order = ranked(values.tolist(), list(range(len(keeps))))
        best = float(values.max())
        return [
            Option(int(keeps[i]), self.lattice.shown(int(keeps[i])), float(values[i]), best - float(values[i]))
            for i in order
        ]

    def best_keep(self, roll: int, rolls_left: int) -> Option:
        """The option that the best policy takes."""
        return self.options(roll, rolls_left)[0]

    @cached_property
    def endings(self) -> Floats:
        """Chance of stopping on each roll after the first, second, … roll; shape (rolls, pool.roll_count)."""
        return self.policy.endings

    def endings_from(self, keeps: Sequence[int], rolls_left: int) -> Floats:
        """Chance of ending on each roll when a keep is held and the best policy followed from there.

        To keep every die is to stop.

        Returns
        -------
        array (len(keeps), pool.roll_count)
        """
        self._check_left(rolls_left)
        out = np.zeros((len(keeps), self.pool.roll_count))
        states = np.array(keeps, dtype=np.int64)
        stops = self.lattice.kept[states] == self.pool.dice
        out[np.flatnonzero(stops), np.searchsorted(self.lattice.full, states[stops])] = 1.0
        going_on = np.flatnonzero(~stops)
        if going_on.size and rolls_left == 0:
            raise RollError("with no rolls left all dice are kept")
        width = max(1, min(len(going_on), 20_000_000 // self.lattice.size))
        for first in range(0, len(going_on), width):
            rows = going_on[first : first + width]
            some = states[rows]
            mass = np.zeros((self.lattice.size, len(some)))
            mass[some, np.arange(len(some))] = 1.0
            rolled = push_step(self.lattice, mass.reshape(*self.lattice.shape, len(some)))
            start = rolled.reshape(self.pool.roll_count, len(some))
            out[rows] = follow(self.lattice, self.policy.keeps[: rolls_left - 1], start).sum(axis=0).T
        return out

    def outcomes(self, codes: Ints, count: int) -> Floats:
        """Chance of each outcome, where `codes` (pool.roll_count,) says which outcome each roll ends in.

        Codes run from 0 to count - 1; NOTHING (-1) is counted last.

        Returns
        -------
        array (count + 1,)
        """
        return tally_outcomes(self.endings.sum(axis=0), codes, count)

    def _check_left(self, rolls_left: int) -> None:
        if not 0 <= rolls_left < self.rolls:
            most = self.rolls - 1
            raise RollError(
                f"{rolls_left} rolls left: after the first of {self.rolls} rolls 0 to {most} are left"
                if most
                else f"{rolls_left} rolls left: after the only roll none is left"
            )


def tally_outcomes(endings: Floats, codes: Ints, count: int) -> Floats:
    """Add up the chances of rolls by outcome; the last entry is NOTHING."""
    numbered = np.where(codes == NOTHING, count, codes)
    return np.bincount(numbered, weights=endings, minlength=count + 1).astype(np.float64)
