"""The same games on a Dask cluster of real processes, whatever happens to them; and what is wrong said in one line."""

from __future__ import annotations

import os
import pickle
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulation.toy_match import ToyMatch

from kingdice.errors import RunError
from kingdice.games import GAMES, game_named
from kingdice.simulation import cluster as clusters
from kingdice.simulation.blocks import RunInterrupted, run_blocks
from kingdice.simulation.cluster import close_clusters
from kingdice.simulation.run import simulate
from kingdice.simulation.tasks import Narrow

distributed = pytest.importorskip("distributed")

LONG = 3000, 20  # games and their block: 150 tasks or fewer


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A cluster of two processes, as somebody else may have started it: in another directory."""
    home = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("workers"))
    try:
        cluster = distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,
            silence_logs=50,
        )
    finally:
        os.chdir(home)
    yield cluster
    close_clusters()
    cluster.close()


@pytest.fixture
def scheduler(there):
    """Its scheduler's address, when both workers are there."""
    deadline = time.monotonic() + 30
    while len(pids(there)) < 2 or len(there.scheduler_info["workers"]) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return there.scheduler_address


def pids(cluster) -> list[int]:
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid is not None]


def digest(match, games: int, **how) -> str:
    return str(simulate(match, games=games, keep_rows=False, **how).summary["digest"])


@pytest.mark.parametrize("block", [None, 1, 333])
def test_every_block_size_gives_the_games_played_one_by_one(scheduler, block):
    games = 200 if block == 1 else 1500
    assert digest(ToyMatch(), games, scheduler=scheduler, block=block) == digest(ToyMatch(), games)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game != "kingdomino" else ()) for game in GAMES]
)
def test_every_game_is_the_same_on_a_cluster(scheduler, game):
    chosen = game_named(game)
    match = chosen.match([chosen.strategies[0], chosen.usual_strategy])
    here = digest(match, 300, seed=4)  # first: workers find in numba's cache what is compiled for it
    assert digest(match, 300, scheduler=scheduler, seed=4) == here


def test_rows_come_in_game_order_and_are_kept_as_they_come(scheduler, tmp_path):
    handed = []
    match = ToyMatch(before=lambda first: time.sleep(0.02 if first % 200 == 0 else 0.0))
    out = tmp_path / "run"
    run_blocks(match, lambda rows: handed.append(rows[:, 0]), games=2000, block=100, scheduler=scheduler, out=out)
    assert np.concatenate(handed).tolist() == list(range(2000))
    assert len(list(out.glob("*.parquet"))) == 20


def test_a_worker_killed_in_the_middle_changes_nothing(scheduler, there):
    games, block = LONG
    handed, killed = [], []

    def take(rows):
        handed.append(rows)
        if len(handed) == 20:
            killed.append(pids(there)[0])
            os.kill(killed[0], signal.SIGKILL)

    run_blocks(ToyMatch(pause=0.01), take, games=games, block=block, scheduler=scheduler)
    assert killed
    assert killed[0] not in pids(there)
    expected = ToyMatch().play_block(1, 0, games)
    assert np.array_equal(np.concatenate(handed), expected)


def test_an_interruption_keeps_what_is_done_and_the_run_goes_on_elsewhere(scheduler, tmp_path):
    games, block = LONG
    handed = []

    def take(rows):
        handed.append(rows)
        if len(handed) == 10:
            raise KeyboardInterrupt

    out = tmp_path / "run"
    with pytest.raises(RunInterrupted, match=r"^interrupted; [\d,]+ of 3,000 games are kept in ") as error:
        run_blocks(ToyMatch(pause=0.01), take, games=games, block=block, scheduler=scheduler, out=out)
    parts = len(list(out.glob("*.parquet")))
    assert error.value.kept == parts * block
    assert 10 <= parts < games // block
    assert digest(ToyMatch(), games, out=out, resume=True) == digest(ToyMatch(), games)


def test_what_goes_wrong_in_a_block_is_said_as_it_is_here(scheduler):
    def refuse(first):
        if first == 500:
            raise RunError("no such game")

    def fail(first):
        if first == 500:
            raise ZeroDivisionError("in block 5")

    with pytest.raises(RunError, match=r"^no such game$"):
        digest(ToyMatch(before=refuse), 10**6, block=100, scheduler=scheduler)
    with pytest.raises(ZeroDivisionError, match=r"^in block 5$"):
        digest(ToyMatch(before=fail), 10**6, block=100, scheduler=scheduler)
    assert digest(ToyMatch(), 500, scheduler=scheduler) == digest(ToyMatch(), 500)


