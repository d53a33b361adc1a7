"""A prompt answer is what the plain route says: value, every keep, every chance."""

from __future__ import annotations

import numpy as np
import pytest
from dice.random_pools import pools, seeds
from dice.test_batches import pool_of, random_masks, random_stakes
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdice.dice.advice import Advice
from kingdice.dice.condition import RollMasks
from kingdice.dice.pool import Pool
from kingdice.dice.prompt import PromptSolver
from kingdice.dice.stakes import Stakes
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError

NEAR = {"rtol": 0, "atol": 1e-12}


def plain(pool: Pool, masks: RollMasks, stakes: Stakes, rolls: int) -> Advice:
    names = tuple(f"card{place}" for place in range(len(stakes.bits)))
    return Advice(solve_turn(pool, stakes.terminal(masks), rolls=rolls), (*names, "none"), stakes.taken(masks))


def same(pool: Pool, masks: RollMasks, stakes: Stakes, rolls: int, roll: int, left: int) -> None:
    answer = PromptSolver(pool, masks, len(stakes.bits), rolls=rolls).answer(
        stakes, rolls=rolls, roll=roll, rolls_left=left
    )
    wanted = plain(pool, masks, stakes, rolls)
    assert answer.value == pytest.approx(wanted.value, rel=0, abs=1e-12)
    np.testing.assert_allclose(answer.chances, list(wanted.outcomes().values()), **NEAR)
    options, rows = wanted.solution.options(roll, left), wanted.keeps(roll, left)
    assert [keep.keep for keep in answer.keeps] == [option.keep for option in options]
    assert [keep.faces for keep in answer.keeps] == [option.faces for option in options]
    for keep, row in zip(answer.keeps, rows, strict=True):
        np.testing.assert_allclose((keep.value, keep.regret), (row["value"], row["regret"]), **NEAR)
        np.testing.assert_allclose(keep.chances, [row[name] for name in wanted.names], **NEAR)


@settings(max_examples=60)
@given(pool=pools(ways=700), seed=seeds, cards=st.integers(0, 4), rolls=st.integers(1, 4), ties=st.booleans())
def test_every_keep_of_random_turns_is_what_the_plain_route_says(
    pool: Pool, seed: int, cards: int, rolls: int, ties: bool
) -> None:
    rng = np.random.default_rng(seed)
    stakes = random_stakes(cards, 1, rng, ties=ties)[0]
    masks = random_masks(pool, max(cards, 1), rng)
    same(pool, masks, stakes, rolls, int(rng.integers(pool.roll_count)), int(rng.integers(rolls)))


@pytest.mark.parametrize("text", ["king", "3d6", "1d2+1d3+1d4+1d5", "2x[1:3,2,6 red:2]+1x[sword:5,heart]"])
def test_every_keep_of_known_dice_is_what_the_plain_route_says(text: str) -> None:
    pool, rng = pool_of(text), np.random.default_rng(8)
    masks = random_masks(pool, 5, rng)
    for left, stakes in enumerate(random_stakes(5, 3, rng, least=5)):
        same(pool, masks, stakes, 3, int(rng.integers(pool.roll_count)), left)


def test_turns_one_after_the_other_do_not_disturb_each_other() -> None:
    pool, rng = pool_of("king"), np.random.default_rng(3)
    masks, several = random_masks(pool, 5, rng), random_stakes(5, 6, rng, least=5)
    solver = PromptSolver(pool, masks, 5, rolls=4)
    for rolls, stakes in zip((3, 4, 1, 2, 4, 3), several, strict=True):
        answer = solver.answer(stakes, rolls=rolls, roll=7, rolls_left=rolls - 1)
        fresh = PromptSolver(pool, masks, 5, rolls=4).answer(stakes, rolls=rolls, roll=7, rolls_left=rolls - 1)
        assert answer == fresh
        assert answer.value == pytest.approx(plain(pool, masks, stakes, rolls).value, rel=0, abs=1e-12)


def test_only_the_best_keeps_are_listed_when_few_are_asked_for() -> None:
    pool, rng = pool_of("3d6"), np.random.default_rng(5)
    masks, stakes = random_masks(pool, 2, rng), random_stakes(2, 1, rng, least=2)[0]
    solver = PromptSolver(pool, masks, 2, rolls=2)
    every = solver.answer(stakes, rolls=2, roll=20, rolls_left=1)
    assert len(every.keeps) > 3
    assert solver.answer(stakes, rolls=2, roll=20, rolls_left=1, top=3).keeps == every.keeps[:3]


def test_moments_that_do_not_exist_are_refused() -> None:
    pool = pool_of("2d6")
    masks = random_masks(pool, 2, np.random.default_rng(1))
    solver = PromptSolver(pool, masks, 1, rolls=3)
    one = Stakes((0,), (1.0,))
    with pytest.raises(RollError, match="2 cards: this solver is for 1"):
        solver.answer(Stakes((0, 1), (1.0, 2.0)), rolls=3)
    with pytest.raises(RollError, match="4 rolls: this solver is for 1 to 3"):
        solver.answer(one, rolls=4)
    with pytest.raises(RollError, match="3 rolls left: after the first of 3 rolls 0 to 2 are left"):
        solver.answer(one, rolls=3, roll=0, rolls_left=3)
