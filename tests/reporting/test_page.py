"""Pages are written whole, the same each time, with everything they name beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from kingdice.dice.figures import draw_odds
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, TableBlock, write_page


def page() -> Page:
    """A small page with one block of each kind, and text that HTML has to escape."""
    table = pd.DataFrame({"label": ["<a> & b", "c"], "p1": [0.25, 0.5]})
    blocks = [
        Prose("First part,\n  one line.\n\nSecond part."),
        TableBlock("small", table, "Two chances. Exact.", ["p1"]),
        FigureBlock("dots", draw_odds(table), "Two dots.", "The same as dots."),
    ]
    return Page("Tea & dice", "What it says.", [Section("One: two", blocks)], {"edition": "x 1"}, "make report")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_page_gives_the_same_bytes(tmp_path: Path) -> None:
    write_page(page(), tmp_path / "a")
    write_page(page(), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_the_manifest_names_every_file_and_what_an_earlier_page_left_is_gone(tmp_path: Path) -> None:
    write_page(page(), tmp_path)
    (tmp_path / "tables" / "old.csv").write_text("left over")
    write_page(page(), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert sorted(files(tmp_path)) == manifest["files"]
    assert manifest["command"] == "make report"


def test_html_escapes_what_tables_say_and_figures_have_a_text(tmp_path: Path) -> None:
    write_page(page(), tmp_path)
    html = (tmp_path / "index.html").read_text()
    assert "&lt;a&gt; &amp; b" in html
    assert "<a> & b" not in html
    assert 'src="figures/dots.svg" alt="Two dots."' in html
    assert '<h2 id="one-two">One: two</h2>' in html


def test_markdown_has_paragraphs_and_a_table_that_shows(tmp_path: Path) -> None:
    write_page(page(), tmp_path)
    lines = (tmp_path / "README.md").read_text().splitlines()
    assert lines[0] == "# Tea & dice"
    assert "First part, one line." in lines
    start = lines.index("| label | p1 |")
    assert lines[start + 1 : start + 4] == ["| --- | ---: |", "| <a> & b | 25.0 % |", "| c | 50.0 % |"]


def test_the_csv_has_full_precision(tmp_path: Path) -> None:
    write_page(page(), tmp_path)
    assert (tmp_path / "tables" / "small.csv").read_text() == "label,p1\n<a> & b,0.25\nc,0.5\n"
