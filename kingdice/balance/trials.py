"""Checks printed with every report: a mirror match is even, a player beats chance, exact chances come out in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Unpack

from kingdice.balance.played import rows_of
from kingdice.comparison.controls import control_table, controls
from kingdice.comparison.estimates import tidy
from kingdice.comparison.intervals import sidak
from kingdice.comparison.rotation import MatchOf

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.simulation.engines import Crew

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
    random: str = "random",
    **crew: Unpack[Crew],
) -> pd.DataFrame:
    """The mirror of each strategy, and each against players at random: see `comparison.controls.control_table`."""
    played = []
    for control in controls(match_of, strategies, players=players, random=random):
        rotations = max(4, -(-games // players))
        played.append((control, rows_of(control.work, games=rotations, seed=seed, **crew)))
    return control_table(played)


def check_table(checks: Sequence[Check], *, level: float = 0.999) -> pd.DataFrame:
    """Exact chances beside simulated frequencies; trials are taken as independent of each other.

    Returns
    -------
    DataFrame
        of, exact, simulated with low and high (Clopper and Pearson's, so that the rarest chances may be checked too;
        together at the level), trials, holds (the exact chance lies within). A false alarm in the whole table is as
        rare as 1 - level.
    """
    from scipy.special import betaincinv

    tail = (1 - sidak(level, max(len(checks), 1))) / 2
    rows = []
    for one in checks:
        missed = one.trials - one.came
        low = float(betaincinv(one.came, missed + 1, tail)) if one.came > 0 else 0.0
        high = float(betaincinv(one.came + 1, missed, 1 - tail)) if missed > 0 else 1.0
        rows.append(
            {
                "of": one.of,
                "exact": one.exact,
                "simulated": one.came / one.trials if one.trials else float("nan"),
                "low": low,
                "high": high,
                "trials": int(one.trials),
                "holds": bool(low - _ROUNDING <= one.exact <= high + _ROUNDING),
            }
        )
    return tidy(rows, {}, level=level)
