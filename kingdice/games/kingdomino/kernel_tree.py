"""UCT in numba: a tree of moves that grows by one a playout.

Which dominoes come is part of no node: a move is known by its placement and the domino that it picks, and only those
that are possible with the dominoes of this playout are chosen from (Cowling, Powley and Whitehouse 2012, single
observer; how often a move was possible, this time too, takes the place of the visits of the node above). As in the
agents of Gedda, Lagerkvist and Butler (2018), whose biases are here, new moves are tried in their order: with fewer
playouts than moves the last ones are never tried. What a move gains is only known where a bias needs it.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kingdice.games.kingdomino.kernel_game import NUMBERS, make_move, pick_in, placement_in
from kingdice.games.kingdomino.kernel_greedy import all_moves
from kingdice.games.kingdomino.kernel_kingdom import is_middle, points_of
from kingdice.games.kingdomino.kernel_search import reward_of
from kingdice.games.kingdomino.layout import BIAS, BY_TIMES_LOST, EXPLORATION, NOTHING, PROGRESSIVE, WEIGHT, WIN

ROOT, NONE = 0, 0


@njit(cache=True, nogil=True)
def descend(rules, game, desk, search, nodes, told):
    """Make moves from the root down to a node that is new, or to the end of the round; the way is left in `search`."""
    node, this_round, grown = np.int64(ROOT), game.round, False
    if search.nodes == 1:
        nodes[ROOT].first = nodes[ROOT].following = NONE
    search.depth = 0
    while game.over == 0 and game.round == this_round and not grown:
        all_moves(rules, game, desk)
        place, child = _next_in_tree(game, desk, search, nodes, node, told)
        seat = game.owner[game.turn]
        if child == NONE and search.nodes == nodes.size:
            return
        if child == NONE:
            child = _new_node(rules, game, desk.moves[place], search, nodes, node, told)
        else:
            make_move(rules, game, desk.moves[place])
        nodes[child].seat = seat
        search.path[search.depth] = child
        search.depth += 1
        grown = nodes[child].visits == 0
        node = child


@njit(cache=True, nogil=True)
def climb(rules, game, search, nodes):
    """Tell all nodes on the way how the playout ended for the seats that moved there."""
    for step in range(search.depth):
        one = nodes[search.path[step]]
        one.visits += 1
        one.reward += reward_of(rules, game, one.seat, WIN)


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
    """The move with the most wins a visit; among equals the one that gains most, if gains are known, then the first."""
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


@njit(cache=True, nogil=True)
def _own_score(rules, game, seat):
    """A seat's score as it stands, without Harmony."""
    kingdom = game.kingdoms[seat]
    return points_of(kingdom) + (rules.middle_points if is_middle(rules, kingdom) else 0)
