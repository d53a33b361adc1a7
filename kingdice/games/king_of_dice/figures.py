"""Figures of King of Dice."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from kingdice.dice.figures import draw_odds
from kingdice.reporting.style import figure_style, new_axes

__all__ = ["draw_card_odds", "draw_prices"]


def draw_card_odds(
    table: pd.DataFrame, *, axes: Axes | None = None, title: str = "How likely is each citizen?  (points)"
) -> Axes:
    """The odds of all citizens by number of rolls, likeliest with three rolls on top.

    Parameters
    ----------
    table : DataFrame
        As `card_odds` makes it.
    axes : Axes, optional
    title : str
    """
    ordered = table.sort_values(["p3", "id"], ascending=[False, True], kind="stable")
    kind = ordered["id"].str.split("-").str[0]
    points = ordered["points"].astype(str)
    return draw_odds(
        ordered.assign(label=kind + ": " + ordered["needs"] + "  (" + points + ")"),
        axes=axes,
        title=title,
    )


def draw_prices(
    table: pd.DataFrame,
    *,
    axes: Axes | None = None,
    title: str = "Points against chance (grey: equal expected points)",
) -> Axes:
    """What citizens pay against how likely they are with three rolls; curves join equal expected points.

    Parameters
    ----------
    table : DataFrame
        Columns type, points (numbers), p3, cards (how many citizens share the spot).
    axes : Axes, optional
    title : str
    """
    with figure_style():
        axes = axes or new_axes(10, 7)
        most = float(table["points"].max()) + 1
        for level in (0.5, 1.0, 1.5, 2.0):
            chances = [level / most + (1 - level / most) * step / 200 for step in range(201)]
            axes.plot(chances, [level / chance for chance in chances], color="#8A8A8A", linewidth=0.9, zorder=1)
            axes.annotate(f"{level:g}", (level / most, most), color="#6B6B6B", fontsize=11, ha="center", va="bottom")
        markers = ["o", "s", "D", "^", "v", "P", "X", "*"]
        for number, (kind, cards) in enumerate(table.groupby("type", sort=True)):
            axes.scatter(
                cards["p3"],
                cards["points"],
                s=60 + 60 * cards["cards"],
                color=f"C{number % 8}",
                marker=markers[number % 8],
                edgecolor="#333333",
                linewidth=0.7,
                label=str(kind),
                zorder=2,
            )
        axes.set_xlim(0, 1)
        axes.set_ylim(0, most)
        axes.grid(visible=False)
        axes.set_xlabel("chance with three rolls, chased alone")
        axes.set_ylabel("points")
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
        axes.legend(loc="upper right")
        axes.set_title(title, pad=24)
    return axes
