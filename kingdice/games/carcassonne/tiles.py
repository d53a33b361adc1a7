"""The land tiles: what lies at their edges, and how their segments hang together.

A tile is cut into segments of cities, roads and fields, and may have a monastery; segments of neighbouring tiles join
into features. Sides are numbered clockwise from the north, 0 to 3. Fields touch halves of sides: half 2s is the left
one of side s, half 2s + 1 the right one, seen from the middle of the tile; so the western half of the north side is 0,
its eastern half 1, and the northern half of the west side 7. Turning a tile clockwise by r quarters adds r to its
sides and 2r to its halves.

The list (`tiles.toml`) writes edges as C, R or F from the north on (city, road, field), a segment as the sides that it
touches, with + for a pennant, and a field as its halves (NL for the left half of the north side) with the numbers of
the city segments that it borders. A road with one side ends on the tile, so that the arms of a junction are segments
of their own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

__all__ = ["CITY", "FIELD", "KINDS", "MONASTERY", "ROAD", "SIDES", "START", "TILES", "Segment", "Tile", "tile"]

CITY, ROAD, FIELD, MONASTERY = KINDS = ("city", "road", "field", "monastery")
SIDES = ("N", "E", "S", "W")
START = "D"

_HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")


@dataclass(frozen=True)
class Segment:
    """A part of a tile on which a meeple may stand.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    sides : tuple of int
        That a city or road touches, in the drawn orientation.
    halves : tuple of int
        That a field touches.
    has_pennant : bool
    cities : tuple of int
        The tile's city segments that a field borders, by number.
    """

    kind: str
    sides: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    has_pennant: bool = False
    cities: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tile:
    """A kind of land tile.

    Attributes
    ----------
    id : str
        The letters of the rulebook of 2014, KR1 to KR5 for those of the King and the Robber Baron.
    expansion : str
        Of which set it is: base or king-robber.
    count : int
        How many there are.
    edges : str
        What lies at its sides, from the north clockwise: C city, R road, F field.
    segments : tuple of Segment
        Cities, then roads, then fields, then the monastery; known by their place in this list.
    """

    id: str
    expansion: str
    count: int
    edges: str
    segments: tuple[Segment, ...]

    @cached_property
    def segment_at_side(self) -> tuple[int | None, ...]:
        """The city or road segment at each side, by number; None at a side of field alone."""
        found = {side: number for number, segment in enumerate(self.segments) for side in segment.sides}
        return tuple(found.get(side) for side in range(4))

    @cached_property
    def field_at_half(self) -> tuple[int | None, ...]:
        """The field segment at each half of a side, by number; None where there is none."""
        found = {half: number for number, segment in enumerate(self.segments) for half in segment.halves}
        return tuple(found.get(half) for half in range(8))

    @cached_property
    def rotations(self) -> tuple[int, ...]:
        """Quarter turns that make a difference to the tile, the fewest of each kind."""
        seen: list[object] = []
        for quarters in range(4):
            turned = _turned(self, quarters)
            if turned not in seen:
                seen.append(turned)
        return tuple(range(len(seen)))


def _turned(tile: Tile, quarters: int) -> object:
    """What a tile looks like after quarter turns, without the numbers of its segments."""
    cities = [segment for segment in tile.segments if segment.kind == CITY]

    def sides(segment: Segment) -> frozenset[int]:
        return frozenset((side + quarters) % 4 for side in segment.sides)

    def looks(segment: Segment) -> tuple[object, ...]:
        halves = frozenset((half + 2 * quarters) % 8 for half in segment.halves)
        borders = frozenset(sides(cities[number]) for number in segment.cities)
        return segment.kind, sides(segment), halves, segment.has_pennant, borders

    return frozenset(looks(segment) for segment in tile.segments)


@lru_cache(maxsize=1)
def all_tiles() -> tuple[Tile, ...]:
    """Every kind of tile, in the order of the list.

    Examples
    --------
    >>> sum(one.count for one in all_tiles()), sum(one.count for one in all_tiles() if one.expansion == "base")
    (77, 72)
    """
    text = files(__package__).joinpath("tiles.toml").read_text(encoding="utf-8")
    return tuple(_read(entry) for entry in tomllib.loads(text)["tile"])


def _read(entry: Mapping[str, Any]) -> Tile:
    def sides(text: str) -> tuple[int, ...]:
        return tuple(SIDES.index(side) for side in text.rstrip("+"))

    segments = [Segment(CITY, sides(text), has_pennant=text.endswith("+")) for text in entry.get("cities", [])]
    segments += [Segment(ROAD, sides(text)) for text in entry.get("roads", [])]
    for field in entry.get("fields", []):
        halves = tuple(_HALVES.index(half) for half in field["halves"].split())
        segments.append(Segment(FIELD, halves=halves, cities=tuple(field.get("cities", ()))))
    if entry.get("monastery"):
        segments.append(Segment(MONASTERY))
    return Tile(entry["id"], entry["of"], entry["count"], entry["edges"], tuple(segments))


TILES = tuple(one.id for one in all_tiles())


def tile(name: str) -> Tile:
    """The tile with this id.

    Examples
    --------
    >>> [segment.kind for segment in tile("D").segments]
    ['city', 'road', 'field', 'field']
    """
    return all_tiles()[TILES.index(name)]
