"""Whole games and turns by the million: the rows on simulation in the table of speeds.

Each entry also checks that what it times is right: the same games or turns by the plain rules, or the same digest.
"""

from __future__ import annotations

import numpy as np
import pytest

from kingdice.dice.batch import Workspace
from kingdice.dice.lattice import lattice_of
from kingdice.dice.policy import Policy
from kingdice.games.king_of_dice import Display, load_edition
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.simulation.run import simulate
from kingdice.simulation.turns import simulate_turns

TURNS = 4_000_000
GAMES = 4096
SOLVED_GAMES = 256
PLAYERS = 4
SIMPLE = ["random", "first-met", "highest", "easiest", "best-bet"]


@pytest.fixture(scope="module")
def best_policy():
    """The best policy for a fixed display, and its value."""
    edition = load_edition()
    stakes = Display.of(edition, ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"]).stakes()
    terminal = stakes.terminal(edition.masks)[:, None]
    room = Workspace(lattice_of(edition.pool), 1, keep_stages=3)
    room.stages[0][lattice_of(edition.pool).full] = terminal
    value = room.solve(3)[-1, 0]
    keeps = np.stack([room.best_keeps(terminal, left)[:, 0] for left in (1, 2)])
    return Policy(edition.pool, keeps), terminal[:, 0], value


@pytest.mark.benchmark(group="turns")
def test_turns(benchmark, best_policy):
    """Four million turns by a table."""
    policy, terminal, value = best_policy
    ended = benchmark(simulate_turns, policy, turns=TURNS)
    mean = float(ended.sum(axis=0) @ terminal) / TURNS
    assert mean == pytest.approx(value, abs=6 * terminal.std() / TURNS**0.5)


@pytest.mark.benchmark(group="games")
def test_plain_games(benchmark):
    """Four games by the plain rules."""
    edition = load_edition()

    def play():
        return [play_game(edition, [strategy_named("best-bet")] * PLAYERS, seed=1, game=game) for game in range(4)]

    assert len(benchmark.pedantic(play, rounds=3, warmup_rounds=1)) == 4


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.benchmark(group="games")
def test_games(benchmark, name):
    """4,096 games of four players with a simple strategy each."""
    one = match([name] * PLAYERS)
    rows = benchmark(one.play_block, 1, 0, GAMES)
    assert rows[0, 1] == _plain_hash(name)


@pytest.mark.parametrize("name", ["turn-optimal", "lead-optimal", "far-sighted"])
@pytest.mark.benchmark(group="games")
def test_solved_games(benchmark, name):
    """256 games of four players who solve every turn."""
    one = match([name] * PLAYERS)
    rows = benchmark.pedantic(one.play_block, args=(1, 0, SOLVED_GAMES), rounds=7, warmup_rounds=1)
    assert rows[0, 1] == _plain_hash(name)


@pytest.mark.benchmark(group="runs")
@pytest.mark.parametrize("workers", [1, 2])
def test_run_on_disk(benchmark, tmp_path, workers):
    """A run of 65,536 games of best-bet with all its rows on disk."""
    numbers = iter(range(1000))

    def run():
        directory = tmp_path / str(next(numbers))
        return simulate(match(["best-bet"] * PLAYERS), games=65_536, workers=workers, out=directory)

    assert benchmark.pedantic(run, rounds=3, warmup_rounds=1).summary["games"] == 65_536


def _plain_hash(name):
    played = play_game(load_edition(), [strategy_named(name) for _ in range(PLAYERS)], seed=1, game=0)
    return np.uint64(played.move_hash).astype(np.int64)
