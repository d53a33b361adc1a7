"""Greedy players: what the kernels think of every move is what a plain judgement of whole positions makes of it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from oracles import plain_greedy as plain

from kingdice.games.carcassonne.blocks import Desk, make_tables
from kingdice.games.carcassonne.compiled import as_plain_move, write_position
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.kernel_greedy import judge_moves
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.play import Game
from kingdice.games.carcassonne.position_file import parse_position
from kingdice.games.carcassonne.rules import Move, State
from kingdice.games.carcassonne.weights import greedy_weights

CLOSE = 1e-9


@cache
def weights(seed: int = 1) -> dict[str, float]:
    """Other weights than the fitted ones, so that each is seen to matter."""
    factors = np.random.default_rng(seed).uniform(0.6, 1.4, size=len(greedy_weights()))
    return {name: weight * factor for (name, weight), factor in zip(greedy_weights().items(), factors, strict=True)}


def judged(state: State, told: dict[str, float], *, minds_cards: bool) -> dict[Move, float]:
    """By the kernels."""
    tables = make_tables(state.variants, [described("greedy")] * state.players, weights=[told] * state.players)
    room = Desk()
    write_position(tables, state, room)
    desk = room.desk[0]
    judge_moves(tables.rules[0], room.game[0], room.joint[0], desk, minds_cards)
    found = int(desk["found"])
    moves = [as_plain_move(int(one)) for one in desk["moves"][:found]]
    return dict(zip(moves, desk["values"][:found].tolist(), strict=True))


def assert_judged_as_plain(state: State, told: dict[str, float], *, minds_cards: bool) -> None:
    found = judged(state, told, minds_cards=minds_cards)
    expected = plain.values(state, told, minds_cards=minds_cards)
    assert list(found) == list(expected)
    for move, value in expected.items():
        assert found[move] == pytest.approx(value, abs=CLOSE), f"{move} in turn {state.turn + 1}"


@cache
def game(rules: str, players: int, number: int) -> Game:
    """Greedy and random players in turn, so that a lot is built and not everything as a greedy player would."""
    seats = ["greedy-cards", "random", "greedy", "random", "greedy-cards"][:players]
    return match(seats, variants=rules).played(3, number)


TABLES = [
    ("base+king-robber,official", 2),
    ("base,none", 3),
    ("base+king-robber,flat-10,small-city", 4),
    ("base+king-robber,flat-15-40", 5),
    ("base+king-robber,continuous,big-cities", 3),
    ("base+king-robber,continuous-new,least-4", 2),
    ("base,official,fields-by-city,big-cities,least-3", 2),
    ("base+king-robber,official,small-city,fields-once", 3),
]
TURNS = [24, 38, 52, 66]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_moves_are_judged_as_by_looking_at_the_whole_table(rules: str, players: int):
    for place, turn in enumerate(TURNS):
        state = game(rules, players, number=0).states[turn + players - 2]
        assert_judged_as_plain(state, weights(), minds_cards=place > 0 and "none" not in rules)


EARLY = [
    ("base+king-robber,official", 2),
    ("base+king-robber,flat-15-40", 3),
    ("base+king-robber,continuous", 2),
    ("base,continuous-new", 3),
    ("base+king-robber,official,least-3", 2),
]


@pytest.mark.parametrize(("rules", "players"), EARLY)
def test_first_takings_of_the_cards_and_equal_sizes_are_judged_in_the_same_way(rules: str, players: int):
    for state in game(rules, players, number=2).states[:18]:
        assert_judged_as_plain(state, weights(), minds_cards=True)


def test_a_monastery_in_a_hole_is_complete_at_once():
    state = parse_position("held: B\nboard: U0 D0 U0 / E3 . E1 / B0*m2 A0 B0*m1").state()
    told = weights()
    assert_judged_as_plain(state, told, minds_cards=True)
    found = judged(state, told, minds_cards=False)
    assert found[Move((1, 0), 0, 1)] == pytest.approx(9 + found[Move((1, 0), 0, None)], abs=CLOSE)


@pytest.mark.parametrize(("rules", "players"), TABLES[:4])
def test_the_last_turns_are_judged_in_the_same_way(rules: str, players: int):
    states = game(rules, players, number=1).states
    assert not states[-2].bag
    for state in states[-4:-1]:
        assert_judged_as_plain(state, weights(2), minds_cards="none" not in rules)


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", dict(TABLES))
def test_whole_games_are_judged_in_the_same_way(rules: str, players: int, number: int):
    for state in game(rules, players, 10 + number).states[number:-1:4]:
        assert_judged_as_plain(state, weights(number), minds_cards="none" not in rules)
