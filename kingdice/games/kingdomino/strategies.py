"""Ways to play Kingdomino, in Python that says how a person would do it.

`random` does anything that is allowed. The two greedy ones are the agents of Gedda, Lagerkvist and Butler ("Monte Carlo
Methods for the Game Kingdomino", IEEE CIG 2018), as their published code plays. While nothing lies in the kingdom they
pick a domino with most crowns on one half. Later they look at the kingdoms that each move may lead to. Those with a
castle that cannot come to lie in the middle any more, or with a square that no domino can cover, drop out as long as
there are others; of the rest those with most points are best. `greedy-random-draft` looks at the kingdom with the held
domino placed, whatever is picked; `full-greedy` at every way to place the picked one after it, and so, where nothing is
left to pick, at nothing: it then plays at random.

Any of them may be kept from dominoes (`Strategy.without`): it then drafts none of them as long as it can draft another,
and plays on as it would if those were all that there is on offer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from kingdice.errors import StrategyError, nearest
from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.kingdom import CASTLE, Kingdom, Place, Placement, neighbours
from kingdice.games.kingdomino.rules import Move, State, bonus, legal_moves
from kingdice.games.kingdomino.variants import Variants
from kingdice.simulation.coins import Coin

__all__ = ["PLACES", "STRATEGIES", "Strategy", "is_spoilt", "strategy_named"]

PLACES = ("first", "second", "third", "fourth")  # in a line, by number


class Strategy:
    """Plays one seat; `choose` gives the next move. `coin(n)` is a number below n, drawn for this decision.

    Attributes
    ----------
    without : frozenset of str
        Terrains and `PLACES` whose dominoes it does not draft while another one is free.
    """

    name = "strategy"
    without: frozenset[str] = frozenset()

    def choose(self, state: State, coin: Coin) -> Move:
        """The move in a state as the players see it; one of the best, all of them equally likely."""
        moves = self.wanted(state, legal_moves(state))
        best = self.best(state, moves) if len(moves) > 1 else moves
        return best[coin(len(best))] if len(best) > 1 else best[0]

    def wanted(self, state: State, moves: list[Move]) -> list[Move]:
        """The moves that draft nothing that it is to do without; all, if there are none."""
        if not self.without:
            return moves
        line = [claim.domino for claim in state.next_line]
        return [move for move in moves if not self.shuns(line, move.pick)] or moves

    def shuns(self, line: list[int | None], pick: int | None) -> bool:
        """Whether it is to do without a domino of a line."""
        if pick is None:
            return False
        terrains = {half.terrain for half in domino(pick).halves}
        return not self.without.isdisjoint(terrains | {PLACES[line.index(pick)]})

    def best(self, state: State, moves: list[Move]) -> list[Move]:
        """Which of several moves are as good as any, in order."""
        raise NotImplementedError


class Random(Strategy):
    """Does anything that is allowed, each thing as likely as any other."""

    name = "random"

    def best(self, state: State, moves: list[Move]) -> list[Move]:
        """All of them."""
        return moves


class Greedy(Strategy):
    """Goes for the best kingdom that a move may lead to."""

    def best(self, state: State, moves: list[Move]) -> list[Move]:
        """While nothing lies in the kingdom those with most crowns on a half, then those with a best outcome."""
        kingdom = state.kingdoms[state.seat]
        if not kingdom.squares:
            worths = [Outcome(True, most_crowns(move.pick)) for move in moves]
        else:
            after = {way: placed(kingdom, state.held, way) for way in state.placements}
            worths = [max(self.outcomes(state, move, after[move.placement]), default=NO_OUTCOME) for move in moves]
        most = max(worths)
        return [move for move, worth in zip(moves, worths, strict=True) if worth == most]

    def outcomes(self, state: State, move: Move, kingdom: Kingdom) -> Iterator[Outcome]:
        """What a move may lead to, from the kingdom with the held domino placed."""
        raise NotImplementedError


class GreedyRandomDraft(Greedy):
    """Places a domino where it brings most, and picks any."""

    name = "greedy-random-draft"

    def outcomes(self, state: State, move: Move, kingdom: Kingdom) -> Iterator[Outcome]:
        """The kingdom as it then is; nothing if the domino is discarded."""
        if move.placement is not None:
            yield outcome(state.variants, kingdom, kingdom.points)


class FullGreedy(Greedy):
    """Places and picks for the most points with both dominoes in the kingdom."""

    name = "full-greedy"

    def outcomes(self, state: State, move: Move, kingdom: Kingdom) -> Iterator[Outcome]:
        """The kingdom with the picked domino too, for every way to place that."""
        if move.pick is not None:
            picked = domino(move.pick)
            for way in kingdom.placements(picked):
                points = kingdom.points + kingdom.gain(picked, way)
                yield outcome(state.variants, kingdom.place(picked, way), points)


class Outcome(NamedTuple):
    """How good a kingdom is: an unspoilt one is better than any spoilt one, then points count, with bonuses."""

    is_unspoilt: bool
    points: int


NO_OUTCOME = Outcome(False, -1)

STRATEGIES: dict[str, Callable[[], Strategy]] = {one.name: one for one in (Random, GreedyRandomDraft, FullGreedy)}


def strategy_named(name: str, *, without: Collection[str] = ()) -> Strategy:
    """The strategy with this name, if need be kept from some dominoes (see `Strategy.without`).

    Raises
    ------
    StrategyError
        With the nearest name, when there is none.

    Examples
    --------
    >>> strategy_named("full-greedy").name
    'full-greedy'
    """
    if name not in STRATEGIES:
        hint = nearest(name, STRATEGIES) or f"; there are {', '.join(STRATEGIES)}, or FILE.py:BOT"
        raise StrategyError(f"no strategy '{name[:60]}'{hint}")
    player = STRATEGIES[name]()
    player.without = frozenset(without)
    return player


def most_crowns(number: int | None) -> int:
    """Crowns on the better half of a domino; of none, 0."""
    return 0 if number is None else max(half.crowns for half in domino(number).halves)


def placed(kingdom: Kingdom, held: int | None, way: Placement | None) -> Kingdom:
    """The kingdom after the first half of a move."""
    return kingdom if held is None or way is None else kingdom.place(domino(held), way)


def outcome(variants: Variants, kingdom: Kingdom, points: int) -> Outcome:
    """How good a kingdom is whose properties count so many points."""
    return Outcome(not is_spoilt(kingdom), points + bonus(variants, kingdom, is_harmonic=kingdom.is_full))


def is_spoilt(kingdom: Kingdom) -> bool:
    """Whether a square lies too far from the castle for it to be in the middle, or one beside it can never be covered.

    Such a hole is a free square of the box around the castle, all of whose neighbours within the box are covered; the
    castle does not cover, so the squares beside it are never holes.
    """
    if not kingdom.is_middle():
        return True
    free = box_around_castle(kingdom.size) - kingdom.squares.keys()
    return any(free.isdisjoint(neighbours(place)) for place in free if place != CASTLE)


@lru_cache(maxsize=2)
def box_around_castle(size: int) -> frozenset[Place]:
    """The squares of a kingdom with the castle in the middle, the castle among them."""
    reach = range(-(size // 2), size // 2 + 1)
    return frozenset((row, column) for row in reach for column in reach)
