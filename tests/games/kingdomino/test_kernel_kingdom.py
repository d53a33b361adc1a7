"""A kingdom in the kernels beside one of the plain rules: where dominoes may go, in which order, and what counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from oracles import kingdoms as plain

from kingdice.games.kingdomino.boards import as_words, has
from kingdice.games.kingdomino.dominoes import TERRAINS, domino
from kingdice.games.kingdomino.kernel_game import count_kingdom
from kingdice.games.kingdomino.kernel_kingdom import (
    clear_kingdom,
    free_squares,
    is_middle,
    lay,
    nth_placement,
    place_of,
    placement_count,
    points_of,
    points_with,
    properties_of,
)
from kingdice.games.kingdomino.kingdom import Kingdom, Placement, cell
from kingdice.games.kingdomino.layout import BOARDS, NOWHERE, OCCUPIED, ONES, TWOS, game_layout, make_rules
from kingdice.games.kingdomino.searching import _write_kingdom as write_kingdom
from kingdice.games.kingdomino.variants import variants_named

VARIANTS = {5: "middle,harmony", 7: "middle,harmony,mighty-duel"}
OF_BOX = {5: "middle-of-box", 7: "middle-of-box,mighty-duel"}


@njit(cache=True)
def count_all(rules, kingdom, numbers):
    """Write down everything that is counted."""
    numbers[0], numbers[1], numbers[2], numbers[3] = properties_of(kingdom)
    numbers[4], numbers[5] = points_of(kingdom), is_middle(rules, kingdom)
    numbers[6], numbers[7], numbers[8], numbers[9] = kingdom.top, kingdom.bottom, kingdom.left, kingdom.right
    numbers[10] = kingdom.squares


@njit(cache=True)
def look_at(rules, kingdom, domino, ways, points):
    """Write down every placement of a domino and the points with it; returns how many, and those without."""
    found = placement_count(rules, kingdom, domino)
    for place in range(found):
        ways[place] = nth_placement(rules, kingdom, domino, place)
        points[place] = points_with(rules, kingdom, domino, ways[place])
    ways[found] = nth_placement(rules, kingdom, domino, found)
    return found, points_with(rules, kingdom, domino, np.int64(NOWHERE))


@njit(cache=True)
def put_down(rules, kingdom, domino, placement):
    if domino == 0:
        clear_kingdom(rules, kingdom)
    else:
        lay(rules, kingdom, domino, placement)


@njit(cache=True)
def count_up(rules, kingdom):
    count_kingdom(rules, kingdom)


@njit(cache=True)
def find_places(rules, kingdom, places):
    """Row and column of every free square; returns how many."""
    free = free_squares(rules, kingdom)
    found = 0
    for number in range(places.shape[0]):
        if has(free, number):
            places[found, 0] = number
            places[found, 1], places[found, 2] = place_of(rules, kingdom, number)
            found += 1
    return found


@dataclass
class Pair:
    """A kingdom by the plain rules and its twin in a record."""

    size: int
    variants: str = ""
    kingdom: Kingdom = field(init=False)

    def __post_init__(self) -> None:
        self.rules = make_rules(variants_named(self.variants or VARIANTS[self.size]), 2)[0]
        self._records = np.zeros(1, game_layout(self.size).kingdom)
        self._records[0]["score"] = 0
        self.kingdom = Kingdom(self.size)
        put_down(self.rules, self.record, 0, 0)

    @property
    def record(self) -> Any:
        return self._records[0]

    def place(self, number: int, way: Placement) -> None:
        self.kingdom = self.kingdom.place(domino(number), way)
        put_down(self.rules, self.record, number, code(way, self.size))


def code(way: Placement, size: int) -> int:
    return way.direction * 128 + cell(way.places[0], size)


@st.composite
def pairs(draw: st.DrawFn, variants: dict[int, str] = VARIANTS) -> Pair:
    """Built by legal placements, often as full as it gets, and reaching in any direction."""
    size = draw(st.sampled_from([5, 7]))
    pair = Pair(size, variants[size])
    for number in draw(st.lists(st.integers(1, 48), unique=True, max_size=14 if size == 5 else 28)):
        ways = pair.kingdom.placements(domino(number))
        if ways:
            pair.place(number, ways[draw(st.integers(0, len(ways) - 1))])
    return pair


def squares_of(kingdom: Kingdom) -> plain.Kingdom:
    return {place: (square.half.terrain, square.half.crowns) for place, square in kingdom.squares.items()}


@settings(max_examples=80)
@given(pair=pairs(), number=st.integers(1, 48))
def test_placements_are_those_of_the_plain_rules_in_their_order_with_the_points_that_they_bring(pair, number):
    ways, points = np.zeros(128, np.int64), np.zeros(128, np.int64)
    found, without = look_at(pair.rules, pair.record, number, ways, points)
    expected = pair.kingdom.placements(domino(number))
    assert ways[:found].tolist() == [code(way, pair.size) for way in expected]
    assert ways[found] == NOWHERE
    assert points[:found].tolist() == [pair.kingdom.place(domino(number), way).points for way in expected]
    assert without == pair.kingdom.points


@settings(max_examples=150)
@given(pair=st.one_of(pairs(), pairs(OF_BOX)))
def test_everything_that_is_counted_is_what_the_plain_rules_and_brute_force_count(pair):
    numbers = np.zeros(11, np.int64)
    count_all(pair.rules, pair.record, numbers)
    points, largest, packed_points, packed_squares, again, middle, *box, squares = numbers.tolist()
    properties = plain.properties(squares_of(pair.kingdom))
    assert points == again == pair.kingdom.points == sum(size * crowns for _, size, crowns in properties)
    assert largest == pair.kingdom.largest_property
    assert packed_points == sum(size * crowns << 10 * TERRAINS.index(name) for name, size, crowns in properties)
    assert packed_squares == sum(size << 8 * TERRAINS.index(name) for name, size, _ in properties)
    assert tuple(box) == pair.kingdom.box
    assert squares == len(pair.kingdom.squares)
    of_box = "middle-of-box" in pair.variants
    assert bool(middle) is pair.kingdom.is_middle(of_box=of_box)


@settings(max_examples=80)
@given(pair=pairs())
def test_the_boards_of_a_kingdom_hold_its_squares_and_crowns(pair):
    expected: list[set[int]] = [set() for _ in range(BOARDS)]
    expected[OCCUPIED].add(cell((0, 0), pair.size))
    for place, square in pair.kingdom.squares.items():
        number = cell(place, pair.size)
        expected[TERRAINS.index(square.half.terrain)].add(number)
        expected[OCCUPIED].add(number)
        if square.half.crowns in (1, 3):
            expected[ONES].add(number)
        if square.half.crowns in (2, 3):
            expected[TWOS].add(number)
    for which in range(BOARDS):
        assert np.atleast_1d(pair.record["boards"][which]).tolist() == as_words(expected[which], pair.size)


@settings(max_examples=80)
@given(pair=pairs())
def test_free_squares_are_those_of_the_box_that_a_domino_may_reach_and_their_places_are_known(pair):
    size, places = pair.size, np.zeros((128, 3), np.int64)
    cells = 64 if size == 5 else 120
    found = find_places(pair.rules, pair.record, places[:cells])
    top, bottom, left, right = pair.kingdom.box
    expected = [
        (cell((row, column), size), row, column)
        for row, column in plain.canvas(size)
        if (row, column) not in {(0, 0), *pair.kingdom.squares}
        and max(bottom, row) - min(top, row) < size
        and max(right, column) - min(left, column) < size
        and top - 2 <= row <= bottom + 2
        and left - 2 <= column <= right + 2
    ]
    assert [tuple(one) for one in places[:found].tolist()] == sorted(expected)


@settings(max_examples=60)
@given(pair=st.one_of(pairs(), pairs(OF_BOX)), discarded=st.integers(0, 3))
def test_a_finished_kingdom_is_added_to_the_rounds_before(pair, discarded):
    record, kingdom, earlier = pair.record, pair.kingdom, 3
    names = ["score", "base", "middle", "harmony", "discards", "largest", "crowns", "packed_squares", "packed_points"]
    for name in names:
        record[name] = earlier
    record["discarded"] = discarded
    count_up(pair.rules, record)
    of_box = "middle-of-box" in pair.variants
    in_middle, harmonic = kingdom.is_middle(of_box=of_box), discarded == 0
    harmony_points = 5 if "harmony" in pair.variants else 0
    properties = plain.properties(squares_of(kingdom))
    assert [int(record[name]) - earlier for name in names] == [
        kingdom.points + 10 * in_middle + harmony_points * harmonic,
        kingdom.points,
        in_middle,
        harmonic,
        discarded,
        kingdom.largest_property,
        kingdom.crowns,
        sum(size << 8 * TERRAINS.index(name) for name, size, _ in properties),
        sum(size * crowns << 10 * TERRAINS.index(name) for name, size, crowns in properties),
    ]
    top, bottom, left, right = kingdom.box
    assert record["packed_castle"] == -top + 16 * bottom - 256 * left + 4096 * right


@pytest.mark.parametrize("size", [5, 7])
def test_a_cleared_kingdom_is_a_castle_and_keeps_what_earlier_rounds_brought(size: int):
    pair = Pair(size)
    pair.place(40, Placement(0, 1, 0))
    pair.record["score"] = 17
    put_down(pair.rules, pair.record, 0, 0)
    assert pair.record["score"] == 17
    assert [int(pair.record[name]) for name in ("top", "bottom", "left", "right", "squares", "discarded")] == [0] * 6
    castle = as_words([cell((0, 0), size)], size)
    for which in range(BOARDS):
        words = np.atleast_1d(pair.record["boards"][which]).tolist()
        assert words == (castle if which == OCCUPIED else [0] * len(castle))


@settings(max_examples=60)
@given(pair=pairs(), discarded=st.integers(0, 3))
def test_what_lies_there_can_be_written_down_from_the_plain_rules(pair, discarded):
    """The record that a table of plain rules hands to searching players is the one that the kernels grow."""
    written = np.zeros(1, game_layout(pair.size).kingdom)[0]
    write_kingdom(pair.kingdom, tuple(range(1, discarded + 1)), written)
    pair.record["discarded"] = discarded
    for name in ("boards", "top", "bottom", "left", "right", "squares", "discarded"):
        assert np.array_equal(written[name], pair.record[name]), name
