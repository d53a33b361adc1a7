"""Rulings on cities, roads, monasteries and meeples in positions laid by hand, their points worked out by hand.

Rulings: rulebook of the present edition, as JCloisterZone's own games and the CAR have them. `played` holds each
position against the oracle too, which shares no code with the rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from oracles.laid_out import begun, holding, meeples_of, played

from kingdice.errors import EditionError, StrategyError
from kingdice.games.carcassonne.rules import Move, State, apply, is_legal, legal_moves, new_game, points, score, winners
from kingdice.games.carcassonne.variants import variants_named

SHORT_CITY = "1 E  -1 0  180 city"
THROUGH_CITY = """
    1 F  -1 0   90 city
    2 E  -2 0  180
"""
# Two roads of one meeple each, joined by a curve.
LONG_ROAD = """
    1 U   0  1   0 road
    2 U   1  0   0 road
    1 V   0 -1 270
    2 V   1 -1 180
"""
# Three cities of one tile around the place north of the start tile: two of seat 1, one of seat 2.
AROUND_ONE_PLACE = """
    1 V   0 -1 270
    1 E  -1 -1  90 city
    1 V   0  1   0
    1 E  -1  1 270 city
    1 B  -2 -1   0
    2 E  -2  0 180 city
"""
MONASTERY_BUT_ONE = """
    1 B   1  0   0 monastery
    2 A   0  1  90
    2 A   0 -1 270
    2 B   1 -1   0
    2 B   1  1   0
    2 E   2  0 180
    2 B   2 -1   0
"""
SEVEN_MEEPLES = """
    1 E    1 0  90 city
    1 E    2 0  90 city
    1 E    3 0  90 city
    1 E    4 0  90 city
    1 E    5 0  90 city
    1 KR1  6 0  90 city
    1 H    7 0  90 city
