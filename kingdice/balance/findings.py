"""What stands out: numbers held against what would be fair, all of them at once.

A report looks at a hundred numbers; at 95 % each, five would stand out by chance. So the intervals here are those of
the whole family: that all cover what they estimate has (at least) the chance `level`, by Šidák's inequality where
estimates are normal. A number stands out only where its interval and the fair band have nothing in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingdice.balance.measures import Measure, interval
from kingdice.comparison.estimates import normal_reach, tidy
from kingdice.comparison.intervals import sidak
from kingdice.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EXACT", "SIMULATED", "Judged", "judge", "judged_of"]

EXACT, SIMULATED = "exact", "simulated"


@dataclass(frozen=True)
class Judged:
    """A number, and the band that would be fair.

    Attributes
    ----------
    section : str
        Of the report, where more is said.
    of, what, unit : str
        Whose number it is, which, and in what; see `measures.Measure`.
    value : float
    error : float
        Its standard error; 0 where it is exact.
    fair : pair of float
        Least and most.
    how : str
        "exact" or "simulated".
    games : int
        That a simulated share was counted in; see `measures.interval`.
    """

    section: str
    of: str
    what: str
    unit: str
    value: float
    error: float
    fair: tuple[float, float]
    how: str = SIMULATED
    games: int = 0


def judged_of(measure: Measure) -> Judged:
    """A measure that has a fair band.

    Raises
    ------
    RunError
        For one that has none.
    """
    if measure.fair is None:
        raise RunError(f"{measure.what} {measure.of}: nothing says what would be fair")
    return Judged(
        measure.section, measure.of, measure.what, measure.unit, measure.value, measure.error, measure.fair,
        games=measure.games,
    )  # fmt: skip


def judge(judged: Sequence[Judged], *, level: float = 0.99) -> pd.DataFrame:
    """Which numbers are not fair.

    Parameters
    ----------
    judged : sequence of Judged
        All that the report looks at; those without a value (NaN) are left out.
    level : float
        Chance that all intervals hold together.

    Returns
    -------
    DataFrame
        section, of, what, unit, value, low, high (together at the level, see `measures.interval`), fair_low,
        fair_high, stands_out, how. Those that stand out come first, otherwise in the order given.
    """
    known = [one for one in judged if one.value == one.value]
    simulated = sum(one.how != EXACT for one in known)
    reach = normal_reach(sidak(level, max(simulated, 1)))
    rows = []
    for one in known:
        low = high = one.value
        if one.how != EXACT:
            low, high = interval(one.value, one.error, unit=one.unit, games=one.games, reach=reach)
        rows.append(
            {
                "section": one.section,
                "of": one.of,
                "what": one.what,
                "unit": one.unit,
                "value": one.value,
                "low": low,
                "high": high,
                "fair_low": one.fair[0],
                "fair_high": one.fair[1],
                "stands_out": bool(low > one.fair[1] or high < one.fair[0]),
                "how": one.how,
            }
        )
    rows.sort(key=lambda row: not row["stands_out"])
    return tidy(rows, {}, level=level, family=simulated)
