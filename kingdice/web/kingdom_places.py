"""Where the next domino goes: the places worth a look, in words and squares of the grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingdice.games.kingdomino.cutting import face_of, faces
from kingdice.games.kingdomino.dominoes import Half, all_dominoes, domino
from kingdice.games.kingdomino.kingdom import Kingdom, Place, Placement
from kingdice.games.kingdomino.kingdom_file import WrittenKingdom, parse_kingdom
from kingdice.games.kingdomino.legality import CheckedKingdom, check_kingdom
from kingdice.games.kingdomino.outlook import Prospect, best_places
from kingdice.games.kingdomino.variants import Variants

__all__ = [
    "MOST_STEPS",
    "Choice",
    "Choices",
    "choices_for",
    "domino_options",
    "domino_told",
    "looked_at",
    "square_told",
]

MOST_STEPS = 1_000  # some 40 ms; kingdoms from games need about a hundred at most
MOST_SHOWN = 6


@dataclass(frozen=True)
class Choice:
    """A place for the next domino.

    Attributes
    ----------
    rank : int
        1 for the best.
    prospect : Prospect
        Named from the castle.
    squares : dict of (row, column) of the grid to Half
    told : str
        Where it is.
    behind : float
        Points by which it promises less than the best.
    most_at_once : bool
        Whether no place brings more points at once.
    """

    rank: int
    prospect: Prospect
    squares: dict[Place, Half]
    told: str
    behind: float
    most_at_once: bool

    @property
    def lay(self) -> str:
        """As it is posted: the square of the first half, and the direction of the second."""
        row, column = next(iter(self.squares))
        return f"{row}.{column}.{self.prospect.placement.direction}"


@dataclass(frozen=True)
class Choices:
    """What is said about the next domino: its best places, how many there are in all, or why there are none."""

    shown: tuple[Choice, ...] = ()
    number: int = 0
    why_none: str = ""
    is_last: bool = False


@lru_cache(maxsize=1024)
def looked_at(text: str, size: int) -> CheckedKingdom:
    """A kingdom of the grid, checked; for text as the page writes it."""
    is_empty = not text.strip("./")
    written = WrittenKingdom((), {}) if is_empty else parse_kingdom(text)
    return check_kingdom(written, size=size, most_steps=MOST_STEPS)


def choices_for(text: str, rules: Variants, number: int, chosen: int) -> Choices:
    """Where a domino goes best.

    Parameters
    ----------
    text : str
        The kingdom, as the page writes it.
    rules : Variants
    number : int
        The domino.
    chosen : int
        The place that is looked at: shown among the best, whatever its rank.
    """
    found, why_none = _found(text, rules, number)
    if why_none:
        return Choices(why_none=why_none)
    checked = looked_at(text, rules.size)
    in_play = (rules.size**2 - 1) // 2
    is_last = len(checked.kingdom.squares) // 2 + 1 >= in_play
    return Choices(_shown(checked, found, number, chosen), len(found), is_last=is_last)


@lru_cache(maxsize=512)
def _found(text: str, rules: Variants, number: int) -> tuple[tuple[Prospect, ...], str]:
    """All places, the best first, or why there are none."""
    checked = looked_at(text, rules.size)
    if checked.castles != 1:
        return (), "A domino can be placed once the kingdom has one castle."
    if max(_spans(checked.kingdom)) > rules.size:
        return (), f"The kingdom is larger than {rules.size} by {rules.size}."
    laid = [one for one, _ in checked.order]
    found = best_places(checked.kingdom, _another(number, laid), variants=rules, gone=laid)
    if not found:
        return (), "It can be placed nowhere: it is discarded."
    if _is_used_up(number, laid) and _cannot_exist(checked, found[0], number, text, rules.size):
        return (), f"It is in this kingdom already: {_where_it_lies(checked, number)}."
    return found, ""


def _shown(checked: CheckedKingdom, found: Sequence[Prospect], number: int, chosen: int) -> tuple[Choice, ...]:
    """The best, the one that brings most at once, and the chosen one."""
    most = max(one.gain for one in found)
    at_once = 1 + next(place for place, one in enumerate(found) if one.gain == most)
    ranks = {*range(1, MOST_SHOWN + 1), chosen, at_once} & {*range(1, len(found) + 1)}
    return tuple(
        Choice(
            rank,
            one,
            squares := _in_grid(checked, one.placement, number),
            _place_told(squares, checked.kingdom.size),
            max(found[0].promise - one.promise, 0.0),
            one.gain == most,
        )
        for rank in sorted(ranks)
        for one in (found[rank - 1],)
    )


def _in_grid(checked: CheckedKingdom, way: Placement, number: int) -> dict[Place, Half]:
    down, right = checked.corner
    halves = domino(number).halves
    return {(row + down, column + right): half for (row, column), half in zip(way.places, halves, strict=True)}


def _place_told(squares: dict[Place, Half], side: int) -> str:
    """Both squares in words."""
    (one, first), (other, second) = squares.items()
    if first == second:
        return f"{_spot_told(one, side)} and {_spot_told(other, side)}"
    return f"{first.terrain} in {_spot_told(one, side)}, {second.terrain} in {_spot_told(other, side)}"


def _spot_told(place: Place, side: int) -> str:
    """A square of the grid, or of the rows and columns around it, to which a kingdom may still be moved."""
    row, column = place
    rows = f"row {row}" if 1 <= row <= side else "a new row above" if row < 1 else "a new row below"
    columns = f"column {column}" if 1 <= column <= side else f"a new column to the {'left' if column < 1 else 'right'}"
    return f"{rows}, {columns}" if "new" in rows + columns else f"{rows} {columns}"


def domino_told(number: int) -> str:
    """A domino in words.

    Examples
    --------
    >>> domino_told(12), domino_told(47), domino_told(19)
    ('two swamp', 'swamp and mine with 2 crowns', 'wheat with 1 crown and forest')
    """
    one, other = domino(number).halves
    return f"two {square_told(one)}" if one == other else f"{square_told(one)} and {square_told(other)}"


def square_told(half: Half) -> str:
    """A square in words."""
    crowns = f" with {half.crowns} crown{'' if half.crowns == 1 else 's'}" if half.crowns else ""
    return half.terrain + crowns


def _another(number: int, laid: Sequence[int]) -> int:
    """A domino that shows the same and is not in the kingdom, if there is one."""
    if number not in laid:
        return number
    return next((one for one in faces()[face_of(*domino(number).halves)] if one not in laid), number)


def _is_used_up(number: int, laid: Sequence[int]) -> bool:
    """Whether the kingdom, as it was cut, has all dominoes that show the same."""
    shown = Counter(face_of(*domino(one).halves) for one in laid)
    face = face_of(*domino(number).halves)
    return shown[face] >= len(faces()[face])


def _cannot_exist(checked: CheckedKingdom, best: Prospect, number: int, text: str, size: int) -> bool:
    """Whether the kingdom is impossible with the domino at its best place, however it is cut."""
    written = parse_kingdom(text)
    added = Kingdom(size).place(domino(number), best.placement).squares.values()
    places = _in_grid(checked, best.placement, number)
    squares = {**written.squares, **{place: type(one)(one.half, 0) for place, one in zip(places, added, strict=True)}}
    after = check_kingdom(WrittenKingdom(written.castles, squares), size=size, most_steps=MOST_STEPS)
    return bool(after.wrong)


def _where_it_lies(checked: CheckedKingdom, number: int) -> str:
    face = face_of(*domino(number).halves)
    lie = [way.places for one, way in checked.order if face_of(*domino(one).halves) == face]
    spots = [" and ".join(f"row {row} column {column}" for row, column in checked.in_file(places)) for places in lie]
    return "; ".join(spots)


def _spans(kingdom: Kingdom) -> tuple[int, int]:
    top, bottom, left, right = kingdom.box
    return bottom - top + 1, right - left + 1


def domino_options() -> list[tuple[int, str]]:
    """Every domino by number, with what it shows."""
    return [(one.number, domino_told(one.number)) for one in all_dominoes()]