"""


def gained(state: State, kind: str) -> list[int]:
    """Points of every seat for what was completed."""
    return [one[kind] for one in state.scored]


def at_the_end(state: State, kind: str) -> list[int]:
    return [one[kind] for one in points(state)]


def left(state: State) -> list[int]:
    return [state.meeples_left(seat) for seat in range(state.players)]


def opened(*first: str) -> State:
    """A game in which these tiles are drawn first."""
    variants = variants_named("base+king-robber")
    rest = Counter(variants.bag) - Counter(first)
    return new_game(variants, [*first, *rest.elements()], players=2)


def test_completed_city_brings_two_points_a_tile_and_two_a_pennant() -> None:
    state = played(THROUGH_CITY)
    assert state.cities == (3,)
    assert gained(state, "city") == [8, 0]


def test_incomplete_city_brings_one_point_a_tile_and_one_a_pennant_at_the_end() -> None:
    state = played("1 F  -1 0  90 city")
    assert gained(state, "city") == [0, 0]
    assert at_the_end(state, "city") == [3, 0]
    assert state.cities == ()


def test_city_of_two_tiles_brings_four_points() -> None:
    assert gained(played(SHORT_CITY), "city") == [4, 0]


def test_small_city_switch_a_city_of_two_tiles_brings_two_points_larger_ones_as_before() -> None:
    assert gained(played(SHORT_CITY, "small-city"), "city") == [2, 0]
    assert gained(played(THROUGH_CITY, "small-city"), "city") == [8, 0]


def test_small_city_switch_does_not_matter_to_an_incomplete_city() -> None:
    assert at_the_end(played("1 G  -1 0  90 city", "small-city"), "city") == [2, 0]


def test_completed_road_brings_one_point_a_tile() -> None:
    state = played("""
        1 A  0  1  90 road
        2 A  0 -1 270
    """)
    assert state.roads == (3,)
    assert gained(state, "road") == [3, 0]


def test_incomplete_road_brings_one_point_a_tile_at_the_end() -> None:
    state = played("1 U  0 1  0 road")
    assert gained(state, "road") == [0, 0]
    assert at_the_end(state, "road") == [2, 0]


def test_road_ends_at_monastery_junction_city_and_crossroads() -> None:
    state = played("""
        1 W   0  1  90
        1 A   0 -1 270 road
        1 S  -1  1   0 road
        2 X   1  1   0 road
    """)
    # From the monastery to the junction; from there to the city in the north, and to the crossroads in the south.
    assert state.roads == (3, 2, 2)
    assert gained(state, "road") == [5, 2]


def test_loop_road_of_four_curves_is_complete_without_ends() -> None:
    state = played("""
        2 V  1 0  270
        2 V  1 1    0
        2 V  2 1   90
        1 V  2 0  180 road
    """)
    assert state.roads == (4,)
    assert gained(state, "road") == [4, 0]
    assert (state.robber.holder, state.robber.size) == (0, 4)


def test_monastery_brings_nine_once_all_eight_places_around_it_are_taken() -> None:
    state = played(MONASTERY_BUT_ONE + "2 E  2  1 180")
    assert gained(state, "monastery") == [9, 0]
    assert left(state) == [7, 7]


def test_incomplete_monastery_brings_one_and_one_for_every_tile_around_it_at_the_end() -> None:
    assert at_the_end(played("1 B  1 0  0 monastery"), "monastery") == [2, 0]
    state = played(MONASTERY_BUT_ONE)
    assert gained(state, "monastery") == [0, 0]
    assert at_the_end(state, "monastery") == [8, 0]


def test_monastery_laid_into_the_last_gap_is_scored_at_once() -> None:
    state = played("""
        2 A   0  1  90
        2 A   0 -1 270
        2 B   1 -1   0
        2 B   1  1   0
        2 E   2  1 180
        2 E   2 -1 180
        2 E   2  0 180
        1 B   1  0   0 monastery
    """)
    assert gained(state, "monastery") == [9, 0]
    assert left(state) == [7, 7]


def test_one_tile_completes_two_monasteries() -> None:
    two = MONASTERY_BUT_ONE.replace("2 B   1  1   0", "2 B   1  1   0 monastery")
    state = played(f"""{two}
        2 E   0  2  90
        2 E   1  2  90
        2 E   2  2  90
        1 E   2  1 180
    """)
    assert gained(state, "monastery") == [9, 9]


def test_one_tile_completes_a_city_and_a_road() -> None:
    before = """
        1 A   0 -1 270
        1 V   0  1  90 road
        1 V  -1  1   0
        1 B  -2  1   0
        1 A  -2  0   0
    """
    state = played(before)
    assert (state.cities, state.roads) == ((), ())
    state = played(before + "2 K  -1 0  180 city")
    assert (state.cities, state.roads) == ((2,), (6,))
    assert gained(state, "city") == [0, 4]
    assert gained(state, "road") == [6, 0]
    assert (state.king.holder, state.robber.holder) == (1, 1)


def test_ties_pay_all_in_full() -> None:
    assert at_the_end(played(LONG_ROAD), "road") == [5, 5]
    state = played(f"""{LONG_ROAD}
        1 A   0  2  90
        1 A   1  1  90
    """)
    assert state.roads == (7,)
    assert gained(state, "road") == [7, 7]
    assert left(state) == [7, 7]


def test_most_meeples_take_all_and_everybodys_come_back() -> None:
    assert left(played(AROUND_ONE_PLACE)) == [5, 6]
    state = played(AROUND_ONE_PLACE + "2 C  -1 0   0")
    assert state.cities == (5,)
    assert gained(state, "city") == [12, 0]
    assert left(state) == [7, 7]


def test_meeple_is_put_before_scoring_and_comes_back_in_the_same_turn() -> None:
    state = played(SHORT_CITY)
    assert gained(state, "city") == [4, 0]
    assert not state.meeples
    assert left(state) == [7, 7]


def test_completed_feature_without_meeples_brings_nobody_anything() -> None:
    state = played("1 E  -1 0  180")
    assert state.cities == (2,)
    assert gained(state, "city") == [0, 0]


@pytest.mark.parametrize("seat", [1, 2])
def test_meeple_only_where_the_whole_feature_is_empty_ones_own_bar_it_too(seat: int) -> None:
    """The road of the start tile is taken at its other end; the fields on both sides of it are free."""
    state = played("1 U  0 1  0 road")
    assert meeples_of(state, "U", seat, (0, -1), 0) == ["none", "field", "field 2"]
    assert not is_legal(holding(state, "U", seat), Move((0, -1), 0, 0))
    assert is_legal(holding(state, "U", seat), Move((0, -1), 0, 1))


def test_meeple_not_on_a_feature_that_the_new_tile_joins_to_a_taken_one() -> None:
    """The start tile's city is empty, that in the north-east is not; a tile between them may join them, or not."""
    state = played("""
        1 V   0  1   0
        2 E  -1  1 270 city
    """)
    assert meeples_of(state, "N", 1, (-1, 0), 180) == ["none", "field"]
    assert meeples_of(state, "I", 1, (-1, 0), 180) == ["none", "city", "field"]


