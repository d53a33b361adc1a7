"""Can this kingdom exist? All that is wrong with it, by square, or the dominoes it is made of in an order to lay them.

A kingdom has one castle, fits into 5 by 5 (7 by 7 in the Mighty Duel), and its squares are dominoes that exist, each
once, that can be laid one after the other by the matching rule. Any order of dominoes can come up in a game, and a
domino that is laid never keeps another from matching, so a kingdom can exist if it can be cut into dominoes all of
which are joined to the castle (`cutting`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kingdice.games.kingdomino.cutting import MOST_STEPS, Cut, TooManyWaysError, cut, face_of, faces, left_alone
from kingdice.games.kingdomino.dominoes import Half, all_dominoes, domino
from kingdice.games.kingdomino.drawing import LETTERS
from kingdice.games.kingdomino.kingdom import CASTLE, DIRECTIONS, Kingdom, Place, Placement, Square, neighbours
from kingdice.games.kingdomino.kingdom_file import WrittenKingdom

__all__ = ["CheckedKingdom", "Problem", "check_kingdom", "order_to_lay"]

SIZES = (5, 7)
MOST_LISTED = 8  # squares in one line


class Problem(NamedTuple):
    """What is wrong: a line of text, and the squares that it is about, if any, as (row, column) of the file."""

    text: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class CheckedKingdom:
    """A kingdom as written, and what came out of looking at it.

    Attributes
    ----------
    kingdom : Kingdom
        Named from its castle (the first of several; the square to the left of the first row if there is none). Its
        squares know their dominoes, numbers chosen where the file does not say them, if it can exist.
    corner : (row, column)
        Where the castle stands in the file: what to add to a place to find it there.
    castles : int
        How many there are.
    wrong : tuple of Problem
        None if the kingdom can exist.
    order : tuple of (int, Placement)
        The numbers of the dominoes and where they lie, in an order in which they can be laid; empty if it cannot exist.
    """

    kingdom: Kingdom
    corner: Place
    castles: int
    wrong: tuple[Problem, ...]
    order: tuple[tuple[int, Placement], ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, one line each."""
        return tuple(one.text for one in self.wrong)

    def in_file(self, places: Iterable[Place]) -> list[Place]:
        """Places as (row, column) of the file, in reading order."""
        return [(row + self.corner[0], column + self.corner[1]) for row, column in sorted(places)]


def check_kingdom(written: WrittenKingdom, *, size: int = 5, most_steps: int = MOST_STEPS) -> CheckedKingdom:
    """Look at a written kingdom.

    Parameters
    ----------
    written : WrittenKingdom
    size : int
        5, or 7 for the Mighty Duel.
    most_steps : int
        Of the search for its dominoes (`cutting.cut`); what it does not settle is a problem.

    Examples
    --------
    >>> from kingdice.games.kingdomino.kingdom_file import parse_kingdom
    >>> check_kingdom(parse_kingdom("** m1 / .. w0")).order
    ((40, Placement(row=0, column=1, direction=1)),)
    >>> check_kingdom(parse_kingdom("** m3 / .. m3")).problems
    ('mine 3: 2 squares, and only 1 square of 48 dominoes is so: row 1 column 2, row 2 column 2',)
    """
    corner = _corner(written)
    squares = {(row - corner[0], column - corner[1]): square for (row, column), square in written.squares.items()}
    bare = CheckedKingdom(Kingdom(size, squares), corner, len(written.castles), (), ())
    problems = [*_castle_problems(written), *_size_problems(bare.kingdom, bool(written.castles))]
    made_of = [*_square_problems(bare), *_domino_problems(bare)]
    best = None
    if not made_of and len(written.castles) == 1 and _span(squares) <= SIZES[-1]:
        try:
            best = cut(squares, most_steps=most_steps)
            made_of = list(_cut_problems(bare, best))
        except TooManyWaysError as unsettled:
            made_of = [Problem(str(unsettled))]
    problems += made_of
    if best is None or problems:
        return CheckedKingdom(bare.kingdom, corner, len(written.castles), tuple(problems), ())
    numbered = _numbered(squares, best)
    return CheckedKingdom(Kingdom(size, numbered), corner, 1, (), tuple(order_to_lay(numbered)))


def order_to_lay(squares: dict[Place, Square]) -> Iterator[tuple[int, Placement]]:
    """Dominoes in an order in which they can be laid, the lowest possible number first; those that cannot are left out.

    Parameters
    ----------
    squares : dict of (row, column) to Square
        Named from the castle, all with the numbers of their dominoes.
    """
    waiting: dict[int, list[Place]] = {}
    for place in sorted(squares):
        waiting.setdefault(squares[place].domino, []).append(place)
    laid: set[Place] = set()
    while ready := [number for number, places in waiting.items() if any(_joins(squares, one, laid) for one in places)]:
        number = min(ready)
        places = waiting.pop(number)
        laid |= set(places)
        yield number, _placement(number, places, squares)


def _joins(squares: dict[Place, Square], place: Place, laid: set[Place]) -> bool:
    terrain = squares[place].half.terrain
    return any(near == CASTLE or (near in laid and squares[near].half.terrain == terrain) for near in neighbours(place))


def _placement(number: int, places: list[Place], squares: dict[Place, Square]) -> Placement:
    """A domino's placement; both of its squares are in reading order, as are those of a double."""
    first, second = places
    if squares[first].half != domino(number).halves[0]:
        first, second = second, first
    return Placement(*first, DIRECTIONS.index((second[0] - first[0], second[1] - first[1])))


