"""Games that a report plays: a run's table, and rows of a line-up on the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import numpy as np

from kingdice.comparison.game_rows import GameRows
from kingdice.comparison.rotation import MatchOf, Rotations
from kingdice.simulation.blocks import run_blocks
from kingdice.simulation.run import simulate
from kingdice.simulation.seam import Match, Rows, Work
from kingdice.simulation.until import Until

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.simulation.engines import Crew

__all__ = ["game_rows", "rotation_of", "rows_of", "run_table"]


def run_table(match: Match, *, games: int, seed: int = 1, until: str = "", **crew: Unpack[Crew]) -> pd.DataFrame:
    """The games of a match, one a row, as `Run.table` has them; `until` stops early ("win-share:0.005")."""
    stop = Until.parse(until) if until else None
    return simulate(match, games=games, seed=seed, until=stop, **crew).table()


def game_rows(match: Match, *, games: int, seed: int = 1, **crew: Unpack[Crew]) -> GameRows:
    """The same, read."""
    return GameRows.of(run_table(match, games=games, seed=seed, **crew))


def rows_of(work: Work, *, games: int, seed: int = 1, **crew: Unpack[Crew]) -> Rows:
    """The rows of any work, in game order; array (games, columns)."""
    held: list[Rows] = []
    run_blocks(work, held.append, games=games, seed=seed, **crew)
    return np.concatenate(held)


def rotation_of(match_of: MatchOf, strategies: Sequence[str], *, players: int, games: int) -> tuple[Rotations, int]:
    """A line-up, and how many whole rotations hold so many games: at least four."""
    work = Rotations.of(match_of, strategies, players=players)
    return work, max(4, -(-games // len(work.matches)))
