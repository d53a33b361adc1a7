"""Searching players of Kingdomino in plain Python: nothing is shared with the kernels but the words that they draw.

Positions are states of the plain rules, players on the way to the end of a round are strategies of the plain rules, and
a tree is made of dictionaries. Slow: a playout takes about as long as the rest of a plain game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from kingdice.games.kingdomino.rules import Move, State, apply, legal_moves, score
from kingdice.games.kingdomino.strategies import FullGreedy, GreedyRandomDraft, Random
from kingdice.simulation.streams import DECISION, DECK, mix, number_below, word_at
from oracles.plain_sight import judged

ODD = np.uint64(0x9E3779B97F4A7C15)
Policy = Callable[[State, "Words"], Move]


class Words:
    """Coins of all seats in one imagined game.

    Parameters
    ----------
    key : uint64
        Of the game.
    """

    def __init__(self, key: np.uint64) -> None:
        self.key = key
        self._drawn: dict[int, int] = {}

    def of(self, seat: int) -> Callable[[int], int]:
        def coin(bound: int) -> int:
            self._drawn[seat] = self._drawn.get(seat, 0) + 1
            return int(number_below(self.key, DECISION, seat, self._drawn[seat], 0, np.uint64(bound)))

        return coin


def search_word(game_key: np.uint64, seat: int, drawn: int) -> np.uint64:
    """What a search draws from: the seat's next decision word, after so many."""
    return np.uint64(word_at(game_key, DECISION, seat, drawn + 1, 1, 0))


def imagined(state: State, word: np.uint64, number: int) -> tuple[State, Words]:
    """The position of playout `number`: unseen dominoes in another order, and new coins."""
    with np.errstate(over="ignore"):
        key = np.uint64(mix(np.uint64(word) + np.uint64(number + 1) * ODD))
    deck = sorted(state.deck)
    drawn = 48 - len(deck)
    for place in range(len(deck) - 1, 0, -1):
        other = int(number_below(key, DECK, len(state.rounds) - 1, drawn + place, 0, np.uint64(place + 1)))
        deck[place], deck[other] = deck[other], deck[place]
    return replace(state, deck=tuple(deck)), Words(key)


def policy(name: str, me: int, epsilon: float, weights: np.ndarray) -> Policy:
    """Who plays on."""

    def choose(state: State, words: Words) -> Move:
        seat = state.seat
        if name == "far-sighted":
            return far_sighted(state, weights)
        coin = words.of(seat)
        if name == "epsilon-greedy":
            player = Random() if coin(1 << 30) < epsilon * (1 << 30) else FullGreedy()
        elif name == "player-greedy":
            player = FullGreedy() if seat == me else Random()
        else:
            player = {"random": Random, "greedy": FullGreedy, "greedy-random-draft": GreedyRandomDraft}[name]()
        return player.choose(state, AsCoin(coin))

    return choose


@dataclass
class AsCoin:
    """A coin as strategies want it."""

    throw: Callable[[int], int]

    def __call__(self, bound: int) -> int:
        return self.throw(bound)

    def word(self) -> Any:
        raise AssertionError("nobody searches within a search")


def far_sighted(state: State, weights: np.ndarray) -> Move:
    moves = judged(state, weights)
    most = max(one.promise for one in moves)
    return next(one.move for one in moves if one.promise == most)


def played_on(state: State, words: Words, choose: Policy) -> State:
    """The end of the round."""
    this_round = len(state.rounds)
    while not state.is_over and len(state.rounds) == this_round:
        state = apply(state, choose(state, words))
    return state


def ended_scores(state: State) -> list[int]:
    """Points of all rounds that are over; a new one has just begun, if the game is not over."""
    if not state.is_over:
        state = replace(state, rounds=state.rounds[:-1])
    return [score(state, seat) for seat in range(state.players)]


def reward(state: State, seat: int, kind: str) -> float:
    """What the end of a playout is worth to a seat."""
    scores = ended_scores(state)
    own, others = scores[seat], [one for other, one in enumerate(scores) if other != seat]
    if kind == "points":
        return float(own)
    if kind == "lead":
        return own - sum(others) / len(others)
    if kind == "relative":
        return own / (own + max(others)) if own + max(others) else 0.5
    tied = [place for place, one in enumerate(scores) if one == max(scores)]
    if state.variants.rounds == 1:
        for fact in (lambda one: one.largest_property, lambda one: one.crowns):
            most = max(fact(state.kingdoms[place]) for place in tied)
            tied = [place for place in tied if fact(state.kingdoms[place]) == most]
    return 1 / len(tied) if seat in tied else 0.0


# Flat Monte Carlo


@dataclass
class Tried:
    """What became of each move, in order."""

    moves: list[Move]
    visits: list[int]
    sums: list[float]

    @property
    def best(self) -> Move:
        """The first with the best mean."""
        means = [total / visits if visits else -math.inf for total, visits in zip(self.sums, self.visits, strict=True)]
        return self.moves[means.index(max(means))]


