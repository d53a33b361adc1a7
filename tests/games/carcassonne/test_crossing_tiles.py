"""Tiles with two segments that may become one feature: KR5, H, I and junctions; and the many fields of KR4 and KR5.

A tile counts once in a feature, however many of its segments lie in it (JCloisterZone, issue 198; WikiCarpedia).
"""

from __future__ import annotations

import pytest
from oracles.laid_out import meeples_of, played

from kingdice.games.carcassonne.board import feature_at
from kingdice.games.carcassonne.rules import State, points

# Joins the place north of the start tile to itself: from its north side round to its east side.
ROUND_TO_THE_NORTH = """
    2 V   0  1   0
    2 N  -1  1   0
    2 N  -2  1 270
    2 N  -2  0 180
"""
# A city round a place, from its south side to its north side, with a pennant; the place is (-1, 2).
ROUND_THE_EAST = """
    2 V   0  1   0
    2 N   0  2  90
    2 N   0  3   0
    2 G  -1  3  90
    2 N  -2  3 270
    2 M  -2  2 180
"""
# A city round a corner, from the west side to the north side of the place (0, 2).
ROUND_THE_CORNER = """
    2 P   0  1  90
    2 N  -1  1 180
    2 N  -1  2 270
"""
# Three curves from the east side to the north side of the place (2, 0).
ROAD_ROUND_THE_CORNER = """
    2 V  1 0   270
    2 V  1 1     0
    2 V  2 1    90
"""


def gained(state: State, kind: str) -> list[int]:
    return [one[kind] for one in state.scored]


def farmers(state: State) -> list[int]:
    return [one["field"] for one in points(state)]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_crossing_cities_of_kr5_that_merge_are_one_city_with_the_tile_counted_once(degrees: int) -> None:
    state = played(f"{ROUND_TO_THE_NORTH} 1 KR5  -1 0  {degrees} city")
    assert points(state)[0]["city"] == 5
    state = played(f"""{ROUND_TO_THE_NORTH}
        1 KR5  -1  0  {degrees} city
        2 E    -1 -1  90
    """)
    assert state.cities == (6,)
    assert gained(state, "city") == [12, 0]
    assert (state.king.holder, state.king.size, state.king.completed) == (1, 6, 1)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_merged_cities_of_kr5_are_one_spot_for_a_meeple(degrees: int) -> None:
    assert meeples_of(played(ROUND_TO_THE_NORTH), "KR5", 1, (-1, 0), degrees) == ["none", "city", "field", "field 2"]


def test_crossing_cities_of_kr5_that_stay_apart_are_two_cities_and_two_spots() -> None:
    begun = played("2 V  0 1  0")
    assert meeples_of(begun, "KR5", 1, (-1, 0), 0) == ["none", "city", "city 2", "field", "field 2"]
    state = played("""
        1 KR5 -1  0   0 city
        2 E   -2  0 180
    """)
    assert state.cities == (3,)
    assert gained(state, "city") == [0, 0]
    state = played("""
        1 KR5 -1  0   0 city
        2 E   -2  0 180
        2 E   -1  1 270
        2 E   -1 -1  90
    """)
    assert state.cities == (3, 3)
    assert gained(state, "city") == [6, 0]


def test_merging_kr5_pays_whoever_has_most_in_both_cities() -> None:
    """Seat 2 has one of the two cities that KR5 joins; nobody may add to it, and seat 2 scores all six tiles."""
    taken = ROUND_TO_THE_NORTH.replace("180", "180 city")
    assert meeples_of(played(taken), "KR5", 1, (-1, 0), 0) == ["none", "field", "field 2"]
    state = played(f"{taken} 1 KR5 -1 0 0\n1 E -1 -1 90")
    assert gained(state, "city") == [0, 12]


@pytest.mark.parametrize("field", ["field", "field 2"])
def test_inner_fields_of_kr5_bring_0_3_or_6(field: str) -> None:
    crossing = f"1 KR5  -1 0  0 {field}\n"
    state = played(crossing)
    assert farmers(state) == [0, 0]
    state = played(crossing + "2 E  -2 0 180")
    assert farmers(state) == [3, 0]
    state = played(f"""{crossing}
        2 E   -2  0 180
        2 E   -1  1 270
        2 E   -1 -1  90
    """)
    assert farmers(state) == [6, 0]


