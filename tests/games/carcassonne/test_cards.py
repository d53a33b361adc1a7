"""Who takes the King and the Robber Baron, and what they bring by the official rule and the house rules.

Rule text of 2003 with notes 1, 2 and 7 (WikiCarpedia), house rules of Joff (10), PreGy (15 and 40) and dustyu
(continuous); where the text is silent, as JCloisterZone plays it. Points are worked out by hand.
"""

from __future__ import annotations

import pytest
from oracles.laid_out import played

from kingdice.games.carcassonne.cards import Card, card_points
from kingdice.games.carcassonne.rules import State, points

# Seat 1 completes a city of 2 and a road of 3, seat 2 then a city of 3 and another one of 2.
GAME = """
    1 E  -1  0 180
    2 E   1  0 180
    1 A   0  1  90
    2 G   2  0  90
    1 A   0 -1 270
    2 E   3  0   0
    1 E   1  1 180
    2 E   2  1   0
"""
# The same until seat 1 holds both cards.
BOTH = "".join(GAME.splitlines(keepends=True)[:6])
# Three places in a column, city in the middle one, all open: a tile with two cities in the gap completes two at once.
GAP = """
    1 V   0  1  90
    2 A  -1  1   0
    1 B  -2  1   0
    2 F  -2  0  90
    1 E  -3  0 180
"""


def cards(state: State) -> tuple[list[int], list[int]]:
    """What the King and the Robber Baron bring every seat."""
    given = points(state)
    return [one["king"] for one in given], [one["robber"] for one in given]


def test_whoever_places_the_completing_tile_takes_the_card_whosesoever_the_city_is() -> None:
    state = played("1 G  -1 0  90 city\n2 E  -2 0  180")
    assert [one["city"] for one in state.scored] == [6, 0]
    assert (state.king.holder, state.king.size) == (1, 3)


def test_whoever_places_the_completing_tile_takes_the_card_though_nobody_owns_the_road() -> None:
    state = played("1 A  0 1  90\n2 A  0 -1  270")
    assert (state.robber.holder, state.robber.size) == (1, 3)
    assert (state.king.holder, state.king.size) == (None, 0)


def test_first_completed_city_takes_the_king_though_it_has_two_tiles_only() -> None:
    state = played("1 E  -1 0  180")
    assert (state.king.holder, state.king.size, state.king.changes) == (0, 2, 0)


def test_citys_and_roads_cards_are_apart() -> None:
    state = played(BOTH)
    assert (state.king.holder, state.king.size) == (0, 2)
    assert (state.robber.holder, state.robber.size) == (0, 3)
    state = played(GAME)
    assert (state.king.holder, state.king.size) == (1, 3)
    assert (state.robber.holder, state.robber.size) == (0, 3)


def test_larger_city_takes_the_king_from_its_holder() -> None:
    state = played(GAME)
    assert (state.king.holder, state.king.size, state.king.changes) == (1, 3, 1)


def test_equal_size_stays() -> None:
    state = played("1 E  -1 0  180\n2 E  1 0  180\n2 E  2 0  0")
    assert state.cities == (2, 2)
    assert (state.king.holder, state.king.size, state.king.changes) == (0, 2, 0)


def test_smaller_city_takes_nothing_and_counts() -> None:
    state = played("1 G  -1 0  90\n1 E  -2 0  180\n2 E  1 0  180\n2 E  2 0  0")
    assert state.cities == (3, 2)
    assert (state.king.holder, state.king.size, state.king.completed) == (0, 3, 2)


def test_holder_who_outdoes_himself_keeps_the_card_and_raises_the_bar() -> None:
    """Seat 1 completes cities of 2 and 3; the city of 3 that seat 2 completes is not larger then."""
    state = played("""
        1 E  -1  0 180
        2 E   1  0 180
        2 G   2  0  90
        1 E   3  0   0
        2 E   1  1 180
        2 G   2  1  90
        2 E   3  1   0
    """)
    assert state.cities == (2, 3, 3)
    assert (state.king.holder, state.king.size, state.king.changes) == (0, 3, 0)


def test_size_is_in_tiles_pennants_do_not_count() -> None:
    """The second city brings more points, with its pennant, but has as many tiles."""
    state = played("""
        1 G  -1  0  90
        1 E  -2  0 180
        2 E   1  0 180
        2 F   2  0  90 city
        2 E   3  0   0
    """)
    assert state.cities == (3, 3)
    assert [one["city"] for one in state.scored] == [0, 8]
    assert (state.king.holder, state.king.size) == (0, 3)


def test_start_tiles_city_counts_and_so_do_those_of_others() -> None:
    assert cards(played("1 E  -1 0  180")) == ([1, 0], [0, 0])
    assert cards(played("1 E  -1 0  180\n2 E  1 0  180\n2 E  2 0  0 city")) == ([2, 0], [0, 0])


