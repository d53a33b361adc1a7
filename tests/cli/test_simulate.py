"""`kingdice simulate`: the same games whatever plays them, said in every format; interruption and going on."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from oracles.processes import hear_ctrl_c

from kingdice.simulation.summary import wilson

GAME = ["simulate", "king-of-dice"]
QUICK = [*GAME, "--strategies", "best-bet,highest", "--quiet"]
SEAT_KEYS = [
    "strategy",
    "win_share",
    "win_share_low",
    "win_share_high",
    "score_mean",
    "score_sd",
    "turns_mean",
    "penalties_mean",
]
KEYS = ["game", "edition", "seed", "games", "rng_version", "digest", "games_per_second", "seats"]
BOT = '''"""Best-bet, as somebody might bring it along."""
from kingdice.games.king_of_dice.strategies import strategy_named


class Bot:
    def __init__(self):
        self.inner = strategy_named("best-bet")

    def __call__(self, state, moves):
        print("thinking")
        return self.inner.choose(state, lambda bound: 0)


def cheat(state, moves):
    return "the best card"


def clumsy(state, moves):
    return moves[len(moves)]


def leaves(state, moves):
    raise SystemExit(0)
'''


@pytest.fixture
def bot_file(tmp_path, monkeypatch):
    """A file of bots in the directory where commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    file = tmp_path / "bots" / "mine.py"
    file.write_text(BOT, encoding="utf-8")
    return file


def summary(answer, *words):
    return json.loads(answer(*words, "--format", "json"))


def test_the_summary_has_the_keys_of_every_game(answer, edition):
    found = summary(answer, *QUICK, "--games", "300", "--seed", "5")
    assert list(found) == KEYS
    assert [list(seat) for seat in found["seats"]] == [SEAT_KEYS] * 2
    assert found["game"] == "king-of-dice"
    assert found["edition"] == {"name": "haba-2017", "hash": edition.hash}
    assert (found["seed"], found["games"]) == (5, 300)
    assert re.fullmatch("[0-9a-f]{64}", found["digest"])
    assert found["games_per_second"] > 0
    assert [seat["strategy"] for seat in found["seats"]] == ["best-bet", "highest"]
    assert sum(seat["win_share"] for seat in found["seats"]) == pytest.approx(1)
    for seat in found["seats"]:
        assert (seat["win_share_low"], seat["win_share_high"]) == wilson(seat["win_share"], 300)


def test_workers_engines_and_numbers_like_1e3_do_not_change_the_games(answer):
    one = summary(answer, *QUICK, "--games", "1e3")
    for words in (["--workers", "2"], ["--engine", "threads"], ["--engine", "serial", "--workers", "1"]):
        other = summary(answer, *QUICK, "--games", "1000", *words)
        assert (other["digest"], other["seats"]) == (one["digest"], one["seats"])
    assert summary(answer, *QUICK, "--games", "1e3", "--seed", "2")["digest"] != one["digest"]


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        (["--strategies", "highest"], ["highest"] * 2),
        (["--strategies", "highest", "--players", "5"], ["highest"] * 5),
        (["--strategies", "highest,random,highest"], ["highest", "random", "highest"]),
        (["--strategies", "highest, random", "--players", "2"], ["highest", "random"]),
    ],
)
def test_one_strategy_sits_at_all_seats_or_each_at_its_own(answer, words, seats):
    found = summary(answer, *GAME, *words, "--games", "20", "--quiet")
    assert [seat["strategy"] for seat in found["seats"]] == seats


def test_players_may_do_without_citizens_and_rolls(answer):
    names = ["best-bet:without=orc-2+2+dragon:rolls=2", "best-bet"]
    words = [*GAME, "--strategies", ",".join(names), "--games", "600", "--quiet"]
    found = summary(answer, *words)
    assert [seat["strategy"] for seat in found["seats"]] == names
    assert found["seats"][0]["win_share_high"] < 0.4 < found["seats"][1]["win_share_low"]
    shown = answer(*words).splitlines()
    assert f"A: {names[0]}" in shown, "a letter in the table"
    transcript = answer("show", "transcript", "--strategies", ",".join(names), "--seed", "3")
    assert f"seat 1: {names[0]}" in transcript
    assert "roll 2" in transcript


def test_an_edition_by_name_and_by_file_changes_the_games(answer, tmp_path):
    words = [*QUICK, "--games", "50"]
    standard = summary(answer, *words)
    assert summary(answer, *words, "--edition", "haba-2017") == {
        **standard,
        "games_per_second": pytest.approx(0, abs=1e9),
    }
    other = summary(answer, *words, "--edition", "haba-2017-lv")
    assert other["edition"]["name"] == "haba-2017-lv"
    assert other["digest"] != standard["digest"]
    file = tmp_path / "mine.toml"
    file.write_text('extends = "haba-2017"\nname = "mine"\n[[changes]]\nid = "orc-5"\npoints = 20\n', encoding="utf-8")
    assert summary(answer, *words, "--edition", str(file))["edition"]["name"] == "mine"


