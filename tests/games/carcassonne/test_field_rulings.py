"""Fields: which cities they border, and the three ways in which editions have counted them.

Each field on its own (Rio Grande since 2008), each city once for its most farmers (2000), each city once a player.
"""

from __future__ import annotations

import pytest
from oracles.laid_out import meeples_of, played

from kingdice.games.carcassonne.board import feature_at
from kingdice.games.carcassonne.rules import State, points

# A city of three tiles with a farmer of seat 1 alone in the field east of it, and one of each in that west of it.
TWO_FIELDS = """
    1 G  -1  0  90 field 2
    2 E  -2  0 180 field
    1 B  -1  1   0 field
    2 B  -1 -1   0
    1 B  -2 -1   0
"""
# The same without the farmer in the east.
ONE_FIELD = TWO_FIELDS.replace("1 B  -1  1   0 field", "1 B  -1  1   0")
# The field between the start tile's city and another one; a third city beside it is not complete.
TWO_CITIES = """
    1 E  -1  0 180 field
    2 H  -2  0  90
    2 E  -2  1 270
"""


def farmers(state: State) -> list[int]:
    return [one["field"] for one in points(state)]


def test_completed_city_brings_the_farmer_three() -> None:
    assert farmers(played("1 U  0 1  0 field\n2 E  -1 0  180")) == [3, 0]


def test_incomplete_city_brings_the_farmer_nothing() -> None:
    assert farmers(played("1 U  0 1  0 field\n2 G  -1 0  90")) == [0, 0]


def test_far_field_of_the_start_tile_does_not_border_its_city() -> None:
    assert farmers(played("1 U  0 1  0 field 2\n2 E  -1 0  180")) == [0, 0]
    assert farmers(played("1 U  1 0  0 field\n2 E  -1 0  180")) == [0, 0]


def test_road_parts_fields_and_its_open_end_does_not() -> None:
    state = played("""
        1 U  0  1   0
        1 U  0 -1   0
    """)
    north, south = (feature_at(state.board, ((0, 0), number)) for number in (2, 3))
    assert (north.size, south.size) == (3, 3)
    assert not north.spots & south.spots
    state = played("1 A  0 1  90\n1 A  0 -1  270")
    assert feature_at(state.board, ((0, 0), 2)).spots == feature_at(state.board, ((0, 0), 3)).spots


def test_farmers_stay_until_the_end() -> None:
    state = played("1 U  0 1  0 field\n2 E  -1 0  180\n1 A 0 2 90\n1 A 0 -1 270")
    assert state.meeples == {((0, 1), 1): 0}
    assert [one["field"] for one in state.scored] == [0, 0]


def test_field_that_somebody_farms_is_taken() -> None:
    state = played("1 U  0 1  0 field")
    assert meeples_of(state, "U", 2, (0, -1), 0) == ["none", "road", "field 2"]


def test_two_cities_bring_the_farmer_six() -> None:
    assert farmers(played(TWO_CITIES)) == [6, 0]


def test_field_counts_a_city_once_on_however_many_tiles_it_borders_it() -> None:
    assert farmers(played("1 G  -1 0  90 field 2\n2 E  -2 0  180\n2 B -1 -1 0\n2 B -2 -1 0")) == [3, 0]


@pytest.mark.parametrize(
    ("rule", "points_of_seats"),
    [("official", [6, 3]), ("fields-by-city", [4, 0]), ("fields-once", [3, 3])],
)
def test_three_ways_to_count_fields_on_a_position_where_all_differ(rule: str, points_of_seats: list[int]) -> None:
    """Each field alone: east 3, west 3 each. By city: two farmers against one, 4. Once: 3 for each player."""
    state = played(TWO_FIELDS, rule)
    assert state.cities == (3,)
    assert farmers(state) == points_of_seats


@pytest.mark.parametrize(
    ("rule", "points_of_seats"),
    [("official", [3, 3]), ("fields-by-city", [4, 4]), ("fields-once", [3, 3])],
)
def test_tied_farmers_all_get_the_points(rule: str, points_of_seats: list[int]) -> None:
    assert farmers(played(ONE_FIELD, rule)) == points_of_seats


@pytest.mark.parametrize(("rule", "for_two"), [("official", 6), ("fields-once", 6), ("fields-by-city", 8)])
def test_every_rule_pays_each_of_two_cities(rule: str, for_two: int) -> None:
    assert farmers(played(TWO_CITIES, rule)) == [for_two, 0]


def test_fields_once_pays_a_player_with_two_fields_around_a_city_once() -> None:
    two = """
        1 G  -1  0  90 field
        1 E  -2  0 180 field
    """
    assert farmers(played(two)) == [6, 0]
    assert farmers(played(two, "fields-once")) == [3, 0]
    assert farmers(played(two, "fields-by-city")) == [4, 0]
