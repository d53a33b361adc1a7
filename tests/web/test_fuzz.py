"""Whatever is asked of any page, it is answered: no fault, nothing of the request unescaped in the answer, no way out.

Values are what a page understands, what it nearly understands, and nonsense; so both what reads them and what lies
behind is reached. FIELDS names every parameter and posted field there is.
"""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_from_bytes, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web.asking import Answer, ask

from kingdice.games.king_of_dice import Edition
from kingdice.web.site import make_site

REPORTS = Path(__file__).parents[2] / "reports"
CITIZENS = ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28", "fairy-0r1r"]
FACES = ["1b", "2g", "3r", "4b", "5r", "6g", "1", "7r", "1x"]
NUMBERS = ["0", "1", "2", "3", "4", "5", "6", "-1", "-2", "+3", "48", "99999", "-99999", "1e3", "0x1", "２", "1" * 5000]
KINGDOMS = [
    "........../........../....**..../........../..........", "w0w0**", "w0w0**f0f0/..w1..", "**", "w0", "**.." * 7,
    "/".join(["w0w0w0w0w0"] * 5), "/".join([".." * 7] * 3 + [".." * 3 + "**" + ".." * 3] + [".." * 7] * 3),
    "....w0w0../..f0f0..../..m2**l0l0/....g1g1../..........", "w9**", "w0w0**(7)", "w0:7 w0:7 **",
]  # fmt: skip
VARIANTS = ["", "middle", "middle-of-box", "harmony", "mighty-duel", "standard", "middle,middle-of-box", "nonsense"]

SHOWN = {
    "players": NUMBERS, "penalty": NUMBERS, "fairies": NUMBERS, "rolls": NUMBERS, "left": NUMBERS, "ahead": NUMBERS,
    "objective": ["points", "lead", "far-sighted", "far"],
}  # fmt: skip
TABLE = {
    "village": ["city", "mine", "workshop", "orc village", "forest", "none"], "citizen": ["elf", "dwarf", "fairy"],
    "rolls": NUMBERS, "sort": ["citizen", "village", "points", "p1", "p4", "p5", "expected", "taken"],
    "order": ["up", "down"],
}  # fmt: skip
KINGDOM = {"kingdom": KINGDOMS, "text": KINGDOMS, "brush": ["w0", "m3", "castle", "erase", "w9"], "next": NUMBERS}
FIELDS: dict[tuple[str, str], dict[str, list[str]]] = {
    ("GET", "/"): SHOWN | {"display": CITIZENS, "villages": NUMBERS, "dice": FACES},
    ("POST", "/advise"): SHOWN
    | {"of": NUMBERS}
    | {f"citizen{place}": CITIZENS for place in range(6)}
    | {f"village{place}": NUMBERS for place in range(6)}
    | {f"die{place}": FACES for place in range(7)}
    | {"do": ["face.0.1b", "face.5.6g", "face.9.1b", "roll.110000", "roll.2", "turn", "taken.0", "taken.9", "failed",
              "example", "example.1", "face", "roll", "taken"]},
    ("GET", "/odds"): TABLE,
    ("POST", "/odds"): TABLE,
    ("GET", "/odds/elf-4"): TABLE,
    ("POST", "/odds/elf-4"): TABLE,
    ("GET", "/kingdomino"): KINGDOM | {"variants": VARIANTS, "place": NUMBERS},
    ("POST", "/kingdomino"): KINGDOM
    | {"middle": VARIANTS, "harmony": VARIANTS, "mighty-duel": VARIANTS,
       "square": ["1.1", "3.3", "7.7", "0.0", "1", "a.b"], "move": ["up", "down", "left", "right", "in"],
       "clear": [""], "read": [""], "lay": ["3.1.0", "3.4.1", "2.3.3", "9.9.9", "3.1"]},
    ("GET", "/reports/"): {},
    ("GET", "/reports/optimal-solitaire/"): {},
    ("GET", "/static/site.css"): {},
}  # fmt: skip
BAD = [
    '"><zq>', "'><zq onzq='1", '" onzq="1', "</main><zq>", "<!--<zq>", "javascript:zq", "//zq.example/", "zq\r\nzq: 1",
    "https://zq.example", "{{7*7}}zq", "%3Czq%3E", "&lt;zq&gt;", "&#60;zq&#62;", "\x00zq",
    "zq\u2028\u202e", "\\zq", "'zq`;",
]  # fmt: skip

words = st.sampled_from(BAD) | st.text(st.characters(), max_size=30)


