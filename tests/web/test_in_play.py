"""Games are played by another process, which is there for the server and never in its way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from oracles.plain_turns import turns_of

from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.play import play_game
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.web.in_play import InPlay, Share

TINY = Path(__file__).parents[1] / "oracles" / "tiny_editions" / "tiny.toml"
WITHIN = 60.0  # seconds, on a machine that does much else


def python(words: str) -> tuple[str, ...]:
    """A process that does this instead of playing; it starts in a hundredth of a second."""
    return (sys.executable, "-I", "-S", "-c", words)


def answering(edition: Edition, **shares: float) -> tuple[str, ...]:
    """A process that says the same of every citizen."""
    row = {"shown": 0.5, "taken": 0.25, "discarded": 0.25, "left": 0.5} | shares
    row |= {name + end: row[name] + by for name in list(row) for end, by in (("_low", -0.125), ("_high", 0.125))}
    rows = [row | {"citizen": citizen.id} for citizen in edition.citizens]
    return python(f"print({json.dumps(json.dumps({'rows': rows}))})")


def test_nothing_is_played_before_somebody_asks(edition: Edition) -> None:
    in_play = InPlay(edition, command=python("raise SystemExit('asked')"))
    assert in_play.standing.state == "playing"
    assert in_play.child is None


def test_asking_waits_for_nothing_and_gets_the_answer_later(edition: Edition) -> None:
    in_play = InPlay(edition, command=answering(edition))
    assert in_play.ask().state == "playing"
    standing = in_play.wait(WITHIN)
    assert standing.state == "known"
    assert standing.takings["elf-4"].taken == Share(0.25, 0.125, 0.375)
    child = in_play.child
    assert in_play.ask() is standing
    assert in_play.child == child


def test_a_citizen_that_was_never_shown_has_no_share_of_takings(edition: Edition) -> None:
    in_play = InPlay(edition, command=answering(edition, taken=float("nan")))
    in_play.ask()
    assert in_play.wait(WITHIN).takings["elf-4"].taken is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("raise SystemExit(3)", "the process that plays them ended with code 3"),
        ('print(\'{"wrong": "no such <player>"}\')', "no such <player>"),
        ("print('nonsense')", "JSONDecodeError Expecting value: line 1 column 1 (char 0)"),
        ("print('{\"rows\": []}')", "KeyError 'snob-even'"),
        (
            "import os, time; os.close(0); time.sleep(0.1); raise SystemExit(4)",
            "the process that plays them ended with code 4",
        ),
    ],
)
def test_a_failure_is_one_line_and_may_be_tried_again(edition: Edition, words: str, why: str) -> None:
    in_play = InPlay(edition, command=python(words))
    in_play.ask()
    standing = in_play.wait(WITHIN)
    assert standing.state == "failed"
    assert standing.why == why
    assert in_play.ask() is standing  # looking at a page does not try again
    in_play._command = answering(edition)
    in_play.ask_again()
    assert in_play.wait(WITHIN).state == "known"


def test_a_program_that_is_not_there_is_a_failure(edition: Edition) -> None:
    in_play = InPlay(edition, command=("/nowhere/python",))
    in_play.ask()
    assert in_play.wait(WITHIN).state == "failed"


@pytest.mark.parametrize(("players", "expected"), [((2, 5), 4), ((2, 3), 3), ((5, 6), 5)])
def test_four_play_where_an_edition_is_for_four(edition: Edition, players: tuple[int, int], expected: int) -> None:
    from dataclasses import replace

    assert InPlay(replace(edition, players=players)).players == expected


SERVER = """
import socket, sys, time
from kingdice.games.king_of_dice.edition import load_edition
from kingdice.web.in_play import InPlay
listening = socket.create_server(("127.0.0.1", 0))
in_play = InPlay(load_edition(sys.argv[1]), games=10**9)
in_play.ask()
while in_play.child is None:
    time.sleep(0.01)
print(in_play.child, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at processes in /proc")
def test_the_child_has_no_socket_gives_way_and_dies_with_a_killed_server() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER, TINY], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        child = int(server.stdout.readline())
        _until(lambda: os.getpriority(os.PRIO_PROCESS, child) >= 10)
        opened = [os.readlink(one) for one in Path(f"/proc/{child}/fd").iterdir()]
        assert not [one for one in opened if one.startswith("socket:")]
        assert Path(f"/proc/{child}").exists()
        server.send_signal(signal.SIGKILL)
    _until(lambda: not _runs(child))


def _until(holds) -> None:
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.long  # loading everything that plays takes seconds
def test_the_shares_are_those_of_the_same_games_by_the_plain_rules() -> None:
    tiny, games = load_edition(TINY), 40
    counts: dict[str, Counter[str]] = {"shown": Counter(), "taken": Counter(), "discarded": Counter()}
    for number in range(games):
        played = play_game(tiny, [strategy_named("best-bet", tiny)] * 2, seed=1, game=number)
        shown = set()
        for turn in turns_of(played):
            shown |= set(turn.before.display)
            counts["taken"].update(turn.won)
            counts["discarded"].update(turn.discarded)
        counts["shown"].update(shown)
    in_play = InPlay(tiny, games=games)
    in_play.ask()
    standing = in_play.wait(600)
    assert standing.why == ""
    for citizen in tiny.citizens:
        taking, shown_in = standing.takings[citizen.id], counts["shown"][citizen.id]
        assert taking.shown.value == pytest.approx(shown_in / games)
        assert taking.taken is not None
        assert taking.discarded is not None
        assert taking.taken.value == pytest.approx(counts["taken"][citizen.id] / shown_in)
        assert taking.discarded.value == pytest.approx(counts["discarded"][citizen.id] / shown_in)
        assert taking.taken.low < taking.taken.value < taking.taken.high
