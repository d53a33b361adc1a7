"""What does the table look like? As a picture (SVG), drawn from the tiles' data.

Fields are green, cities brown with walls, roads light strips; a meeple has the colour and the number of its seat, and
farmers lie down. The completed city and road that were largest, those with which the King and the Robber Baron were
taken, have a bright outline. The text under the board says who holds what; for those who do not see the picture the
same text and the features with meeples are its description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from kingdice.games.carcassonne.board import Laid, Place, Spot, feature_at
from kingdice.games.carcassonne.drawing import card_words, feature_lines, seat_lines, turn_words
from kingdice.games.carcassonne.rules import State
from kingdice.games.carcassonne.tile_picture import Point, Shape, tile_picture
from kingdice.games.carcassonne.tiles import CITY, FIELD, ROAD

__all__ = ["board_svg"]

TILE, MARGIN, LINE = 100, 36, 28  # pixels
LEAST_WIDTH, LETTER = 760, 7.9  # pixels; of a letter of the text, about
GRASS, EDGE, TOWN, WALL = "#8fbf6a", "#5f8a45", "#c99a63", "#5a3517"
STREET, KERB, RECORD = "#fbf6e6", "#6d6656", "#ffe11a"
INK, PAPER, QUIET = "#1a1a1a", "#ffffff", "#555555"
SEATS = ("#1d5fbf", "#b8181f", "#ffd83d", "#222222", "#7b2fa0")  # colours of meeples
NUMBERS = (PAPER, PAPER, INK, PAPER, PAPER)
MEEPLE = (
    "M0,-11 C3,-11 4.8,-9 4.8,-6.6 C4.8,-5.6 4.5,-4.7 4,-4 C7.4,-2.9 11.2,-1 11.2,1.2 C11.2,2.7 9.4,3 6.2,2.8 "
    "C7,5.6 9,8 9,9.8 C9,10.7 8.3,11 7.4,11 L2.6,11 C1.7,11 1.3,10.5 1,9.8 L0,7.4 L-1,9.8 C-1.3,10.5 -1.7,11 -2.6,11 "
    "L-7.4,11 C-8.3,11 -9,10.7 -9,9.8 C-9,8 -7,5.6 -6.2,2.8 C-9.4,3 -11.2,2.7 -11.2,1.2 C-11.2,-1 -7.4,-2.9 -4,-4 "
    "C-4.5,-4.7 -4.8,-5.6 -4.8,-6.6 C-4.8,-9 -3,-11 0,-11 Z"
)
SHIELD = "M-6,-7 H6 V1 C6,5 2.5,7.5 0,9 C-2.5,7.5 -6,5 -6,1 Z"
CLOISTER = "M-17,15 V-3 L-7,-11 L3,-3 V15 Z M3,15 V1 H17 V15 Z"
ROOF = "M-20,-2 L-7,-13 L6,-2 Z M3,2 L6,-5 H14 L19,2 Z"
CROSS = "M-8,-22 H-6 V-19 H-3.5 V-17 H-6 V-12 H-8 V-17 H-10.5 V-19 H-8 Z"
HOUSE = "M-5,5 V-1 L0,-6 L5,-1 V5 Z"


def board_svg(
    state: State, title: str = "Carcassonne", strategies: Sequence[str] = (), *, is_drawn: bool = True
) -> str:
    """The table as an SVG picture: a whole document, that may stand in a page as it is.

    Parameters
    ----------
    state : State
    title : str
        The picture's name.
    strategies : sequence of str
        Names of who sits where, if they are known.
    is_drawn : bool
        Whether the tile in hand is known; see `drawing.position_told`.

    Examples
    --------
    >>> from kingdice.games.carcassonne.position_file import parse_position
    >>> board_svg(parse_position("board: D0 U0*r2").state()).count("<text")
    15
    """
    rows, columns = ([place[axis] for place in state.board] for axis in (0, 1))
    down, across = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    width = max(LEAST_WIDTH, MARGIN * 2 + len(across) * TILE)
    corner: dict[Place, Point] = {
        place: ((width - len(across) * TILE) / 2 + (place[1] - across[0]) * TILE, MARGIN + (place[0] - down[0]) * TILE)
        for place in state.board
    }
    below = MARGIN + len(down) * TILE + LINE
    now = turn_words(state, is_drawn=is_drawn)
    texts = list(_texts(state, title, now, strategies, int((width - 2 * MARGIN) / LETTER)))
    height = below + len(texts) * LINE + MARGIN // 2
    described = "\n".join([now, *seat_lines(state, strategies), *card_words(state), *feature_lines(state)])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(described)}</desc>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *_tiles(state, corner),
            *_standing(state, corner),
            *_numbers(corner),
            *_caption(texts, below),
            "</svg>\n",
        ]
    )


def _tiles(state: State, corner: dict[Place, Point]) -> Iterator[str]:
    """Layer by layer: ground, roads, cities, buildings; what was largest has its outline under its layer."""
    for place in state.board:
        yield _at(corner[place], f'<rect width="{TILE}" height="{TILE}" fill="{GRASS}" stroke="{EDGE}"/>')
    roads, cities = ([spot for spot in _spots(state) if _kind(state, spot) == kind] for kind in (ROAD, CITY))
    largest = set(_largest(state, CITY, state.king.size)) | set(_largest(state, ROAD, state.robber.size))
    yield from _stroked(state, corner, [spot for spot in roads if spot in largest], INK, 23)
    yield from _stroked(state, corner, [spot for spot in roads if spot in largest], RECORD, 20)
    yield from _stroked(state, corner, roads, KERB, 11)
    yield from _stroked(state, corner, roads, STREET, 8)
    yield from _stroked(state, corner, [spot for spot in cities if spot in largest], INK, 15)
    yield from _stroked(state, corner, [spot for spot in cities if spot in largest], RECORD, 12)
    for spot in cities:
        shape = _shape(state, spot)
        lines = "".join(f'<path d="{line}" fill="none" stroke="{WALL}" stroke-width="4"/>' for line in shape.lines)
        yield _at(corner[spot[0]], f'<path d="{shape.area}" fill="{TOWN}"/>{lines}')
    for place, laid in state.board.items():
        yield _at(corner[place], "".join(_buildings(laid)))


def _stroked(state: State, corner: dict[Place, Point], spots: Sequence[Spot], colour: str, width: int) -> Iterator[str]:
    for spot in spots:
        for line in _shape(state, spot).lines:
            yield _at(corner[spot[0]], f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width}"/>')


def _buildings(laid: Laid) -> Iterator[str]:
    """Village, monastery and pennants, upright however the tile lies; and the tile's border, thin."""
    picture = tile_picture(laid.tile, laid.rotation)
    yield f'<rect width="{TILE}" height="{TILE}" fill="none" stroke="{INK}" stroke-opacity="0.25"/>'
    if picture.has_village:
        yield f'<circle cx="50" cy="50" r="13" fill="{GRASS}" stroke="{KERB}"/>'
        for x, y in ((45, 47), (56, 48), (50, 56)):
            yield _at((x, y), f'<path d="{HOUSE}" fill="#a8402c" stroke="{INK}" stroke-width="0.8"/>')
    if picture.monastery:
        drawn = f'<path d="{CLOISTER}" fill="#efe3cf" stroke="{INK}"/><path d="{ROOF}" fill="#a8402c" stroke="{INK}"/>'
        yield _at(picture.monastery, f'{drawn}<path d="{CROSS}" fill="{INK}"/>')
    for place in picture.pennants:
        yield _at(place, f'<path d="{SHIELD}" fill="#2e5fa8" stroke="{PAPER}" stroke-width="1.5"/>')


