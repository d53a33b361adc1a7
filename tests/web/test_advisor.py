"""The advisor says what `kingdice advise` says, and reads any address without a fault."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from web.asking import ask

from kingdice.cli.main import run
from kingdice.dice.notation import format_faces
from kingdice.games.king_of_dice import Edition
from kingdice.games.king_of_dice.edition import edition_of_text
from kingdice.web.advisor_state import Asked
from kingdice.web.site import make_site

SOME = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")
_NUMBER = r'<data value="([^"]+)">[^<]*</data>'


def random_state(edition: Edition, rng: random.Random) -> dict[str, str]:
    """Five citizens, all that is known about the turn, and what the dice show."""
    ids = rng.sample([one.id for one in edition.citizens], 5)
    fairies = sum(one.effect == "fairy" for one in edition.citizens)
    shown = sum(edition.citizen(one).effect == "fairy" for one in ids)
    rolls = rng.choice((3, 4))
    faces = edition.pool.roll_faces(rng.randrange(edition.pool.roll_count))
    objective = rng.choice(("points", "lead", "far-sighted"))
    return {
        "display": ",".join(ids),
        "villages": ",".join(str(rng.choice((0, 2, 3, 4))) for _ in ids),
        "penalty": str(rng.randint(1, 4)),
        "fairies": str(rng.randint(0, fairies - shown)),
        "players": str(rng.randint(2, 5)),
        "rolls": str(rolls),
        "left": str(rng.randrange(rolls)),
        "dice": ",".join(format_faces(edition.pool, [face]) for face in faces),
        "objective": objective,
        "ahead": str(rng.randint(-12, 12)) if objective == "far-sighted" else "0",
    }


def said(*words: str) -> Any:
    """What a command prints as JSON."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert run([*words, "--format", "json"]) == 0
    return json.loads(out.getvalue())


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(_NUMBER, text)]


def table(page: str, name: str) -> list[str]:
    """The rows of a table's body."""
    if f'<table class="{name}">' not in page:
        return []
    body = page.split(f'<table class="{name}">')[1].split("<tbody>")[1].split("</tbody>")[0]
    return body.split("<tr>")[1:]


def kept(row: str) -> str:
    """The dice in a row of keeps, as the command writes them."""
    faces = re.findall(r"<b>(\d+)</b><i>(\w)\w*</i>", row)
    return " ".join(number + colour for number, colour in faces) or "nothing"


def check(app: Any, edition: Edition, state: dict[str, str]) -> None:
    page = ask(app, Asked.of(edition, state).address).text
    words = ["advise", *(word for name in ("display", "villages", "penalty", "fairies", "players", "rolls", "objective")
                         for word in (f"--{name}", state[name]))]  # fmt: skip
    if state["objective"] == "far-sighted":
        words += ["--ahead", state["ahead"]]
    turn = said(*words)
    moment = said(*words, "--roll", state["dice"].replace(",", " "), "--rolls-left", state["left"], "--top", "8")
    near = {"rel": 0, "abs": 1e-9}
    names = [*turn["outcomes"]]
    best, *others = moment["options"]
    now, began = numbers(page.split('class="best"')[1].split("</p>")[0])
    assert (now, began) == (pytest.approx(best["value"], **near), pytest.approx(turn["value"], **near))
    for name, row in zip(names, table(page, "chances"), strict=True):
        assert f">{name}<" in row
        _, before, after = numbers(row)
        assert before == pytest.approx(turn["outcomes"][name], **near)
        assert after == pytest.approx(best[name], **near)
    for option, row in zip(others, table(page, "ways"), strict=True):
        assert numbers(row) == pytest.approx([option["regret"], option["success"]], **near)
        assert kept(row) == option["keep"] if option["reroll"] else "all:" in row
    mask = re.findall(r'<span class="badge">(keep|roll)</span>', page)
    assert mask.count("roll") == best["reroll"]
    dice = state["dice"].split(",")
    held = [word for word, badge in zip(dice, mask, strict=True) if badge == "keep"]
    assert sorted(held) == sorted([] if best["keep"] == "nothing" else best["keep"].split())


def test_the_page_advises_what_the_command_advises(app: Any, edition: Edition) -> None:
    rng = random.Random(8)
    for _ in range(12):
        check(app, edition, random_state(edition, rng))


@pytest.mark.long
def test_the_page_advises_what_the_command_advises_in_200_states(app: Any, edition: Edition) -> None:
    rng = random.Random(200)
    for _ in range(200):
        check(app, edition, random_state(edition, rng))


@pytest.fixture
def shown(app: Any, edition: Edition) -> Callable[..., str]:
    """The page for some words of an address, over a whole display."""
    return lambda **words: ask(app, Asked.of(edition, {"display": ",".join(SOME)} | words).address).text


