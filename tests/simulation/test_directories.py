"""Runs on disk: resumed without a game lost or played twice, and never mixed with anything else."""

from __future__ import annotations

import errno
import fcntl
import itertools
import json
import os
import shutil
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from simulation.toy_match import ToyMatch

import kingdice
from kingdice.errors import RunError
from kingdice.simulation import RNG_VERSION, manifest
from kingdice.simulation.blocks import RunInterrupted, run_blocks
from kingdice.simulation.directory import stored_manifest, stored_rows
from kingdice.simulation.parts import part_path
from kingdice.simulation.run import simulate
from kingdice.simulation.until import Until

GAMES, BLOCK = 1000, 128


class Heard:
    """A watch that remembers."""

    def __init__(self) -> None:
        self.new = self.old = 0
        self.notes: list[str] = []

    def start(self, games):
        pass

    def step(self, games, new):
        self.new += games * new
        self.old += games * (not new)

    def note(self, line):
        self.notes.append(line)

    def stop(self):
        pass


@pytest.fixture
def out(tmp_path) -> Path:
    return tmp_path / "run"


@pytest.fixture(scope="module")
def whole():
    """The run as it comes without a directory."""
    return simulate(ToyMatch(), games=GAMES)


def go_on(out: Path, match: ToyMatch | None = None, **arguments):
    """Resume; returns the digest and what the watch heard."""
    heard = Heard()
    run = simulate(match or ToyMatch(), **{"games": GAMES, "out": out, "resume": True, "watch": heard, **arguments})
    return run.summary["digest"], heard


def interrupted_at(out: Path, game: int, **arguments) -> None:
    """Begin a run that Ctrl-C ends when the block from this game on is about to be played."""

    def interrupt(first):
        if first == game:
            raise KeyboardInterrupt

    with pytest.raises(RunInterrupted):
        simulate(ToyMatch(before=interrupt), **{"games": GAMES, "block": BLOCK, "out": out, **arguments})


def contents(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


# What is on disk


def test_a_run_leaves_its_manifest_and_a_part_a_block_and_nothing_else(out, whole):
    run = simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out, seed=1, workers=2)
    assert sorted(path.name for path in out.iterdir()) == [
        "manifest.json",
        *(f"part-{first:012}.parquet" for first in range(0, GAMES, BLOCK)),
    ]
    assert json.loads((out / "manifest.json").read_text()) == {
        "identity": {
            "game": "toy",
            "edition": {"name": "toy", "hash": "abc"},
            "strategies": ["plain", "plain", "lucky"],
        },
        "columns": list(ToyMatch().columns),
        "seed": 1,
        "rng_version": RNG_VERSION,
        "version": kingdice.__version__,
        "block": BLOCK,
        "games": GAMES,
        "finished": True,
    }
    assert run.summary["digest"] == whole.summary["digest"]


def test_parts_are_plain_parquet_in_game_order(out):
    import pandas as pd

    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    table = pd.concat([pd.read_parquet(path) for path in sorted(out.glob("*.parquet"))])
    assert table.columns.tolist() == list(ToyMatch().columns)
    assert (table.to_numpy() == ToyMatch().play_block(1, 0, GAMES)).all()


def test_rows_come_back_from_disk_as_they_come_from_memory(out, whole):
    run = simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    assert run.held is None
    assert (np.concatenate(list(run.rows())) == np.concatenate(list(whole.rows()))).all()
    assert run.table().equals(whole.table())


def test_a_run_on_disk_needs_memory_for_a_few_blocks_only(out):
    """600,000 games are 48 MB of rows."""
    tracemalloc.start()
    try:
        run = simulate(ToyMatch(), games=600_000, out=out)
        assert sum(len(rows) for rows in run.rows()) == 600_000
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


# Going on


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("game", [0, 128, 512, 896])
def test_a_run_goes_on_where_it_was_interrupted(out, whole, game, workers):
    interrupted_at(out, game)
    assert len(list(out.glob("*.parquet"))) == game // BLOCK
    digest, heard = go_on(out, workers=workers)
    assert digest == whole.summary["digest"]
    assert (heard.old, heard.new, heard.notes) == (game, GAMES - game, [])


