"""A game whose truth is known: points are strength plus luck of the seat's dice plus a strategy's own noise.

Everything is addressed by seed, game and seat, like the dice of a real game. A strategy is named by its strength:
"+0.50" has half a point more than "+0.00"; "+0.50b" is another one as strong, with noise of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr, ndtri


@dataclass(frozen=True)
class ToyMatch:
    """Implements `kingdice.simulation.seam.Match`; points are hundredths, rounded to `step` of them.

    Luck and noise are in units of a hundred points. The luck that is reported is that of the dice, the same for all
    strategies, and the strategy's own; the noise is not reported. With Gumbel noise alone a seat ends above another
    as Bradley and Terry would have it. With `tie_break` the first of those with most points wins alone.
    """

    strategies: tuple[str, ...]
    luck_sd: float = 1.0
    own_luck_sd: float = 0.5
    noise_sd: float = 1.0
    head_start: float = 0.5
    step: int = 1
    with_luck: bool = True
    gumbel: bool = False
    tie_break: bool = False

    seat_means = {}  # noqa: RUF012

    @property
    def identity(self) -> dict[str, Any]:
        return {"game": "toy", "edition": {"name": "none", "hash": "0"}, "strategies": list(self.strategies)}

    @property
    def columns(self) -> tuple[str, ...]:
        seats = range(1, len(self.strategies) + 1)
        luck = tuple(f"luck_{seat}" for seat in seats) if self.with_luck else ()
        return ("game", "move_hash", "winners", *(f"score_{seat}" for seat in seats), *luck)

    def play_block(self, seed: int, first_game: int, games: int) -> NDArray[np.int64]:
        number = np.arange(first_game, first_game + games, dtype=np.int64)
        seats = len(self.strategies)
        luck, scores = np.empty((2, games, seats))
        for seat, name in enumerate(self.strategies):
            own = sum(ord(letter) * 31**place for place, letter in enumerate(name))
            luck[:, seat] = self.luck_sd * _normal(seed, number, seat, 0)
            luck[:, seat] += self.own_luck_sd * _normal(seed, number, seat, 1000 + own)
            noise = _normal(seed, number, seat, own)
            noise = -np.log(-log_ndtr(noise)) if self.gumbel else self.noise_sd * noise
            start = self.head_start * (seat == 0)
            scores[:, seat] = float(name.rstrip("abcdef")) + start + luck[:, seat] + noise
        points = np.round(scores * 100 / self.step).astype(np.int64) * self.step
        best = points == points.max(axis=1, keepdims=True)
        if self.tie_break:
            best &= best.cumsum(axis=1) == 1
        winners = (best << np.arange(seats)).sum(axis=1)
        hashes = (points * 31 ** np.arange(seats)).sum(axis=1)
        lucks = [np.round(luck * 1e8).astype(np.int64)] if self.with_luck else []
        return np.column_stack([number, hashes, winners, points, *lucks])


def toy(**settings: Any):
    """What makes toy matches with these settings."""
    return lambda strategies: ToyMatch(tuple(strategies), **settings)


def _normal(seed: int, games: NDArray[np.int64], seat: int, own: int) -> NDArray[np.float64]:
    word = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for part in (seed, seat, own):
        word = _mix(word + np.uint64((part + 1) * 0xD1342543DE82EF95 % (1 << 64)))
    return ndtri(((word >> np.uint64(11)).astype(np.float64) + 0.5) / (1 << 53))


def _mix(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
