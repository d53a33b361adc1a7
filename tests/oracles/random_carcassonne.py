"""Random games of Carcassonne, played without a line of the package: addressed words in Python's whole numbers, places
and meeples found on the bare board.

A word is SplitMix64's finaliser over seed and game, then over the address; a number below a bound is multiply and shift
(the chance that a word has to be rejected is below 1 in 10^6 for bounds this small).
"""

from __future__ import annotations

from collections.abc import Sequence

from oracles import finished_board as plain
from oracles.finished_board import TILES, Lying, Spot
from oracles.replayed_game import MEEPLES, START, Turn

WORD = (1 << 64) - 1
DECK, DECISION = 1, 4


def mixed(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def below(bound: int, seed: int, game: int, purpose: int, a: int, b: int) -> int:
    key = mixed(mixed(seed + 0x9E3779B97F4A7C15 & WORD) + (game + 1) * 0x9E3779B97F4A7C15 & WORD)
    address = purpose << 56 | a << 48 | b << 24
    return (mixed(key + address * 0xD1342543DE82EF95 & WORD) >> 32) * bound >> 32


def bag_of(sets: Sequence[str], seed: int, game: int) -> list[str]:
    """The tiles of some sets in the order in which they are drawn, without the start tile."""
    bag = [name for name, tile in TILES.items() if tile["of"] in sets for _ in range(tile["copies"] - (name == "D"))]
    for place in range(len(bag) - 1, 0, -1):
        other = below(place + 1, seed, game, DECK, 0, place)
        bag[place], bag[other] = bag[other], bag[place]
    return bag


def random_game(sets: Sequence[str], players: int, seed: int, game: int, without: str = "") -> list[Turn]:
    """Any placement, then no meeple or any free segment; two segments of one free feature are two ways to take it.

    The last player never takes a segment of the kinds `without`, their letters in a word.
    """
    board, frontier = [START], [(-1, 0), (0, 1), (1, 0), (0, -1)]
    standing: dict[Spot, int] = {}
    drawn = [0] * players
    turns: list[Turn] = []

    def one_of(ways: int, seat: int) -> int:
        if ways == 1:
            return 0
        drawn[seat] += 1
        return below(ways, seed, game, DECISION, seat, drawn[seat])

    for name in bag_of(sets, seed, game):
        ways = sorted(plain.placements(board, name), key=lambda way: (frontier.index(way[:2]), way[2]))
        if not ways:
            continue
        seat = len(turns) % players
        row, column, quarters = ways[one_of(len(ways), seat)]
        board.append((name, row, column, quarters))
        spots = [None, *_free_spots(board, standing, seat, without if seat == players - 1 else "")]
        meeple = spots[one_of(len(spots), seat)]
        turns.append(Turn(name, (row, column), quarters, meeple, seat))
        if meeple is not None:
            standing[row, column, meeple] = seat
        done = {spot for one in plain.features(board) if one.is_complete for spot in one.spots}
        standing = {spot: owner for spot, owner in standing.items() if spot not in done}
        frontier.remove((row, column))
        lying = {one[1:3] for one in board}
        beside = [(row + down, column + right) for down, right in plain.NORTH_EAST_SOUTH_WEST]
        frontier += [place for place in beside if place not in lying and place not in frontier]
    return turns


def _free_spots(board: list[Lying], standing: dict[Spot, int], seat: int, without: str) -> list[int]:
    """For every segment of the last tile on which nobody stands, the first segment of its feature on this tile."""
    if list(standing.values()).count(seat) == MEEPLES:
        return []
    name, row, column, _ = board[-1]
    found = []
    for number, kind in enumerate(TILES[name]["kinds"]):
        if kind in without:
            continue
        whole = plain.flooded(board, (row, column, number))
        if not whole & set(standing):
            found.append(min(spot[2] for spot in whole if spot[:2] == (row, column)))
    return found


def hash_of(turns: Sequence[Turn]) -> int:
    """The hash of a game's moves: each in one number, on a table of 160 by 160 with the start tile in the middle."""
    word = 0
    for turn in turns:
        row, column = turn.place
        cell = (row + 80) * 160 + column + 80
        word = mixed(word ^ (cell * 64 + turn.rotation * 16 + (0 if turn.meeple is None else turn.meeple + 1)))
    return word
