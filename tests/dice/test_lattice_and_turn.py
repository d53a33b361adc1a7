"""The keep lattice and the turn solver against every ordered roll and every choice of dice."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from dice.random_pools import index_of_ordered_rolls, king_of_dice, oracle_dice, pools, seeds, shown, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import brute_force, plain_lattice

from kingdice.dice.condition import Same, Straight, Sum
from kingdice.dice.exact import solve_turn_exact
from kingdice.dice.faces import Die, Face
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_dice
from kingdice.dice.pool import Pool
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError


def real_terminal(pool: Pool, seed: int) -> np.ndarray:
    """Any worth for every roll, in points."""
    return np.random.default_rng(seed).normal(0, 5, pool.roll_count)


def tied_terminal(pool: Pool, seed: int) -> np.ndarray:
    """Small whole numbers, so that many keeps are equally good."""
    return np.random.default_rng(seed).integers(0, 3, pool.roll_count).astype(float)


def brute_values(pool: Pool, terminal, rolls: int, *, exact: bool = False) -> list:
    """Values of a turn of 1, 2, … rolls by brute force; `terminal` holds a worth for every roll of the pool."""
    worth_of = {}
    for roll in range(pool.roll_count):
        parts, at, faces = [], 0, shown(pool, roll)
        for group in pool.groups:
            parts.append(tuple(sorted(faces[at : at + group.count], key=str)))
            at += group.count
        worth_of[tuple(parts)] = terminal[roll]

    def worth(roll):
        parts, at = [], 0
        for group in pool.groups:
            parts.append(tuple(sorted(roll[at : at + group.count], key=str)))
            at += group.count
        return worth_of[tuple(parts)]

    return brute_force.turn_value(oracle_dice(pool), worth, rolls, exact=exact)


# Values


@settings(max_examples=60)
@given(pools(), seeds, st.integers(1, 4))
def test_the_value_of_a_turn_is_that_of_brute_force(pool, seed, rolls):
    terminal = real_terminal(pool, seed)
    values = solve_turn(pool, terminal, rolls=rolls).values
    np.testing.assert_allclose(values, brute_values(pool, terminal, rolls), rtol=0, atol=1e-12)


@settings(max_examples=60)
@given(pools(), seeds, st.integers(1, 4), st.sampled_from([real_terminal, tied_terminal]))
def test_the_value_of_a_turn_is_that_of_the_plain_lattice(pool, seed, rolls, terminal_of):
    terminal = terminal_of(pool, seed)
    plain = plain_lattice.solve(oracle_dice(pool), terminal[index_of_ordered_rolls(pool)], rolls)
    solution = solve_turn(pool, terminal, rolls=rolls)
    assert solution.value == solution.values[-1] == pytest.approx(plain.value, abs=1e-12)


@settings(max_examples=40)
@given(pools(dice_in_pool=(2, 4), ways=300), seeds, st.integers(2, 3))
def test_the_value_of_every_keep_is_that_of_the_plain_lattice(pool, seed, rolls):
    terminal = real_terminal(pool, seed)
    plain = plain_lattice.solve(oracle_dice(pool), terminal[index_of_ordered_rolls(pool)], rolls)
    solution = solve_turn(pool, terminal, rolls=rolls)
    faces = [len(group.die.faces) for group in pool.groups for _ in range(group.count)]
    for left in range(1, rolls):
        values = solution.keep_values(left)
        for state, value in enumerate(values.tolist()):
            where, at = [], 0
            for group, kept in zip(pool.groups, solution.lattice.faces_of(state), strict=True):
                rolled = [faces[at]] * (group.count - len(kept))  # the oracle's last index: to be rolled
                where += [*kept, *rolled]
                at += group.count
            assert value == pytest.approx(plain.stages[left - 1][tuple(where)], abs=1e-12)


@settings(max_examples=60)
@given(pools(), seeds)
def test_one_more_roll_never_hurts(pool, seed):
    values = solve_turn(pool, real_terminal(pool, seed), rolls=5).values
    assert (np.diff(values) >= -1e-12).all()


@given(pools(), seeds, st.floats(-100, 100), st.floats(0.01, 100))
def test_values_go_along_with_a_change_of_scale(pool, seed, shift, factor):
    terminal = real_terminal(pool, seed)
    values = solve_turn(pool, terminal).values
    np.testing.assert_allclose(solve_turn(pool, terminal * factor + shift).values, values * factor + shift, atol=1e-9)


def test_six_unlike_dice_are_worth_the_same_as_six_alike_when_only_numbers_count():
    """A lattice of 7^6 = 117,649 keeps against one of 924."""
    unlike = Pool.of([Die.of(Face(number, colour) for number in range(1, 7)) for colour in "uvwxyz"])
    assert unlike.lattice_size == 117_649
    for condition in (Sum(">=", 28), Same(4), Straight(5)):
        values = [solve_turn(pool, condition.met(pool).astype(float)).values for pool in (unlike, six_d6())]
        np.testing.assert_allclose(values[0], values[1], rtol=0, atol=1e-13)


# Fractions


@settings(max_examples=40)
@given(pools(dice_in_pool=(2, 3), ways=60), seeds, st.integers(1, 3))
def test_fractions_are_those_of_brute_force(pool, seed, rolls):
    draws = np.random.default_rng(seed).integers(-20, 20, (pool.roll_count, 2)).tolist()
    terminal = [Fraction(a, abs(b) + 1) for a, b in draws]
    solution = solve_turn_exact(pool, terminal, rolls=rolls)
    assert list(solution.values) == brute_values(pool, terminal, rolls, exact=True)
    assert solution.value == solution.values[-1]


def test_five_alike_with_five_dice_in_three_rolls():
    """The chance of a Yahtzee when nothing else is played for, 4.6029 %."""
    pool = parse_dice("5d6")
    alike = [int(len(set(pool.roll_faces(roll))) == 1) for roll in range(pool.roll_count)]
    exact = solve_turn_exact(pool, alike, rolls=3)
    assert exact.values[0] == Fraction(1, 1296)
    assert exact.value == Fraction(347897, 7558272)
    assert solve_turn(pool, alike, rolls=3).value == pytest.approx(347897 / 7558272, abs=1e-15)


# Outcomes of the best policy, made unique by the tie rule


@settings(max_examples=60)
@given(pools(), seeds, st.integers(1, 4), st.sampled_from([real_terminal, tied_terminal]))
def test_the_best_policy_ends_where_that_of_the_plain_lattice_ends(pool, seed, rolls, terminal_of):
    terminal = terminal_of(pool, seed)
    codes = np.random.default_rng(seed + 1).integers(-1, 4, pool.roll_count)
    ordered = index_of_ordered_rolls(pool)
    plain = plain_lattice.outcome_distribution(oracle_dice(pool), terminal[ordered], codes[ordered], rolls)
    solution = solve_turn(pool, terminal, rolls=rolls)
    wanted = [plain.chances.get(code, 0.0) for code in (0, 1, 2, 3, -1)]
    np.testing.assert_allclose(solution.outcomes(codes, 4), wanted, rtol=0, atol=1e-12)
    np.testing.assert_allclose(solution.endings.sum(axis=1), plain.stopping, rtol=0, atol=1e-12)
    assert solution.endings.sum(axis=0) @ terminal == pytest.approx(solution.value, abs=1e-8)


@settings(max_examples=40)
@given(pools(ways=300), seeds, st.integers(1, 3))
def test_floats_and_fractions_follow_one_policy(pool, seed, rolls):
    terminal = tied_terminal(pool, seed)
    exact = solve_turn_exact(pool, terminal.astype(int).tolist(), rolls=rolls)
    solution = solve_turn(pool, terminal, rolls=rolls)
    assert exact.keeps.tolist() == solution.policy.keeps.tolist()
    endings = exact.endings()
    assert sum(sum(ended) for ended in endings) == 1
    np.testing.assert_allclose(solution.endings, np.array(endings, dtype=float), rtol=0, atol=1e-12)
    codes = terminal.astype(np.int64) - 1
    outcomes = exact.outcomes(codes, 2)
    assert sum(outcomes) == 1
    np.testing.assert_allclose(solution.outcomes(codes, 2), np.array(outcomes, dtype=float), rtol=0, atol=1e-12)
    assert sum((code + 1) * chance for code, chance in zip((0, 1, -1), outcomes, strict=True)) == exact.value


@settings(max_examples=30)
@given(pools(ways=300), seeds)
def test_from_a_keep_on_the_chances_add_up_to_its_value(pool, seed):
    terminal = real_terminal(pool, seed)
    solution = solve_turn(pool, terminal, rolls=3)
    for left in (1, 2):
        values = solution.keep_values(left)
        keeps = np.flatnonzero(~np.isin(np.arange(len(values)), solution.lattice.full)).tolist()
        ends = solution.endings_from(keeps, left)
        np.testing.assert_allclose(ends.sum(axis=1), 1, rtol=0, atol=1e-12)
        np.testing.assert_allclose(ends @ terminal, values[keeps], rtol=0, atol=1e-8)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_to_keep_every_die_is_to_end_on_the_roll(left):
    """Also where it is a mistake: a 1 is worth 1, although a roll to come is worth 3.5."""
    solution = solve_turn(parse_dice("1d6"), [1, 2, 3, 4, 5, 6], rolls=3)
    ends = solution.endings_from(solution.lattice.full.tolist(), left)
    assert ends.tolist() == np.eye(6).tolist()


def test_when_nothing_matters_one_stops_at_once():
    solution = solve_turn(king_of_dice(), np.ones(9261), rolls=3)
    assert solution.endings[1:].sum() == 0
    np.testing.assert_allclose(solution.endings[0], king_of_dice().roll_chances, rtol=1e-15)
    assert solution.value == pytest.approx(1, abs=1e-14)


def test_a_difference_below_the_tie_margin_is_none():
    pool = parse_dice("1d2")
    for worth, stops in ((5e-10, 1.0), (5e-9, 0.5)):  # on 1 one may roll for a mean gain of half of this
        solution = solve_turn(pool, [0.0, worth], rolls=2)
        assert solution.endings[0].sum() == stops


# The states of the lattice


@given(pools(ways=300))
def test_every_state_is_a_keep_of_its_own(pool):
    lattice = lattice_of(pool)
    keeps = [lattice.faces_of(state) for state in range(lattice.size)]
    assert len(set(keeps)) == lattice.size == pool.lattice_size
    assert [lattice.state_of(keep) for keep in keeps] == list(range(lattice.size))
    assert [len(lattice.shown(state)) for state in range(lattice.size)] == lattice.kept.tolist()
    assert [lattice.shown(int(state)) for state in lattice.full] == [pool.roll_faces(r) for r in range(pool.roll_count)]
    by_rule = sorted(range(lattice.size), key=lambda state: (-lattice.kept[state], _written(pool, keeps[state])))
    assert lattice.by_preference.tolist() == by_rule


def _written(pool, keep):
    """A keep as its faces (group, face) in ascending order, as the tie rule compares them."""
    return [(group, face) for group, faces in enumerate(keep) for face in faces]


# What is refused


def test_a_turn_has_one_to_twenty_rolls():
    for rolls in (0, -1, 21):
        with pytest.raises(RollError, match="a turn has 1 to 20"):
            solve_turn(six_d6(), np.zeros(462), rolls=rolls)
        with pytest.raises(RollError, match="a turn has 1 to 20"):
            solve_turn_exact(six_d6(), [0] * 462, rolls=rolls)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_a_worth_that_is_no_finite_number_is_refused(bad):
    terminal = np.zeros(462)
    terminal[17] = bad
    with pytest.raises(RollError, match="roll 17 has no finite worth"):
        solve_turn(six_d6(), terminal)


@pytest.mark.parametrize("count", [0, 461, 463])
def test_every_roll_has_a_worth(count):
    with pytest.raises(RollError, match=f"{count} terminal values for 462 rolls: give one a roll"):
        solve_turn(six_d6(), np.zeros(count))
    with pytest.raises(RollError, match="give one a roll"):
        solve_turn_exact(six_d6(), [0] * count)
