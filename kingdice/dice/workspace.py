"""Room for many turns of the same dice side by side.

A turn is solved backwards: the terminal values of its rolls, then roll step and choice step for every reroll. Dice in
three groups of one or two go plane by plane when whole sixteens are solved (`kingdice.dice.planes`), all others axis by
axis: solving one display takes about as long as binding the dozen kernel calls to their array views, so they are
bound once and then only run down. A workspace serves one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.kernels import (
    _best_keeps,
    _choose_axis,
    _choose_lines,
    _choose_long_axis,
    _first_roll,
    _push_axis,
    _roll_axis,
    _roll_lines,
    _stop_or_keep,
    _write_stakes,
    axis_columns,
)
from kingdice.dice.lattice import Lattice
from kingdice.dice.plane_turns import PlaneTurns, aligned, goes_by_planes
from kingdice.dice.ties import TIE

__all__ = ["AtStake", "Workspace"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_LINES = 64
_ROLLS_AT_A_TIME = 1 << 14
Call = tuple[Callable[..., None], tuple[Any, ...]]


class AtStake(NamedTuple):
    """What a batch of turns is played for.

    Attributes
    ----------
    masks : RollMasks
    bits : array (cards, batch) of uint64
        Which bit of the masks each card is, worst card first: of those met the last one is taken.
    worths : array (cards, batch)
    failing : array (batch,)
        What winning none is worth.
    """

    masks: RollMasks
    bits: NDArray[np.uint64]
    worths: Floats
    failing: Floats


class Workspace:
    """Buffers and kernel calls for turns of one pool.

    Parameters
    ----------
    lattice : Lattice
    batch : int
        How many turns are solved side by side.
    keep_stages : int
        For how many rolls the values of all keeps are kept: 0 when only the value of the turn is asked for.

    Attributes
    ----------
    stages : list of arrays (lattice states, batch)
        Stage r holds, after `solve`, the value of every keep when its other dice are about to be rolled for
        the first of r + 1 rolls still to come; at the full keeps it holds the value of that roll with r rolls
        to come. Without `keep_stages` the stages overwrite each other.
    all_stages : array (keep_stages, lattice states, batch)
        The stages kept, in one piece.
    """

    def __init__(self, lattice: Lattice, batch: int, *, keep_stages: int = 0) -> None:
        self.lattice = lattice
        self.batch = batch
        self.all_stages = aligned((keep_stages, lattice.size, batch), np.float64)
        self._by_planes: PlaneTurns | None = None
        if goes_by_planes(lattice, batch):
            stages = self.all_stages if keep_stages else aligned((1, lattice.size, batch), np.float64)
            self._by_planes = PlaneTurns(lattice, stages, keep=keep_stages > 0)
            self.stages = list(stages)
        else:
            self._bind(keep_stages)

    def _bind(self, keep_stages: int) -> None:
        """Bind the calls of the kernels that go axis by axis."""
        lattice, batch = self.lattice, self.batch
        self._scratch = [np.zeros(lattice.size * batch) for _ in range(2)]
        columns = [axis_columns(lattice.shape, axis, batch)[0] for axis in range(len(lattice.axes))]
        self._best = [np.zeros((s, max(c, _LINES))) for s, c in zip(lattice.shape, columns, strict=True)]
        self._tile = np.zeros((lattice.shape[-1], _LINES))
        if keep_stages:
            flat = list(self.all_stages.reshape(keep_stages, -1))
            self._rolling = [self._roll_calls(stage) for stage in flat]
            self._choosing = [self._choice_calls(a, b) for a, b in pairwise(flat)]
        else:
            odd = len(lattice.axes) % 2
            flat = self._scratch if odd else self._scratch[:1]
            self._rolling = [self._roll_calls(stage) for stage in flat]
            self._choosing = [self._choice_calls(stage, flat[place - 1]) for place, stage in enumerate(flat)]
        self.stages = [stage.reshape(lattice.size, batch) for stage in flat]

    def solve(self, rolls: int, at_stake: AtStake | None = None) -> Floats:
        """Solve turns.

        Parameters
        ----------
        rolls : int
        at_stake : AtStake, optional
            What they are played for. Left out, what it is worth to stop on each roll stands in the full keeps of stage
            0, `stages[0][lattice.full]`: a kernel may have written it there, or `solve_terminal` does.

        Returns
        -------
        array (rolls, batch)
            The value of a turn of 1, 2, … rolls.
        """
        if self._by_planes:
            self._stake(self._by_planes, at_stake)
            return self._by_planes.solve(rolls, valued=rolls - 1, staked=at_stake is not None)
        self._write(at_stake)
        out = np.empty((rolls, self.batch))
        lattice, stage = self.lattice, 0
        for roll in range(rolls):
            stage = roll % len(self.stages)
            if roll < rolls - 1:
                for kernel, arguments in self._rolling[stage]:
                    kernel(*arguments)
                out[roll] = self.stages[stage][-1]
                for kernel, arguments in self._choosing[stage]:
                    kernel(*arguments)
            else:
                _first_roll(self.stages[stage], lattice.full, lattice.pool.roll_chances, out[roll])
        return out

    def solve_terminal(self, terminal: Floats, rolls: int) -> Floats:
        """Solve turns, given what it is worth to stop on each roll.

        Parameters
        ----------
        terminal : array (pool.roll_count, batch)
        rolls : int

        Returns
        -------
        array (rolls, batch)
            The value of a turn of 1, 2, … rolls.

        Examples
        --------
        >>> from kingdice.dice.lattice import lattice_of
        >>> from kingdice.dice.notation import parse_dice
        >>> room = Workspace(lattice_of(parse_dice("1d6")), 1)
        >>> room.solve_terminal(np.arange(1.0, 7.0)[:, None], rolls=3).round(4).tolist()
        [[3.5], [4.25], [4.6667]]
        """
        self.stages[0][self.lattice.full] = terminal
        return self.solve(rolls)

    def fill(self, rerolls: int, at_stake: AtStake | None = None) -> None:
        """Value the keeps for 1 to `rerolls` rolls to come, and nothing more (stages kept); arguments as in `solve`."""
        if self._by_planes:
            self._stake(self._by_planes, at_stake)
            self._by_planes.solve(max(rerolls, 1), valued=rerolls, staked=at_stake is not None)
            return
        self._write(at_stake)
        for stage in range(rerolls):
            for kernel, arguments in self._rolling[stage]:
                kernel(*arguments)
            if stage < rerolls - 1:
                for kernel, arguments in self._choosing[stage]:
                    kernel(*arguments)

    def best_keeps(self, terminal: Floats, rolls_left: int) -> Ints:
        """The keep to hold on to for each roll, by the tie rule, in the turns just solved (stages kept).

        Parameters
        ----------
        terminal : array (pool.roll_count, batch)
            What the turns were solved with.
        rolls_left : int

        Returns
        -------
        array (pool.roll_count, batch)
            Lattice states; the full keep means stop.
        """
        lattice, values = self.lattice, self.stages[rolls_left - 1]
        ranks = np.empty(terminal.shape, dtype=np.int64)
        for first in range(0, len(terminal), _ROLLS_AT_A_TIME):
            some = slice(first, first + _ROLLS_AT_A_TIME)
            inside = lattice.keeps_inside(some.start, some.stop)
            _best_keeps(values, terminal[some], TIE, lattice.full[some], lattice.preference, inside, ranks[some])
        return lattice.by_preference[ranks]

    def endings(self, terminal: Floats, rolls: int) -> Floats:
        """Follow the best policies of the turns just solved, which must have kept their stages.

        Parameters
        ----------
        terminal : array (pool.roll_count, batch)
            What the turns were solved with.
        rolls : int

        Returns
        -------
        array (rolls, pool.roll_count, batch)
            The chance of stopping on each roll after the first, second, … roll of the dice.
        """
        lattice = self.lattice
        ended = np.zeros((rolls, *terminal.shape))
        chances = np.repeat(lattice.pool.roll_chances[:, None], self.batch, axis=1)
        mass = np.empty((lattice.size, self.batch))
        for done in range(rolls - 1):
            mass[:] = 0.0
            keeps = self.best_keeps(terminal, rolls - 1 - done)
            _stop_or_keep(chances, keeps, lattice.full, ended[done], mass)
            for number, axis in enumerate(lattice.axes):
                length, pieces = axis_columns(lattice.shape, number, self.batch)
                starts = lattice.roll_rows(number, pieces)
                arguments = starts, pieces, axis.group.roll_count, axis.successor, axis.chances
                _push_axis(mass.reshape(-1, length), *arguments)
            chances = mass[lattice.full]
        ended[-1] = chances
        return ended

    def _write(self, at_stake: AtStake | None) -> None:
        if at_stake:
            masks = at_stake.masks
            batch = [np.ascontiguousarray(part) for part in at_stake[1:]]
            _write_stakes(self.stages[0], self.lattice.full, masks.kind_of_roll, masks.kinds, *batch)

    def _stake(self, by_planes: PlaneTurns, at_stake: AtStake | None) -> None:
        if at_stake:
            by_planes.stake(*at_stake, places=np.zeros(at_stake.worths.shape))

    def _roll_calls(self, values: Floats) -> list[Call]:
        calls: list[Call] = []
        for number in reversed(range(len(self.lattice.axes))):
            axis = self.lattice.axes[number]
            length, pieces = axis_columns(self.lattice.shape, number, self.batch)
            starts = self.lattice.roll_rows(number, pieces)
            rows = values.reshape(-1, length)
            arguments = rows, starts, pieces, axis.group.roll_count, axis.successor, axis.chances
            calls.append((_roll_lines, (*arguments, self._tile)) if length == 1 else (_roll_axis, arguments))
        return calls

    def _choice_calls(self, values: Floats, goal: Floats) -> list[Call]:
        """Axis by axis the array shrinks to full rolls, packed; the last axis spreads them over the goal."""
        calls: list[Call] = []
        lattice, source, lines = self.lattice, values, 1
        for number, axis in enumerate(lattice.axes):
            length, pieces = axis_columns(lattice.shape, number, self.batch)
            rolls, states = axis.group.roll_count, lattice.shape[number]
            starts = np.arange(lines, dtype=np.int64) * (states * pieces)
            if number == len(lattice.axes) - 1:
                target, target_starts = goal, lattice.roll_rows(number, pieces)
            else:
                target = self._scratch[1] if source is self._scratch[0] else self._scratch[0]
                target_starts = np.arange(lines, dtype=np.int64) * (rolls * pieces)
            views = source.reshape(-1, length), target.reshape(-1, length), starts, target_starts
            arguments = *views, pieces, rolls, axis.parents
            if length == 1:
                calls.append((_choose_lines, (*arguments, self._tile, self._best[number])))
            else:
                kernel = _choose_axis if axis.parents.shape[1] == 2 else _choose_long_axis
                calls.append((kernel, (*arguments, self._best[number])))
            source, lines = target, lines * rolls
        return calls
