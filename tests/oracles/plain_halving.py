"""Searches of Carcassonne by plain rules: the same futures, the same moves that drop out, one playout after the other.

A future is the position with its bag shuffled by addressed words and coins of its own. All players play on greedily,
which is another test's business (`plain_greedy`), and so is what they then think of the position. Here: which tiles
come, who plays how long, what a playout counts, and which moves are left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from kingdice.games.carcassonne.rules import Move, State, apply, points
from kingdice.games.carcassonne.strategies import Strategy
from kingdice.games.carcassonne.tiles import TILES
from kingdice.simulation.coins import Coins
from kingdice.simulation.streams import DECK, mix, number_below
from oracles.plain_greedy import outlook

ODD = np.uint64(0x9E3779B97F4A7C15)
EQUAL = 1e-9


def imagined(state: State, word: np.uint64, number: int) -> tuple[State, np.uint64]:
    """Future `number` of a position: the bag in another order, and the key of its coins."""
    with np.errstate(over="ignore"):
        key = np.uint64(mix(word + np.uint64(number + 1) * ODD))
    bag, drawn = sorted(state.bag, key=TILES.index), len(state.variants.bag) - len(state.bag)
    for place in range(len(bag) - 1, 0, -1):
        other = int(number_below(key, DECK, 0, drawn + place, 0, np.uint64(place + 1)))
        bag[place], bag[other] = bag[other], bag[place]
    return replace(state, bag=tuple(bag)), key


def played_on(state: State, key: np.uint64, players: Sequence[Strategy], turns: int) -> State:
    """So many turns later, or at the end if that comes first or with 0 turns."""
    coins, last = [Coins(key, seat) for seat in range(state.players)], state.turn + turns
    while not state.is_over and (turns == 0 or state.turn < last):
        state = apply(state, players[state.seat].choose(state.seen(), coins[state.seat]))
    return state


def chance_of_winning(state: State, seat: int, told: Mapping[str, float]) -> float:
    """By the lead that was counted, or by the one that the position promises: 73 % with ten points."""
    if state.is_over:
        scores = [sum(one.values()) for one in points(state)]
        lead = float(scores[seat] - max(one for other, one in enumerate(scores) if other != seat))
    else:
        lead = outlook(state, seat, told)
    return 1 / (1 + math.exp(-lead / 10))


def best_of(sums: Mapping[Move, float]) -> Move:
    """The best of the moves left; of equals the most promising."""
    return next(move for move in sums if sums[move] >= max(sums.values()) - EQUAL)


def halved(
    state: State,
    word: np.uint64,
    judged: Mapping[Move, float],
    players: Sequence[Strategy],
    told: Mapping[str, float],
    *,
    playouts: int,
    candidates: int,
    turns: int,
) -> dict[Move, float]:
    """The moves left after a search, the most promising first, and the sums of their chances of winning."""
    most = max(2, min(candidates, playouts // 4))
    promising = sorted(judged, key=lambda move: -judged[move])[:most]
    sums, spent, rounds = dict.fromkeys(promising, 0.0), 0, 0
    while len(sums) > 1 and spent < playouts:
        for move in sums:
            there, key = imagined(state, word, rounds)
            end = played_on(apply(there, move), key, players, turns)
            sums[move] += chance_of_winning(end, state.seat, told)
        spent, rounds = spent + len(sums), rounds + 1
        allowed = math.ceil(len(promising) ** (1 - min(1.0, spent / playouts)) - 1e-9)
        while rounds > 1 and len(sums) > max(1, allowed):
            least = min(sums.values())
            del sums[[move for move in sums if sums[move] <= least + EQUAL][-1]]
    return sums
