"""What is timed about King of Dice: turns by a policy table, whole games, runs on disk."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
from numba import njit

from benchmarks.checks import check_close, check_first_game
from benchmarks.timing import Bar, Group, Timed
from kingdice.dice.turn import solve_turn
from kingdice.games.king_of_dice import Display, load_edition
from kingdice.games.king_of_dice.advice import display_policy
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.simulation.run import simulate
from kingdice.simulation.turns import simulate_turns

__all__ = ["GROUPS"]

PLAYERS = 4


def _turns(turns: int = 2_000_000) -> Callable[[], object]:
    edition = load_edition()
    display = Display.of(edition, ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"])
    policy = display_policy(display, "best")
    terminal = display.stakes().terminal(edition.masks)

    def run() -> np.ndarray:
        return simulate_turns(policy, turns=turns)

    mean = float(run().sum(axis=0) @ terminal) / turns
    check_close(mean, solve_turn(edition.pool, terminal).value, 6 * terminal.std() / turns**0.5)
    return run


@njit(cache=True, nogil=True)
def _add_up_rolls(rolls):
    total = 0
    for _ in range(rolls):
        for _ in range(6):
            total += np.random.randint(1, 7)  # noqa: NPY002
    return total


def _numba_rolls(rolls: int = 2_000_000) -> Callable[[], object]:
    check_close(_add_up_rolls(rolls) / rolls, 21.0, 0.05)
    return lambda: _add_up_rolls(rolls)


def _plain_games(name: str, games: int) -> Callable[[], object]:
    edition = load_edition()
    return lambda: [
        play_game(edition, [strategy_named(name) for _ in range(PLAYERS)], seed=1, game=game) for game in range(games)
    ]


def _games(name: str, games: int) -> Callable[[], object]:
    one = match([name] * PLAYERS)
    rows = one.play_block(1, 0, games)
    check_first_game(rows, play_game(load_edition(), [strategy_named(name)] * PLAYERS, seed=1, game=0))
    return lambda: one.play_block(1, 0, games)


def _run_on_disk(workers: int, games: int) -> Callable[[], object]:
    one = match(["best-bet"] * PLAYERS)
    digest = simulate(one, games=games).summary["digest"]
    place = tempfile.TemporaryDirectory()
    numbers = count()

    def run(place: tempfile.TemporaryDirectory[str] = place) -> None:
        out = Path(place.name) / str(next(numbers))
        if simulate(one, games=games, workers=workers, out=out).summary["digest"] != digest:
            raise AssertionError("a run on disk has other games")

    return run


TURNS = Group(
    "turns",
    [
        Timed("six dice rolled and added up, numba's own generator", _numba_rolls, 2_000_000, told="rate"),
        Timed("turns by a fixed policy table", _turns, 2_000_000, Bar(rate=40e6), told="rate"),
    ],
    rounds=15,
)

SIMPLE_GAMES = Group(
    "King of Dice, four players",
    [
        Timed("plain rules, best-bet", lambda: _plain_games("best-bet", 4), 4, told="rate"),
        *(
            Timed(f"games, {name}", lambda name=name: _games(name, 4096), 4096, Bar(rate=100e3), told="rate")  # type: ignore[misc]
            for name in ("random", "first-met", "highest", "easiest", "best-bet")
        ),
    ],
    rounds=11,
)

SOLVED_GAMES = Group(
    "King of Dice, every turn solved",
    [
        Timed("plain rules, turn-optimal", lambda: _plain_games("turn-optimal", 1), 1, told="rate"),
        Timed("games, turn-optimal", lambda: _games("turn-optimal", 256), 256, Bar(rate=400), told="rate"),
        Timed("games, lead-optimal", lambda: _games("lead-optimal", 256), 256, told="rate"),
        Timed("games, far-sighted", lambda: _games("far-sighted", 256), 256, told="rate"),
    ],
)

RUNS = Group(
    "runs on disk",
    [
        Timed("games of four, best-bet, in memory", lambda: _games("best-bet", 4096), 4096, told="rate"),
        Timed("run of 65,536 on disk, 1 worker", lambda: _run_on_disk(1, 65_536), 65_536, told="rate"),
        Timed("run of 65,536 on disk, 2 workers", lambda: _run_on_disk(2, 65_536), 65_536, told="rate"),
    ],
)

GROUPS = [TURNS, SIMPLE_GAMES, SOLVED_GAMES, RUNS]
