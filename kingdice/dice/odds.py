"""How likely is a condition, when it alone is chased as well as can be?

A condition on its own rarely tells all faces apart: "four 6s" sees only sixes and others, "five red" only red and
not red. Each is solved on the pool that it sees (`Pool.project`), and conditions that see the same pool are
solved together, along the lattice's trailing axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import Condition
from kingdice.dice.exact import solve_turn_exact
from kingdice.dice.lattice import lattice_of
from kingdice.dice.pool import Pool
from kingdice.dice.turn import check_rolls
from kingdice.dice.workspace import Workspace

__all__ = ["condition_chances", "condition_chances_exact"]


def condition_chances(pool: Pool, conditions: Sequence[Condition], *, rolls: int = 3) -> NDArray[np.float64]:
    """Chance of each condition with 1, 2, … rolls, under the policy that is best for it alone.

    Returns
    -------
    array (rolls, conditions)

    Examples
    --------
    >>> from kingdice.dice.condition_text import parse_condition
    >>> from kingdice.dice.notation import parse_dice
    >>> pool = parse_dice("5d6")
    >>> condition_chances(pool, [parse_condition("5 of a kind", pool)]).round(6).tolist()
    [[0.000772], [0.012632], [0.046029]]
    """
    check_rolls(rolls)
    chances = np.empty((rolls, len(conditions)))
    for small, members, met in _by_small_pool(pool, tuple(conditions)):
        lattice = lattice_of(small)
        width = max(1, min(len(members), 20_000_000 // lattice.size))
        for first in range(0, len(members), width):
            columns = met[:, first : first + width]
            workspace = Workspace(lattice, columns.shape[1])
            workspace.stages[0][lattice.full] = columns
            chances[:, members[first : first + width]] = workspace.solve(rolls)
    return chances


def condition_chances_exact(pool: Pool, conditions: Sequence[Condition], *, rolls: int = 3) -> list[list[Fraction]]:
    """As `condition_chances`, in fractions: one list a number of rolls, one fraction a condition."""
    columns: list[tuple[Fraction, ...]] = []
    for condition in conditions:
        small = pool.project(condition.face_key)
        columns.append(solve_turn_exact(small, condition.met(small).astype(int).tolist(), rolls=rolls).values)
    return [list(row) for row in zip(*columns, strict=True)]


@lru_cache(maxsize=16)
def _by_small_pool(
    pool: Pool, conditions: tuple[Condition, ...]
) -> list[tuple[Pool, list[int], NDArray[np.float64]]]:
    """Small pools with the conditions that see them: positions, and which rolls meet them (rolls, conditions)."""
    members: dict[Pool, list[int]] = {}
    met: dict[Pool, list[NDArray[np.float64]]] = {}
    for place, condition in enumerate(conditions):
        small = pool.project(condition.face_key)
        small.check_size()
        members.setdefault(small, []).append(place)
        met.setdefault(small, []).append(condition.met(small).astype(np.float64))
    return [(small, places, np.stack(met[small], axis=1)) for small, places in members.items()]
