"""Two states side by side: a line a row from what it was to what it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from kingdice.reporting.colours import GREY, INK, MARKS, WORDS
from kingdice.reporting.lettering import label_ends, put_title, said, text_width
from kingdice.reporting.style import figure_style, new_axes

__all__ = ["draw_slopes"]

_SIZE = 11.5  # of the labels, points


def draw_slopes(
    table: pd.DataFrame,
    *,
    label: str,
    before: str,
    after: str,
    names: tuple[str, str] = ("before", "after"),
    ylabel: str,
    percent: bool = False,
    decimals: int = 1,
    emphasis: Sequence[str] = (),
    axes: Axes | None = None,
    title: str = "",
) -> Axes:
    """A line a row between two scales, with name and number at both ends.

    Parameters
    ----------
    table : DataFrame
    label, before, after : str
        Columns: what a row is called, and its two numbers.
    names : (str, str)
        Of the two states.
    ylabel : str
        What the numbers are.
    percent : bool
        Whether they are shares, to be shown in per cent.
    decimals : int
    emphasis : sequence of str
        Labels that stand out, the others are grey; without any, rows that rise and rows that fall have two colours.
    axes : Axes, optional
    title : str
    """
    labels = [str(one) for one in table[label]]
    ends = table[[before, after]].to_numpy(dtype=np.float64)
    marks, words = [], []
    for name, (first, second) in zip(labels, ends, strict=True):
        number = (0 if name in emphasis else None) if emphasis else (0 if second < first else 1)
        marks.append("#8A8A8A" if number is None else MARKS[number])
        words.append(GREY if number is None else WORDS[number])
    with figure_style():
        axes = axes or new_axes(8.5, 1.6 + max(3.0, 0.27 * len(labels)))
        for (first, second), colour, name in zip(ends, marks, labels, strict=True):
            ahead = 3 if name in emphasis else 2
            axes.plot([0, 1], [first, second], color=colour, marker="o", markersize=6, linewidth=1.8, zorder=ahead)
        low, high = float(ends.min()), float(ends.max())
        room = 0.04 * ((high - low) or 1.0)
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(low - room, high + room)
        axes.set_xticks([0, 1], list(names), fontsize=13, color=INK)
        axes.tick_params(axis="x", length=0, pad=10, top=False, labeltop=True, labelbottom=False)
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        for state, side in ((0, "left"), (1, "right")):
            numbers = [said(end[state], percent=percent, decimals=decimals) for end in ends]
            texts = [
                f"{name}  {number}" if not state else f"{number}  {name}"
                for name, number in zip(labels, numbers, strict=True)
            ]
            label_ends(axes, texts, [(state, end[state]) for end in ends], words, side=side, size=_SIZE)
        widest = max(
            text_width(f"{name}  {said(end[0], percent=percent, decimals=decimals)}", size=_SIZE)
            for name, end in zip(labels, ends, strict=True)
        )
        axes.set_ylabel(ylabel, labelpad=72 * widest + 16)
        put_title(axes, title)
    return axes
