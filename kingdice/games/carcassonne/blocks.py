"""Blocks of games of Carcassonne, a row each.

`play_block` is what the simulation calls. Columns of a row: `columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.games.carcassonne.described import Described
from kingdice.games.carcassonne.kernel_blocks import (
    play_policies,
    play_random,
    play_searching,
    play_until_search,
    write_row,
)
from kingdice.games.carcassonne.kernel_game import begin_game, make_move
from kingdice.games.carcassonne.kernel_search import open_search, search_on
from kingdice.games.carcassonne.layout import DESK, GAME, JOINT, MOST_SEATS, RANDOM, SEARCH, TOLD, TURN, make_rules
from kingdice.games.carcassonne.variants import Variants
from kingdice.simulation.halving import best_left
from kingdice.simulation.streams import seed_key
from kingdice.simulation.thinking import think_on

__all__ = [
    "BOARD_COLUMNS",
    "CARD_COLUMNS",
    "SEAT_COLUMNS",
    "BlockTables",
    "columns",
    "make_tables",
    "play_block",
    "play_turns",
]

BOARD_COLUMNS = ("completed_cities", "completed_roads", "city_sizes", "road_sizes", "unplaceable")
CARD_COLUMNS = ("holder", "size", "counted", "changes", "first", "last")
SEAT_COLUMNS = (
    "score",
    "base",
    "cities",
    "roads",
    "fields",
    "monasteries",
    "king",
    "robber",
    "king_before",
    "king_then",
    "robber_before",
    "robber_then",
)

FIRST_GUESS = 100  # playouts of a search by time, before the first look


@dataclass(frozen=True)
class BlockTables:
    """What the kernels need to play a match.

    Attributes
    ----------
    rules : array (1,)
        See `layout`.
    strategies : tuple of Described
        One a seat.
    """

    rules: NDArray[Any]
    strategies: tuple[Described, ...]

    @property
    def searches(self) -> bool:
        """Whether anybody at the table searches."""
        return any(one.searches for one in self.strategies)

    @property
    def by_time(self) -> bool:
        """Whether anybody at the table watches the clock."""
        return any(one.seconds for one in self.strategies)


@dataclass
class Desk:
    """Arrays of one thread: the game, a copy to play on in, and where its players think."""

    game: NDArray[Any] = field(default_factory=lambda: np.zeros(1, GAME))
    copy: NDArray[Any] = field(default_factory=lambda: np.zeros(1, GAME))
    joint: NDArray[Any] = field(default_factory=lambda: np.zeros(1, JOINT))
    desk: NDArray[Any] = field(default_factory=lambda: np.zeros(1, DESK))
    search: NDArray[Any] = field(default_factory=lambda: np.zeros(1, SEARCH))
    totals: NDArray[Any] = field(default_factory=lambda: np.zeros((MOST_SEATS, 6), dtype=np.int64))


def columns(players: int) -> tuple[str, ...]:
    """Names of a row's columns.

    Returns
    -------
    tuple of str
        The game's number and a hash of its moves; who won, a bit a seat. Cities and roads completed, how many of which
        size in tiles (8 bits a size, from 2 tiles; 8 and more together), and tiles that could not be placed. Of the
        King and of the Robber Baron who holds it at the end (the seat from 1, 0 nobody), the size to beat, how many
        cities or roads count, how often it went from one player to another, and in which turns it was taken first and
        last. For every seat its score, its score without the cards, its points by kind of feature, what each card
        brought, and for each card how many cities or roads were completed while it held it, by who held it before the
        turn and by who held it after.
    """
    cards = (f"{card}_{name}" for card in ("king", "robber") for name in CARD_COLUMNS)
    own = (f"{name}_{seat}" for seat in range(1, players + 1) for name in SEAT_COLUMNS)
    return ("game", "move_hash", "winners", *BOARD_COLUMNS, *cards, *own)


def make_tables(
    variants: Variants, strategies: Sequence[Described], *, weights: Sequence[Mapping[str, float]] = ()
) -> BlockTables:
    """Prepare a match for the kernels; in fitting with weights of their own for greedy players."""
    rules = make_rules(variants, len(strategies))
    for seat, one in enumerate(strategies):
        rules[0]["code"][seat] = one.code
        rules[0]["without"][seat] = one.without
        rules[0]["parameters"][seat] = one.parameters
    for seat, own in enumerate(weights):
        rules[0]["told"][seat] = [own[name] for name in TOLD]
    return BlockTables(rules, tuple(strategies))


def play_block(tables: BlockTables, seed: int, first_game: int, games: int) -> NDArray[np.int64]:
    """Play games `first_game`, `first_game` + 1, …

    Returns
    -------
    array (games, columns) of int64
    """
    return _play(tables, seed, first_game, games, turns=0)[0]


def play_turns(tables: BlockTables, seed: int, first_game: int, games: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Play games as `play_block` does, and write down every turn.

    Returns
    -------
    rows : array (games, columns) of int64
    turns : array (games, tiles) of TURN
        Empty where players watch the clock.
    """
    return _play(tables, seed, first_game, games, turns=int(tables.rules[0]["drawn"]))


def _play(
    tables: BlockTables, seed: int, first_game: int, games: int, *, turns: int
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    rows = np.zeros((games, len(columns(len(tables.strategies)))), dtype=np.int64)
    log = np.zeros((games, turns), dtype=TURN)
    room, key, rules = Desk(), seed_key(seed), tables.rules[0]
    game, joint, desk, totals = room.game[0], room.joint[0], room.desk[0], room.totals
    if tables.by_time:
        for place in range(games):
            play_by_time(tables, room, key, first_game + place)
            write_row(rules, game, totals, first_game + place, rows[place])
    elif tables.searches:
        play_searching(rules, game, room.copy[0], joint, desk, room.search[0], totals, key, first_game, rows, log)
    elif any(one.code != RANDOM for one in tables.strategies):
        play_policies(rules, game, joint, desk, totals, key, first_game, rows, log)
    else:
        play_random(rules, game, joint, totals, key, first_game, rows, log)
    return rows, log


def play_by_time(tables: BlockTables, room: Desk, key: np.uint64, number: int) -> None:
    """Play one game in which some players search until their time is up."""
    rules, game, joint, desk = tables.rules[0], room.game[0], room.joint[0], room.desk[0]
    begin_game(rules, game, joint, key, number)
    while not play_until_search(rules, game, joint, desk):
        make_move(rules, game, joint, think(tables, room))


def think(tables: BlockTables, room: Desk, *, draw: Callable[[], np.uint64] | None = None) -> int:
    """Search for the move of the player whose turn it is, as long or as often as its strategy says.

    Parameters
    ----------
    tables : BlockTables
    room : Desk
        With the position in `game`.
    draw : callable, optional
        Gives the word that the search draws from, instead of the seat's next decision word.

    Returns
    -------
    int
        The move, see `kernel_game.as_move`.
    """
    rules, game, joint, desk, search = tables.rules[0], room.game[0], room.joint[0], room.desk[0], room.search[0]
    if open_search(rules, game, joint, desk, search) > 1 and draw is not None:
        search["key"] = draw()
    told = tables.strategies[int(game["seat"])]

    def go_on(playouts: int, of_all: int) -> None:
        search_on(rules, game, room.copy[0], joint, desk, search, room.totals, playouts, of_all)

    think_on(search, go_on, playouts=told.playouts, seconds=told.seconds, first_guess=FIRST_GUESS)
    return int(best_left(search))
