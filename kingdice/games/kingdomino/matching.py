"""Compare like with like: differences within strata, with intervals that count games.

A turn in which something was done is compared with turns of its stratum (the same line and turn, say) in which it could
have been done and was not. With one mean for every stratum and one difference for all of them, least squares weighs
a stratum by how much it has of both. Standard errors add up what the turns of a game contribute before squaring, since
turns of one game hang together and games do not (Liang and Zeger, Biometrika 73, 1986).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import normal_reach
from kingdice.comparison.intervals import Estimate

__all__ = ["Effects", "estimate_columns", "least_squares", "matched_differences", "within", "without"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def matched_differences(
    group: Ints, stratum: Ints, game: Ints, treated: NDArray[np.bool_], outcome: Floats, *, groups: int, level: float
) -> Estimate:
    """For each group: how much more the outcome is where treated, within strata.

    Parameters
    ----------
    group, stratum, game : array (observations,)
        Whole numbers from 0.
    treated : array (observations,) of bool
    outcome : array (observations,)
    groups : int
        How many groups there are.
    level : float

    Returns
    -------
    Estimate of shape (groups,)
        With Student's t interval; NaN for a group in which no stratum has both treated and others, or in which one
        difference and the means of strata explain everything.

    Examples
    --------
    Two strata, in each of which the treated do better by 2:

    >>> zeros, pair = np.zeros(4, dtype=np.int64), np.array([0, 0, 1, 1])
    >>> treated, outcome = np.array([True, False, True, False]), np.array([12.0, 10, 7, 5])
    >>> matched_differences(zeros, pair, np.arange(4), treated, outcome, groups=1, level=0.95).value.tolist()
    [2.0]
    """
    from scipy.special import stdtrit

    games = int(game.max()) + 1 if len(game) else 1
    strata = int(stratum.max()) + 1 if len(stratum) else 1
    cell = group * strata + stratum
    beyond, rest = within(cell, treated.astype(np.float64)), within(cell, outcome)
    spread = np.bincount(group, weights=beyond * beyond, minlength=groups)
    tells = np.abs(beyond) > 1e-9  # its stratum has both
    used = np.bincount(cell[tells], minlength=groups * strata).reshape(groups, strata)
    freedom = used.sum(axis=1) - (used > 0).sum(axis=1) - 1
    spread = np.where(freedom > 0, spread, np.nan)
    value = np.bincount(group, weights=beyond * rest, minlength=groups) / spread
    left = beyond * (rest - value[group] * beyond)
    sums = np.bincount(group * games + game, weights=left, minlength=groups * games).reshape(groups, games)
    error = np.sqrt((sums**2).sum(axis=1) * games / max(games - 1, 1)) / spread
    reach = stdtrit(np.maximum(freedom, 1), (1 + level) / 2) * error
    return Estimate(value, value - reach, value + reach)


class Effects(NamedTuple):
    """Effects of several columns, and how they vary together: arrays (columns,) and (columns, columns)."""

    value: Floats
    covariance: Floats

    def interval(self, weights: Floats, level: float) -> Estimate:
        """The interval of sums of effects: weights (sums, columns) or (columns,)."""
        value = weights @ self.value
        variance = np.einsum("...i,ij,...j->...", weights, self.covariance, weights)
        reach = normal_reach(level) * np.sqrt(np.maximum(variance, 0))
        return Estimate(value, value - reach, value + reach)


def least_squares(columns: Floats, outcome: Floats, game: Ints) -> Effects:
    """Effects of columns on an outcome, without a constant: take strata out first (`within`).

    Parameters
    ----------
    columns : array (observations, columns)
    outcome : array (observations,)
    game : array (observations,)
        Whole numbers from 0.

    Examples
    --------
    Two strata, in each of which the outcome rises by 3:

    >>> stratum, column = np.array([0, 0, 0, 1, 1, 1]), np.array([0.0, 1, 2, 0, 1, 2])
    >>> columns, outcome = within(stratum, column[:, None]), within(stratum, 3 * column + stratum)
    >>> least_squares(columns, outcome, stratum).value.round(9).tolist()
    [3.0]
    """
    inverse = np.linalg.pinv(_products(columns, columns))
    value = inverse @ _products(columns, outcome[:, None])[:, 0]
    left = columns * (outcome - columns @ value)[:, None]
    games = int(game.max()) + 1
    sums = np.stack([np.bincount(game, weights=column, minlength=games) for column in left.T], axis=1)
    return Effects(value, inverse @ (sums.T @ sums) @ inverse * games / max(games - 1, 1))


def estimate_columns(estimates: Mapping[str, Estimate], place: int | tuple[()] = ()) -> dict[str, float]:
    """The estimates at one place, as columns of a table: the name, and the name with `_low` and `_high`."""
    row: dict[str, float] = {}
    for name, (value, low, high) in estimates.items():
        row |= {name: float(value[place]), f"{name}_low": float(low[place]), f"{name}_high": float(high[place])}
    return row


def within(stratum: Ints, values: Floats) -> Floats:
    """Values (observations,) or (observations, columns) less the means of their strata."""
    counts = np.maximum(np.bincount(stratum), 1)
    if values.ndim == 1:
        return np.asarray(values - (np.bincount(stratum, weights=values) / counts)[stratum])
    means = np.stack([np.bincount(stratum, weights=column) for column in values.T], axis=1) / counts[:, None]
    return np.asarray(values - means[stratum])


def without(values: Floats, columns: Floats) -> Floats:
    """What columns (observations, columns) leave unexplained of values (observations, values)."""
    explained = np.linalg.pinv(_products(columns, columns)) @ _products(columns, values)
    return np.asarray(values - np.einsum("ij,jk->ik", columns, explained))


def _products(left: Floats, right: Floats) -> Floats:
    """Sums over observations of the products of columns.

    Not by BLAS: its threads wait for each other, which took 15 times as long where other work kept the cores busy.
    """
    return np.asarray(np.einsum("ij,ik->jk", left, right))