def test_an_interruption_says_how_many_games_are_kept_and_how_to_go_on(out):
    with pytest.raises(RunInterrupted) as error:
        simulate(ToyMatch(before=lambda first: 1 / (first != 512)), games=GAMES, block=BLOCK, out=out, watch=Breaks())
    assert str(error.value) == f"interrupted; 384 of 1,000 games are kept in {out}, and --resume goes on from there"
    assert error.value.kept == 384


class Breaks(Heard):
    """Ctrl-C after the third block."""

    def step(self, games, new):
        super().step(games, new)
        if self.new == 3 * BLOCK:
            raise KeyboardInterrupt


def test_blocks_that_workers_played_ahead_are_kept_when_a_run_is_interrupted(out, whole):
    with pytest.raises(RunInterrupted) as error:
        simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out, workers=2, watch=Breaks())
    assert error.value.kept == min(GAMES, BLOCK * len(list(out.glob("*.parquet")))) >= 384
    digest, heard = go_on(out)
    assert digest == whole.summary["digest"]
    assert heard.old == error.value.kept


def test_a_finished_run_plays_nothing_again(out, whole):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    before = contents(out)
    played = []
    digest, heard = go_on(out, ToyMatch(before=played.append), workers=2)
    assert (digest, played, heard.new) == (whole.summary["digest"], [], 0)
    assert contents(out) == before
    assert simulate(ToyMatch(), games=GAMES, out=out, resume=True).summary["games_per_second"] == 0


def test_more_games_extend_a_run_and_keep_its_blocks(out):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    digest, heard = go_on(out, games=2000)
    assert digest == simulate(ToyMatch(), games=2000).summary["digest"]
    assert (heard.old, heard.new) == (7 * BLOCK, 2000 - 7 * BLOCK)  # the last, short block is played again
    assert heard.notes == [f"{part_path(out, 896)}: ends after 104 of 128 games; these games are played again"]
    assert stored_manifest(out).block == BLOCK
    assert sum(len(rows) for rows in stored_rows(out)) == 2000


def test_fewer_games_leave_the_others_aside_until_they_are_asked_for(out, whole):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    digest, heard = go_on(out, games=300)
    assert (digest, heard.new) == (simulate(ToyMatch(), games=300).summary["digest"], 0)
    assert sum(len(rows) for rows in stored_rows(out)) == 300
    assert go_on(out)[0] == whole.summary["digest"]


def test_resuming_where_there_is_nothing_begins(out, whole):
    assert go_on(out)[0] == whole.summary["digest"]
    (out.parent / "empty").mkdir()
    assert go_on(out.parent / "empty")[0] == whole.summary["digest"]


def test_a_run_that_stopped_at_a_precision_holds_the_games_up_to_there(out):
    until = Until.parse("win-share:0.02")
    run = simulate(ToyMatch(), games=10**6, out=out, until=until, workers=2, block=5000)
    stopped = run.summary["games"]
    assert stored_manifest(out).games == stopped < 30_000
    assert sum(len(rows) for rows in run.rows()) == stopped
    assert run.summary["digest"] == simulate(ToyMatch(), games=stopped).summary["digest"]
    digest, heard = go_on(out, games=10**6, until=until)
    assert (digest, heard.new) == (run.summary["digest"], 0)


# Not going on


@pytest.mark.parametrize(
    ("match", "arguments", "difference"),
    [
        (ToyMatch(), {"seed": 2}, "seed is 1 there and 2 here"),
        (ToyMatch(), {"block": 64}, "block is 128 there and 64 here"),
        (ToyMatch(edition="xyz"), {}, 'identity.edition.hash is "abc" there and "xyz" here'),
        (
            ToyMatch(("plain", "lucky", "lucky")),
            {},
            'identity.strategies is ["plain", "plain", "lucky"] there and ["plain", "lucky", "lucky"] here',
        ),
    ],
)
def test_another_run_is_refused_by_the_field_that_differs(out, match, arguments, difference):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    before = contents(out)
    with pytest.raises(RunError) as error:
        go_on(out, match, **arguments)
    assert str(error.value) == (f"{out}: holds another run: {difference}; --resume goes on with the same run only")
    assert contents(out) == before


