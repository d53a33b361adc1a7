"""What the page about a kingdom shows: its squares one by one, its score, what is wrong, and the next domino."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kingdice.games.kingdomino.dominoes import Half
from kingdice.games.kingdomino.drawing import CROWN, FREE_TEXT, LETTERS, TOWER
from kingdice.games.kingdomino.kingdom import DIRECTIONS, Place
from kingdice.games.kingdomino.legality import CheckedKingdom
from kingdice.games.kingdomino.scored import Scored, harmony_told, middle_told, score_kingdom
from kingdice.web.kingdom_places import (
    Choice,
    Choices,
    choices_for,
    domino_options,
    domino_told,
    looked_at,
    square_told,
)
from kingdice.web.kingdom_state import Asked, brushes, fitted, grid_text, half_of, places_of, spans, square_text
from kingdice.web.kingdom_taps import MOVES, can_move

__all__ = ["shown"]

SIDES = ("right", "down", "left", "up")  # as `DIRECTIONS`
MIDDLES = (("", "not played"), ("middle", "by distance"), ("middle-of-box", "by the box around it"))


@dataclass(frozen=True)
class Cell:
    """A square of the grid, as it is drawn.

    Attributes
    ----------
    at : str
        "row.column".
    kind : str
        A terrain, castle or free.
    letter : str
    crowns : int
    label : str
        All of it in words.
    mark : int
        The number of its property in the table, 0 for none.
    joined : tuple of str
        On which sides the other square of its domino lies.
    is_wrong, is_new : bool
        Whether a problem is about it; whether the next domino would cover it.
    """

    at: str
    kind: str
    letter: str
    crowns: int
    label: str
    mark: int = 0
    joined: tuple[str, ...] = ()
    is_wrong: bool = False
    is_new: bool = False


def shown(asked: Asked) -> dict[str, Any]:
    """What the template asks for."""
    side, choices, wrong = asked.side, Choices(), dict(asked.wrong)
    if asked.next:
        choices = choices_for(grid_text(asked.kingdom, side), asked.rules, asked.next, asked.place)
        if choices.number and asked.place > choices.number:
            wrong["place"] = f"there are {choices.number} places, so there is no place {asked.place}"
            asked = replace(asked, place=1)
    looked, is_moved = _looked(choices, asked.place), False
    if looked and not all(_within(place, side) for place in looked.squares):  # make room for it
        asked, is_moved = replace(asked, kingdom=fitted(asked.kingdom, side, also=looked.squares)), True
        choices = choices_for(grid_text(asked.kingdom, side), asked.rules, asked.next, asked.place)
        looked = _looked(choices, asked.place)
    text = grid_text(asked.kingdom, side)
    checked = looked_at(text, asked.rules.size)
    scored = score_kingdom(checked, asked.rules)
    return {
        "asked": asked,
        "side": side,
        "kingdom": text,
        "rows": _rows(asked, side, checked, scored, looked.squares if looked else {}),
        "brushes": _brushes(),
        "moves": [(name, can_move(asked, by)) for name, by in MOVES.items()],
        "scored": scored,
        "middle_told": middle_told(scored, "it is not played"),
        "harmony_told": harmony_told(scored, "it is not played"),
        "middle_chosen": next((name for name in asked.rules.names if name.startswith("middle")), ""),
        "middles": MIDDLES,
        "dominoes": domino_options(),
        "next_told": domino_told(asked.next) if asked.next else "",
        "could_be_middle": checked.kingdom.is_middle(),
        "choices": choices,
        "looked": looked,
        "is_moved": is_moved,
        "written": _written(asked),
        "wrong": wrong,
        "crown": CROWN,
        "tower": TOWER,
    }


def _looked(choices: Choices, place: int) -> Choice | None:
    """The place that is drawn."""
    return next((one for one in choices.shown if one.rank == place), None)


def _within(place: Place, side: int) -> bool:
    return 1 <= place[0] <= side and 1 <= place[1] <= side


def _rows(
    asked: Asked, side: int, checked: CheckedKingdom, scored: Scored, new: Mapping[Place, Half]
) -> list[list[Cell]]:
    marks = {
        (row, column): number
        for number, one in enumerate(scored["properties"], start=1)
        if one["points"]
        for row, column in one["cells"]
    }
    joined = _joined(checked)
    wrong = {place for problem in checked.wrong for place in problem.places}
    grid = range(1, side + 1)
    return [
        [
            _cell(asked, (row, column), marks.get((row, column), 0), joined, (row, column) in wrong, new)
            for column in grid
        ]
        for row in grid
    ]


def _cell(
    asked: Asked,
    place: Place,
    mark: int,
    joined: Mapping[Place, tuple[str, ...]],
    is_wrong: bool,
    new: Mapping[Place, Half],
) -> Cell:
    at, where = f"{place[0]}.{place[1]}", f"row {place[0]}, column {place[1]}"
    if place in asked.kingdom.castles:
        problem = "; see what is wrong" if is_wrong else ""
        return Cell(at, "castle", "", 0, f"{where}: castle{problem}", is_wrong=is_wrong)
    square = asked.kingdom.squares.get(place)
    if square:
        half = square.half
        said = [_told(half), *([f"property {mark}"] if mark else []), *(["see what is wrong"] if is_wrong else [])]
        return Cell(
            at,
            half.terrain,
            LETTERS[half.terrain],
            half.crowns,
            f"{where}: {'; '.join(said)}",
            mark,
            joined.get(place, ()),
            is_wrong,
        )
    if place in new:
        half, other = new[place], next(one for one in new if one != place)
        side = SIDES[DIRECTIONS.index((other[0] - place[0], other[1] - place[1]))]
        label = f"{where}: free; place shown for {square_told(half)}"
        return Cell(at, half.terrain, LETTERS[half.terrain], half.crowns, label, 0, (side,), is_new=True)
    return Cell(at, "free", "", 0, f"{where}: free")


def _joined(checked: CheckedKingdom) -> dict[Place, tuple[str, ...]]:
    """For every square the side on which the other one of its domino lies, if the kingdom can exist."""
    found: dict[Place, tuple[str, ...]] = {}
    for _, way in checked.order:
        first, second = checked.in_file([way.places[0]]) + checked.in_file([way.places[1]])
        found[first] = (SIDES[way.direction],)
        found[second] = (SIDES[(way.direction + 2) % 4],)
    return found


def _told(half: Half) -> str:
    return f"{half.terrain}, {half.crowns} crown{'' if half.crowns == 1 else 's'}" if half.crowns else half.terrain


@cache
def _brushes() -> list[tuple[str, str, int, str]]:
    """Value, terrain, crowns and words of every brush that paints terrain."""
    halves = [(name, half_of(name)) for name in brushes()]
    return [(name, half.terrain, half.crowns, _told(half)) for name, half in halves]


def _written(asked: Asked) -> str:
    """The kingdom as lines of text, without free rows and columns around it."""
    places = places_of(asked.kingdom)
    if not places:
        return FREE_TEXT
    top, left = min(row for row, _ in places), min(column for _, column in places)
    high, wide = spans(places)
    return "\n".join(
        " ".join(square_text(asked.kingdom, (row, column)) for column in range(left, left + wide))
        for row in range(top, top + high)
    )
