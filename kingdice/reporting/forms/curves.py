"""How a number runs along another: a line a group with its band, named at its end."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from kingdice.reporting.colours import GREY, MARKS, WORDS
from kingdice.reporting.lettering import label_ends, percents, put_title
from kingdice.reporting.style import figure_style, new_axes

__all__ = ["draw_curves", "draw_line", "set_scales"]

_STYLES = ["-", "--", ":"]
_DOTS = 15  # with at most so many points each has a dot


def draw_curves(
    table: pd.DataFrame,
    *,
    x: str,
    value: str,
    group: str,
    low: str | None = None,
    high: str | None = None,
    xlabel: str,
    ylabel: str,
    percent: bool = False,
    reference: float | None = None,
    axes: Axes | None = None,
    title: str = "",
) -> Axes:
    """A line a group, its interval as a band, its name at its end in the same colour.

    Parameters
    ----------
    table : DataFrame
    x, value, group : str
        Columns: where, how much, and of whom.
    low, high : str, optional
        Columns with the ends of the interval.
    xlabel, ylabel : str
    percent : bool
        Whether values are shares, to be shown in per cent.
    reference : float, optional
        A line across.
    axes : Axes, optional
    title : str
    """
    names = list(dict.fromkeys(table[group]))
    with figure_style():
        axes = axes or new_axes(9, 5.2)
        if reference is not None:
            axes.axhline(reference, color=GREY, linewidth=1.2, zorder=1)
        ends = []
        for number, name in enumerate(names):
            some = table[table[group] == name].sort_values(x)
            colour, style = MARKS[number % len(MARKS)], _STYLES[number // len(MARKS) % len(_STYLES)]
            draw_line(axes, some, x=x, value=value, low=low, high=high, colour=colour, style=style)
            there = some.dropna(subset=[value])
            ends.append((float(there[x].iloc[-1]), float(there[value].iloc[-1])))
        axes.margins(x=0.02)
        set_scales(axes, table[x], xlabel=xlabel, ylabel=ylabel, percent=percent)
        axes.autoscale_view()
        axes.set_ylim(axes.get_ylim())
        axes.set_xlim(axes.get_xlim())
        words = [WORDS[number % len(WORDS)] for number in range(len(names))]
        label_ends(axes, [str(name) for name in names], ends, words)
        put_title(axes, title)
    return axes


def draw_line(
    axes: Axes,
    some: pd.DataFrame,
    *,
    x: str,
    value: str,
    low: str | None,
    high: str | None,
    colour: str,
    style: str = "-",
) -> None:
    """One line with its band; few points have dots."""
    dot = "o" if len(some) <= _DOTS else ""
    axes.plot(some[x], some[value], color=colour, linestyle=style, marker=dot, markersize=6, linewidth=2, zorder=3)
    if low is not None and high is not None:
        lows, highs = (some[name].to_numpy(dtype=np.float64) for name in (low, high))
        axes.fill_between(some[x], lows, highs, color=colour, alpha=0.13, linewidth=0, zorder=2)


def set_scales(axes: Axes, places: pd.Series, *, xlabel: str, ylabel: str, percent: bool) -> None:
    """Names of both scales, whole numbers where there are no others, a faint grid."""
    numbers = places.to_numpy(dtype=np.float64)
    if (numbers == np.rint(numbers)).all():
        axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True))
    if percent:
        axes.yaxis.set_major_formatter(percents())
    axes.grid(visible=True, axis="y")
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
