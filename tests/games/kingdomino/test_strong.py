"""The strong player beside a plain one: the same candidates, the same futures, the same moves let go."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from oracles import plain_search as plain
from oracles import plain_sight

from kingdice.games.kingdomino.blocks import make_tables
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_game import pick_in, placement_in
from kingdice.games.kingdomino.kernel_players import found_move, open_search, search_on
from kingdice.games.kingdomino.kingdom import cell
from kingdice.games.kingdomino.layout import FEATURES, NOTHING, NOWHERE, STAGES
from kingdice.games.kingdomino.play import start
from kingdice.games.kingdomino.rules import Move, State, apply, legal_moves
from kingdice.games.kingdomino.searching import write_position
from kingdice.games.kingdomino.variants import variants_named

WORD = np.uint64(0xABC0_1234_5678_9DEF)
Numbers = tuple[int | None, int | None]
TABLES = [
    ("middle,harmony", 4, 9),
    ("standard", 2, 9),
    ("middle-of-box,lines-of-four", 3, 8),
    ("harmony,dynasty", 2, 7),
    ("middle,mighty-duel", 2, 5),
]


@cache
def weights() -> np.ndarray:
    """Made up, so that promises are a player's of its own."""
    made_up = np.abs(np.random.default_rng(2).normal(size=(STAGES, len(FEATURES))))
    for name in ("holes", "odd", "misfit", "rank_squared"):
        made_up[:, FEATURES.index(name)] *= -2
    made_up[0] = 0
    return made_up


class Search:
    """A search by the kernels from a position by the plain rules."""

    def __init__(self, state: State, playouts: int) -> None:
        told = [described(f"strong:playouts={playouts}")] * state.players
        self.state, self.of_all = state, playouts
        self.tables = make_tables(state.variants, told, sight=weights())
        self.room = self.tables.desk()
        self.rules, self.game, self.search = self.tables.rules[0], self.room.game[0], self.room.search[0]
        write_position(self.tables, state, self.game)
        open_search(self.rules, self.game, self.room.desk[0], self.search)
        self.search["key"] = WORD

    def go_on(self, playouts: int) -> Search:
        room = self.room
        told = (self.rules, self.game, room.copy, room.desk[0], self.search, room.nodes)
        search_on(*told, playouts, self.of_all)
        return self

    @property
    def left(self) -> list[tuple[Numbers, float]]:
        count = int(self.search["left"])
        moves = [self._numbers(int(move)) for move in self.search["moves"][:count]]
        return list(zip(moves, self.search["sums"][:count].tolist(), strict=True))

    @property
    def move(self) -> Numbers:
        return self._numbers(int(found_move(self.rules, self.game, self.search, self.room.nodes)))

    def _numbers(self, move: int) -> Numbers:
        where, pick = int(placement_in(move)), int(pick_in(move))
        return None if where == NOWHERE else where, None if pick == NOTHING else self.state.next_line[pick].domino


def as_numbers(move: Move, state: State) -> Numbers:
    way = move.placement
    return None if way is None else way.direction * 128 + cell(way.places[0], state.variants.size), move.pick


@cache
def position(variants: str, players: int, *, turns_left: int, game: int = 0, only_place: bool = False) -> State:
    """Reached by random moves, at most so many turns before the end of the first round, with a choice to make."""
    turns = variants_named(variants).kings(players) * (variants_named(variants).lines(players) + 1)
    for number in range(game, game + 1000, 100):
        state, dice = start(variants_named(variants), players, seed=9, game=number), random.Random(number)
        for turn in range(turns):
            if turns - turn <= turns_left and len(legal_moves(state)) > 2 and (state.picks == [None]) is only_place:
                return state
            state = apply(state, dice.choice(legal_moves(state)))
    raise AssertionError("no such position")


def assert_left_alike(search: Search, expected: list[tuple[Move, float]]) -> None:
    assert [move for move, _ in search.left] == [as_numbers(move, search.state) for move, _ in expected]
    assert [total for _, total in search.left] == pytest.approx([total for _, total in expected], abs=1e-9)


