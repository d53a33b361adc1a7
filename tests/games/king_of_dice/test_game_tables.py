"""Tables of one row a game: against games by the plain rules, and their intervals and tests against chance."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from oracles.plain_turns import leaders, turns_of
from scipy.stats import binom, chisquare

from kingdice.balance.seat_test import seat_test
from kingdice.comparison.estimates import ratio_estimate, stack_tables
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import game_tables, load_edition
from kingdice.games.king_of_dice.game_tables import (
    decisions,
    endings,
    lead_changes,
    length,
    score_histogram,
    scores,
    seats,
)
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.play import Game, play_game
from kingdice.games.king_of_dice.rules import score, winners
from kingdice.games.king_of_dice.strategies import strategy_named
from kingdice.simulation.run import Run, simulate

NAMES = ["best-bet", "random", "easiest"]
GAMES = 12
TABLES = [seats, seat_test, length, endings, scores, score_histogram, decisions, lead_changes]


@pytest.fixture(scope="module")
def run() -> Run:
    return simulate(match(NAMES), games=GAMES, seed=3)


@pytest.fixture(scope="module")
def plain() -> list[Game]:
    players = [strategy_named(name) for name in NAMES]
    return [play_game(load_edition(), players, seed=3, game=game) for game in range(GAMES)]


def made_up(winners: np.ndarray, players: int) -> pd.DataFrame:
    """Games of which only the winners matter."""
    table = pd.DataFrame({"winners": winners})
    table.attrs = {"strategies": ["any"] * players}
    return table


def test_seats_count_what_the_plain_rules_count(run: Run, plain: list[Game]) -> None:
    table = seats(run)
    for seat in range(3):
        row = table.iloc[seat]
        won = [winners(game.states[-1]) for game in plain]
        assert row["win_share"] == pytest.approx(sum((seat in one) / len(one) for one in won) / GAMES)
        points = [score(game.states[-1], seat) for game in plain]
        assert row["score"] == pytest.approx(np.mean(points))
        assert row["score_sd"] == pytest.approx(np.std(points, ddof=1))
        assert row["turns"] == pytest.approx(np.mean([game.states[-1].turns[seat] for game in plain]))
        assert row["low"] < row["win_share"] < row["high"]
        assert row["times_fair"] == pytest.approx(3 * row["win_share"])
    assert table["strategy"].tolist() == NAMES
    assert table["win_share"].sum() == pytest.approx(1)


def test_length_and_endings_count_what_the_plain_rules_count(run: Run, plain: list[Game]) -> None:
    turns = [len(turns_of(game)) for game in plain]
    table = length(run).set_index("quantity")
    assert table.loc["turns", "mean"] == pytest.approx(np.mean(turns))
    assert table.loc["turns", "median"] == pytest.approx(np.median(turns))
    assert table.loc["rounds", "mean"] == pytest.approx(np.mean(turns) / 3)
    ends = endings(run).set_index("ended_by")
    for name in game_tables.ENDINGS:
        ended = [count for game, count in zip(plain, turns, strict=True) if game.states[-1].ended_by == name]
        assert ends.loc[name, "games"] == len(ended)
        assert ends.loc[name, "turns"] == pytest.approx(np.mean(ended) if ended else np.nan, nan_ok=True)
    assert ends["share"].sum() == pytest.approx(1)


def test_scores_count_what_the_plain_rules_count(run: Run, plain: list[Game]) -> None:
    ranked = [sorted((score(game.states[-1], seat) for seat in range(3)), reverse=True) for game in plain]
    table = scores(run).set_index("quantity")["mean"]
    assert table["winner"] == pytest.approx(np.mean([one[0] for one in ranked]))
    assert table["second"] == pytest.approx(np.mean([one[1] for one in ranked]))
    assert table["last"] == pytest.approx(np.mean([one[2] for one in ranked]))
    assert table["margin"] == pytest.approx(np.mean([one[0] - one[1] for one in ranked]))
    assert table["total"] == pytest.approx(np.mean([sum(one) for one in ranked]))


@pytest.mark.parametrize("quantity", ["winner", "margin", "seat 2"])
@pytest.mark.parametrize("width", [1, 7])
def test_a_histogram_holds_every_game_once(run: Run, quantity: str, width: int) -> None:
    table = score_histogram(run, quantity=quantity, width=width)
    assert table["games"].sum() == GAMES
    assert table["share"].sum() == pytest.approx(1)
    assert np.all(np.diff(table["points"]) == width)
    assert table["games"].iloc[0] > 0
    assert table["games"].iloc[-1] > 0


def test_lead_changes_count_what_the_plain_rules_count(run: Run, plain: list[Game]) -> None:
    changes, led, nobody = [], [], []
    for game in plain:
        found = leaders(game)
        alone = [seat for seat in found if seat >= 0]
        changes.append(sum(a != b for a, b in pairwise(alone)))
        led.append(sum(found.count(seat) for seat in winners(game.states[-1])) / len(found))
        nobody.append(found.count(-1) / len(found))
    table = lead_changes(run).set_index("quantity")["mean"]
    assert table["lead changes"] == pytest.approx(np.mean(changes))
    assert table["led by winner"] == pytest.approx(np.mean(led))
    assert table["led by nobody"] == pytest.approx(np.mean(nobody))


def test_what_decides_a_game() -> None:
    table = pd.DataFrame({"winners": [1, 2, 3, 1], "score_1": [9, 4, 5, 5], "score_2": [3, 4, 5, 2]})
    table.attrs = {"strategies": ["any", "any"]}
    assert decisions(table).set_index("decided_by")["games"].to_dict() == {"points": 2, "tie rule": 1, "shared": 1}


def test_without_shared_wins_the_seat_test_is_pearsons() -> None:
    won = np.random.default_rng(4).integers(0, 3, 500)
    found = seat_test(made_up(1 << won, 3)).iloc[0]
    expected = chisquare(np.bincount(won))
    assert found["chi_square"] == pytest.approx(expected.statistic)
    assert found["p_value"] == pytest.approx(expected.pvalue)
    assert found["degrees_of_freedom"] == 2
    assert found["variance_left"] == pytest.approx(1)


def test_with_shared_wins_the_seat_test_rejects_as_often_as_it_says() -> None:
    """3,000 runs of interchangeable seats, half of all wins shared; the band is missed by chance once in 100,000."""
    rng = np.random.default_rng(8)
    masks, chances = np.array([1, 2, 4, 3, 5, 6]), np.array([1, 1, 1, 1, 1, 1]) / 6
    p_values = [seat_test(made_up(rng.choice(masks, 400, p=chances), 3)).loc[0, "p_value"] for _ in range(3000)]
    rejected = int((np.array(p_values) < 0.05).sum())
    assert binom.ppf(5e-6, 3000, 0.05) <= rejected <= binom.ppf(1 - 5e-6, 3000, 0.05)


def test_the_seat_test_finds_a_seat_that_wins_too_often() -> None:
    won = np.random.default_rng(5).choice([1, 2, 4], 2000, p=[0.4, 0.3, 0.3])
    assert seat_test(made_up(won, 3)).loc[0, "p_value"] < 1e-6


def test_a_ratio_interval_covers_as_often_as_it_says() -> None:
    """2,000 runs of 200 games whose turns hang together; the band is missed by chance once in 10,000."""
    rng, covered = np.random.default_rng(6), 0
    for _ in range(2000):
        turns = rng.integers(10, 36, 200)
        failures = rng.binomial(turns, rng.beta(2, 6, 200))
        _, low, high = ratio_estimate(failures, turns, 0.95)
        covered += bool(low <= 0.25 <= high)
    assert binom.ppf(5e-5, 2000, 0.94) <= covered <= binom.ppf(1 - 5e-5, 2000, 0.955)


@pytest.mark.parametrize("function", TABLES)
def test_every_table_says_where_it_comes_from(run: Run, function) -> None:  # type: ignore[no-untyped-def]
    attrs = function(run).attrs
    assert attrs["edition"] == {"name": "haba-2017", "hash": load_edition().hash}
    assert (attrs["seed"], attrs["games"], attrs["strategies"]) == (3, GAMES, NAMES)
    assert attrs["method"] == "simulation"
    assert {"version", "rng_version", "digest"} <= set(attrs)
    assert function is seat_test or attrs["level"] == 0.95
    assert function(run.table()).equals(function(run))


def test_a_wider_level_gives_wider_intervals(run: Run) -> None:
    narrow, wide = (seats(run, level=level) for level in (0.9, 0.99))
    assert np.all(wide["high"] - wide["low"] > narrow["high"] - narrow["low"])
    assert np.all(wide["score_high"] > narrow["score_high"])


def test_tables_stack_under_a_key(run: Run) -> None:
    both = stack_tables({"mixed": endings(run), "again": endings(run)}, "line_up")
    assert both["line_up"].tolist() == ["mixed"] * 3 + ["again"] * 3
    assert both.attrs["line_up"]["again"]["seed"] == 3


def test_too_few_games_and_unknown_quantities_are_refused(run: Run) -> None:
    with pytest.raises(KingdiceError, match="at least two games, not 1"):
        seats(simulate(match(NAMES), games=1))
    with pytest.raises(KingdiceError, match=r"without \.attrs"):
        seats(pd.DataFrame({"winners": [1, 2]}))
    with pytest.raises(KingdiceError, match="expected winner, second"):
        score_histogram(run, quantity="best")
    with pytest.raises(KingdiceError, match="level"):
        seats(run, level=1.5)
