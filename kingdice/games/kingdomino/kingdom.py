"""A kingdom, by the plain rules: what lies where, where a domino may go, and what it all counts.

Squares are named by row (downwards) and column (to the right) from the castle, which is at (0, 0). A kingdom may reach
in any direction as long as it fits into a box of 5 by 5 (7 by 7 in the Mighty Duel). Rules: Kingdomino, "How to connect
dominoes" and "End of the game and scoring".

Placements are numbered, so that a plain game and a compiled one choose alike: by direction, then by the cell of the
first half. Cells are counted on a torus of `TORUS` rows and columns with the castle in the middle: no kingdom reaches
round it, so a cell is never two squares at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kingdice.games.kingdomino.dominoes import TERRAINS, Domino, Half

__all__ = ["CASTLE", "DIRECTIONS", "TORUS", "Kingdom", "Place", "Placement", "Property", "cell", "neighbours"]

Place = tuple[int, int]
CASTLE: Place = (0, 0)
DIRECTIONS: tuple[Place, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))  # right, down, left, up
TORUS = {5: (8, 8), 7: (10, 12)}  # rows, columns by the size of a kingdom


def cell(place: Place, size: int) -> int:
    """The number of a square on the torus.

    Examples
    --------
    >>> cell((0, 0), 5), cell((-4, -4), 5), cell((4, 0), 5)
    (36, 0, 4)
    """
    rows, columns = TORUS[size]
    return (place[0] + rows // 2) % rows * columns + (place[1] + columns // 2) % columns


class Placement(NamedTuple):
    """Where a domino goes: the square of its first half, and the direction of its second (`DIRECTIONS`)."""

    row: int
    column: int
    direction: int

    @property
    def places(self) -> tuple[Place, Place]:
        """Both squares."""
        down, right = DIRECTIONS[self.direction]
        return (self.row, self.column), (self.row + down, self.column + right)


class Square(NamedTuple):
    """A square of terrain in a kingdom, and the domino that it belongs to."""

    half: Half
    domino: int


class Property(NamedTuple):
    """Connected squares of one terrain; worth their number times their crowns."""

    terrain: str
    places: frozenset[Place]
    crowns: int

    @property
    def points(self) -> int:
        """Squares times crowns."""
        return len(self.places) * self.crowns


@dataclass(frozen=True)
class Kingdom:
    """A kingdom; placing a domino makes a new one.

    Attributes
    ----------
    size : int
        Squares along a side of the box that it must fit into.
    squares : mapping of (row, column) to Square
        Without the castle.

    Examples
    --------
    >>> from kingdice.games.kingdomino.dominoes import domino
    >>> kingdom = Kingdom(5).place(domino(40), Placement(0, 1, 0))
    >>> len(kingdom.placements(domino(1))), kingdom.points
    (18, 1)
    """

    size: int
    squares: Mapping[Place, Square] = field(default_factory=dict)

    def placements(self, domino: Domino) -> list[Placement]:
        """Every way to add a domino, in order; one that turns a double round is not told apart."""
        near_first, near_second = (self._landing[half.terrain] for half in domino.halves)
        ways = []
        for direction, (down, right) in enumerate(DIRECTIONS[: 2 if domino.is_double else 4]):
            for row, column in near_first | {(row - down, column - right) for row, column in near_second}:
                if self._is_open((row, column)) and self._is_open((row + down, column + right)):
                    ways.append(Placement(row, column, direction))
        return sorted(ways, key=lambda way: (way.direction, cell((way.row, way.column), self.size)))

    def allows(self, domino: Domino, way: Placement) -> bool:
        """Whether a domino may go there: on free squares, connected, and within the box."""
        halves = list(zip(way.places, domino.halves, strict=True))
        return all(self._is_open(place) for place, _ in halves) and any(
            place in self._landing[half.terrain] for place, half in halves
        )

    def place(self, domino: Domino, way: Placement) -> Kingdom:
        """The kingdom with a domino added; whether it may go there is for `allows` to say."""
        added = {place: Square(half, domino.number) for place, half in zip(way.places, domino.halves, strict=True)}
        return Kingdom(self.size, {**self.squares, **added})

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        """All properties, by their first square."""
        found: list[Property] = []
        seen: set[Place] = set()
        for start in sorted(self.squares):
            if start in seen:
                continue
            terrain, reached, waiting = self.squares[start].half.terrain, {start}, [start]
            while waiting:
                for near in neighbours(waiting.pop()):
                    if near in self.squares and near not in reached and self.squares[near].half.terrain == terrain:
                        reached.add(near)
                        waiting.append(near)
            seen |= reached
            found.append(Property(terrain, frozenset(reached), sum(self.squares[one].half.crowns for one in reached)))
        return tuple(found)

    @cached_property
    def points(self) -> int:
        """Points of all properties, no bonus."""
        return sum(one.points for one in self.properties)

    def gain(self, domino: Domino, way: Placement) -> int:
        """Points of properties that a domino would add there: it joins all properties that it touches."""
        (first, second), (one, other) = way.places, domino.halves
        if one.terrain == other.terrain:
            return self._gain({first: one, second: other}, one.terrain)
        return self._gain({first: one}, one.terrain) + self._gain({second: other}, other.terrain)

    @property
    def largest_property(self) -> int:
        """Squares of the largest property, whether it has crowns or not."""
        return max((len(one.places) for one in self.properties), default=0)

    @property
    def crowns(self) -> int:
        """All crowns."""
        return sum(square.half.crowns for square in self.squares.values())

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The smallest box around the kingdom: first and last row, first and last column."""
        rows = [row for row, _ in (CASTLE, *self.squares)]
        columns = [column for _, column in (CASTLE, *self.squares)]
        return min(rows), max(rows), min(columns), max(columns)

    def is_middle(self, *, of_box: bool = False) -> bool:
        """Whether the castle is in the middle: no square too far from it, or as far from either side of the box."""
        top, bottom, left, right = self.box
        if of_box:
            return -top == bottom and -left == right
        return max(-top, bottom, -left, right) <= self.size // 2

    @property
    def is_full(self) -> bool:
        """Whether every square of the box that it must fit into is covered."""
        return len(self.squares) == self.size * self.size - 1

    @cached_property
    def _landing(self) -> Mapping[str, Set[Place]]:
        """For each terrain, the squares where a half of it would connect: beside the castle or its own terrain."""
        beside_castle = {near for near in neighbours(CASTLE) if self._is_open(near)}
        landing = {terrain: set(beside_castle) for terrain in TERRAINS}
        for place, square in self.squares.items():
            landing[square.half.terrain].update(near for near in neighbours(place) if self._is_open(near))
        return landing

    def _is_open(self, place: Place) -> bool:
        """Whether a square is free, and the box around the kingdom and the square not too large."""
        (row, column), (top, bottom, left, right) = place, self.box
        return (
            bottom - self.size < row < top + self.size
            and right - self.size < column < left + self.size
            and place != CASTLE
            and place not in self.squares
        )

    @cached_property
    def _property_at(self) -> Mapping[Place, Property]:
        return {place: one for one in self.properties for place in one.places}

    def _gain(self, added: Mapping[Place, Half], terrain: str) -> int:
        """Points won with squares of one terrain that lie together."""
        beside = [self._property_at.get(near) for place in added for near in neighbours(place)]
        touched = {one for one in beside if one and one.terrain == terrain}
        squares = len(added) + sum(len(one.places) for one in touched)
        crowns = sum(half.crowns for half in added.values()) + sum(one.crowns for one in touched)
        return squares * crowns - sum(one.points for one in touched)


def neighbours(place: Place) -> tuple[Place, Place, Place, Place]:
    """The four squares that share a side: right, down, left, up."""
    row, column = place
    return (row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)
