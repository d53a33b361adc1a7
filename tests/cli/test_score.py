"""`kingdice score`: a kingdom's points, and what is wrong with it."""

from __future__ import annotations

import csv
import io
import json
import sys
import xml.etree.ElementTree as ET

import pytest

LARGE = "w0 w0 w0 w0 m2 / w0 m1 m3 m2 m2 / w1 m0 ** s0 s0 / w0 w0 w1 s1 g0 / s2 s1 s0 s2 g0"


@pytest.fixture
def kingdom(tmp_path, monkeypatch):
    """Writes a kingdom to a file in the current directory."""
    monkeypatch.chdir(tmp_path)

    def written(text: str, name: str = "mine.txt") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return written


def scored(answer, *words: str) -> dict:
    return json.loads(answer("score", "kingdomino", *words, "--format", "json"))


def test_the_largest_known_kingdom(answer, kingdom):
    found = scored(answer, kingdom(LARGE), "--variants", "middle,harmony")
    assert [(one["terrain"], one["squares"], one["crowns"], one["points"]) for one in found["properties"]] == [
        ("mine", 6, 10, 60),
        ("swamp", 7, 6, 42),
        ("wheat", 9, 2, 18),
        ("grassland", 2, 0, 0),
    ]
    assert found["properties"][0]["cells"] == [[1, 5], [2, 2], [2, 3], [2, 4], [2, 5], [3, 2]]
    assert (found["property_points"], found["middle_points"], found["harmony_points"], found["points"]) == (
        120,
        10,
        5,
        135,
    )
    assert (found["dominoes"], found["dominoes_missing"], found["wrong"]) == (12, 0, [])
    assert (found["largest_property"], found["crowns"]) == (9, 18)
    assert sorted(found["order"]) == [1, 22, 23, 38, 39, 40, 43, 44, 45, 46, 47, 48]


@pytest.mark.parametrize(
    ("variants", "points"), [("standard", 120), ("middle", 130), ("middle-of-box", 130), ("harmony", 125)]
)
def test_bonuses_count_where_they_are_played_for(answer, kingdom, variants, points):
    assert scored(answer, kingdom(LARGE), "--variants", variants)["points"] == points


def test_the_table_says_it_in_words(answer, kingdom):
    text = answer("score", "kingdomino", kingdom(LARGE), "--variants", "middle,harmony")
    assert "properties: 120 points\nMiddle Kingdom: yes, 10 points\n" in text
    assert "Harmony: yes, the kingdom is full, 5 points\ntotal: 135 points\ncan exist: dominoes " in text
    text = answer("score", "kingdomino", kingdom(LARGE))
    assert "Middle Kingdom: yes; not counted (--variants middle)\n" in text
    assert "total: 120 points\n" in text


def test_both_readings_of_the_middle_are_told_where_they_differ(answer, kingdom):
    file = kingdom("w0 ** w0 w0 / w0 .. .. ..")
    found = scored(answer, file, "--variants", "middle-of-box")
    assert (found["middle"], found["middle_of_box"], found["middle_points"]) == (True, False, 0)
    assert scored(answer, file, "--variants", "middle")["middle_points"] == 10
    assert (
        "Middle Kingdom: yes by distance (no square farther than 2 from the castle), no by the box around the kingdom "
        "(middle-of-box), 10 points\n" in answer("score", "kingdomino", file, "--variants", "middle")
    )


def test_a_kingdom_with_gaps_says_how_many_dominoes_are_missing(answer, kingdom):
    text = answer("score", "kingdomino", kingdom("w0 ** w0 w0 / w0 .. .. .."), "--variants", "harmony")
    assert "Harmony: no, 10 of 12 dominoes missing\n" in text


def test_csv_and_json_and_markdown_say_the_same(answer, kingdom):
    file = kingdom(LARGE)
    rows = list(csv.DictReader(io.StringIO(answer("score", "kingdomino", file, "--format", "csv"))))
    assert [row["part"] for row in rows] == ["property"] * 4 + ["bonus"] * 2 + ["total"]
    assert rows[0] == {
        "part": "property",
        "name": "mine",
        "squares": "6",
        "crowns": "10",
        "points": "60",
        "cells": "1.5 2.2 2.3 2.4 2.5 3.2",
    }
    assert rows[-1]["points"] == "120"
    assert "| mine | 6 | 10 | 60 |" in answer("score", "kingdomino", file, "--format", "markdown")


