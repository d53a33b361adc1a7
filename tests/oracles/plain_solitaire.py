"""A solitaire dice game by plain recursion over what is written on the card: no lattice, no option tables.

Rolls are tuples of numbers. A card is a list of boxes (name, points of a roll, number counted or 0, joker's points or
None) with the rules below. Ties within 1e-9: more dice kept, then the lexicographically first; the leftmost box.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product


@dataclass(frozen=True)
class PlainCard:
    sides: int
    dice: int
    rolls: int
    boxes: tuple
    bonus_at: int
    bonus: int
    joker_box: int = -1
    again: int = 0
    forced: bool = False


def choices(card, filled, holds, roll):
    """(box, points written, points paid on top) for every box that a roll may go to."""
    still = [box for box in range(len(card.boxes)) if box not in filled]
    number = [box for box, one in enumerate(card.boxes) if one[2] == roll[0]]
    joker = len(set(roll)) == 1 and card.joker_box in filled
    paid = card.again if joker and holds else 0
    as_joker = joker and number[0] in filled
    if joker and card.forced:
        lower = [box for box in still if card.boxes[box][2] == 0]
        still = number if number[0] in still else lower or still
    found = []
    for box in still:
        _, points, _, special = card.boxes[box]
        found.append((box, special if as_joker and special is not None else points(roll), paid))
    return found


def solve(card):
    """The value of the whole game, and the chance of every score under the best play."""

    @cache
    def falls(dice):
        counted = Counter(tuple(sorted(one)) for one in product(range(1, card.sides + 1), repeat=dice))
        return [(roll, ways / card.sides**dice) for roll, ways in counted.items()]

    @cache
    def after(filled, holds, total, roll):
        """The best choice for a final roll: its worth, and where it leads."""
        best = None
        for box, points, paid in choices(card, filled, holds, roll):
            counts = card.boxes[box][2] > 0
            then = (filled | {box}, holds or (box == card.joker_box and points > 0), total + points * counts)
            worth = points + paid + value(*then)
            if best is None or worth > best[0] + 1e-9:
                best = worth, then, points + paid
        return best

    @cache
    def keep(filled, holds, total, roll, left):
        """The best keep of a roll with so many rolls left, and its worth."""
        keeps = {kept for size in range(card.dice + 1) for kept in combinations(roll, size)}
        options = [(of_keep(filled, holds, total, kept, left), kept) for kept in keeps]
        most = max(worth for worth, _ in options)
        return most, min((-len(kept), kept) for worth, kept in options if worth >= most - 1e-9)[1]

    def of_roll(filled, holds, total, roll, left):
        return keep(filled, holds, total, roll, left)[0] if left else after(filled, holds, total, roll)[0]

    @cache
    def of_keep(filled, holds, total, kept, left):
        if len(kept) == card.dice:
            return after(filled, holds, total, kept)[0]
        return sum(
            chance * of_roll(filled, holds, total, tuple(sorted(kept + roll)), left - 1)
            for roll, chance in falls(card.dice - len(kept))
        )

    @cache
    def value(filled, holds, total):
        if len(filled) == len(card.boxes):
            return card.bonus if total >= card.bonus_at else 0
        return of_keep(filled, holds, total, (), card.rolls)

    @cache
    def ends(filled, holds, total):
        """The chance of every number of points still to come."""
        if len(filled) == len(card.boxes):
            return {value(filled, holds, total): 1.0}
        found = Counter()
        rolled = Counter({(): 1.0})
        for left in range(card.rolls - 1, -1, -1):
            then = Counter()
            for kept, chance in rolled.items():
                for roll, more in falls(card.dice - len(kept)):
                    faces = tuple(sorted(kept + roll))
                    then[keep(filled, holds, total, faces, left)[1] if left else faces] += chance * more
            rolled = then
        for roll, chance in rolled.items():
            _, then, points = after(filled, holds, total, roll)
            for later, more in ends(*then).items():
                found[points + later] += chance * more
        return found

    start = (frozenset(), False, 0)
    return value(*start), dict(ends(*start))
