"""How likely each citizen is: against brute force, golden values, printed figures, and one engine against the other."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from oracles import brute_force, citizens
from oracles.golden import GOLDEN, GOLDEN_CITIZENS, TWO_ROLLS_ERROR

from kingdice.dice.odds import condition_chances, condition_chances_exact
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice import Edition
from kingdice.games.king_of_dice.odds import card_odds, odds_rows

# Chance in percent with 3 and with 4 rolls, computed beforehand and rounded to one decimal.
PRINTED = {
    "snob-even": (44.9, 67.9), "snob-odd": (44.9, 67.9),
    "elf-4": (78.7, 89.7), "elf-5": (51.8, 68.1), "elf-6": (19.7, 31.1),
    "dwarf-3x1": (50.0, 68.9), "dwarf-3x3": (50.0, 68.9), "dwarf-3x4": (50.0, 68.9),
    "dwarf-4x3": (21.0, 37.8), "dwarf-4x4": (21.0, 37.8), "dwarf-4x6": (21.0, 37.8),
    "dwarf-5x1": (5.2, 12.7), "dwarf-5x6": (5.2, 12.7),
    "gnome-3green": (93.2, 98.4), "gnome-4green": (75.1, 90.4), "gnome-4red": (75.1, 90.4),
    "gnome-5red": (42.8, 66.1), "gnome-5blue": (42.8, 66.1), "gnome-6blue": (12.1, 26.7),
    "orc-2+2": (94.9, 98.3), "orc-3": (88.9, 95.4), "orc-3+2": (76.1, 87.8), "orc-4": (50.1, 67.9),
    "orc-5": (15.7, 29.3), "orc-2+2+2": (27.3, 38.8), "orc-4+2": (19.5, 31.3),
    "sprite-4": (92.6, 97.8), "sprite-5": (64.0, 81.8), "sprite-6": (21.9, 39.4),
    "apprentice-2r2g2b": (55.5, 70.0), "apprentice-3r3b": (38.9, 57.1),
    "fairy-2r2g": (92.2, 97.6), "fairy-2b2g": (92.2, 97.6),
    "fairy-2r3g": (73.0, 87.3), "fairy-3r2b": (73.0, 87.3), "fairy-2g3b": (73.0, 87.3),
    "hypnotist": (38.2, 60.2), "dragon-25": (87.0, 96.1), "dragon-28": (61.2, 81.0), "dragon-30": (38.2, 60.2),
}  # fmt: skip


@pytest.fixture(scope="module")
def odds(edition: Edition) -> dict[str, dict]:
    """The row of each citizen."""
    return {row["id"]: row for row in odds_rows(edition, rolls=4)}


@pytest.fixture(scope="module")
def exact_odds(edition: Edition) -> dict[str, dict]:
    """The row of each citizen, in fractions."""
    return {row["id"]: row for row in odds_rows(edition, rolls=4, exact=True)}


@pytest.mark.parametrize("identifier", citizens.CITIZENS)
def test_chance_of_one_to_four_rolls_equals_brute_force_over_all_ordered_rolls(odds, identifier):
    expected = brute_force.success_chances(citizens.POOL, citizens.CITIZENS[identifier], 4)
    found = [odds[identifier][f"p{rolls}"] for rolls in (1, 2, 3, 4)]
    assert found == pytest.approx(expected, rel=0, abs=1e-12)


def test_golden_conditions_that_no_citizen_has_are_few():
    assert {one.name for one in GOLDEN} - set(GOLDEN_CITIZENS) == {
        "6 alike",
        "6 sixes",
        "straight of 3",
        "3+3",
        "sum exactly 21",
    }


@pytest.mark.parametrize("golden", [one for one in GOLDEN if one.name in GOLDEN_CITIZENS], ids=lambda one: one.name)
def test_chances_equal_the_golden_values(odds, exact_odds, golden):
    for identifier in GOLDEN_CITIZENS[golden.name]:
        exact, floating = exact_odds[identifier], odds[identifier]
        assert (exact["p1"], exact["p3"]) == (golden.one_roll, golden.three_rolls)
        assert float(exact["p2"]) == pytest.approx(golden.two_rolls, rel=0, abs=TWO_ROLLS_ERROR)
        assert floating["p1"] == pytest.approx(float(golden.one_roll), rel=0, abs=1e-12)
        assert floating["p3"] == pytest.approx(float(golden.three_rolls), rel=0, abs=1e-12)
        assert floating["p2"] == pytest.approx(golden.two_rolls, rel=0, abs=1e-10)


def test_chances_round_to_the_printed_percentages(odds):
    assert list(PRINTED) == list(odds)
    for identifier, printed in PRINTED.items():
        assert (round(100 * odds[identifier]["p3"], 1), round(100 * odds[identifier]["p4"], 1)) == printed, identifier


def test_colours_do_not_care_which_die_shows_them(exact_odds):
    """A die shows each colour with chance 1/3 whichever type it is: so many of six by the binomial closed form."""
    for identifier, count in (("gnome-3green", 3), ("gnome-4red", 4), ("gnome-5blue", 5), ("gnome-6blue", 6)):
        for rolls in (1, 2, 3, 4):
            shown = 1 - Fraction(2, 3) ** rolls
            expected = sum(comb(6, k) * shown**k * (1 - shown) ** (6 - k) for k in range(count, 7))
            assert exact_odds[identifier][f"p{rolls}"] == expected


def test_fractions_and_floats_agree(odds, exact_odds):
    for identifier, row in odds.items():
        for rolls in (1, 2, 3, 4):
            assert isinstance(exact_odds[identifier][f"p{rolls}"], Fraction)
            assert row[f"p{rolls}"] == pytest.approx(float(exact_odds[identifier][f"p{rolls}"]), rel=0, abs=1e-14)


def test_both_engines_agree(edition: Edition):
    plain = condition_chances(edition.pool, edition.conditions, rolls=4, engine="numpy")
    kernels = condition_chances(edition.pool, edition.conditions, rolls=4, engine="numba")
    assert plain.shape == kernels.shape == (4, 40)
    np.testing.assert_allclose(kernels, plain, rtol=0, atol=1e-13)
    exact = condition_chances_exact(edition.pool, edition.conditions, rolls=4)
    np.testing.assert_allclose(kernels, np.array(exact, dtype=float), rtol=0, atol=1e-13)


def test_another_roll_never_hurts(edition: Edition):
    chances = condition_chances(edition.pool, edition.conditions, rolls=8)
    assert (np.diff(chances, axis=0) > 0).all()
    assert (chances < 1).all()


def test_expected_points_are_chance_times_worth(odds):
    for identifier, row in odds.items():
        worth = citizens.POINTS[identifier]
        if identifier.startswith("fairy"):
            worth = 1
        elif identifier.startswith("dragon"):
            worth = 0
        assert row["expected_points"] == pytest.approx(row["p4"] * worth, rel=1e-15), identifier


@pytest.mark.parametrize("rolls", [1, 2, 3, 4, 6])
def test_expected_points_are_reckoned_with_the_rolls_asked_for(edition: Edition, rolls):
    table = card_odds(edition, rolls=rolls).set_index("id")
    assert [column for column in table if column[0] == "p" and column[1:].isdigit()] == [
        f"p{one}" for one in range(1, max(rolls, 4) + 1)
    ]
    row = table.loc["dwarf-5x6"]
    assert row["expected_points"] == pytest.approx(10 * row[f"p{rolls}"], rel=1e-15)


@pytest.mark.parametrize(("players", "share"), [(2, 1), (3, Fraction(1, 2)), (4, Fraction(1, 3)), (5, Fraction(1, 4))])
def test_a_dragon_leads_by_its_points_shared_among_the_others(edition: Edition, players, share):
    table = card_odds(edition, objective="lead", players=players, exact=True).set_index("id")
    assert table.loc["dragon-30", "expected_points"] == table.loc["dragon-30", "p3"] * 6 * share
    assert table.loc["orc-5", "expected_points"] == table.loc["orc-5", "p3"] * 7


def test_any_counts_every_card_once(edition: Edition):
    table = card_odds(edition, objective="any")
    assert table["expected_points"].tolist() == table["p3"].tolist()


def test_one_card_alone_counts_when_it_is_the_objective(edition: Edition):
    table = card_odds(edition, objective="card:dragon-28").set_index("id")
    assert table.loc["dragon-28", "expected_points"] == table.loc["dragon-28", "p3"]
    assert (table.drop(index="dragon-28")["expected_points"] == 0).all()


def test_table_says_how_it_was_obtained(edition: Edition):
    table = card_odds(rolls=4, exact=True)
    assert table.attrs["edition"] == f"haba-2017 {edition.hash}"
    assert (table.attrs["method"], table.attrs["rolls"], table.attrs["objective"]) == ("exact fractions", 4, "points")
    assert list(table.columns) == ["id", "village", "points", "needs", "p1", "p2", "p3", "p4", "expected_points"]
    assert len(table) == 40


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"rolls": 0}, "0 rolls: a turn has 1 to 20"),
        ({"rolls": 21}, "21 rolls: a turn has 1 to 20"),
        ({"rolls": -1}, "-1 rolls: a turn has 1 to 20"),
        ({"objective": "lead", "players": 1}, "players 1"),
        ({"objective": "pionts"}, "did you mean 'points'?"),
        ({"objective": "card:elf4"}, "did you mean 'elf-4'?"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(how, words):
    with pytest.raises(KingdiceError) as caught:
        card_odds(**how)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
