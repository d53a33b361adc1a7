"""Many turns of the same dice side by side: the fast way to go through displays.

A turn is solved backwards: the terminal values of its rolls, then roll step and choice step for every reroll.
Solving one display takes about as long as binding the dozen kernel calls to their array views, so a workspace
binds them once and then only runs down the list. A workspace serves one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

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
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING, Stakes, order_arrays
from kingdice.dice.ties import TIE
from kingdice.dice.turn import check_rolls, tally_outcomes
from kingdice.errors import RollError

__all__ = ["BatchOutcomes", "BatchSolver", "Workspace", "solve_batch", "solve_batch_outcomes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_LINES = 64
BATCH = 16
_ROLLS_AT_A_TIME = 1 << 14
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
    all_stages : array (keep_stages, lattice states, batch)
        The stages kept, in one piece.
    """

    def __init__(self, lattice: Lattice, batch: int, *, keep_stages: int = 0) -> None:
        self.lattice = lattice
        self.batch = batch
        self._scratch = [np.zeros(lattice.size * batch) for _ in range(2)]
        columns = [axis_columns(lattice.shape, axis, batch)[0] for axis in range(len(lattice.axes))]
        self._best = [np.zeros((s, max(c, _LINES))) for s, c in zip(lattice.shape, columns, strict=True)]
        self._tile = np.zeros((lattice.shape[-1], _LINES))
        self.all_stages = np.zeros((keep_stages, lattice.size, batch))
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

    def solve(self, rolls: int) -> Floats:
        """Solve the turns whose terminal values stand in the full keeps of stage 0, `stages[0][lattice.full]`.

        A kernel may write them there itself; `solve_terminal` does it for an array of them.

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
        >>> from kingdice.dice.notation import parse_dice
        >>> room = Workspace(lattice_of(parse_dice("1d6")), 1)
        >>> room.solve_terminal(np.arange(1.0, 7.0)[:, None], rolls=3).round(4).tolist()
        [[3.5], [4.25], [4.6667]]
        """
        self.stages[0][self.lattice.full] = terminal
        return self.solve(rolls)

    def fill(self, rerolls: int) -> None:
        """Value the keeps for 1 to `rerolls` rolls to come, and nothing more (stages kept)."""
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


def solve_batch(
    pool: Pool, masks: RollMasks, stakes: Sequence[Stakes], *, rolls: int = 3, workspace: Workspace | None = None
) -> Floats:
    """Values of many turns with the same dice.

    Parameters
    ----------
    pool : Pool
    masks : RollMasks
        The cards that each roll meets.
    stakes : sequence of Stakes
        One a turn.
    rolls : int
    workspace : Workspace, optional
        Room to use again; its batch is the number of turns solved side by side.

    Returns
    -------
    array (rolls, turns)
        The value of each turn with 1, 2, … rolls.
    """
    lattice = lattice_of(pool)
    check_rolls(rolls)
    out = np.empty((rolls, len(stakes)))
    if not stakes:
        return out
    if workspace is None:
        workspace = Workspace(lattice, min(BATCH, len(stakes)))
    elif workspace.lattice.pool != pool:
        raise RollError("the workspace is for other dice")
    width = workspace.batch
    bits, worths, failing = order_arrays(stakes)
    for first in range(0, len(stakes), width):
        if first + width <= len(stakes):
            columns: slice | Ints = slice(first, first + width)
        else:  # the last ones fill up a batch with copies of the last
            columns = np.minimum(np.arange(first, first + width), len(stakes) - 1)
        batch = np.ascontiguousarray(bits[:, columns]), np.ascontiguousarray(worths[:, columns]), failing[columns]
        _write_stakes(workspace.stages[0], lattice.full, masks.kind_of_roll, masks.kinds, *batch)
        solved = workspace.solve(rolls)
        out[:, first : first + width] = solved[:, : len(stakes) - first]
    return out


@dataclass(frozen=True)
class BatchOutcomes:
    """Many turns solved with all that follows.

    Attributes
    ----------
    values : array (rolls, turns)
        The value of each turn with 1, 2, … rolls.
    chances : array (turns, cards + 1)
        The chance of ending with each card, left to right, and last with none.
    stops : array (turns, rolls)
        The chance that the first, second, … roll is the last one.
    """

    values: Floats
    chances: Floats
    stops: Floats


