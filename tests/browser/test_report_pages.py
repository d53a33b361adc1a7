"""Reports as the site serves them: with their looks, figures and tables that sort, and a way back."""

from __future__ import annotations

import pytest
from browser.conftest import Opened, picture, serious_faults

REPORTS = ["optimal-solitaire", "balance-king-of-dice"]
SHOWN = "Promise.all([...document.images].map(one => one.decode().then(() => one.naturalWidth > 0, () => false)))"


@pytest.mark.parametrize("width", [390, 1280])
def test_from_the_gallery_to_a_report_and_back_with_reload(visited: Opened, width: int) -> None:
    page = visited("/reports/", width=width)
    page.evaluate("document.querySelectorAll('img').forEach(one => { one.loading = 'eager'; })")
    assert page.evaluate(SHOWN) == [True] * page.locator(".reports li").count()
    picture(page, f"reports-{width}")
    page.get_by_role("link", name="Yahtzee and Yatzy alone").click()
    assert page.url.endswith("/reports/optimal-solitaire/")
    assert page.locator("h1").text_content() == "Yahtzee and Yatzy alone, played as well as can be"
    page.reload()
    assert page.locator("h1").is_visible()
    page.go_back()
    assert page.url.endswith("/reports/")
    page.go_forward()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Reports").click()
    assert page.url.endswith("/reports/")


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("width", [390, 1280])
def test_a_report_has_its_looks_and_figures_and_its_tables_sort(visited: Opened, report: str, width: int) -> None:
    page = visited(f"/reports/{report}/", width=width)
    assert page.evaluate(SHOWN) == [True] * page.locator("img").count()
    assert page.locator("img").count() > 2
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).borderRadius") == "8px"
    menu, title = page.locator(".site-menu").bounding_box(), page.locator("h1").bounding_box()
    assert menu is not None
    assert title is not None
    assert menu["y"] == 0
    assert menu["y"] + menu["height"] <= title["y"]
    heading = page.locator("table.sortable:visible th:visible").first
    heading.get_by_role("button").press("Enter")
    assert heading.get_attribute("aria-sort") in ("ascending", "descending")
    picture(page, f"report-{report}-{width}")


@pytest.mark.parametrize("address", ["/reports/", *(f"/reports/{one}/" for one in REPORTS)])
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_nothing_is_wider_than_the_screen_and_axe_finds_no_serious_fault(
    visited: Opened, address: str, width: int, scheme: str
) -> None:
    page = visited(address, width=width, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_faults(page) == []


def test_a_figure_opens_by_itself_and_says_no_error_when_it_is_asked_for_again(visited: Opened) -> None:
    page = visited("/reports/optimal-solitaire/figures/scores.svg")
    page.reload()
    assert page.evaluate("document.documentElement.tagName") == "svg"


def test_by_keyboard_alone(visited: Opened) -> None:
    page = visited("/reports/", width=390)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip the menu"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_function("word => document.querySelector('h1').textContent === word", arg=first, timeout=5000)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip the contents"


@pytest.mark.parametrize("address", ["/reports/", "/reports/optimal-solitaire/"])
def test_without_script_all_of_it_is_there(visited: Opened, address: str) -> None:
    page = visited(address, script=False)
    assert page.locator("h1").is_visible()
    assert page.locator("img").count() > 2
    page.get_by_role("link", name="Odds").first.click()
    assert page.url.endswith("/odds")
