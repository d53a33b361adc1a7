"""Stop rules: what they read, where they stop, and that looking spoils nothing."""

from __future__ import annotations

import numpy as np
import pytest
from comparison.toy_match import toy
from scipy.stats import binom

from kingdice.comparison.line_up import LineUp
from kingdice.comparison.rotation import Rotations
from kingdice.comparison.sequential import Sprt
from kingdice.comparison.stopping import SharePrecision, stop_rule
from kingdice.comparison.values import win_shares
from kingdice.errors import RunError
from kingdice.simulation.blocks import run_blocks
from kingdice.simulation.sequences import MeanSequence

DUEL = LineUp(("+0.20", "+0.00"), players=2)


def test_what_can_be_waited_for():
    assert isinstance(stop_rule("sprt:0.01", DUEL), Sprt)
    assert isinstance(stop_rule("win-share:0.002", DUEL), SharePrecision)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("win-shares:0.1", "no quantity 'win-shares' to stop at; did you mean 'win-share'"),
        ("coffee", "there are win-share, sprt"),
        ("sprt", "expected a number after the colon, like sprt:0.01"),
        ("sprt:much", "expected a number after the colon"),
        ("sprt:0", "a difference of 0 in win share"),
        ("sprt:nan", "a difference of nan in win share"),
        ("win-share:0", "precision 0.0: expected a number between 0 and 0.5"),
        ("win-share:nan", "precision nan"),
        ("win-share:1e-300", "precision 1e-300: expected a number from 0.000001"),
    ],
)
def test_anything_else_is_refused_in_one_line(text, message):
    with pytest.raises(RunError) as refused:
        stop_rule(text, DUEL)
    assert message in str(refused.value)


def test_true_shares_are_inside_at_every_look():
    """100 experiments of 20 looks; a miss anywhere in 5 % of them would be allowed. False alarm 1e-6."""
    work = Rotations.of(toy(), ("+0.00", "+0.00b"), players=3)
    missed = 0
    for run in range(100):
        rows = work.play_block(71, run * 2000, 2000)
        rule = SharePrecision(work.line_up, 0.02)
        outside = False
        for first in range(0, 2000, 100):
            rule.add(rows[first : first + 100])
            report = rule.report()
            low, high = np.array(report["lows"]), np.array(report["highs"])
            outside |= bool(((low > 1 / 3) | (high < 1 / 3)).any())
        missed += outside
    assert missed <= binom.ppf(1 - 1e-6, 100, 0.05)


def test_intervals_are_those_of_the_confidence_sequence():
    """The same sequence, fed with the values themselves: shares of the most that each strategy can win."""
    work = Rotations.of(toy(step=50), ("+0.20", "+0.00"), players=3)
    rows = work.play_block(74, 0, 600)
    rule = SharePrecision(work.line_up, 0.02, level=0.9)
    most = np.array([1.0, 0.5])  # of two copies at most one wins
    sequences = [
        MeanSequence(1, first_guess=1 / 3, alpha=0.05, expected_squares=(3.5 * 2 / 27 / 0.02) ** 2),
        MeanSequence(1, first_guess=2 / 3, alpha=0.05, expected_squares=(3.5 * 2 / 54 / 0.25 / 0.04) ** 2),
    ]
    for first in range(0, 600, 200):
        rule.add(rows[first : first + 120])
        rule.add(rows[first + 120 : first + 200])
        rule.enough()
        values = win_shares(work.line_up, rows[first : first + 200]) / most
        for k, sequence in enumerate(sequences):
            sequence.add(200, values[:, [k]].sum(axis=0), (values[:, [k]] ** 2).sum(axis=0))
    report = rule.report()
    half_widths = np.concatenate([sequence.half_widths for sequence in sequences]) * most
    np.testing.assert_allclose(report["half_widths"], half_widths, rtol=1e-9)
    means = win_shares(work.line_up, rows).mean(axis=0)
    np.testing.assert_allclose(report["lows"], means - half_widths, rtol=1e-9)
    np.testing.assert_allclose(report["highs"], means + half_widths, rtol=1e-9)


@pytest.mark.parametrize("text", ["win-share:0.02", "sprt:0.02"])
def test_a_run_stops_at_the_same_rotation_whatever_blocks_and_workers(text):
    work = Rotations.of(toy(step=50), ("+0.20", "+0.00", "-0.20"), players=3)
    reports = []
    for block, workers in ((64, 1), (1000, 2), (4096, 1)):
        rule = stop_rule(text, work.line_up)
        rows = []
        outcome = run_blocks(work, rows.append, games=30_000, seed=72, workers=workers, block=block, stop=rule)
        assert outcome.stopped
        assert outcome.games == sum(map(len, rows)) < 30_000
        assert outcome.games % 4096 == 0
        reports.append(rule.report())
    assert reports[0] == reports[1] == reports[2]
    assert reports[0]["reached"]
    assert reports[0]["rotations"] == outcome.games


def test_it_stops_about_as_early_as_it_can():
    """Half width 0.01 at 95 % for all looks: within twice the rotations of a fixed-number interval as wide x 3.5/2."""
    work = Rotations.of(toy(luck_sd=0.0), ("+0.20", "+0.00"), players=2)
    rule = SharePrecision(work.line_up, 0.01)
    first = 0
    while not rule.enough():
        rule.add(work.play_block(73, first, 512))
        first += 512
    assert 0.25 * 1.96**2 / 2 / 0.01**2 < first < 0.25 * 3.5**2 / 0.01**2


def test_before_the_first_rotation_it_is_not_enough():
    rule = SharePrecision(DUEL, 0.01)
    assert not rule.enough()
    with pytest.raises(RunError, match="at least one rotation, not 0"):
        rule.report()
