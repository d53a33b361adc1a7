"""Real processes, killed and interrupted: what was done is kept, and the games are the same in the end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from oracles.processes import hear_ctrl_c
from simulation.toy_match import ToyMatch

import kingdice
from kingdice.simulation.run import simulate

SCRIPT = Path(__file__).with_name("toy_process.py")
PYTHON_PATH = os.pathsep.join([str(SCRIPT.parent.parent), str(Path(kingdice.__file__).parent.parent)])


@pytest.fixture
def start():
    """A function that starts a process, which gets ready to simulate; none outlives the test."""
    started = []

    def start(out: Path, *before: str, **arguments) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*before, sys.executable, str(SCRIPT), json.dumps({"out": str(out), **arguments})],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": PYTHON_PATH},
            preexec_fn=hear_ctrl_c,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        with process:  # closes its pipes and waits for it
            pass


def let_go(process: subprocess.Popen[str]) -> None:
    """Wait until it is ready, and let it simulate."""
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()


def wait_for_parts(out: Path, parts: int) -> None:
    deadline = time.monotonic() + 20
    while len(list(out.glob("*.parquet"))) < parts:
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.parametrize("kills", [8, pytest.param(22, marks=pytest.mark.long)])
def test_a_run_that_is_killed_again_and_again_gives_the_games_of_an_uninterrupted_one(tmp_path, start, kills):
    """Killed (-9) a random moment after a random number of new blocks, with 1 and 2 workers in turn; fixed seed."""
    out, games, block = tmp_path / "run", 30_000, 50
    rng = random.Random(2017)
    asked = {"games": games, "block": block, "resume": True, "pause": 0.004}
    kept = [0]
    following = start(out, workers=1, **asked)
    for kill in range(kills):
        process, following = following, start(out, workers=1 + (kill + 1) % 2, **asked)  # gets ready meanwhile
        let_go(process)
        wait_for_parts(out, kept[-1] + rng.randrange(12))
        time.sleep(rng.uniform(0.0, 0.02))
        process.kill()
        assert process.wait() == -signal.SIGKILL
        kept.append(len(list(out.glob("*.parquet"))))
    assert kept == sorted(kept)
    assert len(set(kept)) > kills // 2  # most of them died while they played
    assert kept[-1] < games // block
    heard = []
    last = simulate(ToyMatch(before=heard.append), games=games, out=out, resume=True)
    assert len(heard) == games // block - kept[-1]
    assert last.summary["digest"] == simulate(ToyMatch(), games=games).summary["digest"]
    assert list(out.glob(".*")) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_ends_at_once_with_one_line(tmp_path, start, workers):
    out = tmp_path / "run"
    process = start(out, games=10**7, block=100, pause=0.02, workers=workers)
    let_go(process)
    wait_for_parts(out, 5)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=20)
    assert time.monotonic() - begun < 2
    assert (process.returncode, stdout) == (130, "")
    parts = len(list(out.glob("*.parquet")))
    assert stderr == (
        f"interrupted; {100 * parts:,} of 10,000,000 games are kept in {out}, and --resume goes on from there\n"
    )
    assert sorted(path.name for path in out.iterdir() if path.suffix != ".parquet") == ["manifest.json"]
    played = []
    games = 100 * parts
    run = simulate(ToyMatch(before=played.append), games=games, out=out, resume=True)
    assert len(played) <= workers  # a later block may have been done before an earlier one was begun
    assert run.summary["digest"] == simulate(ToyMatch(), games=games).summary["digest"]


def test_a_directory_that_a_living_process_writes_to_is_refused(tmp_path, start):
    out = tmp_path / "run"
    first = start(out, games=10**7, block=100, pause=0.02)
    let_go(first)
    wait_for_parts(out, 1)
    second = start(out, games=10**7, block=100, resume=True)
    let_go(second)
    assert second.communicate(timeout=20) == (
        "",
        f"{out}: process {first.pid} is writing there; wait for it to end\n",
    )
    assert second.returncode == 2


def test_a_disk_that_is_really_full_ends_in_one_line_and_the_run_goes_on_elsewhere(tmp_path, start):
    """On a file system of 256 KB, in a mount namespace of the process's own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    copied = tmp_path / "copied"
    script = f'mount -t tmpfs -o size=256k tmpfs {disk} && "$@"; code=$?; cp -r {disk}/run {copied}; exit $code'
    alone = ["unshare", "--user", "--map-root-user", "--mount"]
    try:
        able = subprocess.run([*alone, "mount", "-t", "tmpfs", "tmpfs", str(disk)], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no command unshare here")
    if able.returncode:
        pytest.skip("this system lets nobody mount a file system of their own")
    process = start(disk / "run", *alone, "sh", "-c", script, "sh", games=50_000, block=1000, workers=2)
    let_go(process)
    stdout, stderr = process.communicate(timeout=20)
    kept = len(list(copied.glob("*.parquet")))
    assert (process.returncode, stdout) == (2, "")
    assert stderr.count("\n") == 1
    assert stderr.endswith(
        "cannot be written: No space left on device; "
        f"{1000 * kept:,} of 50,000 games are kept in {disk / 'run'}, and --resume goes on from there\n"
    )
    assert 3 < kept < 50
    assert list(copied.glob(".*")) == []
    run = simulate(ToyMatch(), games=50_000, out=copied, resume=True)
    assert run.summary["digest"] == simulate(ToyMatch(), games=50_000).summary["digest"]
