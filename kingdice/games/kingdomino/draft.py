"""Every pick of a run: what was on offer, what was taken, when its owner then acted, and how the game ended.

A log of turns (`turn_log`) has the turns and the rows of the same games; here they are put together, pick by pick.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import kingdice
from kingdice.games.kingdomino.dominoes import DOMINOES
from kingdice.games.kingdomino.game_rows import Games
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.summary import Tally

if TYPE_CHECKING:
    from kingdice.games.kingdomino.turn_log import TurnLog

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
    log : array (turns,) of `blocks.TURN`
    game : array (turns,)
        The row of `games` that each turn belongs to.
    """

    games: Games
    log: NDArray[Any]
    game: Ints

    @classmethod
    def of(cls, log: TurnLog) -> Draft:
        """The draft of logged games.

        Raises
        ------
        RunError
            With fewer than two games.
        """
        import pandas as pd

        table = pd.DataFrame(log.rows, columns=list(log.match.columns))
        table.attrs.update(_about(log))
        games, turns = log.turns.shape
        return cls(Games.of(table), log.turns.reshape(-1), np.repeat(np.arange(games), turns))

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


def _about(log: TurnLog) -> dict[str, Any]:
    """Where it comes from, as in `Run.table`."""
    tally = Tally(log.match)
    tally.add(log.rows)
    identity = log.match.identity
    return {
        "game": identity["game"],
        "edition": dict(identity["edition"]),
        "strategies": list(log.match.strategies),
        "seed": log.seed,
        "games": len(log.rows),
        "digest": tally.digest,
        "method": "simulation",
        "version": kingdice.__version__,
        "rng_version": RNG_VERSION,
    }
