"""A tile as three lines of seven characters, or of five where the board is wide.

Which segment a character shows follows from the tile's data: the middle of a side belongs to its city or road, the
rest to the fields of its halves; corners are city where both sides belong to one. Where the lines do not suffice is at
two tiles of the expansion: KR5's bridge has double lines, and in a narrow drawing the wedge of KR4's city between its
roads is left out.
"""

from __future__ import annotations

from functools import lru_cache

from kingdice.games.carcassonne.board import Laid
from kingdice.games.carcassonne.segment_names import SIDE_WINDS, segment_winds
from kingdice.games.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, Tile

__all__ = ["LEGEND", "NARROW", "PLAIN_LETTERS", "WIDE", "Cells", "best_cell", "tile_cells"]

WIDE, NARROW = (0, 1, 2, 3, 4, 5, 6), (0, 2, 3, 4, 6)  # columns of a tile
TOWN, GRASS, PENNANT, CLOISTER, JUNCTION = "▒", "·", "◆", "M", "o"
LINES = {(0, 1): "└", (1, 2): "┌", (2, 3): "┐", (0, 3): "┘", (0, 2): "│", (1, 3): "─"}
PLAIN_LETTERS = str.maketrans("▒·◆└┌┐┘│─║═", "#.*++++|-H=")
LEGEND = f"{TOWN} city, {PENNANT} pennant, ─│ road, {JUNCTION} junction, {GRASS} field, {CLOISTER} monastery"

Cell = tuple[int, int]
Cells = dict[Cell, tuple[int | None, str]]

_CENTRE = (1, 3)
_SIDE_CELLS = (((0, 2), (0, 3), (0, 4)), ((1, 5), (1, 6)), ((2, 4), (2, 3), (2, 2)), ((1, 0), (1, 1)))
_CORNER_CELLS = (((0, 5), (0, 6)), ((2, 5), (2, 6)), ((2, 1), (2, 0)), ((0, 1), (0, 0)))  # after each side, inner first
_LEG_CELLS = {1: (1, 4), 3: (1, 2)}  # between the side and the middle


@lru_cache(maxsize=512)
def tile_cells(tile: Tile, rotation: int) -> Cells:
    r"""For each of 3 x 7 cells the segment that it shows (None for a junction), and its character.

    Examples
    --------
    >>> from kingdice.games.carcassonne.tiles import tile
    >>> cells = tile_cells(tile("D"), 0)
    >>> print("\n".join("".join(cells[row, column][1] for column in range(7)) for row in range(3)))
    ··▒▒▒··
    ───────
    ·······
    """
    laid = Laid(tile, rotation)
    cells: Cells = {}
    for side in range(4):
        _draw_side(laid, side, cells)
    for side in range(4):
        _draw_corner(laid, side, cells)
    _draw_middle(laid, cells)
    for number, segment in enumerate(tile.segments):
        if segment.has_pennant:
            cells[best_cell(cells, number)] = number, PENNANT
    return cells


def best_cell(cells: Cells, number: int) -> Cell:
    """The cell where a meeple on a segment is shown: near the middle, and there in narrow drawings too."""
    own = [
        cell for cell, (segment, sign) in cells.items() if segment == number and sign != PENNANT and cell[1] in NARROW
    ]
    return min(own, key=lambda cell: (abs(cell[0] - 1) * 2 + abs(cell[1] - 3), cell))


def _draw_side(laid: Laid, side: int, cells: Cells) -> None:
    number, land = laid.segment_at(side), laid.edges[side]
    for place, cell in enumerate(_SIDE_CELLS[side]):
        if land == "C":
            cells[cell] = number, TOWN
        elif land == "R" and (side % 2 or place == 1):
            cells[cell] = number, LINES[0, 2] if side % 2 == 0 else LINES[1, 3]
        else:
            cells[cell] = laid.field_at(2 * side + (place > 1)), GRASS


