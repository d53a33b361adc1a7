"""The plain rules and the kernels play the same games, move by move: hashes of moves are in the rows."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.play import as_row
from kingdice.games.carcassonne.variants import CARDS, SWITCHES, TILE_SETS, variants_named

SEED = 11
SOME_SWITCHES = ["small-city", "fields-by-city", "fields-once,small-city", "big-cities", "fields-by-city,big-cities"]
TABLES = [
    *((f"base,{cards}", 2 + place % 4) for place, cards in enumerate(CARDS)),
    *((f"base+king-robber,{cards}", 5 - place % 4) for place, cards in enumerate(CARDS)),
    *((f"base+king-robber,official,{words}", 2 + place % 4) for place, words in enumerate(SOME_SWITCHES)),
    *((f"base+king-robber,continuous,least-{size}", 2 + size % 4) for size in range(3, 10)),
    ("base+king-robber,continuous-new,small-city,fields-once,big-cities,least-3", 2),
    ("base,flat-15-40,small-city,fields-by-city,big-cities,least-4", 5),
]


def assert_same_games(variants: str, players: int, first: int, games: int) -> None:
    one = match(["random"] * players, variants=variants)
    rows = one.play_block(SEED, first, games).tolist()
    for row, number in zip(rows, range(first, first + games), strict=True):
        found = dict(zip(one.columns, row, strict=True))
        assert found == as_row(one.played(SEED, number), number), f"{variants}, {players} players, game {number}"


@pytest.mark.parametrize(("variants", "players"), TABLES)
def test_random_players_play_the_same_games_by_rules_and_kernel(variants: str, players: int):
    assert_same_games(variants, players, first=0, games=1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("tiles", TILE_SETS)
def test_every_number_of_players_plays_the_same_games_by_rules_and_kernel(tiles: str, players: int):
    assert_same_games(tiles, players, first=10, games=2)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variants", dict(TABLES))
def test_two_thousand_games_are_the_same_by_rules_and_kernel(variants: str, players: int):
    assert_same_games(variants, players, first=100, games=20)


@pytest.mark.parametrize(("variants", "players"), [("base", 2), (TABLES[-2][0], 4)])
def test_a_block_is_the_games_it_is_made_of(variants: str, players: int):
    one = match(["random"] * players, variants=variants)
    parts = [one.play_block(3, 10, 5), one.play_block(3, 15, 7)]
    assert np.array_equal(one.play_block(3, 10, 12), np.concatenate(parts))


def test_another_seed_gives_other_games_and_the_number_of_a_game_is_its_own():
    one = match(["random"] * 4)
    rows, others = one.play_block(3, 10, 50), one.play_block(4, 10, 50)
    assert rows[:, 0].tolist() == others[:, 0].tolist() == list(range(10, 60))
    assert len(set(rows[:, 1]) | set(others[:, 1])) == 100


def test_what_the_cards_bring_changes_no_move():
    hashes = {tuple(match(["random"] * 3, variants=cards).play_block(5, 0, 40)[:, 1]) for cards in CARDS}
    assert len(hashes) == 1


def test_all_rules_and_numbers_of_players_are_among_them():
    chosen = [variants_named(words) for words, _ in TABLES]
    assert {(one.tiles, one.cards) for one in chosen} == set(product(TILE_SETS, CARDS))
    assert {word for one in chosen for word in one.switches} == set(SWITCHES)
    assert {players for _, players in TABLES} == {2, 3, 4, 5}
