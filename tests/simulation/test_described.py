"""What strategies are told, whatever the game: every option filled in and checked."""

from __future__ import annotations

import pytest

from kingdice.errors import StrategyError
from kingdice.simulation.described import Described, Vocabulary

KNOWN = Vocabulary(
    strategies={
        "simple": {},
        "tuned": {"depth": "3", "style": "calm"},
        "deep": {"playouts": "50", "style": "bold", "risk": "0.5"},
        "tied": {"without": ""},
    },
    words={"style": {"calm": 0, "bold": 7}},
    numbers={"depth": (1, 9), "risk": (0.0, 1.0)},
    sets={"without": {"hands": 1, "feet": 2, "eyes": 4}},
)


def read(text: str) -> Described:
    return Described.read(text, KNOWN)


def test_options_left_out_are_the_usual_ones_in_words_and_numbers():
    told = read("deep:style=calm")
    assert (told.text, told.name) == ("deep:style=calm", "deep")
    assert dict(told.options) == {"playouts": "50", "style": "calm", "risk": "0.5"}
    assert dict(told.numbers) == {"playouts": 50, "style": 0, "risk": 0.5}
    assert dict(read("deep").numbers)["style"] == 7
    assert dict(read("simple").options) == {}


def test_a_set_of_words_is_one_number_and_an_empty_set_is_not_named():
    told = [read(text) for text in ("tied", "tied:without=eyes", "tied:without=eyes+hands+eyes")]
    assert [one.numbers["without"] for one in told] == [0, 4, 5]
    assert [dict(one.options) for one in told[:2]] == [{}, {"without": "eyes"}]


def test_only_a_strategy_with_playouts_searches_and_may_be_given_seconds():
    assert [read(text).searches for text in ("simple", "tuned", "deep", "deep:seconds=1")] == [False, False, True, True]
    by_time = read("deep:seconds=0.25")
    assert (by_time.seconds, by_time.playouts) == (0.25, 0)
    assert "playouts" not in by_time.options
    assert (read("deep").seconds, read("deep:playouts=9").playouts) == (0, 9)
    with pytest.raises(StrategyError, match=r"no option 'seconds'; there are depth, style$"):
        read("tuned:seconds=1")


def test_in_brief_a_search_hardly_thinks_and_others_are_as_usual():
    assert [read(text).in_brief for text in ("simple", "tuned:depth=9", "deep:playouts=900", "deep:seconds=9")] == [
        "simple",
        "tuned",
        "deep:playouts=12",
        "deep:seconds=0.001",
    ]
    for text in ("deep", "deep:seconds=1"):
        read(read(text).in_brief)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deap:risk=1", "no strategy 'deap:risk=1'; did you mean 'deep:risk=1'?"),
        ("zzz", "no strategy 'zzz'; there are simple, tuned, deep, tied"),
        ("simple:depth=3", "strategy simple:depth=3: no option 'depth'; it has none"),
        ("tuned:dpth=3", "no option 'dpth'; did you mean 'depth'?"),
        ("tuned:depth=2.5", "depth '2.5': expected a whole number from 1 to 9"),
        ("tuned:depth=10", "depth '10': expected a whole number from 1 to 9"),
        ("deep:risk=1.5", "risk '1.5': expected a number from 0 to 1"),
        ("deep:risk", "risk '': expected a number from 0 to 1"),
        ("deep:playouts=0", "playouts '0': expected a whole number from 1 to 1e+07"),
        ("deep:seconds=4000", "seconds '4000': expected a number from 0.0001 to 3600"),
        ("deep:style=clam", "style 'clam'; did you mean 'calm'?"),
        ("deep:style=x", "style 'x'; there are calm, bold"),
        ("tied:without=feet+eye", "without 'eye'; did you mean 'eyes'?"),
        ("tied:without=", "without ''; there are hands, feet, eyes"),
        ("deep:risk=0:risk=0", "every option once, and either playouts or seconds"),
        ("deep:seconds=1:playouts=2", "every option once, and either playouts or seconds"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, says: str):
    with pytest.raises(StrategyError) as caught:
        read(text)
    assert says in str(caught.value)
