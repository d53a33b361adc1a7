"""Reroll policies by name, from a person's function and from a table, and how they compare with the best one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from oracles import brute_force, citizens

from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import format_faces
from kingdice.dice.policy import Policy
from kingdice.errors import KingdiceError, PolicyError
from kingdice.games.king_of_dice import Display, Edition, load_edition
from kingdice.games.king_of_dice.advice import PENALTY, advise, compare_policies, display_policy
from kingdice.games.king_of_dice.odds import card_odds

SOME = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")
RULES = '''
"""Ways of rerolling."""
A_NUMBER = 3


def keep_all(faces, rolls_left):
    return faces


def keep_none(faces, rolls_left):
    return []


def keep_sixes(faces, rolls_left):
    return [face for face in faces if face.number == 6]


def keep_red(faces, rolls_left):
    return (face for face in faces if face.colour == "red")


def once_again(faces, rolls_left):
    return [] if rolls_left == 2 else faces


def invents(faces, rolls_left):
    return faces + faces[:1]


def wants_words(faces, rolls_left):
    return ["6 red"]


def says_nothing(faces, rolls_left):
    return None


def takes_one(faces):
    return faces


def divides(faces, rolls_left):
    return 1 / 0


def shouts(faces, rolls_left):
    raise ValueError("one\\ntwo")
'''


@pytest.fixture
def display(edition: Edition) -> Display:
    return Display.of(edition, SOME)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def write_table(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def two_dice(write_edition) -> Display:
    """A display of one card that needs two sixes and brings five points."""
    text = 'name = "two"\n[[dice]]\nname = "D"\ncopies = 2\nfaces = [1, 2, 3, 4, 5, 6]\n'
    text += '[[villages]]\nname = "v"\nvalues = [2]\n[[penalties]]\npoints = -1\n'
    text += '[[citizens]]\nid = "six"\ncitizen = "six"\npoints = 5\nneeds = "two 6s"\n'
    text += '[[citizens]]\nid = "odd"\ncitizen = "odd"\npoints = 1\nneeds = "two odd"\n'
    return Display.of(load_edition(write_edition(text)), ["six"])


def met_by(display: Display) -> np.ndarray:
    """Which of a display's citizens each roll meets, shape (5, rolls)."""
    masks = display.edition.masks.of_rolls
    return np.array([(masks >> np.uint64(display.edition.bit_of[one])) & np.uint64(1) == 1 for one in display.ids])


def test_best_policy_is_the_solvers(display: Display):
    best = display_policy(display, "best")
    solved = advise(display).solution
    assert best.name == "best"
    assert (best.keeps == solved.policy.keeps).all()
    assert best.value(solved.terminal) == pytest.approx(solved.value, rel=0, abs=1e-12)


def test_first_met_stops_at_once_when_a_card_is_met_and_only_then(display: Display):
    policy = display_policy(display, "first-met")
    full = lattice_of(display.edition.pool).full
    met = met_by(display).any(axis=0)
    for keeps in policy.keeps:
        assert ((keeps == full) == met).all()


def test_first_met_makes_any_card_as_likely_as_can_be(display: Display):
    policy = display_policy(display, "first-met")
    expected = brute_force.success_chances(
        citizens.POOL, lambda roll: any(citizens.CITIZENS[one](roll) for one in SOME), 3
    )
    chance = policy.endings.sum(axis=0)[met_by(display).any(axis=0)].sum()
    assert chance == pytest.approx(expected[2], rel=0, abs=1e-12)
    assert policy.stop_chances[0] == pytest.approx(expected[0], rel=0, abs=1e-12)


@pytest.mark.parametrize("rolls", [1, 3, 4])
def test_chasing_a_card_meets_it_as_often_as_its_odds_say(display: Display, rolls):
    odds = card_odds(display.edition, rolls=4).set_index("id")[f"p{rolls}"]
    for row, identifier in zip(met_by(display), display.ids, strict=True):
        policy = display_policy(display, f"chase:{identifier}", rolls=rolls)
        assert policy.endings.sum(axis=0)[row].sum() == pytest.approx(odds[identifier], rel=0, abs=1e-12)
        table = compare_policies(display, [f"chase:{identifier}"], objective=f"card:{identifier}", rolls=rolls)
        assert table["value"].tolist() == pytest.approx([odds[identifier]], rel=0, abs=1e-12)
        assert table[identifier].tolist() == pytest.approx([odds[identifier]], rel=0, abs=1e-12)


def test_chasing_the_hypnotists_neighbour_may_go_through_the_hypnotist(edition: Edition):
    display = Display.of(edition, ("elf-6", "hypnotist", "orc-3", "elf-5", "orc-5"))
    table = compare_policies(display, ["chase:orc-3"], objective="card:orc-3")
    odds = card_odds(edition).set_index("id")["p3"]
    assert table["value"].item() > odds["orc-3"]
    assert table["hypnotist"].item() > 0


