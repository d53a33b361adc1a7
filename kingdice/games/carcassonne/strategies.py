"""Strategies that play by the plain rules.

A strategy sees the state as players do, the tiles in the bag but not their order, and returns a move. Whatever it
decides by chance it decides with `coin`, so that the game stays the same when it is played again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from kingdice.games.carcassonne.rules import Move, State, joined
from kingdice.games.carcassonne.tiles import tile
from kingdice.simulation.coins import Coin

__all__ = ["Random", "Strategy"]

T = TypeVar("T")


class Strategy:
    """Plays one seat; `choose` gives the next move. `coin(n)` is a number below n, drawn for this decision."""

    name = "strategy"

    def choose(self, state: State, coin: Coin) -> Move:
        """The move in a state as the players see it."""
        raise NotImplementedError


class Random(Strategy):
    """Any place and any of the four rotations that fit, then no meeple or any free segment, all equally likely.

    Of rotations that look alike each counts, and so does each of two segments of one feature: this is how the public
    engines play at random, with whose figures this one is compared.

    Parameters
    ----------
    without : collection of str
        Kinds of segments (`tiles.KINDS`) that never get a meeple.
    """

    name = "random"

    def __init__(self, without: Collection[str] = ()) -> None:
        self._without = without

    def choose(self, state: State, coin: Coin) -> Move:
        """A placement, then a meeple."""
        place, rotation = _any(state.placements, coin)
        free = []
        if state.meeples_left(state.seat):
            segments = tile(state.held).segments
            firsts = joined(state, place, rotation)
            free = [one for one in firsts if one is not None and segments[one].kind not in self._without]
        return Move(place, rotation, _any([None, *free], coin))


def _any(ways: Sequence[T], coin: Coin) -> T:
    return ways[coin(len(ways))] if len(ways) > 1 else ways[0]
