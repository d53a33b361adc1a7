"""Tables sort by click and by keyboard, by the number and not by what is shown; without script they are still whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.conftest import Opened

# Of the table "mixed" of the sample page: names, points (missing in the last row), chances as fractions.
NINE, TEN, LONG = "nine", "ten", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def heading(page: Any, name: str) -> Any:
    return page.locator("#table-mixed").get_by_role("button", name=name)


def order(page: Any) -> list[str]:
    return page.locator("#table-mixed tbody tr td:first-child").all_text_contents()


def sorted_by(page: Any, name: str) -> str | None:
    return heading(page, name).locator("..").get_attribute("aria-sort")


def test_a_click_sorts_numbers_downwards_and_another_upwards(sample: Path, opened: Opened) -> None:
    page = opened(sample)
    assert order(page) == [NINE, TEN, LONG]
    assert sorted_by(page, "chance") is None
    heading(page, "chance").click()
    assert (order(page), sorted_by(page, "chance")) == ([TEN, NINE, LONG], "descending")
    heading(page, "chance").click()
    assert (order(page), sorted_by(page, "chance")) == ([LONG, NINE, TEN], "ascending")


def test_what_is_missing_stays_at_the_end(sample: Path, opened: Opened) -> None:
    page = opened(sample)
    heading(page, "points").click()
    assert order(page) == [TEN, NINE, LONG]
    heading(page, "points").click()
    assert order(page) == [NINE, TEN, LONG]


def test_only_one_heading_says_that_the_table_is_sorted_by_it(sample: Path, opened: Opened) -> None:
    page = opened(sample)
    heading(page, "points").click()
    heading(page, "of").click()
    assert (sorted_by(page, "points"), sorted_by(page, "of")) == (None, "ascending")
    assert order(page) == [LONG, NINE, TEN]


def test_the_keyboard_sorts_too(sample: Path, opened: Opened) -> None:
    page = opened(sample)
    heading(page, "of").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "chance"
    page.keyboard.press("Enter")
    assert (order(page), sorted_by(page, "chance")) == ([TEN, NINE, LONG], "descending")
    page.keyboard.press("Space")
    assert (order(page), sorted_by(page, "chance")) == ([LONG, NINE, TEN], "ascending")


def test_intervals_are_sorted_by_the_estimate(sample: Path, opened: Opened) -> None:
    page = opened(sample)
    page.locator("#table-many summary").press("Enter")
    page.locator("#table-many").get_by_role("button", name="share").click()
    rows = page.locator("#table-many tbody tr")
    assert rows.count() == 75
    assert rows.first.all_inner_texts() == ["citizen-74\t20.0 % (19.0 to 21.0)"]
    page.locator("#table-many").get_by_role("button", name="citizen").click()
    assert rows.nth(9).all_inner_texts() == ["citizen-9\t11.2 % (10.2 to 12.2)"]


def test_a_wide_table_scrolls_by_keyboard_in_a_place_of_its_own(sample: Path, opened: Opened) -> None:
    page = opened(sample, width=390)
    region = page.locator("#table-wide .scroll")
    region.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('#table-wide .scroll').scrollLeft > 0")
    assert page.evaluate("window.scrollX") == 0


def test_without_script_the_page_is_whole(sample: Path, opened: Opened) -> None:
    page = opened(sample, script=False)
    assert page.locator("th button").count() == 0
    assert order(page) == [NINE, TEN, LONG]
    page.locator("#table-many summary").click()
    assert page.locator("#table-many tbody tr").last.is_visible()
