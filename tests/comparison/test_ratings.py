"""Does the ladder find strengths that are known, and are its standard errors those of repeated experiments?"""

from __future__ import annotations

import numpy as np
import pytest
from comparison.toy_match import toy

from kingdice.comparison.line_up import LineUp
from kingdice.comparison.ratings import ELO, bradley_terry, ladder
from kingdice.comparison.rotation import Rotations, rotation_rows
from kingdice.errors import RunError

GUMBEL = {"luck_sd": 0.0, "own_luck_sd": 0.0, "head_start": 0.0, "gumbel": True}


@pytest.mark.parametrize(("names", "players"), [(("+0.00", "+1.00"), 2), (("+0.50", "+1.00", "+0.00", "+0.20"), 2)])
def test_ladder_recovers_known_strengths(names, players):
    """Gumbel noise makes Bradley and Terry true; five standard errors, false alarm 2e-6 with this seed or any."""
    work = Rotations.of(toy(**GUMBEL), names, players=players)
    table = ladder(work.line_up, work.play_block(41, 0, 20_000)).set_index("strategy")
    truth = np.array([float(name) for name in names])
    truth = ELO * (truth - truth.mean())
    error = table.loc[list(names), "rating"].to_numpy() - truth
    assert (np.abs(error) < 5 * table.loc[list(names), "standard_error"].to_numpy()).all()
    assert table["rank"].tolist() == list(range(1, len(names) + 1))
    assert table.index.tolist() == sorted(names, reverse=True)
    assert table["rating"].sum() == pytest.approx(0, abs=1e-6)


def test_two_strategies_have_the_log_odds_of_their_wins():
    """Three wins of four and the imaginary tie: 400 log10(3.5 / 1.5) points apart."""
    line_up = LineUp(("a", "b"), players=2)
    columns = ("game", "move_hash", "winners", "score_1", "score_2")
    a_first = np.array([[0, 0, 0b01, 9, 1], [1, 0, 0b10, 1, 9]])
    b_first = np.array([[0, 0, 0b10, 1, 9], [1, 0, 0b10, 1, 9]])
    table = ladder(line_up, rotation_rows(line_up, [a_first, b_first], columns))
    assert table["strategy"].tolist() == ["a", "b"]
    assert table["ahead_of_next"][0] == pytest.approx(400 * np.log10(3.5 / 1.5), abs=1e-4)
    assert table["beat_share"].tolist() == [0.75, 0.25]


def test_errors_of_two_strategies_mirror_each_other_however_uneven_they_are():
    """Their mean is fixed, so what one may be higher the other is lower; rounding must not be taken for knowledge."""
    line_up = LineUp(("a", "b"), players=2)
    columns = ("game", "move_hash", "winners", "score_1", "score_2")
    for rotations in range(20, 400, 3):
        numbers = np.arange(rotations)
        lost = numbers == 7
        a_first = np.stack([numbers, numbers, np.where(lost, 0b10, 0b01), 9 - 8 * lost, 1 + 8 * lost], axis=1)
        b_first = np.stack([numbers, numbers, numbers * 0 + 0b10, numbers * 0 + 1, numbers * 0 + 9], axis=1)
        covariance = bradley_terry(line_up, rotation_rows(line_up, [a_first, b_first], columns)).covariance
        assert covariance[0, 0] > 0
        assert covariance == pytest.approx(covariance[0, 0] * np.array([[1, -1], [-1, 1]]), rel=1e-6)


@pytest.mark.parametrize(("luck_sd", "players"), [(2.0, 3), (6.0, 2)])
def test_standard_errors_are_those_of_repeated_experiments(luck_sd, players):
    """500 experiments of 100 rotations: the spread of 500 has an error of 3.2 %; five of those, false alarm 1e-5.

    With much luck in common dice most rotations are a win each, and errors that took games for independent would be
    far too large.
    """
    work = Rotations.of(toy(luck_sd=luck_sd, step=30), ("+0.40", "+0.00", "+0.00b"), players=players)
    rows = work.play_block(42, 0, 50_000)
    fits = [bradley_terry(work.line_up, rows[first : first + 100]) for first in range(0, 50_000, 100)]
    strengths = np.array([fit.strengths for fit in fits])
    covariance = np.mean([fit.covariance for fit in fits], axis=0)
    assert strengths.std(axis=0, ddof=1) == pytest.approx(np.sqrt(np.diag(covariance)), rel=0.16)
    gaps = strengths[:, 0] - strengths[:, 1]
    error = np.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    assert gaps.std(ddof=1) == pytest.approx(error, rel=0.16)


@pytest.mark.parametrize("players", [2, 3])
def test_one_that_always_wins_is_rated_above_with_a_wide_error(players):
    work = Rotations.of(toy(), ("+90.00", "+0.00", "+0.00b"), players=players)
    table = ladder(work.line_up, work.play_block(43, 0, 200))
    assert table["strategy"][0] == "+90.00"
    assert np.isfinite(table.select_dtypes("number").to_numpy()).all()
    assert table["ahead_of_next"][0] > 400
    # Nothing was lost, so nothing says how far ahead it is: the error is not that of hundreds of games.
    assert table["ahead_of_next_standard_error"][0] > 80
    assert table["beat_share"][0] == 1.0


def test_all_ties_are_equal_ratings():
    work = Rotations.of(toy(step=100_000), ("+0.00", "+0.10", "+0.20"), players=3)
    table = ladder(work.line_up, work.play_block(44, 0, 50))
    assert table["rating"].tolist() == pytest.approx([0, 0, 0], abs=1e-6)
    assert table["beat_share"].tolist() == [0.5, 0.5, 0.5]


def test_ratings_of_one_rotation_are_refused():
    work = Rotations.of(toy(), ("+0.00", "+0.10"), players=2)
    with pytest.raises(RunError, match="at least two rotations, not 1"):
        ladder(work.line_up, work.play_block(1, 0, 1))
