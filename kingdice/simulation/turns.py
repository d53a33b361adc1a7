"""Turns played by a reroll policy, by the million: the check on everything that is computed exactly."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.policy import Policy
from kingdice.errors import RunError
from kingdice.simulation.streams import draw_faces, face_tables, game_key, seed_key

__all__ = ["group_tables", "simulate_turns"]

_TURNS_AT_A_TIME = 1 << 20  # about half a second, so that an interruption is heard


def simulate_turns(policy: Policy, *, turns: int, seed: int = 1, first: int = 0) -> NDArray[np.int64]:
    """Play turns and count where they end.

    Parameters
    ----------
    policy : Policy
    turns : int
        How many.
    seed : int
    first : int
        Number of the first turn: turns 0 to 9 and 10 to 19 together are the same as turns 0 to 19.

    Returns
    -------
    array (rolls, pool.roll_count) of int64
        How often the turn stopped on each roll after the first, second, … roll of the dice.

    Raises
    ------
    RunError
        When the number of turns is not positive.

    Examples
    --------
    >>> from kingdice.dice.notation import parse_dice
    >>> policy = Policy.from_rule(parse_dice("2d6"), lambda faces, left: faces)
    >>> simulate_turns(policy, turns=1000).sum()
    np.int64(1000)
    """
    if turns < 1 or first < 0:
        raise RunError(f"{turns} turns from number {first}: expected at least one, from 0")
    lattice = lattice_of(policy.pool)
    ended = np.zeros((policy.rolls, policy.pool.roll_count), dtype=np.int64)
    tables = face_tables(policy.pool)
    states, rolls, counts, sizes, successor = group_tables(lattice)
    key, last = seed_key(seed), first + turns
    for start in range(first, last, _TURNS_AT_A_TIME):
        some = min(_TURNS_AT_A_TIME, last - start)
        _play_turns(
            key, start, some, policy.keeps, lattice.full, tables, states, rolls, counts, sizes, successor, ended
        )
    return ended


def group_tables(lattice: Lattice) -> tuple[NDArray[np.int64], ...]:
    """Per group: states, rolls, dice; per state: dice kept (groups, states), successor (groups, states, faces)."""
    groups = len(lattice.axes)
    sizes = np.zeros((groups, max(lattice.shape)), dtype=np.int64)
    successor = np.zeros(
        (groups, max(lattice.shape), max(len(a.group.die.faces) for a in lattice.axes)), dtype=np.int64
    )
    for row, axis in enumerate(lattice.axes):
        sizes[row, : axis.states] = axis.kept
        successor[row, : axis.successor.shape[0], : axis.successor.shape[1]] = axis.successor
    counts = np.array([axis.group.count for axis in lattice.axes], dtype=np.int64)
    return (
        np.array(lattice.shape, dtype=np.int64),
        np.array(lattice.pool.shape, dtype=np.int64),
        counts,
        sizes,
        successor,
    )


@njit(cache=True, nogil=True)
def _play_turns(key, first, turns, keeps, full, tables, states, rolls, counts, sizes, successor, ended):
    """Play `turns` turns from number `first`; arrays as in `simulate_turns` and `group_tables`.

    Of the j dice rerolled in a group, the first j faces of the group's share of the word are taken.
    """
    groups = states.size
    faces = np.empty(counts.sum(), dtype=np.int64)
    held = np.empty(groups, dtype=np.int64)
    for turn in range(first, first + turns):
        game = game_key(key, turn)
        for group in range(groups):
            held[group] = states[group] - 1
        for done in range(ended.shape[0]):
            draw_faces(game, 0, 0, done, tables, faces)
            roll = 0
            die = 0
            for group in range(groups):
                state = held[group]
                for place in range(counts[group] - sizes[group, state]):
                    state = successor[group, state, faces[die + place]]
                die += counts[group]
                roll = roll * rolls[group] + state
            left = ended.shape[0] - 1 - done
            keep = keeps[left - 1, roll] if left else full[roll]
            if keep == full[roll]:
                ended[done, roll] += 1
                break
            for group in range(groups - 1, -1, -1):
                held[group] = keep % states[group]
                keep //= states[group]
