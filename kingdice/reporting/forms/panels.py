"""Small multiples: the same picture once a panel, on common scales, with all others in grey behind it."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from kingdice.reporting.colours import GREY, MARKS
from kingdice.reporting.forms.curves import draw_line, set_scales
from kingdice.reporting.lettering import wrapped
from kingdice.reporting.style import BEHIND, figure_style

__all__ = ["draw_panels"]

_WIDTH = 9.0


def draw_panels(
    table: pd.DataFrame,
    *,
    panel: str,
    x: str,
    value: str,
    low: str | None = None,
    high: str | None = None,
    xlabel: str,
    ylabel: str,
    percent: bool = False,
    reference: float | None = None,
    columns: int = 3,
    title: str = "",
) -> Axes:
    """A line with its band a panel, in the table's order; returns the first Axes.

    Parameters
    ----------
    table : DataFrame
    panel, x, value : str
        Columns: which panel, where, how much.
    low, high : str, optional
        Columns with the ends of the interval.
    xlabel, ylabel : str
    percent : bool
        Whether values are shares, to be shown in per cent.
    reference : float, optional
        A line across.
    columns : int
        Panels side by side.
    title : str
    """
    names = list(dict.fromkeys(table[panel]))
    across = min(columns, len(names))
    down = math.ceil(len(names) / across)
    with figure_style():
        figure = Figure(figsize=(_WIDTH, 1.2 + 2.1 * down))
        FigureCanvasAgg(figure)
        grid = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
        for number, axes in enumerate(grid.flat):
            if number >= len(names):
                axes.set_visible(False)
                grid[number // across - 1, number % across].xaxis.set_tick_params(labelbottom=True)
                continue
            if reference is not None:
                axes.axhline(reference, color=GREY, linewidth=1.2, zorder=1)
            for name in names:
                some = table[table[panel] == name].sort_values(x)
                if name == names[number]:
                    draw_line(axes, some, x=x, value=value, low=low, high=high, colour=MARKS[0])
                else:
                    axes.plot(some[x], some[value], color="#D5D5D5", linewidth=1, zorder=1.5, label=BEHIND)
            set_scales(axes, table[x], xlabel="", ylabel="", percent=percent)
            axes.set_title(str(names[number]), fontsize=13, pad=6)
        figure.supxlabel(xlabel, fontsize=13, color="#333333")
        figure.supylabel(ylabel, fontsize=13, color="#333333")
        if title:
            text = wrapped(title, _WIDTH - 0.2, size=16, bold=True)
            figure.suptitle(text, x=0.01, ha="left", fontsize=16, fontweight="bold")
    first: Axes = np.asarray(grid).flat[0]
    return first
