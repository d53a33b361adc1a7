"""The games with which JCloisterZone tests its own rules: their moves and their scores, retyped.

From engine-tests of JCloisterZone-Client (farin), king-and-robber and basic. Places are row and column here.
"""

from __future__ import annotations

import pytest
from oracles.laid_out import played

from kingdice.games.carcassonne.rules import points, score

ONE_PLAYER = """
    1 W    0 -1   0
    1 W    1 -1 180
    1 U    1  0   0
    1 W    0  1   0
    1 W    1  1  90
    1 H   -1  0   0
    1 KR1 -2  0 180
"""
BOTH_CARDS = """
    1 E   -1  0 180
    2 W    0  1   0
    1 W    0 -1   0
    2 W    1 -1 180
    1 W    1  0   0
    2 I   -1  1  90
    1 F   -1  2   0
    2 H   -1  3  90
"""
ROADS = """
    1 X    0  1   0
    2 W   -1  1 270
    1 W    0 -1   0
    2 W    1 -1 180
    1 W    1  0   0
"""
CITIES = """
    1 I   -1  0 270
    2 D    0 -1   0
    1 I   -1 -1 180
"""
CITY_AND_ROADS = """
    1 I    1  0 270
    2 N    1 -1 180 city
    1 N    2 -1  90
    2 N    2  0   0
    1 W    0 -1 180 road 3
    2 X    0  1   0
    1 V    1  1 180 road
    2 V    0  2   0
    1 V    1  2  90
    2 F   -1  0  90 city
    1 E   -2  0 180
"""
FIELDS = """
    1 E   -1  0 180 field
    2 H   -2  0  90
    1 E   -2  1 270 field
"""
MONASTERIES = """
    1 B    1  0   0 monastery
    2 V    0  1   0
    1 W    1  1 270
    2 V    2  1  90
    1 W    2  0   0
    2 A    3  0 180 monastery
    1 V    2 -1 180
    2 U    1 -1  90
    1 J    0 -1   0
"""
TINY_CITY = """
    1 G   -1  0  90 city
    1 H   -2  0   0 city
    1 E   -3  0 180
"""


@pytest.mark.parametrize(
    ("turns", "rules", "scores"),
    [
        (ONE_PLAYER, "flat-10", [20, 0]),
        (ONE_PLAYER, "flat-15-40", [40, 0]),
        (BOTH_CARDS, "official", [3, 2]),
        (ROADS, "continuous", [2, 1]),
        (CITIES, "continuous", [2, 0]),
        (CITY_AND_ROADS, "base", [7, 16]),
        (FIELDS, "base", [9, 0]),
        (MONASTERIES, "base", [9, 4]),
        (TINY_CITY, "base,small-city", [8, 0]),
    ],
    ids=["10 each", "15 or 40", "official", "robber", "king", "cities and roads", "fields", "monasteries", "tiny city"],
)
def test_scores_of_the_games_that_jcloisterzone_tests_itself_with(turns: str, rules: str, scores: list[int]) -> None:
    state = played(turns, rules)
    assert [score(state, seat) for seat in range(2)] == scores


def test_single_scorings_of_these_games() -> None:
    state = played(CITY_AND_ROADS, "base")
    assert [one["road"] for one in points(state)] == [3 + 4, 0]
    assert [one["city"] for one in points(state)] == [0, 8 + 8]
    assert [one["field"] for one in points(played(FIELDS, "base"))] == [3 + 6, 0]
    assert [one["city"] for one in points(played(TINY_CITY, "base,small-city"))] == [6 + 2, 0]
