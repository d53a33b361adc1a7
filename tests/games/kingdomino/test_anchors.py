"""Games in bulk against what is published and what the authors' own engine gives.

Sources: Gedda, Lagerkvist and Butler, "Monte Carlo Methods for the Game Kingdomino" (IEEE CIG 2018), experiment 1, from
the results that they published; and statistics of games of their engine (github.com/mgedda/kdom-ai at 9da2340).

Every band is five standard errors wide, theirs and ours together: one comparison fails by chance once in 1,700,000
runs, the hundred or so of this file together less than once in 10,000. Seeds are fixed besides. The standard error of
their means is taken from their number of games and standard deviation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from kingdice.games.kingdomino.matches import match

WIDE = 5.0


@dataclass(frozen=True)
class Theirs:
    """What the authors' engine gave: games, score and base score with standard deviations, shares, discards."""

    games: int
    score: float
    score_sd: float
    base: float
    base_sd: float
    middle: float
    harmony: float
    discards: float


RANDOM = {
    4: Theirs(253_664, 22.590, 8.194, 19.286, 6.305, 0.2922, 0.0766, 1.322),
    3: Theirs(139_508, 22.581, 8.187, 19.282, 6.306, 0.2919, 0.0761, 1.323),
    2: Theirs(102_511, 22.386, 8.234, 19.096, 6.340, 0.2901, 0.0777, 1.318),
}
FULL_GREEDY = {
    4: Theirs(4_013, 51.722, 11.958, 38.961, 10.716, 0.9707, 0.6108, 0.411),
    3: Theirs(1_116, 48.589, 10.735, 35.905, 9.450, 0.9713, 0.5941, 0.437),
    2: Theirs(1_523, 42.775, 10.390, 31.191, 8.903, 0.9488, 0.4192, 0.651),
}
# Shares of wins by seat (a tie on points is shared), and their standard errors.
FULL_GREEDY_SEATS = {
    4: ([0.263, 0.297, 0.250, 0.190], 0.006),
    3: ([0.353, 0.367, 0.280], 0.009),
    2: ([0.517, 0.483], 0.009),
}


@dataclass(frozen=True)
class Games:
    """Rows of games of one line-up."""

    columns: tuple[str, ...]
    rows: np.ndarray

    def of_seats(self, name: str) -> np.ndarray:
        """Array (games, seats)."""
        players = (len(self.columns) - 4) // 10
        places = [self.columns.index(f"{name}_{seat}") for seat in range(1, players + 1)]
        return self.rows[:, places].astype(float)

    @property
    def shares(self) -> np.ndarray:
        """Of the win, most points counting alone; array (games, seats)."""
        scores = self.of_seats("score")
        best = scores == scores.max(axis=1, keepdims=True)
        return best / best.sum(axis=1, keepdims=True)