def _standing(state: State, corner: dict[Place, Point]) -> Iterator[str]:
    for (place, number), seat in state.meeples.items():
        laid = state.board[place]
        x, y = tile_picture(laid.tile, laid.rotation).stands[number]
        is_farmer = laid.tile.segments[number].kind == FIELD
        yield _at((corner[place][0] + x, corner[place][1] + y), _meeple(seat, lies=is_farmer))


def _meeple(seat: int, *, lies: bool = False) -> str:
    turn = " rotate(90)" if lies else ""
    return (
        f'<path d="{MEEPLE}" transform="scale(1.25){turn}" fill="{SEATS[seat]}" stroke="{PAPER}" stroke-width="2.5" '
        f'paint-order="stroke"/><text y="{5 if lies else 8}" text-anchor="middle" font-size="14" font-weight="bold" '
        f'fill="{NUMBERS[seat]}">{seat + 1}</text>'
    )


def _numbers(corner: dict[Place, Point]) -> Iterator[str]:
    """Rows and columns at the margins."""
    left, top = min(x for x, _ in corner.values()), min(y for _, y in corner.values())
    right, bottom = (max(point[axis] for point in corner.values()) + TILE for axis in (0, 1))
    for row, y in sorted({(place[0], point[1]) for place, point in corner.items()}):
        for x in (left - 18, right + 18):
            yield _text(x, y + TILE / 2 + 6, str(row), 16, QUIET, "middle")
    for column, x in sorted({(place[1], point[0]) for place, point in corner.items()}):
        for y in (top - 12, bottom + 22):
            yield _text(x + TILE / 2, y, str(column), 16, QUIET, "middle")


