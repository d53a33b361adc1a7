"""How cost grows: with dice, faces, cards, players and games, and the exponent that fits best.

Sizes of one kind take turns, as members of a group do, and their fastest times are fitted: log of the time on log of
the size. The lattice has as many states as a power of the number of dice if they are alike, and some times more with
every die if they are not, so the exponent by states is told too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kingdice.dice.batch import Workspace
from kingdice.dice.condition_text import parse_condition
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_dice
from kingdice.dice.odds import condition_chances
from kingdice.games.carcassonne.matches import match as carcassonne
from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.matches import match as king_of_dice
from kingdice.games.kingdomino.matches import match as kingdomino
from kingdice.simulation.run import simulate

__all__ = ["GROWTHS", "Grown", "Growth", "grow"]

ROUNDS = 7
_SHORTEST_SAMPLE = 0.02


@dataclass(frozen=True)
class Growth:
    """One kind of size: what is solved or played, and the sizes."""

    what: str
    of: str
    sizes: Sequence[int]
    prepare: Callable[[int], Callable[[], object]]
    states: Callable[[int], int] | None = None


@dataclass(frozen=True)
class Grown:
    """Seconds at every size, and the exponents that fit: by the size, and by the number of states."""

    growth: Growth
    seconds: tuple[float, ...]
    exponent: float
    by_states: float | None


def grow(growth: Growth) -> Grown:
    """Time all sizes in turn."""
    runs = [growth.prepare(size) for size in growth.sizes]
    calls = []
    for run in runs:
        run()
        begun = time.perf_counter()
        run()
        calls.append(max(1, int(_SHORTEST_SAMPLE / max(time.perf_counter() - begun, 1e-9))))
    taken = np.empty((ROUNDS, len(runs)))
    for number in range(ROUNDS):
        for place, (run, often) in enumerate(zip(runs, calls, strict=True)):
            begun = time.perf_counter()
            for _ in range(often):
                run()
            taken[number, place] = (time.perf_counter() - begun) / often
    fastest = taken.min(axis=0)
    states = [growth.states(size) for size in growth.sizes] if growth.states else None
    return Grown(
        growth,
        tuple(fastest.tolist()),
        _exponent(growth.sizes, fastest),
        _exponent(states, fastest) if states else None,
    )


def _exponent(sizes: Sequence[int], seconds: np.ndarray) -> float:
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def _turn(dice: str) -> Callable[[], object]:
    """A turn of three rolls with some worth of every roll, in batches of 16."""
    lattice = lattice_of(parse_dice(dice))
    room = Workspace(lattice, 16)
    worths = np.random.default_rng(1).random((lattice.full.size, 16))

    def run() -> None:
        room.stages[0][lattice.full] = worths
        room.solve(3)

    return run


def _unlike(dice: int) -> str:
    """Six-sided dice no two of which are alike: the last faces differ."""
    return "+".join(f"[1,2,3,4,5,{6 + one}]" for one in range(dice))


def _citizens(cards: int) -> Callable[[], object]:
    edition = load_edition()
    return lambda: condition_chances(edition.pool, edition.conditions[:cards], rolls=4, engine="numba")


def _conditions(cards: int) -> Callable[[], object]:
    pool = load_edition().pool
    wanted = [parse_condition(f"sum >= {7 + card}", pool) for card in range(cards)]
    return lambda: condition_chances(pool, wanted, rolls=4, engine="numba")


def _block(one: Callable[..., object], games: int, **edition: str) -> Callable[[int], Callable[[], object]]:
    def prepare(players: int) -> Callable[[], object]:
        played = one(["random"] * players, **edition)
        return lambda: played.play_block(1, 0, games)  # type: ignore[attr-defined]

    return prepare


def _run(games: int) -> Callable[[], object]:
    one = king_of_dice(["best-bet"] * 4)
    return lambda: simulate(one, games=games, keep_rows=False)


GROWTHS = [
    Growth(
        "turns of three rolls, dice alike (d6)",
        "dice",
        range(2, 11),
        lambda dice: _turn(f"{dice}d6"),
        lambda dice: lattice_of(parse_dice(f"{dice}d6")).size,
    ),
    Growth(
        "turns of three rolls, dice unlike (d6)",
        "dice",
        range(2, 7),
        lambda dice: _turn(_unlike(dice)),
        lambda dice: lattice_of(parse_dice(_unlike(dice))).size,
    ),
    Growth(
        "turns of three rolls, five dice alike",
        "faces",
        (2, 4, 6, 8, 10, 12, 16),
        lambda faces: _turn(f"5d{faces}"),
        lambda faces: lattice_of(parse_dice(f"5d{faces}")).size,
    ),
    Growth("chances of citizens, 1 to 4 rolls", "citizens", (5, 10, 20, 40), _citizens),
    Growth("chances of conditions on sums, 1 to 4 rolls", "conditions", (4, 8, 16, 30), _conditions),
    Growth("King of Dice, random", "players", (2, 3, 4, 5), _block(king_of_dice, 1024)),
    Growth("Kingdomino, random", "players", (2, 3, 4), _block(kingdomino, 2048)),
    Growth("Carcassonne, random", "players", (2, 3, 4, 5), _block(carcassonne, 512)),
    Growth("runs of King of Dice, best-bet", "games", (1_024, 4_096, 16_384, 65_536), _run),
]
