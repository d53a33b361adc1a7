"""Who won how much: a win is worth 1, shared by k seats 1/k each. Counted in whole numbers, so nothing is rounded."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import RunError
from kingdice.simulation.seam import Rows

__all__ = ["Credits"]


class Credits:
    """The credits of every seat over games that are added bit by bit.

    Examples
    --------
    Seat 1 wins, then shares a win with seat 3.

    >>> credits = Credits(3)
    >>> credits.add(np.array([0b001, 0b101]))
    >>> credits.shares()
    [Fraction(3, 4), Fraction(0, 1), Fraction(1, 4)]
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = 0
        masks = np.arange(1 << seats)
        self._won = (masks[:, None] >> np.arange(seats) & 1).astype(np.int64)  # (masks, seats)
        self._whole = lcm(*range(1, seats + 1))
        sharing = np.maximum(self._won.sum(axis=1), 1)
        self._credit = self._won * (self._whole // sharing)[:, None]  # in parts of `_whole`
        self._counts = np.zeros(1 << seats, dtype=np.int64)

    def add(self, winners: Rows) -> None:
        """Add games: for each a bit for every seat that shares its win, array (games,).

        Raises
        ------
        RunError
            When a game has no winner, or one that does not sit there.
        """
        if len(winners) and not (winners.min() > 0 and winners.max() < 1 << self.seats):
            raise RunError(f"a game was won by seats that are not among its {self.seats}")
        self._counts += np.bincount(winners, minlength=1 << self.seats)
        self.games += len(winners)

    def shares(self) -> list[Fraction]:
        """The mean credit of every seat."""
        return [Fraction(int(total), self._whole * self.games) for total in self._counts @ self._credit]

    def sums(self) -> NDArray[np.float64]:
        """The sum of the credits of every seat, array (seats,)."""
        return np.array((self._counts @ self._credit) / self._whole)

    def square_sums(self) -> NDArray[np.float64]:
        """The sum of the squared credits of every seat, array (seats,)."""
        return np.array((self._counts @ self._credit**2) / self._whole**2)
