"""Rows of a run's games, read: what tables on whole games are made of, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GameRows", "HasTable"]


class HasTable(Protocol):
    """A run, or a log of one."""

    def table(self) -> pd.DataFrame:
        """One game a row."""
        ...


@dataclass(frozen=True)
class GameRows:
    """Rows of games of one line-up.

    Attributes
    ----------
    table : DataFrame
        As `Run.table` gives it.
    """

    table: pd.DataFrame

    @classmethod
    def of(cls, run: HasTable | pd.DataFrame) -> Self:
        """The games of a run, of a log or of a table of either.

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

    def column(self, name: str) -> NDArray[np.int64]:
        """One number a game."""
        return self.table[name].to_numpy(dtype=np.int64)

    def of_seats(self, name: str) -> NDArray[np.int64]:
        """A number of every seat; array (games, seats)."""
        return np.stack([self.column(f"{name}_{seat}") for seat in range(1, self.players + 1)], axis=1)

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Who won, alone or not; array (games, seats)."""
        return np.asarray(self.column("winners")[:, None] >> np.arange(self.players) & 1, dtype=np.bool_)

    @cached_property
    def credits(self) -> NDArray[np.float64]:
        """What each seat won, shared wins split; array (games, seats)."""
        return np.asarray(self.won / self.won.sum(axis=1, keepdims=True))
