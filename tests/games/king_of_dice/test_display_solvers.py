"""All ways of solving a display against each other and against the plain lattice of 7^6 keeps."""

from __future__ import annotations

import numpy as np
import pytest
from oracles import citizens, plain_lattice

from kingdice.dice.batch import Workspace, solve_batch, solve_batch_outcomes
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_roll
from kingdice.dice.turn import solve_turn
from kingdice.games.king_of_dice import Display, Edition
from kingdice.games.king_of_dice.advice import PENALTY, advise, advise_exact

DISPLAYS = 1000
SEED = 20170


@pytest.fixture(scope="module")
def moments(random_moments) -> list:
    return random_moments(DISPLAYS, SEED)


@pytest.fixture(scope="module")
def stakes(edition: Edition, moments) -> list:
    return [moment.display(edition).stakes(moment.objective) for moment in moments]


def assert_outcomes_agree(edition: Edition, tables, moments, stakes, rolls: int = 3) -> None:
    batched = solve_batch_outcomes(edition.pool, edition.masks, stakes, rolls=rolls)
    for number, (moment, stake) in enumerate(zip(moments, stakes, strict=True)):
        terminal, codes = moment.plain_terminal(tables)
        plain = plain_lattice.outcome_distribution(citizens.POOL, terminal, codes, rolls)
        expected = np.array([plain.chances.get(place, 0.0) for place in range(6)])
        single = solve_turn(edition.pool, stake.terminal(edition.masks), rolls=rolls)
        chances = single.outcomes(stake.taken(edition.masks), 5)
        np.testing.assert_allclose(chances, expected, rtol=0, atol=1e-12, err_msg=str(moment))
        np.testing.assert_allclose(batched.chances[number], expected, rtol=0, atol=1e-12, err_msg=str(moment))
        np.testing.assert_allclose(single.endings.sum(axis=1), plain.stopping, rtol=0, atol=1e-12)
        np.testing.assert_allclose(batched.stops[number], plain.stopping, rtol=0, atol=1e-12)
        assert batched.values[-1, number] == pytest.approx(single.value, rel=0, abs=1e-12)


def assert_exact_agrees(edition: Edition, moments) -> None:
    for moment in moments:
        display = moment.display(edition)
        solution, outcomes = advise_exact(display, objective=moment.objective)
        floating = advise(display, objective=moment.objective)
        assert float(solution.value) == pytest.approx(floating.value, rel=0, abs=1e-12), moment
        assert sum(outcomes.values()) == 1
        assert list(outcomes) == [*moment.ids, PENALTY]
        assert {name: float(chance) for name, chance in outcomes.items()} == pytest.approx(
            floating.outcomes(), rel=0, abs=1e-12
        ), moment
        # The value is the mean worth of what comes out, without any rounding.
        worths = [*display.worths(moment.objective), display.failing(moment.objective)]
        assert solution.value == sum(c * w for c, w in zip(outcomes.values(), worths, strict=True))


def assert_values_agree(edition: Edition, tables, moments, stakes) -> None:
    batched = solve_batch(edition.pool, edition.masks, stakes, rolls=3)
    assert batched.shape == (3, len(stakes))
    single, plain = np.empty((len(stakes), 3)), np.empty((len(stakes), 2))
    for number, (moment, stake) in enumerate(zip(moments, stakes, strict=True)):
        single[number] = solve_turn(edition.pool, stake.terminal(edition.masks), rolls=3).values
        terminal, _ = moment.plain_terminal(tables)
        plain[number] = terminal.mean(), plain_lattice.solve(citizens.POOL, terminal, 3).value
    np.testing.assert_allclose(single[:, [0, 2]], plain, rtol=0, atol=1e-12)
    np.testing.assert_allclose(batched.T, single, rtol=0, atol=1e-12)


def test_batched_single_and_plain_values_agree_on_200_displays(edition: Edition, citizen_tables, moments, stakes):
    assert_values_agree(edition, citizen_tables, moments[:200], stakes[:200])


@pytest.mark.long
def test_batched_single_and_plain_values_agree_on_1000_displays(edition: Edition, citizen_tables, moments, stakes):
    assert_values_agree(edition, citizen_tables, moments, stakes)


def test_values_agree_with_a_fourth_roll(edition: Edition, citizen_tables, moments, stakes):
    batched = solve_batch(edition.pool, edition.masks, stakes[:40], rolls=4)
    for number, moment in enumerate(moments[:40]):
        terminal, _ = moment.plain_terminal(citizen_tables)
        expected = plain_lattice.solve(citizens.POOL, terminal, 4).value
        assert batched[3, number] == pytest.approx(expected, rel=0, abs=1e-12)
        assert advise(moment.display(edition), objective=moment.objective, rolls=4).value == pytest.approx(
            expected, rel=0, abs=1e-12
        )


def test_a_turn_is_worth_the_same_whatever_is_solved_beside_it(edition: Edition, stakes):
    together = solve_batch(edition.pool, edition.masks, stakes[:37], rolls=3)
    for count in (1, 15, 16, 17):
        some = solve_batch(edition.pool, edition.masks, stakes[:count], rolls=3)
        np.testing.assert_allclose(some, together[:, :count], rtol=0, atol=1e-13)
    shifted = solve_batch(edition.pool, edition.masks, stakes[5:37], rolls=3)
    assert (shifted == together[:, 5:37]).all()  # in batches of one size to the last bit
    workspace = Workspace(lattice_of(edition.pool), 8)
    for _ in range(2):  # room that is used again gives the same
        again = solve_batch(edition.pool, edition.masks, stakes[:37], rolls=3, workspace=workspace)
        np.testing.assert_allclose(again, together, rtol=0, atol=1e-13)