def _draw_corner(laid: Laid, side: int, cells: Cells) -> None:
    """The corner between a side and the next one."""
    after = (side + 1) % 4
    inner, outer = _CORNER_CELLS[side]
    towns = [laid.segment_at(one) for one in (side, after) if laid.edges[one] == "C"]
    fields = [laid.field_at(2 * side + 1), laid.field_at(2 * after)]
    if len(towns) == 2:
        shown = (towns[0], TOWN) if towns[0] == towns[1] else (_between(laid, side, after), GRASS)
    else:
        shown = next(field for field in fields if field is not None), GRASS
    cells[inner] = cells[outer] = shown
    if None not in fields and fields[0] != fields[1]:  # a wedge of city comes between them
        cells[inner] = next(n for n, segment in enumerate(laid.tile.segments) if segment.kind == CITY), TOWN
        cells[outer] = fields[0 if side % 2 else 1], GRASS


def _between(laid: Laid, side: int, after: int) -> int:
    """The field in the corner between two cities."""
    fields = [number for number, segment in enumerate(laid.tile.segments) if segment.kind == FIELD]
    winds = {SIDE_WINDS[side], SIDE_WINDS[after]}
    return next((number for number in fields if winds & segment_winds(laid, number)), fields[0])


def _draw_middle(laid: Laid, cells: Cells) -> None:
    middle = [(1, 2), _CENTRE, (1, 4)]
    segments = laid.tile.segments
    roads = {number: sorted(laid.sides(one)) for number, one in enumerate(segments) if one.kind == ROAD}
    ends = [number for number, sides in roads.items() if len(sides) == 1]
    towns = [(number, laid.sides(one)) for number, one in enumerate(segments) if one.kind == CITY]
    drawn: Cells = {}
    for number, sides in towns:
        if len(sides) > 2 or {(side + 2) % 4 for side in sides} == set(sides):
            bridge = {True: "═", False: "║"}[sides[0] % 2 == 1] if number and len(towns) > 1 else ""
            drawn |= {cell: (number, bridge if bridge and cell != _CENTRE else TOWN) for cell in middle}
        elif len(sides) == 2:
            drawn |= {_LEG_CELLS[side]: (number, TOWN) for side in sides if side % 2}
            if ends:
                drawn |= dict.fromkeys((_CENTRE, *_LEG_CELLS.values()), (number, TOWN))
    for number, sides in roads.items():
        if len(sides) == 2:
            drawn[_CENTRE] = number, LINES[sides[0], sides[1]]
    cloister = next((number for number, one in enumerate(segments) if one.kind == MONASTERY), None)
    if cloister is not None:
        drawn[_CENTRE] = cloister, CLOISTER
    elif len(ends) > 2:
        drawn[_CENTRE] = None, JUNCTION
    for number in ends if cloister is None and len(ends) < 3 and towns else ():
        _end_at_town(number, roads[number][0], towns, drawn)
    for number, sides in roads.items():
        for side in sides:
            if side % 2:
                drawn.setdefault(_LEG_CELLS[side], (number, LINES[1, 3]))
    for cell in middle:
        cells[cell] = drawn.get(cell) or (_field_in_the_middle(laid, cell), GRASS)


def _end_at_town(number: int, side: int, towns: list[tuple[int, list[int]]], drawn: Cells) -> None:
    """A road that ends at a city of one side: a bend towards it where there is room."""
    (_, beside), *_ = towns
    if len(beside) > 1:
        return
    bend = tuple(sorted((side, beside[0])))
    if _CENTRE not in drawn:
        drawn[_CENTRE] = number, LINES[bend[0], bend[1]]
    elif side % 2:
        drawn[_LEG_CELLS[side]] = number, LINES[bend[0], bend[1]]


def _field_in_the_middle(laid: Laid, cell: Cell) -> int:
    fields = [number for number, segment in enumerate(laid.tile.segments) if segment.kind == FIELD]
    halves = {2: (7, 6, 0, 5), 3: (), 4: (2, 3, 1, 4)}[cell[1]]  # of the side itself, else of those above and below
    return next((field for field in map(laid.field_at, halves) if field is not None), fields[0])
