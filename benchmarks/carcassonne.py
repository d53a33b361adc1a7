"""What is timed about Carcassonne: whole games by players and tiles, random and greedy."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.checks import check_first_game
from benchmarks.timing import Bar, Group, Timed
from kingdice.games.carcassonne.matches import match

__all__ = ["GROUPS"]

WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}
CARDS = "base+king-robber"


def _plain() -> Callable[[], object]:
    one = match(["random"] * 2, variants="base")
    return lambda: [one.played(1, game) for game in range(4)]


def _games(name: str, players: int, tiles: str, games: int) -> Callable[[], object]:
    one = match([name] * players, variants=tiles)
    check_first_game(one.play_block(1, 0, games), one.played(1, 0))
    return lambda: one.play_block(1, 0, games)


def _random(players: int, tiles: str) -> Timed:
    with_cards = " with the King and the Robber Baron" if tiles == CARDS else ""
    bar = Bar(rate=20e3, note="best peer 74 with fields, 4,445 without") if (players, tiles) == (2, "base") else Bar()
    return Timed(
        f"{WORDS[players]} players{with_cards}, random",
        lambda: _games("random", players, tiles, 4096),
        4096,
        bar,
        "rate",
    )


CARCASSONNE = Group(
    "Carcassonne",
    [
        Timed("plain rules, two random players", _plain, 4, told="rate"),
        *(_random(players, tiles) for tiles in ("base", CARDS) for players in WORDS),
        Timed("two players, greedy", lambda: _games("greedy", 2, "base", 128), 128, told="rate"),
        Timed(
            "two players with the King and the Robber Baron, greedy-cards",
            lambda: _games("greedy-cards", 2, CARDS, 128),
            128,
            told="rate",
        ),
    ],
    rounds=9,
)

GROUPS = [CARCASSONNE]
