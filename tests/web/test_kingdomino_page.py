"""The page about a kingdom: what it scores, what a tap does, and what its address holds."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web.asking import ask

from kingdice.cli.main import run
from kingdice.games.kingdomino.dominoes import Half, domino
from kingdice.games.kingdomino.drawing import FILLS
from kingdice.games.kingdomino.kingdom import Kingdom, Square
from kingdice.web.kingdom_state import grid_text, read_asked
from kingdice.web.static_files import FOLDER

FRESH = "........../........../....**..../........../.........."
LARGE = "w0w0w0w0m2/w0m1m3m2m2/w1m0**s0s0/w0w0w1s1g0/s2s1s0s2g0"
STUBBORN = "l0w0l0f0w0w1f0/f0w0w0l0f0l0l0/f0l1w0f0f1l0w0/w1w0w0**l1f0w0/l0w0w0f1f0l1w0/l0f0f0w0f0w0f1/w0l0w0l1f0f0w1"
SQUARES = ["w0", "w1", "f0", "f1", "l0", "l1", "g0", "g1", "g2", "s0", "s1", "s2", "m0", "m1", "m2", "m3"]


def shown(app: Any, **fields: str) -> str:
    answer = ask(app, f"/kingdomino?{urlencode(fields)}")
    assert answer.status == 200
    return answer.text


def led_to(app: Any, **form: str) -> dict[str, str]:
    """The fields of the address that a posted form leads to."""
    answer = ask(app, "/kingdomino", form=form)
    assert answer.status == 303
    return {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}


def words(html: str) -> str:
    """What is to be read, with single blanks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def part(page: str, name: str) -> str:
    return re.search(rf'<section aria-labelledby="{name}".*?</section>', page, re.DOTALL)[0]


def labels(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="square" value="([\d.]+)" [^>]*aria-label="([^"]*)"', page))


def amiss(page: str) -> set[str]:
    return set(re.findall(r'value="([\d.]+)" id="square-[\d.]+" class="[^"]*amiss', page))


# the score


