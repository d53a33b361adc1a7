"""Every citizen has its page: chances, worth case by case, its place, and the way to the next one."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from web.asking import ask
from web.test_in_play import WITHIN, answering
from web.test_odds_pages import NONE, ids, printed, with_games

from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.web.odds_book import Rank, rank
from kingdice.web.site import make_site


@pytest.fixture(scope="module")
def odds(edition: Edition) -> Any:
    """The site for haba-2017, where no games are played."""
    return make_site(edition, NONE, games=0)


def cases(text: str) -> dict[str, list[str]]:
    """The table of worths: what stands in a row, by its case."""
    body = re.search(r'<table class="cases">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert body
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL)]
    return {html.unescape(row[0]): row[1:] for row in rows}


def places(text: str) -> dict[str, str]:
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", text)
    return {name: re.sub(r"<[^>]*>", "", words) for name, words in found}


def test_every_citizen_has_a_page_with_the_chances_that_the_command_prints(odds: Any) -> None:
    for row in printed():
        answer = ask(odds, f"/odds/{row['id']}")
        assert answer.status == 200
        shown = re.search(r'aria-label="Chances: ([^"]*)"', answer.text)
        assert shown
        expected = ", ".join(f"{n} roll{'s' * (n > 1)} {100 * row[f'p{n}']:.2f} %" for n in (1, 2, 3, 4))
        assert shown[1] == expected
        assert row["needs"].replace("<=", "≤").replace(">=", "≥") in answer.text


def test_expected_points_of_every_case_are_chance_times_worth(odds: Any) -> None:
    row = next(one for one in printed() if one["id"] == "dwarf-4x6")
    found = cases(ask(odds, "/odds/dwarf-4x6").text)
    worths = {"by itself": 6, "+ village 2": 8, "+ village 3": 9, "+ village 4": 10}
    assert found == {
        name: [str(worth), *(f"{row[f'p{n}'] * worth:.2f}" for n in (1, 2, 3, 4))] for name, worth in worths.items()
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_dragon_is_worth_the_lead_that_the_command_reckons_with(odds: Any, players: int) -> None:
    rows = [printed("--objective", "lead", "--players", str(players), "--rolls", str(n)) for n in (1, 2, 3, 4)]
    for dragon in ("dragon-25", "dragon-28", "dragon-30"):
        expected = [next(row for row in some if row["id"] == dragon)["expected_points"] for some in rows]
        text = ask(odds, f"/odds/{dragon}").text
        assert cases(text)[f"lead, {players} players"][1:] == [f"{value:.2f}" for value in expected]
        assert cases(text)["by itself"] == ["0", "0.00", "0.00", "0.00", "0.00"]


def test_a_lead_is_left_out_where_it_is_no_different(odds: Any) -> None:
    for one in ("elf-4", "fairy-2r2g", "hypnotist"):
        assert not [case for case in cases(ask(odds, f"/odds/{one}").text) if "lead" in case]


def test_fairies_are_worth_1_3_5_7_9_so_that_n_of_them_are_worth_n_each(odds: Any) -> None:
    found = cases(ask(odds, "/odds/fairy-2r3g").text)
    assert [found[f"fairy {number}"][0] for number in (1, 2, 3, 4, 5)] == ["1", "3", "5", "7", "9"]
    assert found["fairy 1 + village 4"][0] == "5"


def test_fairies_of_the_other_rulebook_are_worth_one_more_each(edition: Edition) -> None:
    latvian = load_edition("haba-2017-lv")
    found = cases(ask(make_site(latvian, NONE, games=0), "/odds/fairy-2r3g").text)
    assert latvian.rules.fairies == "1 to n"
    assert [found[f"fairy {number}"][0] for number in (1, 2, 3, 4, 5)] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("citizen", "words"),
    [
        ("elf-5", "that turn has 4 rolls instead of 3"),
        ("apprentice-3r3b", "another whole turn"),
        ("fairy-2r2g", "n fairies are worth n points each"),
        ("hypnotist", "the citizen to its right"),
        ("dragon-30", "its −6 points count for them"),
    ],
)
def test_effects_are_put_in_words(odds: Any, citizen: str, words: str) -> None:
    assert words in ask(odds, f"/odds/{citizen}").text


def test_the_place_among_all_counts_those_that_are_better_and_names_equals(odds: Any) -> None:
    rows = printed()
    mine = next(row for row in rows if row["id"] == "dwarf-4x6")
    better = sum(row["p3"] > mine["p3"] + 1e-9 for row in rows)
    dearer = sum(row["expected_points"] > mine["expected_points"] + 1e-9 for row in rows)
    assert places(ask(odds, "/odds/dwarf-4x6").text) == {
        "chance with 3 rolls": f"{better + 1} of 40 with 2 others",  # four 3s, four 4s
        "expected points": f"{dearer + 1} of 40 with 2 others",
    }


def test_a_rank_of_what_is_not_known_is_none_and_others_that_are_not_are_not_counted() -> None:
    assert rank(None, [1.0]) is None
    assert rank(0.5, [None, 0.5, 0.75, None]) == Rank(2, 2, 0)


def around(text: str) -> tuple[str | None, str | None]:
    links = [re.search(rf'<a id="{which}"[^>]* href="([^"]*)"', text) for which in ("before", "after")]
    before, after = (html.unescape(link[1]) if link else None for link in links)
    return before, after


def test_one_walks_through_a_table_in_its_order(odds: Any) -> None:
    query = "?village=forest&rolls=2&sort=expected&order=down"
    listed = ids(ask(odds, f"/odds{query}").text)
    here, walked = f"/odds/{listed[0]}{query}", []
    assert around(ask(odds, here).text)[0] is None
    while here:
        walked.append(here)
        here = around(ask(odds, here).text)[1] or ""
    assert walked == [f"/odds/{one}{query}" for one in listed]
    assert around(ask(odds, walked[-1]).text)[0] == walked[-2]


def test_a_citizen_outside_of_the_table_has_its_neighbours_in_the_whole_one(odds: Any) -> None:
    text = ask(odds, "/odds/elf-5?village=mine").text
    assert around(text) == ("/odds/elf-4?village=mine", "/odds/elf-6?village=mine")


def test_the_advisor_is_asked_with_the_citizen_under_its_village(odds: Any) -> None:
    assert 'href="/?display=,,gnome-4red"' in ask(odds, "/odds/gnome-4red").text
    assert 'href="/?display=,,,orc-2%2B2"' in ask(odds, "/odds/orc-2+2").text
    assert 'href="/?display=hypnotist"' in ask(odds, "/odds/hypnotist").text


@pytest.mark.parametrize(
    ("asked", "near"), [("elf-9", "elf-4"), ("dwarf4x6", "dwarf-4x6"), ("fairy-2r2b", "fairy-3r2b")]
)
def test_an_unknown_citizen_is_not_found_but_near_names_are(odds: Any, asked: str, near: str) -> None:
    answer = ask(odds, f"/odds/{asked}?rolls=2")
    assert answer.status == 404
    assert f'href="/odds/{near}?rolls=2"' in answer.text
    assert "did you mean" in answer.text


@pytest.mark.parametrize("asked", ["zzzzzz", "%3Cscript%3E", "x" * 900])
def test_a_name_that_is_near_to_none_is_not_found(odds: Any, asked: str) -> None:
    answer = ask(odds, f"/odds/{asked}")
    assert answer.status == 404
    assert "<script>a" not in answer.text
    assert "has no citizen" in answer.text


def test_what_became_of_it_in_play_stands_with_its_intervals(edition: Edition) -> None:
    app, in_play = with_games(edition, answering(edition, shown=0.75))
    assert "games are being played" in ask(app, "/odds/elf-4").text
    in_play.wait(WITHIN)
    text = ask(app, "/odds/elf-4").text
    rows = re.search(r'<table class="shares">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert rows
    expected = "on display 75.0 % 62.5 to 87.5 then taken 25.0 % 12.5 to 37.5 "
    expected += "then discarded 25.0 % 12.5 to 37.5 then left over 50.0 % 37.5 to 62.5"
    assert " ".join(re.sub(r"<[^>]*>", " ", rows[1]).split()) == expected
    assert places(text)["how often taken"] == "1 of 40 with 39 others"
