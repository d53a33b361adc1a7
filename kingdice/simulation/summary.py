"""What a run amounts to: the one summary that every game's simulation prints.

Everything is counted in whole numbers as rows come by in game order, so a billion games lose no digit, blocks leave no
trace, and no row is held.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.simulation import RNG_VERSION
from kingdice.simulation.credits import Credits
from kingdice.simulation.seam import Match, Rows

__all__ = ["Tally", "wilson"]

_Z95 = 1.959963984540054


def wilson(share: Fraction, games: int, z: float = _Z95) -> tuple[float, float]:
    """The score interval of a share (Wilson, Journal of the American Statistical Association 22, 1927), 95 % wide.

    Shared wins make credits less spread than wins and losses of the same mean, so it covers them too.

    Examples
    --------
    >>> [round(bound, 4) for bound in wilson(Fraction(1, 2), 100)]
    [0.4038, 0.5962]
    """
    p = float(share)
    middle = p + z * z / (2 * games)
    reach = z * sqrt(p * (1 - p) / games + (z / (2 * games)) ** 2)
    whole = 1 + z * z / games
    low, high = (middle - reach) / whole, (middle + reach) / whole
    return max(0.0, min(p, low)), min(1.0, max(p, high))  # the ends may round past the share itself


class Tally:
    """Adds up rows of a match in game order.

    Parameters
    ----------
    match : Match
        A match may also have `board_means`: means of columns that belong to no seat, under their names in the summary.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games = 0
        seats = len(match.strategies)
        self._credits = Credits(seats)
        self._winners = match.columns.index("winners")
        self._board: Mapping[str, str] = getattr(match, "board_means", {})
        per_seat = ["score", *match.seat_means.values()]
        names = {f"{name}_{seat}" for seat in range(1, seats + 1) for name in per_seat} | set(self._board.values())
        self._names = sorted(names, key=match.columns.index)
        self._places = [match.columns.index(name) for name in self._names]
        self._sums = [0] * len(names)
        self._squares = [0] * len(names)
        self._hash = sha256()

    @property
    def digest(self) -> str:
        """A hash of all rows so far: equal digests are equal games."""
        return self._hash.hexdigest()

    def add(self, rows: Rows) -> None:
        """Add the next rows (games, columns)."""
        self._hash.update(rows.astype("<i8", copy=False).tobytes())
        self.games += len(rows)
        self._credits.add(rows[:, self._winners])
        values = np.ascontiguousarray(rows[:, self._places].T)
        for place, column in enumerate(values):
            self._sums[place] += _exact_sum(column)
            self._squares[place] += _exact_square_sum(column)

    def summary(self, *, seed: int, games_per_second: float) -> dict[str, Any]:
        """The summary, with the same keys for every game."""
        identity = self.match.identity
        summary: dict[str, Any] = {
            "game": identity["game"],
            "edition": identity["edition"],
            "seed": seed,
            "games": self.games,
            "rng_version": RNG_VERSION,
            "digest": self.digest,
            "games_per_second": games_per_second,
            "seats": [self._seat(seat, share) for seat, share in enumerate(self._credits.shares(), start=1)],
        }
        if self._board:
            summary["board"] = {key: self._statistic(key, column) for key, column in self._board.items()}
        return summary

    def _seat(self, seat: int, share: Fraction) -> dict[str, Any]:
        low, high = wilson(share, self.games)
        own = {key: self._statistic(key, f"{column}_{seat}") for key, column in self.match.seat_means.items()}
        return {
            "strategy": self.match.strategies[seat - 1],
            "win_share": float(share),
            "win_share_low": low,
            "win_share_high": high,
            "score_mean": self._statistic("score_mean", f"score_{seat}"),
            "score_sd": self._statistic("score_sd", f"score_{seat}"),
            **own,
        }

    def _statistic(self, key: str, column: str) -> float:
        """The mean of a column; under a key that ends in _sd its standard deviation (over games - 1)."""
        place, games = self._names.index(column), self.games
        if not key.endswith("_sd"):
            return float(Fraction(self._sums[place], games))
        spread = games * self._squares[place] - self._sums[place] ** 2
        return sqrt(Fraction(spread, games * (games - 1))) if games > 1 else 0.0


def _exact_sum(values: NDArray[np.int64]) -> int:
    """The sum of whole numbers of any size, where NumPy's own would silently wrap around."""
    low = values & 0xFFFFFFFF
    return (int((values >> 32).sum()) << 32) + int(low.sum())


def _exact_square_sum(values: NDArray[np.int64]) -> int:
    if len(values) and max(int(values.max()), -int(values.min())) >= 1 << 31:
        return sum(int(value) ** 2 for value in values)
    return _exact_sum(values * values)
