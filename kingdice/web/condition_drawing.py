"""What a citizen needs, drawn as a row of dice.

Every leaf of a condition is as many dice as it asks for: with a number, a colour or "even" where it asks for one, with
a letter where any will do (equal letters, equal numbers), blank where all dice count together. Words stand between
them where parts are joined, and brackets where joined parts are parts of others. The words of the card are always said
beside the dice, so a drawing never has to be understood by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count

from markupsafe import Markup

from kingdice.dice.condition import And, Condition, Count, Groups, Not, Or, Same, Straight, Sum
from kingdice.dice.pool import Pool
from kingdice.web.rendering import render

__all__ = ["DrawnDie", "Piece", "Said", "drawing", "notes", "pieces"]

MOST_DICE_SMALL = 16
_SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "<": "<", ">": ">"}
_LETTERS = {"number": "xyzuvwst", "colour": "ABCDEFGH"}


@dataclass(frozen=True)
class DrawnDie:
    """One die: what stands on it, its colour (or other word), and whether it stands for any (a letter, or blank)."""

    number: int | str | None = None
    colour: str | None = None
    any: bool = False


@dataclass(frozen=True)
class Said:
    """A word or a bracket between dice."""

    text: str


Piece = DrawnDie | Said


def drawing(condition: Condition, pool: Pool, needs: str, *, small: bool = False) -> Markup:
    """A condition as HTML: dice, with the card's words beside them.

    Parameters
    ----------
    condition : Condition
    pool : Pool
        The dice it is about.
    needs : str
        The card's words, which are also what a screen reader says.
    small : bool
        For tables: small dice without the names of their colours, and no dice at all where they would be many.
    """
    drawn = pieces(condition, pool)
    if isinstance(condition, Sum) or (small and isinstance(condition, Straight)):
        drawn = [piece for piece in drawn if isinstance(piece, DrawnDie)]  # the card's words say the rest
    if small and sum(isinstance(piece, DrawnDie) for piece in drawn) > MOST_DICE_SMALL:
        drawn = []
    return Markup(render("odds_condition.html.j2", pieces=drawn, needs=_in_print(needs), small=small))


def pieces(condition: Condition, pool: Pool) -> list[Piece]:
    """A condition as dice and the words between them.

    Examples
    --------
    >>> from kingdice.dice.condition_text import parse_condition
    >>> from kingdice.dice.notation import parse_dice
    >>> pool = parse_dice("6d6")
    >>> [getattr(one, "text", None) or one.number for one in pieces(parse_condition("2+2 and no 6s", pool), pool)]
    ['x', 'x', 'y', 'y', 'and', 'no', 6]
    """
    return list(_Drawing(pool).of(condition))


def notes(condition: Condition, pool: Pool) -> list[str]:
    """What there is to know about a drawing that its dice do not say, in sentences."""
    said = []
    leaves = list(_leaves(condition))
    for kind in ("number", "colour"):
        lettered = [leaf for leaf in leaves if isinstance(leaf, Same | Groups) and leaf.of == kind]
        letters = sum(len(leaf.sizes) if isinstance(leaf, Groups) else 1 for leaf in lettered)
        names = [_letter(kind, place) for place in range(letters)]
        if letters == 1:
            said.append(f"{names[0]} is any one {kind}.")
        elif len(lettered) == 1:
            said.append(f"{', '.join(names[:-1])} and {names[-1]} are any {kind}s, no two of them the same.")
        elif lettered:
            said.append(f"Letters are any {kind}s; those of one group differ.")
    if any(_may_share(part.parts, pool) for part in _walk(condition) if isinstance(part, And)):
        said.append("A die may count for more than one part.")
    if (free := _free(condition, pool)) > 0:
        said.append("The other die is free." if free == 1 else f"The other {free} dice are free.")
    return said


class _Drawing:
    """Draws one condition; every letter is used for one group of dice."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.next = {kind: count() for kind in _LETTERS}

    def of(self, condition: Condition) -> Iterator[Piece]:
        match condition:
            case Count():
                yield from self.counted(condition)
            case Same():
                yield from self.alike((condition.dice,), condition.of, condition.exactly)
            case Groups():
                yield from self.alike(condition.sizes, condition.of, condition.exactly)
            case Straight():
                yield from self.run(condition.length)
            case Sum():
                yield from (DrawnDie(any=True) for _ in range(self.pool.dice))
                yield Said(f"sum {_SIGNS[condition.compare]} {condition.value}")
            case Not():
                yield from self.denied(condition.part)
            case And():
                word = "" if _side_by_side(condition.parts, self.pool) else "and"
                yield from self.joined(condition.parts, word, Or)
            case Or():
                yield from self.joined(condition.parts, "or", And)
            case _:
                yield Said(str(condition))

    def counted(self, wanted: Count) -> Iterator[Piece]:
        shown = [str(one) for one in (wanted.parity, wanted.number) if one is not None]
        die = DrawnDie(" ".join(shown) or None, wanted.colour)
        if wanted.parity is None and wanted.number is not None:
            die = DrawnDie(wanted.number, wanted.colour)
        if wanted.dice == 0:
            yield Said("no" if wanted.exactly else "any number of")
        elif wanted.exactly:
            yield Said("exactly")
        yield from [die] * max(1, wanted.dice)

    def alike(self, sizes: tuple[int, ...], kind: str, exactly: bool) -> Iterator[Piece]:
        if exactly:
            yield Said("exactly")
        for size in sizes:
            letter = _letter(kind, next(self.next[kind]))
            yield from [DrawnDie(letter, "colour" if kind == "colour" else None, any=True)] * size

    def run(self, length: int) -> Iterator[Piece]:
        numbers = set(self.pool.numbers)
        runs = [low for low in sorted(numbers) if all(low + step in numbers for step in range(length))]
        if runs:
            yield from (DrawnDie(runs[0] + step) for step in range(length))
        else:
            yield from (DrawnDie(f"n+{step}" if step else "n", any=True) for step in range(length))
        if len(runs) != 1:
            yield Said(f"any run of {length}")

    def denied(self, part: Condition) -> Iterator[Piece]:
        """A denied count is drawn as the count that it leaves: dice behind a bare "not" would look like none."""
        if isinstance(part, Count) and part.dice and not part.exactly:
            yield Said("no" if part.dice == 1 else "fewer than")
            yield from self.counted(part)
        else:
            yield Said("not")
            yield from self.bracketed(part, isinstance(part, And | Or))

    def joined(self, parts: tuple[Condition, ...], word: str, other: type[Condition]) -> Iterator[Piece]:
        for place, part in enumerate(parts):
            if place and word:
                yield Said(word)
            yield from self.bracketed(part, isinstance(part, other))

    def bracketed(self, part: Condition, needed: bool) -> Iterator[Piece]:
        if needed:
            yield Said("(")
        yield from self.of(part)
        if needed:
            yield Said(")")


