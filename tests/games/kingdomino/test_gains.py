"""What dominoes would add, found for all squares at once, beside the plain rules and brute force."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from oracles import kingdoms as plain

from kingdice.games.kingdomino.boards import has
from kingdice.games.kingdomino.dominoes import TERRAINS, domino
from kingdice.games.kingdomino.kernel_gains import find_borders, gain_by, joined_at
from kingdice.games.kingdomino.kernel_greedy import gain_at
from kingdice.games.kingdomino.kernel_kingdom import free_squares, lay
from kingdice.games.kingdomino.kingdom import Kingdom, cell
from kingdice.games.kingdomino.layout import OCCUPIED, game_layout, make_rules
from kingdice.games.kingdomino.variants import variants_named

VARIANTS = {5: "standard", 7: "mighty-duel"}


@njit(cache=True)
def build(rules, kingdom, laid):
    """Lay dominoes on a kingdom that is all zeros: numbers and placements."""
    kingdom.boards[OCCUPIED] = rules.castle[0]
    for one in range(laid.shape[0]):
        lay(rules, kingdom, laid[one, 0], laid[one, 1])


@njit(cache=True)
def gains_of_dominoes(rules, kingdom, borders, number, cells, gains):
    """What a domino adds on pairs of cells."""
    free = free_squares(rules, kingdom)
    for terrain in range(borders.size):
        find_borders(kingdom, terrain, free, borders[terrain])
    for one in range(gains.size):
        gains[one] = gain_at(rules, borders, number, cells[one, 0], cells[one, 1])


@njit(cache=True)
def gains_of_squares(rules, kingdom, borders, terrain, crowns, gains, joined):
    """What a square of terrain adds at every free cell, and which properties it joins."""
    free = free_squares(rules, kingdom)
    find_borders(kingdom, terrain, free, borders[terrain])
    for one in range(gains.size):
        if has(free, one):
            joined[one] = joined_at(borders[terrain], one)
            gains[one] = gain_by(borders[terrain], joined[one], 1, crowns)


@st.composite
def tables(draw: st.DrawFn):
    """A kingdom, and its twin in a record with room for borders."""
    size = draw(st.sampled_from([5, 7]))
    kingdom, laid = Kingdom(size), []
    for number in draw(st.lists(st.integers(1, 48), unique=True, max_size=13 if size == 5 else 27)):
        ways = kingdom.placements(domino(number))
        if ways:
            way = ways[draw(st.integers(0, len(ways) - 1))]
            kingdom = kingdom.place(domino(number), way)
            laid.append((number, way.direction * 128 + cell(way.places[0], size)))
    layout = game_layout(size)
    rules, record = make_rules(variants_named(VARIANTS[size]), 2)[0], np.zeros(1, layout.kingdom)[0]
    build(rules, record, np.array(laid, dtype=np.int64).reshape(-1, 2))
    desk = np.zeros(1, layout.desk)
    desk["borders"]["joined"] = -1  # what was there before must not matter
    desk["borders"]["squares"] = desk["borders"]["crowns"] = 9
    return kingdom, rules, record, desk[0]["borders"]


def squares_of(kingdom: Kingdom) -> plain.Kingdom:
    return {place: (square.half.terrain, square.half.crowns) for place, square in kingdom.squares.items()}


@settings(max_examples=80)
@given(table=tables(), number=st.integers(1, 48))
def test_a_domino_adds_what_the_plain_rules_say(table, number: int):
    kingdom, rules, record, borders = table
    ways = kingdom.placements(domino(number))
    cells = np.array([[cell(place, kingdom.size) for place in way.places] for way in ways], np.int64).reshape(-1, 2)
    gains = np.zeros(len(ways), np.int64)
    gains_of_dominoes(rules, record, borders, number, cells, gains)
    assert gains.tolist() == [kingdom.gain(domino(number), way) for way in ways]


@settings(max_examples=80)
@given(table=tables(), terrain=st.sampled_from(TERRAINS), crowns=st.integers(0, 3))
def test_a_square_joins_all_properties_beside_it(table, terrain: str, crowns: int):
    kingdom, rules, record, borders = table
    size, squares = kingdom.size, squares_of(kingdom)
    cells = 64 if size == 5 else 120
    gains, joined = np.full(cells, -1), np.full(cells, -1)
    gains_of_squares(rules, record, borders, TERRAINS.index(terrain), crowns, gains, joined)
    top, bottom, left, right = kingdom.box
    before, seen = plain.points(squares), 0
    for row, column in plain.canvas(size):
        if gains[cell((row, column), size)] < 0 or (row, column) in squares or (row, column) == (0, 0):
            continue
        if row not in range(bottom - size + 1, top + size) or column not in range(right - size + 1, left + size):
            continue  # a cell of the torus that is another square
        seen += 1
        number = cell((row, column), size)
        assert gains[number] == plain.points(squares | {(row, column): (terrain, crowns)}) - before
        beside = [other for other in squares if plain.beside(other, (row, column)) and squares[other][0] == terrain]
        properties = [one for one in kingdom.properties if any(place in beside for place in one.places)]
        assert int(joined[number]).bit_count() == len(properties)
    assert seen == np.count_nonzero(gains >= 0) > 0 or len(squares) == size * size - 1
