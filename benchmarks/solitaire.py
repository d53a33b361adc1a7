"""What is timed about solitaire Yatzy and Yahtzee: the whole solver, in CPU seconds, beside yatzy-solver."""

from __future__ import annotations

import time
from collections.abc import Callable

from analysis.solitaire import solve
from benchmarks.checks import check_close
from benchmarks.timing import Bar, Group, Timed

__all__ = ["GROUPS"]

VALUES = {"yatzy": 248.43998937785, "yahtzee": 254.58960948}
PEER_NAMES = {"yatzy": "yatzy-scandinavian", "yahtzee": "american"}


def _ours(game: str) -> Callable[[], object]:
    check_close(solve(game), VALUES[game], 1e-8)
    return lambda: solve(game)


def _peer(game: str) -> Callable[[], object]:
    import yatzy_solver

    variant = yatzy_solver.Variant(PEER_NAMES[game])
    return lambda: yatzy_solver.Solver.build(variant)


YATZY = Group(
    "solitaire Yatzy, CPU seconds",
    [
        Timed("yatzy-solver, all its threads", lambda: _peer("yatzy"), clock=time.process_time),
        Timed("solved", lambda: _ours("yatzy"), 1, Bar(seconds=3.5, ratio=3), clock=time.process_time),
    ],
)

YAHTZEE = Group(
    "solitaire Yahtzee, CPU seconds",
    [
        Timed("yatzy-solver, all its threads", lambda: _peer("yahtzee"), clock=time.process_time),
        Timed("solved", lambda: _ours("yahtzee"), 1, Bar(ratio=3), clock=time.process_time),
    ],
)

GROUPS = [YATZY, YAHTZEE]
