"""The odds pages show what `kingdice odds` prints, in the order and for the citizens that an address asks for."""

from __future__ import annotations

import contextlib
import html
import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from web.asking import ask
from web.test_in_play import WITHIN, answering, python

from kingdice.cli.main import run
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.edition import edition_of_text
from kingdice.web import odds_pages
from kingdice.web.in_play import InPlay
from kingdice.web.site import Site, make_site

NONE = Path("there-are-no-reports")


@pytest.fixture(scope="module")
def odds(edition: Edition) -> Any:
    """The site for haba-2017, where no games are played."""
    return make_site(edition, NONE, games=0)


def printed(*words: str) -> list[dict[str, Any]]:
    """The rows of `kingdice odds`."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert run(["odds", "--format", "json", *words]) == 0
    return json.loads(out.getvalue())


def table(text: str) -> list[list[str]]:
    """The cells of a page's only table of citizens, as they read; the first is the citizen's id."""
    body = re.search(r'<table class="odds.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert body
    rows = []
    for row in re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        link = re.search(r"<a [^>]*>(.*?)</a>", cells[0], re.DOTALL)
        assert link
        rows.append([html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in [link[1], *cells[1:]]])
    return rows


def ids(text: str) -> list[str]:
    return [row[0] for row in table(text)]


def as_shown(row: dict[str, Any]) -> list[str]:
    """A printed row as the page has it: one decimal of a per cent, two of points."""
    chances = [f"{100 * row[f'p{rolls}']:.1f} %" for rolls in (1, 2, 3, 4)]
    points = str(row["points"]).replace("-", "−")
    return [row["id"], row["village"], points, *chances, f"{row['expected_points']:.2f}"]


@pytest.mark.parametrize("rolls", [1, 2, 3, 4])
def test_the_table_shows_what_the_command_prints(odds: Any, rolls: int) -> None:
    answer = ask(odds, f"/odds?rolls={rolls}")
    assert answer.status == 200
    assert table(answer.text) == [as_shown(row) for row in printed("--rolls", str(rolls))]


@pytest.mark.parametrize(("sort", "column"), [("p1", "p1"), ("p4", "p4"), ("expected", "expected_points")])
@pytest.mark.parametrize("order", ["up", "down"])
def test_rows_are_sorted_by_the_number_and_equals_stay_in_place(odds: Any, sort: str, column: str, order: str) -> None:
    rows = printed("--rolls", "2")
    rows.sort(key=lambda row: round(row[column], 9), reverse=order == "down")
    text = ask(odds, f"/odds?rolls=2&sort={sort}&order={order}").text
    assert ids(text) == [row["id"] for row in rows]
    assert text.count("aria-sort") == 1
    direction = "ascending" if order == "up" else "descending"
    assert re.search(rf'aria-sort="{direction}">\s*<a id="sort-{sort}"', text)


def test_names_and_villages_are_sorted_as_words_and_those_without_a_village_stand_last(odds: Any) -> None:
    assert ids(ask(odds, "/odds?sort=citizen").text)[:3] == ["apprentice-2r2g2b", "apprentice-3r3b", "dragon-25"]
    by_village = ids(ask(odds, "/odds?sort=village&order=down").text)
    assert by_village[0] == "gnome-3green"
    assert by_village[-4:] == ["hypnotist", "dragon-25", "dragon-28", "dragon-30"]


def test_a_heading_sorts_the_greatest_first_and_then_the_other_way_round(odds: Any) -> None:
    link = '<a id="sort-p3" href="{}" data-live>'
    text = ask(odds, "/odds?village=mine").text
    assert link.format("/odds?village=mine&amp;sort=p3&amp;order=down") in text
    text = ask(odds, "/odds?village=mine&sort=p3&order=down").text
    assert link.format("/odds?village=mine&amp;sort=p3&amp;order=up") in text


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("village=city", ["snob-even", "snob-odd", "elf-4", "elf-5", "elf-6"]),
        ("village=none", ["hypnotist", "dragon-25", "dragon-28", "dragon-30"]),
        ("citizen=elf", ["elf-4", "elf-5", "elf-6"]),
        ("village=city&citizen=snob&rolls=1&sort=p1", ["snob-even", "snob-odd"]),
        ("village=orc+village&citizen=orc&sort=points&order=down", ["orc-4+2", "orc-5", "orc-2+2+2", "orc-3+2"]),
    ],
)
def test_villages_and_types_of_citizens_are_chosen(odds: Any, query: str, expected: list[str]) -> None:
    found = ids(ask(odds, f"/odds?{query}").text)
    assert found[: len(expected)] == expected
    assert len(found) == len(expected) or "orc" in query


def test_a_choice_that_nobody_meets_says_so(odds: Any) -> None:
    text = ask(odds, "/odds?village=city&citizen=orc").text
    assert "No citizen of this edition is both." in text
    assert "<table" not in text


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("village", "mien", "there is no village 'mien'; did you mean 'mine'?"),
        ("citizen", "<b>elf", "there is no citizen called '<b>elf'; did you mean 'elf'?"),
        ("rolls", "0", "expected 1 to 4 rolls, not '0'"),
        ("rolls", "4.0", "expected 1 to 4 rolls, not '4.0'"),
        ("rolls", "٣", "expected 1 to 4 rolls, not '٣'"),
        ("sort", "p5", "there is no column 'p5'"),
        ("sort", "expectd", "there is no column 'expectd'; did you mean 'expected'?"),
        ("order", "sideways", "order is up or down, not 'sideways'"),
        ("village", "x" * 5000, "there is no village '" + "x" * 40 + "…'"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_the_rest_is_shown(
    odds: Any, field: str, value: str, said: str
) -> None:
    answer = ask(odds, "/odds?" + urlencode({"citizen": "elf", "sort": "citizen"} | {field: value}))
    assert answer.status == 200
    complaint = re.search(rf'<p class="wrong" id="{field}-wrong">(.*?)</p>', answer.text)
    assert complaint
    assert html.unescape(complaint[1]) == said
    if field in ("village", "citizen", "rolls"):
        assert f'aria-invalid="true" aria-describedby="{field}-wrong"' in answer.text
    assert len(ids(answer.text)) == (40 if field == "citizen" else 3)


def test_every_link_of_these_pages_leads_somewhere(odds: Any) -> None:
    seen: set[str] = set()
    for address in ("/odds", "/odds?village=orc+village&rolls=2&sort=p1&order=down", "/odds/orc-2+2?rolls=2&sort=p1"):
        text = ask(odds, address).text
        seen |= {html.unescape(link) for link in re.findall(r'href="(/odds[^"]*)"', text)}
    assert len(seen) > 60
    for link in sorted(seen)[::3]:  # of each kind some
        assert ask(odds, link).status == 200, link


@settings(max_examples=50)
@given(
    st.dictionaries(
        st.sampled_from(["village", "citizen", "rolls", "sort", "order", "x"]),
        st.one_of(
            st.text(max_size=12), st.sampled_from(["<q>", '"x', "mine", "2", "p3", "taken", "down", "\x00", "none"])
        ),
    ),
    st.one_of(st.just(""), st.sampled_from(["/elf-4", "/elf-44", "/%3Cq%3E", "/%00", "/%ff", "/..%2f", "/orc-2+2"])),
)
def test_no_address_is_a_fault_and_nothing_comes_back_as_it_is(asked: dict[str, str], path: str) -> None:
    answer = ask(SITE, f"/odds{path}?{urlencode(asked)}")
    assert answer.status in (200, 307, 404)  # 307: the same address without its last slash
    assert "<q>" not in answer.text
    assert '"x"' not in answer.text


SITE = make_site(load_edition(), NONE, games=0)
HOSTILE = """
name = "hostile"
title = "<script>alert(1)</script>"
players = [2, 3]
[rules]
rolls = 5
[[dice]]
name = "words"
copies = 3
faces = ["sword", "sword", "shield", "1000000 red", "blank"]
[[penalties]]
points = -2
copies = 5
[[villages]]
name = "none"
values = [3]
[[villages]]
name = "\\"><img src=x>"
values = [1, 1, 2]
[[citizens]]
id = "a"
citizen = "<b>'knight'</b>"
village = "\\"><img src=x>"
points = -3
needs = "2 sword or no shield"
source = "<i>hearsay</i>"
[[citizens]]
id = "b"
citizen = "x&y"
village = "none"
points = "X"
needs = "one 1000000s"
effect = "fairy"
[[citizens]]
id = "c+c"
citizen = "x&y"
points = 4
needs = "exactly 2 sword and not (sum > 5 or 3 of one colour)"
effect = "given away"
"""


def test_an_edition_of_ones_own_is_shown_and_none_of_its_words_is_markup() -> None:
    own = edition_of_text("own", HOSTILE)
    app = make_site(own, NONE, games=0)
    pages = ["/odds", "/odds?village=none", "/odds?village=none-", "/odds?citizen=x%26y&rolls=5", "/odds/a", "/odds/b"]
    texts = {address: ask(app, address) for address in [*pages, "/odds/c+c?village=%22%3E%3Cimg+src%3Dx%3E&rolls=1"]}
    for address, answer in texts.items():
        assert answer.status == 200, address
        for markup in ("<script>a", "<img", "<b>'", "<i>h", "style="):
            assert markup not in answer.text, address
    assert ids(texts["/odds"].text) == ["a", "b", "c+c"]
    assert ids(texts["/odds?village=none"].text) == ["b"]
    assert ids(texts["/odds?village=none-"].text) == ["c+c"]
    assert len(table(texts["/odds"].text)[0]) == 3 + 5 + 1  # a turn of five rolls: five chances
    assert "sword" in texts["/odds/a"].text


def test_sixty_four_citizens_of_no_village_fill_a_table() -> None:
    cards = "".join(
        f'[[citizens]]\nid = "c{number}"\ncitizen = "one"\npoints = {number}\nneeds = "sum >= {number % 10 + 2}"\n'
        for number in range(64)
    )
    text = 'name = "many"\n[[dice]]\nname = "d"\ncopies = 2\nfaces = [1, 2, 3, 4, 5, 6]\n'
    text += '[[villages]]\nname = "v"\nvalues = [1]\n[[penalties]]\npoints = -1\n' + cards
    app = make_site(edition_of_text("many", text), NONE, games=0)
    assert ids(ask(app, "/odds?sort=points&order=down").text) == [f"c{number}" for number in range(63, -1, -1)]


def with_games(edition: Edition, command: tuple[str, ...]) -> tuple[Any, InPlay]:
    """These pages alone, where another command plays."""
    in_play = InPlay(edition, command=command)
    return Starlette(routes=odds_pages.routes(Site(edition, NONE), in_play)), in_play


def test_takings_come_once_the_games_are_played_and_sort_the_table(edition: Edition) -> None:
    app, in_play = with_games(edition, answering(edition))
    first = ask(app, "/odds")
    assert "16,384 games are being played" in first.text
    assert table(first.text)[0][-1] == "…"
    in_play.wait(WITHIN)
    later = ask(app, "/odds?sort=taken&order=down").text
    assert "are being played" not in later
    assert table(later)[0][-1] == "25.0 %"
    assert "intervals reach 12.5 points" in later
    assert "16,384 games of 4 players, each playing best-bet" in later
    assert "seed 1, edition haba-2017" in later


def test_games_that_failed_are_one_line_with_a_button_that_plays_them_again(edition: Edition) -> None:
    app, in_play = with_games(edition, python('print(\'{"wrong": "<b>no dice</b>"}\')'))
    ask(app, "/odds/elf-4")
    in_play.wait(WITHIN)
    for address in ("/odds?rolls=2", "/odds/elf-4?rolls=2"):
        text = ask(app, address).text
        assert "is not known: &lt;b&gt;no dice&lt;/b&gt;" in text
        assert f'method="post" action="{address}"' in text
    in_play._command = answering(edition)
    again = ask(app, address, form={})
    assert (again.status, again.headers["location"]) == (303, address)
    in_play.wait(WITHIN)
    assert "25.0 %" in ask(app, address).text


def test_a_post_about_an_unknown_citizen_leads_to_the_table(odds: Any) -> None:
    answer = ask(odds, "/odds/%2F%2Fevil.example?rolls=2", form={})
    assert (answer.status, answer.headers.get("location")) in ((303, "/odds?rolls=2"), (404, None))
