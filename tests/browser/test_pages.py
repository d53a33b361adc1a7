"""Every page opens from disk on a wide and a narrow screen, in light and dark, and is fit for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.conftest import Opened

REPORTS = Path(__file__).parents[2] / "reports"
PAGES = [
    "every kind of block",
    "gallery",
    *(str(one.relative_to(REPORTS)) for one in sorted(REPORTS.glob("**/index.html"))),
]

WHOLE = """[...document.images].map(one => one.decode().then(() => one.naturalWidth > 0, () => false))"""


@pytest.fixture
def file(request: pytest.FixtureRequest, sample: Path) -> Path:
    own = {PAGES[0]: sample, PAGES[1]: sample.parents[1] / "index.html"}
    return own.get(request.param, REPORTS / request.param)


every_page = pytest.mark.parametrize("file", PAGES, indirect=True)


@every_page
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_screen_and_every_figure_shows(
    file: Path, width: int, scheme: str, opened: Opened
) -> None:
    page = opened(file, width=width, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(f"Promise.all({WHOLE})") == [True] * page.locator("img").count()


@every_page
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_no_serious_fault(file: Path, width: int, scheme: str, opened: Opened) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(file, width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    found = Axe().run(page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert [(one["id"], one["nodes"][0]["html"]) for one in serious] == []


@every_page
def test_every_link_within_the_folder_leads_somewhere(file: Path, opened: Opened) -> None:
    page = opened(file)
    for target in page.evaluate("[...document.querySelectorAll('a')].map(one => one.getAttribute('href'))"):
        name, _, anchor = target.partition("#")
        assert (file.parent / name).exists(), target
        if anchor:
            assert page.evaluate("name => document.getElementById(name) !== null", anchor), target
