"""Do intervals cover as often as they say? Seeds are fixed; bands are those of the binomial at the stated rate."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from comparison.toy_match import toy
from scipy.stats import binom, ttest_1samp

from kingdice.comparison.intervals import mean_interval, sidak
from kingdice.comparison.rotation import Rotations
from kingdice.comparison.values import win_shares
from kingdice.errors import RunError
from kingdice.simulation.summary import wilson

FALSE_ALARM = 1e-6
RUNS = 2000


def cut(values, size=100):
    """Independent experiments side by side: (rotations, experiments)."""
    return values.reshape(RUNS, size).T


def inside(hits, level):
    """Whether a count of covering intervals is what the level allows, but for one run in 1 / FALSE_ALARM."""
    low, high = binom.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], RUNS, level)
    return low <= hits <= high


def test_t_interval_covers_the_win_share():
    """2,000 experiments of 100 rotations; truth from equal strategies. False alarm 1e-6 (t is near enough exact)."""
    work = Rotations.of(toy(), ("+0.00", "+0.00b"), players=2)
    shares = win_shares(work.line_up, work.play_block(11, 0, RUNS * 100))[:, 0]
    _, low, high = mean_interval(cut(shares), bounds=(0.0, 1.0))
    assert inside(((low <= 0.5) & (high >= 0.5)).sum(), 0.95)


def test_games_of_a_rotation_are_not_independent():
    """Wilson over the games of a rotation is wrong about its width: rotation takes the seat's advantage out."""
    work = Rotations.of(toy(head_start=3.0), ("+0.00", "+0.00b"), players=2)
    shares = win_shares(work.line_up, work.play_block(12, 0, 4000))[:, 0]
    _, low, high = mean_interval(shares)
    wilson_low, wilson_high = wilson(Fraction(shares.mean()), 8000)
    assert high - low < 0.8 * (wilson_high - wilson_low)


def test_pairing_on_common_dice_beats_independent_games():
    """Luck three times the noise: differences on the same dice vary much less than on different ones."""
    work = Rotations.of(toy(luck_sd=3.0), ("+0.00", "+0.30"), players=2)
    singles = [match.play_block(13, 0, 4000) for match in work.matches]
    other_dice = work.matches[1].play_block(13, 4000, 4000)
    scores = [work.matches[0].columns.index(f"score_{seat}") for seat in (1, 2)]
    # The lead of "+0.30" over "+0.00" in both seatings, on the same dice and on different dice.
    first = singles[0][:, scores[1]] - singles[0][:, scores[0]]
    paired = first + singles[1][:, scores[0]] - singles[1][:, scores[1]]
    unpaired = first + other_dice[:, scores[0]] - other_dice[:, scores[1]]
    assert paired.var() < 0.3 * unpaired.var()


def test_simultaneous_intervals_hold_together():
    """Six correlated differences of four equal strategies; together at least 95 %. False alarm below 1e-6."""
    rng = np.random.Generator(np.random.Philox(14))
    values = rng.normal(size=(60, RUNS, 4)) + 0.5 * rng.normal(size=(60, RUNS, 1))
    ones, others = np.triu_indices(4, 1)
    _, low, high = mean_interval(values[..., ones] - values[..., others], family=6)
    together = ((low <= 0) & (high >= 0)).all(axis=1).sum()
    assert together >= binom.ppf(FALSE_ALARM, RUNS, 0.95)
    alone = mean_interval(values[..., ones] - values[..., others])
    assert ((alone.low <= 0) & (alone.high >= 0)).all(axis=1).sum() < 0.9 * RUNS


def test_constant_values_get_the_interval_of_what_was_not_seen():
    """Exact: with 100 rotations, other values that come up 3 % of the time stay hidden in 4.8 % of experiments."""
    _, low, high = mean_interval(np.full(100, 0.5), bounds=(0.0, 1.0))
    unseen = 1 - 0.05 ** (1 / 100)
    assert (float(low), float(high)) == (pytest.approx(0.5 - unseen / 2), pytest.approx(0.5 + unseen / 2))
    assert 0.97**100 < 0.05 < (1 - 0.029) ** 100
    # A mean of equal values must not make a spread out of rounding.
    assert mean_interval(np.full(49, 0.1)).low == 0.1


def test_intervals_stay_within_their_bounds():
    values = np.array([1.0, 1.0, 1.0, 0.5])
    value, low, high = mean_interval(values, bounds=(0.0, 1.0))
    assert high == 1.0
    assert 0 < low < value


def test_t_interval_is_scipys():
    values = np.random.Generator(np.random.Philox(15)).normal(size=(12, 3))
    expected = ttest_1samp(values, 0).confidence_interval(0.9)
    value, low, high = mean_interval(values, level=0.9)
    np.testing.assert_allclose(low, expected.low, rtol=1e-12)
    np.testing.assert_allclose(high, expected.high, rtol=1e-12)
    np.testing.assert_allclose(value, values.mean(axis=0))


def test_sidak_widens():
    assert sidak(0.95, 1) == 0.95
    assert sidak(0.95, 10) == pytest.approx(0.9948838, abs=1e-7)  # 0.95 to the power of a tenth


def test_too_little_to_say_is_one_line():
    with pytest.raises(RunError, match="at least two rotations, not 1"):
        mean_interval(np.array([1.0]))
    with pytest.raises(RunError, match=r"a level of 1\.5"):
        mean_interval(np.zeros(3), level=1.5)
