"""What does a game look like? Seats, length, ends, scores and margins, from one row a game.

Every function takes a run (or a turn log, or the table of either) of one line-up; `estimates.stack_tables` puts the
tables of several line-ups together. GameRows of a run are independent of each other, so its intervals count games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import share_row, spread_row, tidy
from kingdice.comparison.game_rows import GameRows, HasTable
from kingdice.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ENDINGS",
    "decisions",
    "endings",
    "lead_changes",
    "length",
    "score_histogram",
    "scores",
    "seats",
]

ENDINGS = ("draw pile", "penalties", "villages")
LEVEL = 0.95


def seats(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How much each seat wins and scores.

    Returns
    -------
    DataFrame
        A row a seat: seat, strategy, games, win_share (shared wins split evenly) with low and high (Wilson), times_fair
        (win_share x players: 1 is fair) with times_fair_low and times_fair_high, score (mean, points) with score_low
        and score_high (t), score_sd, turns (mean of the seat's own).
    """
    games = GameRows.of(run)
    rows = []
    players = len(games.strategies)
    scored, turns = games.of_seats("score"), games.of_seats("turns")
    for seat, strategy in enumerate(games.strategies):
        share = share_row(float(games.credits[:, seat].sum()), len(games), level, "win_share")
        score = spread_row(scored[:, seat], level)
        rows.append(
            {
                "seat": seat + 1,
                "strategy": strategy,
                "games": len(games),
                **share,
                "times_fair": share["win_share"] * players,
                "times_fair_low": share["low"] * players,
                "times_fair_high": share["high"] * players,
                "score": score["mean"],
                "score_low": score["low"],
                "score_high": score["high"],
                "score_sd": score["sd"],
                "turns": float(turns[:, seat].mean()),
            }
        )
    return tidy(rows, games.about, level=level)


def length(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How long a game is.

    Returns
    -------
    DataFrame
        Rows `turns` and `rounds` (turns divided by players: not whole, since games end within a round and an apprentice
        gives an extra turn): quantity, mean with low and high (t), sd, quantile_5, median, quantile_95.
    """
    games = GameRows.of(run)
    turns = games.column("turns")
    quantities = {"turns": turns, "rounds": turns / len(games.strategies)}
    return tidy(_spreads(quantities, level), games.about, level=level)


def endings(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """Which pile ends a game.

    Returns
    -------
    DataFrame
        A row for each of `draw pile`, `penalties` and `villages`: ended_by, games, share with low and high (Wilson),
        turns (mean of the games that ended so; NaN where none did).
    """
    games = GameRows.of(run)
    ended, turns = games.column("ended_by"), games.column("turns")
    rows = []
    for code, name in enumerate(ENDINGS, start=1):
        here = ended == code
        count = int(here.sum())
        mean = float(turns[here].mean()) if count else float("nan")
        rows.append({"ended_by": name, "games": count, **share_row(count, len(games), level), "turns": mean})
    return tidy(rows, games.about, level=level)


def scores(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """Scores at the end, in points.

    Returns
    -------
    DataFrame
        Rows `winner`, `second` (the best of all but one winner), `last`, `margin` (winner less second: 0 where points
        do not decide), `total` (of all seats): quantity, mean with low and high (t), sd, quantile_5, median,
        quantile_95.
    """
    games = GameRows.of(run)
    return tidy(_spreads(_score_quantities(games), level), games.about, level=level)


def score_histogram(
    run: HasTable | pd.DataFrame, *, quantity: str = "winner", width: int = 1, level: float = LEVEL
) -> pd.DataFrame:
    """How often a score of the end is so many points.

    Parameters
    ----------
    run : Run, TurnLog or DataFrame
    quantity : str
        A row of `scores`, or `seat 1`, `seat 2`, …
    width : int
        Points that share a row.
    level : float

    Returns
    -------
    DataFrame
        quantity, points (the least of the row's), games, share with low and high (Wilson, each row for itself). Rows
        run without gaps from the least to the largest points seen.

    Raises
    ------
    RunError
        For an unknown quantity or a width below 1.
    """
    games = GameRows.of(run)
    known = _score_quantities(games)
    for seat, values in enumerate(games.of_seats("score").T, start=1):
        known[f"seat {seat}"] = values
    if quantity not in known or width < 1:
        raise RunError(f"histogram of '{quantity[:40]}', {width} points wide: expected {', '.join(known)}, from 1 wide")
    bins = known[quantity] // width
    least = int(bins.min())
    counts = np.bincount(bins - least)
    rows = [
        {
            "quantity": quantity,
            "points": (least + place) * width,
            "games": int(count),
            **share_row(int(count), len(games), level),
        }
        for place, count in enumerate(counts)
    ]
    return tidy(rows, games.about, level=level, width=width)


def decisions(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """What decides a game.

    Returns
    -------
    DataFrame
        Rows `points` (one seat has most), `tie rule` (several do; fewer minus points, or cards with minus points,
        decide) and `shared`: decided_by, games, share with low and high (Wilson).
    """
    games = GameRows.of(run)
    scored = games.of_seats("score")
    level_on_points = (scored == scored.max(axis=1, keepdims=True)).sum(axis=1) > 1
    shared = games.credits.max(axis=1) < 1
    counts = {
        "points": int((~level_on_points).sum()),
        "tie rule": int((level_on_points & ~shared).sum()),
        "shared": int(shared.sum()),
    }
    rows = [
        {"decided_by": name, "games": count, **share_row(count, len(games), level)} for name, count in counts.items()
    ]
    return tidy(rows, games.about, level=level)


def lead_changes(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """How the lead goes to and fro.

    Returns
    -------
    DataFrame
        Rows `lead changes` (how often somebody else leads alone than the last one who did), `led by winner` (share of a
        game's turns after which the winner leads alone; a shared win counts all its winners) and `led by nobody` (share
        of turns after which nobody leads alone): quantity, mean with low and high (t), sd, quantile_5, median,
        quantile_95.
    """
    games = GameRows.of(run)
    turns = games.column("turns")
    quantities = {
        "lead changes": games.column("lead_changes"),
        "led by winner": games.column("turns_led_by_winners") / turns,
        "led by nobody": 1 - games.of_seats("turns_led").sum(axis=1) / turns,
    }
    return tidy(_spreads(quantities, level), games.about, level=level)


def _score_quantities(games: GameRows) -> dict[str, NDArray[Any]]:
    ranked = np.sort(games.of_seats("score"), axis=1)
    return {
        "winner": ranked[:, -1],
        "second": ranked[:, -2],
        "last": ranked[:, 0],
        "margin": ranked[:, -1] - ranked[:, -2],
        "total": ranked.sum(axis=1),
    }


def _spreads(quantities: dict[str, NDArray[Any]], level: float) -> list[dict[str, Any]]:
    return [{"quantity": name, **spread_row(values, level)} for name, values in quantities.items()]
