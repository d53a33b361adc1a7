"""Numbers with their intervals, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["largest", "percent", "records", "smallest", "told", "told_change", "told_of", "told_plain", "yes_or_no"]


def told(value: Any, low: Any, high: Any, unit: str = "") -> str:
    """A number with its interval, as people read it.

    Examples
    --------
    >>> told(0.5123, 0.5, 0.53, "share")
    '51.2 % (50.0 to 53.0)'
    >>> told(1.5, 1.25, 1.75, "points")
    '1.50 points (1.25 to 1.75)'
    """
    if unit == "share":
        return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    word = f" {unit}" if unit and unit != "ratio" else ""
    return f"{value:.2f}{word} ({low:.2f} to {high:.2f})"


def yes_or_no(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """The table with yes and no in a column of truth values."""
    return table.assign(**{column: table[column].map({True: "yes", False: "no"})})


def told_change(change: Any, low: Any, high: Any, unit: str = "") -> str:
    """A change with its interval: that of a share in percentage points.

    Examples
    --------
    >>> told_change(-0.328, -0.4, -0.25, "share")
    '-32.8 percentage points (-40.0 to -25.0)'
    """
    if unit == "share":
        return f"{100 * change:.1f} percentage points ({100 * low:.1f} to {100 * high:.1f})"
    return told(change, low, high, unit)


def percent(share: float, decimals: int = 0) -> str:
    """A share in per cent.

    Examples
    --------
    >>> percent(0.95), percent(0.1234, 1)
    ('95 %', '12.3 %')
    """
    return f"{100 * share:.{decimals}f} %"


def told_plain(value: Any, unit: str = "") -> str:
    """A number without an interval.

    Examples
    --------
    >>> told_plain(0.25, "share"), told_plain(12.5, "points")
    ('25.0 %', '12.50 points')
    """
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{value:.2f}" + (f" {unit}" if unit and unit != "ratio" else "")


def told_of(row: Mapping[str, Any]) -> str:
    """The value of a row of `measures.measure_table`."""
    return told(row["value"], row["low"], row["high"], row["unit"])


def largest(table: pd.DataFrame, column: str) -> dict[str, Any]:
    """The row with most in a column, the first of several."""
    return records(table)[int(table[column].to_numpy().argmax())]


def smallest(table: pd.DataFrame, column: str) -> dict[str, Any]:
    """The row with least in a column, the first of several."""
    return records(table)[int(table[column].to_numpy().argmin())]


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows, by names of columns."""
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]
