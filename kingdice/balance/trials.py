"""Checks printed with every report: a mirror match is even, a player beats chance, exact chances come out in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kingdice.balance.played import rows_of
from kingdice.comparison.controls import control_table, controls
from kingdice.comparison.estimates import normal_reach, tidy
from kingdice.comparison.intervals import sidak
from kingdice.comparison.rotation import MatchOf

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Check", "check_table", "played_controls"]

_ROUNDING = 1e-12


class Check(NamedTuple):
    """A chance that is known exactly, and how often it came out.

    Attributes
    ----------
    of : str
    exact : float
    came : float
        How often it came out.
    trials : float
        How often it could have.
    """

    of: str
    exact: float
    came: float
    trials: float


def played_controls(
    match_of: MatchOf,
    strategies: Sequence[str],
    *,
    players: int,
    games: int,
    seed: int = 1,
    workers: int = 1,
    random: str = "random",
) -> pd.DataFrame:
    """The mirror of each strategy, and each against players at random: see `comparison.controls.control_table`."""
    played = []
    for control in controls(match_of, strategies, players=players, random=random):
        rotations = max(4, -(-games // players))
        played.append((control, rows_of(control.work, games=rotations, seed=seed, workers=workers)))
    return control_table(played)


def check_table(checks: Sequence[Check], *, level: float = 0.999) -> pd.DataFrame:
    """Exact chances beside simulated frequencies; trials are taken as independent of each other.

    Returns
    -------
    DataFrame
        of, exact, simulated with low and high (normal, of the exact chance's own spread, together at the level),
        trials, holds (the exact chance lies within). A false alarm in the whole table is as rare as 1 - level.
    """
    reach = normal_reach(sidak(level, max(len(checks), 1)))
    rows = []
    for one in checks:
        trials = max(one.trials, 1.0)
        found = one.came / trials
        half = reach * (max(one.exact * (1 - one.exact), 0.0) / trials) ** 0.5 + _ROUNDING
        rows.append(
            {
                "of": one.of,
                "exact": one.exact,
                "simulated": found if one.trials else float("nan"),
                "low": max(0.0, found - half) if one.trials else 0.0,
                "high": min(1.0, found + half) if one.trials else 1.0,
                "trials": int(one.trials),
                "holds": bool(not one.trials or abs(found - one.exact) <= half),
            }
        )
    return tidy(rows, {}, level=level)
