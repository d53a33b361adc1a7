"""How studies write numbers: found in tables for prose, and in tables that look the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from kingdice.cli.estimates import estimates, percentages
from kingdice.reporting.page import FigureBlock, Page, TableBlock

__all__ = ["Found", "block", "columns_named", "part_of", "per_cent", "side_by_side", "with_findings"]


@dataclass(frozen=True)
class Found:
    """A table from which prose takes its numbers."""

    table: pd.DataFrame

    def __call__(self, column: str, **where: object) -> float:
        """The number of a column in the one row that has these values."""
        some = self.table
        for name, value in where.items():
            some = some[some[name] == value]
        if len(some) != 1:
            raise LookupError(f"{len(some)} rows with {where}")
        return float(some[column].iloc[0])

    def share(self, column: str, digits: int = 1, **where: object) -> str:
        """The same in per cent."""
        return per_cent(self(column, **where), digits)

    def span(self, low: str, high: str, digits: int = 1, **where: object) -> str:
        """An interval of a share, in per cent: "24.1 to 26.0 %"."""
        return f"{100 * self(low, **where):.{digits}f} to {100 * self(high, **where):.{digits}f} %"


def block(
    name: str, table: pd.DataFrame, caption: str, chances: Sequence[str] = (), decimals: int = 2, how: str = "simulated"
) -> TableBlock:
    """A table without digits that depend on the machine."""
    plain = table.round(6)
    plain.attrs = {}  # said once for the whole page
    return TableBlock(name, plain, caption, chances, decimals, how)


def part_of(games: int, share: float, least: int = 20) -> int:
    """How many games a share of them is, but some."""
    return max(least, round(games * share))


def per_cent(share: float, digits: int = 1) -> str:
    """A share as people read it: "54.2 %"."""
    return f"{100 * share:.{digits}f} %"


def with_findings(page: Page, sections: int = 2) -> Page:
    """The page, its summary told on with what the first figures of its first sections found: their titles."""
    found = []
    for section in page.sections:
        axes = [block.axes for block in section.blocks if isinstance(block, FigureBlock)][:1]
        found += [title for one in axes for place in ("left", "center") if (title := one.get_title(loc=place))]
    told = "; ".join(" ".join(title.split()) for title in found[:sections])
    return replace(page, summary=f"{page.summary} What came out: {told}.")


def columns_named(table: pd.DataFrame, **names: str) -> pd.DataFrame:
    """These columns alone, under these names; an empty name leaves one as it is."""
    return table[list(names)].rename(columns={name: other or name for name, other in names.items()})


def side_by_side(table: pd.DataFrame, across: str, down: str = "quantity") -> pd.DataFrame:
    """A tidy table of estimates with a column for each value of `across`, as a person reads it: ± half an interval."""
    columns = list(dict.fromkeys(table[across]))
    rows = []
    for quantity in dict.fromkeys(table[down]):
        some = table[table[down] == quantity]
        unit = str(some["unit"].iloc[0])
        row = {down: quantity, "unit": "" if unit == "share" else unit.removesuffix(" from to")} | dict.fromkeys(
            columns, ""
        )
        row |= dict(zip(some[across], _texts(some, unit), strict=True))
        rows.append(row)
    return pd.DataFrame(rows)


def _texts(some: pd.DataFrame, unit: str) -> list[str]:
    value, low, high = (some[name].tolist() for name in ("value", "low", "high"))
    if unit == "points from to":
        return [f"{least:.0f} to {most:.0f}" for least, most in zip(low, high, strict=True)]
    half = [(most - least) / 2 for least, most in zip(low, high, strict=True)]
    low, high = ([one + end * part for one, part in zip(value, half, strict=True)] for end in (-1, 1))
    texts = [""] * len(value)
    sure = [place for place in range(len(value)) if low[place] == low[place]]
    write = percentages if unit == "share" else estimates
    known = write(*([column[place] for place in sure] for column in (value, low, high)))
    for place, text in zip(sure, known, strict=True):
        texts[place] = text
    for place, one in enumerate(value):
        if place not in sure and one == one:
            texts[place] = f"{100 * one:.1f} %" if unit == "share" else f"{round(one, 2):g}"
    return texts
