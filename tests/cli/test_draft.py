"""`kingdice draft`: the draft tables."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from math import comb

import pytest

from kingdice.games.kingdomino.draft_odds import domino_places, terrain_odds


def test_odds_as_json_are_what_the_library_says_to_the_last_bit(answer):
    words = ["draft", "odds", "--players", "3", "--seen", "1,5,7-12,48", "--terrain", "mine", "--format", "json"]
    table = terrain_odds([1, 5, 7, 8, 9, 10, 11, 12, 48], players=3, terrain="mine")
    assert json.loads(answer(*words)) == table.to_dict("records")


def test_odds_count_the_sets_that_can_come(answer):
    rows = json.loads(answer("draft", "odds", "--terrain", "mine", "--lines", "1", "--exact", "--format", "json"))
    none = next(row for row in rows if (row["quantity"], row["amount"]) == ("squares", 0))
    # six dominoes have a mine: 23, 40, 45, 46, 47, 48
    assert Fraction(none["chance"]) == Fraction(comb(42, 4), comb(48, 4))


def test_the_outlook_shows_the_next_line_and_all_that_come(answer):
    rows = json.loads(answer("draft", "odds", "--players", "2", "--format", "json"))
    assert [(row["terrain"], row["lines"]) for row in rows[5:9]] == [
        ("mine", 1),
        ("any", 1),
        ("wheat", 6),
        ("forest", 6),
    ]
    assert rows[12]["crowns"] == pytest.approx(5)  # half of the ten crowns on mines
    last = json.loads(answer("draft", "odds", "--players", "4", "--seen", "1-44", "--format", "json"))
    assert [row["lines"] for row in last] == [1] * 7


def test_places_as_csv_carry_every_digit(answer):
    text = answer("draft", "place", "--players", "3", "--seen", "2,30,41", "--lines", "2", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    table = domino_places([2, 30, 41], players=3, lines=2)
    assert list(rows[0]) == list(table.columns)
    assert [float(row["mean_place"]) for row in rows] == table["mean_place"].tolist()
    assert {row["comes"] for row in rows} == {str(6 / 45)}


def test_a_table_for_people_says_what_it_is_about(answer, tmp_path):
    text = answer("draft", "place", "--variants", "mighty-duel", "--players", "2", "--seen", "1-8")
    assert text.startswith("Places in the line (2 players, mighty-duel; 10 lines of 40 unseen dominoes to come)\n")
    assert "wheat + mine 3" in text
    assert answer("draft", "odds", "--out", str(tmp_path / "odds.md")) == ""
    assert "| mine | 12 | 6 | 10 | 6.000 | 100.00 % |" in (tmp_path / "odds.md").read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["odds", "--seen", "1-a"], "--seen: '1-a' is not the number of a domino, or two as in 7-12"),
        (["odds", "--seen", "9-7"], "--seen: '9-7' is not"),
        (["odds", "--seen", "1,2,2,3"], "seen: domino 2 is named twice"),
        (["odds", "--seen", "1,2,3"], "seen: 3 dominoes are not whole lines of 4"),
        (["odds", "--seen", "46-49"], "seen: there is no domino 49"),
        (["odds", "--terrain", "mines"], "no terrain 'mines'; did you mean 'mine'?"),
        (["odds", "--lines", "0"], "lines 0: expected 1 to 12"),
        (["place", "--seen", "1-48"], "no line is still to come"),
        (["place", "--players", "5"], "5 players: kingdomino standard is for 2 to 4"),
        (["place", "--variants", "might-duel"], "did you mean 'mighty-duel'?"),
        (["place", "--out", "/nowhere/table.csv"], "/nowhere"),
        (["plce"], "No such command 'plce'"),
    ],
)
def test_bad_input_is_refused_in_one_line(refused, words, complaint):
    assert complaint in refused("draft", *words)


def test_help_names_the_tables(answer):
    for option in ("--help", "-h"):
        text = answer("draft", option)
        assert text.startswith("Usage: kingdice draft ")
        assert "\n  odds " in text
        assert "\n  place " in text
