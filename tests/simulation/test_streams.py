"""Random words are addressed and even, and the same for ever under one RNG_VERSION.

Every statistical test here has a fixed seed, so it gives the same answer on every run; its bound is such that it
would fail for one seed in ten million; all together (some 170) for one in 50,000.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from kingdice.dice.faces import Die
from kingdice.dice.notation import parse_dice
from kingdice.dice.pool import Pool
from kingdice.errors import RunError
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.streams import (
    DECISION,
    DECK,
    PENALTIES,
    ROLL,
    draw_faces,
    face_tables,
    game_key,
    mix,
    number_below,
    seed_key,
    word_at,
)

FALSE_ALARM = 1e-7
GOLDEN_GAMMA = 0x9E3779B97F4A7C15
WORD = 1 << 64


def splitmix_finaliser(word: int) -> int:
    """SplitMix64's output function, as in its reference code (splitmix64.c)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def plain_word(seed: int, game: int, purpose: int, a: int, b: int, c: int, attempt: int = 0) -> int:
    """A word by its address, as the module says it is made."""
    key = splitmix_finaliser((seed + GOLDEN_GAMMA) % WORD)
    key = splitmix_finaliser((key + (game + 1) * GOLDEN_GAMMA) % WORD)
    address = purpose << 56 | a << 48 | b << 24 | c << 8 | attempt
    return splitmix_finaliser((key + address * 0xD1342543DE82EF95) % WORD)


def plain_number(bound: int, *address: int) -> int:
    """A number below a bound by the address of its word."""
    for attempt in range(256):
        wide = (plain_word(*address, attempt) >> 32) * bound
        if wide % 2**32 >= 2**32 % bound:
            return wide >> 32
    raise AssertionError(address)


def key_of(seed: int, game: int) -> np.uint64:
    return np.uint64(game_key(seed_key(seed), game))


def rolls_of(pool: Pool, count: int, *, seed: int = 1) -> np.ndarray:
    """The first roll of so many games, shape (count, dice)."""
    tables, faces = face_tables(pool), np.empty((count, pool.dice), dtype=np.int64)
    key = seed_key(seed)
    for game in range(count):
        draw_faces(np.uint64(game_key(key, game)), 0, 0, 0, tables, faces[game])
    return faces


def check_even(observed: np.ndarray, chances: np.ndarray) -> None:
    """Chi-square at the level FALSE_ALARM."""
    expected = observed.sum() * np.asarray(chances)
    assert expected.min() >= 5
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert statistic < stats.chi2.isf(FALSE_ALARM, len(observed) - 1)


# Words


