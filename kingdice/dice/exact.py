"""Turns solved in fractions: the same lattice, steps and tie rule, without rounding.

All values of one stage share a denominator, so the lattice holds whole numbers: before a roll step they are
multiplied by the number of equally likely ways in which all dice fall, after which every mean divides evenly
(`kingdice.dice.steps` with `exact`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING
from kingdice.dice.steps import choice_step, push_step, roll_step
from kingdice.dice.turn import check_rolls
from kingdice.errors import RollError

__all__ = ["LARGEST_EXACT", "ExactSolution", "solve_turn_exact"]

Whole = NDArray[Any]
LARGEST_EXACT = 250_000


@dataclass(frozen=True)
class ExactSolution:
    """A turn solved exactly.

    Attributes
    ----------
    lattice : Lattice
    terminal : tuple of Fraction
        What each roll is worth when the turn ends on it.
    values : tuple of Fraction
        The value of the turn with 1, 2, … rolls.
    """

    lattice: Lattice
    terminal: tuple[Fraction, ...]
    values: tuple[Fraction, ...]
    _stages: tuple[tuple[Whole, int], ...]

    @property
    def value(self) -> Fraction:
        """What the turn is worth before the first roll."""
        return self.values[-1]

    @cached_property
    def keeps(self) -> NDArray[np.int64]:
        """The best policy by the tie rule, as in `Policy.keeps`."""
        lattice, rolls = self.lattice, len(self.terminal)
        inside = [lattice.keeps_within(roll).tolist() for roll in range(rolls)]
        keeps = np.empty((len(self._stages), rolls), dtype=np.int64)
        for row, (stage, denominator) in enumerate(self._stages):
            flat = stage.reshape(-1)
            margin = denominator // 10**9
            for roll, within in enumerate(inside):
                stop = self.terminal[roll]
                values = [stop.numerator * denominator // stop.denominator, *(flat[keep] for keep in within[1:])]
                least = max(values) - margin
                keeps[row, roll] = next(keep for keep, value in zip(within, values, strict=True) if value >= least)
        return keeps

    def endings(self) -> list[list[Fraction]]:
        """Chance of stopping on each roll after the first, second, … roll of the dice."""
        lattice = self.lattice
        groups = lattice.pool.groups
        chances = np.array(_outer([list(group.roll_weights) for group in groups]), dtype=object)
        scale = lattice.ways
        kept_ways = _outer(
            [[axis.group.die.total_weight**kept for kept in axis.kept.tolist()] for axis in lattice.axes]
        )
        ended = []
        for keeps in self.keeps[::-1]:
            stopped: list[Fraction] = [Fraction(0)] * len(chances)
            mass: Whole = np.zeros(lattice.size, dtype=object)
            for roll, keep in enumerate(keeps.tolist()):
                if keep == lattice.full[roll]:
                    stopped[roll] = Fraction(int(chances[roll]), scale)
                else:
                    mass[keep] += chances[roll] * kept_ways[keep]
            ended.append(stopped)
            chances = push_step(lattice, mass.reshape(lattice.shape), exact=True).reshape(-1)
            scale *= lattice.ways
        return [*ended, [Fraction(int(chance), scale) for chance in chances]]

    def outcomes(self, codes: NDArray[np.int64], count: int) -> list[Fraction]:
        """Chance of each outcome code 0 to count - 1 and, last, of NOTHING; as `TurnSolution.outcomes`."""
        totals = [Fraction(0)] * (count + 1)
        for ended in self.endings():
            for chance, code in zip(ended, codes.tolist(), strict=True):
                totals[count if code == NOTHING else code] += chance
        return totals


def solve_turn_exact(pool: Pool, terminal: Sequence[Fraction | int], *, rolls: int = 3) -> ExactSolution:
    """Solve one turn in fractions.

    Parameters
    ----------
    pool : Pool
        Of at most `LARGEST_EXACT` lattice states.
    terminal : sequence of Fraction or int
        What each roll is worth when the turn ends on it.
    rolls : int

    Raises
    ------
    RollError
        When the pool is too large for fractions.

    Examples
    --------
    >>> from kingdice.dice.notation import parse_dice
    >>> pool = parse_dice("5d6")
    >>> alike = [int(len(set(pool.roll_faces(roll))) == 1) for roll in range(pool.roll_count)]
    >>> solve_turn_exact(pool, alike, rolls=3).value
    Fraction(347897, 7558272)
    """
    lattice = lattice_of(pool)
    check_rolls(rolls)
    if lattice.size > LARGEST_EXACT:
        raise RollError(f"too many dice for fractions: {lattice.size:,} keeps, at most {LARGEST_EXACT:,} are handled")
    worth = tuple(Fraction(value) for value in terminal)
    if len(worth) != pool.roll_count:
        raise RollError(f"{len(worth)} terminal values for {pool.roll_count} rolls: give one a roll")
    denominator = lcm(*(value.denominator for value in worth))
    current: Whole = np.empty(len(worth), dtype=object)
    current[:] = [value.numerator * (denominator // value.denominator) for value in worth]
    values, stages = [], []
    for roll in range(rolls):
        stage = roll_step(lattice, current.reshape(pool.shape), exact=True)
        denominator *= lattice.ways
        values.append(Fraction(int(stage.reshape(-1)[-1]), denominator))
        if roll < rolls - 1:
            stages.append((stage, denominator))
            current = choice_step(lattice, stage)
    return ExactSolution(lattice, worth, tuple(values), tuple(stages))


def _outer(lists: list[list[int]]) -> list[int]:
    product = [1]
    for numbers in lists:
        product = [a * b for a in product for b in numbers]
    return product
