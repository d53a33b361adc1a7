"""The directory of a run: opened by one process at a time, for a new run or to go on with the same one.

It holds `manifest.json` and the parts. A directory with anything else in it is refused before it is touched, and so is
another run.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from kingdice.errors import RunError
from kingdice.simulation.engines import Span, cut
from kingdice.simulation.manifest import MANIFEST, Manifest, read_manifest
from kingdice.simulation.parts import PartError, first_game_of, read_part, write_durably, write_part
from kingdice.simulation.seam import Rows

__all__ = ["RunDirectory", "open_directory", "stored_manifest", "stored_rows"]

_LOCK = "lock"


class RunDirectory:
    """A directory that this process may write to.

    Attributes
    ----------
    path : Path
    manifest : Manifest
    firsts : set of int
        The first games of the parts that are there.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.firsts = {first for entry in path.iterdir() if (first := first_game_of(entry)) is not None}

    @property
    def kept_games(self) -> int:
        """How many of the run's games are on disk."""
        block, games = self.manifest.block, self.manifest.games
        return sum(min(block, games - first) for first in self.firsts.copy() if first < games)

    def read(self, span: Span) -> Rows:
        """The rows of a block, as `read_part`."""
        return read_part(self.path, self.manifest, span)

    def keep(self, span: Span, rows: Rows) -> None:
        """Write a block; may be called from several threads."""
        write_part(self.path, self.manifest, span, rows)
        self.firsts.add(span.first)

    def finish(self, games: int) -> None:
        """Note that the run is over, and how many games belong to it."""
        self.manifest = replace(self.manifest, games=games, finished=True)
        write_durably(self.path / MANIFEST, self.manifest.to_json())


@contextmanager
def open_directory(path: Path, manifest: Manifest, *, resume: bool) -> Iterator[RunDirectory]:
    """Open a directory for a run, making it where it is missing.

    Parameters
    ----------
    path : Path
        Its parent is there already.
    manifest : Manifest
        Of the run that is about to be played.
    resume : bool
        Go on with the same run where there is one.

    Raises
    ------
    RunError
        When the directory cannot be written, holds anything else, or another process is writing there. Nothing has
        been touched then.
    """
    with ExitStack() as stack:
        try:
            _check(path, manifest, resume)
            path.mkdir(exist_ok=True)
            stack.enter_context(_locked(path))
            _check(path, manifest, resume)  # again, now that nobody else writes here
            for temporary in path.glob(".*.tmp"):
                temporary.unlink()
            write_durably(path / MANIFEST, manifest.to_json())
            directory = RunDirectory(path, manifest)
        except OSError as error:
            raise RunError(f"{path}: cannot be used: {error.strerror}") from None
        yield directory


def _check(path: Path, manifest: Manifest, resume: bool) -> None:
    if not path.parent.is_dir():
        raise RunError(f"{path}: there is no directory {path.parent}")
    if not path.exists():
        return
    if not path.is_dir():
        raise RunError(f"{path}: is a file; a run needs a directory")
    there = read_manifest(path)
    if there is None:
        strangers = sorted(entry.name for entry in path.iterdir() if not _is_residue(entry))
        if strangers:
            raise RunError(f"{path}: holds '{strangers[0]}' and no run; choose a new or empty directory")
    elif not resume:
        raise RunError(f"{path}: holds a run already; go on with it by --resume, or choose another directory")
    elif difference := there.difference(manifest):
        raise RunError(f"{path}: holds another run: {difference}; --resume goes on with the same run only")


def _is_residue(entry: Path) -> bool:
    """Whether a process that was killed before it wrote its manifest may have left this."""
    return entry.name in (_LOCK, f".{MANIFEST}.tmp")


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Hold the directory's lock; the system drops it when the process ends, however it ends."""
    path = directory / _LOCK
    while True:
        lock = path.open("a+")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists() and os.path.samestat(path.stat(), os.fstat(lock.fileno())):
                break
        except BlockingIOError:
            lock.seek(0)
            process = lock.read().strip() or "another"
            lock.close()
            raise RunError(f"{directory}: process {process} is writing there; wait for it to end") from None
        lock.close()  # its holder took the file away between our opening and our locking it
    try:
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
    finally:
        path.unlink(missing_ok=True)
        lock.close()


def stored_manifest(path: Path) -> Manifest:
    """The manifest of a finished run.

    Raises
    ------
    RunError
        When there is no run, or it is not finished.
    """
    manifest = read_manifest(path)
    if manifest is None:
        raise RunError(f"{path}: there is no run")
    if not manifest.finished:
        raise RunError(f"{path}: the run is not finished; --resume goes on with it")
    return manifest


def stored_rows(path: Path) -> Iterator[Rows]:
    """The rows of a finished run, block by block in game order.

    Raises
    ------
    RunError
        When there is no finished run, or a part is damaged.
    """
    manifest = stored_manifest(path)
    for span in cut(manifest.games, manifest.block):
        try:
            yield read_part(path, manifest, span)
        except PartError as damage:
            raise RunError(f"{damage}; --resume plays it again") from None
