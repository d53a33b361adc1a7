"""Is a figure readable? Sizes, contrast, words that cover each other, titles and names of scales, checked as drawn.

The figure is rendered three times: whole, without its words, and without words and marks. What is behind a word or a
mark is then what the second or third picture shows in its place. Contrast is that of WCAG 2.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection, LineCollection, PathCollection
from matplotlib.colors import to_rgba
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from kingdice.reporting.colours import contrast, over
from kingdice.reporting.style import BEHIND, PAGE_WIDTH, figure_style

__all__ = ["figure_faults"]

_SMALLEST = 9.0  # points
_TEXT_CONTRAST, _MARK_CONTRAST = 4.5, 3.0
_COVERED = 0.2  # of a word's place that may have too little contrast: lines that it crosses
_NUMBER = re.compile(r"[−-]?[\d.,]+(e[−-]?\d+)?\s?%?|\$\\mathdefault\{.*\}\$")


def figure_faults(axes: Axes) -> list[str]:
    """What is hard to read on the figure of an Axes; nothing where all is well.

    Parameters
    ----------
    axes : Axes

    Returns
    -------
    list of str
        One sentence a fault: text below 9 points at the width of a page, contrast of text below 4.5 or of marks below
        3, text that overlaps other text or is cut off, no title, a scale without a name. Filled areas and lines that
        are labelled `BEHIND` may be faint.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    with figure_style():
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        texts = _texts(figure)
        marks = [mark for one in figure.axes if one.get_visible() for mark in _marks(one)]
        with _same_layout(figure), _unseen(texts):
            behind_texts = _picture(canvas)
            with _unseen(marks):
                behind_marks = _picture(canvas)
        faults = [*_small(figure, texts), *_overlaps(texts), *_cut(figure, texts)]
        faults += [fault for text in texts for fault in _faint_text(text, behind_texts)]
        faults += [fault for mark in marks for fault in _faint_mark(mark, behind_marks)]
        faults += _unnamed(figure)
    return list(dict.fromkeys(faults))


def _texts(figure: Figure) -> list[Text]:
    """All words that are drawn."""
    outside = {id(text) for one in figure.axes for text in _unseen_labels(one)}
    hidden = {id(text) for one in figure.axes if not one.get_visible() for text in one.findobj(Text)}
    return [
        text
        for text in figure.findobj(Text)
        if text.get_text().strip() and text.get_visible() and id(text) not in outside | hidden
    ]


def _unseen_labels(axes: Axes) -> list[Text]:
    """The labels of ticks that lie outside of the scale: matplotlib keeps them without drawing them."""
    found: list[Text] = []
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        reach = 1e-9 * max(abs(low), abs(high), high - low)
        seen = axes.axison and axis.get_visible()
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
            for text in (tick.label1, tick.label2):
                if not seen or not tick.get_visible() or not low - reach <= tick.get_loc() <= high + reach:
                    found.append(text)
    return found


def _marks(axes: Axes) -> list[Artist]:
    """What carries data and has to be seen: lines, points, bars."""
    bars = [bar for group in axes.containers if isinstance(group, BarContainer) for bar in group.patches]
    points = [one for one in axes.collections if isinstance(one, LineCollection | PathCollection)]
    return [one for one in [*axes.lines, *points, *bars] if one.get_visible() and one.get_label() != BEHIND]


@contextmanager
def _same_layout(figure: Figure) -> Iterator[None]:
    """Draw without laying the figure out again."""
    engine = figure.get_layout_engine()
    figure.set_layout_engine("none")
    try:
        yield
    finally:
        figure.set_layout_engine(engine)


@contextmanager
def _unseen(artists: list[Any]) -> Iterator[None]:
    """Leave these undrawn, with their place kept."""
    before = [artist.get_alpha() for artist in artists]
    for artist in artists:
        artist.set_alpha(0)
    try:
        yield
    finally:
        for artist, alpha in zip(artists, before, strict=True):
            artist.set_alpha(alpha)