def _corner(written: WrittenKingdom) -> Place:
    if written.castles:
        return written.castles[0]
    rows = [row for row, _ in written.squares] or [1]
    columns = [column for _, column in written.squares] or [1]
    return min(rows), min(columns) - 1


def _castle_problems(written: WrittenKingdom) -> Iterator[Problem]:
    if not written.castles:
        yield Problem("no castle: a kingdom has one (** in text, castle in CSV)")
    if len(written.castles) > 1:
        yield _about(f"{len(written.castles)} castles, and a kingdom has one", written.castles)


def _size_problems(kingdom: Kingdom, has_castle: bool) -> Iterator[Problem]:
    places = [*kingdom.squares, *([CASTLE] if has_castle else [])]
    high, wide = _height_and_width(places)
    if max(high, wide) > kingdom.size:
        fits = kingdom.size < SIZES[-1] and max(high, wide) <= SIZES[-1]
        hint = "; it fits into the 7 by 7 of the Mighty Duel (--variants mighty-duel)" if fits else ""
        yield Problem(f"{high} rows by {wide} columns: a kingdom fits into {kingdom.size} by {kingdom.size}{hint}")


def _span(squares: Iterable[Place]) -> int:
    return max(_height_and_width([CASTLE, *squares]))


def _height_and_width(places: list[Place]) -> tuple[int, int]:
    if not places:
        return 0, 0
    rows, columns = zip(*places, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _square_problems(checked: CheckedKingdom) -> Iterator[Problem]:
    """Squares that no domino has, or more than all dominoes have."""
    there_are = Counter(half for one in all_dominoes() for half in one.halves)
    kinds: dict[Half, list[Place]] = {}
    for place, square in checked.kingdom.squares.items():
        kinds.setdefault(square.half, []).append(place)
    for half, places in sorted(kinds.items(), key=lambda kind: min(kind[1])):
        name, where = f"{half.terrain} {half.crowns}", checked.in_file(places)
        if not there_are[half]:
            yield _about(f"{name}: no domino has such a square", where)
        elif len(places) > there_are[half]:
            exist = f"{_counted(there_are[half], 'square')} of 48 dominoes {'is' if there_are[half] == 1 else 'are'} so"
            yield _about(f"{name}: {len(places)} squares, and only {exist}", where)
    if len(checked.kingdom.squares) % 2:
        number = len(checked.kingdom.squares)
        yield Problem(f"{number} squares of terrain: dominoes have two each, so the number is even")


def _domino_problems(checked: CheckedKingdom) -> Iterator[Problem]:
    """Numbers of dominoes that the file gives, and that are not so."""
    given: dict[int, list[Place]] = {}
    for place, square in sorted(checked.kingdom.squares.items()):
        if square.domino:
            given.setdefault(square.domino, []).append(place)
    for number, places in sorted(given.items()):
        where = checked.in_file(places)
        halves = [checked.kingdom.squares[place].half for place in places]
        expected = domino(number).halves
        if len(places) != 2:
            yield _about(f"domino {number}: {_counted(len(places), 'square')}, and a domino has two, once", where)
        elif places[1] not in neighbours(places[0]):
            yield _about(f"domino {number}: its squares do not touch", where)
        elif face_of(*halves) != face_of(*expected):
            yield _about(f"domino {number}: {_shown(halves)}, and it shows {_shown(expected)}", where)


def _cut_problems(checked: CheckedKingdom, best: Cut | None) -> Iterator[Problem]:
    squares = checked.kingdom.squares
    if best is None:
        alone = left_alone(squares)
        hint = f"; {_counted(len(alone), 'square')} at least would stay over, as here" if alone else ""
        where = checked.in_file(alone or squares)
        yield _about(f"its squares cannot be cut into dominoes that exist{hint}", where)
        return
    for face, lacking in best.lacking.items():
        places = [
            place for pair in best.pairs if face_of(*(squares[one].half for one in pair)) == face for place in pair
        ]
        exist = len(faces()[face])
        there_are = f"there {'is' if exist == 1 else 'are'} {exist}"
        yield _about(
            f"it needs {exist + lacking} dominoes {_shown(face)}, and {there_are}, however it is cut into dominoes",
            checked.in_file(places),
        )
    if best.apart and not best.lacking:
        apart = _counted(len(best.apart), "square")
        yield _about(f"{apart} cannot be joined to the castle by the matching rule", checked.in_file(best.apart))


def _numbered(squares: dict[Place, Square], best: Cut) -> dict[Place, Square]:
    """Squares with the numbers of their dominoes: those given, else the lowest that are left."""
    given = {square.domino for square in squares.values()}
    left = {face: [number for number in numbers if number not in given] for face, numbers in faces().items()}
    numbered: dict[Place, Square] = {}
    for pair in best.pairs:
        one, other = (squares[place] for place in pair)
        number = one.domino or left[face_of(one.half, other.half)].pop(0)
        numbered |= {place: Square(squares[place].half, number) for place in pair}
    return numbered


def _about(text: str, places: Iterable[Place]) -> Problem:
    every = tuple(places)
    return Problem(f"{text}: {_listed(every)}", every)


def _listed(places: Iterable[Place]) -> str:
    every = sorted(places)
    shown = [f"row {row} column {column}" for row, column in every[:MOST_LISTED]]
    more = len(every) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _shown(halves: Iterable[Half]) -> str:
    return "+".join(f"{LETTERS[half.terrain]}{half.crowns}" for half in halves)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
