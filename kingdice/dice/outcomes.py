"""Where a turn ends: the forward pass.

A reroll policy says for every roll, and every number of rolls left, which keep to hold on to. Pushing the chance of
every roll through it, one roll of the dice after another, gives the exact chance of ending on each roll. The
push is the roll step read backwards: the mass on a keep of j dice is shared out over the keeps of j + 1 dice.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.lattice import Lattice, axis_columns
from kingdice.dice.ties import TIE

__all__ = ["best_keeps", "follow", "roll_on"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def best_keeps(lattice: Lattice, values: Floats, terminal: Floats) -> Ints:
    """The keep to hold on to for each roll, by the tie rule.

    Parameters
    ----------
    lattice : Lattice
    values : array (lattice states, batch)
        Value of every keep, its other dice about to be rolled.
    terminal : array (rolls, batch)
        Value of stopping on each roll.

    Returns
    -------
    array (rolls, batch) of int64
        Lattice states; the full keep means stop.
    """
    keeps = np.empty(terminal.shape, dtype=np.int64)
    states, counts = lattice.subsets
    most = int(np.prod(counts.max(axis=1)))
    shape = np.array(lattice.shape, dtype=np.int64)
    rolls = np.array(lattice.pool.shape, dtype=np.int64)
    scratch = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    _best_keeps(values, terminal, TIE, lattice.full, lattice.preference, states, counts, shape, rolls, *scratch, keeps)
    return lattice.by_preference[keeps]


def follow(lattice: Lattice, keeps: Ints, start: Floats | None = None) -> Floats:
    """Follow a policy from the first roll, or from given chances, to the end of the turn.

    Parameters
    ----------
    lattice : Lattice
    keeps : array (rerolls, rolls, batch or 1)
        The state to keep for each roll, `keeps[r - 1]` with r rolls left. At most all of them are used.
    start : array (rolls, batch), optional
        The chance of each roll to begin with; all dice rolled once when left out.

    Returns
    -------
    array (rerolls + 1, rolls, batch)
        The chance of stopping on each roll, after the first, second, … roll of the dice.
    """
    if start is None:
        start = np.repeat(lattice.pool.roll_chances[:, None], keeps.shape[2], axis=1)
    chances = np.ascontiguousarray(start)
    ended = np.zeros((keeps.shape[0] + 1, *chances.shape))
    mass = np.empty((lattice.size, chances.shape[1]))
    for done in range(keeps.shape[0]):
        mass[:] = 0.0
        _stop_or_keep(chances, keeps[keeps.shape[0] - 1 - done], lattice.full, ended[done], mass)
        chances = roll_on(lattice, mass)
    ended[-1] = chances
    return ended


def roll_on(lattice: Lattice, mass: Floats) -> Floats:
    """Roll the dice that are not kept: from chances of keeps (states, batch) to chances of rolls (rolls, batch).

    `mass` is used up.
    """
    for number, axis in enumerate(lattice.axes):
        length, pieces = axis_columns(lattice.shape, number, mass.shape[1])
        starts = lattice.roll_rows(number, pieces)
        _push_axis(mass.reshape(-1, length), starts, pieces, axis.group.roll_count, axis.successor, axis.chances)
    return mass[lattice.full]


@njit(cache=True, nogil=True)
def _best_keeps(values, terminal, tie, full, preference, subsets, counts, shape, rolls, inside, wider, chosen):
    """Write for each roll the preference rank of the best keep; arrays as in `best_keeps`.

    subsets (groups, rolls, most), counts (groups, rolls): the keeps within a group's roll; inside, wider:
    scratch for the keeps within a roll of the pool.
    """
    batch = values.shape[1]
    best = np.empty(batch)
    for roll in range(full.size):
        inside[0] = 0
        found = 1
        scale = full.size
        for group in range(rolls.size):
            scale //= rolls[group]
            part = roll // scale % rolls[group]
            count = counts[group, part]
            for i in range(found):
                for j in range(count):
                    wider[i * count + j] = inside[i] * shape[group] + subsets[group, part, j]
            found *= count
            for i in range(found):
                inside[i] = wider[i]
        for b in range(batch):
            best[b] = terminal[roll, b]
        for i in range(found):
            keep = inside[i]
            if keep != full[roll]:
                for b in range(batch):
                    x = values[keep, b]
                    y = best[b]
                    best[b] = x if x > y else y
        for b in range(batch):
            best[b] -= tie
            chosen[roll, b] = preference[full[roll]] if terminal[roll, b] >= best[b] else values.shape[0]
        for i in range(found):
            keep = inside[i]
            if keep != full[roll]:
                rank = preference[keep]
                for b in range(batch):
                    other = rank if values[keep, b] >= best[b] else values.shape[0]
                    so_far = chosen[roll, b]
                    chosen[roll, b] = other if other < so_far else so_far


@njit(cache=True, nogil=True)
def _stop_or_keep(chances, keeps, full, ended, mass):
    """Move the chance of each roll (rolls, batch) to where it stops, or to the keep it goes on with."""
    same = keeps.shape[1] == 1
    for roll in range(full.size):
        for b in range(chances.shape[1]):
            keep = keeps[roll, 0 if same else b]
            if keep == full[roll]:
                ended[roll, b] += chances[roll, b]
            else:
                mass[keep, b] += chances[roll, b]


@njit(cache=True, nogil=True)
def _push_axis(mass, starts, pieces, rolls, successor, chances):
    """Roll step backwards along one axis, in place; arrays as in the lattice's roll step."""
    states, faces = successor.shape
    for start in starts:
        for base in range(start, start + pieces):
            for state in range(states - 1, rolls - 1, -1):
                row = base + state * pieces
                for face in range(faces):
                    to = base + successor[state, face] * pieces
                    chance = chances[face]
                    for i in range(mass.shape[1]):
                        mass[to, i] += chance * mass[row, i]
