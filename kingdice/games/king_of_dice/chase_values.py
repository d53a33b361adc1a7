# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False
"""What the rolls of some turns are worth to a player who chases one citizen at a time, in numba.

Keeps of a chase stand in `CardPolicies`; here they are looked up for many turns side by side.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.dice.ties import TIE

__all__ = ["CHASES"]

CHASES = {"first-met": 1, "highest": 2, "easiest": 3, "best-bet": 4}
_FIRST_MET, _HIGHEST, _EASIEST, _BEST_BET = 1, 2, 3, 4


@njit(cache=True, nogil=True)
def _hold_chased(code, turn_rolls, left, cards, gains, shown, met, policies, full, rolled, terminal, out):
    """Write what each roll is worth with `left` rolls left: (rolls, turns).

    cards, gains (turns, places): the citizens, dearest first, and what they bring over failing; shown (turns,) uint64:
    their bits; met (rolls,) uint64: bits of the citizens that a roll meets; policies: chances, keeps and whole of
    `CardPolicies`; full (rolls,): lattice state of a roll; rolled (states, turns): worth of every keep whose other dice
    are rolled; terminal (rolls, turns).
    """
    chances, keeps, whole = policies
    best = np.empty(full.size)
    keep = np.empty((out.shape[1], full.size), dtype=np.int32)
    for turn in range(out.shape[1]):
        first = cards[turn, 0]
        if code == _EASIEST:
            for rank in range(1, cards.shape[1]):
                if whole[cards[turn, rank], turn_rolls - 1] > whole[first, turn_rolls - 1] + TIE:
                    first = cards[turn, rank]
        keep[turn] = keeps[first, left - 1]
        if code in (_FIRST_MET, _BEST_BET):
            for rank in range(cards.shape[1]):
                gain = gains[turn, rank] if code == _BEST_BET else 1.0
                card = cards[turn, rank]
                _chase(rank == 0, chances[card, left], gain, keeps[card, left - 1], best, keep[turn])
    for roll in range(full.size):
        for turn in range(out.shape[1]):
            stops = keep[turn, roll] == full[roll] or (code == _FIRST_MET and met[roll] & shown[turn])
            out[roll, turn] = terminal[roll, turn] if stops else rolled[keep[turn, roll], turn]


@njit(cache=True, nogil=True)
def _chase(first, chances, gain, keeps, best, keep):
    """Chase another citizen from the rolls where it is a better bet; a loop without branches (7x faster)."""
    for roll in range(best.size):
        worth = chances[roll] * gain
        better = first or worth > best[roll] + TIE
        best[roll] = worth if better else best[roll]
        keep[roll] = keeps[roll] if better else keep[roll]
