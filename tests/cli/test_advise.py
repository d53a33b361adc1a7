"""`kingdice advise`: what a turn is worth, what comes out, what to keep, and how other policies compare."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from kingdice.dice.notation import parse_roll
from kingdice.games.king_of_dice import Display, load_edition
from kingdice.games.king_of_dice.advice import advise, compare_policies

SOME = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")
OUTCOMES = [*SOME, "penalty"]
ROLL = "1b 2g 4g 6r 3b 5r"
TURN = ("advise", "--display", ",".join(SOME))


@pytest.fixture
def asked(answer):
    """The JSON answer about the display, with more options."""
    return lambda *more: json.loads(answer(*TURN, *more, "--format", "json"))


@pytest.fixture
def display(edition) -> Display:
    return Display.of(edition, SOME)


@pytest.fixture
def two_dice(tmp_path) -> list[str]:
    """A turn with two dice and one citizen on display, who needs two sixes and brings five points."""
    file = tmp_path / "own.toml"
    text = 'name = "two"\n[[dice]]\nname = "D"\ncopies = 2\nfaces = [1, 2, 3, 4, 5, 6]\n'
    text += '[[villages]]\nname = "v"\nvalues = [2]\n[[penalties]]\npoints = -1\n'
    text += '[[citizens]]\nid = "six"\ncitizen = "six"\npoints = 5\nneeds = "two 6s"\n'
    text += '[[citizens]]\nid = "odd"\ncitizen = "odd"\npoints = 1\nneeds = "two odd"\n'
    file.write_text(text, encoding="utf-8")
    return ["advise", "--edition", str(file), "--display", "six"]


def test_turn_as_json_is_what_the_library_says(asked, display, edition):
    found = asked()
    assert list(found) == ["edition", "display", "objective", "rolls", "value", "outcomes"]
    assert found["edition"] == f"haba-2017 {edition.hash}"
    assert (found["display"], found["objective"], found["rolls"]) == (list(SOME), "points", 3)
    expected = advise(display)
    assert found["value"] == expected.value
    assert found["outcomes"] == expected.outcomes()
    assert list(found["outcomes"]) == OUTCOMES
    assert sum(found["outcomes"].values()) == pytest.approx(1.0, rel=0, abs=1e-12)


def test_turn_as_a_table_gives_worth_and_chance_of_each_outcome(answer):
    title, _, head, _, *rows = answer(*TURN).splitlines()
    assert title == "Value of the turn, 3 rolls: 4.3183"
    assert head.split() == ["outcome", "worth", "chance"]
    assert [row.split()[0] for row in rows] == OUTCOMES
    assert [row.split()[1] for row in rows] == ["3.000", "6.000", "5.000", "4.000", "0.000", "-1.000"]


def test_turn_as_csv_and_markdown(answer, display):
    rows = list(csv.DictReader(io.StringIO(answer(*TURN, "--format", "csv"))))
    assert [row["outcome"] for row in rows] == OUTCOMES
    assert [float(row["chance"]) for row in rows] == list(advise(display).outcomes().values())
    assert "| dwarf-3x1 | 6.000 | 30.38 % |" in answer(*TURN, "--format", "markdown")


def test_exact_turn_is_in_fractions_whose_chances_sum_to_one(asked, display):
    found = asked("--exact")
    chances = [Fraction(found["outcomes"][name]) for name in OUTCOMES]
    assert sum(chances) == 1
    worths = [*display.worths(), display.failing()]
    assert Fraction(found["value"]) == sum(c * w for c, w in zip(chances, worths, strict=True))
    assert [float(one) for one in chances] == pytest.approx(list(asked()["outcomes"].values()), rel=0, abs=1e-12)


@pytest.mark.parametrize("objective", ["points", "lead", "any", "card:orc-3"])
def test_objectives(asked, edition, objective):
    about = {"penalty": 3, "fairies": 2, "players": 4, "villages": [0, 3, 4, 2, 0]}
    words = ["--penalty", "3", "--fairies", "2", "--players", "4", "--villages", "-,3,4,2,0"]
    found = asked("--objective", objective, *words)
    expected = advise(Display.of(edition, SOME, **about), objective=objective)
    assert (found["value"], found["outcomes"]) == (expected.value, expected.outcomes())


def test_own_worths_stand_for_card_and_village(asked, display):
    found = asked("--worth", "elf-4=2.5, dragon-28 = -1e1")
    expected = advise(display, worths={"elf-4": 2.5, "dragon-28": -10})
    assert (found["value"], found["outcomes"]) == (expected.value, expected.outcomes())


def test_a_fourth_roll(asked, display):
    assert asked("--rolls", "4")["value"] == advise(display, rolls=4).value > asked()["value"]


def test_spaces_around_citizens_do_not_matter(asked, answer):
    again = answer("advise", "--display", " elf-4 , dwarf-3x1,gnome-5red ,orc-3,  dragon-28", "--format", "json")
    assert json.loads(again) == asked()


def test_seat_of_an_edition_with_handicaps_has_its_own_rolls(asked, tmp_path):
    file = tmp_path / "mine.toml"
    text = 'extends = "haba-2017"\nname = "mine"\n[[handicaps]]\nseat = 2\nextra_rolls = 1\n'
    file.write_text(text + "[[handicaps]]\nseat = 1\nextra_rolls = -2\n", encoding="utf-8")
    rolls = [asked("--edition", str(file), "--players", "3", "--seat", seat)["rolls"] for seat in ("1", "2", "3")]
    assert rolls == [1, 4, 3]
    assert asked("--edition", str(file))["rolls"] == 3
    assert asked("--edition", str(file), "--seat", "2", "--rolls", "2")["rolls"] == 2


def test_keeps_of_a_roll_come_best_first_with_value_regret_and_chances(asked, display):
    found = asked("--roll", ROLL, "--rolls-left", "2")
    keys = ["edition", "display", "objective", "rolls", "value", "outcomes", "options"]
    assert list(found) == keys
    options = found["options"]
    assert list(options[0]) == ["keep", "reroll", "value", "regret", "success", *OUTCOMES]
    assert len(options) == 64
    assert found["value"] == options[0]["value"] == max(option["value"] for option in options)
    assert [option["regret"] for option in options] == sorted(option["regret"] for option in options)
    for option in options:
        assert option["regret"] == pytest.approx(found["value"] - option["value"], rel=0, abs=1e-12)
        assert sum(option[name] for name in OUTCOMES) == pytest.approx(1.0, rel=0, abs=1e-12)
        assert option["success"] == pytest.approx(1 - option["penalty"], rel=0, abs=1e-12)
        kept = [] if option["keep"] == "nothing" else option["keep"].split()
        assert len(kept) + option["reroll"] == 6
        assert set(kept) <= set(ROLL.split())
    assert found["outcomes"] == {name: options[0][name] for name in OUTCOMES}
    best = advise(display).solution.best_keep(parse_roll(display.edition.pool, ROLL), 2)
    assert options[0]["value"] == best.value


@pytest.mark.parametrize(
    ("more", "rows"),
    [([], 10), (["--top", "3"], 3), (["--top", "0"], 64), (["--top", "1000"], 64), (["--format", "csv"], 64)],
)
def test_ten_keeps_are_listed_unless_asked_otherwise(answer, more, rows):
    text = answer(*TURN, "--roll", ROLL, "--rolls-left", "1", *more)
    head = 1 if "csv" in more else 4
    assert len(text.splitlines()) - head == rows


def test_top_limits_json_too(asked):
    found = asked("--roll", ROLL, "--rolls-left", "2", "--top", "2")
    assert found["options"] == asked("--roll", ROLL, "--rolls-left", "2")["options"][:2]


def test_the_dice_of_a_roll_may_come_in_any_order(asked):
    """1 blue and 2 green are on die A only as long as the others are where they are shown."""
    again = asked("--roll", "6r 4g 5r, 3b 2g, 1b", "--rolls-left", "2", "--top", "1")
    assert again["value"] == asked("--roll", ROLL, "--rolls-left", "2", "--top", "1")["value"]


def test_with_no_rolls_left_the_answer_is_which_card_to_take(asked, answer):
    found = asked("--roll", ROLL, "--rolls-left", "0")
    assert (found["take"], found["value"]) == ("elf-4", 3.0)
    assert found["outcomes"] == {name: float(name == "elf-4") for name in OUTCOMES}
    (option,) = found["options"]
    assert (option["reroll"], option["regret"], option["success"]) == (0, 0.0, 1.0)
    assert "elf-4" in answer(*TURN, "--roll", ROLL, "--rolls-left", "0")
    failed = asked("--roll", "1b 2g 2b 3g 6g 6g", "--rolls-left", "0")
    assert (failed["take"], failed["value"]) == ("penalty", -1.0)


def test_stopping_ends_with_what_the_dice_show_however_many_rolls_are_left(answer):
    words = ["advise", "--dice", "2d6", "--needs", "two 6s", "--roll", "1 2", "--format", "csv"]
    for left in ("1", "2"):
        rows = list(csv.DictReader(io.StringIO(answer(*words, "--rolls-left", left))))
        assert [row["success"] for row in rows if row["reroll"] == "0"] == ["0.0"]


def test_any_condition_on_any_dice(answer):
    words = ["advise", "--dice", "5d6", "--needs", "5 of a kind"]
    found = json.loads(answer(*words, "--format", "json"))
    assert list(found) == ["dice", "needs", "rolls", "value", "outcomes"]
    assert found["value"] == pytest.approx(347897 / 7558272, rel=0, abs=1e-12)
    assert found["outcomes"] == pytest.approx({"met": found["value"], "missed": 1 - found["value"]}, rel=0, abs=1e-12)
    exact = json.loads(answer(*words, "--exact", "--format", "json"))
    assert (exact["value"], exact["outcomes"]["missed"]) == ("347897/7558272", "7210375/7558272")
    assert "Chance of the turn, 3 rolls: 0.0460" in answer(*words)


def test_keeps_for_a_condition_show_its_chance_once(answer):
    words = ["advise", "--dice", "5d6", "--needs", "three 6s and two 5s", "--roll", "6 6 5 2 1", "--rolls-left", "2"]
    rows = list(csv.DictReader(io.StringIO(answer(*words, "--format", "csv"))))
    assert list(rows[0]) == ["keep", "reroll", "success", "regret"]
    assert rows[0]["keep"] == "5 6 6"
    # Two dice must become a 5 and a 6, in two rolls: 2/36, or one fits (18/36) and the last one comes in 1/6,
    # or none fits (16/36) and both come in 2/36.
    assert float(rows[0]["success"]) == pytest.approx(2 / 36 + 18 / 36 / 6 + 16 / 36 * 2 / 36, rel=0, abs=1e-12)


def test_a_condition_may_be_asked_of_the_editions_dice(answer):
    found = json.loads(answer("advise", "--needs", "6 red", "--rolls", "1", "--format", "json"))
    assert found["value"] == pytest.approx(1 / 3**6, rel=0, abs=1e-12)


def test_policies_side_by_side(answer, display):
    names = ["best", "first-met", "chase:elf-4"]
    expected = compare_policies(display, names)
    rows = list(csv.DictReader(io.StringIO(answer(*TURN, "--policy", ", ".join(names), "--format", "csv"))))
    assert [row["policy"] for row in rows] == names
    assert list(rows[0]) == list(expected.columns)
    for column in expected.columns[1:]:
        assert [float(row[column]) for row in rows] == expected[column].tolist()
    assert [row["policy"] for row in json.loads(answer(*TURN, "--policy", "best", "--format", "json"))] == ["best"]
    assert "Reroll policies" in answer(*TURN, "--policy", "best,first-met")


def test_own_policies_from_a_function_and_a_table(answer, two_dice, tmp_path):
    rule = tmp_path / "own.py"
    rule.write_text("def sixes(faces, left):\n    return [face for face in faces if face.number == 6]\n", "utf-8")
    table = tmp_path / "own.csv"
    table.write_text("roll,rolls_left,keep\n6 1,2,6\n1 1,2,\n", "utf-8")
    rows = json.loads(answer(*two_dice, "--policy", f"{rule}:sixes,{table},best", "--format", "json"))
    assert [row["policy"] for row in rows] == [f"{rule}:sixes", str(table), "best"]
    best = 6 * (91 / 216) ** 2 - 1
    table_value = 6 * (1 / 36 + 2 / 36 / 6 + 1 / 36 / 36) - 1
    assert [row["value"] for row in rows] == pytest.approx([best, table_value, best], rel=0, abs=1e-12)


@pytest.mark.parametrize("name", ["best", "first-met", "chase:six"])
def test_a_policy_printed_whole_can_be_followed_again(answer, two_dice, tmp_path, name):
    file = tmp_path / "policy.csv"
    answer(*two_dice, "--print-policy", name, "--out", str(file))
    head, *lines = file.read_text("utf-8").splitlines()
    assert head == "roll,rolls_left,keep"
    assert len(lines) == 2 * 21
    assert lines[20] == "6 6,2,6 6"
    printed, named = json.loads(answer(*two_dice, "--policy", f"{file},{name}", "--format", "json"))
    assert (printed.pop("policy"), named.pop("policy")) == (str(file), name)
    assert printed == named


def test_policies_played_out_come_near_their_exact_values(answer):
    """The exact value within 2.5 times the 95 % interval: a false alarm in a million seeds, and the seed is fixed."""
    words = [*TURN, "--policy", "best,first-met", "--turns", "1e5", "--seed", "7", "--format", "json"]
    text = answer(*words)
    assert answer(*words) == text
    for row in json.loads(text):
        low, high = row["simulated_low"], row["simulated_high"]
        assert low < row["simulated_value"] < high < low + 0.1
        assert abs(row["simulated_value"] - row["value"]) < 2.5 * (high - low) / 2
    assert answer(*words[:-3], "8", "--format", "json") != text


def test_fairies_follow_the_editions_rule(answer):
    words = ["advise", "--display", "fairy-2r2g,dwarf-3x1,orc-3,elf-6,dragon-25", "--fairies", "2", "--format", "csv"]
    for edition, worth in (("haba-2017", 5.0), ("haba-2017-lv", 3.0)):
        rows = list(csv.DictReader(io.StringIO(answer(*words, "--edition", edition))))
        assert (rows[0]["outcome"], float(rows[0]["worth"])) == ("fairy-2r2g", worth)
        assert load_edition(edition).name == edition


def test_far_sighted_advice_says_how_far_ahead(asked, display, refused):
    found = asked("--objective", "far-sighted", "--ahead", "-4", "--villages", "4,2,2,2,2")
    last = Display.of(display.edition, SOME, villages=(4, 2, 2, 2, 2))
    assert found["value"] == advise(last, objective="far-sighted", ahead=-4).value
    assert (found["objective"], found["ahead"]) == ("far-sighted", -4)
    assert refused(*TURN, "--ahead", "3") == "--ahead goes with --objective far-sighted: the others do not look at it"
