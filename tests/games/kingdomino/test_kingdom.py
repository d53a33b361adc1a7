"""A kingdom: where a domino may go, and what is counted, beside a brute force on a plain grid."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracles import kingdoms as plain

from kingdice.games.kingdomino.dominoes import Domino, Half, domino
from kingdice.games.kingdomino.kingdom import DIRECTIONS, Kingdom, Placement, cell


def squares_of(kingdom: Kingdom) -> plain.Kingdom:
    return {place: (square.half.terrain, square.half.crowns) for place, square in kingdom.squares.items()}


def halves_of(one: Domino) -> tuple[plain.Square, plain.Square]:
    first, second = one.halves
    return (first.terrain, first.crowns), (second.terrain, second.crowns)


def as_placement(way: plain.Way) -> Placement:
    (row, column), (next_row, next_column) = way
    return Placement(row, column, DIRECTIONS.index((next_row - row, next_column - column)))


def built(size: int, *laid: tuple[int, tuple[int, int, int]]) -> Kingdom:
    """A kingdom of dominoes by number, each at a row, column and direction, and every one of them legal."""
    kingdom = Kingdom(size)
    for number, where in laid:
        assert kingdom.allows(domino(number), Placement(*where))
        kingdom = kingdom.place(domino(number), Placement(*where))
    return kingdom


@st.composite
def kingdoms(draw: st.DrawFn) -> Kingdom:
    """Built by legal placements as the oracle finds them; often as full as it gets."""
    size = draw(st.sampled_from([5, 5, 7]))
    numbers = draw(st.lists(st.integers(1, 48), unique=True, max_size=14 if size == 5 else 26))
    kingdom, squares = Kingdom(size), plain.Kingdom()
    for number in numbers:
        ways = plain.ways(squares, size, halves_of(domino(number)))
        if ways:
            way = ways[draw(st.integers(0, len(ways) - 1))]
            squares = plain.with_domino(squares, halves_of(domino(number)), way)
            kingdom = kingdom.place(domino(number), as_placement(way))
    return kingdom


# Placing


@settings(max_examples=60)
@given(kingdom=kingdoms(), number=st.integers(1, 48))
def test_a_domino_may_go_where_brute_force_finds_room_for_it_and_in_that_order(kingdom: Kingdom, number: int):
    ways = plain.ways(squares_of(kingdom), kingdom.size, halves_of(domino(number)))
    assert kingdom.placements(domino(number)) == [as_placement(way) for way in ways]


@settings(max_examples=20)
@given(kingdom=kingdoms(), number=st.integers(1, 48))
def test_every_other_place_of_the_canvas_is_refused(kingdom: Kingdom, number: int):
    one = domino(number)
    allowed = {
        Placement(*place, direction)
        for place in plain.canvas(kingdom.size)
        for direction in range(4)
        if kingdom.allows(one, Placement(*place, direction))
    }
    expected = set(kingdom.placements(one))
    if one.is_double:  # turned round it covers the same squares
        expected |= {Placement(*way.places[1], way.direction + 2) for way in expected}
    assert allowed == expected


def test_the_first_domino_goes_beside_the_castle_in_24_ways_and_with_equal_halves_in_12():
    """Four squares beside the castle, three ways on from each; either half may be the one that touches."""
    assert len(Kingdom(5).placements(domino(48))) == 24
    assert len(Kingdom(5).placements(domino(1))) == 12


def test_the_castle_takes_any_terrain():
    kingdom = built(5, (48, (0, 1, 0)))  # wheat to the right of the castle, mine beyond
    assert kingdom.allows(domino(7), Placement(1, 0, 0))  # lakes, touching the castle only


def test_the_half_that_matches_must_itself_touch_its_terrain():
    kingdom = built(5, (48, (0, 1, 0)))
    meadow = Domino(0, (Half("grassland", 0), Half("mine", 0)))
    assert kingdom.allows(meadow, Placement(-1, 1, 0))  # mine over mine
    assert not kingdom.allows(meadow, Placement(-1, 2, 2))  # grassland over mine, mine over wheat
    assert not kingdom.allows(meadow, Placement(-2, 2, 0))  # nothing touches the mine


def test_squares_that_touch_at_a_corner_do_not_connect():
    kingdom = built(5, (48, (0, 1, 0)))
    assert not kingdom.allows(domino(1), Placement(1, 3, 1))
    assert not kingdom.allows(domino(1), Placement(-1, -1, 2))


def test_a_domino_may_not_cover_anything():
    kingdom = built(5, (1, (0, 1, 0)))
    assert not kingdom.allows(domino(2), Placement(0, 2, 0))
    assert not kingdom.allows(domino(2), Placement(0, -1, 0))
    assert kingdom.allows(domino(2), Placement(0, 3, 0))


def test_the_castle_may_lie_anywhere_in_the_box_also_in_its_corner():
    kingdom = built(5, (1, (0, 1, 0)), (2, (0, 3, 0)), (14, (1, 1, 1)))
    assert kingdom.box == (0, 2, 0, 4)
    assert not any(column < 0 or column > 4 for way in kingdom.placements(domino(13)) for _, column in way.places)


@pytest.mark.parametrize(("size", "reach"), [(5, 4), (7, 6)])
def test_a_kingdom_reaches_as_far_as_its_box_and_no_farther(size: int, reach: int):
    """Wheat in a row to the right of the castle, until the box is full."""
    kingdom = Kingdom(size)
    for column in range(1, reach, 2):
        kingdom = kingdom.place(domino(1), Placement(0, column, 0))
    assert kingdom.box == (0, 0, 0, reach)
    assert not kingdom.allows(domino(2), Placement(0, reach + 1, 0))
    assert not kingdom.allows(domino(2), Placement(0, -1, 1))
    assert kingdom.allows(domino(2), Placement(1, reach, 1))


def test_placing_leaves_the_kingdom_before_as_it_was():
    before = built(5, (1, (0, 1, 0)))
    squares = dict(before.squares)
    before.place(domino(2), Placement(0, 3, 0))
    assert before.squares == squares


def test_squares_are_numbered_on_a_torus_that_no_kingdom_reaches_round():
    """Eight rows and columns for 5 by 5, ten rows of twelve for 7 by 7, the castle in the middle."""
    assert [cell(place, 5) for place in [(0, 0), (-4, -4), (0, 3), (3, 3)]] == [36, 0, 39, 63]
    assert [cell(place, 7) for place in [(0, 0), (-5, -6), (0, 5), (4, 5)]] == [66, 0, 71, 119]


@settings(max_examples=25)
@given(kingdom=kingdoms())
def test_no_two_squares_that_matter_have_the_same_number(kingdom: Kingdom):
    ways = [way for number in (1, 3, 7, 10, 12, 48) for way in kingdom.placements(domino(number))]
    places = {(0, 0), *kingdom.squares, *(place for way in ways for place in way.places)}
    assert len({cell(place, kingdom.size) for place in places}) == len(places)


# Counting


@settings(max_examples=60)
@given(kingdom=kingdoms())
@example(kingdom=Kingdom(5))
def test_everything_that_is_counted_is_what_brute_force_counts(kingdom: Kingdom):
    squares = squares_of(kingdom)
    expected = plain.properties(squares)
    assert sorted((one.terrain, len(one.places), one.crowns) for one in kingdom.properties) == expected
    assert kingdom.points == plain.points(squares)
    assert kingdom.largest_property == max((size for _, size, _ in expected), default=0)
    assert kingdom.crowns == sum(crowns for _, crowns in squares.values())
    assert kingdom.box == plain.extent(list(squares))
    assert kingdom.is_middle() == plain.in_middle(squares, kingdom.size)
    assert kingdom.is_middle(of_box=True) == plain.in_middle_of_box(squares)
    assert kingdom.is_full == (len(squares) == kingdom.size**2 - 1)


@settings(max_examples=30)
@given(kingdom=kingdoms(), number=st.integers(1, 48))
def test_what_a_domino_gains_is_the_difference_in_points(kingdom: Kingdom, number: int):
    before = plain.points(squares_of(kingdom))
    for way in kingdom.placements(domino(number)):
        after = plain.with_domino(squares_of(kingdom), halves_of(domino(number)), way.places)
        assert kingdom.gain(domino(number), way) == plain.points(after) - before


def test_properties_lie_apart_and_name_their_squares():
    kingdom = built(5, (19, (0, 1, 0)), (20, (0, -1, 2)))  # wheat with a crown on either side of the castle
    wheat = [one for one in kingdom.properties if one.terrain == "wheat"]
    assert [one.places for one in wheat] == [{(0, -1)}, {(0, 1)}]
    for one, other in combinations(kingdom.properties, 2):
        assert not one.places & other.places


def test_middle_by_both_readings_differs_for_a_kingdom_with_gaps():
    """Castle, and two squares below it: nothing too far away, but the castle at the top of the box."""
    lopsided = built(5, (1, (1, 0, 1)))
    assert lopsided.is_middle()
    assert not lopsided.is_middle(of_box=True)
    balanced = built(5, (1, (1, 0, 1)), (2, (-1, 0, 3)))
    assert balanced.is_middle()
    assert balanced.is_middle(of_box=True)
    beyond = built(5, (1, (1, 0, 1)), (2, (3, 0, 1)))
    assert not beyond.is_middle()


def test_in_the_mighty_duel_the_middle_is_three_squares_from_every_side():
    kingdom = built(7, (1, (1, 0, 1)), (2, (3, 0, 0)))
    assert kingdom.is_middle()
    assert not built(7, (1, (1, 0, 1)), (2, (3, 0, 1))).is_middle()