def _picture(canvas: Any) -> NDArray[np.float64]:
    """The figure as colours from 0 to 1, array (height, width, 3), first row at the bottom."""
    canvas.draw()
    seen = np.asarray(canvas.buffer_rgba(), dtype=np.float64)[::-1] / 255
    return seen[..., :3] * seen[..., 3:] + 1 - seen[..., 3:]


def _small(figure: Figure, texts: list[Text]) -> Iterator[str]:
    """Words too small on a page that is narrower than the figure."""
    shrink = min(1.0, PAGE_WIDTH / (figure.get_tightbbox().width + 0.2))
    for text in texts:
        size = float(text.get_fontsize()) * shrink
        if size < _SMALLEST - 0.05:
            yield f"{_named(text)} is {size:.1f} points at the width of a page: expected at least {_SMALLEST:g}"


def _overlaps(texts: list[Text]) -> Iterator[str]:
    """Words that cover each other, by more than the room around letters."""
    boxes = [_letters(text) for text in texts]
    for number, (one, box) in enumerate(zip(texts, boxes, strict=True)):
        for other, second in list(zip(texts, boxes, strict=True))[number + 1 :]:
            across = min(box.x1, second.x1) - max(box.x0, second.x0)
            up = min(box.y1, second.y1) - max(box.y0, second.y0)
            if across > 0.5 and up > 0.5:
                yield f"{_named(one)} overlaps {_named(other)}"


def _cut(figure: Figure, texts: list[Text]) -> Iterator[str]:
    """Words outside of what is saved, or of the box they are clipped to."""
    whole = figure.get_tightbbox().padded(0.1).transformed(figure.dpi_scale_trans)
    for text in texts:
        box = text.get_window_extent()
        clip = text.get_clip_box() if text.get_clip_on() else None
        if isinstance(text, Annotation) and text.get_annotation_clip() is not False and text.xycoords == "data":
            here: Any = text.axes
            place = here.convert_xunits(text.xy[0]), here.convert_yunits(text.xy[1])
            if not here.bbox.padded(0.5).contains(*here.transData.transform(place)):
                yield f"{_named(text)} is not drawn: what it points at lies outside of the axes"
                continue
        for limit in [whole, *([] if clip is None else [clip])]:
            if not (limit.padded(1).contains(box.x0, box.y0) and limit.padded(1).contains(box.x1, box.y1)):
                yield f"{_named(text)} is cut off"
                break


def _faint_text(text: Text, behind: NDArray[np.float64]) -> Iterator[str]:
    """Words that what is behind them swallows."""
    box = _letters(text)
    rows, columns = (
        slice(max(0, int(low)), max(0, int(high) + 1)) for low, high in ((box.y0, box.y1), (box.x0, box.x1))
    )
    place = behind[rows, columns].reshape(-1, 3)
    if not len(place):
        return
    colour = _with_alpha(text.get_color(), text.get_alpha())
    shades, counts = np.unique(np.round(place, 2), axis=0, return_counts=True)
    found = np.array([contrast(over(colour, shade), shade) for shade in shades])
    order = np.argsort(found)
    least = found[order][np.searchsorted(np.cumsum(counts[order]), _COVERED * counts.sum(), side="right")]
    if least < _TEXT_CONTRAST - 0.005:
        yield f"{_named(text)} has a contrast of {least:.1f}: expected at least {_TEXT_CONTRAST:g}"


def _faint_mark(mark: Any, behind: NDArray[np.float64]) -> Iterator[str]:
    """Marks that can hardly be told from what is behind most of them; a light one may have a dark edge."""
    what = {Line2D: "line", LineCollection: "line", PathCollection: "point"}.get(type(mark), "bar")
    worst = np.inf
    for points, colours in _parts(mark):
        shades = list(_shades(np.ma.filled(np.ma.asarray(points, dtype=np.float64), np.nan), mark.axes.bbox, behind))
        if shades:
            found = [max(contrast(over(colour, shade), shade) for colour in colours) for shade in shades]
            worst = min(worst, float(np.median(found)))
    if worst < _MARK_CONTRAST - 0.005:
        yield f"a {what} has a contrast of {worst:.1f}: expected at least {_MARK_CONTRAST:g}"