class BatchSolver:
    """Solves turns given as plain arrays, some side by side, with the chance of every outcome.

    Parameters
    ----------
    pool : Pool
    masks : RollMasks
    batch : int
        How many turns are solved side by side.

    A solver serves one thread at a time; its kernels let other threads run.

    Examples
    --------
    >>> from kingdice.dice.condition import Count
    >>> from kingdice.dice.notation import parse_dice
    >>> pool = parse_dice("1d6")
    >>> solver = BatchSolver(pool, RollMasks.of(pool, [Count(1, number=6)]), batch=1)
    >>> found = solver.outcomes(np.zeros((1, 1), dtype=np.uint64), np.ones((1, 1)), np.zeros(1), rolls=2, values_to=3)
    >>> found.values.round(6).tolist()
    [[0.166667], [0.305556], [0.421296]]
    >>> found.chances.round(6).tolist(), found.stops.round(6).tolist()
    ([[0.305556, 0.694444]], [[0.166667, 0.833333]])
    """

    def __init__(self, pool: Pool, masks: RollMasks, *, batch: int = BATCH) -> None:
        self.lattice, self.masks, self.batch = lattice_of(pool), masks, batch
        self._workspaces: dict[int, Workspace] = {}

    def outcomes(
        self,
        bits: NDArray[np.uint64],
        worths: Floats,
        failing: Floats,
        *,
        rolls: int = 3,
        values_to: int | None = None,
        places: Ints | None = None,
    ) -> BatchOutcomes:
        """Values of turns of 1 to `values_to` rolls, and how turns of `rolls` end.

        Parameters
        ----------
        bits : array (cards, batch) of uint64
            Which bit of the masks each card is, worst card first: of those met the last one is taken.
        worths : array (cards, batch)
        failing : array (batch,)
            What winning none is worth.
        rolls : int
        values_to : int, optional
            At least `rolls`, which it is when left out.
        places : array (cards, batch) of int, optional
            Which of the chances a card's belongs to, from 0 to `cards` (none); its row when left out.

        Returns
        -------
        BatchOutcomes
        """
        longest = _longest(rolls, values_to)
        cards, width = bits.shape
        if longest not in self._workspaces:
            self._workspaces[longest] = Workspace(self.lattice, self.batch, keep_stages=longest)
        workspace, lattice, masks = self._workspaces[longest], self.lattice, self.masks
        if width != self.batch:
            raise RollError(f"{width} turns: this solver takes {self.batch} at a time")
        _write_stakes(workspace.stages[0], lattice.full, masks.kind_of_roll, masks.kinds, bits, worths, failing)
        terminal = workspace.stages[0][lattice.full]
        values = workspace.solve(longest)
        ended = workspace.endings(terminal, rolls)
        chances = np.empty((width, cards + 1))
        for column in range(width):
            taken = np.full(masks.kinds.shape, NOTHING, dtype=np.int64)
            for card in range(cards):
                met = (masks.kinds >> bits[card, column]) & np.uint64(1) == 1
                place = card if places is None else places[card, column]
                taken[met] = NOTHING if place == cards else place
            total = ended[:, :, column].sum(axis=0)
            chances[column] = tally_outcomes(total, taken[masks.kind_of_roll], cards)
        return BatchOutcomes(values, chances, ended.sum(axis=1).T.copy())


def _longest(rolls: int, values_to: int | None) -> int:
    longest = rolls if values_to is None else values_to
    check_rolls(rolls)
    check_rolls(longest)
    if longest < rolls:
        raise RollError(f"values of up to {longest} rolls: expected at least the {rolls} of the turn")
    return longest


def solve_batch_outcomes(
    pool: Pool, masks: RollMasks, stakes: Sequence[Stakes], *, rolls: int = 3, values_to: int | None = None
) -> BatchOutcomes:
    """As `solve_batch`, with the chance of every outcome. All stakes have the same number of cards.

    Values go up to `values_to` rolls (as many as the turn has when left out), outcomes are those of `rolls`.
    """
    longest = _longest(rolls, values_to)
    cards = len(stakes[0].bits) if stakes else 0
    values = np.empty((longest, len(stakes)))
    chances, stops = np.empty((len(stakes), cards + 1)), np.empty((len(stakes), rolls))
    width = max(1, min(BATCH, len(stakes)))
    solver = BatchSolver(pool, masks, batch=width)
    bits, worths, failing = order_arrays(stakes)
    none = cards - len(bits)  # rows of cards that no turn takes
    bits = np.concatenate([np.zeros((none, len(stakes)), dtype=np.uint64), bits])
    worths = np.concatenate([np.tile(failing, (none, 1)), worths])
    places = np.full((cards, len(stakes)), cards, dtype=np.int64)
    for column, one in enumerate(stakes):
        taken = one.order[: one.order.index(NOTHING)]
        places[cards - len(taken) :, column] = taken[::-1]
    for first in range(0, len(stakes), width):
        columns = np.minimum(np.arange(first, first + width), len(stakes) - 1)
        batch = np.ascontiguousarray(bits[:, columns]), np.ascontiguousarray(worths[:, columns]), failing[columns]
        found = solver.outcomes(*batch, rolls=rolls, values_to=longest, places=places[:, columns])
        here = slice(first, min(first + width, len(stakes)))
        count = here.stop - here.start
        values[:, here], stops[here] = found.values[:, :count], found.stops[:count]
        chances[here] = found.chances[:count]
    return BatchOutcomes(values, chances, stops)
