"""Every move of games that the kernels play, and the order of the tiles: what a game can be worked out again from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.games.carcassonne.blocks import BlockTables, columns
from kingdice.games.carcassonne.kernel_blocks import random_move, write_row
from kingdice.games.carcassonne.kernel_game import begin_game, make_joined
from kingdice.games.carcassonne.layout import GAME, JOINT, MOST_SEATS
from kingdice.simulation.streams import seed_key

__all__ = ["NO_MOVE", "MoveLog", "play_moves"]

NO_MOVE = -1


class MoveLog(NamedTuple):
    """Games move by move.

    Attributes
    ----------
    rows : array (games, columns) of int64
        As `blocks.play_block` gives them.
    bags : array (games, tiles) of int64
        The tiles in the order in which they are drawn, by their places in the list of tiles.
    tiles : array (games, tiles) of int64
        The tile of each turn; NO_MOVE after the end.
    moves : array (games, tiles) of int64
        Each turn's move in one number (`play.move_code`); NO_MOVE after the end.
    """

    rows: NDArray[np.int64]
    bags: NDArray[np.int64]
    tiles: NDArray[np.int64]
    moves: NDArray[np.int64]


def play_moves(tables: BlockTables, seed: int, first_game: int, games: int) -> MoveLog:
    """Play games of players who all move at random as `play_block` does, and write down every move."""
    rules: Any = tables.rules[0]
    game, joint = np.zeros(1, GAME)[0], np.zeros(1, JOINT)[0]
    drawn, seats, key = int(rules["drawn"]), int(rules["seats"]), seed_key(seed)
    totals = np.zeros((MOST_SEATS, 6), dtype=np.int64)
    log = MoveLog(
        np.zeros((games, len(columns(seats))), dtype=np.int64),
        np.zeros((games, drawn), dtype=np.int64),
        np.full((games, drawn), NO_MOVE, dtype=np.int64),
        np.full((games, drawn), NO_MOVE, dtype=np.int64),
    )
    for place in range(games):
        begin_game(rules, game, joint, key, first_game + place)
        log.bags[place] = game["bag"][:drawn]
        while not game["over"]:
            turn = int(game["turn"])
            log.tiles[place, turn] = game["held"]
            log.moves[place, turn] = move = random_move(rules, game, joint)
            make_joined(rules, game, joint, move)
        write_row(rules, game, totals, first_game + place, log.rows[place])
    return log