def values(known: list[str]) -> st.SearchStrategy[str]:
    """What a field may be sent."""
    right = st.sampled_from(known) if known else words
    lists = st.lists(right, max_size=7).map(",".join)
    nearly = st.tuples(right, st.integers(0, 9), words).map(lambda one: one[0][: one[1]] + one[2] + one[0][one[1] :])
    return st.one_of(right, right, right, lists, lists, nearly, words)


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, str, str]:
    """Method, address without query, and what stands in the query or in the body."""
    method, path = draw(st.sampled_from(sorted(FIELDS)))
    fields = FIELDS[method, path]
    if draw(st.integers(0, 9)) == 0:
        word = draw(words | st.binary(max_size=20).map(quote_from_bytes))
        path += ("" if path.endswith("/") else "/") + quote(word, errors="replace", safe="/.%")
    names = draw(st.lists(st.sampled_from(sorted(fields)) if fields else words, max_size=14))
    pairs = [(name, draw(values(fields.get(name, [])))) for name in names]
    if draw(st.integers(0, 9)) == 0:
        pairs.append((draw(words), draw(words)))
    if draw(st.integers(0, 19)) == 0:
        return method, path, draw(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=200))
    return method, path, urlencode(pairs, errors="surrogatepass")


@pytest.fixture(scope="module")
def quiet(edition: Edition) -> Any:
    """The site without games played beside it."""
    return make_site(edition, REPORTS, games=0)


def check(app: Any, request: tuple[str, str, str]) -> None:
    method, path, said = request
    if method == "POST":
        answer = ask(app, path, method=method, body=said.encode())
    else:
        answer = ask(app, f"{path}?{said}")
    assert answer.status in (200, 303, 307, 400, 404, 405, 413, 414), answer.status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert answer.headers["referrer-policy"] == "no-referrer"
    for name, value in answer.headers.items():
        assert not set(name + value) & set("\r\n\x00")
        assert "zq" not in name
    check_location(answer)
    if answer.headers.get("content-type", "").startswith("text/html") and "zq" in answer.text:
        Markup().look(answer.text)


def check_location(answer: Answer) -> None:
    """A redirection stays on the site."""
    where = answer.headers.get("location")
    assert (where is not None) == (answer.status in (303, 307))
    if where is not None:
        assert where.startswith("http://testing/") or (where.startswith("/") and where[1:2] not in ("/", "\\"))


class Markup(HTMLParser):
    """Looks at a page that has something of the request in it: it must be text, or the value of an attribute."""

    def look(self, text: str) -> None:
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert "zq" not in tag
        for name, value in attributes:
            assert "zq" not in name
            assert not name.startswith("on")
            assert name != "style"
            if name in ("href", "src", "action", "formaction"):
                assert value is not None
                assert value.startswith(("/", "#", "?")), value
                assert not value.startswith(("//", "/\\")), value
            elif "zq" in (value or ""):
                assert name in ("value", "title", "aria-label", "content", "alt", "class", "id"), (name, value)
        if tag == "script":
            assert dict(attributes)["src"]

    def handle_comment(self, data: str) -> None:
        assert "zq" not in data


@settings(max_examples=150)
@given(asked=requests())
def test_every_request_is_answered_and_says_nothing_back_unescaped(quiet: Any, asked: tuple[str, str, str]) -> None:
    check(quiet, asked)


@pytest.mark.long
@settings(max_examples=10_000)
@given(asked=requests())
def test_ten_thousand_requests_are_answered(quiet: Any, asked: tuple[str, str, str]) -> None:
    check(quiet, asked)


def test_the_fields_of_every_form_and_link_are_among_those_tried(quiet: Any) -> None:
    """So that none is forgotten: what pages send is read from the pages."""
    display = ",".join(CITIZENS[:5])
    for address in ("/", f"/?display={display}&dice=1b,2g,3r,4b,5r,6g&objective=far-sighted", "/odds", "/odds/elf-4",
                    "/kingdomino", "/kingdomino?next=12"):  # fmt: skip
        found = Sent()
        found.feed(ask(quiet, address).text)
        for (method, path), names in found.names.items():
            known = FIELDS.get((method, "/odds/elf-4" if path.startswith("/odds/") else path))
            assert known is not None or path.startswith(("/static", "/reports")), (method, path)
            assert names <= set(known or {}), (path, names - set(known or {}))


class Sent(HTMLParser):
    """The names that each address is sent, by method: fields of forms, parameters of links."""

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[tuple[str, str], set[str]] = {}
        self.form = ("GET", "/")

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.form = (said.get("method", "get").upper(), said["action"].split("?")[0])
            self.names.setdefault(self.form, set())
        elif tag in ("input", "select", "textarea", "button") and "name" in said:
            self.names.setdefault(self.form, set()).add(said["name"])
        elif tag == "a":
            path, _, query = said["href"].split("#")[0].partition("?")
            if path:
                names = {part.split("=")[0] for part in query.split("&") if part}
                self.names.setdefault(("GET", path), set()).update(names)
