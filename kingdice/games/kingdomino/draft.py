"""Every pick of a run: what was on offer, what was taken, when its owner then acted, and how the game ended.

A turn log (`turn_log`) has a record for each king's turn; the table of the same games says who won. Here they are put
together, pick by pick.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import RunError
from kingdice.games.kingdomino.dominoes import DOMINOES
from kingdice.games.kingdomino.game_rows import Games, HasTable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Draft"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_NUMBERS = DOMINOES + 1


@dataclass(frozen=True)
class Draft:
    """The turns of a run and its games; make one with `of`.

    Attributes
    ----------
    games : Games
    log : array (turns,) of records
        game, round, line, turn, seat, held, legal, placement, picked, rank, offered (four numbers, 0 for none), points.
    game : array (turns,)
        The row of `games` that each turn belongs to.
    """

    games: Games
    log: NDArray[np.void]
    game: Ints

    @classmethod
    def of(cls, log: NDArray[np.void], run: HasTable | pd.DataFrame) -> Draft:
        """Put the turns of some games and their rows together.

        Raises
        ------
        RunError
            When a turn is of a game that the rows do not have.
        """
        games = Games.of(run)
        numbers = games.column("game")
        turns = log.ravel()
        place = np.minimum(np.searchsorted(numbers, turns["game"]), len(numbers) - 1)
        if not len(turns) or (numbers[place] != turns["game"]).any():
            raise RunError("a turn log and rows of other games: both must be of one match, seed and first game")
        return cls(games, turns, place)

    @property
    def about(self) -> dict[str, Any]:
        """Where it comes from."""
        return self.games.about

    @property
    def lines(self) -> int:
        """Lines that are drawn in a round; after the last one there is a turn of placing alone."""
        return self.games.variants.lines(self.games.players)

    @property
    def line_length(self) -> int:
        """Dominoes in a line."""
        return self.games.variants.line_length(self.games.players)

    @property
    def turns(self) -> int:
        """Turns in a line: one for each king."""
        return self.games.variants.kings(self.games.players)

    @cached_property
    def picks(self) -> Ints:
        """Which turns picked a domino."""
        return np.flatnonzero(self.log["picked"] > 0)

    def of_picks(self, name: str) -> Ints:
        """A number of every pick."""
        return np.asarray(self.log[name][self.picks], dtype=np.int64)

    @cached_property
    def next_turn(self) -> Ints:
        """For every pick, in which turn of the next line its king acted, from 0."""
        held = np.flatnonzero(self.log["held"] > 0)
        turns = np.full(len(self.games) * self.games.variants.rounds * _NUMBERS, -1, dtype=np.int64)
        turns[self._domino(held, "held")] = self.log["turn"][held]
        return turns[self._domino(self.picks, "picked")]

    def _domino(self, turns: Ints, name: str) -> Ints:
        """A number for each domino of each round of each game."""
        rounds = self.game[turns] * self.games.variants.rounds + self.log["round"][turns]
        return np.asarray(rounds * _NUMBERS + self.log[name][turns])

    @cached_property
    def scores(self) -> Floats:
        """Points at the end of the game of the seat that acts, of every turn."""
        return np.asarray(self.games.of_seats("score")[self.game, self.log["seat"]], dtype=np.float64)

    @cached_property
    def credits(self) -> Floats:
        """What the seat that acts won of the game, of every turn."""
        return np.asarray(self.games.credits[self.game, self.log["seat"]])

    @cached_property
    def strategy(self) -> Ints:
        """A number for the strategy that acts, of every turn."""
        names = sorted(set(self.games.strategies))
        numbers = np.array([names.index(one) for one in self.games.strategies], dtype=np.int64)
        return np.asarray(numbers[self.log["seat"]])

    @cached_property
    def situation(self) -> Ints:
        """A number for each line, turn and strategy that acts, of every turn."""
        return np.asarray((self.log["line"].astype(np.int64) * 8 + self.log["turn"]) * 8 + self.strategy)
