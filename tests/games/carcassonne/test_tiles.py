"""The land tiles against golden data in another form, and against counts published elsewhere.

Totals and the counts of adjacent edges: russcon.org (Williams and Gatliff) and WikiCarpedia, "Tile Counts"; segments
and which field borders which city: `oracles/carcassonne_tiles.json`, retyped from JCloisterZone's and two other tables.
"""

from __future__ import annotations

from collections import Counter

import pytest
from oracles.finished_board import TILES as GOLDEN
from oracles.finished_board import ring

from kingdice.games.carcassonne.board import Laid
from kingdice.games.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, TILES, Tile, all_tiles, tile

LETTERS = {CITY: "c", ROAD: "r", FIELD: "f", MONASTERY: "m"}
BASE = [one for one in all_tiles() if one.expansion == "base"]
FIVE = [one for one in all_tiles() if one.expansion == "king-robber"]
every_tile = pytest.mark.parametrize("one", all_tiles(), ids=TILES)
every_way = pytest.mark.parametrize("rotation", range(4))


def segments(tiles: list[Tile]) -> Counter[str]:
    return Counter(segment.kind for one in tiles for segment in one.segments for _ in range(one.count))


def tiles_with(tiles: list[Tile], kind: str) -> int:
    return sum(one.count for one in tiles if any(segment.kind == kind for segment in one.segments))


def pennants(tiles: list[Tile]) -> int:
    return sum(one.count for one in tiles for segment in one.segments if segment.has_pennant)


def test_base_game_has_72_tiles_of_24_types_and_d_starts() -> None:
    assert [one.id for one in BASE] == list("ABCDEFGHIJKLMNOPQRSTUVWX")
    assert sum(one.count for one in BASE) == 72
    assert tile("D").count == 4
    assert tile("D").edges == "CRFR"


def test_base_game_has_49_city_62_road_126_field_segments_and_6_monasteries() -> None:
    assert segments(BASE) == {CITY: 49, ROAD: 62, FIELD: 126, MONASTERY: 6}


def test_base_game_has_10_pennants() -> None:
    assert pennants(BASE) == 10
    assert "".join(one.id for one in BASE if pennants([one])) == "CFMOQS"


def test_44_tiles_have_a_city_45_a_road_71_a_field() -> None:
    assert [tiles_with(BASE, kind) for kind in (CITY, ROAD, FIELD, MONASTERY)] == [44, 45, 71, 6]


def test_59_tiles_have_a_side_of_field_45_one_of_road_44_one_of_city() -> None:
    assert [sum(one.count for one in BASE if edge in one.edges) for edge in "FRC"] == [59, 45, 44]


def test_base_game_has_115_sides_of_field_94_of_road_79_of_city() -> None:
    sides = Counter(edge for one in BASE for edge in one.edges * one.count)
    assert sides == {"F": 115, "R": 94, "C": 79}


def test_edges_side_by_side_clockwise_as_russcon_counted_them() -> None:
    pairs = Counter(
        one.edges[side] + one.edges[(side + 1) % 4] for one in BASE for side in range(4) for _ in range(one.count)
    )
    assert pairs == {"FF": 46, "FR": 38, "RF": 38, "RR": 38, "FC": 31, "CF": 31, "CC": 30, "RC": 18, "CR": 18}


def test_five_tiles_of_the_king_and_the_robber_baron() -> None:
    assert [one.id for one in FIVE] == ["KR1", "KR2", "KR3", "KR4", "KR5"]
    assert [one.count for one in FIVE] == [1] * 5
    assert segments(FIVE) == {CITY: 6, ROAD: 5, FIELD: 12, MONASTERY: 1}
    assert pennants(FIVE) == 0


def test_all_together_77_tiles_with_267_segments() -> None:
    assert sum(one.count for one in all_tiles()) == 77
    assert sum(segments(list(all_tiles())).values()) == 267


