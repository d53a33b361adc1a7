"""What players that search have in common, and flat Monte Carlo evaluation, in numba.

They play the game on from the position at hand, again and again, each time with another order of the dominoes that
the player cannot have seen: those not drawn yet, and those set aside. After Gedda, Lagerkvist and Butler, "Monte Carlo
Methods for the Game Kingdomino" (IEEE CIG 2018), whose rewards are all here, and playout policies in `kernel_players`.

A search is begun, continued by any number of playouts and asked for its move (`kernel_players`), so that it can run by
number or by time. Playout n of a search has random words of its own, so in how many portions it was run makes no
difference.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.kingdomino.dominoes import DOMINOES
from kingdice.games.kingdomino.kernel_game import coin, find_winners, make_move, shuffle
from kingdice.games.kingdomino.kernel_greedy import all_moves
from kingdice.games.kingdomino.layout import LEAD, POINTS, WIN
from kingdice.simulation.streams import DECISION, mix, word_at

ODD = np.uint64(0x9E3779B97F4A7C15)


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
    for place in range(desk.found):
        search.moves[place] = desk.moves[place]
        search.visits[place], search.sums[place] = 0, 0.0
    search.found = search.left = desk.found
    search.playouts = search.place = 0
    search.nodes = 1
    if desk.found > 1:
        game.kingdoms[seat].coins += 1
        search.key = word_at(game.key, DECISION, seat, game.kingdoms[seat].coins, 1, 0)
        _note_unseen(game, search)
    return search.found


@njit(cache=True, nogil=True)
def _note_unseen(game, search):
    """Write down, by number, what has not been drawn."""
    for number in range(DOMINOES):
        search.unseen[number] = 0
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
def begin_flat(rules, game, search):
    """Begin a playout of a flat search: with any of the moves, all equally likely."""
    search.place = coin(game, game.owner[game.turn], search.found)
    make_move(rules, game, search.moves[search.place])


@njit(cache=True, nogil=True)
def end_flat(rules, game, search, seat, kind):
    """Count a playout for the move that it began with."""
    search.visits[search.place] += 1
    search.sums[search.place] += reward_of(rules, game, seat, kind)
    search.place = 0


@njit(cache=True, nogil=True)
def best_flat(search):
    """The move with the best mean."""
    best, most = 0, -np.inf
    for place in range(search.found):
        if search.visits[place] > 0 and search.sums[place] / search.visits[place] > most:
            best, most = place, search.sums[place] / search.visits[place]
    return search.moves[best]
