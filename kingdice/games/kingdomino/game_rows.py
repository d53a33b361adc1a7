"""Rows of games of Kingdomino, read: what the tables are made of.

A run has a row a game (`blocks.columns`); some of its numbers hold several small ones, which are taken apart here.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.game_rows import GameRows
from kingdice.games.kingdomino.dominoes import TERRAINS
from kingdice.games.kingdomino.variants import Variants, variants_named

__all__ = ["LEVEL", "Games"]

LEVEL = 0.95
Ints = NDArray[np.int64]

# Bits of one number in a packed column.
_SQUARES_BITS, _POINTS_BITS, _CASTLE_BITS = 8, 10, 4


class Games(GameRows):
    """Rows of games of Kingdomino of one line-up."""

    @cached_property
    def variants(self) -> Variants:
        """What was played."""
        return variants_named(self.table.attrs["edition"]["name"])

    @cached_property
    def squares(self) -> Ints:
        """Squares of each terrain; array (games, seats, terrains)."""
        return _unpacked(self.of_seats("squares"), _SQUARES_BITS, len(TERRAINS))

    @cached_property
    def terrain_points(self) -> Ints:
        """Points of the properties of each terrain; array (games, seats, terrains)."""
        return _unpacked(self.of_seats("property_points"), _POINTS_BITS, len(TERRAINS))

    @cached_property
    def castles(self) -> Ints:
        """Rows above and below the castle, columns left and right of it; array (games, seats, 4)."""
        return _unpacked(self.of_seats("castle"), _CASTLE_BITS, 4)


def _unpacked(packed: Ints, bits: int, numbers: int) -> Ints:
    return packed[..., None] >> bits * np.arange(numbers) & (1 << bits) - 1
