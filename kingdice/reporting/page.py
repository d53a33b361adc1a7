"""Pages made of prose, tables and figures: a folder that opens from disk and shows on a code host.

A page is written as index.html (self-contained but for its figures, light and dark, fits a phone and a printer) and
README.md, with every table beside it as CSV, every figure as SVG, and a manifest of what the page depends on. The
same page gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader
from matplotlib.axes import Axes

from kingdice.files import write_whole
from kingdice.reporting.style import save_figure

__all__ = ["FigureBlock", "Page", "Prose", "Section", "TableBlock", "write_page"]


@dataclass(frozen=True)
class Prose:
    """Paragraphs; an empty line stands between two."""

    text: str

    @property
    def paragraphs(self) -> list[str]:
        """The text, a paragraph each."""
        return [" ".join(part.split()) for part in self.text.strip().split("\n\n") if part.strip()]


@dataclass(frozen=True)
class TableBlock:
    """A table with its file name, a caption that says how its numbers were got, and which columns are chances."""

    name: str
    table: pd.DataFrame
    caption: str
    chances: Sequence[str] = ()
    decimals: int = 2

    @property
    def columns(self) -> list[str]:
        """Headings as people read them."""
        return [str(column).replace("_", " ") for column in self.table.columns]

    @property
    def numeric(self) -> list[bool]:
        """Which columns are set to the right."""
        return [
            column in self.chances or pd.api.types.is_numeric_dtype(self.table[column]) for column in self.table.columns
        ]

    @property
    def rows(self) -> list[list[str]]:
        """The cells as people read them."""
        return [
            [self._cell(value, str(column)) for column, value in zip(self.table.columns, row, strict=True)]
            for row in self.table.itertuples(index=False, name=None)
        ]

    def _cell(self, value: Any, column: str) -> str:
        if column in self.chances and not isinstance(value, Fraction):
            return f"{100 * value:.1f} %"
        return f"{value:.{self.decimals}f}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class FigureBlock:
    """A figure with its file name, a text for those who cannot see it, and a caption."""

    name: str
    axes: Axes
    alt: str
    caption: str


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: Sequence[Prose | TableBlock | FigureBlock]

    @property
    def anchor(self) -> str:
        """Name for links to the section."""
        return "-".join("".join(c if c.isalnum() else " " for c in self.title.lower()).split())


@dataclass(frozen=True)
class Page:
    """A report.

    Attributes
    ----------
    title, summary : str
    sections : sequence of Section
    provenance : mapping
        What the numbers depend on (edition, versions, seeds), printed at the end and in the manifest.
    command : str
        Rebuilds the page.
    """

    title: str
    summary: str
    sections: Sequence[Section]
    provenance: Mapping[str, str]
    command: str

    def kind(self, block: Prose | TableBlock | FigureBlock) -> str:
        """For the templates: prose, table or figure."""
        return {Prose: "prose", TableBlock: "table", FigureBlock: "figure"}[type(block)]


def write_page(page: Page, folder: Path) -> None:
    """Write a page into a folder, over what an earlier run left there.

    Raises
    ------
    RunError
        When a file cannot be written.
    """
    for kind in ("tables", "figures"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    written = {"index.html", "README.md", "manifest.json"}
    for section in page.sections:
        for block in section.blocks:
            if isinstance(block, TableBlock):
                written.add(f"tables/{block.name}.csv")
                content = block.table.to_csv(index=False, lineterminator="\n")
                write_whole(folder / "tables" / f"{block.name}.csv", content.encode())
            elif isinstance(block, FigureBlock):
                written.add(f"figures/{block.name}.svg")
                save_figure(block.axes, folder / "figures" / f"{block.name}.svg")
    templates = Environment(
        loader=PackageLoader("kingdice.reporting"),
        autoescape=lambda name: name is not None and ".html" in name,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    for template, name in (("page.html.j2", "index.html"), ("page.md.j2", "README.md")):
        write_whole(folder / name, templates.get_template(template).render(page=page).encode())
    manifest = {"title": page.title, "command": page.command, **page.provenance, "files": sorted(written)}
    write_whole(folder / "manifest.json", (json.dumps(manifest, indent=2) + "\n").encode())
    for old in [*(folder / "tables").iterdir(), *(folder / "figures").iterdir()]:
        if old.relative_to(folder).as_posix() not in written:
            old.unlink()
