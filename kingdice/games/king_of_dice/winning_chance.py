"""How likely is each seat to win, in the middle of a game? A model fitted to games.

No player knows it, and it depends on how all play on, so it is learned from games themselves: a conditional logit
(McFadden 1974), in which the chance of a seat is proportional to exp(strength). A seat's strength is its score, times
what a point counts at this stage of the game, plus what it is worth to be next, second, … to play, and to play with an
extra roll. What a point counts is a broken line over the cards left, one over the penalties left, and so much for every
village pile that is down to its last card: the three ends of a game. Points count more the nearer the end is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import RunError
from kingdice.games.king_of_dice.turn_log import TurnLog

__all__ = ["HeldOut", "WinningChances", "fit_winning_chances", "held_out_chances"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
CARDS_LEFT = (0.0, 2.0, 4.0, 7.0, 11.0, 16.0, 23.0, 35.0)
PENALTIES_LEFT = (1.0, 2.0, 3.0, 5.0)
RIDGE = 1e-3
MOST_FITTED = 2000  # games: more make the fit slower and hardly better


@dataclass(frozen=True)
class WinningChances:
    """A fitted model.

    Attributes
    ----------
    weights : array (features,)
    games : int
        How many games it was fitted to.
    """

    weights: Floats
    games: int

    def chances(self, log: TurnLog, turns: Ints) -> Floats:
        """The chance of each seat before these turns; array (turns, seats)."""
        return _softmax(_features(log, turns) @ self.weights)


def fit_winning_chances(log: TurnLog, games: Ints) -> WinningChances:
    """Fit the model to some games of a log, all their turns (Newton's method, with a ridge against overfitting).

    Parameters
    ----------
    log : TurnLog
    games : array of int
        Which ones, from 0; only the first 2,000 of them are used. Shared wins count in parts.

    Raises
    ------
    RunError
        When there is no game.
    """
    some = np.asarray(games)[:MOST_FITTED]
    if not len(some):
        raise RunError("no games to fit the chance of winning to")
    inside = np.zeros(log.games, dtype=np.bool_)
    inside[some] = True
    turns = np.flatnonzero(inside[log.game])
    features, won = _features(log, turns), log.credits[log.game[turns]]
    states, _, width = features.shape
    flat = features.reshape(-1, width)
    weights = np.zeros(width)
    for _ in range(30):
        chances = _softmax(features @ weights)
        slope = flat.T @ (won - chances).ravel() / states - RIDGE * weights
        mean = np.einsum("ts,tsf->tf", chances, features)
        curve = (flat * chances.reshape(-1, 1)).T @ flat / states - mean.T @ mean / states
        step = np.linalg.solve(curve + RIDGE * np.eye(width), slope)
        weights = weights + step
        if np.abs(step).max() < 1e-7:
            break
    return WinningChances(weights, len(some))


@dataclass(frozen=True)
class HeldOut:
    """Chances of winning in games that the model was not fitted to.

    Attributes
    ----------
    log : TurnLog
    turns : array of int
        All turns of the second, fourth, … game.
    chances : array (turns, seats)
        Before each of them.
    """

    log: TurnLog
    turns: Ints
    chances: Floats


def held_out_chances(log: TurnLog) -> HeldOut:
    """Fit the model to the first, third, … game of a log and apply it to the others.

    Raises
    ------
    RunError
        With fewer than four games.
    """
    if log.games < 4:
        raise RunError(f"the chance of winning is fitted to half the games: {log.games} are too few")
    model = fit_winning_chances(log, np.arange(0, log.games, 2))
    turns = np.flatnonzero(log.game % 2 == 1)
    return HeldOut(log, turns, model.chances(log, turns))


def _softmax(strengths: Floats) -> Floats:
    powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def _features(log: TurnLog, turns: Ints) -> Floats:
    """What strengths are made of; array (turns, seats, features), scores in tens of points."""
    seats = len(log.strategies)
    points = (log.before[turns] - log.before[turns].mean(axis=1, keepdims=True)) / 10
    piles = np.array([len(village.values) for village in log.edition.villages])
    last = (log.villages[turns] == piles - 1).sum(axis=1)
    stage = np.concatenate(
        [
            _broken_line(log.cards_left[turns], CARDS_LEFT),
            _broken_line(log.penalties_left[turns], PENALTIES_LEFT)[:, :-1],
            last[:, None],
        ],
        axis=1,
    )
    after = (np.arange(seats) - log.seat[turns, None]) % seats
    order = (after[:, :, None] == np.arange(seats - 1)).astype(np.float64)
    extra = np.where(after == 0, log.rolls[turns, None] - log.edition.rules.rolls, 0)
    late = 1 - np.minimum(log.cards_left[turns] / CARDS_LEFT[-1], 1)
    scored = points[:, :, None] * stage[:, None, :]
    # In rows: the matrix products of the fit are twenty times slower on an array laid out otherwise.
    parts = [scored, order, order * late[:, None, None], extra[:, :, None]]
    return np.ascontiguousarray(np.concatenate(parts, axis=2), dtype=np.float64)


def _broken_line(values: NDArray[np.int32], knots: tuple[float, ...]) -> Floats:
    """Weights of the knots that make a line through them; array (values, knots), flat beyond the last."""
    return np.stack([np.interp(values, knots, one) for one in np.eye(len(knots))], axis=1)
