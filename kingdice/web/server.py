"""Serving the site: one process, requests answered side by side, until Ctrl-C.

What can be wrong with an address is found before anything is compiled, and is one line.
"""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import FrameType
from typing import Any, NoReturn, cast

import uvicorn
from starlette.applications import Starlette

from kingdice.web.addresses import is_private, listening_sockets, refusal, shown_addresses
from kingdice.web.connections import MOST_CONNECTIONS, Connection
from kingdice.web.guard import LONGEST_HEAD

__all__ = ["serve_site"]

_OTHER_FILES = 128  # that are open besides connections
_LONGEST_ENDING = 1  # seconds for answers that are on their way when it ends


def serve_site(app: Starlette, *, host: str, port: int, note: Callable[[str], None] | None = None) -> None:
    """Serve until interrupted.

    Parameters
    ----------
    app : Starlette
        What it needs before it can answer quickly is `app.state.warm`, a function of no arguments, if it has one.
    host : str
    port : int
        0 for any that is free.
    note : callable, optional
        Told, line by line, where the site is and who can open it; standard error by default.

    Raises
    ------
    KingdiceError
        When it cannot listen there.
    KeyboardInterrupt
        At the end, by Ctrl-C or SIGTERM.
    """
    say = note or _say
    with ExitStack() as stack:
        stack.enter_context(_ended_by_sigterm())
        taken = [stack.enter_context(one) for one in listening_sockets(host, port)]
        if not is_private(taken):
            say("others on your network can open this site too: it asks for no password and encrypts nothing")
        most = min(MOST_CONNECTIONS, _allow_files(MOST_CONNECTIONS + _OTHER_FILES) - _OTHER_FILES)
        if most < MOST_CONNECTIONS:
            say(f"this shell allows {most + _OTHER_FILES} open files: at most {most} connections at once (ulimit -n)")
        warm = getattr(app.state, "warm", None)
        if warm is not None:
            warm()
        gc.freeze()  # what is there now stays: looking through it again and again took a tenth of a second each time
        try:
            for one in taken:
                one.listen(1_024)
        except OSError as error:
            raise refusal(error, host, port) from None
        opened, *others = shown_addresses(host, taken)
        ready = f"open {opened}" + "".join(f" (from elsewhere {one})" for one in others) + "; Ctrl-C ends it"
        _Server(_config(app, most), lambda: say(ready)).run(taken)


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it is ready, and ends without a word."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; what is cut short now is no fault to be told."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


def _config(app: Starlette, most: int) -> uvicorn.Config:
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # else it tells of every client that left early
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=cast(Any, partial(Connection, most=most)),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_LONGEST_ENDING,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )


def _allow_files(wanted: int) -> int:
    """Let this process open more files where the shell's limit is low; returns how many it may open."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    possible = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    return possible


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM is heard as Ctrl-C is."""

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(line: str) -> None:
    if sys.stderr is not None:
        print(line, file=sys.stderr, flush=True)
