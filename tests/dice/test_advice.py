"""Advice on a condition: outcomes by name, and the keeps of a roll with their chances."""

from __future__ import annotations

import numpy as np
import pytest
from dice.random_conditions import conditions
from dice.random_pools import pools
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.advice import advise_condition
from kingdice.dice.condition import Count, Same
from kingdice.dice.notation import parse_dice, parse_roll
from kingdice.dice.odds import condition_chances
from kingdice.dice.policy import Policy
from kingdice.dice.ties import TIE


@settings(max_examples=12)
@given(st.data(), pools(ways=100), st.integers(1, 3))
def test_the_value_of_a_condition_is_its_chance(data, pool, rolls):
    condition = data.draw(conditions(pool))
    advice = advise_condition(pool, condition, rolls=rolls)
    chance = condition_chances(pool, [condition], rolls=rolls)[-1, 0]
    assert advice.value == pytest.approx(chance, abs=1e-12)
    assert advice.outcomes() == pytest.approx({"met": chance, "missed": 1 - chance}, abs=1e-8)


@settings(max_examples=12)
@given(st.data(), pools(ways=100))
def test_what_a_keep_is_worth_is_its_chance_of_success(data, pool):
    """Every row, the one that stops included: its success is 0 or 1."""
    advice = advise_condition(pool, data.draw(conditions(pool)), rolls=3)
    roll = data.draw(st.integers(0, pool.roll_count - 1))
    for left in (0, 1, 2):
        rows = advice.keeps(roll, left)
        assert [row["success"] for row in rows] == pytest.approx([row["value"] for row in rows], abs=1e-8)
        assert [row["met"] for row in rows] == pytest.approx([row["value"] for row in rows], abs=1e-8)
        assert [row["met"] + row["missed"] for row in rows] == pytest.approx([1.0] * len(rows))
        assert min(row["regret"] for row in rows) == 0
        assert 0 <= rows[0]["regret"] <= TIE


def test_a_pair_is_kept_for_three_alike():
    pool = parse_dice("3d6")
    advice = advise_condition(pool, Same(3), rolls=2, names=("triple", "nothing"))
    best, *others = advice.keeps(parse_roll(pool, "5 5 2"), 1)
    assert (best["keep"], best["reroll"]) == ("5 5", 1)
    assert best["triple"] == best["value"] == pytest.approx(1 / 6)
    assert [row["reroll"] for row in others if row["keep"] == "nothing"] == [3]
    assert len(others) == 5
    assert advice.keeps(parse_roll(pool, "5 5 2"), 1, top=2)[0] == best
    assert len(advice.keeps(parse_roll(pool, "5 5 2"), 1, top=2)) == 2


def test_a_policy_is_judged_by_the_same_outcomes():
    pool = parse_dice("3d6")
    advice = advise_condition(pool, Count(3, 6), rolls=3)
    sixes = Policy.from_rule(pool, lambda faces, left: [face for face in faces if face.number == 6], name="sixes")
    row = advice.policy_row(sixes)
    assert row["policy"] == "sixes"
    assert row["value"] == pytest.approx((91 / 216) ** 3, abs=1e-14)
    assert row["met"] == pytest.approx(advice.outcomes()["met"], abs=1e-14)
    stops = [row[f"stops_after_{rolls}"] for rolls in (1, 2, 3)]
    once, twice = 1 / 216, (11 / 36) ** 3
    np.testing.assert_allclose(stops, [once, twice - once, 1 - twice], rtol=0, atol=1e-14)
