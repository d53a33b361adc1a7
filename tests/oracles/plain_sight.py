"""What a far-sighted player of Kingdomino sees, square by square: no code is shared with the kernels.

A kingdom is a dict as in `oracles.kingdoms`. Sums are taken in the order in which the squares are numbered, so that two
moves which promise the same to the last bit do so here too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kingdice.games.kingdomino.dominoes import domino
from kingdice.games.kingdomino.rules import Move, State
from oracles import kingdoms as plain

TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"]
OF_KINGDOM = [
    "one",
    "middle",
    "harmonious",
    "holes",
    "odd",
    "growing",
    "growing_wide",
    "waiting",
    "waiting_wide",
    "terrains",
    "edges",
]
OF_PICK = ["gain", "misfit", "rank", "rank_squared", "crowns"]
STAGES = 13

Place = plain.Place


class Judged(NamedTuple):
    """A move that is worth a thought."""

    move: Move
    promise: float
    features: dict[str, float]


def judged(state: State, weights: np.ndarray) -> list[Judged]:
    """Every move that a far-sighted player thinks of, in order, and what it promises; weights (stages, features)."""
    size, seat = state.variants.size, state.seat
    kingdom = squares_of(state, seat)
    stage = weights[stage_of(state)]
    shares, crowns = to_come(state)
    in_box = plain.in_middle(kingdom, size)
    ways: list[plain.Way] = []
    if state.held is not None:
        ways = plain.ways(kingdom, size, halves_of(state.held))
        within = [way for way in ways if in_box and all(is_near(place, size) for place in way)]
        in_box = bool(within) or (in_box and not ways)
        ways = within or ways
    found = []
    for placement in state.placements:
        if ways and (placement is None or placement.places not in ways):
            continue
        after, discards = kingdom, len(state.discards[seat])
        if placement is not None and state.held is not None:
            after = plain.with_domino(kingdom, halves_of(state.held), placement.places)
        elif state.held is not None:
            discards += 1
        found += of_placement(state, placement, after, discards, in_box, stage, shares, crowns)
    return found


def of_placement(state, placement, kingdom, discards, in_box, weights, shares, crowns) -> list[Judged]:
    """The moves with this placement."""
    size, variants = state.variants.size, state.variants
    middle = plain.in_middle_of_box(kingdom) if variants.middle_of_box else plain.in_middle(kingdom, size)
    promise = float(plain.points(kingdom) + variants.middle_points * middle)
    if state.picks == [None]:
        promise += variants.harmony_points * (discards == 0)
        return [Judged(Move(placement, None), promise, {})]
    room = room_of(kingdom, size, in_box)
    own = of_kingdom(kingdom, size, room, shares, crowns) | {"middle": float(middle), "harmonious": float(not discards)}
    for weight, name in zip(weights, OF_KINGDOM, strict=False):
        promise += weight * own[name]
    found = []
    for rank, claim in enumerate(state.next_line):
        if claim.seat is not None or claim.domino is None:
            continue
        picked = of_pick(kingdom, size, room, claim.domino, rank)
        total = promise
        for weight, name in zip(weights[len(OF_KINGDOM) :], OF_PICK, strict=True):
            total += weight * picked[name]
        found.append(Judged(Move(placement, claim.domino), total, own | picked))
    return found


def of_kingdom(kingdom: plain.Kingdom, size: int, room: set[Place], shares, crowns) -> dict[str, float]:
    """Features of a kingdom, but for those of bonuses."""
    found = dict.fromkeys(OF_KINGDOM, 0.0) | {"one": 1.0}
    found["holes"] = float(sum(not around(place) & room for place in room))
    found["odd"] = float(sum(len(piece) % 2 for piece in pieces(room, size)))
    for name in TERRAINS:
        squares = {place for place in kingdom if kingdom[place][0] == name}
        edge = {place for one in squares for place in around(one)} & room
        if not edge:
            continue
        found["terrains"] += shares[name]
        found["edges"] += len(edge) * shares[name]
        for piece in pieces(squares, size):
            touched = len({place for one in piece for place in around(one)} & room)
            if touched:
                on_it = sum(kingdom[place][1] for place in piece)
                found["growing"] += on_it * shares[name]
                found["growing_wide"] += on_it * min(touched, 4) * shares[name]
                found["waiting"] += len(piece) * crowns[name] * shares[name]
                found["waiting_wide"] += len(piece) * min(touched, 4) * crowns[name] * shares[name]
    return found


def of_pick(kingdom: plain.Kingdom, size: int, room: set[Place], number: int, rank: int) -> dict[str, float]:
    """Features of a domino on offer."""
    halves = halves_of(number)
    ways = [way for way in plain.ways(kingdom, size, halves) if set(way) <= room]
    before = plain.points(kingdom)
    gains = [plain.points(plain.with_domino(kingdom, halves, way)) - before for way in ways]
    return {
        "gain": float(max(gains, default=0)),
        "misfit": float(not ways),
        "rank": float(rank),
        "rank_squared": float(rank * rank),
        "crowns": float(halves[0][1] + halves[1][1]),
    }


def to_come(state: State) -> tuple[dict[str, float], dict[str, float]]:
    """Of the squares still to come the share of every terrain, and crowns a square of it."""
    numbers = [*state.deck, *(claim.domino for claim in state.next_line if claim.seat is None and claim.domino)]
    squares = [half for number in numbers for half in halves_of(number)]
    shares, crowns = {}, {}
    for name in TERRAINS:
        here = [on_it for terrain, on_it in squares if terrain == name]
        shares[name] = len(here) / len(squares) if squares else 0.0
        crowns[name] = sum(here) / len(here) if here else 0.0
    return shares, crowns


def stage_of(state: State) -> int:
    """Own dominoes still to be placed after this turn, in twelfths of a round's."""
    variants, players = state.variants, state.players
    lines = variants.lines(players)
    each = variants.kings(players) // players
    later = each * (lines - state.line_number)
    standing = sum(claim.seat == state.seat and claim.domino is not None for claim in state.line[state.acted + 1 :])
    return (later + standing) * 12 // (each * lines)


