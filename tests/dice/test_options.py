"""Every keep of a roll, best first, with what it loses against the best."""

from __future__ import annotations

from itertools import chain, combinations, pairwise

import numpy as np
import pytest
from dice.random_pools import king_of_dice, pools, seeds, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.faces import Face
from kingdice.dice.notation import parse_dice, parse_roll
from kingdice.dice.ties import TIE
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError


def keeps_of(pool, roll) -> set[tuple[Face, ...]]:
    """All keeps of a roll: subsets of its dice, those of identical dice with equal faces counted once."""
    faces = pool.roll_faces(roll)
    places = range(len(faces))
    groups = [group for group, some in enumerate(pool.groups) for _ in range(some.count)]
    subsets = chain.from_iterable(combinations(places, size) for size in range(len(faces) + 1))
    return {tuple((groups[place], faces[place]) for place in subset) for subset in subsets}


@settings(max_examples=60)
@given(pools(), seeds, st.data())
def test_options_are_all_keeps_best_first(pool, seed, data):
    terminal = np.random.default_rng(seed).integers(0, 4, pool.roll_count).astype(float)
    solution = solve_turn(pool, terminal, rolls=3)
    roll = data.draw(st.integers(0, pool.roll_count - 1))
    for left in (1, 2):
        options = solution.options(roll, left)
        assert len({option.keep for option in options}) == len(options) == len(keeps_of(pool, roll))
        shown = [
            tuple(
                (number, group.die.faces[face])
                for number, (group, kept) in enumerate(zip(pool.groups, solution.lattice.faces_of(o.keep), strict=True))
                for face in kept
            )
            for o in options
        ]
        assert set(shown) == keeps_of(pool, roll)
        assert [tuple(face for _, face in some) for some in shown] == [option.faces for option in options]
        values = [option.value for option in options]
        assert all(a >= b - TIE for a, b in pairwise(values))
        assert [option.regret for option in options] == [max(values) - value for value in values]
        assert min(option.regret for option in options) == 0
        assert options[0].keep == solution.policy.keeps[left - 1, roll]
        assert options[0] == solution.best_keep(roll, left)
        (stop,) = [option for option in options if len(option.faces) == pool.dice]
        assert stop.value == terminal[roll]


@settings(max_examples=40)
@given(pools(), seeds)
def test_equals_stand_with_most_dice_kept_first_then_in_lexicographic_order(pool, seed):
    """With nothing to win every keep is as good as any other."""
    solution = solve_turn(pool, np.zeros(pool.roll_count), rolls=2)
    roll = seed % pool.roll_count
    keeps = [solution.lattice.faces_of(option.keep) for option in solution.options(roll, 1)]
    written = [[(group, face) for group, faces in enumerate(keep) for face in faces] for keep in keeps]
    assert written == sorted(written, key=lambda keep: (-len(keep), keep))


@settings(max_examples=40)
@given(pools(), seeds)
def test_with_no_roll_left_one_can_only_stop(pool, seed):
    terminal = np.random.default_rng(seed).normal(size=pool.roll_count)
    solution = solve_turn(pool, terminal, rolls=2)
    roll = seed % pool.roll_count
    (stop,) = solution.options(roll, 0)
    assert (stop.faces, stop.value, stop.regret) == (pool.roll_faces(roll), terminal[roll], 0.0)
    assert solution.keep_values(0)[solution.lattice.full].tolist() == terminal.tolist()
    assert solution.keep_values(0).max() == terminal.max()


@settings(max_examples=40)
@given(pools(ways=300), seeds)
def test_the_best_options_make_up_the_value_of_the_turn(pool, seed):
    terminal = np.random.default_rng(seed).normal(size=pool.roll_count)
    solution = solve_turn(pool, terminal, rolls=3)
    best = [solution.best_keep(roll, 2).value for roll in range(pool.roll_count)]
    assert pool.roll_chances @ best == pytest.approx(solution.value, abs=1e-12)
    # holding nothing with r rolls left is a turn of r rolls
    for left in (1, 2):
        assert solution.keep_values(left)[-1] == pytest.approx(solution.values[left - 1], abs=1e-12)


@settings(max_examples=40)
@given(pools(), seeds)
def test_a_keep_is_worth_at_least_as_much_with_more_rolls_left(pool, seed):
    solution = solve_turn(pool, np.random.default_rng(seed).normal(size=pool.roll_count), rolls=4)
    values = [solution.keep_values(left) for left in (1, 2, 3)]
    assert (values[1] >= values[0] - 1e-12).all()
    assert (values[2] >= values[1] - 1e-12).all()


def test_a_die_worth_its_number():
    """One rolls again below 4 with one roll left, below 5 with two: the mean of a roll is 3.5, of two 4.25."""
    solution = solve_turn(parse_dice("1d6"), [1, 2, 3, 4, 5, 6], rolls=3)
    assert [solution.best_keep(roll, 1).faces == () for roll in range(6)] == [True, True, True, False, False, False]
    assert [solution.best_keep(roll, 2).faces == () for roll in range(6)] == [True, True, True, True, False, False]
    again, stop = solution.options(3, 2)
    assert (again.value, again.regret) == (4.25, 0.0)
    assert (stop.value, stop.regret) == (4.0, 0.25)
    assert solution.values.tolist() == pytest.approx([3.5, 4.25, 14 / 3])


def test_king_of_dice_has_up_to_64_keeps_a_roll():
    pool = king_of_dice()
    solution = solve_turn(pool, np.zeros(pool.roll_count), rolls=2)
    assert len(solution.options(parse_roll(pool, "1b 2g 4g 6r 3b 5r"), 1)) == 64
    assert len(solution.options(parse_roll(pool, "1b 1b 4g 6r 3b 5r"), 1)) == 48
    assert len(solution.options(parse_roll(pool, "1b 1b 1r 1r 1g 1g"), 1)) == 27


@pytest.mark.parametrize("left", [-1, 3, 4])
def test_a_turn_of_three_rolls_has_two_left_after_the_first(left):
    solution = solve_turn(six_d6(), np.zeros(462), rolls=3)
    for ask in (lambda: solution.options(0, left), lambda: solution.keep_values(left)):
        with pytest.raises(RollError, match=f"{left} rolls left: after the first of 3 rolls 0 to 2 are left"):
            ask()


def test_a_turn_of_one_roll_has_none_left():
    solution = solve_turn(six_d6(), np.arange(462.0), rolls=1)
    assert solution.options(7, 0)[0].value == 7
    assert solution.policy.keeps.shape == (0, 462)
    with pytest.raises(RollError, match="1 rolls left: after the only roll none is left"):
        solution.options(0, 1)


@pytest.mark.parametrize("roll", [-1, 462])
def test_a_roll_has_a_number_in_range(roll):
    with pytest.raises(RollError, match="these dice have rolls 0 to 461"):
        solve_turn(six_d6(), np.zeros(462)).options(roll, 1)
