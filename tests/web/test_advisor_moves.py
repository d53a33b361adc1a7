"""What a tap does to the state, and how a posted form is answered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from web.asking import ask

from kingdice.games.king_of_dice import Edition
from kingdice.web.advisor_moves import after
from kingdice.web.advisor_state import Asked
from kingdice.web.site import make_site

SOME = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")
DICE = ("1b", "2g", "3g", "4g", "5r", "6g")


def form(**other: str) -> dict[str, str]:
    """The fields of a whole page."""
    fields = {f"citizen{place}": one for place, one in enumerate(SOME)}
    fields |= {f"village{place}": "2" for place in range(5)} | {f"die{place}": one for place, one in enumerate(DICE)}
    return fields | {"penalty": "2", "fairies": "1", "players": "3", "rolls": "3", "left": "2"} | other


def tapped(edition: Edition, do: str, **other: str) -> Asked:
    return after(edition, form(do=do, **other).items())


def test_a_form_without_a_button_is_what_it_says(edition: Edition) -> None:
    asked = tapped(edition, "")
    assert (asked.display, asked.villages, asked.dice) == (SOME, ("2",) * 5, DICE)
    assert (asked.penalty, asked.fairies, asked.players, asked.rolls, asked.left) == ("2", "1", "3", "3", "2")


def test_a_face_is_set_changed_and_taken_back(edition: Edition) -> None:
    assert tapped(edition, "face.0.6b").dice == ("6b", *DICE[1:])
    assert tapped(edition, "face.0.1b").dice == ("", *DICE[1:])
    assert tapped(edition, "face.5.1g", die5="").dice == (*DICE[:5], "1g")


def test_dice_that_are_rolled_again_are_blank_and_a_roll_is_gone(edition: Edition) -> None:
    asked = tapped(edition, "roll.100110")
    assert (asked.dice, asked.left) == (("1b", "", "", "4g", "5r", ""), "1")


@pytest.mark.parametrize(
    "do",
    ["face.6.1b", "face.0.1r", "face.x", "roll.1", "roll.2x0000", "taken.5", "taken.-1", "taken.", "nothing", "face"],
)
def test_buttons_that_do_not_exist_change_nothing(edition: Edition, do: str) -> None:
    assert tapped(edition, do) == tapped(edition, "")


def test_nothing_is_rolled_when_no_roll_is_left(edition: Edition) -> None:
    assert tapped(edition, "roll.100110", left="0") == tapped(edition, "", left="0")


@pytest.mark.parametrize(
    ("of", "left", "rolls", "then"),
    [("3", "2", "4", "3"), ("3", "0", "4", "1"), ("4", "3", "3", "2"), ("4", "0", "3", "0"), ("3", "1", "3", "1")],
)
def test_a_longer_turn_has_more_rolls_left_and_a_shorter_one_fewer(
    app: Any, edition: Edition, of: str, left: str, rolls: str, then: str
) -> None:
    shown = ask(app, Asked.of(edition, {"rolls": of, "left": left}).address).text
    assert f'<input type="hidden" name="of" value="{of}">' in shown
    assert tapped(edition, "", of=of, left=left, rolls=rolls).left == then


@pytest.mark.parametrize("of", ["", "٣", "many", "-1", "3" * 99])
def test_a_turn_that_was_of_no_length_changes_nothing(edition: Edition, of: str) -> None:
    assert tapped(edition, "", of=of, rolls="4") == tapped(edition, "", rolls="4")


def test_a_new_turn_has_blank_dice(edition: Edition) -> None:
    asked = tapped(edition, "turn", left="0")
    assert (asked.display, asked.dice, asked.left) == (SOME, ("",) * 6, "")


def test_a_citizen_taken_under_its_own_village_takes_the_top_along(edition: Edition) -> None:
    """The dwarf lies under the mine; cards left of the gap move right (rules: the display is filled from the left)."""
    asked = tapped(edition, "taken.1")
    assert asked.display == ("", "elf-4", "gnome-5red", "orc-3", "dragon-28")
    assert asked.villages == ("2", "3", "2", "2", "2")
    assert asked.dice == ("",) * 6
    assert tapped(edition, "taken.1", village1="4").villages[1] == "0"


def test_a_citizen_under_another_village_leaves_it(edition: Edition) -> None:
    asked = tapped(edition, "taken.4", citizen4="snob-odd")
    assert asked.display == ("", *SOME[:4])
    assert asked.villages == ("2",) * 5


def test_a_failure_discards_the_rightmost(edition: Edition) -> None:
    asked = tapped(edition, "failed")
    assert (asked.display, asked.villages) == (("", *SOME[:4]), ("2",) * 5)


def test_where_any_citizen_may_be_discarded_each_has_a_button_for_it(edition: Edition) -> None:
    asked = tapped(edition, "gone.1")
    assert (asked.display, asked.villages) == (("", "elf-4", "gnome-5red", "orc-3", "dragon-28"), ("2",) * 5)
    free = replace(edition, rules=edition.rules.model_copy(update={"failure_discards": "any"}))
    for rules, each, rightmost in ((edition, 0, 1), (free, 5, 0)):
        page = ask(make_site(rules, Path("none"), games=0), "/").text
        assert page.count(">discarded</button>") == each
        assert page.count("Failed: the rightmost is gone") == rightmost


def test_an_example_is_a_whole_display(edition: Edition) -> None:
    asked = after(edition, [("do", "example")])
    assert all(asked.display)
    assert len(set(asked.display)) == 5


def test_a_posted_form_is_answered_with_the_address_of_what_it_says(app: Any) -> None:
    answer = ask(app, "/advise", form=form(do="face.0.6b"))
    assert answer.status == 303
    assert answer.headers["location"] == (
        "/?display=elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28&villages=2,2,2,2,2&penalty=2&fairies=1&players=3"
        "&objective=points&rolls=3&left=2&dice=6b,2g,3g,4g,5r,6g#dice"
    )
    assert ask(app, answer.headers["location"].removesuffix("#dice")).status == 200


def test_addresses_lead_nowhere_else(app: Any) -> None:
    answer = ask(app, "/advise", form=form(citizen0="\r\nx: y", penalty="//elsewhere.example/", do=""))
    assert answer.headers["location"].startswith("/?display=")
    assert "\n" not in answer.headers["location"]
