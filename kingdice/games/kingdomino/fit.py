"""What is still to come, fitted in self-play: the weights of far-sighted players.

Far-sighted players play each other, now and then a random move; at the end it is known how many points came on top of
those that lay in a kingdom after each move, and that is regressed on the move's features, for every stage of the
round. The weights of the next round of fitting are the means of the last `REMEMBERED` fits, as one fit alone goes back
and forth. Features that never differ at a stage share their weight (ridge).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.games.kingdomino.blocks import make_tables
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_self_play import play_and_note
from kingdice.games.kingdomino.layout import FEATURES, STAGES
from kingdice.games.kingdomino.variants import Variants
from kingdice.simulation.streams import seed_key

__all__ = ["Fit", "fit_sight"]

Floats = NDArray[np.float64]
REMEMBERED = 4
ASTRAY = 100  # random moves, per mille
RIDGE = 3.0
_TURNS = 64  # at most, of a game


@dataclass(frozen=True)
class Fit:
    """Weights for one kind of table.

    Attributes
    ----------
    weights : array (stages, features)
        Points.
    explained : array (stages,)
        Share of the variance of what was to come that the last fit explains.
    mean_score : float
        Of the players of the last round, who now and then move at random.
    """

    weights: Floats
    explained: Floats
    mean_score: float


def first_guess() -> Floats:
    """Where fitting begins: the next gain counts, holes and dominoes that do not fit cost."""
    weights = np.zeros((STAGES, len(FEATURES)))
    for name, weight in (("gain", 1.0), ("holes", -3.0), ("misfit", -5.0)):
        weights[1:, FEATURES.index(name)] = weight
    return weights


def fit_sight(variants: Variants, *, players: int, games: int = 20_000, rounds: int = 8, seed: int = 1) -> Fit:
    """Fit the weights in rounds of self-play.

    Parameters
    ----------
    variants : Variants
    players : int
    games : int
        Games a round.
    rounds : int
        At least 1.
    seed : int
        Rounds play different games of one seed.
    """
    weights, fits = first_guess(), list[Floats]()
    for number in range(rounds):
        features, stages, to_come, mean = _played(variants, players, weights, seed, number * games, games)
        fitted, explained = _regress(features, stages, to_come)
        fits.append(fitted)
        weights = np.mean(fits[-REMEMBERED:], axis=0)
    return Fit(weights, explained, mean)


def _played(
    variants: Variants, players: int, weights: Floats, seed: int, first: int, games: int
) -> tuple[Floats, NDArray[np.int64], Floats, float]:
    tables = make_tables(variants, [described("far-sighted")] * players, sight=weights)
    room = tables.desk()
    features = np.zeros((games * _TURNS, len(FEATURES)))
    stages, to_come = np.zeros(len(features), dtype=np.int64), np.zeros((len(features), 2), dtype=np.int64)
    noted = play_and_note(
        tables.rules[0], room.game[0], room.desk[0], seed_key(seed), first, games, ASTRAY, features, stages, to_come
    )
    first_picks = stages[:noted] == STAGES - 1  # everything is still to come
    mean = float(to_come[:noted, 1][first_picks].mean()) + variants.middle_points
    return features[:noted], stages[:noted], to_come[:noted, 1].astype(np.float64), mean


def _regress(features: Floats, stages: NDArray[np.int64], to_come: Floats) -> tuple[Floats, Floats]:
    """Ridge regression for every stage."""
    weights, explained = np.zeros((STAGES, len(FEATURES))), np.zeros(STAGES)
    for stage in range(1, STAGES):
        here = stages == stage
        x, y = features[here], to_come[here]
        if len(y) == 0:
            continue
        weights[stage] = np.linalg.solve(x.T @ x + RIDGE * np.eye(len(FEATURES)), x.T @ y)
        explained[stage] = 1 - np.mean((y - x @ weights[stage]) ** 2) / np.var(y)
    return weights, explained