WRONG = [
    (
        {"display": "elf4,,,,"},
        "citizen0",
        "no citizen &#39;elf4&#39;; did you mean &#39;elf-4&#39;?",
    ),
    ({"display": "elf-4,elf-4,,,"}, "citizen1", "elf-4 stands twice: there is one of each citizen"),
    ({"villages": "2,2,7,2,2"}, "village2", "workshop has no 7: expected 2, 3, 4, or none"),
    ({"penalty": "9"}, "penalty", "no penalty of &#39;9&#39;: there are 1, 2, 3, 4"),
    ({"fairies": "40"}, "fairies", "&#39;40&#39;: expected 0 to 5"),
    ({"fairies": "5", "display": "fairy-2r2g,,,,"}, "fairies", "with 1 on display there would be more than the 5"),
    ({"players": "1"}, "players", "&#39;1&#39;: expected 2 to 5"),
    ({"rolls": "5"}, "rolls", "&#39;5&#39;: expected 3 to 4"),
    ({"left": "3"}, "left", "&#39;3&#39;: expected 0 to 2"),
    ({"players": "+3"}, "players", "&#39;+3&#39;: expected 2 to 5"),
    ({"fairies": "01"}, "fairies", "&#39;01&#39;: expected 0 to 5"),
    ({"left": "-+1"}, "left", "&#39;-+1&#39;: expected 0 to 2"),
    ({"objective": "pionts"}, "objective", "did you mean &#39;points&#39;?"),
    ({"objective": "far-sighted", "ahead": "many"}, "ahead", "&#39;many&#39;: expected -1000 to 1000"),
    ({"dice": "1r"}, "die0", "this die has no 1 red: it has 1b 2g 3r 4r 5g 6b"),
    ({"dice": ",,7b"}, "die2", "no die shows &#39;7b&#39;"),
]


@pytest.mark.parametrize(("words", "field", "message"), WRONG, ids=lambda one: one if isinstance(one, str) else None)
def test_what_cannot_be_is_said_beside_its_field(
    shown: Callable[..., str], words: Any, field: str, message: str
) -> None:
    page = shown(**words)
    assert f'id="{field}-wrong">' in page
    assert message in page.split(f'id="{field}-wrong">')[1].split("</p>")[0]
    assert f'aria-invalid="true" aria-describedby="{field}-wrong"' in page
    assert page.count('class="wrong"') == 1
    assert "There is something to mend above." in page


OWN = """
name = "short"
dice = [{ name = "die", copies = 2, faces = [1, 2, 3, 4, 5, 6] }]
villages = [{ name = "v", values = [1] }]
penalties = [{ points = -1 }]
citizens = [
    { id = "six", citizen = "C", points = 1, needs = "one 6s" },
    { id = "odd", citizen = "C", points = 1, needs = "one odd" },
]
handicaps = [{ seat = 2, extra_rolls = -2 }]
SWITCHES
"""


def test_a_seat_with_fewer_rolls_is_advised_too() -> None:
    """One roll with both dice: a six with either is 11 in 36."""
    app = make_site(edition_of_text("own", OWN.replace("SWITCHES", "")), Path("none"), games=0)
    page = ask(app, "/?display=six&rolls=1").text
    assert 'id="rolls-1" value="1" checked' in page
    assert numbers(page)[0] == pytest.approx(11 / 36 - 25 / 36)


def test_who_may_decline_is_not_told_that_nothing_is_met() -> None:
    text = OWN.replace('points = 1, needs = "one 6s', 'points = -5, needs = "one 6s')
    declining = edition_of_text("own", text.replace("SWITCHES", "rules = { may_decline = true }"))
    app = make_site(declining, Path("none"), games=0)
    assert ">Stop: the penalty</h2>" in ask(app, "/?display=six&dice=6,6&left=0&rolls=3").text


def test_an_empty_table_asks_for_citizens(app: Any) -> None:
    page = ask(app, "/").text
    assert "Choose the citizens that lie under the villages." in page
    assert "Lay out an example" in page
    assert page.count("choose a citizen") == 5


def test_dice_are_asked_for_one_by_one(shown: Callable[..., str]) -> None:
    assert "Before the first roll" in shown()
    assert "4 more dice to tap" in shown(dice="1b,,3g,,,")
    assert "1 more die to tap" in shown(dice="1b,2g,3g,4g,5r,")


def test_without_rolls_left_the_dice_take_what_they_meet(shown: Callable[..., str]) -> None:
    assert ">Stop and take dwarf-3x1</h2>" in shown(dice="1b,2g,1r,4g,1g,6g", left="0")
    assert ">Nothing is met: the penalty</h2>" in shown(dice="1b,1b,2b,2b,4b,5r", left="0")


def test_an_address_says_everything_and_is_read_as_it_was_written(edition: Edition) -> None:
    rng = random.Random(5)
    for _ in range(50):
        asked = Asked.of(edition, random_state(edition, rng))
        query = asked.address.removeprefix("/?")
        words = dict(parse_qsl(query, keep_blank_values=True))
        assert Asked.of(edition, words) == asked


def test_words_of_others_are_not_repeated_as_they_are(shown: Callable[..., str]) -> None:
    page = shown(display="<i>x</i>,\"'&,,,", dice="<b>", penalty="</p><script>", objective="<u>")
    assert "<i>x" not in page
    assert "<script>" not in page
    assert "<u>" not in page
    assert "&lt;i&gt;x&lt;/i&gt;" in page
