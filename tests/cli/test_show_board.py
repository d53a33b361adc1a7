"""The table of a game of Carcassonne, drawn and as a position that can be changed and read again."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ET

import pytest

SHOW = ("show", "board", "--seed", "3", "--game", "1", "--strategies", "random")
SVG = "{http://www.w3.org/2000/svg}"
SMALL = "king: 1\nboard: E2 . / D0 U0*r2\n"


@pytest.fixture
def small(tmp_path):
    file = tmp_path / "small.txt"
    file.write_text(SMALL, encoding="utf-8")
    return str(file)


def test_the_board_at_the_end_of_a_game_with_points_holders_and_features(answer):
    lines = answer(*SHOW).splitlines()
    assert lines[0] == "Carcassonne, base+king-robber,official, seed 3, game 1"
    assert any(line.startswith("The game is over; ") for line in lines)
    for begins in (
        "seat 1 (random): ",
        "seat 2 (random): ",
        "The King: ",
        "The Robber Baron: ",
        "Features with meeples:",
    ):
        assert any(line.startswith(begins) for line in lines)


def test_it_is_the_game_that_the_transcript_tells(answer):
    """Which is the one that is simulated, as tests of every game have it."""
    words = (
        "--seed",
        "3",
        "--players",
        "3",
        "--strategies",
        "random",
        "--cards",
        "flat-10",
        "--variants",
        "small-city",
    )
    shown = re.findall(r"^seat \d \(random\): (\d+) points", answer("show", "board", *words), re.MULTILINE)
    told = answer("show", "transcript", "carcassonne", *words).splitlines()[-2]
    assert told == "points: " + ", ".join(f"seat {seat} {points}" for seat, points in enumerate(shown, start=1))


def test_a_game_stops_after_a_turn(answer):
    text = answer(*SHOW, "--turn", "10")
    assert text.startswith("Carcassonne, base+king-robber,official, seed 3, game 1, after turn 10\n")
    assert re.search(r"^Turn 11: seat 1 holds \w+; 11 tiles on the table", text, re.MULTILINE)
    assert re.search(r"^Turn 1: seat 1 holds \w+; 1 tile on the table", answer(*SHOW, "--turn", "0"), re.MULTILINE)


def test_a_position_can_be_read_and_drawn_again(answer, tmp_path):
    file = tmp_path / "mine.txt"
    words = (*SHOW, "--players", "3", "--turn", "40")
    assert answer(*words, "--format", "position", "--out", str(file)) == ""
    text = file.read_text(encoding="utf-8")
    assert text.startswith(
        "# Carcassonne, base+king-robber,official, seed 3, game 1, after turn 40\n# seat 1: random\n"
    )
    again = answer("show", "board", "--file", str(file))
    drawn = answer(*words)
    assert drawn.replace(" (random)", "").splitlines()[1:] == again.splitlines()[1:]
    assert (
        answer("show", "board", "--file", str(file), "--format", "position").splitlines()[1:] == text.splitlines()[4:]
    )


def test_where_no_tile_is_held_none_is_made_up(answer, small):
    assert "Turn 3: seat 1 is to draw; 3 tiles on the table, 74 in the bag\n" in answer(
        "show", "board", "--file", small
    )
    assert "held" not in answer("show", "board", "--file", small, "--format", "position")


def test_a_position_from_standard_input(answer, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(SMALL))
    assert "The King: seat 1, with a city of 2 tiles" in answer("show", "board", "--file", "-")


def test_pictures(answer, small, tmp_path):
    figure, out = tmp_path / "one.svg", tmp_path / "two.svg"
    words = ("show", "board", "--file", small)
    assert answer(*words, "--figure", str(figure)) == answer(*words)
    assert answer(*words, "--out", str(out)) == ""
    assert out.read_text(encoding="utf-8") == figure.read_text(encoding="utf-8") == answer(*words, "--format", "svg")
    root = ET.fromstring(out.read_text(encoding="utf-8"))
    assert root.findtext(f"{SVG}title") == "Carcassonne, base+king-robber,official"


def test_a_terminal_without_the_lines_gets_other_letters(call, small, monkeypatch):
    class Narrow(io.StringIO):
        encoding = "ascii"

    from kingdice.cli.main import run

    out = Narrow()
    monkeypatch.setattr(sys, "stdout", out)
    assert run(["show", "board", "--file", small]) == 0
    assert out.getvalue().isascii()
    assert "###" in out.getvalue()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--turn", "99"), "--turn 99: expected 0 to 76"),
        (("--turn", "-1"), "--turn -1: expected 0 to 76"),
        (("--figure", "board.png"), "board.png: expected a file name that ends in .svg"),
        (("--cards", "oficial"), "'oficial': expected none, official, flat-10, flat-15-40"),
        (("--players", "6"), "--players 6: expected 2 to 5"),
    ],
)
def test_what_is_refused(refused, words, said):
    assert said in refused(*SHOW, *words)


def test_another_game_has_no_board(refused):
    assert "no game 'kingdomino' with a board; there is carcassonne" in refused("show", "board", "kingdomino")
    assert "did you mean 'carcassonne'?" in refused("show", "board", "carcasonne")


def test_a_file_says_itself_what_the_options_of_a_game_would(refused, small):
    for words in (("--turn", "1"), ("--players", "2"), ("--cards", "none")):
        told = refused("show", "board", "--file", small, *words)
        assert f"{words[0]} is about a game that is played, --file about a position" in told


def test_what_is_wrong_with_a_position_is_said_by_line_and_cell(refused, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("board: D0 U1", encoding="utf-8")
    assert refused("show", "board", "--file", str(file)).strip() == (
        f"{file}: line 1, row 1, column 1: D0 has a road in the east, where U1 at row 1, column 2 has a field"
    )
    assert "cannot be read" in refused("show", "board", "--file", str(tmp_path / "none.txt"))
