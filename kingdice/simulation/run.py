"""Simulate a match: play its games, reproducibly, and say what came out.

The same match and seed give the same games, whatever engine, workers, block size, interruption and resumption. With a
directory the rows of all games are kept there as Parquet parts; without one they stay in memory if they are wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import kingdice
from kingdice.errors import RunError
from kingdice.simulation.blocks import run_blocks
from kingdice.simulation.directory import stored_rows
from kingdice.simulation.progress import Watch
from kingdice.simulation.seam import Match, Rows
from kingdice.simulation.summary import Tally
from kingdice.simulation.until import Until, WinShares

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Run", "simulate"]


def simulate(
    match: Match,
    *,
    games: int,
    seed: int = 1,
    workers: int = 1,
    engine: str | None = None,
    scheduler: str | None = None,
    block: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    until: Until | None = None,
    keep_rows: bool = True,
    watch: Watch | None = None,
) -> Run:
    """Play games of a match.

    Parameters
    ----------
    match : Match
    games : int
        How many; with `until`, at most so many.
    seed : int
        From 0 to 2^63 - 1.
    workers : int
    engine : str, optional
        `serial`, `threads` or `dask`; without one, threads for several workers.
    scheduler : str, optional
        Address of a Dask cluster that plays, as in tcp://192.168.0.5:8786; then the engine is `dask`.
    block : int, optional
        Games that a worker plays at a time; changes no result.
    out : Path, optional
        A new or empty directory, in which the run is kept as it goes; with `resume` one with a run to go on with.
    resume : bool
        Go on with the run in `out` if there is one: it must be the same but for its number of games.
    until : Until, optional
        Stop as soon as this is known well enough, at a multiple of 4,096 games.
    keep_rows : bool
        Without `out`, hold the rows of all games in memory; else only the summary is left.
    watch : Watch, optional
        Say, `Progress()`.

    Raises
    ------
    RunError
        For arguments out of range, a directory that cannot be used, a disk that is full, or a cluster that is not
        there, is lost or has other versions.
    RunInterrupted
        After Ctrl-C, once the blocks in hand are done and kept.
    """
    tally = Tally(match)
    stop = WinShares(until, len(match.strategies), match.columns.index("winners")) if until else None
    held: list[Rows] | None = [] if keep_rows and out is None else None

    def take(rows: Rows) -> None:
        tally.add(rows)
        if held is not None:
            held.append(rows)

    outcome = run_blocks(
        match,
        take,
        games=games,
        seed=seed,
        workers=workers,
        engine=engine,
        scheduler=scheduler,
        block=block,
        out=out,
        resume=resume,
        stop=stop,
        watch=watch,
    )
    summary = tally.summary(seed=seed, games_per_second=outcome.games_per_second)
    if stop is not None:
        summary["until"] = stop.report()
    return Run(match, summary, out, held)


@dataclass(frozen=True)
class Run:
    """What came out of a simulation.

    Attributes
    ----------
    match : Match
    summary : dict
        `game`, `edition` (name and hash), `seed`, `games`, `rng_version`, `digest` of all rows, `games_per_second`
        (0 when nothing had to be played), and for each of `seats` its `strategy`, `win_share` with its 95 % Wilson
        interval `win_share_low` to `win_share_high`, `score_mean`, `score_sd` (points) and the game's own means. Some
        games have means of the `board`. A run that was to stop at a precision has `until`: whether it was `reached`,
        and for each seat the interval (`lows`, `highs`) that holds at every look at once; once a run has stopped by
        what it saw, these are the intervals to quote.
    out : Path or None
        Where the rows are kept.
    held : list of arrays, or None
        The rows, where they are kept in memory.
    """

    match: Match
    summary: dict[str, Any]
    out: Path | None = None
    held: list[Rows] | None = field(default=None, repr=False)

    def rows(self) -> Iterator[Rows]:
        """The rows of all games in game order, some (games, columns) at a time.

        Raises
        ------
        RunError
            When a part on disk is damaged, or the rows were not kept.
        """
        if self.out is not None:
            return stored_rows(self.out)
        if self.held is None:
            raise RunError("the rows of this run were not kept; simulate with keep_rows or out")
        return iter(self.held)

    def table(self) -> pd.DataFrame:
        """One game a row, in columns named by the match; where it comes from is in `.attrs`."""
        import pandas as pd

        table = pd.DataFrame(np.concatenate(list(self.rows())), columns=list(self.match.columns))
        table.attrs = {
            "game": self.summary["game"],
            "edition": dict(self.summary["edition"]),
            "strategies": list(self.match.strategies),
            "seed": self.summary["seed"],
            "games": self.summary["games"],
            "digest": self.summary["digest"],
            "method": "simulation",
            "version": kingdice.__version__,
            "rng_version": self.summary["rng_version"],
        }
        return table
