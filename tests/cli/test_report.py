"""`kingdice report`: what it refuses, and whole reports through the real entry point."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import oracles
import pandas as pd
import pytest

from kingdice.games import GAMES

TOY = Path(next(iter(oracles.__path__))) / "toy_editions" / "balanced.toml"
SECTIONS = [
    "What stands out", "Seats", "Cards", "Length and endings", "Scores and margins", "Flow", "Luck and skill",
    "Decisions", "Restricted play", "Rules health", "Sensitivity", "Controls", "Where these numbers come from",
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["chess"], "no game 'chess'; there is king-of-dice, kingdomino, carcassonne"),
        (["king-of-dice", "--games", "12"], "--games 12: a report needs at least 64"),
        (["king-of-dice", "--games", "many"], "--games many: expected a whole number, as in 1000 or 1e6"),
        (["king-of-dice", "--players", "9"], "--players 9: expected 2 to 5"),
        (["king-of-dice", "--until", "points:1"], "no quantity 'points' to stop at; there is win-share"),
        (["king-of-dice", "--variants", "middle"], "--variants middle: king-of-dice has --edition instead"),
        (["king-of-dice", "--against", " , "], "--against ' , ': expected an edition or rules to compare with"),
        (["king-of-dice", "--cheat-sheet", "sheet.png"], "--cheat-sheet sheet.png: expected a file name that ends in"),
        (["kingdomino", "--cheat-sheet", "sheet.pdf"], "--cheat-sheet sheet.pdf: there is one for king-of-dice only"),
        (["king-of-dice", "--workers", "0"], "--workers 0: expected at least 1"),
        (["king-of-dice", "--seed", "-3"], "--seed -3: expected a whole number from 0"),
        (["king-of-dice", "--edition", "nowhere.toml"], "nowhere.toml"),
        (["king-of-dice", "--against", "nowhere.toml"], "nowhere.toml"),
        (["kingdomino", "--against", "nowhere"], "nowhere"),
        (["carcassonne", "--against", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_is_one_line(
    refused: Callable[..., str], words: list[str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert line in refused("report", *words)
    assert list(tmp_path.rglob("index.html")) == []


def test_a_file_in_the_way_is_left_alone(refused: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "report").write_text("mine")
    assert "a file, not a folder" in refused("report", "king-of-dice", "--out", str(tmp_path / "report"))
    assert (tmp_path / "report").read_text() == "mine"


def report_on(game: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kingdice", "report", game, "--quiet", "--out", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_report_has_every_section_and_the_same_bytes_on_one_and_two_workers(game: str, tmp_path: Path) -> None:
    words = ["--edition", str(TOY), "--against", "haba-2017"] if game == "king-of-dice" else []
    folders = [tmp_path / f"{workers}" for workers in (1, 2)]
    for workers, folder in enumerate(folders, start=1):
        done = report_on(game, folder, "--games", "320", "--workers", str(workers), *words)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert done.stdout == f"{folder / 'index.html'}\n"
    first, second = (bytes_of(folder) for folder in folders)
    assert first == second
    page = first["README.md"].decode()
    titles = [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]
    cards = {"kingdomino": "Dominoes", "carcassonne": "Tiles and cards"}.get(game, "Cards")
    expected = [cards if title == "Cards" else title for title in SECTIONS]
    assert [title for title in titles if not title.startswith("Against ")] == expected
    sources = {row["section"] for row in json.loads(first["manifest.json"])["sources"]}
    assert set(expected[:-1]) <= sources
    for title in titles[:-1]:
        text = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
        assert "\n| " in text, title  # a table
    for name in first:
        if name.endswith(".csv"):
            stored = pd.read_parquet(folders[0] / name.replace(".csv", ".parquet"))
            plain = stored.astype(object).where(stored.notna() & stored.ne(""))  # an empty cell of CSV is either
            read = pd.read_csv(folders[0] / name).astype(object)
            pd.testing.assert_frame_equal(read.where(read.notna()), plain, check_dtype=False)


@pytest.mark.long
def test_an_interrupted_report_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    words = ["--edition", str(TOY), "--games", "320"]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert report_on("king-of-dice", whole, *words).returncode == 0
    command = [sys.executable, "-m", "kingdice", "report", "king-of-dice", "--out", str(broken), *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while not list(broken.glob(".kept/*/matched.parquet")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=300)
    assert process.returncode == 130
    assert complaint.splitlines()[-1].startswith("kingdice: interrupted; what was done is kept in ")
    assert not (broken / "index.html").exists()
    again = report_on("king-of-dice", broken, *words)
    assert again.returncode == 0
    assert bytes_of(broken) == bytes_of(whole)
