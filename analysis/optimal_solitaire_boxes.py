"""What does each box of a score card bring under the best play, and how often nothing?"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.solitaire import Outcomes
from analysis.telling import Found, block
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

__all__ = ["by_box"]


def by_box(best: dict[str, Outcomes], how: str) -> Section:
    """Points and zeros by box, for both games."""
    tables = {name: of_boxes(ends) for name, ends in best.items()}
    by = {name: Found(table) for name, table in tables.items()}
    zero = {name: found.share for name, found in by.items()}
    again = best["Yahtzee"].again * best["Yahtzee"].card.again
    least = {name: table.sort_values("zero").iloc[-1] for name, table in tables.items()}
    text = f"""
    A box that is hard to fill is where a bad turn goes. In Yahtzee the box for five alike ends empty in
    {zero["Yahtzee"]("zero", box="yahtzee")} of games, four alike in {zero["Yahtzee"]("zero", box="four alike")}. In
    Yatzy the small straight, which takes exactly 1 to 5 and pays 15 points, ends empty in
    {zero["Yatzy"]("zero", box="small straight")} of games, more often than the box for five alike
    ({zero["Yatzy"]("zero", box="yatzy")}). Of the upper boxes the ones are given up first, in
    {zero["Yahtzee"]("zero", box="ones")} and {zero["Yatzy"]("zero", box="ones")} of games.

    The bonus asks for three of every number on average. Sixes bring more than that,
    {by["Yahtzee"]("points", box="sixes"):.1f} points in Yahtzee and {by["Yatzy"]("points", box="sixes"):.1f} in Yatzy,
    to make up for the ones. The hundreds for further Yahtzees bring {again:.2f} points on average, which the table
    leaves out.
    """
    blocks: list[Prose | FigureBlock | TableBlock] = [Prose(text)]
    for name, table in tables.items():
        empty = f"the {least[name]['box']} box ends with nothing in {100 * least[name]['zero']:.0f} % of games"
        often = table[table["zero"] >= 0.01].sort_values("zero", ascending=False)
        axes = draw_intervals(
            often.assign(low=np.nan, high=np.nan),
            label="box",
            value="zero",
            xlabel="games in which the box ends with nothing",
            percent=True,
            title=f"{name}: {empty}",
        )
        axes.set_xlim(left=-0.02)
        blocks += [
            FigureBlock(
                f"zeros-{name.lower()}",
                axes,
                f"Chance of a zero in each box of {name}, highest on top; numbers in the table.",
                "Under the best play; boxes that end with nothing in one game in a hundred or more.",
                how=how,
            ),
            block(
                f"boxes-{name.lower()}",
                table,
                f"{name}: mean points of each box and chance of a zero; the upper bonus last.",
                ["zero"],
                how=how,
            ),
        ]
    return Section("What does each box bring?", blocks)


def of_boxes(ends: Outcomes) -> pd.DataFrame:
    """A row a box: mean points and chance of none; then the upper bonus."""
    points = ends.boxes @ np.arange(ends.boxes.shape[1])
    rows = pd.DataFrame({"box": ends.card.names, "points": points, "zero": ends.boxes[:, 0]})
    bonuses = [("upper bonus", ends.card.bonus * ends.bonus, 1 - ends.bonus)]
    return pd.concat([rows, pd.DataFrame(bonuses, columns=rows.columns)], ignore_index=True)
