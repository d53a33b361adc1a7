"""Rows of games of Carcassonne, read: what the tables on the King and the Robber Baron are made of.

A row says who held the cards, how many cities and roads counted, and how many were completed while each player held a
card. So what the cards would have brought under any rule can be told from one and the same games, as long as nobody at
the table plays for the cards.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.game_rows import GameRows
from kingdice.errors import RunError
from kingdice.games.carcassonne.cards import FLAT, FLAT_BOTH, FLAT_ONE
from kingdice.games.carcassonne.layout import SIZE_BITS
from kingdice.games.carcassonne.variants import CARDS, Variants, check_word, variants_named

__all__ = ["CARD_NAMES", "LEVEL", "Games", "best", "mind_no_cards", "same_games", "widened"]

LEVEL = 0.95
CARD_NAMES = ("king", "robber")
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_MIND_NO_CARDS = ("random", "greedy")


class Games(GameRows):
    """Rows of games of Carcassonne of one line-up."""

    @cached_property
    def variants(self) -> Variants:
        """What was played."""
        return variants_named(self.table.attrs["edition"]["name"])

    def of_cards(self, name: str) -> Ints:
        """A number of each card; array (games, 2)."""
        return np.stack([self.column(f"{card}_{name}") for card in CARD_NAMES], axis=1)

    @cached_property
    def base(self) -> Ints:
        """Points without the cards; array (games, seats)."""
        return self.of_seats("base")

    @cached_property
    def holds(self) -> Bools:
        """Who has each card in the end; array (games, seats, 2)."""
        return np.asarray(self.of_cards("holder")[:, None, :] == np.arange(1, self.players + 1)[:, None])

    def brought(self, rule: str) -> Ints:
        """What each card brings each seat by a rule for the cards; array (games, seats, 2).

        Parameters
        ----------
        rule : str
            One of `variants.CARDS`.

        Raises
        ------
        EditionError
            For an unknown rule.
        """
        check_word(rule, CARDS, "rule for the cards")
        if rule.startswith("continuous"):
            when = "before" if rule == "continuous" else "then"
            return np.stack([self.of_seats(f"{card}_{when}") for card in CARD_NAMES], axis=2)
        if rule == "official":
            return self.holds * self.of_cards("counted")[:, None, :]
        if rule == "flat-10":
            return self.flat(FLAT)
        if rule == "flat-15-40":
            both = self.holds.all(axis=2, keepdims=True)
            return np.where(both, FLAT_BOTH // 2, FLAT_ONE) * self.holds
        return np.zeros((len(self), self.players, len(CARD_NAMES)), dtype=np.int64)

    def flat(self, points: int) -> Ints:
        """What the cards would bring if either brought so many points; array (games, seats, 2)."""
        return points * self.holds.astype(np.int64)

    @cached_property
    def smallest(self) -> Ints:
        """How many of the completed cities and roads have two tiles; array (games, 2)."""
        sizes = np.stack([self.column("city_sizes"), self.column("road_sizes")], axis=1)
        return sizes & (1 << SIZE_BITS) - 1


def best(points: Ints) -> Bools:
    """Who has most points, alone or not; points (games, seats)."""
    return np.asarray(points == points.max(axis=1, keepdims=True))


def mind_no_cards(games: Games) -> bool:
    """Whether nobody plays for the cards, so that other rules for them would have left the games as they are."""
    return all(name.partition(":")[0] in _MIND_NO_CARDS for name in games.strategies)


def same_games(first: Games, second: Games) -> None:
    """Refuse runs that cannot be compared game by game.

    Raises
    ------
    RunError
        Unless both have the same tiles in the same order, and as many players.
    """
    alike = len(first) == len(second) and first.players == second.players
    alike &= first.variants.tiles == second.variants.tiles
    alike &= first.about.get("seed") == second.about.get("seed")
    if not alike or (first.column("game") != second.column("game")).any():
        raise RunError("runs of other games; both must have the same seed, numbers of games, tiles and players")


def widened(value: float, low: float, high: float, games: int, level: float) -> tuple[float, float, float]:
    """A share with its interval: within 0 and 1, and of some width even where all games agree ("rule of three").

    Examples
    --------
    >>> widened(1.0, 1.0, 1.0, 300, 0.95)[1].__round__(3)
    0.99
    """
    unseen = 1 - (1 - level) ** (1 / games)
    if value in (0.0, 1.0):
        return value, (1 - unseen) * value, value + unseen * (1 - value)
    return value, max(0.0, low), min(1.0, high)
