"""Measures and their paired changes, held against intervals worked out otherwise; families that hold together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from kingdice.balance.findings import Judged, judge, judged_of
from kingdice.balance.measures import Measure, change_table, measure_table
from kingdice.balance.sensitivity import sensitivity_table
from kingdice.errors import RunError

RNG = np.random.Generator(np.random.Philox(7))


def mean_of(values: np.ndarray, what: str = "turns") -> Measure:
    return Measure("Length", "", what, "turns", values)


def test_a_mean_has_the_interval_of_the_normal_distribution() -> None:
    values = RNG.normal(25, 6, 400)
    row = measure_table([mean_of(values)]).iloc[0]
    reach = stats.norm.ppf(0.975) * stats.sem(values)
    assert (row["value"], row["low"], row["high"]) == pytest.approx(
        (values.mean(), values.mean() - reach, values.mean() + reach)
    )


def test_a_ratio_of_sums_is_not_a_mean_of_ratios() -> None:
    taken, shown = np.array([1.0, 0.0, 2.0, 1.0]), np.array([2.0, 4.0, 2.0, 1.0])
    assert Measure("Cards", "elf", "taken", "share", taken, shown).value == pytest.approx(4 / 9)


def test_the_interval_of_a_ratio_covers_as_often_as_it_says() -> None:
    covered = 0
    for _ in range(600):
        shown = RNG.poisson(4, 200) + 1
        taken = RNG.binomial(shown, 0.3)
        row = measure_table([Measure("Cards", "", "taken", "share", taken, shown)]).iloc[0]
        covered += row["low"] <= 0.3 <= row["high"]
    assert stats.binom.cdf(covered, 600, 0.95) > 1e-5
    assert stats.binom.sf(covered - 1, 600, 0.95) > 1e-5


def test_a_measure_that_counts_for_nothing_has_no_value() -> None:
    nothing = Measure("Cards", "elf", "taken", "share", np.zeros(5), np.zeros(5))
    assert np.isnan(nothing.value)
    assert np.isnan(nothing.error)


def test_a_share_of_games_has_the_interval_of_wilson() -> None:
    for won in (0, 1, 40, 399, 400):
        share = Measure("Seats", "seat 1", "win share", "share", np.repeat([1.0, 0.0], [won, 400 - won]))
        row = measure_table([share]).iloc[0]
        expected = stats.binomtest(won, 400).proportion_ci(0.95, method="wilson")
        assert (row["low"], row["high"]) == pytest.approx((expected.low, expected.high), abs=2e-4), won


def test_a_share_that_was_never_seen_is_not_taken_for_exact() -> None:
    shown = np.repeat([1.0, 0.0], [60, 340])  # it counts in sixty games
    never = Measure("Cards", "elf", "taken", "share", np.zeros(400), shown, fair=(0.01, 1.0))
    row = judge([judged_of(never)]).iloc[0]
    least = stats.binomtest(0, 60).proportion_ci(0.99).high
    assert row["low"] == 0
    assert least < row["high"] < 2 * least
    assert not row["stands_out"]
    assert measure_table([never]).iloc[0]["high"] > 0.05


def test_a_share_seldom_seen_stands_out_falsely_as_rarely_as_the_level_says() -> None:
    # One in a hundred, seen in 460 games: with a normal interval, one of eighteen would seem too rare.
    seen = np.random.Generator(np.random.Philox(3)).binomial(460, 0.01, 4000)
    counts, times = np.unique(seen, return_counts=True)
    alarms = 0
    for count, number in zip(counts.tolist(), times.tolist(), strict=True):
        taken = np.repeat([1.0, 0.0], [count, 460 - count])
        one = judged_of(Measure("Cards", "", "taken", "share", taken, fair=(0.01, 1.0)))
        alarms += number * judge([one], level=0.99)["stands_out"].iloc[0]
    assert stats.binom.sf(alarms - 1, 4000, 0.005) > 1e-4


def test_a_change_of_means_is_the_paired_difference() -> None:
    before, noise = RNG.normal(25, 6, 500), RNG.normal(0, 0.5, 500)
    after = before + 1 + noise
    row = change_table([mean_of(before)], [mean_of(after)], level=0.95).iloc[0]
    interval = stats.norm.interval(0.95, loc=(after - before).mean(), scale=stats.sem(after - before))
    assert row["change"] == pytest.approx((after - before).mean())
    assert (row["low"], row["high"]) == pytest.approx(interval)
    assert row["marked"]


def test_a_share_that_changes_in_no_game_may_still_change_a_little() -> None:
    rare = Measure("Length", "", "ended by villages", "share", np.repeat([1.0, 0.0], [2, 62]))
    row = change_table([rare], [rare], level=0.95).iloc[0]
    assert (row["low"], row["high"]) == pytest.approx((-(1 - 0.05 ** (1 / 64)), 1 - 0.05 ** (1 / 64)))
    assert not row["marked"]


def test_rounding_is_no_change() -> None:
    before = np.full(500, 0.1 + 0.2)
    table = change_table([mean_of(before)], [mean_of(np.full(500, 0.3))])
    assert table.loc[0, ["change", "low", "high"]].tolist() == [0, 0, 0]
    assert not table.loc[0, "marked"]


def test_pairing_finds_what_two_runs_apart_would_not() -> None:
    before, noise = RNG.normal(25, 6, 500), RNG.normal(0, 0.2, 500)
    after = before + 0.1 + noise
    apart = np.hypot(stats.sem(before), stats.sem(after))
    row = change_table([mean_of(before)], [mean_of(after)]).iloc[0]
    assert row["marked"]
    assert 2 * apart > 0.1


def test_the_same_games_have_not_changed() -> None:
    values = RNG.normal(25, 6, 50)
    row = change_table([mean_of(values)], [mean_of(values.copy())]).iloc[0]
    assert (row["change"], row["low"], row["high"], row["marked"]) == (0, 0, 0, False)


def test_changes_of_a_family_hold_together() -> None:
    # 40 numbers that have not changed, 300 times: at 99 % together, some mark in 1 % of them.
    alarms = 0
    for _ in range(300):
        before = [Measure("S", str(place), "x", "points", RNG.normal(size=80)) for place in range(40)]
        after = [Measure("S", one.of, "x", "points", one.above + RNG.normal(size=80)) for one in before]
        alarms += change_table(before, after, level=0.99)["marked"].any()
    assert stats.binom.sf(alarms - 1, 300, 0.02) > 1e-4  # normal intervals of 80 games: a little more than 1 %


def test_measures_that_only_one_edition_has_are_left_out() -> None:
    values = RNG.normal(size=10)
    table = change_table([mean_of(values), mean_of(values, "rounds")], [mean_of(values)])
    assert table["what"].tolist() == ["turns"]


def test_other_games_cannot_be_compared() -> None:
    with pytest.raises(RunError, match="turns of 10 and of 12 games: expected the same games"):
        change_table([mean_of(RNG.normal(size=10))], [mean_of(RNG.normal(size=12))])


def test_one_game_is_too_few() -> None:
    with pytest.raises(RunError, match="at least two games"):
        measure_table([mean_of(np.array([3.0]))])


def test_sensitivity_widens_over_all_changes() -> None:
    before = RNG.normal(25, 6, 300)
    after = before + RNG.normal(0, 1, 300)
    changed = {str(place): [mean_of(after)] for place in range(10)}
    table = sensitivity_table([mean_of(before)], changed, level=0.95)
    expected = stats.norm.ppf((1 + 0.95**0.1) / 2) * stats.sem(after - before)
    assert table["changed"].tolist() == [str(place) for place in range(10)]
    assert (table["high"] - table["change"]).to_numpy() == pytest.approx(expected)


def number(value: float, error: float, *, of: str = "", how: str = "simulated") -> Judged:
    return Judged("Cards", of, "worth", "points", value, error, (0.9, 1.1), how)


def test_what_stands_out_comes_first_and_is_outside_with_its_whole_interval() -> None:
    table = judge([number(1.0, 0.1, of="fair"), number(1.2, 0.1, of="unsure"), number(2.0, 0.1, of="dear")])
    assert table["of"].tolist() == ["dear", "fair", "unsure"]
    assert table["stands_out"].tolist() == [True, False, False]
    reach = stats.norm.ppf((1 + 0.99 ** (1 / 3)) / 2) * 0.1
    assert (table["high"] - table["value"]).to_numpy() == pytest.approx(reach)


def test_exact_numbers_do_not_widen_the_others_and_have_no_interval() -> None:
    table = judge([number(1.0, 0.1), number(0.0, 0.0, of="impossible", how="exact")]).set_index("of")
    assert table.loc["impossible", "stands_out"]
    assert table.loc["impossible", "low"] == table.loc["impossible", "high"] == 0
    assert table.loc["", "high"] - 1 == pytest.approx(stats.norm.ppf(0.995) * 0.1)


def test_numbers_that_are_not_known_are_left_out() -> None:
    assert judge([number(float("nan"), 0.1)]).empty


def test_a_measure_is_judged_by_its_own_error_and_band() -> None:
    values = RNG.normal(0.5, 0.5, 100)
    judged = judged_of(Measure("Seats", "seat 1", "win share", "share", values, fair=(0.45, 0.55)))
    assert (judged.value, judged.error, judged.fair) == (values.mean(), pytest.approx(stats.sem(values)), (0.45, 0.55))
    with pytest.raises(RunError, match="nothing says what would be fair"):
        judged_of(mean_of(values))


def test_tables_are_tidy() -> None:
    table = measure_table([mean_of(RNG.normal(size=9))])
    assert isinstance(table, pd.DataFrame)
    assert table.columns.tolist() == ["of", "what", "unit", "value", "low", "high"]
    assert table.attrs["level"] == 0.95


def test_a_ratio_has_an_interval_that_is_even_on_the_logarithms_scale() -> None:
    ratio = Judged("Cards", "elf", "worth", "ratio", 0.5, 0.1, (0.9, 1.1), "simulated")
    row = judge([ratio], level=0.95).iloc[0]
    factor = np.exp(stats.norm.ppf(0.975) * 0.1 / 0.5)
    assert (row["low"], row["high"]) == pytest.approx((0.5 / factor, 0.5 * factor))
