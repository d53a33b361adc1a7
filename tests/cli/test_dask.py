"""`--engine dask` and `--scheduler`: what cannot be is one line, and an interruption leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from oracles.processes import hear_ctrl_c

GAME = ["simulate", "king-of-dice", "--games", "200"]
COMMANDS = [
    GAME,
    ["compare", "king-of-dice", "best-bet", "highest"],
    ["report", "king-of-dice"],
    ["king-robber"],
]
WITHOUT_DASK = """
import sys
sys.modules["distributed"] = None
from kingdice.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_scheduler_that_cannot_be_is_one_line(refused, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong = "scheduler 'there:8786': expected an address, as in tcp://192.168.0.5:8786"
    assert refused(*words, "--scheduler", "there:8786") == wrong
    other = "engine 'threads': a scheduler (here tcp://127.0.0.1:1) goes with the engine 'dask' only"
    assert refused(*words, "--scheduler", "tcp://127.0.0.1:1", "--engine", "threads") == other
    assert refused(*words, "--engine", "dsak") == "no engine 'dsak'; did you mean 'dask'?"
    assert list(tmp_path.iterdir()) == []


def test_a_scheduler_that_is_not_there_is_one_line(refused, tmp_path):
    line = refused(*GAME, "--quiet", "--scheduler", "tcp://127.0.0.1:1", "--out", str(tmp_path / "run"))
    assert line == "no scheduler answers at tcp://127.0.0.1:1: Connection refused"
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_engine_says_how_to_get_it(tmp_path):
    words = [sys.executable, "-c", WITHOUT_DASK, *GAME, "--engine", "dask"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    said = "kingdice: --engine dask needs the extra dask: pip install 'kingdice[dask]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.long
def test_processes_play_the_same_games_and_say_nothing(process):
    words = [*GAME, "--format", "json", "--quiet"]
    here, there = (process(*words, *more) for more in ([], ["--engine", "dask", "--workers", "2"]))
    assert (there.code, there.err) == (0, "")
    assert json.loads(there.out)["digest"] == json.loads(here.out)["digest"]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_ends_all_processes(answer, tmp_path, presses):
    words = [*GAME[:2], "--strategies", "best-bet", "--seed", "3", "--format", "json"]
    play = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "kingdice",
            *words,
            "--games",
            "1e8",
            "--engine",
            "dask",
            "--workers",
            "2",
            "--out",
            "run",
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )
    try:
        deadline = time.monotonic() + 120
        while len(list((tmp_path / "run").glob("*.parquet"))) < 3:
            assert time.monotonic() < deadline
            assert play.poll() is None, play.communicate()
            time.sleep(0.05)
        for press in range(presses):
            time.sleep(0.3 * press)
            os.killpg(play.pid, signal.SIGINT)  # as a terminal does: all processes hear it
        printed, said = play.communicate(timeout=60)
    finally:
        play.kill()
        play.wait()
    assert (play.returncode, printed) == (130, "")
    *progress, last = said.splitlines()
    assert last.startswith("kingdice: interrupted; ")
    assert last.endswith(" of 100,000,000 games are kept in run, and --resume goes on from there")
    assert all(line.endswith(("games", "games/s", "left")) for line in progress), said
    assert processes_of(play.pid) == []


def processes_of(session: int) -> list[int]:
    """Those that are still there of a session that this one began."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # ended meanwhile
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(folder.name))
    return found
