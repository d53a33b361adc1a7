"""Many turns of the same dice side by side: the fast way to go through displays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.plane_turns import PlaneTurns, aligned, goes_by_planes
from kingdice.dice.policy import check_rolls
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING, Stakes, order_arrays
from kingdice.dice.workspace import AtStake, Workspace
from kingdice.errors import RollError

__all__ = ["BATCH", "BatchOutcomes", "BatchSolver", "Workspace", "solve_batch", "solve_batch_outcomes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
BATCH = 16
_FEW = 8


def _width(lattice: Lattice, turns: int) -> int:
    """How many turns to solve side by side: a full batch, filled up, is faster than more than a few by axes."""
    return BATCH if turns > _FEW and goes_by_planes(lattice, BATCH) else max(1, min(BATCH, turns))


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
        workspace = Workspace(lattice, _width(lattice, len(stakes)))
    elif workspace.lattice.pool != pool:
        raise RollError("the workspace is for other dice")
    width = workspace.batch
    bits, worths, failing = order_arrays(stakes)
    for first in range(0, len(stakes), width):
        # The last ones fill up a batch with copies of the last.
        columns = np.minimum(np.arange(first, first + width), len(stakes) - 1)
        solved = workspace.solve(rolls, AtStake(masks, bits[:, columns], worths[:, columns], failing[columns]))
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
    kinds : array (kinds, turns), optional
        The chance of ending with a roll that has each of the distinct masks (`RollMasks.kinds`).
    """

    values: Floats
    chances: Floats
    stops: Floats
    kinds: Floats | None = None


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
        self._by_planes: PlaneTurns | None = None
        if goes_by_planes(self.lattice, batch):
            self._by_planes = PlaneTurns(self.lattice, aligned((1, self.lattice.size, batch), np.float64), keep=False)
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
        if width != self.batch:
            raise RollError(f"{width} turns: this solver takes {self.batch} at a time")
        if places is None:
            places = np.tile(np.arange(cards)[:, None], width)
        at_stake = AtStake(self.masks, bits, worths, failing)
        if not self._by_planes:
            return self._by_axes(at_stake, rolls, longest, places)
        self._by_planes.stake(*at_stake, places.astype(np.float64))
        values = self._by_planes.solve(longest, valued=longest - 1, staked=True, noted=rolls - 1)
        return BatchOutcomes(values, *self._by_planes.outcomes(cards))

    def _by_axes(self, at_stake: AtStake, rolls: int, longest: int, places: Ints) -> BatchOutcomes:
        masks, lattice, cards = self.masks, self.lattice, len(places)
        if longest not in self._workspaces:
            self._workspaces[longest] = Workspace(lattice, self.batch, keep_stages=longest)
        workspace = self._workspaces[longest]
        values = workspace.solve(longest, at_stake)
        taken = np.full((masks.kinds.size, self.batch), cards)
        terminal = np.tile(at_stake.failing, (masks.kinds.size, 1))
        for bit, worth, place in zip(at_stake.bits, at_stake.worths, places, strict=True):
            met = (masks.kinds[:, None] >> bit) & np.uint64(1) == 1
            taken, terminal = np.where(met, place, taken), np.where(met, worth, terminal)
        ended = workspace.endings(terminal[masks.kind_of_roll], rolls)
        chances = np.empty((self.batch, cards + 1))
        by_kind = np.empty(taken.shape)
        for column, total in enumerate(ended.sum(axis=0).T):
            by_kind[:, column] = np.bincount(masks.kind_of_roll, weights=total, minlength=masks.kinds.size)
            chances[column] = np.bincount(taken[:, column], weights=by_kind[:, column], minlength=cards + 1)
        return BatchOutcomes(values, chances, ended.sum(axis=1).T.copy(), by_kind)


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
    lattice, longest = lattice_of(pool), _longest(rolls, values_to)
    cards = len(stakes[0].bits) if stakes else 0
    values = np.empty((longest, len(stakes)))
    chances, stops = np.empty((len(stakes), cards + 1)), np.empty((len(stakes), rolls))
    width = _width(lattice, len(stakes))
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
        batch = bits[:, columns], worths[:, columns], failing[columns]
        found = solver.outcomes(*batch, rolls=rolls, values_to=longest, places=places[:, columns])
        here = slice(first, min(first + width, len(stakes)))
        count = here.stop - here.start
        values[:, here], stops[here] = found.values[:, :count], found.stops[:count]
        chances[here] = found.chances[:count]
    return BatchOutcomes(values, chances, stops)
