"""The tie rule: what counts as equal, and which of equals comes first.

Routes that add the same numbers in another order differ in the last digits, so a choice beats another only by
more than `TIE`. Among equals something fixed decides (more dice kept, the leftmost card). Every solver, exact
or not, uses this one rule, which makes policies and outcome distributions reproducible.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

__all__ = ["TIE", "ranked"]

TIE = 1e-9


def ranked(values: Sequence[float] | Sequence[Fraction], preference: Sequence[int]) -> list[int]:
    """Positions from best to worst.

    Everything within `TIE` of the best is its equal and goes by `preference`, lower first; then the same with
    what is left.

    Examples
    --------
    >>> ranked([1.0, 3.0, 3.0 + 1e-12], preference=[0, 1, 2])
    [1, 2, 0]
    """
    by_value = sorted(range(len(values)), key=lambda place: values[place], reverse=True)
    order: list[int] = []
    while by_value:
        best = values[by_value[0]]
        least = best - _margin(best)
        equals = list(takewhile(lambda place: values[place] >= least, by_value))  # noqa: B023
        order.extend(sorted(equals, key=lambda place: preference[place]))
        by_value = by_value[len(equals) :]
    return order


def _margin(value: float | Fraction) -> float | Fraction:
    return Fraction(1, 10**9) if isinstance(value, Fraction) else TIE
