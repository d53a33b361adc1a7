"""What the page about a kingdom was asked: its address, read without ever failing, and written again.

    /kingdomino?kingdom=....w0w0../....&variants=middle,harmony&next=17&brush=w1&place=2

`kingdom` is the text form of `kingdom_file`, all rows of the grid with slashes between them; other texts of that form
are read too, and laid in the middle of the grid. `place` says which place for the next domino is shown, 1 the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlencode

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import DOMINOES, Half, all_dominoes
from kingdice.games.kingdomino.drawing import CASTLE_TEXT, FREE_TEXT, LETTERS
from kingdice.games.kingdomino.kingdom import Place, Square
from kingdice.games.kingdomino.kingdom_file import TERRAIN_OF, WrittenKingdom, parse_kingdom
from kingdice.games.kingdomino.variants import STANDARD, Variants, variants_named

__all__ = ["ADDRESS", "CASTLE", "ERASE", "Asked", "brushes", "fresh", "grid_text", "half_of", "laid_in", "read_asked"]

ADDRESS = "/kingdomino"
CASTLE, ERASE = "castle", "erase"
FIRST_BRUSH = "w0"
RULES = ("middle", "middle-of-box", "harmony", "mighty-duel")  # those that matter to one kingdom
WIDEST = 7
LONGEST_TEXT = 400  # letters of a text that cannot be read, kept in the address


@dataclass(frozen=True)
class Asked:
    """The state of the page.

    Attributes
    ----------
    kingdom : WrittenKingdom
        By (row, column) of the grid, from 1.
    rules : Variants
    brush : str
        A square as in `brushes`, or CASTLE or ERASE.
    next : int
        A domino's number, 0 for none.
    place : int
        Which of its places is shown, from 1.
    text : str
        What was to be read as a kingdom, and is none.
    wrong : dict of str to str
        What is wrong with fields, by name.
    """

    kingdom: WrittenKingdom
    rules: Variants = field(default_factory=Variants)
    brush: str = FIRST_BRUSH
    next: int = 0
    place: int = 1
    text: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """Rows and columns of the grid: 5, or 7 in the Mighty Duel and for what does not fit into 5."""
        return side_for(self.kingdom, self.rules)

    def address(self, *, place: int | None = None) -> str:
        """Where this state (with another place) is shown; nothing in it that goes without saying."""
        fields = (
            ("kingdom", grid_text(self.kingdom, self.side), grid_text(fresh(self.side), self.side)),
            ("variants", self.rules.name, STANDARD),
            ("next", self.next, 0),
            ("brush", self.brush, FIRST_BRUSH),
            ("place", place or self.place, 1),
            ("text", self.text, ""),
        )
        said = {name: value for name, value, usual in fields if value != usual}
        return ADDRESS + ("?" + urlencode(said, safe="/*,.") if said else "")


@cache
def brushes() -> tuple[str, ...]:
    """Every square that some domino has, as text: by crowns, then by terrain.

    Examples
    --------
    >>> " ".join(brushes())
    'w0 f0 l0 g0 s0 m0 w1 f1 l1 g1 s1 m1 g2 s2 m2 m3'
    """
    there_are = {half for one in all_dominoes() for half in one.halves}
    return tuple(
        f"{letter}{crowns}"
        for crowns in range(4)
        for terrain, letter in LETTERS.items()
        if Half(terrain, crowns) in there_are
    )


def half_of(brush: str) -> Half:
    """The square of a brush."""
    return Half(TERRAIN_OF[brush[0]], int(brush[1]))


def fresh(side: int) -> WrittenKingdom:
    """A castle in the middle of the grid."""
    middle = (side + 1) // 2
    return WrittenKingdom(((middle, middle),), {})


def read_asked(fields: Mapping[str, str]) -> Asked:
    """The state that fields of an address tell; those that are wrong are as if they had not been there, and named."""
    wrong: dict[str, str] = {}
    rules, brush, number, place = Variants(), fields.get("brush", FIRST_BRUSH), 0, 1
    try:
        named = variants_named(fields.get("variants", ""))
        rules = Variants(tuple(name for name in named.names if name in RULES))
    except KingdiceError as error:
        wrong["variants"] = str(error)
    if brush not in (*brushes(), CASTLE, ERASE):
        wrong["brush"] = f"no brush '{brush[:20]}': expected one of {' '.join(brushes())}, {CASTLE} or {ERASE}"
        brush = FIRST_BRUSH
    if said := fields.get("next", ""):
        number = _whole(said, DOMINOES)
        if not number and said != "0":
            wrong["next"] = f"no domino '{said[:20]}': expected 1 to {DOMINOES}"
    if said := fields.get("place", ""):
        place = _whole(said, 999)
        if not place:
            wrong["place"] = f"no place '{said[:20]}': expected a number from 1, the best"
            place = 1
    kingdom, text = fresh(rules.size), fields.get("text", "")
    for name in ("text", "kingdom"):  # the first is there only when it was not read
        if said := fields.get(name, "").strip():
            try:
                kingdom = laid_in(said, rules)
            except KingdiceError as error:
                wrong["text"], text = str(error), said
    return Asked(kingdom, rules, brush, number, place, text[:LONGEST_TEXT], wrong)


def laid_in(text: str, rules: Variants) -> WrittenKingdom:
    """A kingdom from text, within the grid; numbers of dominoes are dropped.

    Raises
    ------
    KingdiceError
    """
    read = parse_kingdom(text)
    written = WrittenKingdom(read.castles, {place: Square(square.half, 0) for place, square in read.squares.items()})
    high, wide = spans(places_of(written))
    if max(high, wide) > WIDEST:
        raise KingdiceError(f"kingdom: {high} rows by {wide} columns: there is room for {WIDEST} by {WIDEST}")
    side = side_for(written, rules)
    middle = (side + 1) // 2
    if was := _whole_grid(text):  # its squares stay where they are
        return fitted(written, side, by=((side - was) // 2, (side - was) // 2))
    castle = written.castles[0] if written.castles else (middle, middle)
    return fitted(written, side, by=(middle - castle[0], middle - castle[1]))


def fitted(kingdom: WrittenKingdom, side: int, *, by: Place = (0, 0), also: Iterable[Place] = ()) -> WrittenKingdom:
    """A kingdom moved by rows and columns, and then no farther than it takes to be (with more squares) in the grid."""
    moved = shifted(kingdom, by)
    places = [*places_of(moved), *also]
    if not places:
        return moved
    down, right = (max(0, 1 - min(numbers)) - max(0, max(numbers) - side) for numbers in zip(*places, strict=True))
    return shifted(moved, (down, right))


def shifted(kingdom: WrittenKingdom, by: Place) -> WrittenKingdom:
    """A kingdom moved by rows and columns."""
    down, right = by
    if not (down or right):
        return kingdom
    return WrittenKingdom(
        tuple((row + down, column + right) for row, column in kingdom.castles),
        {(row + down, column + right): square for (row, column), square in kingdom.squares.items()},
    )


def grid_text(kingdom: WrittenKingdom, side: int) -> str:
    """All rows of the grid, with slashes between them.

    Examples
    --------
    >>> grid_text(fresh(5), 5)
    '........../........../....**..../........../..........'
    """
    grid = range(1, side + 1)
    return "/".join("".join(square_text(kingdom, (row, column)) for column in grid) for row in grid)


def square_text(kingdom: WrittenKingdom, place: Place) -> str:
    """A square as in a kingdom's text."""
    if place in kingdom.castles:
        return CASTLE_TEXT
    square = kingdom.squares.get(place)
    return f"{LETTERS[square.half.terrain]}{square.half.crowns}" if square else FREE_TEXT


def places_of(kingdom: WrittenKingdom) -> list[Place]:
    """Castles and squares."""
    return [*kingdom.castles, *kingdom.squares]


def spans(places: list[Place]) -> tuple[int, int]:
    """Rows and columns from the first to the last."""
    if not places:
        return 0, 0
    rows, columns = zip(*places, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def side_for(kingdom: WrittenKingdom, rules: Variants) -> int:
    """Rows and columns of the grid."""
    return rules.size if max(spans(places_of(kingdom))) <= rules.size else WIDEST


def _whole_grid(text: str) -> int:
    """The rows of a text as `grid_text` writes it; 0 if it is written otherwise."""
    rows = text.split("/")
    return len(rows) if len(rows) in (5, 7) and all(len(row) == 2 * len(rows) for row in rows) else 0


def _whole(said: str, most: int) -> int:
    """A number from 1; 0 if it is none."""
    is_number = said.isascii() and said.isdecimal() and len(said) < 5
    return int(said) if is_number and 1 <= int(said) <= most else 0
