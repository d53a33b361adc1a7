"""While numba compiles: whoever sits at a terminal is told why it takes long, and Ctrl-C ends it cleanly.

A first game is compiled for a minute. An interruption that hits LLVM's calls back into Python is swallowed there or
comes out as some other error, so it waits until the function in hand is compiled, a few seconds; a second one does not.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

__all__ = ["Interrupted", "compiling"]

_KIND = "numba:compile"


class Interrupted(Exception):  # noqa: N818
    """Ctrl-C, in words of its own; its text is one line."""


@contextmanager
def compiling(note: Callable[[str], None]) -> Iterator[None]:
    """Look after what is compiled meanwhile.

    Parameters
    ----------
    note : callable
        Called once with a line for the user, if there is a terminal and something is compiled.

    Raises
    ------
    KeyboardInterrupt
    """
    from numba.core import event

    care = _Care(note)

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            care.begin()

        def on_end(self, event: Any) -> None:
            care.end()

    listener = Listener()
    event.register(_KIND, listener)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        event.unregister(_KIND, listener)  # type: ignore[no-untyped-call]


class _Care:
    """Counts functions that are being compiled, one for the sake of another."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._told = self._pressed = False
        self._depth = 0
        self._before: Any = None

    def begin(self) -> None:
        if not self._told and sys.stderr.isatty():
            self._note("preparing this game for your machine, which happens once: a minute or so")
        self._told = True
        if current_thread() is not main_thread():
            return  # Ctrl-C does not come here
        if self._depth == 0:
            self._before = signal.signal(signal.SIGINT, self._press)
        self._depth += 1

    def end(self) -> None:
        if current_thread() is not main_thread():
            return
        self._depth -= 1
        if self._depth == 0:
            signal.signal(signal.SIGINT, self._before)
        if self._pressed:
            raise KeyboardInterrupt

    def _press(self, number: int, frame: FrameType | None) -> None:
        if self._pressed:
            raise KeyboardInterrupt
        self._pressed = True
