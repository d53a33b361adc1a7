"""What the citizens of a display are worth, in the order of the edition or in every order under the villages.

In edition order no village is matched and the hypnotist has no neighbour. Among the 120 orders of five citizens many
give every citizen the same worth; the best rerolls are the same for all of these, so one turn is solved for them.
Only who is taken among equals (the leftmost) may differ from one to another, and that is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import factorial, lcm

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice.display import check_objective, lone_worth
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["Moments", "Worths"]

Ints = NDArray[np.int64]
_MOST_ORDERS = 720


@dataclass(frozen=True)
class Moments:
    """Turns to be solved: each is a set of citizens with a worth on each, and stands for some of its orders.

    Worths are whole multiples of 1 / `Worths.scale`.

    Attributes
    ----------
    of_set : array (moments,)
        Which of the sets it is a moment of, ascending.
    citizens, worths : array (moments, places)
    taken : array (moments, 2^places, places + 1)
        In how many orders each citizen (last: none) is taken when just the citizens of a subset are met; bit j of the
        subset is the citizen at place j of the set.
    """

    of_set: Ints
    citizens: Ints
    worths: Ints
    taken: Ints

    @property
    def orders(self) -> Ints:
        """How many orders each stands for; shape (moments,)."""
        return np.asarray(self.taken[:, 0, -1])  # where nothing is met, nobody is taken


class Worths:
    """What citizens are worth by an objective, with no fairies yet and the mildest penalty.

    Parameters
    ----------
    edition : Edition
    objective : str
        points, lead or any.
    players : int
        How many play, which matters for lead.
    orders : bool
        Whether villages (the first value of each pile) and neighbours count, in every order.

    Raises
    ------
    KingdiceError
        For another objective or number of players, or too many orders.
    """

    def __init__(self, edition: Edition, objective: str = "points", *, players: int = 2, orders: bool = False) -> None:
        check_objective(edition, objective)
        if objective.startswith("card:"):
            raise KingdiceError(f"objective {objective}: an atlas is of all displays; expected points, lead or any")
        fewest, most = edition.players
        if not max(2, fewest) <= players <= most:
            raise KingdiceError(f"players {players}: expected {max(2, fewest)} to {most}")
        self.places = len(edition.villages)
        self.with_orders = orders
        if orders and factorial(self.places) > _MOST_ORDERS:
            raise KingdiceError(f"{factorial(self.places):,} orders of {self.places} citizens: at most {_MOST_ORDERS}")
        lone = [
            lone_worth(citizen, objective, players=players, fairy_rule=edition.rules.fairies)
            for citizen in edition.citizens
        ]
        penalty = Fraction(0) if objective == "any" else Fraction(max(one.points for one in edition.penalties))
        self.scale = lcm(penalty.denominator, *(worth.denominator for worth in lone))
        self.lone = _whole(lone, self.scale)
        self.failing = int(penalty * self.scale)
        self.may_decline = edition.rules.may_decline
        names = [village.name for village in edition.villages]
        homes = [names.index(citizen.village) if citizen.village else -1 for citizen in edition.citizens]
        self._home = np.array(homes, dtype=np.int64)
        tops = [Fraction(0 if objective == "any" else village.values[0]) for village in edition.villages]
        self._tops = _whole(tops, self.scale)
        looks_right = [citizen.effect == "neighbour" and objective != "any" for citizen in edition.citizens]
        self._looks_right = np.array(looks_right, dtype=np.bool_)

    @property
    def order_count(self) -> int:
        """How many orders of a set there are."""
        return len(self._place_of)

    @cached_property
    def _place_of(self) -> Ints:
        """Where each citizen of a set lies; shape (orders, places)."""
        ways = permutations(range(self.places)) if self.with_orders else [tuple(range(self.places))]
        return np.array(list(ways), dtype=np.int64)

    def moments(self, sets: Ints) -> Moments:
        """The turns of these sets.

        Parameters
        ----------
        sets : array (sets, places)
            Citizens by their places in the edition.
        """
        worths = self._in_orders(sets) if self.with_orders else self.lone[sets][:, None, :]
        orders, places = self._place_of.shape
        of_row = np.repeat(np.arange(len(sets)), orders)
        rows = worths.reshape(-1, places)
        if self.with_orders:
            alike, moment = np.unique(np.column_stack([of_row, rows]), axis=0, return_inverse=True)
        else:
            alike, moment = np.column_stack([of_row, rows]), of_row
        of_set = alike[:, 0]
        taken = self._taken(rows, np.tile(self._place_of, (len(sets), 1)))
        subsets = 1 << places
        cells = (moment.reshape(-1, 1) * subsets + np.arange(subsets)) * (places + 1) + taken
        counts = np.bincount(cells.reshape(-1), minlength=len(alike) * subsets * (places + 1))
        return Moments(of_set, sets[of_set], alike[:, 1:], counts.reshape(len(alike), subsets, places + 1))

    def _in_orders(self, sets: Ints) -> Ints:
        """What every citizen is worth in every order; shape (sets, orders, places)."""
        place_of = self._place_of
        at_home = self._home[sets][:, None, :] == place_of
        alone = self.lone[sets][:, None, :] + np.where(at_home, self._tops[place_of], 0)
        worths = alone.copy()
        for which, citizen in zip(*np.nonzero(self._looks_right[sets]), strict=True):
            next_to = place_of == place_of[:, citizen, None] + 1  # (orders, places), nobody for the rightmost
            beside = np.where(next_to, alone[which], 0).sum(axis=1)
            worths[which, :, citizen] += np.maximum(beside, 0)
        return worths

    def _taken(self, worths: Ints, place_of: Ints) -> Ints:
        """Who is taken when just a subset is met: the dearest, then the leftmost; shape (rows, 2^places)."""
        rows, places = worths.shape
        order = np.lexsort((place_of, -worths), axis=1)
        if self.may_decline:
            none = np.take_along_axis(worths, order, axis=1) < self.failing
            order = np.where(none, places, order)
        taken = np.full((rows, 1 << places), places, dtype=np.int64)
        subsets = np.arange(1 << places)
        for place in reversed(range(places)):
            citizen = order[:, place, None]
            met = (subsets >> np.minimum(citizen, places)) & 1 == 1  # bit `places` is never set
            taken = np.where(met, citizen, taken)
        return taken


def _whole(numbers: list[Fraction], scale: int) -> Ints:
    return np.array([int(number * scale) for number in numbers], dtype=np.int64)
