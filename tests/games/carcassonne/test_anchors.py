"""Random play in bulk against what an independent engine gave: games of two who move uniformly at random.

Its 6,328 games of the base game and 5,513 with the five tiles of the King and the Robber Baron (without the cards) put
95 % intervals of 0.14 points around its mean scores; the bands here are wider, and the seed is fixed besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from kingdice.games.carcassonne.matches import match


@dataclass(frozen=True)
class Theirs:
    """Mean score, that of the winner, completed cities and roads, shares of those with 2, 3 and 4 tiles (%)."""

    games: int
    score: float
    winner: float
    cities: float
    roads: float
    city_sizes: tuple[float, float, float]
    road_sizes: tuple[float, float, float]
    first_seat: float  # % of wins
    unplaceable: float  # tiles a game


THEIRS = {
    "base": Theirs(100_000, 19.48, 23.73, 3.26, 4.23, (80.0, 13.9, 4.0), (59.4, 23.8, 11.5), 51.7, 0.022),
    "base+king-robber,none": Theirs(
        30_000, 20.35, 24.74, 3.79, 5.11, (77.2, 16.2, 4.5), (60.8, 23.5, 10.9), 52.0, 0.022
    ),
}
SCORE_BANDS = {"base": 0.25, "base+king-robber,none": 0.3}
every_set = pytest.mark.parametrize("variants", THEIRS)


@cache
def games(variants: str) -> dict[str, NDArray[np.int64]]:
    """Columns of games of two, by name."""
    one = match(["random", "random"], variants=variants)
    rows = one.play_block(1, 0, THEIRS[variants].games)
    return dict(zip(one.columns, rows.T, strict=True))


def share_of_sizes(packed: NDArray[np.int64]) -> list[float]:
    """Percent of all completed cities, or roads, that have 2, 3 and 4 tiles; 8 bits a size, 7 sizes."""
    counts = [int((packed >> 8 * place & 255).sum()) for place in range(7)]
    return [100 * count / sum(counts) for count in counts[:3]]


@every_set
def test_mean_score_of_random_games_is_theirs(variants: str):
    found, theirs = games(variants), THEIRS[variants]
    scores = np.stack([found["score_1"], found["score_2"]])
    assert scores.mean() == pytest.approx(theirs.score, abs=SCORE_BANDS[variants])
    assert scores.max(axis=0).mean() == pytest.approx(theirs.winner, abs=0.4)


@every_set
def test_as_many_cities_and_roads_are_completed_as_theirs(variants: str):
    found, theirs = games(variants), THEIRS[variants]
    assert found["completed_cities"].mean() == pytest.approx(theirs.cities, abs=0.08)
    assert found["completed_roads"].mean() == pytest.approx(theirs.roads, abs=0.08)


@every_set
def test_completed_cities_and_roads_are_as_large_as_theirs(variants: str):
    found, theirs = games(variants), THEIRS[variants]
    assert share_of_sizes(found["city_sizes"]) == pytest.approx(theirs.city_sizes, abs=1)
    assert share_of_sizes(found["road_sizes"]) == pytest.approx(theirs.road_sizes, abs=1)


@every_set
def test_the_first_seat_wins_and_tiles_are_unplaceable_as_often_as_theirs(variants: str):
    """Theirs know shares to 0.7 % and 0.002 tiles (standard errors): five of them."""
    found, theirs = games(variants), THEIRS[variants]
    credit = np.where(found["winners"] == 3, 0.5, found["winners"] == 1)
    assert 100 * credit.mean() == pytest.approx(theirs.first_seat, abs=3.5)
    assert found["unplaceable"].mean() == pytest.approx(theirs.unplaceable, abs=0.01)


def test_the_cards_are_tracked_where_they_bring_nothing_and_change_hands():
    found = games("base+king-robber,none")
    assert (found["king_1"] == 0).all()
    assert (found["robber_2"] == 0).all()
    assert found["king_changes"].max() > 0
    assert (found["king_counted"] == found["completed_cities"]).all()
    assert (found["robber_counted"] == found["completed_roads"]).all()
