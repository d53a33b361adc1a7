"""A match of Carcassonne as the simulation takes it."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from kingdice.errors import KingdiceError
from kingdice.games.carcassonne.matches import GAME, match
from kingdice.games.carcassonne.play import as_row
from kingdice.games.carcassonne.variants import variants_named

BOARD = ["completed_cities", "completed_roads", "city_sizes", "road_sizes", "unplaceable"]
CARD = ["holder", "size", "counted", "changes", "first", "last"]
SEAT = [
    *("score", "base", "cities", "roads", "fields", "monasteries", "king", "robber"),
    *("king_before", "king_then", "robber_before", "robber_then"),
]
BOT = '''
"""A player of one's own."""


class Last:
    def __call__(self, state, moves):
        return moves[-1]


def illegal(state, moves):
    return "the start tile"


def sees(state, moves):
    assert list(state.bag) == sorted(state.bag), "the order of the bag is hidden"
    return moves[0]
'''


@pytest.fixture
def bot(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(BOT)
    return f"{file}:Last"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_columns_are_those_of_a_game_of_both_cards_and_twelve_of_every_seat(players: int):
    one = match(["random"] * players)
    assert list(one.columns) == [
        *("game", "move_hash", "winners", *BOARD),
        *(f"{card}_{name}" for card in ("king", "robber") for name in CARD),
        *(f"{name}_{seat}" for seat in range(1, players + 1) for name in SEAT),
    ]
    assert one.play_block(1, 0, 2).shape == (2, 20 + 12 * players)


def test_the_identity_has_all_that_results_depend_on(bot: str):
    one = match(["random", bot], variants="small-city,base,flat-10")
    about = one.identity
    assert about["game"] == "carcassonne"
    assert about["edition"] == {"name": "base,flat-10,small-city", "hash": variants_named(one.variants.name).hash}
    assert about["strategies"] == ["random", bot]
    assert about["parameters"][0] == {}
    assert set(about["parameters"][1]) == {"file_hash"}
    assert about["edition"]["hash"] != match(["random"] * 2).identity["edition"]["hash"]
    Path(bot.rpartition(":")[0]).write_text(BOT + "\n")
    again = match(["random", bot], variants="base,flat-10,small-city").identity
    assert again["parameters"][1] != about["parameters"][1]
    assert again["edition"] == about["edition"]


def test_the_identity_of_a_player_who_weighs_has_the_weights():
    random, greedy, searching = match(["random", "greedy", "mcts:playouts=5"]).identity["parameters"]
    assert random == {}
    assert {"attention", "meeple", "field"} <= set(greedy)
    assert searching == {**greedy, "playouts": "5", "candidates": "16", "turns": "4"}


@pytest.mark.parametrize("variants", ["standard", "base"])
def test_a_match_can_be_pickled_and_plays_on(variants: str, bot: str):
    for names in (["random", "random"], ["random", bot]):
        one = match(names, variants=variants)
        again = pickle.loads(pickle.dumps(one))
        assert again.identity == one.identity
        assert np.array_equal(again.play_block(4, 2, 2), one.play_block(4, 2, 2))


def test_a_bot_plays_by_the_plain_rules_and_does_not_see_the_order_of_the_bag(bot: str):
    one = match(["random", bot.replace("Last", "sees"), bot])
    (row,) = one.play_block(6, 1, 1).tolist()
    assert dict(zip(one.columns, row, strict=True)) == as_row(one.played(6, 1), 1)


def test_an_illegal_move_of_a_bot_is_named_with_its_game(bot: str):
    with pytest.raises(KingdiceError, match=r"seed 6, game 3: .*not a legal move"):
        match(["random", bot.replace("Last", "illegal")]).play_block(6, 3, 1)


def test_blocks_are_small_where_games_are_slow(bot: str):
    assert match(["random", "random"]).largest_block == 4096
    assert match(["random", bot]).largest_block == 4
    assert 1 < match(["greedy", "random"]).largest_block < 4096
    assert 1 <= match(["mcts:playouts=900", "random"]).largest_block < match(["mcts:playouts=9"] * 2).largest_block
    assert match(["mcts:seconds=1", "random"]).largest_block == 1


def test_a_rehearsal_hardly_thinks_and_is_without_bots(bot: str):
    rehearsal = match(["mcts:seconds=9", "greedy", "mcts:playouts=900"], variants="base").rehearsal
    assert rehearsal is not None
    assert rehearsal.strategies == ("mcts:seconds=0.001", "greedy", "mcts:playouts=12")
    assert rehearsal.variants.name == "base,none"
    assert match(["random", bot]).rehearsal is None
    assert match(["mcts:seconds=9", "greedy", "mcts:playouts=9"]).by_clock == ("mcts:seconds=9",)


def test_means_of_the_cards_stand_where_they_bring_something():
    everything = {
        "base_score_mean": "base",
        "base_score_sd": "base",
        "king_mean": "king",
        "robber_mean": "robber",
    }
    assert match(["random"] * 2).seat_means == everything
    assert match(["random"] * 2, variants="base,continuous").seat_means == everything
    assert set(match(["random"] * 2, variants="base").seat_means) == {"base_score_mean", "base_score_sd"}
    assert match(["random"] * 2, variants="base").board_means == {
        "completed_cities_mean": "completed_cities",
        "completed_roads_mean": "completed_roads",
    }


def test_a_score_is_the_base_score_and_what_the_cards_brought():
    one = match(["random"] * 3, variants="base+king-robber,flat-15-40")
    by_name = dict(zip(one.columns, one.play_block(2, 0, 200).T, strict=True))
    for seat in (1, 2, 3):
        cards = by_name[f"king_{seat}"] + by_name[f"robber_{seat}"]
        kinds = sum(by_name[f"{kind}_{seat}"] for kind in ("cities", "roads", "fields", "monasteries"))
        assert (by_name[f"base_{seat}"] == kinds).all()
        assert (by_name[f"score_{seat}"] == kinds + cards).all()
        assert set(cards.tolist()) == {0, 15, 40}


@pytest.mark.parametrize(
    ("names", "variants", "says"),
    [
        (["random"] * 6, "standard", "6 players: carcassonne is for 2 to 5"),
        (["random"], "base", "1 players: carcassonne is for 2 to 5"),
        (["random", "randm"], "standard", "no strategy 'randm'; did you mean 'random'?"),
        (["random", "random:playouts=3"], "standard", "no option 'playouts'; there are without"),
        (["random"] * 2, "smal-city", "did you mean 'small-city'?"),
        (["random"] * 2, "base,flat-10,flat-15-40", "flat-10 and flat-15-40 exclude each other"),
        (["random", "nowhere.py:bot"], "standard", "nowhere.py"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(names: list[str], variants: str, says: str):
    with pytest.raises(KingdiceError) as caught:
        match(names, variants=variants)
    assert says in str(caught.value)


def test_every_strategy_of_the_registry_has_a_match():
    assert GAME.strategies[0] == "random"
    for name in GAME.strategies:
        one = GAME.match([GAME.light.get(name, name), "random"], edition="base")
        assert one.play_block(2, 0, 1).shape == (1, 44)
    assert set(GAME.light) <= set(GAME.strategies)
