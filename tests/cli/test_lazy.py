"""What a command loads: its own module and what its answer needs, no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kingdice.cli.lazy import load_command
from kingdice.cli.main import COMMANDS

SOME = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"
POSITION = "players: 2\nking: 2\nboard:\n       0     1\n   -1  E2    N1*c1\n    0  D0    V0*r2\n    1  V0    .\n"
DEAR = ("matplotlib", "numba", "pandas", "pyarrow", "rich.console", "scipy")
WITHOUT_KERNELS = [
    "--version",
    "odds",
    "odds --exact --format csv",
    "odds --needs 'three sixes' --dice 5d6",
    f"advise --display {SOME}",
    f"advise --display {SOME} --roll '1b 2g 4g 6r 3b 5r' --rolls-left 1",
    f"advise --display {SOME} --policy best,first-met",
    "edition show",
    "edition check haba-2017",
    "score kingdomino kingdom.txt",
    "show board --file position.txt",
    "draft odds",
    "draft place",
    "no-such-command",
    *(f"{command} --help" for command in COMMANDS),
]
"""Commands that play no game, solve one turn at most and draw no figure."""

LOADED = """
import contextlib, io, shlex, sys
from kingdice.cli.main import run
for line in sys.stdin.read().splitlines():
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = run(shlex.split(line))
    print(code, *(name for name in sys.argv[1].split(",") if name in sys.modules), sep=",")
"""


def loaded(lines: list[str], names: tuple[str, ...], folder: Path) -> list[tuple[int, set[str]]]:
    """Run commands one after the other in a new process: exit codes, and which of the modules are there after each."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, ",".join(names)],
        input="\n".join(lines),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [(int(code), set(rest)) for code, *rest in (line.split(",") for line in done.stdout.splitlines())]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_a_command_is_how_its_own_help_begins(name):
    assert COMMANDS[name].split() == load_command(name).help.split("\n\n")[0].split()


def test_help_loads_no_command(tmp_path):
    names = tuple(f"kingdice.cli.{name.replace('-', '_')}" for name in COMMANDS)
    [(code, there)] = loaded(["--help"], (*names, "kingdice.cli.options", "numpy", "pydantic", *DEAR), tmp_path)
    assert (code, there) == (0, set())


def test_a_command_loads_no_other_command(tmp_path):
    names = tuple(f"kingdice.cli.{name.replace('-', '_')}" for name in COMMANDS)
    [(code, there)] = loaded(["score --help"], names, tmp_path)
    assert (code, there) == (0, {"kingdice.cli.score"})


def test_commands_that_play_no_game_load_neither_numba_nor_pandas_nor_figures(tmp_path):
    (tmp_path / "kingdom.txt").write_text("w0 w0 w0\n** .. f1\n", encoding="utf-8")
    (tmp_path / "position.txt").write_text(POSITION, encoding="utf-8")
    found = loaded(WITHOUT_KERNELS, DEAR, tmp_path)
    assert [code for code, _ in found] == [2 if line == "no-such-command" else 0 for line in WITHOUT_KERNELS]
    dear = {line: there for line, (_, there) in zip(WITHOUT_KERNELS, found, strict=True) if there}
    assert dear == {}


def test_a_near_name_is_suggested_without_loading_its_command(tmp_path, refused):
    assert refused("od") == "No such command 'od'. Did you mean 'odds'?"
    [(code, there)] = loaded(["od"], ("kingdice.cli.odds",), tmp_path)
    assert (code, there) == (2, set())
