"""How sure are we? Intervals whose unit is one whole rotation.

Games of one rotation share their dice, so they are not independent of each other; rotations are. Every interval here
is Student's t over the values of rotations; where several are read together, each is widened by Šidák's inequality
(1967), which holds for normal estimates however they are correlated. For games that were not rotated there is Wilson's
interval, `kingdice.simulation.summary.wilson`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingdice.errors import RunError

__all__ = ["Estimate", "mean_interval", "sidak"]


class Estimate(NamedTuple):
    """A number that was measured, and the interval around it; floats or arrays of one shape."""

    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def sidak(level: float, family: int) -> float:
    """The level of each of several intervals that together hold at `level`.

    Examples
    --------
    >>> round(sidak(0.95, 3), 4)
    0.983
    """
    if not 0 < level < 1:
        raise RunError(f"a level of {level}: expected a number between 0 and 1")
    return float(level ** (1 / family))


def mean_interval(
    values: NDArray[np.float64],
    *,
    level: float = 0.95,
    family: int = 1,
    bounds: tuple[ArrayLike, ArrayLike] | None = None,
) -> Estimate:
    """Mean over rotations, with Student's t interval.

    Where all rotations have the same value, t has no width, which would claim too much. If the values are bounded,
    the interval there is exact instead: were other values likelier than q = 1 - (1 - level)^(1/n), the n rotations
    would have shown one (with n = 60 and 95 %, q is 5 %: the "rule of three").

    Parameters
    ----------
    values : array (rotations,) or (rotations, columns)
    level : float
        Chance that the interval covers; that all intervals of the family do.
    family : int
        How many intervals are read together.
    bounds : pair of float or array (columns,), optional
        The least and the largest that a value can be; the interval stays within.

    Returns
    -------
    Estimate of shape () or (columns,)

    Raises
    ------
    RunError
        With fewer than two rotations.

    Examples
    --------
    >>> value, low, high = mean_interval(np.array([1.0, 2.0, 3.0, 4.0]))
    >>> float(value), float(low.round(3)), float(high.round(3))
    (2.5, 0.446, 4.554)
    >>> float(mean_interval(np.ones(60), bounds=(0.0, 1.0)).low.round(2))
    0.95
    """
    from scipy.special import stdtrit

    rotations = len(values)
    if rotations < 2:
        raise RunError(f"an interval needs at least two rotations, not {rotations}")
    alone = sidak(level, family)
    mean = values.mean(axis=0)
    same = (values == values[0]).all(axis=0)
    # A mean of equal values may round, and then leave a spread of 1e-17 where there is none.
    mean = np.where(same, values[0], mean)
    spread = np.where(same, 0.0, values.std(axis=0, ddof=1))
    reach = stdtrit(rotations - 1, (1 + alone) / 2) * spread / np.sqrt(rotations)
    low, high = mean - reach, mean + reach
    if bounds is not None:
        least, most = (np.asarray(bound, dtype=np.float64) for bound in bounds)
        unseen = 1 - (1 - alone) ** (1 / rotations)
        low = np.where(same, mean - unseen * (mean - least), np.maximum(low, least))
        high = np.where(same, mean + unseen * (most - mean), np.minimum(high, most))
    return Estimate(mean, low, high)
