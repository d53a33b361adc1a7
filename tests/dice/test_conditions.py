"""What a condition means: every word against a plain predicate over all rolls."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from dice.random_conditions import conditions, is_met
from dice.random_pools import index_of_ordered_rolls, king_of_dice, pools, shown
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.condition import And, Count, Groups, Not, Or, RollMasks, Same, Straight, Sum
from kingdice.dice.condition_text import parse_condition
from kingdice.dice.notation import parse_dice, parse_roll
from kingdice.dice.pool import Pool
from kingdice.errors import RollError

# The column "needs" of the list of citizens (king_of_dice_citizens.csv).
NEEDS = {
    "snob-even": "six even",
    "snob-odd": "six odd",
    "elf-4": "straight of 4",
    "elf-5": "straight of 5",
    "elf-6": "straight of 6",
    "dwarf-3x1": "three 1s",
    "dwarf-3x3": "three 3s",
    "dwarf-3x4": "three 4s",
    "dwarf-4x3": "four 3s",
    "dwarf-4x4": "four 4s",
    "dwarf-4x6": "four 6s",
    "dwarf-5x1": "five 1s",
    "dwarf-5x6": "five 6s",
    "gnome-3green": "3 green",
    "gnome-4green": "4 green",
    "gnome-4red": "4 red",
    "gnome-5red": "5 red",
    "gnome-5blue": "5 blue",
    "gnome-6blue": "6 blue",
    "orc-2+2": "2+2",
    "orc-3": "3 of a kind",
    "orc-3+2": "3+2",
    "orc-4": "4 of a kind",
    "orc-5": "5 of a kind",
    "orc-2+2+2": "2+2+2",
    "orc-4+2": "4+2",
    "sprite-4": "4 of one colour",
    "sprite-5": "5 of one colour",
    "sprite-6": "6 of one colour",
    "apprentice-2r2g2b": "2 red 2 green 2 blue",
    "apprentice-3r3b": "3 red 3 blue",
    "fairy-2r2g": "2 red 2 green",
    "fairy-2b2g": "2 blue 2 green",
    "fairy-2r3g": "2 red 3 green",
    "fairy-3r2b": "3 red 2 blue",
    "fairy-2g3b": "2 green 3 blue",
    "hypnotist": "sum <= 12",
    "dragon-25": "sum >= 25",
    "dragon-28": "sum >= 28",
    "dragon-30": "sum >= 30",
}


@pytest.fixture(scope="module")
def king() -> Pool:
    return king_of_dice()


@pytest.fixture(scope="module")
def ordered(king) -> np.ndarray:
    return index_of_ordered_rolls(king)


@pytest.mark.parametrize("citizen", NEEDS)
def test_citizens_by_their_text(citizen, king, ordered, citizen_tables):
    met = parse_condition(NEEDS[citizen], king).met(king)
    np.testing.assert_array_equal(met[ordered], citizen_tables[citizen])


def test_every_citizen_is_here(citizen_tables):
    assert list(NEEDS) == list(citizen_tables)


# The vocabulary


def numbers(roll):
    return [number for number, _ in roll]


def dice_with(roll, number=None, colour=None):
    return sum(number in (None, n) and colour in (None, c) for n, c in roll)


def reds(roll):
    return dice_with(roll, colour="red")


def often(kinds):
    return sorted(Counter(kinds).values(), reverse=True)


WORDS = {
    "three sixes": lambda r: dice_with(r, 6) >= 3,
    "Three SIXES": lambda r: dice_with(r, 6) >= 3,
    "3 6s": lambda r: dice_with(r, 6) >= 3,
    "3 6's": lambda r: dice_with(r, 6) >= 3,
    "three 6": lambda r: dice_with(r, 6) >= 3,
    "at least 3 6s": lambda r: dice_with(r, 6) >= 3,
    "exactly three sixes": lambda r: dice_with(r, 6) == 3,
    "a 6": lambda r: dice_with(r, 6) >= 1,
    "no 6s": lambda r: dice_with(r, 6) == 0,
    "no red": lambda r: dice_with(r, colour="red") == 0,
    "all blue": lambda r: dice_with(r, colour="blue") == 6,
    "all even": lambda r: all(n % 2 == 0 for n in numbers(r)),
    "no odd dice": lambda r: all(n % 2 == 0 for n in numbers(r)),
    "four red dice": lambda r: dice_with(r, colour="red") >= 4,
    "exactly 4 red": lambda r: dice_with(r, colour="red") == 4,
    "two red sixes": lambda r: dice_with(r, 6, "red") >= 2,
    "1 green 2s": lambda r: dice_with(r, 2, "green") >= 1,
    "no blue 1s": lambda r: dice_with(r, 1, "blue") == 0,
    "3 even": lambda r: sum(n % 2 == 0 for n in numbers(r)) >= 3,
    "exactly 3 odd dice": lambda r: sum(n % 2 == 1 for n in numbers(r)) == 3,
    "4 of a kind": lambda r: often(numbers(r))[0] >= 4,
    "4 of one number": lambda r: often(numbers(r))[0] >= 4,
    "exactly 3 of a kind": lambda r: 3 in often(numbers(r)),
    "4 of one colour": lambda r: often(c for _, c in r)[0] >= 4,
    "4 of one color": lambda r: often(c for _, c in r)[0] >= 4,
    "exactly 2 of one colour": lambda r: 2 in often(c for _, c in r),
    "3 + 2": lambda r: often(numbers(r))[0] >= 3 and [*often(numbers(r)), 0][1] >= 2,
    "2+3": lambda r: often(numbers(r))[0] >= 3 and [*often(numbers(r)), 0][1] >= 2,
    "exactly 2+2+2": lambda r: often(numbers(r)) == [2, 2, 2],
    "exactly 4+1": lambda r: often(numbers(r)) == [4, 1, 1],
    "3+3 of colours": lambda r: often(c for _, c in r) == [3, 3],
    "exactly 4+2 of colours": lambda r: often(c for _, c in r) == [4, 2],
    "straight of three": lambda r: any({low, low + 1, low + 2} <= set(numbers(r)) for low in range(1, 5)),
    "straight of 1": lambda r: True,
    "sum <= 12": lambda r: sum(numbers(r)) <= 12,
    "sum ≤ 12": lambda r: sum(numbers(r)) <= 12,
    "sum>=25": lambda r: sum(numbers(r)) >= 25,
    "sum ≥ 25": lambda r: sum(numbers(r)) >= 25,
    "sum == 21": lambda r: sum(numbers(r)) == 21,
    "sum = 21": lambda r: sum(numbers(r)) == 21,
    "sum < 10": lambda r: sum(numbers(r)) < 10,
    "sum > 30": lambda r: sum(numbers(r)) > 30,
    "not sum > 30": lambda r: sum(numbers(r)) <= 30,
    "not not 3 6s": lambda r: dice_with(r, 6) >= 3,
    "3 6s and 2 5s": lambda r: dice_with(r, 6) >= 3 and dice_with(r, 5) >= 2,
    "3 6s or 3 5s": lambda r: dice_with(r, 6) >= 3 or dice_with(r, 5) >= 3,
    "3 6s or 3 5s and 2 red": lambda r: dice_with(r, 6) >= 3 or min(dice_with(r, 5) - 1, reds(r)) >= 2,
    "(3 6s or 3 5s) and 2 red": lambda r: max(dice_with(r, 6), dice_with(r, 5)) >= 3 and reds(r) >= 2,
    "not 3 6s and 2 red": lambda r: dice_with(r, 6) < 3 and reds(r) >= 2,
    "not (3 6s and 2 red)": lambda r: dice_with(r, 6) < 3 or reds(r) < 2,
    "2 red, 2 green": lambda r: dice_with(r, colour="red") >= 2 and dice_with(r, colour="green") >= 2,
    "2 red 2 green and exactly 1 6": lambda r: (
        dice_with(r, colour="red") >= 2 and dice_with(r, colour="green") >= 2 and dice_with(r, 6) == 1
    ),
}


@pytest.mark.parametrize("text", WORDS)
def test_words_mean_what_they_say(text, king):
    met = parse_condition(text, king).met(king)
    assert met.tolist() == [WORDS[text](shown(king, roll)) for roll in range(king.roll_count)]


# Rules of the cards, roll by roll


@pytest.mark.parametrize(
    ("dice", "text", "met", "missed"),
    [
        # and: parts may share dice
        ("6d6", "4 6s and 4 even", ["6 6 6 6 1 1"], ["6 6 6 5 2 2"]),
        ("6d6", "3 of a kind and straight of 4", ["1 2 3 4 4 4"], ["1 2 3 4 4 5"]),
        ("3d6", "2 6s 2 even", ["6 6 1"], ["6 2 4"]),
        # groups are of different numbers, and may have more dice than asked for
        ("6d6", "4+2", ["1 1 1 1 2 2", "5 5 5 5 3 3"], ["6 6 6 6 6 6", "1 1 1 2 2 2", "1 1 1 1 2 3"]),
        ("6d6", "2+2", ["1 1 2 2 3 4", "1 1 1 1 2 2", "1 1 1 2 2 2"], ["1 1 1 1 1 1", "1 1 1 1 2 3"]),
        ("6d6", "2+2+2", ["1 1 2 2 3 3"], ["1 1 1 1 2 2", "6 6 6 6 6 6", "1 1 2 2 3 4"]),
        ("6d6", "exactly 3+2", ["1 1 1 2 2 3"], ["1 1 1 2 2 2", "1 1 1 1 2 2"]),
        # a die has one colour only
        ("4x[1 red,1 blue,2 red]", "2+2 of colours", ["1r 1r 1b 1b", "1r 2r 1b 1b"], ["1r 1r 1r 1b"]),
        # faces without a number take no part in sums, straights, parities and kinds
        ("2x[sword,heart,1]", "sum == 1", ["sword 1", "heart 1"], ["1 1", "sword sword"]),
        ("2x[sword,heart,1]", "sum == 0", ["sword heart"], ["1 sword"]),
        ("2x[sword,heart,1]", "1 sword 1 heart", ["sword heart"], ["sword sword", "sword 1"]),
        ("2x[sword,heart,1]", "2 of a kind", ["1 1"], ["sword sword"]),
        ("2x[sword,heart,1]", "2 of one colour", ["sword sword", "heart heart"], ["1 1", "sword heart"]),
        ("2x[sword,heart,1]", "2 odd", ["1 1"], ["sword 1"]),
        ("2x[sword,heart,1]", "no odd", ["sword heart"], ["sword 1"]),
        ("3x[0,1,2,axe]", "straight of 3", ["0 1 2"], ["1 2 axe", "0 0 1"]),
        ("3x[0,1,2,axe]", "2 even", ["0 2 axe", "0 0 1"], ["0 1 axe"]),
        ("3x[-2,-1,0]", "straight of 2", ["-2 -1 -1", "-1 0 0"], ["-2 0 0"]),
        ("3x[-2,-1,0]", "sum <= -5", ["-2 -2 -1"], ["-2 -1 -1"]),
        ("3x[-2,-1,0]", "2 -1s", ["-1 -1 0"], ["-2 -1 0"]),
        ("3x[-2,-1,0]", "1 odd", ["-1 0 0"], ["-2 0 0"]),
        # exactly
        ("3d6", "exactly 1 6s", ["6 1 1"], ["6 6 1", "1 1 1"]),
        ("4d6", "exactly 2 of a kind", ["1 1 2 3", "1 1 2 2"], ["1 1 1 2", "1 2 3 4"]),
        # unlike dice
        ("2d8+3d6", "5 of a kind", ["6 6 6 6 6"], ["8 8 6 6 6"]),
        ("2d8+3d6", "2 8s", ["8 8 1 1 1"], ["8 7 1 1 1"]),
    ],
)  # fmt: skip
def test_rules(dice, text, met, missed):
    pool = parse_dice(dice)
    truth = parse_condition(text, pool).met(pool)
    assert [truth[parse_roll(pool, roll)] for roll in [*met, *missed]] == [True] * len(met) + [False] * len(missed)


def test_words_that_the_dice_show_are_colours_whatever_they_are():
    pool = parse_dice("2x[and,six,even,sum,all,dice,of]")
    for word in ("and", "six", "even", "sum", "all", "dice", "of"):
        met = parse_condition(f"2 {word}", pool).met(pool)
        assert [pool.roll_faces(int(roll))[0].colour for roll in np.flatnonzero(met)] == [word]


# Any condition


@settings(max_examples=40)
@given(st.data(), pools(ways=300))
def test_any_condition_is_met_by_the_rolls_that_meet_it(data, pool):
    condition = data.draw(conditions(pool))
    assert condition.met(pool).tolist() == [is_met(condition, shown(pool, roll)) for roll in range(pool.roll_count)]


@settings(max_examples=40)
@given(st.data(), pools(ways=300))
def test_swapping_a_face_for_one_that_is_not_told_apart_changes_nothing(data, pool):
    condition = data.draw(conditions(pool))
    met = condition.met(pool)
    roll = data.draw(st.integers(0, pool.roll_count - 1))
    parts, faces = [], list(pool.roll_faces(roll))
    for group in pool.groups:
        parts.append(faces[: group.count])
        del faces[: group.count]
    for group, part in zip(pool.groups, parts, strict=True):
        for place, face in enumerate(part):
            for other in group.die.faces:
                if condition.face_key(other) == condition.face_key(face):
                    part[place] = other
                    assert met[pool.roll_index(parts)] == met[roll]
            part[place] = face


@settings(max_examples=40)
@given(st.data(), pools(ways=300))
def test_a_condition_is_as_likely_on_the_pool_that_it_sees(data, pool):
    condition = data.draw(conditions(pool))
    small = pool.project(condition.face_key)
    chance = pool.roll_chances @ condition.met(pool)
    assert small.roll_chances @ condition.met(small) == pytest.approx(chance, abs=1e-13)


# Masks: one bit a condition


@settings(max_examples=40)
@given(st.data(), pools(ways=300))
def test_the_mask_of_a_roll_has_a_bit_for_each_condition_met(data, pool):
    some = data.draw(st.lists(conditions(pool), max_size=6))
    masks = RollMasks.of(pool, some)
    wanted = [
        sum(is_met(condition, shown(pool, roll)) << bit for bit, condition in enumerate(some))
        for roll in range(pool.roll_count)
    ]
    assert masks.of_rolls.tolist() == wanted
    assert masks.kinds.tolist() == sorted(set(wanted))


def test_sixty_four_conditions_are_handled_together_and_no_more():
    pool = parse_dice("1d6")
    conditions = [Sum(">=", value) for value in range(-57, 7)]
    masks = RollMasks.of(pool, conditions)
    assert masks.of_rolls.tolist() == [2**64 - 1 >> 5 - place for place in range(6)]
    with pytest.raises(RollError, match="65 conditions: at most 64 are handled together"):
        RollMasks.of(pool, [*conditions, Sum("<", 3)])


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Count(3, 6), "3 6s"),
        (Count(2, colour="red", exactly=True), "exactly 2 red"),
        (Same(4), "4 of a kind"),
        (Same(4, "colour"), "4 of one colour"),
        (Groups((3, 2)), "3+2"),
        (Groups((2, 2), "colour", exactly=True), "exactly 2+2 of colours"),
        (Straight(5), "straight of 5"),
        (Sum("<=", 12), "sum <= 12"),
        (And((Count(3, 6), Or((Straight(4), Same(5))))), "3 6s and (straight of 4 or 5 of a kind)"),
        (Not(Same(2)), "not 2 of a kind"),
    ],
)
def test_conditions_are_written_as_they_are_read(condition, text):
    assert str(condition) == text
    assert parse_condition(text, king_of_dice()) == condition
