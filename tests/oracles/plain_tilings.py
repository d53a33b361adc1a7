"""Domino tilings of a square with a castle, counted by laying every one of them."""

from __future__ import annotations


def count_tilings(free: frozenset[tuple[int, int]]) -> int:
    """Lay a domino on the first free square in both ways, and go on."""
    if not free:
        return 1
    row, column = min(free)
    total = 0
    for other in ((row, column + 1), (row + 1, column)):
        if other in free:
            total += count_tilings(free - {(row, column), other})
    return total


def tilings_by_laying(size: int, castle: tuple[int, int]) -> int:
    """The number of tilings of all squares but the castle's."""
    return count_tilings(frozenset((row, column) for row in range(size) for column in range(size)) - {castle})
