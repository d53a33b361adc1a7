"""The best kingdom in hindsight, by trying every placement of every domino with the plain rules."""

from __future__ import annotations

from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.kingdom import Kingdom
from kingdice.games.kingdomino.variants import Variants


def best_by_trying(dominoes: list[int], variants: Variants) -> int:
    """Points and bonuses of the best of all kingdoms that can come of it."""
    ends: dict[tuple, int] = {}
    positions = {(): (Kingdom(variants.size), 0)}
    for number in dominoes:
        after = {}
        for kingdom, lost in positions.values():
            ways = kingdom.placements(domino(number))
            for one in [kingdom.place(domino(number), way) for way in ways] or [kingdom]:
                now = lost + (not ways)
                after[_key(one), now > 0] = (one, now)
        positions = after
    for kingdom, lost in positions.values():
        points = kingdom.points
        if kingdom.is_middle(of_box=variants.middle_of_box):
            points += variants.middle_points
        if not lost:
            points += variants.harmony_points
        ends[_key(kingdom), lost] = points
    return max(ends.values())


def _key(kingdom: Kingdom) -> tuple:
    return tuple(sorted((place, square.half.terrain, square.half.crowns) for place, square in kingdom.squares.items()))
