"""Chances that are known from elsewhere."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from dice.random_conditions import conditions
from dice.random_pools import king_of_dice, pools, shown, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import brute_force, golden

from kingdice.dice.condition import And, Condition, Count, Groups, Not, Same, Straight, Sum
from kingdice.dice.notation import parse_dice, parse_roll
from kingdice.dice.odds import condition_chances, condition_chances_exact
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError

CONDITIONS: dict[str, Condition] = {
    "3 alike": Same(3),
    "4 alike": Same(4),
    "5 alike": Same(5),
    "6 alike": Same(6),
    "at least 3 sixes": Count(3, 6),
    "at least 4 sixes": Count(4, 6),
    "at least 5 sixes": Count(5, 6),
    "6 sixes": Count(6, 6),
    "straight of 3": Straight(3),
    "straight of 4": Straight(4),
    "straight of 5": Straight(5),
    "1-2-3-4-5-6": Straight(6),
    "three distinct pairs": Groups((2, 2, 2)),
    "3+3": Groups((3, 3)),
    "4+2": Groups((4, 2)),
    "3+2 inside six": Groups((3, 2)),
    "sum at least 28": Sum(">=", 28),
    "sum at least 30": Sum(">=", 30),
    "sum exactly 21": Sum("==", 21),
    "all even": Count(6, parity="even"),
}
GOLDEN = {known.name: known for known in golden.GOLDEN}


def test_every_known_condition_is_here():
    assert list(CONDITIONS) == list(GOLDEN)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_known_condition_is_met_by_the_right_rolls(name):
    pool = six_d6()
    met = CONDITIONS[name].met(pool).tolist()
    assert met == [GOLDEN[name].met(tuple(n for n, _ in shown(pool, roll))) for roll in range(pool.roll_count)]


@pytest.mark.parametrize("engine", ["numpy", "numba"])
def test_chances_of_twenty_conditions_on_six_dice(engine):
    chances = condition_chances(six_d6(), list(CONDITIONS.values()), rolls=3, engine=engine)
    assert chances.shape == (3, 20)
    np.testing.assert_allclose(chances[0], [float(GOLDEN[n].one_roll) for n in CONDITIONS], rtol=0, atol=1e-14)
    two = [GOLDEN[n].two_rolls for n in CONDITIONS]
    np.testing.assert_allclose(chances[1], two, rtol=0, atol=golden.TWO_ROLLS_ERROR)
    np.testing.assert_allclose(chances[2], [float(GOLDEN[n].three_rolls) for n in CONDITIONS], rtol=0, atol=1e-14)


def test_chances_of_twenty_conditions_as_fractions():
    one, two, three = condition_chances_exact(six_d6(), list(CONDITIONS.values()), rolls=3)
    assert one == [GOLDEN[n].one_roll for n in CONDITIONS]
    assert three == [GOLDEN[n].three_rolls for n in CONDITIONS]
    known = [GOLDEN[n].two_rolls for n in CONDITIONS]
    np.testing.assert_allclose([float(chance) for chance in two], known, rtol=0, atol=golden.TWO_ROLLS_ERROR)


@pytest.mark.parametrize("dice", range(1, 7))
def test_six_sixes_by_the_closed_form(dice):
    """Every die is rolled until it shows a six: (1 - (5/6)^r)^n."""
    chances = condition_chances_exact(parse_dice("6d6"), [Count(dice, 6)], rolls=4)
    everything = condition_chances_exact(parse_dice(f"{dice}d6"), [Count(dice, 6)], rolls=4)
    for rolls in range(1, 5):
        die = 1 - Fraction(5, 6) ** rolls
        assert everything[rolls - 1] == [die**dice]
        at_least = sum(_choose(6, k) * die**k * (1 - die) ** (6 - k) for k in range(dice, 7))
        assert chances[rolls - 1] == [at_least]


def _choose(total: int, chosen: int) -> int:
    return len(list(combinations(range(total), chosen)))


def test_red_and_green_faces_of_king_of_dice_are_like_sides_of_a_three_sided_die():
    """Each of its dice shows each colour on two sides: five of a colour are five of 3 ones on 6d3, and so on."""
    pool, plain = king_of_dice(), parse_dice("6d3")
    for colour in ("red", "green", "blue"):
        chances = condition_chances_exact(
            pool, [Count(5, colour=colour), And((Count(2, colour=colour), Same(4, "colour")))]
        )
        same = condition_chances_exact(plain, [Count(5, 1), And((Count(2, 1), Same(4)))])
        assert chances == same


@settings(max_examples=30)
@given(st.data(), pools(ways=300), st.integers(1, 3))
def test_chances_on_the_pool_that_a_condition_sees_are_those_on_all_dice(data, pool, rolls):
    some = data.draw(st.lists(conditions(pool), min_size=1, max_size=4))
    chances = condition_chances(pool, some, rolls=rolls)
    for column, condition in enumerate(some):
        whole = solve_turn(pool, condition.met(pool).astype(float), rolls=rolls)
        np.testing.assert_allclose(chances[:, column], whole.values, rtol=0, atol=1e-12)
    exact = condition_chances_exact(pool, some, rolls=rolls)
    np.testing.assert_allclose(chances, np.array(exact, dtype=float), rtol=0, atol=1e-12)


def test_both_engines_agree_on_conditions_that_see_different_dice():
    pool = king_of_dice()
    some = [
        Count(3, 6),
        Count(4, 3),
        Count(5, colour="red"),
        Same(4, "colour"),
        Straight(5),
        Sum("<=", 12),
        Not(Same(3)),
    ]
    some += [And((Count(2, colour="red"), Count(3, colour="green"))), Count(2, 6, "red"), Count(6, parity="odd")]
    numpy, numba = (condition_chances(pool, some, rolls=4, engine=engine) for engine in ("numpy", "numba"))
    np.testing.assert_allclose(numpy, numba, rtol=0, atol=1e-13)
    for column in (5, 6):
        whole = solve_turn(pool, some[column].met(pool).astype(float), rolls=4).values
        np.testing.assert_allclose(numpy[:, column], whole, rtol=0, atol=1e-13)


def test_no_conditions_have_no_chances():
    assert condition_chances(six_d6(), [], rolls=3).shape == (3, 0)
    assert condition_chances_exact(six_d6(), [], rolls=3) == [[], [], []]


def test_the_number_of_rolls_is_checked():
    for chances in (condition_chances, condition_chances_exact):
        with pytest.raises(RollError, match="a turn has 1 to 20"):
            chances(six_d6(), [Same(3)], rolls=0)


# King of Tokyo


def tokyo_points(numbers) -> int:
    """Three 1s, 2s or 3s score 1, 2 or 3 points, each further die of the number one more (King of Tokyo, rules)."""
    numbers = list(numbers)
    return sum(n + numbers.count(n) - 3 for n in (1, 2, 3) if numbers.count(n) >= 3)


def test_king_of_tokyo_from_3_3_2_2_and_two_others():
    """2.8056752 with two rerolls, best to keep 3-3, and 3.4995 with three (boardgames.stackexchange.com 14593 says
    3.1121; a lattice and a brute force made outside this project agree on these)."""
    pool = parse_dice("6x[1,2,3,x:3]")
    points = [tokyo_points(n for n, _ in shown(pool, roll)) for roll in range(pool.roll_count)]
    solution = solve_turn(pool, np.array(points, dtype=float), rolls=4)
    roll = parse_roll(pool, "3 3 2 2 x x")
    two, three = (solution.options(roll, left)[0] for left in (2, 3))
    assert two.value == pytest.approx(2.8056752, abs=5e-8)
    assert [face.number for face in two.faces] == [3, 3]
    assert three.value == pytest.approx(3.4995, abs=5e-5)

    die = [(1, None, 1), (2, None, 1), (3, None, 1), (None, "x", 3)]
    worth = brute_force.over_rolls([die] * 6, lambda roll: tokyo_points(n for n, _ in roll))
    chances = [np.array([1, 1, 1, 3]) / 6] * 6
    best, start = worth, (2, 2, 1, 1, 3, 3)
    for option in (None, two, three):
        best = brute_force._best_choice(worth, best, chances)
        if option is not None:
            assert option.value == pytest.approx(best[start], abs=1e-12)
