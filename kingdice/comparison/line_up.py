"""Who is compared, and who sits where.

The strategies compared take the seats of one table; with more seats than strategies the rest are copies of the last
one named, with fewer every selection takes its turn. A *seating* is one way to sit, a *rotation* is one game number
played once in every distinct seating, on the same dice. In a rotation every strategy sits equally often on every
seat, so that the advantage of a seat, and most of the luck of the dice, cancels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import factorial, lcm, perm

from kingdice.errors import RunError, StrategyError

__all__ = ["MOST_SEATINGS", "LineUp", "seatings"]

MOST_SEATINGS = 1000
"""A rotation is one row, and nobody waits for longer ones."""


def seatings(strategies: int, players: int) -> list[tuple[int, ...]]:
    """Every distinct way to sit, in lexicographic order of the strategies as they were named.

    Parameters
    ----------
    strategies : int
        How many are compared.
    players : int
        How many seats the table has.

    Returns
    -------
    list of tuple of int
        For each seating the position (from 0) of the strategy at each seat.

    Raises
    ------
    RunError
        When there are more than `MOST_SEATINGS`.

    Examples
    --------
    >>> seatings(2, 2)
    [(0, 1), (1, 0)]
    >>> seatings(2, 3)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    >>> seatings(3, 2)
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """
    copies = max(players - strategies, 0)
    count = perm(max(strategies, players), players) // factorial(copies + 1)
    if count > MOST_SEATINGS:
        raise RunError(
            f"{strategies} strategies at {players} seats sit in {count} ways: at most {MOST_SEATINGS} can be"
        )
    return list(_arrangements((1,) * (strategies - 1) + (1 + copies,), players))


def _arrangements(left: tuple[int, ...], seats: int) -> Iterator[tuple[int, ...]]:
    """Fill seats with strategies of which so many copies are left."""
    if seats == 0:
        yield ()
        return
    for k, copies in enumerate(left):
        if copies:
            for rest in _arrangements((*left[:k], copies - 1, *left[k + 1 :]), seats - 1):
                yield (k, *rest)


@dataclass(frozen=True)
class LineUp:
    """The strategies compared at a table, and how a rotation of it is written down.

    Parameters
    ----------
    strategies : sequence of str
        At least two, as they were named; the order says who is A, who is B.
    players : int
        Seats of the table.

    Raises
    ------
    StrategyError
        For fewer than two strategies or one that is named twice.
    RunError
        For fewer than two seats or too many seatings.

    Examples
    --------
    >>> duel = LineUp(("far-sighted", "lead-optimal"), players=4)
    >>> duel.seats, duel.tables, duel.unit
    ((4, 12), (4, 4), 12)
    >>> duel.note
    '2 more seats are taken by copies of lead-optimal'
    """

    strategies: Sequence[str]
    players: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "strategies", tuple(self.strategies))
        if len(self.strategies) < 2:
            raise StrategyError(f"{len(self.strategies)} strategies: name at least two to compare")
        for name in self.strategies:
            if self.strategies.count(name) > 1:
                raise StrategyError(
                    f"'{name[:60]}' is named twice: on the same dice it draws with itself; name each strategy once"
                )
        if self.players < 2:
            raise RunError(f"{self.players} players: a comparison needs at least two seats")
        seatings(len(self.strategies), self.players)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The distinct seatings, see `seatings`."""
        return tuple(seatings(len(self.strategies), self.players))

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Seats that each strategy takes in one rotation, copies counted."""
        return tuple(sum(seating.count(k) for seating in self.seatings) for k in range(len(self.strategies)))

    @cached_property
    def tables(self) -> tuple[int, ...]:
        """Games of a rotation in which each strategy sits at the table."""
        return tuple(sum(k in seating for seating in self.seatings) for k in range(len(self.strategies)))

    @property
    def unit(self) -> int:
        """A whole win in credits: a number that 2, 3, … winners can share in whole credits."""
        return lcm(*range(1, self.players + 1))

    @property
    def fair(self) -> float:
        """The win share of a seat if all were equal."""
        return 1 / self.players

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Positions of every two strategies, the one named first before the other."""
        return tuple(combinations(range(len(self.strategies)), 2))

    @property
    def most_shares(self) -> tuple[float, ...]:
        """The largest win share a seat that each strategy can have in a rotation: it wins wherever it sits."""
        return tuple(tables / seats for tables, seats in zip(self.tables, self.seats, strict=True))

    def meetings(self, one: int, other: int) -> int:
        """How often in a rotation a seat of one strategy faces a seat of the other."""
        return sum(seating.count(one) * seating.count(other) for seating in self.seatings)

    @property
    def note(self) -> str:
        """What a reader must know about the seats; empty where the strategies just fill them."""
        copies = self.players - len(self.strategies)
        if copies > 0:
            more = "1 more seat is taken by a copy" if copies == 1 else f"{copies} more seats are taken by copies"
            return f"{more} of {self.strategies[-1]}"
        if copies < 0:
            return f"every {self.players} of the {len(self.strategies)} strategies meet in turn"
        return ""

    def columns(self, *, luck: bool = False) -> tuple[str, ...]:
        """Names of the columns of a rotation's row, all of them whole numbers.

        Strategies and seats are numbered from 1. `game` is the game number and `move_hash` mixes those of its games.
        For strategy k, summed over the games of the rotation and its seats in them:

        - `credits_k`: wins in `unit` credits each, a shared win split evenly;
        - `wins_k`: wins that are not shared;
        - `scores_k`: points;
        - `leads_k`: leads times (players - 1), which is players x own points - points of the table;
        - `luck_k`, where the game measures it: luck in millionths of a point.

        `beats_j_k` counts, over the games in which a seat of j meets a seat of k, 2 where j has more points (equal
        points: where j alone is among the winners) and 1 where neither is above. `seat_credits_s` are the credits won
        on seat s, whoever sat there.
        """
        numbers = range(1, len(self.strategies) + 1)
        quantities = ("credits", "wins", "scores", "leads", *(("luck",) if luck else ()))
        return (
            "game",
            "move_hash",
            *(f"{quantity}_{k}" for quantity in quantities for k in numbers),
            *(f"beats_{j}_{k}" for j in numbers for k in numbers if j != k),
            *(f"seat_credits_{seat}" for seat in range(1, self.players + 1)),
        )
