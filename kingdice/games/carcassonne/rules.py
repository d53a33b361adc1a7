"""Carcassonne by the rulebook, one move at a time.

Plain on purpose: this is what the fast game is held against, and what people's own players are played by. A `State` is
a whole game as an onlooker who sees into the bag would see it; `legal_moves` lists what the player whose turn it is may
do, `apply` does it. A move is a whole turn: place the tile that was drawn and perhaps a meeple on it; features that are
completed are scored, their meeples come back, the cards are handed over and the next tile is drawn. A tile that can be
placed nowhere leaves the game, and another one is drawn.

Rules: Carcassonne, Hans im Glück, as in the present edition, and the King and the Robber Baron of 2003 (`cards`), with
the variants as switches. There is no tie-break: players with equal points share the win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from kingdice.errors import StrategyError
from kingdice.games.carcassonne.board import (
    Board,
    Feature,
    Laid,
    Place,
    Spot,
    around,
    completed_cities,
    feature_at,
    frontier_after,
    placements,
)
from kingdice.games.carcassonne.cards import Card, card_points
from kingdice.games.carcassonne.tiles import CITY, FIELD, KINDS, MONASTERY, ROAD, START, tile
from kingdice.games.carcassonne.variants import Variants

__all__ = [
    "Move",
    "State",
    "apply",
    "completed_at",
    "field_points",
    "is_legal",
    "joined",
    "legal_moves",
    "majority",
    "new_game",
    "points",
    "score",
    "standing",
    "winners",
    "worth",
]

MEEPLES = 7
Points = tuple[Mapping[str, int], ...]

CENTRE: Place = (0, 0)
BY_CITY_POINTS, FIELD_POINTS = 4, 3
MONASTERY_POINTS = 9


class Move(NamedTuple):
    """A turn.

    Attributes
    ----------
    place : tuple of int
        Row and column from the start tile.
    rotation : int
        Quarters that the tile is turned clockwise, 0 to 3.
    meeple : int or None
        The segment of the tile that a meeple is put on, by number; of several segments that belong to one feature the
        first.
    """

    place: Place
    rotation: int
    meeple: int | None = None


@dataclass(frozen=True)
class State:
    """A game under way.

    Attributes
    ----------
    variants : Variants
    players : int
    board : mapping of Place to Laid
    meeples : mapping of Spot to int
        Where meeples stand, and the seats that they belong to.
    frontier : tuple of Place
        The free places beside tiles, in the order in which they came to be that.
    scored : tuple of dict
        For each seat the points of each kind of feature so far.
    king, robber : Card
    cities, roads : tuple of int
        Tiles of all cities and roads completed so far.
    held : str
        The id of the tile that was drawn; empty when the game is over.
    bag : tuple of str
        Tiles that have not been drawn, the next one first.
    gone : tuple of str
        Tiles that could be placed nowhere when they were drawn.
    turn : int
        Turns taken.
    """

    variants: Variants
    players: int
    board: Board
    meeples: Mapping[Spot, int]
    frontier: tuple[Place, ...]
    scored: Points
    king: Card
    robber: Card
    held: str
    bag: tuple[str, ...]
    cities: tuple[int, ...] = ()
    roads: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    turn: int = 0

    @property
    def is_over(self) -> bool:
        """Whether no tile is left."""
        return not self.held

    @property
    def seat(self) -> int:
        """Whose turn it is, counted from 0; -1 when the game is over."""
        return -1 if self.is_over else self.turn % self.players

    def meeples_left(self, seat: int) -> int:
        """Meeples of a seat that are not on the board."""
        return MEEPLES - sum(owner == seat for owner in self.meeples.values())

    @cached_property
    def placements(self) -> list[tuple[Place, int]]:
        """Where the drawn tile may go, and how it may be turned there, by places in the order of the frontier."""
        return [] if self.is_over else list(placements(self.board, self.frontier, tile(self.held)))

    def seen(self) -> State:
        """The game as the players see it: of the bag, only which tiles are in it."""
        board, meeples = MappingProxyType(self.board), MappingProxyType(self.meeples)  # to be looked at only
        return replace(self, bag=tuple(sorted(self.bag)), board=board, meeples=meeples)


def new_game(variants: Variants, bag: Sequence[str], *, players: int) -> State:
    """Lay the start tile, and draw the first one.

    Parameters
    ----------
    variants : Variants
    bag : sequence of str
        The ids of all tiles, shuffled; the first one is drawn first.
    players : int

    Raises
    ------
    EditionError
        When the game is not for this number of players.
    StrategyError
        When these are not the tiles that are played with.
    """
    variants.check_players(players)
    if Counter(bag) != Counter(variants.bag):
        raise StrategyError(f"bag: expected the {len(variants.bag)} tiles of {variants.tiles} without the start tile")
    board = {CENTRE: Laid(tile(START), 0)}
    none = (0,) * players
    state = State(
        variants=variants,
        players=players,
        board=board,
        meeples={},
        frontier=frontier_after((), board, CENTRE),
        scored=tuple(dict.fromkeys(KINDS, 0) for _ in range(players)),
        king=Card(before=none, then=none),
        robber=Card(before=none, then=none),
        held="",
        bag=tuple(bag),
    )
    return _draw(state)


def legal_moves(state: State) -> list[Move]:
    """What the player whose turn it is may do; nothing when the game is over.

    Every placement, without a meeple and with one on each feature that nobody stands on.
    """
    return [
        Move(place, rotation, meeple)
        for place, rotation in state.placements
        for meeple in (None, *free_segments(state, place, rotation))
    ]


def is_legal(state: State, move: Move) -> bool:
    """Whether a move may be made now."""
    place, rotation, meeple = move
    if state.is_over or place not in state.frontier:
        return False
    if (place, rotation) not in placements(state.board, [place], tile(state.held)):
        return False
    return meeple is None or meeple in free_segments(state, place, rotation)


def free_segments(state: State, place: Place, rotation: int) -> list[int]:
    """Segments of the drawn tile on which a meeple may be put, the first of each feature; none without a meeple."""
    if not state.meeples_left(state.seat):
        return []
    return [number for number, first in enumerate(joined(state, place, rotation)) if first == number]


def joined(state: State, place: Place, rotation: int) -> list[int | None]:
    """For each segment of the drawn tile the first one that belongs to the same feature; None where a meeple stands."""
    board = {**state.board, place: Laid(tile(state.held), rotation)}
    first: list[int | None] = []
    for number in range(len(board[place].tile.segments)):
        spots = feature_at(board, (place, number)).spots
        is_free = not any(spot in state.meeples for spot in spots)
        first.append(min(other for where, other in spots if where == place) if is_free else None)
    return first


def apply(state: State, move: Move) -> State:
    """Make a move; the state given is left as it is.

    Raises
    ------
    StrategyError
        When the move is not legal.
    """
    if not is_legal(state, move):
        whose = "a game that is over" if state.is_over else f"a turn of seat {state.seat + 1}"
        raise StrategyError(f"illegal move: {_told(move)} in {whose}")
    board = {**state.board, move.place: Laid(tile(state.held), move.rotation)}
    meeples = dict(state.meeples)
    if move.meeple is not None:
        meeples[move.place, move.meeple] = state.seat
    done = list(completed_at(board, move.place))
    scored = state.scored
    for feature in done:
        scored = _added(scored, feature.kind, majority(feature.spots, meeples), worth(state.variants, feature))
        meeples = {spot: seat for spot, seat in meeples.items() if spot not in feature.spots}
    cities = [feature.size for feature in done if feature.kind == CITY]
    roads = [feature.size for feature in done if feature.kind == ROAD]
    counted = [size for size in cities if size >= state.variants.least_city]
    turn, least = state.turn + 1, state.variants.least_size
    return _draw(
        replace(
            state,
            board=board,
            meeples=meeples,
            frontier=frontier_after(state.frontier, board, move.place),
            scored=scored,
            king=state.king.after(counted, state.seat, turn=turn, least=least),
            robber=state.robber.after(roads, state.seat, turn=turn, least=least),
            cities=(*state.cities, *cities),
            roads=(*state.roads, *roads),
            turn=turn,
        )
    )


def _draw(state: State) -> State:
    """Draw the next tile that can be placed."""
    gone: list[str] = []
    for place, drawn in enumerate(state.bag):
        if any(placements(state.board, state.frontier, tile(drawn))):
            return replace(state, held=drawn, bag=state.bag[place + 1 :], gone=(*state.gone, *gone))
        gone.append(drawn)
    return replace(state, held="", bag=(), gone=(*state.gone, *gone))


def completed_at(board: Board, place: Place) -> Iterator[Feature]:
    """The features that a tile just placed completed, each once."""
    found = [feature_at(board, (place, number)) for number in range(len(board[place].tile.segments))]
    for other in around(place):
        if other in board:
            segments = board[other].tile.segments
            found += [feature_at(board, (other, n)) for n, one in enumerate(segments) if one.kind == MONASTERY]
    yield from (feature for feature in dict.fromkeys(found) if feature.is_complete)


def worth(variants: Variants, feature: Feature) -> int:
    """What a city, road or monastery brings to whoever has most meeples in it, complete or as it stands at the end."""
    if feature.kind == MONASTERY:
        return MONASTERY_POINTS - feature.ends
    if feature.kind == CITY and feature.is_complete:
        return variants.small_city_points if feature.size == 2 else 2 * (feature.size + feature.pennants)
    return feature.size + feature.pennants


def points(state: State) -> list[dict[str, int]]:
    """What each seat would have if the game ended now, by kinds of features, and `king` and `robber`."""
    scored = state.scored
    for feature in standing(state):
        if feature.kind != FIELD:
            most = majority(feature.spots, state.meeples)
            scored = _added(scored, feature.kind, most, worth(state.variants, feature))
    fields = field_points(state)
    cards = card_points(state.variants.cards, state.king, state.robber)
    return [
        {**scored[seat], FIELD: fields[seat], "king": cards[seat][0], "robber": cards[seat][1]}
        for seat in range(state.players)
    ]


def standing(state: State) -> list[Feature]:
    """The features on which meeples stand, each once."""
    return list(dict.fromkeys(feature_at(state.board, spot) for spot in state.meeples))


def field_points(state: State) -> list[int]:
    """What the fields would bring each seat if the game ended now, as the variants have it."""
    gained = [0] * state.players
    fields = [(one, completed_cities(state.board, one.cities)) for one in standing(state) if one.kind == FIELD]
    if state.variants.fields == "each":
        for one, cities in fields:
            for seat in majority(one.spots, state.meeples):
                gained[seat] += FIELD_POINTS * len(cities)
        return gained
    for city in set().union(*(cities for _, cities in fields)):
        around_it = [one for one, cities in fields if city in cities]
        if state.variants.fields == "by-city":
            together = frozenset().union(*(one.spots for one in around_it))
            for seat in majority(together, state.meeples):
                gained[seat] += BY_CITY_POINTS
        else:
            for seat in {seat for one in around_it for seat in majority(one.spots, state.meeples)}:
                gained[seat] += FIELD_POINTS
    return gained


def score(state: State, seat: int) -> int:
    """What a seat would have if the game ended now."""
    return sum(points(state)[seat].values())


def winners(state: State) -> list[int]:
    """The seats with most points."""
    scores = [sum(one.values()) for one in points(state)]
    return [seat for seat, one in enumerate(scores) if one == max(scores)]


def majority(spots: frozenset[Spot], meeples: Mapping[Spot, int]) -> list[int]:
    """The seats with most meeples on some segments; none where no meeple stands."""
    count = Counter(seat for spot, seat in meeples.items() if spot in spots)
    return sorted(seat for seat, number in count.items() if number == max(count.values()))


def _added(scored: Points, kind: str, seats: Iterable[int], more: int) -> Points:
    return tuple({**one, kind: one[kind] + more} if seat in seats else one for seat, one in enumerate(scored))


def _told(move: Move) -> str:
    return f"tile at {move.place}, turned {move.rotation}, meeple on {move.meeple}"
