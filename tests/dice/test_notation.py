"""Dice and rolls are read as people write them, and printed so that they can be read again."""

from __future__ import annotations

from itertools import permutations

import pytest
from dice.random_pools import damaged, index_of_ordered_rolls, king_of_dice, one_line, pools, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.faces import Die, Face
from kingdice.dice.notation import format_faces, format_pool, parse_dice, parse_face, parse_roll
from kingdice.dice.pool import Group
from kingdice.errors import RollError

KING = "2x[1 blue,2 green,3 red,4 red,5 green,6 blue]+2x[1 red,2 blue,3 green,4 green,5 blue,6 red]"
KING += "+2x[1 green,2 red,3 blue,4 blue,5 red,6 green]"


# Dice


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("5d6", [(Die.numbered(6), 5)]),
        ("d6", [(Die.numbered(6), 1)]),
        ("  5D6  ", [(Die.numbered(6), 5)]),
        ("2d8+3d6", [(Die.numbered(8), 2), (Die.numbered(6), 3)]),
        ("2d8 + 3d6", [(Die.numbered(8), 2), (Die.numbered(6), 3)]),
        ("1d6+2d8+1d6", [(Die.numbered(6), 2), (Die.numbered(8), 2)]),
        ("3x[1,1,2,3,red,red]", [(Die.of([1, 1, 2, 3, "red", "red"]), 3)]),
        ("3[a,b]", [(Die.of(["a", "b"]), 3)]),
        ("3 * [a, b]", [(Die.of(["a", "b"]), 3)]),
        ("[a,b]", [(Die.of(["a", "b"]), 1)]),
        ("2x[1:3,2,6 red:2]", [(Die.of([1, 2, "6 red"], [3, 1, 2]), 2)]),
        ("2x[sword:0.5,heart:1/4,1]", [(Die.of(["sword", "heart", 1], [2, 1, 4]), 2)]),
        ("2x[sword,heart,1]", [(Die.of(["sword", "heart", 1]), 2)]),
        ("2x[1,2,3,4,5,6]", [(Die.numbered(6), 2)]),
        ("1d6+2X[6,5,4,3,2,1]", [(Die.numbered(6), 3)]),
    ],
)
def test_dice_notation(text, groups):
    assert parse_dice(text).groups == tuple(Group(die, count) for die, count in groups)


def test_the_dice_of_king_of_dice_in_notation():
    assert parse_dice(KING) == king_of_dice()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "dice '': at character 1: expected dice such as 5d6, 2d8+3d6 or 3x[1,2,red]"),
        ("dice", "dice 'dice': at character 1: expected dice such as 5d6, 2d8+3d6 or 3x[1,2,red]"),
        ("5d6+", "dice '5d6+': at character 5: expected dice such as 5d6, 2d8+3d6 or 3x[1,2,red]"),
        ("5d6 3d8", "dice '5d6 3d8': at character 5: expected + and more dice, or the end"),
        ("5d6-1", "dice '5d6-1': at character 4: expected + and more dice, or the end"),
        ("2d8+0d6", "dice '2d8+0d6': at character 5: expected at least one die"),
        ("0x[a]", "dice '0x[a]': at character 1: expected at least one die"),
        ("5d0", "dice '5d0': at character 1: d0: a die has 1 to 1000 sides"),
        ("1d6+5d1001", "dice '1d6+5d1001': at character 5: d1001: a die has 1 to 1000 sides"),
        ("2x[]", "dice '2x[]': at character 1: '' is not a face: expected a number, a word or both, "
         "as in 6, red or '6 red'"),
        ("2x[a,,b]", "dice '2x[a,,b]': at character 1: '' is not a face: expected a number, a word or both, "
         "as in 6, red or '6 red'"),
        ("2x[a,b", "dice '2x[a,b': at character 1: expected dice such as 5d6, 2d8+3d6 or 3x[1,2,red]"),
        ("2x[a:0,b]", "dice '2x[a:0,b]': at character 1: weight 0: expected a positive number"),
        ("2x[a:-1,b]", "dice '2x[a:-1,b]': at character 1: weight '-1': expected a positive number, as in 6:2"),
        ("2x[a:,b]", "dice '2x[a:,b]': at character 1: weight '': expected a positive number, as in 6:2"),
        ("2x[a:1/0,b]", "dice '2x[a:1/0,b]': at character 1: weight 1/0: expected a positive number"),
        ("2x[a:1e9,b]", "dice '2x[a:1e9,b]': at character 1: weight '1e9': expected a positive number, as in 6:2"),
        ("2x[a:nan]", "dice '2x[a:nan]': at character 1: weight 'nan': expected a positive number, as in 6:2"),
        ("2x[a:1000000,b]", "dice '2x[a:1000000,b]': at character 1: weights too fine: in lowest terms they add up to "
         "more than 1,000,000"),
        ("2x[1000001]", "dice '2x[1000001]': at character 1: face 1000001: numbers go up to 1,000,000"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_dice_is_said_with_its_place(text, message):
    with pytest.raises(RollError) as error:
        parse_dice(text)
    assert one_line(error.value) == message


@given(pools())
def test_printed_dice_are_read_as_the_same_dice(pool):
    assert parse_dice(format_pool(pool)) == pool
    assert format_pool(parse_dice(format_pool(pool))) == format_pool(pool)


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 30)), min_size=1, max_size=5, unique_by=lambda d: d[1]))
def test_plain_dice_are_printed_as_they_are_written(parts):
    text = "+".join(f"{count}d{sides}" for count, sides in parts)
    assert format_pool(parse_dice(text)) == text


