"""Kingdomino at the command line: variants, players, searches, kingdoms drawn."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import xml.etree.ElementTree as ET

import pytest

from kingdice.cli import compiling
from kingdice.cli.compare import _controls
from kingdice.cli.matches import Preparing
from kingdice.comparison.line_up import LineUp
from kingdice.games import game_named
from kingdice.games.kingdomino.matches import match

PLAY = ["simulate", "kingdomino", "--quiet"]
KINGDOM = ["show", "kingdom"]
TRANSCRIPT = ["show", "transcript", "kingdomino"]
SEAT_KEYS = [
    "strategy",
    "win_share",
    "win_share_low",
    "win_share_high",
    "score_mean",
    "score_sd",
    "base_score_mean",
    "base_score_sd",
    "middle_share",
    "harmony_share",
    "discards_mean",
]
SVG = "{http://www.w3.org/2000/svg}"


def summary(answer, *words):
    return json.loads(answer(*words, "--format", "json"))


# simulate


def test_the_summary_has_the_means_of_the_game(answer):
    found = summary(answer, *PLAY, "--strategies", "random", "--games", "2000", "--variants", "harmony,middle")
    assert list(found) == ["game", "edition", "seed", "games", "rng_version", "digest", "games_per_second", "seats"]
    assert (found["game"], found["edition"]["name"], found["games"]) == ("kingdomino", "middle,harmony", 2000)
    assert [list(seat) for seat in found["seats"]] == [SEAT_KEYS] * 4
    for seat in found["seats"]:
        bonuses = 10 * seat["middle_share"] + 5 * seat["harmony_share"]
        assert seat["score_mean"] == pytest.approx(seat["base_score_mean"] + bonuses)
    mean = sum(seat["base_score_mean"] for seat in found["seats"]) / 4
    assert mean == pytest.approx(19.286, abs=0.35)  # public simulation; five standard errors of 8,000 kingdoms


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ([], 4),
        (["--variants", "standard"], 4),
        (["--variants", "mighty-duel"], 2),
        (["--variants", "lines-of-four"], 3),
        (["--players", "2"], 2),
    ],
)
def test_as_many_play_as_is_usual(answer, words, players):
    found = summary(answer, *PLAY, "--strategies", "random", "--games", "5", *words)
    assert [seat["strategy"] for seat in found["seats"]] == ["random"] * players


def test_strategies_named_one_a_seat_decide_how_many_play(answer):
    found = summary(answer, *PLAY, "--strategies", "full-greedy,random,random", "--games", "5")
    assert [seat["strategy"] for seat in found["seats"]] == ["full-greedy", "random", "random"]


def test_the_usual_strategy_plays_where_none_is_named(answer):
    found = summary(answer, *PLAY, "--players", "2", "--games", "3")
    named = summary(answer, *PLAY, "--players", "2", "--games", "3", "--strategies", "full-greedy")
    assert [seat["strategy"] for seat in found["seats"]] == ["full-greedy"] * 2
    assert found["digest"] == named["digest"]


def test_workers_do_not_change_the_games(answer):
    words = [*PLAY, "--strategies", "full-greedy,random", "--games", "200"]
    assert summary(answer, *words)["digest"] == summary(answer, *words, "--workers", "2")["digest"]


@pytest.mark.parametrize("strategy", ["greedy-random-draft", "mce:policy=greedy:playouts=12"])
def test_tables_fit_into_80_columns(answer, strategy):
    words = [*PLAY, "--strategies", f"{strategy},full-greedy,random,random", "--games", "3"]
    lines = answer(*words, "--variants", "middle,harmony").splitlines()
    assert max(map(len, lines)) <= 80
    assert re.match(r"kingdomino for 4, variants middle,harmony [0-9a-f]{12}, seed 1$", lines[0])
    assert "3 games (" in lines[1]
    heads = [re.split(r"\s{2,}", line.strip()) for line in lines if line.startswith(" seat")]
    assert heads == [
        ["seat", "strategy", "win share", "x 4", "score", "sd"],
        ["seat", "base score", "base score sd", "middle", "harmony", "discards"],
    ]


def test_a_long_name_is_a_letter_in_tables_and_whole_elsewhere(answer):
    name = "mce:policy=greedy:playouts=12"
    words = [*PLAY, "--strategies", f"random,{name}", "--games", "3"]
    text = answer(*words)
    assert f"\nB: {name}\n" in text
    assert re.search(r"^    2  B  ", text, re.MULTILINE)
    assert [row["strategy"] for row in csv.DictReader(io.StringIO(answer(*words, "--format", "csv")))] == [
        "random",
        name,
    ]


def test_rounds_of_a_dynasty_are_counted(answer):
    found = summary(answer, *PLAY, "--strategies", "random", "--games", "20", "--variants", "dynasty")
    assert {"middle_rounds_mean", "harmony_rounds_mean"} <= set(found["seats"][0])
    assert "rounds of the three" in " ".join(
        answer(*PLAY, "--strategies", "random", "--games", "2", "--variants", "dynasty").split()
    )


def test_a_search_by_the_clock_says_that_it_cannot_be_played_again(call):
    words = ["simulate", "kingdomino", "--strategies", "mce:seconds=0.0001,random", "--games", "1"]
    done = call(*words, "--format", "json")
    assert done.code == 0
    assert done.err.splitlines()[0] == "mce:seconds=0.0001 thinks by the clock: played again, the games will be others"
    assert json.loads(done.out)["games"] == 1
    assert call(*words, "--quiet").err == ""
    assert "by the clock" not in call(*words[:2], "--strategies", "mce:playouts=2,random", "--games", "1").err


def test_a_run_is_gone_on_with_in_the_same_variants_only(answer, refused, tmp_path):
    out = tmp_path / "run"
    words = [*PLAY, "--strategies", "random", "--out", str(out)]
    whole = summary(answer, *PLAY, "--strategies", "random", "--games", "300")
    answer(*words, "--games", "100")
    assert summary(answer, *words, "--games", "300", "--resume")["digest"] == whole["digest"]
    line = refused(*words, "--games", "300", "--resume", "--variants", "harmony")
    assert 'identity.edition.name is "standard" there and "harmony" here' in line


def test_a_bot_of_ones_own_plays(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = "def last(state, moves):\n    print(state.picks)\n    return moves[-1]\n"
    (tmp_path / "mine.py").write_text(bot, encoding="utf-8")
    done = call(*PLAY, "--strategies", "mine.py:last,random", "--games", "2", "--format", "json")
    assert done.code == 0, done.err
    assert [seat["strategy"] for seat in json.loads(done.out)["seats"]] == ["mine.py:last", "random"]


# compare


def test_comparison_with_controls_and_ratings(answer):
    words = ["compare", "kingdomino", "full-greedy", "random", "--games", "400", "--quiet"]
    duel = summary(answer, *words)
    assert (duel["players"], duel["seatings"], duel["rotations"]) == (4, 4, 100)
    better, worse = duel["strategies"]
    assert better["win_share_low"] > 0.8 > 0.1 > worse["win_share_high"]
    assert [row["strategy"] for row in duel["ladder"]] == ["full-greedy", "random"]
    assert [(row["control"], row["strategy"]) for row in duel["controls"]] == [
        ("mirror", "full-greedy"),
        ("mirror", "random"),
        ("random", "full-greedy"),
    ]
    assert all(row["holds"] for row in duel["controls"])
    text = answer(*words, "--variants", "middle,harmony")
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("kingdomino for 4, variants middle,harmony ")
    assert "100 rotations of 4 seatings on the same dominoes\n" in text


def test_controls_of_players_that_think_long_are_few():
    line_up = LineUp(("mce:seconds=60", "full-greedy"), 4)
    chosen = _controls(game_named("kingdomino").match, line_up, "random", 100_000)
    assert [(control.kind, control.strategy, rotations) for control, rotations in chosen] == [
        ("mirror", "mce:seconds=60", 12),
        ("mirror", "full-greedy", 2000),
        ("random", "mce:seconds=60", 12),
        ("random", "full-greedy", 2000),
    ]


# show


def test_kingdoms_are_those_of_the_game_that_simulate_plays(answer):
    words = ["--strategies", "full-greedy,random,random", "--variants", "middle,harmony", "--seed", "4"]
    seats = summary(answer, *PLAY, *words, "--games", "1")["seats"]
    for show in (KINGDOM, TRANSCRIPT):
        ended = re.search(r"^points: seat 1 (\d+), seat 2 (\d+), seat 3 (\d+)$", answer(*show, *words), re.MULTILINE)
        assert [float(points) for points in ended.groups()] == [seat["score_mean"] for seat in seats]


def test_searching_players_play_the_same_game_there(answer):
    words = ["--strategies", "mce:playouts=20,far-sighted", "--seed", "3"]
    seats = summary(answer, *PLAY, *words, "--games", "1")["seats"]
    ended = re.search(r"^points: seat 1 (\d+), seat 2 (\d+)$", answer(*KINGDOM, *words), re.MULTILINE)
    assert [float(points) for points in ended.groups()] == [seat["score_mean"] for seat in seats]


def test_kingdoms_side_by_side_with_their_points(answer):
    text = answer(*KINGDOM, "--seed", "1", "--game", "17")
    lines = text.splitlines()
    assert lines[:5] == ["Kingdomino, standard, seed 1, game 17", *(f"  seat {k}: full-greedy" for k in range(1, 5))]
    assert lines[6].split() == ["seat", "1", "seat", "2", "seat", "3", "seat", "4"]
    assert text.count("**") == 4
    assert max(map(len, lines)) <= 80
    table = [[int(cell) for cell in line.split()] for line in lines if re.match(r" +\d", line)]
    assert [sum(row[1:-1]) for row in table] == [row[-1] for row in table]
    points = ", ".join(f"seat {row[0]} {row[-1]}" for row in table)
    assert lines[-2:] == [f"points: {points}", "seat 4 wins by largest property"]


def test_rounds_of_a_dynasty_one_after_the_other(answer, tmp_path):
    words = [*KINGDOM, "--variants", "dynasty", "--players", "2", "--strategies", "random"]
    text = answer(*words)
    assert re.findall(r"^Round \d$", text, re.MULTILINE) == ["Round 1", "Round 2", "Round 3"]
    assert text.count("**") == 6
    answer(*words, "--out", str(tmp_path / "rounds.svg"))
    assert ET.fromstring((tmp_path / "rounds.svg").read_text(encoding="utf-8")).findtext(f"{SVG}desc").count("**") == 6


def test_a_kingdom_of_one_seat_can_be_scored(answer, tmp_path):
    words = ["--variants", "middle,harmony"]
    file = tmp_path / "kingdom.txt"
    assert answer(*KINGDOM, *words, "--game", "17", "--seat", "2", "--out", str(file)) == ""
    shown = int(re.search(r"seat 2 (\d+)", file.read_text(encoding="utf-8"))[1])
    scored = json.loads(answer("score", "kingdomino", str(file), *words, "--format", "json"))
    assert (scored["points"], scored["wrong"]) == (shown, [])


def test_a_picture_beside_the_text_or_instead(answer, tmp_path):
    beside, instead = tmp_path / "beside.svg", tmp_path / "instead.svg"
    words = [*KINGDOM, "--players", "3", "--strategies", "random"]
    assert answer(*words, "--figure", str(beside)) == answer(*words)
    assert answer(*words, "--out", str(instead)) == ""
    picture = ET.fromstring(beside.read_text(encoding="utf-8"))
    assert instead.read_bytes() == beside.read_bytes()
    assert picture.findtext(f"{SVG}title") == "Kingdomino, standard, seed 1, game 0"
    names = [text.text for text in picture.iter(f"{SVG}text") if text.get("font-weight") == "bold"]
    assert [name.split(",")[0] for name in names] == ["1: random", "2: random", "3: random"]


def test_a_transcript_needs_no_strategies(answer):
    text = answer(*TRANSCRIPT, "--variants", "mighty-duel", "--game", "3")
    assert text.startswith("Kingdomino, mighty-duel, seed 1, game 3\n  seat 1: full-greedy\n  seat 2: full-greedy\n\n")


# What is wrong


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "kingdomio", "--strategies", "random"], "no game 'kingdomio'; did you mean 'kingdomino'?"),
        (
            [*PLAY, "--strategies", ""],
            "--strategies: expected one for all seats, or one a seat: random, greedy-random-draft, full-greedy,",
        ),
        ([*PLAY, "--strategies", "ful-greedy"], "no strategy 'ful-greedy'; did you mean 'full-greedy'?"),
        ([*PLAY, "--strategies", "ucr:playouts=3"], "no strategy 'ucr:playouts=3'; did you mean 'uct:playouts=3'?"),
        ([*PLAY, "--strategies", "mce:playout=3"], "mce:playout=3: no option 'playout'; did you mean 'playouts'?"),
        ([*PLAY, "--strategies", "mce:playouts=0"], "playouts '0': expected a whole number from 1"),
        ([*PLAY, "--strategies", "mce:policy=gredy"], "policy 'gredy'; did you mean 'greedy'?"),
        ([*PLAY, "--strategies", "random:playouts=3"], "no option 'playouts'; there are without"),
        ([*PLAY, "--strategies", "random", "--players", "5"], "--players 5: expected 2 to 4"),
        ([*PLAY, "--strategies", "random", "--players", "1"], "--players 1: expected 2 to 4"),
        (
            [*PLAY, "--strategies", "random", "--players", "4", "--variants", "mighty-duel"],
            "--players 4: expected 2 with --variants mighty-duel",
        ),
        ([*PLAY, "--strategies", "random", "--variants", "midle"], "did you mean 'middle'?"),
        ([*PLAY, "--strategies", "random", "--variants", "xyz"], "there are middle, middle-of-box, harmony, dynasty,"),
        ([*PLAY, "--strategies", "random", "--variants", " "], "--variants ' ': expected names, as in middle,harmony"),
        (
            [*PLAY, "--strategies", "random", "--variants", "middle,middle-of-box"],
            "middle and middle-of-box exclude each other",
        ),
        ([*PLAY, "--strategies", "random", "--edition", "haba-2017"], "kingdomino has --variants instead, as in"),
        ([*PLAY, "--strategies", "random", "--seed", "-1"], "seed -1: expected a whole number from 0"),
        (
            ["simulate", "king-of-dice", "--strategies", "random", "--variants", "middle"],
            "--variants middle: king-of-dice has --edition instead, as in --edition haba-2017-lv",
        ),
        (["compare", "kingdomino", "random"], "1 strategies: name at least two to compare"),
        (["compare", "kingdomino", "random", "full-greedy", "--luck"], "--luck: the luck of these strategies cannot"),
        (["compare", "king-of-dice", "random", "highest", "--variants", "x"], "king-of-dice has --edition instead"),
        ([*TRANSCRIPT, "--edition", "haba-2017"], "kingdomino has --variants instead"),
        (["show", "transcript", "--variants", "middle"], "king-of-dice has --edition instead"),
        ([*KINGDOM, "king-of-dice"], "no game 'king-of-dice' with kingdoms; there is kingdomino"),
        ([*KINGDOM, "kingdomio"], "did you mean 'kingdomino'?"),
        ([*KINGDOM, "--seat", "5"], "--seat 5: expected 1 to 4"),
        ([*KINGDOM, "--seat", "0"], "--seat 0: expected 1 to 4"),
        ([*KINGDOM, "--game", "-1"], "--game -1: expected the number of a game, from 0"),
        ([*KINGDOM, "--seed", "-1"], "--seed -1: expected a whole number from 0 to"),
        ([*KINGDOM, "--figure", "game.png"], "game.png: expected a file name that ends in .svg"),
        ([*KINGDOM, "--out", "no/such/game.svg"], "no/such/game.svg: cannot be written: there is no directory no/such"),
        ([*KINGDOM, "--strategies", ","], "--strategies: expected one for all seats"),
    ],
    ids=lambda value: " ".join(value)[:80] if isinstance(value, list) else "",
)
def test_what_is_wrong_gets_one_line(refused, tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    assert says in refused(*words)
    assert list(tmp_path.iterdir()) == []


# Help and completion


@pytest.mark.parametrize("command", [("simulate",), ("compare",), ("show", "transcript"), KINGDOM], ids=" ".join)
def test_help_names_all_games_and_their_options(answer, command):
    text = answer(*command, "--help")
    assert max(map(len, text.splitlines())) <= 80
    assert "--variants" in text
    assert "kingdice " + " ".join([*command, *(["--seed"] if command == KINGDOM else ["kingdomino"])]) in text
    if command != KINGDOM:
        assert "king-of-dice, kingdomino, carcassonne" in " ".join(text.split())


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kingdice simulate king", {"king-of-dice", "kingdomino"}),
        ("kingdice simulate kingdomino --strategies ful", {"full-greedy"}),
        ("kingdice simulate kingdomino --strategies full-greedy,u", {"full-greedy,uct"}),
        ("kingdice simulate kingdomino --variants mi", {"middle", "middle-of-box", "mighty-duel"}),
        ("kingdice compare kingdomino --variants middle,har", {"middle,harmony"}),
        ("kingdice compare kingdomino far", {"far-sighted"}),
        ("kingdice show ", {"transcript", "kingdom", "board"}),
        ("kingdice show kingdom k", {"kingdomino"}),
        ("kingdice show kingdom --strategies gre", {"greedy-random-draft"}),
        ("kingdice show kingdom --variants dyn", {"dynasty"}),
    ],
)
def test_completion_offers_games_strategies_and_variants(call, monkeypatch, line, offered):
    monkeypatch.setenv("_KINGDICE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    done = call()
    assert (done.code, done.err) == (0, "")
    assert set(done.out.split()) == offered


# Compiling


def test_a_search_is_rehearsed_with_few_playouts_and_bots_not_at_all(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def last(state, moves):\n    return moves[-1]\n", encoding="utf-8")
    assert match(["uct:playouts=100000", "random"]).rehearsal.strategies == ("uct:playouts=12", "random")
    assert match(["mce:seconds=60", "random"]).rehearsal.strategies == ("mce:seconds=0.001", "random")
    assert match(["mine.py:last", "random"]).rehearsal is None


def test_a_run_begins_with_one_game_that_does_not_count():
    played = []

    class Played:
        largest_block = 4096

        def play_block(self, seed, first_game, games):
            played.append((first_game, games))

    progress = Preparing(quiet=True)
    progress.match = Played()
    progress.start(1000)
    assert played == [(0, 1)]
    assert progress.done == 0
    Played.largest_block = 16
    progress.start(1000)
    assert len(played) == 1


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_ctrl_c_waits_for_the_function_that_is_being_compiled():
    before = signal.getsignal(signal.SIGINT)
    care = compiling._Care(lambda line: None)
    care.begin()
    care.begin()
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        care.end()
    with pytest.raises(KeyboardInterrupt):
        care.end()
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_a_second_ctrl_c_does_not_wait():
    care = compiling._Care(lambda line: None)
    care.begin()
    try:
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        with pytest.raises(KeyboardInterrupt):
            care.end()


def test_only_a_terminal_is_told_that_something_is_compiled(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    told = []
    for stream in (io.StringIO(), Terminal()):
        monkeypatch.setattr("sys.stderr", stream)
        care = compiling._Care(told.append)
        for _ in range(2):
            care.begin()
            care.end()
    assert told == ["preparing this game for your machine, which happens once: a minute or so"]