def test_emptied_feature_may_be_taken_again() -> None:
    """The city was completed and its meeple came back; the monastery, field and city beside it are others."""
    state = played(SHORT_CITY)
    assert meeples_of(state, "KR1", 1, (-2, 0), 0) == ["none", "city", "field", "monastery"]


def test_without_a_meeple_in_hand_only_the_tile_is_laid() -> None:
    state = played(SEVEN_MEEPLES)
    assert left(state) == [0, 7]
    assert {move.meeple for move in legal_moves(holding(state, "V", 1))} == {None}
    assert meeples_of(state, "B", 2, (8, 0), 0) == ["none", "field", "monastery"]


def test_meeple_that_comes_back_is_only_there_from_the_next_turn_on() -> None:
    state = played(SEVEN_MEEPLES)
    assert meeples_of(state, "H", 1, (1, 1), 90) == ["none"]
    state = played(SEVEN_MEEPLES + "1 H    1 1  90")
    assert left(state) == [1, 7]
    assert meeples_of(state, "B", 1, (8, 0), 0) == ["none", "field", "monastery"]


def test_tile_that_fits_nowhere_leaves_the_game_and_the_next_one_is_drawn() -> None:
    """With the start tile's city closed there is no open city: tiles of city alone fit nowhere."""
    state = apply(opened("E", "C", "KR5", "V"), Move((-1, 0), 2))
    assert state.gone == ("C", "KR5")
    assert (state.held, state.seat, len(state.bag)) == ("V", 1, 72)


def test_game_is_over_when_the_last_tile_fits_nowhere() -> None:
    state = apply(replace(opened("E"), bag=("C",)), Move((-1, 0), 2))
    assert state.gone == ("C",)
    assert state.is_over
    assert state.seat == -1
    assert legal_moves(state) == []


def test_free_places_come_in_the_order_in_which_they_came_to_be_beside_tiles() -> None:
    state = opened("E", "V")
    assert state.frontier == ((-1, 0), (0, 1), (1, 0), (0, -1))
    state = apply(state, Move((-1, 0), 2))
    assert state.frontier == ((0, 1), (1, 0), (0, -1), (-2, 0), (-1, 1), (-1, -1))
    state = apply(state, Move((0, 1), 0))
    assert state.frontier == ((1, 0), (0, -1), (-2, 0), (-1, 1), (-1, -1), (0, 2), (1, 1))


def test_legal_moves_by_place_rotation_and_meeple_of_rotations_that_look_alike_all() -> None:
    assert legal_moves(opened("E")) == [
        Move(place, rotation, meeple)
        for place, rotation in [((-1, 0), 2), ((1, 0), 1), ((1, 0), 2), ((1, 0), 3)]
        for meeple in (None, 0, 1)
    ]
    assert legal_moves(opened("B")) == [Move((1, 0), r, meeple) for r in (0, 1, 2, 3) for meeple in (None, 0, 1)]


def test_players_see_which_tiles_are_left_but_not_their_order() -> None:
    state = opened("E", "X", "A")
    assert state.bag[:2] == ("X", "A")
    assert state.seen().bag == tuple(sorted(state.bag))
    assert replace(state.seen(), bag=state.bag) == state


def test_equal_points_share_the_win() -> None:
    state = played("1 E  -1 0  180 city\n2 E 1 0 180\n2 E 2 0 0 city", "none", players=3)
    assert [score(state, seat) for seat in range(3)] == [4, 4, 0]
    assert winners(state) == [0, 1]


@pytest.mark.parametrize(
    "move", [Move((0, 0), 0), Move((-1, 0), 0), Move((5, 5), 0), Move((1, 0), 1, 2), Move((1, 0), 4), Move((-1, 1), 2)]
)
def test_illegal_moves_are_refused(move: Move) -> None:
    with pytest.raises(StrategyError, match="illegal move: tile at"):
        apply(opened("E"), move)


def test_no_move_after_the_end() -> None:
    with pytest.raises(StrategyError, match="in a game that is over"):
        apply(begun(), Move((-1, 0), 2))


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_players(players: int) -> None:
    variants = variants_named("base")
    with pytest.raises(EditionError, match=f"{players} players: carcassonne is for 2 to 5"):
        new_game(variants, variants.bag, players=players)


def test_bag_has_to_hold_the_tiles_that_are_played_with() -> None:
    variants = variants_named("base")
    with pytest.raises(StrategyError, match="expected the 71 tiles of base without the start tile"):
        new_game(variants, variants_named("base+king-robber").bag, players=2)
