"""The gallery shows every report with its picture and its summary, from the manifests alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from reporting.sample_pages import small_page

from kingdice.errors import RunError
from kingdice.reporting.gallery import pictures, write_gallery
from kingdice.reporting.page import write_page


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Two reports, one of them without a figure, and a folder that is none."""
    page = small_page()
    write_page(page, tmp_path / "tea")
    write_page(replace(page, title="Bare", sections=[]), tmp_path / "bare")
    (tmp_path / "other").mkdir()
    return tmp_path


def test_reports_come_by_name_unless_an_order_is_given(reports: Path) -> None:
    assert [one.folder for one in pictures(reports)] == ["bare", "tea"]
    assert [one.folder for one in pictures(reports, ["tea"])] == ["tea", "bare"]


def test_each_report_has_its_title_summary_and_picture(reports: Path) -> None:
    write_gallery(reports)
    markdown = (reports / "README.md").read_text()
    assert "## [Tea & dice](tea/README.md)\n\n[![Two dots.](tea/figures/dots.svg)](tea/README.md)\n" in markdown
    assert "## [Bare](bare/README.md)\n\nWhat it says.\n" in markdown
    html = (reports / "index.html").read_text()
    assert '<a href="tea/index.html">Tea &amp; dice</a>' in html
    assert '<img src="tea/figures/dots.svg" alt="Two dots.">' in html
    assert html.count("<img") == 1


def test_the_same_reports_give_the_same_gallery(reports: Path) -> None:
    write_gallery(reports)
    first = (reports / "index.html").read_bytes(), (reports / "README.md").read_bytes()
    write_gallery(reports)
    assert first == ((reports / "index.html").read_bytes(), (reports / "README.md").read_bytes())


def test_what_is_no_report_is_said(reports: Path) -> None:
    with pytest.raises(RunError, match=r"there is no report coffee: expected one of bare, tea$"):
        write_gallery(reports, order=["coffee"])
    (reports / "other" / "manifest.json").write_text("[]")
    with pytest.raises(RunError, match=r"other/manifest.json: is not the manifest of a report"):
        write_gallery(reports)
