"""What is at stake when a turn ends: cards that a roll may win, what each is worth, and what failing costs.

A roll is an index and a card is a bit: `RollMasks` hold for every roll of a pool the bit mask of all cards whose
condition it meets. Stakes pick some of these cards, left to right, and put a worth on each. A card that is met
must be taken (the dearest one; among equals the leftmost), unless the player may decline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.ties import ranked
from kingdice.errors import RollError

__all__ = ["NOTHING", "Stakes"]

NOTHING = -1


@dataclass(frozen=True)
class Stakes:
    """The cards of one turn.

    Parameters
    ----------
    bits : tuple of int
        Which bit of the roll masks each card is, left to right.
    worths : tuple of float
        What winning each is worth.
    failing : float
        What winning none is worth.
    may_decline : bool
        Whether the player may take none although a card is met.
    barred : frozenset of int
        Positions of cards that the player never takes, as if they were not there.

    Raises
    ------
    RollError
        When a worth is not a finite number, or the lengths differ.
    """

    bits: tuple[int, ...]
    worths: tuple[float, ...]
    failing: float = 0.0
    may_decline: bool = False
    barred: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.bits) != len(self.worths):
            raise RollError(f"{len(self.worths)} worths for {len(self.bits)} cards: give one a card")
        if any(not 0 <= bit < 64 for bit in self.bits):
            raise RollError("cards are bits 0 to 63 of the roll masks")
        for worth in (*self.worths, self.failing):
            if not isfinite(worth):
                raise RollError(f"a worth of {worth}: expected a finite number")

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Which outcome is taken first: positions of cards, dearest first, and NOTHING where none is taken.

        Cards after NOTHING are never taken (they may be declined); cards that are barred are not among them.
        """
        places = [place for place in range(len(self.bits)) if place not in self.barred]
        worths = [self.worths[place] for place in places]
        if not self.may_decline:
            return (*(places[one] for one in ranked(worths, places)), NOTHING)
        order = ranked([*worths, self.failing], [*places, len(self.bits)])
        return tuple([*places, NOTHING][one] for one in order)

    def taken(self, masks: RollMasks) -> NDArray[np.int64]:
        """The position of the card that each roll takes, NOTHING where it takes none; shape (rolls,)."""
        outcome = np.full(masks.kinds.shape, NOTHING, dtype=np.int64)
        for place in reversed(self.order[: self.order.index(NOTHING)]):
            outcome[(masks.kinds >> np.uint64(self.bits[place])) & np.uint64(1) == 1] = place
        return outcome[masks.kind_of_roll]

    def taken_by(self, masks: RollMasks, roll: int) -> int:
        """The position of the card that one roll takes, or NOTHING."""
        mask = int(masks.kinds[masks.kind_of_roll[roll]])
        return next(place for place in self.order if place == NOTHING or mask >> self.bits[place] & 1)

    def terminal(self, masks: RollMasks) -> NDArray[np.float64]:
        """What each roll is worth when the turn ends on it; shape (rolls,)."""
        return np.array([*self.worths, self.failing])[self.taken(masks)]


def order_arrays(stakes: Sequence[Stakes]) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]:
    """The stakes of a batch for the kernel, worst card first.

    Shorter lists begin with cards worth no more than failing, which change nothing.

    Returns
    -------
    bits : array (most cards, batch) of uint64
    worths : array (most cards, batch)
    failing : array (batch,)
    """
    most = max((s.order.index(NOTHING) for s in stakes), default=0)
    bits = np.zeros((most, len(stakes)), dtype=np.uint64)
    worths = np.zeros((most, len(stakes)))
    failing = np.array([s.failing for s in stakes])
    worths[:] = failing
    for column, s in enumerate(stakes):
        taken = s.order[: s.order.index(NOTHING)][::-1]
        for row, place in enumerate(taken, start=most - len(taken)):
            bits[row, column] = s.bits[place]
            worths[row, column] = s.worths[place]
    return bits, worths, failing
