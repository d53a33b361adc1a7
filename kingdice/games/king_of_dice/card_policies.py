"""How to chase each citizen alone, from every roll: what the simple strategies play by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.lattice import lattice_of
from kingdice.dice.odds import condition_chances
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["CardPolicies", "card_policies", "lone_chances"]


@dataclass(frozen=True)
class CardPolicies:
    """Single-card policies of an edition.

    Attributes
    ----------
    chances : array (citizens, rolls left + 1, rolls)
        Chance of meeting a citizen from a roll with 0, 1, … rolls left.
    keeps : array (citizens, rolls left, rolls) of int32
        The lattice state to keep, `keeps[:, r - 1]` with r rolls left; the full keep means stop.
    whole : array (citizens, rolls + 1)
        Chance of meeting a citizen in a turn of 1, 2, … rolls.
    """

    chances: NDArray[np.float64]
    keeps: NDArray[np.int32]
    whole: NDArray[np.float64]


def card_policies(edition: Edition, *, rolls: int) -> CardPolicies:
    """Solve every citizen alone for turns of up to `rolls` rolls; kept for the editions seen."""
    from kingdice.dice.batch import Workspace

    key = edition.hash, rolls
    if key not in _KEPT:
        lattice = lattice_of(edition.pool)
        met = np.stack([condition.met(edition.pool) for condition in edition.conditions], axis=1).astype(np.float64)
        workspace = Workspace(lattice, met.shape[1], keep_stages=rolls)
        workspace.stages[0][lattice.full] = met
        whole = workspace.solve(rolls)
        chances = np.stack([stage[lattice.full].T for stage in workspace.stages], axis=1)
        keeps = [workspace.best_keeps(met, left).T.astype(np.int32) for left in range(1, rolls)]
        shape = len(edition.citizens), rolls - 1, edition.pool.roll_count
        _KEPT[key] = CardPolicies(
            np.ascontiguousarray(chances),
            np.stack(keeps, axis=1) if keeps else np.empty(shape, dtype=np.int32),
            np.ascontiguousarray(whole.T),
        )
    return _KEPT[key]


_KEPT: dict[tuple[str, int], CardPolicies] = {}


def lone_chances(edition: Edition) -> NDArray[np.float64]:
    """Chance of meeting each citizen in a turn of the edition's number of rolls, for which no kernel is loaded."""
    if edition.hash not in _LONE:
        rolls = edition.rules.rolls
        _LONE[edition.hash] = condition_chances(edition.pool, edition.conditions, rolls=rolls)[-1]
    return _LONE[edition.hash]


_LONE: dict[str, NDArray[np.float64]] = {}