def test_incomplete_cities_and_roads_fields_and_monasteries_bring_nothing() -> None:
    state = played("""
        1 G  -1  0  90 city
        1 A   0  1  90 monastery
        2 B   1  0   0 monastery
        2 E   1  1 180 field
    """)
    assert cards(state) == ([0, 0], [0, 0])
    assert (state.king, state.robber) == (Card(before=(0, 0), then=(0, 0)), Card(before=(0, 0), then=(0, 0)))


def test_one_tile_completes_several_cities_the_largest_is_compared_and_each_counts() -> None:
    state = played(GAP + "2 H  -1 0  0")
    assert sorted(state.cities) == [2, 3]
    assert (state.king.holder, state.king.size, state.king.completed) == (1, 3, 2)
    assert cards(state)[0] == [0, 2]


def test_one_tile_completes_several_cities_none_of_them_larger() -> None:
    """Seat 1 completes a city of 3 first; then seat 2 completes one of 2 and one of 3 with one tile."""
    state = played(f"""{GAP}
        1 E   1  0 180
        1 G   2  0  90
        1 E   3  0   0
        2 H  -1  0   0
    """)
    assert (state.cities[0], sorted(state.cities[1:])) == (3, [2, 3])
    assert (state.king.holder, state.king.size, state.king.completed) == (0, 3, 3)


def test_junction_completes_three_roads_at_once() -> None:
    """The road through the start tile has three tiles, the others two."""
    state = played("""
        1 A    0 -1 270
        1 B    1  0   0
        1 A    1  1 180
        1 B    1  2   0
        1 KR2  0  2   0
        2 W    0  1   0
    """)
    assert sorted(state.roads) == [2, 2, 3]
    assert (state.robber.holder, state.robber.size, state.robber.completed) == (1, 3, 3)
    assert cards(state)[1] == [0, 3]


@pytest.mark.parametrize(
    ("rule", "king", "robber"),
    [
        ("none", [0, 0], [0, 0]),
        ("official", [0, 3], [1, 0]),
        ("flat-10", [0, 10], [10, 0]),
        ("flat-15-40", [0, 15], [15, 0]),
        # The city of 2 finds nobody with the King, that of 3 seat 1, the last one seat 2; the road nobody.
        ("continuous", [1, 1], [0, 0]),
        ("continuous-new", [1, 2], [1, 0]),
    ],
)
def test_what_the_cards_bring_when_each_has_another_holder(rule: str, king: list[int], robber: list[int]) -> None:
    state = played(GAME, rule)
    assert (state.cities, state.roads) == ((2, 3, 2), (3,))
    assert cards(state) == (king, robber)


@pytest.mark.parametrize(
    ("rule", "king", "robber"),
    [
        ("none", [0, 0], [0, 0]),
        ("official", [1, 0], [1, 0]),
        ("flat-10", [10, 0], [10, 0]),
        ("flat-15-40", [20, 0], [20, 0]),
        ("continuous", [0, 0], [0, 0]),
        ("continuous-new", [1, 0], [1, 0]),
    ],
)
def test_what_the_cards_bring_when_one_holds_both(rule: str, king: list[int], robber: list[int]) -> None:
    assert cards(played(BOTH, rule)) == (king, robber)


@pytest.mark.parametrize("rule", ["none", "official", "flat-10", "flat-15-40", "continuous", "continuous-new"])
def test_cards_that_nobody_holds_bring_nobody_anything(rule: str) -> None:
    assert cards(played("1 G  -1 0  90 city", rule)) == ([0, 0], [0, 0])


def test_paid_to_whoever_holds_the_card_afterwards_all_is_paid_out() -> None:
    """The total under this reading of the continuous rule is the official one."""
    assert sum(cards(played(GAME, "continuous-new"))[0]) == sum(cards(played(GAME, "official"))[0]) == 3


def test_continuous_rules_pay_every_city_of_a_turn_to_one_holder() -> None:
    """Seat 1 completes a city of 3, seat 2 one of 2, then one of 2 and one of 3, or one of 4 that takes the King."""
    turns = f"""{GAP}
        1 E   1  0 180
        1 G   2  0  90
        1 E   3  0   0
        2 E   4  0 180
        2 KR1 5  0   0
    """
    assert played(turns).cities == (3, 2)
    assert cards(played(turns + "2 H  -1 0  0", "continuous"))[0] == [3, 0]
    assert cards(played(turns + "2 H  -1 0  0", "continuous-new"))[0] == [4, 0]
    assert cards(played(turns + "2 F  -1 0  90", "continuous"))[0] == [2, 0]
    assert cards(played(turns + "2 F  -1 0  90", "continuous-new"))[0] == [2, 1]


