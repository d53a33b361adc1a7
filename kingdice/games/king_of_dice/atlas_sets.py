"""All displays by number: the sets of k of n citizens in lexicographic order, found by arithmetic.

Which set has number r is worked out place by place (the combinatorial number system), for a whole block of numbers at
once, so that no list of all sets is ever made.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kingdice.errors import KingdiceError

__all__ = ["MOST_DISPLAYS", "set_number", "sets_from", "sets_of"]

Ints = NDArray[np.int64]
MOST_DISPLAYS = 5_000_000


def sets_of(citizens: int, places: int) -> int:
    """How many displays there are.

    Raises
    ------
    KingdiceError
        For more than `MOST_DISPLAYS`.

    Examples
    --------
    >>> sets_of(40, 5)
    658008
    """
    count = comb(citizens, places)
    if count > MOST_DISPLAYS:
        raise KingdiceError(
            f"{count:,} displays of {places} of {citizens} citizens: an atlas holds at most {MOST_DISPLAYS:,}"
        )
    return count


def sets_from(citizens: int, places: int, numbers: ArrayLike) -> Ints:
    """The sets with these numbers, each in ascending order.

    Parameters
    ----------
    citizens, places : int
        Of how many citizens, and how many are in a set.
    numbers : array (sets,)
        From 0 to `sets_of(citizens, places)` - 1.

    Returns
    -------
    array (sets, places)

    Examples
    --------
    >>> sets_from(4, 2, range(6)).tolist()
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    """
    left = np.asarray(numbers, dtype=np.int64).copy()
    sets = np.empty((len(left), places), dtype=np.int64)
    above = np.full(len(left), citizens, dtype=np.int64)  # how many citizens come after the last one chosen
    for place in range(places):
        ways = np.array([comb(m, places - place) for m in range(citizens + 1)], dtype=np.int64)
        # Of `ways[above]` sets, those whose next citizen has m or more after it are all but `ways[m]`.
        m = np.searchsorted(ways, ways[above] - left, side="left")
        left -= ways[above] - ways[m]
        sets[:, place] = citizens - m
        above = m - 1
    return sets


def set_number(citizens: int, chosen: ArrayLike) -> Ints:
    """The numbers of sets, each given in ascending order; shape (sets,).

    Examples
    --------
    >>> set_number(4, [[0, 1], [2, 3]]).tolist()
    [0, 5]
    """
    sets = np.asarray(chosen, dtype=np.int64)
    places = sets.shape[1]
    number = np.full(len(sets), comb(citizens, places) - 1, dtype=np.int64)
    for place in range(places):
        ways = np.array([comb(m, places - place) for m in range(citizens + 1)], dtype=np.int64)
        number -= ways[citizens - 1 - sets[:, place]]
    return number
