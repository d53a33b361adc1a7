"""Colours that people who are colour-blind can tell apart, dark enough to be seen, and how to measure that.

The palette is Okabe and Ito's (2008) without those that are too light on white; `WORDS` are darker tones of the same
hues for text. Contrast is that of WCAG 2.2: 1 for the same colour, 21 for black on white; text needs 4.5, marks need 3.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgb, to_rgba
from numpy.typing import NDArray

__all__ = ["DIVERGING", "GREY", "INK", "MARKS", "SEQUENTIAL", "WORDS", "Colour", "contrast", "ink_on", "over"]

# What matplotlib takes for a colour.
Colour: TypeAlias = str | tuple[float, ...] | NDArray[np.float64]

INK = "#1B222C"
GREY = "#6B6B6B"
MARKS = ["#0072B2", "#C85200", "#008A64", "#B5528B", "#1B222C", "#9A6B00"]
WORDS = ["#00619A", "#A64700", "#00694D", "#93456F", "#1B222C", "#7A5500"]

DIVERGING = LinearSegmentedColormap.from_list(
    "kingdice-diverging", ["#00538A", "#7FB4DB", "#FAFAFA", "#F0A77A", "#A64700"]
)
SEQUENTIAL = LinearSegmentedColormap.from_list("kingdice-sequential", ["#F5F9FC", "#A9CDE6", "#4B93C4", "#00538A"])


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two opaque colours, 1 to 21.

    Examples
    --------
    >>> contrast("black", "white")
    21.0
    >>> round(contrast("#767676", "white"), 2)
    4.54
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: Colour) -> str:
    """The ink to write with on a colour: one of black and white has a contrast of 4.5 on any.

    Examples
    --------
    >>> ink_on("white"), ink_on("#00538A")
    ('black', 'white')
    """
    return "black" if contrast("black", colour) >= contrast("white", colour) else "white"


def over(colour: Colour, behind: Colour) -> NDArray[np.float64]:
    """What is seen of a colour (with its opacity) on an opaque one: red, green and blue from 0 to 1.

    Examples
    --------
    >>> over((0, 0, 0, 0.25), "white").tolist()
    [0.75, 0.75, 0.75]
    """
    seen = np.array(to_rgba(_plain(colour)), dtype=np.float64)
    return np.asarray(seen[3] * seen[:3] + (1 - seen[3]) * np.array(to_rgb(_plain(behind)), dtype=np.float64))


def _luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1."""
    parts = np.array(to_rgb(_plain(colour)), dtype=np.float64)
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def _plain(colour: Colour) -> Any:
    """A colour as matplotlib's types want it."""
    return colour if isinstance(colour, str) else tuple(float(part) for part in colour)
