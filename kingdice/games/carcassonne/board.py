"""Tiles on the table: which fit where, and the features that their segments join into.

Plain on purpose: a feature is found by walking from segment to segment, whenever somebody asks for it. Places are
(row, column) from the start tile, rows counted southwards. A segment on the table is known by its place and its number
on its tile; how many tiles a feature has is how many places it is on, however many segments lie there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from kingdice.games.carcassonne.tiles import CITY, FIELD, MONASTERY, Segment, Tile

__all__ = [
    "Board",
    "Feature",
    "Laid",
    "Place",
    "Spot",
    "around",
    "beside",
    "feature_at",
    "frontier_after",
    "placements",
]

Place = tuple[int, int]
Spot = tuple[Place, int]

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass(frozen=True)
class Laid:
    """A tile as it lies on the table.

    Attributes
    ----------
    tile : Tile
    rotation : int
        Quarters that it was turned clockwise.
    """

    tile: Tile
    rotation: int

    @cached_property
    def edges(self) -> str:
        """What lies at its sides, from the north clockwise."""
        return "".join(self.tile.edges[(side - self.rotation) % 4] for side in range(4))

    def segment_at(self, side: int) -> int | None:
        """The city or road segment at a side, by number."""
        return self.tile.segment_at_side[(side - self.rotation) % 4]

    def field_at(self, half: int) -> int | None:
        """The field segment at a half of a side, by number."""
        return self.tile.field_at_half[(half - 2 * self.rotation) % 8]

    def sides(self, segment: Segment) -> list[int]:
        """The sides that a city or road segment touches."""
        return [(side + self.rotation) % 4 for side in segment.sides]

    def halves(self, segment: Segment) -> list[int]:
        """The halves of sides that a field segment touches."""
        return [(half + 2 * self.rotation) % 8 for half in segment.halves]


Board = Mapping[Place, Laid]


@dataclass(frozen=True)
class Feature:
    """A city, road, field or monastery on the table.

    Attributes
    ----------
    kind : str
    spots : frozenset of Spot
        Its segments.
    ends : int
        Sides at which it goes on where no tile lies; of a field not counted. Of a monastery how many of the eight
        places around it are free.
    pennants : int
    cities : frozenset of Spot
        City segments that a field borders.
    """

    kind: str
    spots: frozenset[Spot]
    ends: int
    pennants: int = 0
    cities: frozenset[Spot] = frozenset()

    @cached_property
    def size(self) -> int:
        """How many tiles it has."""
        return len({place for place, _ in self.spots})

    @property
    def is_complete(self) -> bool:
        """Whether nothing can be added; of a field never."""
        return self.kind != FIELD and self.ends == 0


def beside(place: Place) -> Iterator[Place]:
    """The places at the four sides of one, from the north clockwise."""
    for row, column in _STEPS:
        yield place[0] + row, place[1] + column


def around(place: Place) -> Iterator[Place]:
    """The eight places around one."""
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            if row or column:
                yield place[0] + row, place[1] + column


def placements(board: Board, frontier: Iterable[Place], tile: Tile) -> Iterator[tuple[Place, int]]:
    """Where a tile may lie, and how it may be turned: like with like at every side that touches others."""
    turned = [Laid(tile, rotation) for rotation in range(4)]
    for place in frontier:
        others = [(side, board.get(other)) for side, other in enumerate(beside(place))]
        facing = [(side, other.edges[(side + 2) % 4]) for side, other in others if other is not None]
        for laid in turned:
            if all(laid.edges[side] == edge for side, edge in facing):
                yield place, laid.rotation


def frontier_after(frontier: tuple[Place, ...], board: Board, place: Place) -> tuple[Place, ...]:
    """The free places beside tiles once a tile lies in one of them, in the order in which they came to be that."""
    new = (other for other in beside(place) if other not in board and other not in frontier)
    return (*(other for other in frontier if other != place), *new)


def feature_at(board: Board, spot: Spot) -> Feature:
    """The whole feature to which a segment belongs."""
    laid = board[spot[0]]
    kind = laid.tile.segments[spot[1]].kind
    if kind == MONASTERY:
        return Feature(kind, frozenset([spot]), sum(place not in board for place in around(spot[0])))
    found, waiting, ends, pennants = {spot}, [spot], 0, 0
    cities: set[Spot] = set()
    while waiting:
        place, number = waiting.pop()
        laid = board[place]
        segment = laid.tile.segments[number]
        pennants += segment.has_pennant
        cities |= {(place, city) for city in segment.cities}
        for other in _next(board, place, number):
            if other is None:
                ends += 1
            elif other not in found:
                found.add(other)
                waiting.append(other)
    return Feature(kind, frozenset(found), ends, pennants, frozenset(cities))


def _next(board: Board, place: Place, number: int) -> Iterator[Spot | None]:
    """The segments with which one joins at its edges; None where a city or road goes on into the open."""
    laid = board[place]
    segment = laid.tile.segments[number]
    places = list(beside(place))
    for side in laid.sides(segment):
        other = board.get(places[side])
        there = None if other is None else other.segment_at((side + 2) % 4)
        yield None if there is None else (places[side], there)
    for half in laid.halves(segment):
        side, is_right = divmod(half, 2)
        other = board.get(places[side])
        if other is None:
            continue
        facing = 2 * ((side + 2) % 4) + 1 - is_right  # the left half of a side meets the right one of the other
        field = other.field_at(facing)
        if field is not None:
            yield places[side], field


def completed_cities(board: Board, spots: frozenset[Spot]) -> set[frozenset[Spot]]:
    """The completed cities to which some city segments belong, each once."""
    cities = {feature_at(board, spot) for spot in spots if board[spot[0]].tile.segments[spot[1]].kind == CITY}
    return {city.spots for city in cities if city.is_complete}
