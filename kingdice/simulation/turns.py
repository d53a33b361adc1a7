"""Turns played by a reroll policy, by the million: the check on everything that is computed exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Unpack

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.lattice import lattice_of
from kingdice.dice.policy import Policy
from kingdice.errors import RunError
from kingdice.simulation.engines import Crew, pieces
from kingdice.simulation.streams import ROLL, game_key, seed_key, word_at
from kingdice.simulation.throws import Throws, digits_at, start_in_table, throw_by_dice, throws_of

__all__ = ["simulate_turns"]

_TURNS_AT_A_TIME = 1 << 20  # about half a second, so that an interruption is heard
_FEWEST_A_PIECE, _MOST_A_PIECE = 1 << 22, 1 << 26  # the most are seconds of work, for a table of counts to send
_TOGETHER = 256


def simulate_turns(
    policy: Policy, *, turns: int, seed: int = 1, first: int = 0, **crew: Unpack[Crew]
) -> NDArray[np.int64]:
    """Play turns and count where they end.

    Parameters
    ----------
    policy : Policy
    turns : int
        How many.
    seed : int
    first : int
        Number of the first turn: turns 0 to 9 and 10 to 19 together are the same as turns 0 to 19.
    crew
        Who plays: workers, engine, scheduler (see `choose_engine`); this thread if nothing is said.

    Returns
    -------
    array (rolls, pool.roll_count) of int64
        How often the turn stopped on each roll after the first, second, … roll of the dice.

    Raises
    ------
    RunError
        When the number of turns is not positive, or a turn has a number that does not fit.

    Examples
    --------
    >>> from kingdice.dice.notation import parse_dice
    >>> policy = Policy.from_rule(parse_dice("2d6"), lambda faces, left: faces)
    >>> simulate_turns(policy, turns=1000).sum()
    np.int64(1000)
    """
    if turns < 1 or first < 0 or first + turns >= 1 << 63:
        raise RunError(f"{turns} turns from number {first}: expected at least one, from 0 to {(1 << 63) - 2}")
    if crew:
        piece = max(_FEWEST_A_PIECE, min(_MOST_A_PIECE, turns // 16))
        counts = pieces(_Turns(policy), games=turns, piece=piece, seed=seed, first_game=first, **crew)
        return reduce(np.add, counts)
    pool, lattice = policy.pool, lattice_of(policy.pool)
    ended = np.zeros((policy.rolls, pool.roll_count), dtype=np.int64)
    throws = throws_of(pool)
    keeps = np.concatenate([lattice.full[None], policy.keeps])
    look_up = 0 < throws.ways < 1 << 31  # signed numbers of 32 bits become floats and back many at a time (1.3x)
    if look_up:
        go_on = np.where(keeps == lattice.full, np.uint64(0), throws.bases[keeps])
        falls = throws.falls[:, :0] if _digits_are_falls(throws) else throws.falls
    key, last = seed_key(seed), first + turns
    for start in range(first, last, _TURNS_AT_A_TIME):
        some = min(_TURNS_AT_A_TIME, last - start)
        if look_up:
            _play_turns(key, start, some, go_on, throws.bases[-1], *throws[:4], falls, throws.parts, ended)
        else:
            _play_by_dice(key, start, some, keeps, lattice.size - 1, throws.faces, throws.groups, ended)
    return ended


@dataclass(frozen=True)
class _Turns:
    """Turns of a policy, for an engine."""

    policy: Policy

    def play_block(self, seed: int, first_game: int, games: int) -> NDArray[np.int64]:
        return simulate_turns(self.policy, turns=games, seed=seed, first=first_game)


def _digits_are_falls(throws: Throws) -> bool:
    """Whether no group's digits have to be looked up: no face of a die is likelier than another."""
    return all((row[:ways] == np.arange(ways)).all() for row, ways in zip(throws.falls, throws.digits, strict=True))


