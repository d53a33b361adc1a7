"""Estimates with their intervals, a row each: what lies clearly off a reference stands out, the rest is grey."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from kingdice.reporting.colours import GREY, INK, MARKS, WORDS
from kingdice.reporting.lettering import percents, put_title, said, wrapped
from kingdice.reporting.style import figure_style, new_axes

__all__ = ["draw_intervals"]

_ALL_SAID = 14  # with at most so many rows every number is written
_WIDEST = 3.4  # inches of a label on one line
_ROOM = 0.16  # of the scale, on both sides of what is drawn: so much a number takes beside long labels


def draw_intervals(
    table: pd.DataFrame,
    *,
    label: str,
    value: str,
    low: str = "low",
    high: str = "high",
    xlabel: str,
    reference: float | None = None,
    band: tuple[float, float] | None = None,
    percent: bool = False,
    emphasis: Sequence[str] = (),
    axes: Axes | None = None,
    title: str = "",
) -> Axes:
    """A dot and its interval a row, in the table's order from the top.

    Parameters
    ----------
    table : DataFrame
    label, value, low, high : str
        Columns: what a row is called, the estimate and the ends of its interval (missing where it is exact).
    xlabel : str
    reference : float, optional
        A line.
    band : (float, float), optional
        What is as it should be, shaded. Rows whose interval lies outside of it (or, without it, off the reference)
        stand out, in one colour below and another above.
    percent : bool
        Whether values are shares, to be shown in per cent.
    emphasis : sequence of str
        Labels that stand out instead.
    axes : Axes, optional
    title : str
    """
    values, lows, highs = (table[name].to_numpy(dtype=np.float64) for name in (value, low, high))
    lows, highs = np.where(np.isnan(lows), values, lows), np.where(np.isnan(highs), values, highs)
    labels = [str(one) for one in table[label]]
    shown = [wrapped(one, _WIDEST, size=13) for one in labels]
    lines = max((one.count("\n") + 1 for one in shown), default=1)
    sides = _sides(labels, lows, highs, reference, band, emphasis)
    decimals = _decimals(np.concatenate([values, lows, highs]), percent=percent)
    with figure_style():
        axes = axes or new_axes(9, 1.5 + (0.36 if lines == 1 else 0.26 * lines) * len(labels))
        if band is not None:
            axes.axvspan(*band, color="#E9EDF2", linewidth=0, zorder=0)
        if reference is not None:
            axes.axvline(reference, color=GREY, linewidth=1.2, zorder=1)
        for place, side in enumerate(sides):
            colour = GREY if side is None else MARKS[side]
            axes.hlines(place, lows[place], highs[place], color=colour, linewidth=2.5, zorder=2)
            axes.plot(values[place], place, "o", color=colour, markersize=8 if side is not None else 7, zorder=3)
            if side is not None or len(labels) <= _ALL_SAID:
                below = side == 0 and not emphasis and (band is not None or reference is not None)
                axes.annotate(
                    said(values[place], percent=percent, decimals=decimals),
                    (lows[place] if below else highs[place], place),
                    xytext=(-8 if below else 8, 0),
                    textcoords="offset points",
                    ha="right" if below else "left",
                    va="center",
                    fontsize=11,
                    color=GREY if side is None else WORDS[side],
                    path_effects=[withStroke(linewidth=3, foreground="white")],
                )
        axes.set_yticks(range(len(labels)), shown)
        for tick, side in zip(axes.get_yticklabels(), sides, strict=True):
            tick.set_color("#555555" if side is None else INK)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        _set_reach(axes, lows, highs, reference, band)
        axes.set_xlabel(xlabel)
        if percent:
            axes.xaxis.set_major_formatter(percents())
        put_title(axes, title)
    return axes


def _sides(
    labels: Sequence[str],
    lows: np.ndarray,
    highs: np.ndarray,
    reference: float | None,
    band: tuple[float, float] | None,
    emphasis: Sequence[str],
) -> list[int | None]:
    """Of each row the number of its colour where it stands out."""
    if emphasis:
        return [0 if label in emphasis else None for label in labels]
    if band is None and reference is None:
        return [0] * len(labels)
    least, most = band or (reference, reference)
    return [0 if high < least else 1 if low > most else None for low, high in zip(lows, highs, strict=True)]


def _decimals(numbers: np.ndarray, *, percent: bool) -> int:
    """So many that the numbers of a figure can be told apart; one less in per cent."""
    there = numbers[np.isfinite(numbers)]
    span = float(np.ptp(there)) if there.size else 0.0
    if span == 0:
        return 1 if percent else 2
    return int(np.clip((-1 if percent else 2) - np.floor(np.log10(span)), 0, 2 if percent else 3))


def _set_reach(
    axes: Axes, lows: np.ndarray, highs: np.ndarray, reference: float | None, band: tuple[float, float] | None
) -> None:
    """Room for all intervals, the reference and the band, and on both sides for a number."""
    shown = [lows.min(), highs.max(), *(() if reference is None else (reference,)), *(band or ())]
    least, most = float(np.min(shown)), float(np.max(shown))
    span = (most - least) or max(abs(most), 1.0)
    axes.set_xlim(least - _ROOM * span, most + _ROOM * span)