@pytest.mark.parametrize(("name", "value"), [("RNG_VERSION", 999), ("version", "9.9.9")])
def test_a_run_of_another_version_is_refused(out, monkeypatch, name, value):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    if name == "version":
        monkeypatch.setattr(kingdice, "__version__", value)
    else:
        monkeypatch.setattr(manifest, name, value)
    now = "9.9.9" if name == "version" else "999 here"
    with pytest.raises(RunError, match=f"{name.lower()} is .* there and .*{now}"):
        go_on(out)


def test_settings_that_only_one_run_has_are_named():
    class Other(ToyMatch):
        @property
        def identity(self):
            return {**super().identity, "bonus": 3}

    one, other = (manifest.manifest_of(match, seed=1, block=64, games=10) for match in (ToyMatch(), Other()))
    assert one.difference(other) == "identity.bonus is nothing there and 3 here"
    assert other.difference(one) == "identity.bonus is 3 there and nothing here"
    assert one.difference(one) is None


def test_a_directory_with_a_run_is_left_alone_unless_it_is_resumed(out):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    before = contents(out)
    with pytest.raises(RunError) as error:
        simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    assert str(error.value) == (f"{out}: holds a run already; go on with it by --resume, or choose another directory")
    assert contents(out) == before


@pytest.mark.parametrize("resume", [False, True])
def test_a_directory_with_anything_else_is_left_alone(out, resume):
    out.mkdir()
    (out / "thesis.txt").write_text("all my work")
    with pytest.raises(RunError) as error:
        simulate(ToyMatch(), games=10, out=out, resume=resume)
    assert str(error.value) == f"{out}: holds 'thesis.txt' and no run; choose a new or empty directory"
    assert contents(out) == {"thesis.txt": b"all my work"}


def test_a_file_and_a_directory_without_a_parent_are_no_place_for_a_run(out):
    with pytest.raises(RunError, match=f"^{out / 'deeper'}: there is no directory {out}$"):
        simulate(ToyMatch(), games=10, out=out / "deeper")
    out.write_text("a file")
    with pytest.raises(RunError, match=f"^{out}: is a file; a run needs a directory$"):
        simulate(ToyMatch(), games=10, out=out, resume=True)
    assert out.read_text() == "a file"
    with pytest.raises(RunError, match=r"x: cannot be used: File name too long$"):
        simulate(ToyMatch(), games=10, out=out.parent / ("x" * 300))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"games": 3}', "\x00\xff"])
def test_a_manifest_that_is_none_is_said_to_be_so(out, text):
    simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    (out / "manifest.json").write_bytes(text.encode("latin-1"))
    message = f"^{out / 'manifest.json'}: is not the manifest of a run; choose another directory$"
    with pytest.raises(RunError, match=message):
        go_on(out)
    with pytest.raises(RunError, match=message):
        list(stored_rows(out))


def test_what_a_killed_process_left_before_its_manifest_is_no_stranger(out, whole):
    out.mkdir()
    (out / "lock").write_text("99999999")
    (out / ".manifest.json.tmp").write_text('{"ident')
    assert go_on(out)[0] == whole.summary["digest"]
    assert not (out / ".manifest.json.tmp").exists()
    assert not (out / "lock").exists()


def test_half_written_files_of_a_killed_process_are_cleared_away(out, whole):
    interrupted_at(out, 512)
    (out / ".part-000000000128.parquet.tmp").write_bytes(b"PAR1 half")  # of a part that is whole by now
    assert go_on(out)[0] == whole.summary["digest"]
    assert list(out.glob(".*")) == []


