"""Figures of an atlas: how values spread over displays, and what each citizen's presence is worth."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from kingdice.reporting.forms.intervals import draw_intervals
from kingdice.reporting.forms.ridges import draw_ridges

__all__ = ["draw_presence", "draw_spread"]


def draw_spread(
    table: pd.DataFrame, *, axes: Axes | None = None, title: str = "What displays are worth, by number of rolls"
) -> Axes:
    """A ridge for each number of rolls.

    Parameters
    ----------
    table : DataFrame
        As `value_histogram` makes it.
    axes : Axes, optional
    title : str
    """
    names = table["rolls"].map(lambda rolls: f"{rolls} roll{'s' * (rolls > 1)}")
    xlabel = f"value of the turn ({_unit(table)}; share of displays by {_width(table):.2g})"
    return draw_ridges(
        table.assign(name=names), group="name", at="value", share="share", xlabel=xlabel, axes=axes, title=title
    )


def draw_presence(
    table: pd.DataFrame, *, axes: Axes | None = None, title: str = "Worth of having a citizen on display"
) -> Axes:
    """A dot a citizen, best first: mean value of displays with it less that of displays without.

    Parameters
    ----------
    table : DataFrame
        As `citizen_presence` makes it.
    axes : Axes, optional
    title : str
    """
    return draw_intervals(
        table.assign(low=np.nan, high=np.nan),
        label="citizen",
        value="presence",
        xlabel=f"mean value with it less without it ({_unit(table)})",
        reference=0.0,
        axes=axes,
        title=title,
    )


def _unit(table: pd.DataFrame) -> str:
    return {"lead": "points of lead", "any": "chance of a citizen"}.get(table.attrs.get("objective", ""), "points")


def _width(table: pd.DataFrame) -> float:
    return float(np.diff(table["value"].iloc[:2])[0])
