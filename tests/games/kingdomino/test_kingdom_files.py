"""Kingdoms that somebody wrote down: how they are read, and whether they can exist.

The kingdom of 120 points, its base, bonuses and order are those of an independent search (facts/kingdomino.md, 2.5).
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.plain_cuts import DOMINOES, can_exist

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import all_dominoes, domino
from kingdice.games.kingdomino.drawing import kingdom_text
from kingdice.games.kingdomino.kingdom import Kingdom
from kingdice.games.kingdomino.kingdom_file import parse_kingdom
from kingdice.games.kingdomino.legality import CheckedKingdom, check_kingdom

LARGE = "w0 w0 w0 w0 m2 / w0 m1 m3 m2 m2 / w1 m0 ** s0 s0 / w0 w0 w1 s1 g0 / s2 s1 s0 s2 g0"
LARGE_ORDER = [22, 23, 38, 40, 43, 44, 47, 48, 1, 39, 45, 46]


def checked(text: str, size: int = 5) -> CheckedKingdom:
    return check_kingdom(parse_kingdom(text), size=size)


def assert_can_be_laid(found: CheckedKingdom) -> None:
    """Every domino of the order goes where the plain rules allow it, and the kingdom comes out."""
    kingdom = Kingdom(found.kingdom.size)
    for number, way in found.order:
        assert way in kingdom.placements(domino(number))
        kingdom = kingdom.place(domino(number), way)
    assert kingdom == found.kingdom


def grown(seed: int, size: int, dominoes: int) -> Kingdom:
    """A kingdom that grew by random legal placements."""
    chance = random.Random(seed)
    kingdom = Kingdom(size)
    for number in chance.sample(range(1, 49), dominoes):
        if ways := kingdom.placements(domino(number)):
            kingdom = kingdom.place(domino(number), chance.choice(ways))
    return kingdom


# reading


def test_the_oracle_and_the_package_have_the_same_dominoes():
    theirs = sorted(tuple(sorted((one[:2], one[2:]))) for one in DOMINOES)
    ours = sorted(tuple(sorted(f"{half.terrain[0]}{half.crowns}" for half in one.halves)) for one in all_dominoes())
    assert theirs == ours


@pytest.mark.parametrize(
    "text",
    [
        "** m1\n.. w0\n",
        "** m1 / .. w0",
        "/ ** m1 / .. w0 /",
        "# mine\n\n  **   M1   # the castle\n\n ..  W0",
        "**m1\n..w0",
        "* m1\n. w0",
        "castle, m1\n--, w0",
        "row,column,terrain,crowns\n1,1,castle,\n1,2,mine,1\n2,2,wheat,0\n",
        "row;column;terrain;crowns;domino\n1;1;castle;;\n2;2;w;;\n1;2;m;1;\n",
        '"crowns","row","column","terrain"\n"","1","1","**"\n"1","1","2","Mine"\n,2,2,wheat',
        "crowns\trow\tcolumn\tterrain\n0\t1\t1\tcastle\n1\t1\t2\tm\n0\t2\t2\tw",
    ],
)
def test_a_kingdom_may_be_written_in_many_ways(text):
    written = parse_kingdom(text)
    assert written.castles == ((1, 1),)
    found = {place: (square.half.terrain, square.half.crowns) for place, square in written.squares.items()}
    assert found == {(1, 2): ("mine", 1), (2, 2): ("wheat", 0)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "kingdom: no kingdom in it"),
        ("# nothing", "kingdom: no kingdom in it"),
        ("** w0\nw0 x1", "kingdom: line 2, square 2: 'x1': expected a terrain"),
        ("** w0 / w0 w4", "kingdom: line 1, square 2: 'w4': expected a terrain"),
        ("** w0 w", "line 1, square 3: 'w': expected a terrain"),
        ("** w0w0w", "line 1, square 4: 'w': expected a terrain"),
        ("** w²", "'w²': expected a terrain"),
        ("row,column,terrain", "line 1: column crowns once: expected row,column,terrain,crowns and, if known, domino"),
        ("row,colunm,terrain,crowns", "line 1: no column 'colunm'; did you mean 'column'?"),
        ("row,column,terrain,crowns\n1,1,wheet,0", "line 2: no terrain 'wheet'; did you mean 'wheat'?"),
        ("row,column,terrain,crowns\n1,x,wheat,0", "line 2: column 'x': expected a whole number"),
        ("row,column,terrain,crowns\n1,1,wheat,4", "line 2: crowns 4: expected 0 to 3"),
        ("row,column,terrain,crowns\n1,1,wheat,0\n1,1,lake,0", "line 3: row 1, column 1 stands in line 2 too"),
        ("row,column,terrain,crowns\n1,1,wheat,0,7", "line 2: 5 entries: expected 4"),
        ("row,column,terrain,crowns\n1,1", "line 2: no terrain ''"),
        ("row,column,terrain,crowns,domino\n1,1,wheat,0,49", "line 2: domino 49: expected 1 to 48"),
    ],
)
def test_what_is_no_kingdom_is_refused_with_its_line_and_place(text, says):
    with pytest.raises(KingdiceError) as refusal:
        parse_kingdom(text)
    assert says in str(refusal.value)


@given(st.text(max_size=60) | st.text("wflgsm0123*./ \n,#", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text):
    try:
        written = parse_kingdom(text)
    except KingdiceError as refusal:
        assert "\n" not in str(refusal)  # noqa: PT017
    else:
        check_kingdom(written)


# kingdoms that can exist


def test_the_largest_known_kingdom_can_exist():
    found = checked(LARGE)
    assert (found.problems, found.kingdom.points) == ((), 120)
    assert found.kingdom.is_middle()
    assert found.kingdom.is_middle(of_box=True)
    assert found.kingdom.is_full
    assert sorted(number for number, _ in found.order) == sorted(LARGE_ORDER)
    assert_can_be_laid(found)


def test_the_order_that_is_known_for_it_is_one_by_the_plain_rules():
    halves = {place: square.half for place, square in checked(LARGE).kingdom.squares.items()}

    def can_go_on(kingdom: Kingdom, numbers: list[int]) -> bool:
        if not numbers:
            return kingdom.points == 120
        after = [kingdom.place(domino(numbers[0]), way) for way in kingdom.placements(domino(numbers[0]))]
        return any(
            can_go_on(one, numbers[1:])
            for one in after
            if all(halves.get(place) == square.half for place, square in one.squares.items())
        )

    assert can_go_on(Kingdom(5), LARGE_ORDER)


@pytest.mark.parametrize(("size", "dominoes"), [(5, 3), (5, 12), (7, 24)])
@pytest.mark.parametrize("seed", range(8))
def test_kingdoms_that_grew_by_the_rules_can_exist(size, dominoes, seed):
    kingdom = grown(seed, size, dominoes)
    found = checked(kingdom_text(kingdom), size)
    assert found.problems == ()
    assert found.kingdom.points == kingdom.points
    assert_can_be_laid(found)


def test_a_kingdom_whose_dominoes_are_given_keeps_them():
    kingdom = grown(5, 5, 12)
    lines = ["row,column,terrain,crowns,domino", "0,0,castle,,"]
    lines += [
        f"{row},{column},{square.half.terrain},{square.half.crowns},{square.domino}"
        for (row, column), square in kingdom.squares.items()
    ]
    found = checked("\n".join(lines))
    assert found.problems == ()
    assert found.kingdom == kingdom
    assert_can_be_laid(found)


SQUARES = ["w0", "w1", "f0", "f1", "l0", "s0", "m1", "m3"]


@given(st.lists(st.sampled_from([*SQUARES, ".."]), min_size=8, max_size=8))
def test_small_kingdoms_can_exist_if_some_way_to_lay_them_is_found_by_exhaustion(words):
    rows = [words[:3], [words[3], "**", words[4]], words[5:]]
    squares = {
        (row - 1, column - 1): word
        for row, line in enumerate(rows)
        for column, word in enumerate(line)
        if word not in ("**", "..")
    }
    found = checked("\n".join(" ".join(row) for row in rows))
    assert (found.problems == ()) == can_exist(squares)
    if not found.problems:
        assert_can_be_laid(found)


# what is wrong, by square

WITH_DOMINOES = "row,column,terrain,crowns,domino\n1,1,castle,,\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("w0 w0", "no castle: a kingdom has one (** in text, castle in CSV)"),
        ("** w0 w0 **", "2 castles, and a kingdom has one: row 1 column 1, row 1 column 4"),
        (
            "** w0 w0 f0 f0 l0 l0",
            "1 rows by 7 columns: a kingdom fits into 5 by 5; it fits into the 7 by 7 of the Mighty Duel "
            "(--variants mighty-duel)",
        ),
        ("** w0 w0 f0 f0 l0 l0 s0 s0", "1 rows by 9 columns: a kingdom fits into 5 by 5"),
        ("w0 w2 **", "wheat 2: no domino has such a square: row 1 column 2"),
        (
            "w0 m3 ** m3 w0",
            "mine 3: 2 squares, and only 1 square of 48 dominoes is so: row 1 column 2, row 1 column 4",
        ),
        ("w0 w0 ** w0", "3 squares of terrain: dominoes have two each, so the number is even"),
        (
            "w0 ** w0",
            "its squares cannot be cut into dominoes that exist; 2 squares at least would stay over, as here: "
            "row 1 column 1, row 1 column 3",
        ),
        (
            "m3 l0 **",
            "its squares cannot be cut into dominoes that exist; 2 squares at least would stay over, as here: "
            "row 1 column 1, row 1 column 2",
        ),
        (
            "** s0 s0 / .. s0 s0",
            "it needs 2 dominoes s0+s0, and there is 1, however it is cut into dominoes: "
            "row 1 column 2, row 1 column 3, row 2 column 2, row 2 column 3",
        ),
        (
            "** w0 w0 l0 l0",
            "2 squares cannot be joined to the castle by the matching rule: row 1 column 4, row 1 column 5",
        ),
        (WITH_DOMINOES + "1,2,wheat,0,1\n1,3,wheat,0,1\n2,2,lake,0,1", "domino 1: 3 squares, and a domino has two"),
        (WITH_DOMINOES + "1,2,wheat,0,1\n2,3,wheat,0,1", "domino 1: its squares do not touch: row 1 column 2, row 2"),
        (WITH_DOMINOES + "1,2,wheat,0,48\n1,3,wheat,0,48", "domino 48: w0+w0, and it shows w0+m3: row 1 column 2"),
    ],
)
def test_what_is_wrong_is_named_by_square(text, says):
    problems = checked(text).problems
    assert any(line.startswith(says) for line in problems), problems
    assert all("\n" not in line for line in problems)


def test_everything_that_is_wrong_is_said():
    problems = checked("w2 w0 w0 w0 w0 w0 w0 w0 w0").problems
    assert [line.split(":")[0] for line in problems] == [
        "no castle",
        "1 rows by 9 columns",
        "wheat 2",
        "9 squares of terrain",
    ]


def test_a_wide_kingdom_can_exist_in_the_mighty_duel():
    text = "** w0 w0 w0 f0 f0 f0"
    assert len(checked(text).problems) == 1
    assert checked(text, 7).problems == ()


def test_what_matters_is_the_number_that_the_file_gives():
    """As squares, two forest dominoes side by side; as given, one domino lies across a wheat domino."""
    right = WITH_DOMINOES + "1,2,wheat,0,13\n1,3,forest,0,13\n2,3,forest,0,3\n2,4,forest,0,3"
    wrong = WITH_DOMINOES + "1,2,wheat,0,1\n1,3,forest,0,1\n2,3,forest,0,3\n2,4,forest,0,3"
    assert checked(right).problems == ()
    assert checked(wrong).problems == ("domino 1: w0+f0, and it shows w0+w0: row 1 column 2, row 1 column 3",)
