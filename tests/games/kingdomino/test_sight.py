"""What far-sighted players see in a move, beside a plain oracle that looks square by square."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from oracles import plain_sight as plain

from kingdice.games.kingdomino.blocks import make_tables
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_game import pick_in, placement_in
from kingdice.games.kingdomino.kernel_sight import far_sighted_move, judge_moves, stage_of
from kingdice.games.kingdomino.kingdom import cell
from kingdice.games.kingdomino.layout import FEATURES, NOTHING, NOWHERE, STAGES
from kingdice.games.kingdomino.play import start
from kingdice.games.kingdomino.rules import Move, State, apply, legal_moves
from kingdice.games.kingdomino.searching import write_position
from kingdice.games.kingdomino.sight import sight_weights, table_of
from kingdice.games.kingdomino.variants import variants_named

TABLES = [
    ("standard", 2),
    ("middle,harmony", 3),
    ("middle,harmony", 4),
    ("middle-of-box,lines-of-four", 3),
    ("middle,dynasty", 2),
    ("middle,harmony,mighty-duel", 2),
]


@cache
def made_up_weights() -> np.ndarray:
    """Every feature weighs something else at every stage, so that nothing goes unnoticed."""
    weights = np.random.default_rng(5).normal(size=(STAGES, len(FEATURES))) * 3
    weights[0] = 0
    return weights


class Table:
    """Room for the kernels to judge positions of one kind."""

    def __init__(self, variants: str, players: int) -> None:
        names = [described("far-sighted")] * players
        self.tables = make_tables(variants_named(variants), names, sight=made_up_weights())
        self.room = self.tables.desk()
        self.rules, self.game, self.desk = self.tables.rules[0], self.room.game[0], self.room.desk[0]

    def move_of(self, state: State, number: int) -> tuple[int | None, int | None]:
        """A kernel's move as a placement's number and the domino picked."""
        where, pick = int(placement_in(number)), int(pick_in(number))
        return None if where == NOWHERE else where, None if pick == NOTHING else state.next_line[pick].domino

    def judge(self, state: State) -> list[tuple[Any, float]]:
        write_position(self.tables, state, self.game)
        judge_moves(self.rules, self.game, self.desk)
        found = int(self.desk["found"])
        moves = [self.move_of(state, int(number)) for number in self.desk["moves"][:found]]
        return list(zip(moves, self.desk["values"][:found].tolist(), strict=True))

    def choose(self, state: State) -> tuple[Any, dict[str, float]]:
        write_position(self.tables, state, self.game)
        move = self.move_of(state, int(far_sighted_move(self.rules, self.game, self.desk)))
        return move, dict(zip(FEATURES, self.desk["noted"].tolist(), strict=True))


def as_numbers(move: Move, size: int) -> tuple[int | None, int | None]:
    way = move.placement
    return None if way is None else way.direction * 128 + cell(way.places[0], size), move.pick


def states_of(variants: str, players: int, game: int, *, astray: float) -> list[State]:
    """Positions of a game of players who are far-sighted by the oracle, but for a share of random moves."""
    state, dice = start(variants_named(variants), players, seed=2, game=game), random.Random(game)
    states = []
    while not state.is_over:
        states.append(state)
        if dice.random() < astray:
            move = dice.choice(legal_moves(state))
        else:
            move = max(plain.judged(state, made_up_weights()), key=lambda one: one.promise).move
        state = apply(state, move)
    return states


def assert_judged_alike(table: Table, state: State) -> None:
    size, expected = state.variants.size, plain.judged(state, made_up_weights())
    found = table.judge(state)
    assert [move for move, _ in found] == [as_numbers(one.move, size) for one in expected]
    assert [value for _, value in found] == pytest.approx([one.promise for one in expected], abs=1e-9)
    best = max(expected, key=lambda one: one.promise)
    move, features = table.choose(state)
    assert move == as_numbers(best.move, size)
    if best.features:
        assert features == pytest.approx(best.features, abs=1e-9)
    assert stage_of(table.rules, table.game) == plain.stage_of(state)


@pytest.mark.parametrize(("variants", "players"), TABLES)
def test_every_move_is_judged_as_the_oracle_judges_it_whoever_plays(variants: str, players: int):
    table = Table(variants, players)
    for state in states_of(variants, players, 0, astray=1.0)[::7]:
        assert_judged_alike(table, state)


@pytest.mark.parametrize(("variants", "players"), TABLES[:2])
def test_moves_are_judged_so_in_games_of_far_sighted_players(variants: str, players: int):
    table = Table(variants, players)
    for state in states_of(variants, players, 1, astray=0.1)[1::3]:
        assert_judged_alike(table, state)


@pytest.mark.long
@pytest.mark.parametrize("game", range(2, 5))
@pytest.mark.parametrize(("variants", "players"), TABLES)
def test_moves_are_judged_so_in_many_games(variants: str, players: int, game: int):
    table = Table(variants, players)
    for state in states_of(variants, players, game, astray=(game - 2) / 2):
        assert_judged_alike(table, state)


def test_every_feature_is_something_in_these_positions():
    state = start(variants_named("middle,harmony"), 4, seed=2, game=0)
    seen: dict[str, set[float]] = {name: set() for name in FEATURES}
    for state in states_of("middle,harmony", 4, 0, astray=1.0)[::4]:
        for one in plain.judged(state, made_up_weights()):
            for name, value in one.features.items():
                seen[name].add(value)
    assert {name for name, values in seen.items() if len(values) < 2} == {"one"}


@pytest.mark.parametrize(
    ("variants", "players", "stages"),
    [
        ("standard", 4, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        ("lines-of-four", 3, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    ],
)
def test_stages_count_own_dominoes_still_to_be_placed(variants: str, players: int, stages: list[int]):
    assert [stages_of(variants, players)[line] for line in range(13)] == [[stage] * players for stage in stages]


def test_with_two_kings_the_first_of_a_line_has_one_domino_more_before_it():
    """Six lines of two dominoes each: 12 to come before any is placed, then 11 and 10, and so on."""
    of_first_seat = stages_of("standard", 2, seat=0)
    assert of_first_seat == [[12, 12], [11, 10], [9, 8], [7, 6], [5, 4], [3, 2], [1, 0]]


def test_stages_of_a_mighty_duel_are_of_two_dominoes_each():
    of_first_seat = stages_of("mighty-duel", 2, seat=0)
    assert of_first_seat[0] == [12, 12]  # 24 dominoes to come
    assert of_first_seat[1:] == [[(25 - 2 * line) // 2, (24 - 2 * line) // 2] for line in range(1, 13)]


def stages_of(variants: str, players: int, seat: int | None = None) -> list[list[int]]:
    """Of every turn of every line, or those of a seat."""
    table = Table(variants, players)
    state = start(variants_named(variants), players, seed=2, game=0)
    found: list[list[int]] = []
    while not state.is_over:
        if state.acted == 0:
            found.append([])
        if seat in (None, state.seat):
            write_position(table.tables, state, table.game)
            found[-1].append(int(stage_of(table.rules, table.game)))
        state = apply(state, legal_moves(state)[0])
    return found


@pytest.mark.parametrize(("players", "size", "name"), [(2, 5, "2"), (3, 5, "3"), (4, 5, "4"), (2, 7, "mighty-duel")])
def test_fitted_weights_are_there_for_every_table(players: int, size: int, name: str):
    assert table_of(players, size) == name
    weights = sight_weights(players, size)
    assert weights.shape == (STAGES, len(FEATURES)) == (13, 16)
    assert not weights[0].any()
    assert np.isfinite(weights).all()
    first = 2 if name == "2" else 1  # with two players who pick, two dominoes or more are still to be placed
    assert weights[first:].any(axis=1).all()
    assert not weights.flags.writeable


def test_fitted_weights_like_points_and_dislike_dominoes_that_fit_nowhere():
    """Their signs, where a person is sure of them: in the second half of a game of four."""
    weights = dict(zip(FEATURES, sight_weights(4, 5)[2:7].T, strict=True))
    assert (weights["gain"] > 0).all()
    assert (weights["misfit"] < 0).all()
    assert (weights["holes"] < 0).all()
