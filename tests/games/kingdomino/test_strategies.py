"""Random and greedy players: what they look at, beside a brute force of what the paper's agents do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import kingdoms as plain

from kingdice.errors import StrategyError
from kingdice.games.kingdomino.dominoes import Half, domino
from kingdice.games.kingdomino.kingdom import Kingdom, Placement, Square
from kingdice.games.kingdomino.play import Game, as_row, play_game
from kingdice.games.kingdomino.rules import Claim, Move, Round, State, apply, legal_moves, new_game
from kingdice.games.kingdomino.strategies import STRATEGIES, is_spoilt, strategy_named
from kingdice.games.kingdomino.variants import variants_named

GREEDY = ["greedy-random-draft", "full-greedy"]


def choices(name: str, state: State) -> list[Move]:
    """What a strategy's coin chooses from, in order; a move that needs no coin alone."""
    asked: list[int] = []

    def face(number: int):
        def coin(bound: int) -> int:
            asked.append(bound)
            return min(number, bound - 1)

        return coin

    strategy = strategy_named(name)
    first = strategy.choose(state.seen(), face(0))
    if not asked:
        return [first]
    return [strategy.choose(state.seen(), face(number)) for number in range(asked[0])]


@cache
def game(name: str, variants: str, players: int, number: int = 0) -> Game:
    """Played by one strategy at all seats."""
    return play_game(variants_named(variants), [strategy_named(name)] * players, seed=3, game=number)


def squares_of(kingdom: Kingdom) -> plain.Kingdom:
    return {place: (square.half.terrain, square.half.crowns) for place, square in kingdom.squares.items()}


def halves_of(number: int) -> tuple[plain.Square, plain.Square]:
    first, second = domino(number).halves
    return (first.terrain, first.crowns), (second.terrain, second.crowns)


# What the greedy ones do, by brute force


class Rated(NamedTuple):
    """A kingdom that a move may lead to."""

    move: Move
    spoilt: bool
    points: int


def outcomes(name: str, state: State) -> Iterator[Rated]:
    """Every kingdom that a greedy player looks at, by brute force."""
    size, names = state.variants.size, state.variants.names
    before = squares_of(state.kingdoms[state.seat])

    def rated(move: Move, kingdom: plain.Kingdom) -> Rated:
        middle = plain.in_middle_of_box(kingdom) if "middle-of-box" in names else plain.in_middle(kingdom, size)
        bonus = 10 * (middle and bool({"middle", "middle-of-box"} & set(names)))
        bonus += 5 * (len(kingdom) == size * size - 1 and "harmony" in names)
        return Rated(move, plain.is_spoilt(kingdom, size), plain.points(kingdom) + bonus)

    for move in legal_moves(state):
        kingdom = before
        if move.placement is not None and state.held is not None:
            kingdom = plain.with_domino(before, halves_of(state.held), move.placement.places)
        if name == "greedy-random-draft":
            if move.placement is not None:
                yield rated(move, kingdom)
        elif move.pick is not None:
            for way in plain.ways(kingdom, size, halves_of(move.pick)):
                yield rated(move, plain.with_domino(kingdom, halves_of(move.pick), way))


def best_by_brute_force(name: str, state: State) -> list[Move]:
    rated = list(outcomes(name, state))
    looked_at = [one for one in rated if not one.spoilt] or rated
    if not looked_at:
        return legal_moves(state)
    most = max(one.points for one in looked_at)
    best = {one.move for one in looked_at if one.points == most}
    return [move for move in legal_moves(state) if move in best]


def assert_plays_as_brute_force(name: str, variants: str, players: int, number: int, most_moves: int) -> None:
    """At turns of a game played by random and greedy players, where not too many moves are legal."""
    players_of = [strategy_named(one) for one in ["random", *GREEDY, "full-greedy"]][:players]
    states = play_game(variants_named(variants), players_of, seed=3, game=number).states
    looked_at = 0
    for state in states[number % 2 :: 2]:
        if not state.is_over and state.kingdoms[state.seat].squares and 1 < len(legal_moves(state)) <= most_moves:
            looked_at += 1
            assert choices(name, state) == best_by_brute_force(name, state)
    assert looked_at > 3


@pytest.mark.parametrize("name", GREEDY)
@pytest.mark.parametrize(
    ("variants", "players"),
    [("standard", 4), ("middle,harmony", 4), ("middle-of-box", 3), ("middle,lines-of-four", 3), ("harmony", 2)],
)
def test_greedy_players_choose_among_the_moves_that_brute_force_finds_best(name: str, variants: str, players: int):
    assert_plays_as_brute_force(name, variants, players, 0, 24)


@pytest.mark.long
@pytest.mark.parametrize("name", GREEDY)
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    ("variants", "players"),
    [("standard", 4), ("middle,harmony", 4), ("middle-of-box,harmony", 3), ("middle,mighty-duel", 2), ("dynasty", 2)],
)
def test_greedy_players_choose_so_in_many_positions(name: str, variants: str, players: int, number: int):
    assert_plays_as_brute_force(name, variants, players, number, 60)


