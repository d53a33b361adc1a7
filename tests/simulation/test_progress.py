"""Progress: a bar on a terminal, a few plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import io

import pytest
from simulation.toy_match import ToyMatch

from kingdice.simulation import progress as module
from kingdice.simulation.progress import Progress
from kingdice.simulation.run import simulate


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand: `clock[0]` is the time in seconds."""
    now = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


def test_plain_lines_come_every_five_seconds_and_at_the_end(clock):
    stream = io.StringIO()
    progress = Progress(stream)
    progress.start(100_000)
    for _ in range(100):
        clock[0] += 0.12
        progress.step(1000, new=True)
    progress.stop()
    assert stream.getvalue().splitlines() == [
        "42 %: 42,000 of 100,000 games, 8,333 games/s, 7 s left",
        "84 %: 84,000 of 100,000 games, 8,333 games/s, 2 s left",
        "100,000 of 100,000 games, 8,333 games/s",
    ]


def test_games_read_from_disk_count_as_done_and_not_as_speed(clock):
    stream = io.StringIO()
    progress = Progress(stream)
    progress.start(100_000)
    clock[0] += 4
    progress.step(50_000, new=False)
    clock[0] += 10
    progress.step(10_000, new=True)
    assert stream.getvalue() == "60 %: 60,000 of 100,000 games, 1,000 games/s, 40 s left\n"


@pytest.mark.parametrize(("rate", "left"), [(50, "1 min 40 s"), (1, "1 h 23 min")])
def test_time_left_is_said_in_its_two_largest_units(clock, rate, left):
    stream = io.StringIO()
    progress = Progress(stream)
    progress.start(5000 + 10 * rate)
    clock[0] += 10
    progress.step(10 * rate, new=True)
    assert stream.getvalue().endswith(f" games/s, {left} left\n")


def test_a_terminal_gets_a_bar_that_goes_away_and_a_last_line():
    stream = Terminal()
    progress = Progress(stream)
    simulate(ToyMatch(pause=0.03), games=1000, block=100, watch=progress)
    drawn = stream.getvalue()
    assert "━" in drawn
    assert " of 1,000 games, " in drawn
    assert "\x1b[2K1,000 of 1,000 games, " in drawn.splitlines()[-1]  # written where the bar's line was cleared


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_quiet_is_quiet(stream, capfd):
    stream = stream()
    progress = Progress(stream, quiet=True)
    simulate(ToyMatch(), games=1000, watch=progress)
    progress.note("a part is played again")
    assert stream.getvalue() == ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_what_the_user_should_know_stands_on_a_line_of_its_own(stream):
    stream = stream()
    progress = Progress(stream)
    progress.start(1000)
    progress.note("run/part-000000000064.parquet: is cut short [or damaged]; these games are played again")
    progress.stop()
    assert (
        "run/part-000000000064.parquet: is cut short [or damaged]; these games are played again\n" in stream.getvalue()
    )


def test_progress_goes_to_standard_error(capfd):
    simulate(ToyMatch(), games=1000, watch=Progress())
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("1,000 of 1,000 games, ")
    assert err.count("\n") == 1


def test_a_reader_that_is_gone_does_not_end_the_run():
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError(32, "Broken pipe")

    progress = Progress(Gone())
    progress.start(1000)
    progress.note("a part is played again")
    assert simulate(ToyMatch(), games=1000, watch=progress).summary["games"] == 1000