class _Line(NamedTuple):
    """A line under the board, the seat whose meeple stands before it, and whether it is a heading."""

    text: str
    indent: int = 0
    seat: int | None = None
    is_heading: bool = False


def _texts(state: State, title: str, now: str, strategies: Sequence[str], letters: int) -> Iterator[_Line]:
    yield _Line(title, is_heading=True)
    yield from map(_Line, wrap(now, letters))
    for seat, text in enumerate(seat_lines(state, strategies)):
        for number, line in enumerate(wrap(text, letters - 4)):
            yield _Line(line, 32, seat if number == 0 else None)
    for text in card_words(state):
        yield from map(_Line, wrap(text[0].upper() + text[1:], letters))
    if state.king.size or state.robber.size:
        yield _Line("Outlined: the largest completed city and road.")


def _caption(lines: Sequence[_Line], top: int) -> Iterator[str]:
    for number, line in enumerate(lines):
        y = top + (number + 1) * LINE
        if line.seat is not None:
            yield _at((MARGIN + 12, y - 6), f'<g transform="scale(0.8)">{_meeple(line.seat)}</g>')
        size = 18 if line.is_heading else 16
        yield _text(MARGIN + line.indent, y, line.text, size, INK, "start", bold=line.is_heading)


def _text(x: float, y: float, text: str, size: int, colour: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight} text-anchor="{anchor}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _spots(state: State) -> Iterator[Spot]:
    for place, laid in state.board.items():
        yield from ((place, number) for number in tile_picture(laid.tile, laid.rotation).shapes)


def _largest(state: State, kind: str, size: int) -> Iterator[Spot]:
    """The segments of the completed cities or roads of this size."""
    for spot in _spots(state):
        if size and _kind(state, spot) == kind:
            feature = feature_at(state.board, spot)
            if feature.is_complete and feature.size == size:
                yield spot


def _kind(state: State, spot: Spot) -> str:
    return state.board[spot[0]].tile.segments[spot[1]].kind


def _shape(state: State, spot: Spot) -> Shape:
    laid = state.board[spot[0]]
    return tile_picture(laid.tile, laid.rotation).shapes[spot[1]]


def _at(point: Point, drawn: str) -> str:
    return f'<g transform="translate({point[0]:g},{point[1]:g})">{drawn}</g>'
