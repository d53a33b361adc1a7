"""A match of Kingdomino as the simulation takes it."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.matches import GAME, match
from kingdice.games.kingdomino.play import as_row, play_game

SEAT = ["score", "base", "middle", "harmony", "discards", "largest", "crowns", "squares", "property_points", "castle"]
BOT = '''
"""A player of one's own."""


class Last:
    def __call__(self, state, moves):
        return moves[-1]


def illegal(state, moves):
    return "the castle"
'''


@pytest.fixture
def bot(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(BOT)
    return f"{file}:Last"


@pytest.mark.parametrize(
    ("variants", "names"),
    [
        ("middle,harmony", ["far-sighted", "mce:playouts=6:policy=greedy", "full-greedy", "random"]),
        ("standard", ["uct:playouts=8:bias=progressive", "strong:playouts=6"]),
        ("lines-of-four", ["far-sighted", "uct:playouts=5:policy=player-greedy", "mce:playouts=5:reward=lead"]),
        ("dynasty", ["mce:playouts=3", "far-sighted"]),
        ("middle,mighty-duel", ["strong:playouts=4", "uct:playouts=4"]),
    ],
)
def test_far_sighted_and_searching_players_play_the_same_games_at_a_table_of_plain_rules(variants, names):
    one = match(names, variants=variants)
    (row,) = one.play_block(3, 8, 1).tolist()
    assert dict(zip(one.columns, row, strict=True)) == as_row(
        play_game(one.variants, one.sit_down(), seed=3, game=8), 8
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_columns_are_those_of_a_game_and_ten_of_every_seat(players: int):
    one = match(["random"] * players)
    assert list(one.columns) == [
        *("game", "move_hash", "winners", "decided_by"),
        *(f"{name}_{seat}" for seat in range(1, players + 1) for name in SEAT),
    ]
    assert one.play_block(1, 0, 2).shape == (2, 4 + 10 * players)


def test_the_identity_has_all_that_results_depend_on(bot: str):
    one = match(["mce:playouts=7", "random", bot], variants="harmony,middle")
    about = one.identity
    assert about["game"] == "kingdomino"
    assert about["edition"]["name"] == "middle,harmony"
    assert about["strategies"] == ["mce:playouts=7", "random", bot]
    assert about["parameters"][0] == {"playouts": "7", "policy": "random", "reward": "relative", "epsilon": "0.75"}
    assert about["parameters"][1] == {}
    assert set(about["parameters"][2]) == {"file_hash"}
    assert about["edition"]["hash"] != match(["random"] * 3).identity["edition"]["hash"]
    Path(bot.rpartition(":")[0]).write_text(BOT + "\n")
    again = match(["mce:playouts=7", "random", bot], variants="middle,harmony").identity
    assert again["parameters"][2] != about["parameters"][2]
    assert again["edition"] == about["edition"]


@pytest.mark.parametrize("variants", ["standard", "middle,harmony", "dynasty", "mighty-duel"])
def test_a_match_can_be_pickled_and_plays_on(variants: str, bot: str):
    for names in (["full-greedy", "random"], ["random", bot]):
        one = match(names, variants=variants)
        again = pickle.loads(pickle.dumps(one))
        assert again.identity == one.identity
        assert np.array_equal(again.play_block(4, 2, 2), one.play_block(4, 2, 2))


def test_a_bot_plays_by_the_plain_rules_against_players_that_search(bot: str):
    one = match(["mce:playouts=2", bot, "far-sighted"], variants="middle,harmony")
    (row,) = one.play_block(6, 1, 1).tolist()
    assert dict(zip(one.columns, row, strict=True)) == as_row(
        play_game(one.variants, one.sit_down(), seed=6, game=1), 1
    )
    turned = match(["random", bot.replace("Last", "illegal")])
    with pytest.raises(KingdiceError, match=r"seed 6, game 3: .*not a legal move"):
        turned.play_block(6, 3, 1)


def test_blocks_are_small_where_games_are_slow(bot: str):
    def largest(*names: str, variants: str = "standard") -> int:
        return match(names, variants=variants).largest_block

    assert largest("random", "random") == 4096
    assert largest("random", bot) == 4
    assert largest("mce:seconds=1", "random") == 1
    assert 1 <= largest("mce:playouts=1000", "random") < largest("mce:playouts=100", "random") < 4096
    assert largest("uct:playouts=100:policy=greedy", "random") < largest("uct:playouts=100", "random")
    assert largest("full-greedy", "full-greedy", variants="dynasty") < largest("full-greedy", "full-greedy")


def test_a_dynasty_has_means_of_rounds_in_the_place_of_shares():
    assert match(["random"] * 2).seat_means == {
        "base_score_mean": "base",
        "base_score_sd": "base",
        "middle_share": "middle",
        "harmony_share": "harmony",
        "discards_mean": "discards",
    }
    means = match(["random"] * 2, variants="dynasty").seat_means
    assert means["middle_rounds_mean"] == "middle"
    assert "middle_share" not in means


def test_players_by_the_clock_make_whole_games():
    one = match(["mce:seconds=0.0005", "uct:seconds=0.0005", "strong:seconds=0.0005"], variants="middle,harmony")
    rows = one.play_block(1, 0, 2)
    by_name = {name: rows[:, place] for place, name in enumerate(one.columns)}
    for seat in range(1, 4):
        squares = sum(by_name[f"squares_{seat}"] >> 8 * terrain & 255 for terrain in range(6))
        assert (squares // 2 + by_name[f"discards_{seat}"]).tolist() == [12, 12]
    scores = np.stack([by_name[f"score_{seat}"] for seat in range(1, 4)], axis=1)
    for won, points in zip(by_name["winners"].tolist(), scores.tolist(), strict=True):
        winners = [seat for seat in range(3) if won >> seat & 1]
        assert winners
        assert all(points[seat] == max(points) for seat in winners)


@pytest.mark.parametrize(
    ("names", "variants", "says"),
    [
        (["random"] * 5, "standard", "5 players: kingdomino standard is for 2 to 4"),
        (["random"], "standard", "1 players"),
        (["random"] * 3, "mighty-duel", "3 players: kingdomino mighty-duel is for 2"),
        (["random"] * 2, "lines-of-four", "2 players: kingdomino lines-of-four is for 3"),
        (["random", "strog"], "standard", "no strategy 'strog'; did you mean 'strong'?"),
        (["random"] * 2, "midle", "did you mean 'middle'?"),
        (["random", "nowhere.py:bot"], "standard", "nowhere.py"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(names: list[str], variants: str, says: str):
    with pytest.raises(KingdiceError) as caught:
        match(names, variants=variants)
    assert says in str(caught.value)


def test_every_strategy_of_the_registry_has_a_match_and_slow_ones_a_light_form():
    for name in GAME.strategies:
        one = GAME.match([GAME.light.get(name, name), "random"], edition="middle,harmony")
        assert one.play_block(2, 0, 1).shape == (1, 24)
    assert GAME.strategies[0] == "random"
    assert set(GAME.light) == {"mce", "uct", "strong"}
