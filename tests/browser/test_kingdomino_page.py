"""A kingdom in a real browser: tapped together, scored, with a domino laid, by keyboard, and without script."""

from __future__ import annotations

from typing import Any

import pytest
from browser.conftest import Opened, picture, serious_faults

LARGE = "w0w0w0w0m2/w0m1m3m2m2/w1m0**s0s0/w0w0w1s1g0/s2s1s0s2g0"
HALF = "......l0../..w0w0l1../....**l0../....f1f0../......w0m1"
both_widths = pytest.mark.parametrize("width", [390, 1280])


def tap(page: Any, brush: str, *squares: str) -> None:
    page.locator(f"#brush-{brush}").check()
    for square in squares:
        label = page.locator(f'[id="square-{square}"]').get_attribute("aria-label")
        page.locator(f'[id="square-{square}"]').click()
        page.wait_for_function(
            "([id, before]) => document.getElementById(id).getAttribute('aria-label') !== before",
            arg=[f"square-{square}", label],
        )


def until(page: Any, words: str, *, there: bool = True) -> None:
    """Wait until the address has words in it, or has not."""
    page.wait_for_url(lambda now: (words in now) == there)


def total(page: Any) -> str:
    return page.locator("#points").inner_text()


@both_widths
@pytest.mark.parametrize("script", [True, False])
def test_a_kingdom_is_tapped_together_and_a_domino_laid(visited: Opened, width: int, script: bool) -> None:
    page = visited("/kingdomino", width=width, script=script)

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).first.click()

    page.locator("#brush-w1").check()
    press("row 3, column 4: free")
    until(page, "kingdom=")
    page.locator("#brush-f0").check()
    press("row 3, column 5: free")
    page.get_by_role("button", name="row 3, column 5: forest").wait_for()
    assert total(page) == "1 point"
    assert "dominoes 19 can be laid in this order" in page.locator("main").inner_text()
    page.locator("#middle-middle").check()
    if not script:
        press("Show")
    until(page, "variants=middle")
    assert total(page) == "11 points"
    page.locator("#next").select_option("1")
    if not script:
        press("Show")
    until(page, "next=1")
    assert page.locator(".square.new").count() == 2
    picture(page, f"kingdomino-next-{width}{'' if script else '-no-script'}")
    address = page.url
    page.reload()
    assert (page.url, page.locator(".square.new").count(), total(page)) == (address, 2, "11 points")
    press("Lay it here")
    until(page, "next=", there=False)
    assert total(page) == "13 points"
    page.go_back()
    until(page, "next=1")
    page.locator(".square.new").first.wait_for()
    assert total(page) == "11 points"


def test_taps_build_the_largest_kingdom(visited: Opened) -> None:
    page = visited("/kingdomino?variants=middle,harmony", width=390)
    squares: dict[str, list[str]] = {}
    for row, line in enumerate(LARGE.split("/"), start=1):
        for column in range(1, 6):
            squares.setdefault(line[2 * column - 2 : 2 * column], []).append(f"{row}.{column}")
    for brush, places in squares.items():
        if brush not in ("**", "m0"):
            tap(page, brush, *places)
    tap(page, "m0", *squares["m0"])
    assert total(page) == "135 points"
    assert "dominoes 22 23 38 40 1 43 44 39 46 47 45 48 can be laid" in page.locator("main").inner_text()
    picture(page, "kingdomino-large-390")


def test_a_brush_chosen_while_an_answer_is_awaited_paints_the_next_square(visited: Opened) -> None:
    page = visited("/kingdomino", width=390)
    held: list[Any] = []
    page.route("**/kingdomino", lambda route: held.append(route), times=1)
    for identifier in ("brush-w1", "square-1.1"):
        page.evaluate("one => document.getElementById(one).click()", identifier)
    while not held:
        page.wait_for_timeout(20)
    for identifier in ("brush-f0", "square-1.2"):
        page.evaluate("one => document.getElementById(one).click()", identifier)
    held[0].continue_()
    page.wait_for_url("**kingdom=w1f0**")


def test_a_place_on_the_same_page_is_not_asked_for_again(visited: Opened) -> None:
    page = visited("/kingdomino?kingdom=....w0w0../....**", width=390)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/kingdomino?" in request.url else None)
    page.locator("a.total").evaluate("one => one.click()")
    page.wait_for_url("**#points")
    page.wait_for_timeout(300)
    assert asked == []


def test_a_kingdom_can_be_built_by_keyboard(visited: Opened) -> None:
    page = visited("/kingdomino", width=1280)
    page.locator("#brush-w0").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert page.locator("#brush-l0").is_checked()
    assert "kingdom=" not in page.url  # choosing a brush asks for nothing
    for _ in range(9):  # past the first row and the first three of the second
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "square-2.4"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="row 2, column 4: lake").wait_for()
    assert page.evaluate("document.activeElement.id") == "square-2.4"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="row 2, column 4: free").wait_for()
    page.locator("#next").focus()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.locator("#lay-1").wait_for()
    page.locator("#lay-1").focus()
    page.keyboard.press("Enter")
    until(page, "next=", there=False)
    assert page.evaluate("document.activeElement.id") == "next"  # the button is gone


def test_other_places_are_shown_where_they_are(visited: Opened) -> None:
    page = visited(f"/kingdomino?kingdom={HALF}&next=42&variants=middle", width=390)
    first = page.locator(".square.new").evaluate_all("all => all.map(one => one.id)")
    page.locator("#look-2").click()
    until(page, "place=2")
    page.wait_for_function("document.activeElement.id === 'lay-2'")
    assert page.locator(".square.new").evaluate_all("all => all.map(one => one.id)") != first
    page.go_back()
    page.locator("#look-2").wait_for()
    assert page.locator(".square.new").evaluate_all("all => all.map(one => one.id)") == first


def test_a_text_is_pasted_and_what_is_wrong_with_one_is_said_beside_it(visited: Opened) -> None:
    page = visited("/kingdomino", width=390)
    page.locator("#text").fill("** w9")
    page.locator("#read").click()
    page.locator("#text-wrong").wait_for()
    assert page.locator("#text").input_value() == "** w9"
    page.locator("#text").fill(LARGE.replace("/", "\n"))
    page.locator("#read").click()
    page.get_by_role("button", name="row 2, column 3: mine, 3 crowns").wait_for()
    assert total(page) == "120 points"


@pytest.mark.parametrize(
    "query",
    [
        "",
        f"kingdom={HALF}&next=42&variants=middle,harmony&brush=g2",
        "kingdom=m3**m3/w0w0w0l0&variants=midle&next=77&brush=zz&text=w9",
        "variants=middle,mighty-duel&next=48&kingdom=w0 w0 f0 f0 f1 l0/w1 ** f0 g0 l1 l0/l0 l0 s0 g2 m1 w0",
    ],
)
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (390, "light"), (1280, "light"), (1280, "dark")])
def test_axe_finds_no_serious_fault_and_nothing_is_too_wide(
    visited: Opened, query: str, width: int, scheme: str
) -> None:
    page = visited(f"/kingdomino?{query}", width=width, scheme=scheme)
    assert serious_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator("main button:visible, main a:visible").evaluate_all(
        "all => all.filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 24).map(one => one.outerHTML)"
    )
    assert small == []
    picture(page, f"kingdomino-{len(query)}-{width}-{scheme}")
