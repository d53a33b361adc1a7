"""How do games end? Seats, what a good score is, what decides, discards: from one row a game.

Every function takes a run (or its table) of one line-up; `stack_tables` puts those of several line-ups together. Games
of a run are independent of each other, so intervals count games, not kingdoms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import mean_row, ratio_row, share_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.errors import RunError
from kingdice.games.kingdomino.game_rows import LEVEL, Games

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DECISIONS", "decisions", "discards", "good_scores", "score_chances", "seats"]

DECISIONS = ("points", "largest property", "crowns", "shared")
QUANTILES = (5, 25, 50, 75, 90, 95, 99)


def seats(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How much each seat wins and scores; a seat is the order of the first pick.

    Returns
    -------
    DataFrame
        A row a seat: seat, strategy, games, win_share (shared wins split evenly) with low and high (Wilson), times_fair
        (win_share x players: 1 is fair) with times_fair_low and times_fair_high, score (mean, points) with score_low
        and score_high (t), score_sd, base_score (points of properties alone) and base_score_sd, middle and harmony
        (share of the seat's kingdoms with a castle in the middle, and with no domino discarded; whether or not points
        are given for it), discards (mean of a game).
    """
    games = Games.of(run)
    rounds = games.variants.rounds
    score, base, discarded = (games.of_seats(name) for name in ("score", "base", "discards"))
    middle, harmony = (games.of_seats(name) / rounds for name in ("middle", "harmony"))
    rows = []
    for seat, strategy in enumerate(games.strategies):
        share = share_row(float(games.credits[:, seat].sum()), len(games), level, "win_share")
        rows.append(
            {
                "seat": seat + 1,
                "strategy": strategy,
                "games": len(games),
                **share,
                "times_fair": share["win_share"] * games.players,
                "times_fair_low": share["low"] * games.players,
                "times_fair_high": share["high"] * games.players,
                **mean_row(score[:, seat], level, "score"),
                "score_sd": float(score[:, seat].std(ddof=1)),
                "base_score": float(base[:, seat].mean()),
                "base_score_sd": float(base[:, seat].std(ddof=1)),
                "middle": float(middle[:, seat].mean()),
                "harmony": float(harmony[:, seat].mean()),
                "discards": float(discarded[:, seat].mean()),
            }
        )
    return tidy(rows, games.about, level=level)


def good_scores(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """What is a good score? Means and quantiles, in points.

    Returns
    -------
    DataFrame
        Rows `everybody`, a row for each strategy where there are several, `winner`, `second` (best of all but one
        winner), `last` and `margin` (winner less second; 0 where points do not decide): who, mean with low and high
        (over games), sd, quantile_5, quantile_25, median, quantile_75, quantile_90, quantile_95, quantile_99.
    """
    games = Games.of(run)
    rows = []
    for who, values in _scores(games).items():
        mean = mean_row(values.mean(axis=1), level)
        few = np.quantile(values, [one / 100 for one in QUANTILES])
        names = ["median" if one == 50 else f"quantile_{one}" for one in QUANTILES]
        rows.append(
            {
                "who": who,
                "mean": mean["mean"],
                "low": mean["mean_low"],
                "high": mean["mean_high"],
                "sd": float(values.std(ddof=1)),
                **dict(zip(names, few.tolist(), strict=True)),
            }
        )
    return tidy(rows, games.about, level=level)


def score_chances(
    run: HasTable | pd.DataFrame, *, who: str = "everybody", width: int = 1, level: float = LEVEL
) -> pd.DataFrame:
    """How often a score is so many points, and how often it is at least that.

    Parameters
    ----------
    run : Run or DataFrame
    who : str
        A row of `good_scores`.
    width : int
        Points that share a row.
    level : float

    Returns
    -------
    DataFrame
        who, points (the least of the row's), kingdoms (or games), share with share_low and share_high, at_least (share
        of so many points or more) with at_least_low and at_least_high; intervals are over games, each row for itself.
        Rows run without gaps from the least to the largest points seen.

    Raises
    ------
    RunError
        For an unknown `who` or a width below 1.
    """
    games = Games.of(run)
    known = _scores(games)
    if who not in known or width < 1:
        raise RunError(f"scores of '{who[:40]}', {width} points wide: expected {', '.join(known)}, from 1 wide")
    bins = known[who] // width
    ones = np.full(len(games), bins.shape[1])
    rows = []
    for place in range(int(bins.min()), int(bins.max()) + 1):
        here, above = (bins == place).sum(axis=1), (bins >= place).sum(axis=1)
        rows.append(
            {
                "who": who,
                "points": place * width,
                "kingdoms": int(here.sum()),
                **ratio_row(here, ones, level, "share", bounds=(0, 1)),
                **ratio_row(above, ones, level, "at_least", bounds=(0, 1)),
            }
        )
    return tidy(rows, games.about, level=level, width=width)


def decisions(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """What decides a game; in a Dynasty the rulebook names no tie-break.

    Returns
    -------
    DataFrame
        A row for each of `DECISIONS` (the last: nothing did, the win is shared): decided_by, games, share with low and
        high (Wilson).
    """
    games = Games.of(run)
    counts = np.bincount(games.column("decided_by"), minlength=len(DECISIONS)).tolist()
    rows = [
        {"decided_by": name, "games": count, **share_row(count, len(games), level)}
        for name, count in zip(DECISIONS, counts, strict=True)
    ]
    return tidy(rows, games.about, level=level)


def discards(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How many dominoes a player discards, and what becomes of those who do.

    Returns
    -------
    DataFrame
        A row for each number seen, by strategy: strategy, discards (of a player in a game), kingdoms, share with
        share_low and share_high (of the strategy's), score (mean, points) and win_share of these players, with
        score_low, score_high, win_share_low, win_share_high; all intervals over games.
    """
    games = Games.of(run)
    discarded, score = games.of_seats("discards"), games.of_seats("score")
    rows = []
    for strategy in dict.fromkeys(games.strategies):
        mine = np.array([one == strategy for one in games.strategies])
        everyone = np.full(len(games), mine.sum())
        for number in range(int(discarded[:, mine].max()) + 1):
            here = (discarded == number) & mine
            count = here.sum(axis=1)
            rows.append(
                {
                    "strategy": strategy,
                    "discards": number,
                    "kingdoms": int(count.sum()),
                    **ratio_row(count, everyone, level, "share", bounds=(0, 1)),
                    **ratio_row((score * here).sum(axis=1), count, level, "score"),
                    **ratio_row((games.credits * here).sum(axis=1), count, level, "win_share", bounds=(0, 1)),
                }
            )
    return tidy(rows, games.about, level=level)


def _scores(games: Games) -> dict[str, NDArray[Any]]:
    """Points by whom they are of; arrays (games, as many as there are in a game)."""
    score = games.of_seats("score")
    ranked = np.sort(score, axis=1)
    known = {"everybody": score}
    if len(set(games.strategies)) > 1:
        for strategy in dict.fromkeys(games.strategies):
            known[strategy] = score[:, [one == strategy for one in games.strategies]]
    return known | {
        "winner": ranked[:, -1:],
        "second": ranked[:, -2:-1],
        "last": ranked[:, :1],
        "margin": ranked[:, -1:] - ranked[:, -2:-1],
    }
