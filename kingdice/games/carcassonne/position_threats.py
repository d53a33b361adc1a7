"""Which unfinished cities and roads could take a card from its holder?

The size to beat is known; an unfinished feature gets at least one tile more for every free place that it leads to, so
it is a threat if it then has the size that is needed. It is none if a place that it leads to can never be filled.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_
from typing import Any

from kingdice.games.carcassonne.board import Feature, Place, beside, feature_at, placements
from kingdice.games.carcassonne.position import Position
from kingdice.games.carcassonne.rules import majority
from kingdice.games.carcassonne.tiles import CITY, ROAD, tile

__all__ = ["CARD_KINDS", "size_needed", "threats"]

CARD_KINDS = {"king": CITY, "robber": ROAD}


def size_needed(position: Position, card: str) -> int:
    r"""The tiles of the smallest city or road that takes a card now: more than the size to beat.

    Examples
    --------
    >>> from kingdice.games.carcassonne.position_file import parse_position
    >>> size_needed(parse_position("king: 1\nboard: E2 / D0"), "king")
    3
    """
    stands, variants = (position.king if card == "king" else position.robber), position.variants
    least = variants.least_city if CARD_KINDS[card] == CITY else 2
    return max(stands.size + 1, variants.least_size, least)


def threats(position: Position) -> list[dict[str, Any]]:
    r"""The unfinished cities and roads that would beat the size, if they were completed; the largest first.

    Returns
    -------
    list of dict
        With `card`, `row` and `column` of the first of its tiles, `tiles` now and the fewest when it is completed
        (`tiles_when_completed`), `pennants`, `open_ends`, the free places that they lead to (`open_places`), how many
        of the tiles that are left fit in that which fewest fit in (`tiles_that_fit`), and the `seats` that have most
        meeples in it, from 1.

    Examples
    --------
    >>> from kingdice.games.carcassonne.position_file import parse_position
    >>> position = parse_position("king: 1\nboard: E2 . / D0 U0*r2")
    >>> [(one["card"], one["tiles"], one["tiles_when_completed"], one["seats"]) for one in threats(position)]
    [('robber', 2, 4, [2])]
    """
    rows = []
    left = Counter([*position.left, *([position.held] * bool(position.held))])
    for card, kind in CARD_KINDS.items():
        needed = size_needed(position, card)
        for feature in sorted(_unfinished(position, kind), key=lambda one: (-one.size, min(one.spots))):
            places = _open_places(position, feature)
            fitting = [_fitting(position, place, left) for place in places]
            fewest, in_any = min(one.total() for one in fitting), reduce(or_, fitting).total()
            largest = feature.size + len(places)
            if largest < needed or fewest == 0 or len(places) > in_any:
                continue
            (row, column), _ = min(feature.spots)
            rows.append(
                {
                    "card": card,
                    "row": row,
                    "column": column,
                    "tiles": feature.size,
                    "tiles_when_completed": largest,
                    "pennants": feature.pennants,
                    "open_ends": feature.ends,
                    "open_places": len(places),
                    "tiles_that_fit": fewest,
                    "seats": [seat + 1 for seat in majority(feature.spots, position.meeples)],
                }
            )
    return rows


def _unfinished(position: Position, kind: str) -> set[Feature]:
    board = position.board
    spots = [
        (place, number)
        for place, laid in board.items()
        for number, segment in enumerate(laid.tile.segments)
        if segment.kind == kind
    ]
    return {feature for feature in (feature_at(board, spot) for spot in spots) if not feature.is_complete}


def _open_places(position: Position, feature: Feature) -> set[Place]:
    """The free places that a city or road leads to."""
    found = set()
    for place, number in feature.spots:
        laid, around = position.board[place], list(beside(place))
        found |= {around[side] for side in laid.sides(laid.tile.segments[number])}
    return {place for place in found if place not in position.board}


def _fitting(position: Position, place: Place, left: Counter[str]) -> Counter[str]:
    """Those of the tiles that are left that fit in a place."""
    fits = {name for name in left if any(placements(position.board, [place], tile(name)))}
    return Counter({name: count for name, count in left.items() if name in fits})
