"""The board of a position file: rows of cells like E2*c1, read and written.

A cell is a tile, its rotation and what stands on it; `position_file` says how they are written, `position_checks`
whether they can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.board import Place
from kingdice.games.carcassonne.position import Position
from kingdice.games.carcassonne.segment_names import KIND_LETTERS, WINDS, segment_code

__all__ = ["WrittenMeeple", "WrittenTile", "board_rows", "written_tiles"]

FREE = (".", "..", "-", "--", "_")
KINDS_OF_LETTERS = {letter: kind for kind, letter in KIND_LETTERS.items()}

_TILE = re.compile(r"(KR[0-9]|[A-Z]+?)(-?[0-9]+)?")
_MEEPLE = re.compile(r"([A-Z])([A-Z]*?)([0-9]+)")
_LABEL = re.compile(r"-?[0-9]{1,3}")


@dataclass(frozen=True)
class WrittenMeeple:
    """A meeple as a file has it: the kind of its feature, where on the tile that is, and the seat, from 1."""

    kind: str
    wind: str
    seat: int


@dataclass(frozen=True)
class WrittenTile:
    """A tile as a file has it.

    Attributes
    ----------
    place : tuple of int
        Row and column as in the file.
    where : str
        File, line, row and column, as complaints name them.
    id : str
    rotation : int
    meeples : tuple of WrittenMeeple
    """

    place: Place
    where: str
    id: str
    rotation: int
    meeples: tuple[WrittenMeeple, ...] = ()

    def __str__(self) -> str:
        return f"{self.id}{self.rotation}"


def written_tiles(rows: Sequence[tuple[str, str]]) -> Iterator[WrittenTile]:
    """Read the tiles of a board.

    Parameters
    ----------
    rows : sequence of (text, where)

    Raises
    ------
    KingdiceError
        At the first cell that cannot be read.
    """
    words = [(row.split(), where) for row, where in rows]
    columns: list[int] | None = None
    if words and all(_LABEL.fullmatch(word) for word in words[0][0]):
        columns = [int(word) for word in words[0][0]]
        if len(set(columns)) < len(columns):
            raise KingdiceError(f"{words[0][1]}: numbers of columns: expected each once")
        words = words[1:]
    for number, (cells, where) in enumerate(words, start=1):
        row = number
        if columns is not None:
            if not _LABEL.fullmatch(cells[0]):
                raise KingdiceError(
                    f"{where}: '{cells[0][:20]}': expected the row's number, as the columns have theirs"
                )
            row, cells = int(cells[0]), cells[1:]
        for place, word in enumerate(cells):
            if columns is not None and place == len(columns):
                raise KingdiceError(
                    f"{where}, row {row}: {len(cells)} cells: expected {len(columns)}, as there are columns"
                )
            column = place + 1 if columns is None else columns[place]
            if word not in FREE:
                yield _tile((row, column), word, f"{where}, row {row}, column {column}")


def board_rows(position: Position) -> Iterator[str]:
    """Write the tiles and meeples of a board in rows, columns under one another."""
    rows, columns = ([place[axis] for place in position.board] for axis in (0, 1))
    numbers = range(min(columns), max(columns) + 1)
    table = [["", *map(str, numbers)]]
    for row in range(min(rows), max(rows) + 1):
        table.append([str(row), *(_cell_text(position, (row, column)) for column in numbers)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        label = cells[0].rjust(widths[0] + 1)
        yield "  ".join(
            [label, *(cell.ljust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))]
        ).rstrip()


def _tile(place: tuple[int, int], word: str, where: str) -> WrittenTile:
    head, *standing = word.upper().split("*")
    found = _TILE.fullmatch(head)
    if found is None:
        raise KingdiceError(f"{where}: '{word[:20]}': expected a tile and its rotation as in E2, or . for a free place")
    name, rotation = found[1], found[2] or "0"
    if rotation not in ("0", "1", "2", "3"):
        raise KingdiceError(f"{where}: '{word[:20]}': rotation {rotation[:9]}: expected 0 to 3, in quarters clockwise")
    return WrittenTile(place, where, name, int(rotation), tuple(_meeple(one, where) for one in standing))


def _meeple(word: str, where: str) -> WrittenMeeple:
    found = _MEEPLE.fullmatch(word)
    shown = word[:20].lower()
    if found is None or len(found[3]) > 3:
        raise KingdiceError(
            f"{where}: meeple '{shown}': expected c, r, f or m, where if need be, and the seat, as in fsw2"
        )
    kind, wind, seat = found[1].lower(), found[2].lower(), int(found[3])
    if kind not in KINDS_OF_LETTERS:
        raise KingdiceError(f"{where}: meeple '{shown}': expected c (city), r (road), f (field) or m (monastery) first")
    if wind and wind not in WINDS:
        raise KingdiceError(f"{where}: meeple '{shown}': no such place as '{wind}': expected one of {' '.join(WINDS)}")
    return WrittenMeeple(KINDS_OF_LETTERS[kind], wind, seat)


def _cell_text(position: Position, place: tuple[int, int]) -> str:
    laid = position.board.get(place)
    if laid is None:
        return "."
    standing = sorted((spot[1], seat) for spot, seat in position.meeples.items() if spot[0] == place)
    return f"{laid.tile.id}{laid.rotation}" + "".join(
        f"*{segment_code(laid, number)}{seat + 1}" for number, seat in standing
    )
