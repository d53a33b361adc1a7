"""Random words that are addressed, not consumed.

A word is a hash of where it is used: mix(seed, game, purpose, a, b, c). So the course of a game depends on nothing
but its seed and number: not on threads, blocks or what was played before it. One word gives a face to every die of
a pool, without bias (multiply-shift with rejection, Lemire 2019); a rejected word is followed by the one at
the next attempt of the same address. The mixer is SplitMix64's finaliser (Steele, Lea and Flood 2014; constants
of Stafford's variant 13), once over seed and game, once more over the rest of the address.

`kingdice.simulation.RNG_VERSION` changes whenever the same seed would give other dice.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.pool import Pool
from kingdice.errors import RunError

__all__ = ["DECISION", "DECK", "KINGS", "PENALTIES", "ROLL", "FaceTables", "face_tables", "seed_key"]

DECK, PENALTIES, ROLL, DECISION, KINGS = 1, 2, 3, 4, 5

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1

FaceTables = tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]


def seed_key(seed: int) -> np.uint64:
    """The key of a seed, which is any whole number from 0 to 2^63 - 1.

    Raises
    ------
    RunError
        For other seeds.
    """
    if not 0 <= seed < 1 << 63:
        raise RunError(f"seed {seed}: expected a whole number from 0 to {(1 << 63) - 1}")
    return np.uint64(_mix_plain((seed + _GOLDEN) & _MASK))


def _mix_plain(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


@lru_cache(maxsize=16)
def face_tables(pool: Pool) -> FaceTables:
    """How the words of a roll become faces.

    Dice are cut, in pool order, into pieces whose ways to fall number at most 2^32; each piece takes one word.

    Returns
    -------
    piece_of_die : array (dice,) of int64
    ways_of_piece : array (pieces,) of uint64
    weight_of_die : array (dice,) of int64
        The total weight of each die: the base of its digit in the word.
    face_of_digit : array (dice, largest total weight) of int64
    """
    dice = [group.die for group in pool.groups for _ in range(group.count)]
    pieces: list[int] = []
    piece_of_die = []
    for die in dice:
        if not pieces or pieces[-1] * die.total_weight > 1 << 32:
            pieces.append(1)
        pieces[-1] *= die.total_weight
        piece_of_die.append(len(pieces) - 1)
    face_of_digit = np.zeros((len(dice), max(die.total_weight for die in dice)), dtype=np.int64)
    for row, die in enumerate(dice):
        face_of_digit[row, : die.total_weight] = np.repeat(np.arange(len(die.faces)), die.weights)
    return (
        np.array(piece_of_die, dtype=np.int64),
        np.array(pieces, dtype=np.uint64),
        np.array([die.total_weight for die in dice], dtype=np.int64),
        face_of_digit,
    )


@njit(cache=True, nogil=True)
def mix(word):
    """SplitMix64's finaliser on a uint64."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, nogil=True)
def game_key(key, game):
    """The key of a game: everything random in it is drawn with this."""
    return mix(key + (np.uint64(game) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15))


@njit(cache=True, nogil=True)
def word_at(game, purpose, a, b, c, attempt):
    """The word at an address within a game: purpose, a and attempt below 256, b below 2^24, c below 65,536."""
    high = (np.uint64(purpose) << np.uint64(56)) | (np.uint64(a) << np.uint64(48)) | (np.uint64(b) << np.uint64(24))
    address = high | (np.uint64(c) << np.uint64(8)) | np.uint64(attempt)
    return mix(game + address * np.uint64(0xD1342543DE82EF95))


@njit(cache=True, nogil=True)
def number_below(game, purpose, a, b, c, bound):
    """A number from 0 to bound - 1 (bound at most 2^32), all equally likely."""
    low_mask = np.uint64(0xFFFFFFFF)
    attempt = np.int64(0)  # a plain 0 is a type of its own, for which callees would be compiled once more
    while True:
        product = (word_at(game, purpose, a, b, c, attempt) >> np.uint64(32)) * bound
        low = product & low_mask
        if low >= bound or low >= (np.uint64(1 << 32) - bound) % bound:  # the division is hardly ever needed
            return product >> np.uint64(32)
        attempt += 1


@njit(cache=True, nogil=True)
def draw_faces(game, seat, turn, roll, tables, faces):
    """Write a face for every die (in pool order) of the roll at this address."""
    piece_of_die, ways_of_piece, weight_of_die, face_of_digit = tables
    piece = -1
    rest = np.int64(0)
    for die in range(faces.size):
        if piece_of_die[die] != piece:
            piece = piece_of_die[die]
            rest = np.int64(number_below(game, ROLL, seat, turn, roll * 256 + piece, ways_of_piece[piece]))
        base = weight_of_die[die]
        faces[die] = face_of_digit[die, rest % base]
        rest //= base
