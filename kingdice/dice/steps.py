"""The steps through the keep lattice in NumPy: for one turn at a time, in floats or in whole numbers.

The kernels of `kingdice.dice.kernels` take the same steps for batches of turns, tens of times faster, but a
process that loads them spends a second before the first answer; these need only NumPy. Arrays have the lattice's
shape, one axis a group, and may have more axes behind. With `exact`, entries are Python integers that all share a
denominator, which grows by `lattice.ways` in every roll step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.lattice import Lattice
from kingdice.dice.ties import TIE

__all__ = ["best_keeps", "choice_step", "follow", "push_step", "roll_step"]

Values = NDArray[Any]


def roll_step(lattice: Lattice, rolls: Values, *, exact: bool = False) -> Values:
    """Value of every keep, its other dice rolled once, from the value of every roll.

    Parameters
    ----------
    lattice : Lattice
    rolls : array (rolls of each group …, more …)
    exact : bool

    Returns
    -------
    array (states of each group …, more …)
        Exact values are over a denominator `lattice.ways` times larger.
    """
    more = rolls.shape[len(lattice.axes) :]
    values: Values = np.zeros(lattice.shape + more, dtype=rolls.dtype)
    values[tuple(slice(count) for count in lattice.pool.shape)] = rolls * lattice.ways if exact else rolls
    for number in reversed(range(len(lattice.axes))):
        axis = lattice.axes[number]
        lines = _lines(lattice, values, number)
        weights = axis.group.die.weights if exact else axis.chances
        for level in axis.levels[1:]:
            total = sum(lines[axis.successor[level, face]] * weight for face, weight in enumerate(weights))
            lines[level] = total // axis.group.die.total_weight if exact else total
    return values


def choice_step(lattice: Lattice, values: Values) -> Values:
    """Value of every roll with its best keep; array (rolls of each group …, more …). `values` is left alone."""
    best = values.copy()
    for number, axis in enumerate(lattice.axes):
        lines = np.moveaxis(best, number, 0)
        for level in reversed(axis.levels[:-1]):
            inside = lines[level]
            for place in range(min(int(axis.kept[level.start]), len(axis.group.die.faces))):
                inside = np.maximum(inside, lines[axis.parents[level, place]])
            lines[level] = inside
        best = np.moveaxis(lines[: axis.group.roll_count], 0, number)
    return best


def push_step(lattice: Lattice, mass: Values, *, exact: bool = False) -> Values:
    """Roll the dice that are not kept: from chances of keeps to chances of rolls; `mass` is used up."""
    for number, axis in enumerate(lattice.axes):
        lines = _lines(lattice, mass, number)
        weights = axis.group.die.weights if exact else axis.chances
        for level in reversed(axis.levels[1:]):
            for face, weight in enumerate(weights):
                lines[axis.successor[level, face]] += lines[level] * weight  # no state twice: one face more
    return mass[tuple(slice(count) for count in lattice.pool.shape)]


def _lines(lattice: Lattice, values: Values, number: int) -> Values:
    """A view with the axis in front, earlier axes cut down to their rolls."""
    earlier = tuple(slice(count) for count in lattice.pool.shape[:number])
    return np.moveaxis(values[earlier], number, 0)


def best_keeps(lattice: Lattice, values: Values, terminal: NDArray[np.float64]) -> NDArray[np.int64]:
    """The keep to hold on to for each roll, by the tie rule.

    Parameters
    ----------
    lattice : Lattice
    values : array (states,)
        Value of every keep, its other dice about to be rolled.
    terminal : array (rolls,)
        Value of stopping on each roll.

    Returns
    -------
    array (rolls,) of int64
        Lattice states; the full keep means stop.
    """
    worth = values.copy()
    worth[lattice.full] = terminal
    keeps = np.empty(len(terminal), dtype=np.int64)
    for first in range(0, len(terminal), _ROLLS_AT_A_TIME):
        inside = lattice.keeps_inside(first, first + _ROLLS_AT_A_TIME)
        options = worth[inside]
        good = options >= options.max(axis=1, keepdims=True) - TIE
        rank = np.where(good, lattice.preference[inside], lattice.size)
        keeps[first : first + len(inside)] = lattice.by_preference[rank.min(axis=1)]
    return keeps


_ROLLS_AT_A_TIME = 1 << 14


def follow(lattice: Lattice, keeps: NDArray[np.int64], start: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Follow a policy from the first roll, or from given chances of rolls, to the end of the turn.

    Parameters
    ----------
    lattice : Lattice
    keeps : array (rerolls, rolls)
        The state to keep for each roll, `keeps[r - 1]` with r rolls left.
    start : array (rolls,) or (rolls, more), optional
        The chance of each roll to begin with; all dice rolled once when left out.

    Returns
    -------
    array (rerolls + 1, rolls) or (rerolls + 1, rolls, more)
        The chance of stopping on each roll, after the first, second, … roll of the dice.
    """
    chances = lattice.pool.roll_chances if start is None else start
    ended = np.zeros((len(keeps) + 1, *chances.shape))
    for done, now in enumerate(keeps[::-1]):
        stops = now == lattice.full
        ended[done, stops] = chances[stops]
        mass = np.zeros((lattice.size, *chances.shape[1:]))
        np.add.at(mass, now[~stops], chances[~stops])
        rolled = push_step(lattice, mass.reshape(lattice.shape + chances.shape[1:]))
        chances = rolled.reshape(chances.shape)
    ended[-1] = chances
    return ended
