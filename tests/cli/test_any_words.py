"""Whatever words an option is given, a command answers or says in one line why it cannot."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

SOME = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"
TURN = ("advise", "--display", SOME)
CITIZENS = ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28", "hypnotist", "fairy-2r2g", "elf4"]
ANY = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=12)


def made_of(*pieces: str, most: int = 9) -> st.SearchStrategy[str]:
    """Texts of pieces that mean something to an option, with any others in between."""
    return st.one_of(
        st.lists(st.sampled_from(pieces), max_size=most).map("".join),
        st.lists(st.one_of(st.sampled_from(pieces), ANY), max_size=most).map("".join),
    )


DISPLAYS = st.permutations(CITIZENS).map(lambda ids: ",".join(ids[:5]))
FACES = ["1b", "2g", "4g", "6r", "3b", "5r", "6g", "1red"]
ROLLS = st.lists(st.sampled_from(FACES), min_size=5, max_size=7).map(" ".join)
TOPS = st.lists(st.sampled_from("0234-"), max_size=6).map(",".join)
WANTED = [
    "three ",
    "2 ",
    "6s ",
    "red ",
    "and ",
    "or ",
    "not ",
    "(",
    ")",
    "straight of ",
    "sum ",
    ">= ",
    "+",
    "exactly ",
    "-",
]

# for each option, the words before it and what it is given
OPTIONS = {
    "display": (("advise",), st.one_of(made_of(*CITIZENS, ","), DISPLAYS)),
    "roll": ((*TURN, "--rolls-left", "1"), st.one_of(made_of(*FACES, "-", " ", ",", "7", most=18), ROLLS)),
    "villages": (TURN, st.one_of(made_of("2", "3", "0", "-", ",", "9"), TOPS)),
    "objective": (TURN, made_of("points", "lead", "any", "card:", "elf-4", "orc-3")),
    "needs": (("odds",), made_of(*WANTED, most=12)),
    "dice": (
        ("odds", "--needs", "one 2s"),
        made_of("d6", "2d8", "[", "1", "2", "red", ",", "]", "3x", "+", ":", " ", "0", "/"),
    ),
    "worth": (TURN, made_of("elf-4", "orc-3", "=", "1e308", "-1e308", "nan", "2.5", ",", "1_0", "-")),
    "policy": (TURN, made_of("best", "first-met", "chase:", "elf-4", ",", ".py", ":", ".csv", "/", "..")),
    "edition": (("odds",), made_of("haba-2017", "-lv", ".toml", "/", "..", "~")),
    "turns": ((*TURN, "--policy", "best"), made_of("1", "0", "e2", ".", "-", "nan", "inf", most=4)),
    "top": ((*TURN, "--roll", "1b 2g 4g 6r 3b 5r", "--rolls-left", "1"), made_of("1", "0", "-", "x")),
    "rolls": (("odds",), made_of("1", "2", "-", "e", ".", most=3)),
    "format": (("odds",), made_of("table", "csv", "json", "markdown")),
}


@pytest.mark.parametrize("option", OPTIONS)
@settings(max_examples=25)
@given(data=st.data())
def test_any_words_are_answered_or_refused_in_one_line(call, option, data):
    words, texts = OPTIONS[option]
    done = call(*words, f"--{option}={data.draw(texts)}")
    assert done.code in (0, 2)
    if done.code == 0:
        assert done.out
        assert done.err == ""
    else:
        assert done.out == ""
        assert done.err.startswith("kingdice: ")
        assert len(done.err.splitlines()) == 1


WORDS = ["odds", "advise", "edition", "show", "--help", "--exact", "--rolls", "3"]


@settings(max_examples=60)
@given(st.lists(st.one_of(st.sampled_from(WORDS), ANY), max_size=5))
def test_any_command_line_is_answered_or_refused_in_one_line(call, words):
    if any(word.startswith(("--out", "--figure", "--install")) or word == "new" for word in words):
        return
    done = call(*words)
    assert done.code in (0, 2)
    assert (done.out == "") == (done.code == 2)
    assert len(done.err.splitlines()) == (1 if done.code == 2 else 0)