# Formats


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_table_fits_into_80_columns_and_says_what_it_is(answer, edition, players):
    words = [*GAME, "--strategies", "turn-optimal", "--players", str(players), "--games", "40", "--quiet"]
    text = answer(*words)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == f"king-of-dice for {players}, edition haba-2017 {edition.hash}, seed 1"
    assert re.match(r"40 games \([\d,]+ a second\), digest [0-9a-f]{12}$", lines[1])
    head = re.split(r"\s{2,}", lines[3].strip())
    assert head == ["seat", "strategy", "win share", f"x {players}", "score", "sd", "turns", "penalties"]
    rows = lines[5 : 5 + players]
    assert [row.split()[:2] for row in rows] == [[str(seat), "turn-optimal"] for seat in range(1, players + 1)]
    assert len({len(row) for row in rows}) == 1


def test_csv_is_a_row_a_seat_with_every_digit(answer):
    found = summary(answer, *QUICK, "--games", "100")
    rows = list(csv.DictReader(io.StringIO(answer(*QUICK, "--games", "100", "--format", "csv"))))
    assert [list(row) for row in rows] == [["seat", *SEAT_KEYS]] * 2
    for row, seat in zip(rows, found["seats"], strict=True):
        assert [float(row[key]) for key in SEAT_KEYS[1:]] == [seat[key] for key in SEAT_KEYS[1:]]


def test_markdown_is_a_table(answer):
    text = answer(*QUICK, "--games", "100", "--format", "markdown")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 4
    assert len({row.count("|") for row in rows}) == 1


# Progress


def test_progress_goes_to_standard_error_and_nowhere_when_quiet(call):
    words = [word for word in QUICK if word != "--quiet"]
    done = call(*words, "--games", "100", "--format", "json")
    assert json.loads(done.out)["games"] == 100
    assert re.fullmatch(r"100 of 100 games, [\d,]+ games/s\n", done.err)
    assert call(*QUICK, "--games", "100").err == ""


# Stopping


def test_until_stops_early_and_gives_the_intervals_that_hold_at_every_look(answer):
    words = [*QUICK, "--games", "1e5", "--until", "win-share:0.02"]
    found = summary(answer, *words)
    assert list(found) == [*KEYS, "until"]
    assert found["until"]["reached"]
    assert found["games"] % 4096 == 0
    assert found["games"] < 50_000
    text = answer(*words)
    assert f"Stopped after {found['games']:,} of at most 100,000: the widest interval is ± 0.0" in text
    assert "at every look together" in " ".join(text.split())
    low, high = (100 * found["until"][side][0] for side in ("lows", "highs"))
    assert f"± {(high - low) / 2:.1f} %" in text
    rows = list(csv.DictReader(io.StringIO(answer(*words, "--format", "csv"))))
    assert [float(row["until_low"]) for row in rows] == found["until"]["lows"]
    assert "\nPlayed all 100: the widest interval is ± 0." in answer(
        *QUICK, "--games", "100", "--until", "win-share:0.02"
    )


# Directories


def test_a_run_is_kept_and_gone_on_with(answer, refused, tmp_path):
    out = tmp_path / "run"
    words = [*QUICK, "--out", str(out)]
    whole = summary(answer, *QUICK, "--games", "700")
    summary(answer, *words, "--games", "300")
    assert refused(*words, "--games", "700").startswith(f"{out}: holds a run already; go on with it by --resume")
    longer = summary(answer, *words, "--games", "700", "--resume")
    assert longer["digest"] == whole["digest"]
    again = summary(answer, *words, "--games", "700", "--resume")
    assert (again["digest"], again["games_per_second"]) == (whole["digest"], 0)
    assert "700 games, digest" in answer(*words, "--games", "700", "--resume")


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["--seed", "2"], "seed is 1 there and 2 here"),
        (["--strategies", "best-bet"], 'identity.strategies is ["best-bet", "highest"] there and'),
        (["--edition", "haba-2017-lv"], 'identity.edition.name is "haba-2017" there and "haba-2017-lv" here'),
    ],
)
def test_another_run_is_refused_by_the_field_that_differs(answer, refused, tmp_path, words, field):
    out = tmp_path / "run"
    answer(*QUICK, "--out", str(out), "--games", "100")
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    assert field in refused(*QUICK, *words, "--out", str(out), "--games", "100", "--resume")
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before


def test_a_part_cut_short_is_played_again(call, answer, tmp_path):
    out = tmp_path / "run"
    words = [*QUICK, "--out", str(out), "--games", "200"]
    whole = summary(answer, *words)
    part = min(out.glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-100])
    loud = [word for word in words if word != "--quiet"]
    done = call(*loud, "--resume", "--format", "json")
    assert done.code == 0
    assert f"{part}: is cut short or damaged; these games are played again\n" in done.err
    assert json.loads(done.out)["digest"] == whole["digest"]


