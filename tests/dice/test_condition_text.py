"""The text form of conditions: what is refused, where, and that what is printed can be read again."""

from __future__ import annotations

import time

import pytest
from dice.random_conditions import conditions
from dice.random_pools import damaged, king_of_dice, one_line, pools, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.condition_text import parse_condition
from kingdice.dice.notation import parse_dice
from kingdice.errors import RollError

ANY_COUNT = "expected a count such as three or 3"
ANY_THING = "expected a colour (blue, green, red), a number such as 6s, even, odd, 'of a kind'"


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("", 1, ANY_COUNT),
        ("red", 1, ANY_COUNT),
        ("?", 1, f"{ANY_COUNT}, 'straight of', 'sum', 'not' or ("),
        ("3", 2, ANY_THING),
        ("3 rde", 3, f"{ANY_THING}; did you mean 'red'?"),
        ("3 7s", 3, "no die shows 7"),
        ("three sevens", 7, "no die shows 7"),
        ("7 red", 1, "there are only 6 dice"),
        ("0 red", 1, ANY_COUNT),
        ("-1 red", 1, ANY_COUNT),
        ("tree 6s", 1, f"{ANY_COUNT}; did you mean 'three'?"),
        ("strait of 4", 1, f"{ANY_COUNT}; did you mean 'straight'?"),
        ("3 6s 2", 7, ANY_THING),
        ("3 6s and", 9, ANY_COUNT),
        ("3 6s or or 2 red", 9, f"{ANY_COUNT}; did you mean 'four'?"),
        ("3 6s red", 6, "expected 'and', 'or' or the end"),
        ("3 6s)", 5, "expected 'and', 'or' or the end"),
        ("(3 6s", 6, "expected ')'"),
        ("(3 6s or 2 red", 15, "expected ')'"),
        ("not", 4, ANY_COUNT),
        ("straight", 9, "expected 'of'"),
        ("straight of", 12, ANY_COUNT),
        ("straight of 7", 13, "there are only 6 dice"),
        ("sum 12", 5, "expected <=, >=, ==, < or >"),
        ("sum <=", 7, "expected a whole number"),
        ("sum <= red", 8, "expected a whole number"),
        ("3 of kind", 6, "expected 'one'"),
        ("3 of one", 9, "expected 'colour' or 'number'"),
        ("3 of one kind", 10, "expected 'colour' or 'number'"),
        ("at 3 red", 4, "expected 'least'"),
        ("at least red", 10, ANY_COUNT),
        ("exactly red", 9, ANY_COUNT),
        ("3+", 3, ANY_COUNT),
        ("3+2 of a kind", 8, "expected 'colours'"),
        ("4+3", 1, "there are only 6 dice"),
        ("all", 4, ANY_THING),
        ("no", 3, ANY_THING),
        ("2 red ? 3 blue", 7, f"{ANY_COUNT}, 'straight of', 'sum', 'not' or ("),
        ("3green", 1, f"{ANY_COUNT}, 'straight of', 'sum', 'not' or ("),
        ("33green", 1, f"{ANY_COUNT}, 'straight of', 'sum', 'not' or ("),
        ("12345678901234567890 red", 1, ANY_COUNT),
        ("sum <= 12345678901234567890", 8, "expected a whole number"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, place, why):
    with pytest.raises(RollError) as error:
        parse_condition(text, king_of_dice())
    assert one_line(error.value) == f"'{text}': at character {place}: {why}"


def test_the_place_is_counted_in_the_text_as_it_is_shown():
    with pytest.raises(RollError) as error:
        parse_condition("   3 rde  ", king_of_dice())
    shown, rest = one_line(error.value).split("'")[1:3]
    place = int(rest.split("character ")[1].split(":")[0])
    assert shown[place - 1 :].startswith("rde")


@pytest.mark.parametrize(
    ("dice", "text", "why"),
    [
        ("6d6", "sum <= 5", "no roll of these dice can meet this"),
        ("6d6", "sum > 36", "no roll of these dice can meet this"),
        ("6d6", "3 6s and no 6s", "no roll of these dice can meet this"),
        ("6d6", "4 6s 3 5s", "no roll of these dice can meet this"),
        ("2d8+3d6", "3 8s", "no roll of these dice can meet this"),
        ("6d6", "3 of one colour", "no roll of these dice can meet this"),
        ("3x[sword,heart]", "3 of a kind", "no roll of these dice can meet this"),
        ("2x[1,3,5]", "2 even", "no roll of these dice can meet this"),
        ("2x[1,3,5]", "straight of 2", "no roll of these dice can meet this"),
    ],
)
def test_what_no_roll_can_meet_is_refused(dice, text, why):
    with pytest.raises(RollError) as error:
        parse_condition(text, parse_dice(dice))
    assert one_line(error.value) == f"'{text}': {why}"


