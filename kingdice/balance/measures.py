"""Numbers of games as a report has them: estimated from one run, or compared between two runs of the same games.

A measure keeps what each game adds to it, above and below a fraction line: the games a seat won over all games, the
takings of a card over the turns that it lay there. So one and the same measure gives an estimate with its interval,
and, from two editions that played the same game numbers on the same dice, the difference between them, paired game by
game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import normal_reach, tidy
from kingdice.comparison.intervals import sidak
from kingdice.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Measure", "change_table", "interval", "measure_table"]

Floats = NDArray[np.float64]
_MOST_LOG = 50.0  # an interval that wide says nothing, but is a number
_ROUNDING = 1e-11


@dataclass(frozen=True)
class Measure:
    """A ratio of two sums over games that are independent of each other.

    Attributes
    ----------
    section : str
        Of the report, say "Seats".
    of : str
        Whose number it is: "seat 1", "elf-4"; empty where it is the whole game's.
    what : str
        Which number: "win share", "turns".
    unit : str
        "share", "points", "turns", ….
    above : array (games,)
        What each game adds.
    below : array (games,), optional
        What each game counts for; one each where not given, and the measure is a mean.
    fair : pair of float, optional
        Least and most that would be fair.
    """

    section: str
    of: str
    what: str
    unit: str
    above: NDArray[np.float64]
    below: NDArray[np.float64] | None = None
    fair: tuple[float, float] | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is called: section, of, what."""
        return self.section, self.of, self.what

    @property
    def weights(self) -> Floats:
        """What each game counts for."""
        return np.ones(len(self.above)) if self.below is None else np.asarray(self.below, dtype=np.float64)

    @property
    def value(self) -> float:
        """The ratio; NaN where nothing counts."""
        total = float(self.weights.sum())
        return float(np.asarray(self.above, dtype=np.float64).sum()) / total if total else float("nan")

    @property
    def games(self) -> int:
        """How many games count."""
        return int(np.count_nonzero(self.weights))

    @property
    def beyond(self) -> Floats:
        """What each game moves the value by, times the number of games (its linearisation); NaN like the value."""
        weights = self.weights
        mean = weights.mean()
        if mean == 0:
            return np.full(len(weights), np.nan)
        return np.asarray((np.asarray(self.above, dtype=np.float64) - self.value * weights) / mean)

    @property
    def error(self) -> float:
        """Standard error of the value.

        Raises
        ------
        RunError
            With fewer than two games.
        """
        return _error(self.beyond)


def interval(value: float, error: float, *, unit: str, games: int, reach: float) -> tuple[float, float]:
    """An interval that reaches so many standard errors.

    A share has Wilson's, with as many trials as would give that error: so it stays between 0 and 1, and one that was
    the same in every game (never seen, say) has an interval too, that of so many games. A ratio above 0
    has one that is even on the logarithm's scale, and stays above 0. Other numbers have the normal one.

    Parameters
    ----------
    value, error : float
    unit : str
        "share", "ratio", or another.
    games : int
        That count.
    reach : float

    Examples
    --------
    >>> low, high = interval(0.0, 0.0, unit="share", games=100, reach=1.96)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.037)
    >>> interval(25.0, 0.5, unit="turns", games=100, reach=2.0)
    (24.0, 26.0)
    >>> interval(2.0, 0.0, unit="ratio", games=100, reach=2.0)
    (2.0, 2.0)
    """
    if unit == "ratio" and value > 0:
        factor = float(np.exp(min(reach * error / value, _MOST_LOG)))
        return value / factor, value * factor
    if unit != "share" or not 0 <= value <= 1:
        return value - reach * error, value + reach * error
    trials = value * (1 - value) / error**2 if error > 0 and 0 < value < 1 else float(games)
    wide = reach**2 / trials
    middle = (value + wide / 2) / (1 + wide)
    half = reach * float(np.sqrt(value * (1 - value) / trials + wide / (4 * trials))) / (1 + wide)
    return max(0.0, middle - half), min(1.0, middle + half)


def measure_table(measures: Sequence[Measure], *, level: float = 0.95) -> pd.DataFrame:
    """The values of measures, each interval on its own.

    Returns
    -------
    DataFrame
        of, what, unit, value, low, high; see `interval`.
    """
    rows = []
    for one in measures:
        low, high = interval(one.value, one.error, unit=one.unit, games=one.games, reach=normal_reach(level))
        rows.append({"of": one.of, "what": one.what, "unit": one.unit, "value": one.value, "low": low, "high": high})
    return tidy(rows, {"games": len(measures[0].above) if measures else 0}, level=level)


def change_table(before: Sequence[Measure], after: Sequence[Measure], *, level: float = 0.99) -> pd.DataFrame:
    """What has changed between two runs of the same games.

    Measures are matched by section, of and what; those that only one run has are left out. Both must be of the same
    game numbers, in the same order: differences are paired, so what the dice did to both falls out.

    Returns
    -------
    DataFrame
        section, of, what, unit, before, after, change (after less before) with low and high (together at the level,
        by Šidák), marked (whether the interval leaves out 0). A share that changes by the same in every game (by
        nothing, say) has the interval of `mean_interval` with bounds; other numbers then have one without width.

    Raises
    ------
    RunError
        When two measures that match are not of the same number of games.
    """
    found = {one.key: one for one in after}
    pairs = [(one, found[one.key]) for one in before if one.key in found]
    each = sidak(level, max(len(pairs), 1))
    rows = []
    for one, other in pairs:
        if len(one.above) != len(other.above):
            raise RunError(f"{one.what} of {len(one.above)} and of {len(other.above)} games: expected the same games")
        error, change = _error(other.beyond - one.beyond), other.value - one.value
        change = 0.0 if abs(change) < _ROUNDING else change
        below = above = normal_reach(each) * error
        games = min(one.games, other.games)
        if error == 0 and one.unit == "share" and games:
            unseen = 1 - (1 - each) ** (1 / games)
            below, above = unseen * (1 + change), unseen * (1 - change)
        rows.append(
            {
                "section": one.section,
                "of": one.of,
                "what": one.what,
                "unit": one.unit,
                "before": one.value,
                "after": other.value,
                "change": change,
                "low": change - below,
                "high": change + above,
                "marked": bool(change - below > 0 or change + above < 0),
            }
        )
    return tidy(rows, {"games": len(before[0].above) if before else 0}, level=level, family=len(pairs))


def _error(beyond: Floats) -> float:
    """Standard error of a mean of these numbers, whose mean is 0 or a difference of such; 0 for mere rounding."""
    games = len(beyond)
    if games < 2:
        raise RunError(f"tables need at least two games, not {games}")
    if np.abs(beyond).max() < _ROUNDING:
        return 0.0
    return float(np.sqrt((beyond**2).sum() / (games - 1) / games))
