"""The odds in a real browser: sorting and choosing, a citizen's page, by keyboard, without script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.conftest import Opened, picture, serious_faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

NARROW = [
    *("/odds", "/odds?sort=taken&order=down", "/odds?sort=p1", "/odds?sort=village"),
    *("/odds/snob-even", "/odds/fairy-2r2g", "/odds/apprentice-3r3b", "/odds/dragon-30"),
]
PLAYED = 120_000  # milliseconds for the games, which may have to be compiled first


def first(page: Page) -> str:
    return page.locator("table.odds tbody th a").first.inner_text()


def rows(page: Page) -> int:
    return page.locator("table.odds tbody tr").count()


def has(page: Page, what: str, count: int) -> None:
    """Wait until so many elements are there."""
    from playwright.sync_api import expect

    expect(page.locator(what)).to_have_count(count)


def headed(page: Page, name: str) -> None:
    """Wait until the page is about a citizen."""
    from playwright.sync_api import expect

    expect(page.locator("h1")).to_have_text(name)


def settled(page: Page, address: str) -> None:
    """Wait until the page is at an address: its end, as a regular expression."""
    page.wait_for_url(re.compile(address))


@pytest.mark.parametrize("width", [390, 1280])
def test_one_sorts_chooses_and_looks_at_a_citizen(visited: Opened, width: int) -> None:
    page = visited("/odds", width=width)
    assert rows(page) == 40
    page.locator("#sort-p3").click()
    settled(page, r"/odds\?sort=p3&order=down$")
    assert first(page) == "orc-2+2"  # 94.9 % with three rolls
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    picture(page, f"odds-{width}")
    page.locator("#village").select_option("forest")
    settled(page, r"village=forest")
    assert rows(page) == 10
    page.locator("label", has=page.locator("#rolls-1")).click()
    settled(page, r"rolls=1")
    page.locator("#sort-expected, #also-expected").locator("visible=true").click()
    settled(page, r"sort=expected")
    page.locator("table.odds tbody th a").nth(1).click()
    settled(page, r"/odds/[a-z].*sort=expected")
    here = page.locator("h1").inner_text()
    page.locator("#after").click()
    has(page, f"h1:not(:text-is('{here}'))", 1)
    picture(page, f"citizen-{width}")
    page.locator("#table").click()
    settled(page, r"/odds\?.*village=forest.*sort=expected")
    assert rows(page) == 10


def test_the_games_are_played_and_then_shown_without_asking_again(visited: Opened) -> None:
    page = visited("/odds/dwarf-4x6")
    page.locator("table.shares").wait_for(timeout=PLAYED)
    shown = page.locator("table.shares tbody tr").nth(1).inner_text().split()
    assert shown[:2] == ["then", "taken"]
    assert 43.0 < float(shown[2]) < 46.0  # 44.5 % of 16,384 games
    assert page.locator("[data-waiting]").count() == 0
    page.goto("/odds?sort=taken&order=down")
    assert page.locator("td.c-taken").first.inner_text().endswith("%")


@pytest.mark.parametrize("width", [390, 1280])
def test_reload_and_back_keep_the_state(visited: Opened, width: int) -> None:
    page = visited("/odds", width=width)
    page.locator("#citizen").select_option("dwarf")
    settled(page, r"citizen=dwarf")
    page.locator("#sort-points").click()
    settled(page, r"sort=points")
    page.reload()
    assert (rows(page), page.locator("#citizen").input_value()) == (8, "dwarf")
    assert first(page) in ("dwarf-5x1", "dwarf-5x6")
    page.go_back()
    settled(page, r"citizen=dwarf&rolls=3$")
    has(page, "[aria-sort]", 0)
    assert page.locator("#citizen").input_value() == "dwarf"
    page.go_back()
    has(page, "table.odds tbody tr", 40)
    page.go_forward()
    has(page, "table.odds tbody tr", 8)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_keyboard_alone_sorts_and_walks_and_keeps_its_place(visited: Opened, width: int) -> None:
    page = visited("/odds", width=width)
    tab_to(page, "sort-points")
    page.keyboard.press("Enter")
    settled(page, r"sort=points&order=down")
    has(page, "[aria-sort=descending] #sort-points:focus", 1)
    page.keyboard.press("Enter")
    settled(page, r"sort=points&order=up")
    has(page, "[aria-sort=ascending] #sort-points:focus", 1)
    page.goto("/odds/elf-4")
    tab_to(page, "after")
    page.keyboard.press("Enter")
    headed(page, "elf-5")
    assert page.evaluate("document.activeElement.id") == "after"
    page.keyboard.press("Enter")
    headed(page, "elf-6")


def tab_to(page: Page, name: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == name:
            shape = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert shape != "none"
            return
    raise AssertionError(f"Tab does not lead to {name}")


@pytest.mark.parametrize("width", [390, 1280])
def test_it_works_without_script(visited: Opened, width: int) -> None:
    page = visited("/odds", width=width, script=False)
    page.locator("#village").select_option("mine")
    page.locator("label", has=page.locator("#rolls-4")).click()
    page.get_by_role("button", name="Show").click()
    assert rows(page) == 8
    page.locator("#sort-expected").click()
    assert (rows(page), first(page)) == (8, "dwarf-3x1")
    page.get_by_role("link", name="dwarf-4x3").click()
    assert page.locator("h1").inner_text() == "dwarf-4x3"
    page.locator("#before").click()
    page.locator("#table").click()
    assert (rows(page), page.locator("#rolls-4").is_checked()) == (8, True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", ["/odds?sort=p3&order=down", "/odds?village=x&rolls=9", "/odds/dragon-28", "/odds/orc-2+2+2"]
)
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(visited: Opened, address: str, scheme: str, width: int) -> None:
    assert serious_faults(visited(address, width=width, scheme=scheme)) == []


@pytest.mark.parametrize("address", NARROW)
def test_nothing_reaches_past_a_narrow_screen_and_everything_is_large_enough_to_touch(
    visited: Opened, address: str
) -> None:
    page = visited(address, width=360)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = page.evaluate(
        """[...document.querySelectorAll("main a, main button, main select")].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 0 && box.height < 24 && getComputedStyle(one).display !== "inline";
        }).map((one) => one.outerHTML)"""
    )
    assert small == []
