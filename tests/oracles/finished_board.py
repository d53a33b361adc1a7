"""A board of Carcassonne scored from scratch: no code is shared with the package, and nothing is worked out on the way.

A tile is a ring of twelve points, three on each side, clockwise from the left of the north side (seen from the middle
of the tile); `carcassonne_tiles.json` says which segment lies at each point, so turning a tile by a quarter moves the
ring on by three. On a side of city or of field alone all three points are one segment; on one with a road they are
field, road, field. Two tiles that touch join point by point, in opposite order, and a feature is what hangs together.
The file also gives each segment's kind (c, r, f, m), those with a pennant, and the cities beside a field.

A board is a list of tiles (id, row, column, quarters clockwise) in any order; rows go southwards. Meeples are a dict
from (row, column, segment) to a seat from 0. Rules are the words of the command line in a set.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

TILES = json.loads(Path(__file__).with_name("carcassonne_tiles.json").read_text(encoding="utf-8"))
NORTH_EAST_SOUTH_WEST = ((-1, 0), (0, 1), (1, 0), (0, -1))
EIGHT = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
CITY, ROAD, FIELD, MONASTERY = "crfm"

Lying = tuple[str, int, int, int]
Spot = tuple[int, int, int]


class Feature(NamedTuple):
    """Something on the board; `ends` are its open sides (of a monastery the free places around it)."""

    kind: str
    spots: list[Spot]
    size: int
    ends: int
    pennants: int
    beside: set[Spot]

    @property
    def is_complete(self) -> bool:
        return self.kind != FIELD and self.ends == 0


@cache
def ring(name: str, quarters: int) -> list[list[int]]:
    """The segments at the three points of each side of a tile that lies turned, from the north."""
    sides = TILES[name]["ring"].split()
    return [[int(point) for point in sides[(side - quarters) % 4]] for side in range(4)]


@cache
def segment(name: str, number: int) -> tuple[str, bool, list[int]]:
    """A segment's kind, whether it has a pennant, and the cities beside it."""
    tile = TILES[name]
    cities = [int(city) for city in tile["beside"].get(str(number), "")]
    return tile["kinds"][number], str(number) in tile["pennants"], cities


@cache
def kind_at(name: str, quarters: int, side: int) -> str:
    return TILES[name]["kinds"][ring(name, quarters)[side][1]]


def features(board: Iterable[Lying]) -> list[Feature]:
    """Everything on a board, each feature once; by union and find over all segments."""
    board = list(board)
    at = {(row, column): place for place, (_, row, column, _) in enumerate(board)}
    assert len(at) == len(board), "two tiles in one place"
    above = list(range(10 * len(board)))  # segment n of the k-th tile is 10 k + n
    open_sides = [0] * len(above)

    def top(one: int) -> int:
        while above[one] != one:
            above[one] = one = above[above[one]]
        return one

    for place, (name, row, column, quarters) in enumerate(board):
        mine = ring(name, quarters)
        for side, (down, right) in enumerate(NORTH_EAST_SOUTH_WEST):
            other = at.get((row + down, column + right))
            if other is None:
                open_sides[10 * place + mine[side][1]] += 1
            elif other < place:
                across = (side + 2) % 4
                there, turned = board[other][0], board[other][3]
                assert kind_at(name, quarters, side) == kind_at(there, turned, across), f"{name} does not fit {there}"
                theirs = ring(there, turned)[across]
                for point in (1,) if mine[side][0] == mine[side][1] else (0, 1, 2):  # one segment, or three
                    above[top(10 * place + mine[side][point])] = top(10 * other + theirs[2 - point])
    together: dict[int, list[tuple[int, int]]] = {}
    for place, (name, _, _, _) in enumerate(board):
        for number in range(len(TILES[name]["kinds"])):
            together.setdefault(top(10 * place + number), []).append((place, number))
    return [_feature(board, at, parts, open_sides) for parts in together.values()]


def _feature(
    board: Sequence[Lying], at: Mapping[tuple[int, int], int], parts: list[tuple[int, int]], open_sides: list[int]
) -> Feature:
    spots: list[Spot] = []
    beside: set[Spot] = set()
    ends = pennants = 0
    for place, number in parts:
        name, row, column, _ = board[place]
        kind, pennant, cities = segment(name, number)
        spots.append((row, column, number))
        ends += open_sides[10 * place + number]
        pennants += pennant
        for city in cities:
            beside.add((row, column, city))
    if kind == MONASTERY:
        ends = sum((row + down, column + right) not in at for down, right in EIGHT)
    size = len({place for place, _ in parts}) if len(parts) > 1 else 1
    return Feature(kind, spots, size, ends, pennants, beside)


