"""Blocks of work, played and handed over strictly in game order.

`run_blocks` cuts work into blocks, has an engine play those that are not on disk, keeps them there, and hands all rows
to whoever adds them up: in game order, whatever the engine, the workers and the block size. A stop rule is asked at
fixed counts of rows, so a run that stops early also stops at the same game everywhere, however far workers ran ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol

from kingdice.errors import RunError
from kingdice.simulation.directory import RunDirectory, open_directory
from kingdice.simulation.engines import Span, WorkersLostError, choose_engine, cut
from kingdice.simulation.manifest import manifest_of, read_manifest
from kingdice.simulation.parts import DiskError, PartError
from kingdice.simulation.progress import Progress, Watch
from kingdice.simulation.seam import Rows, Work

__all__ = ["LOOK_EVERY", "Outcome", "RunInterrupted", "StopRule", "default_block", "run_blocks"]

LOOK_EVERY = 4096
"""A stop rule is asked after this many rows, twice as many, and so on."""


class StopRule(Protocol):
    """Says when a run has seen enough."""

    def add(self, rows: Rows) -> None:
        """Take the next rows in game order; a piece never reaches past the next look."""
        ...

    def enough(self) -> bool:
        """Whether to stop here; asked once after every `LOOK_EVERY` rows."""
        ...


@dataclass(frozen=True)
class Outcome:
    """How a run went.

    Attributes
    ----------
    games : int
        How many belong to the result.
    stopped : bool
        Whether the stop rule ended it.
    games_per_second : float
        Of the games that were played now, those of the result only; 0 when all were on disk already.
    """

    games: int
    stopped: bool
    games_per_second: float


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a run; its text says in one line what is kept and how to go on.

    Attributes
    ----------
    kept : int
        Games that are on disk.
    """

    def __init__(self, message: str, kept: int) -> None:
        super().__init__(message)
        self.kept = kept