def _parts(mark: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Where each part of a mark is drawn, pixels (n, 2), and its colours: it has to be seen in one of them."""
    if isinstance(mark, Line2D):
        points = mark.get_transform().transform(np.column_stack(mark.get_data(orig=False)))
        alpha = mark.get_alpha()
        if mark.get_linestyle() != "None":
            yield points, [_with_alpha(mark.get_color(), alpha)]
        if mark.get_marker() not in ("None", "", " ", None):
            yield (
                points,
                [_with_alpha(mark.get_markerfacecolor(), alpha), _with_alpha(mark.get_markeredgecolor(), alpha)],
            )
    elif isinstance(mark, LineCollection):
        colours = mark.get_edgecolor()
        for number, segment in enumerate(mark.get_segments()):
            if len(segment):
                yield mark.get_transform().transform(segment), [colours[number % len(colours)]]
    else:
        faces, edges = np.atleast_2d(mark.get_facecolor()), np.atleast_2d(mark.get_edgecolor())
        if isinstance(mark, Collection):
            points = mark.get_offset_transform().transform(mark.get_offsets())
        else:
            box = mark.get_window_extent()
            points = np.array([[(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]] * bool(box.width * box.height))
        edged = float(np.max(mark.get_linewidth())) >= 0.5 and edges.size > 0
        for number, point in enumerate(points):
            edge = [edges[number % len(edges)]] if edged else []
            yield [point], [*([faces[number % len(faces)]] if faces.size else []), *edge]


def _shades(points: NDArray[np.float64], box: Bbox, behind: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    """What is behind points within their axes: the middle of the pixels around, so that grid lines do not count."""
    for column, row in points[:: max(1, len(points) // 60)]:
        if np.isfinite(column + row) and box.padded(1).contains(column, row):
            down, across = max(0, round(row) - 4), max(0, round(column) - 4)
            yield np.median(behind[down : down + 9, across : across + 9].reshape(-1, 3), axis=0)


def _unnamed(figure: Figure) -> Iterator[str]:
    """No title at all, and scales of numbers without a name."""
    shown = [one for one in figure.axes if one.get_visible()]
    titles = [one.get_title(where) for one in shown for where in ("left", "center", "right")]
    if not any(titles) and not figure.get_suptitle():
        yield "there is no title"
    for one in shown:
        for axis, name, shared in (
            (one.xaxis, "horizontal", figure.get_supxlabel()),
            (one.yaxis, "vertical", figure.get_supylabel()),
        ):
            if not axis.get_label_text().strip() and not shared and _has_scale(one, axis):
                yield f"the {name} scale has no name"


def _has_scale(axes: Axes, axis: Axis) -> bool:
    """Whether numbers stand along an axis."""
    unseen = {id(text) for text in _unseen_labels(axes)}
    seen = [
        text.get_text().strip()
        for tick in axis.get_major_ticks()
        for text in (tick.label1, tick.label2)
        if id(text) not in unseen and text.get_visible() and text.get_text().strip()
    ]
    return len(seen) > 1 and all(_NUMBER.fullmatch(text) for text in seen)


def _letters(text: Text) -> Bbox:
    """The box of a text without the room above and below its letters."""
    box = text.get_window_extent()
    upright = round(text.get_rotation()) % 180 == 90
    line = (box.width if upright else box.height) / (text.get_text().count("\n") + 1)
    room = 0.12 * line
    return box.padded(-room, 0) if upright else box.padded(0, -room)


def _with_alpha(colour: Any, alpha: float | None) -> Any:
    """A colour with the opacity of what is drawn in it."""
    red, green, blue, own = to_rgba(colour)
    return (red, green, blue, own if alpha is None else alpha) if own else (red, green, blue, 0.0)


def _named(text: Text) -> str:
    words = " ".join(text.get_text().split())
    return f"{words[:30]!r}"
