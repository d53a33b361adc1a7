"""Many turns side by side are the same turns: every kernel against the plain NumPy steps and the oracles."""

from __future__ import annotations

import numpy as np
import pytest
from dice.random_pools import index_of_ordered_rolls, king_of_dice, oracle_dice, pools, seeds, six_d6
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import plain_lattice

from kingdice.dice import kernels
from kingdice.dice.batch import BATCH, Workspace, solve_batch, solve_batch_outcomes
from kingdice.dice.condition import RollMasks
from kingdice.dice.exact import solve_turn_exact
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_dice
from kingdice.dice.plane_turns import goes_by_planes
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError

POOLS = [
    *[f"{dice}d6" for dice in range(1, 7)],
    "6d4",
    "6d2",
    "5d8",
    "2d6+2d8",
    "3d4+3d6",
    "5d5+1d6",
    "1d6+5d3",
    "1d6+1d4+1d8",
    "1d2+1d3+1d4+1d5+1d6",
    "2d3+1d6+3d2",
    "2x[1:3,2,6 red:2]+3x[sword:5,heart]+1d4",
    "king",
]
SIZES = [1, 2, 5, 16, 17]


def pool_of(text: str) -> Pool:
    return king_of_dice() if text == "king" else parse_dice(text)


def random_masks(pool: Pool, cards: int, rng: np.random.Generator) -> RollMasks:
    """Any rolls may meet any cards."""
    kinds, kind_of_roll = np.unique(rng.integers(0, 2**cards, pool.roll_count).astype(np.uint64), return_inverse=True)
    return RollMasks(kinds, kind_of_roll.astype(np.int64))


def random_stakes(
    cards: int, count: int, rng: np.random.Generator, *, ties: bool = False, least: int = 0
) -> list[Stakes]:
    """So many turns, each with some of the cards in any order."""
    stakes = []
    for _ in range(count):
        chosen = rng.permutation(cards)[: rng.integers(least, cards + 1)].tolist()
        worths = rng.integers(-1, 3, len(chosen)).astype(float) if ties else rng.normal(0, 5, len(chosen))
        failing = float(rng.integers(-1, 2)) if ties else float(rng.normal(0, 3))
        stakes.append(Stakes(tuple(chosen), tuple(worths.tolist()), failing, may_decline=bool(rng.integers(2))))
    return stakes


def one_by_one(pool: Pool, masks: RollMasks, stakes: list[Stakes], rolls: int) -> np.ndarray:
    return np.stack([solve_turn(pool, one.terminal(masks), rolls=rolls).values for one in stakes], axis=1)


@pytest.mark.parametrize("text", POOLS)
def test_turns_side_by_side_have_the_values_of_single_turns(text):
    pool, rng = pool_of(text), np.random.default_rng(20)
    masks, stakes = random_masks(pool, 6, rng), random_stakes(6, max(SIZES), rng)
    wanted = one_by_one(pool, masks, stakes, 3)
    for size in SIZES:
        for workspace in (None, Workspace(lattice_of(pool), size)):
            values = solve_batch(pool, masks, stakes[:size], rolls=3, workspace=workspace)
            np.testing.assert_allclose(values, wanted[:, :size], rtol=0, atol=1e-12)


def test_the_pools_and_sizes_above_use_every_kernel():
    used = set()
    for text in POOLS:
        for size in SIZES:
            workspace = Workspace(lattice_of(pool_of(text)), size)
            if goes_by_planes(workspace.lattice, size):  # tests/dice/test_planes.py
                continue
            used |= {kernel for calls in (*workspace._rolling, *workspace._choosing) for kernel, _ in calls}
    names = ("_roll_axis", "_roll_lines", "_choose_axis", "_choose_long_axis", "_choose_lines")
    assert used == {getattr(kernels, name) for name in names}


@settings(max_examples=60)
@given(pools(), seeds, st.sampled_from(SIZES), st.integers(1, 5))
def test_random_turns_side_by_side_have_the_values_of_single_turns(pool, seed, size, rolls):
    rng = np.random.default_rng(seed)
    masks, stakes = random_masks(pool, 4, rng), random_stakes(4, size, rng)
    values = solve_batch(pool, masks, stakes, rolls=rolls)
    np.testing.assert_allclose(values, one_by_one(pool, masks, stakes, rolls), rtol=0, atol=1e-12)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", ["5d6", "3d4+3d6", "1d2+1d3+1d4+1d5+1d6", "2d3+1d6+3d2"])
def test_kept_stages_hold_the_value_of_every_keep(text, size):
    pool, rng = pool_of(text), np.random.default_rng(21)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, size, rng)
    lattice = lattice_of(pool)
    workspace = Workspace(lattice, size, keep_stages=3)
    workspace.stages[0][lattice.full] = np.stack([one.terminal(masks) for one in stakes], axis=1)
    values = workspace.solve(3)
    for column, one in enumerate(stakes):
        solution = solve_turn(pool, one.terminal(masks), rolls=3)
        np.testing.assert_allclose(values[:, column], solution.values, rtol=0, atol=1e-12)
        for left in (1, 2):
            stage = workspace.stages[left - 1][:, column].copy()
            stage[lattice.full] = solution.terminal
            np.testing.assert_allclose(stage, solution.keep_values(left), rtol=0, atol=1e-12)


