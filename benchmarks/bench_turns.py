"""Displays, citizens and Yatzy: the rows on solving in the table of speeds.

`make bench` runs this with pytest-benchmark and prints the ratios (benchmarks/ratios.py). Every entry also checks that
what it times is right.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

import numpy as np
import pytest

from benchmarks.plain_lattice import ordered_terminal, plain_value
from kingdice.dice.batch import Workspace, solve_batch
from kingdice.dice.lattice import lattice_of
from kingdice.dice.odds import condition_chances
from kingdice.dice.turn import solve_turn
from kingdice.games.king_of_dice import Display, load_edition

BATCH = 16


@pytest.fixture(scope="module")
def edition():
    return load_edition()


@pytest.fixture(scope="module")
def displays(edition):
    """As many random displays as the batch holds, with villages, penalties and fairies."""
    chance = random.Random(1)
    ids = [citizen.id for citizen in edition.citizens]
    found = []
    for _ in range(BATCH):
        citizens = chance.sample(ids, 5)
        fairies = chance.randint(0, 5 - sum(one.startswith("fairy") for one in citizens))
        villages = [chance.choice([0, 2, 3, 4]) for _ in range(5)]
        found.append(Display.of(edition, citizens, villages=villages, penalty=chance.randint(1, 4), fairies=fairies))
    return found


@pytest.fixture(scope="module")
def stakes(displays):
    return [display.stakes("points") for display in displays]


def plain_solve(edition, stakes):
    """The plain lattice's way: work out the terminal value of every ordered roll, then the turn."""
    pool = edition.pool
    index = ordered_rolls(pool)
    terminal = ordered_terminal([list(range(6))] * pool.dice, stakes.terminal(edition.masks)[index])
    return lambda: plain_value(terminal.copy(), pool.dice, 3)


def ordered_rolls(pool):
    """The index of the roll that each ordered roll of the dice is, shape (6, …, 6)."""
    sides = np.indices((6,) * pool.dice).reshape(pool.dice, -1)
    index = np.zeros(sides.shape[1], dtype=np.int64)
    at = 0
    for group in pool.groups:
        table = np.zeros((6,) * group.count, dtype=np.int64)
        for roll in np.ndindex(*table.shape):
            table[roll] = group.roll_number[tuple(sorted(roll))]
        index = index * group.roll_count + table[tuple(sides[at : at + group.count])]
        at += group.count
    return index.reshape((6,) * pool.dice)


@pytest.mark.benchmark(group="display")
def test_plain_lattice(benchmark, edition, stakes):
    """One display, terminal values given, plain 7^6 lattice."""
    run = plain_solve(edition, stakes[0])
    expected = solve_turn(edition.pool, stakes[0].terminal(edition.masks)).value
    assert benchmark(run) == pytest.approx(expected, abs=1e-12)


@pytest.mark.benchmark(group="display")
def test_batched_display(benchmark, edition, stakes):
    """Sixteen displays, terminal values included; divide by 16."""
    room = Workspace(lattice_of(edition.pool), BATCH)
    values = benchmark(solve_batch, edition.pool, edition.masks, stakes, workspace=room)
    expected = [solve_turn(edition.pool, one.terminal(edition.masks)).value for one in stakes]
    assert values[-1] == pytest.approx(expected, abs=1e-12)


@pytest.mark.benchmark(group="display")
def test_display_alone(benchmark, edition, stakes):
    """One display by kernels, terminal values included."""
    room = Workspace(lattice_of(edition.pool), 1)
    values = benchmark(solve_batch, edition.pool, edition.masks, stakes[:1], workspace=room)
    assert values[-1, 0] == pytest.approx(solve_turn(edition.pool, stakes[0].terminal(edition.masks)).value, abs=1e-12)


@pytest.mark.benchmark(group="display")
def test_display_with_numpy(benchmark, edition, stakes):
    """One display as the command line solves it, all stages kept."""
    benchmark(lambda: solve_turn(edition.pool, stakes[0].terminal(edition.masks)))