def assert_same_search(state: State, playouts: int) -> None:
    """At the start, on the way after one round and after some, and at the end."""
    search = Search(state, playouts)
    for until in (1, playouts // 2, playouts):
        expected = plain.strong(state, WORD, playouts=playouts, weights=weights(), until=until)
        assert_left_alike(search.go_on(until - int(search.search["playouts"])), expected)
    assert len(search.left) == 1
    assert search.move == as_numbers(expected[0][0], state)


@pytest.mark.parametrize(("variants", "players", "turns_left"), TABLES)
def test_the_moves_left_and_their_sums_are_those_of_the_plain_search(variants: str, players: int, turns_left: int):
    assert_same_search(position(variants, players, turns_left=turns_left), 50)


@pytest.mark.long
@pytest.mark.parametrize("game", [1, 2])
@pytest.mark.parametrize(("variants", "players", "turns_left"), TABLES)
def test_the_moves_left_are_the_same_in_many_positions(variants: str, players: int, turns_left: int, game: int):
    assert_same_search(position(variants, players, turns_left=turns_left + 2 * game, game=game), 40)


def test_candidates_are_the_sixteen_most_promising_and_equals_keep_their_order():
    state = position("middle,harmony", 4, turns_left=40)
    found = [move for move, total in Search(state, 100).left if total == 0]
    judged = plain_sight.judged(state, weights())
    assert len(judged) > 16 == len(found)
    most = sorted(range(len(judged)), key=lambda place: (-judged[place].promise, place))[:16]
    assert found == [as_numbers(judged[place].move, state) for place in most]


@pytest.mark.parametrize(
    ("playouts", "candidates"), [(4, 2), (11, 2), (12, 3), (50, 12), (63, 15), (64, 16), (999, 16)]
)
def test_with_few_playouts_there_are_fewer_candidates_so_that_each_is_tried_four_times(playouts: int, candidates: int):
    assert len(Search(position("middle,harmony", 4, turns_left=40), playouts).left) == candidates


def test_a_round_of_playouts_tries_every_move_left_and_is_always_finished():
    search = Search(position("middle,harmony", 4, turns_left=30), 100).go_on(1)
    assert int(search.search["playouts"]) == 16
    assert all(0 < total < 1 for _, total in search.left)
    assert len(search.left) == 16  # nobody drops out after a single round
    assert int(search.go_on(1).search["playouts"]) == 32
    left = len(search.left)
    assert 1 < left < 16
    assert int(search.go_on(1).search["playouts"]) == 32 + left


def test_after_a_share_of_all_playouts_so_many_moves_are_left():
    """n candidates and a share t: n^(1 - t), rounded up; 16 of them and all of 200 playouts, by hand."""
    search = Search(position("middle,harmony", 4, turns_left=30), 200)
    seen = []
    while len(search.left) > 1:
        search.go_on(1)
        seen.append((int(search.search["playouts"]), len(search.left)))
    expected, spent, left = [], 0, 16
    for number in range(len(seen)):
        spent += left
        if number:
            left = min(left, max(1, int(np.ceil(16 ** (1 - min(spent / 200, 1)) - 1e-9))))
        expected.append((spent, left))
    assert seen == expected
    assert seen[0] == (16, 16)
    assert seen[1] == (32, 11)  # 16^0.84 = 10.3
    assert seen[2] == (43, 9)  # 16^0.785 = 8.8
    assert seen[-1][0] >= 200


@pytest.mark.parametrize("portion", [1, 7])
def test_a_search_in_portions_ends_as_the_search_at_once(portion: int):
    state = position("middle,harmony", 4, turns_left=24)
    at_once, bit_by_bit = Search(state, 90).go_on(90), Search(state, 90)
    while len(bit_by_bit.left) > 1:
        bit_by_bit.go_on(portion)
    assert bit_by_bit.left == at_once.left
    assert bit_by_bit.search["playouts"] == at_once.search["playouts"]


def test_the_last_domino_is_placed_for_most_points_without_a_search():
    state = position("middle,harmony", 4, turns_left=4, game=1, only_place=True)
    search = Search(state, 50)
    judged = plain_sight.judged(state, weights())
    best = max(judged, key=lambda one: one.promise)
    assert search.left == [(as_numbers(best.move, state), 0.0)]
    points = {one.move: plain.counted(apply(state, one.move), state.seat) for one in judged}
    assert points[best.move] == max(points.values())
    assert search.move == as_numbers(best.move, state)