def test_every_pennant_is_on_a_city_with_two_sides_or_more() -> None:
    """So the older rule for cities of two tiles needs no word on pennants."""
    shields = [segment for one in all_tiles() for segment in one.segments if segment.has_pennant]
    assert min(len(segment.sides) for segment in shields) == 2
    assert {segment.kind for segment in shields} == {CITY}


@every_tile
def test_segments_pennants_and_neighbouring_cities_are_those_of_the_golden_data(one: Tile) -> None:
    golden = GOLDEN[one.id]
    assert (one.expansion, one.count) == (golden["of"], golden["copies"])
    assert "".join(LETTERS[segment.kind] for segment in one.segments) == golden["kinds"]
    assert "".join(str(n) for n, segment in enumerate(one.segments) if segment.has_pennant) == golden["pennants"]
    beside = {str(n): "".join(map(str, segment.cities)) for n, segment in enumerate(one.segments) if segment.cities}
    assert beside == golden["beside"]


@every_tile
@every_way
def test_points_of_every_side_are_those_of_the_golden_data_however_the_tile_lies(one: Tile, rotation: int) -> None:
    """Left half, middle and right half of each side, seen from the middle of the tile."""
    laid = Laid(one, rotation)
    for side, (left, middle, right) in enumerate(ring(one.id, rotation)):
        kind = one.segments[middle].kind
        assert laid.edges[side] == {CITY: "C", ROAD: "R", FIELD: "F"}[kind]
        halves = (laid.field_at(2 * side), laid.field_at(2 * side + 1))
        if kind == CITY:
            assert laid.segment_at(side) == left == middle == right
            assert halves == (None, None)
        else:
            assert halves == (left, right)
            assert laid.segment_at(side) == (middle if kind == ROAD else None)


@every_tile
def test_every_half_of_a_side_that_is_no_city_belongs_to_exactly_one_field(one: Tile) -> None:
    halves = Counter(half for segment in one.segments for half in segment.halves)
    assert halves == dict.fromkeys([half for half in range(8) if one.edges[half // 2] != "C"], 1)


@every_tile
def test_every_side_of_city_or_road_belongs_to_exactly_one_segment_of_that_kind(one: Tile) -> None:
    for kind, edge in ((CITY, "C"), (ROAD, "R")):
        sides = Counter(side for segment in one.segments if segment.kind == kind for side in segment.sides)
        assert sides == dict.fromkeys([side for side in range(4) if one.edges[side] == edge], 1)


@every_tile
def test_segments_are_cities_then_roads_then_fields_then_the_monastery(one: Tile) -> None:
    order = [list(LETTERS).index(segment.kind) for segment in one.segments]
    assert order == sorted(order)
    assert len(one.segments) <= 8


@every_tile
def test_fields_border_cities_of_their_own_tile_only(one: Tile) -> None:
    for segment in one.segments:
        assert segment.kind == FIELD or not segment.cities
        assert all(one.segments[number].kind == CITY for number in segment.cities)


def test_far_fields_of_d_j_and_k_do_not_border_the_city_and_h_has_one_field() -> None:
    """Slips of a public table."""
    assert [tile(letter).segments[3].cities for letter in "DJK"] == [(), (), ()]
    assert [segment.cities for segment in tile("H").segments if segment.kind == FIELD] == [(0, 1)]


@pytest.mark.parametrize(("tiles", "ways"), [("BCX", 1), ("FGHU", 2), ("ADEIJKLMNOPQRSTVW", 4)])
def test_rotations_that_make_a_difference(tiles: str, ways: int) -> None:
    assert [len(tile(letter).rotations) for letter in tiles] == [ways] * len(tiles)


def test_rotations_of_the_five_that_make_a_difference() -> None:
    """The bridge of KR5 is not told apart: its cities and fields are alike."""
    assert [len(one.rotations) for one in FIVE] == [4, 4, 4, 4, 1]