def test_no_policy_beats_the_best(edition: Edition, random_moments):
    for moment in random_moments(6, 3):
        display = moment.display(edition)
        names = ["best", "first-met", *(f"chase:{one}" for one in moment.ids)]
        table = compare_policies(display, names, objective=moment.objective).set_index("policy")
        best = table.loc["best", "value"]
        assert best == pytest.approx(advise(display, objective=moment.objective).value, rel=0, abs=1e-12)
        assert (table["value"] <= best + 1e-12).all()


def test_comparison_gives_value_outcomes_and_stops_of_each_policy(display: Display):
    table = compare_policies(display, ["best", "first-met", "chase:elf-4"])
    stops = ["stops_after_1", "stops_after_2", "stops_after_3"]
    assert list(table.columns) == ["policy", "value", *SOME, PENALTY, *stops]
    assert table["policy"].tolist() == ["best", "first-met", "chase:elf-4"]
    assert table[[*SOME, PENALTY]].sum(axis=1).tolist() == pytest.approx([1.0] * 3, rel=0, abs=1e-12)
    assert table[stops].sum(axis=1).tolist() == pytest.approx([1.0] * 3, rel=0, abs=1e-12)
    worths = [*(float(worth) for worth in display.worths()), float(display.failing())]
    assert (table[[*SOME, PENALTY]].to_numpy() @ worths).tolist() == pytest.approx(table["value"].tolist(), abs=1e-12)
    assert table.attrs == {"edition": f"haba-2017 {display.edition.hash}", "method": "exact", "objective": "points"}


def test_a_policy_object_can_be_compared(two_dice: Display):
    lazy = Policy.from_rule(two_dice.edition.pool, lambda faces, left: faces, name="lazy")
    table = compare_policies(two_dice, ["best", lazy])
    assert table["policy"].tolist() == ["best", "lazy"]
    assert table["stops_after_1"].tolist()[1] == pytest.approx(1.0)


def test_a_function_that_keeps_sixes_meets_the_binomial_chance(edition: Edition, rules: Path):
    """Four sixes within three rolls: each die shows one with 1 - (5/6)^3; 10660183412333/50779978334208."""
    display = Display.of(edition, ("dwarf-4x6", "elf-6", "orc-5", "snob-odd", "dragon-30"))
    policy = display_policy(display, f"{rules}:keep_sixes")
    assert policy.name == f"{rules}:keep_sixes"
    chance = policy.endings.sum(axis=0)[met_by(display)[0]].sum()
    assert chance == pytest.approx(10660183412333 / 50779978334208, rel=0, abs=1e-12)


def test_a_function_may_give_its_faces_one_by_one(edition: Edition, rules: Path):
    display = Display.of(edition, ("gnome-4red", "elf-6", "orc-5", "snob-odd", "dragon-30"))
    policy = display_policy(display, f"{rules}:keep_red")
    odds = card_odds(edition).set_index("id")["p3"]
    assert policy.endings.sum(axis=0)[met_by(display)[0]].sum() == pytest.approx(odds["gnome-4red"], rel=0, abs=1e-12)


def test_a_function_knows_how_many_rolls_are_left(two_dice: Display, rules: Path):
    for rule, rolls, stops in [
        ("keep_all", 3, [1, 0, 0]),
        ("once_again", 3, [0, 1, 0]),
        ("keep_none", 3, [0, 0, 1]),
        ("keep_none", 4, [0, 0, 0, 1]),
        ("keep_none", 1, [1]),
    ]:
        policy = display_policy(two_dice, f"{rules}:{rule}", rolls=rolls)
        assert policy.stop_chances.tolist() == pytest.approx(stops, rel=0, abs=1e-15)


def test_a_table_stops_at_rolls_that_it_does_not_name(display: Display, write_table):
    """The roll named falls in 2 * 2 * 1 of 6^6 ways."""
    path = write_table('roll,rolls_left,keep\n"1b 2g 2b 3g 6g 6g",2,6g 6g\n')
    policy = display_policy(display, str(path))
    assert policy.stop_chances.tolist() == pytest.approx([1 - 4 / 6**6, 4 / 6**6, 0], rel=0, abs=1e-15)


def test_a_table_of_all_rolls_equals_the_function_that_it_writes_down(two_dice: Display, write_table, rules: Path):
    pool = two_dice.edition.pool
    lines = ["roll,rolls_left,keep"]
    for roll, left in product(range(pool.roll_count), (1, 2)):
        faces = pool.roll_faces(roll)
        sixes = [face for face in faces if face.number == 6]
        lines.append(f"{format_faces(pool, faces)},{left},{format_faces(pool, sixes)}")
    by_table = display_policy(two_dice, str(write_table("\n".join(lines) + "\n")))
    by_rule = display_policy(two_dice, f"{rules}:keep_sixes")
    assert (by_table.keeps == by_rule.keeps).all()
    value = by_table.value(advise(two_dice).solution.terminal)
    assert value == pytest.approx(6 * (91 / 216) ** 2 - 1, rel=0, abs=1e-12)


