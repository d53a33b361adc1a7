"""Intervals that stay valid however often one looks: by the formula, by simulation, and not too wide."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest
from scipy import stats
from simulation.toy_match import ToyMatch

from kingdice.errors import RunError
from kingdice.simulation.run import simulate
from kingdice.simulation.sequences import MeanSequence, deviation_bound, log_wealth, mixture_width
from kingdice.simulation.until import Until

LOOK = 4096
FALSE_ALARM = 1e-6
STREAMS, LOOKS, ALPHA = 3000, 50, 0.05


def plain_log_wealth(deviation: float, squares: float, mixture: float) -> float:
    """The mixture over b, added up over two million bets b from 0 to 1."""
    bets = (np.arange(2_000_000) + 0.5) / 2_000_000
    density = (mixture - 1) * np.log1p(-bets) - mixture * (1 - bets)
    return log_sum(density + bets * deviation - (-np.log1p(-bets) - bets) * squares) - log_sum(density)


def log_sum(exponents: np.ndarray) -> float:
    highest = exponents.max()
    return float(highest + log(np.exp(exponents - highest).sum()))


@pytest.mark.parametrize(
    ("deviation", "squares", "mixture"),
    [(0.0, 10.0, 3.0), (3.0, 5.0, 2.0), (20.0, 50.0, 10.0), (100.0, 2000.0, 300.0), (900.0, 50_000.0, 5000.0)],
)
def test_the_closed_form_is_the_mixture_added_up(deviation, squares, mixture):
    height, slope = log_wealth(np.array([deviation]), np.array([squares]), mixture)
    assert height[0] == pytest.approx(plain_log_wealth(deviation, squares, mixture), rel=1e-6, abs=1e-6)
    above = plain_log_wealth(deviation + 1e-3, squares, mixture)
    below = plain_log_wealth(max(deviation - 1e-3, 0.0), squares, mixture)
    assert slope[0] == pytest.approx((above - below) / (1e-3 + min(deviation, 1e-3)), rel=1e-3)


@pytest.mark.parametrize("squares", [0.0, 1.0, 80.0, 1e5, 1e9, 1e12])
@pytest.mark.parametrize("mixture", [0.01, 1.0, 100.0, 999.9, 1000.1, 1e9])
def test_the_bound_is_where_the_wealth_reaches_one_in_alpha(squares, mixture):
    bound = deviation_bound(np.array([squares]), 0.01, mixture)
    assert log_wealth(bound, np.array([squares]), mixture)[0][0] == pytest.approx(log(100), abs=1e-5)


@pytest.mark.parametrize("streams", [1, 2, 5])
def test_the_level_is_divided_over_both_sides_of_every_stream(streams):
    sequence = MeanSequence(streams, first_guess=0.5, alpha=0.05, expected_squares=500.0)
    ones = np.full(streams, 1000)
    sequence.add(LOOK, ones, ones)
    squares = 1000 * 0.25 + 3096 * 0.25
    assert sequence.squares.tolist() == [squares] * streams
    reached = log_wealth(sequence.half_widths * LOOK, sequence.squares, mixture_width(500.0, 0.025 / streams))[0]
    assert np.exp(reached) == pytest.approx(2 * streams / 0.05, rel=1e-6)


def test_a_batch_is_guessed_by_the_mean_of_those_before_it():
    """1,000 values of mean 0.3 guessed 0.5, then 1,000 of mean 0.5 guessed 0.3: by hand."""
    sequence = MeanSequence(1, first_guess=0.5, alpha=0.05, expected_squares=500.0)
    sequence.add(1000, np.array([300]), np.array([300]))
    sequence.add(1000, np.array([500]), np.array([500]))
    assert sequence.squares[0] == pytest.approx(1000 * 0.25 + 500 * 0.7**2 + 500 * 0.3**2)
    assert sequence.means[0] == 0.4


def batches(name: str, rng: np.random.Generator) -> tuple[float, np.ndarray, np.ndarray]:
    """Credits of independent streams: their true mean, sums and sums of squares per batch (looks, streams)."""
    if name == "shared by two or three":  # wins 20 %, halves 10 %, thirds 5 %
        counts = rng.multinomial(LOOK, [0.2, 0.1, 0.05, 0.65], size=(LOOKS, STREAMS))
        worths = np.array([1, 1 / 2, 1 / 3, 0])
        return float(worths @ [0.2, 0.1, 0.05, 0.65]), counts @ worths, counts @ worths**2
    mean = float(name)
    ones = rng.binomial(LOOK, mean, size=(LOOKS, STREAMS))
    return mean, ones, ones


@pytest.mark.parametrize("name", ["0.5", "0.2", "0.02", "0.0005", "shared by two or three"])
@pytest.mark.parametrize("precision", [0.02, 0.002])
def test_the_true_mean_is_inside_at_every_look_in_95_of_100_runs(name, precision):
    """3,000 streams of 204,800 values, 50 looks; a false alarm at most once in a million seeds.

    An interval made for one look is outside at some look far more often, which shows that the test can fail.
    """
    rng = np.random.default_rng(20170713)
    mean, sums, squares = batches(name, rng)
    expected = (3.5 * 0.25 * 0.75 / precision) ** 2
    sequence = MeanSequence(STREAMS, first_guess=0.25, alpha=ALPHA * STREAMS, expected_squares=expected)
    outside = np.zeros(STREAMS, dtype=bool)
    naive = np.zeros(STREAMS, dtype=bool)
    seen_squares = np.cumsum(squares, axis=0)
    for look, (added, added_squares) in enumerate(zip(sums, squares, strict=True)):
        sequence.add(LOOK, added, added_squares)
        outside |= np.abs(sequence.means - mean) > sequence.half_widths
        variance = seen_squares[look] / sequence.count - sequence.means**2
        naive |= np.abs(sequence.means - mean) > 1.96 * np.sqrt(variance / sequence.count)
    allowed = stats.binom.isf(FALSE_ALARM, STREAMS, ALPHA)
    assert outside.sum() <= allowed
    assert naive.sum() > 2 * allowed


@pytest.mark.long
def test_the_true_mean_stays_inside_over_thousands_of_looks():
    """2,000 streams, 4,000 looks at up to 16 million values; a false alarm at most once in a million seeds."""
    rng = np.random.default_rng(4)
    sequence = MeanSequence(2000, first_guess=0.5, alpha=ALPHA * 2000, expected_squares=1e4)
    outside = np.zeros(2000, dtype=bool)
    for look in range(4000):
        ones = rng.binomial(LOOK, 0.3, size=2000)
        sequence.add(LOOK, ones, ones)
        if look < 100 or look % 20 == 0:  # looking less often leaves fewer chances to be outside
            outside |= np.abs(sequence.means - 0.3) > sequence.half_widths
    assert outside.sum() <= stats.binom.isf(FALSE_ALARM, 2000, ALPHA)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_price_of_looking_is_less_than_twice_the_interval_for_one_look(seats):
    """At 100,000 games and at the games where the run stops, for the fair share; seats share the level alike."""
    share, z = 1 / seats, stats.norm.isf(0.025 / seats)
    for precision, games in [(0.005, 100_000), (0.002, None)]:
        expected = (3.5 * share * (1 - share) / precision) ** 2
        alpha = 0.025 / seats
        games = games or round((3.5 / precision) ** 2 * share * (1 - share))
        squares = np.array([games * share * (1 - share)])
        width = deviation_bound(squares, alpha, mixture_width(expected, alpha))[0] / games
        assert 1.2 < width / (z * sqrt(share * (1 - share) / games)) < 1.6


# Until


def test_a_run_stops_when_every_seat_is_known_to_the_precision():
    run = simulate(ToyMatch(), games=10**6, until=Until.parse("win-share:0.01"), workers=2)
    until = run.summary["until"]
    assert run.summary["games"] == until["games"]
    assert until["games"] % LOOK == 0
    assert (until["quantity"], until["precision"], until["level"], until["reached"]) == ("win-share", 0.01, 0.95, True)
    assert max(until["half_widths"]) <= 0.01
    for seat, half, low, high in zip(
        run.summary["seats"], until["half_widths"], until["lows"], until["highs"], strict=True
    ):
        assert (low, high) == pytest.approx((seat["win_share"] - half, seat["win_share"] + half))
        assert low < seat["win_share_low"] < seat["win_share_high"] < high
    variance = max(seat["win_share"] * (1 - seat["win_share"]) for seat in run.summary["seats"])
    assert until["games"] < variance * (3.7 / 0.01) ** 2 + LOOK  # 2.4 would do for one look at this level
    before = simulate(ToyMatch(), games=until["games"] - LOOK, until=Until.parse("win-share:0.01"))
    assert not before.summary["until"]["reached"]
    assert max(before.summary["until"]["half_widths"]) > 0.01


@pytest.mark.parametrize(("workers", "block"), [(1, 64), (1, 4096), (2, 333), (2, 5000), (3, 100_000)])
def test_a_run_stops_at_the_same_game_whatever_the_blocks_and_workers(workers, block):
    asked = {"games": 10**6, "until": Until.parse("win-share:0.02")}
    expected = simulate(ToyMatch(), **asked).summary
    summary = simulate(ToyMatch(), **asked, workers=workers, block=block).summary
    assert {**summary, "games_per_second": 0} == {**expected, "games_per_second": 0}


def test_a_run_that_ends_before_it_is_sure_says_so():
    summary = simulate(ToyMatch(), games=5000, until=Until.parse("win-share:0.001")).summary
    assert summary["games"] == summary["until"]["games"] == 5000
    assert not summary["until"]["reached"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("win-shares:0.01", "no quantity 'win-shares' to stop at; did you mean 'win-share'?"),
        ("score", "no quantity 'score' to stop at; there is win-share"),
        ("", "no quantity '' to stop at; there is win-share"),
        ("win-share", "'win-share': expected a quantity and its precision, like win-share:0.002"),
        ("win-share:x", "'win-share:x': expected a quantity and its precision, like win-share:0.002"),
        ("win-share:nan", "'win-share:nan': expected a quantity and its precision, like win-share:0.002"),
        ("win-share:0", "precision 0.0: expected a number from 0.000001 to below 0.5, like win-share:0.002"),
        ("win-share:1e-300", "precision 1e-300: expected a number from 0.000001 to below 0.5, like win-share:0.002"),
        ("win-share:-0.01", "precision -0.01: expected a number from 0.000001 to below 0.5, like win-share:0.002"),
        ("win-share:0.5", "precision 0.5: expected a number from 0.000001 to below 0.5, like win-share:0.002"),
        ("win-share:inf", "precision inf: expected a number from 0.000001 to below 0.5, like win-share:0.002"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(text, message):
    with pytest.raises(RunError) as error:
        Until.parse(text)
    assert str(error.value) == message


def test_a_level_is_between_0_and_1():
    with pytest.raises(RunError, match=r"^level 1: expected a number between 0 and 1$"):
        Until("win-share", 0.01, level=1)
