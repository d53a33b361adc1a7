"""What is each keep worth, and where does the best policy lead? One lattice axis a die.

Every die gets one value more than it has faces: 'to be rolled'. A state of this lattice is a
keep: some dice show a face and are set aside, the others will be rolled; six six-sided dice have
7^6 = 117,649 keeps. Die by die, the worth of a die to be rolled is the mean over its faces (roll
step), and the worth of a die that shows a face is the better of setting it aside and rolling it
(choice step). A turn is the two steps in turn, from the worths of finished rolls backwards.
Identical dice are not grouped: that is what makes it slow, and easy to check.

The best policy is made unique by the tie rule. After a roll the options are all subsets of dice
to set aside; setting all aside is stopping. Among the options within 1e-9 of the best, the one
that sets most dice aside is chosen; among those the lexicographically first, where a keep is
written as its faces (group, face) in ascending order. Dice with equal face lists form a group;
groups are counted by first appearance, faces by their place in the die's list.

A die is a list of faces ``(number, colour, weight)``; number or colour may be None.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

Face = tuple[int | None, str | None, int | Fraction]
Die = Sequence[Face]

TIE = 1e-9


class Solution(NamedTuple):
    """A solved turn.

    value : float
        Mean worth of the turn before its first roll.
    stages : tuple of rolls - 1 ndarrays, shape (f1 + 1, ..., fn + 1)
        ``stages[r - 1]`` is the worth of every keep when r rolls are left. Index i along an axis
        is the die's i-th face, set aside; the last index is 'to be rolled'. Where no die is to be
        rolled, the turn has stopped: the terminal worth.
    """

    value: float
    stages: tuple[np.ndarray, ...]


class Outcomes(NamedTuple):
    """Where the best policy leads.

    chances : dict
        Chance of each outcome code, ascending by code; they sum to 1.
    stopping : ndarray, shape (rolls,)
        Chance that the turn ends with the first, second, ... roll; they sum to 1.
    """

    chances: dict[int, float]
    stopping: np.ndarray


def solve(dice: Sequence[Die], terminal: np.ndarray, rolls: int) -> Solution:
    """Solve a turn of at most `rolls` rolls.

    Parameters
    ----------
    dice : sequence of n dice
    terminal : array_like, shape (f1, ..., fn)
        Worth of the turn when it ends with each ordered roll.
    rolls : int
        At least 1.

    Returns
    -------
    Solution

    Examples
    --------
    >>> die = [(number, None, 1) for number in range(1, 7)]
    >>> solution = solve([die], [1, 2, 3, 4, 5, 6], 2)
    >>> solution.value
    4.25
    >>> solution.stages[0]
    array([1. , 2. , 3. , 4. , 5. , 6. , 3.5])
    """
    chances = [_face_chances(die) for die in dice]
    finished = tuple(slice(len(die)) for die in dice)
    terminal = np.asarray(terminal, dtype=float)

    best, stages = terminal, []
    for _ in range(rolls - 1):
        stage = _roll_step(best, chances)
        stage[finished] = terminal
        stages.append(stage)
        best = _choice_step(stage)
    for chance in chances:
        best = np.tensordot(chance, best, axes=(0, 0))
    return Solution(float(best), tuple(stages))


def chosen_keeps(dice: Sequence[Die], stage: np.ndarray) -> np.ndarray:
    """The keep that the tie rule chooses after each roll.

    Parameters
    ----------
    dice : sequence of n dice
    stage : ndarray, shape (f1 + 1, ..., fn + 1)
        Worth of every keep, one of ``solve(...).stages``.

    Returns
    -------
    ndarray of int, shape (f1, ..., fn)
        Bit i is set when die i is set aside; 2^n - 1 is stopping. Which of several identical dice
        with equal faces is named does not matter: they make the same keep.
    """
    preferences = _preferences(tuple(tuple(die) for die in dice))
    subsets = range(2 ** len(dice))
    best = _choice_step(stage)
    chosen = np.zeros(best.shape, dtype=int)
    preference = np.full(best.shape, np.iinfo(np.int64).max)
    for subset in subsets:
        good = _of_subset(stage, subset) >= best - TIE
        preferred = good & (_of_subset(preferences, subset) < preference)
        np.copyto(chosen, subset, where=preferred)
        np.copyto(preference, _of_subset(preferences, subset), where=preferred)
    return chosen


def outcome_distribution(dice: Sequence[Die], terminal: np.ndarray, codes: np.ndarray, rolls: int) -> Outcomes:
    """The chance of every outcome under the best policy, made unique by the tie rule.

    Parameters
    ----------
    dice : sequence of n dice
    terminal : array_like, shape (f1, ..., fn)
        Worth of the turn when it ends with each ordered roll. Like `codes`, it must not tell
        identical dice apart.
    codes : array_like of int, shape (f1, ..., fn)
        What comes out when the turn ends with each ordered roll.
    rolls : int
        At least 1.

    Returns
    -------
    Outcomes

    Examples
    --------
    A die worth its number, rolled twice: one stops at 4, 5 and 6, half of the time.

    >>> die = [(number, None, 1) for number in range(1, 7)]
    >>> outcomes = outcome_distribution([die], [1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1], 2)
    >>> outcomes.stopping
    array([0.5, 0.5])
    >>> outcomes.chances
    {0: 0.25, 1: 0.75}
    """
    chances = [_face_chances(die) for die in dice]
    along = [_along(die, chance, len(dice)) for die, chance in enumerate(chances)]
    stop = 2 ** len(dice) - 1
    stages = solve(dice, terminal, rolls).stages

    reached = np.ones([len(die) for die in dice])
    for chance in along:
        reached = reached * chance
    ended, stopping = np.zeros(reached.shape), []
    for stage in reversed(stages):
        chosen = chosen_keeps(dice, stage)
        stopped = np.where(chosen == stop, reached, 0.0)
        ended += stopped
        stopping.append(stopped.sum())
        following = np.zeros(reached.shape)
        for subset in np.unique(chosen[chosen != stop]):
            moving = np.where(chosen == subset, reached, 0.0)
            rerolled = [die for die in range(len(dice)) if not subset >> die & 1]
            moving = moving.sum(axis=tuple(rerolled), keepdims=True)
            for die in rerolled:
                moving = moving * along[die]
            following += moving
        reached = following
    ended += reached
    stopping.append(reached.sum())

    values, places = np.unique(np.asarray(codes), return_inverse=True)
    shares = np.bincount(places.ravel(), weights=ended.ravel())
    return Outcomes(dict(zip(values.tolist(), shares.tolist(), strict=True)), np.array(stopping))


def _roll_step(best: np.ndarray, chances: list[np.ndarray]) -> np.ndarray:
    """From rolls to keeps: shape (f1, ..., fn) grows to (f1 + 1, ..., fn + 1)."""
    for die, chance in enumerate(chances):
        to_be_rolled = np.tensordot(chance, best, axes=(0, die))
        best = np.concatenate([best, np.expand_dims(to_be_rolled, die)], axis=die)
    return best


def _choice_step(stage: np.ndarray) -> np.ndarray:
    """From keeps to rolls: shape (f1 + 1, ..., fn + 1) shrinks to (f1, ..., fn)."""
    for die in range(stage.ndim):
        before = (slice(None),) * die
        set_aside, to_be_rolled = (*before, slice(-1)), (*before, slice(-1, None))
        stage = np.maximum(stage[set_aside], stage[to_be_rolled])
    return stage


def _of_subset(stage: np.ndarray, subset: int) -> np.ndarray:
    """The part of a lattice where just the dice of `subset` (bits) are set aside.

    Axis i has length fi if die i is set aside and 1 if it is to be rolled, so that the result
    broadcasts to all rolls, shape (f1, ..., fn).
    """
    aside, rolled = slice(-1), slice(-1, None)
    return stage[tuple(aside if subset >> die & 1 else rolled for die in range(stage.ndim))]


@lru_cache(maxsize=16)
def _preferences(dice: tuple[tuple[Face, ...], ...]) -> np.ndarray:
    """One integer a keep, the smaller the sooner it is chosen among equally good ones.

    The faces (group, face) of a keep are digits in ascending order; a die to be rolled is the
    greatest digit, so it comes last. The number of dice to be rolled goes before all digits.

    Returns
    -------
    ndarray of int64, shape (f1 + 1, ..., fn + 1)
    """
    kinds = list(dict.fromkeys(dice))
    most_faces = max(len(die) for die in dice)
    greatest = len(kinds) * most_faces
    base = greatest + 1
    if (len(dice) + 1) * base ** len(dice) > np.iinfo(np.int64).max:
        raise ValueError("too many dice and faces: keeps do not fit into 64-bit integers")
    digits = [[kinds.index(die) * most_faces + face for face in range(len(die))] + [greatest] for die in dice]
    written = np.sort(np.stack(np.meshgrid(*digits, indexing="ij")).astype(np.int64), axis=0)
    preferences = (written == greatest).sum(axis=0)
    for digit in written:
        preferences = preferences * base + digit
    return preferences


def _along(die: int, chance: np.ndarray, dice: int) -> np.ndarray:
    """Chances of one die's faces, shape (f,), shaped to broadcast along its axis of `dice`."""
    return chance.reshape([-1 if axis == die else 1 for axis in range(dice)])


def _face_chances(die: Die) -> np.ndarray:
    """Chance of each face, float64, shape (faces,)."""
    total = sum(Fraction(weight) for _, _, weight in die)
    return np.array([float(Fraction(weight) / total) for _, _, weight in die])
