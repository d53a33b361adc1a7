"""Is it worth while in Kingdomino to look at what the others need?

A player that searches plays the same games twice: once for points of its own, once for its lead over the others.
"""

from __future__ import annotations

from analysis.kingdomino_played import GREEDY, Played
from analysis.telling import block
from kingdice.games.kingdomino.denial import denial
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section

HINDER, HINDER_GAMES = "mce:policy=random:playouts=60", 1_000


def hindering(played: Played) -> Section:
    """Own points against the lead."""
    others = [GREEDY] * 3
    goals = [f"{HINDER}:reward={reward}" for reward in ("points", "lead")]
    table = denial(*(played.rows([goal, *others], HINDER_GAMES) for goal in goals))
    by = table.set_index("quantity")
    share, margin = by.loc["win share"], by.loc["margin"]
    clear = "more than chance explains" if share["low"] > 0 or share["high"] < 0 else "within what chance explains"
    more = "more" if share["difference"] > 0 else "fewer"
    text = f"""
    A player that searches (flat Monte Carlo, 60 random playouts a move) against three greedy ones plays the same games
    twice: once for points of its own, once for its lead over the mean of the others. Looking at the others changes its
    score by {by.loc["score", "difference"]:+.1f} points and theirs by {by.loc["score of others", "difference"]:+.1f},
    its margin over the best of them by {margin["difference"]:+.1f} ({margin["low"]:+.1f} to {margin["high"]:+.1f}), and
    its win share by {100 * share["difference"]:+.1f} points of a hundred ({100 * share["low"]:+.1f} to
    {100 * share["high"]:+.1f}): {clear}. With so few playouts the lead, which hangs on all others, is seen less clearly
    than one's own points.
    """
    return Section(
        "Is it worth while to hinder the others?",
        [
            Prose(text),
            FigureBlock(
                "denial",
                draw_intervals(
                    table[table["quantity"] != "win share"],
                    label="quantity",
                    value="difference",
                    xlabel="points more when playing for the lead (95 % intervals)",
                    reference=0,
                    title=f"Playing for the lead wins {abs(100 * share['difference']):.1f} in a hundred {more}",
                ),
                "Differences in points between playing for the lead and for points, with intervals; numbers below.",
                "The same games twice, paired; seat 1 of four.",
                how="simulated",
            ),
            block("denial", table, "The same games twice, paired; seat 1 of four.", decimals=3),
        ],
        sources=[played.source([goal, *others], HINDER_GAMES) for goal in goals],
    )