def refused(display: Display, name: str, error: type[KingdiceError] = PolicyError) -> str:
    with pytest.raises(error) as caught:
        display_policy(display, name)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bset", "no policy 'bset': expected best, first-met, chase:ID, FILE.py:RULE, FILE.csv; did you mean 'best'?"),
        ("", "no policy ''"),
        ("first", "no policy 'first'"),
        ("chase elf-4", "did you mean 'chase:elf-4'?"),
        ("rules.py", "no policy 'rules.py'"),
        ("no/such.py:rule", "no/such.py: no such file"),
        ("no/such.csv", "no/such.csv: cannot be read: No such file"),
        (".py:rule", ".py: no such file"),
        ("x" * 300 + ".py:rule", "x"),
        ("x" * 300 + ".csv", "cannot be read: File name too long"),
    ],
)
def test_a_policy_that_is_not_there_is_refused(display: Display, name, words):
    assert words in refused(display, name)


@pytest.mark.parametrize(
    ("name", "words"), [("chase:elf-5", "elf-5 is not on display"), ("chase:elf4", "did you mean 'elf-4'?")]
)
def test_a_card_that_is_not_on_display_cannot_be_chased(display: Display, name, words):
    assert words in refused(display, name, KingdiceError)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("keep_al", "no function 'keep_al'; did you mean 'keep_all'?"),
        ("A_NUMBER", "no function 'A_NUMBER'"),
        ("", "no function ''"),
        ("invents", "keeps 1 blue of the roll 1 blue 1 blue 1 red 1 red 1 green 1 green, which does not show it"),
        ("wants_words", "keeps 6 red of the roll"),
        ("says_nothing", "says_nothing: TypeError"),
        ("takes_one", "takes_one: TypeError"),
        ("divides", "divides: ZeroDivisionError: division by zero"),
        ("shouts", "shouts: ValueError: one two"),
    ],
)
def test_a_function_that_breaks_the_rules_is_refused(display: Display, rules: Path, rule, words):
    message = refused(display, f"{rules}:{rule}")
    assert words in message
    assert str(rules) in message


@pytest.mark.parametrize(
    "text", ["def f(:", "import nothing_like_this", "raise SystemExit(0)", "raise ValueError('a\\nb')"]
)
def test_a_file_that_cannot_be_run_is_refused(display: Display, tmp_path: Path, text):
    path = tmp_path / "broken.py"
    path.write_text(text, encoding="utf-8")
    assert refused(display, f"{path}:rule").startswith(f"{path}: ")


ROLL = '"1b 2g 2b 3g 6g 6g"'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("roll,left,keep\n" + ROLL + ",2,6g\n", "line 1: expected the columns roll, rolls_left, keep"),
        ("roll,rolls_left\n" + ROLL + ",2\n", "line 1: expected the columns"),
        ("roll,rolls_left,keep\n" + ROLL + ",two,6g\n", "line 2: expected the columns"),
        ("roll,rolls_left,keep\n" + ROLL + ",2,6g\n" + ROLL + "\n", "line 3: expected the columns"),
        ("rolls_left,keep,roll\n2,6g\n", "line 2: expected the columns"),
        ("roll,rolls_left,keep\n" + ROLL + ",3,6g\n", "3 rolls left: expected 1 to 2"),
        ("roll,rolls_left,keep\n" + ROLL + ",0,6g\n", "0 rolls left: expected 1 to 2"),
        ("roll,rolls_left,keep\n" + ROLL + ",2,7g\n", "7g"),
        ("roll,rolls_left,keep\n" + ROLL + ",2,6b\n", "keeps 6 blue of the roll"),
        ("roll,rolls_left,keep\n" + ROLL + ",2,6g 6g 6g\n", "keeps 6 green of the roll"),
        ("roll,rolls_left,keep\n1b 2g,2,1b\n", "2 faces for 6 dice"),
        ("roll,rolls_left,keep\n1b 1b 1b 3g 6g 6g,2,1b\n", "the dice cannot show"),
    ],
)
def test_a_table_that_breaks_the_rules_is_refused_with_its_file(display: Display, write_table, text, words):
    path = write_table(text)
    message = refused(display, str(path), KingdiceError)
    assert words in message
    assert str(path) in message


def test_a_table_that_is_not_text_is_refused(display: Display, write_table):
    path = write_table("")
    path.write_bytes(b"roll,rolls_left,keep\n\xff\xfe")
    assert "cannot be read" in refused(display, str(path))
    path.unlink()
    path.mkdir()
    assert "cannot be read" in refused(display, str(path))
