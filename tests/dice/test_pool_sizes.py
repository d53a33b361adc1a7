"""A pool has a size, and what is too large is refused in one line before anything is allocated."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from math import comb

import pytest

from kingdice.dice.exact import solve_turn_exact
from kingdice.dice.faces import Die
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_dice, parse_roll
from kingdice.dice.pool import LARGEST_LATTICE, Pool
from kingdice.dice.turn import solve_turn
from kingdice.errors import RollError


def unlike(count: int, faces: int) -> Pool:
    """So many dice, no two alike."""
    return Pool.of([Die.of(range(first, first + faces)) for first in range(1, count + 1)])


def test_sizes_of_eight_dice():  # C(14, 6) and 7^8
    assert Pool.of([(Die.numbered(6), 8)]).lattice_size == 3003 == comb(14, 6)
    assert unlike(8, 6).lattice_size == 5_764_801 == 7**8
    assert LARGEST_LATTICE == 10_000_000


@pytest.mark.parametrize(
    "pool", [Pool.of([(Die.numbered(6), 8)]), unlike(8, 6), unlike(6, 6)], ids=["alike", "unlike", "six unlike"]
)
def test_eight_dice_are_handled(pool):
    pool.check_size()


@pytest.mark.parametrize(
    "pool",
    [
        Pool.of([(Die.numbered(6), 10**9)]),
        Pool.of([(Die.numbered(2), 10**9)]),
        Pool.of([(Die.numbered(1), 10**9)]),
        Pool.of([(Die.numbered(1000), 10**12)]),
        unlike(20, 6),
        unlike(9, 6),
        Pool.of([(Die.numbered(20), 12)]),
    ],
    ids=["10^9 d6", "10^9 d2", "10^9 d1", "10^12 d1000", "20 unlike", "9 unlike", "12d20"],
)
def test_pools_past_the_cap_are_refused_at_once_and_allocate_nothing(pool):
    message = r"^too many dice: .* at most [0-9,]+ are handled$"
    tracemalloc.start()
    start = time.perf_counter()
    try:
        for refused in (pool.check_size, lambda: lattice_of(pool), lambda: solve_turn(pool, [0.0])):
            with pytest.raises(RollError, match=message):
                refused()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000
    assert time.perf_counter() - start < 2.0


def test_the_refusal_says_what_is_too_much():
    with pytest.raises(RollError, match=r"^too many dice: 201, at most 200 are handled$"):
        parse_dice("201d2").check_size()
    parse_dice("200d2").check_size()
    with pytest.raises(RollError, match="too many dice: 40,353,607 keeps"):  # 7^9
        unlike(9, 6).check_size()
    with pytest.raises(RollError, match=r"too many dice: over 10\^15 keeps"):
        unlike(20, 6).check_size()


def test_fractions_have_a_cap_of_their_own():
    pool = unlike(7, 6)
    assert pool.lattice_size == 823_543  # 7^7
    with pytest.raises(RollError, match="too many dice for fractions: 823,543 keeps, at most 250,000 are handled"):
        solve_turn_exact(pool, [0], rolls=2)


def _refused_or(solve):
    """What `solve` answers, or None where the pool is refused; nothing else may happen."""
    try:
        return solve()
    except RollError:
        return None


@pytest.mark.parametrize("text", ["1100d2", "60x[1:999999,2]"])
def test_many_dice_of_two_faces_have_chances(text):
    chances = _refused_or(lambda: (parse_dice(text).check_size(), parse_dice(text).roll_chances)[1])
    assert chances is None or chances.sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("text", ["12d2", "41d2", "12d3"])
def test_dice_of_which_the_highest_count_are_kept_when_highest(text):
    pool = parse_dice(text)
    highest = pool.faces[-1]
    worth = pool.tally("highest", lambda face: int(face == highest)).astype(float)
    solution = _refused_or(lambda: solve_turn(pool, worth, rolls=2))
    if solution is not None:
        kept = [solution.lattice.shown(keep) for keep in solution.policy.keeps[0].tolist()]
        assert kept == [(highest,) * int(count) for count in worth]


@pytest.mark.parametrize("text", ["3x[1,2]+3x[3,4]", "16x[1,2]+16x[3,4]"])
def test_keeps_of_a_roll_stand_most_dice_first_then_in_lexicographic_order(text):
    lattice = lattice_of(parse_dice(text))
    for roll in range(0, lattice.pool.roll_count, max(1, lattice.pool.roll_count // 24)):
        keeps = [[face.number for face in lattice.shown(keep)] for keep in lattice.keeps_within(roll).tolist()]
        assert keeps == sorted(keeps, key=lambda keep: (-len(keep), keep))


def _in_little_memory(work: str) -> subprocess.CompletedProcess[str]:
    """Do a piece of work that may be refused, in a process with 2 GB of address space."""
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "from kingdice.dice.lattice import lattice_of\n"
        "from kingdice.dice.notation import parse_dice, parse_roll\n"
        "from kingdice.errors import RollError\n"
        f"try:\n    {work}\nexcept RollError as error:\n    print(error)\n"
    )
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("text", ["300000d1", "3d350"])
def test_a_pool_that_passes_the_size_check_fits_into_memory(text):
    """A keep may name 300,000 dice; and 7.3 million keeps may each have 350 neighbours."""
    done = _in_little_memory(f"lattice_of(parse_dice('{text}'))")
    assert done.returncode == 0, done.stderr.splitlines()[-1]


def test_a_roll_of_too_many_dice_is_refused_and_not_worked_out():
    done = _in_little_memory("parse_roll(parse_dice('30d30'), ' '.join(['1'] * 30))")
    assert done.returncode == 0, done.stderr.splitlines()[-1]


def test_a_die_of_one_side_is_a_die():
    pool = parse_dice("3d1")
    assert parse_roll(pool, "1 1 1") == 0
    assert solve_turn(pool, [2.5]).values.tolist() == [2.5, 2.5, 2.5]