def worth(feature: Feature, rules: Iterable[str]) -> int:
    """What a city, road or monastery brings as it stands."""
    if feature.kind == MONASTERY:
        return 9 - feature.ends
    if feature.kind == ROAD:
        return feature.size
    if feature.ends:
        return feature.size + feature.pennants
    if feature.size == 2 and "small-city" in rules:
        return 2
    return 2 * feature.size + 2 * feature.pennants


def most(seats: Sequence[int]) -> list[int]:
    """Whoever is named most often; several when they tie."""
    if len(seats) < 2:
        return list(seats)
    count = Counter(seats)
    return [seat for seat in count if count[seat] == max(count.values())]


def field_points(
    everything: Iterable[Feature], meeples: Mapping[Spot, int], players: int, rules: Iterable[str]
) -> list[int]:
    """What the farmers bring each seat."""
    gained = [0] * players
    city_at: dict[Spot, int] = {}
    farmers: list[tuple[list[int], set[int]]] = []
    everything = list(everything)
    for number, one in enumerate(everything):
        if one.kind == CITY and one.is_complete:
            city_at.update(dict.fromkeys(one.spots, number))
    for one in everything:
        standing = [meeples[spot] for spot in one.spots if spot in meeples] if one.kind == FIELD else []
        if standing:
            farmers.append((standing, {city_at[spot] for spot in one.beside if spot in city_at}))
    if "fields-by-city" in rules:
        for city in set(city_at.values()):
            for seat in most([seat for standing, cities in farmers if city in cities for seat in standing]):
                gained[seat] += 4
    elif "fields-once" in rules:
        for seat in range(players):
            gained[seat] = 3 * len({city for standing, cities in farmers if seat in most(standing) for city in cities})
    else:
        for standing, cities in farmers:
            for seat in most(standing):
                gained[seat] += 3 * len(cities)
    return gained


def standing_points(
    everything: Iterable[Feature], meeples: Mapping[Spot, int], players: int, rules: Iterable[str]
) -> list[dict[str, int]]:
    """What the meeples that still stand bring each seat at the end, by kind of feature."""
    everything = list(everything)
    gained = [dict.fromkeys("crfm", 0) for _ in range(players)]
    for one in everything:
        if one.kind != FIELD:
            for seat in most([meeples[spot] for spot in one.spots if spot in meeples]):
                gained[seat][one.kind] += worth(one, rules)
    for seat, points in enumerate(field_points(everything, meeples, players, rules)):
        gained[seat][FIELD] = points
    return gained


def completed_sizes(board: Iterable[Lying], kind: str) -> list[int]:
    """Tiles of every completed city, or road, smallest first."""
    return sorted(one.size for one in features(board) if one.kind == kind and one.is_complete)


def flooded(board: Iterable[Lying], spot: Spot) -> set[Spot]:
    """The feature of a segment, by walking from it: a second way, for boards in the middle of a game."""
    at = {(row, column): (name, quarters) for name, row, column, quarters in board}
    found, waiting = {spot}, [spot]
    while waiting:
        row, column, number = waiting.pop()
        mine = ring(*at[row, column])
        for side, (down, right) in enumerate(NORTH_EAST_SOUTH_WEST):
            there = (row + down, column + right)
            if number not in mine[side] or there not in at:
                continue
            theirs = ring(*at[there])[(side + 2) % 4]
            for point in range(3):
                other = (*there, theirs[2 - point])
                if mine[side][point] == number and other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


def placements(board: Sequence[Lying], name: str) -> list[tuple[int, int, int]]:
    """Every row, column and quarter turn with which a tile may be laid, by rows and columns."""
    at = {(row, column): (other, quarters) for other, row, column, quarters in board}
    beside = {(row + down, column + right) for row, column in at for down, right in NORTH_EAST_SOUTH_WEST}
    return [
        (row, column, quarters)
        for row, column in sorted(beside - set(at))
        for quarters in range(4)
        if all(
            kind_at(name, quarters, side) == kind_at(*at[row + down, column + right], (side + 2) % 4)
            for side, (down, right) in enumerate(NORTH_EAST_SOUTH_WEST)
            if (row + down, column + right) in at
        )
    ]


def free_segments(board: Sequence[Lying], meeples: Mapping[Spot, int], laid: Lying) -> list[int]:
    """Segments of a tile just laid whose whole feature is empty, of several in one feature the first."""
    name, row, column, _ = laid
    free = []
    for number in range(len(TILES[name]["kinds"])):
        whole = flooded([*board, laid], (row, column, number))
        if not any(spot in meeples for spot in whole) and not any((row, column, one) in whole for one in range(number)):
            free.append(number)
    return free
