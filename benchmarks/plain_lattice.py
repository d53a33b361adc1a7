"""The plain lattice in numba, the baseline for displays: every die has one more face, "to be rolled".

Six dice make 7^6 = 117,649 states. Roll step: the mean of a die's six faces goes to its slot 7. Choice step: each
face becomes the better of itself and slot 7. Nothing knows that dice are alike.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["ordered_terminal", "plain_value"]


def ordered_terminal(dice: list[list[int]], worth: np.ndarray) -> np.ndarray:
    """Spread the worths of rolls (index by ordered faces, shape (6, …, 6)) over a lattice of 7s, flat."""
    lattice = np.zeros((7,) * len(dice))
    lattice[(slice(6),) * len(dice)] = worth
    return lattice.reshape(-1)


@njit(cache=True, nogil=True)
def plain_value(values, dice, rolls):
    """Value of a turn; `values` (7^dice,) holds the worths of the rolls and is used up."""
    for roll in range(rolls):
        if roll > 0:
            stride = 1
            for _ in range(dice):
                for start in range(0, values.size, 7 * stride):
                    for face in range(6):
                        for i in range(start, start + stride):
                            x = values[i + face * stride]
                            y = values[i + 6 * stride]
                            values[i + face * stride] = x if x > y else y
                stride *= 7
        stride = 1
        for _ in range(dice):
            for start in range(0, values.size, 7 * stride):
                for i in range(start, start + stride):
                    total = 0.0
                    for face in range(6):
                        total += values[i + face * stride]
                    values[i + 6 * stride] = total / 6
            stride *= 7
    return values[-1]
