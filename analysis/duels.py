"""Duels of two strategies of King of Dice: both seats of the same games, so that seat and most of the dice fall out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
from scipy.special import ndtr

from analysis.king_of_dice_played import SEED
from kingdice.balance.played import rotation_of, rows_of
from kingdice.balance.skill import games_to_tell
from kingdice.comparison.estimates import normal_reach
from kingdice.comparison.intervals import mean_interval, sidak
from kingdice.comparison.luck import luck_table
from kingdice.comparison.values import leads, win_shares
from kingdice.games.king_of_dice.matches import match

SURE = 0.95


def duels(pairs: Sequence[tuple[str, str]], games: int, workers: int, *, luck: bool = False) -> pd.DataFrame:
    """Let each pair play so many games.

    Returns
    -------
    DataFrame
        A row a pair: one, other, games; wins (share of games won by `one`, shared wins split) and lead (points of `one`
        beyond the other), each with low and high, together at 95 % over the pairs; spread (standard deviation of what
        `one` wins more, over pairs of games); same_dice and own_dice (games until the better is ahead with 95 %, played
        in both seats on the same dice, or each game on dice of its own); with `luck`, dice_share (of the variance of
        the lead in such pairs of games, what the luck of the rolls explains).
    """
    rows = []
    level = sidak(0.95, len(pairs))
    for pair in pairs:
        work, rotations = rotation_of(partial(match, luck=luck), pair, players=2, games=games)
        played = rows_of(work, games=rotations, seed=SEED, workers=workers)
        share, ahead = win_shares(work.line_up, played), leads(work.line_up, played)
        wins = mean_interval(share[:, 0], level=level, bounds=(0.0, 1.0))
        lead = mean_interval(ahead[:, 0], level=level)
        more = share[:, 0] - share[:, 1]
        gap = abs(float(more.mean()))
        row = {"one": pair[0], "other": pair[1], "games": 2 * len(played)}
        row |= {"wins": float(wins.value), "wins_low": float(wins.low), "wins_high": float(wins.high)}
        row |= {"lead": float(lead.value), "lead_low": float(lead.low), "lead_high": float(lead.high)}
        row |= {"spread": float(more.std(ddof=1)), "same_dice": games_to_tell(work.line_up, played)["games"].iloc[0]}
        row["own_dice"] = max(1.0, (normal_reach(2 * SURE - 1) / gap) ** 2 * (1 - gap**2)) if gap else float("inf")
        if luck:
            found = luck_table(work.line_up, played).set_index("quantity")
            row["dice_share"] = 1 - 1 / float(found.loc["lead", "times_fewer_games"])
        rows.append(row)
    return pd.DataFrame(rows)


def chance_ahead(wins: float, games: pd.Series) -> pd.Series:
    """How likely the better, who wins this share of games, is ahead after so many games on dice of their own."""
    gap = 2 * wins - 1
    return pd.Series(ndtr(gap * games**0.5 / (1 - gap**2) ** 0.5), index=games.index)
