"""Are the bits the same? One match on every engine, with several workers and blocks, and after `kill -9`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["identical_bits"]

GAMES = 300_000
CALL = ["simulate", "king-of-dice", "--strategies", "best-bet,first-met,highest,random", "--quiet", "--format", "json"]
WAYS = {
    "1 thread": ["--workers", "1"],
    "2 threads": ["--workers", "2"],
    "3 threads": ["--workers", "3"],
    "2 Dask workers": ["--engine", "dask", "--workers", "2"],
}


def identical_bits() -> Iterator[tuple[str, str]]:
    """Each way of playing the same match, and the digest of all its games."""
    for way, words in WAYS.items():
        yield way, _digest(words)
    with tempfile.TemporaryDirectory() as place:
        yield "killed (kill -9) and resumed", _killed_and_resumed(Path(place) / "run")


def _words(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "kingdice", *CALL, "--games", str(GAMES), *words]


def _digest(words: list[str]) -> str:
    said = subprocess.run(_words(words), check=True, capture_output=True, text=True).stdout
    return str(json.loads(said)["digest"])


def _killed_and_resumed(out: Path) -> str:
    with subprocess.Popen(_words(["--out", str(out)]), stdout=subprocess.DEVNULL) as process:
        while len(list(out.glob("part-*.parquet"))) < 5 and process.poll() is None:
            time.sleep(0.001)
        process.kill()
    if process.returncode != -9:
        raise AssertionError("the run was over before it was killed")
    return _digest(["--out", str(out), "--resume"])
