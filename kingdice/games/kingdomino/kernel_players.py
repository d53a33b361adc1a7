"""Who decides what, in numba: moves by policies, and searches from their first playout to their move.

There is one loop of playouts for all searches, and one place from which policies are called: numba optimises what a
function calls once more with every function above it, so a long chain above them would take minutes to compile.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.kernel_game import coin, make_move, shun, shun_nothing
from kingdice.games.kingdomino.kernel_greedy import greedy_move, random_move
from kingdice.games.kingdomino.kernel_search import begin_flat, begin_search, best_flat, end_flat, imagine
from kingdice.games.kingdomino.kernel_sight import far_sighted_move
from kingdice.games.kingdomino.kernel_strong import begin_strong, end_strong
from kingdice.games.kingdomino.kernel_tree import best_in_tree, climb, descend
from kingdice.games.kingdomino.layout import (
    EPSILON,
    EPSILON_GREEDY,
    FAR_SIGHTED,
    GREEDY,
    GREEDY_TO_THE_END,
    PLAYER_GREEDY,
    POLICY,
    RANDOM,
    REWARD,
    STRONG,
    UCT,
)
from kingdice.simulation.halving import best_left

WORDS = 1 << 30


@njit(cache=True, nogil=True)
def move_by(rules, game, desk, policy, epsilon):
    """The move of a policy for the king whose turn it is."""
    if policy == EPSILON_GREEDY:
        policy = RANDOM if coin(game, game.owner[game.turn], WORDS) < epsilon * WORDS else GREEDY
    if policy == RANDOM:
        return random_move(rules, game)
    if policy == FAR_SIGHTED:
        return far_sighted_move(rules, game, desk)
    ahead = policy == GREEDY or (policy == GREEDY_TO_THE_END and game.line < rules.lines)
    return greedy_move(rules, game, desk, ahead)


@njit(cache=True, nogil=True, inline="always")
def policy_move(rules, game, desk):
    """The move of a player who does not search."""
    seat = game.owner[game.turn]
    if rules.without[seat] != 0:
        shun(rules, game, rules.without[seat])
    move = move_by(rules, game, desk, rules.code[seat], 0.0)
    if game.shunned > 0:
        shun_nothing(rules, game)
    return move


@njit(cache=True, nogil=True)
def open_search(rules, game, desk, search):
    """Begin the search of the king whose turn it is; returns how many moves are in question."""
    found = begin_search(rules, game, desk, search)
    if found > 1 and rules.code[game.owner[game.turn]] == STRONG:
        begin_strong(rules, game, desk, search)
    return search.found


@njit(cache=True, nogil=True)
def search_on(rules, game, copy, desk, search, nodes, playouts, of_all):
    """Go on with the search of the king whose turn it is, by some playouts of all that it is to have.

    A strong player's rounds of playouts are always finished.
    """
    me, this_round = game.owner[game.turn], game.round
    code, told = rules.code[me], rules.parameters[me]
    own = others = np.int64(told[POLICY])
    if code == STRONG:
        own, others = FAR_SIGHTED, GREEDY_TO_THE_END
    elif own == PLAYER_GREEDY:
        own, others = GREEDY, RANDOM
    until = search.playouts + playouts
    while search.left > 1 and (search.playouts < until or search.place > 0):
        imagine(game, copy, search, search.rounds if code == STRONG else search.playouts)
        one = copy[0]
        if code == STRONG:
            make_move(rules, one, search.moves[search.place])
        elif code == UCT:
            descend(rules, one, desk, search, nodes, told)
        else:
            begin_flat(rules, one, search)
        while one.over == 0 and one.round == this_round:
            policy = own if one.owner[one.turn] == me else others
            make_move(rules, one, move_by(rules, one, desk, policy, told[EPSILON]))
        if code == STRONG:
            end_strong(rules, one, search, me, of_all)
        elif code == UCT:
            climb(rules, one, search, nodes)
        else:
            end_flat(rules, one, search, me, np.int64(told[REWARD]))
        search.playouts += 1


@njit(cache=True, nogil=True)
def found_move(rules, game, search, nodes):
    """The move that a search ends with."""
    code = rules.code[game.owner[game.turn]]
    if search.found == 1:
        return search.moves[0]
    if code == STRONG:
        return best_left(search)
    if code == UCT:
        return best_in_tree(game, search, nodes)
    return best_flat(search)
