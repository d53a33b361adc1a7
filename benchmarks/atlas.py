"""What is timed about the atlas: displays with values for 1 to 4 rolls and every outcome, and all 658,008 of them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.checks import check_close
from benchmarks.displays import plain_display
from benchmarks.timing import Bar, Group, Timed
from kingdice.games.king_of_dice import Display, load_edition
from kingdice.games.king_of_dice.atlas_displays import Displays

__all__ = ["GROUPS"]

SOME = 512
FIRST = 300_000  # displays of one elf or dwarf and mixed others
WHOLE = 658_008


def _some() -> Callable[[], object]:
    edition = load_edition()
    displays = Displays(edition)
    row = displays.play_block(1, FIRST, 16)[0]
    ids = [edition.citizens[one].id for one in displays.citizens(FIRST, 1)[0]]
    stakes = Display.of(edition, ids, villages=[0] * len(ids)).stakes()
    if "hypnotist" not in ids:
        found = dict(zip(displays.columns, row, strict=True))
        chances = np.array([*(found[f"chance_{place + 1}"] for place in range(len(ids))), found["failing"]])
        check_close(found["value_3"], float(chances @ [*stakes.worths, stakes.failing]), 1e-9)
    return lambda: displays.play_block(1, FIRST, SOME)


def _whole() -> Callable[[], object]:
    def run() -> None:
        with tempfile.TemporaryDirectory() as place:
            call = [sys.executable, "-m", "kingdice", "atlas", "king-of-dice", "--workers", "2", "--quiet"]
            subprocess.run([*call, "--out", str(Path(place) / "atlas")], check=True, capture_output=True)

    return run


GROUPS = [
    Group(
        "atlas",
        [
            Timed("plain 7^6 lattice in numba, one value only", plain_display),
            Timed("display with values for 1 to 4 rolls and every outcome", _some, SOME),
        ],
        rounds=11,
    ),
    Group(
        "atlas, whole",
        [Timed("kingdice atlas, 658,008 displays, 2 workers, files and all", _whole, 1, Bar(seconds=120.0))],
        rounds=1,
        warm=False,
    ),
]
