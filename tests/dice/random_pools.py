"""Random pools for the property tests, and pools in the form that the oracles take.

The numbering of rolls is written out here a second time, so that a test may compare arrays over rolls with
arrays over ordered rolls without asking the package where an ordered roll belongs.
"""

from __future__ import annotations

import string
from itertools import combinations_with_replacement, product

import numpy as np
from hypothesis import strategies as st

from kingdice.dice.faces import Die, Face
from kingdice.dice.pool import Pool

NUMBERS = (-2, 0, 1, 2, 3, 4, 5, 6, 12)
COLOURS = ("red", "green", "blue", "black", "sword", "heart")
FACES = [
    *[Face(number) for number in NUMBERS],
    *[Face(None, colour) for colour in COLOURS],
    *[Face(number, colour) for number in NUMBERS for colour in COLOURS],
]

seeds = st.integers(0, 2**32 - 1)
_CHARACTERS = st.sampled_from(string.digits + string.ascii_letters + string.punctuation + " \t\n\x85\u2028é½٣²İß")


def one_line(error: BaseException) -> str:
    """The text of an error, which must be one line."""
    text = str(error)
    assert text.strip()
    assert text.splitlines() == [text]
    return text


@st.composite
def damaged(draw, texts):
    """A valid text with a few characters put in, left out or changed."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 5))):
        at = draw(st.integers(0, len(text)))
        put_in = draw(st.one_of(_CHARACTERS, st.just(""), st.text(max_size=3)))
        text = text[:at] + put_in + text[at + draw(st.integers(0, 2)) :]
    return text


@st.composite
def dice(draw, *, faces=(2, 6), weights=5):
    """One die with so many faces and weights from 1 to `weights`."""
    shown = draw(st.lists(st.sampled_from(FACES), min_size=faces[0], max_size=faces[1], unique=True))
    return Die.of(shown, draw(st.lists(st.integers(1, weights), min_size=len(shown), max_size=len(shown))))


@st.composite
def pools(draw, *, dice_in_pool=(2, 6), faces=(2, 6), ways=1300, weights=5):
    """A pool of 2 to 6 dice with 2 to 6 faces each and at most `ways` ordered rolls."""
    left = draw(st.integers(*dice_in_pool))
    chosen = []
    while left:
        count = draw(st.integers(1, left))
        rest = 2 ** (left - count)  # the fewest ways of the dice still to come
        most = max(number for number in range(2, faces[1] + 1) if number == 2 or number**count * rest <= ways)
        die = draw(dice(faces=(min(faces[0], most), most), weights=weights))
        ways //= len(die.faces) ** count
        chosen.append((die, count))
        left -= count
    return Pool.of(chosen)


def oracle_dice(pool: Pool) -> list[list[tuple[int | None, str | None, int]]]:
    """The dice of a pool, in pool order, as lists of (number, colour, weight)."""
    return [
        [(face.number, face.colour, weight) for face, weight in zip(group.die.faces, group.die.weights, strict=True)]
        for group in pool.groups
        for _ in range(group.count)
    ]


def index_of_ordered_rolls(pool: Pool) -> np.ndarray:
    """The index of every ordered roll, shape (f1, ..., fn): groups' multisets in order, the last group fastest."""
    sizes = [(len(group.die.faces), group.count) for group in pool.groups]
    rolls = product(*[combinations_with_replacement(range(faces), count) for faces, count in sizes])
    number = {roll: index for index, roll in enumerate(rolls)}
    shape = [faces for faces, count in sizes for _ in range(count)]
    indices = []
    for ordered in product(*map(range, shape)):
        parts, at = [], 0
        for _, count in sizes:
            parts.append(tuple(sorted(ordered[at : at + count])))
            at += count
        indices.append(number[tuple(parts)])
    return np.array(indices).reshape(shape)


def shown(pool: Pool, roll: int) -> tuple[tuple[int | None, str | None], ...]:
    """A roll as the oracles write it."""
    return tuple((face.number, face.colour) for face in pool.roll_faces(roll))


def six_d6() -> Pool:
    """Six ordinary dice."""
    return Pool.of([(Die.numbered(6), 6)])


def king_of_dice(types: str = "AABBCC") -> Pool:
    """The dice of King of Dice: two each of three types (king-of-dice.ca.txt, "Material del joc")."""
    colours = {"A": "bgrrgb", "B": "rbggbr", "C": "grbbrg"}
    words = {"r": "red", "g": "green", "b": "blue"}
    return Pool.of([Die.of(Face(n, words[c]) for n, c in enumerate(colours[kind], start=1)) for kind in types])
