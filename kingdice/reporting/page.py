"""Pages made of prose, tables and figures: a folder that opens from disk and shows on a code host.

A page is written as index.html (with its figures a page that needs no network; light and dark, fits a phone and a
printer, tables that sort) and README.md, with every table beside it as CSV and Parquet, every figure as SVG, and a
manifest of what the page depends on. The same page gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import metadata
from itertools import groupby
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader
from matplotlib.axes import Axes

from kingdice.errors import RunError
from kingdice.files import make_folder, write_whole
from kingdice.reporting.cells import Cell, Column, shown_cells, shown_columns
from kingdice.reporting.folders import MANIFEST, check_folder, files_left
from kingdice.reporting.style import save_figure
from kingdice.reporting.table_files import csv_bytes, parquet_bytes
from kingdice.reporting.text import html_text, markdown_cell, markdown_text, paragraphs

__all__ = ["FigureBlock", "Page", "Prose", "Section", "Source", "TableBlock", "page_templates", "write_page"]

LONG = 60  # longer tables are folded
_NUMBERS_DEPEND_ON = ("numpy", "numba", "scipy")


@dataclass(frozen=True)
class Prose:
    """Paragraphs; an empty line stands between two. Lines that begin with "- " are a list, `…` is code."""

    text: str

    @property
    def paragraphs(self) -> list[str | list[str]]:
        """The text, a paragraph each; a list of its points where it is a list."""
        return paragraphs(self.text)


@dataclass(frozen=True)
class TableBlock:
    """A table.

    Attributes
    ----------
    name : str
        Of its files.
    table : DataFrame
        A column `x` with `low` and `high`, or `x_low` and `x_high`, right after it is shown with its interval in one
        cell.
    caption : str
    chances : sequence of str
        Columns shown in per cent, with their intervals; where the table has a column `unit`, only in rows of unit
        "share".
    decimals : int
        Of other numbers that are not whole.
    how : str
        How the numbers were got: "exact", "simulated", "exact, over simulated turns"; shown before the caption.
    """

    name: str
    table: pd.DataFrame
    caption: str
    chances: Sequence[str] = ()
    decimals: int = 2
    how: str = ""

    @cached_property
    def columns(self) -> list[Column]:
        """The columns as people see them."""
        return shown_columns(self.table, self.chances)

    @cached_property
    def rows(self) -> list[list[Cell]]:
        """The cells as people see them."""
        return shown_cells(self.table, self.columns, chances=self.chances, decimals=self.decimals)

    @property
    def is_long(self) -> bool:
        """Whether the table is folded."""
        return len(self.table) > LONG


@dataclass(frozen=True)
class FigureBlock:
    """A figure with its file name, a text for those who cannot see it, a caption, and how its numbers were got."""

    name: str
    axes: Axes
    alt: str
    caption: str
    how: str = ""


@dataclass(frozen=True)
class Source:
    """What the numbers of a section were made from.

    Attributes
    ----------
    edition : str
        Name and hash.
    strategies : sequence of str
        One a seat; none for what needs no players.
    games : int
        0 for what is exact.
    seed : int or None
    what : str
        Which of the section's numbers, where they have several sources.
    """

    edition: str
    strategies: Sequence[str] = ()
    games: int = 0
    seed: int | None = None
    what: str = ""

    def row(self, section: str) -> dict[str, str]:
        """A row of the table of sources, as people read it."""
        runs = [(name, len(list(seats))) for name, seats in groupby(self.strategies)]
        return {
            "section": section,
            "what": self.what,
            "strategies": ", ".join(f"{seats} × {name}" if seats > 1 else name for name, seats in runs),
            "games": f"{self.games:,}" if self.games else "exact",
            "seed": str(self.seed) if self.games and self.seed is not None else "",
            "edition": self.edition,
        }


@dataclass(frozen=True)
class Section:
    """A heading, what stands under it, and what its numbers were made from."""

    title: str
    blocks: Sequence[Prose | TableBlock | FigureBlock]
    sources: Sequence[Source] = ()

    @property
    def anchor(self) -> str:
        """Name for links to the section, made as code hosts make it."""
        return "".join(c for c in self.title.lower() if c.isalnum() or c in " -_").replace(" ", "-")


@dataclass(frozen=True)
class Page:
    """A report.

    Attributes
    ----------
    title, summary : str
    sections : sequence of Section
    provenance : mapping
        What the numbers depend on (edition, versions, seeds), printed at the end and in the manifest. Versions of
        libraries are added.
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

    @property
    def blocks(self) -> Iterator[Prose | TableBlock | FigureBlock]:
        """The blocks of all sections."""
        return (block for section in self.sections for block in section.blocks)

    @property
    def about(self) -> dict[str, str]:
        """The provenance with the versions of the libraries that numbers depend on."""
        versions = ", ".join(f"{name} {metadata.version(name)}" for name in _NUMBERS_DEPEND_ON)
        return {**self.provenance, **({} if "libraries" in self.provenance else {"libraries": versions})}

    @property
    def sources(self) -> list[dict[str, str]]:
        """The rows of the table of sources."""
        return [source.row(section.title) for section in self.sections for source in section.sources]

    def manifest(self) -> dict[str, Any]:
        """What a program may want to know of the page."""
        first = next((block for block in self.blocks if isinstance(block, FigureBlock)), None)
        files = {"index.html", "README.md", MANIFEST}
        for block in self.blocks:
            if isinstance(block, TableBlock):
                files |= {f"tables/{block.name}.csv", f"tables/{block.name}.parquet"}
            elif isinstance(block, FigureBlock):
                files.add(f"figures/{block.name}.svg")
        return {
            **self.about,
            "title": self.title,
            "summary": " ".join(self.summary.split()),
            "command": self.command,
            "figure": first and {"file": f"figures/{first.name}.svg", "alt": first.alt, "caption": first.caption},
            "sources": [
                {"section": section.title, **asdict(source), "strategies": list(source.strategies)}
                for section in self.sections
                for source in section.sources
            ],
            "files": sorted(files),
        }


