"""Which dominoes may lie in a kingdom of which only the squares are known?

Every square is paired with a neighbour, in all ways that use only dominoes that exist: a search that always goes on at
the square with the fewest partners left. A kingdom that fits into 7 by 7 has at most some 75,000 ways to be cut, one
that fits into 5 by 5 at most 196, so all of them can be looked at.

A way to cut is the better, the fewer dominoes it needs that there are not enough of, and then the fewer squares cannot
be joined to the castle. Joining does not depend on the order: squares that touch and are of one terrain, the two
squares of a domino, and the castle with its neighbours belong together, and what belongs to the castle can be laid,
one domino after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import Half, all_dominoes
from kingdice.games.kingdomino.kingdom import CASTLE, Place, Square, neighbours

__all__ = ["Cut", "Face", "TooManyWaysError", "cut", "face_of", "faces", "left_alone"]

Face = tuple[Half, Half]
Pair = tuple[Place, Place]
Squares = Mapping[Place, Square]

MOST_STEPS = 200_000  # some seconds; kingdoms from games need a few hundred


class TooManyWaysError(KingdiceError):
    """There are more ways to cut a kingdom than were looked at."""


@dataclass(frozen=True)
class Cut:
    """A way to pair squares to dominoes.

    Attributes
    ----------
    pairs : tuple of two places each
        The first of them before the second in reading order.
    lacking : dict of Face to int
        Dominoes that it needs more of than there are.
    apart : frozenset of places
        Squares that cannot be joined to the castle.
    """

    pairs: tuple[Pair, ...]
    lacking: dict[Face, int]
    apart: frozenset[Place]

    @property
    def flaws(self) -> tuple[int, int]:
        """What makes it impossible: dominoes lacking, squares apart."""
        return sum(self.lacking.values()), len(self.apart)


def face_of(one: Half, other: Half) -> Face:
    """The two halves of a domino, in an order that does not depend on how it lies."""
    first, second = sorted((one, other), key=lambda half: (half.terrain, half.crowns))
    return first, second


@lru_cache(maxsize=1)
def faces() -> dict[Face, list[int]]:
    """The numbers of the dominoes by what they show.

    Examples
    --------
    >>> len(faces()), max(len(numbers) for numbers in faces().values())
    (33, 4)
    """
    numbers: dict[Face, list[int]] = {}
    for one in all_dominoes():
        numbers.setdefault(face_of(*one.halves), []).append(one.number)
    return numbers


def cut(squares: Squares, *, most_steps: int = MOST_STEPS) -> Cut | None:
    """The best way to cut squares into dominoes, the first of equals; None where there is none.

    Squares whose domino is given go together; others are paired with others only.

    Parameters
    ----------
    squares : mapping of (row, column) to Square
        As in `Kingdom`: named from the castle.
    most_steps : int
        How many squares are paired before the search gives up.

    Raises
    ------
    TooManyWaysError
        When it gives up and has found no way without a flaw, which takes a kingdom made to that end.
    """
    given = {square.domino for square in squares.values() if square.domino}
    supply = Counter({face: len([one for one in numbers if one not in given]) for face, numbers in faces().items()})
    search = _Search(squares, supply, _terrain_parts(squares), most_steps)
    search.extend({place: partners(squares, place) for place in squares})
    if search.steps > most_steps and (search.best is None or search.best.flaws > (0, 0)):
        raise TooManyWaysError(
            f"whether it can be cut into dominoes that exist is not known: {most_steps:,} steps did not settle it"
        )
    return search.best


def partners(squares: Squares, place: Place) -> list[Place]:
    """The neighbours that a square may share a domino with."""
    one = squares[place]
    found = []
    for near in neighbours(place):
        other = squares.get(near)
        if other and other.domino == one.domino and face_of(one.half, other.half) in faces():
            found.append(near)
    return found


def left_alone(squares: Squares) -> frozenset[Place]:
    """Squares that stay over when as many as possible are paired, dominoes used as often as one likes.

    Augmenting paths on the chequered board (a bipartite graph).
    """
    partner: dict[Place, Place] = {}
    for start in sorted(squares):
        if (start[0] + start[1]) % 2 == 0:
            _augment(squares, start, partner, set())
    matched = {*partner, *partner.values()}
    return frozenset(place for place in squares if place not in matched)


def _augment(squares: Squares, place: Place, partner: dict[Place, Place], seen: set[Place]) -> bool:
    for near in partners(squares, place):
        if near not in seen:
            seen.add(near)
            if near not in partner or _augment(squares, partner[near], partner, seen):
                partner[near] = place
                return True
    return False


@dataclass
class _Search:
    """Depth first; what is bettered is `best`."""

    squares: Squares
    supply: Counter[Face]
    parts: dict[Place, Place]
    most_steps: int
    best: Cut | None = None
    pairs: list[Pair] = field(default_factory=list)
    lacking: Counter[Face] = field(default_factory=Counter)
    steps: int = 0

    def extend(self, open_: dict[Place, list[Place]]) -> None:
        """Pair the squares that are open, each with its partners that are open too."""
        self.steps += 1
        if self._is_hopeless():
            return
        if not open_:
            self._finish()
            return
        place = min(open_, key=lambda one: (len(open_[one]), one))
        for near in open_[place]:
            face = face_of(self.squares[place].half, self.squares[near].half)
            is_given = bool(self.squares[place].domino)
            if not is_given:
                self.supply[face] -= 1
            lacks = self.supply[face] < 0 and not is_given
            self.lacking[face] += lacks
            self.pairs.append((min(place, near), max(place, near)))
            self.extend(
                {
                    one: [other for other in others if other not in (place, near)]
                    for one, others in open_.items()
                    if one not in (place, near)
                }
            )
            self.pairs.pop()
            self.lacking[face] -= lacks
            if not is_given:
                self.supply[face] += 1

    def _is_hopeless(self) -> bool:
        if self.steps > self.most_steps:
            return True
        return self.best is not None and (self.lacking.total(), 0) >= self.best.flaws

    def _finish(self) -> None:
        found = Cut(tuple(sorted(self.pairs)), dict(+self.lacking), _apart(self.squares, self.pairs, self.parts))
        if self.best is None or found.flaws < self.best.flaws:
            self.best = found


def _terrain_parts(squares: Squares) -> dict[Place, Place]:
    """For every square the first one of its property."""
    first: dict[Place, Place] = {}
    for start in sorted(squares):
        waiting = [] if start in first else [start]
        while waiting:
            place = waiting.pop()
            first[place] = start
            waiting += [
                near
                for near in neighbours(place)
                if near in squares and near not in first and squares[near].half.terrain == squares[place].half.terrain
            ]
    return first


def _apart(squares: Squares, pairs: list[Pair], parts: dict[Place, Place]) -> frozenset[Place]:
    """The squares that do not belong to the castle, with the squares of dominoes joined."""
    joined: dict[Place, set[Place]] = {}
    for one, other in pairs:
        joined.setdefault(parts[one], set()).add(parts[other])
        joined.setdefault(parts[other], set()).add(parts[one])
    waiting = [parts[near] for near in neighbours(CASTLE) if near in squares]
    reached = set(waiting)
    while waiting:
        for other in joined.get(waiting.pop(), ()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return frozenset(place for place in squares if parts[place] not in reached)
