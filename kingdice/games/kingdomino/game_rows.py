"""Rows of games of Kingdomino, read: what the tables are made of.

A run has a row a game (`blocks.columns`); some of its numbers hold several small ones, which are taken apart here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import RunError
from kingdice.games.kingdomino.dominoes import TERRAINS
from kingdice.games.kingdomino.variants import Variants, variants_named

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LEVEL", "Games", "HasTable"]

LEVEL = 0.95
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Bits of one number in a packed column.
_SQUARES_BITS, _POINTS_BITS, _CASTLE_BITS = 8, 10, 4


class HasTable(Protocol):
    """A run."""

    def table(self) -> pd.DataFrame:
        """One game a row."""
        ...


@dataclass(frozen=True)
class Games:
    """Rows of games of one line-up.

    Attributes
    ----------
    table : DataFrame
        As `Run.table` gives it.
    """

    table: pd.DataFrame

    @classmethod
    def of(cls, run: HasTable | pd.DataFrame) -> Games:
        """The games of a run or of its table.

        Raises
        ------
        RunError
            With fewer than two games, or a table that does not say who played.
        """
        import pandas as pd

        table = run if isinstance(run, pd.DataFrame) else run.table()
        if "strategies" not in table.attrs:
            raise RunError("a table of games without .attrs: take it from Run.table()")
        if len(table) < 2:
            raise RunError(f"tables need at least two games, not {len(table)}")
        return cls(table)

    def __len__(self) -> int:
        return len(self.table)

    @property
    def strategies(self) -> list[str]:
        """One a seat."""
        return list(self.table.attrs["strategies"])

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.strategies)

    @property
    def about(self) -> dict[str, Any]:
        """Where they come from."""
        return {str(key): value for key, value in self.table.attrs.items()}

    @cached_property
    def variants(self) -> Variants:
        """What was played."""
        return variants_named(self.table.attrs["edition"]["name"])

    def column(self, name: str) -> Ints:
        """One number a game."""
        return self.table[name].to_numpy(dtype=np.int64)

    def of_seats(self, name: str) -> Ints:
        """A number of every seat; array (games, seats)."""
        return np.stack([self.column(f"{name}_{seat}") for seat in range(1, self.players + 1)], axis=1)

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Who won, alone or not; array (games, seats)."""
        return np.asarray(self.column("winners")[:, None] >> np.arange(self.players) & 1, dtype=np.bool_)

    @cached_property
    def credits(self) -> Floats:
        """What each seat won, shared wins split; array (games, seats)."""
        return np.asarray(self.won / self.won.sum(axis=1, keepdims=True))

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
