"""What would be left of a difference if both had been equally lucky?

Where the game knows what each roll was expected to bring, it adds up the surprises of a seat: its luck, zero on
average whatever is played. Part of a difference between strategies is the difference of their luck L; what remains,

    D - beta L,    beta = cov(D, L) / var(L),

has the same mean and varies less: a control variate (backgammon rollouts have long done this). beta is estimated over
the same rotations, which biases the adjusted mean by O(1/n), far below its standard error of O(1/sqrt(n)); the
interval is that of the intercept of a regression of D on L.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.intervals import Estimate, mean_interval, sidak
from kingdice.comparison.line_up import LineUp
from kingdice.comparison.values import QUANTITIES, luck
from kingdice.errors import RunError
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Adjusted", "luck_adjusted", "luck_table"]

_LEAST_RESIDUAL = 1e-12  # a difference that is luck alone would need infinitely many times fewer games


class Adjusted(NamedTuple):
    """A mean with luck taken out.

    Attributes
    ----------
    mean : Estimate
    beta : float
        Units of the quantity a point of luck.
    times_fewer : Estimate
        How many times fewer rotations the adjusted mean needs for the same width: the ratio of variances.
    """

    mean: Estimate
    beta: float
    times_fewer: Estimate


def luck_adjusted(
    differences: NDArray[np.float64],
    lucks: NDArray[np.float64],
    *,
    level: float = 0.95,
    family: int = 1,
    bounds: tuple[float, float] | None = None,
) -> Adjusted:
    """Take the luck out of a mean difference.

    Parameters
    ----------
    differences : array (rotations,)
    lucks : array (rotations,)
        The difference in luck, with mean zero in expectation.
    level, family, bounds
        As in `mean_interval`; the bounds are those of the differences as they are, and matter only where all are equal.

    Returns
    -------
    Adjusted
        The interval of `times_fewer` is of the delta method, normal on the scale of logarithms, and at least 1: with
        few rotations it is a rough one.

    Raises
    ------
    RunError
        With fewer than four rotations.

    Examples
    --------
    >>> rng = np.random.Generator(np.random.Philox(1))
    >>> lucks, rest = rng.normal(size=(2, 4000))
    >>> adjusted = luck_adjusted(0.1 + 3 * lucks + rest, lucks)
    >>> round(adjusted.beta, 1), float(adjusted.times_fewer.value.round())
    (3.0, 11.0)
    """
    from scipy.special import ndtri, stdtrit

    rotations = len(differences)
    if rotations < 4:
        raise RunError(f"taking luck out needs at least four rotations, not {rotations}")
    alone = sidak(level, family)
    around, luck_around = _around_mean(differences), _around_mean(lucks)
    luck_squares = float((luck_around**2).sum())
    if not around.any():
        one = np.asarray(1.0)
        plain = mean_interval(differences, level=level, family=family, bounds=bounds)
        return Adjusted(plain, 0.0, Estimate(one, one, one))
    beta = float((around * luck_around).sum()) / luck_squares if luck_squares > 0 else 0.0
    rest = around - beta * luck_around

    value = differences.mean() - beta * lucks.mean()
    rest_variance = float((rest**2).sum()) / (rotations - 2)
    # The intercept of a regression: the further the mean luck is from zero, the more beta's own error matters.
    lever = 1 / rotations + (lucks.mean() ** 2 / luck_squares if luck_squares > 0 else 0.0)
    reach = stdtrit(rotations - 2, (1 + alone) / 2) * np.sqrt(rest_variance * lever)

    total = float((around**2).mean())
    left = max(float((rest**2).mean()), _LEAST_RESIDUAL * total)
    ratio = total / left
    spread = float(np.std(around**2 / total - rest**2 / left)) / np.sqrt(rotations)
    factor = np.exp(ndtri((1 + alone) / 2) * spread)
    times = Estimate(*(np.asarray(max(number, 1.0)) for number in (ratio, ratio / factor, ratio * factor)))
    return Adjusted(Estimate(np.asarray(value), value - reach, value + reach), beta, times)


def _around_mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values minus their mean; exactly zero where all are equal, which rounding would spoil."""
    around: NDArray[np.float64] = values - (values[0] if (values == values[0]).all() else values.mean())
    return around


def luck_table(line_up: LineUp, rows: Rows, *, level: float = 0.95) -> pd.DataFrame:
    """The differences between every two strategies, as they are and with luck taken out.

    Returns
    -------
    DataFrame
        For each pair and quantity (`win_share`; `lead`, `score` in points): `difference`, `low`, `high`, `adjusted`,
        `adjusted_low`, `adjusted_high`, `beta` (a point of luck), `times_fewer_games`, `times_fewer_games_low`,
        `times_fewer_games_high`. Intervals hold together, by Šidák, over the pairs of a quantity.

    Raises
    ------
    RunError
        With fewer than four rotations, or rows without luck.
    """
    import pandas as pd

    lucks = luck(line_up, rows)
    records = []
    family, most = len(line_up.pairs), line_up.most_shares
    for quantity, values_of in QUANTITIES.items():
        values = values_of(line_up, rows)
        for one, other in line_up.pairs:
            differences = values[:, one] - values[:, other]
            bounds = (-most[other], most[one]) if quantity == "win_share" else None
            plain = mean_interval(differences, level=level, family=family, bounds=bounds)
            adjusted = luck_adjusted(
                differences, lucks[:, one] - lucks[:, other], level=level, family=family, bounds=bounds
            )
            records.append(
                {
                    "strategy": line_up.strategies[one],
                    "other": line_up.strategies[other],
                    "quantity": quantity,
                    "difference": float(plain.value),
                    "low": float(plain.low),
                    "high": float(plain.high),
                    "adjusted": float(adjusted.mean.value),
                    "adjusted_low": float(adjusted.mean.low),
                    "adjusted_high": float(adjusted.mean.high),
                    "beta": adjusted.beta,
                    "times_fewer_games": float(adjusted.times_fewer.value),
                    "times_fewer_games_low": float(adjusted.times_fewer.low),
                    "times_fewer_games_high": float(adjusted.times_fewer.high),
                }
            )
    table = pd.DataFrame(records)
    table.attrs = {
        "method": "control variate, beta estimated over the same rotations (bias O(1/n))",
        "level": level,
        "simultaneous": f"Šidák over {family} pairs",
        "rotations": len(rows),
    }
    return table
