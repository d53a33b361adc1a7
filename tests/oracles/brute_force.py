"""What is a turn worth? Every ordered roll and every choice of dice, one after the other.

A roll of six dice is one of 6^6 ordered rolls; after it, any of the 2^6 subsets of the dice may
be rolled again, also dice that were set aside before. So the worth of a roll with one more roll
to come is the largest, over all subsets, of the mean worth of the rolls that the subset leads to,
and a turn is that step repeated. Rolling no die at all is stopping. Nothing is grouped, nothing is
pruned: dice may all be different, faces may have any weights, and the condition may be any Python
function of the roll.

A die is a list of faces ``(number, colour, weight)``; number or colour may be None.

Source of the rules: King of Dice, official Catalan rules, "1. Tirar els daus" (up to three rolls,
set aside any dice, dice set aside may be rolled again, one may stop early).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np

Face = tuple[int | None, str | None, int | Fraction]
Die = Sequence[Face]
Roll = tuple[tuple[int | None, str | None], ...]


def ordered_rolls(dice: Sequence[Die]) -> list[Roll]:
    """Every ordered roll, the last die changing fastest.

    Parameters
    ----------
    dice : sequence of dice
        n dice with f1, ..., fn faces.

    Returns
    -------
    list of tuple
        f1 * ... * fn rolls; each is a tuple of n faces ``(number, colour)``.

    Examples
    --------
    >>> coin = [(0, None, 1), (1, None, 1)]
    >>> [tuple(number for number, _ in roll) for roll in ordered_rolls([coin, coin])]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return list(product(*[[(number, colour) for number, colour, _ in die] for die in dice]))


def over_rolls(dice: Sequence[Die], function: Callable[[Roll], object], dtype=float) -> np.ndarray:
    """The function's answer for every ordered roll.

    Returns
    -------
    ndarray, shape (f1, ..., fn)
        Entry [i, j, ...] is the answer when the first die shows its i-th face, and so on.

    Examples
    --------
    >>> coin = [(0, None, 1), (1, None, 1)]
    >>> over_rolls([coin, coin], lambda roll: roll[0][0] + roll[1][0], int)
    array([[0, 1],
           [1, 2]])
    """
    answers = np.empty(len(ordered_rolls(dice)), dtype=dtype)
    for index, roll in enumerate(ordered_rolls(dice)):
        answers[index] = function(roll)
    return answers.reshape([len(die) for die in dice])


def turn_value(
    dice: Sequence[Die], worth_of_roll: Callable[[Roll], object], rolls: int, *, exact: bool = False
) -> list:
    """The mean worth of a turn of 1, 2, ..., `rolls` rolls under the best choices.

    Parameters
    ----------
    dice : sequence of dice
    worth_of_roll : callable
        Takes a roll, gives what it is worth when the turn ends with it.
    rolls : int
        The most rolls that are allowed, at least 1.
    exact : bool, keyword-only
        Compute with fractions (small pools only: six six-sided dice take 20 s a reroll).

    Returns
    -------
    list of float (of Fraction if `exact`), length `rolls`

    Examples
    --------
    One six-sided die, worth its number: 3.5; a second roll after 1, 2 and 3; and so on.

    >>> die = [(number, None, 1) for number in range(1, 7)]
    >>> turn_value([die], lambda roll: roll[0][0], 3, exact=True)
    [Fraction(7, 2), Fraction(17, 4), Fraction(14, 3)]
    """
    if exact:
        worth = over_rolls(dice, lambda roll: Fraction(worth_of_roll(roll)), object)
    else:
        worth = over_rolls(dice, lambda roll: float(worth_of_roll(roll)), float)
    chances = [_face_chances(die, exact) for die in dice]
    every_die = tuple(range(len(dice)))

    best = worth
    values = [_mean_after_reroll(best, every_die, chances).item()]
    for _ in range(rolls - 1):
        best = _best_choice(worth, best, chances)
        values.append(_mean_after_reroll(best, every_die, chances).item())
    return values


def success_chances(dice: Sequence[Die], predicate: Callable[[Roll], bool], rolls: int, *, exact: bool = False) -> list:
    """The chance that the best player meets a condition within 1, 2, ..., `rolls` rolls.

    Parameters and result as in `turn_value`, with a condition (roll -> bool) for the worth.

    Examples
    --------
    >>> die = [(number, None, 1) for number in range(1, 7)]
    >>> success_chances([die, die], lambda roll: roll[0] == roll[1], 2, exact=True)
    [Fraction(1, 6), Fraction(11, 36)]
    """
    return turn_value(dice, lambda roll: int(bool(predicate(roll))), rolls, exact=exact)


def _best_choice(worth: np.ndarray, value: np.ndarray, chances: list[np.ndarray]) -> np.ndarray:
    """Worth of each roll when one may stop with it or roll any dice again.

    Parameters
    ----------
    worth : ndarray, shape (f1, ..., fn)
        Worth of stopping with each roll.
    value : ndarray, shape (f1, ..., fn)
        Worth of each roll after the next roll was made.
    chances : list of n ndarrays, shapes (f1,), ..., (fn,)

    Returns
    -------
    ndarray, shape (f1, ..., fn)
    """
    best = worth
    for count in range(1, len(chances) + 1):
        for rerolled in combinations(range(len(chances)), count):
            best = np.maximum(best, _mean_after_reroll(value, rerolled, chances))
    return best


def _mean_after_reroll(value: np.ndarray, rerolled: tuple[int, ...], chances: list[np.ndarray]) -> np.ndarray:
    """Mean of `value`, shape (f1, ..., fn), over the rerolled dice, whose axes shrink to 1."""
    for die in rerolled:
        along_die = [1] * value.ndim
        along_die[die] = -1
        value = (value * chances[die].reshape(along_die)).sum(axis=die, keepdims=True)
    return value


def _face_chances(die: Die, exact: bool) -> np.ndarray:
    """Chance of each face, shape (faces,), float64 or Fraction objects."""
    total = sum(Fraction(weight) for _, _, weight in die)
    chances = [Fraction(weight) / total for _, _, weight in die]
    return np.array(chances, dtype=object if exact else float)
