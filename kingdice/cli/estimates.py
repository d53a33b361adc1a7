"""How numbers that were measured are shown to people: with their interval, and no digit that is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, log10

__all__ = ["estimates", "percentages"]

_LOPSIDED = 0.02  # of an interval's width: less than can be seen in its two digits


def estimates(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float], *, signed: bool = False, unit: str = ""
) -> list[str]:
    """A column of numbers, all written alike: value ± half width, or value [low, high] where one is lopsided.

    Examples
    --------
    >>> estimates([1.2345, 12.0], [1.2245, 11.98], [1.2445, 12.02])
    ['1.234 ± 0.010', '12.000 ± 0.020']
    >>> estimates([0.0, 3.0], [0.0, 2.0], [0.5, 3.5], signed=True)
    ['0.00 [0.00, +0.50]', '+3.00 [+2.00, +3.50]']
    """
    halves = [(high - low) / 2 for low, high in zip(lows, highs, strict=True)]
    digits = _digits(half for half in halves if half > 0)
    sign = "+" if signed else ""

    def shown(number: float) -> str:
        text = f"{number:{sign}.{digits}f}"
        return text[1:] if not float(text) and text[0] in "+-" else text

    middles = [(low + high) / 2 for low, high in zip(lows, highs, strict=True)]
    if all(
        abs(value - middle) <= _LOPSIDED * half for value, middle, half in zip(values, middles, halves, strict=True)
    ):
        return [f"{shown(value)} ± {half:.{digits}f}{unit}" for value, half in zip(values, halves, strict=True)]
    return [
        f"{shown(value)}{unit} [{shown(low)}, {shown(high)}]"
        for value, low, high in zip(values, lows, highs, strict=True)
    ]


def percentages(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float], *, signed: bool = False
) -> list[str]:
    """Shares as `estimates` in percent.

    Examples
    --------
    >>> percentages([0.5], [0.49], [0.51])
    ['50.0 ± 1.0 %']
    """
    hundredfold = [[100 * number for number in column] for column in (values, lows, highs)]
    return estimates(*hundredfold, signed=signed, unit=" %")


def _digits(halves: Iterable[float]) -> int:
    """Digits after the point that show two of the narrowest half width, at least one and at most six."""
    narrowest = min(halves, default=0.05)
    return min(6, max(1, 1 - floor(log10(narrowest))))
