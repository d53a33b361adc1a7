"""What is timed about displays and citizens: turns of King of Dice, solved."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import numpy as np

from benchmarks.checks import check_close
from benchmarks.plain_lattice import ordered_terminal, plain_value
from benchmarks.timing import Bar, Group, Timed
from kingdice.dice.batch import Workspace, solve_batch, solve_batch_outcomes
from kingdice.dice.lattice import lattice_of
from kingdice.dice.odds import condition_chances
from kingdice.dice.turn import solve_turn
from kingdice.games.king_of_dice import Display, Edition, load_edition

__all__ = ["GROUPS", "plain_display", "random_displays"]

BATCH = 16
FOUR_ALIKE = 818038877 / 1632586752  # three rolls of six dice, exact


@cache
def random_displays(count: int = BATCH) -> tuple[Edition, list[Display]]:
    """The standard edition and random displays of it, with villages, penalties and fairies."""
    edition = load_edition()
    chance = random.Random(1)
    ids = [citizen.id for citizen in edition.citizens]
    found = []
    for _ in range(count):
        citizens = chance.sample(ids, 5)
        fairies = chance.randint(0, 5 - sum(one.startswith("fairy") for one in citizens))
        villages = [chance.choice([0, 2, 3, 4]) for _ in range(5)]
        found.append(Display.of(edition, citizens, villages=villages, penalty=chance.randint(1, 4), fairies=fairies))
    return edition, found


def plain_display() -> Callable[[], object]:
    """One display by the plain lattice, its terminal values given."""
    edition, displays = random_displays()
    pool, stakes = edition.pool, displays[0].stakes()
    worths = stakes.terminal(edition.masks)
    terminal = ordered_terminal([list(range(6))] * pool.dice, worths[_ordered_rolls(edition)])

    def run() -> float:
        return float(plain_value(terminal.copy(), pool.dice, 3))

    check_close(run(), solve_turn(pool, worths).value, 1e-12)
    return run


def _ordered_rolls(edition: Edition) -> np.ndarray:
    """The index of the roll that each ordered roll of the dice is, shape (6, …, 6)."""
    pool = edition.pool
    sides = np.indices((6,) * pool.dice).reshape(pool.dice, -1)
    index = np.zeros(sides.shape[1], dtype=np.int64)
    at = 0
    for group in pool.groups:
        table = np.zeros((6,) * group.count, dtype=np.int64)
        for roll in np.ndindex(*table.shape):
            table[roll] = group.roll_number[tuple(sorted(roll))]
        index = index * group.roll_count + table[tuple(sides[at : at + group.count])]
        at += group.count
    return index.reshape((6,) * pool.dice)


def _batch(width: int) -> Callable[[], object]:
    edition, displays = random_displays()
    stakes = [display.stakes() for display in displays[:width]]
    room = Workspace(lattice_of(edition.pool), width)

    def run() -> np.ndarray:
        return solve_batch(edition.pool, edition.masks, stakes, workspace=room)

    for value, one in zip(run()[-1], stakes, strict=True):
        check_close(value, solve_turn(edition.pool, one.terminal(edition.masks)).value, 1e-12)
    return run


def _outcomes() -> Callable[[], object]:
    edition, displays = random_displays()
    stakes = [display.stakes() for display in displays]

    def run() -> object:
        return solve_batch_outcomes(edition.pool, edition.masks, stakes)

    chances = run().chances  # type: ignore[attr-defined]
    for row, one in zip(chances, stakes, strict=True):
        value = float(row @ [*one.worths, one.failing])
        check_close(value, solve_turn(edition.pool, one.terminal(edition.masks)).value, 1e-9)
    return run


def _numpy() -> Callable[[], object]:
    edition, displays = random_displays()
    stakes = displays[0].stakes()
    return lambda: solve_turn(edition.pool, stakes.terminal(edition.masks))


def _citizens(engine: str) -> Callable[[], object]:
    edition = load_edition()

    def run() -> np.ndarray:
        return condition_chances(edition.pool, edition.conditions, rolls=4, engine=engine)  # type: ignore[arg-type]

    check_close(run()[2, edition.bit_of["orc-4"]], FOUR_ALIKE, 1e-14)
    return run


def _one_citizen() -> Callable[[], object]:
    edition = load_edition()
    condition = [edition.conditions[edition.bit_of["orc-4"]]]

    def run() -> np.ndarray:
        return condition_chances(edition.pool, condition, rolls=3, engine="numba")

    check_close(run()[2, 0], FOUR_ALIKE, 1e-14)
    return run


def _four_alike(kept: tuple[int, ...]) -> bool:
    return max((kept.count(face) for face in range(1, 7)), default=0) >= 4


def _with_icepool() -> Callable[[], object]:
    import icepool  # noqa: F401

    from benchmarks.peers import best_chance_with_icepool

    check_close(best_chance_with_icepool(6, _four_alike, 3), FOUR_ALIKE, 1e-12)
    return lambda: best_chance_with_icepool(6, _four_alike, 3)


def _with_dyce() -> Callable[[], object]:
    import dyce  # noqa: F401

    from benchmarks.peers import best_chance_with_dyce

    check_close(best_chance_with_dyce(6, _four_alike, 3), FOUR_ALIKE, 1e-12)
    return lambda: best_chance_with_dyce(6, _four_alike, 3)


DISPLAYS = Group(
    "displays",
    [
        Timed("plain 7^6 lattice in numba, terminal values given", plain_display),
        Timed("display, batch of 16", lambda: _batch(BATCH), BATCH, Bar(seconds=100e-6, ratio=15)),
        Timed("display alone", lambda: _batch(1), 1, Bar(seconds=250e-6)),
        Timed("display with every outcome, batch of 16", _outcomes, BATCH),
        Timed("display, NumPy (the command line's way)", _numpy),
    ],
    rounds=15,
)

CITIZENS = Group(
    "citizens",
    [
        Timed("one card, 3 rolls, icepool + recursion", _with_icepool),
        Timed("one card, 3 rolls, dyce + recursion", _with_dyce),
        Timed("one card, 3 rolls", _one_citizen),
        Timed("40 citizens, 1 to 4 rolls", lambda: _citizens("numba"), 1, Bar(seconds=5e-3)),
        Timed("40 citizens, NumPy (the command line's way)", lambda: _citizens("numpy")),
    ],
)

GROUPS = [DISPLAYS, CITIZENS]
