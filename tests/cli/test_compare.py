"""`kingdice compare`: every table, its controls, rounding to whole rotations, formats, interruption."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from kingdice.cli.compare import _controls
from kingdice.comparison.controls import Mirror
from kingdice.comparison.line_up import LineUp
from kingdice.comparison.rotation import Rotations
from kingdice.games import game_named

COMPARE = ["compare", "king-of-dice"]
DUEL = [*COMPARE, "best-bet", "highest", "--quiet"]
KEYS = [
    "game",
    "edition",
    "seed",
    "games",
    "games_asked_for",
    "rotations",
    "rng_version",
    "digest",
    "games_per_second",
    "players",
    "seatings",
    "level",
    "note",
    "strategies",
    "differences",
    "ladder",
    "meetings",
    "seats",
    "luck",
    "controls",
    "sprt",
    "until",
]


def found(answer, *words):
    return json.loads(answer(*words, "--format", "json"))


def test_the_whole_answer_is_one_object(answer, edition):
    duel = found(answer, *DUEL, "--games", "400", "--seed", "7")
    assert list(duel) == KEYS
    assert (duel["game"], duel["edition"]) == ("king-of-dice", {"name": "haba-2017", "hash": edition.hash})
    assert (duel["seed"], duel["games"], duel["rotations"], duel["seatings"], duel["players"]) == (7, 400, 200, 2, 2)
    assert (duel["note"], duel["luck"], duel["sprt"], duel["until"]) == ("", None, None, None)
    assert re.fullmatch("[0-9a-f]{64}", duel["digest"])
    better, worse = duel["strategies"]
    assert (better["strategy"], worse["strategy"]) == ("best-bet", "highest")
    assert better["win_share_low"] > 0.6 > 0.4 > worse["win_share_high"]
    assert [row["quantity"] for row in duel["differences"]] == ["win_share", "lead", "score"]
    assert [row["strategy"] for row in duel["ladder"]] == ["best-bet", "highest"]


def test_workers_do_not_change_the_answer(answer):
    one, two = (found(answer, *DUEL, "--games", "600", "--workers", workers) for workers in "12")
    assert {**one, "games_per_second": 0} == {**two, "games_per_second": 0}
    assert found(answer, *DUEL, "--games", "600", "--seed", "2")["digest"] != one["digest"]


def test_a_player_is_compared_with_itself_doing_without_something(answer):
    names = ["best-bet", "best-bet:without=elf+dwarf+gnome+orc"]
    duel = found(answer, *COMPARE, *names, "--games", "400", "--quiet")
    assert [row["strategy"] for row in duel["strategies"]] == names
    assert duel["strategies"][0]["win_share_low"] > 0.6


def test_controls_stand_in_every_output(answer):
    duel = found(answer, *DUEL, "--games", "100")
    assert [(row["control"], row["strategy"], row["expected"]) for row in duel["controls"]] == [
        ("mirror", "best-bet", "covers 0.5"),
        ("mirror", "highest", "covers 0.5"),
        ("random", "best-bet", "above 0.5"),
        ("random", "highest", "above 0.5"),
    ]
    assert all(row["holds"] for row in duel["controls"])
    assert {row["rotations"] for row in duel["controls"]} == {64}
    for how in ("table", "markdown"):
        text = answer(*DUEL, "--games", "100", "--format", how)
        assert text.count(" holds") == 4
        assert "All controls hold (99.9 % intervals together)." in text


def test_controls_are_as_many_as_the_rotations_within_reason(answer):
    assert {row["rotations"] for row in found(answer, *DUEL, "--games", "1000")["controls"]} == {500}

    match_of = game_named("king-of-dice").match
    chosen = _controls(match_of, LineUp(("turn-optimal", "highest"), 3), "random", 100_000)
    assert [(control.kind, control.strategy, rotations) for control, rotations in chosen] == [
        ("mirror", "turn-optimal", 200),
        ("mirror", "highest", 2000),
        ("random", "turn-optimal", 200),
        ("random", "highest", 2000),
    ]


def test_random_needs_no_control_against_random(answer):
    duel = found(answer, *COMPARE, "best-bet", "random", "--games", "100", "--quiet")
    assert [(row["control"], row["strategy"]) for row in duel["controls"]] == [
        ("mirror", "best-bet"),
        ("mirror", "random"),
        ("random", "best-bet"),
    ]


def test_a_control_that_fails_says_so(answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = "def last(state, moves):\n    return moves[-1]\n"
    (tmp_path / "mine.py").write_text(bot, encoding="utf-8")
    words = [*COMPARE, "mine.py:last", "random", "--games", "4", "--quiet"]
    duel = found(answer, *words)
    assert [row["holds"] for row in duel["controls"]] == [True, True, False]
    assert {row["rotations"] for row in duel["controls"] if row["strategy"] != "random"} == {24}
    text = answer(*words)
    assert "FAILS" in text
    assert "A control fails" in text


@pytest.mark.parametrize(
    ("games", "players", "played", "rotations"),
    [("1", 2, 4, 2), ("400", 2, 400, 200), ("401", 2, 402, 201), ("1e2", 3, 102, 34), ("99", 3, 99, 33)],
)
def test_games_are_rounded_up_to_whole_rotations(answer, call, games, players, played, rotations):
    words = [*DUEL, "--players", str(players), "--games", games]
    duel = found(answer, *words)
    assert (duel["games"], duel["rotations"], duel["games_asked_for"]) == (played, rotations, float(games))
    line = f"{float(games):,.0f} games were asked for; whole rotations make it {played:,}"
    assert (line in answer(*words)) == (float(games) != played)
    said = call(*[word for word in words if word != "--quiet"], "--format", "json").err
    assert ("rounded up to" in said) == (float(games) != played)


def test_other_seats_are_copies_of_the_last_and_more_strategies_take_turns(answer):
    four = found(answer, *DUEL, "--players", "4", "--games", "100")
    assert (four["note"], four["seatings"]) == ("2 more seats are taken by copies of highest", 4)
    assert "\n2 more seats are taken by copies of highest\n" in answer(*DUEL, "--players", "4", "--games", "100")
    three = found(answer, *COMPARE, "best-bet", "highest", "easiest", "--games", "120", "--quiet")
    assert (three["note"], three["seatings"]) == ("every 2 of the 3 strategies meet in turn", 6)
    assert len(three["differences"]) == 9
    assert [row["rank"] for row in three["ladder"]] == [1, 2, 3]
    assert three == {
        **found(answer, *COMPARE, "best-bet,highest,easiest", "--games", "120", "--quiet"),
        "games_per_second": three["games_per_second"],
    }


def test_the_test_is_a_sentence(answer):
    words = [*DUEL, "--games", "4000", "--better-by", "0.05"]
    assert found(answer, *words)["sprt"]["verdict"] == "accept H1"
    text = " ".join(answer(*words).split())
    assert "Is best-bet better than highest by 5 % of win share, or no better? Better. (Sequential test" in text
    less = answer(*COMPARE, "highest", "best-bet", "--quiet", *words[5:])
    assert "by 5 % of win share, or no better? No better. (Sequential test" in " ".join(less.split())
    few = answer(*DUEL, "--games", "4", "--better-by", "0.05")
    assert "or no better? Not decided yet. (Sequential test after 2 rotations" in " ".join(few.split())


def test_until_a_precision_or_a_verdict(answer):
    words = [*DUEL, "--games", "4e4", "--until"]
    sure = found(answer, *words, "win-share:0.02")
    assert sure["until"]["reached"]
    assert sure["rotations"] in {4096, 8192, 12_288}
    assert sure["games"] == 2 * sure["rotations"]
    text = answer(*words, "win-share:0.02")
    assert f"Stopped after {sure['rotations']:,} of at most 20,000 rotations: the widest interval is ± 0.0" in " ".join(
        text.split()
    )
    low, high = (100 * sure["until"][side][0] for side in ("lows", "highs"))
    assert f"± {(high - low) / 2:.1f} %" in text.split("Differences")[0]
    decided = found(answer, *words, "sprt:0.05")
    assert (decided["rotations"], decided["until"]["verdict"]) == (4096, "accept H1")
    assert "Stopped after 4,096 of at most 20,000 rotations: the test is decided" in answer(*words, "sprt:0.05")
    early = answer(*DUEL, "--games", "100", "--until", "win-share:0.001")
    assert "Played all 50 rotations: the widest interval" in early


def test_luck_is_taken_out_where_that_is_asked_for(answer):
    words = [*DUEL, "--games", "80", "--luck"]
    duel = found(answer, *words)
    assert [row["quantity"] for row in duel["luck"]] == ["win_share", "lead", "score"]
    assert duel["luck"][2]["times_fewer_games"] > 1.5
    assert duel["strategies"] == found(answer, *DUEL, "--games", "80")["strategies"]
    text = answer(*words)
    assert "Luck taken out" in text
    assert f"{duel['luck'][2]['times_fewer_games']:.1f} [" in text
    assert "Luck taken out" not in answer(*DUEL, "--games", "80", "--no-luck")


# Formats


@pytest.mark.parametrize(
    ("strategies", "players"),
    [
        ("best-bet highest", 2),
        ("lead-optimal far-sighted", 4),
        ("first-met easiest highest", 3),
        ("turn-optimal highest", 3),
    ],
)
def test_tables_fit_into_80_columns(answer, strategies, players):
    text = answer(*COMPARE, *strategies.split(), "--players", str(players), "--games", "60", "--quiet")
    assert max(map(len, text.splitlines())) <= 80
    for heading in ("Strategies", "Differences", "Ladder", "Seats", "Controls"):
        assert f"\n\n{heading}\n" in text


def test_markdown_has_all_tables(answer):
    text = answer(*DUEL, "--games", "60", "--format", "markdown")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Strategies", "Differences", "Ladder", "Seats", "Controls"]
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in table.splitlines()}) == 1


def test_csv_is_the_table_of_strategies(answer):
    rows = list(csv.DictReader(io.StringIO(answer(*DUEL, "--games", "60", "--format", "csv"))))
    for row, known in zip(rows, found(answer, *DUEL, "--games", "60")["strategies"], strict=True):
        assert list(row) == list(known)
        assert [float(row[key]) for key in list(known)[1:]] == list(known.values())[1:]


def test_progress_goes_to_standard_error(call):
    done = call(*[word for word in DUEL if word != "--quiet"], "--games", "100", "--format", "csv")
    assert re.fullmatch(
        r"50 of 50 rotations, [\d,]+ rotations/s\n256 of 256 control rotations, [\d,]+ control rotations/s\n", done.err
    )


# Directories


def test_rotations_are_kept_and_gone_on_with(answer, refused, tmp_path):
    out = tmp_path / "duel"
    words = [*DUEL, "--out", str(out)]
    whole = found(answer, *DUEL, "--games", "600")
    found(answer, *words, "--games", "200")
    assert "holds a run already; go on with it by --resume" in refused(*words, "--games", "600")
    longer = found(answer, *words, "--games", "600", "--resume")
    assert {**longer, "games_per_second": 0} == {**whole, "games_per_second": 0}
    again = found(answer, *words, "--games", "600", "--resume")
    assert (again["digest"], again["games_per_second"]) == (whole["digest"], 0)
    assert "identity.players is 2 there and 3 here" in refused(*words, "--players", "3", "--games", "600", "--resume")
    simulated = [
        "simulate",
        "king-of-dice",
        "--strategies",
        "best-bet,highest",
        "--quiet",
        "--out",
        str(out),
        "--resume",
    ]
    assert "identity." in refused(*simulated)


@pytest.mark.parametrize("stage", ["comparison", "controls"])
def test_ctrl_c_says_what_is_kept(call, answer, tmp_path, monkeypatch, stage):
    out = tmp_path / "duel"
    words = [*DUEL, "--games", "300", "--out", str(out)]
    kind = Rotations if stage == "comparison" else Mirror
    play = kind.play_block

    def interrupted(self, seed, first_game, games):
        if first_game > 0 or stage == "controls":
            raise KeyboardInterrupt
        return play(self, seed, first_game, games)

    with monkeypatch.context() as patch:
        patch.setattr(kind, "play_block", interrupted)
        done = call(*words)
        bare = call(*DUEL, "--games", "300")
    assert (done.code, done.out) == (130, "")
    if stage == "comparison":
        said = f"interrupted; 64 of 150 rotations are kept in {out}, and --resume goes on from there"
    else:
        said = f"interrupted at the controls; the games compared are kept in {out}, and --resume goes on from there"
    assert done.err == f"kingdice: {said}\n"
    assert (bare.code, bare.err) == (130, "kingdice: interrupted; nothing is kept without a directory (--out)\n")
    assert found(answer, *words, "--resume")["digest"] == found(answer, *DUEL, "--games", "300")["digest"]


def test_a_bot_is_compared_as_the_strategy_that_it_imitates(call, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = "from kingdice.games.king_of_dice.strategies import Highest\n\n\ndef mine(state, moves):\n"
    bot += "    return Highest().choose(state, None)\n"
    (tmp_path / "bots.py").write_text(bot, encoding="utf-8")
    words = ["--games", "8", "--quiet", "--format", "json"]
    mine = json.loads(call(*COMPARE, "bots.py:mine", "best-bet", *words).out)
    known = json.loads(call(*COMPARE, "highest", "best-bet", *words).out)
    assert mine["digest"] == known["digest"]
    assert "--luck: the luck of these strategies cannot be measured" in refused(
        *COMPARE, "bots.py:mine", "best-bet", *words, "--luck"
    )
