"""How much of a result of King of Dice do the dice make?"""

from __future__ import annotations

import pandas as pd

from analysis.king_of_dice_played import SEED, source
from analysis.telling import block, part_of
from kingdice.balance.skill import chance_share
from kingdice.games.king_of_dice.matches import match
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section

GAMES = 1_000


def dice(table: pd.DataFrame, share: float, workers: int) -> Section:
    """What the dice make of a result."""
    games, pairs = part_of(GAMES, share), list(zip(table["one"], table["other"], strict=True))
    twice = chance_share(match, pairs, players=2, games=games, seed=SEED, workers=workers)
    found = twice.drop(columns="games").assign(dice_share=table["dice_share"])
    top, ends = found.iloc[0], found.iloc[-1]
    text = f"""
    Two ways to see the dice in a result. First, every game is played twice on the same dice and cards with the players'
    seats exchanged: what a seat's lead has in common with its lead in the other game did not come from who sat there.
    For {top["one"]} and {top["other"]} that is {100 * top["chance_share"]:.0f} % of its variance, for {ends["one"]} and
    {ends["other"]} {100 * max(ends["chance_share"], 0):.0f} %. It is the least that chance does, since play parts after
    the first different choice, and from there other dice decide.

    Second, in each turn the luck of the rolls is known: what the turn was worth after a roll less what it was worth
    before. Of what is left of the lead when both seats are added up, this luck explains
    {100 * top["dice_share"]:.0f} % for {top["one"]} and {top["other"]} ({100 * ends["dice_share"]:.0f} % for
    {ends["one"]} and {ends["other"]}), so that a comparison that allows for luck needs that many games fewer.
    """
    return Section(
        "How much do the dice make?",
        [
            Prose(text),
            FigureBlock(
                "dice",
                draw_intervals(
                    found.assign(pair=found["one"] + " / " + found["other"]),
                    label="pair",
                    value="chance_share",
                    xlabel="variance of the lead that is the dice's, cards' and seat's (95 % intervals, together)",
                    percent=True,
                    title=f"Between the two best, chance makes at least {100 * top['chance_share']:.0f} % of a result",
                    emphasis=[f"{top['one']} / {top['other']}"],
                ),
                "Share of the variance of a lead that stays when players change seats, a row a pair; numbers below.",
                "Two players; every game twice on the same dice, seats exchanged.",
                how="simulated",
            ),
            block("dice", found, "dice share: explained by the luck of the rolls.", ["chance_share", "dice_share"]),
        ],
        sources=[source(tuple(table["one"]), games, "each pair, twice, seats exchanged")],
    )
