"""A kingdom that somebody wrote down: as rows of squares, or as CSV.

In text a row is a line, or a part of a line between slashes, and a square two characters: the letter of its terrain
(w f l g s m) and its crowns; `**` is the castle, `..` a free square; `#` begins a remark. In CSV a square is a line
with the columns row, column, terrain, crowns and, where it is known, domino; the castle's terrain is `castle`.

Only the writing is judged here; whether the kingdom can exist is for `legality` to say. Rows and columns keep the
numbers that they have in the file, from 1 in text, so that a person finds them again.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kingdice.errors import KingdiceError, nearest
from kingdice.games.kingdomino.dominoes import DOMINOES, Half
from kingdice.games.kingdomino.drawing import LETTERS
from kingdice.games.kingdomino.kingdom import Place, Square

__all__ = ["WrittenKingdom", "parse_kingdom", "read_kingdom"]

STANDARD_INPUT = "-"
LONGEST = 100_000  # characters of a file; a kingdom has a few hundred

TERRAIN_OF = {letter: terrain for terrain, letter in LETTERS.items()}
CASTLES, FREE = ("**", "*", "castle"), ("..", ".", "--", "-", "__", "_")
SQUARE_EXPECTED = "expected a terrain (w f l g s m) and its crowns (0 to 3) as in w0, ** for the castle or .. for none"
COLUMNS, WITH_DOMINO = ("row", "column", "terrain", "crowns"), "domino"


@dataclass(frozen=True)
class WrittenKingdom:
    """What stands in a file.

    Attributes
    ----------
    castles : tuple of (row, column)
        Every castle; a kingdom that can exist has one.
    squares : dict of (row, column) to Square
        Terrain; domino is 0 where the file does not say it.
    """

    castles: tuple[Place, ...]
    squares: dict[Place, Square]


def read_kingdom(file: str) -> WrittenKingdom:
    """Read a file, or standard input for `-`.

    Raises
    ------
    KingdiceError
        When it cannot be read, or at the first thing in it that is no square; with file, line and place.
    """
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        if file == STANDARD_INPUT:
            text = sys.stdin.read(LONGEST + 1) if sys.stdin else ""
        else:
            with Path(file).open(encoding="utf-8-sig") as opened:
                text = opened.read(LONGEST + 1)
    except OSError as error:
        raise KingdiceError(f"{name}: cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, ValueError):  # other letters, or a name that no file can have
        raise KingdiceError(f"{name}: cannot be read: it is not text in UTF-8") from None
    if len(text) > LONGEST:
        raise KingdiceError(f"{name}: more than {LONGEST:,} characters: expected one kingdom")
    return parse_kingdom(text, name)


def parse_kingdom(text: str, name: str = "kingdom") -> WrittenKingdom:
    """Read a kingdom from text; name stands for the file in complaints.

    Raises
    ------
    KingdiceError

    Examples
    --------
    >>> written = parse_kingdom("** m1 / .. w0")
    >>> written.castles, [(place, square.half.terrain) for place, square in written.squares.items()]
    (((1, 1),), [((1, 2), 'mine'), ((2, 2), 'wheat')])
    """
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.lower().splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise KingdiceError(f"{name}: no kingdom in it: {SQUARE_EXPECTED}")
    is_csv = any(column in lines[0][1] for column in COLUMNS)
    found = list(_from_csv(lines, name) if is_csv else _from_rows(lines, name))
    castles = tuple(place for place, square in found if square is None)
    return WrittenKingdom(castles, {place: square for place, square in found if square is not None})


def _from_rows(lines: list[tuple[int, str]], name: str) -> Iterator[tuple[Place, Square | None]]:
    """Castles (None) and squares of the text form."""
    row = 0
    for number, line in lines:
        for part in line.strip("/").split("/"):
            row += 1
            for column, word in enumerate(_words(part), start=1):
                if word in FREE:
                    continue
                if word not in CASTLES and not _is_square(word):
                    raise KingdiceError(f"{name}: line {number}, square {column}: '{word[:20]}': {SQUARE_EXPECTED}")
                yield (row, column), None if word in CASTLES else Square(Half(TERRAIN_OF[word[0]], int(word[1])), 0)


def _words(part: str) -> Iterator[str]:
    """The squares of a row; those that are not set apart are two characters each."""
    for word in part.replace(",", " ").replace("|", " ").split():
        if len(word) > 2 and word not in CASTLES:
            yield from (word[start : start + 2] for start in range(0, len(word), 2))
        else:
            yield word


def _is_square(word: str) -> bool:
    return len(word) == 2 and word[0] in TERRAIN_OF and word[1] in "0123"


def _from_csv(lines: list[tuple[int, str]], name: str) -> Iterator[tuple[Place, Square | None]]:
    """Castles (None) and squares of the CSV form."""
    delimiter = next((mark for mark in ",;\t" if mark in lines[0][1]), ",")
    rows = [
        (number, [entry.strip() for entry in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))])
        for number, line in lines
    ]
    header = rows[0][1]
    for column in header:
        if column not in (*COLUMNS, WITH_DOMINO):
            hint = nearest(column, (*COLUMNS, WITH_DOMINO))
            raise KingdiceError(f"{name}: line {rows[0][0]}: no column '{column[:20]}'{hint or _columns_expected()}")
    for column in COLUMNS:
        if header.count(column) != 1 or header.count(WITH_DOMINO) > 1:
            raise KingdiceError(f"{name}: line {rows[0][0]}: column {column} once{_columns_expected()}")
    seen: dict[Place, int] = {}
    for number, entries in rows[1:]:
        where = f"{name}: line {number}"
        if len(entries) > len(header):
            raise KingdiceError(f"{where}: {len(entries)} entries: expected {len(header)}")
        entry = dict(zip(header, entries + [""] * len(header), strict=False))
        place = _whole(entry["row"], f"{where}: row"), _whole(entry["column"], f"{where}: column")
        if place in seen:
            raise KingdiceError(f"{where}: row {place[0]}, column {place[1]} stands in line {seen[place]} too")
        seen[place] = number
        yield place, _csv_square(entry, where)


def _csv_square(entry: dict[str, str], where: str) -> Square | None:
    terrain = TERRAIN_OF.get(entry["terrain"], entry["terrain"])
    if terrain in CASTLES:
        return None
    if terrain not in LETTERS:
        hint = nearest(terrain, (*LETTERS, "castle")) or f": expected {', '.join(LETTERS)} or castle"
        raise KingdiceError(f"{where}: no terrain '{terrain[:20]}'{hint}")
    crowns = _whole(entry["crowns"] or "0", f"{where}: crowns")
    number = _whole(entry.get(WITH_DOMINO) or "0", f"{where}: domino")
    if not 0 <= crowns <= 3:
        raise KingdiceError(f"{where}: crowns {crowns}: expected 0 to 3")
    if not 0 <= number <= DOMINOES:
        raise KingdiceError(f"{where}: domino {number}: expected 1 to {DOMINOES}, or nothing where it is not known")
    return Square(Half(terrain, crowns), number)


def _whole(entry: str, where: str) -> int:
    if not (entry.removeprefix("-").isdecimal() and entry.isascii() and len(entry) < 7):
        raise KingdiceError(f"{where} '{entry[:20]}': expected a whole number")
    return int(entry)


def _columns_expected() -> str:
    return f": expected {','.join(COLUMNS)} and, if known, {WITH_DOMINO}"
