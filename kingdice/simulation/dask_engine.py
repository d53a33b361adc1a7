"""The engine `dask`: the workers of a cluster play, each task a block or several.

What is to be played goes to every worker once, a few hundred bytes that say which match it is; tables are made and
kernels compiled (or found in numba's cache) where they are needed. A worker that dies costs the time of its tasks:
others play the same games again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar
from uuid import uuid4

from kingdice.errors import KingdiceError
from kingdice.simulation.cluster import Cluster, cluster_of
from kingdice.simulation.engines import Engine, Keep, Plays, Span, WorkersLostError
from kingdice.simulation.tasks import Narrow, handed_on, play_task
from kingdice.simulation.versions import versions

__all__ = ["dask_engine"]

Played = TypeVar("Played")
_SECONDS_A_TASK = 0.25  # a task costs scheduler and client a few milliseconds
_TASKS_A_SECOND = 500  # at most, whatever the cluster
_MOST_BYTES_A_TASK = 1 << 24
_MOST_BYTES_AHEAD = 1 << 28  # in all tasks under way; rows are three to five times as wide once they are here
_SECONDS_BETWEEN_LOOKS = 5.0


def dask_engine(workers: int, scheduler: str | None = None) -> Engine:
    """The engine that plays on a cluster, which is started or connected with here.

    Raises
    ------
    RunError
        See `cluster_of`.
    """
    return partial(_play_on_workers, cluster_of(workers, scheduler))


def _play_on_workers(
    cluster: Cluster, work: Plays[Played], seed: int, spans: Iterable[Span], *, workers: int, keep: Keep[Played]
) -> Generator[Played, None, None]:
    """See `Engine`; the cluster has the workers that it has, however many are asked for."""
    left, run, pace = iter(spans), _Run(cluster, work, seed, keep), _Pace()
    waiting: deque[_Task[Played]] = deque()
    try:
        while True:
            threads = cluster.threads
            while len(waiting) < 2 * threads + 2 and (some := list(islice(left, pace.blocks(threads)))):
                waiting.append(run.begin(some))
            if not waiting:
                return
            while waiting and waiting[0].played is not None:
                yield from waiting.popleft().played or ()
            if waiting:
                pace.learn(run.next_done())
    finally:
        run.close(waiting)


@dataclass(eq=False)
class _Task(Generic[Played]):
    """Some blocks, and what they came to once that is known."""

    spans: list[Span]
    future: Any
    seconds: float = 0.0
    size: int = 0  # of what came over the net, in bytes
    played: list[Played] | None = None


class _Pace:
    """How many blocks make a task: a quarter of a second's worth, if so much can be held and sent."""

    def __init__(self) -> None:
        self.seconds = 0.0  # a block's, of the fastest so far: the first ones wait for a compiler
        self.size = 1  # a block's, in bytes

    def learn(self, task: _Task[Any]) -> None:
        """Look at a task that is done."""
        blocks = len(task.spans)
        seconds = max(task.seconds / blocks, 1e-6)
        self.seconds = min(self.seconds or seconds, seconds)
        self.size = max(self.size, task.size // blocks)

    def blocks(self, threads: int) -> int:
        """For so many threads, each of which has a task in hand and one to go on with."""
        if not self.seconds:
            return 1
        worthwhile = max(_SECONDS_A_TASK, threads / _TASKS_A_SECOND) / self.seconds
        most = min(_MOST_BYTES_A_TASK, _MOST_BYTES_AHEAD / (2 * threads + 2))
        return int(max(1, min(worthwhile, most / self.size)))


class _Run(Generic[Played]):
    """Work on a cluster."""

    def __init__(self, cluster: Cluster, work: Plays[Played], seed: int, keep: Keep[Played]) -> None:
        from cloudpickle import dumps  # what is defined in a script goes by value

        packed, self._name = dumps(work), f"kingdice-blocks-{uuid4().hex}"
        self._cluster, self._seed, self._keep = cluster, seed, keep
        self._work = cluster.client.submit(handed_on, packed, key=f"kingdice-work-{sha256(packed).hexdigest()}")
        self._done: SimpleQueue[_Task[Played]] = SimpleQueue()

    def begin(self, spans: list[Span]) -> _Task[Played]:
        """Hand a task to the scheduler."""
        future = self._cluster.client.submit(
            play_task, self._work, self._seed, spans, dict(versions()), key=(self._name, spans[0].first), pure=False
        )
        task = _Task[Played](spans, future)
        future.add_done_callback(lambda _: self._done.put(task))
        return task

    def next_done(self) -> _Task[Played]:
        """Wait until a task is done, whichever, and keep what it came to.

        Raises
        ------
        WorkersLostError
            When the scheduler has gone, or there are no workers for long.
        Exception
            What went wrong in a block.
        """
        while True:
            with suppress(Empty):
                task = self._done.get(timeout=_SECONDS_BETWEEN_LOOKS)
                self._take_in(task)
                return task
            self._cluster.count()

    def close(self, waiting: Iterable[_Task[Played]]) -> None:
        """Keep what is done, and drop the rest."""
        under_way = [task for task in waiting if task.played is None]
        if not under_way or not self._cluster.running:
            return
        for task in under_way:
            if task.future.status == "finished":
                with suppress(WorkersLostError):
                    self._take_in(task)
        with suppress(Exception):
            self._cluster.client.cancel([task.future for task in under_way if task.played is None])

    def _take_in(self, task: _Task[Played]) -> None:
        if task.played is not None:
            return
        came, task.seconds, task.size = self._result(task)
        task.future.release()
        played: list[Any] = [one.rows() if isinstance(one, Narrow) else one for one in came]
        task.played = played
        for span, one in zip(task.spans, played, strict=True):
            self._keep(span, one)

    def _result(self, task: _Task[Played]) -> tuple[list[Any], float, int]:
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker

        try:
            result: tuple[list[Any], float, int] = task.future.result()
        except KilledWorker as error:
            first, last = task.spans[0].first, task.spans[-1].first + task.spans[-1].games - 1
            deaths = error.allowed_failures + 1
            raise WorkersLostError(f"{deaths} workers died while they played games {first} to {last}") from None
        except (FutureCancelledError, OSError) as error:
            if isinstance(error, OSError) and self._cluster.running:
                raise  # of the block itself
            raise WorkersLostError(f"{self._cluster.name} does not answer any more") from None
        except KingdiceError as error:
            raise error.with_traceback(None) from None
        return result
