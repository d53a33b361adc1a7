"""What several tests share: the standard edition, and the oracle's tables of its citizens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from oracles import brute_force, citizens

from kingdice.games.king_of_dice import Edition, load_edition

# The same examples on every run, so that a failure is a failure of the change and not of the day.
settings.register_profile(
    "kingdice",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("kingdice")


@pytest.fixture(scope="session")
def edition() -> Edition:
    """The edition haba-2017."""
    return load_edition("haba-2017")


@pytest.fixture(scope="session")
def citizen_tables() -> dict[str, np.ndarray]:
    """For each citizen, which ordered rolls of the six dice meet it, by the oracle; arrays (6, 6, 6, 6, 6, 6)."""
    return {name: brute_force.over_rolls(citizens.POOL, met, bool) for name, met in citizens.CITIZENS.items()}
