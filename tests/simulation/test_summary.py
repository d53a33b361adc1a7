"""Sums that lose nothing, intervals as the literature has them, and one summary for every game."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulation.toy_match import ToyMatch

import kingdice
from kingdice.errors import RunError
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.credits import Credits
from kingdice.simulation.run import simulate
from kingdice.simulation.summary import Tally, _exact_square_sum, _exact_sum, wilson


def plain_means(rows: list[list[int]], columns: tuple[str, ...], seat: int) -> dict[str, float]:
    """A seat's entries, game by game in fractions."""
    games = len(rows)
    credit = Fraction(0)
    for row in rows:
        winners = [place for place in range(3) if row[columns.index("winners")] >> place & 1]
        credit += Fraction(1, len(winners)) if seat - 1 in winners else 0
    scores = [Fraction(row[columns.index(f"score_{seat}")]) for row in rows]
    turns = [Fraction(row[columns.index(f"turns_{seat}")]) for row in rows]
    mean, turns_mean = sum(scores) / games, sum(turns) / games
    return {
        "win_share": float(credit / games),
        "score_mean": float(mean),
        "score_sd": float(sum((score - mean) ** 2 for score in scores) / (games - 1)) ** 0.5,
        "turns_mean": float(turns_mean),
        "turns_sd": float(sum((turn - turns_mean) ** 2 for turn in turns) / (games - 1)) ** 0.5,
    }


def test_a_summary_has_the_numbers_that_plain_fractions_give():
    match = ToyMatch()
    summary = simulate(match, games=777, seed=5, block=100).summary
    rows = match.play_block(5, 0, 777).tolist()
    for seat, entry in enumerate(summary["seats"], start=1):
        expected = plain_means(rows, match.columns, seat)
        assert {key: entry[key] for key in expected} == pytest.approx(expected, rel=1e-15)
        assert entry["win_share_low"] < entry["win_share"] < entry["win_share_high"]
    assert summary["board"] == {"throws_mean": pytest.approx(sum(row[3] for row in rows) / 777, rel=1e-15)}


def test_every_game_has_the_same_keys_in_its_summary():
    summary = simulate(ToyMatch(), games=100, seed=5).summary
    assert list(summary) == [
        "game",
        "edition",
        "seed",
        "games",
        "rng_version",
        "digest",
        "games_per_second",
        "seats",
        "board",
    ]
    assert (summary["game"], summary["edition"]) == ("toy", {"name": "toy", "hash": "abc"})
    assert (summary["seed"], summary["games"], summary["rng_version"]) == (5, 100, RNG_VERSION)
    assert [seat["strategy"] for seat in summary["seats"]] == ["plain", "plain", "lucky"]
    assert list(summary["seats"][0]) == [
        "strategy",
        "win_share",
        "win_share_low",
        "win_share_high",
        "score_mean",
        "score_sd",
        "turns_mean",
        "turns_sd",
    ]


def test_a_summary_is_the_same_whatever_the_blocks():
    summaries = [simulate(ToyMatch(), games=1000, block=block).summary for block in (37, 1000)]
    for summary in summaries:
        assert summary.pop("games_per_second") > 0
    assert summaries[0] == summaries[1]


def test_one_game_has_no_spread():
    assert simulate(ToyMatch(), games=1).summary["seats"][0]["score_sd"] == 0


def test_a_table_has_a_game_a_row_and_says_where_it_comes_from():
    run = simulate(ToyMatch(), games=100, seed=5, block=30)
    table = run.table()
    assert table.columns.tolist() == list(ToyMatch().columns)
    assert (table.to_numpy() == ToyMatch().play_block(5, 0, 100)).all()
    assert table.attrs == {
        "game": "toy",
        "edition": {"name": "toy", "hash": "abc"},
        "strategies": ["plain", "plain", "lucky"],
        "seed": 5,
        "games": 100,
        "digest": run.summary["digest"],
        "method": "simulation",
        "version": kingdice.__version__,
        "rng_version": RNG_VERSION,
    }


def test_rows_that_nobody_wants_are_not_held():
    run = simulate(ToyMatch(), games=100, keep_rows=False)
    assert run.held is None
    assert run.summary["digest"] == simulate(ToyMatch(), games=100).summary["digest"]
    with pytest.raises(RunError, match=r"^the rows of this run were not kept; simulate with keep_rows or out$"):
        run.table()


@given(st.lists(st.integers(1, 31), min_size=1, max_size=60), st.integers(1, 10))
def test_shared_wins_are_split_evenly_and_add_up_to_the_games(winners, cut):
    """Against fractions added game by game, in two pieces as in one."""
    total = Credits(5)
    for piece in (winners[:cut], winners[cut:]):
        total.add(np.array(piece, dtype=np.int64))
    each = [[Fraction(mask >> seat & 1, mask.bit_count()) for mask in winners] for seat in range(5)]
    assert total.shares() == [sum(column, Fraction(0)) / len(winners) for column in each]
    assert sum(total.shares()) == 1
    assert total.sums() == pytest.approx([float(sum(column)) for column in each], rel=1e-15)
    assert total.square_sums() == pytest.approx([float(sum(x * x for x in column)) for column in each], rel=1e-15)


@pytest.mark.parametrize("winners", [0, -1, 8])
def test_a_game_without_a_winner_at_the_table_is_refused(winners):
    with pytest.raises(RunError, match=r"^a game was won by seats that are not among its 3$"):
        Credits(3).add(np.array([1, winners]))


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30))
def test_sums_do_not_wrap_around(values):
    array = np.array(values, dtype=np.int64)
    assert _exact_sum(array) == sum(values)
    assert _exact_square_sum(array) == sum(value * value for value in values)


def test_a_spread_survives_scores_that_floats_would_swallow():
    """Scores of 10^12 and 10^12 + 1 in turn: their standard deviation is a half, nearly."""
    match = ToyMatch(("plain", "plain"))
    rows = np.ones((1000, len(match.columns)), dtype=np.int64)
    rows[:, match.columns.index("score_1")] = 10**12 + np.arange(1000) % 2
    tally = Tally(match)
    tally.add(rows)
    seat = tally.summary(seed=1, games_per_second=1.0)["seats"][0]
    assert seat["score_mean"] == 10**12 + 0.5
    assert seat["score_sd"] == pytest.approx(0.5 * (1000 / 999) ** 0.5, rel=1e-14)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_those_of_newcombe(wins, games, low, high):
    """R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3."""
    assert [round(bound, 4) for bound in wilson(Fraction(wins, games), games)] == [low, high]
    mirrored = wilson(Fraction(games - wins, games), games)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-4)


@pytest.mark.parametrize("games", [1, 10, 12, 1000, 4096])
def test_the_interval_holds_the_share_itself(games: int) -> None:
    for share in (Fraction(0), Fraction(1, games), Fraction(1)):
        low, high = wilson(share, games)
        assert low <= float(share) <= high
