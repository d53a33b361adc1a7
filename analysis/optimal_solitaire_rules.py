"""What are the upper bonus and the jokers of Yahtzee and Yatzy worth, and what does it cost to overlook the bonus?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from analysis.solitaire import YAHTZEE, YATZY, Outcomes, outcomes, solve_card
from analysis.telling import Found, block, per_cent
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section

__all__ = ["rules"]

OVERLOOKS = "Yahtzee, the bonus overlooked", "Yatzy, the bonus overlooked"


def rules(best: dict[str, Outcomes], how: str) -> Section:
    """What the rules beside the boxes are worth."""
    plain = replace(YAHTZEE, jokers="", again=0)
    overlooked = [outcomes(solve_card(replace(card, bonus=0)), card) for card in (YAHTZEE, YATZY)]
    rows = [
        ("Yahtzee", best["Yahtzee"].mean),
        ("Yahtzee, jokers forced", solve_card(replace(YAHTZEE, forced=True)).value),
        (OVERLOOKS[0], overlooked[0].mean),
        ("Yahtzee without further Yahtzees", solve_card(plain).value),
        ("Yahtzee without upper bonus", solve_card(replace(YAHTZEE, bonus=0)).value),
        ("Yahtzee without either", solve_card(replace(plain, bonus=0)).value),
        ("Yatzy", best["Yatzy"].mean),
        (OVERLOOKS[1], overlooked[1].mean),
        ("Yatzy without upper bonus", solve_card(replace(YATZY, bonus=0)).value),
    ]
    table = pd.DataFrame(rows, columns=["game", "points"])
    by = Found(table)
    forced = by("points", game="Yahtzee") - by("points", game="Yahtzee, jokers forced")
    lost = [by("points", game=name) - by("points", game=other) for name, other in zip(best, OVERLOOKS, strict=True)]
    text = f"""
    Published values of Yahtzee differ because the rules do. Where a joker must go to its upper box while that is open,
    the value is {forced:.4f} points lower. Without jokers and the hundreds for further Yahtzees it is
    {by("points", game="Yahtzee without further Yahtzees"):.2f}, and without the upper bonus as well
    {by("points", game="Yahtzee without either"):.2f}: the 245.87 and 229.64 that are quoted elsewhere are values of
    these smaller games, not of a weaker player.

    A player who plays by all other rules as well as can be, but never thinks of the upper bonus, still earns it in
    {per_cent(overlooked[0].bonus)} of games of Yahtzee and {per_cent(overlooked[1].bonus)} of Yatzy. To overlook it
    costs {lost[0]:.2f} points in Yahtzee and {lost[1]:.2f} in Yatzy.
    """
    return Section(
        "What are bonus and jokers worth?",
        [
            Prose(text),
            FigureBlock(
                "rules",
                draw_intervals(
                    table.assign(low=np.nan, high=np.nan),
                    label="game",
                    value="points",
                    xlabel="expected final score",
                    emphasis=list(OVERLOOKS),
                    title=f"To overlook the upper bonus costs {lost[0]:.0f} points in Yahtzee, {lost[1]:.0f} in Yatzy",
                ),
                "Expected scores under nine sets of rules and ways of playing; numbers in the table.",
                "Best play under each set of rules; in the rows that stand out, best play but for the bonus.",
                how=how,
            ),
            block("rules", table, "Expected final score.", decimals=4, how=how),
        ],
    )
