"""Decks in the order of a game: shuffled with words at addresses of their own, not with a stream that is used up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from kingdice.simulation.streams import number_below

__all__ = ["shuffled"]

T = TypeVar("T")


def shuffled(cards: Sequence[T], key: np.uint64, purpose: int, deck: int = 0) -> list[T]:
    """Cards in the order of a game (Fisher and Yates, from the back).

    Parameters
    ----------
    cards : sequence
    key : uint64
        The game's (`streams.game_key`).
    purpose, deck : int
        Which shuffling it is: the first two parts of its addresses.
    """
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = int(number_below(key, purpose, deck, place, 0, np.uint64(place + 1)))
        order[place], order[other] = order[other], order[place]
    return order
