"""`kingdice draft`: the draft tables."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from math import comb

import pytest

from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_places, terrain_odds
from kingdice.games.kingdomino.draft_tables import domino_worths, first_picks
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.price_tables import domino_prices, turn_order
from kingdice.games.kingdomino.turn_log import log_turns


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


SOME = ("--strategies", "random", "--players", "3", "--variants", "middle", "--games", "80", "--seed", "4")


@pytest.fixture(scope="module")
def draft() -> Draft:
    return Draft.of(log_turns(match(["random"] * 3, variants="middle"), games=80, seed=4))


def test_worth_is_what_one_gets_without_the_name_of_a_table(answer, draft):
    rows = json.loads(answer("draft", *SOME, "--format", "json"))
    assert rows == json.loads(answer("draft", "worth", *SOME, "--workers", "2", "--format", "json"))
    worths, prices = domino_worths(draft), domino_prices(draft)
    assert [row["number"] for row in rows] == list(range(1, 49))
    for name in ("offers", "taken", "score", "score_low", "win_share_high"):
        assert [row[name] for row in rows] == pytest.approx(worths[name].tolist(), nan_ok=True)
    assert [row["places"] for row in rows] == pytest.approx(prices["places"].tolist())
    assert [row["price_high"] for row in rows] == pytest.approx(prices["score_high"].tolist())
    assert "first_line" not in rows[0]


def test_worth_by_span_has_a_row_for_each(answer):
    rows = json.loads(answer("draft", "worth", *SOME, "--spans", "2", "--format", "json"))
    assert [(row["number"], row["first_line"], row["last_line"]) for row in rows[:3]] == [
        (1, 1, 6),
        (1, 7, 12),
        (2, 1, 6),
    ]


def test_order_and_first_picks_are_those_of_the_library(answer, draft):
    rows = json.loads(answer("draft", "order", *SOME, "--format", "json"))
    assert [row["score_low"] for row in rows] == pytest.approx(turn_order(draft)["score_low"].tolist())
    rows = json.loads(answer("draft", "first", *SOME, "--by", "place", "--turn", "2", "--format", "json"))
    table = first_picks(draft, by="place", turn=2)
    assert [row["win_share"] for row in rows] == pytest.approx(table["win_share"].tolist())
    assert [row["win_share_low"] for row in rows] == pytest.approx(table["low"].tolist())


def test_measured_tables_for_people_say_who_played(answer):
    text = answer("draft", *SOME)
    assert text.startswith("What dominoes are worth (3 players, middle; random; 80 games, seed 4)\n")
    assert "95 % intervals over games" in text
    line = next(line for line in text.splitlines() if "wheat + mine 3" in line)
    assert line.count("±") == 4
    few = answer("draft", "worth", "--strategies", "random", "--players", "2", "--games", "2")
    assert " - " in few  # too few to say
    assert "NaN" not in answer("draft", "worth", "--strategies", "random", "--games", "2", "--format", "json")
    text = answer("draft", "first", *SOME, "--format", "markdown")
    assert "First picks, turn 1 (3 players, middle; random; 80 games, seed 4)" in text


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
        (["--games", "0"], "--games 0: expected at least 1"),
        (["--games", "1"], "at least two games, not 1"),
        (["--games", "1e6"], "--games 1e6: expected at most 100000"),
        (["--strategies", "full-greed"], "did you mean 'full-greedy'"),
        (["--strategies", "random,random", "--players", "3"], "--strategies names 2, --players says 3"),
        (["--strategies", "mce:seconds=0.1", "--games", "2"], "count their playouts"),
        (["--variants", "mighty-duel", "--players", "3"], "expected 2"),
        (["--seed", "-1"], "--seed -1"),
        (["--spans", "13", "--strategies", "random", "--games", "2"], "13 spans: expected 1 to 12"),
        (["first", "--turn", "5", "--strategies", "random", "--games", "2"], "expected turn 1 to 4"),
        (["first", "--by", "colour"], "colour"),
        (["order", "--out", "/nowhere/table.csv"], "/nowhere"),
        (["plce"], "No such command 'plce'"),
    ],
)
def test_bad_input_is_refused_in_one_line(refused, words, complaint):
    assert complaint in refused("draft", *words)


def test_help_names_the_tables(answer):
    for option in ("--help", "-h"):
        text = answer("draft", option)
        assert text.startswith("Usage: kingdice draft ")
        for name in ("worth", "order", "first", "odds", "place"):
            assert f"\n  {name} " in text
