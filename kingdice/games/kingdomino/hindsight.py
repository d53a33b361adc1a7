"""What could have been made of these dominoes? The best kingdom that a player could have built in hindsight.

Given the dominoes in the order in which they were drafted, the search lays one after the other in every way that the
rules allow, and keeps all positions that differ in what matters from there on: which cells are free, and for every
terrain that is still to come, beside which free cells its properties lie and what they hold. Positions of which it is
proven that they cannot beat the best kingdom known are left out: a terrain's properties count at most as if those
that can meet were one, with all its squares and crowns to come dealt out as well as can be.

Where more than `width` positions are left, only the most promising ones are kept. The result is then what the best of
them leads to, and the most that could have come of the others is the upper bound; it is exact if that is no more. The
search begins narrow, for a good first kingdom, and gets wider until it is exact or as wide as is allowed.

A kingdom lies in at least one box of the largest size, so boxes are searched one by one, up to mirrored and turned
ones, by where the castle stands in them. A discard is legal only if the domino fits into no box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS, domino
from kingdice.games.kingdomino.kernel_hindsight import BOUND, BOX, DISCARDED, FACTS, MOVE, PARENT, WORDS, expand
from kingdice.games.kingdomino.kingdom import DIRECTIONS, Placement
from kingdice.games.kingdomino.variants import Variants

__all__ = ["WIDTHS", "Hindsight", "hindsight"]

WIDTHS = {5: 100_000, 7: 2_000}  # by the size of a kingdom
FIRST_WIDTH, WIDER = 100, 10
BOX_FIELDS = np.dtype([("size", np.int64), ("stride", np.uint64), ("cells", np.uint64), ("chequer", np.uint64)])


@dataclass(frozen=True)
class Hindsight:
    """The best that was found, and how sure it is.

    Attributes
    ----------
    points : int
        Properties and bonuses of the best kingdom that was found.
    upper_bound : int
        No kingdom from these dominoes has more; equal to points if that is exact.
    placements : tuple of Placement or None
        Where each domino went, as `Kingdom.placements` has it; None for one that was discarded.
    """

    points: int
    upper_bound: int
    placements: tuple[Placement | None, ...]

    @property
    def is_exact(self) -> bool:
        """Whether no kingdom from these dominoes has more points."""
        return self.points == self.upper_bound


def hindsight(dominoes: Sequence[int], *, variants: Variants, width: int | None = None) -> Hindsight:
    """The most points that legal placements of these dominoes, in this order, lead to.

    Parameters
    ----------
    dominoes : sequence of int
        Numbers, in the order in which they are placed; one round's.
    variants : Variants
        Size and bonuses.
    width : int, optional
        Positions kept after each domino, at most; a wider search is exact more often and takes longer. By itself
        `WIDTHS`: with 12 dominoes exact for all but a few in a hundred, in 0.2 seconds; with the 24 of a Mighty Duel
        a second, and bounds.

    Raises
    ------
    KingdiceError
        For a number that is no domino, or stands twice.

    Examples
    --------
    >>> best = hindsight([40, 48], variants=Variants(("middle",)))
    >>> best.points, best.is_exact
    (18, True)
    """
    check_dominoes(dominoes)
    width = WIDTHS.get(variants.size, min(WIDTHS.values())) if width is None else width
    if width < 1:
        raise KingdiceError(f"width {width}: expected at least 1")
    search = _Search(dominoes, variants)
    wide = min(FIRST_WIDTH, width)
    while True:
        search.run(wide)
        if search.best.is_exact or wide >= width:
            return search.best
        wide = min(WIDER * wide, width)


def check_dominoes(dominoes: Sequence[int]) -> None:
    """Refuse numbers that are no dominoes of one round.

    Raises
    ------
    KingdiceError
    """
    for place, number in enumerate(dominoes):
        if not 1 <= number <= DOMINOES:
            raise KingdiceError(f"domino {number}: expected 1 to {DOMINOES}")
        if number in dominoes[:place]:
            raise KingdiceError(f"domino {number} stands twice")


class _Search:
    """One sequence of dominoes, searched wider and wider."""

    def __init__(self, dominoes: Sequence[int], variants: Variants) -> None:
        self.size, self.harmony = variants.size, variants.harmony_points
        self.box, self.castles = _box(self.size), _castles(self.size)
        middle = variants.size // 2, variants.size // 2
        self.bonus = np.array(
            [variants.middle_points if castle == middle else 0 for castle in self.castles], dtype=np.int64
        )
        self.castle_boards = np.array([1 << _cell(castle, self.size) for castle in self.castles], dtype=np.uint64)
        self.doubles = [domino(number).is_double for number in dominoes]
        self.faces = [_face(number) for number in dominoes]
        self.to_come = [_to_come(self.faces[place + 1 :], variants.middle_of_box) for place in range(len(dominoes))]
        points = int(self.bonus.max()) + self.harmony if not dominoes else -1
        self.best = Hindsight(points, points, ())

    def run(self, width: int) -> None:
        """Search once, and better the best."""
        if not self.faces:
            return
        known = self.best.points
        layers: list[np.ndarray] = []
        most_dropped = known
        before = np.zeros((len(self.castles), WORDS), np.uint64)
        facts_before = np.zeros((len(self.castles), FACTS), np.int64)
        facts_before[:, BOX] = np.arange(len(self.castles))
        pool = np.empty((2 * width + 64, WORDS), np.uint64)
        facts = np.empty((len(pool), FACTS), np.int64)
        table = np.empty(1 << (4 * len(pool)).bit_length(), np.int32)
        nothing = np.empty((0, len(DIRECTIONS), 64), np.uint8)
        for place, face in enumerate(self.faces):
            openings = _openings(self.size, self.doubles[0]) if place == 0 else nothing
            kept, dropped = expand(
                self.box[0], self.castle_boards, self.bonus, openings, face, self.to_come[place], self.harmony,
                known, width, before, facts_before, pool, facts, table,
            )  # fmt: skip
            most_dropped = max(most_dropped, dropped)
            before, facts_before = pool[:kept].copy(), facts[:kept].copy()
            layers.append(facts_before)
        if not len(before):  # nothing is better than what is known
            self.best = Hindsight(known, max(known, min(most_dropped, self.best.upper_bound)), self.best.placements)
            return
        last = int(facts_before[:, BOUND].argmax())
        points = int(facts_before[last, BOUND])
        bound = max(points, most_dropped)
        if self.best.placements:
            bound = min(bound, self.best.upper_bound)
        self.best = Hindsight(points, bound, self._way(layers, last))

    def _way(self, layers: list[np.ndarray], last: int) -> tuple[Placement | None, ...]:
        """The placements that led to a position of the last layer."""
        castle = self.castles[layers[-1][last, BOX]]
        way: list[Placement | None] = []
        for layer in reversed(layers):
            move = int(layer[last, MOVE])
            way.append(None if move == DISCARDED else self._placement(move, castle))
            last = int(layer[last, PARENT])
        return tuple(reversed(way))

    def _placement(self, move: int, castle: tuple[int, int]) -> Placement:
        direction, cell = divmod(move, 64)
        row, column = divmod(cell, self.size + 1)
        return Placement(row - castle[0], column - castle[1], direction)


def _face(number: int) -> np.ndarray:
    """Terrain and crowns of both halves, and whether they are alike: int64 (5,)."""
    one = domino(number)
    return np.array(
        [entry for half in one.halves for entry in (TERRAINS.index(half.terrain), half.crowns)] + [one.is_double],
        dtype=np.int64,
    )


def _to_come(faces: Sequence[np.ndarray], of_box: bool) -> np.ndarray:
    """Squares and crowns by terrain of dominoes to come, their number and how the middle is read: int64 (3, 6)."""
    table = np.zeros((3, len(TERRAINS)), dtype=np.int64)
    for face in faces:
        for terrain, crowns in (face[:2], face[2:4]):
            table[:2, terrain] += 1, crowns
    table[2, :2] = len(faces), of_box
    return table


def _cell(place: tuple[int, int], size: int) -> int:
    return place[0] * (size + 1) + place[1]


@lru_cache(maxsize=4)
def _box(size: int) -> Any:
    places = [(row, column) for row in range(size) for column in range(size)]
    cells = sum(1 << _cell(place, size) for place in places)
    chequer = sum(1 << _cell(place, size) for place in places if sum(place) % 2)
    return np.array([(size, size + 1, cells, chequer)], dtype=BOX_FIELDS)


@lru_cache(maxsize=4)
def _castles(size: int) -> tuple[tuple[int, int], ...]:
    """Places of the castle in a box, of those that are mirrored or turned ones of each other only the first."""
    half = size // 2
    return tuple((row, column) for row in range(half + 1) for column in range(row, half + 1))


@lru_cache(maxsize=4)
def _openings(size: int, is_double: bool) -> np.ndarray:
    """Placements of the first domino, of those that are mirrored or turned ones of each other only one.

    Returns
    -------
    uint8 array (castles, 4, 64)
        By direction and cell of the first half.
    """
    table = np.zeros((len(_castles(size)), len(DIRECTIONS), 64), dtype=np.uint8)
    for box, castle in enumerate(_castles(size)):
        seen = set()
        turns = [turn for turn in _symmetries(size) if turn[castle] == castle]
        for direction, (down, right) in enumerate(DIRECTIONS[: 2 if is_double else 4]):
            for row in range(size):
                for column in range(size):
                    pair = (row, column), (row + down, column + right)
                    if not all(0 <= entry < size for place in pair for entry in place) or pair in seen:
                        continue
                    table[box, direction, _cell(pair[0], size)] = 1
                    alike = [(turn[pair[0]], turn[pair[1]]) for turn in turns]
                    seen |= {*alike, *(((other, one) for one, other in alike) if is_double else ())}
    return table


def _symmetries(size: int) -> list[dict[tuple[int, int], tuple[int, int]]]:
    """The eight ways to mirror and turn a square, as maps of its places."""
    last = size - 1
    maps = []
    for mirrored in (False, True):
        for turns in range(4):
            turn = {}
            for row in range(size):
                for column in range(size):
                    place = (column, row) if mirrored else (row, column)
                    for _ in range(turns):
                        place = place[1], last - place[0]
                    turn[row, column] = place
            maps.append(turn)
    return maps
