"""A strategy's own random decisions at a table of plain rules: each is drawn at its own address, as kernels do."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from kingdice.simulation.streams import DECISION, number_below, word_at

__all__ = ["Coin", "Coins"]


class Coin(Protocol):
    """Where a strategy's own random decisions come from."""

    def __call__(self, bound: int) -> int:
        """A number below `bound`."""
        ...

    def word(self) -> Any:
        """64 random bits."""
        ...


class Coins:
    """A seat's coins in a game.

    Parameters
    ----------
    key : uint64
        Of the game.
    seat : int
    """

    def __init__(self, key: np.uint64, seat: int) -> None:
        self._key, self._seat, self._drawn = key, seat, 0

    def __call__(self, bound: int) -> int:
        """A number below `bound`."""
        self._drawn += 1
        return int(number_below(self._key, DECISION, self._seat, self._drawn, 0, np.uint64(bound)))

    def word(self) -> np.uint64:
        """A word from which a whole search draws."""
        self._drawn += 1
        return np.uint64(word_at(self._key, DECISION, self._seat, self._drawn, 1, 0))
