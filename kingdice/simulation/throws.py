"""From a random word to the dice on the table: which roll is it when these dice were kept and the others thrown?

`draw_faces` answers die by die. Most pools are small enough for look-ups instead: the word, a number below the ways in
which the dice fall, has a digit for every group, the group's fall, and a group's state and fall give its part of the
roll. Groups need not know how many of their dice are thrown: a fall always has a face for every die, and those for
which a state has no room left change nothing. Both ways give the same rolls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.axis import Axis
from kingdice.dice.lattice import lattice_of
from kingdice.dice.pool import Pool
from kingdice.simulation.streams import ROLL, FaceTables, draw_faces, face_tables, word_at

__all__ = ["Throws", "digits_at", "fall_at", "place_in_table", "start_in_table", "throw_by_dice", "throws_of"]

_MOST_DIGITS = 1 << 20
_MOST_FALLS = 256
_MOST_GROUPS = 4
_MOST_ENTRIES = 1 << 16

Ints = NDArray[np.int64]
GroupTables = tuple[Ints, Ints, Ints, Ints, Ints]


class Throws(NamedTuple):
    """How words become rolls, for one pool.

    Attributes
    ----------
    ways, bias : uint64
        In how many ways all dice fall, and the words rejected so that all are equally likely; 0 ways where the pool
        is too large for look-ups: the other arrays are empty then.
    digits : array (4,)
        In how many ways the dice of each group fall, 1 for groups that a pool does not have.
    inverses : array (4,) of float64
        One over that.
    falls : array (4, digits) of uint8
        The fall of each digit: its faces, as one number.
    bases : array (lattice states,) of uint64
        Where a keep's groups begin in `rolled` and `parts`, sixteen bits each; never 0.
    rolled : array of int32
        What each (state, fall) of each group becomes: a roll of the group; the first is 0, for groups that a pool
        does not have.
    parts : array of int32
        What that adds to the number of the roll.
    faces : FaceTables
        For larger pools.
    groups : tuple of arrays
        See `group_tables`.
    """

    ways: np.uint64
    bias: np.uint64
    digits: Ints
    inverses: NDArray[np.float64]
    falls: NDArray[np.uint8]
    bases: NDArray[np.uint64]
    rolled: NDArray[np.int32]
    parts: NDArray[np.int32]
    faces: FaceTables
    groups: GroupTables


@lru_cache(maxsize=16)
def throws_of(pool: Pool, *, look_up: bool = True) -> Throws:
    """The tables of a pool, made once; without `look_up` always die by die, which is slower and gives the same."""
    lattice = lattice_of(pool)
    faces, groups = face_tables(pool), group_tables(pool)
    sizes = [axis.states * _falls(axis) for axis in lattice.axes]
    ways = lattice.ways
    if (
        not look_up
        or ways > 1 << 32
        or any(axis.group.die.total_weight**axis.group.count > _MOST_DIGITS for axis in lattice.axes)
        or len(lattice.axes) > _MOST_GROUPS
        or sum(sizes) >= _MOST_ENTRIES
        or any(_falls(axis) > _MOST_FALLS for axis in lattice.axes)
    ):
        nothing = np.uint64(0)
        empty = np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.int32)
        ones = np.ones(_MOST_GROUPS, dtype=np.int64)
        return Throws(nothing, nothing, ones, 1.0 / ones, np.empty((0, 0), np.uint8), *empty, faces, groups)
    digits = np.ones(_MOST_GROUPS, dtype=np.int64)
    falls = np.zeros((_MOST_GROUPS, max(one.die.total_weight**one.count for one in pool.groups)), dtype=np.uint8)
    bases = np.zeros(lattice.size, dtype=np.uint64)
    states = np.unravel_index(np.arange(lattice.size), lattice.shape)
    rolled, parts, scale = [np.zeros(1, dtype=np.int32)], [np.zeros(1, dtype=np.int32)], pool.roll_count
    for number, axis in enumerate(lattice.axes):
        fall, next_state = _group_falls(axis)
        digits[number] = len(fall)
        falls[number, : len(fall)] = fall
        start = sum(map(len, parts)) + states[number] * next_state.shape[1]
        bases |= start.astype(np.uint64) << np.uint64(16 * number)
        scale //= axis.group.roll_count
        rolled.append(next_state.ravel().astype(np.int32))
        parts.append(rolled[-1] * np.int32(scale))
    bias = np.uint64((2**32 - ways) % ways)
    tables = np.concatenate(rolled), np.concatenate(parts)
    return Throws(np.uint64(ways), bias, digits, 1.0 / digits, falls, bases, *tables, faces, groups)


def group_tables(pool: Pool) -> GroupTables:
    """Per group: states, rolls, dice; per state: dice kept (groups, states), successor (groups, states, faces)."""
    lattice = lattice_of(pool)
    groups = len(lattice.axes)
    sizes = np.zeros((groups, max(lattice.shape)), dtype=np.int64)
    successor = np.zeros((groups, max(lattice.shape), max(len(one.die.faces) for one in pool.groups)), dtype=np.int64)
    for row, axis in enumerate(lattice.axes):
        sizes[row, : axis.states] = axis.kept
        successor[row, : axis.successor.shape[0], : axis.successor.shape[1]] = axis.successor
    counts = np.array([axis.group.count for axis in lattice.axes], dtype=np.int64)
    return np.array(lattice.shape, dtype=np.int64), np.array(pool.shape, dtype=np.int64), counts, sizes, successor


def _falls(axis: Axis) -> int:
    faces, count = len(axis.group.die.faces), axis.group.count
    return int(faces**count)


def _group_falls(axis: Axis) -> tuple[Ints, Ints]:
    """The fall for each digit of a group, its first die lowest; the next state (states, falls)."""
    die, count = axis.group.die, axis.group.count
    faces = len(die.faces)
    face = np.repeat(np.arange(faces), die.weights)
    fall = np.zeros(1, dtype=np.int64)
    for place in range(count):
        fall = np.add.outer(face * faces**place, fall).ravel()
    successor = axis.successor.copy()
    successor[: axis.group.roll_count] = np.arange(axis.group.roll_count)[:, None]
    state = np.repeat(np.arange(axis.states)[:, None], faces**count, axis=1)
    for place in range(count):
        state = successor[state, np.arange(faces**count) // faces**place % faces]
    return fall, state


@njit(inline="always")
def digits_at(key, seat, turn, number, ways, bias):
    """All digits of the word at this address as one number below `ways`, rejected words passed over."""
    attempt = 0
    while True:
        word = (word_at(key, ROLL, seat, turn, number << 8, attempt) >> np.uint64(32)) * ways
        if (word & np.uint64(0xFFFFFFFF)) >= bias:
            return np.int64(word >> np.uint64(32))
        attempt += 1


@njit(inline="always")
def fall_at(key, seat, turn, number, ways, bias, digits, inverses, falls):
    """The fall of the dice at this address: eight bits a group, the first group lowest.

    Quotients are products with one over the divisor (1.6x faster turns); with a half added they are exact for words
    below 2^32.
    """
    rest = digits_at(key, seat, turn, number, ways, bias)
    second = np.int64((rest + 0.5) * inverses[0])
    third = np.int64((second + 0.5) * inverses[1])
    fourth = np.int64((third + 0.5) * inverses[2])
    return (
        np.uint64(falls[0, np.uint64(rest - second * digits[0])])
        | np.uint64(falls[1, np.uint64(second - third * digits[1])]) << np.uint64(8)
        | np.uint64(falls[2, np.uint64(third - fourth * digits[2])]) << np.uint64(16)
        | np.uint64(falls[3, np.uint64(fourth)]) << np.uint64(24)
    )


@njit(inline="always")
def start_in_table(base, group):
    """Where a group's state begins in `Throws.rolled` and `Throws.parts`; its falls follow one another."""
    return (base >> (np.uint64(group) << np.uint64(4))) & np.uint64(0xFFFF)


@njit(inline="always")
def place_in_table(base, fall, group):
    """Where a group's state and fall stand in `Throws.rolled` and `Throws.parts`."""
    return start_in_table(base, group) + ((fall >> (np.uint64(group) << np.uint64(3))) & np.uint64(0xFF))


@njit(cache=True, nogil=True)
def throw_by_dice(key, seat, turn, number, keep, face_tables, groups, faces):
    """The roll at this address when the dice of a keep are kept; faces (dice,) int64 is scratch."""
    states, rolls, counts, sizes, successor = groups
    draw_faces(key, seat, turn, number, face_tables, faces)
    scale = np.int64(1)
    for group in range(states.size):
        scale *= states[group]
    roll = np.int64(0)
    die = 0
    for group in range(states.size):
        scale //= states[group]
        state = keep // scale % states[group]
        for place in range(counts[group] - sizes[group, state]):
            state = successor[group, state, faces[die + place]]
        die += counts[group]
        roll = roll * rolls[group] + state
    return roll
