"""Players that search: flat Monte Carlo evaluation and UCT, in numba.

Both play the game on from the position at hand, again and again, each time with another order of the dominoes that
the player cannot have seen: those not drawn yet, and those set aside. After Gedda, Lagerkvist and Butler, "Monte Carlo
Methods for the Game Kingdomino" (IEEE CIG 2018), whose playout policies, rewards and biases are all here.

A search is begun, continued by any number of playouts and asked for its move, so that it can run by number or by time.
Playout n of a search has random words of its own, so in how many portions it was run makes no difference.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.kingdomino.dominoes import DOMINOES
from kingdice.games.kingdomino.kernel_game import (
    NUMBERS,
    coin,
    find_winners,
    make_move,
    pick_in,
    placement_in,
    shuffle,
)
from kingdice.games.kingdomino.kernel_greedy import all_moves, greedy_move, random_move
from kingdice.games.kingdomino.kernel_kingdom import is_middle, points_of
from kingdice.games.kingdomino.kernel_sight import far_sighted_move
from kingdice.games.kingdomino.layout import (
    BIAS,
    BY_TIMES_LOST,
    EPSILON,
    EPSILON_GREEDY,
    EXPLORATION,
    FAR_SIGHTED,
    GREEDY,
    GREEDY_RANDOM_DRAFT,
    LEAD,
    NOTHING,
    PLAYER_GREEDY,
    POINTS,
    POLICY,
    PROGRESSIVE,
    RANDOM,
    REWARD,
    WEIGHT,
    WIN,
)
from kingdice.simulation.streams import DECISION, mix, word_at

ODD = np.uint64(0x9E3779B97F4A7C15)
ROOT, NONE = 0, 0


@njit(cache=True, nogil=True)
def playout_move(rules, game, desk, me, policy, epsilon):
    """A move by a playout policy, in a search of seat `me`."""
    seat = game.owner[game.turn]
    if policy == EPSILON_GREEDY:
        policy = RANDOM if coin(game, seat, 1 << 30) < epsilon * (1 << 30) else GREEDY
    elif policy == PLAYER_GREEDY:
        policy = GREEDY if seat == me else RANDOM
    if policy == RANDOM:
        return random_move(rules, game)
    if policy == FAR_SIGHTED:
        return far_sighted_move(rules, game, desk)
    return greedy_move(rules, game, desk, policy != GREEDY_RANDOM_DRAFT)


@njit(cache=True, nogil=True)
def play_out(rules, game, desk, me, policy, epsilon):
    """Play a round to its end."""
    this_round = game.round
    while game.over == 0 and game.round == this_round:
        make_move(rules, game, playout_move(rules, game, desk, me, policy, epsilon))


@njit(cache=True, nogil=True)
def reward_of(rules, game, seat, kind):
    """What the end of a playout is worth to a seat."""
    own, best, others = game.kingdoms[seat].score, 0, 0
    for other in range(rules.seats):
        if other != seat:
            best = max(best, game.kingdoms[other].score)
            others += game.kingdoms[other].score
    if kind == WIN:
        winners, _ = find_winners(rules, game)
        sharing = 0
        for other in range(rules.seats):
            sharing += winners >> other & 1
        return 1.0 / sharing if winners >> seat & 1 else 0.0
    if kind == POINTS:
        return float(own)
    if kind == LEAD:
        return own - others / (rules.seats - 1)
    return own / (own + best) if own + best > 0 else 0.5


@njit(cache=True, nogil=True)
def begin_search(rules, game, desk, search):
    """Write down all moves, none of them tried; returns how many there are."""
    seat = game.owner[game.turn]
    all_moves(rules, game, desk)
    search.moves[: desk.found] = desk.moves[: desk.found]
    search.found = search.left = desk.found
    search.visits[: desk.found] = 0
    search.sums[: desk.found] = 0.0
    search.playouts = 0
    search.nodes = 1
    if desk.found > 1:
        game.kingdoms[seat].coins += 1
        search.key = word_at(game.key, DECISION, seat, game.kingdoms[seat].coins, 1, 0)
        _note_unseen(game, search)
    return search.found


@njit(cache=True, nogil=True)
def _note_unseen(game, search):
    """Write down, by number, what has not been drawn."""
    search.unseen[:] = 0
    for place in range(game.drawn, DOMINOES):
        search.unseen[game.deck[place] - 1] = 1
    unseen = 0
    for number in range(1, DOMINOES + 1):
        if search.unseen[number - 1]:
            search.unseen[unseen] = number
            unseen += 1


@njit(cache=True, nogil=True)
def imagine(game, copy, search, number):
    """A copy of the game with what is unseen shuffled anew, for playout `number` of a search."""
    copy[0] = game
    copy[0].key = mix(search.key + np.uint64(number + 1) * ODD)
    for seat in range(copy[0].kingdoms.size):
        copy[0].kingdoms[seat].coins = 0
    for place in range(game.drawn, DOMINOES):
        copy[0].deck[place] = search.unseen[place - game.drawn]
    shuffle(copy[0], game.drawn)


@njit(cache=True, nogil=True)
def search_flat(rules, game, copy, desk, search, playouts):
    """Flat Monte Carlo evaluation: playouts that each begin with any of the moves."""
    me = game.owner[game.turn]
    told = rules.parameters[me]
    for _ in range(playouts):
        imagine(game, copy, search, search.playouts)
        first = coin(copy[0], me, search.found)
        make_move(rules, copy[0], search.moves[first])
        play_out(rules, copy[0], desk, me, np.int64(told[POLICY]), told[EPSILON])
        search.visits[first] += 1
        search.sums[first] += reward_of(rules, copy[0], me, np.int64(told[REWARD]))
        search.playouts += 1


@njit(cache=True, nogil=True)
def best_flat(search):
    """The move with the best mean."""
    best, most = 0, -np.inf
    for place in range(search.found):
        if search.visits[place] > 0 and search.sums[place] / search.visits[place] > most:
            best, most = place, search.sums[place] / search.visits[place]
    return search.moves[best]


@njit(cache=True, nogil=True)
def _own_score(rules, game, seat):
    """A seat's score as it stands, without Harmony."""
    kingdom = game.kingdoms[seat]
    return points_of(kingdom) + (rules.middle_points if is_middle(rules, kingdom) else 0)


