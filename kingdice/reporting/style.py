"""The figure style, and saving figures so that the same figure gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from kingdice.errors import RunError
from kingdice.files import write_whole

__all__ = ["BEHIND", "PAGE_WIDTH", "figure_style", "new_axes", "save_figure"]

BEHIND = "_behind"  # label of lines that are scenery and may be faint
PAGE_WIDTH = 9.4  # inches that a figure has on a page; wider ones are shown smaller

_METADATA = {
    ".svg": {"Date": None, "Creator": "kingdice"},
    ".png": {"Software": "kingdice"},
    ".pdf": {"CreationDate": None, "Creator": "kingdice"},
}


@contextmanager
def figure_style() -> Iterator[None]:
    """Draw in the style of the house."""
    style = resources.files("kingdice.reporting") / "kingdice.mplstyle"
    with resources.as_file(style) as path, mpl.rc_context(fname=str(path)):
        yield


def new_axes(width: float, height: float) -> Axes:
    """An Axes on a figure of its own, in inches; no window is opened."""
    with figure_style():
        figure = Figure(figsize=(width, height))
        FigureCanvasAgg(figure)
        return figure.subplots()


def save_figure(axes: Axes, path: Path) -> None:
    """Write the figure of an Axes to an .svg, .png or .pdf file, whole or not at all.

    Raises
    ------
    RunError
        For another ending, or when the file cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in _METADATA:
        raise RunError(f"{path}: expected a file name that ends in {', '.join(_METADATA)}")
    content = io.BytesIO()
    with figure_style():
        axes.get_figure(root=True).savefig(content, format=kind[1:], metadata=_METADATA[kind])  # type: ignore[union-attr]
    write_whole(path, content.getvalue())
