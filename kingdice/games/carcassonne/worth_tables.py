"""What are the King and the Robber Baron worth? At the end of a game, in its course, and beside everything else.

A card's *worth* is what it brings all players together by a rule; by the official one that is a point for every
completed city (road), as soon as there is one and so a holder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.comparison.estimates import ratio_row, spread_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.comparison.intervals import mean_interval
from kingdice.games.carcassonne.card_log import CardLog
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL, Games, best

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["card_shares", "card_worths", "worths_by_turn"]


def card_worths(run: HasTable | pd.DataFrame, *, rule: str = "official", level: float = LEVEL) -> pd.DataFrame:
    """What each card is worth at the end.

    Parameters
    ----------
    run : Run, TurnLog or DataFrame
    rule : str
        One of `variants.CARDS`.
    level : float

    Returns
    -------
    DataFrame
        A row for each card and one for both: card, games, mean (points) with low and high (t), sd, quantile_5, median,
        quantile_95.
    """
    games = Games.of(run)
    worth = games.brought(rule).sum(axis=1)
    values = {card: worth[:, place] for place, card in enumerate(CARD_NAMES)} | {"both": worth.sum(axis=1)}
    rows = [{"card": card, "games": len(games), **spread_row(one, level)} for card, one in values.items()]
    return tidy(rows, games.about, level=level, rule=rule)


def worths_by_turn(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """What each card is worth after every turn, by the official rule.

    Parameters
    ----------
    log : TurnLog
    level : float

    Returns
    -------
    DataFrame
        A row for each card and turn: card, turn (1 is the first), games (that had the turn), held (share of them in
        which somebody holds the card), now (mean points that it would bring if the game ended now; 0 where nobody
        holds it) with now_low and now_high (t), and, of the games in which somebody holds it: end (mean points that the
        card brings in the end, whoever has it then) and holder_gets (mean points that it brings who holds it now), each
        with low and high.
    """
    games = log.games
    rows = []
    for place, card in enumerate(CARD_NAMES):
        one = CardLog(log, card)
        final = games.of_cards("counted")[:, place]
        brings = games.brought("official")[:, :, place]
        counted = np.cumsum(one.completed, axis=1) if games.variants.least_city == 2 or card == "robber" else None
        for turn in range(one.played.shape[1]):
            here = one.played[:, turn]
            if here.sum() < 2:
                continue
            holder = one.after.holder[here, turn]
            held = holder >= 0
            gets = np.where(held, brings[here][np.arange(len(holder)), holder], 0)
            row = {"card": card, "turn": turn + 1, "games": int(here.sum()), "held": float(held.mean())}
            if counted is not None:  # else it cannot be told from a log how many of several cities count
                now = np.where(held, counted[here, turn], 0).astype(np.float64)
                mean, low, high = mean_interval(now, level=level)
                row |= {"now": float(mean), "now_low": float(low), "now_high": float(high)}
            row |= ratio_row(final[here] * held, held, level, "end")
            row |= ratio_row(gets, held, level, "holder_gets")
            rows.append(row)
    return tidy(rows, games.about, level=level, rule="official")


def card_shares(
    run: HasTable | pd.DataFrame, *, rules: tuple[str, ...] = ("official",), level: float = LEVEL
) -> pd.DataFrame:
    """How much of the final score comes from the cards.

    Parameters
    ----------
    run : Run, TurnLog or DataFrame
    rules : tuple of str
        Of `variants.CARDS`, each counted on these games.
    level : float

    Returns
    -------
    DataFrame
        A row for each rule and `everybody` or `winners`: rule, who, games, score (mean points of a player), and the
        share of the points that come from the `king`, the `robber` and `both`, each with `_low` and `_high`.
    """
    games = Games.of(run)
    rows = []
    for rule in rules:
        brought = games.brought(rule)
        score = games.base + brought.sum(axis=2)
        for who, some in (("everybody", np.ones_like(games.won)), ("winners", best(score))):
            total = (score * some).sum(axis=1)
            row = {"rule": rule, "who": who, "games": len(games)}
            row |= ratio_row(total, some.sum(axis=1), level, "score")
            parts = {card: brought[:, :, place] for place, card in enumerate(CARD_NAMES)} | {
                "both": brought.sum(axis=2)
            }
            for name, points in parts.items():
                row |= ratio_row((points * some).sum(axis=1), total, level, name, bounds=(0, 1))
            rows.append(row)
    return tidy(rows, games.about, level=level)
