"""Is it better to begin, and do the King and the Robber Baron change that?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.comparison.estimates import mean_row, share_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL, Games, best

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["seats"]


def seats(run: HasTable | pd.DataFrame, *, rule: str = "official", level: float = LEVEL) -> pd.DataFrame:
    """What each seat wins, with the points of the cards and without them.

    Parameters
    ----------
    run : Run, TurnLog or DataFrame
    rule : str
        One of `variants.CARDS`, counted on these games.
    level : float

    Returns
    -------
    DataFrame
        A row a seat: seat, strategy, games, win_share (shared wins split) by that rule with low and high (Wilson),
        times_fair (win_share x players), without (win share without the cards' points) with low and high, more (of the
        first than of the second, paired game by game) with low and high (t), score (mean points by that rule) with low
        and high (t), and king and robber (share of games in which the seat has the card in the end), each with low and
        high (Wilson).
    """
    games = Games.of(run)
    score = games.base + games.brought(rule).sum(axis=2)
    with_cards, without = (one / one.sum(axis=1, keepdims=True) for one in (best(score), best(games.base)))
    rows = []
    for seat, strategy in enumerate(games.strategies):
        row: dict[str, float | int | str] = {"seat": seat + 1, "strategy": strategy, "games": len(games)}
        shares = {"win_share": with_cards[:, seat], "without": without[:, seat]}
        shares |= {card: games.holds[:, seat, place] for place, card in enumerate(CARD_NAMES)}
        for name, values in shares.items():
            found = share_row(float(values.sum()), len(games), level, name)
            row |= {name: found[name], f"{name}_low": found["low"], f"{name}_high": found["high"]}
        row["times_fair"] = float(shares["win_share"].mean()) * games.players
        row |= mean_row(np.asarray(with_cards[:, seat] - without[:, seat]), level, "more")
        row |= mean_row(score[:, seat], level, "score")
        rows.append(row)
    return tidy(rows, games.about, level=level, rule=rule)
