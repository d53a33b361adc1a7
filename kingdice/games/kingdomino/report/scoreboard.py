"""Who is ahead after each line? Points of properties as the game goes on, read from a log of turns.

Bonuses (Middle Kingdom, Harmony) count when a kingdom is finished; until then players do not have them, and neither has
the scoreboard.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kingdice.games.kingdomino.draft import Draft

__all__ = ["NOBODY", "Scoreboard"]

NOBODY = -1
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Scoreboard:
    """The points of every kingdom after each line that was placed.

    Attributes
    ----------
    draft : Draft
    """

    draft: Draft

    @cached_property
    def points(self) -> Ints:
        """Of all rounds so far; array (games, steps, seats), a step for each line placed of each round."""
        draft = self.draft
        players, rounds, lines = draft.games.players, draft.games.variants.rounds, draft.lines
        points = np.zeros((len(draft.games), rounds, lines, players), dtype=np.int64)
        placed = np.flatnonzero(draft.log["line"] > 0)
        log = draft.log[placed]
        points[draft.game[placed], log["round"], log["line"] - 1, log["seat"]] = log["points"]  # the last turn's stay
        before = np.cumsum(points[:, :, -1], axis=1) - points[:, :, -1]
        return np.asarray((points + before[:, :, None, :]).reshape(len(draft.games), rounds * lines, players))

    @cached_property
    def leader(self) -> Ints:
        """Who is alone in front, a seat from 0, or NOBODY; array (games, steps)."""
        ranked = np.sort(self.points, axis=2)
        return np.where(ranked[:, :, -1] > ranked[:, :, -2], self.points.argmax(axis=2), NOBODY)

    @cached_property
    def alone(self) -> NDArray[np.bool_]:
        """Which games have one winner; array (games,)."""
        return np.asarray(self.draft.games.won.sum(axis=1) == 1)

    @cached_property
    def winner(self) -> Ints:
        """Who won, the first of several; array (games,)."""
        return np.asarray(self.draft.games.won.argmax(axis=1))

    @cached_property
    def deficit(self) -> Ints:
        """By how much the winner lies behind the best of the others, below 0 where he leads; array (games, steps)."""
        own, others = self._own_and_others()
        return np.asarray(others.max(axis=2) - own)

    @cached_property
    def is_last(self) -> NDArray[np.bool_]:
        """Whether the winner has fewer points than everybody else; array (games, steps)."""
        own, others = self._own_and_others()
        others = np.where(others < 0, np.iinfo(np.int64).max, others)
        return np.asarray(own < others.min(axis=2))

    @property
    def steps(self) -> int:
        """Lines placed in a game."""
        return int(self.points.shape[1])

    @cached_property
    def lead_changes(self) -> Ints:
        """How often the lead goes from one player to another; array (games,)."""
        found = np.zeros(len(self.leader), dtype=np.int64)
        last = np.full(len(self.leader), NOBODY, dtype=np.int64)
        for step in range(self.steps):
            now = self.leader[:, step]
            found += (now != NOBODY) & (last != NOBODY) & (now != last)
            last = np.where(now == NOBODY, last, now)
        return found

    @cached_property
    def settled(self) -> Ints:
        """After how many lines the winner leads alone for good; all, where only the final count brings it; (games,)."""
        leads = self.leader == self.winner[:, None]
        from_the_end = np.where(leads[:, ::-1], 0, 1).argmax(axis=1)
        before = np.where(leads.all(axis=1), 1, self.steps - from_the_end + 1)
        return np.minimum(before, self.steps)

    def _own_and_others(self) -> tuple[Ints, Ints]:
        """The winner's points, and those of the others with -1 in the winner's place."""
        games = np.arange(len(self.winner))
        others = self.points.copy()
        own = others[games, :, self.winner].copy()
        others[games, :, self.winner] = -1
        return own, others
