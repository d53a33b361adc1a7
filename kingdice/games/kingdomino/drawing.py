"""What does a kingdom look like? As text for the terminal, and as a picture (SVG).

In text a square is two characters: the letter of its terrain and its crowns, `**` for the castle, `..` for a free
square of the box around the kingdom. `kingdom_file` reads the same text. The picture shows the dominoes too; terrains
differ in colour and carry their letter, so that it can be read without colours, and the text is its description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from kingdice.games.kingdomino.dominoes import TERRAINS, Half
from kingdice.games.kingdomino.kingdom import CASTLE, Kingdom, Place

__all__ = ["LETTERS", "kingdom_svg", "kingdom_text", "kingdoms_svg"]

LETTERS = {terrain: terrain[0] for terrain in TERRAINS}
CASTLE_TEXT, FREE_TEXT = "**", ".."

SQUARE = 48  # pixels
MARGIN, GAP, CAPTION = 8, 24, 26
FILLS = {
    "wheat": "#f4ca4a",
    "forest": "#2a6e3f",
    "lake": "#2b6cb0",
    "grassland": "#a8d66d",
    "swamp": "#b39a82",
    "mine": "#3d3a3a",
}
DARK = ("forest", "lake", "mine")  # their letters are white
INK, PAPER, LINE, STONE = "#1a1a1a", "#ffffff", "#8a8a8a", "#d9d9d9"
CROWN = "M-6,5 L-7,-4 L-3,0 L0,-6 L3,0 L7,-4 L6,5 Z"
TOWER = "M-13,14 V-13 H-8 V-7 H-3 V-13 H3 V-7 H8 V-13 H13 V14 H4 V5 A4,4 0 0 0 -4,5 V14 Z"


def kingdom_text(kingdom: Kingdom) -> str:
    """A kingdom in lines of text, one a row, without a line break at the end.

    Examples
    --------
    >>> from kingdice.games.kingdomino.dominoes import domino
    >>> from kingdice.games.kingdomino.kingdom import Placement
    >>> print(kingdom_text(Kingdom(5).place(domino(40), Placement(0, 1, 1))))
    ** m1
    .. w0
    """
    top, bottom, left, right = kingdom.box
    return "\n".join(
        " ".join(_square_text(kingdom, (row, column)) for column in range(left, right + 1))
        for row in range(top, bottom + 1)
    )


def kingdom_svg(kingdom: Kingdom, title: str = "Kingdom") -> str:
    """A kingdom as an SVG picture: a whole document, that may stand in a page as it is.

    Parameters
    ----------
    kingdom : Kingdom
        Squares whose domino is 0 are drawn as single squares.
    title : str
        The picture's name for those who do not see it; its description is `kingdom_text`.
    """
    top, bottom, left, right = kingdom.box
    width, height = (right - left + 1) * SQUARE + 2 * MARGIN, (bottom - top + 1) * SQUARE + 2 * MARGIN
    return _document(title, kingdom_text(kingdom), width, height, _drawn(kingdom, MARGIN, MARGIN))


def kingdoms_svg(
    kingdoms: Sequence[Kingdom], titles: Sequence[str], title: str = "Kingdoms", *, in_a_row: int | None = None
) -> str:
    """Several kingdoms in one SVG picture, a title over each: side by side, or so many in a row.

    Examples
    --------
    >>> kingdoms_svg([Kingdom(5), Kingdom(5)], ["seat 1", "seat 2"]).count("<text")
    2
    """
    each = in_a_row or max(1, len(kingdoms))
    width, y = 0, MARGIN
    inside: list[str] = []
    for first in range(0, len(kingdoms), each):
        x, high = MARGIN, 0
        for kingdom, name in zip(kingdoms[first : first + each], titles[first : first + each], strict=True):
            top, bottom, left, right = kingdom.box
            inside.append(
                f'<text x="{x}" y="{y + 14}" font-size="16" font-weight="bold" fill="{INK}">{escape(name)}</text>'
            )
            inside += _drawn(kingdom, x, y + CAPTION)
            x += max((right - left + 1) * SQUARE, 9 * len(name)) + GAP
            high = max(high, (bottom - top + 1) * SQUARE)
        width, y = max(width, x - GAP), y + CAPTION + high + GAP
    described = "\n\n".join(f"{name}\n{kingdom_text(one)}" for one, name in zip(kingdoms, titles, strict=True))
    return _document(title, described, width + MARGIN, y - GAP + MARGIN, inside)


def _square_text(kingdom: Kingdom, place: Place) -> str:
    if place == CASTLE:
        return CASTLE_TEXT
    square = kingdom.squares.get(place)
    return f"{LETTERS[square.half.terrain]}{square.half.crowns}" if square else FREE_TEXT


def _document(title: str, described: str, width: int, height: int, inside: Sequence[str] | Iterator[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(described)}</desc>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *inside,
            "</svg>\n",
        ]
    )


def _drawn(kingdom: Kingdom, x: int, y: int) -> Iterator[str]:
    """The squares of a kingdom, its box beginning at (x, y), then the outlines of the dominoes."""
    top, bottom, left, right = kingdom.box
    corner = {
        (row, column): (x + (column - left) * SQUARE, y + (row - top) * SQUARE)
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    }
    for place, (across, down) in corner.items():
        if place == CASTLE:
            yield _filled(across, down, STONE)
            middle = f"{across + SQUARE // 2},{down + SQUARE // 2}"
            yield f'<path d="{TOWER}" transform="translate({middle})" fill="{INK}"/>'
        elif place in kingdom.squares:
            yield from _terrain(kingdom.squares[place].half, across, down)
        else:
            yield (
                f'<rect x="{across + 3}" y="{down + 3}" width="{SQUARE - 6}" height="{SQUARE - 6}" '
                f'fill="none" stroke="{LINE}" stroke-dasharray="3 4"/>'
            )
    for first, last in _outlines(kingdom):
        (across, down), (to_right, to_bottom) = corner[first], corner[last]
        yield (
            f'<rect x="{across}" y="{down}" width="{to_right - across + SQUARE}" height="{to_bottom - down + SQUARE}" '
            f'rx="5" fill="none" stroke="{INK}" stroke-width="2.5"/>'
        )


def _filled(across: int, down: int, fill: str) -> str:
    return f'<rect x="{across}" y="{down}" width="{SQUARE}" height="{SQUARE}" rx="5" fill="{fill}"/>'


def _terrain(half: Half, across: int, down: int) -> Iterator[str]:
    yield _filled(across, down, FILLS[half.terrain])
    letter = PAPER if half.terrain in DARK else INK
    yield (
        f'<text x="{across + SQUARE // 2}" y="{down + SQUARE - 9}" text-anchor="middle" font-size="18" '
        f'fill="{letter}">{LETTERS[half.terrain]}</text>'
    )
    for number in range(half.crowns):
        middle = across + SQUARE / 2 + 15 * (number - (half.crowns - 1) / 2)
        yield (
            f'<path d="{CROWN}" transform="translate({middle:g},{down + 13})" '
            f'fill="#ffe27a" stroke="#3a2a00" stroke-width="1.2" stroke-linejoin="round"/>'
        )


def _outlines(kingdom: Kingdom) -> Iterator[tuple[Place, Place]]:
    """The first and the last square, in reading order, of everything that is one piece."""
    pieces: dict[int, list[Place]] = {}
    yield CASTLE, CASTLE
    for place in sorted(kingdom.squares):
        if kingdom.squares[place].domino:
            pieces.setdefault(kingdom.squares[place].domino, []).append(place)
        else:
            yield place, place
    for places in pieces.values():
        yield places[0], places[-1]