@cache
def played(names: tuple[str, ...], games: int, first: int = 0) -> Games:
    """With both bonuses."""
    one = match(list(names), variants="middle,harmony")
    return Games(one.columns, one.play_block(2018, first, games))


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Of an array (games, …): kingdoms of one game are not independent, so games are counted."""
    each = values.reshape(len(values), -1).mean(axis=1)
    return float(each.mean()), float(each.std(ddof=1) / math.sqrt(len(each)))


def sd_and_error(values: np.ndarray) -> tuple[float, float]:
    """The standard deviation of all kingdoms, and its standard error by its fourth moment."""
    flat = values.reshape(-1) - values.mean()
    sd = float(flat.std(ddof=1))
    return sd, math.sqrt((np.mean(flat**4) - sd**4) / len(flat)) / (2 * sd)


def assert_near(found: tuple[float, float], expected: float, error: float) -> None:
    value, own = found
    assert abs(value - expected) < WIDE * math.hypot(own, error), f"{value} +- {own}, not {expected} +- {error}"


def assert_as_theirs(games: Games, theirs: Theirs) -> None:
    kingdoms = theirs.games * games.of_seats("score").shape[1]
    for name, expected, sd in (
        ("score", theirs.score, theirs.score_sd),
        ("base", theirs.base, theirs.base_sd),
        ("middle", theirs.middle, math.sqrt(theirs.middle * (1 - theirs.middle))),
        ("harmony", theirs.harmony, math.sqrt(theirs.harmony * (1 - theirs.harmony))),
        ("discards", theirs.discards, float(games.of_seats("discards").std())),
    ):
        assert_near(mean_and_error(games.of_seats(name)), expected, sd / math.sqrt(kingdoms))
    for name, expected in (("score", theirs.score_sd), ("base", theirs.base_sd)):
        sd, error = sd_and_error(games.of_seats(name))
        assert_near((sd, error), expected, error * math.sqrt(games.of_seats(name).size / kingdoms))


@pytest.mark.parametrize(("players", "games"), [(4, 200_000), (3, 100_000), (2, 100_000)])
def test_random_games_are_those_of_the_authors_engine(players: int, games: int):
    assert_as_theirs(played(("random",) * players, games), RANDOM[players])


@pytest.mark.parametrize(("players", "games"), [(4, 200_000), (3, 100_000), (2, 100_000)])
def test_no_seat_is_better_than_another_when_all_play_at_random(players: int, games: int):
    shares = played(("random",) * players, games).shares
    for seat in range(players):
        assert_near(mean_and_error(shares[:, seat]), 1 / players, 0.0)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_full_greedy_games_are_those_of_the_authors_engine(players: int):
    games = played(("full-greedy",) * players, 4_000)
    assert_as_theirs(games, FULL_GREEDY[players])
    expected, error = FULL_GREEDY_SEATS[players]
    for seat in range(players):
        assert_near(mean_and_error(games.shares[:, seat]), expected[seat], error)


def test_acting_last_costs_a_greedy_player_about_a_quarter_of_a_fair_share():
    share, error = mean_and_error(played(("full-greedy",) * 4, 4_000).shares[:, 3])
    assert share + WIDE * error < 0.25


# Experiment 1 of the paper: against three random players, 1,000 games each; the difference is to the best opponent.
EXPERIMENT = {
    "random": ((0.223, 0.029, 0.748), 22.79, 8.17, -7.16, 0.66),
    "greedy-random-draft": ((0.794, 0.022, 0.184), 39.62, 9.27, 10.12, 0.75),
    "full-greedy": ((0.977, 0.002, 0.021), 55.69, 10.93, 27.24, 0.80),
}


@pytest.mark.parametrize("name", EXPERIMENT)
def test_experiment_1_of_the_paper_comes_out_as_published(name: str):
    """The player sits at every seat in turn. Wins, draws and losses are by points, as there are no tie-breaks there."""
    each, own, best = 600, [], []
    for seat in range(4):
        names = ["random"] * 4
        names[seat] = name
        scores = played(tuple(names), each, first=seat * each).of_seats("score")
        own.append(scores[:, seat])
        best.append(np.delete(scores, seat, axis=1).max(axis=1))
    lead = np.concatenate(own) - np.concatenate(best)
    outcomes, score, sd, difference, half = EXPERIMENT[name]
    for found, share in zip((lead > 0, lead == 0, lead < 0), outcomes, strict=True):
        own_error = math.sqrt(share * (1 - share) / len(lead))  # of what is published, as few games are drawn
        assert_near((float(found.mean()), own_error), share, math.sqrt(share * (1 - share) / 1000))
    assert_near(mean_and_error(np.concatenate(own)), score, sd / math.sqrt(1000))
    assert_near(mean_and_error(lead), difference, half / 1.96)


def test_far_sighted_players_beat_full_greedy_ones():
    """One against three: more than a fair share of wins, and of points than the best of them."""
    shares, leads = [], []
    for seat in range(4):
        names = ["full-greedy"] * 4
        names[seat] = "far-sighted"
        games = played(tuple(names), 250, first=seat * 250)
        scores = games.of_seats("score")
        shares.append(games.shares[:, seat])
        leads.append(scores[:, seat] - np.delete(scores, seat, axis=1).max(axis=1))
    share, error = mean_and_error(np.concatenate(shares))
    assert share - WIDE * error > 0.25
    lead, error = mean_and_error(np.concatenate(leads))
    greedy = mean_and_error(leads_of_seats(played(("full-greedy",) * 4, 4_000)))
    assert lead - WIDE * math.hypot(error, greedy[1]) > greedy[0]


def leads_of_seats(games: Games) -> np.ndarray:
    """Of every seat over the best of the others; array (games, seats)."""
    scores = games.of_seats("score")
    others = [np.delete(scores, seat, axis=1).max(axis=1) for seat in range(scores.shape[1])]
    return scores - np.stack(others, axis=1)


@pytest.mark.long
def test_a_million_random_games_of_four():
    games = played(("random",) * 4, 1_000_000)
    base = games.of_seats("base")
    assert base.mean() == pytest.approx(19.286, abs=0.03)
    assert base.std() == pytest.approx(6.305, abs=0.03)
    assert games.of_seats("middle").mean() == pytest.approx(0.2922, abs=0.002)
    assert games.of_seats("harmony").mean() == pytest.approx(0.0766, abs=0.001)
    assert games.of_seats("discards").mean() == pytest.approx(1.322, abs=0.005)
    for seat in range(4):
        assert_near(mean_and_error(games.shares[:, seat]), 0.25, 0.0)
    assert_as_theirs(games, RANDOM[4])


@pytest.mark.long
@pytest.mark.parametrize(("players", "base", "within"), [(3, 19.28, 0.03), (2, 19.10, 0.04)])
def test_half_a_million_random_games_of_three_and_two(players: int, base: float, within: float):
    games = played(("random",) * players, 500_000)
    assert games.of_seats("base").mean() == pytest.approx(base, abs=within)
    assert_as_theirs(games, RANDOM[players])


@pytest.mark.long
@pytest.mark.parametrize(("players", "score", "within"), [(4, 51.7, 0.6), (3, 48.6, 1.0), (2, 42.8, 1.0)])
def test_many_full_greedy_games(players: int, score: float, within: float):
    games = played(("full-greedy",) * players, 20_000)
    assert games.of_seats("score").mean() == pytest.approx(score, abs=within)
    assert games.shares.mean(axis=0) == pytest.approx(FULL_GREEDY_SEATS[players][0], abs=0.02)
    assert_as_theirs(games, FULL_GREEDY[players])
