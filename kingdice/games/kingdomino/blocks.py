"""Blocks of games of Kingdomino, a row each.

`play_block` is what the simulation calls. Matches of random and greedy players, matches with players that count their
playouts, and matches with players that watch the clock go three ways, so that nobody waits for code to be compiled that
the game does not need. Columns of a row: `columns`; of the log of turns: `TURN`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.games.kingdomino.described import Described
from kingdice.games.kingdomino.kernel_blocks import play_policies, play_searching, play_until_search, write_row
from kingdice.games.kingdomino.kernel_game import begin_game, make_move
from kingdice.games.kingdomino.kernel_players import found_move, open_search, search_on
from kingdice.games.kingdomino.layout import NODE, SEARCH, TURN, UCT, game_layout, make_rules
from kingdice.games.kingdomino.sight import sight_weights
from kingdice.games.kingdomino.variants import Variants
from kingdice.simulation.streams import seed_key
from kingdice.simulation.thinking import think_on

__all__ = ["SEAT_COLUMNS", "TURN", "BlockTables", "columns", "make_tables", "play_block", "play_turns"]

SEAT_COLUMNS = (
    "score",
    "base",
    "middle",
    "harmony",
    "discards",
    "largest",
    "crowns",
    "squares",
    "property_points",
    "castle",
)

MOST_NODES = 1 << 17  # of a search by time
FIRST_GUESS = 1000  # playouts of a search by time, before the first look


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

    def desk(self) -> Desk:
        """Room for one thread."""
        layout = game_layout(int(self.rules[0]["size"]))
        most = MOST_NODES if self.by_time else max((one.playouts for one in self.strategies), default=0) + 2
        trees = any(one.code == UCT for one in self.strategies)
        return Desk(
            np.zeros(1, layout.game),
            np.zeros(1, layout.game),
            np.zeros(1, layout.desk),
            np.zeros(1, SEARCH),
            np.zeros(most if trees else 1, NODE),
        )


@dataclass
class Desk:
    """Arrays of one thread: the game, a copy to play on in, and where its players think.

    `playouts` has an entry for every search outside of kernels: the line, playouts and seconds of processor time.
    """

    game: NDArray[Any]
    copy: NDArray[Any]
    desk: NDArray[Any]
    search: NDArray[Any]
    nodes: NDArray[Any]
    playouts: list[tuple[int, int, float]] = field(default_factory=list)


def columns(players: int) -> tuple[str, ...]:
    """Names of a row's columns.

    Parameters
    ----------
    players : int

    Returns
    -------
    tuple of str
        The game's number and a hash of its moves; who won, a bit a seat; what decided it (0 points, 1 the largest
        property, 2 crowns, 3 nothing: shared); for every seat its score and base score (properties alone), in how many
        rounds the castle was in the middle and nothing was discarded, dominoes discarded, squares of the largest
        property, crowns, squares (8 bits a terrain) and points (10 bits) by terrain in the order of
        `dominoes.TERRAINS`, and where the castle lies: rows above, below, columns left and right of it (4 bits each).
    """
    own = (f"{name}_{seat}" for seat in range(1, players + 1) for name in SEAT_COLUMNS)
    return ("game", "move_hash", "winners", "decided_by", *own)


def make_tables(
    variants: Variants, strategies: Sequence[Described], *, sight: NDArray[np.float64] | None = None
) -> BlockTables:
    """Prepare a match for the kernels; in fitting with other weights for far-sighted players: (stages, features)."""
    rules = make_rules(variants, len(strategies))
    for seat, one in enumerate(strategies):
        rules[0]["code"][seat] = one.code
        rules[0]["parameters"][seat] = one.parameters
        rules[0]["without"][seat] = one.without_code
    rules[0]["sight"] = sight_weights(len(strategies), variants.size) if sight is None else sight
    return BlockTables(rules, tuple(strategies))


def play_block(tables: BlockTables, seed: int, first_game: int, games: int) -> NDArray[np.int64]:
    """Play games `first_game`, `first_game` + 1, …

    Returns
    -------
    array (games, columns) of int64
    """
    return _play(tables, seed, first_game, games, turns=0)[0]


def play_turns(tables: BlockTables, seed: int, first_game: int, games: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Play games as `play_block` does, and write down every king's turn.

    Returns
    -------
    rows : array (games, columns) of int64
    turns : array (games, turns of a game) of TURN
        Empty where players watch the clock.
    """
    rules = tables.rules[0]
    turns = int(rules["rounds"] * (rules["lines"] + 1) * rules["kings"])
    return _play(tables, seed, first_game, games, turns=turns)


def _play(
    tables: BlockTables, seed: int, first_game: int, games: int, *, turns: int
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    rows = np.zeros((games, len(columns(len(tables.strategies)))), dtype=np.int64)
    log = np.zeros((games, turns), dtype=TURN)
    room, key, rules = tables.desk(), seed_key(seed), tables.rules[0]
    game, desk = room.game[0], room.desk[0]
    if tables.by_time:
        for place in range(games):
            play_by_time(tables, room, key, first_game + place)
            write_row(rules, game, first_game + place, rows[place])
    elif tables.searches:
        play_searching(rules, game, room.copy, desk, room.search[0], room.nodes, key, first_game, rows, log)
    else:
        play_policies(rules, game, desk, key, first_game, rows, log)
    return rows, log


def play_by_time(tables: BlockTables, room: Desk, key: np.uint64, number: int) -> None:
    """Play one game in which some players search until their time is up; notes playouts of every search."""
    rules, game, desk = tables.rules[0], room.game[0], room.desk[0]
    begin_game(rules, game, key, number)
    while not play_until_search(rules, game, desk):
        make_move(rules, game, think(tables, room))


def think(tables: BlockTables, room: Desk, *, word: np.uint64 | None = None) -> int:
    """Search for the move of the king whose turn it is, as long or as often as its strategy says.

    Parameters
    ----------
    tables : BlockTables
    room : Desk
        With the position in `game`; playouts and seconds are noted in `playouts`.
    word : uint64, optional
        What the search draws from, instead of the seat's next decision word.

    Returns
    -------
    int
        The move, see `kernel_game.as_move`.
    """
    rules, game, desk, search = tables.rules[0], room.game[0], room.desk[0], room.search[0]
    open_search(rules, game, desk, search)
    if word is not None:
        search["key"] = word
    told = tables.strategies[int(game["owner"][game["turn"]])]

    def go_on(playouts: int, of_all: int) -> None:
        search_on(rules, game, room.copy, desk, search, room.nodes, playouts, of_all)

    spent = think_on(search, go_on, playouts=told.playouts, seconds=told.seconds, first_guess=FIRST_GUESS)
    room.playouts.append((int(game["line"]), int(search["playouts"]), spent))
    return int(found_move(rules, game, search, room.nodes))
