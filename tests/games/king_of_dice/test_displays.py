"""What each citizen of a display is worth: rule by rule, against the oracle, and what is said about a wrong display."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kingdice.dice.notation import parse_roll
from kingdice.dice.stakes import NOTHING
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import Display, Edition, load_edition

SOME = ("elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28")


def worths(edition: Edition, *ids: str, objective: str = "points", given: dict | None = None, **about) -> list[float]:
    return [float(worth) for worth in Display.of(edition, ids, **about).worths(objective, given)]


def taken(edition: Edition, roll: str, *ids: str, given: dict | None = None, **about) -> str:
    """The citizen that a final roll takes."""
    display = Display.of(edition, ids, **about)
    place = display.stakes("points", given).taken(edition.masks)[parse_roll(edition.pool, roll)]
    return "nothing" if place == NOTHING else ids[place]


def test_worths_equal_the_oracles_on_random_displays(edition: Edition, random_moments):
    for moment in random_moments(2000, 1, ("points", "lead", "any", "card:ID")):
        display = moment.display(edition)
        expected, failing = moment.plain_worths()
        assert [float(one) for one in display.worths(moment.objective)] == pytest.approx(expected, abs=1e-12), moment
        assert float(display.failing(moment.objective)) == failing, moment


def test_worths_equal_the_oracles_when_fairies_count_1_to_n(random_moments):
    latvian = load_edition("haba-2017-lv")
    for moment in random_moments(2000, 2, ("points", "lead")):
        expected, _ = moment.plain_worths(triangular_fairies=True)
        found = [float(one) for one in moment.display(latvian).worths(moment.objective)]
        assert found == pytest.approx(expected, rel=0, abs=1e-12), moment


def test_villages_count_over_a_citizen_of_their_own_place_only(edition: Edition):
    at_home = ("elf-4", "dwarf-3x1", "gnome-3green", "orc-3", "sprite-4")
    assert worths(edition, *at_home, villages=[2, 3, 4, 2, 3]) == [1 + 2, 4 + 3, 1 + 4, 2 + 2, 1 + 3]
    abroad = ("dwarf-3x1", "gnome-3green", "orc-3", "sprite-4", "elf-4")
    assert worths(edition, *abroad, villages=[2, 3, 4, 2, 3]) == [4, 1, 2, 1, 1]


def test_an_empty_pile_brings_no_village(edition: Edition):
    assert worths(edition, "elf-4", "dwarf-3x1", "orc-3", "orc-4", "sprite-4", villages=[0] * 5) == [1, 4, 2, 3, 1]


def test_villages_are_the_first_of_their_piles_when_left_out(edition: Edition):
    assert Display.of(edition, SOME).villages == (2, 2, 2, 2, 2)


def test_penalty_is_the_mildest_when_left_out(edition: Edition, write_edition):
    assert Display.of(edition, SOME).penalty == 1
    own = 'extends = "haba-2017"\nname = "own"\n[[penalties]]\npoints = -4\n[[penalties]]\npoints = -3\n'
    assert Display.of(load_edition(write_edition(own)), SOME).penalty == 3


@pytest.mark.parametrize(("fairies", "worth"), [(0, 1), (1, 3), (2, 5), (3, 7), (4, 9)])
def test_the_kth_fairy_brings_2k_minus_1(edition: Edition, fairies, worth):
    """n fairies are worth n points each: 1, 4, 9, 16, 25."""
    assert worths(edition, "fairy-2r2g", *SOME[1:], fairies=fairies)[0] == worth


@pytest.mark.parametrize(("fairies", "worth"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
def test_the_kth_fairy_brings_k_by_the_latvian_leaflet(fairies, worth):
    assert worths(load_edition("haba-2017-lv"), "fairy-2r2g", *SOME[1:], fairies=fairies)[0] == worth


def test_a_fairy_under_the_forest_brings_its_village_too(edition: Edition):
    assert worths(edition, *SOME[:4], "fairy-2r2g", fairies=2, villages=[2, 2, 2, 2, 4])[4] == 5 + 4


def test_dragon_counts_nothing_towards_own_points(edition: Edition):
    dragons = ("dragon-25", "dragon-28", "dragon-30")
    assert worths(edition, *dragons, "elf-4", "elf-5")[:3] == [0, 0, 0]


@pytest.mark.parametrize(("players", "share"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_dragon_given_away_leads_by_its_points_shared_among_the_others(edition: Edition, players, share):
    dragons = ("dragon-25", "dragon-28", "dragon-30")
    display = Display.of(edition, (*dragons, "elf-4", "elf-5"), players=players)
    assert display.worths("lead")[:3] == [Fraction(2, share), Fraction(4, share), Fraction(6, share)]


def test_own_citizens_lead_by_their_points_whoever_plays(edition: Edition):
    for players in (2, 3, 4, 5):
        assert worths(edition, *SOME[:4], "orc-4", objective="lead", players=players) == [1 + 2, 4 + 2, 3 + 2, 2 + 2, 3]


def test_hypnotist_brings_its_right_neighbour_with_the_neighbours_village(edition: Edition):
    ids = ("elf-4", "hypnotist", "gnome-5red", "orc-3", "sprite-4")
    assert worths(edition, *ids, villages=[2, 3, 4, 2, 2])[1] == 1 + (3 + 4)


def test_hypnotist_brings_a_neighbour_without_its_village_when_that_does_not_match(edition: Edition):
    ids = ("elf-4", "hypnotist", "orc-5", "orc-3", "sprite-4")
    assert worths(edition, *ids, villages=[2, 3, 4, 2, 2])[1] == 1 + 7


def test_hypnotist_has_no_village(edition: Edition):
    for place in range(5):
        ids = list(SOME[:4])
        ids.insert(place, "hypnotist")
        given = dict.fromkeys(SOME[:4], 0.0)
        assert worths(edition, *ids, given=given, villages=[4] * 5)[place] == 1


def test_hypnotist_at_the_far_right_brings_no_neighbour(edition: Edition):
    assert worths(edition, *SOME[:4], "hypnotist") == [3, 6, 5, 4, 1]


def test_hypnotist_does_not_bring_its_left_neighbour(edition: Edition):
    assert worths(edition, "dwarf-5x1", "hypnotist", "dragon-25", "elf-4", "elf-5")[1] == 1


def test_hypnotist_brings_the_next_fairy(edition: Edition):
    assert worths(edition, "elf-4", "hypnotist", "fairy-2r2g", "orc-3", "elf-5", fairies=2)[1] == 1 + 5


def test_hypnotist_gives_away_the_dragon_beside_it_for_the_lead_only(edition: Edition):
    ids = ("elf-4", "hypnotist", "dragon-30", "orc-3", "elf-5")
    assert worths(edition, *ids)[1] == 1
    assert worths(edition, *ids, objective="lead", players=4)[1] == 1 + 2


def test_hypnotist_leaves_a_neighbour_that_costs_something(edition: Edition):
    ids = ("elf-4", "hypnotist", "orc-3", "orc-4", "elf-5")
    assert worths(edition, *ids, given={"orc-3": -2.5})[1:3] == [1, -2.5]


def test_failing_costs_the_penalty_where_points_count(edition: Edition):
    display = Display.of(edition, SOME, penalty=3)
    assert [int(display.failing(objective)) for objective in ("points", "lead", "any", "card:orc-3")] == [-3, -3, 0, 0]


def test_any_card_counts_one_also_the_hypnotist(edition: Edition):
    assert worths(edition, "hypnotist", *SOME[1:], objective="any") == [1, 1, 1, 1, 1]


def test_one_card_counts_alone_or_through_the_hypnotist(edition: Edition):
    ids = ("elf-4", "hypnotist", "orc-3", "orc-4", "elf-5")
    assert worths(edition, *ids, objective="card:orc-3") == [0, 1, 1, 0, 0]
    assert worths(edition, *ids, objective="card:hypnotist") == [0, 1, 0, 0, 0]
    assert worths(edition, *ids, objective="card:orc-4") == [0, 0, 0, 1, 0]


def test_a_given_worth_stands_for_card_and_village(edition: Edition):
    assert worths(edition, *SOME, given={"elf-4": 2.5}) == [2.5, 6, 5, 4, 0]


def test_the_hypnotists_neighbour_is_added_to_a_given_worth(edition: Edition):
    ids = ("elf-4", "hypnotist", "orc-3", "orc-4", "elf-5")
    assert worths(edition, *ids, given={"hypnotist": 0.25, "orc-3": 8})[1:3] == [8.25, 8]


def test_worths_are_fractions_without_rounding(edition: Edition):
    display = Display.of(edition, SOME, players=4)
    assert display.worths("lead", {"elf-4": 0.1})[0] == Fraction(0.1)
    assert display.worths("lead")[4] == Fraction(4, 3)


def test_a_roll_takes_the_dearest_citizen_that_it_meets(edition: Edition):
    assert taken(edition, "1b 1b 1r 1r 5r 3b", "elf-4", "dwarf-3x1", "orc-4", "orc-3", "elf-5") == "dwarf-3x1"
    assert taken(edition, "1b 1b 1r 1r 5r 3b", "elf-4", "orc-3", "orc-4", "dwarf-5x1", "elf-5") == "orc-4"


def test_among_equally_dear_citizens_the_leftmost_is_taken(edition: Edition):
    roll, empty = "3r 3r 4g 3g 4b 4b", [0] * 5
    assert taken(edition, roll, "elf-5", "dwarf-3x4", "dwarf-3x3", "orc-3", "elf-4", villages=empty) == "dwarf-3x4"
    assert taken(edition, roll, "elf-5", "orc-3", "dwarf-3x3", "dwarf-3x4", "elf-4", villages=empty) == "dwarf-3x3"


def test_a_roll_that_meets_a_dragon_must_take_it_rather_than_the_penalty(edition: Edition):
    ids = ("elf-4", "dwarf-3x1", "gnome-3green", "snob-odd", "dragon-28")
    assert taken(edition, "6b 6b 6r 6r 6g 5r", *ids) == "dragon-28"


def test_a_roll_that_meets_a_citizen_takes_it_even_if_it_is_worth_less_than_the_penalty(edition: Edition):
    ids = ("elf-4", "dwarf-3x1", "gnome-3green", "snob-odd", "dragon-28")
    assert taken(edition, "6b 6b 6r 6r 6g 5r", *ids, given={"dragon-28": -9}) == "dragon-28"


def test_a_citizen_may_be_declined_where_the_edition_lets_one(write_edition):
    own = load_edition(write_edition('extends = "haba-2017"\nname = "own"\n[rules]\nmay_decline = true\n'))
    ids = ("elf-4", "dwarf-3x1", "gnome-3green", "snob-odd", "dragon-28")
    assert taken(own, "6b 6b 6r 6r 6g 5r", *ids, given={"dragon-28": -9}) == "nothing"
    assert taken(own, "6b 6b 6r 6r 6g 5r", *ids, given={"dragon-28": -0.5}) == "dragon-28"


def test_a_roll_that_meets_none_takes_nothing(edition: Edition):
    assert taken(edition, "1b 2g 2b 3g 6g 6g", "dwarf-3x1", "elf-4", "gnome-4red", "orc-3", "dragon-28") == "nothing"


@pytest.mark.parametrize(
    ("ids", "about", "words"),
    [
        ([], {}, "0 citizens: expected 5"),
        (SOME[:4], {}, "4 citizens: expected 5"),
        ((*SOME, "elf-5"), {}, "6 citizens: expected 5"),
        (("elf4", *SOME[1:]), {}, "no citizen 'elf4'; did you mean 'elf-4'?"),
        (("", *SOME[1:]), {}, "no citizen ''"),
        (("unicorn", *SOME[1:]), {}, "no citizen 'unicorn'"),
        (("orc-3", *SOME[1:]), {}, "orc-3 stands twice"),
        (SOME, {"villages": [2, 2, 2, 2]}, "4 values: expected 5"),
        (SOME, {"villages": [2, 2, 2, 2, 2, 2]}, "6 values: expected 5"),
        (SOME, {"villages": [2, 1, 2, 2, 2]}, "mine has no 1: expected 2, 3, 4, or 0 for an empty pile"),
        (SOME, {"villages": [2, 2, 2, 2, -2]}, "forest has no -2"),
        (SOME, {"penalty": -1}, "penalty -1: expected its points without a sign"),
        (SOME, {"penalty": 1001}, "penalty 1001"),
        (SOME, {"fairies": -1}, "fairies -1"),
        (SOME, {"fairies": 6}, "fairies 6: this edition has 5"),
        (("fairy-2r2g", *SOME[1:]), {"fairies": 5}, "fairies 5: with those on display there would be more than 5"),
        (SOME, {"players": 1}, "players 1: expected 2 to 5"),
        (SOME, {"players": 6}, "players 6: expected 2 to 5"),
    ],
)
def test_a_display_that_cannot_be_is_refused_in_one_line(edition: Edition, ids, about, words):
    with pytest.raises(KingdiceError) as caught:
        Display.of(edition, ids, **about)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("objective", "given", "words"),
    [
        ("pionts", None, "objective 'pionts': expected points, lead, any, card:ID; did you mean 'points'?"),
        ("", None, "objective ''"),
        ("card:elf4", None, "did you mean 'elf-4'?"),
        ("card:", None, "no citizen ''"),
        ("card:elf-5", None, "elf-5 is not on display"),
        ("points", {"elf-5": 1.0}, "worth of elf-5: it is not on display; did you mean 'elf-4'?"),
        ("points", {"elf-4": float("nan")}, "worth of elf-4: nan: expected a finite number"),
        ("points", {"elf-4": float("-inf")}, "worth of elf-4: -inf: expected a finite number"),
    ],
)
def test_worths_that_cannot_be_are_refused_in_one_line(edition: Edition, objective, given, words):
    with pytest.raises(KingdiceError) as caught:
        Display.of(edition, SOME).worths(objective, given)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_given_worths_that_add_up_to_no_finite_number_are_refused(edition: Edition):
    display = Display.of(edition, ("hypnotist", *SOME[1:]))
    with pytest.raises(KingdiceError):
        display.stakes("points", {"hypnotist": 1.7e308, "dwarf-3x1": 1.7e308})
