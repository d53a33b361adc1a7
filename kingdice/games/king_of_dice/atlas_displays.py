"""All displays of an edition as work for the simulation: a row of exact numbers a display, in blocks.

A display's numbers do not depend on the block in which it is solved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.turn import check_rolls
from kingdice.games.king_of_dice.atlas_sets import sets_from, sets_of
from kingdice.games.king_of_dice.atlas_turns import solve_moments
from kingdice.games.king_of_dice.atlas_worths import Moments, Worths
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["Displays"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Displays:
    """Every set of citizens that may lie on display.

    Parameters
    ----------
    edition : Edition
    rolls : int
        How many rolls the turn has whose outcomes are told.
    objective : str
        What counts: points, lead or any.
    players : int
        Matters for lead.
    orders : bool
        Mean over all orders under the villages instead of the order of the edition without villages.

    Raises
    ------
    KingdiceError
        For an objective, rolls or players out of range, or too many displays or orders.
    """

    edition: Edition
    rolls: int = 3
    objective: str = "points"
    players: int = 2
    orders: bool = False

    def __post_init__(self) -> None:
        check_rolls(self.rolls)
        sets_of(len(self.edition.citizens), self.places)
        assert self.worths.places == self.places

    @property
    def places(self) -> int:
        """How many citizens lie on display."""
        return len(self.edition.villages)

    @property
    def count(self) -> int:
        """How many displays there are."""
        return sets_of(len(self.edition.citizens), self.places)

    @property
    def most_rolls(self) -> int:
        """Up to how many rolls a display is valued: four, an elf's, or as many as are asked for."""
        return max(4, self.rolls, self.edition.rules.rolls + 1)

    @cached_property
    def worths(self) -> Worths:
        """What the citizens are worth."""
        return Worths(self.edition, self.objective, players=self.players, orders=self.orders)

    @property
    def largest_block(self) -> int:
        """Displays that are solved in about a second."""
        return max(16, 32768 >> self.places) // (16 if self.orders else 1)

    @property
    def identity(self) -> Mapping[str, Any]:
        """What the numbers depend on."""
        return {
            "game": "king-of-dice",
            "unit": "display",
            "method": "exact",
            "edition": {"name": self.edition.name, "hash": self.edition.hash},
            "citizens": [citizen.id for citizen in self.edition.citizens],
            "rolls": self.rolls,
            "objective": self.objective,
            "players": self.players,
            "orders": self.orders,
        }

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of a row.

        `display`, its number; `value_1`, `value_2`, … of a turn with so many rolls; and with `rolls` rolls: `failing`
        (chance), `chance_1`, … of ending with each citizen, `worth_1`, … (what each brings: its worth times its
        chance, in each order), and `rolls_used`, the mean.
        """
        places = range(1, self.places + 1)
        return (
            "display",
            *(f"value_{rolls}" for rolls in range(1, self.most_rolls + 1)),
            "failing",
            *(f"chance_{place}" for place in places),
            *(f"worth_{place}" for place in places),
            "rolls_used",
        )

    def citizens(self, first: int = 0, count: int | None = None) -> NDArray[np.int64]:
        """The citizens of displays by their places in the edition, ascending; shape (displays, places)."""
        numbers = np.arange(first, self.count if count is None else first + count)
        return sets_from(len(self.edition.citizens), self.places, numbers)

    def play_block(self, seed: int, first_game: int, games: int) -> Floats:
        """Solve displays `first_game`, `first_game` + 1, …; nothing depends on the seed."""
        moments = self.worths.moments(self.citizens(first_game, games))
        solved = solve_moments(self.edition, self.worths, moments, rolls=self.rolls, most_rolls=self.most_rolls)
        mean = _Means(moments, games, self.worths.order_count)
        taken = np.zeros(moments.taken.shape[::2])
        for subset in range(solved.met.shape[1]):  # in this order, whatever the block: sums of floats
            taken += solved.met[:, subset, None] * moments.taken[:, subset]
        worth = taken[:, :-1] * moments.worths / self.worths.scale
        used = np.zeros(len(solved.stops))
        for roll in range(self.rolls):
            used += (roll + 1) * solved.stops[:, roll]
        rows = [
            np.arange(first_game, first_game + games, dtype=np.float64),
            *(mean(value * moments.orders) for value in solved.values),
            mean(taken[:, -1]),
            *(mean(chance) for chance in taken[:, :-1].T),
            *(mean(one) for one in worth.T),
            mean(used * moments.orders),
        ]
        return np.stack(rows, axis=1)


@dataclass(frozen=True)
class _Means:
    """Means over the orders of each set, added up one moment after another."""

    moments: Moments
    sets: int
    orders: int

    def __call__(self, totals: Floats) -> Floats:
        return np.bincount(self.moments.of_set, weights=totals, minlength=self.sets) / self.orders