def default_block(games: int, most: int = 4096) -> int:
    """Games in a block: a power of two from 64 to 4096 that leaves at least 16 blocks where there are enough games.

    Never more than `most`, which work whose games are slow may ask for (`largest_block`), so that its progress is seen
    and an interruption waits for little.

    Examples
    --------
    >>> default_block(100), default_block(10_000), default_block(10**9), default_block(10**9, 16)
    (64, 512, 4096, 16)
    """
    return min(most, max(64, min(4096, 1 << max(games // 16, 1).bit_length() - 1)))


def run_blocks(
    work: Work,
    take: Callable[[Rows], None],
    *,
    games: int,
    seed: int = 1,
    workers: int = 1,
    engine: str | None = None,
    scheduler: str | None = None,
    block: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    stop: StopRule | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Play work and hand over its rows in game order.

    Parameters
    ----------
    work : Work
    take : callable
        Called with the next rows (some, columns), again and again.
    games : int
        How many to play: games 0 to `games` - 1; with a stop rule, at most so many.
    seed : int
        From 0 to 2^63 - 1.
    workers : int
    engine : str, optional
        A name in `ENGINES`; without one, threads for several workers.
    scheduler : str, optional
        Of a Dask cluster that plays; see `choose_engine`.
    block : int, optional
        Games in a block; without it that of the run on disk, else `default_block`. It changes no result.
    out : Path, optional
        A new or empty directory for manifest and parts, or one to go on with.
    resume : bool
        Go on with the run in `out`, if there is one. Parts that are whole are not played again. More games than before
        extend it; fewer leave its other parts aside.
    stop : StopRule, optional
    watch : Watch, optional
        Hears how far the run is and what is played again; `Progress` draws it.

    Raises
    ------
    RunError
        For arguments out of range, a directory that cannot be used, a disk that is full, and a cluster that is not
        there, is lost or has other versions.
    RunInterrupted
        After Ctrl-C, once the blocks in hand are done and kept (those in hand on a cluster are dropped).
    """
    _check_counts(games, seed, block)
    playing = choose_engine(engine, workers, scheduler)
    watch = watch or Progress(quiet=True)
    block = block or _block_on_disk(out, resume) or default_block(games, getattr(work, "largest_block", 4096))
    with ExitStack() as stack:
        directory: RunDirectory | None = None
        try:
            if out is not None:
                manifest = manifest_of(work, seed=seed, block=block, games=games)
                directory = stack.enter_context(open_directory(out, manifest, resume=resume))
            watch.start(games)
            stack.callback(watch.stop)
            there = frozenset(directory.firsts if directory else ())
            blocks = _Blocks(work, seed, games, block, directory, there, watch)
            with closing(playing(work, seed, blocks.missing(), workers=workers, keep=blocks.keep)) as fresh:
                outcome = _collect(blocks, fresh, take, stop)
            if directory is not None:
                directory.finish(outcome.games)
        except (DiskError, WorkersLostError) as error:
            raise RunError(f"{error}; {_kept(directory, out)}") from None
        except KeyboardInterrupt:
            kept = directory.kept_games if directory else 0
            raise RunInterrupted(f"interrupted; {_kept(directory, out)}", kept) from None
    return outcome


def _check_counts(games: int, seed: int, block: int | None) -> None:
    if games < 1:
        raise RunError(f"{games} games: expected at least 1")
    if not 0 <= seed < 1 << 63:  # as `seed_key`, which is not asked because it would load numba
        raise RunError(f"seed {seed}: expected a whole number from 0 to {(1 << 63) - 1}")
    if block is not None and block < 1:
        raise RunError(f"blocks of {block} games: expected at least 1")


def _block_on_disk(out: Path | None, resume: bool) -> int | None:
    there = read_manifest(out) if out is not None and resume else None
    return there.block if there else None


def _kept(directory: RunDirectory | None, out: Path | None) -> str:
    if out is None:
        return "nothing is kept without a directory (--out)"
    if directory is None:
        return "no game has been played"
    kept, games = directory.kept_games, directory.manifest.games
    unit = directory.manifest.identity.get("unit", "game")
    return f"{kept:,} of {games:,} {unit}s are kept in {directory.path}, and --resume goes on from there"


@dataclass(frozen=True)
class _Blocks:
    """The blocks of a run, played now or read from its directory, if it has one."""

    work: Work
    seed: int
    games: int
    block: int
    directory: RunDirectory | None
    there: frozenset[int]  # first games of the blocks that were on disk at the start
    watch: Watch

    def missing(self) -> Iterator[Span]:
        return (span for span in cut(self.games, self.block) if span.first not in self.there)

    def keep(self, span: Span, rows: Rows) -> None:
        if self.directory is not None:
            self.directory.keep(span, rows)

    def stored(self, span: Span) -> tuple[Rows, bool]:
        """A block on disk, or played again where it is damaged; and whether it was played."""
        assert self.directory is not None
        try:
            return self.directory.read(span), False
        except PartError as damage:
            self.watch.note(f"{damage}; these games are played again")
        rows = self.work.play_block(self.seed, span.first, span.games)
        self.keep(span, rows)
        return rows, True


def _collect(blocks: _Blocks, fresh: Iterator[Rows], take: Callable[[Rows], None], stop: StopRule | None) -> Outcome:
    """Hand over every block in game order, those on disk and those that the engine plays."""
    games = played = 0
    begun = ended = monotonic()
    for span in cut(blocks.games, blocks.block):
        if not played:
            begun = monotonic()  # what was read before the first block that is played does not count
        rows, new = blocks.stored(span) if span.first in blocks.there else (next(fresh), True)
        count, stopped = _hand_over(rows, games, take, stop)
        games += count
        if new:
            played += count
            ended = monotonic()
        blocks.watch.step(count, new)
        if stopped:
            return Outcome(games, True, _rate(played, ended - begun))
    return Outcome(games, False, _rate(played, ended - begun))


def _rate(games: int, seconds: float) -> float:
    return games / seconds if games and seconds > 0 else 0.0


def _hand_over(rows: Rows, done: int, take: Callable[[Rows], None], stop: StopRule | None) -> tuple[int, bool]:
    """Hand over a block after `done` rows, a look at a time; returns how many rows went and whether to stop."""
    if stop is None:
        take(rows)
        return len(rows), False
    start = 0
    while start < len(rows):
        end = min(len(rows), start + LOOK_EVERY - (done + start) % LOOK_EVERY)
        take(rows[start:end])
        stop.add(rows[start:end])
        if (done + end) % LOOK_EVERY == 0 and stop.enough():
            return end, True
        start = end
    return len(rows), False
