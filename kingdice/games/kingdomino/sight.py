"""What far-sighted players go by: the weights of `layout.FEATURES`, fitted in self-play (`fit`, `sight.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from kingdice.games.kingdomino.layout import FEATURES, STAGES

__all__ = ["sight_weights", "table_of"]


def table_of(players: int, size: int) -> str:
    """Under which name the weights for a table are kept."""
    return "mighty-duel" if size == 7 else str(players)


@cache
def sight_weights(players: int, size: int) -> NDArray[np.float64]:
    """Weights in points.

    Returns
    -------
    array (stages, features)
        By own dominoes still to be placed after the turn, of twelve; after the last one nothing is weighed.
    """
    text = (resources.files(__package__) / "sight.toml").read_text(encoding="utf-8")
    fitted = tomllib.loads(text)["tables"][table_of(players, size)]
    weights = np.zeros((STAGES, len(FEATURES)))
    for place, name in enumerate(FEATURES):
        weights[1:, place] = fitted[name]
    weights.flags.writeable = False
    return weights
