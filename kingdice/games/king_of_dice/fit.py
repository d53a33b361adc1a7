"""What follows a turn, fitted in self-play: the weights of far-sighted players.

Far-sighted players play each other; after every turn the lead has still to change by something until the end, and that
something is regressed on what was seen (`layout.SIGHT`). The coefficients are the weights of the next round; the last
two rounds together give the result. A fairy counts for those already won too, so the regression sees fairies won
so far x fairies to come. What ending the game is worth cannot be seen in the lead, which does not change any more: the
chance of winning goes to one for whoever is ahead, and that is worth as many points of lead as would raise it as much
in the last round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.games.king_of_dice.blocks import make_tables, play_turns
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.layout import SIGHT

__all__ = ["Fit", "fit_sight"]

Floats = NDArray[np.float64]
_GAMES_AT_A_TIME = 500


@dataclass(frozen=True)
class Fit:
    """Weights of `layout.SIGHT` for one number of players.

    Attributes
    ----------
    weights, errors : array (features,)
        Points, and their standard errors (turns of one game hang together).
    games : int
        Games that they were fitted on.
    """

    weights: Floats
    errors: Floats
    games: int


def fit_sight(edition: Edition, *, players: int, games: int = 6000, rounds: int = 4, seed: int = 1) -> Fit:
    """Fit the weights in rounds of self-play; the first one starts from weights of 0, the strategy `lead-optimal`.

    Parameters
    ----------
    edition : Edition
    players : int
    games : int
        Games a round.
    rounds : int
        At least 2.
    seed : int
        Rounds play different games of one seed.
    """
    weights = errors = np.zeros(len(SIGHT))
    before: list[Floats] = []
    for number in range(rounds):
        turns = [*_played(edition, players, weights, seed, number * games, games)]
        fitted, errors = _regress(np.concatenate(before + turns), players)
        weights, before = fitted, turns
    return Fit(weights, errors, 2 * games)


def _played(edition: Edition, players: int, weights: Floats, seed: int, first: int, games: int) -> Iterator[Floats]:
    """Turns of self-play, a row each: game, features, lead to come, share of the win, lead, turns to come."""
    tables = make_tables(edition, ["far-sighted"] * players, sight=weights.tolist())
    for start in range(first, first + games, _GAMES_AT_A_TIME):
        some = min(_GAMES_AT_A_TIME, first + games - start)
        rows, log = play_turns(tables, seed, start, some)
        turns = rows[:, 3]
        game, turn = np.nonzero(np.arange(log.shape[1]) < turns[:, None])
        entry = log[game, turn]
        seat, scores = entry["seat"], entry["scores"][:, :players].astype(np.float64)
        last = log[game, turns[game] - 1]["scores"][:, :players].astype(np.float64)
        lead, final = _lead(scores, seat), _lead(last, seat)
        features = entry["sight"].copy()
        features[:, SIGHT.index("fairies")] += entry["fairies"] * entry["fairies_to_come"]
        won = (rows[game, 4] >> seat & 1) / np.array([int(one).bit_count() for one in rows[:, 4]])[game]
        yield np.column_stack([game + start, features, final - lead, won, lead, turns[game] - 1 - turn])


def _lead(scores: Floats, seat: NDArray[np.int64]) -> Floats:
    """Own points less the mean of the others'."""
    players = scores.shape[1]
    own = scores[np.arange(len(seat)), seat]
    lead: Floats = own - (scores.sum(axis=1) - own) / (players - 1)
    return lead


def _regress(turns: Floats, players: int) -> tuple[Floats, Floats]:
    """Least squares of the lead to come on the features, over turns that do not end the game; errors by game."""
    count = len(SIGHT)
    game, features = turns[:, 0], turns[:, 1 : 1 + count]
    to_come, won, lead, left = turns[:, 1 + count :].T
    inside, end = [place for place, name in enumerate(SIGHT) if name != "end"], SIGHT.index("end")
    weights, errors = np.zeros(count), np.zeros(count)
    on = left > 0
    weights[inside], errors[inside] = _least_squares(features[on][:, inside], to_come[on], game[on])
    late = on & (left <= players) & (lead > 0)
    (slope,), (error,) = _least_squares(lead[late, None], won[late], game[late])
    weights[end] = (1.0 - won[late].mean()) / slope
    errors[end] = weights[end] * error / slope
    return weights, errors


def _least_squares(design: Floats, target: Floats, game: Floats) -> tuple[Floats, Floats]:
    """Coefficients besides a constant, and their standard errors, turns of one game counted as one observation."""
    design = np.column_stack([design, np.ones(len(design))])
    inverse = np.linalg.pinv(design.T @ design)
    solution = inverse @ (design.T @ target)
    scores = design * (target - design @ solution)[:, None]
    _, number = np.unique(game, return_inverse=True)
    sums = np.stack([np.bincount(number, weights=column) for column in scores.T], axis=1)
    errors = np.sqrt(np.diag(inverse @ (sums.T @ sums) @ inverse))
    return solution[:-1], errors[:-1]
