"""Turns with three groups of one or two dice go plane by plane: values, best keeps and outcomes as by plain steps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from dice.random_pools import king_of_dice
from numba import njit

from kingdice.dice import lanes
from kingdice.dice.batch import BATCH, BatchSolver, Workspace, solve_batch, solve_batch_outcomes
from kingdice.dice.condition import RollMasks
from kingdice.dice.lanes import LANES
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.notation import parse_dice
from kingdice.dice.plane_turns import PlaneTurns, aligned, goes_by_planes
from kingdice.dice.pool import Pool
from kingdice.dice.stakes import NOTHING, Stakes, order_arrays
from kingdice.dice.steps import best_keeps
from kingdice.dice.turn import TurnSolution, solve_turn
from kingdice.errors import RollError

POOLS = [
    "king",
    "1d2+1d3+1d6",
    "2d4+1d3+2d2",
    "1d5+2d3+2x[sword:3,heart,7:2]",
    "2x[1:3,2,6 red:2]+2d2+1x[sword:5,heart]",
]


def pool_of(text: str) -> Pool:
    return king_of_dice() if text == "king" else parse_dice(text)


def random_masks(pool: Pool, cards: int, rng: np.random.Generator) -> RollMasks:
    """Any rolls may meet any cards."""
    kinds, kind_of_roll = np.unique(rng.integers(0, 2**cards, pool.roll_count).astype(np.uint64), return_inverse=True)
    return RollMasks(kinds, kind_of_roll.astype(np.int64))


def random_stakes(cards: int, count: int, rng: np.random.Generator, *, ties: bool) -> list[Stakes]:
    """All cards in any order; whole worths from -1 to 2 make many keeps equally good."""
    stakes = []
    for _ in range(count):
        worths = rng.integers(-1, 3, cards).astype(float) if ties else rng.normal(0, 5, cards)
        failing = float(rng.integers(-1, 2)) if ties else float(rng.normal(0, 3))
        order = tuple(rng.permutation(cards).tolist())
        stakes.append(Stakes(order, tuple(worths.tolist()), failing, may_decline=bool(rng.integers(2))))
    return stakes


def solved_by_planes(lattice: Lattice, masks: RollMasks, stakes: list[Stakes], rolls: int) -> PlaneTurns:
    turns = PlaneTurns(lattice, aligned((1, lattice.size, len(stakes)), np.float64), keep=False)
    bits, worths, failing = order_arrays(stakes)
    turns.stake(masks, bits, worths, failing, np.zeros(worths.shape))
    turns.solve(rolls, valued=rolls - 1, staked=True, noted=rolls - 1)
    return turns


def assert_best_keeps(turns: PlaneTurns, masks: RollMasks, stakes: list[Stakes], rolls: int) -> None:
    found = turns.best_keeps
    assert found.shape == (rolls - 1, turns.lattice.pool.roll_count, len(stakes))
    for column, one in enumerate(stakes):
        terminal = one.terminal(masks)
        solution: TurnSolution = solve_turn(turns.lattice.pool, terminal, rolls=rolls)
        for left in range(1, rolls):
            wanted = best_keeps(turns.lattice, solution.keep_values(left), terminal)
            np.testing.assert_array_equal(found[left - 1, :, column], wanted, err_msg=f"{one}, {left} rolls left")


def test_only_three_groups_of_one_or_two_dice_go_by_planes():
    by_planes = {text: goes_by_planes(lattice_of(pool_of(text)), BATCH) for text in [*POOLS, "2d6+2d4", "3d2+1d3+1d4"]}
    assert by_planes == {**dict.fromkeys(POOLS, True), "2d6+2d4": False, "3d2+1d3+1d4": False}
    assert [batch for batch in (1, 8, 16, 17, 32) if goes_by_planes(lattice_of(king_of_dice()), batch)] == [16, 32]


@pytest.mark.parametrize("ties", [True, False])
@pytest.mark.parametrize("text", POOLS)
def test_the_best_keeps_are_those_of_the_plain_steps(text, ties):
    pool, rng = pool_of(text), np.random.default_rng(31)
    masks, stakes = random_masks(pool, 4, rng), random_stakes(4, BATCH, rng, ties=ties)
    rolls = 3 if text == "king" else 5
    assert_best_keeps(solved_by_planes(lattice_of(pool), masks, stakes, rolls), masks, stakes, rolls)


def test_equal_keeps_go_by_the_tie_rule():
    """Every keep is worth the same, so nothing is rolled again; with one sure card, neither where it is met."""
    pool = king_of_dice()
    masks = RollMasks(np.array([0, 1], dtype=np.uint64), (np.arange(pool.roll_count) % 2).astype(np.int64))
    stakes = [Stakes((0,), (2.0,), 2.0), Stakes((0,), (2.0 + 4e-10,), 2.0)] * (BATCH // 2)
    full = lattice_of(pool).full
    assert (solved_by_planes(lattice_of(pool), masks, stakes, 3).best_keeps == full[:, None]).all()


@pytest.mark.parametrize("size", [9, BATCH, 2 * BATCH, 2 * BATCH + 1])
@pytest.mark.parametrize("text", POOLS[1:])
def test_outcomes_and_values_of_longer_turns_are_those_of_single_turns(text, size):
    pool, rng = pool_of(text), np.random.default_rng(32)
    masks, stakes = random_masks(pool, 3, rng), random_stakes(3, size, rng, ties=True)
    for rolls, values_to in ((1, 1), (1, 4), (2, 2), (3, 5)):
        solved = solve_batch_outcomes(pool, masks, stakes, rolls=rolls, values_to=values_to)
        assert solved.values.shape == (values_to, size)
        for column, one in enumerate(stakes):
            single = solve_turn(pool, one.terminal(masks), rolls=values_to)
            np.testing.assert_allclose(solved.values[:, column], single.values, rtol=0, atol=1e-12)
            turn = solve_turn(pool, one.terminal(masks), rolls=rolls)
            chances = turn.outcomes(one.taken(masks), 3)
            np.testing.assert_allclose(solved.chances[column], chances, rtol=0, atol=1e-12)
            np.testing.assert_allclose(solved.stops[column], turn.endings.sum(axis=1), rtol=0, atol=1e-12)


@pytest.mark.parametrize("text", POOLS)
def test_kept_stages_hold_the_value_of_every_keep(text):
    pool, rng = pool_of(text), np.random.default_rng(33)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, BATCH, rng, ties=False)
    lattice = lattice_of(pool)
    terminal = np.stack([one.terminal(masks) for one in stakes], axis=1)
    solved, filled = (Workspace(lattice, BATCH, keep_stages=3) for _ in range(2))
    values = solved.solve_terminal(terminal, 3)
    filled.stages[0][lattice.full] = terminal
    filled.fill(2)
    for column in range(0, BATCH, 5):
        solution = solve_turn(pool, terminal[:, column], rolls=3)
        np.testing.assert_allclose(values[:, column], solution.values, rtol=0, atol=1e-12)
        for left in (1, 2):
            for workspace in (solved, filled):
                stage = workspace.stages[left - 1][:, column].copy()
                stage[lattice.full] = terminal[:, column]
                np.testing.assert_allclose(stage, solution.keep_values(left), rtol=0, atol=1e-12)


def test_a_turn_has_the_same_bits_in_every_column_and_beside_whatever_else():
    pool, rng = king_of_dice(), np.random.default_rng(34)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, BATCH, rng, ties=False)
    one_way = solve_batch_outcomes(pool, masks, stakes, rolls=3)
    other_way = solve_batch_outcomes(pool, masks, stakes[::-1], rolls=3)
    assert (one_way.values == other_way.values[:, ::-1]).all()
    assert (one_way.chances == other_way.chances[::-1]).all()
    assert (one_way.stops == other_way.stops[::-1]).all()
    wide = Workspace(lattice_of(pool), 2 * BATCH)
    twice = solve_batch(pool, masks, stakes + stakes, rolls=3, workspace=wide)
    assert (twice == np.tile(one_way.values, 2)).all()


def test_threads_do_not_matter():
    pool, rng = king_of_dice(), np.random.default_rng(35)
    masks, stakes = random_masks(pool, 5, rng), random_stakes(5, BATCH, rng, ties=False)
    arrays = order_arrays([Stakes(one.bits, one.worths, one.failing) for one in stakes])
    wanted = BatchSolver(pool, masks).outcomes(*arrays, rolls=3, values_to=4)

    def solve(_: int) -> list[np.ndarray]:
        solver = BatchSolver(pool, masks)
        found = [solver.outcomes(*arrays, rolls=3, values_to=4) for _ in range(3)][-1]
        return [found.values, found.chances, found.stops, found.kinds]

    with ThreadPoolExecutor(2) as pool_of_threads:
        for found in pool_of_threads.map(solve, range(2)):
            for one, other in zip(found, (wanted.values, wanted.chances, wanted.stops, wanted.kinds), strict=True):
                assert (one == other).all()


# The solver on plain arrays


@pytest.mark.parametrize("text", ["2d4+1d3+2d2", "4d3"])
def test_chances_go_to_their_places_and_kinds_sum_to_them(text):
    pool, rng = pool_of(text), np.random.default_rng(36)
    masks, stakes = random_masks(pool, 3, rng), random_stakes(3, BATCH, rng, ties=True)
    stakes = [Stakes(one.bits, one.worths, one.failing) for one in stakes]
    bits, worths, failing = order_arrays(stakes)
    solver = BatchSolver(pool, masks)
    by_row = solver.outcomes(bits, worths, failing, rolls=3)
    places = np.array([one.order[: one.order.index(NOTHING)][::-1] for one in stakes]).T
    by_place = solver.outcomes(bits, worths, failing, rolls=3, places=places)
    for column, one in enumerate(stakes):
        turn = solve_turn(pool, one.terminal(masks), rolls=3)
        wanted = turn.outcomes(one.taken(masks), 3)
        np.testing.assert_allclose(by_place.chances[column], wanted, rtol=0, atol=1e-12)
        np.testing.assert_allclose(by_row.chances[column, :-1], wanted[places[:, column]], rtol=0, atol=1e-12)
        kinds = np.bincount(masks.kind_of_roll, weights=turn.endings.sum(axis=0))
        np.testing.assert_allclose(by_place.kinds[:, column], kinds, rtol=0, atol=1e-12)


def test_mistakes_are_refused_in_a_line():
    pool = pool_of("1d2+1d3+1d6")
    masks = random_masks(pool, 2, np.random.default_rng(37))
    solver = BatchSolver(pool, masks)
    two = np.zeros((2, 2), dtype=np.uint64), np.zeros((2, 2)), np.zeros(2)
    with pytest.raises(RollError, match="2 turns: this solver takes 16 at a time"):
        solver.outcomes(*two)
    with pytest.raises(RollError, match="values of up to 2 rolls: expected at least the 3 of the turn"):
        solve_batch_outcomes(pool, masks, [], rolls=3, values_to=2)
    with pytest.raises(RollError, match="a turn has 1 to 20"):
        solve_batch_outcomes(pool, masks, [], rolls=3, values_to=21)


# Lanes


@njit
def _all_of_lanes(numbers, ints, words, out):
    a, b, c = lanes.load(numbers, 0), lanes.load(numbers, LANES), lanes.load(numbers, 2 * LANES)
    lanes.store(out, 0, a + b)
    lanes.store(out, LANES, a - b)
    lanes.store(out, 2 * LANES, lanes.larger(a, b))
    lanes.store(out, 3 * LANES, lanes.fused(3.0, a, b))
    lanes.note_best(numbers, numbers, 0, LANES, c, a, 1.5, out, out, 4 * LANES)
    lanes.store(out, 5 * LANES, lanes.matching(ints, 0, np.int32(2), a))
    lanes.store(out, 6 * LANES, lanes.marked(np.uint64(6), words, 0, a, b))
    lanes.store(out, 7 * LANES, lanes.spread(2.5))
    lanes.scatter(a, ints, 0, out)
    lanes.lower_bits(c, 255, ints, LANES)


def test_lanes_compiled_are_lanes_in_numpy():
    rng = np.random.default_rng(38)
    numbers = np.concatenate([rng.integers(-3, 4, 2 * LANES), rng.integers(0, 2**52, LANES)]).astype(np.float64)
    words = rng.integers(0, 2**63, LANES).astype(np.uint64) << np.uint64(1) >> np.uint64(1)
    answers = []
    for kernel in (_all_of_lanes, _all_of_lanes.py_func):
        ints = np.concatenate([rng.integers(0, 5, LANES), np.zeros(LANES)]).astype(np.int32)
        ints[:LANES] = np.arange(LANES) % 5
        out = np.zeros(8 * LANES)
        kernel(numbers, ints, words, out)
        answers.append((out, ints))
    assert (answers[0][0] == answers[1][0]).all()
    assert (answers[0][1] == answers[1][1]).all()
    assert answers[0][1][LANES:].tolist() == [int(number) % 256 for number in numbers[2 * LANES :]]
