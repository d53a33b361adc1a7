"""Figures of Kingdomino; what they show was worked out before."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MultipleLocator, PercentFormatter

from kingdice.games.kingdomino.dominoes import all_dominoes
from kingdice.reporting.style import BEHIND, figure_style, new_axes

__all__ = ["draw_castles", "draw_scores", "draw_seats", "draw_turn_order", "draw_worths"]

_MARKERS = ["o", "s", "D", "^", "v", "P"]
_CROWN_COLOURS = ["#777777", "#0072B2", "#9A6B00", "#D55E00"]
_DARK = 0.55  # of the darkest shade: from here on writing is white


def draw_worths(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """What each domino is worth when taken, with what acting earlier or later brings of it as a line.

    Parameters
    ----------
    table : DataFrame
        As `draft_tables.domino_worths` makes it, a row a domino; with columns price, or without.
    axes : Axes, optional
    title : str
    """
    crowns = np.array([max(half.crowns for half in one.halves) for one in all_dominoes()])[table["number"] - 1]
    with figure_style():
        axes = axes or new_axes(12, 6)
        axes.axhline(0, color="#808080", linewidth=1, zorder=1)
        if "price" in table:
            axes.plot(
                table["number"], table["price"], color="#333333", linewidth=1.5, label="part due to the order of play"
            )
        for number in range(4):
            some = table[crowns == number]
            axes.errorbar(
                some["number"],
                some["score"],
                yerr=[some["score"] - some["score_low"], some["score_high"] - some["score"]],
                fmt=_MARKERS[number],
                markersize=7,
                color=_CROWN_COLOURS[number],
                ecolor="#808080",
                elinewidth=1.2,
                label=f"{number} crown{'s' * (number != 1)}",
            )
        axes.xaxis.set_major_locator(MultipleLocator(4))
        axes.set_xlim(0, 49)
        axes.grid(visible=True, axis="y")
        axes.grid(visible=False, axis="x")
        axes.set_xlabel("number of the domino")
        axes.set_ylabel("points at the end, against another on offer")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=5, handletextpad=0.3, columnspacing=1.2)
        if title:
            axes.set_title(title, pad=42)
    return axes


def draw_seats(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """How much more or less than its fair share every seat wins.

    Parameters
    ----------
    table : DataFrame
        Columns label (which games), seat, times_fair with times_fair_low and times_fair_high.
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(10, 1.8 + 0.42 * len(table))
        axes.axvline(1, color="#808080", linewidth=1.2, zorder=1)
        for number, label in enumerate(dict.fromkeys(table["label"])):
            here = table["label"] == label
            places = np.flatnonzero(here) + number * 0.5
            some = table[here]
            axes.errorbar(
                some["times_fair"],
                places,
                xerr=[some["times_fair"] - some["times_fair_low"], some["times_fair_high"] - some["times_fair"]],
                fmt=_MARKERS[number % len(_MARKERS)],
                color=f"C{number % 6}",
                elinewidth=1.5,
                capsize=3,
            )
        groups = pd.factorize(table["label"])[0]
        axes.set_yticks(
            (np.arange(len(table)) + groups * 0.5).tolist(),
            [f"{row['label']}, seat {row['seat']}" for row in table.to_dict("records")],
        )
        axes.invert_yaxis()
        axes.set_xlabel("wins, as a multiple of the fair share (95 % intervals)")
        if title:
            axes.set_title(title)
    return axes


def draw_scores(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """How often a score is at least so many points.

    Parameters
    ----------
    table : DataFrame
        Columns label (whose scores), points, at_least.
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(10, 6)
        for number, (label, some) in enumerate(table.groupby("label", sort=False)):
            style = ["-", "--", ":", "-."][number // 3 % 4]
            axes.plot(some["points"], some["at_least"], color=f"C{number % 3}", linestyle=style, label=str(label))
        axes.set_ylim(-0.01, 1.01)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.grid(visible=True, axis="both")
        axes.set_xlabel("points")
        axes.set_ylabel("share of kingdoms with at least so many")
        axes.legend(loc="upper right")
        if title:
            axes.set_title(title)
    return axes


def draw_turn_order(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """What acting later in a line costs.

    Parameters
    ----------
    table : DataFrame
        Columns label (which games), acts (1 is first), score with score_low and score_high.
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(9, 5)
        axes.axhline(0, color="#808080", linewidth=1, zorder=1)
        for number, (label, some) in enumerate(table.groupby("label", sort=False)):
            axes.errorbar(
                some["acts"] + 0.05 * number,
                some["score"],
                yerr=[some["score"] - some["score_low"], some["score_high"] - some["score"]],
                fmt=f"{_MARKERS[number % len(_MARKERS)]}-",
                color=f"C{number % 6}",
                elinewidth=1.5,
                capsize=3,
                label=str(label),
            )
        axes.xaxis.set_major_locator(MultipleLocator(1))
        axes.grid(visible=True, axis="y")
        axes.grid(visible=False, axis="x")
        axes.set_xlabel("turn in the line")
        axes.set_ylabel("points at the end, beyond the first")
        axes.legend(loc="lower left")
        if title:
            axes.set_title(title)
    return axes


def draw_castles(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """Where castles end within the box, and under it how many of these kingdoms are full.

    Parameters
    ----------
    table : DataFrame
        As `kingdom_tables.castle_cells` makes it, cells not folded.
    axes : Axes, optional
    title : str
    """
    size = 7 if max(table["row"].max(), table["column"].max()) > 5 else 5
    shares = np.zeros((size, size))
    rows, columns = table["row"].to_numpy() - 1, table["column"].to_numpy() - 1
    shares[rows, columns] = table["share"]
    with figure_style():
        axes = axes or new_axes(1.3 * size + 0.5, 1.3 * size + 0.8)
        axes.imshow(shares, cmap="Blues", vmin=0)
        full = dict(zip(zip(rows.tolist(), columns.tolist(), strict=True), table["full"], strict=True))
        for row in range(size):
            for column in range(size):
                dark = shares[row, column] > _DARK * shares.max()
                text = f"{100 * shares[row, column]:.1f} %"
                if (row, column) in full:
                    text += f"\nfull {100 * full[row, column]:.0f} %"
                axes.annotate(
                    text, (column, row), ha="center", va="center", fontsize=11, color="white" if dark else "#222222"
                )
        axes.set_xticks([])
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        for edge in range(1, size):
            axes.axhline(edge - 0.5, color="white", linewidth=2, label=BEHIND)
            axes.axvline(edge - 0.5, color="white", linewidth=2, label=BEHIND)
        if title:
            axes.set_title(title)
    return axes
