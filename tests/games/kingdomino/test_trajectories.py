"""The plain rules and the kernels play the same games, move by move."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from kingdice.games.kingdomino.blocks import BlockTables, columns, make_tables, play_block
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.layout import FEATURES, STAGES
from kingdice.games.kingdomino.play import as_row, play_game
from kingdice.games.kingdomino.strategies import strategy_named
from kingdice.games.kingdomino.variants import variants_named

SEED = 11
SIMPLE = ["random", "greedy-random-draft", "full-greedy"]
TABLES = [
    ("standard", 2),
    ("standard", 3),
    ("standard", 4),
    ("middle,harmony", 2),
    ("middle,harmony", 3),
    ("middle,harmony", 4),
    ("middle", 4),
    ("middle-of-box", 4),
    ("middle-of-box,harmony", 2),
    ("lines-of-four", 3),
    ("middle-of-box,harmony,lines-of-four", 3),
    ("mighty-duel", 2),
    ("middle,harmony,mighty-duel", 2),
    ("middle-of-box,mighty-duel", 2),
    ("dynasty", 2),
    ("middle,dynasty", 3),
    ("middle,harmony,dynasty", 4),
    ("middle,harmony,dynasty,mighty-duel", 2),
    ("harmony,dynasty,lines-of-four", 3),
]


def tables_for(variants: str, names: list[str]) -> BlockTables:
    """Whatever far-sighted players go by: nobody here is one."""
    nothing = np.zeros((STAGES, len(FEATURES)))
    return make_tables(variants_named(variants), [described(name) for name in names], sight=nothing)


def assert_same_games(variants: str, names: list[str], first: int, games: int) -> None:
    rows = play_block(tables_for(variants, names), SEED, first, games)
    for row, number in zip(rows.tolist(), range(first, first + games), strict=True):
        players = [strategy_named(name) for name in names]
        played = play_game(variants_named(variants), players, seed=SEED, game=number)
        found = dict(zip(columns(len(names)), row, strict=True))
        assert found == as_row(played, number), f"{variants} {names} game {number}"


def line_up(players: int, turned: int) -> list[str]:
    """Strategies of all kinds, the first seat another one every time."""
    return [SIMPLE[(turned + seat) % len(SIMPLE)] for seat in range(players)]


@pytest.mark.parametrize(("variants", "players"), TABLES)
def test_random_players_play_the_same_games_by_rules_and_kernel(variants: str, players: int):
    assert_same_games(variants, ["random"] * players, first=0, games=3)


@pytest.mark.parametrize(("variants", "players"), TABLES)
def test_players_of_all_kinds_play_the_same_games_by_rules_and_kernel(variants: str, players: int):
    assert_same_games(variants, line_up(players, TABLES.index((variants, players))), first=10, games=1)


@pytest.mark.parametrize(("variants", "players"), TABLES[::3])
@pytest.mark.parametrize("name", SIMPLE[1:])
def test_greedy_players_play_the_same_games_by_rules_and_kernel(variants: str, players: int, name: str):
    assert_same_games(variants, [name] * players, first=20, games=1)


@pytest.mark.long
@pytest.mark.parametrize(("variants", "players"), TABLES)
def test_two_thousand_games_are_the_same_by_rules_and_kernel(variants: str, players: int):
    assert_same_games(variants, ["random"] * players, first=100, games=75)
    for turned in range(len(SIMPLE)):
        assert_same_games(variants, line_up(players, turned), first=200, games=10)
    for name in SIMPLE[1:]:
        assert_same_games(variants, [name] * players, first=300, games=4)


@pytest.mark.parametrize(("variants", "players"), [("middle,harmony", 4), ("dynasty,mighty-duel", 2)])
def test_a_block_is_the_games_it_is_made_of(variants: str, players: int):
    tables = tables_for(variants, line_up(players, 2))
    whole = play_block(tables, 3, 10, 12)
    parts = [play_block(tables, 3, 10, 5), play_block(tables, 3, 15, 7)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_another_seed_gives_other_games_and_the_number_of_a_game_is_its_own():
    tables = tables_for("standard", ["random"] * 4)
    one, other = play_block(tables, 3, 10, 50), play_block(tables, 4, 10, 50)
    assert one[:, 0].tolist() == other[:, 0].tolist() == list(range(10, 60))
    assert len(set(one[:, 1]) | set(other[:, 1])) == 100


def test_every_table_and_player_is_among_them():
    assert {players for _, players in TABLES} == {2, 3, 4}
    seats = {
        (seat, name)
        for turned, players in product(range(3), (2, 3, 4))
        for seat, name in enumerate(line_up(players, turned))
    }
    assert seats == set(product(range(4), SIMPLE))