@pytest.mark.benchmark(group="citizens")
def test_all_citizens(benchmark, edition):
    """All 40 citizens, 1 to 4 rolls."""
    chances = benchmark(condition_chances, edition.pool, edition.conditions, rolls=4, engine="numba")
    assert chances[2, edition.bit_of["orc-4"]] == pytest.approx(818038877 / 1632586752, abs=1e-14)


@pytest.mark.benchmark(group="citizens")
def test_all_citizens_with_numpy(benchmark, edition):
    """All 40 citizens, 1 to 4 rolls, as the command line works them out."""
    benchmark(condition_chances, edition.pool, edition.conditions, rolls=4)


def four_alike(kept):
    return max((kept.count(face) for face in range(1, 7)), default=0) >= 4


@pytest.mark.benchmark(group="one card")
def test_one_citizen(benchmark, edition):
    """Four of a kind, 3 rolls, small pool found and solved."""
    condition = [edition.conditions[edition.bit_of["orc-4"]]]
    chances = benchmark(condition_chances, edition.pool, condition, rolls=3, engine="numba")
    assert chances[2, 0] == pytest.approx(818038877 / 1632586752, abs=1e-14)


@pytest.mark.benchmark(group="one card")
def test_one_citizen_with_icepool(benchmark):
    """Four of a kind, 3 rolls, recursion around icepool."""
    pytest.importorskip("icepool", reason="install the extra `peers`")
    from benchmarks.peers import best_chance_with_icepool

    chance = benchmark.pedantic(best_chance_with_icepool, args=(6, four_alike, 3), rounds=7, warmup_rounds=1)
    assert chance == pytest.approx(818038877 / 1632586752, abs=1e-12)


@pytest.mark.benchmark(group="one card")
def test_one_citizen_with_dyce(benchmark):
    """Four of a kind, 3 rolls, recursion around dyce."""
    pytest.importorskip("dyce", reason="install the extra `peers`")
    from benchmarks.peers import best_chance_with_dyce

    chance = benchmark.pedantic(best_chance_with_dyce, args=(6, four_alike, 3), rounds=7, warmup_rounds=1)
    assert chance == pytest.approx(818038877 / 1632586752, abs=1e-12)


@pytest.mark.benchmark(group="yatzy", timer=time.process_time)
def test_yatzy(benchmark):
    """Optimal solitaire Yatzy, CPU seconds."""
    from benchmarks.yatzy import solve_yatzy

    value = benchmark.pedantic(solve_yatzy, rounds=3, warmup_rounds=1)
    assert value == pytest.approx(248.43998937785, abs=1e-10)


@pytest.mark.benchmark(group="yatzy", timer=time.process_time)
def test_yatzy_with_yatzy_solver(benchmark):
    """Optimal solitaire Yatzy by yatzy-solver, CPU seconds of all its threads."""
    yatzy_solver = pytest.importorskip("yatzy_solver", reason="install the extra `peers`")
    variant = yatzy_solver.Variant("yatzy-scandinavian")
    benchmark.pedantic(yatzy_solver.Solver.build, args=(variant,), rounds=1)


COMMANDS = {
    "odds": ["odds"],
    "advise": ["advise", "--display", "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"],
    "help": ["--help"],
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.benchmark(group="commands")
def test_command(benchmark, name):
    """A command from the shell, start-up included."""
    call = [sys.executable, "-m", "kingdice", *COMMANDS[name]]
    benchmark.pedantic(subprocess.run, args=(call,), kwargs={"check": True, "capture_output": True}, rounds=7)


@pytest.mark.benchmark(group="commands")
def test_command_first_ever(benchmark, tmp_path):
    """`kingdice odds` with nothing compiled before: no bytecode, no kernels."""
    environment = {"PYTHONPYCACHEPREFIX": str(tmp_path / "pyc"), "NUMBA_CACHE_DIR": str(tmp_path / "numba"), "PATH": ""}
    call = [sys.executable, "-m", "kingdice", "odds"]
    benchmark.pedantic(
        subprocess.run, args=(call,), kwargs={"check": True, "capture_output": True, "env": environment}, rounds=1
    )
