"""Every king's turn of a run of games: what the tables on the draft are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

import kingdice
from kingdice.errors import RunError, StrategyError
from kingdice.games.kingdomino.blocks import TURN, play_turns
from kingdice.games.kingdomino.matches import KingdominoMatch
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.engines import Crew, pieces
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TurnLog", "log_turns"]

_GAMES_AT_A_TIME = 1024


@dataclass(frozen=True)
class TurnLog:
    """The turns of a run; make one with `log_turns`.

    Attributes
    ----------
    match : KingdominoMatch
    seed : int
    rows : array (games, columns) of int64
        What came out of each game, see `blocks.columns`.
    turns : array (games, turns of a game) of `blocks.TURN`
        In the order in which they were played.
    """

    match: KingdominoMatch
    seed: int
    rows: Rows
    turns: NDArray[Any]

    def table(self) -> pd.DataFrame:
        """One turn a row, in the columns of `blocks.TURN`; `offered` is cut into `offered_1` to `offered_4`."""
        import pandas as pd

        flat = self.turns.reshape(-1)
        columns: dict[str, NDArray[np.int64]] = {}
        for name in TURN.names or ():
            if name == "offered":
                columns |= {f"offered_{place + 1}": flat[name][:, place] for place in range(flat[name].shape[1])}
            else:
                columns[name] = flat[name]
        table = pd.DataFrame(columns)
        table.attrs = {
            "game": self.match.identity["game"],
            "edition": self.match.identity["edition"],
            "strategies": list(self.match.strategies),
            "seed": self.seed,
            "games": len(self.rows),
            "method": "simulation",
            "version": kingdice.__version__,
            "rng_version": RNG_VERSION,
        }
        return table


def log_turns(
    match: KingdominoMatch, *, games: int, seed: int = 1, first_game: int = 0, **crew: Unpack[Crew]
) -> TurnLog:
    """Play games of a match and note every turn.

    Parameters
    ----------
    match : KingdominoMatch
        Without bots, and without players that watch the clock.
    games : int
        10,000 games of four players take about 70 MB.
    seed : int
    first_game : int
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
    >>> from kingdice.games.kingdomino.matches import match
    >>> log_turns(match(["random"] * 4), games=2).turns.shape
    (2, 52)
    """
    if games < 1:
        raise RunError(f"games {games}: expected at least 1")
    if match.bots or match.tables.by_time:
        raise StrategyError("a log of turns takes built-in strategies that count their playouts")
    parts = list(pieces(_Logged(match), games=games, piece=_GAMES_AT_A_TIME, seed=seed, first_game=first_game, **crew))
    return TurnLog(match, seed, np.concatenate([rows for rows, _ in parts]), np.concatenate([log for _, log in parts]))


@dataclass(frozen=True)
class _Logged:
    """A match whose blocks are rows and turns."""

    match: KingdominoMatch

    def play_block(self, seed: int, first_game: int, games: int) -> tuple[Rows, NDArray[Any]]:
        return play_turns(self.match.tables, seed, first_game, games)