def room_of(kingdom: plain.Kingdom, size: int, in_box: bool) -> set[Place]:
    """Free squares that the next domino may cover: within the box, and no more than two rows or columns further."""
    top, bottom, left, right = plain.extent(list(kingdom))
    return {
        (row, column)
        for row, column in plain.canvas(size)
        if (row, column) not in kingdom
        and (row, column) != (0, 0)
        and bottom - size < row < top + size
        and right - size < column < left + size
        and top - 2 <= row <= bottom + 2
        and left - 2 <= column <= right + 2
        and (not in_box or is_near((row, column), size))
    }


def is_near(place: Place, size: int) -> bool:
    """Whether a square leaves the castle in the middle."""
    return max(abs(place[0]), abs(place[1])) <= size // 2


def around(place: Place) -> set[Place]:
    return {(place[0] + down, place[1] + right) for down, right in plain.RIGHT_DOWN_LEFT_UP}


def pieces(squares: set[Place], size: int) -> list[set[Place]]:
    """Connected squares, by the lowest number of each piece."""
    rows, columns = plain.TORUS[size]
    left, found = set(squares), []
    while left:
        piece = {min(left, key=lambda one: ((one[0] + rows // 2) % rows, (one[1] + columns // 2) % columns))}
        while more := {place for one in piece for place in around(one)} & left - piece:
            piece |= more
        left -= piece
        found.append(piece)
    return found


def squares_of(state: State, seat: int) -> plain.Kingdom:
    kingdom = state.kingdoms[seat]
    return {place: (square.half.terrain, square.half.crowns) for place, square in kingdom.squares.items()}


def halves_of(number: int) -> tuple[plain.Square, plain.Square]:
    one, other = domino(number).halves
    return (one.terrain, one.crowns), (other.terrain, other.crowns)
