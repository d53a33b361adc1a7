"""Dice are grouped, rolls are numbered, and both keep the chances of the dice on the table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from dice.random_pools import dice, index_of_ordered_rolls, king_of_dice, oracle_dice, pools, seeds, shown, six_d6
from hypothesis import given
from hypothesis import strategies as st
from oracles import brute_force, citizens

from kingdice.dice.faces import Die, Face
from kingdice.dice.pool import Group, Pool
from kingdice.errors import KingdiceError, RollError

# Faces


@pytest.mark.parametrize(
    ("text", "number", "colour"),
    [
        ("6", 6, None),
        ("-3", -3, None),
        ("red", None, "red"),
        ("Red", None, "red"),
        ("6 red", 6, "red"),
        ("6red", 6, "red"),
        ("6-red", 6, "red"),
        ("-6 red", -6, "red"),
        ("  12 \t blue ", 12, "blue"),
        ("grün", None, "grün"),
        ("1000000", 1_000_000, None),
    ],
)
def test_a_face_is_a_number_a_word_or_both(text, number, colour):
    assert Face.parse(text) == Face(number, colour)


@pytest.mark.parametrize("text", ["", "  ", "red 6", "6 6", "6.5", "_", "red blue", "[", "6 red blue", "x" * 61])
def test_what_is_no_face_is_refused(text):
    with pytest.raises(RollError, match="is not a face: expected a number, a word or both"):
        Face.parse(text)


@pytest.mark.parametrize("text", ["1000001", "-1000001", "123456789012345678901234567890"])
def test_numbers_on_faces_go_up_to_a_million(text):
    with pytest.raises(RollError, match="numbers go up to 1,000,000"):
        Face.parse(text)


def test_a_face_shows_something():
    with pytest.raises(RollError, match="a face needs a number, a colour or both"):
        Face()


@pytest.mark.parametrize("error", [RollError("x")])
def test_errors_about_rolls_belong_to_the_one_family(error):
    assert isinstance(error, KingdiceError)


# Dice


@given(dice(faces=(2, 5)), st.data())
def test_the_order_of_sides_does_not_matter(die, data):
    sides = list(zip(die.faces, die.weights, strict=True))
    mixed = data.draw(st.permutations(sides))
    assert Die.of([face for face, _ in mixed], [weight for _, weight in mixed]) == die


@given(dice(faces=(2, 5)), st.integers(1, 9))
def test_weights_are_in_lowest_terms(die, factor):
    assert Die.of(die.faces, [weight * factor for weight in die.weights]) == die
    assert Die.of(die.faces, [Fraction(weight, factor) for weight in die.weights]) == die


@given(dice(faces=(2, 4)))
def test_a_side_that_stands_twice_counts_twice(die):
    sides = [face for face, weight in zip(die.faces, die.weights, strict=True) for _ in range(weight)]
    assert Die.of(sides) == die


def test_floats_are_read_as_they_are_printed():
    assert Die.of(["a", "b", "c"], [0.1, 0.2, 0.7]).weights == (1, 2, 7)
    assert Die.of(["a", "b"], [0.1, Fraction(1, 10)]).weights == (1, 1)
    assert Die.of(["a", "b"], [1e-3, 1.0]).weights == (1, 1000)
    assert Die.of(["a", "b"], [np.float64(0.3), 3]).weights == (1, 10)


def test_faces_stand_by_number_then_words_last():
    die = Die.of(["red", 10, 2, "2 red", "2 blue", -1, "axe"])
    assert [str(face) for face in die.faces] == ["-1", "2", "2 blue", "2 red", "10", "axe", "red"]


def test_a_numbered_die_shows_one_to_its_sides():
    assert [face.number for face in Die.numbered(8).faces] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert Die.numbered(6) == Die.of(range(1, 7))
    assert Die.numbered(1).total_weight == 1


@pytest.mark.parametrize("sides", [0, -1, 1001])
def test_a_numbered_die_has_one_to_a_thousand_sides(sides):
    with pytest.raises(RollError, match="a die has 1 to 1000 sides"):
        Die.numbered(sides)


@pytest.mark.parametrize("weight", [0, -1, 0.0, float("nan"), float("inf"), -float("inf"), Fraction(0), None, "x"])
def test_a_weight_is_a_positive_number(weight):
    with pytest.raises(RollError, match="expected a positive number"):
        Die.of([1, 2], [1, weight])


def test_dice_that_cannot_be_made_are_refused():
    with pytest.raises(RollError, match="a die needs at least one face"):
        Die.of([])
    with pytest.raises(RollError, match="2 weights for 3 faces: give one weight a face"):
        Die.of([1, 2, 3], [1, 2])
    with pytest.raises(RollError, match="weights too fine: in lowest terms they add up to more than 1,000,000"):
        Die.of([1, 2], [1, 1_000_000])
    with pytest.raises(RollError, match="no dice: expected at least one"):
        Pool.of([])
    with pytest.raises(RollError, match="0 copies of a die: expected at least 1"):
        Pool.of([(Die.numbered(6), 0)])


# Groups


@given(pools(dice_in_pool=(2, 5)), st.data())
def test_dice_that_are_alike_become_one_group(pool, data):
    singles = [group.die for group in pool.groups for _ in range(group.count)]
    mixed = data.draw(st.permutations(singles))
    counted = {group.die: group.count for group in Pool.of(mixed).groups}
    assert counted == {group.die: group.count for group in pool.groups} == dict(Counter(mixed))


def test_the_dice_of_king_of_dice_are_three_groups_of_two():
    for types in set(permutations("AABBCC")):
        pool = king_of_dice("".join(types))
        assert [group.count for group in pool.groups] == [2, 2, 2]
        assert (pool.dice, pool.roll_count, pool.lattice_size) == (6, 9261, 21_952)  # 21^3, 28^3
        assert pool.colours == ("blue", "green", "red")
        assert pool.numbers == (1, 2, 3, 4, 5, 6)
    assert oracle_dice(king_of_dice()) == citizens.POOL


# Rolls and their numbers


@given(pools(ways=300))
def test_every_index_is_a_roll_and_every_roll_has_its_index(pool):
    for index in range(pool.roll_count):
        faces, parts = list(pool.roll_faces(index)), []
        for group in pool.groups:
            parts.append(faces[: group.count])
            del faces[: group.count]
        assert pool.roll_index(parts) == index
        assert pool.roll_index([part[::-1] for part in parts]) == index


@given(pools(ways=300))
def test_rolls_are_numbered_by_group_in_lexicographic_order(pool):
    ordered = index_of_ordered_rolls(pool)
    rolls = brute_force.ordered_rolls(oracle_dice(pool))
    for roll, index in zip(rolls, ordered.ravel().tolist(), strict=True):
        assert sorted(roll, key=str) == sorted(shown(pool, index), key=str)
    assert ordered.max() == pool.roll_count - 1


@given(pools(ways=300))
def test_chances_of_rolls_are_those_of_the_ordered_rolls(pool):
    weights = brute_force.over_rolls(oracle_dice(pool), lambda roll: 1, object)
    for axis, die in enumerate(oracle_dice(pool)):
        along = [1] * weights.ndim
        along[axis] = -1
        total = sum(weight for _, _, weight in die)
        weights = weights * np.array([Fraction(weight, total) for _, _, weight in die]).reshape(along)
    chances = [Fraction(0)] * pool.roll_count
    for index, chance in zip(index_of_ordered_rolls(pool).ravel().tolist(), weights.ravel(), strict=True):
        chances[index] += chance
    assert sum(chances) == 1
    np.testing.assert_allclose(pool.roll_chances, [float(chance) for chance in chances], rtol=1e-14, atol=0)


def test_six_dice_fall_in_6_to_the_6_ways():
    pool = six_d6()
    ways = np.rint(pool.roll_chances * 6**6).astype(int)
    assert ways.sum() == 46_656
    assert pool.roll_count == len(ways) == 462
    assert ways[0] == 1  # 1 1 1 1 1 1
    assert ways.max() == factorial(6)  # 1 2 3 4 5 6


@pytest.mark.parametrize("index", [-1, 462, 10**30])
def test_a_roll_has_a_number_in_range(index):
    with pytest.raises(RollError, match="these dice have rolls 0 to 461"):
        six_d6().roll_faces(index)


def test_a_roll_that_the_dice_cannot_show_has_no_index():
    pool = Pool.of([(Die.numbered(6), 2), (Die.of(["sword", "heart"]), 1)])
    with pytest.raises(RollError, match="no die of the group shows sword"):
        pool.roll_index([[Face(1), Face(None, "sword")], [Face(None, "heart")]])
    with pytest.raises(RollError, match="1 faces for 2 dice"):
        pool.roll_index([[Face(1)], [Face(None, "heart")]])


# Tallies


@given(pools(ways=300), seeds)
def test_a_tally_adds_a_number_per_face_over_the_dice(pool, seed):
    worth = dict(zip(pool.faces, np.random.default_rng(seed).integers(-5, 6, len(pool.faces)).tolist(), strict=True))
    tally = pool.tally(("test", seed), worth.__getitem__)
    assert tally.tolist() == [sum(worth[face] for face in pool.roll_faces(roll)) for roll in range(pool.roll_count)]
    assert pool.tally(("test", seed), worth.__getitem__) is tally


# Merged faces


@given(pools(ways=300), st.integers(1, 3), seeds)
def test_merging_faces_keeps_the_chances_of_what_does_not_tell_them_apart(pool, kinds, seed):
    key = dict(zip(pool.faces, np.random.default_rng(seed).integers(0, kinds, len(pool.faces)).tolist(), strict=True))
    small = pool.project(key.__getitem__)
    assert small.dice == pool.dice
    assert small.lattice_size <= pool.lattice_size

    def chances(some: Pool) -> dict[tuple[int, ...], float]:
        found: dict[tuple[int, ...], float] = {}
        for roll, chance in enumerate(some.roll_chances.tolist()):
            keys = tuple(sorted(key[face] for face in some.roll_faces(roll)))
            found[keys] = found.get(keys, 0.0) + chance
        return found

    assert chances(small) == pytest.approx(chances(pool), abs=1e-13)


def test_a_merged_face_is_shown_as_the_first_of_its_kind_and_the_rarest_comes_first():
    small = six_d6().project(lambda face: face.number == 6)
    assert small.groups == (Group(Die((Face(6), Face(1)), (1, 5)), 6),)
    by_colour = king_of_dice().project(lambda face: face.colour)
    assert by_colour.structure == ((6, (1, 1, 1)),)


def test_questions_about_one_number_see_pools_of_one_structure():
    ones, sixes = (six_d6().project(lambda face, n=n: face.number == n) for n in (1, 6))
    assert ones != sixes
    assert ones.structure == sixes.structure == ((6, (1, 5)),)