# Beginnings


@pytest.mark.parametrize("name", GREEDY)
def test_with_an_empty_kingdom_greedy_players_pick_most_crowns_on_one_half(name: str):
    """First from 1, 40, 45 and 48, of which 48 has a mine with three crowns; then from 2, 43, 44 and 47, all two."""
    first, second = [1, 40, 45, 48], [2, 43, 44, 47]
    deck = first + second + [one for one in range(1, 49) if one not in first + second]
    state = new_game(variants_named(""), [deck], [[0, 1, 2, 3]], players=4)
    assert choices(name, state) == [Move(None, 48)]
    for number in (48, 45, 40):
        state = apply(state, Move(None, number))
    assert choices(name, state) == [Move(None, 1)]
    state = apply(state, Move(None, 1))
    assert (state.seat, state.held) == (3, 1)
    expected = [(way, pick) for way in plain.ways({}, 5, halves_of(1)) for pick in (43, 44, 47)]
    assert [(move.placement.places, move.pick) for move in choices(name, state) if move.placement] == expected


def test_a_second_kings_turn_in_the_same_line_is_no_beginning_any_more():
    """With two players: the kingdom has a domino by then, so outcomes count."""
    state = new_game(variants_named(""), [list(range(1, 49))], [[0, 0, 1, 1]], players=2)
    for number in (1, 2, 3, 4):
        state = apply(state, Move(None, number))
    state = apply(state, Move(state.placements[0], 5))
    assert (state.seat, state.held, len(state.kingdoms[0].squares)) == (0, 2, 2)
    assert choices("full-greedy", state) == best_by_brute_force("full-greedy", state)


def test_every_round_of_a_dynasty_has_a_beginning():
    states = game("full-greedy", "dynasty", 3).states
    openings = [state for state in states[:-1] if state.line_number == 0 and state.acted == 0]
    assert len(openings) == 3
    for state in openings:
        crowns = {pick: max(half.crowns for half in domino(pick).halves) for pick in state.picks if pick}
        expected = [pick for pick in state.picks if pick and crowns[pick] == max(crowns.values())]
        assert [move.pick for move in choices("full-greedy", state)] == expected


# Ends


def test_full_greedy_places_the_last_domino_anywhere_as_the_papers_agent_does():
    """It looks at outcomes of picked dominoes only, and there are none; greedy-random-draft places it well."""
    last = [state for number in range(4) for state in game("random", "standard", 4, number).states[-5:-1]]
    states = [state for state in last if len(legal_moves(state)) > 1]
    assert states
    for state in states:
        assert choices("full-greedy", state) == legal_moves(state)
        assert choices("greedy-random-draft", state) == best_by_brute_force("greedy-random-draft", state)


def test_a_domino_that_fits_nowhere_is_looked_past():
    """full-greedy looks at ways to place the picked one; greedy-random-draft sees no difference between the picks."""
    numbers = range(6)
    states = [state for number in numbers for state in game("random", "standard", 4, number).states[:-1]]
    stuck = [state for state in states if state.held and state.placements == [None] and len(state.picks) > 1]
    assert len(stuck) > 3
    for state in stuck:
        assert choices("full-greedy", state) == best_by_brute_force("full-greedy", state)
        assert choices("greedy-random-draft", state) == legal_moves(state)
    assert any(len(choices("full-greedy", state)) < len(legal_moves(state)) for state in stuck)


# Spoilt kingdoms


def drawn(text: str, size: int = 5) -> Kingdom:
    return Kingdom(size, {place: Square(Half(*square), 0) for place, square in plain.drawn(text).items()})


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("**", False),
        ("** w0 w0", False),
        ("** w0 w0 w0 w0", True),  # too far to the right
        ("w0 w0 w0\nw0 .. w0\n** w0 w0", True),  # a hole amid five, with the castle's corner
        ("w0 w0 w0\nw0 .. ..\n** w0 w0", False),
        (".. w0 w0\n.. w0 ..\n.. w0 w0\n** .. ..", True),  # three rows above the castle
        ("w0 .. w0\n** w0 w0", False),  # the free square can be covered from above
        (
            "w0 .. w0\nw0 w0 w0\n** .. ..",
            True,
        ),  # at the edge of the box: two rows above the castle is as far as it goes
        ("w0 w0 w0\nw0 .. w0\nw0 ** w0", False),  # beside the castle nothing is a hole
        (".. w0\nw0 **", False),
    ],
)
def test_a_kingdom_is_spoilt_when_a_square_is_too_far_or_one_can_never_be_covered(text: str, spoilt: bool):
    assert is_spoilt(drawn(text)) == spoilt
    assert plain.is_spoilt(plain.drawn(text), 5) == spoilt


