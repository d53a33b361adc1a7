"""Solitaire Yahtzee and Yatzy: score cards, values, chances of scores."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from oracles import plain_solitaire

from analysis.solitaire import YAHTZEE, YATZY, outcomes, solve_card
from analysis.solitaire.options import _allowed, options_of
from analysis.solitaire.score_cards import Box, ScoreCard
from analysis.studies import REPORTS

NAMES = ("ones", "twos", "threes")


def count_of(face):
    return lambda counts: face * counts.get(face, 0)


def count_in(face):
    return lambda roll: face * roll.count(face)


TINY = ScoreCard(
    "tiny",
    (
        *(Box(name, count_of(face), face) for face, name in enumerate(NAMES, 1)),
        Box("run", lambda counts: 7 if len(counts) == 3 else 0, joker=6),
        Box("alike", lambda counts: 9 if len(counts) == 1 else 0),
        Box("sum", lambda counts: sum(face * count for face, count in counts.items())),
    ),
    bonus_at=10,
    bonus=5,
    dice="3d3",
)
PLAIN = plain_solitaire.PlainCard(
    sides=3,
    dice=3,
    rolls=3,
    boxes=(
        *((name, count_in(face), face, None) for face, name in enumerate(NAMES, 1)),
        ("run", lambda roll: 7 if len(set(roll)) == 3 else 0, 0, 6),
        ("alike", lambda roll: 9 if len(set(roll)) == 1 else 0, 0, None),
        ("sum", sum, 0, None),
    ),
    bonus_at=10,
    bonus=5,
)
JOKERS = [{}, {"again": 20}, {"again": 20, "forced": True}]


@pytest.mark.parametrize("rules", JOKERS, ids=["no jokers", "free jokers", "forced jokers"])
def test_a_tiny_game_is_worth_and_scores_what_plain_recursion_says(rules):
    card = replace(TINY, jokers="alike" if rules else "", **rules)
    value, ends = plain_solitaire.solve(replace(PLAIN, joker_box=4 if rules else -1, **rules))
    solved = solve_card(card)
    assert solved.value == pytest.approx(value, abs=1e-12)
    found = outcomes(solved)
    expected = np.zeros(found.scores.size)
    for points, chance in ends.items():
        expected[points] += chance
    assert found.scores == pytest.approx(expected, abs=1e-12)


def test_the_three_rules_on_jokers_differ_in_the_tiny_game():
    cards = [replace(TINY, jokers="alike" if rules else "", **rules) for rules in JOKERS]
    values = [solve_card(card).value for card in cards]
    assert values[0] < values[2] < values[1]


def only(card, *names):
    """All boxes filled but these."""
    return card.filled(*(name for name in card.names if name not in names))


@pytest.mark.parametrize(
    ("card", "name", "points"),
    [
        (YATZY, "chance", 5 * Fraction(14, 3)),  # a die: 6, 5 or 4 stays, 4.25 with one reroll
        (YATZY, "sixes", 30 * (1 - Fraction(5, 6) ** 3)),
        (YATZY, "yatzy", 50 * Fraction(347897, 7558272)),
        (YAHTZEE, "ones", 5 * (1 - Fraction(5, 6) ** 3)),
        (YAHTZEE, "yahtzee", 50 * Fraction(347897, 7558272)),
    ],
)
def test_the_last_box_alone_is_worth_what_is_known(card, name, points):
    """Five alike in three rolls: 347897 in 7558272, as in textbooks (4.6029 %)."""
    assert solve_card(card, only(card, name)).value == pytest.approx(float(points), abs=1e-12)


def test_the_bonus_is_earned_from_63_on():
    start = only(YATZY, "sixes")
    worth = solve_card(YATZY, start).worth[start, 0]
    none, sixes = 1 - Fraction(5, 6) ** 3, [0.0] * 6
    for count in range(6):
        ways = [1, 5, 10, 10, 5, 1][count]
        sixes[count] = float(ways * none**count * (1 - none) ** (5 - count))
    assert worth[63] == pytest.approx(float(30 * none) + 50, abs=1e-12)
    assert worth[45] == pytest.approx(float(30 * none) + 50 * sum(sixes[3:]), abs=1e-12)
    assert worth[44] == pytest.approx(float(30 * none) + 50 * sum(sixes[4:]), abs=1e-12)


def points(card, *roll):
    pool = card.lattice.pool
    faces = {str(face): face for face in pool.faces}
    row = card.scores[pool.roll_index([[faces[str(number)] for number in roll]])]
    return {name: int(one) for name, one in zip(card.names, row, strict=True) if one}


def test_rolls_score_in_yatzy_as_the_rules_say():
    assert points(YATZY, 2, 2, 2, 5, 5) == {
        "twos": 6,
        "fives": 10,
        "pair": 10,
        "two pairs": 14,
        "three alike": 6,
        "full house": 16,
        "chance": 16,
    }
    assert points(YATZY, 1, 2, 3, 4, 5).keys() == {
        "ones",
        "twos",
        "threes",
        "fours",
        "fives",
        "small straight",
        "chance",
    }
    assert points(YATZY, 2, 3, 4, 5, 6)["large straight"] == 20
    alike = points(YATZY, 4, 4, 4, 4, 4)
    assert alike == {"fours": 20, "pair": 8, "three alike": 12, "four alike": 16, "chance": 20, "yatzy": 50}


def test_rolls_score_in_yahtzee_as_the_rules_say():
    assert points(YAHTZEE, 2, 2, 2, 5, 5) == {"twos": 6, "fives": 10, "three alike": 16, "full house": 25, "chance": 16}
    assert points(YAHTZEE, 1, 3, 4, 5, 6)["small straight"] == 30
    assert "large straight" not in points(YAHTZEE, 1, 3, 4, 5, 6)
    assert points(YAHTZEE, 2, 3, 4, 5, 6)["large straight"] == 40
    alike = points(YAHTZEE, 4, 4, 4, 4, 4)
    assert alike == {"fours": 20, "three alike": 20, "four alike": 20, "yahtzee": 50, "chance": 20}


def allowed(card, filled):
    """Where a roll of five twos may go, and for how many points."""
    options = options_of(card)
    pool = card.lattice.pool
    two = next(face for face in pool.faces if face.number == 2)
    chosen = np.zeros(len(card.boxes), dtype=np.int64)
    count = _allowed(options, pool.roll_index([[two] * 5]), card.filled(*filled), chosen)
    places = chosen[:count]
    return {card.names[options.box[one]]: int(options.points[one]) for one in places}


FORCED = replace(YAHTZEE, forced=True)
LOWER = {"three alike", "four alike", "full house", "small straight", "large straight", "chance"}


def test_five_alike_are_no_joker_before_the_yahtzee_box_is_filled():
    found = allowed(YAHTZEE, ["twos"])
    assert found["full house"] == found["small straight"] == found["large straight"] == 0
    assert found["yahtzee"] == 50


def test_a_joker_whose_upper_box_is_filled_scores_everywhere_below():
    assert allowed(YAHTZEE, ["twos", "yahtzee"]) == {
        "ones": 0,
        "threes": 0,
        "fours": 0,
        "fives": 0,
        "sixes": 0,
        "three alike": 10,
        "four alike": 10,
        "full house": 25,
        "small straight": 30,
        "large straight": 40,
        "chance": 10,
    }


def test_a_free_joker_whose_upper_box_is_open_scores_as_any_roll():
    found = allowed(YAHTZEE, ["yahtzee"])
    assert found["twos"] == 10
    assert found["full house"] == found["large straight"] == 0


def test_a_forced_joker_goes_up_then_down_then_anywhere():
    assert allowed(FORCED, ["yahtzee"]) == {"twos": 10}
    assert allowed(FORCED, ["yahtzee", "twos"]).keys() == LOWER
    assert allowed(FORCED, ["yahtzee", "twos", *LOWER]) == {"ones": 0, "threes": 0, "fours": 0, "fives": 0, "sixes": 0}


def test_chances_of_last_boxes_add_up_to_their_value():
    solved = solve_card(YATZY, only(YATZY, "ones", "sixes", "pair", "full house", "yatzy"))
    found = outcomes(solved)
    assert found.scores.sum() == pytest.approx(1, abs=1e-12)
    assert found.mean == pytest.approx(solved.value, abs=1e-10)
    written = found.boxes @ np.arange(found.boxes.shape[1])
    assert written.sum() + found.bonus * 50 == pytest.approx(solved.value, abs=1e-10)


def committed(name):
    return pd.read_csv(REPORTS / "optimal-solitaire" / "tables" / f"{name}.csv")


def test_the_page_has_the_published_numbers():
    """Verhoeff for Yahtzee; yatzy-solver for both; 245.87 and 229.64 as quoted for Yahtzee without further Yahtzees."""
    scores = committed("scores").set_index("quantity")
    assert scores.loc["mean", ["Yahtzee", "Yatzy"]].tolist() == pytest.approx([254.58960948, 248.43998938], abs=1e-6)
    assert scores.loc["sd", "Yahtzee"] == pytest.approx(59.61, abs=0.005)
    assert scores.loc["median", "Yahtzee"] == 248
    rules = committed("rules").set_index("game")["points"]
    assert rules["Yahtzee, jokers forced"] == pytest.approx(254.58772873, abs=1e-6)
    assert rules["Yahtzee without further Yahtzees"] == pytest.approx(245.87, abs=0.005)
    assert rules["Yahtzee without either"] == pytest.approx(229.64, abs=0.005)


@pytest.mark.parametrize(("game", "bonus", "again"), [("Yahtzee", 35, 9.58), ("Yatzy", 50, 0)])
def test_the_boxes_of_the_page_add_up_to_the_mean_score(game, bonus, again):
    boxes = committed(f"boxes-{game.lower()}").set_index("box")
    mean = committed("scores").set_index("quantity").loc["mean", game]
    assert boxes["points"].sum() + again == pytest.approx(mean, abs=0.005)
    assert boxes.loc["upper bonus", "points"] == pytest.approx(bonus * (1 - boxes.loc["upper bonus", "zero"]), abs=1e-4)


def test_overlooking_the_bonus_loses_what_it_earns_less_the_bonuses_that_come_by_themselves():
    rules = committed("rules").set_index("game")["points"]
    for game, bonus in (("Yahtzee", 35), ("Yatzy", 50)):
        earned = rules[f"{game}, the bonus overlooked"] - rules[f"{game} without upper bonus"]
        assert 0 < earned < bonus
        assert rules[f"{game} without upper bonus"] + bonus > rules[game] > rules[f"{game}, the bonus overlooked"]
