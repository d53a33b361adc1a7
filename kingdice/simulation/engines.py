"""Who plays the blocks of a run: one thread, or several.

An engine is handed spans of game numbers and plays them in whatever way it likes, but gives the rows back in the order
of the spans. So what comes out depends on neither the engine nor the number of workers. Kernels release the GIL, which
is why threads suffice on one machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, Protocol

from kingdice.errors import RunError, nearest
from kingdice.simulation.seam import Rows, Work

__all__ = ["ENGINES", "Engine", "Keep", "Span", "choose_engine", "cut"]


class Span(NamedTuple):
    """Consecutive game numbers: `first`, `first` + 1, …, `games` of them."""

    first: int
    games: int


Keep = Callable[[Span, Rows], None]


class Engine(Protocol):
    """Plays spans of games."""

    def __call__(
        self, work: Work, seed: int, spans: Iterable[Span], *, workers: int, keep: Keep
    ) -> Generator[Rows, None, None]:
        """Yield the rows of the spans, in their order.

        `spans` is read as it is needed and never far ahead. `keep` is called with every block as soon as it is done, in
        any order and from any thread; once the generator is closed, every block that was begun is done and kept.
        """
        ...


def cut(games: int, block: int) -> Iterator[Span]:
    """Cut games into blocks; the last one may be shorter.

    Examples
    --------
    >>> list(cut(10, 4))
    [Span(first=0, games=4), Span(first=4, games=4), Span(first=8, games=2)]
    """
    return (Span(first, min(block, games - first)) for first in range(0, games, block))


def choose_engine(name: str | None, workers: int) -> Engine:
    """The engine of that name; without a name threads for several workers and none for one.

    Raises
    ------
    RunError
        For an unknown engine, fewer than one worker, or several workers on the serial engine.
    """
    if workers < 1:
        raise RunError(f"{workers} workers: expected at least 1")
    name = ("serial" if workers == 1 else "threads") if name is None else name
    if name not in ENGINES:
        hint = nearest(name, ENGINES) or f"; there are {', '.join(ENGINES)}"
        raise RunError(f"no engine '{name[:60]}'{hint}")
    if name == "serial" and workers > 1:
        raise RunError(f"{workers} workers: the engine 'serial' has 1; 'threads' has as many as you like")
    return ENGINES[name]


def _play_serially(
    work: Work, seed: int, spans: Iterable[Span], *, workers: int, keep: Keep
) -> Generator[Rows, None, None]:
    for span in spans:
        yield _play(work, seed, span, keep)


def _play_in_threads(
    work: Work, seed: int, spans: Iterable[Span], *, workers: int, keep: Keep
) -> Generator[Rows, None, None]:
    ahead = 2 * workers + 2  # enough that no thread waits for its turn, few enough to hold their rows
    pool = ThreadPoolExecutor(workers, thread_name_prefix="block")
    waiting: deque[Future[Rows]] = deque()
    try:
        for span in spans:
            waiting.append(pool.submit(_play, work, seed, span, keep))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _play(work: Work, seed: int, span: Span, keep: Keep) -> Rows:
    rows = work.play_block(seed, span.first, span.games)
    keep(span, rows)
    return rows


ENGINES: dict[str, Engine] = {"serial": _play_serially, "threads": _play_in_threads}
"""Every engine by its name on the command line."""
