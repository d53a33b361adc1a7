"""A position: what players see of a game under way, and nothing of how it came about.

It is a `State` without the order of the bag, and without the statistics of turns past. So it can be written down by
somebody who has a board in front of him, and the game can go on from it with any order of the tiles that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kingdice.errors import StrategyError
from kingdice.games.carcassonne.board import Board, Place, Spot, beside, feature_at
from kingdice.games.carcassonne.cards import Card
from kingdice.games.carcassonne.rules import State
from kingdice.games.carcassonne.tiles import CITY, KINDS, MONASTERY, ROAD
from kingdice.games.carcassonne.variants import Variants

__all__ = ["POINT_KINDS", "Position", "completed_sizes", "position_of", "sizes_that_count", "taken_with"]

POINT_KINDS = (CITY, ROAD, MONASTERY, "king", "robber")


@dataclass(frozen=True)
class Position:
    """A game under way, as players see it.

    Attributes
    ----------
    variants : Variants
    players : int
    board : mapping of Place to Laid
        Places are counted from a start tile.
    meeples : mapping of Spot to int
        Where meeples stand, and the seats that they belong to, from 0.
    gained : tuple of tuple of int
        For each seat the points so far by `POINT_KINDS`; the cards only where they pay at once.
    king_holder, robber_holder : int or None
    seat : int
        Whose turn it is.
    held : str
        The tile that was drawn; empty where it is not known.
    gone : tuple of str
        Tiles that are out of the game, in the order of the list of tiles.
    """

    variants: Variants
    players: int
    board: Board
    meeples: Mapping[Spot, int]
    gained: tuple[tuple[int, ...], ...]
    king_holder: int | None = None
    robber_holder: int | None = None
    seat: int = 0
    held: str = ""
    gone: tuple[str, ...] = ()

    @cached_property
    def left(self) -> tuple[str, ...]:
        """The tiles in the bag, in the order of the list; the one that was drawn is not among them."""
        taken = Counter([*(laid.tile.id for laid in self.board.values()), *self.gone, *([self.held] * bool(self.held))])
        return tuple(one.id for one in self.variants.kinds for _ in range(one.count - taken[one.id]))

    @cached_property
    def king(self) -> Card:
        """The King, as he stands; the size to beat is its `size`."""
        return self._card(CITY, self.king_holder)

    @cached_property
    def robber(self) -> Card:
        """The Robber Baron, in the same way."""
        return self._card(ROAD, self.robber_holder)

    @property
    def turn(self) -> int:
        """Turns taken: as many as tiles were laid, or a few more, so that it is the right seat's turn."""
        laid = len(self.board) - 1
        return laid + (self.seat - laid) % self.players

    @cached_property
    def frontier(self) -> tuple[Place, ...]:
        """The free places beside tiles, by rows."""
        return tuple(sorted({place for one in self.board for place in beside(one) if place not in self.board}))

    def state(self, bag: Sequence[str] | None = None) -> State:
        """The game from here on; where no tile is held, one is drawn first.

        Parameters
        ----------
        bag : sequence of str, optional
            The tiles that are left in any order, the next one first. Usually as the list of tiles has them, but first
            one that can be placed.

        Raises
        ------
        StrategyError
            When these are not the tiles that are left.
        """
        if bag is None:
            return self._in_order_of_the_list()
        bag = tuple(bag)
        if Counter(bag) != Counter(self.left):
            raise StrategyError(f"bag: expected the {len(self.left)} tiles that are left")
        state = State(
            variants=self.variants,
            players=self.players,
            board=self.board,
            meeples=self.meeples,
            frontier=self.frontier,
            scored=tuple({kind: _of_kind(gained, kind) for kind in KINDS} for gained in self.gained),
            king=self.king,
            robber=self.robber,
            held=self.held,
            bag=bag,
            cities=completed_sizes(self.board, CITY),
            roads=completed_sizes(self.board, ROAD),
            gone=self.gone,
            turn=self.turn,
        )
        return state if self.held else _drawn(state)

    def _in_order_of_the_list(self) -> State:
        state = self.state(self.left)
        if self.held or state.gone == self.gone or state.is_over:
            return state
        left = list(self.left)
        left.remove(state.held)
        return self.state([state.held, *left])

    def _card(self, kind: str, holder: int | None) -> Card:
        sizes = sizes_that_count(self.variants, kind, completed_sizes(self.board, kind))
        name, none = "king" if kind == CITY else "robber", (0,) * self.players
        paid = tuple(_of_kind(gained, name) for gained in self.gained)
        return Card(
            holder=holder,
            size=taken_with(self.variants, sizes),
            completed=len(sizes),
            before=paid if self.variants.cards == "continuous" else none,
            then=paid if self.variants.cards == "continuous-new" else none,
        )


def position_of(state: State) -> Position:
    """What players see of a game.

    Examples
    --------
    >>> from kingdice.games.carcassonne.play import start
    >>> position = position_of(start(Variants(), 2, seed=1, game=0))
    >>> len(position.left), position.seat, position.king.size
    (75, 0, 0)
    """
    paid = {"continuous": "before", "continuous-new": "then"}.get(state.variants.cards)
    cards = [getattr(card, paid) if paid else (0,) * state.players for card in (state.king, state.robber)]
    known = [kind for kind in POINT_KINDS if kind in KINDS]
    order = [one.id for one in state.variants.kinds]
    return Position(
        variants=state.variants,
        players=state.players,
        board=state.board,
        meeples=state.meeples,
        gained=tuple(
            (*(state.scored[seat][kind] for kind in known), *(card[seat] for card in cards))
            for seat in range(state.players)
        ),
        king_holder=state.king.holder,
        robber_holder=state.robber.holder,
        seat=state.turn % state.players,
        held=state.held,
        gone=tuple(sorted(state.gone, key=order.index)),
    )


def completed_sizes(board: Board, kind: str) -> tuple[int, ...]:
    """Tiles of each completed city or road on a board, by place."""
    spots = [
        (place, number)
        for place in sorted(board)
        for number, segment in enumerate(board[place].tile.segments)
        if segment.kind == kind
    ]
    found = {feature.spots: feature for feature in (feature_at(board, spot) for spot in spots) if feature.is_complete}
    return tuple(feature.size for feature in found.values())


def sizes_that_count(variants: Variants, kind: str, sizes: Sequence[int]) -> list[int]:
    """The sizes of which the King (for cities) or the Robber Baron (for roads) takes notice."""
    return [size for size in sizes if kind == ROAD or size >= variants.least_city]


def taken_with(variants: Variants, sizes: Sequence[int]) -> int:
    """The size with which a card was taken last, from all sizes that count; 0 where it was not taken."""
    return max((size for size in sizes if size >= variants.least_size), default=0)


def _drawn(state: State) -> State:
    """A state with the first tile of the bag that can be placed in hand."""
    gone = state.gone
    for number, drawn in enumerate(state.bag):
        after = replace(state, held=drawn, bag=state.bag[number + 1 :], gone=gone)
        if after.placements:
            return after
        gone = (*gone, drawn)
    return replace(state, bag=(), gone=gone)


def _of_kind(gained: Sequence[int], kind: str) -> int:
    return gained[POINT_KINDS.index(kind)] if kind in POINT_KINDS else 0
