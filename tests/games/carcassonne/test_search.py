"""The searching player beside a plain search on the same words: the candidates, their sums, the moves that are left."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from oracles.plain_halving import best_of, halved

from kingdice.games.carcassonne.blocks import Desk, make_tables
from kingdice.games.carcassonne.compiled import Compiled, as_plain_move, write_position
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.kernel_greedy import judge_moves
from kingdice.games.carcassonne.kernel_search import open_search, search_on
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.rules import Move, State, is_legal
from kingdice.games.carcassonne.weights import greedy_weights
from kingdice.simulation.halving import best_left

WORD = np.uint64(0x1234_5678_9ABC_DEF1)


class Search:
    """A search by the kernels, from a position by the plain rules."""

    def __init__(self, state: State, told: str) -> None:
        self.told = described(told)
        self.tables, self.room = make_tables(state.variants, [self.told] * state.players), Desk()
        write_position(self.tables, state, self.room)
        open_search(*self.here, self.search)
        self.search["key"] = WORD

    @property
    def here(self) -> tuple[np.void, ...]:
        return self.tables.rules[0], self.room.game[0], self.room.joint[0], self.room.desk[0]

    @property
    def search(self) -> np.void:
        return self.room.search[0]

    def go_on(self, playouts: int | None = None) -> Search:
        rules, game, joint, desk = self.here
        of_all, copy = self.told.playouts, self.room.copy[0]
        search_on(rules, game, copy, joint, desk, self.search, self.room.totals, playouts or of_all, of_all)
        return self

    @property
    def sums(self) -> dict[Move, float]:
        """Of the moves still in question."""
        left = int(self.search["left"])
        moves = [as_plain_move(int(one)) for one in self.search["moves"][:left]]
        return dict(zip(moves, self.search["sums"][:left].tolist(), strict=True))

    @property
    def move(self) -> Move:
        return as_plain_move(int(best_left(self.search)))


def judged(state: State) -> dict[Move, float]:
    """What a greedy player thinks of all moves."""
    tables, room = make_tables(state.variants, [described("greedy-cards")] * state.players), Desk()
    write_position(tables, state, room)
    desk = room.desk[0]
    judge_moves(tables.rules[0], room.game[0], room.joint[0], desk, state.variants.cards != "none")
    found = int(desk["found"])
    moves = [as_plain_move(int(one)) for one in desk["moves"][:found]]
    return dict(zip(moves, desk["values"][:found].tolist(), strict=True))


@cache
def positions(rules: str, players: int, number: int) -> tuple[State, ...]:
    """Of a game of greedy players."""
    return match(["greedy"] * players, variants=rules).played(6, number).states


def assert_same_search(state: State, *, playouts: int, turns: int, candidates: int = 16) -> None:
    found = Search(state, f"mcts:playouts={playouts}:candidates={candidates}:turns={turns}").go_on()
    players = [Compiled(described("greedy-cards"))] * state.players
    expected = halved(
        state,
        WORD,
        judged(state),
        players,
        greedy_weights(),
        playouts=playouts,
        candidates=candidates,
        turns=turns,
    )
    assert list(found.sums) == list(expected)
    assert list(found.sums.values()) == pytest.approx(list(expected.values()), abs=1e-9)
    assert found.move == best_of(expected)


TABLES = [
    ("base+king-robber,official", 2),
    ("base,none", 3),
    ("base+king-robber,continuous,big-cities", 4),
    ("base+king-robber,flat-15-40,fields-once", 5),
    ("base,continuous-new,small-city", 2),
]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_search_that_stops_on_the_way_is_the_plain_one(rules: str, players: int):
    states = positions(rules, players, 0)
    for turn in (1, 35):
        assert_same_search(states[turn], playouts=20, turns=2)
    assert_same_search(states[20], playouts=16, turns=3, candidates=3)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_search_that_plays_to_the_end_is_the_plain_one(rules: str, players: int):
    states = positions(rules, players, 0)
    assert_same_search(states[-6], playouts=12, turns=0)
    assert_same_search(states[-3], playouts=12, turns=2)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, 4))
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_searches_are_plain_ones_in_many_positions(rules: str, players: int, number: int):
    states = positions(rules, players, number)
    for turn in range(number, 68, 6):
        assert_same_search(states[turn], playouts=60, turns=4)
    for turn in range(len(states) - 12, len(states) - 1, 2):
        assert_same_search(states[turn], playouts=60, turns=0)


@pytest.mark.parametrize("portion", [1, 7, 1000])
@pytest.mark.parametrize("turns", [2, 0])
def test_portions_make_no_difference(turns: int, portion: int):
    state, told = positions("base+king-robber,official", 2, 0)[50], f"mcts:playouts=60:turns={turns}"
    at_once = Search(state, told).go_on()
    in_portions = Search(state, told)
    for _ in range(60):
        in_portions.go_on(portion)
    assert at_once.sums == in_portions.sums
    assert at_once.move == in_portions.move
    assert at_once.search["playouts"] == in_portions.search["playouts"]


def test_few_playouts_are_for_few_moves_and_two_at_least():
    state = positions("base+king-robber,official", 2, 0)[50]
    for playouts, expected in ((1, 2), (12, 3), (40, 10), (1000, 16)):
        assert Search(state, f"mcts:playouts={playouts}").search["found"] == expected


def test_a_search_by_time_plays_a_legal_game():
    """Every move is looked at by the plain rules."""
    played = match(["mcts:seconds=0.001", "greedy"]).played(2, 0)
    assert played.states[-1].is_over
    assert all(is_legal(state, move) for state, move in zip(played.states, played.moves, strict=False))
