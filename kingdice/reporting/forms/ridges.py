"""Distributions one behind the other: a ridge a group, all on one scale."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator

from kingdice.reporting.colours import MARKS, WORDS
from kingdice.reporting.lettering import put_title, said
from kingdice.reporting.style import figure_style, new_axes

__all__ = ["draw_ridges"]

_HEIGHT = 1.25  # of the highest ridge, in distances between two of them


def draw_ridges(
    table: pd.DataFrame,
    *,
    group: str,
    at: str,
    share: str,
    xlabel: str,
    axes: Axes | None = None,
    title: str = "",
) -> Axes:
    """A histogram a group as a filled line, in the table's order from the top; shares stand on a common scale.

    Parameters
    ----------
    table : DataFrame
    group, at, share : str
        Columns: whose distribution, where, and which part of the group is there. Where nothing is said of a whole
        number the share is 0.
    xlabel : str
    axes : Axes, optional
    title : str
    """
    names = list(dict.fromkeys(table[group]))
    highest = float(table[share].max())
    step = _step(table[at])
    with figure_style():
        axes = axes or new_axes(9, 1.7 + 0.95 * len(names))
        for place, name in enumerate(names):
            x, y = _line(table[table[group] == name], at, share, step)
            top = place - _HEIGHT * y / highest
            axes.fill_between(x, place, top, color="#CFE1EE", linewidth=0, zorder=2 + 2 * place)
            axes.plot(x, top, color=MARKS[0], linewidth=1.8, zorder=3 + 2 * place, solid_joinstyle="round")
        peak = table.iloc[int(table[share].to_numpy().argmax())]
        place = names.index(peak[group])
        axes.annotate(
            said(highest, percent=True, decimals=0 if highest >= 0.095 else 1),
            (peak[at], place - _HEIGHT),
            xytext=(0, 4),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=11,
            color=WORDS[0],
            zorder=4 + 2 * len(names),
            path_effects=[withStroke(linewidth=3, foreground="white")],
        )
        axes.set_yticks(range(len(names)), [str(name) for name in names])
        axes.set_ylim(len(names) - 0.9, -_HEIGHT - 0.35)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=_whole(table[at])))
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(xlabel)
        put_title(axes, title)
    return axes


def _line(some: pd.DataFrame, at: str, share: str, step: float) -> tuple[np.ndarray, np.ndarray]:
    """The line over a histogram, from the ground to the ground."""
    ordered = some.sort_values(at)
    x, y = ordered[at].to_numpy(dtype=np.float64), ordered[share].to_numpy(dtype=np.float64)
    if _whole(some[at]):
        places = np.rint((x - x[0]) / step).astype(np.int64)
        filled = np.zeros(places[-1] + 1)
        filled[places] = y
        x, y = x[0] + step * np.arange(len(filled)), filled
    return np.concatenate([[x[0] - step], x, [x[-1] + step]]), np.concatenate([[0.0], y, [0.0]])


def _step(places: pd.Series) -> float:
    """How far one bar of the histograms is from the next."""
    steps = np.diff(np.unique(places.to_numpy(dtype=np.float64)))
    if not len(steps):
        return 1.0
    return float(np.gcd.reduce(steps.astype(np.int64))) if _whole(places) else float(steps.min())


def _whole(values: pd.Series) -> bool:
    numbers = values.to_numpy(dtype=np.float64)
    return bool((numbers == np.rint(numbers)).all())
