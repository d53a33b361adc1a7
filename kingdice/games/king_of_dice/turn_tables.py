"""What happens in a turn? Failures, what a reroll is worth, and what simple ways of rerolling give away.

Values of turns are exact; what is sampled is which turns: displays as they came up in the games of a log, so they
depend on who played. Intervals count games, because the displays of one game are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_estimate, tidy
from kingdice.errors import RunError
from kingdice.games.king_of_dice.turn_log import TurnLog
from kingdice.games.king_of_dice.turn_values import SIMPLE, best_values, strategy_values

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["failing_turns", "regret", "reroll_value"]

LEVEL = 0.95
METHOD = "exact values of turns, over a sample of the turns simulated"


def failing_turns(log: TurnLog, *, by: Sequence[str] = ("seat", "rolls"), level: float = LEVEL) -> pd.DataFrame:
    """How many turns end without a citizen (a penalty, met or declined).

    Parameters
    ----------
    log : TurnLog
    by : sequence of str
        Which turns share a row: any of `seat`, `strategy`, `rolls` (that the turn had).
    level : float

    Returns
    -------
    DataFrame
        The columns of `by`, with turns, failures, share with low and high (over games), rolls_used (mean).

    Raises
    ------
    RunError
        For another column.
    """
    names = sorted(set(log.strategies))
    code = np.array([names.index(one) for one in log.strategies])
    keys: dict[str, NDArray[Any]] = {"seat": log.seat + 1, "strategy": code[log.seat], "rolls": log.rolls}
    for key in by:
        if key not in keys:
            raise RunError(f"failing turns by '{key[:40]}': expected {', '.join(keys)}")
    group = np.zeros(len(log.seat), dtype=np.int64)
    for key in by:
        group = group * (int(keys[key].max()) + 1) + keys[key]
    failed = log.taken == -1
    rows = []
    for number in np.unique(group):
        here = group == number
        share, low, high = ratio_estimate(log.per_game(failed, here), log.per_game(np.ones(len(here)), here), level)
        row: dict[str, Any] = {key: int(keys[key][here][0]) for key in by}
        if "strategy" in row:
            row["strategy"] = names[row["strategy"]]
        row |= {"turns": int(here.sum()), "failures": int(failed[here].sum())}
        row |= {"share": float(share), "low": max(0.0, float(low)), "high": min(1.0, float(high))}
        rows.append(row | {"rolls_used": float(log.used[here].mean())})
    return tidy(rows, log.about, level=level)


def reroll_value(log: TurnLog, *, turns: int = 2000, level: float = LEVEL) -> pd.DataFrame:
    """What a turn is worth with 1, 2, 3, 4 rolls, over displays met in play.

    Every sampled turn is solved exactly for the points it brings its player, whoever played it and however.

    Parameters
    ----------
    log : TurnLog
    turns : int
        How many to sample.
    level : float

    Returns
    -------
    DataFrame
        rolls (1 to the edition's longest turn), points (mean value of a turn) with low and high, gain (over one roll
        fewer; NaN for the first) with gain_low and gain_high, sd (of the value between displays). Intervals are over
        games. `.attrs["turns"]` is the size of the sample.
    """
    some, most = log.sample(turns), log.edition.longest_turn
    values = best_values(log, some, rolls=most)
    counts = _per_game(log, some, np.ones((1, len(some))))
    points = ratio_estimate(_per_game(log, some, values), counts, level)
    gains = ratio_estimate(_per_game(log, some, np.diff(values, axis=0)), counts, level)
    rows = []
    for place in range(most):
        gain, gain_low, gain_high = (float(one[place - 1]) if place else float("nan") for one in gains)
        rows.append(
            {
                "rolls": place + 1,
                "points": float(points.value[place]),
                "low": float(points.low[place]),
                "high": float(points.high[place]),
                "gain": gain,
                "gain_low": gain_low,
                "gain_high": gain_high,
                "sd": float(values[place].std(ddof=1)),
            }
        )
    return tidy(rows, {**log.about, "method": METHOD}, level=level, turns=len(some))


def regret(log: TurnLog, *, turns: int = 500, strategies: Sequence[str] = SIMPLE, level: float = LEVEL) -> pd.DataFrame:
    """How many points a turn each simple way of rerolling gives away.

    For each sampled turn: its value when played as well as can be for points of one's own, less its value when played
    by the strategy, both exact, with the rolls the turn had. Displays are those of the games in the log, whoever played
    them; a strategy that leads to other displays meets other regrets.

    Parameters
    ----------
    log : TurnLog
    turns : int
        How many to sample.
    strategies : sequence of str
        Of `turn_values.SIMPLE`, and `turn-optimal` (0 by definition).
    level : float

    Returns
    -------
    DataFrame
        strategy, regret (mean, points) with low and high (over games), sd, median, quantile_95, worst, no_regret (share
        of sampled turns that lose less than a millionth of a point), points (mean value under the strategy),
        best_points (mean value at best).
    """
    some = log.sample(turns)
    rolls = log.rolls[some]
    solved = best_values(log, some, rolls=int(rolls.max()))
    best = solved[rolls - 1, np.arange(len(some))]
    values = strategy_values(log, some, strategies=strategies)
    lost = np.maximum(best - values, 0)  # rounding alone is ever below 0
    estimates = ratio_estimate(_per_game(log, some, lost), _per_game(log, some, np.ones((1, len(some)))), level)
    rows = []
    for place, name in enumerate(strategies):
        middle, most = np.quantile(lost[place], [0.5, 0.95])
        rows.append(
            {
                "strategy": name,
                "regret": float(estimates.value[place]),
                "low": max(0.0, float(estimates.low[place])),
                "high": float(estimates.high[place]),
                "sd": float(lost[place].std(ddof=1)),
                "median": float(middle),
                "quantile_95": float(most),
                "worst": float(lost[place].max()),
                "no_regret": float((lost[place] < 1e-6).mean()),
                "points": float(values[place].mean()),
                "best_points": float(best.mean()),
            }
        )
    return tidy(rows, {**log.about, "method": METHOD}, level=level, turns=len(some))


def _per_game(log: TurnLog, turns: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of values (columns, turns) over the sampled turns of each game; array (games, columns)."""
    if len(turns) < 2:
        raise RunError(f"a sample of {len(turns)} turns: expected at least 2")
    game = log.game[turns]
    return np.stack([np.bincount(game, weights=one, minlength=log.games) for one in values], axis=1)
