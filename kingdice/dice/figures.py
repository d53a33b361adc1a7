"""Figures about turns: odds by number of rolls, and the keeps of a roll."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from kingdice.reporting.style import figure_style, new_axes

__all__ = ["draw_keeps", "draw_odds"]

# Light to dark, so that more rolls are darker; told apart by lightness alone, and by marker.
_ROLL_COLOURS = ["#B8D9EE", "#6BAED6", "#2B7BBA", "#0B3C6F", "#041E3A", "#000000"]
_ROLL_MARKERS = ["o", "s", "D", "^", "v", "P"]


def draw_odds(table: pd.DataFrame, *, axes: Axes | None = None, title: str = "") -> Axes:
    """Chances by number of rolls, a line an entry.

    Parameters
    ----------
    table : DataFrame
        Columns label, p1, p2, … (chances), in the order in which they shall be drawn, top first. At most six columns of
        chances are drawn.
    axes : Axes, optional
    title : str

    Returns
    -------
    Axes
    """
    columns = [name for name in table.columns if name[0] == "p" and name[1:].isdigit()][: len(_ROLL_COLOURS)]
    with figure_style():
        axes = axes or new_axes(10.5, 1.9 + 0.34 * len(table))
        places = range(len(table))
        chances = table[columns].astype(float)
        axes.hlines(places, chances.min(axis=1), chances.max(axis=1), color="#8A8A8A", linewidth=2, zorder=1)
        for column, colour, marker in zip(columns, _ROLL_COLOURS, _ROLL_MARKERS, strict=False):
            number = int(column[1:])
            label = f"{number} roll{'s' * (number > 1)}"
            axes.scatter(
                chances[column],
                places,
                color=colour,
                marker=marker,
                s=70,
                edgecolor="#333333",
                linewidth=0.7,
                label=label,
                zorder=2,
            )
        axes.set_yticks(list(places), list(table["label"]))
        axes.set_ylim(len(table) - 0.4, -0.6)
        axes.set_xlim(-0.01, 1.01)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_xlabel("chance, when it alone is chased as well as can be")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(columns), handletextpad=0.1, columnspacing=1.2)
        if title:
            axes.set_title(title, pad=40)
    return axes


def draw_keeps(
    table: pd.DataFrame,
    *,
    outcomes: Sequence[str] = (),
    value_name: str = "value",
    axes: Axes | None = None,
    title: str = "",
) -> Axes:
    """The keeps of a roll: what each is worth, and under it the chances of how the turn then ends.

    Parameters
    ----------
    table : DataFrame
        Columns keep, reroll (dice), value, regret and one of chances for each outcome; best first.
    outcomes : sequence of str
        Which outcomes to show as a strip, the last of them (failing) in grey.
    value_name : str
    axes : Axes, optional
    title : str

    Returns
    -------
    Axes
    """
    with figure_style():
        axes = axes or new_axes(10.5, 2.0 + 0.62 * len(table))
        low = min(0.0, float(table["value"].min()))
        span = max(float(table["value"].max()) - low, 1e-9)
        for place, row in enumerate(table.to_dict("records")):
            colour = "#0B3C6F" if place == 0 else "#4B93C4"
            axes.barh(place - 0.16, row["value"], height=0.42, color=colour)
            regret = "" if row["regret"] < 5e-4 else f"  (−{row['regret']:.2f})"
            axes.annotate(
                f"{row['value']:.2f}{regret}",
                (max(row["value"], 0.0), place - 0.16),
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
                fontsize=12,
            )
            start = low
            for number, name in enumerate(outcomes):
                failing = number == len(outcomes) - 1
                width = row[name] * span
                axes.barh(
                    place + 0.2,
                    width,
                    left=start,
                    height=0.2,
                    color="#8A8A8A" if failing else f"C{number % 8}",
                    label=name if place == 0 else None,
                )
                start += width
        kept = [f"{row['keep']}" if row["reroll"] else f"stop: {row['keep']}" for row in table.to_dict("records")]
        axes.set_yticks(range(len(table)), kept)
        axes.set_ylim(len(table) - 0.4, -0.6)
        axes.set_xlim(low, low + span * 1.16)
        axes.set_xlabel(
            f"{value_name} of the turn if these dice are kept" + "; strip: how the turn ends" * bool(outcomes)
        )
        if title:
            axes.set_title(title)
        if outcomes:
            axes.legend(
                loc="upper left",
                bbox_to_anchor=(0, -0.55 / (0.62 * len(table)) - 0.04),
                ncols=4,
                handlelength=1.0,
                columnspacing=1.2,
            )
    return axes
