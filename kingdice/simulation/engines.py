"""Who plays the blocks of a run: one thread, several, or the processes of a Dask cluster.

An engine is handed spans of game numbers and plays them in whatever way it likes, but gives the rows back in the order
of the spans. So what comes out depends on neither the engine nor the number of workers. Kernels release the GIL, which
is why threads suffice on one machine.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from importlib.util import find_spec
from typing import NamedTuple, Protocol, TypedDict, TypeVar, Unpack

from kingdice.errors import RunError, nearest

__all__ = [
    "ENGINES",
    "Crew",
    "Engine",
    "Keep",
    "Plays",
    "Span",
    "WorkersLostError",
    "check_engine",
    "choose_engine",
    "cut",
    "on_cluster",
    "pieces",
    "scheduler_at",
]

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[^\s/:\[\]]+):(\d{1,5})")
Played = TypeVar("Played")
Played_co = TypeVar("Played_co", covariant=True)


class Span(NamedTuple):
    """Consecutive game numbers: `first`, `first` + 1, …, `games` of them."""

    first: int
    games: int


class Plays(Protocol[Played_co]):
    """What an engine asks of work: blocks, played by number; see `seam.Work`, whose blocks are rows."""

    def play_block(self, seed: int, first_game: int, games: int) -> Played_co:
        """Play games `first_game`, `first_game` + 1, …"""
        ...


Keep = Callable[[Span, Played], None]


class Engine(Protocol):
    """Plays spans of games."""

    def __call__(
        self, work: Plays[Played], seed: int, spans: Iterable[Span], *, workers: int, keep: Keep[Played]
    ) -> Generator[Played, None, None]:
        """Yield what was played of the spans, in their order.

        `spans` is read as it is needed and never far ahead. `keep` is called with every block as soon as it is done, in
        any order and from any thread; once the generator is closed, every block that was done is kept, and none that
        was begun is still being played for it (other processes may be at one, whose games are dropped).
        """
        ...


class Crew(TypedDict, total=False):
    """Who plays, in the words of `choose_engine`; it changes no result."""

    workers: int
    engine: str | None
    scheduler: str | None


class WorkersLostError(RunError):
    """The workers that play are gone, or cannot be reached any more."""


def cut(games: int, block: int) -> Iterator[Span]:
    """Cut games into blocks; the last one may be shorter.

    Examples
    --------
    >>> list(cut(10, 4))
    [Span(first=0, games=4), Span(first=4, games=4), Span(first=8, games=2)]
    """
    return (Span(first, min(block, games - first)) for first in range(0, games, block))


def on_cluster(name: str | None, scheduler: str | None) -> bool:
    """Whether the workers of a Dask cluster play."""
    return name == "dask" or scheduler is not None


def choose_engine(name: str | None, workers: int, scheduler: str | None = None) -> Engine:
    """The engine of that name; without a name threads for several workers and none for one.

    Parameters
    ----------
    name : str, optional
        One of `ENGINES`.
    workers : int
        Threads, or processes of a Dask cluster on this machine; a cluster that is there already has its own.
    scheduler : str, optional
        Address of the scheduler of such a cluster, as in tcp://192.168.0.5:8786; then the engine is `dask`.

    Raises
    ------
    RunError
        For an unknown engine, fewer than one worker, several workers on the serial engine, a scheduler for another
        engine than `dask`, and whatever is wrong with the cluster, which is started or connected with here.
    """
    name = check_engine(name, workers, scheduler)
    if name == "dask":
        from kingdice.simulation.dask_engine import dask_engine

        return dask_engine(workers, scheduler)
    return _HERE[name]


def check_engine(name: str | None, workers: int, scheduler: str | None = None) -> str:
    """The engine's name, whether it was named or not; nothing is started.

    Raises
    ------
    RunError
        As `choose_engine`, as far as can be told without a cluster.

    Examples
    --------
    >>> check_engine(None, 1), check_engine(None, 2), check_engine(None, 1, "tcp://192.168.0.5:8786")
    ('serial', 'threads', 'dask')
    """
    if workers < 1:
        raise RunError(f"{workers} workers: expected at least 1")
    if name is None:
        name = "dask" if scheduler is not None else "serial" if workers == 1 else "threads"
    if name not in ENGINES:
        hint = nearest(name, ENGINES) or f"; there are {', '.join(ENGINES)}"
        raise RunError(f"no engine '{name[:60]}'{hint}")
    if scheduler is not None and name != "dask":
        raise RunError(f"engine '{name}': a scheduler (here {scheduler[:60]}) goes with the engine 'dask' only")
    if name == "serial" and workers > 1:
        raise RunError(f"{workers} workers: the engine 'serial' has 1; 'threads' has as many as you like")
    if name == "dask" and find_spec("distributed") is None:
        raise RunError("--engine dask needs the extra dask: pip install 'kingdice[dask]'")
    if scheduler is not None:
        scheduler_at(scheduler)
    return name


def scheduler_at(address: str) -> tuple[str, int]:
    """Host and port of a scheduler's address.

    Raises
    ------
    RunError

    Examples
    --------
    >>> scheduler_at("tcp://192.168.0.5:8786")
    ('192.168.0.5', 8786)
    """
    read = _ADDRESS.fullmatch(address)
    if read is None or not 0 < int(read[3]) < 1 << 16:
        raise RunError(f"scheduler '{address[:60]}': expected an address, as in tcp://192.168.0.5:8786")
    return read[2].strip("[]"), int(read[3])


def pieces(
    work: Plays[Played],
    *,
    games: int,
    piece: int,
    seed: int = 1,
    first_game: int = 0,
    advance: Callable[[int], None] | None = None,
    **crew: Unpack[Crew],
) -> Iterator[Played]:
    """Play all of it, `piece` games at a time; what comes out of each piece, in game order.

    `advance` is told how many games were played whenever some were.

    Raises
    ------
    RunError
        See `choose_engine`.
    """
    spans = (Span(first_game + span.first, span.games) for span in cut(games, piece))
    workers = crew.get("workers", 1)
    playing = choose_engine(crew.get("engine"), workers, crew.get("scheduler"))

    def keep(span: Span, played: Played) -> None:
        if advance is not None:
            advance(span.games)

    with closing(playing(work, seed, spans, workers=workers, keep=keep)) as played:
        yield from played


def _play_serially(
    work: Plays[Played], seed: int, spans: Iterable[Span], *, workers: int, keep: Keep[Played]
) -> Generator[Played, None, None]:
    for span in spans:
        yield _play(work, seed, span, keep)


def _play_in_threads(
    work: Plays[Played], seed: int, spans: Iterable[Span], *, workers: int, keep: Keep[Played]
) -> Generator[Played, None, None]:
    ahead = 2 * workers + 2  # enough that no thread waits for its turn, few enough to hold their rows
    pool = ThreadPoolExecutor(workers, thread_name_prefix="block")
    waiting: deque[Future[Played]] = deque()
    try:
        for span in spans:
            waiting.append(pool.submit(_play, work, seed, span, keep))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _play(work: Plays[Played], seed: int, span: Span, keep: Keep[Played]) -> Played:
    played = work.play_block(seed, span.first, span.games)
    keep(span, played)
    return played


_HERE: dict[str, Engine] = {"serial": _play_serially, "threads": _play_in_threads}
ENGINES = (*_HERE, "dask")
"""Every engine by its name on the command line."""