def told_by_command(text: str, variants: str, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """What `kingdice score` says, as JSON and in words."""
    (folder / "mine.txt").write_text(text)
    said = []
    for how in ("json", "table"):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            run(["score", "kingdomino", str(folder / "mine.txt"), "--variants", variants, "--format", how])
        said.append(out.getvalue())
    return json.loads(said[0]), said[1].splitlines()


def kingdoms() -> Iterator[tuple[str, str]]:
    """Kingdoms that can exist and such that cannot, as the page writes them, with rules."""
    chance = random.Random(5)
    rules = ["standard", "middle", "middle-of-box,harmony", "middle,harmony", "mighty-duel,middle"]
    yield LARGE, "middle,harmony"
    yield LARGE, "standard"
    for turn in range(10):
        size = 7 if "duel" in rules[turn % 5] else 5
        kingdom = Kingdom(size)
        for number in chance.sample(range(1, 49), chance.randrange(2, 25)):
            if ways := kingdom.placements(domino(number)):
                kingdom = kingdom.place(domino(number), chance.choice(ways))
        top, _, left, _ = kingdom.box
        squares = {(row - top + 1, column - left + 1): square for (row, column), square in kingdom.squares.items()}
        if turn >= 5:
            squares[chance.choice(sorted(squares))] = Square(Half("mine", 3), 0)
        lines = [
            "".join(
                "**" if (row, column) == (1 - top, 1 - left) else _written(squares.get((row, column)))
                for column in range(1, size + 1)
            )
            for row in range(1, size + 1)
        ]
        yield "/".join(lines), rules[turn % 5]


def _written(square: Square | None) -> str:
    return f"{square.half.terrain[0]}{square.half.crowns}" if square else ".."


@pytest.mark.parametrize(("text", "variants"), list(kingdoms()))
def test_numbers_and_words_are_those_of_the_command_line(app, text, variants, tmp_path):
    page = shown(app, kingdom=text, variants=variants)
    expected, lines = told_by_command(text, variants, tmp_path)
    points, exists = part(page, "points"), words(part(page, "exists"))
    assert f'<h2 id="points">{expected["points"]} points</h2>' in points
    rows = re.findall(r"<tr(?: class=\"none\")?><td.*?</tr>", points.split("<tfoot>")[0], re.DOTALL)
    found = [re.findall(r">([^<>]+)</td>", row)[-4:] for row in rows]
    assert [[*map(str.strip, row)][-4:] for row in found] == [
        [one["terrain"], str(one["squares"]), str(one["crowns"]), str(one["points"])] for one in expected["properties"]
    ]
    assert words(points).count(f"All properties {expected['property_points']}") == 1
    for name in ("Middle Kingdom", "Harmony"):
        said = next(line for line in lines if line.startswith(f"{name}: ")).split(": ", 1)[1]
        said = re.sub(r"\(--variants [a-z-]+\)", "(it is not played)", said)
        assert f"{name} {said}" in words(points)
    assert [unescape(one) for one in re.findall(r"<li>(.*?)</li>", part(page, "exists"))] == expected["wrong"]
    if expected["order"]:
        assert f"dominoes {' '.join(map(str, expected['order']))} can be laid in this order" in exists
    marks = {f"{row}.{column}" for one in expected["properties"] if one["points"] for row, column in one["cells"]}
    assert {at for at, label in labels(page).items() if "property" in label} == marks


def test_every_square_says_what_it_is(app):
    said = labels(shown(app, kingdom=LARGE))
    assert len(said) == 25
    assert said["1.1"] == "row 1, column 1: wheat; property 3"
    assert said["2.3"] == "row 2, column 3: mine, 3 crowns; property 1"
    assert said["3.3"] == "row 3, column 3: castle"
    assert said["4.5"] == "row 4, column 5: grassland"
    assert labels(shown(app))["1.1"] == "row 1, column 1: free"


def test_squares_with_a_problem_are_marked_however_many_they_are(app):
    page = shown(app, kingdom="m3m3m3m3m3/m3m3m3m3m3/....**..../........../..........")
    assert "and 2 more" in part(page, "exists")
    assert amiss(page) == {f"{row}.{column}" for row in (1, 2) for column in range(1, 6)}
    assert amiss(shown(app, kingdom=LARGE)) == set()


def test_the_squares_of_a_domino_are_drawn_as_one_piece(app):
    page = shown(app, kingdom="**m1/..w0")
    assert 'id="square-3.4" class="square mine to-down"' in page
    assert 'id="square-4.4" class="square wheat to-up"' in page


def test_colours_are_those_of_the_drawing(app):
    css = (FOLDER / "kingdomino.css").read_text()
    assert dict(re.findall(r"^\.(\w+) { --fill: (#\w+); --on: #\w+; }$", css, re.MULTILINE)) == {
        **FILLS,
        "castle": "#d9d9d9",
    }


def test_brushes_are_the_squares_that_dominoes_have(app):
    found = re.findall(r'name="brush" id="brush-\w+" value="(\w+)"', shown(app))
    assert sorted(found) == sorted([*SQUARES, "castle", "erase"])


# taps


def test_a_tap_lays_the_brush_and_the_same_once_more_takes_it_away(app):
    once = led_to(app, kingdom=FRESH, brush="m2", square="3.4")
    assert once == {"kingdom": "........../........../....**m2../........../..........", "brush": "m2"}
    assert led_to(app, **once, square="3.4") == {"brush": "m2"}
    assert led_to(app, kingdom=once["kingdom"], brush="erase", square="3.4") == {"brush": "erase"}
    other = led_to(app, kingdom=once["kingdom"], brush="f1", square="3.4")
    assert other["kingdom"] == "........../........../....**f1../........../.........."


def test_the_castle_is_moved_and_never_covered(app):
    moved = led_to(app, kingdom=FRESH, brush="castle", square="1.5")
    assert moved["kingdom"] == "........**/........../........../........../.........."
    for brush in ("w0", "erase", "castle"):
        assert "kingdom" not in led_to(app, kingdom=FRESH, brush=brush, square="3.3")


def test_the_whole_kingdom_moves_as_far_as_the_grid_goes(app):
    assert led_to(app, kingdom=FRESH, move="up")["kingdom"].index("**") == FRESH.index("**") - 11
    assert led_to(app, kingdom=FRESH, move="right")["kingdom"].index("**") == FRESH.index("**") + 2
    corner = "**......../........../........../........../.........."
    for way in ("up", "left", "sideways"):
        assert led_to(app, kingdom=corner, move=way)["kingdom"] == corner


def test_clearing_leaves_the_castle_and_the_rules(app):
    assert led_to(app, kingdom=LARGE, harmony="1", clear="1") == {"variants": "harmony"}


def test_rules_are_held_by_the_address_as_the_command_line_writes_them(app):
    form = {"kingdom": FRESH, "middle": "middle-of-box", "harmony": "1", "mighty-duel": "1"}
    assert led_to(app, **form)["variants"] == "middle-of-box,harmony,mighty-duel"


def test_a_larger_grid_keeps_the_kingdom_in_the_middle_and_back(app):
    wide = "............../............../......l0....../......**....../............../............../.............."
    small = "........../....l0..../....**..../........../.........."
    assert led_to(app, **{"kingdom": small, "mighty-duel": "1"})["kingdom"] == wide
    assert led_to(app, kingdom=wide)["kingdom"] == small


def test_a_kingdom_that_does_not_fit_is_shown_on_the_larger_grid(app):
    page = shown(app, kingdom="** w0 w0 f0 f0 l0 l0")
    assert len(labels(page)) == 49
    assert "1 rows by 7 columns: a kingdom fits into 5 by 5" in part(page, "exists")


def test_a_pasted_text_is_read_in_every_form_of_files(app):
    expected = "........../........../....**m1../......w0../.........."
    for text in ("** m1\n.. w0\n", "**m1/..w0", "row,column,terrain,crowns\n9,9,castle,\n9,10,mine,1\n10,10,wheat,0\n"):
        assert led_to(app, kingdom=LARGE, text=text, read="1") == {"kingdom": expected}
    assert led_to(app, kingdom=LARGE, text="** m1", square="1.1", brush="w1")["kingdom"].startswith("w1w0")


def test_a_pasted_text_that_is_no_kingdom_is_kept_beside_what_is_wrong_with_it(app):
    fields = led_to(app, kingdom=LARGE, text="** w9", read="1")
    assert fields == {"kingdom": LARGE, "text": "** w9"}
    page = shown(app, **fields)
    assert "kingdom: line 1, square 2: &#39;w9&#39;: expected a terrain" in part(page, "text-title")
    assert 'aria-invalid="true"' in part(page, "text-title")
    assert labels(page)["2.3"] == "row 2, column 3: mine, 3 crowns; property 1"


def test_the_text_to_copy_can_be_read_again(app):
    written = re.search(r"<textarea.*?>\n(.*?)</textarea>", shown(app, kingdom=LARGE), re.DOTALL)[1]
    assert written.split("\n")[2] == "w1 m0 ** s0 s0"
    assert led_to(app, text=written, read="1") == {"kingdom": LARGE}


# the next domino


def test_the_best_place_is_drawn_told_and_can_be_taken(app):
    """Beside the mine with a crown: 3 squares with 3 crowns in place of 1 with 1."""
    fields = {"kingdom": "**m1/..w0", "next": "48", "variants": "middle"}
    page = shown(app, **fields)
    best = part(page, "best")
    first = re.search(r'<li value="1".*?</li>', best, re.DOTALL)[0]
    assert "+7 points" in words(first)
    new = {at for at, label in labels(page).items() if "place shown for" in label}
    assert len(new) == 2
    lay = re.search(r'name="lay" value="([\d.]+)"', first)[1]
    after = led_to(app, kingdom="**m1/..w0", middle="middle", next="48", lay=lay)
    assert sorted(after) == ["kingdom", "variants"]
    said = labels(shown(app, **after))
    assert {at for at in new if said[at].split(": ")[1].split(";")[0] in ("wheat", "mine, 3 crowns")} == new


def test_a_place_outside_of_the_grid_moves_the_kingdom(app):
    corner = "**f1......" + "/.........." * 4
    page = shown(app, kingdom=corner, next="28", place="1")
    every = re.findall(r'<li value="(\d+)".*?<p class="told">(.*?)</p>', page, re.DOTALL)
    outside = [rank for rank, told in every if "a new" in told]
    assert outside, every
    moved = shown(app, kingdom=corner, next="28", place=outside[0])
    assert "drawn elsewhere in the grid" in moved
    assert sum("place shown for" in label for label in labels(moved).values()) == 2


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kingdom": "**m3/..w0", "next": "48"}, "It is in this kingdom already: row 3 column 4 and row 4 column 4."),
        ({"kingdom": "/".join(["l0l0l0l0l0"] * 2 + ["l0l0**l0l0"] + ["l0l0l0l0l0"] * 2), "next": "48"}, "discarded"),
        ({"kingdom": "w0w0", "next": "1"}, "once the kingdom has one castle"),
        ({"kingdom": "**w0**", "next": "1"}, "once the kingdom has one castle"),
        ({"kingdom": "** w0 w0 w0 w0 w0", "next": "1"}, "larger than 5 by 5"),
    ],
)
def test_why_there_is_no_place_is_said(app, fields, says):
    best = part(shown(app, **fields), "best")
    assert says in words(best)
    assert 'name="lay"' not in best


