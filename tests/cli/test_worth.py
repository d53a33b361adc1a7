"""`kingdice worth`: a written position, and what the King and the Robber Baron are worth in it."""

from __future__ import annotations

import csv
import io
import json
import sys

import pytest

from kingdice.games.carcassonne.position_file import parse_position
from kingdice.games.carcassonne.position_worth import position_worth

POSITION = "points: 4 0\nheld: V\nking: 1\nboard: E2 . / D0 U0*r2"
WORTH = ("worth", "carcassonne")
QUICK = ("--playouts", "20")


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(POSITION, encoding="utf-8")
    return str(file)


def test_json_is_what_the_library_says_to_the_last_bit(answer, mine):
    words = (*WORTH, mine, *QUICK, "--seed", "7", "--moves", "3", "--strategies", "greedy", "--format", "json")
    told = json.loads(answer(*words))
    expected = position_worth(parse_position(POSITION), strategies=["greedy"] * 2, playouts=20, seed=7, moves=3)
    for part in ("cards", "holding", "seats", "threats", "moves"):
        assert told[part] == list(getattr(expected, part))
    assert {key: told[key] for key in expected.about} == expected.about
    assert told["strategies"] == ["greedy", "greedy"]
    assert (told["seat"], told["held"], told["tiles"], told["tiles_left"]) == (1, "V", 3, 73)


def test_the_same_seed_gives_the_same_answer(answer, mine):
    told = [answer(*WORTH, mine, *QUICK, "--seed", seed, "--format", "csv") for seed in ("1", "1", "2")]
    assert told[0] == told[1] != told[2]


def test_text_has_the_cards_the_seats_what_threatens_and_the_best_moves(answer, mine):
    lines = answer(*WORTH, mine, *QUICK, "--moves", "2").splitlines()
    assert lines[0] == "Carcassonne, base+king-robber,official"
    assert lines[1] == "Turn 3: seat 1 holds V; 3 tiles on the table, 73 in the bag"
    king = next(line.split() for line in lines if line.startswith(" King"))
    assert king[:6] == ["King", "seat", "1", "2", "1", "1"]  # holder, size to beat, completed, worth now
    baron = next(line.split() for line in lines if line.startswith(" Robber Baron"))
    assert baron[2:6] == ["nobody", "-", "0", "0"]
    assert "seat 1: 4 (cities 4) so far; 5 (cities 4, King 1) if it ended now" in lines
    assert "seat 2: 0 so far; 2 (roads 2) if it ended now" in lines
    threat = next(line.split() for line in lines if "road at (0, 0)" in line)
    assert threat[:9] == ["Robber", "Baron", "road", "at", "(0,", "0)", "2", "4", "or"]
    assert threat[-1] == "2"
    assert sum(line.startswith(" V") for line in lines) == 2
    for title in ("The cards", "Who will have them in the end", "The seats", "Best moves of seat 1 with V"):
        assert any(line.startswith(title) for line in lines)
    assert max(map(len, lines)) <= 110


def test_csv_has_a_number_a_row(answer, mine):
    rows = list(csv.DictReader(io.StringIO(answer(*WORTH, mine, *QUICK, "--moves", "1", "--format", "csv"))))
    found = {(row["part"], row["name"], row["quantity"]): row for row in rows}
    assert len(found) == len(rows)
    assert found["cards", "king", "size_to_beat"]["value"] == "2"
    assert found["cards", "robber", "kept"]["value"] == ""
    chances = [float(found["holding", "king", who]["value"]) for who in ("seat 1", "seat 2", "nobody")]
    assert sum(chances) == pytest.approx(1)
    kept = found["cards", "king", "kept"]
    assert float(kept["low"]) <= float(kept["value"]) <= float(kept["high"])
    assert found["threats", "1", "seats"]["value"] == "2"
    assert ("moves", "1", "without_cards") in found


def test_markdown_by_the_ending_of_the_file(answer, mine, tmp_path):
    out = tmp_path / "answer.md"
    assert answer(*WORTH, mine, *QUICK, "--out", str(out)) == ""
    text = out.read_text(encoding="utf-8")
    assert "| card | holder | size_to_beat |" in text
    assert "\n- seat 1: 4 (cities 4) so far" in text


def test_a_position_from_standard_input_without_a_tile_in_hand(answer, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("rules: base\nplayers: 3\nboard: D0"))
    text = answer(*WORTH, "-", *QUICK)
    assert "Turn 1: seat 1 is to draw; 1 tile on the table, 71 in the bag\n" in text
    assert "With these rules the cards bring nothing" in text
    assert "Best moves" not in text


def test_the_position_in_the_help_can_be_read(answer, call, monkeypatch):
    shown = call("worth", "--help").out.partition("left out:\n")[2].partition("Examples:")[0]
    monkeypatch.setattr(sys, "stdin", io.StringIO(shown))
    assert "seat 1 holds U; 5 tiles on the table" in answer(*WORTH, "-", *QUICK)


def test_a_finished_game_is_counted(answer, tmp_path):
    file = tmp_path / "end.txt"
    words = ("show", "board", "--seed", "3", "--game", "1", "--strategies", "random", "--format", "position")
    assert answer(*words, "--out", str(file)) == ""
    text = answer(*WORTH, str(file))
    assert "\nThe game is over; 77 tiles on the table\n" in text
    assert "nothing is left to chance" in text
    assert "±" not in text
    told = json.loads(answer(*WORTH, str(file), "--format", "json"))
    assert told["is_over"]
    assert told["playouts"] == 0
    assert sum(row["win_share"] for row in told["seats"]) == 1
    assert all(row["points"] == row["points_now"] == row["completed"] for row in told["cards"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--strategies", "mcts"), "strategy mcts: it searches, which is too slow to play on: expected random, greedy"),
        (("--strategies", "gredy"), "no strategy 'gredy'; did you mean 'greedy'?"),
        (("--strategies", "greedy,greedy,random"), "--strategies names 3: expected one for all, or 2"),
        (("--playouts", "1"), "1 playouts: expected 2 to 1,000,000"),
        (("--playouts", "many"), "--playouts many: expected"),
        (("--seed", "-1"), "seed -1"),
        (("--moves", "0"), "--moves 0: expected how many of the best moves to list, from 1"),
        (("--out", "no/such/place.md"), "no/such"),
    ],
)
def test_what_is_refused(refused, mine, words, said):
    assert said in refused(*WORTH, mine, *words)


def test_moves_need_a_tile_in_hand(refused, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("board: D0", encoding="utf-8")
    assert "write which one was drawn, as in held: U" in refused(*WORTH, str(file), "--moves", "3")


def test_another_game_has_no_such_cards(refused, mine):
    assert "no game 'kingdomino' with cards that are held; there is carcassonne" in refused("worth", "kingdomino", mine)
    assert "did you mean 'carcassonne'?" in refused("worth", "carcasonne", mine)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            "board: D0 U1",
            "line 1, row 1, column 1: D0 has a road in the east, where U1 at row 1, column 2 has a field",
        ),
        ("board: D0 . U0", "row 1, column 3"),
        ("board: C0 / D0 / C0", "C"),
        ("held: Q9\nboard: D0", "line 1"),
        ("king: 3\nboard: E2 / D0", "line 1: the King of seat 3: seats 1 to 2 play"),
        ("", "no tiles"),
    ],
)
def test_what_is_wrong_with_a_position_is_said_by_line_and_cell(refused, tmp_path, position, said):
    file = tmp_path / "mine.txt"
    file.write_text(position, encoding="utf-8")
    told = refused(*WORTH, str(file), *QUICK)
    assert told.startswith(str(file))
    assert said in told
