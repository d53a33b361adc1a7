"""What a finished game counts, who wins it and what decides it."""

from __future__ import annotations

import pytest
from oracles import kingdoms as plain

from kingdice.games.kingdomino.dominoes import Half
from kingdice.games.kingdomino.kingdom import Kingdom, Square
from kingdice.games.kingdomino.rules import Round, State, decided_by, score, winners
from kingdice.games.kingdomino.variants import variants_named

# A 5 by 5 with 120 points of properties: wheat 9 x 2, swamp 7 x 6, mine 6 x 10 (facts of the game, section 2.5).
HUNDRED_AND_TWENTY = """
    w0 w0 w0 w0 m2
    w0 m1 m3 m2 m2
    w1 m0 ** s0 s0
    w0 w0 w1 s1 g0
    s2 s1 s0 s2 g0
"""
# Nothing too far from the castle, which is not the middle of the box; 2 x 1 + 1 x 2 points.
LOPSIDED = """
    ** w1
    m2 w0
"""
# Three squares below the castle; 3 x 1 points.
LONG = """
    **
    f1
    f0
    f0
"""


def kingdom(text: str, size: int = 5) -> Kingdom:
    squares = plain.drawn(text)
    return Kingdom(size, {place: Square(Half(*square), 0) for place, square in squares.items()})


def ended(variants: str, *rounds: list[str], discards: tuple[tuple[int, ...], ...] | None = None) -> State:
    """A game that ended with these kingdoms, in each round one a seat; discards are those of the last round."""
    known = variants_named(variants)
    played = []
    for texts in rounds:
        none: tuple[tuple[int, ...], ...] = ((),) * len(texts)
        kingdoms = tuple(kingdom(text, known.size) for text in texts)
        played.append(Round(kingdoms, discards or none if texts is rounds[-1] else none))
    return State(known, tuple(played), known.lines(len(rounds[0])), (), 0, (), (), (), ())


# Points


def test_a_property_counts_squares_times_crowns_and_nothing_without_crowns():
    """From the rulebook's text: number of squares times number of crowns, several properties of one terrain apart."""
    text = """
        w0 w0 w1 g0
        w1 ** m2 g0
        l1 l0 m0 w2
    """
    assert kingdom(text).points == 4 * 2 + 2 * 2 + 2 * 1 + 1 * 2


def test_bonuses_count_only_where_they_are_played_for():
    game = [HUNDRED_AND_TWENTY, LONG]
    expected = {
        "standard": [120, 3],
        "middle": [130, 3],
        "harmony": [125, 8],
        "middle,harmony": [135, 8],
        "middle-of-box,harmony": [135, 8],
    }
    for variants, points in expected.items():
        assert [score(ended(variants, game), seat) for seat in range(2)] == points, variants


def test_the_two_readings_of_the_middle_kingdom_differ_for_a_lopsided_one():
    for variants, points in {"standard": 4, "middle": 14, "middle-of-box": 4}.items():
        assert score(ended(variants, [LOPSIDED, LOPSIDED]), 0) == points


def test_a_castle_alone_is_in_the_middle_by_both_readings():
    assert score(ended("middle", ["**", LONG]), 0) == 10
    assert score(ended("middle-of-box", ["**", LONG]), 0) == 10


def test_a_discard_loses_harmony():
    game = ended("harmony", [LONG, LONG, LOPSIDED], discards=((), (12,), (3, 48)))
    assert [score(game, seat) for seat in range(3)] == [8, 3, 4]


def test_a_dynasty_adds_up_its_rounds_with_a_bonus_in_each():
    """The long kingdom is no Middle Kingdom; in the last round seat 2 discarded something."""
    game = ended("dynasty,middle,harmony", [LOPSIDED, LONG], [LONG, "**"], [LONG, LOPSIDED], discards=((), (12,)))
    assert [score(game, seat) for seat in range(2)] == [19 + 8 + 8, 8 + 15 + 14]


# Winning


PLAIN = "** w0 w1 w0 w0"  # 4 points, largest property 4, 1 crown
SPLIT = "** w1 w0 l1 l0"  # 4 points, largest property 2, 2 crowns
RICH = "** w1 w0 m2 f0"  # 4 points, largest property 2, 3 crowns
POOR = "** w0 w1 l0 l0"  # 2 points, largest property 2, 1 crown


def outcome(variants: str, *kingdoms: str) -> tuple[list[int], str]:
    game = ended(variants, list(kingdoms))
    return winners(game), decided_by(game)


def test_most_points_win():
    assert outcome("standard", POOR, SPLIT) == ([1], "points")
    assert outcome("standard", SPLIT, POOR, POOR, POOR) == ([0], "points")


def test_points_with_bonuses_decide():
    """The poorer properties win with the castle in the middle."""
    assert outcome("standard", LONG, "w1 **") == ([0], "points")
    assert outcome("middle", LONG, "w1 **") == ([1], "points")


def test_of_equal_points_the_largest_property_wins_with_crowns_or_without():
    assert outcome("standard", SPLIT, PLAIN, POOR) == ([1], "largest property")
    without_crowns = "** w1 w0 l1 l0\nf0 f0 f0 .. .."  # 4 points, and three squares of forest
    assert outcome("standard", RICH, without_crowns) == ([1], "largest property")


def test_then_most_crowns_win():
    assert outcome("standard", SPLIT, RICH) == ([1], "crowns")
    assert outcome("standard", SPLIT, SPLIT, RICH, POOR) == ([2], "crowns")


def test_a_larger_property_goes_before_more_crowns():
    assert outcome("standard", RICH, PLAIN) == ([1], "largest property")


def test_those_who_lost_on_points_do_not_come_back_in_the_tie_break():
    larger_but_poorer = "** w0 w0 w0 w0"
    richer_but_poorer = "** m3"
    assert outcome("standard", SPLIT, RICH, larger_but_poorer, richer_but_poorer) == ([1], "crowns")


def test_who_is_still_equal_shares_the_win():
    assert outcome("standard", RICH, RICH) == ([0, 1], "shared")
    assert outcome("standard", SPLIT, RICH, POOR, RICH) == ([1, 3], "shared")
    assert outcome("standard", PLAIN, PLAIN, PLAIN, PLAIN) == ([0, 1, 2, 3], "shared")


def test_a_tied_dynasty_is_shared_whatever_the_kingdoms_are():
    rounds = [[PLAIN, SPLIT], [RICH, PLAIN], [SPLIT, RICH]]
    game = ended("dynasty", *rounds)
    assert (winners(game), decided_by(game)) == ([0, 1], "shared")
    game = ended("dynasty", *rounds[:2], [SPLIT, POOR])
    assert (winners(game), decided_by(game)) == ([0], "points")


@pytest.mark.parametrize("variants", ["standard", "middle", "harmony"])
def test_the_order_of_seats_has_no_say(variants: str):
    kingdoms = [PLAIN, SPLIT, RICH, POOR]
    for turned in range(4):
        order = kingdoms[turned:] + kingdoms[:turned]
        assert outcome(variants, *order) == ([order.index(PLAIN)], "largest property")