def test_of_dominoes_that_are_alike_another_one_can_come(app):
    """1 and 2 show the same; with one of them in the kingdom the other has places, with both none."""
    assert 'name="lay"' in shown(app, kingdom="**w0w0", next="1")
    page = shown(app, kingdom="w0w0..../w0w0**", next="2")
    assert "It is in this kingdom already" in page


def test_what_cannot_be_laid_changes_nothing(app):
    for lay in ("3.3.0", "9.9.0", "3.4.7", "x", "1.2", "3.4.0.0"):
        assert "kingdom" not in led_to(app, kingdom=FRESH, next="1", lay=lay)
    assert "kingdom" not in led_to(app, kingdom=FRESH, lay="3.4.0")


# the address


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("kingdom", "w0 w9", "line 1, square 2"),
        ("kingdom", "w0" * 8, "1 rows by 8 columns: there is room for 7 by 7"),
        ("kingdom", "row,column,terrain,crowns\n1,1,castle,\n999,1,wheat,0", "999 rows by 1 columns"),
        ("variants", "midle", "did you mean &#39;middle&#39;?"),
        ("variants", "middle,middle-of-box", "exclude each other"),
        ("next", "49", "no domino &#39;49&#39;: expected 1 to 48"),
        ("brush", "w3", "no brush &#39;w3&#39;"),
        ("place", "0", "no place &#39;0&#39;"),
        ("place", "99", "so there is no place 99"),
    ],
)
def test_a_wrong_field_is_named_and_the_rest_stays(app, field, value, says):
    fields = {"kingdom": "**m1/..w0", "variants": "harmony", "next": "13", "brush": "f1"} | {field: value}
    page = shown(app, **fields)
    assert re.search(rf'class="wrong" id="\w+-wrong">[^<]*{re.escape(says)}', page)
    if field != "kingdom":
        assert labels(page)["3.4"].startswith("row 3, column 4: mine, 1 crown")
    if field != "next":
        assert '<option value="13" selected>' in page