# Faces


@pytest.mark.parametrize(
    ("dice", "text", "face"),
    [
        ("1d6", "6", Face(6)),
        (KING, "1b", Face(1, "blue")),
        (KING, " 1Blu ", Face(1, "blue")),
        (KING, "1-blue", Face(1, "blue")),
        ("1x[1 red,1 rust,1]", "1", Face(1)),
        ("1x[1 red,1 rust,1]", "1re", Face(1, "red")),
        ("1x[1 re,1 red]", "1re", Face(1, "re")),
        ("1x[-1,sword,shield]", "-1", Face(-1)),
        ("1x[-1,sword,shield]", "sw", Face(None, "sword")),
        ("1x[1 red,2 rust]", "1r", Face(1, "red")),
    ],
)
def test_a_colour_may_be_cut_short_as_long_as_it_is_clear(dice, text, face):
    assert parse_face(parse_dice(dice), text) == face


@pytest.mark.parametrize(
    ("dice", "text", "message"),
    [
        ("1d6", "7", "no die shows '7'"),
        ("1d6", "6r", "'6r' is no face of these dice: they show numbers only"),
        ("1d6", "", "a face is missing"),
        (KING, "7b", "no die shows '7b'"),
        (KING, "6", "no die shows '6'; there is 6 blue, 6 green, 6 red"),
        (KING, "b", "no die shows 'b'"),
        (KING, "1x", "'1x' is no face of these dice: they show blue, green, red"),
        (KING, "1grene", "'1grene' is no face of these dice: they show blue, green, red; did you mean 'green'?"),
        ("1x[1 red,1 rust]", "1r", "'1r' may be 1 red, 1 rust: write more of it"),
        ("1x[1 red,2 rust]", "2red", "no die shows '2red'; there is 2 rust"),
    ],
)
def test_what_is_wrong_with_a_face_is_said(dice, text, message):
    with pytest.raises(RollError) as error:
        parse_face(parse_dice(dice), text)
    assert one_line(error.value) == message


@given(pools())
def test_printed_faces_are_read_as_the_same_faces(pool):
    for face in pool.faces:
        text = format_faces(pool, [face])
        assert parse_face(pool, text) == face
        assert parse_face(pool, text.upper()) == face


# Rolls


def test_a_roll_of_king_of_dice_in_any_order_is_one_roll():
    pool = king_of_dice()
    words = ["1b", "2g", "4g", "6r", "3b", "5r"]
    indices = {parse_roll(pool, " ".join(order)) for order in permutations(words)}
    assert indices == {parse_roll(pool, "1b 2g 4g 6r 3b 5r")}
    assert format_faces(pool, pool.roll_faces(indices.pop())) == "1b 2g 4g 6r 3b 5r"
    assert parse_roll(pool, "5red,3blue,6r, 4green ,2g,1bl") == parse_roll(pool, "1b 2g 4g 6r 3b 5r")


