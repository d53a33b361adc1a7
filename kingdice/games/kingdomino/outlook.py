"""Where does this domino go best? One kingdom by itself, with what it may still become.

Every legal place is judged as the far-sighted player judges it (`kernel_sight` says what each feature is), but without
a table around: which domino comes next is not known, so what the next one brings at most is the mean over all dominoes
that are not in the kingdom. Nothing here is compiled, so that one kingdom is answered for in some milliseconds; sets
of squares are bits of whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from kingdice.games.kingdomino.cutting import face_of
from kingdice.games.kingdomino.dominoes import TERRAINS, Domino, Half, all_dominoes, domino
from kingdice.games.kingdomino.kingdom import CASTLE, Kingdom, Place, Placement
from kingdice.games.kingdomino.layout import FEATURES, STAGES
from kingdice.games.kingdomino.rules import bonus
from kingdice.games.kingdomino.sight import sight_weights
from kingdice.games.kingdomino.variants import Variants

__all__ = ["Prospect", "best_places"]

PLAYERS = {5: 4, 7: 2}  # whose weights are taken, by the size of a kingdom
WIDEST = 4  # squares beside a property that count
NONE: frozenset[int] = frozenset()
Around = Mapping[int, list[int]]
REACH = 2  # rows and columns beyond the kingdom that the next domino may cover


@dataclass(frozen=True)
class Prospect:
    """A place for a domino, and what comes of it.

    Attributes
    ----------
    placement : Placement
    gain : int
        Points of properties that it brings at once.
    promise : float
        What the kingdom counts then and promises, in points. Only differences between places have a meaning, but for
        the last domino: then it is the score.
    keeps_middle : bool
        Whether no square is too far from the castle for it to be in the middle.
    holes : int
        Single squares of its room that no domino will cover.
    """

    placement: Placement
    gain: int
    promise: float
    keeps_middle: bool
    holes: int


def best_places(
    kingdom: Kingdom, number: int, *, variants: Variants, gone: Collection[int] = ()
) -> tuple[Prospect, ...]:
    """Every place where a domino may go, the best first.

    Parameters
    ----------
    kingdom : Kingdom
    number : int
        Of the domino.
    variants : Variants
    gone : collection of int
        Dominoes that cannot come any more: those of the kingdom, as far as they are known.

    Returns
    -------
    tuple of Prospect
        By promise, then by points at once, then as `Kingdom.placements` has them; none if it fits nowhere.

    Examples
    --------
    Wheat beside wheat with a crown brings a point; by the castle alone it would bring none.

    >>> from kingdice.games.kingdomino.variants import variants_named
    >>> kingdom = Kingdom(5).place(domino(19), Placement(0, 1, 0))
    >>> found = best_places(kingdom, 13, variants=variants_named("middle,harmony"), gone=[19])
    >>> len(found), found[0].gain, found[0].keeps_middle, found[-1].gain, found[-1].keeps_middle
    (29, 1, True, 0, False)
    """
    in_play = (kingdom.size**2 - 1) // 2
    to_come = in_play - len(kingdom.squares) // 2 - 1
    rest = [one for one in all_dominoes() if one.number != number and one.number not in gone]
    coming = _Coming.of(rest) if to_come > 0 and rest else None
    stage = max(to_come, 0) * (STAGES - 1) // in_play
    weights = dict(zip(FEATURES, sight_weights(PLAYERS[kingdom.size], kingdom.size)[stage].tolist(), strict=True))
    found = []
    for way in kingdom.placements(domino(number)):
        after = kingdom.place(domino(number), way)
        seen = _Sight(after)
        gain = kingdom.gain(domino(number), way)
        promise = float(kingdom.points + gain)
        promise += bonus(variants, after, is_harmonic=coming is None and after.is_full)
        if coming:
            is_middle = after.is_middle(of_box=variants.middle_of_box)
            promise += weights["middle"] * is_middle + seen.promise(weights, coming)
        found.append(Prospect(way, gain, promise, after.is_middle(), seen.holes))
    return tuple(sorted(found, key=lambda one: (-round(one.promise, 9), -one.gain)))


@dataclass(frozen=True)
class _Coming:
    """Dominoes that may come: what they show, and of each terrain its share of their squares and its crowns a square.

    Squares that are alike are numbered; a face is the numbers of its two squares, and how many dominoes show it.
    """

    halves: tuple[Half, ...]
    faces: tuple[tuple[int, int, int], ...]
    share: Mapping[str, float]
    crowns: Mapping[str, float]

    @classmethod
    def of(cls, dominoes: Iterable[Domino]) -> _Coming:
        faces = Counter(face_of(*one.halves) for one in dominoes)
        halves = tuple(sorted({half for face in faces for half in face}, key=lambda half: (half.terrain, half.crowns)))
        squares, crowns = dict.fromkeys(TERRAINS, 0), dict.fromkeys(TERRAINS, 0)
        for face, number in faces.items():
            for half in face:
                squares[half.terrain] += number
                crowns[half.terrain] += number * half.crowns
        return cls(
            halves,
            tuple((halves.index(one), halves.index(other), number) for (one, other), number in faces.items()),
            {name: squares[name] / (2 * faces.total()) for name in TERRAINS},
            {name: crowns[name] / max(squares[name], 1) for name in TERRAINS},
        )


class _Sight:
    """A kingdom as bits: row by row, `width` to a row, with a column at either side that is never covered."""

    def __init__(self, kingdom: Kingdom) -> None:
        self.size, self.width = kingdom.size, 2 * kingdom.size + 1
        self.castle = self._bit(CASTLE)
        self.terrains = dict.fromkeys(TERRAINS, 0)
        self.crowned = [0, 0]  # one more crown; two more
        for place, square in kingdom.squares.items():
            bit = self._bit(place)
            self.terrains[square.half.terrain] |= bit
            for more in (0, 1):
                self.crowned[more] |= bit if square.half.crowns >> more & 1 else 0
        covered = self.castle
        for squares in self.terrains.values():
            covered |= squares
        top, bottom, left, right = kingdom.box
        last = self.size - 1
        rows = range(max(bottom - last, top - REACH), min(top + last, bottom + REACH) + 1)
        columns = range(max(right - last, left - REACH), min(left + last, right + REACH) + 1)
        if kingdom.is_middle():
            reach = self.size // 2
            rows = range(max(rows[0], -reach), min(rows[-1], reach) + 1)
            columns = range(max(columns[0], -reach), min(columns[-1], reach) + 1)
        self.room = self._filled(rows, columns) & ~covered

    @cached_property
    def holes(self) -> int:
        """Single squares of room."""
        return (self.room & ~self._beside(self.room)).bit_count()

    def promise(self, weights: Mapping[str, float], coming: _Coming) -> float:
        """What the features of the kingdom, and of the domino that comes next, are worth."""
        found = weights["holes"] * self.holes
        found += weights["odd"] * sum(piece.bit_count() & 1 for piece in self._pieces(self.room))
        for name, squares in self.terrains.items():
            edge = (self._beside(squares) & self.room).bit_count()
            if edge:
                found += (weights["terrains"] + weights["edges"] * edge) * coming.share[name]
        for name, piece, crowns, _ in self.properties:
            edge = (self._beside(piece) & self.room).bit_count()
            if edge:
                waiting = piece.bit_count() * coming.crowns[name]
                wide = min(edge, WIDEST)
                promised = crowns * (weights["growing"] + weights["growing_wide"] * wide)
                promised += waiting * (weights["waiting"] + weights["waiting_wide"] * wide)
                found += promised * coming.share[name]
        dominoes = gains = misfits = 0
        for (_, _, number), gain in zip(coming.faces, self.best_gains(coming), strict=True):
            dominoes += number
            if gain < 0:
                misfits += number
            else:
                gains += number * gain
        return found + (weights["gain"] * gains + weights["misfit"] * misfits) / dominoes

    @cached_property
    def properties(self) -> list[tuple[str, int, int, int]]:
        """Terrain, squares, crowns and points of each."""
        found = []
        for name, squares in self.terrains.items():
            for piece in self._pieces(squares):
                crowns = (piece & self.crowned[0]).bit_count() + 2 * (piece & self.crowned[1]).bit_count()
                found.append((name, piece, crowns, piece.bit_count() * crowns))
        return found

    def best_gains(self, coming: _Coming) -> list[int]:
        """For each face the most points that such a domino can bring in the room, or -1 if it fits nowhere."""
        joins = self._joins()
        around = {square: self._around(square) for near in joins.values() for square in near}
        gains = [
            {square: self._gain_by(joined, 1, half.crowns) for square, joined in joins[half.terrain].items()}
            for half in coming.halves
        ]
        beside = [_best_beside(near, around) for near in gains]
        best = []
        for one, other, _ in coming.faces:
            first, second = coming.halves[one], coming.halves[other]
            if first.terrain == second.terrain:
                best.append(self._best_of_one_terrain(joins[first.terrain], around, first.crowns + second.crowns))
            else:  # at least one of them connects; one that does not brings its crowns
                ways = (gains[one], beside[other], second.crowns), (gains[other], beside[one], first.crowns)
                best.append(max(_best_sum(*way) for way in ways))
        return best

    def _joins(self) -> dict[str, dict[int, frozenset[int]]]:
        """For every terrain the squares where it connects, and the properties that it would join, by number."""
        open_ = self.room & self._beside(self.room)
        by_castle = list(_bits(self._beside(self.castle) & open_))
        found: dict[str, dict[int, frozenset[int]]] = {name: dict.fromkeys(by_castle, NONE) for name in TERRAINS}
        for number, (name, piece, _, _) in enumerate(self.properties):
            near = found[name]
            for square in _bits(self._beside(piece) & open_):
                near[square] = near.get(square, NONE) | {number}
        return found

    def _best_of_one_terrain(self, joins: Mapping[int, frozenset[int]], around: Around, crowns: int) -> int:
        ways = {joined | joins.get(near, NONE) for square, joined in joins.items() for near in around[square]}
        return max((self._gain_by(joined, 2, crowns) for joined in ways), default=-1)

    def _around(self, square: int) -> list[int]:
        """Squares of room beside a square."""
        near = square << 1, square >> 1, square << self.width, square >> self.width
        return [one for one in near if one & self.room]

    def _gain_by(self, joined: frozenset[int], squares: int, crowns: int) -> int:
        before = 0
        for number in joined:
            _, piece, on_it, points = self.properties[number]
            squares += piece.bit_count()
            crowns += on_it
            before += points
        return squares * crowns - before

    def _bit(self, place: Place) -> int:
        return 1 << (place[0] + self.size) * self.width + place[1] + self.size

    def _filled(self, rows: range, columns: range) -> int:
        row = ((1 << len(columns)) - 1) << columns[0] + self.size
        return sum(row << (number + self.size) * self.width for number in rows)

    def _beside(self, squares: int) -> int:
        return squares << 1 | squares >> 1 | squares << self.width | squares >> self.width

    def _pieces(self, squares: int) -> Iterator[int]:
        while squares:
            piece, grown = 0, squares & -squares
            while grown != piece:
                piece, grown = grown, (grown | self._beside(grown)) & squares
            squares ^= piece
            yield piece


def _best_beside(gains: Mapping[int, int], around: Around) -> dict[int, int]:
    """For every square beside one that connects the most that can be brought there."""
    found: dict[int, int] = {}
    for square, gain in gains.items():
        for near in around[square]:
            if gain > found.get(near, -1):
                found[near] = gain
    return found


def _best_sum(gains: Mapping[int, int], beside: Mapping[int, int], otherwise: int) -> int:
    """The most points of two squares side by side, the first of which connects."""
    best = -1
    for square, gain in gains.items():
        gain += beside.get(square, otherwise)
        if gain > best:
            best = gain
    return best


def _bits(squares: int) -> Iterator[int]:
    while squares:
        yield squares & -squares
        squares &= squares - 1