def test_the_mixer_is_splitmix64s():
    """The first outputs of splitmix64.c for the seed 1234567, as widely published (Rosetta Code among others)."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    words = [(1234567 + k * GOLDEN_GAMMA) % WORD for k in (1, 2, 3)]
    assert [splitmix_finaliser(word) for word in words] == published
    assert [int(mix(np.uint64(word))) for word in words] == published
    assert [int(game_key(np.uint64(1234567), game)) for game in (0, 1, 2)] == published
    assert int(seed_key(1234567)) == published[0]


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**63 - 1])
def test_words_are_those_of_plain_python(seed):
    for game, purpose, a, b, c, attempt in product(
        (0, 1, 10**12), (DECK, ROLL, DECISION), (0, 255), (0, 2**24 - 1), (0, 2**16 - 1), (0, 255)
    ):
        wanted = plain_word(seed, game, purpose, a, b, c, attempt)
        assert int(word_at(key_of(seed, game), purpose, a, b, c, attempt)) == wanted


def test_words_stay_the_same_as_long_as_the_version_does():
    assert RNG_VERSION == 1
    assert (DECK, PENALTIES, ROLL, DECISION) == (1, 2, 3, 4)
    words = [int(word_at(key_of(1, game), ROLL, 0, 0, 0, 0)) for game in range(3)]
    assert words == [5978665626633140683, 12547250617293180486, 11938452488074834972]
    assert int(word_at(key_of(42, 7), DECK, 1, 2, 3, 4)) == 3956923690772303510
    faces = rolls_of(parse_dice("6d6"), 4).tolist()
    assert faces == [[1, 0, 0, 4, 5, 1], [0, 3, 5, 2, 0, 4], [3, 4, 4, 1, 5, 3], [3, 1, 2, 3, 3, 1]]


def test_a_word_does_not_depend_on_what_was_drawn_before():
    tables, faces = face_tables(parse_dice("6d6")), np.empty(6, dtype=np.int64)
    draw_faces(key_of(5, 99), 3, 17, 2, tables, faces)
    alone = faces.copy()
    for game, seat, turn, roll in product((0, 98, 99, 100), (3, 0), (16, 17), (1, 2)):
        draw_faces(key_of(5, game), seat, turn, roll, tables, faces)
    draw_faces(key_of(5, 99), 3, 17, 2, tables, faces)
    assert (faces == alone).all()


def test_different_addresses_have_different_words():
    addresses = product((0, 1, 2, 3), (ROLL, DECISION), range(5), range(40), range(0, 256, 64), (0, 1))
    words = [int(word_at(key_of(1, game), *address)) for game, *address in addresses]
    assert len(set(words)) == len(words) == 4 * 2 * 5 * 40 * 4 * 2


@pytest.mark.parametrize("seed", [-1, 2**63, 2**64])
def test_a_seed_is_a_whole_number_below_2_to_the_63(seed):
    with pytest.raises(RunError, match=rf"seed {seed}: expected a whole number from 0 to {2**63 - 1}"):
        seed_key(seed)


def test_the_bits_of_words_are_even_and_unrelated():
    """Of 20,000 words: every bit, and every pair of neighbouring bits, by the binomial (64 + 63 bits and two sides)."""
    words = np.array([int(word_at(key_of(3, game), ROLL, 0, 0, 0, 0)) for game in range(20_000)], dtype=np.uint64)
    bits = words[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    bound = stats.binom.isf(FALSE_ALARM / 2 / 127, len(words), 0.5)
    for some in (bits, bits[:, 1:] ^ bits[:, :-1]):
        ones = some.sum(axis=0)
        assert ones.max() <= bound
        assert ones.min() >= len(words) - bound


def test_neighbouring_games_and_rolls_are_unrelated():
    """Half of the bits of two words next to each other differ."""
    first = [[int(word_at(key_of(1, g), ROLL, 0, 0, r * 64, 0)) for r in range(3)] for g in range(3000)]
    words = np.array(first, dtype=np.uint64)
    for differing in (words[1:] ^ words[:-1], words[:, 1:] ^ words[:, :-1]):
        count = int(np.bitwise_count(differing).sum())
        assert abs(count - 32 * differing.size) < stats.norm.isf(FALSE_ALARM / 4) * 4 * differing.size**0.5


# Numbers


@pytest.mark.parametrize("bound", [1, 2, 6, 7, 1000, 46_656, 2**31 + 1, 2**32 - 1, 2**32])
def test_a_number_is_below_its_bound_and_made_without_bias(bound):
    """Multiply and shift, and the next attempt where the low half is below 2^32 mod bound (Lemire 2019)."""
    numbers = [int(number_below(key_of(9, 0), DECISION, 1, b, 2, np.uint64(bound))) for b in range(200)]
    assert numbers == [plain_number(bound, 9, 0, DECISION, 1, b, 2) for b in range(200)]
    assert min(numbers) >= 0
    assert max(numbers) < bound


# Faces


@pytest.mark.parametrize("dice", ["6d6", "1d20", "2d8+3d6", "3x[1,1,2,3,red,red]", "2x[1:3,2,6 red:2]+1x[a:999,b]"])
def test_faces_follow_their_weights(dice):
    pool = parse_dice(dice)
    count = 20_000
    faces = rolls_of(pool, count)
    dies = [group.die for group in pool.groups for _ in range(group.count)]
    for column, die in enumerate(dies):
        observed = np.bincount(faces[:, column], minlength=len(die.faces))
        check_even(observed, np.array(die.weights) / die.total_weight)


def test_the_dice_of_a_roll_are_independent():
    """Each pair of the six dice: 36 combinations, chi-square."""
    faces = rolls_of(parse_dice("6d6"), 20_000)
    for one in range(6):
        for other in range(one):
            check_even(np.bincount(faces[:, one] * 6 + faces[:, other], minlength=36), np.full(36, 1 / 36))


@pytest.mark.parametrize("dice", ["8d20", "8x[1:3,2,3,4,5:40]", "40d2", "4x[1:65537,2:65536]"])
def test_dice_with_more_ways_than_a_word_has_are_even_and_independent(dice):
    """Their ways exceed 2^32, so a roll takes several words: each die by its weights, and with its neighbour."""
    pool = parse_dice(dice)
    dies = [group.die for group in pool.groups for _ in range(group.count)]
    assert np.prod([float(die.total_weight) for die in dies]) > 2**32
    ways_of_piece, weight_of_die = face_tables(pool)[1:3]
    assert len(ways_of_piece) > 1
    assert max(ways_of_piece.tolist()) <= 2**32
    assert weight_of_die.tolist() == [die.total_weight for die in dies]
    faces = rolls_of(pool, 10_000)
    low = [np.arange(len(die.faces)) < len(die.faces) / 2 for die in dies]
    chances = [np.array(die.weights) / die.total_weight for die in dies]
    for column, die in enumerate(dies):
        check_even(np.bincount(faces[:, column], minlength=len(die.faces)), chances[column])
    for column in range(1, len(dies)):
        one, other = (low[place][faces[:, place]].astype(int) for place in (column - 1, column))
        share, other_share = (chances[place][low[place]].sum() for place in (column - 1, column))
        both = np.outer([1 - share, share], [1 - other_share, other_share]).ravel()
        check_even(np.bincount(2 * one + other, minlength=4), both)


def test_every_word_of_a_roll_is_a_word_of_its_own():
    """Dice so many and so finely weighted that a roll takes 67 words: no two of two rolls are the same in all games."""
    pool = Pool.of([(Die.of([1, 2], [499, 501]), 200)])
    tables, faces = face_tables(pool), np.empty((100, 2, pool.dice), dtype=np.int64)
    for game in range(100):
        for roll in (0, 1):
            draw_faces(key_of(1, game), 0, 0, roll, tables, faces[game, roll])
    starts = np.searchsorted(tables[0], np.arange(67))  # the first die of each word
    words = faces[:, :, starts].reshape(100, 2 * 67)
    alike = (words[:, :, None] == words[:, None, :]).all(axis=0)  # unrelated ones: once in 2^100
    assert alike.sum() == 2 * 67


@pytest.mark.parametrize(
    "dice", ["6d6", "7d6", "2x[1:3,2,6 red:2]+2d4", "16d2", "17d2", "1d200", "8d20", "1x[1:65537,2]"]
)
def test_faces_are_those_of_plain_python(dice):
    """A word becomes a number below the ways of its dice; its digits, in pool order, are sides of the dice."""
    pool = parse_dice(dice)
    dies = [group.die for group in pool.groups for _ in range(group.count)]
    for game, drawn in enumerate(rolls_of(pool, 50, seed=6).tolist()):
        wanted, piece, left = [], 0, list(dies)
        while left:
            some, ways = [], 1
            while left and ways * left[0].total_weight <= 2**32:
                ways *= left[0].total_weight
                some.append(left.pop(0))
            number = plain_number(ways, 6, game, ROLL, 0, 0, piece)
            for die in some:
                sides = [face for face, weight in enumerate(die.weights) for _ in range(weight)]
                wanted.append(sides[number % len(sides)])
                number //= len(sides)
            piece += 1
        assert drawn == wanted