@pytest.mark.parametrize(
    ("dice", "text", "message"),
    [
        (KING, "1b 1b 1b 1r 1r 1g", "roll '1b 1b 1b 1r 1r 1g': the dice cannot show 1b 1b 1b together: "
         "only 2 dice have such faces"),
        (KING, "1b 2g 3r 6r 3b 5r", "roll '1b 2g 3r 6r 3b 5r': the dice cannot show 1b 2g 3r together: "
         "only 2 dice have such faces"),
        (KING, "1b 2g 4g 6r 3b", "roll '1b 2g 4g 6r 3b': 5 faces for 6 dice"),
        (KING, "", "roll '': 0 faces for 6 dice"),
        (KING, "1b 2g 4g 6r 3b 7r", "roll '1b 2g 4g 6r 3b 7r': no die shows '7r'"),
        (KING, "1 2g 4g 6r 3b 5r", "roll '1 2g 4g 6r 3b 5r': no die shows '1'; there is 1 blue, 1 green, 1 red"),
        ("2d8+3d6", "7 8 8 1 1", "roll '7 8 8 1 1': the dice cannot show 7 8 8 together: only 2 dice have such faces"),
        ("1d8+1d6", "8 7", "roll '8 7': the dice cannot show 7 8 together: only 1 die has such a face"),
        ("2d8+3d6", "1 2 3 4 7", "roll '1 2 3 4 7': it is not clear which dice show these; "
         "give them in pool order: 2d8, then 3d6"),
        ("1d4+1d6+1d8", "5 1 2", "roll '5 1 2': it is not clear which dice show these; "
         "give them in pool order: 1d4, then 1d6, then 1d8"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_roll_is_said(dice, text, message):
    with pytest.raises(RollError) as error:
        parse_roll(parse_dice(dice), text)
    assert one_line(error.value) == message


@pytest.mark.parametrize(
    ("dice", "text", "in_pool_order"),
    [
        ("2d8+3d6", "7 1 2 3 4", [[7, 1], [2, 3, 4]]),
        ("2d8+3d6", "1 2 3 4 5", [[1, 2], [3, 4, 5]]),  # in pool order it is clear, though others are possible
        ("2d8+3d6", "1 7 3 2 4", [[7, 1], [2, 3, 4]]),
        ("2d8+3d6", "1 2 7 3 8", [[7, 8], [1, 2, 3]]),
        ("2d8+3d6", "3 7 3 3 7", [[7, 7], [3, 3, 3]]),
        ("2d8+3d6", "3 3 3 3 7", [[7, 3], [3, 3, 3]]),
        ("1d4+1d6+1d8", "8 6 4", [[4], [6], [8]]),
    ],
)
def test_rolls_of_unlike_dice(dice, text, in_pool_order):
    pool = parse_dice(dice)
    assert parse_roll(pool, text) == pool.roll_index([[Face(number) for number in part] for part in in_pool_order])


@given(pools(), st.data())
def test_a_printed_roll_is_read_as_the_same_roll(pool, data):
    roll = data.draw(st.integers(0, pool.roll_count - 1))
    assert parse_roll(pool, format_faces(pool, pool.roll_faces(roll))) == roll


@given(pools(dice_in_pool=(2, 4), ways=300), st.data())
def test_a_mixed_up_roll_is_read_right_or_refused_as_unclear(pool, data):
    """Against all ordered rolls: those that show the same faces, in whatever order, are either one roll or unclear."""
    roll = data.draw(st.integers(0, pool.roll_count - 1))
    faces = data.draw(st.permutations(pool.roll_faces(roll)))
    kind = sorted(map(str, faces))
    possible = {
        index
        for index in index_of_ordered_rolls(pool).ravel().tolist()
        if sorted(map(str, pool.roll_faces(index))) == kind
    }
    try:
        read = parse_roll(pool, format_faces(pool, faces))
    except RollError as error:
        message = one_line(error)
    else:
        assert read in possible
        return
    assert len(possible) > 1
    assert "it is not clear which dice show these" in message


# Anything else

_DICE = ["5d6", "2d8+3d6", "3x[1,1,2,3,red,red]", "2x[1:3,2,6 red:2]", "2x[sword:0.5,heart:1/4,1]", KING]


@settings(deadline=2000, max_examples=250)
@given(st.one_of(st.text(), damaged(_DICE)))
def test_any_text_is_dice_or_refused_in_one_line(text):
    try:
        pool = parse_dice(text)
        pool.check_size()
    except RollError as error:
        one_line(error)
    else:
        assert parse_dice(format_pool(pool)) == pool


@settings(deadline=2000, max_examples=250)
@given(
    st.sampled_from(["6d6", KING, "2d8+3d6", "2x[sword,heart,1]+1d20"]),
    st.one_of(st.text(), damaged(["6 6 5 2 1 1", "1b 2g 4g 6r 3b 5r", "7 8 1 2 3", "sword heart 20"])),
)
def test_any_text_is_a_roll_or_refused_in_one_line(dice, text):
    pool = parse_dice(dice)
    try:
        roll = parse_roll(pool, text)
    except RollError as error:
        one_line(error)
    else:
        assert 0 <= roll < pool.roll_count


def test_long_texts_are_refused_in_a_short_line():
    for refused in (lambda: parse_dice("6" * 100_000), lambda: parse_roll(six_d6(), "6 " * 100_000)):
        with pytest.raises(RollError) as error:
            refused()
        assert len(one_line(error.value)) < 200


@pytest.mark.parametrize("text", ["2x[grün,rouge-é]", "2x[ΑΣ,Σ]", "2x[ǅ,x]", "2x[٣,4]"])
def test_words_in_any_alphabet_are_printed_so_that_they_can_be_read_again(text):
    pool = parse_dice(text)
    assert parse_dice(format_pool(pool)) == pool