@pytest.mark.long
def test_bots_go_to_workers_that_do_not_have_their_file(scheduler, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def last(state, moves):\n    print('mine')\n    return moves[-1]\n", encoding="utf-8")
    match = game_named("kingdomino").match(["mine.py:last", "random"])
    here = digest(match, 6)
    Path("mine.py").unlink()
    assert digest(match, 6, scheduler=scheduler) == here


def pretend(numpy: str | None) -> None:
    """On a worker: say that there is another version of numpy, or again what there is."""
    from kingdice.simulation import tasks, versions

    if numpy is None:
        versions.versions = tasks.versions = versions.real
    else:
        versions.real = versions.versions
        versions.versions = tasks.versions = lambda: {**versions.real(), "numpy": numpy}


@pytest.fixture
def other_version(there):
    """A worker with another version of numpy."""
    with distributed.Client(there, set_as_default=False) as client:
        worker = min(client.scheduler_info()["workers"])
        client.run(pretend, "1.0", workers=[worker])
        yield worker
        client.run(pretend, None, workers=[worker])


def test_a_worker_with_other_versions_is_refused(scheduler, other_version):
    close_clusters()
    said = (
        rf"^worker {other_version}: numpy 1\.0 there and {np.__version__} here; the same games need the same versions$"
    )
    with pytest.raises(RunError, match=said):
        digest(ToyMatch(), 100, scheduler=scheduler)


def test_a_worker_with_other_versions_that_comes_later_is_refused(scheduler, there, request):
    digest(ToyMatch(), 100, scheduler=scheduler)
    worker = request.getfixturevalue("other_version")
    with pytest.raises(RunError, match=rf"^worker {worker}: numpy 1\.0 there and {np.__version__} here"):
        digest(ToyMatch(pause=0.01), 10**6, block=100, scheduler=scheduler)


def test_a_scheduler_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr(clusters, "_SECONDS_TO_ANSWER", 1.0)
    how = {"dashboard_address": "127.0.0.1:0", "scheduler_kwargs": {"dashboard": False}, "silence_logs": 50}
    with distributed.LocalCluster(n_workers=0, **how) as nobody:
        address = nobody.scheduler_address
        with pytest.raises(RunError, match=f"^the scheduler at {address} has no workers$"):
            digest(ToyMatch(), 100, scheduler=address)
    with pytest.raises(RunError, match=f"^no scheduler answers at {address}: Connection refused$"):
        digest(ToyMatch(), 100, scheduler=address)


def test_a_scheduler_that_goes_away_ends_the_run_in_one_line(tmp_path):
    how = {"dashboard_address": "127.0.0.1:0", "scheduler_kwargs": {"dashboard": False}, "silence_logs": 50}
    handed = []
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", **how) as going:
        address = going.scheduler_address

        def take(rows):
            handed.append(rows)
            if len(handed) == 5:
                going.close()

        with pytest.raises(
            RunError, match=rf"^the scheduler at {address} does not answer any more; \d+ of 10,000 games"
        ):
            run_blocks(ToyMatch(pause=0.01), take, games=10_000, block=20, scheduler=address, out=tmp_path / "run")


@pytest.mark.parametrize(
    ("scheduler", "engine", "message"),
    [
        ("tcp://127.0.0.1:1", None, "no scheduler answers at tcp://127.0.0.1:1: Connection refused"),
        ("tcp://127.0.0.1:1", "dask", "no scheduler answers at tcp://127.0.0.1:1: Connection refused"),
        ("localhost", None, "scheduler 'localhost': expected an address, as in tcp://192.168.0.5:8786"),
        ("tcp://localhost", None, "scheduler 'tcp://localhost': expected an address, as in tcp://192.168.0.5:8786"),
        ("tcp://a:99999", None, "scheduler 'tcp://a:99999': expected an address, as in tcp://192.168.0.5:8786"),
        (
            "tcp://127.0.0.1:1",
            "threads",
            "engine 'threads': a scheduler (here tcp://127.0.0.1:1) goes with the engine 'dask' only",
        ),
    ],
)
def test_a_scheduler_that_is_none_is_one_line(scheduler, engine, message, tmp_path):
    with pytest.raises(RunError) as error:
        simulate(ToyMatch(), games=10, engine=engine, scheduler=scheduler, out=tmp_path / "run")
    assert str(error.value) == message
    assert not (tmp_path / "run").exists()


@pytest.mark.long
def test_processes_of_our_own_serve_several_runs_and_end(tmp_path):
    close_clusters()
    games, block = LONG
    expected = digest(ToyMatch(), games)
    assert digest(ToyMatch(pause=0.01), games, block=block, engine="dask", workers=2) == expected
    (ours,) = clusters._open.values()
    first = pids(ours.local)
    assert len(first) == 2
    assert digest(ToyMatch(), games, engine="dask", workers=2) == expected
    assert pids(ours.local) == first
    close_clusters()
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in first):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@given(
    st.lists(st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * 2, *[st.integers(-130, 130)] * 2), min_size=1, max_size=30)
)
def test_narrow_rows_are_the_rows(rows):
    table = np.array(rows, dtype=np.int64)
    again = Narrow.of(table).rows()
    assert again.dtype == np.int64
    assert np.array_equal(again, table)


def test_games_go_narrow():
    rows = game_named("kingdomino").match(["random"] * 4).play_block(1, 0, 1000)
    sent = sum(numbers.nbytes for _, numbers in Narrow.of(rows).parts)
    assert sent < rows.nbytes / 3


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_small_to_send_even_when_it_was_played(game):
    chosen = game_named(game)
    match = chosen.match([chosen.strategies[0]] * 2)
    match.play_block(1, 0, 1)
    assert len(pickle.dumps(match)) < 16_000
