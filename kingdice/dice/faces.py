"""What one die can show.

A face has a number, a colour (or any other word: a sword, a heart), or both. A die is a set of faces, each
with a weight: how many of its sides show that face, or how loaded it is. Two dice are alike when they show
the same faces with the same weights; the order of the sides plays no part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from numbers import Integral

from kingdice.errors import RollError

__all__ = ["Die", "Face"]

LARGEST_NUMBER = 1_000_000
LARGEST_WEIGHT = 1_000_000
_WORD = r"[^\W\d_][\w-]*"
_FACE = re.compile(rf"\s*(?:(-?\d+)(?:\s*-?({_WORD}))?|({_WORD}))\s*\Z")


@dataclass(frozen=True)
class Face:
    """One face of a die.

    Parameters
    ----------
    number : int or None
        The number shown; None when the face shows only a word.
    colour : str or None
        The colour or symbol shown; None when the face shows only a number.

    Examples
    --------
    >>> Face.parse("1 blue")
    Face(number=1, colour='blue')
    >>> str(Face.parse("1blue")), str(Face.parse("red")), str(Face.parse(" 6 "))
    ('1 blue', 'red', '6')
    """

    number: int | None = None
    colour: str | None = None

    def __post_init__(self) -> None:
        if self.number is None and not self.colour:
            raise RollError("a face needs a number, a colour or both")
        if self.number is not None and abs(self.number) > LARGEST_NUMBER:
            raise RollError(f"face {self.number}: numbers go up to {LARGEST_NUMBER:,}")

    @classmethod
    def parse(cls, text: str) -> Face:
        """Read `6`, `red`, `6 red`, `6red` or `6-red`.

        Raises
        ------
        RollError
            When the text is none of these.
        """
        match = _FACE.match(text)
        word = (match[2] or match[3] or "").lower() if match else ""
        if not match or len(text) > 60 or (word and not re.fullmatch(_WORD, word)):
            shown = text if len(text) <= 20 else text[:20] + "…"
            raise RollError(f"'{shown}' is not a face: expected a number, a word or both, as in 6, red or '6 red'")
        if match[1] and len(match[1]) > 8:
            raise RollError(f"face {match[1]}: numbers go up to {LARGEST_NUMBER:,}")
        return cls(int(match[1]) if match[1] else None, word or None)

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.number, self.colour) if part is not None)

    @property
    def order(self) -> tuple[bool, int, str]:
        """Where the face stands on its die: by number, faces without one last, then by word."""
        return (self.number is None, self.number or 0, self.colour or "")


@dataclass(frozen=True)
class Die:
    """One die: its distinct faces in order, and a whole-number weight for each.

    Examples
    --------
    >>> Die.of([1, 1, 2, 3, "red", "red"]).weights
    (2, 1, 1, 2)
    >>> Die.of([3, 2, 1]) == Die.of([1, 2, 3])
    True
    """

    faces: tuple[Face, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, faces: Iterable[Face | int | str], weights: Sequence[float | Fraction] | None = None) -> Die:
        """Make a die from its sides.

        Parameters
        ----------
        faces : iterable of Face, int or str
            The sides; a face that stands twice counts twice.
        weights : sequence of numbers, optional
            One for each side, in any unit; all alike when left out. Floats are read as they are printed
            (0.1 is one tenth).

        Raises
        ------
        RollError
            When there are no faces, or a weight is not a positive number.
        """
        sides = [_as_face(face) for face in faces]
        if not sides:
            raise RollError("a die needs at least one face")
        if weights is None:
            shares: list[Fraction | int] = [1] * len(sides)
        else:
            shares = [_as_share(weight) for weight in weights]
            if len(shares) != len(sides):
                raise RollError(f"{len(shares)} weights for {len(sides)} faces: give one weight a face")
        merged: dict[Face, Fraction | int] = {}
        for face, share in zip(sides, shares, strict=True):
            merged[face] = merged.get(face, 0) + share
        ordered = sorted(merged, key=lambda face: face.order)
        scale = lcm(*(merged[face].denominator for face in ordered))
        whole = [int(merged[face] * scale) for face in ordered]
        shared = gcd(*whole)
        whole = [weight // shared for weight in whole]
        if sum(whole) > LARGEST_WEIGHT:
            raise RollError(f"weights too fine: in lowest terms they add up to more than {LARGEST_WEIGHT:,}")
        return cls(tuple(ordered), tuple(whole))

    @classmethod
    def numbered(cls, sides: int) -> Die:
        """A fair die with the numbers 1 to `sides`."""
        if not 1 <= sides <= 1000:
            raise RollError(f"d{sides}: a die has 1 to 1000 sides")
        return cls(tuple(Face(number) for number in range(1, sides + 1)), (1,) * sides)

    def by_weight(self) -> Die:
        """The same die with its rarest face first."""
        order = sorted(range(len(self.faces)), key=lambda place: (self.weights[place], place))
        return Die(tuple(self.faces[place] for place in order), tuple(self.weights[place] for place in order))

    @property
    def total_weight(self) -> int:
        """Sum of the weights: the chance of a face is its weight over this."""
        return sum(self.weights)


def _as_face(face: Face | int | str) -> Face:
    if isinstance(face, Face):
        return face
    if isinstance(face, str):
        return Face.parse(face)
    if isinstance(face, Integral):
        return Face(number=int(face))
    raise RollError(f"{face!r} is not a face: expected a number, a word or a Face")


def _as_share(weight: float | Fraction) -> Fraction | int:
    if type(weight) is int and weight > 0:
        return weight  # whole numbers add up ten times as fast
    try:
        share = Fraction(str(weight)) if isinstance(weight, float) else Fraction(weight)
    except (ValueError, OverflowError, TypeError):
        raise RollError(f"weight {weight}: expected a positive number") from None
    if share <= 0:
        raise RollError(f"weight {weight}: expected a positive number")
    return share
