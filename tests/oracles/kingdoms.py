"""Kingdoms of Kingdomino by brute force, on a plain grid: no code is shared with the package.

A kingdom is a dict from (row, column) to (terrain, crowns), rows and columns counted from the castle, which is left
out. A domino is a pair of such squares. Everything is found by trying all squares of a canvas on which the castle is
the middle and which no kingdom can leave: 9 by 9 for kingdoms of 5 by 5, 13 by 13 for those of 7 by 7.
"""

from __future__ import annotations

Place = tuple[int, int]
Square = tuple[str, int]
Kingdom = dict[Place, Square]
Way = tuple[Place, Place]

RIGHT_DOWN_LEFT_UP = [(0, 1), (1, 0), (0, -1), (-1, 0)]
# Rows and columns of the torus on which squares are numbered, with the castle in its middle.
TORUS = {5: (8, 8), 7: (10, 12)}


def canvas(size: int) -> list[Place]:
    reach = range(-(size - 1), size)
    return [(row, column) for row in reach for column in reach]


def beside(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def extent(places: list[Place]) -> tuple[int, int, int, int]:
    """First and last row, first and last column, the castle among them."""
    rows = sorted([0] + [row for row, _ in places])
    columns = sorted([0] + [column for _, column in places])
    return rows[0], rows[-1], columns[0], columns[-1]


def may_lie(kingdom: Kingdom, size: int, domino: tuple[Square, Square], way: Way) -> bool:
    """Whether both squares are free, the whole fits into the box, and a half touches the castle or its own terrain."""
    if any(place == (0, 0) or place in kingdom for place in way):
        return False
    top, bottom, left, right = extent([*kingdom, *way])
    if bottom - top + 1 > size or right - left + 1 > size:
        return False
    for place, (terrain, _) in zip(way, domino, strict=True):
        if beside(place, (0, 0)) or any(beside(place, other) and kingdom[other][0] == terrain for other in kingdom):
            return True
    return False


def ways(kingdom: Kingdom, size: int, domino: tuple[Square, Square]) -> list[Way]:
    """Every pair of squares for the first and the second half; for two equal halves each pair of squares once.

    By direction from the first to the second half (right, down, left, up), then by the first square's number.
    """
    rows, columns = TORUS[size]
    found = []
    for direction, (down, right) in enumerate(RIGHT_DOWN_LEFT_UP):
        for row, column in canvas(size):
            way = ((row, column), (row + down, column + right))
            number = (row + rows // 2) % rows * columns + (column + columns // 2) % columns
            if may_lie(kingdom, size, domino, way):
                found.append((direction, number, way))
    found.sort()
    if domino[0] == domino[1]:
        return [way for direction, _, way in found if direction < 2]
    return [way for _, _, way in found]


def with_domino(kingdom: Kingdom, domino: tuple[Square, Square], way: Way) -> Kingdom:
    return kingdom | dict(zip(way, domino, strict=True))


def properties(kingdom: Kingdom) -> list[tuple[str, int, int]]:
    """Terrain, squares and crowns of every property, sorted: labels that spread until nothing changes."""
    label = {place: number for number, place in enumerate(kingdom)}
    while True:
        spread = {
            place: min(
                label[other]
                for other in kingdom
                if other == place or (beside(place, other) and kingdom[other][0] == kingdom[place][0])
            )
            for place in kingdom
        }
        if spread == label:
            break
        label = spread
    found = []
    for number in set(label.values()):
        places = [place for place in kingdom if label[place] == number]
        found.append((kingdom[places[0]][0], len(places), sum(kingdom[place][1] for place in places)))
    return sorted(found)


def points(kingdom: Kingdom) -> int:
    return sum(squares * crowns for _, squares, crowns in properties(kingdom))


def in_middle(kingdom: Kingdom, size: int) -> bool:
    """Whether no square is farther from the castle than half a box in a row or column."""
    return all(max(abs(row), abs(column)) <= (size - 1) // 2 for row, column in kingdom)


def in_middle_of_box(kingdom: Kingdom) -> bool:
    top, bottom, left, right = extent(list(kingdom))
    return top + bottom == 0 and left + right == 0


def is_spoilt(kingdom: Kingdom, size: int) -> bool:
    """Whether a square is too far from the castle, or a free one near it can never be covered."""
    if not in_middle(kingdom, size):
        return True
    far = (size - 1) // 2
    for row, column in canvas(size):
        if max(abs(row), abs(column)) > far or (row, column) in kingdom or (row, column) == (0, 0):
            continue
        around = [(row + down, column + right) for down, right in RIGHT_DOWN_LEFT_UP]
        if all(max(abs(place[0]), abs(place[1])) > far or place in kingdom for place in around):
            return True
    return False


def drawn(text: str) -> Kingdom:
    """A kingdom from its drawing: rows of squares like `w0` and `m2`, `**` for the castle, `..` for none."""
    letters = {"w": "wheat", "f": "forest", "l": "lake", "g": "grassland", "s": "swamp", "m": "mine"}
    rows = [line.split() for line in text.strip().splitlines()]
    squares = {(row, column): word for row, words in enumerate(rows) for column, word in enumerate(words)}
    ((castle_row, castle_column),) = [place for place, word in squares.items() if word == "**"]
    return {
        (row - castle_row, column - castle_column): (letters[word[0]], int(word[1]))
        for (row, column), word in squares.items()
        if word not in ("**", "..")
    }
