"""What is timed about commands: from the shell, start-up included, and the first time ever."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.timing import Bar, Group, Timed

__all__ = ["GROUPS"]

DISPLAY = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"
KINGDICE = [sys.executable, "-m", "kingdice"]
SIMULATION = ["simulate", "king-of-dice", "--games", "1000", "--strategies", "random", "--quiet"]


def _call(words: list[str], environment: Mapping[str, str] | None = None) -> Callable[[], object]:
    def run() -> None:
        subprocess.run(words, check=True, capture_output=True, env=environment)

    return run


def _kingdice(*words: str) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        run = _call([*KINGDICE, *words])
        run()  # compiles what it needs
        return run

    return prepare


def _first_ever(*words: str) -> Callable[[], Callable[[], object]]:
    """Nothing compiled before: no bytecode and no kernels, in a new place each time."""

    def prepare() -> Callable[[], object]:
        def run() -> None:
            with tempfile.TemporaryDirectory() as place:
                kept = {"PYTHONPYCACHEPREFIX": str(Path(place) / "pyc"), "NUMBA_CACHE_DIR": str(Path(place) / "numba")}
                _call([*KINGDICE, *words], {**os.environ, **kept})()

        return run

    return prepare


COMMANDS = Group(
    "commands, warm",
    [
        Timed("python -c 'import numpy'", lambda: _call([sys.executable, "-c", "import numpy"])),
        Timed("kingdice --help", _kingdice("--help"), bar=Bar(seconds=0.3)),
        Timed("kingdice odds", _kingdice("odds"), bar=Bar(seconds=1.0)),
        Timed("kingdice advise", _kingdice("advise", "--display", DISPLAY), bar=Bar(seconds=1.0)),
        Timed("kingdice draft odds", _kingdice("draft", "odds"), bar=Bar(seconds=1.0)),
        Timed("kingdice simulate, 1,000 games", _kingdice(*SIMULATION)),
    ],
)

COLD = Group(
    "commands, first time ever",
    [
        Timed("python -c 'import numpy'", lambda: _call([sys.executable, "-c", "import numpy"])),
        Timed("kingdice odds", _first_ever("odds"), bar=Bar(seconds=10.0)),
        Timed("kingdice advise", _first_ever("advise", "--display", DISPLAY), bar=Bar(seconds=10.0)),
    ],
)

COMPILING = Group(
    "compiling, once",
    [
        Timed("kingdice warm in a new place, every kernel of every game", _first_ever("warm", "--quiet")),
        Timed("kingdice simulate, 1,000 games of King of Dice, first time ever", _first_ever(*SIMULATION)),
    ],
    rounds=1,
    warm=False,
)

GROUPS = [COMMANDS, COLD, COMPILING]