def _in_print(needs: str) -> str:
    return needs.replace("<=", "≤").replace(">=", "≥")


def _letter(kind: str, place: int) -> str:
    again, which = divmod(place, len(_LETTERS[kind]))
    return _LETTERS[kind][which] + (str(again + 1) if again else "")


def _walk(condition: Condition) -> Iterator[Condition]:
    """A condition and all its parts, in the order in which they are drawn."""
    yield condition
    if isinstance(condition, Not):
        yield from _walk(condition.part)
    elif isinstance(condition, And | Or):
        for part in condition.parts:
            yield from _walk(part)


def _leaves(condition: Condition) -> Iterator[Condition]:
    return (part for part in _walk(condition) if not isinstance(part, And | Or | Not))


def _may_share(parts: tuple[Condition, ...], pool: Pool) -> bool:
    """Whether one die may be counted by two of the parts, as far as counts of dice go."""
    counts = [part for part in parts if isinstance(part, Count) and part.dice and not part.exactly]
    return any(
        one.matches(face) and other.matches(face) for one, other in combinations(counts, 2) for face in pool.faces
    )


def _side_by_side(parts: tuple[Condition, ...], pool: Pool) -> bool:
    """Whether the parts are plain counts of different dice, which need no word between them."""
    plain = all(isinstance(part, Count) and part.dice and not part.exactly for part in parts)
    faces = {(part.number, part.colour, part.parity) for part in parts if isinstance(part, Count)}
    return plain and len(faces) == len(parts) and not _may_share(parts, pool)


def _free(condition: Condition, pool: Pool) -> int:
    """How many dice a condition asks nothing of; 0 where that is not plain to see."""
    match condition:
        case Count(exactly=False) | Same(exactly=False):
            return pool.dice - condition.dice
        case Groups(exactly=False):
            return pool.dice - sum(condition.sizes)
        case Straight():
            return pool.dice - condition.length
        case And() if _side_by_side(condition.parts, pool):
            return pool.dice - sum(part.dice for part in condition.parts if isinstance(part, Count))
    return 0