@njit(cache=True, nogil=True)
def search_tree(rules, game, copy, desk, search, nodes, playouts):
    """UCT: a tree of moves that grows by one a playout.

    Which dominoes come is part of no node: a move is known by its placement and the domino that it picks, and only
    those that are possible with the dominoes of this playout are chosen from (Cowling, Powley and Whitehouse 2012,
    single observer; how often a move was possible takes the place of the visits of the node above).
    """
    me = game.owner[game.turn]
    told = rules.parameters[me]
    if search.nodes == 1:
        nodes[ROOT].first = nodes[ROOT].following = NONE
    for _ in range(playouts):
        imagine(game, copy, search, search.playouts)
        node, depth, this_round = ROOT, 0, game.round
        while copy[0].over == 0 and copy[0].round == this_round:
            all_moves(rules, copy[0], desk)
            place, child = _next_in_tree(copy[0], desk, search, nodes, node, told)
            seat = copy[0].owner[copy[0].turn]
            if child != NONE:
                make_move(rules, copy[0], desk.moves[place])
            else:
                if search.nodes == nodes.size:
                    break
                child = _new_node(rules, copy[0], desk.moves[place], search, nodes, node, told)
            nodes[child].seat = seat
            search.path[depth] = child
            depth += 1
            grown = nodes[child].visits == 0
            node = child
            if grown:
                break
        if not (copy[0].over or copy[0].round != this_round):
            play_out(rules, copy[0], desk, me, np.int64(told[POLICY]), told[EPSILON])
        for step in range(depth):
            one = nodes[search.path[step]]
            one.visits += 1
            one.reward += reward_of(rules, copy[0], one.seat, WIN)
        search.playouts += 1


@njit(cache=True, nogil=True)
def _known_by(game, move):
    """A move's name in the tree: its placement and the number of the domino that it picks."""
    pick = pick_in(move)
    return (placement_in(move) + 1) * NUMBERS + (game.next[pick] if pick != NOTHING else 0)


@njit(cache=True, nogil=True)
def _next_in_tree(game, desk, search, nodes, node, told):
    """Where to go from a node: the place of a move among those possible, and its child, or NONE if it has none yet."""
    child = nodes[node].first
    while child != NONE:
        search.child_of[nodes[child].move] = child
        child = nodes[child].following
    best, chosen, most = 0, NONE, -np.inf
    for place in range(desk.found):
        child = search.child_of[_known_by(game, desk.moves[place])]
        if child == NONE:
            if most < np.inf:
                best, chosen, most = place, NONE, np.inf
            continue
        one = nodes[child]
        one.possible += 1
        mean = one.reward / one.visits
        value = mean + told[EXPLORATION] * math.sqrt(math.log(one.possible) / one.visits)
        if told[BIAS] == PROGRESSIVE:
            value += told[WEIGHT] * one.gain / (one.visits + 1)
        elif told[BIAS] == BY_TIMES_LOST:
            value += told[WEIGHT] * one.gain / (one.visits * (1 - mean) + 1)
        if value > most:
            best, chosen, most = place, child, value
    child = nodes[node].first
    while child != NONE:
        search.child_of[nodes[child].move] = NONE
        child = nodes[child].following
    return best, chosen


@njit(cache=True, nogil=True)
def _new_node(rules, game, move, search, nodes, parent, told):
    """Make a move and a node for it."""
    seat = game.owner[game.turn]
    one = nodes[search.nodes]
    one.move = _known_by(game, move)
    one.first, one.following = NONE, nodes[parent].first
    one.visits, one.possible, one.reward, one.gain = 0, 1, 0.0, 0.0
    nodes[parent].first = search.nodes
    search.nodes += 1
    this_round = game.round
    before = _own_score(rules, game, seat) if told[BIAS] else 0
    make_move(rules, game, move)
    if told[BIAS] and game.round == this_round and game.over == 0:
        one.gain = _own_score(rules, game, seat) - before
    return search.nodes - 1


@njit(cache=True, nogil=True)
def best_in_tree(game, search, nodes):
    """The move with the most wins a visit; among equals the one that gains most, then the first."""
    best, most, gain = 0, -np.inf, -np.inf
    child = nodes[ROOT].first
    while child != NONE:
        search.child_of[nodes[child].move] = child
        child = nodes[child].following
    for place in range(search.found):
        child = search.child_of[_known_by(game, search.moves[place])]
        if child != NONE and nodes[child].visits > 0:
            mean = nodes[child].reward / nodes[child].visits
            if mean > most or (mean == most and nodes[child].gain > gain):
                best, most, gain = place, mean, nodes[child].gain
    child = nodes[ROOT].first
    while child != NONE:
        search.child_of[nodes[child].move] = NONE
        child = nodes[child].following
    return search.moves[best]