def test_standard_input_csv_with_dominoes_and_a_picture(answer, kingdom, monkeypatch, tmp_path):
    text = "row,column,terrain,crowns,domino\n1,1,castle,,\n1,2,mine,1,40\n2,2,wheat,0,40\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    monkeypatch.chdir(tmp_path)
    found = scored(answer, "-", "--figure", "mine.svg")
    assert (found["points"], found["order"]) == (1, [40])
    assert ET.parse(tmp_path / "mine.svg").getroot()[1].text == "** m1\n.. w0"


def test_an_answer_in_a_file(answer, kingdom, tmp_path):
    words = ["score", "kingdomino", kingdom(LARGE)]
    assert answer(*words, "--out", "score.json") == ""
    assert json.loads((tmp_path / "score.json").read_text(encoding="utf-8"))["points"] == 120


# kingdoms that cannot exist


def test_a_kingdom_that_cannot_exist_is_scored_and_all_that_is_wrong_is_told(call, kingdom):
    done = call("score", "kingdomino", kingdom("m3 m3 w2 ** w0 w0 w0"), "--variants", "harmony")
    assert done.code == 2
    assert "total: 14 points\n" in done.out
    wrong = [line for line in done.out.splitlines() if line.startswith("wrong: ")]
    assert wrong == [
        "wrong: 1 rows by 7 columns: a kingdom fits into 5 by 5; it fits into the 7 by 7 of the Mighty Duel "
        "(--variants mighty-duel)",
        "wrong: mine 3: 2 squares, and only 1 square of 48 dominoes is so: row 1 column 1, row 1 column 2",
        "wrong: wheat 2: no domino has such a square: row 1 column 3",
    ]
    assert done.err == "kingdice: mine.txt: this kingdom cannot exist: 3 things are wrong\n"


def test_what_is_wrong_stands_in_json_and_csv_too(call, kingdom):
    file = kingdom("w0 w0")
    found = json.loads(call("score", "kingdomino", file, "--format", "json").out)
    assert found["wrong"] == ["no castle: a kingdom has one (** in text, castle in CSV)"]
    assert (found["middle"], found["order"]) == (False, [])
    rows = list(csv.DictReader(io.StringIO(call("score", "kingdomino", file, "--format", "csv").out)))
    assert rows[-1]["part"] == "wrong"


def test_a_wide_kingdom_is_right_in_the_mighty_duel(answer, call, kingdom):
    file = kingdom("** w0 w0 w0 f0 f0 f0")
    assert call("score", "kingdomino", file).code == 2
    assert scored(answer, file, "--variants", "mighty-duel")["wrong"] == []


# bad input


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Missing argument 'game'"),
        (["kingdomino"], "Missing argument 'file'"),
        (["king-of-dice", "mine.txt"], "no game 'king-of-dice' with kingdoms"),
        (["kingdomin", "mine.txt"], "did you mean 'kingdomino'?"),
        (["kingdomino", "no.txt"], "no.txt: cannot be read: No such file or directory"),
        (["kingdomino", "."], ".: cannot be read: Is a directory"),
        (["kingdomino", "mine.txt", "--variants", "midle"], "did you mean 'middle'?"),
        (["kingdomino", "mine.txt", "--variants", "middle,middle-of-box"], "exclude each other"),
        (["kingdomino", "mine.txt"], "mine.txt: line 2, square 1: 'x0': expected a terrain (w f l g s m)"),
        (["kingdomino", "mine.txt", "--figure", "mine.png"], "mine.png: expected a file name that ends in .svg"),
        (["kingdomino", "mine.txt", "--out", "no/such.txt"], "no/such.txt: cannot be written"),
        (["kingdomino", "mine.txt", "--format", "xml"], "'xml' is not one of"),
        (["kingdomino", "latin.txt"], "latin.txt: cannot be read: it is not text in UTF-8"),
        (["kingdomino", "long.txt"], "long.txt: more than 100,000 characters: expected one kingdom"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_bad_input_gets_one_line(refused, kingdom, tmp_path, words, says):
    kingdom("** w0\nx0 w0")
    kingdom("w0 " * 40_000, "long.txt")
    (tmp_path / "latin.txt").write_bytes(b"** w0 # \xff\n")
    assert says in refused("score", *words)


def test_the_real_command(process):
    done = process("score", "kingdomino", "no.txt")
    assert (done.code, done.out) == (2, "")
    assert done.err == "kingdice: no.txt: cannot be read: No such file or directory\n"
