"""The King and the Robber Baron: who holds them, and what they bring.

Whoever places the tile that completes the first city takes the King, and passes him on to whoever completes a larger
one, whosesoever the city is. The size is that in tiles: pennants do not count, a tile with two segments of the city
counts once. An equal size is not larger. Who outdoes himself keeps the card, and the size to beat rises. Where one
tile completes several cities the largest of them counts. The Robber Baron does the same with roads.

Source: rule text of the expansion (2003), with notes 1 to 7; where it is silent, as JCloisterZone plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["Card", "card_points"]

FLAT, FLAT_ONE, FLAT_BOTH = 10, 15, 40


@dataclass(frozen=True)
class Card:
    """One of the two cards in a game.

    Attributes
    ----------
    holder : int or None
        The seat, from 0; None before anything was completed.
    size : int
        Tiles of the largest city or road that was completed; 0 before.
    completed : int
        Cities or roads completed so far, by anybody.
    changes : int
        How often the card went from one player to another.
    first_turn, last_turn : int
        In which turn of the game it was taken first, and in which it was last taken from somebody, or first; 0: never.
    before, then : tuple of int
        For each seat how many cities or roads were completed in turns before which, and after which, it held the card.
    """

    holder: int | None = None
    size: int = 0
    completed: int = 0
    changes: int = 0
    first_turn: int = 0
    last_turn: int = 0
    before: tuple[int, ...] = ()
    then: tuple[int, ...] = ()

    def after(self, sizes: Sequence[int], seat: int, *, turn: int, least: int) -> Card:
        """The card after a turn in which a seat completed cities (or roads).

        Parameters
        ----------
        sizes : sequence of int
            Tiles of those that count.
        seat, turn : int
        least : int
            The smallest size with which the card is taken.
        """
        if not sizes:
            return self
        card = replace(self, completed=self.completed + len(sizes), before=_added(self.before, self.holder, len(sizes)))
        largest = max(sizes)
        if largest > self.size and largest >= least:
            card = replace(card, size=largest, holder=seat)
            if self.holder is None:
                card = replace(card, first_turn=turn, last_turn=turn)
            elif self.holder != seat:
                card = replace(card, last_turn=turn, changes=self.changes + 1)
        return replace(card, then=_added(card.then, card.holder, len(sizes)))


def card_points(rule: str, king: Card, robber: Card) -> list[tuple[int, int]]:
    """What the two cards have brought every seat at the end, the King and the Robber Baron.

    Parameters
    ----------
    rule : str
        One of `variants.CARDS`.

    Examples
    --------
    >>> king, robber = Card(holder=1, completed=8, before=(0, 7)), Card(holder=0, completed=9, before=(6, 2))
    >>> card_points("official", king, robber)
    [(0, 9), (8, 0)]
    """
    return [(_points(rule, king, robber, seat), _points(rule, robber, king, seat)) for seat in range(len(king.before))]


def _points(rule: str, card: Card, other: Card, seat: int) -> int:
    if rule.startswith("continuous"):
        return (card.before if rule == "continuous" else card.then)[seat]
    if card.holder != seat or rule == "none":
        return 0
    if rule == "official":
        return card.completed
    if rule == "flat-10":
        return FLAT
    return FLAT_BOTH // 2 if other.holder == seat else FLAT_ONE


def _added(counts: tuple[int, ...], seat: int | None, more: int) -> tuple[int, ...]:
    return tuple(count + more * (one == seat) for one, count in enumerate(counts))