@pytest.mark.parametrize(
    ("dice", "text", "message"),
    [
        ("3x[sword,heart]", "2 6s", "'2 6s': at character 3: no die shows 6"),
        ("3x[sword,heart]", "2 shield", "'2 shield': at character 3: expected a colour (heart, sword)"),
        (
            "3x[sword,heart]",
            "straight of 2",
            "'straight of 2': at character 13: the dice show only 0 different numbers",
        ),
        ("6d6", "2 red", "'2 red': at character 3: expected a number such as 6s, even, odd, 'of a kind'"),
        ("5d6", "6 6s", "'6 6s': at character 1: there are only 5 dice"),
        ("6d3", "straight of 4", "'straight of 4': at character 13: the dice show only 3 different numbers"),
    ],
)
def test_the_message_fits_the_dice(dice, text, message):
    with pytest.raises(RollError) as error:
        parse_condition(text, parse_dice(dice))
    assert one_line(error.value) == message


# Printed and read again


@settings(max_examples=50)
@given(st.data(), pools(ways=300))
def test_a_printed_condition_is_read_as_the_same_condition(data, pool):
    condition = data.draw(conditions(pool))
    met = condition.met(pool)
    if met.any():
        again = parse_condition(str(condition), pool)
        assert again.met(pool).tolist() == met.tolist()
        assert str(parse_condition(str(again), pool)) == str(again)
    else:
        with pytest.raises(RollError, match="no roll of these dice can meet this"):
            parse_condition(str(condition), pool)


@pytest.mark.parametrize("text", ["no 6s", "no red", "no odd", "no red 6s", "all even", "2 red and no 6s"])
def test_no_and_all_can_be_read_again(text):
    pool = king_of_dice()
    condition = parse_condition(text, pool)
    assert parse_condition(str(condition), pool) == condition


@pytest.mark.parametrize("text", ["not " * 15 + "6 6s", "(" * 15 + "6 6s" + ")" * 15, "not (" * 9 + "6 6s" + ")" * 9])
def test_what_was_read_can_be_read_again_however_deep(text):
    condition = parse_condition(text, six_d6())
    assert parse_condition(str(condition), six_d6()) == condition


# Anything else


@pytest.mark.parametrize("count", [21, 100, 10_000])
@pytest.mark.parametrize("opening", ["(", "not ", "not (", "((", "not not (", "3 6s and ("])
def test_deep_nesting_is_refused_in_one_line(opening, count):
    with pytest.raises(RollError) as error:
        parse_condition(opening * count + "6 6s", six_d6())
    assert any(why in one_line(error.value) for why in ("brackets nest at most 20 deep", "at most 500 characters"))


@pytest.mark.parametrize("text", ["6 6s and " * 30 + "6 6s", "6 6s " * 90, "6 6s or " * 60 + "2 5s"])
def test_long_conditions_are_fine(text):
    assert parse_condition(text, six_d6()).met(six_d6()).any()


_TEXTS = [
    "three sixes and two 5s",
    "2 red 2 green 2 blue",
    "exactly 2+2+1 of colours",
    "at least 3 of a kind or 4 of one colour",
    "not (sum <= 12 or straight of 4)",
    "all even and no red 3's",
    "sum ≥ 25 and exactly three odd dice",
]
_POOLS = {"6d6": six_d6(), "king": king_of_dice(), "symbols": parse_dice("2x[sword,heart,1]")}


@settings(deadline=2000, max_examples=200)
@given(
    st.sampled_from([six_d6(), king_of_dice(), parse_dice("2x[sword,heart,1]")]), st.one_of(st.text(), damaged(_TEXTS))
)
def test_any_text_is_a_condition_or_refused_in_one_line(pool, text):
    try:
        condition = parse_condition(text, pool)
    except RollError as error:
        one_line(error)
    else:
        assert condition.met(pool).any()
        assert parse_condition(str(condition), pool).met(pool).tolist() == condition.met(pool).tolist()


def test_a_condition_on_too_many_dice_is_refused_at_once():
    start = time.perf_counter()
    with pytest.raises(RollError, match="too many dice"):
        parse_condition("3 of a kind", parse_dice("30d30"))
    assert parse_condition("3 6s", parse_dice("30d30")) is not None  # sees sixes and others only: 496 keeps
    assert time.perf_counter() - start < 2.0
