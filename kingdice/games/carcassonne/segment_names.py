"""What the segments of a tile on the table are called, in words and in a file.

A segment is known by its kind and, where the tile has several of that kind, by where it lies as the tile lies on the
table: a city or road by a side (n e s w), a field by a side, by a corner (ne se sw nw) or by a half of a side, which
has the name of the wind from there (nne is the eastern half of the north side). Of the two green patches of KR5, which
touch no edge, the northern and the southern one are told apart in the drawn orientation.

In a file the kind is a letter (c r f m), and the wind follows where it is needed: c, re, fsw.
"""

from __future__ import annotations

from functools import lru_cache

from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.board import Laid
from kingdice.games.carcassonne.tiles import CITY, FIELD, KINDS, ROAD, Segment

__all__ = ["KIND_LETTERS", "WINDS", "segment_code", "segment_named", "segment_winds", "segment_words"]

KIND_LETTERS = {kind: kind[0] for kind in KINDS}
SIDE_WINDS = ("n", "e", "s", "w")
HALF_WINDS = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
CORNER_WINDS = ("nw", "ne", "se", "sw")  # between the half with this number, doubled, and the one before
WINDS = (*SIDE_WINDS, *CORNER_WINDS, *HALF_WINDS)
WORDS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def segment_code(laid: Laid, number: int) -> str:
    """The shortest name of a segment that tells it from the tile's others, as in a file.

    Examples
    --------
    >>> from kingdice.games.carcassonne.tiles import tile
    >>> [segment_code(Laid(tile("D"), 1), number) for number in range(4)]
    ['c', 'r', 'fne', 'fw']
    """
    return KIND_LETTERS[laid.tile.segments[number].kind] + _wind(laid, number)


def segment_words(laid: Laid, number: int) -> str:
    """The same in words: "the field in the north-east"."""
    kind, wind = laid.tile.segments[number].kind, _wind(laid, number)
    return f"the {kind} in the {'-'.join(WORDS[letter] for letter in wind)}" if wind else f"the {kind}"


def segment_named(laid: Laid, kind: str, wind: str) -> int:
    """The number of the segment of this kind that lies there; an empty wind is enough for the only one of its kind.

    Raises
    ------
    KingdiceError
        When there is none, or more than one.

    Examples
    --------
    >>> from kingdice.games.carcassonne.tiles import tile
    >>> segment_named(Laid(tile("D"), 1), "field", "se")
    2
    """
    name = laid.tile.id
    all_of_kind = [number for number, segment in enumerate(laid.tile.segments) if segment.kind == kind]
    found = [number for number in all_of_kind if not wind or wind in segment_winds(laid, number)]
    if len(found) == 1:
        return found[0]
    if not all_of_kind:
        has = dict.fromkeys(segment.kind for segment in laid.tile.segments)
        raise KingdiceError(f"{name} has no {kind}: expected a {' or '.join(has)}")
    codes = ", ".join(segment_code(laid, number) for number in found or all_of_kind)
    if found:
        where = f" in the {wind}" if wind else ""
        raise KingdiceError(f"{name} has {len(found)} {_many(kind)}{where}: say which one, of {codes}")
    raise KingdiceError(f"{name}, as it lies there, has no {kind} in the {wind}: expected {codes}")


def _wind(laid: Laid, number: int) -> str:
    """The first wind that no other segment of the kind has; none where there is no other."""
    kind = laid.tile.segments[number].kind
    others = [other for other, segment in enumerate(laid.tile.segments) if segment.kind == kind and other != number]
    if not others:
        return ""
    taken = {wind for other in others for wind in segment_winds(laid, other)}
    return next(wind for wind in WINDS if wind in segment_winds(laid, number) and wind not in taken)


def segment_winds(laid: Laid, number: int) -> frozenset[str]:
    """Every wind in which a segment lies as its tile lies on the table."""
    return _all_winds(laid.tile.segments, number, laid.rotation)


@lru_cache(maxsize=2048)
def _all_winds(segments: tuple[Segment, ...], number: int, rotation: int) -> frozenset[str]:
    """Every wind in which a segment lies."""
    segment = segments[number]
    if segment.kind in (CITY, ROAD):
        return frozenset(SIDE_WINDS[(side + rotation) % 4] for side in segment.sides)
    if segment.kind == FIELD and not segment.halves:
        patches = [other for other, one in enumerate(segments) if one.kind == FIELD]
        return frozenset(SIDE_WINDS[(2 * patches.index(number) + rotation) % 4])
    halves = [(half + 2 * rotation) % 8 for half in segment.halves]
    sides = [SIDE_WINDS[half // 2] for half in halves]
    corners = [CORNER_WINDS[(half + 1) // 2 % 4] for half in halves]
    return frozenset([*sides, *corners, *(HALF_WINDS[half] for half in halves)])


def _many(kind: str) -> str:
    return {CITY: "cities"}.get(kind, f"{kind}s")