def test_who_holds_the_cards_is_tracked_the_same_whatever_they_bring() -> None:
    kings = [played(GAME, rule).king for rule in ("none", "official", "flat-10", "flat-15-40", "continuous")]
    assert kings == [kings[0]] * 5
    assert played(GAME, "base").king == kings[0]


def test_turns_in_which_the_cards_were_taken_first_and_last() -> None:
    """Turns 1, 2, 3, … of the game, whoever's they are."""
    state = played(GAME)
    assert (state.king.first_turn, state.king.last_turn) == (1, 6)
    assert (state.robber.first_turn, state.robber.last_turn) == (5, 5)
    assert (played("1 G  -1 0  90").king.first_turn, played("1 G  -1 0  90").king.last_turn) == (0, 0)


def test_outdoing_oneself_is_no_change_of_hands() -> None:
    state = played("""
        1 E  -1  0 180
        2 E   1  0 180
        1 E   1  1 180
        2 G   2  0  90
        1 E   3  0   0
    """)
    assert state.cities == (2, 3)
    assert (state.king.size, state.king.first_turn, state.king.last_turn, state.king.changes) == (3, 1, 1, 0)


@pytest.mark.parametrize(
    ("cards_rule", "king"),
    [("official", [0, 1]), ("continuous", [0, 0]), ("continuous-new", [0, 1]), ("flat-10", [0, 10])],
)
def test_big_cities_those_of_two_tiles_neither_take_the_king_nor_count(cards_rule: str, king: list[int]) -> None:
    state = played(GAME, f"{cards_rule},big-cities")
    assert state.cities == (2, 3, 2)
    assert (state.king.holder, state.king.size, state.king.completed) == (1, 3, 1)
    assert (state.king.first_turn, state.king.changes) == (6, 0)
    assert cards(state)[0] == king


def test_big_cities_do_not_matter_to_roads() -> None:
    short = "1 W  0 1  90\n1 S  -1 1  0"
    assert played(short, "big-cities").robber == played(short).robber
    assert played(short, "big-cities").robber.size == 2


@pytest.mark.parametrize(
    ("cards_rule", "king"), [("official", [0, 3]), ("continuous", [0, 1]), ("continuous-new", [0, 2])]
)
def test_least_3_smaller_cities_do_not_take_the_king_and_count(cards_rule: str, king: list[int]) -> None:
    state = played(GAME, f"{cards_rule},least-3")
    assert (state.king.holder, state.king.size, state.king.completed) == (1, 3, 3)
    assert (state.king.first_turn, state.king.changes) == (6, 0)
    assert (state.robber.holder, state.robber.size) == (0, 3)
    assert cards(state)[0] == king


def test_least_4_nobody_holds_a_card_and_nobody_gets_anything() -> None:
    state = played(GAME, "official,least-4")
    assert (state.king.holder, state.king.size, state.king.completed) == (None, 0, 3)
    assert (state.robber.holder, state.robber.size, state.robber.completed) == (None, 0, 1)
    assert cards(state) == ([0, 0], [0, 0])


def test_card_by_card_the_bar_is_the_largest_ever_completed() -> None:
    """Sizes 2, 3, 3, 5, 4 by seats 1, 2, 1, 2 and 3 of three."""
    card = Card(before=(0, 0, 0), then=(0, 0, 0))
    for turn, (size, seat) in enumerate([(2, 0), (3, 1), (3, 0), (5, 1), (4, 2)], 1):
        card = card.after([size], seat, turn=turn, least=2)
    assert card == Card(1, 5, 5, 1, 1, 2, before=(1, 3, 0), then=(1, 4, 0))
    assert card_points("official", card, Card(before=(0, 0, 0), then=(0, 0, 0))) == [(0, 0), (5, 0), (0, 0)]


@pytest.mark.parametrize("sizes", [[2, 4, 3], [4, 3, 2], [3, 2, 4]])
def test_of_several_sizes_the_largest_is_compared_in_whatever_order_they_come(sizes: list[int]) -> None:
    held = Card(0, 3, 1, before=(0, 0), then=(1, 0))
    card = held.after(sizes, 1, turn=9, least=2)
    assert (card.holder, card.size, card.completed, card.before, card.then) == (1, 4, 4, (3, 0), (1, 3))


def test_cards_are_part_of_the_score() -> None:
    assert [sum(one.values()) for one in points(played(GAME, "official"))] == [1, 3]
    assert [sum(one.values()) for one in points(played(GAME, "flat-15-40"))] == [15, 15]
    assert [sum(one.values()) for one in points(played(BOTH, "flat-15-40"))] == [40, 0]
