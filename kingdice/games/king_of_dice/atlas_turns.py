"""The turns of an atlas, solved in batches: each once, however many displays share it.

A citizen is never taken when another one is met whenever it is and comes first (dearer, or as dear and further left).
Displays that differ in such citizens only are one turn. What a turn gives is the chance of ending on a roll that meets
just these or those of its citizens, so one solved turn serves all orders in which the citizens are worth the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.batch import BatchSolver
from kingdice.games.king_of_dice.atlas_kernels import _by_subset
from kingdice.games.king_of_dice.atlas_worths import Moments, Worths
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["SolvedMoments", "solve_moments"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class SolvedMoments:
    """Solved turns.

    Attributes
    ----------
    values : array (most rolls, moments)
        The value with 1, 2, … rolls.
    met : array (moments, 2^places)
        The chance of ending on a roll that meets just these citizens of the set, those that are never taken aside.
    stops : array (moments, rolls)
        The chance that the first, second, … roll is the last one.
    """

    values: Floats
    met: Floats
    stops: Floats


def solve_moments(edition: Edition, worths: Worths, moments: Moments, *, rolls: int, most_rolls: int) -> SolvedMoments:
    """Solve turns.

    Parameters
    ----------
    edition : Edition
    worths : Worths
    moments : Moments
    rolls : int
        How many rolls the turns have.
    most_rolls : int
        Up to how many rolls they are valued.
    """
    never = _never_taken(edition, worths, moments)
    shared = _Shared.of(never, moments)
    values, met, stops = _solve(edition, worths, shared, rolls, most_rolls)
    places = moments.citizens.shape[1]
    spread = _spread(places)[_bits(never)]
    all_met = np.zeros((len(never), 1 << places))
    # Subsets of the citizens that are left come first; the others have no chance and must not overwrite anything.
    some = np.arange(1 << places) < (1 << (places - never.sum(axis=1)))[:, None]
    all_met[np.nonzero(some)[0], spread[some]] = met[shared.turn][some]
    return SolvedMoments(values[:, shared.turn], all_met, stops[shared.turn])


@dataclass(frozen=True)
class _Shared:
    """Turns that differ.

    Attributes
    ----------
    turn : array (moments,)
        Which of them each moment is.
    citizens, worths : array (turns, places)
        What can be taken, in order, filled up with citizens -1.
    """

    turn: Ints
    citizens: Ints
    worths: Ints

    @classmethod
    def of(cls, never: NDArray[np.bool_], moments: Moments) -> _Shared:
        """Find the moments that are one turn."""
        places = never.shape[1]
        order = np.argsort(never, axis=1, kind="stable")
        left = np.take_along_axis(~never, order, axis=1)
        citizens = np.where(left, np.take_along_axis(moments.citizens, order, axis=1), -1)
        worths = np.where(left, np.take_along_axis(moments.worths, order, axis=1), 0)
        alike, turn = np.unique(np.column_stack([citizens, worths]), axis=0, return_inverse=True)
        return cls(turn.reshape(-1), alike[:, :places], alike[:, places:])


def _never_taken(edition: Edition, worths: Worths, moments: Moments) -> NDArray[np.bool_]:
    """Whether a citizen is never taken, whatever the dice show; shape (moments, places)."""
    within = _met_within(edition)[moments.citizens[:, :, None], moments.citizens[:, None, :]]  # [.., i, j]: j within i
    first, second = moments.worths[:, :, None], moments.worths[:, None, :]
    before = first > second
    if not worths.with_orders:  # who of equals is the leftmost depends on the order
        before |= (first == second) & np.triu(np.ones(within.shape[1:], dtype=np.bool_), 1)
    return np.asarray((within & before).any(axis=1))


def _met_within(edition: Edition) -> NDArray[np.bool_]:
    """[i, j]: every roll that meets citizen j meets citizen i."""
    count = len(edition.citizens)
    bits = (edition.masks.kinds[:, None] >> np.arange(count, dtype=np.uint64)) & np.uint64(1) == 1
    only_second = bits[:, None, :] & ~bits[:, :, None]
    return np.asarray(~only_second.any(axis=0))


def _bits(flags: NDArray[np.bool_]) -> Ints:
    return np.asarray((flags << np.arange(flags.shape[1])).sum(axis=1))


def _spread(places: int) -> Ints:
    """[never, subset]: a subset of the places that are left, as a subset of all places."""
    spread = np.zeros((1 << places, 1 << places), dtype=np.int64)
    subsets = np.arange(1 << places)
    for never in range(1 << places):
        left = [place for place in range(places) if not never >> place & 1]
        for rank, place in enumerate(left):
            spread[never] |= (subsets >> rank & 1) << place
    return spread


def _solve(
    edition: Edition, worths: Worths, shared: _Shared, rolls: int, most_rolls: int
) -> tuple[Floats, Floats, Floats]:
    """Values (most rolls, turns), who is met (turns, 2^places) and stops (turns, rolls), a batch at a time."""
    turns, places = shared.citizens.shape
    values, met, stops = np.empty((most_rolls, turns)), np.zeros((turns, 1 << places)), np.empty((turns, rolls))
    solver = BatchSolver(edition.pool, edition.masks)
    failing = np.full(solver.batch, worths.failing / worths.scale)
    count = (shared.citizens >= 0).sum(axis=1)
    for first in range(0, turns, solver.batch):
        some = np.minimum(np.arange(first, first + solver.batch), turns - 1)  # the last ones fill up a batch
        citizens, worth = shared.citizens[some], shared.worths[some]
        bits = np.where(citizens >= 0, citizens, citizens[:, :1]).astype(np.uint64)  # for nobody, the first one again
        worth = np.where(citizens >= 0, worth, worth[:, :1])
        if worths.may_decline:
            worth = np.maximum(worth, worths.failing)
        worst_first = np.argsort(worth, axis=1, kind="stable")
        found = solver.outcomes(
            np.ascontiguousarray(np.take_along_axis(bits, worst_first, axis=1).T),
            np.ascontiguousarray(np.take_along_axis(worth, worst_first, axis=1).T) / worths.scale,
            failing,
            rolls=rolls,
            values_to=most_rolls,
        )
        here = slice(first, min(first + solver.batch, turns))
        new = here.stop - here.start
        values[:, here], stops[here] = found.values[:, :new], found.stops[:new]
        assert found.kinds is not None
        ends = np.ascontiguousarray(found.kinds[:, :new])
        _by_subset(edition.masks.kinds, ends, np.ascontiguousarray(bits[:new].T), count[here], met[here])
    return values, met, stops
