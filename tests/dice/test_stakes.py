"""Which card a roll takes: the dearest that it meets, the leftmost among equals, and a met card must be taken."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import turn_worth

from kingdice.dice.condition import Count, RollMasks, Same, Sum
from kingdice.dice.notation import parse_dice
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.dice.ties import TIE, ranked
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError


def every_mask(cards: int) -> RollMasks:
    """One roll for every set of cards."""
    return RollMasks(np.arange(2**cards, dtype=np.uint64), np.arange(2**cards))


worths = st.lists(st.one_of(st.integers(-3, 5).map(float), st.floats(-50, 50)), min_size=5, max_size=5)


@given(worths, st.floats(-10, 10))
def test_the_dearest_card_met_is_taken_the_leftmost_among_equals(some, failing):
    masks = every_mask(5)
    stakes = Stakes((0, 1, 2, 3, 4), tuple(some), failing)
    met = [[roll >> card & 1 for card in range(5)] for roll in range(32)]
    worth, taken = turn_worth.terminal(some, failing, met)
    assert np.where(taken == turn_worth.NONE_TAKEN, NOTHING, taken).tolist() == stakes.taken(masks).tolist()
    assert stakes.terminal(masks).tolist() == worth.tolist()


def test_a_met_card_must_be_taken_even_if_it_is_worth_less_than_failing():
    masks = every_mask(1)
    assert Stakes((0,), (-6.0,), -1.0).taken(masks).tolist() == [NOTHING, 0]
    assert Stakes((0,), (-6.0,), -1.0).terminal(masks).tolist() == [-1.0, -6.0]


def test_one_may_decline_where_it_is_allowed():
    masks = every_mask(2)
    stakes = Stakes((0, 1), (-6.0, 3.0), -1.0, may_decline=True)
    assert stakes.taken(masks).tolist() == [NOTHING, NOTHING, 1, 1]
    assert stakes.terminal(masks).tolist() == [-1.0, -1.0, 3.0, 3.0]
    assert stakes.order == (1, NOTHING, 0)


def test_a_card_worth_as_much_as_failing_is_taken():
    masks = every_mask(1)
    for worth in (-1.0, -1.0 - 5e-10):
        assert Stakes((0,), (worth,), -1.0, may_decline=True).taken(masks).tolist() == [NOTHING, 0]
    assert Stakes((0,), (-1.0 - 5e-9,), -1.0, may_decline=True).taken(masks).tolist() == [NOTHING, NOTHING]


@pytest.mark.parametrize(
    ("some", "order"),
    [
        ((7.0, 3.0, 7.0), (0, 2, 1)),
        ((7.0, 7.0 + 9e-10, 7.0), (0, 1, 2)),  # within 1e-9: equals, leftmost first
        ((7.0, 7.0 + 2e-9, 7.0), (1, 0, 2)),
        ((1.0, 2.0, 3.0), (2, 1, 0)),
        ((0.0, 0.0, 0.0), (0, 1, 2)),
    ],
)
def test_cards_stand_dearest_first_and_equals_from_the_left(some, order):
    assert Stakes((0, 1, 2), some).order == (*order, NOTHING)


def test_bits_say_which_condition_a_card_is():
    pool = parse_dice("2d6")
    masks = RollMasks.of(pool, [Count(1, 6), Same(2), Sum("<=", 3)])
    stakes = Stakes((2, 0), (5.0, 1.0), -1.0)  # the pair is not on offer
    taken = dict(
        zip([tuple(f.number for f in pool.roll_faces(r)) for r in range(21)], stakes.taken(masks).tolist(), strict=True)
    )
    assert [taken[roll] for roll in ((1, 1), (1, 2), (5, 6), (6, 6), (3, 3), (3, 4))] == [0, 0, 1, 1, -1, -1]


def test_the_highest_bit_is_a_card_too():
    masks = RollMasks(np.array([0, 1 << 63], dtype=np.uint64), np.array([0, 1]))
    assert Stakes((63,), (2.0,)).taken(masks).tolist() == [NOTHING, 0]


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_a_worth_is_a_finite_number(bad):
    with pytest.raises(RollError, match=f"a worth of {bad}: expected a finite number"):
        Stakes((0, 1), (1.0, bad))
    with pytest.raises(RollError, match=f"a worth of {bad}: expected a finite number"):
        Stakes((0,), (1.0,), bad)


def test_every_card_has_a_worth():
    with pytest.raises(RollError, match="1 worths for 2 cards: give one a card"):
        Stakes((0, 1), (1.0,))


@given(worths, st.floats(-10, 10))
def test_to_be_allowed_to_decline_never_hurts(some, failing):
    pool = parse_dice("3d4")
    masks = RollMasks.of(pool, [Same(2), Count(2, 4), Sum(">=", 9), Sum("<=", 5), Count(1, 3)])
    must, may = (Stakes((0, 1, 2, 3, 4), tuple(some), failing, may_decline=d) for d in (False, True))
    values = [solve_turn(pool, one.terminal(masks)).value for one in (must, may)]
    assert values[1] >= values[0] - TIE


# The tie rule itself


@given(st.lists(st.floats(-100, 100) | st.integers(-3, 3).map(float)), st.randoms(use_true_random=False))
def test_ranking_is_by_value_and_among_equals_by_preference(values, random):
    preference = list(range(len(values)))
    random.shuffle(preference)
    order = ranked(values, preference)
    assert sorted(order) == list(range(len(values)))
    for earlier, later in pairwise(order):
        assert values[earlier] >= values[later] - TIE
        if values[earlier] == values[later]:
            assert preference[earlier] < preference[later]
