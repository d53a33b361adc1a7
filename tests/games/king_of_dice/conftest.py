"""Random displays, what the oracles say about them, and edition files to read."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from oracles import citizens, turn_worth

from kingdice.games.king_of_dice import Display, Edition


@dataclass(frozen=True)
class Moment:
    """What a display and a player's realm look like before a turn, and what is wanted of it."""

    ids: tuple[str, ...]
    villages: tuple[int, ...]
    penalty: int
    fairies: int
    players: int
    objective: str

    def display(self, edition: Edition) -> Display:
        """The same as the package takes it."""
        about = {"villages": self.villages, "penalty": self.penalty, "fairies": self.fairies, "players": self.players}
        return Display.of(edition, self.ids, **about)

    def plain_worths(self, *, triangular_fairies: bool = False) -> tuple[list[float], float]:
        """What each citizen is worth, and failing, by the oracle."""
        return turn_worth.card_worths(
            self.ids,
            villages=self.villages,
            penalty=self.penalty,
            fairies=self.fairies,
            players=self.players,
            objective=self.objective,
            triangular_fairies=triangular_fairies,
        )

    def plain_terminal(self, tables: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """What each ordered roll is worth and which place it takes (5: none), arrays (6, 6, 6, 6, 6, 6)."""
        worths, failing = self.plain_worths()
        return turn_worth.terminal(worths, failing, np.stack([tables[one] for one in self.ids], axis=-1))


@pytest.fixture(scope="session")
def random_moments() -> Callable[..., list[Moment]]:
    """Makes so many moments with citizens sampled uniformly; the objectives come in turn."""

    def draw(count: int, seed: int, objectives: tuple[str, ...] = ("points", "lead")) -> list[Moment]:
        rng = random.Random(seed)
        moments = []
        for number in range(count):
            ids = tuple(rng.sample(sorted(citizens.CITIZENS), 5))
            shown = sum(one.startswith("fairy") for one in ids)
            objective = objectives[number % len(objectives)].replace("ID", rng.choice(ids))
            villages = tuple(rng.choice((0, 2, 3, 4)) for _ in ids)
            fairies, penalty, players = rng.randint(0, 5 - shown), rng.randint(1, 4), rng.randint(2, 5)
            moments.append(Moment(ids, villages, penalty, fairies, players, objective))
        return moments

    return draw


@pytest.fixture
def write_edition(tmp_path: Path) -> Callable[..., Path]:
    """Writes an edition file; returns its path."""

    def write(text: str, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
