"""Is there something to decide in a turn? Every keep of a first roll valued exactly, over turns as they were met.

A turn's first roll is one of thousands; for each of them the best keep, the next best and the worst are known once the
turn is solved, and they are weighed by the chance of the roll. What is sampled is which turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_estimate, tidy
from kingdice.dice.batch import BATCH, Workspace
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.errors import RunError
from kingdice.games.king_of_dice.turn_log import TurnLog
from kingdice.games.king_of_dice.turn_values import stakes_at

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CLEAR", "EVEN", "choices"]

Floats = NDArray[np.float64]
LEVEL = 0.95
METHOD = "exact values of turns, over a sample of the turns simulated"
EVEN, CLEAR = 0.01, 1.0
"""Points: below, two keeps are as good as each other; from there on, the better one is plain to see."""
_ROLLS_AT_A_TIME = 1 << 13


def choices(log: TurnLog, *, turns: int = 96, level: float = LEVEL) -> pd.DataFrame:
    """What a player can do after the first roll, and what it costs to do something else than the best.

    Parameters
    ----------
    log : TurnLog
    turns : int
        How many to sample, of those with at least two rolls.
    level : float

    Returns
    -------
    DataFrame
        One row: turns, keeps (different ones a roll, the full one included), real (share of first rolls whose second
        best keep costs from `EVEN` to below `CLEAR` points), clear (more), even (less), each with _low and _high,
        second_costs and worst_costs (points against the best keep) with _low and _high. Intervals are over games;
        a roll with a single keep is left to `clear`.

    Raises
    ------
    RunError
        When no turn sampled has two rolls.
    """
    some = log.sample(turns)
    some = some[log.rolls[some] > 1]
    if len(some) < 2:
        raise RunError(f"{len(some)} turns with a reroll in the sample: expected at least 2")
    lattice, masks = lattice_of(log.edition.pool), log.edition.masks
    found = np.empty((len(some), 6))
    workspace = Workspace(lattice, BATCH, keep_stages=int(log.rolls[some].max()))
    for rolls in np.unique(log.rolls[some]).tolist():
        here = np.flatnonzero(log.rolls[some] == rolls)
        for first in range(0, len(here), BATCH):
            part = here[first : first + BATCH]
            stakes = stakes_at(log, some[part])
            terminal = np.zeros((lattice.pool.roll_count, BATCH))
            terminal[:, : len(part)] = np.stack([one.terminal(masks) for one in stakes], axis=1)
            workspace.stages[0][lattice.full] = terminal
            workspace.solve(rolls)
            for column, turn in enumerate(part.tolist()):
                found[turn] = _of_turn(lattice, workspace.stages[rolls - 2][:, column], terminal[:, column])
    game = log.game[some]
    count = np.bincount(game, minlength=log.games).astype(float)
    row: dict[str, float] = {"turns": len(some), "keeps": float(found[:, 0].mean())}
    for place, name in enumerate(("real", "clear", "even", "second_costs", "worst_costs"), start=1):
        total = np.bincount(game, weights=found[:, place], minlength=log.games)
        value, low, high = ratio_estimate(total, count, level)
        row |= {name: float(value), f"{name}_low": max(0.0, float(low)), f"{name}_high": float(high)}
    return tidy([row], {**log.about, "method": METHOD}, level=level)


def _of_turn(lattice: Lattice, values: Floats, terminal: Floats) -> Floats:
    """Means over first rolls: keeps, real, clear, even, cost of the second best and of the worst; array (6,).

    values (lattice states,): of each keep when the others are rolled; terminal (rolls,): of stopping.
    """
    out = np.zeros(6)
    for first in range(0, len(terminal), _ROLLS_AT_A_TIME):
        end = min(first + _ROLLS_AT_A_TIME, len(terminal))
        inside = np.sort(lattice.keeps_inside(first, end), axis=1)
        again = np.zeros(inside.shape, dtype=np.bool_)
        again[:, 1:] = inside[:, 1:] == inside[:, :-1]
        worth = values[inside]
        stops = inside == lattice.full[first:end, None]
        worth = np.where(stops, terminal[first:end, None], worth)
        best = np.where(again, -np.inf, worth)
        top = np.partition(best, -2, axis=1)[:, -2:] if best.shape[1] > 1 else np.repeat(best, 2, axis=1)
        gap = np.where(np.isfinite(top[:, 0]), top[:, 1] - top[:, 0], np.inf)
        worst = top[:, 1] - np.where(again, np.inf, worth).min(axis=1)
        chance = lattice.pool.roll_chances[first:end]
        real, clear = (gap >= EVEN) & (gap < CLEAR), gap >= CLEAR
        parts = (~again).sum(axis=1), real, clear, gap < EVEN, np.where(np.isfinite(gap), gap, 0.0), worst
        out += np.array([float((chance * part).sum()) for part in parts])
    return out
