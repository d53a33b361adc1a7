"""Taking luck out: the same mean, the narrower interval, and the promised number of times fewer games."""

from __future__ import annotations

import numpy as np
import pytest
from comparison.toy_match import toy
from scipy.stats import binom, linregress, t

from kingdice.comparison.luck import luck_adjusted, luck_table
from kingdice.comparison.rotation import Rotations
from kingdice.errors import RunError

RUNS = 2000
FALSE_ALARM = 1e-6


@pytest.fixture(scope="module")
def experiments():
    """2,000 experiments of 50 rotations with a difference of 0.1, a beta of 2 and a fifth of the variance left.

    Luck is skewed (exponential), as the luck of one card is.
    """
    rng = np.random.Generator(np.random.Philox(51))
    lucks = rng.exponential(size=(RUNS, 50)) - 1
    differences = 0.1 + 2 * lucks + rng.normal(size=(RUNS, 50))
    return [luck_adjusted(d, luck) for d, luck in zip(differences, lucks, strict=True)]


def test_the_adjusted_mean_is_unbiased(experiments):
    """Five standard errors of the mean of 2,000 means: false alarm 6e-7."""
    means = np.array([adjusted.mean.value for adjusted in experiments])
    assert abs(means.mean() - 0.1) < 5 * means.std() / np.sqrt(RUNS)


def test_its_interval_covers(experiments):
    """95 % of 2,000, but for one run in a million."""
    hits = sum(adjusted.mean.low <= 0.1 <= adjusted.mean.high for adjusted in experiments)
    low, high = binom.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], RUNS, 0.95)
    assert low <= hits <= high


def test_its_spread_is_a_fifth_of_the_variance(experiments):
    """Plain variance 5 / 50; the ratio of 2,000 is known to 3.2 %, and 50 rotations cost 1/47 of it: within 20 %."""
    means = np.array([adjusted.mean.value for adjusted in experiments])
    assert 5 / 50 / means.var() == pytest.approx(5, rel=0.2)
    ratios = np.array([adjusted.times_fewer.value for adjusted in experiments])
    assert np.median(ratios) == pytest.approx(5, rel=0.1)


def test_the_interval_of_times_fewer_covers_with_enough_rotations():
    """400 experiments of 1,000 rotations; the delta method is near enough: 94 % would be below 88 % once in 10^5."""
    rng = np.random.Generator(np.random.Philox(52))
    lucks = rng.exponential(size=(400, 1000)) - 1
    differences = 2 * lucks + rng.normal(size=(400, 1000))
    found = [luck_adjusted(d, luck).times_fewer for d, luck in zip(differences, lucks, strict=True)]
    assert sum(times.low <= 5 <= times.high for times in found) >= 0.88 * 400


def test_the_adjusted_mean_is_the_intercept_of_a_regression():
    rng = np.random.Generator(np.random.Philox(56))
    lucks = rng.normal(size=7) + 1
    differences = 2 * lucks + rng.normal(size=7)
    expected = linregress(lucks, differences)
    adjusted = luck_adjusted(differences, lucks, level=0.9)
    reach = t.ppf(0.95, 5) * expected.intercept_stderr
    assert adjusted.beta == pytest.approx(expected.slope)
    assert float(adjusted.mean.value) == pytest.approx(expected.intercept)
    assert float(adjusted.mean.high - adjusted.mean.value) == pytest.approx(reach)
    assert float(adjusted.mean.value - adjusted.mean.low) == pytest.approx(reach)


def test_luck_that_explains_nothing_needs_as_many_games():
    rng = np.random.Generator(np.random.Philox(53))
    differences, lucks = rng.normal(size=(2, 5000))
    adjusted = luck_adjusted(differences, lucks)
    assert abs(adjusted.beta) < 0.08
    assert adjusted.times_fewer.low == 1.0
    assert adjusted.times_fewer.high < 1.01


def test_equal_values_are_no_trouble():
    """No luck, no difference, luck alone: no warning, and numbers that can be written down."""
    ramp = np.linspace(-1, 1, 49)
    no_luck = luck_adjusted(ramp + 0.1, np.full(49, 0.1))
    assert (no_luck.beta, float(no_luck.times_fewer.value)) == (0.0, 1.0)
    assert float(no_luck.mean.value) == pytest.approx(0.1)
    no_difference = luck_adjusted(np.full(49, 0.1), ramp, bounds=(-1.0, 1.0))
    assert float(no_difference.mean.value) == 0.1
    assert no_difference.mean.low < 0.1 < no_difference.mean.high
    only_luck = luck_adjusted(3 * ramp + 0.1, ramp)
    assert float(only_luck.mean.value) == pytest.approx(0.1)
    assert only_luck.beta == pytest.approx(3)
    assert np.isfinite(only_luck.times_fewer.high)
    with pytest.raises(RunError, match="at least four rotations, not 3"):
        luck_adjusted(np.zeros(3), np.zeros(3))


def test_table_of_a_match_that_measures_luck():
    """Own luck twice the noise: leads vary by luck (4) and noise (1), so five times fewer rotations."""
    work = Rotations.of(toy(own_luck_sd=2.0, noise_sd=1.0), ("+0.30", "+0.00", "+0.10"), players=3)
    table = luck_table(work.line_up, work.play_block(54, 0, 4000))
    assert len(table) == 9
    lead = table[table["quantity"] == "lead"]
    assert (lead["times_fewer_games_low"] < 5).all()
    assert (lead["times_fewer_games_high"] > 5).all()
    truth = np.array([30.0, 20.0, -10.0]) * 1.5  # a lead of three: own points minus half of the others'
    assert (lead["adjusted_low"] < truth).all()
    assert (lead["adjusted_high"] > truth).all()
    assert (lead["adjusted_high"] - lead["adjusted_low"] < 0.5 * (lead["high"] - lead["low"])).all()
    share = table[table["quantity"] == "win_share"]
    assert (share["times_fewer_games"] > 1.2).all()


def test_common_dice_alone_leave_no_luck_to_take_out():
    work = Rotations.of(toy(own_luck_sd=0.0), ("+0.30", "+0.00"), players=2)
    table = luck_table(work.line_up, work.play_block(55, 0, 100))
    assert (table["times_fewer_games"] == 1.0).all()
    assert (table["adjusted"] == table["difference"]).all()
