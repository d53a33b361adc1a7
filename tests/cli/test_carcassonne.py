"""Carcassonne at the command line: tiles, cards and rules by their options, players, means of the board."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from kingdice.games import GAMES, game_named

PLAY = ["simulate", "carcassonne", "--quiet"]
RANDOM = [*PLAY, "--strategies", "random"]
TRANSCRIPT = ["show", "transcript", "carcassonne"]
SEAT_KEYS = [
    "strategy",
    "win_share",
    "win_share_low",
    "win_share_high",
    "score_mean",
    "score_sd",
    "base_score_mean",
    "base_score_sd",
    "king_mean",
    "robber_mean",
]
BOARD_KEYS = ["completed_cities_mean", "completed_roads_mean"]


def summary(answer, *words):
    return json.loads(answer(*words, "--format", "json"))


# simulate


def test_the_summary_has_the_means_of_the_game_and_of_the_board(answer):
    found = summary(answer, *RANDOM, "--tiles", "base+king-robber", "--cards", "official", "--games", "2000")
    assert list(found) == [
        *("game", "edition", "seed", "games", "rng_version", "digest", "games_per_second", "seats", "board"),
    ]
    assert (found["game"], found["edition"]["name"]) == ("carcassonne", "base+king-robber,official")
    assert [list(seat) for seat in found["seats"]] == [SEAT_KEYS] * 2
    assert list(found["board"]) == BOARD_KEYS
    for seat in found["seats"]:
        cards = seat["king_mean"] + seat["robber_mean"]
        assert seat["score_mean"] == pytest.approx(seat["base_score_mean"] + cards)
    assert sum(seat["king_mean"] for seat in found["seats"]) <= found["board"]["completed_cities_mean"]
    assert found["board"]["completed_cities_mean"] == pytest.approx(3.79, abs=0.2)  # another engine; six s.e.
    assert found["board"]["completed_roads_mean"] == pytest.approx(5.11, abs=0.25)


@pytest.mark.parametrize(
    ("words", "edition"),
    [
        ([], "base+king-robber,official"),
        (["--tiles", "base"], "base,none"),
        (["--tiles", "base", "--cards", "official"], "base,official"),
        (["--cards", "none"], "base+king-robber,none"),
        (["--cards", "continuous-new", "--variants", "least-5,small-city"],
         "base+king-robber,continuous-new,small-city,least-5"),
        (["--variants", "fields-once", "--tiles", "base"], "base,none,fields-once"),
    ],
)  # fmt: skip
def test_tiles_cards_and_rules_make_an_edition(answer, words, edition):
    assert summary(answer, *RANDOM, "--games", "2", *words)["edition"]["name"] == edition


def test_the_usual_strategy_plays_where_none_is_named(answer):
    found = summary(answer, *PLAY, "--games", "2", "--tiles", "base")
    assert [seat["strategy"] for seat in found["seats"]] == [game_named("carcassonne").usual_strategy] * 2


def test_help_names_the_strategy_that_is_usual_in_every_game(answer):
    text = " ".join(answer("simulate", "--help").split()).replace("- ", "-")  # lines may break after a hyphen
    usual = [game_named(name).usual_strategy for name in GAMES]
    assert f"[default: ({usual[0]}; Kingdomino {usual[1]}; Carcassonne {usual[2]})]" in text


@pytest.mark.parametrize("players", ["2", "3", "4", "5"])
def test_two_to_five_play(answer, players):
    seats = summary(answer, *RANDOM, "--games", "3", "--players", players)["seats"]
    assert [seat["strategy"] for seat in seats] == ["random"] * int(players)


def test_workers_do_not_change_the_games(answer):
    words = [*RANDOM, "--games", "5000"]
    assert summary(answer, *words)["digest"] == summary(answer, *words, "--workers", "2")["digest"]


def test_the_table_has_the_means_of_the_board_below(answer):
    words = [*RANDOM, "--games", "200", "--cards", "flat-10"]
    text = answer(*words)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert re.match(r"carcassonne for 2, rules base\+king-robber,flat-10 [0-9a-f]{12}, seed 1$", lines[0])
    heads = [re.split(r"\s{2,}", line.strip()) for line in lines if line.startswith(" seat")]
    assert heads == [
        ["seat", "strategy", "win share", "x 2", "score", "sd"],
        ["seat", "base score", "base score sd", "king", "robber"],
    ]
    found = summary(answer, *words)["board"]
    cities, roads = found["completed_cities_mean"], found["completed_roads_mean"]
    assert f"A game: completed cities {cities:.2f}, completed roads {roads:.2f}" in lines
    assert "what the King and the Robber Baron brought" in " ".join(text.split())


def test_markdown_has_the_means_of_the_board_as_a_paragraph(answer):
    text = answer(*RANDOM, "--games", "20", "--format", "markdown")
    assert re.search(r"\|\n\nA game: completed cities \d\.\d\d, completed roads \d\.\d\d\n\nWin share:", text)


def test_csv_has_the_means_of_the_board_in_every_row(answer):
    words = [*RANDOM, "--games", "50", "--players", "3"]
    rows = list(csv.DictReader(io.StringIO(answer(*words, "--format", "csv"))))
    board = summary(answer, *words)["board"]
    assert list(rows[0]) == ["seat", *SEAT_KEYS, *BOARD_KEYS]
    assert [{key: float(row[key]) for key in BOARD_KEYS} for row in rows] == [board] * 3


def test_a_run_is_gone_on_with_by_the_same_rules_only(answer, refused, tmp_path):
    out = tmp_path / "run"
    words = [*RANDOM, "--out", str(out)]
    whole = summary(answer, *RANDOM, "--games", "300")
    answer(*words, "--games", "100")
    assert summary(answer, *words, "--games", "300", "--resume")["digest"] == whole["digest"]
    line = refused(*words, "--games", "300", "--resume", "--cards", "flat-10")
    assert 'identity.edition.name is "base+king-robber,official" there and "base+king-robber,flat-10" here' in line


def test_a_bot_of_ones_own_plays(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def last(state, moves):\n    return moves[-1]\n", encoding="utf-8")
    done = call(*PLAY, "--strategies", "mine.py:last,random", "--games", "2", "--format", "json")
    assert done.code == 0, done.err
    assert [seat["strategy"] for seat in json.loads(done.out)["seats"]] == ["mine.py:last", "random"]


# compare and show


def test_a_comparison_says_that_seatings_share_the_tiles(answer):
    words = ["compare", "carcassonne", "greedy", "random", "--games", "40", "--quiet"]
    text = answer(*words, "--tiles", "base", "--variants", "small-city")
    assert text.startswith("carcassonne for 2, rules base,none,small-city ")
    assert "20 rotations of 2 seatings on the same tiles\n" in text
    assert "All controls hold" in text


def test_a_transcript_is_of_the_game_that_simulate_plays(answer):
    words = ["--strategies", "random", "--players", "3", "--cards", "flat-10", "--seed", "4"]
    seats = summary(answer, *PLAY, *words, "--games", "1")["seats"]
    text = answer(*TRANSCRIPT, *words)
    assert text.startswith("Carcassonne, base+king-robber,flat-10, seed 4, game 0\n")
    ended = re.search(r"^points: seat 1 (\d+), seat 2 (\d+), seat 3 (\d+)$", text, re.MULTILINE)
    assert [float(points) for points in ended.groups()] == [seat["score_mean"] for seat in seats]


# What is wrong


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "carcasonne"], "no game 'carcasonne'; did you mean 'carcassonne'?"),
        ([*PLAY, "--strategies", "randm"], "no strategy 'randm'; did you mean 'random'?"),
        ([*PLAY, "--strategies", "random:playouts=3"], "no option 'playouts'; there are without"),
        ([*PLAY, "--strategies", ","], "--strategies: expected one for all seats, or one a seat: random,"),
        ([*RANDOM, "--players", "6"], "--players 6: expected 2 to 5"),
        ([*RANDOM, "--players", "1"], "--players 1: expected 2 to 5"),
        ([*RANDOM, "--tiles", "bas"], "--tiles 'bas': expected base, base+king-robber; did you mean 'base'?"),
        ([*RANDOM, "--tiles", "official"],
         "--tiles 'official': expected base, base+king-robber; 'official' goes with --cards"),
        ([*RANDOM, "--cards", "small-city"], "continuous, continuous-new; 'small-city' goes with --variants"),
        ([*RANDOM, "--cards", "flat-11"], "--cards 'flat-11': expected none, official, flat-10, flat-15-40,"),
        ([*RANDOM, "--cards", "flat-11"], "did you mean 'flat-10'?"),
        ([*RANDOM, "--variants", "base"], "'base' goes with --tiles"),
        ([*RANDOM, "--variants", "field-once"], "did you mean 'fields-once'?"),
        ([*RANDOM, "--variants", "middle"], "--variants 'middle': expected small-city, fields-by-city, fields-once,"),
        ([*RANDOM, "--variants", "small-city,least-2"], "--variants 'least-2': expected small-city,"),
        ([*RANDOM, "--tiles", "base,base+king-robber"], "base and base+king-robber exclude each other, both say tiles"),
        ([*RANDOM, "--cards", "none,official"], "none and official exclude each other, both say cards"),
        ([*RANDOM, "--variants", "least-3,least-4"], "least-3 and least-4 exclude each other"),
        ([*RANDOM, "--variants", "fields-once,fields-by-city"], "exclude each other"),
        ([*RANDOM, "--tiles", " "], "--tiles ' ': expected names, as in base+king-robber"),
        ([*RANDOM, "--variants", ","], "--variants ',': expected names, as in small-city"),
        ([*RANDOM, "--edition", "haba-2017"],
         "--edition haba-2017: carcassonne has --tiles and --cards and --variants instead, as in "
         "--tiles base+king-robber --cards flat-10 --variants small-city"),
        (["simulate", "kingdomino", "--tiles", "base"], "--tiles base: kingdomino has --variants instead, as in"),
        (["simulate", "king-of-dice", "--cards", "none"], "--cards none: king-of-dice has --edition instead, as in"),
        (["compare", "king-of-dice", "random", "highest", "--tiles", "base"], "king-of-dice has --edition instead"),
        (["compare", "carcassonne", "random"], "1 strategies: name at least two to compare"),
        (["compare", "carcassonne", "random", "greedy", "--cards", "base"], "'base' goes with --tiles"),
        ([*TRANSCRIPT, "--edition", "haba-2017"], "carcassonne has --tiles and --cards and --variants instead"),
        ([*TRANSCRIPT, "--game", "-1"], "--game -1: expected the number of a game, from 0"),
        (["show", "kingdom", "carcassonne"], "no game 'carcassonne' with kingdoms; there is kingdomino"),
    ],
    ids=lambda value: " ".join(value)[:80] if isinstance(value, list) else "",
)  # fmt: skip
def test_what_is_wrong_gets_one_line(refused, tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    assert says in refused(*words)
    assert list(tmp_path.iterdir()) == []


# Help and completion


@pytest.mark.parametrize("command", [("simulate",), ("compare",), ("show", "transcript")], ids=" ".join)
def test_help_names_the_options_of_carcassonne(answer, command):
    text = answer(*command, "--help")
    assert max(map(len, text.splitlines())) <= 80
    assert "kingdice " + " ".join([*command, "carcassonne"]) in text
    for option in ("--tiles", "--cards", "--variants"):
        assert re.search(rf"^  {option} <str>", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kingdice simulate car", {"carcassonne"}),
        ("kingdice simulate carcassonne --strategies ran", {"random"}),
        ("kingdice simulate carcassonne --tiles base", {"base", "base+king-robber"}),
        ("kingdice compare carcassonne --cards flat", {"flat-10", "flat-15-40"}),
        ("kingdice simulate carcassonne --variants f", {"fields-by-city", "fields-once"}),
        ("kingdice simulate carcassonne --variants small-city,b", {"small-city,big-cities"}),
        ("kingdice show transcript carcassonne --variants least-9,sm", {"least-9,small-city"}),
    ],
)
def test_completion_offers_tiles_cards_and_rules(call, monkeypatch, line, offered):
    monkeypatch.setenv("_KINGDICE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    done = call()
    assert (done.code, done.err) == (0, "")
    assert set(done.out.split()) == offered
