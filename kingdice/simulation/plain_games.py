"""Blocks of games that a game's plain rules play one by one, for tables at which people's own players sit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from kingdice.errors import StrategyError
from kingdice.simulation.seam import Rows

__all__ = ["plain_rows"]


def plain_rows(play: Callable[[int, int], Mapping[str, int]], seed: int, first_game: int, games: int) -> Rows:
    """Games `first_game`, `first_game` + 1, …, a row each.

    Parameters
    ----------
    play : callable
        Plays the game of a seed and a number; returns its row by columns.
    seed, first_game, games : int

    Raises
    ------
    StrategyError
        When a player does something that is not allowed; says in which game.
    """
    rows = []
    for game in range(first_game, first_game + games):
        try:
            rows.append([*play(seed, game).values()])
        except StrategyError as error:
            raise StrategyError(f"seed {seed}, game {game}: {error}") from error
    return np.array(rows, dtype=np.int64)
