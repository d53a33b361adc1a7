"""A game that is over in a moment: dice of three seats, in a few lines of NumPy that load nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np


def mix(word: np.ndarray) -> np.ndarray:
    """SplitMix64's finaliser."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@dataclass(frozen=True)
class ToyMatch:
    """Every seat throws two dice, twice if lucky, and the best score wins; scores of 3 seats often tie.

    Attributes
    ----------
    strategies : tuple of str
        `plain` or `lucky`.
    pause : float
        Seconds that a block takes besides.
    before : callable
        Called with the first game of every block that is played.
    """

    strategies: tuple[str, ...] = ("plain", "plain", "lucky")
    edition: str = "abc"
    pause: float = 0.0
    before: Callable[[int], Any] = field(default=lambda first: None, compare=False)

    @property
    def identity(self) -> Mapping[str, Any]:
        edition = {"name": "toy", "hash": self.edition}
        return {"game": "toy", "edition": edition, "strategies": list(self.strategies)}

    @property
    def columns(self) -> tuple[str, ...]:
        seats = range(1, len(self.strategies) + 1)
        return "game", "move_hash", "winners", "throws", *(f"{what}_{s}" for s in seats for what in ("score", "turns"))

    @property
    def seat_means(self) -> Mapping[str, str]:
        return {"turns_mean": "turns", "turns_sd": "turns"}

    @property
    def board_means(self) -> Mapping[str, str]:
        return {"throws_mean": "throws"}

    def play_block(self, seed: int, first_game: int, games: int) -> np.ndarray:
        self.before(first_game)
        if self.pause:
            time.sleep(self.pause)
        numbers = np.arange(first_game, first_game + games)
        keys = mix(mix(np.array([seed + 1], dtype=np.uint64)) ^ numbers.astype(np.uint64))
        rows = np.empty((games, len(self.columns)), dtype=np.int64)
        rows[:, 0] = numbers
        rows[:, 1] = keys.view(np.int64)
        scores = []
        for seat, strategy in enumerate(self.strategies):
            words = mix(keys + np.uint64(seat + 1))
            score = (words % np.uint64(6) + (words >> np.uint64(32)) % np.uint64(6)).astype(np.int64) - 2
            turns = (words >> np.uint64(16)).astype(np.int64) % (2 if strategy == "lucky" else 1) + 1
            scores.append(score + turns - 1)
            rows[:, 4 + 2 * seat : 6 + 2 * seat] = np.stack([scores[-1], turns], axis=1)
        best = np.max(scores, axis=0)
        rows[:, 2] = sum((score == best).astype(np.int64) << seat for seat, score in enumerate(scores))
        rows[:, 3] = rows[:, 5::2].sum(axis=1)
        return rows