def flat(state: State, word: np.uint64, *, playouts: int, choose: Policy, kind: str) -> Tried:
    """Every playout begins with any of the moves."""
    me, moves = state.seat, legal_moves(state)
    tried = Tried(moves, [0] * len(moves), [0.0] * len(moves))
    for number in range(playouts):
        there, words = imagined(state, word, number)
        first = words.of(me)(len(moves))
        end = played_on(apply(there, moves[first]), words, choose)
        tried.visits[first] += 1
        tried.sums[first] += reward(end, me, kind)
    return tried


# UCT


@dataclass
class Node:
    """A move in the tree, known by its placement and the number of the domino picked."""

    seat: int = -1
    visits: int = 0
    possible: int = 0
    won: float = 0.0
    gain: float = 0.0
    children: dict[Move, Node] = field(default_factory=dict)


def tree(
    state: State, word: np.uint64, *, playouts: int, choose: Policy, c: float, bias: str = "none", weight: float = 0.0
) -> Node:
    """Grow a tree by one node a playout; returns its root."""
    root = Node()
    this_round = len(state.rounds)
    for number in range(playouts):
        there, words = imagined(state, word, number)
        node, path = root, []
        while not there.is_over and len(there.rounds) == this_round:
            moves = legal_moves(there)
            known = [node.children[move] for move in moves if move in node.children]
            for child in known:
                child.possible += 1
            move = next((one for one in moves if one not in node.children), None)
            if move is None:
                worths = [worth(child, c, bias, weight) for child in known]
                move = moves[worths.index(max(worths))]
                node, there = node.children[move], apply(there, move)
                path.append(node)
                continue
            seat, before = there.seat, counted(there, there.seat)
            node.children[move] = node = Node(seat=seat, possible=1)
            path.append(node)
            there = apply(there, move)
            if bias != "none" and not there.is_over and len(there.rounds) == this_round:
                node.gain = counted(there, seat) - before
            break
        end = played_on(there, words, choose) if len(there.rounds) == this_round else there
        for one in path:
            one.visits += 1
            one.won += reward(end, one.seat, "win")
    return root


def worth(child: Node, c: float, bias: str, weight: float) -> float:
    """What is climbed for in the tree."""
    mean = child.won / child.visits
    value = mean + c * math.sqrt(math.log(child.possible) / child.visits)
    if bias == "progressive":
        value += weight * child.gain / (child.visits + 1)
    if bias == "progressive-win":
        value += weight * child.gain / (child.visits * (1 - mean) + 1)
    return value


def counted(state: State, seat: int) -> float:
    """Points of a kingdom under way, with the middle."""
    kingdom, variants = state.kingdoms[seat], state.variants
    return kingdom.points + variants.middle_points * kingdom.is_middle(of_box=variants.middle_of_box)


def best_child(root: Node, moves: list[Move]) -> Move:
    """Most wins a visit; among equals the highest gain, then the first."""
    tried = [
        (root.children[move].won / root.children[move].visits, root.children[move].gain, move)
        for move in moves
        if move in root.children
    ]
    most = max(one[:2] for one in tried)
    return next(one[2] for one in tried if one[:2] == most)


# The strong one


def strong(
    state: State, word: np.uint64, *, playouts: int, weights: np.ndarray, until: int | None = None
) -> list[tuple[Move, float]]:
    """The moves left, the most promising first, and the sums of their chances of winning; at the end or on the way."""
    me, last = state.seat, state.picks == [None]
    promising = sorted(judged(state, weights), key=lambda one: -one.promise)  # equals keep their order
    found = [(one.move, 0.0) for one in promising[: 1 if last else max(2, min(16, playouts // 4))]]
    candidates, spent, rounds = len(found), 0, 0
    while len(found) > 1 and spent < (until or playouts):
        tried = []
        for move, total in found:
            there, words = imagined(state, word, rounds)
            end = played_on(apply(there, move), words, strong_policy(me, weights))
            scores = ended_scores(end)
            lead = scores[me] - max(one for other, one in enumerate(scores) if other != me)
            tried.append((move, total + 1 / (1 + math.exp(-lead / 8))))
        found, spent, rounds = tried, spent + len(found), rounds + 1
        if rounds >= 2:
            allowed = max(1, math.ceil(candidates ** (1 - min(spent / playouts, 1)) - 1e-9))
            while len(found) > allowed:
                least = min(total for _, total in found)
                found.pop(max(place for place, one in enumerate(found) if one[1] <= least + 1e-9))
    return found


def strong_policy(me: int, weights: np.ndarray) -> Policy:
    """Far-sighted for oneself; the others greedy, and with nothing left to pick for most points."""

    def choose(state: State, words: Words) -> Move:
        if state.seat == me:
            return far_sighted(state, weights)
        player = GreedyRandomDraft() if state.picks == [None] else FullGreedy()
        return player.choose(state, AsCoin(words.of(state.seat)))

    return choose
