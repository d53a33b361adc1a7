"""The same questions put to icepool and dyce.

Neither has an operator for the best keep; both enumerate rolls, so the usual recursion over (rolls left, dice kept)
stands here around them, each state worked out once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

Kept = tuple[int, ...]


def best_chance_with_icepool(dice: int, met: Callable[[Kept], bool], rolls: int) -> float:
    """Chance of meeting a condition with some d6, rolls enumerated by icepool."""
    import icepool

    d6 = icepool.d6

    @cache
    def outcomes(count: int) -> list[tuple[Kept, float]]:
        pool = d6.pool(count).expand()
        total = pool.denominator()
        return [(tuple(roll), quantity / total) for roll, quantity in pool.items()]

    return _best_chance(dice, met, rolls, outcomes)


def best_chance_with_dyce(dice: int, met: Callable[[Kept], bool], rolls: int) -> float:
    """Chance of meeting a condition with some d6, rolls enumerated by dyce."""
    from dyce import H, P

    d6 = H(6)

    @cache
    def outcomes(count: int) -> list[tuple[Kept, float]]:
        if count == 0:
            return [((), 1.0)]
        total = 6**count
        return [(tuple(roll), number / total) for roll, number in (count @ P(d6)).rolls_with_counts()]

    return _best_chance(dice, met, rolls, outcomes)


def _best_chance(
    dice: int, met: Callable[[Kept], bool], rolls: int, outcomes: Callable[[int], list[tuple[Kept, float]]]
) -> float:
    @cache
    def of_keep(kept: Kept, left: int) -> float:
        merged: Counter[Kept] = Counter()
        for rolled, chance in outcomes(dice - len(kept)):
            merged[tuple(sorted(kept + rolled))] += chance  # type: ignore[assignment]
        return sum(chance * of_roll(roll, left - 1) for roll, chance in merged.items())

    @cache
    def of_roll(roll: Kept, left: int) -> float:
        if left == 0 or met(roll):
            return float(met(roll))
        keeps = {kept for size in range(dice) for kept in combinations(roll, size)}
        return max(of_keep(kept, left) for kept in keeps)

    return of_keep((), rolls)
