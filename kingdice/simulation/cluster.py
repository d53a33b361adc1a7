"""Dask clusters: processes started on this machine, or workers that a scheduler somewhere has already.

A cluster is opened when it is first asked for and stays for later runs of the same process, since a report plays dozens
of them and starting takes seconds. Whatever can be wrong with one is found here, before anything is played, and said
in a line: no such address, no workers, other versions on one of them.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import signal
import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import Timer, current_thread, main_thread
from time import monotonic
from typing import Any

from kingdice.errors import RunError
from kingdice.simulation.engines import WorkersLostError, scheduler_at
from kingdice.simulation.versions import differences, versions

__all__ = ["Cluster", "close_clusters", "cluster_of"]

_SECONDS_TO_ANSWER = 5.0
_SECONDS_TO_END = 1.0
_SECONDS_WITHOUT_WORKERS = 60.0
_SECONDS_BETWEEN_COUNTS = 5.0
_LOGGERS = ("distributed", "tornado.application", "asyncio")  # what they say comes as exceptions too, or is no matter
_SETTINGS = {  # what nobody looks at here, and would take a twentieth of a core in every process
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    # With Dask's value the system hands out the memory of every block anew: 1.3 times the time for fast games.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
}
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
_open: dict[tuple[str, int], Cluster] = {}


@dataclass
class Cluster:
    """Workers to play on; get one by `cluster_of`.

    Attributes
    ----------
    name : str
        What it is called in messages.
    client : distributed.Client
    local : distributed.LocalCluster or None
        Whose processes are ours.
    """

    name: str
    client: Any
    local: Any = None
    _threads: int = field(default=0, repr=False)
    _counted: float = field(default=0.0, repr=False)
    _seen: float = field(default_factory=monotonic, repr=False)

    @property
    def threads(self) -> int:
        """How many blocks can be played at once; counted anew every few seconds, as workers come and go.

        Raises
        ------
        WorkersLostError
        """
        now = monotonic()
        if not self._threads or now - self._counted >= _SECONDS_BETWEEN_COUNTS:
            self.count()
        return max(1, self._threads)

    def count(self) -> None:
        """Count the threads of all workers.

        Raises
        ------
        WorkersLostError
            Where the scheduler has gone, or there has been no worker for a minute.
        """
        try:
            there = self.client.nthreads() if self.running else {}
        except Exception as error:
            raise WorkersLostError(f"{self.name} does not answer any more: {error}") from None
        if not self.running:
            raise WorkersLostError(f"{self.name} does not answer any more")
        self._threads, self._counted = sum(there.values()), monotonic()
        if self._threads:
            self._seen = self._counted
        elif self._counted - self._seen > _SECONDS_WITHOUT_WORKERS:
            raise WorkersLostError(f"{self.name} has no workers any more")

    @property
    def running(self) -> bool:
        """Whether the client is connected."""
        return bool(self.client.status == "running")

    def close(self) -> None:
        """Let go of the cluster; processes of our own end at once, whatever they are at."""
        with contextlib.suppress(Exception):
            self.client.close(timeout=1)
        if self.local is not None:
            _end(self.local)


def cluster_of(workers: int, scheduler: str | None = None) -> Cluster:
    """A cluster of so many processes on this machine, one thread each, or the one that a scheduler has.

    Opened once for all runs of this process.

    Raises
    ------
    RunError
        For an address that is none or where no scheduler answers, without workers, and where a worker's versions are
        not those here.
    """
    key = (scheduler, 0) if scheduler is not None else ("", workers)
    for lost in [one for one, cluster in _open.items() if not cluster.running]:
        _open.pop(lost).close()
    if key in _open:
        return _open[key]
    if not _open:
        import distributed  # noqa: F401  (before what follows: it closes clusters at the end too, and waits for workers)

        atexit.register(close_clusters)
        _quieten()
    opened = _connect(scheduler) if scheduler is not None else _start(workers)
    _open[key] = opened
    try:
        _check_workers(opened)
    except BaseException:
        _open.pop(key).close()
        raise
    return opened


def close_clusters() -> None:
    """Close all that is open; the next run opens another one."""
    while _open:
        _open.popitem()[1].close()
        _quieten()  # a local cluster sets its log back to what it was
    atexit.unregister(close_clusters)


def _start(workers: int) -> Cluster:
    import dask
    from distributed import Client, LocalCluster

    with _without_ctrl_c(), dask.config.set(_SETTINGS):
        local = LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            memory_limit=0,  # none is paused or ended for what it holds
            silence_logs=logging.CRITICAL,
            env={"NUMBA_NUM_THREADS": "1"},
            scheduler_kwargs={"allowed_failures": 10, "dashboard": False},
        )
        client = Client(  # type: ignore[no-untyped-call]
            local, set_as_default=False, direct_to_workers=True
        )
    return Cluster(f"a cluster of {workers} processes here", client, local)


def _connect(scheduler: str) -> Cluster:
    from distributed import Client

    nobody = f"no scheduler answers at {scheduler}"
    try:  # first of all plainly: the client tries for all its time where nobody listens
        socket.create_connection(scheduler_at(scheduler), timeout=_SECONDS_TO_ANSWER).close()
    except OSError as error:
        raise RunError(f"{nobody}: {error.strerror or error}") from None
    try:
        client = Client(  # type: ignore[no-untyped-call]
            scheduler, timeout=_SECONDS_TO_ANSWER, set_as_default=False
        )
    except Exception as error:
        raise RunError(f"{nobody}: {type(error).__name__}: {str(error).splitlines()[0][:200]}") from None
    return Cluster(f"the scheduler at {scheduler}", client)


def _check_workers(cluster: Cluster) -> None:
    """Refuse a cluster without workers, and one that would play other games."""
    try:
        cluster.client.wait_for_workers(1, timeout=_SECONDS_TO_ANSWER)
        there = cluster.client.run(versions, on_error="return")
    except TimeoutError:
        raise RunError(f"{cluster.name} has no workers") from None
    except OSError as error:
        raise RunError(f"{cluster.name} does not answer: {error}") from None
    wrong = {worker: _what_is_wrong(found) for worker, found in there.items() if _what_is_wrong(found)}
    if wrong:
        worker, what = min(wrong.items())
        others = f" (and {len(wrong) - 1} more of {len(there)} workers)" if len(wrong) > 1 else ""
        raise RunError(f"worker {worker}{others}: {what}; the same games need the same versions")
    cluster.count()


def _what_is_wrong(found: Any) -> str:
    if isinstance(found, BaseException):
        return f"kingdice does not run there: {type(found).__name__}: {found}"
    return differences(found)


def _quieten() -> None:
    """What goes wrong in a cluster comes as exceptions; its log would only say it again, and at length."""
    for name in [*_LOGGERS, *logging.root.manager.loggerDict]:
        if name.startswith(_LOGGERS):  # some of distributed's have levels of their own
            logging.getLogger(name).setLevel(logging.CRITICAL)


@contextlib.contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Ctrl-C is for this process, not for those that are started meanwhile; it is heard afterwards."""
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else it is started meanwhile, and lifts the block where it is
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(local: Any) -> None:
    """End the processes of a cluster: those that are still at a block in a second, by force."""
    nannies = list(local.workers.values())
    force = Timer(_SECONDS_TO_END, _kill, [nannies])
    force.daemon = True
    force.start()
    try:
        local.close(timeout=10 * _SECONDS_TO_END)
    except Exception:
        _kill(nannies)
    except KeyboardInterrupt:  # a second one: no more waiting
        _kill(nannies)
        raise
    finally:
        force.cancel()


def _kill(nannies: Iterable[Any]) -> None:
    for nanny in nannies:
        if nanny.pid is not None:
            with contextlib.suppress(OSError):
                os.kill(nanny.pid, _KILL)
