"""The ladder: one rating a strategy, from who ended above whom.

Bradley-Terry: a seat with rating r ends above a seat with rating s with the chance 1 / (1 + exp(s - r)); equal points
are half a win for each. The likeliest ratings come from choix (iterative Luce spectral ranking, Maystre and
Grossglauser 2015). Seats of one game and games of one rotation are not independent, so the standard errors are those
of the sandwich with whole rotations as clusters (Liang and Zeger 1986), not those of the likelihood.

Every two strategies are given one imaginary tied game. It keeps the ratings finite where one strategy always wins,
counts in the standard errors, and is too little to be felt otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.intervals import sidak
from kingdice.comparison.line_up import LineUp
from kingdice.comparison.values import beat_shares
from kingdice.errors import RunError
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ELO", "Ratings", "bradley_terry", "ladder"]

ELO = 400 / np.log(10)
"""Points of the Elo scale a unit of Bradley-Terry strength: 400 points ahead are odds of 10 to 1."""


class Ratings(NamedTuple):
    """Strengths, and how they vary.

    Attributes
    ----------
    strengths : array (strategies,)
        On the scale of log odds; their mean is 0.
    covariance : array (strategies, strategies)
    """

    strengths: NDArray[np.float64]
    covariance: NDArray[np.float64]


def ladder(line_up: LineUp, rows: Rows, *, level: float = 0.95) -> pd.DataFrame:
    """Rank the strategies, strongest first.

    Returns
    -------
    DataFrame
        `rank`, `strategy`, `rating` (Elo points, mean 0) with `low` and `high` (together at `level`, by Šidák),
        `standard_error`, `beat_share` (mean over the other strategies) and `ahead_of_next` (Elo points; 0 for
        the last) with `ahead_of_next_standard_error`.

    Raises
    ------
    RunError
        With fewer than two rotations.
    """
    import pandas as pd
    from scipy.special import ndtri

    ratings = bradley_terry(line_up, rows)
    count = len(line_up.strategies)
    order = np.argsort(-ratings.strengths, kind="stable")
    points = ELO * ratings.strengths[order]
    covariance = ELO**2 * ratings.covariance[np.ix_(order, order)]
    error = np.sqrt(np.diag(covariance))
    ahead, ahead_error = np.zeros(count), np.zeros(count)
    ahead[:-1] = points[:-1] - points[1:]
    ahead_error[:-1] = np.sqrt(error[:-1] ** 2 + error[1:] ** 2 - 2 * np.diag(covariance, 1))
    reach = ndtri((1 + sidak(level, count)) / 2) * error
    others = [[k for k in range(count) if k != j] for j in order]
    table = pd.DataFrame(
        {
            "rank": np.arange(1, count + 1),
            "strategy": [line_up.strategies[j] for j in order],
            "rating": points,
            "low": points - reach,
            "high": points + reach,
            "standard_error": error,
            "beat_share": [
                float(np.mean([beat_shares(line_up, rows, int(j), k).mean() for k in rest]))
                for j, rest in zip(order, others, strict=True)
            ],
            "ahead_of_next": ahead,
            "ahead_of_next_standard_error": ahead_error,
        }
    )
    table.attrs = {
        "method": "Bradley-Terry, ties half, one imaginary tie a pair, sandwich errors over rotations",
        "level": level,
        "simultaneous": f"Šidák over {count} strategies",
        "rotations": len(rows),
    }
    return table


def bradley_terry(line_up: LineUp, rows: Rows) -> Ratings:
    """The likeliest strengths and their covariance over rotations.

    Raises
    ------
    RunError
        With fewer than two rotations.
    """
    if len(rows) < 2:
        raise RunError(f"ratings need at least two rotations, not {len(rows)}")
    count = len(line_up.strategies)
    others = ~np.eye(count, dtype=bool)
    met, wins = np.zeros((count, count)), 0.5 * others
    for j, k in line_up.pairs:
        met[j, k] = met[k, j] = line_up.meetings(j, k)
        won = met[j, k] * beat_shares(line_up, rows, j, k).sum()
        wins[j, k] += won
        wins[k, j] += len(rows) * met[j, k] - won
    strengths = _strengths(wins)

    # The likelihood's scores: a row a rotation, then one for each imaginary tie.
    above = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    scores = np.zeros((len(rows) + len(line_up.pairs), count))
    for row, (j, k) in enumerate(line_up.pairs, start=len(rows)):
        surprise = met[j, k] * (beat_shares(line_up, rows, j, k) - above[j, k])
        scores[: len(rows), j] += surprise
        scores[: len(rows), k] -= surprise
        scores[row, [j, k]] = 0.5 - above[j, k], 0.5 - above[k, j]
    information = -(len(rows) * met + others) * above * (1 - above)
    information -= np.diag(information.sum(axis=1))
    bread = np.linalg.pinv(information, rtol=1e-10, hermitian=True)  # the mean is fixed: one eigenvalue is rounding
    meat = np.einsum("gj,gk->jk", scores, scores) * len(rows) / (len(rows) - 1)
    return Ratings(strengths, bread @ meat @ bread)


def _strengths(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The likeliest strengths, mean 0, when j won `wins[j, k]` times against k; of two by their odds alone."""
    if len(wins) == 2:  # choix takes a third of a second to load
        ahead = np.log(wins[0, 1] / wins[1, 0])
        return np.array([ahead / 2, -ahead / 2])
    from choix import ilsr_pairwise_dense

    strengths = np.asarray(ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-9), dtype=np.float64)
    return np.asarray(strengths - strengths.mean())
