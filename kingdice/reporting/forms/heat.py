"""A number for every pair of row and column: cells that say it, shaded by it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize

from kingdice.reporting.colours import DIVERGING, SEQUENTIAL, ink_on
from kingdice.reporting.lettering import put_title, said, text_width, wrapped
from kingdice.reporting.style import BEHIND, figure_style, new_axes

__all__ = ["draw_heat"]


def draw_heat(
    table: pd.DataFrame,
    *,
    row: str,
    column: str,
    value: str,
    percent: bool = False,
    decimals: int = 1,
    axes: Axes | None = None,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    centre: float | None = None,
) -> Axes:
    """A cell a row of the table, its number written in it; rows and columns in the order in which they first come.

    Parameters
    ----------
    table : DataFrame
    row, column, value : str
        Columns of the table; pairs that are not there and missing values stay empty.
    percent : bool
        Whether values are shares, to be shown in per cent.
    decimals : int
    axes : Axes, optional
    title, xlabel, ylabel : str
    centre : float, optional
        Colours part here: blue below, red above, as far on both sides as the farthest value.
    """
    rows, columns = list(dict.fromkeys(table[row])), list(dict.fromkeys(table[column]))
    values = np.full((len(rows), len(columns)), np.nan)
    for one in table[[row, column, value]].itertuples(index=False, name=None):
        values[rows.index(one[0]), columns.index(one[1])] = one[2]
    colours, norm = _shades(values, centre)
    texts = {place: said(number, percent=percent, decimals=decimals) for place, number in np.ndenumerate(values)}
    widest = max(text_width(text, size=12) for text in texts.values())
    width = max(0.8, widest + 0.25)
    heads = [wrapped(str(one), max(width - 0.1, 0.9), size=12) for one in columns]
    width = max(width, max(text_width(head, size=12) for head in heads) + 0.15)
    side = max(text_width(str(one), size=13) for one in rows)
    with figure_style():
        lines = max(head.count("\n") for head in heads) + 1
        axes = axes or new_axes(max(7.0, side + 0.8 + width * len(columns)), 1.2 + 0.22 * lines + 0.42 * len(rows))
        axes.imshow(values, cmap=colours, norm=norm, aspect="auto")
        for (down, across), text in texts.items():
            number = values[down, across]
            if np.isnan(number):
                continue
            ink = ink_on(colours(norm(number))[:3])
            axes.annotate(text, (across, down), ha="center", va="center", fontsize=12, color=ink)
        axes.set_xticks(range(len(columns)), heads, fontsize=12)
        axes.set_yticks(range(len(rows)), [str(one) for one in rows])
        axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False)
        axes.xaxis.set_label_position("top")
        axes.set_xlabel(xlabel, labelpad=8)
        axes.set_ylabel(ylabel)
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        for edge in range(1, len(columns)):
            axes.axvline(edge - 0.5, color="white", linewidth=1.5, label=BEHIND)
        for edge in range(1, len(rows)):
            axes.axhline(edge - 0.5, color="white", linewidth=1.5, label=BEHIND)
        put_title(axes, title)
    return axes


def _shades(values: np.ndarray, centre: float | None) -> tuple[Colormap, Normalize]:
    """Which colours, and between which numbers."""
    least, most = float(np.nanmin(values)), float(np.nanmax(values))
    if centre is None:
        return SEQUENTIAL, Normalize(least, most if most > least else least + 1)
    reach = max(abs(least - centre), abs(most - centre)) or 1.0
    return DIVERGING, Normalize(centre - reach, centre + reach)
