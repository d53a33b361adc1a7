"""Words become rolls by look-up and die by die, and both ways are those of plain Python.

Seeds are fixed; each of the 12 evenness tests would sound a false alarm for one seed in ten million.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from dice.random_pools import king_of_dice
from numba import njit
from scipy import stats

from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import format_pool, parse_dice
from kingdice.dice.policy import Policy
from kingdice.dice.pool import Pool
from kingdice.simulation.streams import draw_faces, face_tables, game_key, seed_key
from kingdice.simulation.throws import Throws, fall_at, place_in_table, throw_by_dice, throws_of
from kingdice.simulation.turns import simulate_turns

FALSE_ALARM = 1e-7
MOST_KEEPS = 3000

LOOKED_UP = [
    "1d2",
    "8d2",
    "8x[heads,tails]",
    "1d6",
    "3d6",
    "5d3",
    "4d4",
    "2d16",
    "1d255",
    "2x[1:3,2,6 red:2]",
    "3x[1:5,2:7,3]",
    "2x[1:1001,2:23]",
    "1x[1:999999,2]",
    "2x[1:400,2:300,3:309]+3x[a:5,b:8]",  # every other word is rejected: 1,009^2 x 13^3 ways, and 2^32 words
    "2d8+3d6",
    "1d6+4d4",
    "2x[1:3,2,6 red:2]+1d4",
    "2d16+4d4",
    pytest.param(format_pool(king_of_dice()), id="king-of-dice"),
    "4d4+4x[a,b,c,d]+2x[e,f,g,h]",
    "1d2+1d3+1d4",
    "2d6+2d4+2d3+2x[a,b:3]",
    "1d2+2d3+1x[a:2,b]+3x[a,b:2]",
]
DIE_BY_DIE = {
    "1d2+1d3+1d4+1d5+1d6": "five groups",
    "2d6+1x[1:2,2]+1x[a,b]+1x[a:2,b]+1d3": "five groups",
    "4d6": "a group of 1,296 falls",
    "6d6": "a group of 46,656 falls",
    "9d2": "a group of 512 falls",
    "2d17": "a group of 289 falls",
    "1d256": "more than 65,535 pairs of a state and a fall",
    "2d16+2x[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,17]": "more than 65,535 pairs of a state and a fall",
    "2x[1:1002,2:23]": "a group of more than 2^20 ways",
    "2x[1:1000,2:23]+2x[1:1000,3:23]": "more than 2^32 ways in all",
}
every_pool = pytest.mark.parametrize("dice", [*LOOKED_UP, *DIE_BY_DIE])


def keeps_of(pool: Pool) -> list[tuple[tuple[int, ...], ...]]:
    """Every keep: the faces of each group, as positions; of very many keeps a sample, always with the empty one."""
    groups = [
        [
            faces
            for kept in range(group.count + 1)
            for faces in combinations_with_replacement(range(len(group.die.faces)), kept)
        ]
        for group in pool.groups
    ]
    total = int(np.prod([len(group) for group in groups]))
    if total <= MOST_KEEPS:
        return list(product(*groups))
    rng = random.Random(total)
    return [((),) * len(groups), *(tuple(rng.choice(group) for group in groups) for _ in range(MOST_KEEPS))]


class PlainRolls:
    """The roll of a keep and the faces drawn, by a numbering that is written out here."""

    def __init__(self, pool: Pool) -> None:
        self.counts = [group.count for group in pool.groups]
        sizes = [(len(group.die.faces), group.count) for group in pool.groups]
        rolls = [list(combinations_with_replacement(range(faces), count)) for faces, count in sizes]
        self.numbers = [{roll: number for number, roll in enumerate(group)} for group in rolls]

    def roll(self, keep: tuple[tuple[int, ...], ...], faces: list[int]) -> int:
        """Of the faces that fall to a group the first ones are used."""
        number, at = 0, 0
        for kept, count, rolls in zip(keep, self.counts, self.numbers, strict=True):
            shown = sorted([*kept, *faces[at : at + count - len(kept)]])
            number = number * len(rolls) + rolls[tuple(shown)]
            at += count
        return number


def thrown(pool: Pool, *, seed: int) -> Iterator[tuple[np.uint64, int, int, int, int, int]]:
    """Every keep at an address of its own, and the roll that plain Python sees: key, seat, turn, number, keep, roll."""
    plain, lattice = PlainRolls(pool), lattice_of(pool)
    tables, faces = face_tables(pool), np.empty(pool.dice, dtype=np.int64)
    for place, keep in enumerate(keeps_of(pool)):
        key = np.uint64(game_key(seed_key(seed), place // 5))
        seat, turn, number = place % 5, place % 37, 1 + place % 4
        draw_faces(key, seat, turn, number, tables, faces)
        yield key, seat, turn, number, lattice.state_of(keep), plain.roll(keep, faces.tolist())


def by_dice(throws: Throws, pool: Pool, key: np.uint64, seat: int, turn: int, number: int, keep: int) -> int:
    scratch = np.empty(pool.dice, dtype=np.int64)
    return int(throw_by_dice(key, seat, turn, number, keep, throws.faces, throws.groups, scratch))


@njit
def throw(key, seat, turn, number, base, ways, bias, digits, inverses, falls, parts):
    """The roll at this address when the dice of a keep with this base are kept, put together as in games."""
    fall = fall_at(key, seat, turn, number, ways, bias, digits, inverses, falls)
    roll = 0
    for group in range(4):
        roll += parts[place_in_table(base, fall, group)]
    return roll


@pytest.mark.parametrize("dice", LOOKED_UP)
def test_rolls_by_look_up_are_those_of_plain_python_for_every_keep(dice: str):
    pool = parse_dice(dice)
    throws = throws_of(pool)
    assert throws.ways == np.prod([group.die.total_weight**group.count for group in pool.groups])
    for key, seat, turn, number, keep, roll in thrown(pool, seed=1):
        base = throws.bases[keep]
        assert base > 0
        found = throw(key, seat, turn, number, base, *throws[:5], throws.parts)
        assert int(found) == roll, f"keep {lattice_of(pool).faces_of(keep)}"


@every_pool
def test_rolls_die_by_die_are_those_of_plain_python_for_every_keep(dice: str):
    pool = parse_dice(dice)
    throws = throws_of(pool, look_up=False)
    assert throws.ways == 0
    for key, seat, turn, number, keep, roll in thrown(pool, seed=2):
        assert by_dice(throws, pool, key, seat, turn, number, keep) == roll, f"keep {lattice_of(pool).faces_of(keep)}"


@pytest.mark.parametrize("dice", [pytest.param(dice, id=f"{dice}: {why}") for dice, why in DIE_BY_DIE.items()])
def test_a_pool_too_large_for_look_ups_falls_back_to_single_dice(dice: str):
    throws = throws_of(parse_dice(dice))
    assert throws.ways == 0
    assert not throws.bases.size
    assert not throws.parts.size
    assert not throws.rolled.size


@njit
def _roll_all(keys, base, ways, bias, digits, inverses, falls, parts, rolls):
    for i in range(keys.size):
        rolls[i] = throw(keys[i], 1, 2, 3, base, ways, bias, digits, inverses, falls, parts)


@njit
def _roll_all_by_dice(keys, keep, faces, groups, scratch, rolls):
    for i in range(keys.size):
        rolls[i] = throw_by_dice(keys[i], 1, 2, 3, keep, faces, groups, scratch)


def many_keys(games: int, seed: int) -> np.ndarray:
    key = seed_key(seed)
    return np.array([game_key(key, game) for game in range(games)], dtype=np.uint64)


@pytest.mark.parametrize("dice", LOOKED_UP)
def test_both_ways_give_the_same_rolls_of_many_games(dice: str):
    """20,000 words of the first keep of all, and of one with a die of every group."""
    pool, keys = parse_dice(dice), many_keys(20_000, 3)
    looked_up, single = throws_of(pool), throws_of(pool, look_up=False)
    rolls = np.empty((2, keys.size), dtype=np.int64)
    for keep in (lattice_of(pool).size - 1, lattice_of(pool).state_of(((0,),) * len(pool.groups))):
        _roll_all(keys, looked_up.bases[keep], *looked_up[:5], looked_up.parts, rolls[0])
        scratch = np.empty(pool.dice, dtype=np.int64)
        _roll_all_by_dice(keys, keep, single.faces, single.groups, scratch, rolls[1])
        assert np.array_equal(rolls[0], rolls[1])
        assert (rolls[0] >= 0).all()
        assert (rolls[0] < pool.roll_count).all()


def check_even(counts: np.ndarray, chances: np.ndarray) -> None:
    """Chi-square; rolls of fewer than ten expected turns are counted together, impossible ones never come."""
    assert counts[chances == 0].sum() == 0
    expected = chances * counts.sum()
    rare = expected < 10
    if rare.any():
        counts = np.append(counts[~rare], counts[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
        counts, expected = counts[expected > 0], expected[expected > 0]
    statistic = float(((counts - expected) ** 2 / expected).sum())
    assert stats.chi2.sf(statistic, len(counts) - 1) > FALSE_ALARM


def keep_one(faces, rolls_left):
    """Holds the first die and throws the others."""
    return faces[:1]


@pytest.mark.parametrize(
    "dice",
    [
        "8d2",
        "2d16",
        "3x[1:5,2:7,3]",
        "2x[1:1000,2:23]+1d6",
        pytest.param(format_pool(king_of_dice()), id="king-of-dice"),
        "1d2+1d3+1d4+1d5+1d6",
    ],
)
@pytest.mark.parametrize("rolls", [1, 2])
def test_rolls_come_as_often_as_they_should(dice: str, rolls: int):
    """400,000 turns: the first roll, and a second one with the first die held."""
    pool = parse_dice(dice)
    policy = Policy.from_rule(pool, keep_one, rolls=rolls)
    counts = simulate_turns(policy, turns=400_000, seed=rolls)
    check_even(counts[-1], plain_chances(pool, held=rolls - 1))


def plain_chances(pool: Pool, held: int) -> np.ndarray:
    """Chance of each roll when all dice are rolled and then all but the first few of the sorted faces, once more."""
    plain, faces = PlainRolls(pool), [group.die.faces for group in pool.groups]
    first = [(roll, float(chance)) for roll, chance in enumerate(pool.roll_chances)]
    if not held:
        return pool.roll_chances
    chances: dict[tuple[tuple[int, ...], ...], float] = {}
    for roll, chance in first:
        shown = iter(pool.roll_faces(roll))
        positions = [
            [own.index(next(shown)) for _ in range(group.count)] for own, group in zip(faces, pool.groups, strict=True)
        ]
        left, keep = held, []
        for group in positions:
            keep.append(tuple(group[:left]))
            left -= len(keep[-1])
        chances[tuple(keep)] = chances.get(tuple(keep), 0.0) + chance
    total = np.zeros(pool.roll_count)
    for keep, chance in chances.items():
        for faces_rolled, weight in rerolls(pool, keep):
            total[plain.roll(keep, faces_rolled)] += chance * weight
    return total


def rerolls(pool: Pool, keep: tuple[tuple[int, ...], ...]) -> Iterator[tuple[list[int], float]]:
    """What the dice that are not kept may show, laid out die by die, with the chance."""
    dice = [
        [(face, weight / group.die.total_weight) for face, weight in enumerate(group.die.weights)]
        if place < group.count - len(kept)
        else [(0, 1.0)]
        for group, kept in zip(pool.groups, keep, strict=True)
        for place in range(group.count)
    ]
    for shown in product(*dice):
        yield [face for face, _ in shown], float(np.prod([chance for _, chance in shown]))
