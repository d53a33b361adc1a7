"""Who holds the King and the Robber Baron, turn by turn: as the rules have it, and as other rules would.

Where nobody plays for the cards, other rules for taking them leave the games as they are, and only the cards pass
differently. So one log of turns tells what would have come of them: `replayed` gives the games as they would have ended
if an equal size were enough, or if a card could only be taken with some size or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kingdice.errors import RunError
from kingdice.games.carcassonne.game_rows import CARD_NAMES, Bools, Games, Ints, best, mind_no_cards
from kingdice.games.carcassonne.layout import NOBODY
from kingdice.games.carcassonne.variants import LEAST

if TYPE_CHECKING:
    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["CardLog", "Holding", "replayed"]

_COMPLETED = {"king": ("cities", "city"), "robber": ("roads", "road")}
SMALLEST = 2


@dataclass(frozen=True)
class Holding:
    """Who held a card after each turn, and the size to beat; arrays (games, turns).

    Attributes
    ----------
    holder : array of int64
        The seat from 0, or -1.
    size : array of int64
    """

    holder: Ints
    size: Ints


@dataclass(frozen=True)
class CardLog:
    """The turns of a run as one card sees them.

    Attributes
    ----------
    log : TurnLog
    card : str
        king or robber.
    """

    log: TurnLog
    card: str

    @property
    def which(self) -> int:
        """The card's place in `game_rows.CARD_NAMES`."""
        return CARD_NAMES.index(self.card)

    @cached_property
    def played(self) -> Bools:
        """Which turns there were; array (games, turns)."""
        return np.asarray(self.log.turns["turn"] > 0)

    @cached_property
    def seat(self) -> Ints:
        """Whose turn it was; array (games, turns)."""
        return self._column("seat")

    @cached_property
    def completed(self) -> Ints:
        """Cities or roads completed in the turn, those too that do not count; array (games, turns)."""
        return self._column(_COMPLETED[self.card][0])

    @cached_property
    def largest(self) -> Ints:
        """Tiles of the largest of them that counts; 0: none; array (games, turns)."""
        return self._column(_COMPLETED[self.card][1])

    @cached_property
    def left(self) -> Ints:
        """Tiles left to draw after each turn, those that will not fit among them; array (games, turns)."""
        turns = self.played.shape[1]
        return np.broadcast_to(turns - np.arange(1, turns + 1), self.played.shape)

    @cached_property
    def after(self) -> Holding:
        """Who held the card after each turn; once the game is over, who had it then."""
        holder, size = self._column(self.card), self._column(f"{self.card}_size")
        last = self.played.sum(axis=1) - 1
        games = np.arange(len(holder))
        return Holding(
            np.where(self.played, holder, holder[games, last][:, None]),
            np.where(self.played, size, size[games, last][:, None]),
        )

    @cached_property
    def before(self) -> Holding:
        """Who held the card before each turn."""
        return shifted(self.after)

    def replayed(self, *, least: int = SMALLEST, equal: bool = False) -> Holding:
        """Who would have held the card after each turn of the same games.

        Parameters
        ----------
        least : int
            The smallest size with which the card is taken.
        equal : bool
            Whether a size equal to the one to beat is enough.
        """
        games, turns = self.played.shape
        holder, size = np.full(games, NOBODY, dtype=np.int64), np.zeros(games, dtype=np.int64)
        found = Holding(np.empty((games, turns), dtype=np.int64), np.empty((games, turns), dtype=np.int64))
        for turn in range(turns):
            largest = self.largest[:, turn] * self.played[:, turn]
            takes = (largest >= least) & (largest >= size if equal else largest > size)
            holder = np.where(takes, self.seat[:, turn], holder)
            size = np.where(takes, largest, size)
            found.holder[:, turn], found.size[:, turn] = holder, size
        return found

    def _column(self, name: str) -> Ints:
        return self.log.turns[name].astype(np.int64)


def shifted(after: Holding) -> Holding:
    """What held before each turn, of what held after each."""
    holder, size = np.roll(after.holder, 1, axis=1), np.roll(after.size, 1, axis=1)
    holder[:, 0], size[:, 0] = NOBODY, 0
    return Holding(holder, size)


def replayed(log: TurnLog, *, least: int = SMALLEST, equal: bool = False) -> Games:
    """The games of a log as they would have ended by another rule for taking the cards; 1 point for all that counts.

    Parameters
    ----------
    log : TurnLog
        Of players who do not play for the cards.
    least : int
        The smallest city and road with which a card is taken.
    equal : bool
        Whether an equal size is enough to take a card.

    Raises
    ------
    RunError
        Where somebody plays for the cards, or some cities do not count.
    """
    games = log.games
    if not mind_no_cards(games):
        raise RunError("replayed games: expected players who do not play for the cards")
    if games.variants.least_city > SMALLEST:
        raise RunError("replayed games: expected games in which all cities count")
    table = games.table.copy()
    bonus = np.zeros((len(games), games.players), dtype=np.int64)
    for card in CARD_NAMES:
        one = CardLog(log, card)
        after = one.replayed(least=least, equal=equal)
        before = shifted(after)
        taken = (after.holder != before.holder).astype(np.int64)
        turns = np.arange(1, taken.shape[1] + 1)
        holder, counted = after.holder[:, -1], one.completed.sum(axis=1)
        table[f"{card}_holder"] = holder + 1
        table[f"{card}_size"] = after.size[:, -1]
        table[f"{card}_counted"] = counted
        table[f"{card}_changes"] = np.maximum(taken.sum(axis=1) - 1, 0)
        table[f"{card}_first"] = np.where(taken.any(axis=1), taken.argmax(axis=1) + 1, 0)
        table[f"{card}_last"] = (taken * turns).max(axis=1)
        for seat in range(games.players):
            mine = np.where(holder == seat, counted, 0)
            table[f"{card}_{seat + 1}"] = mine
            table[f"{card}_before_{seat + 1}"] = (one.completed * (before.holder == seat)).sum(axis=1)
            table[f"{card}_then_{seat + 1}"] = (one.completed * (after.holder == seat)).sum(axis=1)
            bonus[:, seat] += mine
    score = games.base + bonus
    for seat in range(games.players):
        table[f"score_{seat + 1}"] = score[:, seat]
    table["winners"] = (best(score) << np.arange(games.players)).sum(axis=1)
    table.attrs.update(games.about, taken={"least": least, "equal": equal})
    edition = games.variants
    if not equal:
        switches = tuple(word for word in edition.switches if word not in LEAST)
        switches += () if least == SMALLEST else (f"least-{least}",)
        words = type(edition)(edition.tiles, "official", switches)
        table.attrs["edition"] = {"name": words.name, "hash": words.hash}
    return Games.of(table)
