"""The shapes of a tile's cities and roads, and where meeples, pennants and buildings stand on it.

Drawn from the tile's data alone, in a square of 100 by 100. A shape is worked out in one orientation and turned by
quarters: a city of one side is a cap, of two neighbouring sides a corner, of two opposite ones a band, of three sides
all but a cap. Roads run from the middle of a side; those that end at a city run under it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingdice.games.carcassonne.board import Laid
from kingdice.games.carcassonne.segment_names import SIDE_WINDS, segment_winds
from kingdice.games.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, Segment, Tile

__all__ = ["MIDDLE", "Point", "Shape", "TilePicture", "tile_picture"]

Point = tuple[float, float]
MIDDLE: Point = (50, 50)

CAP = "M0,0 C16,30 84,30 100,0"
CORNER = "M100,0 C74,14 14,74 0,100"
BAND = "M0,0 C20,32 80,32 100,0"
NOTCH = "M0,100 C14,57 86,57 100,100"
WEDGE = "M100,0 C80,18 70,32 71,46 L100,100", "M0,100 C18,80 32,70 46,71 L100,100"
CROSSING = "M0,0 C4,42 28,36 50,36 C72,36 96,42 100,0"
STRAIGHT, CURVE = "M50,0 L50,100", "M50,0 C50,27.6 72.4,50 100,50"
ARM, TO_CITY = "M50,0 L50,50", "M0,50 C20,50 30,38 30,10"


@dataclass(frozen=True)
class Shape:
    """A segment drawn.

    Attributes
    ----------
    area : str
        SVG path of a city's area; empty for a road.
    lines : tuple of str
        Paths of a city's walls, or of a road's middle line.
    """

    area: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class TilePicture:
    """A tile drawn as it lies on the table.

    Attributes
    ----------
    shapes : dict of int to Shape
        Of cities and roads, by segment; those that lie over others come last.
    stands : tuple of Point
        For each segment where a meeple stands on it.
    pennants : tuple of Point
    monastery : Point or None
    has_village : bool
        Whether roads meet in the middle.
    """

    shapes: dict[int, Shape]
    stands: tuple[Point, ...]
    pennants: tuple[Point, ...]
    monastery: Point | None
    has_village: bool


@lru_cache(maxsize=512)
def tile_picture(tile: Tile, rotation: int) -> TilePicture:
    """The shapes of a tile that was turned clockwise by so many quarters.

    Examples
    --------
    >>> from kingdice.games.carcassonne.tiles import tile
    >>> drawn = tile_picture(tile("D"), 1)
    >>> drawn.shapes[1].lines, drawn.stands[0]
    (('M50,100 L50,0',), (89, 50))
    """
    laid = Laid(tile, rotation)
    segments = tile.segments
    cities = [number for number, one in enumerate(segments) if one.kind == CITY]
    roads = [number for number, one in enumerate(segments) if one.kind == ROAD]
    ends = [number for number in roads if len(segments[number].sides) == 1]
    monastery = next((number for number, one in enumerate(segments) if one.kind == MONASTERY), None)
    shapes: dict[int, Shape] = {}
    stands: dict[int, Point] = {}
    for number in roads:
        shapes[number], stands[number] = _road(tile, segments[number], rotation)
    for number in cities:
        crosses = len(cities) > 1 and len(segments[number].sides) > 1
        shapes[number], stands[number] = _city(tile, segments[number], rotation, crosses)
    for number, one in enumerate(segments):
        if one.kind == FIELD:
            stands[number] = _field(laid, number)
        elif one.kind == MONASTERY:
            stands[number] = _turned((50, 62), rotation) if cities else MIDDLE
    pennants = [_beside(stands[number]) for number in cities if segments[number].has_pennant]
    return TilePicture(
        shapes=shapes,
        stands=tuple(stands[number] for number in range(len(segments))),
        pennants=tuple(pennants),
        monastery=None if monastery is None else stands[monastery],
        has_village=len(ends) > 2,
    )


def _city(tile: Tile, segment: Segment, rotation: int, crosses: bool) -> tuple[Shape, Point]:
    """Shape and place of a meeple; `crosses`: another city of the tile lies across it."""
    sides = segment.sides
    if len(sides) == 4:
        return Shape("M0,0 L100,0 L100,100 L0,100 Z", ()), (50, 58)
    if len(sides) == 1:
        return _made(f"{CAP} Z", [CAP], (50, 11), sides[0] + rotation)
    if len(sides) == 3:
        missing = next(side for side in range(4) if side not in sides)
        notch = NOTCH.removeprefix("M0,100 ")
        area = f"M0,0 L0,100 {notch} L100,0 Z"
        return _made(area, [NOTCH], (50, 36), missing - 2 + rotation)
    if (sides[1] - sides[0]) % 4 == 2:
        line = CROSSING if crosses else BAND
        other = _path(line, 2)
        area = f"{line} L100,100 {other.partition(' ')[2]} Z"
        return _made(area, [line, other], (16, 50) if crosses else MIDDLE, sides[0] - 1 + rotation)
    first = 3 if set(sides) == {0, 3} else sides[0]  # the corner after this side, clockwise
    has_wedge = any(len(one.halves) == 1 for one in tile.segments) and len(tile.segments) == 7
    if has_wedge:
        to_corner, back = WEDGE
        area = f"M0,0 L100,0 {to_corner.partition(' ')[2]} L46,71 C32,70 18,80 0,100 Z"
        return _made(area, [to_corner, back], (28, 28), first + 1 + rotation)
    return _made(f"M0,0 L100,0 {CORNER.partition(' ')[2]} Z", [CORNER], (22, 22), first + 1 + rotation)


def _road(tile: Tile, segment: Segment, rotation: int) -> tuple[Shape, Point]:
    sides = segment.sides
    if len(sides) == 2 and (sides[1] - sides[0]) % 4 == 2:
        return _made("", [STRAIGHT], MIDDLE, sides[0] + rotation)
    if len(sides) == 2:
        first = 3 if set(sides) == {0, 3} else sides[0]
        return _made("", [CURVE], (64.6, 35.4), first + rotation)
    caps = [one.sides[0] for one in tile.segments if one.kind == CITY and len(one.sides) == 1]
    arms = [one for one in tile.segments if one.kind == ROAD and len(one.sides) == 1]
    if caps and len(arms) == 1 and (sides[0] + 1) % 4 == caps[0]:
        return _made("", [TO_CITY], (13, 50), sides[0] - 3 + rotation)
    return _made("", [ARM], (50, 19), sides[0] + rotation)


def _field(laid: Laid, number: int) -> Point:
    """Where a farmer lies: at a whole side of field, else in a corner, else at the half of a side."""
    halves = laid.halves(laid.tile.segments[number])
    if not halves:  # a patch of KR5
        side = SIDE_WINDS.index(next(iter(segment_winds(laid, number))))
        return _turned((23, 23), side)
    for side in (2, 1, 3, 0):
        if laid.edges[side] == "F" and 2 * side in halves:
            return _turned((50, 15), side)
    for side in range(4):
        if {(2 * side - 1) % 8, 2 * side} <= set(halves):
            return _turned((17, 17), side)
    side, is_right = divmod(halves[0], 2)
    return _turned((67 if is_right else 33, 13), side)


def _beside(point: Point) -> Point:
    """Where a pennant hangs: beside the place of a meeple, away from the middle line."""
    return (point[0] + (18 if point[0] < 60 else -18), point[1] - 4)


def _made(area: str, lines: Sequence[str], stand: Point, quarters: int) -> tuple[Shape, Point]:
    return Shape(_path(area, quarters), tuple(_path(line, quarters) for line in lines)), _turned(stand, quarters)


def _turned(point: Point, quarters: int) -> Point:
    """A point after clockwise quarter turns of the tile."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = 100 - y, x
    return x, y


def _path(path: str, quarters: int) -> str:
    """A path after clockwise quarter turns of the tile."""
    words = []
    for word in path.split():
        letter = word[0] if word[0].isalpha() else ""
        numbers = word[len(letter) :]
        if numbers:
            x, y = _turned(tuple(map(float, numbers.split(","))), quarters)  # type: ignore[arg-type]
            numbers = f"{x:g},{y:g}"
        words.append(letter + numbers)
    return " ".join(words)
