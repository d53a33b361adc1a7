"""Do all seats win equally often? A test that knows that wins may be shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.comparison.estimates import tidy
from kingdice.comparison.game_rows import GameRows, HasTable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["seat_test"]


def seat_test(run: HasTable | pd.DataFrame) -> pd.DataFrame:
    """Do all seats win equally often? Pearson's chi-square, made to fit shared wins.

    Where wins are not shared this is Pearson's test of the wins of each seat against games / players. A win shared by
    k seats counts 1/k for each; such credits vary less than whole wins, and Pearson's statistic would come out too
    small (a test that rejects too rarely). It is divided by how much they vary about 1/players, as a fraction of how
    much whole wins do; with seats that are interchangeable the result has asymptotically a chi-square distribution
    with players - 1 degrees of freedom. With different strategies at the seats it tests seat and strategy together.

    Returns
    -------
    DataFrame
        One row: chi_square, degrees_of_freedom, p_value, games, shared_wins (games), variance_left (1 where no win is
        shared), largest_excess (of a seat's win share over 1/players, either way).
    """
    from scipy.special import chdtrc

    games = GameRows.of(run)
    players = len(games.strategies)
    fair = 1 / players
    beyond = games.credits - fair
    left = float((beyond**2).sum(axis=1).mean() / (1 - fair))
    pearson = float((beyond.sum(axis=0) ** 2).sum() / (len(games) * fair))
    statistic = pearson / left if left > 0 else 0.0
    row = {
        "chi_square": statistic,
        "degrees_of_freedom": players - 1,
        "p_value": float(chdtrc(players - 1, statistic)),
        "games": len(games),
        "shared_wins": int((games.credits.max(axis=1) < 1).sum()),
        "variance_left": left,
        "largest_excess": float(np.abs(beyond.mean(axis=0)).max()),
    }
    return tidy([row], games.about)
