"""Room to solve a batch of turns side by side, with the kernel calls laid out once.

A turn is solved backwards: the terminal values of its rolls, then roll step and choice step for every reroll.
Solving one display takes about as long as binding the dozen kernel calls to their array views, so a workspace
binds them once and then only runs down the list. A workspace serves one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.lattice import (
    Lattice,
    _choose_axis,
    _choose_lines,
    _choose_long_axis,
    _first_roll,
    _roll_axis,
    _roll_lines,
    axis_columns,
)

__all__ = ["Workspace"]

Floats = NDArray[np.float64]
_LINES = 64
Call = tuple[Callable[..., None], tuple[Any, ...]]


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
    """

    def __init__(self, lattice: Lattice, batch: int, *, keep_stages: int = 0) -> None:
        self.lattice = lattice
        self.batch = batch
        self._scratch = [np.zeros(lattice.size * batch) for _ in range(2)]
        columns = [axis_columns(lattice.shape, axis, batch)[0] for axis in range(len(lattice.axes))]
        self._best = [np.zeros((s, max(c, _LINES))) for s, c in zip(lattice.shape, columns, strict=True)]
        self._tile = np.zeros((lattice.shape[-1], _LINES))
        if keep_stages:
            flat = [np.zeros(lattice.size * batch) for _ in range(keep_stages)]
            self._rolling = [self._roll_calls(stage) for stage in flat]
            self._choosing = [self._choice_calls(a, b) for a, b in zip(flat, flat[1:], strict=False)]
        else:
            odd = len(lattice.axes) % 2
            flat = self._scratch if odd else self._scratch[:1]
            self._rolling = [self._roll_calls(stage) for stage in flat]
            self._choosing = [self._choice_calls(stage, flat[place - 1]) for place, stage in enumerate(flat)]
        self.stages = [stage.reshape(lattice.size, batch) for stage in flat]

    def solve(self, rolls: int) -> Floats:
        """Solve the turns whose terminal values stand in the full keeps of stage 0.

        Returns
        -------
        array (rolls, batch)
            The value of a turn of 1, 2, … rolls.
        """
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
