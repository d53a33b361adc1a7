"""How does a game flow? Comebacks, and when it is decided.

A game is *decided* when its winner's chance of winning crosses a half for the last time. The chance is estimated by a
model (`winning_chance.held_out_chances`) that is fitted to every other game and applied to those between, so that no
game is judged by what it taught. `reliability` shows whether these chances are to be believed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_estimate, share_row, spread_row, tidy
from kingdice.errors import RunError
from kingdice.games.king_of_dice.turn_log import TurnLog
from kingdice.games.king_of_dice.winning_chance import HeldOut

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["comebacks", "decided", "decided_by", "reliability"]

Floats = NDArray[np.float64]
LEVEL = 0.95
METHOD = (
    "simulation; chance of winning by a conditional logit on scores, stage and order of play, "
    "fitted to every other game, applied to those between"
)


def comebacks(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """How far behind winners were.

    Returns
    -------
    DataFrame
        Rows `winner last at half` and `winner behind at half` (share of games: when half the turns were over nobody had
        fewer points, somebody had more; 0 or 1 a game), `deficit` (points the winner lay behind the best other, 0 when
        ahead, mean over the turns of a game) and `largest deficit`: quantity, mean with low and high (t), sd,
        quantile_5, median, quantile_95. Games with a shared win are left out (`.attrs["games_used"]`).
    """
    winner, alone = _winner(log)
    _check_alone(int(alone.sum()))
    turns = np.flatnonzero(alone[log.game])
    mine, best_other, least = _standing(log, turns, winner)
    deficit = np.maximum(best_other - mine, 0).astype(np.float64)
    game = log.game[turns]
    mean = np.bincount(game, weights=deficit, minlength=log.games) / log.lengths
    largest = np.zeros(log.games)
    np.maximum.at(largest, game, deficit)
    half = np.zeros((2, log.games))
    here = log.number[turns] == log.lengths[game] // 2
    half[0, game[here]] = ((mine <= least) & (best_other > mine))[here]
    half[1, game[here]] = (best_other > mine)[here]
    quantities = {
        "winner last at half": half[0],
        "winner behind at half": half[1],
        "deficit": mean,
        "largest deficit": largest,
    }
    rows = [{"quantity": name, **spread_row(values[alone], level)} for name, values in quantities.items()]
    return tidy(rows, log.about, level=level, games_used=int(alone.sum()))


def decided(held_out: HeldOut, *, level: float = LEVEL) -> pd.DataFrame:
    """When the winner's chance crosses a half for the last time.

    Returns
    -------
    DataFrame
        Rows `share of game` (0: the winner's chance was above a half all along; 1: only the last turn decided), `turns
        before the end` and `crossings` (how often the chance crosses a half, either way, the end included): quantity,
        mean with low and high (t), sd, quantile_5, median, quantile_95. Games with a shared win are left out.
    """
    used, share, left, crossings = _crossings(held_out)
    _check_alone(used)
    quantities = {"share of game": share, "turns before the end": left, "crossings": crossings}
    rows = [{"quantity": name, **spread_row(values, level)} for name, values in quantities.items()]
    return tidy(rows, _about(held_out.log), level=level, games_used=used)


def decided_by(held_out: HeldOut, *, steps: int = 10, level: float = LEVEL) -> pd.DataFrame:
    """How many games are decided when so much of them has passed.

    Returns
    -------
    DataFrame
        share_of_game (0, 1/steps, …, 1), games, share with low and high (Wilson): games whose winner's chance stays
        above a half from there on. All are decided at the end, when the game is over.
    """
    used, share, _, _ = _crossings(held_out)
    rows = []
    for step in range(steps + 1):
        count = int((share <= step / steps + 1e-12).sum())
        rows.append({"share_of_game": step / steps, "games": count, **share_row(count, used, level)})
    return tidy(rows, _about(held_out.log), level=level, games_used=used)


def reliability(held_out: HeldOut, *, bins: int = 10, level: float = LEVEL) -> pd.DataFrame:
    """Are the chances of winning to be believed? What was predicted, and what came.

    Returns
    -------
    DataFrame
        A row for each range of chances: predicted_from, predicted_to, states (a seat before a turn), predicted (mean
        chance), won (share of them that won, shared wins split) with low and high (over games). Ranges without states
        are left out. `.attrs` has `brier` (mean squared error of the chances, summed over seats) and `brier_fair` (of
        1/players for every seat).
    """
    log, turns, chances = held_out.log, held_out.turns, held_out.chances
    seats = len(log.strategies)
    won = log.credits[log.game[turns]]
    column = np.minimum((chances * bins).astype(np.int64), bins - 1)
    game = np.repeat(log.game[turns] // 2, seats)
    games = log.games // 2
    where = game * bins + column.ravel()

    def sums(values: Floats) -> Floats:
        return np.bincount(where, weights=values.ravel(), minlength=games * bins).reshape(games, bins).astype(float)

    states = sums(np.ones_like(chances))
    predicted = sums(chances).sum(axis=0)
    seen = states.sum(axis=0)
    share, low, high = ratio_estimate(sums(won), states, level)
    rows: list[dict[str, Any]] = [
        {
            "predicted_from": place / bins,
            "predicted_to": (place + 1) / bins,
            "states": int(seen[place]),
            "predicted": float(predicted[place] / seen[place]),
            "won": float(share[place]),
            "low": max(0.0, float(low[place])),
            "high": min(1.0, float(high[place])),
        }
        for place in range(bins)
        if seen[place]
    ]
    brier = float(((chances - won) ** 2).sum(axis=1).mean())
    fair = float(((1 / seats - won) ** 2).sum(axis=1).mean())
    return tidy(rows, _about(held_out.log), level=level, brier=brier, brier_fair=fair)


def _check_alone(games: int) -> None:
    """Refuse to say how winners came to win where hardly a game has one."""
    if games < 2:
        raise RunError(
            f"{games} of the games that are looked at won by one player alone: play more, at least 2 are needed"
        )


def _about(log: TurnLog) -> dict[str, Any]:
    return {**log.about, "method": METHOD}


def _winner(log: TurnLog) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The winner of each game, and whether there is only one."""
    return np.argmax(log.credits, axis=1), log.credits.max(axis=1) == 1


def _standing(
    log: TurnLog, turns: NDArray[np.int64], winner: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Before each turn: the winner's points, the best of the others, the least of all."""
    before = log.before[turns]
    is_winner = np.arange(before.shape[1]) == winner[log.game[turns], None]
    others = np.where(is_winner, np.iinfo(np.int32).min, before)
    return before[is_winner], others.max(axis=1), before.min(axis=1)


def _crossings(held_out: HeldOut) -> tuple[int, Floats, Floats, Floats]:
    """How many odd games had one winner; for each the share passed, turns left and crossings of a half."""
    log, turns, chances = held_out.log, held_out.turns, held_out.chances
    winner, alone = _winner(log)
    game = log.game[turns]
    own = chances[np.arange(len(turns)), winner[game]]
    above = own > 0.5
    # The last turn after which the chance is not yet above a half, counted from 1; 0 if there is none.
    last = np.zeros(log.games, dtype=np.int64)
    np.maximum.at(last, game[~above], log.number[turns][~above] + 1)
    ends = np.append(game[1:] != game[:-1], True)
    following = np.append(above[1:], True)
    crossed = above != np.where(ends, True, following)
    count = np.bincount(game, weights=crossed, minlength=log.games)
    use = np.flatnonzero(alone & (np.arange(log.games) % 2 == 1))
    lengths = log.lengths[use]
    return len(use), last[use] / lengths, (lengths - last[use]).astype(np.float64), count[use].astype(np.float64)