def test_outcome_distributions_agree_on_20_random_displays(edition: Edition, citizen_tables, moments, stakes):
    assert_outcomes_agree(edition, citizen_tables, moments[:20], stakes[:20])


def test_outcome_distributions_agree_with_a_fourth_roll(edition: Edition, citizen_tables, moments, stakes):
    assert_outcomes_agree(edition, citizen_tables, moments[60:65], stakes[60:65], rolls=4)


@pytest.mark.parametrize("objective", ["any", "card:ID"])
def test_outcome_distributions_agree_when_a_card_is_chased(edition: Edition, citizen_tables, random_moments, objective):
    moments = random_moments(5, 7, (objective,))
    stakes = [moment.display(edition).stakes(moment.objective) for moment in moments]
    assert_outcomes_agree(edition, citizen_tables, moments, stakes)


def test_exact_route_agrees_on_2_random_displays(edition: Edition, moments):
    assert_exact_agrees(edition, moments[:2])


@pytest.mark.long
def test_outcome_distributions_agree_on_1000_random_displays(edition: Edition, citizen_tables, moments, stakes):
    assert_outcomes_agree(edition, citizen_tables, moments, stakes)


@pytest.mark.long
def test_exact_route_agrees_on_20_random_displays(edition: Edition, moments):
    assert_exact_agrees(edition, moments[:20])


def test_outcomes_of_advice_are_named_left_to_right_and_sum_to_one(edition: Edition, moments):
    for moment in moments[:10]:
        outcomes = advise(moment.display(edition), objective=moment.objective).outcomes()
        assert list(outcomes) == [*moment.ids, PENALTY]
        assert sum(outcomes.values()) == pytest.approx(1.0, rel=0, abs=1e-12)


def test_keeps_of_a_roll_come_best_first_with_value_regret_and_chances(edition: Edition, citizen_tables, moments):
    """Values of keeps against the plain lattice: the same roll, all subsets of dice."""
    rng = np.random.default_rng(5)
    for moment in moments[:8]:
        terminal, _ = moment.plain_terminal(citizen_tables)
        stages = plain_lattice.solve(citizens.POOL, terminal, 3).stages
        citizens_worth, failing = moment.plain_worths()
        worths = [*citizens_worth, failing]
        shown = rng.integers(0, 6, size=6)
        roll = edition.pool.roll_index(
            [[edition.pool.groups[g].die.faces[shown[2 * g + d]] for d in range(2)] for g in range(3)]
        )
        advice = advise(moment.display(edition), objective=moment.objective)
        for left in (1, 2):
            rows = advice.keeps(roll, left)
            plain = [
                stages[left - 1][tuple(face if subset >> die & 1 else 6 for die, face in enumerate(shown))]
                for subset in range(64)
            ]
            assert rows[0]["value"] == pytest.approx(max(plain), rel=0, abs=1e-12)
            assert sorted({round(row["value"], 10) for row in rows}) == sorted({round(one, 10) for one in plain})
            for row in rows:
                assert row["regret"] == pytest.approx(max(plain) - row["value"], rel=0, abs=1e-12)
                chances = [row[name] for name in advice.names]
                assert sum(chances) == pytest.approx(1.0, rel=0, abs=1e-12)
                assert row["success"] == pytest.approx(1.0 - row[PENALTY], rel=0, abs=1e-12)
                mean = sum(chance * worth for chance, worth in zip(chances, worths, strict=True))
                assert mean == pytest.approx(row["value"], rel=0, abs=1e-9)


def test_with_no_rolls_left_one_stops_with_what_the_roll_takes(edition: Edition, citizen_tables, moments):
    for moment in moments[:20]:
        terminal, codes = moment.plain_terminal(citizen_tables)
        advice = advise(moment.display(edition), objective=moment.objective)
        roll = parse_roll(edition.pool, "6b 2g 6r 1r 3b 2r")
        (row,) = advice.keeps(roll, 0)
        assert (row["value"], row["reroll"], row["regret"]) == (terminal[5, 1, 5, 0, 2, 1], 0, 0.0)
        assert row[[*moment.ids, PENALTY][codes[5, 1, 5, 0, 2, 1]]] == 1.0


@pytest.mark.parametrize("left", [0, 1, 2])
def test_stopping_ends_with_what_the_roll_takes_however_many_rolls_are_left(edition: Edition, left):
    display = Display.of(edition, ["dwarf-5x1", "dwarf-5x6", "orc-5", "elf-6", "sprite-6"])
    advice = advise(display)
    roll = parse_roll(edition.pool, "1b 2g 3g 4g 5r 6g")
    (stop,) = [row for row in advice.keeps(roll, left) if row["reroll"] == 0]
    assert stop["value"] == 7.0
    assert {name: stop[name] for name in advice.names if stop[name]} == {"elf-6": 1.0}
    roll = parse_roll(edition.pool, "1b 2g 3g 4g 5r 5r")
    (stop,) = [row for row in advice.keeps(roll, left) if row["reroll"] == 0]
    assert stop["value"] == -1.0
    assert {name: stop[name] for name in advice.names if stop[name]} == {PENALTY: 1.0}
    assert stop["success"] == 0.0
