"""Policies of any source, and the exact chances of where they lead."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from dice.random_pools import king_of_dice, pools, seeds, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.faces import Face
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_dice, parse_roll
from kingdice.dice.policy import Policy
from kingdice.dice.pool import Pool
from kingdice.dice.turn import solve_turn
from kingdice.errors import PolicyError, RollError


def random_policy(pool: Pool, seed: int, rolls: int) -> Policy:
    """Any keep for every roll."""
    lattice, rng = lattice_of(pool), np.random.default_rng(seed)
    keeps = [[rng.choice(lattice.keeps_within(roll)) for roll in range(pool.roll_count)] for _ in range(rolls - 1)]
    return Policy(pool, np.array(keeps, dtype=np.int64).reshape(rolls - 1, pool.roll_count))


def keep_sixes(faces, rolls_left):
    return [face for face in faces if face.number == 6]


# Where a policy leads


@settings(max_examples=50)
@given(pools(), seeds, st.integers(1, 4))
def test_a_turn_ends_somewhere(pool, seed, rolls):
    policy = random_policy(pool, seed, rolls)
    assert policy.rolls == rolls
    assert policy.endings.shape == (rolls, pool.roll_count)
    assert policy.endings.min() >= 0
    assert policy.endings.sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(policy.stop_chances, policy.endings.sum(axis=1), rtol=0, atol=1e-15)


@settings(max_examples=50)
@given(pools(ways=300), seeds, st.integers(1, 4))
def test_endings_are_those_of_following_every_ordered_roll(pool, seed, rolls):
    """Kept faces stay, the other dice of the group fall anew: chances pushed through by hand, roll by roll."""
    policy, lattice = random_policy(pool, seed, rolls), lattice_of(pool)
    after = [_rolls_after(pool, lattice.faces_of(state)) for state in range(lattice.size)]
    chances = after[lattice.size - 1]
    for done in range(rolls):
        ended, moved = np.zeros(pool.roll_count), np.zeros(pool.roll_count)
        for roll, chance in enumerate(chances):
            keep = policy.keeps[rolls - 2 - done, roll] if done < rolls - 1 else lattice.full[roll]
            if keep == lattice.full[roll]:
                ended[roll] += chance
            else:
                moved += chance * after[keep]
        np.testing.assert_allclose(policy.endings[done], ended, rtol=0, atol=1e-12)
        chances = moved


def _rolls_after(pool: Pool, keep: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """Chance of every roll when a keep is held and the other dice are rolled, one die after the other."""
    reached = {tuple(tuple(faces) for faces in keep): 1.0}
    for number, group in enumerate(pool.groups):
        for _ in range(group.count - len(keep[number])):
            following: dict[tuple[tuple[int, ...], ...], float] = {}
            for faces, chance in reached.items():
                for face, weight in enumerate(group.die.weights):
                    one_more = tuple(sorted((*faces[number], face)))
                    state = (*faces[:number], one_more, *faces[number + 1 :])
                    following[state] = following.get(state, 0.0) + chance * weight / group.die.total_weight
            reached = following
    chances = np.zeros(pool.roll_count)
    for faces, chance in reached.items():
        shown = [[g.die.faces[face] for face in part] for g, part in zip(pool.groups, faces, strict=True)]
        chances[pool.roll_index(shown)] += chance
    return chances


@settings(max_examples=50)
@given(pools(), seeds, st.integers(1, 4))
def test_no_policy_beats_the_best_one(pool, seed, rolls):
    terminal = np.random.default_rng(seed).normal(size=pool.roll_count)
    solution = solve_turn(pool, terminal, rolls=rolls)
    assert random_policy(pool, seed, rolls).value(terminal) <= solution.value + 1e-9
    assert solution.policy.value(terminal) == pytest.approx(solution.value, abs=1e-8)


# Rules


@pytest.mark.parametrize("rolls", [1, 2, 3, 4])
@pytest.mark.parametrize("dice", [1, 3, 6])
def test_who_keeps_sixes_gets_each_with_chance_one_less_five_sixths_to_the_rolls(dice, rolls):
    pool = parse_dice(f"{dice}d6")
    endings = Policy.from_rule(pool, keep_sixes, rolls=rolls).endings.sum(axis=0)
    sixes = pool.tally("sixes", lambda face: int(face.number == 6))
    each = 1 - Fraction(5, 6) ** rolls
    for count in range(dice + 1):
        chance = comb(dice, count) * each**count * (1 - each) ** (dice - count)
        assert endings[sixes == count].sum() == pytest.approx(float(chance), abs=1e-14)


def test_who_keeps_blue_faces_of_king_of_dice_gets_each_with_chance_19_of_27():
    pool = king_of_dice()
    policy = Policy.from_rule(pool, lambda faces, left: [face for face in faces if face.colour == "blue"])
    blue = pool.tally("blue", lambda face: int(face.colour == "blue"))
    assert policy.value((blue == 6).astype(float)) == pytest.approx((19 / 27) ** 6, abs=1e-14)  # 1 - (2/3)^3


def test_a_rule_sees_the_faces_in_pool_order_and_the_rolls_left():
    pool, seen = parse_dice("2d4+1x[a,b]"), set()

    def rule(faces, left):
        seen.add((faces, left))
        return faces

    policy = Policy.from_rule(pool, rule, rolls=3)
    assert seen == {(pool.roll_faces(roll), left) for roll in range(pool.roll_count) for left in (1, 2)}
    assert policy.name == "rule"
    assert policy.stop_chances.tolist() == pytest.approx([1, 0, 0])


def test_keeping_nothing_is_rolling_all_dice_to_the_last():
    pool = king_of_dice()
    policy = Policy.from_rule(pool, lambda faces, left: [], rolls=4, name="restless")
    assert policy.name == "restless"
    assert policy.stop_chances.tolist() == pytest.approx([0, 0, 0, 1])
    np.testing.assert_allclose(policy.endings[3], pool.roll_chances, rtol=0, atol=1e-15)


@settings(max_examples=50)
@given(pools(), seeds)
def test_a_rule_may_name_its_faces_in_any_order(pool, seed):
    rng = np.random.default_rng(seed)

    def rule(faces, left):
        return [faces[place] for place in rng.permutation(len(faces))]

    assert (Policy.from_rule(pool, rule).keeps == lattice_of(pool).full).all()


def test_the_best_policy_as_a_rule_is_the_best_policy():
    pool = parse_dice("3d6")
    solution = solve_turn(pool, pool.tally("sum", lambda face: face.number or 0).astype(float))

    def rule(faces, left):
        return solution.best_keep(pool.roll_index([faces]), left).faces

    assert (Policy.from_rule(pool, rule).keeps == solution.policy.keeps).all()


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        ([Face(7)], "policy rule keeps 7 of the roll 1 1, which does not show it that often"),
        ([Face(1), Face(1), Face(1)], "policy rule keeps 1 of the roll 1 1, which does not show it that often"),
        ([Face(1), Face(2)], "policy rule keeps 2 of the roll 1 1, which does not show it that often"),
        ([Face(1, "red")], "policy rule keeps 1 red of the roll 1 1, which does not show it that often"),
    ],
)
def test_a_rule_that_keeps_a_face_not_shown_is_refused(kept, message):
    def rule(faces, left):
        return kept

    with pytest.raises(PolicyError) as error:
        Policy.from_rule(parse_dice("2d6"), rule)
    assert str(error.value) == message


@pytest.mark.parametrize("rolls", [0, -1, 21])
def test_a_policy_is_for_one_to_twenty_rolls(rolls):
    for make in (
        lambda: Policy.from_rule(parse_dice("1d6"), lambda faces, left: faces, rolls=rolls),
        lambda: Policy.from_table(parse_dice("1d6"), {}, rolls=rolls),
    ):
        with pytest.raises((RollError, PolicyError), match="1 to 20"):
            make()


# Tables


def test_a_table_names_keeps_and_other_rolls_are_stopped_at():
    pool = parse_dice("2d6")
    policy = Policy.from_table(pool, {("6 1", 2): "6", ("1 6", 1): "", ("3 3", 1): "3 3"}, rolls=3)
    kept = {
        (roll, left): [face.number for face in lattice_of(pool).shown(int(policy.keeps[left - 1, roll]))]
        for roll in range(pool.roll_count)
        for left in (1, 2)
    }
    one_six, threes = parse_roll(pool, "1 6"), parse_roll(pool, "3 3")
    assert (kept.pop((one_six, 2)), kept.pop((one_six, 1)), kept.pop((threes, 1))) == ([6], [], [3, 3])
    assert all(faces == [face.number for face in pool.roll_faces(roll)] for (roll, _), faces in kept.items())
    # from 6 1 the one is rolled again; another 1, one time in six, and both are
    assert policy.stop_chances.tolist() == pytest.approx([34 / 36, 2 / 36 * 5 / 6, 2 / 36 * 1 / 6])


def test_a_table_on_the_dice_of_king_of_dice():
    pool = king_of_dice()
    table = {("1b 2g 4g 6r 3b 5r", 1): "5r 3b 1b"}
    policy = Policy.from_table(pool, table, rolls=2, name="blue and red")
    roll = parse_roll(pool, "1b 2g 4g 6r 3b 5r")
    shown = [str(face) for face in lattice_of(pool).shown(int(policy.keeps[0, roll]))]
    assert shown == ["1 blue", "3 blue", "5 red"]
    assert policy.name == "blue and red"


def test_an_empty_table_stops_at_once():
    policy = Policy.from_table(six_d6(), {}, rolls=3)
    assert policy.stop_chances.tolist() == pytest.approx([1, 0, 0])


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ({("6 1", 1): "5"}, PolicyError, "policy table keeps 5 of the roll 1 6, which does not show it that often"),
        ({("6 1", 1): "6 6"}, PolicyError, "policy table keeps 6 of the roll 1 6, which does not show it that often"),
        ({("6 1", 1): "x"}, PolicyError, "table: 'x' is no face of these dice: they show numbers only"),
        ({("6 1", 3): "6"}, PolicyError, "table: roll 6 1: 3 rolls left: expected 1 to 2"),
        ({("6 1", 0): "6"}, PolicyError, "table: roll 6 1: 0 rolls left: expected 1 to 2"),
        ({("6 7", 1): "6"}, PolicyError, "table: roll '6 7': no die shows '7'"),
        ({("6", 1): "6"}, PolicyError, "table: roll '6': 1 faces for 2 dice"),
    ],
)
def test_a_table_that_does_not_fit_the_dice_is_refused(table, error, message):
    with pytest.raises(error) as caught:
        Policy.from_table(parse_dice("2d6"), table, rolls=3)
    assert str(caught.value) == message
