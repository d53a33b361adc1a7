"""How likely is a condition, when it alone is chased as well as can be?

A condition on its own rarely tells all faces apart: "four 6s" sees only sixes and others, "five red" only red and
not red. Each is solved on the pool that it sees (`Pool.project`), and conditions that see the same pool are
solved together, along the lattice's trailing axis.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import Condition
from kingdice.dice.exact import solve_turn_exact
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.pool import Pool
from kingdice.dice.steps import choice_step, roll_step
from kingdice.dice.turn import check_rolls

__all__ = ["condition_chances", "condition_chances_exact"]


def condition_chances(
    pool: Pool, conditions: Sequence[Condition], *, rolls: int = 3, engine: Literal["numpy", "numba"] = "numpy"
) -> NDArray[np.float64]:
    """Chance of each condition with 1, 2, … rolls, under the policy that is best for it alone.

    Parameters
    ----------
    pool : Pool
    conditions : sequence of Condition
    rolls : int
    engine : {"numpy", "numba"}
        The kernels are several times faster once loaded; loading them takes a second.

    Returns
    -------
    array (rolls, conditions)

    Examples
    --------
    >>> from kingdice.dice.condition_text import parse_condition
    >>> from kingdice.dice.notation import parse_dice
    >>> pool = parse_dice("5d6")
    >>> condition_chances(pool, [parse_condition("5 of a kind", pool)]).round(6).tolist()
    [[0.000772], [0.012631], [0.046029]]
    """
    check_rolls(rolls)
    solve = _solve_with_kernels if engine == "numba" else _solve_with_numpy
    chances = np.empty((rolls, len(conditions)))
    for small, members, met in _by_small_pool(pool, tuple(conditions)):
        lattice = lattice_of(small)
        width = max(1, min(len(members), 20_000_000 // lattice.size))
        for first in range(0, len(members), width):
            some = slice(first, first + width)
            chances[:, members[some]] = solve(lattice, met[:, some], rolls)
    return chances


def _solve_with_numpy(lattice: Lattice, met: NDArray[np.float64], rolls: int) -> NDArray[np.float64]:
    chances = np.empty((rolls, met.shape[1]))
    current = met.reshape(*lattice.pool.shape, met.shape[1])
    for roll in range(rolls):
        stage = roll_step(lattice, current)
        chances[roll] = stage.reshape(lattice.size, -1)[-1]
        current = choice_step(lattice, stage)
    return chances


def _solve_with_kernels(lattice: Lattice, met: NDArray[np.float64], rolls: int) -> NDArray[np.float64]:
    from kingdice.dice.batch import Workspace

    workspace = Workspace(lattice, met.shape[1])
    workspace.stages[0][lattice.full] = met
    return workspace.solve(rolls)


def condition_chances_exact(pool: Pool, conditions: Sequence[Condition], *, rolls: int = 3) -> list[list[Fraction]]:
    """As `condition_chances`, in fractions: one list a number of rolls, one fraction a condition."""
    check_rolls(rolls)
    columns: list[tuple[Fraction, ...]] = []
    for condition in conditions:
        small = pool.project(condition.face_key)
        columns.append(solve_turn_exact(small, condition.met(small).astype(int).tolist(), rolls=rolls).values)
    return [[column[roll] for column in columns] for roll in range(rolls)]


@lru_cache(maxsize=16)
def _by_small_pool(pool: Pool, conditions: tuple[Condition, ...]) -> list[tuple[Pool, list[int], NDArray[np.float64]]]:
    """Small pools, one of each structure, with the conditions that see it: places, and met (rolls, conditions)."""
    found: dict[Hashable, tuple[Pool, list[int], list[NDArray[np.float64]]]] = {}
    for place, condition in enumerate(conditions):
        small = pool.project(condition.face_key)
        small.check_size()
        _, places, met = found.setdefault(small.structure, (small, [], []))
        places.append(place)
        met.append(condition.met(small).astype(np.float64))
    return [(small, places, np.stack(met, axis=1)) for small, places, met in found.values()]
