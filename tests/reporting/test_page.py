"""Pages are written whole, the same each time, with everything they name beside them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from reporting.sample_pages import full_page, small_page

from kingdice.errors import RunError
from kingdice.reporting.folders import check_folder
from kingdice.reporting.page import Page, Prose, Section, Source, TableBlock, write_page


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a page with everything."""
    folder = tmp_path_factory.mktemp("full")
    write_page(full_page(), folder)
    return folder


def test_the_same_page_gives_the_same_bytes(full: Path, tmp_path: Path) -> None:
    write_page(full_page(), tmp_path)
    assert files(tmp_path) == files(full)


def test_where_a_table_comes_from_does_not_change_its_files(tmp_path: Path) -> None:
    table = pd.DataFrame({"x": [1.5]})
    table.attrs = {"workers": 1}
    other = table.copy()
    other.attrs = {"workers": 2, "seen": object()}
    for name, one in (("a", table), ("b", other)):
        write_page(Page("T", "S", [Section("A", [TableBlock("t", one, "C")])], {}, "c"), tmp_path / name)
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_the_manifest_names_every_file_and_what_an_earlier_page_left_is_gone(tmp_path: Path) -> None:
    write_page(full_page(), tmp_path)
    assert sorted(files(tmp_path)) == json.loads((tmp_path / "manifest.json").read_text())["files"]
    write_page(small_page(), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert sorted(files(tmp_path)) == manifest["files"]
    assert manifest["command"] == "make report"


def test_what_somebody_else_laid_into_the_folder_stays(tmp_path: Path) -> None:
    write_page(small_page(), tmp_path)
    (tmp_path / "tables" / "mine.csv").write_text("mine")
    (tmp_path / "figures" / "mine").mkdir()
    write_page(small_page(), tmp_path)
    assert (tmp_path / "tables" / "mine.csv").read_text() == "mine"
    assert (tmp_path / "figures" / "mine").is_dir()


@pytest.mark.parametrize("name", ["README.md", "manifest.json", "tables"])
def test_a_folder_that_holds_other_things_is_left_alone(tmp_path: Path, name: str) -> None:
    if name == "tables":
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text('{"files": ["mine"]}')
    with pytest.raises(RunError, match="holds other things than a report"):
        write_page(small_page(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_page_whose_writing_was_interrupted_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("kingdice.reporting.page.save_figure", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_page(small_page(), tmp_path)
    write_page(small_page(), tmp_path)
    assert sorted(files(tmp_path)) == json.loads((tmp_path / "manifest.json").read_text())["files"]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("file", "a file, not a folder"),
        ("file/below", "cannot be written: Not a directory"),
        ("a" * 300, "cannot be written: File name too long"),
    ],
)
def test_a_place_where_no_folder_can_be_is_refused(tmp_path: Path, place: str, line: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunError, match=line):
        check_folder(tmp_path / place)


def test_the_manifest_says_what_a_gallery_shows_and_what_each_section_was_made_from(tmp_path: Path) -> None:
    write_page(small_page(), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["title"], manifest["summary"]) == ("Tea & dice", "What it says.")
    assert manifest["figure"] == {"file": "figures/dots.svg", "alt": "Two dots.", "caption": "The same as dots."}
    assert manifest["sources"] == [
        {"section": "One: two", "edition": "x 1", "strategies": ["greedy"] * 4, "games": 20000, "seed": 7,
         "what": "the chances"},
        {"section": "One: two", "edition": "x 1", "strategies": [], "games": 0, "seed": None, "what": ""},
    ]  # fmt: skip


def test_html_escapes_what_tables_say_and_figures_have_a_text(tmp_path: Path) -> None:
    write_page(small_page(), tmp_path)
    html = (tmp_path / "index.html").read_text()
    assert "&lt;a&gt; &amp; b" in html
    assert "<a> & b" not in html
    assert 'src="figures/dots.svg" alt="Two dots."' in html
    assert '<h2 id="one-two">One: two</h2>' in html


def test_html_needs_nothing_but_the_files_of_its_folder(full: Path) -> None:
    html = (full / "index.html").read_text()
    assert "http" not in html
    assert set(re.findall(r'(?:src|href)="([^"#]+)"', html)) <= set(files(full))
    inside = set(re.findall(r'href="#([^"]+)"|aria-labelledby="([^"]+)"', html))
    assert {first or second for first, second in inside} <= set(re.findall(r' id="([^"]+)"', html))


def test_cells_carry_the_number_they_are_sorted_by(full: Path) -> None:
    html = (full / "index.html").read_text()
    assert '<td class="right" data-value="0.1">10.0 % (9.0 to 11.0)</td>' in html
    assert '<td class="right" data-value="0.3333333333333333">1/3</td>' in html
    assert '<td class="right empty">–</td>' in html
    assert "<summary>All 75 rows of the table many</summary>" in html


def test_markdown_has_paragraphs_and_a_table_that_shows(tmp_path: Path) -> None:
    write_page(small_page(), tmp_path)
    lines = (tmp_path / "README.md").read_text().splitlines()
    assert lines[0] == "# Tea & dice"
    assert "First part, one line." in lines
    start = lines.index("| label | p1 |")
    assert lines[start + 1 : start + 4] == ["| --- | ---: |", r"| \<a> & b | 25.0 % |", "| c | 50.0 % |"]
    assert lines[start + 4 : start + 6] == [
        "",
        "*exact* · Two chances. [CSV](tables/small.csv) [Parquet](tables/small.parquet)",
    ]
    point = lines.index("- a point")
    assert lines[point - 1 : point + 3] == ["", "- a point", "- another, longer", ""]


def test_markdown_tables_survive_pipes_and_lines(tmp_path: Path) -> None:
    table = pd.DataFrame({"a|b": ["x | y\nz"]})
    write_page(Page("T", "S", [Section("A", [TableBlock("t", table, "C")])], {}, "c"), tmp_path)
    lines = (tmp_path / "README.md").read_text().splitlines()
    assert r"| a\|b |" in lines
    assert r"| x \| y z |" in lines


def test_the_end_of_a_page_says_what_each_section_was_made_from(tmp_path: Path) -> None:
    write_page(small_page(), tmp_path)
    lines = (tmp_path / "README.md").read_text().splitlines()
    end = lines[lines.index("## Where these numbers come from") :]
    assert end[2:6] == [
        "| section | what | strategies | games | seed | edition |",
        "| --- | --- | --- | ---: | ---: | --- |",
        "| One: two | the chances | 4 × greedy | 20,000 | 7 | x 1 |",
        "| One: two |  |  | exact |  | x 1 |",
    ]
    assert end[-1] == "- rebuild: `make report`"
    assert any(re.fullmatch(r"- libraries: numpy \S+, numba \S+, scipy \S+", line) for line in end)


def test_strategies_are_named_seat_by_seat_and_runs_of_one_together() -> None:
    assert Source("x", ["a", "b", "b", "a"], 1, 1).row("s")["strategies"] == "a, 2 × b, a"


def test_markdown_and_html_link_each_section(full: Path) -> None:
    assert "- [Long, wide & mixed](#long-wide--mixed)" in (full / "README.md").read_text()
    assert '<a href="#long-wide--mixed">Long, wide &amp; mixed</a>' in (full / "index.html").read_text()


def test_one_file_does_not_take_the_place_of_another(tmp_path: Path) -> None:
    block = TableBlock("t", pd.DataFrame({"x": [1]}), "C")
    page = Page("T", "S", [Section("A", [block, block])], {}, "c")
    with pytest.raises(RunError, match=r"^page 'T': 2 tables named 't': expected one$"):
        write_page(page, tmp_path)
    page = replace(page, sections=[Section("A", [Prose("x")]), Section("a", [Prose("y")])])
    with pytest.raises(RunError, match=r"^page 'T': 2 sections titled 'a': expected one$"):
        write_page(page, tmp_path)
    assert not files(tmp_path)
