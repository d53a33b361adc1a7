"""`kingdice odds`: every citizen, or any condition on any dice."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest
from oracles.golden import GOLDEN, GOLDEN_CITIZENS

from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.odds import odds_rows

# The same twenty conditions as one asks for them on ordinary dice.
GOLDEN_WORDS = {
    "3 alike": "3 of a kind",
    "4 alike": "4 of a kind",
    "5 alike": "5 of a kind",
    "6 alike": "6 of a kind",
    "at least 3 sixes": "three 6s",
    "at least 4 sixes": "at least four sixes",
    "at least 5 sixes": "5 6s",
    "6 sixes": "all 6s",
    "straight of 3": "straight of 3",
    "straight of 4": "straight of 4",
    "straight of 5": "straight of 5",
    "1-2-3-4-5-6": "straight of 6",
    "three distinct pairs": "exactly 2+2+2",
    "3+3": "exactly 3+3",
    "4+2": "exactly 4+2",
    "3+2 inside six": "3+2",
    "sum at least 28": "sum >= 28",
    "sum at least 30": "sum >= 30",
    "sum exactly 21": "sum == 21",
    "all even": "all even",
}
COLUMNS = ["id", "village", "points", "needs", "p1", "p2", "p3", "p4", "expected_points"]


def assert_golden(golden, row: dict) -> None:
    assert row["p1"] == pytest.approx(float(golden.one_roll), rel=0, abs=1e-12)
    assert row["p2"] == pytest.approx(golden.two_rolls, rel=0, abs=1e-10)
    assert row["p3"] == pytest.approx(float(golden.three_rolls), rel=0, abs=1e-12)


def test_four_rolls_as_json_equal_the_golden_values(process):
    done = process("odds", "--rolls", "4", "--format", "json")
    assert (done.code, done.err) == (0, "")
    rows = {row["id"]: row for row in json.loads(done.out)}
    assert len(rows) == 40
    for golden in GOLDEN:
        for identifier in GOLDEN_CITIZENS.get(golden.name, []):
            assert_golden(golden, rows[identifier])
    for row in rows.values():
        assert list(row) == COLUMNS
        assert 0 < row["p1"] < row["p2"] < row["p3"] < row["p4"] < 1


def test_json_is_what_the_library_says_to_the_last_bit(answer, edition):
    assert json.loads(answer("odds", "--rolls", "4", "--format", "json")) == odds_rows(edition, rolls=4)


def test_exact_json_gives_the_golden_fractions(answer):
    rows = {row["id"]: row for row in json.loads(answer("odds", "--exact", "--format", "json"))}
    for golden in GOLDEN:
        for identifier in GOLDEN_CITIZENS.get(golden.name, []):
            row = rows[identifier]
            assert (Fraction(row["p1"]), Fraction(row["p3"])) == (golden.one_roll, golden.three_rolls)
    assert Fraction(rows["orc-5"]["expected_points"]) == 7 * Fraction(16042547, 102036672)


def test_csv_carries_the_same_numbers_as_json(answer):
    rows = list(csv.DictReader(io.StringIO(answer("odds", "--format", "csv"))))
    whole = json.loads(answer("odds", "--format", "json"))
    assert list(rows[0]) == COLUMNS
    for row, expected in zip(rows, whole, strict=True):
        assert row["id"] == expected["id"]
        assert row["points"] == str(expected["points"])
        for column in ("p1", "p2", "p3", "p4", "expected_points"):
            assert float(row[column]) == expected[column]


def test_table_names_the_edition_and_shows_percentages(answer, edition):
    title, _, head, _, *rows = answer("odds").splitlines()
    assert title.endswith(f"(haba-2017 {edition.hash})")
    assert head.split() == ["id", "village", "points", "needs", "p1", "p2", "p3", "p4", "expected", "points"]
    assert len(rows) == 40
    assert " ".join(rows[10].split()) == "dwarf-4x6 mine 6 four 6s 0.87 % 7.50 % 20.99 % 37.76 % 1.260"


def test_markdown_is_a_table_of_forty_rows(answer):
    title, empty, head, rule, *rows = answer("odds", "--format", "markdown").splitlines()
    assert title
    assert empty == ""
    assert [cell.strip() for cell in head.strip("|").split("|")] == COLUMNS
    assert set(rule) <= set("|-: ")
    assert len(rows) == 40
    assert all(row.count("|") == head.count("|") == rule.count("|") for row in rows)


@pytest.mark.parametrize(("rolls", "columns"), [(1, 4), (4, 4), (6, 6)])
def test_chances_are_given_for_one_to_four_rolls_or_as_many_as_asked_for(answer, rolls, columns):
    rows = json.loads(answer("odds", "--rolls", str(rolls), "--format", "json"))
    for row in rows:
        assert [column for column in row if column[0] == "p" and column[1:].isdigit()] == [
            f"p{one}" for one in range(1, columns + 1)
        ]
    orc = next(row for row in rows if row["id"] == "orc-5")
    assert orc["expected_points"] == pytest.approx(7 * orc[f"p{rolls}"], rel=1e-15)


def test_lead_makes_dragons_worth_something(answer):
    rows = json.loads(answer("odds", "--objective", "lead", "--players", "4", "--format", "json"))
    dragon = next(row for row in rows if row["id"] == "dragon-30")
    assert dragon["expected_points"] == pytest.approx(2 * dragon["p3"], rel=1e-15)


def test_another_edition_by_name_and_by_file(answer, tmp_path):
    assert f"(haba-2017-lv {load_edition('haba-2017-lv').hash})" in answer("odds", "--edition", "haba-2017-lv")
    file = tmp_path / "mine.toml"
    file.write_text('extends = "haba-2017"\nname = "mine"\n[[changes]]\nid = "orc-5"\npoints = 20\n', encoding="utf-8")
    rows = json.loads(answer("odds", "--edition", str(file), "--format", "json"))
    orc = next(row for row in rows if row["id"] == "orc-5")
    assert orc["points"] == 20
    assert orc["expected_points"] == pytest.approx(20 * orc["p3"], rel=1e-15)


def test_all_golden_conditions_can_be_asked_for_in_one_go(answer):
    needs = [word for golden in GOLDEN for word in ("--needs", GOLDEN_WORDS[golden.name])]
    rows = json.loads(answer("odds", "--dice", "6d6", *needs, "--format", "json"))
    assert [row["needs"] for row in rows] == list(GOLDEN_WORDS.values())
    for golden, row in zip(GOLDEN, rows, strict=True):
        assert list(row) == ["dice", "needs", "p1", "p2", "p3"]
        assert row["dice"] == "6d6"
        assert_golden(golden, row)
    exact = json.loads(answer("odds", "--dice", "6d6", *needs, "--exact", "--format", "json"))
    for golden, row in zip(GOLDEN, exact, strict=True):
        assert (Fraction(row["p1"]), Fraction(row["p3"])) == (golden.one_roll, golden.three_rolls)


def test_needs_without_dice_are_asked_of_the_editions(answer):
    (row,) = json.loads(answer("odds", "--needs", "6 red", "--rolls", "2", "--format", "json"))
    assert row["dice"] == "haba-2017"
    assert row["p1"] == pytest.approx(1 / 3**6, rel=1e-12)
    assert row["p2"] == pytest.approx((5 / 9) ** 6, rel=1e-12)


@pytest.mark.parametrize(
    ("dice", "needs", "expected"),
    [
        ("5d6", "5 of a kind", [Fraction(1, 1296), None, Fraction(347897, 7558272)]),
        ("1d6", "one 6s", [Fraction(1, 6), Fraction(11, 36), Fraction(91, 216)]),
        ("2x[hit,miss:3]", "two hit", [Fraction(1, 16), Fraction(49, 256), Fraction(37**2, 64**2)]),
        ("1d4 + 1d8", "two 4s", [Fraction(1, 32), Fraction(7 * 15, 16 * 64), Fraction(37 * 169, 64 * 512)]),
    ],
)
def test_exact_odds_of_other_dice(answer, dice, needs, expected):
    (row,) = json.loads(answer("odds", "--dice", dice, "--needs", needs, "--exact", "--format", "json"))
    for rolls, chance in enumerate(expected, start=1):
        assert chance is None or Fraction(row[f"p{rolls}"]) == chance


def test_fractions_with_thousands_of_digits_are_printed(answer):
    """Twenty rolls of a hundred dice with a thousand sides: the denominator has 6,000 digits."""
    words = ["odds", "--dice", "100d1000", "--needs", "one 6s", "--rolls", "20", "--exact", "--format", "csv"]
    cells = answer(*words).splitlines()[1].split(",")
    assert len(cells[-1]) > 10_000