def write_page(page: Page, folder: Path) -> None:
    """Write a page into a folder, over the page that an earlier run left there.

    The manifest comes first: so a page whose writing was interrupted is known as one.

    Raises
    ------
    RunError
        When two tables, two figures or two sections have one name, a file cannot be written, or the folder holds
        other things than a page.
    """
    _check_names(page)
    check_folder(folder)
    manifest = page.manifest()
    for old in files_left(folder):
        if old.relative_to(folder).as_posix() not in manifest["files"]:
            old.unlink(missing_ok=True)
    for kind in ("tables", "figures"):
        make_folder(folder / kind)
    write_whole(folder / MANIFEST, (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())
    for block in page.blocks:
        if isinstance(block, TableBlock):
            about = {"page": page.title, "caption": block.caption, "how": block.how}
            write_whole(folder / "tables" / f"{block.name}.csv", csv_bytes(block.table))
            write_whole(folder / "tables" / f"{block.name}.parquet", parquet_bytes(block.table, about))
        elif isinstance(block, FigureBlock):
            save_figure(block.axes, folder / "figures" / f"{block.name}.svg")
    templates = page_templates()
    for template, name in (("page.html.j2", "index.html"), ("page.md.j2", "README.md")):
        write_whole(folder / name, templates.get_template(template).render(page=page).encode())


def page_templates() -> Environment:
    """The templates of pages in HTML and Markdown."""
    templates = Environment(
        loader=PackageLoader("kingdice.reporting"),
        autoescape=lambda name: name is not None and ".html" in name,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters |= {"html": html_text, "md": markdown_text, "mdcell": markdown_cell}
    return templates


def _check_names(page: Page) -> None:
    """Refuse a page one of whose files would take the place of another."""
    names = {
        "tables named": [block.name for block in page.blocks if isinstance(block, TableBlock)],
        "figures named": [block.name for block in page.blocks if isinstance(block, FigureBlock)],
        "sections titled": [section.anchor for section in page.sections],
    }
    for kind, found in names.items():
        for name in found:
            if found.count(name) > 1:
                raise RunError(f"page {page.title!r}: {found.count(name)} {kind} {name!r}: expected one")
