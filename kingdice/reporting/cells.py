"""A table as people read it: which columns it shows, what stands in each cell, and by what the cell is sorted.

An estimate and its interval, three columns in the files, are one cell here: "54.2 % (53.1 to 55.3)". Two columns
`x_low` and `x_high` without an `x` are one cell too: "48.0 % to 52.0 %".
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pandas as pd

__all__ = ["Cell", "Column", "is_missing", "shown_cells", "shown_columns"]

MISSING = "–"


@dataclass(frozen=True)
class Column:
    """A column as it is shown.

    Attributes
    ----------
    heading : str
    number : bool
        Whether it holds numbers: they stand to the right.
    value, low, high : int or None
        The places in the table of what it shows; a range has no value.
    """

    heading: str
    number: bool
    value: int | None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Cell:
    """What stands in a cell, and the number it is sorted by (None for words and where nothing stands)."""

    text: str
    key: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in the cell: such rows stay at the end however a table is sorted."""
        return self.text == MISSING

    @property
    def sort_by(self) -> str | None:
        """The number as text, where it differs from what is shown."""
        if self.key is None:
            return None
        if math.isinf(self.key):
            return "Infinity" if self.key > 0 else "-Infinity"
        key = repr(int(self.key)) if self.key.is_integer() else repr(self.key)
        return None if key == self.text else key


def shown_columns(table: pd.DataFrame, chances: Sequence[str] = ()) -> list[Column]:
    """The columns that people see; every column of the table is in exactly one of them.

    Parameters
    ----------
    table : DataFrame
    chances : sequence of str
        Columns shown in per cent: they hold numbers, whatever else stands in them.
    """
    names = [str(name) for name in table.columns]
    numeric = [name in chances or _holds_numbers(table.iloc[:, place]) for place, name in enumerate(names)]
    columns, place = [], 0
    while place < len(names):
        name, ends = names[place], names[place + 1 : place + 3]
        stem = name.removesuffix("_low")
        if numeric[place] and ends in (["low", "high"], [f"{name}_low", f"{name}_high"]):
            columns.append(Column(_heading(name), True, place, place + 1, place + 2))
            place += 3
        elif numeric[place] and stem != name and ends[:1] == [f"{stem}_high"]:
            columns.append(Column(_heading(stem), True, None, place, place + 1))
            place += 2
        else:
            columns.append(Column(_heading(name), numeric[place], place))
            place += 1
    return columns


def shown_cells(
    table: pd.DataFrame, columns: Sequence[Column], *, chances: Sequence[str] = (), decimals: int = 2
) -> list[list[Cell]]:
    """The cells that people see, a list a row.

    Parameters
    ----------
    table : DataFrame
    columns : sequence of Column
        As `shown_columns` gives them.
    chances : sequence of str
        Columns shown in per cent, with their intervals. Where the table has a column `unit`, only in its rows of unit
        "share".
    decimals : int
        Of numbers that are not whole.
    """
    names = [str(name) for name in table.columns]
    unit = names.index("unit") if "unit" in names else None
    rows = []
    for row in table.itertuples(index=False, name=None):
        percents = unit is None or row[unit] == "share"
        rows.append(
            [_cell(row, column, _is_chance(column, names, chances) and percents, decimals) for column in columns]
        )
    return rows


def is_missing(value: Any) -> bool:
    """Whether nothing stands in a cell of a table."""
    return pd.api.types.is_scalar(value) and bool(pd.isna(value))


def _cell(row: tuple[Any, ...], column: Column, chance: bool, decimals: int) -> Cell:
    """One cell; an interval without ends is left out, and so is a range without them."""
    value, low, high = (None if place is None else row[place] for place in (column.value, column.low, column.high))
    reach = column.low is not None and not (is_missing(low) or is_missing(high))
    if column.value is None:
        key = _number(low)
        return (
            Cell(f"{_said(low, chance, decimals)} to {_said(high, chance, decimals)}", key) if reach else Cell(MISSING)
        )
    if is_missing(value):
        return Cell(MISSING)
    text = _said(value, chance, decimals)
    if reach:
        ends = [_said(end, chance, decimals).removesuffix(" %") for end in (low, high)]
        text += f" ({ends[0]} to {ends[1]})"
    return Cell(text, _number(value) if column.number else None)


def _said(value: Any, chance: bool, decimals: int) -> str:
    """A value in words."""
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return "yes" if value else "no"
    if chance and not isinstance(value, Fraction | str):
        return f"{_rounded(100 * float(value), 1)} %"
    return _rounded(float(value), decimals) if isinstance(value, float) else str(value)


def _rounded(value: float, decimals: int) -> str:
    """A number with so many decimals, and no minus before a zero."""
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def _number(value: Any) -> float | None:
    """What a cell is sorted by."""
    return float(value) if isinstance(value, numbers.Real) else None


def _is_chance(column: Column, names: Sequence[str], chances: Sequence[str]) -> bool:
    """Whether a column is shown in per cent; a range by the name of its lower end, or without the ending."""
    if column.value is not None:
        return names[column.value] in chances
    assert column.low is not None
    return names[column.low] in chances or names[column.low].removesuffix("_low") in chances


def _holds_numbers(values: pd.Series) -> bool:
    if pd.api.types.is_bool_dtype(values):
        return False
    if pd.api.types.is_numeric_dtype(values):
        return True
    if values.dtype != object:
        return False
    there = [value for value in values if not is_missing(value)]
    return bool(there) and all(isinstance(value, numbers.Real) and not isinstance(value, bool) for value in there)


def _heading(name: str) -> str:
    return name.replace("_", " ")
