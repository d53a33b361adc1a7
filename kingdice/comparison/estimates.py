"""Numbers of a table with their intervals, over games that are independent of each other.

What happens within one game hangs together, games do not. A mean over games has Student's t interval, a share of games
Wilson's, a ratio of two sums (discards to kingdoms, say) the interval of its linearisation: what each game contributes
beyond the ratio (Cochran, Sampling Techniques, 1977, chapter 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.intervals import Estimate, mean_interval
from kingdice.errors import RunError
from kingdice.simulation.summary import wilson

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["mean_row", "normal_reach", "ratio_estimate", "ratio_row", "share_row", "spread_row", "stack_tables", "tidy"]


def normal_reach(level: float) -> float:
    """How many standard errors an interval of this level reaches to either side.

    Raises
    ------
    RunError
        For a level that is not between 0 and 1.

    Examples
    --------
    >>> round(normal_reach(0.95), 4)
    1.96
    """
    from scipy.special import ndtri

    if not 0 < level < 1:
        raise RunError(f"a level of {level}: expected a number between 0 and 1")
    return float(ndtri((1 + level) / 2))


def mean_row(values: NDArray[Any], level: float, name: str = "mean") -> dict[str, float]:
    """Mean of a number that every game has, values (games,), with `<name>_low` and `<name>_high` (t).

    Examples
    --------
    >>> {key: round(number, 3) for key, number in mean_row(np.array([1, 2, 3, 4]), 0.95, "score").items()}
    {'score': 2.5, 'score_low': 0.446, 'score_high': 4.554}
    """
    mean, low, high = mean_interval(np.asarray(values, dtype=np.float64), level=level)
    return {name: float(mean), f"{name}_low": float(low), f"{name}_high": float(high)}


def spread_row(values: NDArray[Any], level: float) -> dict[str, float]:
    """Mean of a number that every game has, with its interval, and how it is spread: `values` (games,).

    Raises
    ------
    RunError
        With fewer than two games.
    """
    if len(values) < 2:
        raise RunError(f"tables need at least two games, not {len(values)}")
    numbers = np.asarray(values, dtype=np.float64)
    mean, low, high = mean_interval(numbers, level=level)
    few, middle, most = np.quantile(numbers, [0.05, 0.5, 0.95])
    return {
        "mean": float(mean),
        "low": float(low),
        "high": float(high),
        "sd": float(numbers.std(ddof=1)),
        "quantile_5": float(few),
        "median": float(middle),
        "quantile_95": float(most),
    }


def share_row(count: float, games: int, level: float, name: str = "share") -> dict[str, float]:
    """A share of games with Wilson's interval; `count` may hold shared wins, which are fractions of a game."""
    if games == 0:
        return {name: float("nan"), "low": 0.0, "high": 1.0}
    low, high = wilson(Fraction(count) / games, games, normal_reach(level))
    return {name: count / games, "low": low, "high": high}


def ratio_estimate(above: NDArray[Any], below: NDArray[Any], level: float) -> Estimate:
    """The ratio of two sums over games.

    Parameters
    ----------
    above, below : array (games,) or (games, columns)
    level : float

    Returns
    -------
    Estimate of shape () or (columns,)
        NaN where `below` sums to 0. Where every game has the same ratio, the interval has no width.

    Examples
    --------
    Three of six kingdoms, spread over three games:

    >>> ratio, low, high = ratio_estimate(np.array([1, 0, 2]), np.array([2, 1, 3]), 0.95)
    >>> float(ratio), round(float(high - low), 3)
    (0.5, 0.566)
    """
    numerators, denominators = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    games, total = len(numerators), denominators.sum(axis=0)
    total = np.where(total == 0, np.nan, total)
    ratio = numerators.sum(axis=0) / total
    beyond = numerators - ratio * denominators
    error = np.sqrt((beyond**2).sum(axis=0) * games / max(games - 1, 1)) / total
    reach = normal_reach(level) * error
    return Estimate(ratio, ratio - reach, ratio + reach)


def ratio_row(
    above: NDArray[Any], below: NDArray[Any], level: float, name: str, *, bounds: tuple[float, float] | None = None
) -> dict[str, float]:
    """`ratio_estimate` of two arrays (games,), with `<name>_low` and `<name>_high`, cut off at the bounds."""
    ratio, low, high = ratio_estimate(above, below, level)
    least, most = bounds or (-np.inf, np.inf)
    return {name: float(ratio), f"{name}_low": max(least, float(low)), f"{name}_high": min(most, float(high))}


def tidy(rows: list[dict[str, Any]], about: Mapping[str, Any], **more: Any) -> pd.DataFrame:
    """A table with where it comes from in `.attrs`."""
    import pandas as pd

    table = pd.DataFrame(rows)
    table.attrs.update(dict(about), **more)
    return table


def stack_tables(tables: Mapping[Any, pd.DataFrame], key: str) -> pd.DataFrame:
    """One table of several: the name of each stands in the column `key`, where each comes from in `.attrs[key]`.

    Examples
    --------
    >>> import pandas as pd
    >>> both = stack_tables({2: pd.DataFrame({"points": [29]}), 4: pd.DataFrame({"points": [27]})}, "players")
    >>> both.to_dict("list")
    {'players': [2, 4], 'points': [29, 27]}
    """
    import pandas as pd

    bare = {}
    for name, table in tables.items():
        bare[name] = table.copy()
        bare[name].attrs = {}
    stacked: pd.DataFrame = pd.concat(bare, names=[key]).reset_index(level=0).reset_index(drop=True)
    stacked.attrs = {key: {name: dict(table.attrs) for name, table in tables.items()}}
    return stacked
