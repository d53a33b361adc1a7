"""Searching players beside plain searches on the same words: every playout, every sum, every move."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from oracles import plain_search as plain

from kingdice.games.kingdomino.blocks import BlockTables, columns, make_tables, play_block
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_game import begin_game, make_move, pick_in, placement_in
from kingdice.games.kingdomino.kernel_players import found_move, move_by, open_search, search_on
from kingdice.games.kingdomino.kingdom import cell
from kingdice.games.kingdomino.layout import FEATURES, NOTHING, NOWHERE, STAGES
from kingdice.games.kingdomino.play import as_row, play_game, start
from kingdice.games.kingdomino.rules import Move, State, apply, legal_moves
from kingdice.games.kingdomino.searching import write_position
from kingdice.games.kingdomino.strategies import Strategy
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation.streams import seed_key

WORD = np.uint64(0x1234_5678_9ABC_DEF1)
Numbers = tuple[int | None, int | None]


@cache
def weights() -> np.ndarray:
    """Made up, so that far-sighted players play in a way of their own."""
    made_up = np.abs(np.random.default_rng(8).normal(size=(STAGES, len(FEATURES))))
    for name in ("holes", "odd", "misfit", "rank"):
        made_up[:, FEATURES.index(name)] *= -2
    made_up[0] = 0
    return made_up


def tables_for(variants: str, players: int, *names: str) -> BlockTables:
    told = [described(names[seat % len(names)]) for seat in range(players)]
    return make_tables(variants_named(variants), told, sight=weights())


class Search:
    """A search by the kernels from a position by the plain rules."""

    def __init__(self, name: str, state: State) -> None:
        self.state, self.of_all = state, described(name).playouts
        self.tables = tables_for(state.variants.name, state.players, name)
        self.room = self.tables.desk()
        self.rules, self.game, self.desk = self.tables.rules[0], self.room.game[0], self.room.desk[0]
        self.search = self.room.search[0]
        write_position(self.tables, state, self.game)
        open_search(self.rules, self.game, self.desk, self.search)
        self.search["key"] = WORD

    def go_on(self, playouts: int | None = None) -> Search:
        told = (self.rules, self.game, self.room.copy, self.desk, self.search, self.room.nodes)
        search_on(*told, playouts or self.of_all, self.of_all)
        return self

    @property
    def move(self) -> Numbers:
        return self.numbers(int(found_move(self.rules, self.game, self.search, self.room.nodes)))

    @property
    def moves(self) -> list[Numbers]:
        """Those still in question."""
        return [self.numbers(int(one)) for one in self.search["moves"][: int(self.search["left"])]]

    def column(self, name: str) -> list[Any]:
        return self.search[name][: int(self.search["left"])].tolist()

    def numbers(self, move: int) -> Numbers:
        where, pick = int(placement_in(move)), int(pick_in(move))
        return None if where == NOWHERE else where, None if pick == NOTHING else self.state.next_line[pick].domino

    def tree(self, node: int = 0) -> dict[int, Any]:
        """Below a node: by the names of moves their seats, visits, times possible, wins, gains and what is below."""
        nodes, child, found = self.room.nodes, int(self.room.nodes[node]["first"]), {}
        while child:
            one = nodes[child]
            facts = [int(one["seat"]), int(one["visits"]), int(one["possible"])]
            found[int(one["move"])] = (facts, [float(one["reward"]), float(one["gain"])], self.tree(child))
            child = int(one["following"])
        return found


def as_numbers(move: Move, state: State) -> Numbers:
    way = move.placement
    return None if way is None else way.direction * 128 + cell(way.places[0], state.variants.size), move.pick


def plain_tree(node: plain.Node, state: State) -> dict[int, Any]:
    found = {}
    for move, one in node.children.items():
        where, pick = as_numbers(move, state)
        name = (0 if where is None else where + 1) * 64 + (pick or 0)
        facts = [one.seat, one.visits, one.possible]
        found[name] = (facts, [one.won, float(one.gain)], plain_tree(one, state))
    return found


def assert_same_tree(found: dict[int, Any], expected: dict[int, Any]) -> None:
    assert found.keys() == expected.keys()
    for name, (facts, numbers, below) in expected.items():
        assert found[name][0] == facts
        assert found[name][1] == pytest.approx(numbers, abs=1e-9)
        assert_same_tree(found[name][2], below)


@cache
def position(variants: str, players: int, *, turns_left: int, game: int = 0, most_moves: int = 1000) -> State:
    """Reached by random moves, about so many turns before the end of the first round, with a choice to make."""
    turns = variants_named(variants).kings(players) * (variants_named(variants).lines(players) + 1)
    for number in range(game, game + 1000, 100):
        state, dice = start(variants_named(variants), players, seed=4, game=number), random.Random(number)
        for turn in range(turns):
            if turns - turn <= turns_left and 1 < len(legal_moves(state)) <= most_moves:
                return state
            state = apply(state, dice.choice(legal_moves(state)))
    raise AssertionError("no such position")


# Flat Monte Carlo

REWARDS = ["win", "points", "relative", "lead"]
QUICK, SLOW = ["random", "greedy-random-draft"], ["greedy", "epsilon-greedy", "player-greedy", "far-sighted"]
FLAT = [
    ("middle,harmony", 4, 14),
    ("standard", 2, 12),
    ("middle-of-box,harmony,lines-of-four", 3, 10),
    ("middle,dynasty", 2, 12),
    ("harmony,mighty-duel", 2, 12),
]


def assert_same_flat_search(state: State, policy: str, reward: str, playouts: int, epsilon: float = 0.6) -> None:
    told = f"mce:policy={policy}:reward={reward}:playouts={playouts}:epsilon={epsilon}"
    found = Search(told, state).go_on()
    choose = plain.policy(policy, state.seat, epsilon, weights())
    expected = plain.flat(state, WORD, playouts=playouts, choose=choose, kind=reward)
    assert found.moves == [as_numbers(move, state) for move in expected.moves]
    assert found.column("visits") == expected.visits
    assert found.column("sums") == pytest.approx(expected.sums, abs=1e-9)
    assert found.move == as_numbers(expected.best, state)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("policy", QUICK)
def test_flat_search_with_quick_policies_is_the_plain_one(policy: str, reward: str):
    for variants, players, turns_left in FLAT:
        state = position(variants, players, turns_left=turns_left)
        assert_same_flat_search(state, policy, reward, playouts=20)


@pytest.mark.parametrize("policy", SLOW)
def test_flat_search_with_greedy_and_far_sighted_policies_is_the_plain_one(policy: str):
    which = SLOW.index(policy)
    for place in range(2):
        variants, players, _ = FLAT[(which + place) % len(FLAT)]
        state = position(variants, players, turns_left=8, game=1)
        assert_same_flat_search(state, policy, REWARDS[(which + place) % 4], playouts=8)


def test_flat_search_from_the_first_picks_is_the_plain_one():
    for variants, players in (("middle,harmony", 3), ("standard", 2)):
        assert_same_flat_search(start(variants_named(variants), players, seed=4, game=2), "random", "relative", 25)


@pytest.mark.long
@pytest.mark.parametrize("game", range(3))
@pytest.mark.parametrize("policy", QUICK + SLOW)
def test_flat_search_is_the_plain_one_in_many_positions(policy: str, game: int):
    for place, (variants, players, turns_left) in enumerate(FLAT):
        state = position(variants, players, turns_left=turns_left - 2 * game, game=3 + game)
        assert_same_flat_search(state, policy, REWARDS[(place + game) % 4], playouts=12, epsilon=(0.0, 0.5, 1.0)[game])


def test_a_playout_without_points_is_worth_as_much_as_an_even_one():
    """own / (own + best) of nothing: the last dominoes, all without crowns, in empty kingdoms."""
    state = position("standard", 2, turns_left=4, game=3)
    line = tuple(claim._replace(domino=number) for number, claim in enumerate(state.line, start=1))
    empty = start(state.variants, state.players, seed=4, game=0).rounds[0]
    bare = replace(state, line=line, acted=0, rounds=(empty,))
    assert_same_flat_search(bare, "random", "relative", playouts=60)
    search = Search("mce:policy=random:playouts=60", bare).go_on()
    assert search.column("sums") == [visits / 2 for visits in search.column("visits")]


# UCT

TREES = [
    ("middle,harmony", 4, 100, 6),
    ("standard", 2, 28, 6),
    ("middle,harmony", 3, 9, 12),
    ("middle,dynasty", 2, 9, 12),
    ("middle-of-box,lines-of-four", 3, 9, 14),
    ("middle,mighty-duel", 2, 6, 14),
]


def assert_same_tree_search(state: State, told: str, playouts: int, policy: str = "random", **more: Any) -> None:
    found = Search(f"uct:policy={policy}:playouts={playouts}{told}", state).go_on()
    choose = plain.policy(policy, state.seat, 0.75, weights())
    root = plain.tree(state, WORD, playouts=playouts, choose=choose, **more)
    assert_same_tree(found.tree(), plain_tree(root, state))
    assert found.move == as_numbers(plain.best_child(root, legal_moves(state)), state)
    assert not found.search["child_of"].any()


@pytest.mark.parametrize(("variants", "players", "turns_left", "most_moves"), TREES)
def test_trees_are_the_plain_ones_node_by_node(variants: str, players: int, turns_left: int, most_moves: int):
    state = position(variants, players, turns_left=turns_left, most_moves=most_moves)
    assert_same_tree_search(state, "", 40, c=0.6)
    assert_same_tree_search(state, ":c=0.2:bias=progressive:weight=0.3", 40, c=0.2, bias="progressive", weight=0.3)
    assert_same_tree_search(
        state, ":c=1.5:bias=progressive-win:weight=0.1", 40, c=1.5, bias="progressive-win", weight=0.1
    )


def test_trees_with_greedy_playouts_are_the_plain_ones():
    state = position("middle,harmony", 4, turns_left=7, most_moves=8)
    assert_same_tree_search(state, "", 30, policy="greedy", c=0.6)


def test_trees_grow_deeper_than_their_first_moves():
    def depth(tree: dict[int, Any]) -> int:
        return 1 + max((depth(below) for _, _, below in tree.values()), default=0) if tree else 0

    state = position("standard", 2, turns_left=28, most_moves=6)
    assert depth(Search("uct:playouts=60", state).go_on().tree()) >= 3


@pytest.mark.long
@pytest.mark.parametrize("game", range(1, 4))
@pytest.mark.parametrize(("variants", "players", "turns_left", "most_moves"), TREES)
def test_trees_are_the_plain_ones_in_many_positions(
    variants: str, players: int, turns_left: int, most_moves: int, game: int
):
    state = position(variants, players, turns_left=turns_left, most_moves=most_moves, game=game)
    assert_same_tree_search(state, ":c=0.6", 120, c=0.6)
    told = ":c=0.4:bias=progressive:weight=0.2"
    assert_same_tree_search(state, told, 120, c=0.4, bias="progressive", weight=0.2)
    for policy in ("epsilon-greedy", "player-greedy"):
        assert_same_tree_search(state, ":c=0.6", 25, policy=policy, c=0.6)


# Portions


@pytest.mark.parametrize("portion", [1, 7])
@pytest.mark.parametrize("name", ["mce:policy=epsilon-greedy:playouts=60", "uct:bias=progressive:playouts=60"])
def test_a_search_in_portions_is_the_search_at_once(name: str, portion: int):
    state = position("middle,harmony", 4, turns_left=30)
    at_once, bit_by_bit = Search(name, state).go_on(), Search(name, state)
    while bit_by_bit.search["playouts"] < 60:
        bit_by_bit.go_on(min(portion, 60 - int(bit_by_bit.search["playouts"])))
    assert bit_by_bit.search["playouts"] == at_once.search["playouts"] == 60
    assert bit_by_bit.column("visits") == at_once.column("visits")
    assert bit_by_bit.column("sums") == at_once.column("sums")
    assert bit_by_bit.tree() == at_once.tree()
    assert bit_by_bit.move == at_once.move


def test_a_search_leaves_the_game_as_it_is():
    for name in ("mce:playouts=20", "uct:playouts=20", "strong:playouts=20"):
        search = Search(name, position("middle,harmony", 4, turns_left=20))
        before = search.room.game.tobytes()
        search.go_on()
        assert search.room.game.tobytes() == before


# Whole games


class Flat(Strategy):
    """Plain `mce` with random playouts."""

    name = "plain"

    def choose(self, state: State, coin: Any) -> Move:
        moves = legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        choose = plain.policy("random", state.seat, 0.0, weights())
        return plain.flat(state, coin.word(), playouts=3, choose=choose, kind="relative").best


class Tree(Strategy):
    """Plain `uct` with random playouts."""

    name = "plain"

    def choose(self, state: State, coin: Any) -> Move:
        moves = legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        choose = plain.policy("random", state.seat, 0.0, weights())
        root = plain.tree(state, coin.word(), playouts=4, choose=choose, c=0.6)
        return plain.best_child(root, moves)


@pytest.mark.parametrize(
    ("variants", "players"),
    [("middle,harmony", 2), ("standard", 3), pytest.param("dynasty", 2, marks=pytest.mark.long)],
)
def test_whole_games_of_searching_players_are_the_plain_ones(variants: str, players: int):
    """Also the words that searches draw are where they should be, one a decision."""
    tables = tables_for(variants, players, "mce:playouts=3", "uct:playouts=4")
    (row,) = play_block(tables, 5, 7, 1).tolist()
    seats = [(Flat, Tree)[seat % 2]() for seat in range(players)]
    played = play_game(variants_named(variants), seats, seed=5, game=7)
    assert dict(zip(columns(players), row, strict=True)) == as_row(played, 7)


# Nobody peeks

EVERYBODY = [
    "random",
    "greedy-random-draft",
    "full-greedy",
    "far-sighted",
    *(f"mce:playouts=30:policy={policy}" for policy in QUICK + SLOW),
    "uct:playouts=60",
    "uct:playouts=40:policy=greedy:bias=progressive-win",
    "strong:playouts=40",
]


def any_move(rules: Any, room: Any, told: Any) -> int:
    """The move of a strategy in the position on the desk."""
    game, desk, search = room.game[0], room.desk[0], room.search[0]
    if not told.searches:
        return int(move_by(rules, game, desk, told.code, 0.0))
    if open_search(rules, game, desk, search) > 1:
        search_on(rules, game, room.copy, desk, search, room.nodes, told.playouts, told.playouts)
    return int(found_move(rules, game, search, room.nodes))


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(
    ("variants", "players"),
    [("middle,harmony", 4), ("standard", 2), ("lines-of-four", 3), ("dynasty", 3), ("mighty-duel", 2)],
)
def test_the_order_of_what_is_unseen_has_no_say_in_any_move(variants: str, players: int, name: str):
    tables, told = tables_for(variants, players, name), described(name)
    room, other, dice = tables.desk(), tables.desk(), np.random.default_rng(3)
    rules, game, twin = tables.rules[0], room.game[0], other.game[0]
    begin_game(rules, game, seed_key(6), 1)
    for turn in range(int(rules["kings"] * (rules["lines"] + 1))):
        if turn % 9 == 5 or turn == 0:
            other.game[0] = game
            drawn = int(game["drawn"])
            twin["deck"][drawn:] = dice.permutation(game["deck"][drawn:])
            mine, twins = game["kingdoms"]["coins"].copy(), any_move(rules, other, told)
            assert any_move(rules, room, told) == twins
            game["kingdoms"]["coins"] = mine
        make_move(rules, game, move_by(rules, game, room.desk[0], 0, 0.0))


def test_a_search_would_notice_other_dominoes_on_offer():
    """So the test above can fail: what a move leads to does depend on what comes."""
    state = position("middle,harmony", 4, turns_left=36)
    numbers = sorted([*state.deck, *(claim.domino for claim in state.next_line if claim.domino)])
    placements = set()
    for number in range(6):
        line = sorted(random.Random(number).sample(numbers, 4))
        claims = tuple(claim._replace(domino=one) for claim, one in zip(state.next_line, line, strict=True))
        rest = tuple(one for one in numbers if one not in line)
        placements.add(Search("mce:playouts=300", replace(state, next_line=claims, deck=rest)).go_on().move[0])
    assert len(placements) > 1
