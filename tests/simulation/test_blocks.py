"""The same games in the same order, whatever plays them."""

from __future__ import annotations

import struct
import threading
import time
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest
from simulation.toy_match import ToyMatch

from kingdice.errors import RunError
from kingdice.simulation.blocks import LOOK_EVERY, RunInterrupted, default_block, run_blocks
from kingdice.simulation.engines import ENGINES, Span, cut
from kingdice.simulation.run import simulate

GAMES = 1500


def plain_digest(match: ToyMatch, games: int, seed: int = 1) -> str:
    """Games played one at a time, written number by number as eight little-endian bytes."""
    hashed = sha256()
    for game in range(games):
        for number in match.play_block(seed, game, 1)[0]:
            hashed.update(struct.pack("<q", int(number)))
    return hashed.hexdigest()


@pytest.fixture(scope="module")
def digest() -> str:
    return plain_digest(ToyMatch(), GAMES)


@pytest.mark.parametrize("block", [None, 1, 64, 333, 1000, 4096, 10**9])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_block_size_and_number_of_workers_gives_the_games_played_one_by_one(workers, block, digest):
    assert simulate(ToyMatch(), games=GAMES, workers=workers, block=block).summary["digest"] == digest


def test_another_seed_another_strategy_and_one_game_more_are_other_games(digest):
    assert simulate(ToyMatch(), games=GAMES, seed=2).summary["digest"] != digest
    assert simulate(ToyMatch(("plain",) * 3), games=GAMES).summary["digest"] != digest
    assert simulate(ToyMatch(), games=GAMES + 1).summary["digest"] != digest


def test_rows_come_in_game_order_though_later_blocks_are_done_first():
    done = []

    def dawdle(first):
        time.sleep(0.03 if first % 200 == 0 else 0.0)  # every other block
        done.append(first)

    handed = []
    run_blocks(ToyMatch(before=dawdle), lambda rows: handed.append(rows[:, 0]), games=1000, block=100, workers=2)
    assert np.concatenate(handed).tolist() == list(range(1000))
    assert done != sorted(done)


def test_two_workers_play_two_blocks_at_the_same_time():
    both = threading.Barrier(2, timeout=5)  # each block waits here for another one
    outcome = run_blocks(ToyMatch(before=lambda first: both.wait()), list, games=400, block=100, workers=2)
    assert outcome.games == 400


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_run_ahead_of_what_is_taken_by_a_few_blocks_only(workers):
    begun = []
    most = []

    def take(rows):
        time.sleep(0.002)
        most.append(len(begun) - len(most))

    run_blocks(ToyMatch(before=begun.append), take, games=6000, block=100, workers=workers)
    assert len(begun) == 60
    assert max(most) <= 2 * workers + 3


def test_blocks_cover_the_games_once():
    assert list(cut(10, 4)) == [Span(0, 4), Span(4, 4), Span(8, 2)]
    assert list(cut(8, 4)) == [Span(0, 4), Span(4, 4)]


@pytest.mark.parametrize(
    ("games", "block"),
    [(1, 64), (1023, 64), (2048, 128), (10_000, 512), (65_535, 2048), (65_536, 4096), (10**9, 4096)],
)
def test_a_block_is_a_power_of_two_that_leaves_sixteen_where_it_can(games, block):
    assert default_block(games) == block


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "0 games: expected at least 1"),
        ({"games": -5}, "-5 games: expected at least 1"),
        ({"workers": 0}, "0 workers: expected at least 1"),
        ({"block": 0}, "blocks of 0 games: expected at least 1"),
        ({"seed": -1}, "seed -1: expected a whole number from 0 to 9223372036854775807"),
        ({"seed": 2**63}, f"seed {2**63}: expected a whole number from 0 to 9223372036854775807"),
        ({"engine": "thread"}, "no engine 'thread'; did you mean 'threads'?"),
        ({"engine": "x"}, f"no engine 'x'; there are {', '.join(ENGINES)}"),
        ({"engine": "serial", "workers": 2}, "2 workers: the engine 'serial' has 1; 'threads' has as many as you like"),
    ],
)
def test_arguments_out_of_range_are_refused_before_anything_is_played(arguments, message, tmp_path):
    played = []
    with pytest.raises(RunError) as error:
        simulate(ToyMatch(before=played.append), **{"games": 10, "out": tmp_path / "run", **arguments})
    assert str(error.value) == message
    assert not played
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_in_a_block_ends_the_run_and_its_threads(workers):
    def fail(first):
        if first == 500:
            raise ZeroDivisionError("in block 5")

    with pytest.raises(ZeroDivisionError, match="in block 5"):
        run_blocks(ToyMatch(before=fail), list, games=10**6, block=100, workers=workers)
    assert [thread for thread in threading.enumerate() if thread.name.startswith("block")] == []


def test_an_interruption_without_a_directory_says_that_nothing_is_kept():
    def interrupt(rows):
        raise KeyboardInterrupt

    with pytest.raises(RunInterrupted, match=r"^interrupted; nothing is kept without a directory \(--out\)$") as error:
        run_blocks(ToyMatch(), interrupt, games=1000, workers=2)
    assert error.value.kept == 0


class StopAt:
    """Stops at a count; notes what it is shown."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.seen: list[int] = []
        self.looks: list[int] = []

    def add(self, rows):
        self.seen += rows[:, 0].tolist()

    def enough(self):
        self.looks.append(len(self.seen))
        return len(self.seen) >= self.count


@pytest.mark.parametrize("block", [97, 1000, 4096, 5000, 9000, 100_000])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_rule_ends_the_run_at_the_same_look_whatever_the_blocks(workers, block):
    rule, taken = StopAt(10_000), []
    outcome = run_blocks(
        ToyMatch(), lambda rows: taken.append(rows[:, 0]), games=10**6, workers=workers, block=block, stop=rule
    )
    assert (outcome.games, outcome.stopped) == (3 * LOOK_EVERY, True)
    assert rule.looks == [LOOK_EVERY, 2 * LOOK_EVERY, 3 * LOOK_EVERY]
    assert rule.seen == np.concatenate(taken).tolist() == list(range(3 * LOOK_EVERY))


def test_without_enough_a_stop_rule_sees_all_games():
    rule = StopAt(10**9)
    outcome = run_blocks(ToyMatch(), list, games=9000, stop=rule)
    assert (outcome.games, outcome.stopped) == (9000, False)
    assert rule.looks == [4096, 8192]
    assert all(after - before == 1 for before, after in pairwise(rule.seen))
    assert len(rule.seen) == 9000


def test_speed_is_that_of_the_games_played():
    outcome = run_blocks(ToyMatch(pause=0.01), list, games=1000, block=100)
    assert 1000 / 1.0 < outcome.games_per_second < 1000 / 0.1
