"""A whole game of Carcassonne worked out afterwards from its moves, by the finished board alone.

Nothing is kept up turn by turn: a completed city or road was completed in the turn in which the last of its tiles was
laid, a monastery in that of the last of nine; until then every meeple that was ever put on it stood there. So who got
what, when, whose meeples came back and who took the cards all follows from the finished board and the order of the
tiles. No code is shared with the package.

    replayed(moves, players, "base+king-robber,official,small-city", bag=drawn)

gives a `Replay`: what happened in every turn, and the row of the game as the package's tables have it. Raises
AssertionError where the moves are not those of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from oracles import finished_board as plain
from oracles.finished_board import CITY, FIELD, MONASTERY, ROAD, Feature, Lying, Spot

MEEPLES = 7
NAMES = {CITY: "cities", ROAD: "roads", MONASTERY: "monasteries", FIELD: "fields"}
START: Lying = ("D", 0, 0, 0)


class Turn(NamedTuple):
    """A turn: the tile's id, row and column, quarters clockwise, the segment of the meeple or None, the seat from 0."""

    tile: str
    place: tuple[int, int]
    rotation: int
    meeple: int | None
    seat: int


class After(NamedTuple):
    """How things stand after a turn: points for what has been completed (no cards), the holders and sizes to beat."""

    cities: list[int]
    roads: list[int]
    returned: list[Spot]
    points: list[int]
    left: list[int]
    king: tuple[int | None, int]
    robber: tuple[int | None, int]


class Replay(NamedTuple):
    turns: list[After]
    standing: dict[Spot, int]
    row: dict[str, int]


class Card:
    """The King or the Robber Baron."""

    def __init__(self, players: int, least: int) -> None:
        self.holder: int | None = None
        self.largest = self.counted = self.changes = self.first = self.last = 0
        self.before, self.then = [0] * players, [0] * players
        self.least = least

    def see(self, sizes: list[int], seat: int, turn: int) -> None:
        if not sizes:
            return
        self.counted += len(sizes)
        if self.holder is not None:
            self.before[self.holder] += len(sizes)
        if max(sizes) >= self.least and max(sizes) > self.largest:
            self.largest = max(sizes)
            if self.holder != seat:
                self.changes += self.holder is not None
                self.first = self.first or turn
                self.last = turn
                self.holder = seat
        if self.holder is not None:
            self.then[self.holder] += len(sizes)

    def row(self, name: str) -> dict[str, int]:
        return {
            f"{name}_holder": 0 if self.holder is None else self.holder + 1,
            f"{name}_size": self.largest,
            f"{name}_counted": self.counted,
            f"{name}_changes": self.changes,
            f"{name}_first": self.first,
            f"{name}_last": self.last,
        }


def replayed(moves: Iterable[Turn], players: int, rules: str, bag: Sequence[str] | None = None) -> Replay:
    """What happened in a game, or in the first turns of one.

    Parameters
    ----------
    moves : iterable of Turn
        Or of tuples like it, in the order of the game.
    players : int
    rules : str
        The words with commas, tiles and cards among them.
    bag : sequence of str, optional
        The tiles in the order in which they were drawn; those that were not laid must have fitted nowhere.
    """
    moves = [Turn(*move) for move in moves]
    words = set(rules.split(","))
    board = [START, *((move.tile, *move.place, move.rotation) for move in moves)]
    turn_at = {(row, column): turn for turn, (_, row, column, _) in enumerate(board)}
    everything = plain.features(board)
    feature_at = {spot: number for number, one in enumerate(everything) for spot in one.spots}
    done_in = [_completed_in(one, turn_at) for one in everything]
    put = {(*move.place, move.meeple): turn for turn, move in enumerate(moves, 1) if move.meeple is not None}
    _check_places(board, turn_at)
    _check_meeples(moves, board, everything, feature_at, done_in, put)
    unplaceable = 0 if bag is None else _check_bag(moves, board, bag)

    seat_at = {spot: moves[turn - 1].seat for spot, turn in put.items()}
    by_turn: dict[int, list[Feature]] = {}
    for one, turn in zip(everything, done_in, strict=True):
        if turn:
            by_turn.setdefault(turn, []).append(one)
    least = next((int(word[6:]) for word in words if word.startswith("least-")), 2)
    king, robber = Card(players, least), Card(players, least)
    points = [dict.fromkeys("crfm", 0) for _ in range(players)]
    left = [MEEPLES] * players
    turns = []
    for turn, move in enumerate(moves, 1):
        left[move.seat] -= move.meeple is not None
        returned: list[Spot] = []
        for one in by_turn.get(turn, []):
            on_it = [spot for spot in one.spots if spot in seat_at]
            for seat in plain.most([seat_at[spot] for spot in on_it]):
                points[seat][one.kind] += plain.worth(one, words)
            for spot in on_it:
                left[seat_at[spot]] += 1
            returned += on_it
        cities = sorted(one.size for one in by_turn.get(turn, []) if one.kind == CITY)
        roads = sorted(one.size for one in by_turn.get(turn, []) if one.kind == ROAD)
        king.see([size for size in cities if size > 2 or "big-cities" not in words], move.seat, turn)
        robber.see(roads, move.seat, turn)
        so_far = [sum(one.values()) for one in points]
        turns.append(
            After(
                cities,
                roads,
                sorted(returned),
                so_far,
                list(left),
                (king.holder, king.largest),
                (robber.holder, robber.largest),
            )
        )
    standing = {spot: seat for spot, seat in seat_at.items() if not done_in[feature_at[spot]]}
    for seat, more in enumerate(plain.standing_points(everything, standing, players, words)):
        points[seat] = {kind: points[seat][kind] + more[kind] for kind in more}
    return Replay(turns, standing, _row(points, king, robber, everything, unplaceable, words))


