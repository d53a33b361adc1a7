"""Far-sighted players among themselves, in numba, every judgement written down: what `fit` learns from."""

from __future__ import annotations

from numba import njit

from kingdice.games.kingdomino.kernel_game import begin_game, coin, make_move
from kingdice.games.kingdomino.kernel_greedy import random_move
from kingdice.games.kingdomino.kernel_kingdom import is_middle, points_of
from kingdice.games.kingdomino.kernel_sight import far_sighted_move, stage_of

PER_MILLE = 1000


@njit(cache=True, nogil=True)
def play_and_note(rules, game, desk, seed, first_game, games, astray, features, stages, to_come):
    """Play games, some moves of which (`astray`, per mille) are random, so that all kinds of kingdoms are met.

    Of every other move but those of last turns, a row: the features of what was chosen, the stage, and the points that
    came on top of those that lay there (with the middle, if it was kept). Returns how many rows.
    """
    noted = 0
    for number in range(games):
        begin_game(rules, game, seed, first_game + number)
        begun, this_round = noted, game.round
        while game.over == 0 and game.round == this_round:
            seat, last, stage = game.owner[game.turn], game.line == rules.lines, stage_of(rules, game)
            move = far_sighted_move(rules, game, desk)
            if coin(game, seat, PER_MILLE) < astray:
                make_move(rules, game, random_move(rules, game))
                continue
            if not last:
                features[noted] = desk.noted
                stages[noted] = stage
            make_move(rules, game, move)
            if not last:
                kingdom = game.kingdoms[seat]
                now = points_of(kingdom) + (rules.middle_points if is_middle(rules, kingdom) else 0)
                to_come[noted, 0], to_come[noted, 1] = seat, now
                noted += 1
        for row in range(begun, noted):
            to_come[row, 1] = game.kingdoms[to_come[row, 0]].score - to_come[row, 1]
    return noted
