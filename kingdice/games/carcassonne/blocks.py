"""Blocks of games of Carcassonne, a row each.

`play_block` is what the simulation calls. Columns of a row: `columns`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.games.carcassonne.kernel_blocks import play_random
from kingdice.games.carcassonne.layout import GAME, JOINT, MOST_SEATS, make_rules
from kingdice.games.carcassonne.variants import Variants
from kingdice.simulation.streams import seed_key

__all__ = ["BOARD_COLUMNS", "CARD_COLUMNS", "SEAT_COLUMNS", "BlockTables", "columns", "make_tables", "play_block"]

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


@dataclass(frozen=True)
class BlockTables:
    """What the kernels need to play a match.

    Attributes
    ----------
    rules : array (1,)
        See `layout`.
    players : int
    """

    rules: NDArray[Any]
    players: int


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


def make_tables(variants: Variants, players: int) -> BlockTables:
    """Prepare a match for the kernels."""
    return BlockTables(make_rules(variants, players), players)


def play_block(tables: BlockTables, seed: int, first_game: int, games: int) -> NDArray[np.int64]:
    """Play games `first_game`, `first_game` + 1, …

    Returns
    -------
    array (games, columns) of int64
    """
    rows = np.zeros((games, len(columns(tables.players))), dtype=np.int64)
    game, joint = np.zeros(1, GAME), np.zeros(1, JOINT)
    totals = np.zeros((MOST_SEATS, 6), dtype=np.int64)
    play_random(tables.rules[0], game[0], joint[0], totals, seed_key(seed), first_game, rows)
    return rows
