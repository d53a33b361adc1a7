"""Words on figures: titles that wrap and begin where the figure begins, labels that do not cover each other.

All of it measures words as they will be drawn; figures are laid out for this once, without being drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike, NDArray

__all__ = ["label_ends", "percents", "put_title", "said", "spread", "text_width", "wrapped"]

_TITLE_SIZE = 16.0
_LEADER = "#8A8A8A"


def said(value: float, *, percent: bool = False, decimals: int = 1) -> str:
    """A number as a label: with a true minus, and none before zero.

    Examples
    --------
    >>> said(0.1234, percent=True), said(-2, decimals=0), said(-0.001, decimals=2)
    ('12.3 %', '−2', '0.00')
    """
    text = f"{100 * value if percent else value:.{decimals}f}"
    if not text.strip("-0."):
        text = text.removeprefix("-")
    return text.replace("-", "−") + " %" * percent


def percents() -> FuncFormatter:
    """Numbers of a scale of shares, with no more digits than they need.

    Examples
    --------
    >>> percents()(0.25), percents()(-0.005)
    ('25 %', '−0.5 %')
    """
    return FuncFormatter(lambda value, _: f"{round(100 * value, 6):g} %".replace("-", "−"))


def text_width(words: str, *, size: float, bold: bool = False) -> float:
    """How wide words are when drawn, in inches; the widest of several lines.

    Examples
    --------
    >>> 0.5 < text_width("figure", size=13) < 0.7
    True
    """
    figure = Figure(figsize=(1, 1), dpi=100)
    FigureCanvasAgg(figure)
    drawn = Text(0, 0, words, fontsize=size, fontweight="bold" if bold else "normal", figure=figure)
    return float(drawn.get_window_extent().width) / 100


def wrapped(words: str, width: float, *, size: float, bold: bool = False) -> str:
    r"""Words on as many lines as they need to be at most so wide (inches); a longer word has a line of its own.

    Examples
    --------
    >>> wrapped("one two three", 1.0, size=13)
    'one two\nthree'
    """
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or text_width(longer, size=size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


def spread(places: ArrayLike, gap: float, low: float = -np.inf, high: float = np.inf) -> NDArray[np.float64]:
    """Places as near to the given ones as can be (least squares), at least `gap` apart and in the same order.

    They stay between `low` and `high` where they have room there.

    Examples
    --------
    >>> spread([1.0, 1.0, 5.0], 1.0).tolist()
    [0.5, 1.5, 5.0]
    >>> spread([0.0, 0.1], 1.0, low=0.0).tolist()
    [0.0, 1.0]
    """
    wanted = np.asarray(places, dtype=np.float64)
    order = np.argsort(wanted, kind="stable")
    groups: list[list[float]] = []  # [mean, size] of what sticks together, after the gaps were taken out
    for rank, place in enumerate(wanted[order]):
        groups.append([place - rank * gap, 1.0])
        while len(groups) > 1 and groups[-2][0] >= groups[-1][0]:
            mean, size = groups.pop()
            groups[-1] = [(groups[-1][0] * groups[-1][1] + mean * size) / (groups[-1][1] + size), groups[-1][1] + size]
    found = np.repeat([mean for mean, _ in groups], [int(size) for _, size in groups])
    last = high - (len(wanted) - 1) * gap
    found = np.clip(found, low, last) if last >= low else np.full(len(wanted), (low + last) / 2)
    result = np.empty_like(wanted)
    result[order] = found + gap * np.arange(len(wanted))
    return result


def put_title(axes: Axes, title: str) -> None:
    """A title that begins where the figure's words begin, on as many lines as it needs."""
    if not title:
        return
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    box, whole = axes.get_window_extent(), axes.get_tightbbox()
    assert whole is not None
    left = max(0.0, (box.x0 - whole.x0) / figure.dpi)
    width = (max(box.x1, whole.x1) - min(box.x0, whole.x0)) / figure.dpi
    drawn = axes.set_title(wrapped(title, width, size=_TITLE_SIZE, bold=True), loc="left", fontsize=_TITLE_SIZE)
    drawn.set_transform(drawn.get_transform() + ScaledTranslation(-left, 0, figure.dpi_scale_trans))


def label_ends(
    axes: Axes,
    labels: Sequence[str],
    ends: Sequence[tuple[float, float]],
    colours: Sequence[str],
    *,
    size: float = 12.0,
    side: str = "right",
) -> None:
    """Labels beside an Axes at the height of what they name, moved apart; a thin line leads where one was moved.

    Parameters
    ----------
    axes : Axes
        With its final limits.
    labels, ends, colours : sequences
        Of each what is written, the point (x, y) it belongs to, and the colour of its words.
    size : float
        Of the words, points.
    side : str
        right or left.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    height = axes.get_window_extent().height * 72 / figure.dpi
    beside, fractions = (
        axes.transAxes.inverted().transform(axes.transData.transform(np.asarray(ends, dtype=np.float64))).T
    )
    outside, align = (1.0, "left") if side == "right" else (0.0, "right")
    lines = max(label.count("\n") + 1 for label in labels)
    places = spread(fractions, 1.3 * size * lines / height, -0.02, 1.02)
    far = (np.abs(places - fractions) * height > 0.4 * size) | (np.abs(beside - outside) > 0.06)
    for label, end, colour, place, moved in zip(labels, ends, colours, places, far, strict=True):
        away = 10 if side == "right" else -10
        if moved:
            axes.annotate(
                "",
                (outside, place),
                xycoords="axes fraction",
                xytext=end,
                textcoords="data",
                annotation_clip=False,
                arrowprops={"arrowstyle": "-", "color": _LEADER, "linewidth": 0.8, "shrinkA": 4, "shrinkB": -6},
            )
        axes.annotate(
            label,
            (outside, place),
            xycoords="axes fraction",
            xytext=(away, 0),
            textcoords="offset points",
            ha=align,
            va="center",
            color=colour,
            fontsize=size,
            annotation_clip=False,
        )
