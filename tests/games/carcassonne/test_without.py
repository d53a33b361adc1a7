"""Players who do without meeples of a kind, or pay no attention to a card."""

from __future__ import annotations

import numpy as np
import pytest
from oracles import plain_greedy as plain
from oracles.random_carcassonne import hash_of, random_game

from kingdice.errors import StrategyError
from kingdice.games.carcassonne.blocks import Desk, make_tables, play_turns
from kingdice.games.carcassonne.compiled import as_plain_move, write_position
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.kernel_greedy import judge_moves
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.play import as_row
from kingdice.games.carcassonne.tiles import TILES, tile
from kingdice.games.carcassonne.weights import greedy_weights

SEED = 17
KIND = {"cities": "city", "roads": "road", "fields": "field", "monasteries": "monastery"}
LETTERS = {"cities": "c", "roads": "r", "fields": "f", "monasteries": "m", "cities+monasteries": "cm"}
RANDOM = [(word, 2 + place % 4) for place, word in enumerate([*LETTERS, "cities+roads+fields+monasteries"])]


@pytest.mark.parametrize(("word", "players"), RANDOM[:-1])
def test_random_players_without_meeples_of_a_kind_play_the_games_of_the_oracle(word: str, players: int):
    names = ["random"] * (players - 1) + [f"random:without={word}"]
    rows = match(names).play_block(SEED, 0, 2)
    for game in range(2):
        turns = random_game(["base", "king-robber"], players, SEED, game, LETTERS[word])
        assert np.uint64(hash_of(turns)) == rows[game, 1].astype(np.uint64)


@pytest.mark.parametrize(("word", "players"), RANDOM)
def test_rules_and_kernels_play_the_same_games_of_random_players_without(word: str, players: int):
    one = match([f"random:without={word}"] + ["random"] * (players - 1))
    for game, row in enumerate(one.play_block(SEED, 0, 2).tolist()):
        assert dict(zip(one.columns, row, strict=True)) == as_row(one.played(SEED, game), game)


@pytest.mark.parametrize(
    "names",
    [
        ["greedy:without=fields", "greedy-cards", "random:without=roads"],
        ["greedy-cards:without=king+cities", "greedy-cards:without=robber"],
    ],
)
def test_rules_and_kernels_play_the_same_games_of_greedy_players_without(names: list[str]):
    one = match(names, variants="flat-15-40")
    row = one.play_block(SEED, 3, 1).tolist()[0]
    assert dict(zip(one.columns, row, strict=True)) == as_row(one.played(SEED, 3), 3)


@pytest.mark.parametrize("word", [*KIND, "fields+monasteries"])
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_no_meeple_is_put_where_a_player_does_without(strategy: str, word: str):
    turns = play_turns(match([f"{strategy}:without={word}", strategy]).tables, SEED, 0, 12)[1].reshape(-1)
    kinds: list[set[str]] = [set(), set()]
    for one in turns[turns["turn"] > 0]:
        meeple = int(one["move"]) % 16
        if meeple:
            kinds[one["seat"]].add(tile(TILES[one["tile"]]).segments[meeple - 1].kind)
    assert kinds[0] == set(KIND.values()) - {KIND[one] for one in word.split("+")}
    assert kinds[1] == set(KIND.values())


def test_who_minds_neither_card_plays_as_who_minds_no_cards():
    without = match(["greedy-cards:without=king+robber", "greedy"]).play_block(SEED, 0, 20)
    assert np.array_equal(without, match(["greedy", "greedy"]).play_block(SEED, 0, 20))
    for card in ("king", "robber"):
        one = match([f"greedy-cards:without={card}", "greedy"]).play_block(SEED, 0, 20)
        assert (one[:, 1] != without[:, 1]).any()


@pytest.mark.parametrize("cards", ["official", "flat-15-40", "continuous", "continuous-new"])
@pytest.mark.parametrize("word", ["king", "robber", "king+fields", "king+robber+roads+monasteries"])
def test_moves_are_judged_as_by_a_plain_player_without(word: str, cards: str):
    """Looking at the whole table, a card that is nothing to the player left out of it."""
    states = match(["greedy-cards", "random", "greedy-cards"], variants=cards).played(SEED, len(word)).states
    told = described(f"greedy-cards:without={word}")
    without = {KIND.get(one, one) for one in word.split("+")}
    tables, room = make_tables(states[0].variants, [told] * 3), Desk()
    for turn in (14, 33, 58):
        write_position(tables, states[turn], room)
        desk = room.desk[0]
        desk["without"] = told.without
        judge_moves(tables.rules[0], room.game[0], room.joint[0], desk, True)
        moves = [as_plain_move(int(one)) for one in desk["moves"][: desk["found"]]]
        expected = plain.values(states[turn], greedy_weights(), minds_cards=True, without=without)
        assert moves == list(expected)
        assert desk["values"][: desk["found"]].tolist() == pytest.approx(list(expected.values()), abs=1e-9)


@pytest.mark.long
def test_a_search_takes_nobody_for_a_player_without():
    """It does not know what others do without, so its moves are the same by the plain rules."""
    one = match(["mcts:playouts=8", "greedy:without=cities+fields"])
    row = one.play_block(SEED, 0, 1).tolist()[0]
    assert dict(zip(one.columns, row, strict=True)) == as_row(one.played(SEED, 0), 0)


def test_what_results_depend_on_says_without_only_where_there_is_something():
    one = match(["random", "random:without=fields", "greedy-cards:without=roads+king"])
    assert [name.get("without") for name in one.identity["parameters"]] == [None, "fields", "roads+king"]
    assert one.identity["parameters"][0] == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("greedy:without=king", "strategy greedy:without=king: without 'king': greedy minds no cards"),
        ("random:without=farmers", "without 'farmers'; there are cities, roads, fields, monasteries, king, robber"),
        ("greedy-cards:without=road", "without 'road'; did you mean 'roads'?"),
        ("mcts:without=roads", "no option 'without'"),
    ],
)
def test_what_a_player_cannot_do_without_is_said_in_one_line(text: str, says: str):
    with pytest.raises(StrategyError) as caught:
        described(text)
    assert says in str(caught.value)