@njit(cache=True, nogil=True)
def _play_turns(key, first, turns, go_on, nothing, ways, bias, digits, inverses, falls, parts, ended):
    """Play `turns` turns from number `first`.

    go_on (rolls, pool.roll_count) uint64: with 0, 1, … rolls left the base of the keep (`Throws.bases`), or 0 to stop;
    nothing: the base of the empty keep; falls (4, digits), or (4, 0) where every digit is its fall. Turns go through
    each roll together: their throws do not wait for each other, and nothing is branched on (1.4x faster than turn by
    turn). Words and digits are worked out in loops of their own, which are vectorised (1.5x).
    """
    rolls = ended.shape[0]
    games = np.empty(_TOGETHER, dtype=np.uint64)
    bases = np.empty(_TOGETHER, dtype=np.uint64)
    fallen = np.empty((4, _TOGETHER), dtype=np.uint32)
    fourth = digits[3] > 1
    for start in range(first, first + turns, _TOGETHER):
        going = min(_TOGETHER, first + turns - start)
        for i in range(going):
            games[i] = game_key(key, start + i)
            bases[i] = nothing
        for done in range(rolls):
            _let_fall(games, going, done, ways, bias, digits, inverses, falls, fallen)
            still = 0
            for i in range(going):
                base = bases[i]
                roll = (
                    parts[start_in_table(base, 0) + np.uint64(fallen[0, i])]
                    + parts[start_in_table(base, 1) + np.uint64(fallen[1, i])]
                    + parts[start_in_table(base, 2) + np.uint64(fallen[2, i])]
                )
                if fourth:
                    roll += parts[start_in_table(base, 3) + np.uint64(fallen[3, i])]
                base = go_on[rolls - 1 - done, np.uint64(roll)]
                stops = base == np.uint64(0)
                ended[done, np.uint64(roll)] += stops
                games[still] = games[i]
                bases[still] = base
                still += not stops
            going = still


@njit(cache=True, nogil=True)
def _let_fall(games, going, done, ways, bias, digits, inverses, falls, fallen):
    """Write the fall of each group of dice for the first `going` games, as `kingdice.simulation.throws.fall_at`.

    fallen (4, …) uint32. A rejected word is so rare that all are drawn again, each at its next attempts.
    """
    rejected = 0
    for i in range(going):
        word = (word_at(games[i], ROLL, 0, 0, done << 8, 0) >> np.uint64(32)) * ways
        rejected += (word & np.uint64(0xFFFFFFFF)) < bias
        fallen[0, i] = np.uint32(word >> np.uint64(32))
    if rejected:
        for i in range(going):
            fallen[0, i] = np.uint32(digits_at(games[i], 0, 0, done, ways, bias))
    for i in range(going):
        first = np.int32(fallen[0, i])
        second = np.int32((first + 0.5) * inverses[0])
        third = np.int32((second + 0.5) * inverses[1])
        fourth = np.int32((third + 0.5) * inverses[2])
        fallen[0, i] = np.uint32(first - second * np.int32(digits[0]))
        fallen[1, i] = np.uint32(second - third * np.int32(digits[1]))
        fallen[2, i] = np.uint32(third - fourth * np.int32(digits[2]))
        fallen[3, i] = np.uint32(fourth)
    if falls.shape[1]:
        for group in range(4):
            for i in range(going):
                fallen[group, i] = falls[group, fallen[group, i]]


@njit(cache=True, nogil=True)
def _play_by_dice(key, first, turns, keeps, nothing, faces, groups, ended):
    """As `_play_turns` for pools of any size; keeps (rolls, pool.roll_count), the empty keep is `nothing`."""
    shown = np.empty(groups[2].sum(), dtype=np.int64)
    for turn in range(first, first + turns):
        game = game_key(key, turn)
        keep = nothing
        for done in range(ended.shape[0]):
            roll = throw_by_dice(game, 0, 0, done, keep, faces, groups, shown)
            keep = keeps[ended.shape[0] - 1 - done, roll]
            if keep == keeps[0, roll]:
                ended[done, roll] += 1
                break