squares = st.sampled_from(["..", *SQUARES])


@given(
    st.sampled_from([5, 7]).flatmap(
        lambda side: st.tuples(
            st.lists(squares, min_size=side * side, max_size=side * side),
            st.integers(0, side * side - 1),
        )
    ),
    st.sampled_from(["standard", "middle,harmony", "middle-of-box"]),
    st.integers(0, 48),
    st.sampled_from([*SQUARES, "castle", "erase"]),
)
@settings(max_examples=60, deadline=None)
def test_an_address_holds_all_of_a_state(drawn, variants, number, brush):
    cells, castle = drawn
    side = 5 if len(cells) == 25 else 7
    cells[castle] = "**"
    text = "/".join("".join(cells[row * side : row * side + side]) for row in range(side))
    rules = variants if side == 5 else f"{variants},mighty-duel".removeprefix("standard,")
    asked = read_asked({"kingdom": text, "variants": rules, "next": str(number), "brush": brush})
    assert not asked.wrong
    assert grid_text(asked.kingdom, asked.side) == text
    fields = {name: values[0] for name, values in parse_qs(urlsplit(asked.address()).query).items()}
    assert read_asked(fields) == asked


anything = st.text(max_size=40) | st.text("wflgsm0123*./ \n,#-", max_size=120) | st.just('"><script>alert(1)</script>')
FIELDS = ("kingdom", "variants", "next", "brush", "place", "text", "square", "lay", "move", "middle", "read")


@given(st.dictionaries(st.sampled_from(FIELDS), anything, max_size=6))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_fields_are_answered_and_nothing_is_echoed_unescaped(app, fields):
    assert_answered(app, fields)


@pytest.mark.long
@given(st.dictionaries(st.sampled_from(FIELDS), anything, max_size=8))
@settings(max_examples=3000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_many_more_fields_are_answered_so(app, fields):
    assert_answered(app, fields)


def assert_answered(app: Any, fields: dict[str, str]) -> None:
    page = ask(app, f"/kingdomino?{urlencode(fields)}")
    assert page.status == 200
    assert "<script>alert" not in page.text
    answer = ask(app, "/kingdomino", form=fields)
    assert answer.status == 303
    assert ask(app, answer.headers["location"]).status == 200


def test_a_kingdom_made_to_be_cut_in_many_ways_none_of_which_works_is_not_settled_for_good(app):
    page = shown(app, kingdom=STUBBORN, variants="mighty-duel", next="48")
    assert "whether it can be cut into dominoes that exist is not known: 1,000 steps did not settle it" in page
    assert "It can be placed nowhere: it is discarded." in page