def test_two_processes_do_not_write_to_one_directory(out):
    interrupted_at(out, 512)
    with (out / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("4711")
        lock.flush()
        with pytest.raises(RunError) as error:
            go_on(out)
    assert str(error.value) == f"{out}: process 4711 is writing there; wait for it to end"
    assert go_on(out)[1].new == 488  # the lock is free now


def test_a_lock_that_its_holder_took_away_meanwhile_is_not_relied_on(out, monkeypatch):
    real, calls = fcntl.flock, itertools.count()

    def flock(file, how):
        if next(calls) == 0:
            (out / "lock").unlink()  # as the process does that ends just now
        real(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    there = []
    run_blocks(ToyMatch(before=lambda first: there.append((out / "lock").read_text())), list, games=64, out=out)
    assert there == [str(os.getpid())]


def test_a_run_that_is_not_finished_is_not_read_as_one(out):
    interrupted_at(out, 512)
    with pytest.raises(RunError, match=f"^{out}: the run is not finished; --resume goes on with it$"):
        list(stored_rows(out))
    with pytest.raises(RunError, match=f"^{out.parent}: there is no run$"):
        list(stored_rows(out.parent))


# Damage


def damaged(path: Path, how: str) -> str:
    """Damage a part; returns what is said about it."""
    content = path.read_bytes()
    if how == "missing":
        path.unlink()
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "cut short":
        path.write_bytes(content[: len(content) // 2])
    elif how == "no Parquet":
        path.write_text("game,winner\n")
    elif how == "flipped bit":
        path.write_bytes(content[:300] + bytes([content[300] ^ 4]) + content[301:])
    elif how == "of another run":
        other = path.parent.parent / "other"
        simulate(ToyMatch(), games=GAMES, block=BLOCK, out=other, seed=2)
        shutil.copy(other / path.name, path)
        return "is a part of another run"
    elif how == "another part":
        shutil.copy(part_path(path.parent, 0), path)
        return "holds other games than its name says"
    return "is missing" if how == "missing" else "is cut short or damaged"


HARMS = ["missing", "empty", "cut short", "no Parquet", "flipped bit", "of another run", "another part"]


@pytest.mark.parametrize("how", HARMS)
def test_a_damaged_part_is_named_when_it_is_read_and_played_again_on_resume(out, whole, how):
    run = simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out)
    path = part_path(out, 256)
    said = damaged(path, how)
    with pytest.raises(RunError) as error:
        run.table()
    assert str(error.value) == f"{path}: {said}; --resume plays it again"
    digest, heard = go_on(out)
    assert (digest, heard.new) == (whole.summary["digest"], BLOCK)
    assert heard.notes == ([] if how == "missing" else [f"{path}: {said}; these games are played again"])
    assert run.table().equals(whole.table())


def test_no_flipped_bit_and_no_cut_goes_unnoticed_or_changes_a_row(out, whole):
    """400 harms at random places (fixed seed): the rows are those that were written, or the part is damaged."""
    simulate(ToyMatch(), games=200, block=200, out=out)
    path = part_path(out, 0)
    content = path.read_bytes()
    rows = np.concatenate(list(whole.rows()))[:200]
    rng = np.random.default_rng(7)
    complaints = []
    for harm in range(400):
        place = int(rng.integers(len(content)))
        flipped = bytes([content[place] ^ (1 << int(rng.integers(8)))])
        path.write_bytes(content[:place] if harm % 4 == 0 else content[:place] + flipped + content[place + 1 :])
        try:
            assert (np.concatenate(list(stored_rows(out))) == rows).all()
        except RunError as error:
            complaints.append(str(error))
    assert all(complaint.startswith(f"{path}: ") for complaint in complaints)
    assert len(complaints) > 300


# A full disk


@pytest.mark.parametrize("workers", [1, 2])
def test_a_full_disk_ends_a_run_in_one_line_and_loses_nothing(out, whole, monkeypatch, workers):
    synced = itertools.count(1)

    def full(descriptor):
        if next(synced) > 5:  # the manifest and four parts
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(RunError) as error:
            simulate(ToyMatch(), games=GAMES, block=BLOCK, out=out, workers=workers)
    assert len(list(out.glob("*.parquet"))) == 4
    assert list(out.glob(".*")) == []
    line = str(error.value)
    assert line.startswith(f"{out}/part-")
    assert line.endswith(
        ".parquet: cannot be written: No space left on device; "
        f"512 of 1,000 games are kept in {out}, and --resume goes on from there"
    )
    digest, heard = go_on(out, workers=workers)
    assert (digest, heard.old) == (whole.summary["digest"], 512)


def test_a_disk_that_is_full_from_the_start_keeps_no_game(out, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"manifest.json: cannot be written: No space left .*; no game has been played$"):
        run_blocks(ToyMatch(), list, games=GAMES, out=out)