@pytest.mark.parametrize("text", ["6d6", "king", "1d2+1d3+1d4+1d5+1d6"])
def test_a_workspace_forgets_the_turns_before(text):
    pool, rng = pool_of(text), np.random.default_rng(22)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, 5, rng)
    workspace = Workspace(lattice_of(pool), 2)
    first = solve_batch(pool, masks, stakes, rolls=3, workspace=workspace)
    for rolls in (1, 4, 2):
        solve_batch(pool, masks, random_stakes(5, 3, rng), rolls=rolls, workspace=workspace)
    assert (solve_batch(pool, masks, stakes, rolls=3, workspace=workspace) == first).all()


def test_a_turn_has_the_same_bits_wherever_it_stands_in_its_batch():
    pool, rng = king_of_dice(), np.random.default_rng(23)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, BATCH, rng)
    values = solve_batch(pool, masks, stakes, rolls=3)
    assert (solve_batch(pool, masks, stakes[::-1], rolls=3) == values[:, ::-1]).all()


# Outcomes


def check_outcomes(pool: Pool, masks: RollMasks, stakes: list[Stakes], rolls: int, *, ordered=None, exact=False):
    """Values, chances of every card and of stopping, against the other routes."""
    solved = solve_batch_outcomes(pool, masks, stakes, rolls=rolls)
    np.testing.assert_allclose(solved.values, one_by_one(pool, masks, stakes, rolls), rtol=0, atol=1e-12)
    np.testing.assert_allclose(solved.chances.sum(axis=1), 1, rtol=0, atol=1e-12)
    np.testing.assert_allclose(solved.stops.sum(axis=1), 1, rtol=0, atol=1e-12)
    for row, one in enumerate(stakes):
        terminal, codes, cards = one.terminal(masks), one.taken(masks), len(one.bits)
        single = solve_turn(pool, terminal, rolls=rolls)
        np.testing.assert_allclose(solved.chances[row], single.outcomes(codes, cards), rtol=0, atol=1e-12)
        np.testing.assert_allclose(solved.stops[row], single.endings.sum(axis=1), rtol=0, atol=1e-12)
        if ordered is not None:
            plain = plain_lattice.outcome_distribution(oracle_dice(pool), terminal[ordered], codes[ordered], rolls)
            wanted = [plain.chances.get(code, 0.0) for code in [*range(cards), NOTHING]]
            np.testing.assert_allclose(solved.chances[row], wanted, rtol=0, atol=1e-12)
            np.testing.assert_allclose(solved.stops[row], plain.stopping, rtol=0, atol=1e-12)
        if exact:
            fractions = solve_turn_exact(pool, terminal.astype(int).tolist(), rolls=rolls)
            outcomes = np.array(fractions.outcomes(codes, cards), dtype=float)
            np.testing.assert_allclose(solved.chances[row], outcomes, rtol=0, atol=1e-12)
            stops = np.array([float(sum(ended)) for ended in fractions.endings()])
            np.testing.assert_allclose(solved.stops[row], stops, rtol=0, atol=1e-12)


@settings(max_examples=40)
@given(pools(ways=700), seeds, st.integers(1, 4), st.booleans())
def test_four_routes_to_the_chance_of_every_outcome_agree(pool, seed, rolls, ties):
    """Whole worths from -1 to 2 make many keeps equally good, so the tie rule decides often."""
    rng = np.random.default_rng(seed)
    masks, stakes = random_masks(pool, 3, rng), random_stakes(3, 3, rng, ties=ties, least=3)
    exact = ties and pool.lattice_size < 300
    check_outcomes(pool, masks, stakes, rolls, ordered=index_of_ordered_rolls(pool), exact=exact)


@pytest.mark.parametrize("text", ["6d6", "6d4", "3d4+3d6", "5d5+1d6", "1d2+1d3+1d4+1d5+1d6"])
@pytest.mark.parametrize("size", [1, 2, 17])
def test_outcomes_of_turns_side_by_side_are_those_of_single_turns(text, size):
    pool, rng = pool_of(text), np.random.default_rng(24)
    masks, stakes = random_masks(pool, 4, rng), random_stakes(4, size, rng, ties=True, least=4)
    check_outcomes(pool, masks, stakes, 3)


def test_outcomes_on_the_dice_of_king_of_dice():
    pool, rng = king_of_dice(), np.random.default_rng(25)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, 1, rng, ties=True, least=5)
    check_outcomes(pool, masks, stakes, 3, ordered=index_of_ordered_rolls(pool))


# Edges


def test_no_turns_have_no_values():
    masks = RollMasks.of(six_d6(), [])
    assert solve_batch(six_d6(), masks, [], rolls=3).shape == (3, 0)
    solved = solve_batch_outcomes(six_d6(), masks, [], rolls=3)
    assert solved.values.shape == (3, 0)
    assert len(solved.chances) == len(solved.stops) == 0


def test_a_turn_without_cards_is_worth_its_failing():
    masks = RollMasks.of(six_d6(), [])
    assert solve_batch(six_d6(), masks, [Stakes((), (), -2.5)] * 3, rolls=2) == pytest.approx(np.full((2, 3), -2.5))
    solved = solve_batch_outcomes(six_d6(), masks, [Stakes((), (), -2.5)], rolls=2)
    assert solved.chances == pytest.approx(np.array([[1.0]]))
    assert solved.stops == pytest.approx(np.array([[1.0, 0.0]]))


@pytest.mark.parametrize("rolls", [0, 21])
def test_a_turn_has_one_to_twenty_rolls(rolls):
    masks = RollMasks.of(six_d6(), [])
    for solve in (solve_batch, solve_batch_outcomes):
        with pytest.raises(RollError, match="a turn has 1 to 20"):
            solve(six_d6(), masks, [Stakes((), ())], rolls=rolls)