def test_inner_field_of_kr5_counts_merged_cities_once() -> None:
    state = played(f"{ROUND_TO_THE_NORTH} 1 KR5 -1 0 0 field 2\n2 E -1 -1 90")
    assert farmers(state) == [3, 0]


def test_inner_fields_of_kr5_join_no_other_field_nor_each_other() -> None:
    state = played(f"{ROUND_TO_THE_NORTH} 1 KR5 -1 0 90\n2 E -1 -1 90")
    for number in (2, 3):
        assert feature_at(state.board, ((-1, 0), number)).spots == {((-1, 0), number)}


@pytest.mark.parametrize(("which", "alone", "with_the_start"), [(1, 3, 6), (2, 3, 3), (3, 3, 3), (4, 3, 3)])
def test_four_fields_of_kr4_each_border_its_city(which: int, alone: int, with_the_start: int) -> None:
    """Its first field joins the one between road and city of the start tile."""
    city = f"""
        1 KR4  0  1  90 field {which}
        2 E   -1  1 180
        2 E    0  2 270
    """
    state = played(city)
    assert state.cities == (3,)
    assert farmers(state) == [alone, 0]
    state = played(city + "2 E -1 0 180")
    assert state.cities == (3, 2)
    assert farmers(state) == [with_the_start, 0]


def test_fields_of_kr4_are_four_and_meet_nowhere_on_the_tile() -> None:
    assert meeples_of(played("2 V 0 -1 270"), "KR4", 1, (0, 1), 90) == [
        "none", "city", "road", "road 2", "field", "field 2", "field 3", "field 4",
    ]  # fmt: skip


def test_tile_h_with_both_segments_in_one_city_counts_once() -> None:
    state = played(ROUND_THE_EAST + "1 H  -1 2  0 city")
    assert state.cities == (6,)
    assert gained(state, "city") == [14, 0]
    assert state.king.size == 6


@pytest.mark.parametrize("degrees", [0, 180])
def test_tile_h_with_both_segments_in_one_city_is_one_spot_for_a_meeple(degrees: int) -> None:
    assert meeples_of(played(ROUND_THE_EAST), "H", 1, (-1, 2), degrees) == ["none", "city", "field"]


def test_field_of_tile_h_counts_the_city_on_both_sides_once() -> None:
    assert farmers(played(ROUND_THE_EAST + "1 H  -1 2  180 field")) == [3, 0]


def test_tile_i_with_both_segments_in_one_city_counts_once() -> None:
    assert meeples_of(played(ROUND_THE_CORNER), "I", 1, (0, 2), 0) == ["none", "city", "field"]
    state = played(ROUND_THE_CORNER + "1 I  0 2  0 city")
    assert state.cities == (4,)
    assert gained(state, "city") == [8, 0]
    assert state.king.size == 4


def test_junction_whose_own_arms_form_a_loop_counts_once() -> None:
    state = played(ROAD_ROUND_THE_CORNER + "1 W  2 0  270 road")
    assert state.roads == (4,)
    assert gained(state, "road") == [4, 0]
    assert (state.robber.holder, state.robber.size) == (0, 4)


def test_arms_of_a_junction_in_one_road_and_fields_joined_round_it_are_one_spot_each() -> None:
    """Of the three fields two lie outside the loop and are one; the third road leads away."""
    options = meeples_of(played(ROAD_ROUND_THE_CORNER), "W", 1, (2, 0), 270)
    assert options == ["none", "road", "road 3", "field", "field 2"]


def test_arms_of_a_junction_are_roads_of_their_own() -> None:
    state = played("""
        1 W  0  1  90 road 3
        2 A  0 -1 270
    """)
    assert state.roads == (3,)
    assert gained(state, "road") == [0, 0]
    assert points(state)[0]["road"] == 1
