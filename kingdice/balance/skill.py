"""Luck or skill? A ladder on the same dice, how long it takes to tell two players apart, what the dice decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from kingdice.balance.played import rotation_of, rows_of
from kingdice.balance.whole_games import leads
from kingdice.comparison.compare import Comparison, compare_rows
from kingdice.comparison.estimates import normal_reach, tidy
from kingdice.comparison.game_rows import GameRows
from kingdice.comparison.intervals import mean_interval, sidak
from kingdice.comparison.line_up import LineUp
from kingdice.comparison.rotation import MatchOf
from kingdice.comparison.values import win_shares
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.simulation.engines import Crew

__all__ = ["Skill", "chance_share", "games_to_tell", "skill_of"]

SURE = 0.95


@dataclass(frozen=True)
class Skill:
    """A line-up that played on the same dice.

    Attributes
    ----------
    comparison : Comparison
        Its `ladder`, `differences`, `strategies`, and `luck` where it is measured.
    to_tell : DataFrame
        See `games_to_tell`.
    """

    comparison: Comparison
    to_tell: pd.DataFrame


def skill_of(
    match_of: MatchOf, strategies: Sequence[str], *, players: int, games: int, seed: int = 1, **crew: Unpack[Crew]
) -> Skill:
    """Let strategies play each other, every seating on the same dice.

    Parameters
    ----------
    match_of : callable
        Makes the match with these strategies, one a seat; where it measures luck, the comparison has a luck table.
    strategies : sequence of str
        At least two.
    players, games, seed : int
        Games are rounded up to whole rotations.
    crew
        Who plays: workers, engine, scheduler.
    """
    work, rotations = rotation_of(match_of, strategies, players=players, games=games)
    rows = rows_of(work, games=rotations, seed=seed, **crew)
    return Skill(compare_rows(work.line_up, rows), games_to_tell(work.line_up, rows))


def games_to_tell(line_up: LineUp, rows: Rows, *, sure: float = SURE, level: float = 0.95) -> pd.DataFrame:
    """How many games until the better of two strategies has most likely won more of them.

    Games are played in whole rotations, which is kind to the better one: seats and much of the luck of the dice fall
    out. With a mean difference in win share d and a standard deviation s of a rotation, the better is ahead after n
    rotations with the chance Phi(d sqrt(n) / s); so n = (z s / d)^2, times the games of a rotation.

    Returns
    -------
    DataFrame
        Each two strategies: better, other, difference (win share a seat) with low and high (together at the level),
        games (to be ahead with the chance `sure`) with games_low and games_high (from the interval of the difference;
        infinite where it reaches 0).
    """
    values = win_shares(line_up, rows)
    per_rotation, z = len(line_up.seatings), normal_reach(2 * sure - 1)
    records: list[dict[str, Any]] = []
    for one, other in line_up.pairs:
        difference = values[:, one] - values[:, other]
        if difference.mean() < 0:
            one, other, difference = other, one, -difference
        bounds = -line_up.most_shares[other], line_up.most_shares[one]
        mean, low, high = mean_interval(difference, level=level, family=len(line_up.pairs), bounds=bounds)
        spread = float(difference.std(ddof=1))

        def needed(gap: float, spread: float = spread) -> float:
            return per_rotation * max(1.0, (z * spread / gap) ** 2) if gap > 0 else float("inf")

        records.append(
            {
                "better": line_up.strategies[one],
                "other": line_up.strategies[other],
                "difference": float(mean),
                "low": float(low),
                "high": float(high),
                "games": needed(float(mean)),
                "games_low": needed(float(high)),
                "games_high": needed(float(low)),
            }
        )
    return tidy(records, {"rotations": len(rows)}, level=level, sure=sure)


def chance_share(
    match_of: MatchOf,
    pairs: Sequence[tuple[str, str]],
    *,
    players: int,
    games: int,
    seed: int = 1,
    level: float = 0.95,
    **crew: Unpack[Crew],
) -> pd.DataFrame:
    """How much of a result comes with the dice (cards, tiles) and the seat, whoever sits there.

    Two strategies sit in turn round the table and play every game twice, with their places exchanged, on the same
    dice. What a seat's lead has in common with its lead in the other game did not come from the players. The share is
    the correlation of the two, over games (seats of a game together), with Fisher's interval over games. Players who
    differ lead the game elsewhere, so this is the least that chance decides: what it does once play has parted counts
    as play.

    Returns
    -------
    DataFrame
        one, other, games (numbers), chance_share (0: all is play, 1: all is chance) with low and high.
    """
    import pandas as pd

    records: list[dict[str, Any]] = []
    for one, other in pairs:
        ahead = []
        for first, second in ((one, other), (other, one)):
            names = tuple(first if seat % 2 == 0 else second for seat in range(players))
            match = match_of(names)
            table = pd.DataFrame(rows_of(match, games=games, seed=seed, **crew), columns=list(match.columns))
            table.attrs["strategies"] = list(names)
            lead = leads(GameRows.of(table))
            ahead.append(lead - lead.mean(axis=0))
        common = float((ahead[0] * ahead[1]).sum())
        scale = float(np.sqrt((ahead[0] ** 2).sum() * (ahead[1] ** 2).sum()))
        share = common / scale if scale else float("nan")
        reach = normal_reach(sidak(level, len(pairs))) / np.sqrt(max(games - 3, 1))
        middle = np.arctanh(np.clip(share, -0.999999, 0.999999))
        records.append(
            {
                "one": one,
                "other": other,
                "games": games,
                "chance_share": share,
                "low": float(np.tanh(middle - reach)),
                "high": float(np.tanh(middle + reach)),
            }
        )
    return tidy(records, {"seed": seed, "games": games, "players": players}, level=level)