def test_a_full_disk_is_one_line_and_loses_nothing(answer, refused, tmp_path, monkeypatch):
    out = tmp_path / "run"
    words = [*QUICK, "--out", str(out), "--games", "200"]
    done = []

    def full(descriptor):
        done.append(descriptor)
        if len(done) > 2:  # the manifest and one part
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        line = refused(*words)
    assert "No space left on device; 64 of 200 games are kept in" in line
    assert line.endswith("and --resume goes on from there")
    assert list(out.glob(".*")) == []
    assert summary(answer, *words, "--resume")["digest"] == summary(answer, *QUICK, "--games", "200")["digest"]


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_keeps_what_is_done_and_resume_plays_the_same_games(answer, tmp_path):
    words = [*GAME, "--strategies", "turn-optimal", "--games", "384", "--seed", "3", "--workers", "2"]
    out = tmp_path / "run"
    process = subprocess.Popen(
        [sys.executable, "-m", "kingdice", *words, "--out", "run", "--format", "json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    try:
        deadline = time.monotonic() + 120
        while len(list(out.glob("*.parquet"))) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, printed) == (130, "")
    line = said.splitlines()[-1]
    kept = re.fullmatch(
        r"kingdice: interrupted; (\d+) of 384 games are kept in run, and --resume goes on from there", line
    )
    assert kept, said
    assert 0 < int(kept[1]) < 384
    assert int(kept[1]) % 64 == 0
    whole = summary(answer, *words, "--quiet")
    assert summary(answer, *words, "--quiet", "--out", str(out), "--resume")["digest"] == whole["digest"]


# Bots


def test_a_bot_from_a_file_plays_the_games_of_the_strategy_that_it_imitates(call, bot_file):
    words = [*GAME, "--games", "5", "--quiet", "--format", "json", "--strategies"]
    built_in = json.loads(call(*words, "best-bet,highest").out)
    done = call(*words, "bots/mine.py:Bot,highest")
    mine = json.loads(done.out)  # what the bot prints is not in the answer
    assert "thinking" in done.err
    assert mine["digest"] == built_in["digest"]
    assert mine["seats"][0] == {**built_in["seats"][0], "strategy": "bots/mine.py:Bot"}
    both = json.loads(call(*words, "bots/mine.py:Bot").out)
    assert [seat["strategy"] for seat in both["seats"]] == ["bots/mine.py:Bot"] * 2


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("cheat", "seed 1, game 0: bot cheat: 'the best card' is not a legal move"),
        ("clumsy", "seed 1, game 0: bot clumsy: IndexError: list index out of range"),
        ("Bto", "strategy bots/mine.py:Bto: bots/mine.py has no Bto; did you mean 'Bot'?"),
        ("leaves", "seed 1, game 0: bot leaves: SystemExit: 0"),
    ],
)
def test_a_bot_that_goes_wrong_is_one_line(refused, bot_file, bot, says):
    assert refused(*GAME, "--games", "5", "--quiet", "--strategies", f"bots/mine.py:{bot}") == says


def test_a_bot_file_that_does_not_run_is_one_line_with_its_place(refused, bot_file):
    bot_file.write_text("def bot(state, moves)\n    return moves[0]\n", encoding="utf-8")
    assert "bots/mine.py, line 1: SyntaxError" in refused(*GAME, "--strategies", "bots/mine.py:bot")


# Help and completion


@pytest.mark.parametrize("command", [("simulate",), ("compare",), ("show",), ("show", "transcript")], ids=" ".join)
def test_help_has_examples_and_fits(answer, command):
    text = answer(*command, "--help")
    assert text.startswith(f"Usage: {' '.join(['kingdice', *command])} ")
    assert max(len(line) for line in text.splitlines()) <= 80
    if command != ("show",):
        assert "Examples:\n    kingdice" in text


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kingdice simulate ", {"king-of-dice"}),
        ("kingdice simulate king-of-dice --strategies be", {"best-bet"}),
        ("kingdice simulate king-of-dice --strategies best-bet,be", {"best-bet,best-bet"}),
        ("kingdice simulate king-of-dice --strategies best-bet,", {"best-bet,far-sighted", "best-bet,random"}),
        ("kingdice simulate king-of-dice --engine ", {"serial", "threads", "dask"}),
        ("kingdice compare king-of-dice fa", {"far-sighted"}),
        ("kingdice compare king-of-dice far-sighted l", {"lead-optimal"}),
        ("kingdice show transcript --strategies hi", {"highest"}),
        ("kingdice show ", {"transcript"}),
    ],
)
def test_completion_offers_games_and_strategies(call, monkeypatch, line, offered):
    monkeypatch.setenv("_KINGDICE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    done = call()
    assert (done.code, done.err) == (0, "")
    found = done.out.split()
    assert offered <= set(found)
    assert all(one.startswith(line.rsplit(" ", 1)[-1]) for one in found)
