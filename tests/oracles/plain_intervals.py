"""Intervals by the textbook's formulas, number by number; shares no code with kingdice."""

from __future__ import annotations

import math
from statistics import mean, stdev

from scipy.stats import norm, t

Z = norm.ppf(0.975)


def t_interval(values: list[float]) -> tuple[float, float]:
    """Student's, around a mean, at 95 %."""
    reach = t.ppf(0.975, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean(values) - reach, mean(values) + reach


def wilson(share: float, number: int) -> tuple[float, float]:
    """Wilson's, around a share, at 95 %."""
    middle = (share + Z * Z / (2 * number)) / (1 + Z * Z / number)
    reach = Z * math.sqrt(share * (1 - share) / number + (Z / (2 * number)) ** 2) / (1 + Z * Z / number)
    return middle - reach, middle + reach


def ratio_interval(above: list[float], below: list[float]) -> tuple[float, float]:
    """Around a ratio of two sums over games."""
    ratio, number = sum(above) / sum(below), len(above)
    squares = sum((one - ratio * other) ** 2 for one, other in zip(above, below, strict=True))
    reach = Z * math.sqrt(squares * number / (number - 1)) / sum(below)
    return ratio - reach, ratio + reach
