"""A citizen's chances as a small picture: a bar for every number of rolls, with a tick for each of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Bar", "Chart", "chart", "percent"]

LEFT, WIDTH, RIGHT = 48, 232, 64
ROW, BAR = 28, 12


@dataclass(frozen=True)
class Bar:
    """A bar with what stands beside it; `ticks` is a path, one stroke for each other citizen."""

    label: str
    value: str
    y: int
    middle: int
    width: float
    ticks: str


@dataclass(frozen=True)
class Chart:
    """What the picture is drawn from, in its own units."""

    width: int
    height: int
    left: int
    full: int
    bar: int
    bars: Sequence[Bar]


def chart(chances: Sequence[float], others: Sequence[Sequence[float]]) -> Chart:
    """The picture of chances with 1, 2, … rolls among those of others.

    Parameters
    ----------
    chances : sequence of float
    others : sequence of sequences of float
        As many each.
    """
    bars = []
    for place, chance in enumerate(chances):
        top = place * ROW + (ROW - BAR) // 2
        where = sorted({round(LEFT + WIDTH * one[place], 1) for one in others})
        ticks = "".join(f"M{x:g} {top - 4:g}v{BAR + 8:g}" for x in where)
        label = f"{place + 1} roll{'s' * (place > 0)}"
        bars.append(Bar(label, percent(chance, 2), top, top + BAR // 2, round(WIDTH * chance, 2), ticks))
    return Chart(LEFT + WIDTH + RIGHT, ROW * len(bars), LEFT, WIDTH, BAR, bars)


def percent(chance: float, decimals: int = 1) -> str:
    """A chance in per cent; what is neither impossible nor certain never looks so.

    Examples
    --------
    >>> percent(0.20993, 2), percent(0.00001), percent(0.99999), percent(0.0), percent(1.0)
    ('20.99 %', '<0.1 %', '>99.9 %', '0.0 %', '100.0 %')
    """
    shown, least = f"{100 * chance:.{decimals}f}", 10.0**-decimals
    if chance > 0 and float(shown) == 0:
        return f"<{least:.{decimals}f} %"
    if chance < 1 - 1e-12 and float(shown) == 100:
        return f">{100 - least:.{decimals}f} %"
    return f"{shown} %"
