"""Everything is compiled beforehand, and it is said where it is kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingdice.cli import warm
from kingdice.cli.warm_parts import line_ups, parts_of
from kingdice.games import GAMES, game_named
from kingdice.simulation import streams

NOT_OF_COMMANDS = {
    "kingdice.games.kingdomino.kernel_self_play.play_and_note",  # of `make fit`
    "kingdice.games.kingdomino.kernel_game.move_count",  # of tests
    "kingdice.games.kingdomino.kernel_kingdom.nth_placement",
}
COMMANDS = {
    "king-of-dice": [
        "simulate king-of-dice --games 200 --quiet --players 4",
        "simulate king-of-dice --games 300 --quiet --edition haba-2017-lv --strategies turn-optimal --workers 2",
        "compare king-of-dice far-sighted lead-optimal --games 24 --quiet --players 3",
        "compare king-of-dice best-bet highest --games 20 --luck --quiet",
        "show transcript king-of-dice --game 3 --strategies random,easiest,best-bet",
        "advise --display elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28 --policy best,first-met --turns 1e4",
        "edition suggest haba-2017 --games 50 --quiet --effort turns",
        "report king-of-dice --games 64 --quiet --out {folder}/king-of-dice",
    ],
    "kingdomino": [
        "simulate kingdomino --games 100 --quiet --strategies full-greedy:without=mine",
        "simulate kingdomino --games 2 --quiet --players 3 --variants middle,harmony"
        " --strategies mce:policy=greedy:playouts=20,strong:playouts=13,uct:seconds=0.01",
        "simulate kingdomino --games 2 --quiet --variants mighty-duel"
        " --strategies uct:playouts=20:bias=progressive,strong:seconds=0.01",
        "compare kingdomino full-greedy random --games 20 --quiet --variants dynasty --players 2",
        "show transcript kingdomino --strategies strong:playouts=12,random,mce:playouts=20",
        "show kingdom --variants mighty-duel --strategies far-sighted",
        "draft worth --games 40 --variants lines-of-four --spans 3",
        "report kingdomino --games 64 --quiet --out {folder}/kingdomino",
    ],
    "carcassonne": [
        "simulate carcassonne --games 4 --quiet --players 5 --strategies greedy:without=fields --variants small-city",
        "simulate carcassonne --games 2 --quiet --strategies mcts:seconds=0.01,random --cards flat-10",
        "compare carcassonne greedy random --games 4 --quiet --tiles base",
        "show transcript carcassonne --strategies mcts:playouts=5,greedy",
        "show board --game 17 --turn 30 --format position --out {folder}/position.txt",
        "worth carcassonne {folder}/position.txt --playouts 50 --moves 5 --strategies random,greedy",
        "king-robber rules --games 20",
        "report carcassonne --games 64 --quiet --out {folder}/carcassonne",
    ],
}
"""Other strategies, rules and numbers than those that are played to compile; every command with kernels."""

MISSED = """
import contextlib, io, json, shlex, sys
from kingdice.cli.main import run
from kingdice.cli.warm import kernels
missed = {}
for line in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        assert run(shlex.split(line)) == 0, said.getvalue()
    missed[line] = [name for name, one in kernels().items() if one.stats.cache_misses]
json.dump(missed, sys.stdout)
"""

UNCOMPILED = """
import contextlib, importlib, io, json, pkgutil, sys
import kingdice
from kingdice.cli.main import run
from kingdice.cli.warm import kernels
with contextlib.redirect_stdout(io.StringIO()):
    assert run(["warm", "--quiet"]) == 0
for module in pkgutil.walk_packages(kingdice.__path__, "kingdice."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
left = [name for name, one in kernels().items() if not one.signatures and one.targetoptions.get("inline") != "always"]
json.dump(left, sys.stdout)
"""


def in_a_process(code: str, kept: Path, told: object = None) -> object:
    """What a program prints, its kernels kept in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(told),
        env={**os.environ, "NUMBA_CACHE_DIR": str(kept)},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory) -> tuple[Path, list[str]]:
    """A folder in which everything was compiled, and the kernels that were not."""
    folder = tmp_path_factory.mktemp("compiled")
    return folder, in_a_process(UNCOMPILED, folder)


@pytest.mark.long
def test_every_kernel_that_a_command_uses_is_compiled(compiled):
    assert set(compiled[1]) == NOT_OF_COMMANDS


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_command_compiles_anything_afterwards(compiled, game, tmp_path):
    lines = [line.format(folder=tmp_path) for line in COMMANDS[game]]
    assert in_a_process(MISSED, compiled[0], lines) == {line: [] for line in lines}


@pytest.mark.long
def test_a_second_time_there_is_nothing_to_be_done(compiled, process):
    done = process("warm", environment={"NUMBA_CACHE_DIR": str(compiled[0])})
    assert done.code == 0
    assert done.out.startswith("Nothing had to be compiled; ")
    assert f"{compiled[0]} (NUMBA_CACHE_DIR)" in done.out
    assert all(": 0 kernels compiled, " in line for line in done.err.splitlines())
    assert done.err.startswith("king-of-dice, matches, haba-2017: ")


@pytest.mark.parametrize("name", GAMES)
def test_every_strategy_plays_under_all_kinds_of_rules(name):
    game = game_named(name)
    assert len(list(parts_of(name))) == len(game.variants) + 2
    for edition in game.variants:
        tables = line_ups(game, edition)
        at_tables = {one.partition(":")[0] for seats in tables if len(set(seats)) > 1 for one in seats}
        assert at_tables == set(game.strategies)
        assert {seats[0].partition(":")[0] for seats in tables if len(set(seats)) == 1} == set(game.strategies)
        assert {len(seats) for seats in tables} <= set(game.players(edition))
        clocks = {seats[0].partition(":")[0] for seats in tables if "seconds=" in seats[0]}
        assert clocks == set(game.light)


def test_kernels_are_kept_where_numba_keeps_them():
    streams.word_at(1, 1, 0, 0, 0, 0)
    found = warm.kernels()
    name = "kingdice.simulation.streams.word_at"
    where = warm.kept({name: found[name]})
    assert [str(folder) for folder in where.folders] == [found[name].stats.cache_path]
    files = [file for file in where.folders[0].iterdir() if file.suffix in (".nbi", ".nbc")]
    assert any(file.name.startswith("streams.word_at-") for file in files)
    assert where.bytes == sum(file.stat().st_size for file in files)


def test_an_unknown_game_is_said_before_anything_is_compiled(refused):
    assert refused("warm", "king-of-dize") == "no game 'king-of-dize'; did you mean 'king-of-dice'?"


def test_no_place_for_compiled_code_is_one_line(process):
    # only notebooks may keep code, which a program is not
    done = process("warm", "king-of-dice", environment={"NUMBA_CACHE_LOCATOR_CLASSES": "IPythonCacheLocator"})
    line = "kingdice: there is no place to keep compiled code: let NUMBA_CACHE_DIR be a directory of yours\n"
    assert (done.code, done.out, done.err) == (2, "", line)
