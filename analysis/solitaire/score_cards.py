"""Score cards of solitaire dice games: boxes, what rolls score in them, and what is paid on top.

A game fills every box once. Each turn is three rolls (all dice, then any of them again, twice), and the roll that
stands then is written into one open box. Rules of Yahtzee: Hasbro's leaflet, with the joker forced as there; of
Scandinavian Yatzy: Alga's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.notation import parse_dice

__all__ = ["YAHTZEE", "YATZY", "Box", "ScoreCard"]

Counts = dict[int, int]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Box:
    """A box of a score card.

    Attributes
    ----------
    name : str
    score : function
        Points of a roll, given how often it shows each number (numbers that it shows only).
    face : int
        The number that an upper box counts; 0 for a lower one.
    joker : int or None
        Points of a roll all alike played as a joker, where it is not what `score` says.
    """

    name: str
    score: Callable[[Counts], int]
    face: int = 0
    joker: int | None = None


@dataclass(frozen=True)
class ScoreCard:
    """The rules of one game.

    Attributes
    ----------
    name : str
    boxes : tuple of Box
        Upper boxes first.
    bonus_at, bonus : int
        Points in upper boxes that earn the upper bonus, and the bonus.
    jokers : str
        Name of the box for rolls all alike; once it is filled, further such rolls are jokers. A joker whose upper box
        is filled gets joker's points in lower boxes. Empty: no jokers.
    again : int
        Points for every joker while that box holds points.
    forced : bool
        Whether a joker must go to the upper box of its number if that is open, and to a lower one if not, as long as
        one is open. Otherwise it may go to any open box.
    dice : str
    rolls : int
        In a turn.
    """

    name: str
    boxes: tuple[Box, ...]
    bonus_at: int
    bonus: int
    jokers: str = ""
    again: int = 0
    forced: bool = False
    dice: str = "5d6"
    rolls: int = 3

    @property
    def lattice(self) -> Lattice:
        """The keep lattice of the dice."""
        return lattice_of(parse_dice(self.dice))

    @property
    def names(self) -> list[str]:
        """Names of the boxes."""
        return [box.name for box in self.boxes]

    @property
    def joker_box(self) -> int:
        """Place of the box that makes jokers, -1 where there is none."""
        return self.names.index(self.jokers) if self.jokers else -1

    @cached_property
    def upper(self) -> int:
        """How many boxes are upper ones."""
        return sum(box.face > 0 for box in self.boxes)

    @cached_property
    def counts(self) -> list[Counts]:
        """How often each roll shows each number."""
        pool = self.lattice.pool
        shown = [[face.number or 0 for face in pool.roll_faces(roll)] for roll in range(pool.roll_count)]
        return [{number: one.count(number) for number in one} for one in shown]

    @cached_property
    def scores(self) -> Ints:
        """Points of each roll in each box, array (rolls, boxes)."""
        return np.array([[box.score(one) for box in self.boxes] for one in self.counts], dtype=np.int64)

    def filled(self, *names: str) -> int:
        """The set of boxes named, as bits: box number n is bit n."""
        return sum(1 << self.names.index(name) for name in names)

    def totals(self, filled: int) -> Ints:
        """The upper totals that can stand when these boxes are filled, counted no further than the bonus needs."""
        most, reached = self.lattice.pool.dice, {0}
        for place, box in enumerate(self.boxes):
            if box.face and filled >> place & 1:
                reached = {
                    min(self.bonus_at, total + box.face * count) for total in reached for count in range(most + 1)
                }
        return np.array(sorted(reached))


def _number(face: int) -> Callable[[Counts], int]:
    return lambda counts: face * counts.get(face, 0)


def _total(counts: Counts) -> int:
    return sum(face * count for face, count in counts.items())


def _alike(most: int) -> Callable[[Counts], int]:
    """So many of the highest number that there is so often."""
    return lambda counts: most * max((face for face, count in counts.items() if count >= most), default=0)


def _all_if_alike(most: int) -> Callable[[Counts], int]:
    """All dice, if so many are alike."""
    return lambda counts: _total(counts) if max(counts.values()) >= most else 0


def _two_pairs(counts: Counts) -> int:
    pairs = [face for face, count in counts.items() if count >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def _is_house(counts: Counts) -> bool:
    return sorted(counts.values()) == [2, 3]


def _runs(*runs: range, points: int) -> Callable[[Counts], int]:
    """Points if all numbers of one of the runs are shown."""
    return lambda counts: points if any(counts.keys() >= set(run) for run in runs) else 0


def _five(counts: Counts) -> int:
    return 50 if max(counts.values()) == 5 else 0


NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
_UPPER = tuple(Box(name, _number(face), face) for face, name in enumerate(NUMBERS, 1))

YATZY = ScoreCard(
    "Yatzy",
    (
        *_UPPER,
        Box("pair", _alike(2)),
        Box("two pairs", _two_pairs),
        Box("three alike", _alike(3)),
        Box("four alike", _alike(4)),
        Box("small straight", _runs(range(1, 6), points=15)),
        Box("large straight", _runs(range(2, 7), points=20)),
        Box("full house", lambda counts: _total(counts) if _is_house(counts) else 0),
        Box("chance", _total),
        Box("yatzy", _five),
    ),
    bonus_at=63,
    bonus=50,
)

YAHTZEE = ScoreCard(
    "Yahtzee",
    (
        *_UPPER,
        Box("three alike", _all_if_alike(3)),
        Box("four alike", _all_if_alike(4)),
        Box("full house", lambda counts: 25 if _is_house(counts) else 0, joker=25),
        Box("small straight", _runs(range(1, 5), range(2, 6), range(3, 7), points=30), joker=30),
        Box("large straight", _runs(range(1, 6), range(2, 7), points=40), joker=40),
        Box("yahtzee", _five),
        Box("chance", _total),
    ),
    bonus_at=63,
    bonus=35,
    jokers="yahtzee",
    again=100,
)
