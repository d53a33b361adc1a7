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

__all__ = ["Measure", "change_table", "measure_table"]

Floats = NDArray[np.float64]


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


def measure_table(measures: Sequence[Measure], *, level: float = 0.95) -> pd.DataFrame:
    """The values of measures, each interval on its own.

    Returns
    -------
    DataFrame
        of, what, unit, value, low, high; the intervals are normal, over games. A share stays between 0 and 1.
    """
    rows = []
    for one in measures:
        reach = normal_reach(level) * one.error
        low, high = one.value - reach, one.value + reach
        if one.unit == "share":
            low, high = max(0.0, low), min(1.0, high)
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
        by Šidák), marked (whether the interval leaves out 0).

    Raises
    ------
    RunError
        When two measures that match are not of the same number of games.
    """
    found = {one.key: one for one in after}
    pairs = [(one, found[one.key]) for one in before if one.key in found]
    reach_each = normal_reach(sidak(level, max(len(pairs), 1)))
    rows = []
    for one, other in pairs:
        if len(one.above) != len(other.above):
            raise RunError(f"{one.what} of {len(one.above)} and of {len(other.above)} games: expected the same games")
        reach = reach_each * _error(other.beyond - one.beyond)
        change = other.value - one.value
        rows.append(
            {
                "section": one.section,
                "of": one.of,
                "what": one.what,
                "unit": one.unit,
                "before": one.value,
                "after": other.value,
                "change": change,
                "low": change - reach,
                "high": change + reach,
                "marked": bool(change - reach > 0 or change + reach < 0),
            }
        )
    return tidy(rows, {"games": len(before[0].above) if before else 0}, level=level, family=len(pairs))


def _error(beyond: Floats) -> float:
    """Standard error of a mean of these numbers, whose mean is 0 or a difference of such."""
    games = len(beyond)
    if games < 2:
        raise RunError(f"tables need at least two games, not {games}")
    return float(np.sqrt((beyond**2).sum() / (games - 1) / games))
