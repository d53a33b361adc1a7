"""Every turn of a run of games: what the tables on how the cards pass from hand to hand are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

import kingdice
from kingdice.errors import RunError, StrategyError
from kingdice.games.carcassonne.blocks import play_turns
from kingdice.games.carcassonne.game_rows import Games
from kingdice.games.carcassonne.layout import TURN
from kingdice.games.carcassonne.matches import CarcassonneMatch
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.engines import Crew, pieces
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TurnLog", "log_turns"]

_GAMES_AT_A_TIME = 256


@dataclass(frozen=True)
class TurnLog:
    """The turns of a run; make one with `log_turns`.

    Attributes
    ----------
    match : CarcassonneMatch
    seed : int
    rows : array (games, columns) of int64
        What came out of each game, see `blocks.columns`.
    turns : array (games, tiles) of `layout.TURN`
        In the order in which they were played; a game in which tiles could not be placed ends with empty ones.
    """

    match: CarcassonneMatch
    seed: int
    rows: Rows
    turns: NDArray[Any]

    @property
    def about(self) -> dict[str, Any]:
        """Where it comes from."""
        identity = self.match.identity
        return {
            "game": identity["game"],
            "edition": identity["edition"],
            "strategies": list(self.match.strategies),
            "seed": self.seed,
            "games": len(self.rows),
            "method": "simulation",
            "version": kingdice.__version__,
            "rng_version": RNG_VERSION,
        }

    @cached_property
    def games(self) -> Games:
        """What came out of the games.

        Raises
        ------
        RunError
            With fewer than two games.
        """
        import pandas as pd

        table = pd.DataFrame(self.rows, columns=list(self.match.columns))
        table.attrs.update(self.about)
        return Games.of(table)

    def table(self) -> pd.DataFrame:
        """One turn a row, in the columns of `layout.TURN`; what every seat has, in a column a seat: points_1, …"""
        import pandas as pd

        flat = self.turns.reshape(-1)
        flat = flat[flat["turn"] > 0]
        columns = {}
        for name in TURN.names or ():
            if flat[name].ndim == 1:
                columns[name] = flat[name]
            else:
                columns |= {f"{name}_{seat + 1}": flat[name][:, seat] for seat in range(len(self.match.strategies))}
        table = pd.DataFrame(columns)
        table.attrs.update(self.about)
        return table


def log_turns(
    match: CarcassonneMatch,
    *,
    games: int,
    seed: int = 1,
    first_game: int = 0,
    advance: Callable[[int], None] | None = None,
    **crew: Unpack[Crew],
) -> TurnLog:
    """Play games of a match and note every turn.

    Parameters
    ----------
    match : CarcassonneMatch
        Without bots, and without players that watch the clock.
    games : int
        10,000 games take about 100 MB.
    seed : int
    first_game : int
    advance : callable, optional
        Told how many games were played whenever some were.
    crew
        Who plays: workers, engine, scheduler.

    Raises
    ------
    RunError
        For less than one game.
    StrategyError
        Where bots or the clock play.

    Examples
    --------
    >>> from kingdice.games.carcassonne.matches import match
    >>> log_turns(match(["random"] * 2), games=2).turns.shape
    (2, 76)
    """
    if games < 1:
        raise RunError(f"games {games}: expected at least 1")
    if match.bots or match.tables.by_time:
        raise StrategyError("a log of turns takes built-in strategies that count their playouts")
    piece = min(_GAMES_AT_A_TIME, match.largest_block)
    parts = list(
        pieces(_Logged(match), games=games, piece=piece, seed=seed, first_game=first_game, advance=advance, **crew)
    )
    return TurnLog(match, seed, np.concatenate([rows for rows, _ in parts]), np.concatenate([log for _, log in parts]))


@dataclass(frozen=True)
class _Logged:
    """A match whose blocks are rows and turns."""

    match: CarcassonneMatch

    def play_block(self, seed: int, first_game: int, games: int) -> tuple[Rows, NDArray[Any]]:
        return play_turns(self.match.tables, seed, first_game, games)
