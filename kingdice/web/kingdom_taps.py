"""What a tap does to a kingdom: a brush on a square, a move of everything, a domino laid, a text read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.kingdom import Kingdom, Place, Placement, Square
from kingdice.games.kingdomino.kingdom_file import WrittenKingdom
from kingdice.web.kingdom_state import (
    CASTLE,
    ERASE,
    LONGEST_TEXT,
    Asked,
    fitted,
    fresh,
    half_of,
    laid_in,
    places_of,
    read_asked,
    shifted,
)

__all__ = ["MOVES", "can_move", "tapped"]

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def tapped(fields: Iterable[tuple[str, str]]) -> Asked:
    """The state that a posted form leads to; what makes no sense changes nothing."""
    sent = dict(fields)
    rules = [sent.get("middle", ""), *(name for name in ("harmony", "mighty-duel") if sent.get(name))]
    known = {name: sent[name] for name in ("kingdom", "brush", "next") if name in sent}
    asked = replace(read_asked(known | {"variants": ",".join(rules)}), wrong={})
    if "square" in sent:
        return replace(asked, kingdom=_painted(asked, _numbers(sent["square"])))
    if sent.get("move") in MOVES:
        return replace(asked, kingdom=_moved(asked, MOVES[sent["move"]]))
    if "clear" in sent:
        return replace(asked, kingdom=fresh(asked.rules.size))
    if "lay" in sent:
        return _laid(asked, _numbers(sent["lay"]))
    if "read" in sent:
        return _read(asked, sent.get("text", ""))
    return asked


def can_move(asked: Asked, by: Place) -> bool:
    """Whether a kingdom stays in the grid when it is moved."""
    grid = range(1, asked.side + 1)
    return all(row + by[0] in grid and column + by[1] in grid for row, column in places_of(asked.kingdom))


def _painted(asked: Asked, numbers: list[int]) -> WrittenKingdom:
    """With the brush on a square; the same once more takes it away. The only castle is moved, never taken away."""
    kingdom, grid = asked.kingdom, range(1, asked.side + 1)
    if len(numbers) != 2 or numbers[0] not in grid or numbers[1] not in grid:
        return kingdom
    place = (numbers[0], numbers[1])
    others = {one: square for one, square in kingdom.squares.items() if one != place}
    if asked.brush == CASTLE:
        return WrittenKingdom((place,), others)
    castles = tuple(one for one in kingdom.castles if one != place)
    if kingdom.castles and not castles:
        return kingdom
    square = None if asked.brush == ERASE else Square(half_of(asked.brush), 0)
    if square is None or square == kingdom.squares.get(place):
        return WrittenKingdom(castles, others)
    return WrittenKingdom(castles, {**others, place: square})


def _moved(asked: Asked, by: Place) -> WrittenKingdom:
    return shifted(asked.kingdom, by) if can_move(asked, by) else asked.kingdom


def _laid(asked: Asked, numbers: list[int]) -> Asked:
    """With the next domino at a place: the square of its first half, and a direction."""
    kingdom = asked.kingdom
    if len(numbers) != 3 or not asked.next or len(kingdom.castles) != 1 or numbers[2] not in range(4):
        return asked
    (down, right), laid = kingdom.castles[0], domino(asked.next)
    squares = {(row - down, column - right): square for (row, column), square in kingdom.squares.items()}
    way = Placement(numbers[0] - down, numbers[1] - right, numbers[2])
    if not Kingdom(asked.rules.size, squares).allows(laid, way):
        return asked
    added = {
        (row + down, column + right): Square(half, 0)
        for (row, column), half in zip(way.places, laid.halves, strict=True)
    }
    after = WrittenKingdom(kingdom.castles, {**kingdom.squares, **added})
    return replace(asked, kingdom=fitted(after, asked.side), next=0)


def _read(asked: Asked, text: str) -> Asked:
    try:
        return replace(asked, kingdom=laid_in(text, asked.rules))
    except KingdiceError:
        return replace(asked, text=text.strip()[:LONGEST_TEXT])  # what is wrong is said where it is shown


def _numbers(said: str) -> list[int]:
    """Whole numbers with dots between them; none if it is something else."""
    words = said.split(".")
    are_numbers = len(words) < 4 and all(
        len(word) < 4 and word.isascii() and word.removeprefix("-").isdecimal() for word in words
    )
    return [int(word) for word in words] if are_numbers else []
