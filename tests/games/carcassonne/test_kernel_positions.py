"""Games of the kernels, worked out again from the finished board by an oracle that shares no code with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from numpy.typing import NDArray
from oracles.finished_board import TILES
from oracles.replayed_game import Turn, replayed

from kingdice.games.carcassonne.blocks import play_turns
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.play import start

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


def turns(log: NDArray[Any]) -> Iterator[Turn]:
    """A logged game for the oracle; a move is ((row + 80) * 160 + column + 80) * 64 + 16 * quarters + segment + 1."""
    for one in log[log["turn"] > 0]:
        cell, rest = divmod(int(one["move"]), 64)
        quarters, meeple = divmod(rest, 16)
        row, column = divmod(cell, 160)
        place = (row - 80, column - 80)
        yield Turn(NAMES[one["tile"]], place, quarters, meeple - 1 if meeple else None, int(one["seat"]))


def assert_oracle_agrees(rules: str, names: list[str], first: int, games: int) -> None:
    one = match(names, variants=rules)
    rows, logs = play_turns(one.tables, SEED, first, games)
    for game, (values, log) in enumerate(zip(rows.tolist(), logs, strict=True), start=first):
        row = dict(zip(one.columns, values, strict=True))
        assert row.pop("game") == game
        row.pop("move_hash")
        begun = start(one.variants, len(names), seed=SEED, game=game)
        replay = replayed(turns(log), len(names), rules, bag=[*begun.gone, begun.held, *begun.bag])
        assert row == replay.row, f"{rules}, {names}, game {game}"
        assert [after.king for after in replay.turns] == held(log, "king"), f"{rules}, {names}, game {game}"
        assert [after.robber for after in replay.turns] == held(log, "robber"), f"{rules}, {names}, game {game}"


def held(log: NDArray[Any], card: str) -> list[tuple[int | None, int]]:
    """Who holds a card after each turn, and the size to beat."""
    log = log[log["turn"] > 0]
    seats = [None if seat < 0 else seat for seat in log[card].tolist()]
    return list(zip(seats, log[f"{card}_size"].tolist(), strict=True))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_two_hundred_games_are_scored_as_the_finished_board_has_it(rules: str, players: int):
    assert_oracle_agrees(rules, ["random"] * players, first=0, games=16)
    assert_oracle_agrees(rules, ["greedy", "greedy-cards", "random", "greedy", "greedy-cards"][:players], 20, games=4)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULES)
def test_ten_thousand_games_are_scored_as_the_finished_board_has_it(rules: str, players: int):
    assert_oracle_agrees(rules, ["random"] * players, first=1000, games=200)
    assert_oracle_agrees(rules, ["greedy", "greedy-cards", "random", "greedy", "greedy-cards"][:players], 2000, 50)


@pytest.mark.parametrize("names", [["random"] * 3, ["greedy", "random"]])
def test_logged_games_are_those_of_a_block(names: list[str]):
    one = match(names)
    assert play_turns(one.tables, SEED, 7, 5)[0].tolist() == one.play_block(SEED, 7, 5).tolist()
