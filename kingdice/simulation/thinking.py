"""How long a search goes on: as many playouts as it is told, or until its time is up.

By time, it looks at the clock every few milliseconds, and each portion of playouts is as large as the speed so far
says will fit. Time is processor time of the thread, so that other threads do no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

__all__ = ["think_on"]

_PORTION = 0.005  # seconds between two looks at the clock


def think_on(
    search: Any, go_on: Callable[[int, int], None], *, playouts: int, seconds: float, first_guess: int
) -> float:
    """Go on with a search until it has had its playouts or its time, or one move is left.

    Parameters
    ----------
    search : record
        With `playouts` so far and how many moves are `left` in question.
    go_on : callable
        Called with how many playouts are to be made and how many there will be of all, about.
    playouts : int
        Or 0, where time is measured.
    seconds : float
        Or 0, where playouts are counted.
    first_guess : int
        Of the playouts of all, where time is measured, before the first look at the clock.

    Returns
    -------
    float
        Seconds of processor time.
    """
    began, spent, portion = thread_time(), 0.0, playouts or 1
    of_all = playouts or first_guess
    while search["left"] > 1 and spent <= seconds and portion:
        go_on(portion, of_all)
        spent = thread_time() - began
        rate = search["playouts"] / max(spent, 1e-6)
        of_all = max(1, int(rate * seconds))
        portion = max(1, int(rate * min(_PORTION, seconds - spent))) if spent < seconds else 0
    return spent
