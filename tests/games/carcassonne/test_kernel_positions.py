"""Games of the kernels, worked out again from the finished board by an oracle that shares no code with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from oracles.finished_board import TILES
from oracles.replayed_game import Turn, replayed

from kingdice.games.carcassonne.blocks import columns, play_block
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.move_log import NO_MOVE, MoveLog, play_moves

SEED = 29
NAMES = list(TILES)
RULES = [
    "base,none",
    "base,official,small-city",
    "base,continuous,fields-by-city",
    "base+king-robber,none,fields-once",
    "base+king-robber,official",
    "base+king-robber,official,big-cities,least-3",
    "base+king-robber,flat-10,small-city,fields-by-city",
    "base+king-robber,flat-15-40,least-4",
    "base+king-robber,continuous,big-cities",
    "base+king-robber,continuous-new,fields-once,least-9",
]
TABLES = [(rules, 2 + place % 4) for place, rules in enumerate(RULES)]


def turns(log: MoveLog, game: int, players: int) -> Iterator[Turn]:
    """A logged game for the oracle; a move is ((row + 80) * 160 + column + 80) * 64 + 16 * quarters + segment + 1."""
    for turn, (tile, move) in enumerate(zip(log.tiles[game].tolist(), log.moves[game].tolist(), strict=True)):
        if move == NO_MOVE:
            return
        cell, rest = divmod(move, 64)
        quarters, meeple = divmod(rest, 16)
        row, column = divmod(cell, 160)
        yield Turn(NAMES[tile], (row - 80, column - 80), quarters, meeple - 1 if meeple else None, turn % players)


def assert_oracle_agrees(rules: str, players: int, first: int, games: int) -> None:
    log = play_moves(match(["random"] * players, variants=rules).tables, SEED, first, games)
    for game in range(games):
        row = dict(zip(columns(players), log.rows[game].tolist(), strict=True))
        assert row.pop("game") == first + game
        row.pop("move_hash")
        bag = [NAMES[tile] for tile in log.bags[game].tolist()]
        assert row == replayed(turns(log, game, players), players, rules, bag=bag).row, f"{rules}, game {first + game}"


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_two_hundred_games_are_scored_as_the_finished_board_has_it(rules: str, players: int):
    assert_oracle_agrees(rules, players, first=0, games=20)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULES)
def test_ten_thousand_games_are_scored_as_the_finished_board_has_it(rules: str, players: int):
    assert_oracle_agrees(rules, players, first=1000, games=260)


@pytest.mark.parametrize("rules", ["base", "base+king-robber"])
def test_logged_games_are_those_of_a_block(rules: str):
    tables = match(["random"] * 3, variants=rules).tables
    assert play_moves(tables, SEED, 7, 5).rows.tolist() == play_block(tables, SEED, 7, 5).tolist()
