"""In how many ways can a kingdom be full? Dominoes as plain pieces, the castle as a square that stays uncovered.

Counted exactly by a broken profile: squares are decided in reading order, and all that matters of what was decided is
which of the next `size` squares are covered already, one bit a column. A square is left to the domino above or to its
left, begins a domino to the right, or begins one downwards.

Where the castle stands decides whether a kingdom can be full at all, and with it whether Harmony can be won by being
full: on a chequered board every domino covers a square of each colour, so the castle must stand on the colour that has
one square more.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["castles_of_full_kingdoms", "tiling_table", "tilings"]


@lru_cache(maxsize=256)
def tilings(size: int, castle: tuple[int, int]) -> int:
    """How many ways there are to cover a square but for its castle with dominoes; turned ones count anew.

    Parameters
    ----------
    size : int
        Squares along a side.
    castle : (row, column)
        Counted from the upper left corner, from 0.

    Examples
    --------
    >>> tilings(5, (2, 2)), tilings(5, (0, 0)), tilings(5, (0, 1))
    (196, 192, 0)
    """
    ways = {0: 1}
    for row in range(size):
        for column in range(size):
            ways = _decided(ways, column, size, (row, column) == castle)
    return ways.get(0, 0)


def castles_of_full_kingdoms(size: int) -> frozenset[tuple[int, int]]:
    """The squares, as (row, column) from 0, on which a castle leaves a kingdom that can be full.

    Examples
    --------
    >>> len(castles_of_full_kingdoms(5)), len(castles_of_full_kingdoms(7))
    (13, 25)
    """
    places = [(row, column) for row in range(size) for column in range(size)]
    return frozenset(place for place in places if tilings(size, place))


def tiling_table(size: int) -> pd.DataFrame:
    """The number of ways to fill a kingdom for every place of its castle.

    Returns
    -------
    DataFrame
        A row a square: row, column (from 1), tilings.

    Examples
    --------
    >>> int(tiling_table(5)["tilings"].sum())
    2180
    """
    import pandas as pd

    table = pd.DataFrame(
        [
            {"row": row + 1, "column": column + 1, "tilings": tilings(size, (row, column))}
            for row in range(size)
            for column in range(size)
        ]
    )
    table.attrs["method"] = "exact: broken profile"
    return table


def _decided(ways: dict[int, int], column: int, size: int, is_castle: bool) -> dict[int, int]:
    """The profiles after one more square; bit c of a profile: column c's next undecided square is covered."""
    here, right = 1 << column, 2 << column if column + 1 < size else 0
    after: dict[int, int] = defaultdict(int)
    for profile, count in ways.items():
        if is_castle:
            if not profile & here:
                after[profile] += count
        elif profile & here:
            after[profile ^ here] += count
        else:
            after[profile | here] += count
            if right and not profile & right:
                after[profile | right] += count
    return dict(after)