def _completed_in(one: Feature, turn_at: dict[tuple[int, int], int]) -> int:
    """The turn that completed a feature; 0 for one that is not complete."""
    if not one.is_complete:
        return 0
    places = [spot[:2] for spot in one.spots]
    if one.kind == MONASTERY:
        [(row, column)] = places
        places = [(row + down, column + right) for down, right in [(0, 0), *plain.EIGHT]]
    return max(turn_at[place] for place in places)


def _check_places(board: list[Lying], turn_at: dict[tuple[int, int], int]) -> None:
    """Every tile was laid beside one that lay there already; `features` has seen that all of them fit."""
    for turn, (_, row, column, _) in enumerate(board[1:], 1):
        beside = [turn_at.get((row + down, column + right), turn) for down, right in plain.NORTH_EAST_SOUTH_WEST]
        assert min(beside) < turn, f"turn {turn}: tile that touches no other"


def _check_meeples(
    moves: list[Turn],
    board: list[Lying],
    everything: list[Feature],
    feature_at: dict[Spot, int],
    done_in: list[int],
    put: dict[Spot, int],
) -> None:
    """Nobody had more than seven, and each was put on an empty feature, on the first segment of the tile that is in it.

    Two segments of one feature in the end may have been apart when the meeple was put there: then the board as it was
    at that turn is walked over.
    """
    came_back: Counter[tuple[int, int]] = Counter()
    standing: Counter[int] = Counter()
    for (row, column, number), turn in put.items():
        whole = everything[feature_at[row, column, number]]
        rivals = [spot for spot in whole.spots if put.get(spot, turn) < turn]
        rivals += [
            (row, column, one)
            for one in range(number)
            if feature_at[row, column, one] == feature_at[row, column, number]
        ]
        if rivals:
            then = plain.flooded(board[: turn + 1], (row, column, number))
            assert not then & set(rivals), (
                f"turn {turn}: meeple on a feature that is taken, or not on its first segment"
            )
        came_back[done_in[feature_at[row, column, number]], moves[turn - 1].seat] += 1
    for turn, move in enumerate(moves, 1):
        standing[move.seat] += move.meeple is not None
        assert standing[move.seat] <= MEEPLES, f"turn {turn}: eighth meeple"
        for seat in list(standing):
            standing[seat] -= came_back[turn, seat]


def _check_bag(moves: list[Turn], board: list[Lying], bag: Sequence[str]) -> int:
    """How many tiles of the bag fitted nowhere when they were drawn; all others were laid, in their order."""
    turn = gone = 0
    for drawn in bag:
        if turn < len(moves) and drawn == moves[turn].tile:
            turn += 1
        else:
            assert not plain.placements(board[: turn + 1], drawn), f"turn {turn + 1}: {drawn} could have been laid"
            gone += 1
    assert turn == len(moves), f"only {turn} of {len(moves)} tiles that were laid had been drawn"
    return gone


def _card_points(words: set[str], seat: int, card: Card, other: Card) -> int:
    if "continuous" in words:
        return card.before[seat]
    if "continuous-new" in words:
        return card.then[seat]
    if card.holder != seat:
        return 0
    if "official" in words:
        return card.counted
    if "flat-10" in words:
        return 10
    if "flat-15-40" in words:
        return 20 if other.holder == seat else 15
    assert "none" in words, f"no rule for the cards among {words}"
    return 0


def _row(
    points: list[dict[str, int]], king: Card, robber: Card, everything: list[Feature], unplaceable: int, words: set[str]
) -> dict[str, int]:
    sizes = {kind: [one.size for one in everything if one.kind == kind and one.is_complete] for kind in (CITY, ROAD)}
    row = {
        "completed_cities": len(sizes[CITY]),
        "completed_roads": len(sizes[ROAD]),
        "city_sizes": sum(256 ** (min(size, 8) - 2) for size in sizes[CITY]),
        "road_sizes": sum(256 ** (min(size, 8) - 2) for size in sizes[ROAD]),
        "unplaceable": unplaceable,
        **king.row("king"),
        **robber.row("robber"),
    }
    scores = []
    for seat, one in enumerate(points):
        kings, robbers = _card_points(words, seat, king, robber), _card_points(words, seat, robber, king)
        scores.append(sum(one.values()) + kings + robbers)
        row |= {
            f"score_{seat + 1}": scores[-1],
            f"base_{seat + 1}": sum(one.values()),
            **{f"{name}_{seat + 1}": one[kind] for kind, name in NAMES.items()},
            f"king_{seat + 1}": kings,
            f"robber_{seat + 1}": robbers,
            f"king_before_{seat + 1}": king.before[seat],
            f"king_then_{seat + 1}": king.then[seat],
            f"robber_before_{seat + 1}": robber.before[seat],
            f"robber_then_{seat + 1}": robber.then[seat],
        }
    return {**row, "winners": sum(1 << seat for seat, one in enumerate(scores) if one == max(scores))}