def test_in_the_mighty_duel_three_squares_are_not_too_far():
    assert not is_spoilt(drawn("** w0 w0 w0", 7))
    assert is_spoilt(drawn("** w0 w0 w0 w0", 7))


@given(covered=st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=8), size=st.sampled_from([5, 7]))
@settings(max_examples=200)
def test_spoilt_kingdoms_are_those_that_brute_force_finds(covered: set[tuple[int, int]], size: int):
    squares = dict.fromkeys(covered - {(0, 0)}, ("wheat", 0))
    kingdom = Kingdom(size, {place: Square(Half(*square), 0) for place, square in squares.items()})
    assert is_spoilt(kingdom) == plain.is_spoilt(squares, size)


def test_more_points_in_a_spoilt_kingdom_do_not_tempt():
    """Wheat beside the two crowns is worth 6, but three columns from the castle; anywhere else it is worth nothing."""
    kingdom = drawn("l0 l0 f0\n** f0 w2\nl0 l0 f0")
    tempted = Kingdom(5).place(domino(1), Placement(0, 3, 0)).squares
    assert Kingdom(5, {**kingdom.squares, **tempted}).points == 6
    state = State(variants_named(""), (Round((kingdom,), ((),)),), 12, (Claim(1, 0),), 0, (), (), (), ())
    best = choices("greedy-random-draft", state)
    assert [move.placement for move in best] == [(0, -2, 0), (-1, -1, 1), (0, -1, 1)]
    assert Move(Placement(0, 3, 0), None) in legal_moves(state)


def test_where_every_kingdom_is_spoilt_points_count():
    """A kingdom that is spoilt already."""
    kingdom = drawn("w2 .. **\nw0 w0 w0\nw0 w0 w0\nw0 w0 w0")
    state = State(variants_named(""), (Round((kingdom,), ((),)),), 12, (Claim(7, 0),), 0, (), (), (), ())
    assert choices("greedy-random-draft", state) == legal_moves(state)


# Coins


def test_random_players_draw_among_all_legal_moves_in_order():
    for state in game("random", "middle", 3).states[:-1:5]:
        if len(legal_moves(state)) > 1:
            assert choices("random", state) == legal_moves(state)


@pytest.mark.parametrize("name", ["random", *GREEDY])
def test_no_coin_is_drawn_where_there_is_no_choice(name: str):
    def coin(bound: int) -> int:
        raise AssertionError(f"a coin below {bound}")

    forced = [state for state in game("random", "standard", 4).states[:-1] if len(legal_moves(state)) == 1]
    assert forced
    for state in forced:
        assert strategy_named(name).choose(state.seen(), coin) == legal_moves(state)[0]


@pytest.mark.parametrize("name", ["random", *GREEDY])
def test_what_is_hidden_has_no_say(name: str):
    shuffler = random.Random(4)
    for state in game("random", "standard", 2).states[3:-1:7]:
        deck = tuple(shuffler.sample(state.deck, len(state.deck)))
        assert choices(name, replace(state, deck=deck)) == choices(name, state)


# Names


def test_strategies_have_names_and_the_first_plays_at_random():
    assert next(iter(STRATEGIES)) == "random"
    assert {"random", "greedy-random-draft", "full-greedy"} <= set(STRATEGIES)
    for name in ("random", "greedy-random-draft", "full-greedy"):
        assert strategy_named(name).name == name


def test_a_misspelt_strategy_gets_the_nearest_name_or_all_names():
    with pytest.raises(StrategyError, match="no strategy 'ful-greedy'; did you mean 'full-greedy'"):
        strategy_named("ful-greedy")
    with pytest.raises(StrategyError, match=r"no strategy 'zzz'; there are random, .*full-greedy"):
        strategy_named("zzz")


# The published and the measured numbers (facts of the game, sections 2.1 and 2.3)


def values(name: str, variants: str, games: int, column: str) -> np.ndarray:
    rows = [as_row(game(name, variants, 4, number), number) for number in range(games)]
    return np.array([row[f"{column}_{seat}"] for row in rows for seat in range(1, 5)], dtype=float)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "variants", "games", "column", "mean", "sd"),
    [
        ("random", "standard", 400, "base", 19.286, 6.305),
        ("random", "standard", 400, "middle", 0.2922, 0.455),
        ("random", "standard", 400, "harmony", 0.0766, 0.266),
        ("random", "standard", 400, "discards", 1.322, 0.83),
        ("full-greedy", "middle,harmony", 60, "score", 51.722, 11.958),
        ("full-greedy", "middle,harmony", 60, "base", 38.961, 10.716),
    ],
)
def test_means_of_many_games_are_those_of_the_authors_engine(
    name: str, variants: str, games: int, column: str, mean: float, sd: float
):
    """Within five standard errors of independent kingdoms: a false alarm once in a million."""
    found = values(name, variants, games, column)
    assert abs(found.mean() - mean) < 5 * sd / np.sqrt(found.size)
