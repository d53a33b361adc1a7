"""The advisor in a real browser: a whole turn by taps, by keyboard and without script, on a phone and on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from browser.conftest import Opened, picture, serious_faults

CITIZENS = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")
DISPLAY = ",".join(CITIZENS)
FULL = f"/?display={DISPLAY}&dice=1b,2g,3g,4g,5r,6g"
both_widths = pytest.mark.parametrize("width", [390, 1280])


def badges(page: Any) -> list[str]:
    return page.locator(".badge").all_inner_texts()


def tap(page: Any, place: int, face: str) -> None:
    """Tap a face of a die, and wait until the address says so."""
    page.locator(f'[id="face-{place}-{face}"]').click()
    page.wait_for_function(
        "([place, face]) => new URLSearchParams(location.search).get('dice')?.split(',')[place] === face",
        arg=[place, face],
    )
    page.locator(f'[id="face-{place}-{face}"][aria-pressed="true"]').wait_for()


def heading(page: Any) -> str:
    return page.locator("#advice").inner_text()


@both_widths
def test_a_whole_turn_by_taps(visited: Opened, width: int) -> None:
    page = visited("/", width=width)
    picture(page, f"advisor-empty-{width}")
    for place, citizen in enumerate(CITIZENS):
        page.locator(f"#citizen{place}").select_option(citizen)
        page.wait_for_function("one => location.search.includes(one)", arg=citizen)
    page.get_by_text("Before the first roll").wait_for()
    assert page.locator(".note strong").inner_text() == "4.32"
    for place, face in enumerate(("1b", "2g", "3g", "4g", "5r", "6g")):
        tap(page, place, face)
    assert heading(page) == "Keep 1 blue and roll 5"
    assert badges(page) == ["keep", *["roll"] * 5]
    picture(page, f"advisor-first-roll-{width}")
    page.get_by_role("button", name="I rolled the other 5").click()
    page.get_by_text("5 more dice to tap").wait_for()
    assert page.locator('input[name="left"]:checked').get_attribute("value") == "1"
    for place, face in enumerate(("1b", "1r", "2b", "1g", "6g"), start=1):
        tap(page, place, face)
    assert heading(page) == "Stop and take dwarf-3x1"
    assert badges(page) == ["keep"] * 6
    picture(page, f"advisor-second-roll-{width}")
    page.get_by_role("button", name="Taken: the citizen under mine").click()
    page.get_by_text("Choose the citizens").first.wait_for()
    assert [page.locator(f"#citizen{place}").input_value() for place in range(5)] == ["", *CITIZENS[:1], *CITIZENS[2:]]
    assert page.locator("#village1").input_value() == "3"


def test_taps_faster_than_answers_are_all_counted_and_a_second_tap_is_none(visited: Opened) -> None:
    page = visited(f"/?display={DISPLAY}", width=390)
    page.route("**/advise", lambda route: (page.wait_for_timeout(150), route.continue_()))
    for identifier in ("face-0-1b", "face-1-2g", "face-1-2g", "face-2-3g", "players-3"):
        page.evaluate("one => document.getElementById(one).click()", identifier)
    page.wait_for_url("**players=3**dice=1b,2g,3g,,,**")
    assert page.locator('.turn[aria-pressed="true"]').count() == 3


@pytest.mark.parametrize(
    ("focused", "taps", "came"),
    [
        ("left-2", ("roll-0", "face-5-1g"), "**left=1**dice=1b,,,,,1g**"),
        ("citizen4", ("taken-4", "face-0-6b"), "**display=,elf-4,dwarf-3x1,gnome-5red,orc-3&**dice=6b,,,,,**"),
    ],
)
def test_a_field_that_was_left_as_it_was_undoes_no_tap(
    visited: Opened, focused: str, taps: tuple[str, ...], came: str
) -> None:
    """Safari keeps the focus where it was when a button is tapped."""
    page = visited(FULL, width=390)
    page.route("**/advise", lambda route: (page.wait_for_timeout(150), route.continue_()))
    page.locator(f"#{focused}").focus()
    for identifier in taps:
        page.evaluate("one => document.getElementById(one).click()", identifier)
    page.wait_for_url(came)


def test_a_site_that_is_gone_is_said(visited: Opened) -> None:
    page = visited(f"/?display={DISPLAY}", width=390, gone_wrong=["Failed to load resource: net::ERR_FAILED"])
    page.route("**/advise", lambda route: route.abort())
    page.locator('[id="face-0-1b"]').click()
    page.get_by_text("The site does not answer: is it still served?").wait_for()
    page.unroute("**/advise")
    tap(page, 0, "1b")
    assert page.locator("#said").get_attribute("class") == "hide"


@both_widths
def test_reload_and_back_keep_the_state(visited: Opened, width: int) -> None:
    page = visited(f"/?display={DISPLAY}", width=width)
    tap(page, 0, "1b")
    tap(page, 1, "2g")
    page.reload()
    assert page.locator('[id="face-1-2g"]').get_attribute("aria-pressed") == "true"
    page.go_back()
    page.locator('[id="face-1-2g"][aria-pressed="false"]').wait_for()
    assert page.locator('[id="face-0-1b"]').get_attribute("aria-pressed") == "true"
    page.go_forward()
    page.locator('[id="face-1-2g"][aria-pressed="true"]').wait_for()


@both_widths
def test_a_turn_by_keyboard_alone(visited: Opened, width: int) -> None:
    page = visited(f"/?display={DISPLAY}", width=width)

    def reach(identifier: str) -> None:
        for _ in range(90):
            if page.evaluate("document.activeElement.id") == identifier:
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {identifier}")

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for place, face in enumerate(("1b", "2g", "3g", "4g", "5r", "6g")):
        reach(f"face-{place}-{face}")
        page.keyboard.press("Enter" if place % 2 else "Space")
        page.locator(f'[id="face-{place}-{face}"][aria-pressed="true"]').wait_for()
        assert page.evaluate("document.activeElement.id") == f"face-{place}-{face}"
    page.get_by_text("Keep 1 blue and roll 5").first.wait_for()
    assert page.locator("#said").inner_text() == "Keep 1 blue and roll 5"
    reach("roll-0")
    page.keyboard.press("Enter")
    page.get_by_text("5 more dice to tap").wait_for()
    assert page.evaluate("document.activeElement.id") == "dice"  # the button is gone: on to what comes next
    page.locator("#taken-2").press("Enter")
    page.get_by_text("Choose the citizens").first.wait_for()
    assert page.evaluate("document.activeElement.id") == "citizen0"


@both_widths
def test_a_turn_without_script(visited: Opened, width: int) -> None:
    page = visited("/", width=width, script=False)
    for place, citizen in enumerate(CITIZENS):
        page.locator(f"#citizen{place}").select_option(citizen)
    page.get_by_role("button", name="Show", exact=True).last.click()
    assert heading(page) == "Before the first roll"
    for place, face in enumerate(("1b", "2g", "3g", "4g", "5r", "6g")):
        page.locator(f'[id="face-{place}-{face}"]').click()
    assert heading(page) == "Keep 1 blue and roll 5"
    page.get_by_role("button", name="I rolled the other 5").click()
    assert heading(page) == "5 more dice to tap"
    assert "left=1" in page.url


def test_choosing_what_is_played_for_needs_no_button(visited: Opened) -> None:
    page = visited(FULL, width=390)
    page.locator("#situation summary").click()
    page.locator("#objective-far-sighted").check()
    page.locator("#ahead").fill("-3")
    page.locator("#ahead").press("Enter")
    page.wait_for_url("**ahead=-3**")
    assert page.locator("#situation").get_attribute("open") is not None
    page.locator("#rolls-4").check()
    page.wait_for_url("**rolls=4**")
    picture(page, "advisor-far-sighted-390")


@both_widths
def test_what_cannot_be_is_said_beside_the_field(visited: Opened, width: int) -> None:
    page = visited("/?display=elf-4,elf-4,zzz,orc-3,dragon-28&penalty=7&dice=1r", width=width)
    assert page.locator(".wrong").all_inner_texts() == [
        "elf-4 stands twice: there is one of each citizen",
        "edition haba-2017 has no citizen 'zzz'",
        "no penalty of '7': there are 1, 2, 3, 4",
        "this die has no 1 red: it has 1b 2g 3r 4r 5g 6b",
    ]
    assert serious_faults(page) == []
    picture(page, f"advisor-wrong-{width}")
    page.locator("#penalty-2").check()
    page.locator("#citizen1").select_option("dwarf-3x1")
    page.wait_for_function("() => document.querySelectorAll('.wrong').length === 2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("address", ["/", FULL, f"{FULL}&left=0", f"{FULL}&objective=far-sighted&rolls=4&players=5"])
def test_pages_are_fit_for_everybody(visited: Opened, address: str, width: int, scheme: str) -> None:
    page = visited(address, width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_faults(page) == []
    small = page.evaluate(
        "[...document.querySelectorAll('main button, main select, main summary, .choices label')].filter(one =>"
        " one.checkVisibility() && !one.classList.contains('hide')).map(one => one.getBoundingClientRect())"
        ".filter(box => box.width < 24 || box.height < 24).length"
    )
    assert small == 0
