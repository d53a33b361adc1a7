"""A drawing says what its condition says: it is read back, die by die, and judged on rolls."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import groupby, permutations

import pytest
from dice.random_conditions import Roll, conditions, is_met
from dice.random_pools import king_of_dice, shown, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.condition import Condition
from kingdice.dice.condition_text import parse_condition
from kingdice.dice.notation import parse_dice
from kingdice.dice.pool import Pool
from kingdice.games.king_of_dice import Edition
from kingdice.web.condition_drawing import DrawnDie, Piece, Said, drawing, notes, pieces

CARDS = {
    "snob-even": "even even even even even even",
    "snob-odd": "odd odd odd odd odd odd",
    "elf-4": "1 2 3 4 (any run of 4)",
    "elf-5": "1 2 3 4 5 (any run of 5)",
    "elf-6": "1 2 3 4 5 6",
    "dwarf-3x1": "1 1 1",
    "dwarf-3x3": "3 3 3",
    "dwarf-3x4": "4 4 4",
    "dwarf-4x3": "3 3 3 3",
    "dwarf-4x4": "4 4 4 4",
    "dwarf-4x6": "6 6 6 6",
    "dwarf-5x1": "1 1 1 1 1",
    "dwarf-5x6": "6 6 6 6 6",
    "gnome-3green": "green green green",
    "gnome-4green": "green green green green",
    "gnome-4red": "red red red red",
    "gnome-5red": "red red red red red",
    "gnome-5blue": "blue blue blue blue blue",
    "gnome-6blue": "blue blue blue blue blue blue",
    "orc-2+2": "x x y y",
    "orc-3": "x x x",
    "orc-3+2": "x x x y y",
    "orc-4": "x x x x",
    "orc-5": "x x x x x",
    "orc-2+2+2": "x x y y z z",
    "orc-4+2": "x x x x y y",
    "sprite-4": "A:colour A:colour A:colour A:colour",
    "sprite-5": "A:colour A:colour A:colour A:colour A:colour",
    "sprite-6": "A:colour A:colour A:colour A:colour A:colour A:colour",
    "apprentice-2r2g2b": "red red green green blue blue",
    "apprentice-3r3b": "red red red blue blue blue",
    "fairy-2r2g": "red red green green",
    "fairy-2b2g": "blue blue green green",
    "fairy-2r3g": "red red green green green",
    "fairy-3r2b": "red red red blue blue",
    "fairy-2g3b": "green green blue blue blue",
    "hypnotist": "_ _ _ _ _ _ (sum ≤ 12)",
    "dragon-25": "_ _ _ _ _ _ (sum ≥ 25)",
    "dragon-28": "_ _ _ _ _ _ (sum ≥ 28)",
    "dragon-30": "_ _ _ _ _ _ (sum ≥ 30)",
}


def as_text(drawn: list[Piece]) -> str:
    """Dice as they look, words in brackets."""
    return " ".join(_one(piece) for piece in drawn)


def _one(piece: Piece) -> str:
    if isinstance(piece, Said):
        return f"({piece.text})"
    if piece.number is None:
        return piece.colour or "_"
    return f"{piece.number}:{piece.colour}" if piece.colour else str(piece.number)


class Reader:
    """Reads a drawing as a person would, and says whether a roll meets it."""

    def __init__(self, drawn: list[Piece], roll: Roll) -> None:
        self.left = list(drawn)
        self.roll = roll

    def said(self, pattern: str) -> re.Match[str] | None:
        match = re.fullmatch(pattern, self.left[0].text) if self.left and isinstance(self.left[0], Said) else None
        if match:
            self.left.pop(0)
        return match

    def whole(self) -> bool:
        met = self.joined()
        assert not self.left, f"not understood: {as_text(self.left)}"
        return met

    def joined(self) -> bool:
        """Parts with one word between them all."""
        parts, words = [self.part()], set()
        while match := self.said("and|or"):
            words.add(match[0])
            parts.append(self.part())
        assert len(words) < 2, "and beside or, without brackets"
        return any(parts) if words == {"or"} else all(parts)

    def part(self) -> bool:
        if self.said(r"\("):
            met = self.joined()
            assert self.said(r"\)")
            return met
        if self.said("not"):
            return not self.part()
        if self.said("no"):
            return self.counted(self.dice()[:1]) == 0
        if self.said("fewer than"):
            dice = self.dice()
            return self.counted(dice) < len(dice)
        exactly = bool(self.said("exactly"))
        dice = self.dice()
        if dice[0].any:
            return self.blank(dice) if dice[0].number is None else self.lettered(dice, exactly)
        if match := self.said(r"any run of (\d+)"):
            numbers = [die.number for die in dice]
            assert numbers == list(range(numbers[0], numbers[0] + int(match[1])))
            return self.has_run(int(match[1]))
        groups = [list(group) for _, group in groupby(dice)]
        assert not exactly or len(groups) == 1
        return all(
            self.counted(group) == len(group) if exactly else self.counted(group) >= len(group) for group in groups
        )

    def dice(self) -> list[DrawnDie]:
        dice = []
        while self.left and isinstance(self.left[0], DrawnDie):
            dice.append(self.left.pop(0))
        assert dice
        return dice

    def counted(self, dice: list[DrawnDie]) -> int:
        """How many dice of the roll look like these, which are all alike."""
        (die,) = set(dice)
        return sum(self.alike(die, number, colour) for number, colour in self.roll)

    def alike(self, die: DrawnDie, number: int | None, colour: str | None) -> bool:
        if die.colour not in (None, colour):
            return False
        if die.number in ("even", "odd"):
            return number is not None and (number % 2 == 0) == (die.number == "even")
        return die.number in (None, number)

    def blank(self, dice: list[DrawnDie]) -> bool:
        assert len(dice) == len(self.roll)
        match = self.said(r"sum (≤|≥|=|<|>) (-?\d+)")
        assert match
        total, value = sum(number or 0 for number, _ in self.roll), int(match[2])
        return {
            "≤": total <= value, "≥": total >= value, "=": total == value, "<": total < value, ">": total > value
        }[match[1]]  # fmt: skip

    def lettered(self, dice: list[DrawnDie], exactly: bool) -> bool:
        if str(dice[0].number).startswith("n"):
            match = self.said(r"any run of (\d+)")
            assert match
            assert len(dice) == int(match[1])
            return self.has_run(len(dice))
        sizes = [len(list(group)) for _, group in groupby(dice)]
        kinds = [colour if dice[0].colour else number for number, colour in self.roll]
        often = list(Counter(kind for kind in kinds if kind is not None).values())
        return any(
            all(n == size if exactly else n >= size for n, size in zip(some, sizes, strict=True))
            for some in permutations(often, len(sizes))
        )

    def has_run(self, length: int) -> bool:
        there = {number for number, _ in self.roll}
        return any(all(low + step in there for step in range(length)) for low in there if low is not None)


def test_every_citizen_of_the_box_is_drawn_as_its_card_shows_it(edition: Edition) -> None:
    drawn = {
        citizen.id: as_text(pieces(condition, edition.pool))
        for citizen, condition in zip(edition.citizens, edition.conditions, strict=True)
    }
    assert drawn == CARDS


POOLS = [
    king_of_dice(),
    parse_dice("2x[1,2,3,sword,shield]+2x[0 red,4 red,5 blue,-3 blue]"),
    parse_dice("3x[1,3,5,red]"),
    parse_dice("2x[sword,heart]+1d6"),
]
"""Fixed, because making random ones takes nearly all of the time."""


@settings(max_examples=70)
@given(st.one_of([st.tuples(st.just(pool), conditions(pool)) for pool in POOLS]))
def test_a_drawing_read_back_is_met_by_the_same_rolls(drawn_of: tuple[Pool, Condition]) -> None:
    pool, condition = drawn_of
    drawn = pieces(condition, pool)
    rng = random.Random(1)
    for index in rng.sample(range(pool.roll_count), min(12, pool.roll_count)):
        roll = shown(pool, index)
        assert Reader(drawn, roll).whole() == is_met(condition, roll), (str(condition), as_text(drawn), roll)
    assert "style=" not in drawing(condition, pool, str(condition))
    assert all(note.endswith(".") for note in notes(condition, pool))


@pytest.mark.parametrize(
    ("needs", "expected"),
    [
        ("no 6s", "(no) 6"),
        ("not three 6s", "(fewer than) 6 6 6"),
        ("not one red", "(no) red"),
        ("exactly 2 of a kind", "(exactly) x x"),
        ("not (2 red and 2 6s)", "(not) (() red red (and) 6 6 ())"),
        ("2 red and 2 6s or 5 of a kind", "(() red red (and) 6 6 ()) (or) x x x x x"),
        ("3 of a kind and 2+2 of colours", "x x x (and) A:colour A:colour B:colour B:colour"),
        ("3 of a kind or 2+2", "x x x (or) y y z z"),
        ("2 red 6s", "6:red 6:red"),
        ("2 red even", "even:red even:red"),
        ("(1 red 6s and 1 red 6s) or 1 blue", "(() 6:red (and) 6:red ()) (or) blue"),
    ],
)
def test_words_stand_where_dice_alone_would_say_something_else(needs: str, expected: str) -> None:
    pool = king_of_dice()
    assert as_text(pieces(parse_condition(needs, pool), pool)) == expected


@pytest.mark.parametrize(
    ("needs", "expected"),
    [
        ("four 6s", ["The other 2 dice are free."]),
        ("2 red 3 green", ["The other die is free."]),
        ("six even", []),
        ("2+2+2", ["x, y and z are any numbers, no two of them the same."]),
        ("4 of one colour", ["A is any one colour.", "The other 2 dice are free."]),
        ("3 of a kind or 2+2", ["Letters are any numbers; those of one group differ."]),
        ("2 red and 2 6s", ["A die may count for more than one part."]),
        ("exactly 2 6s", []),
        ("sum <= 12", []),
    ],
)
def test_what_the_dice_leave_open_is_said(needs: str, expected: list[str]) -> None:
    pool = king_of_dice()
    assert notes(parse_condition(needs, pool), pool) == expected


def test_a_run_that_the_dice_cannot_show_is_not_drawn_with_numbers() -> None:
    pool = parse_dice("3x[1,3,5,red]")
    condition = parse_condition("straight of 2 or 1 red", pool)
    assert as_text(pieces(condition, pool)) == "n n+1 (any run of 2) (or) red"


def test_the_words_of_the_card_stand_beside_every_drawing() -> None:
    pool = six_d6()
    html = drawing(parse_condition("sum < 8", pool), pool, "sum < 8", small=True)
    assert '<span class="words">sum &lt; 8</span>' in html
    assert html.count('class="face"') == 6


def test_a_small_drawing_of_very_many_dice_is_words_alone() -> None:
    pool = six_d6()
    needs = "all 6s or all 5s or all 4s"
    condition = parse_condition(needs, pool)
    assert drawing(condition, pool, needs, small=True).count('class="face"') == 0
    assert needs in drawing(condition, pool, needs, small=True)
    assert drawing(condition, pool, needs).count('class="face"') == 18
