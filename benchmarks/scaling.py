"""`python -m benchmarks.scaling`: what games cost, and how that scales from one worker to two; see docs/cluster.md.

A machine that is shared is fast now and slow then. So all ways to play take turns, round after round, and a ratio is
the median over rounds of two times of the same round. Where others take their part of the cores, the clock on the wall
says little; what a game costs all processes together in CPU says how it would be without them. Prints the tables of
docs/cluster.md.
"""

from __future__ import annotations

import argparse
import io
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from unittest.mock import patch

import numpy as np
import psutil

from kingdice.games import game_named
from kingdice.games.king_of_dice import Display, load_edition
from kingdice.games.king_of_dice.advice import display_policy
from kingdice.simulation import dask_engine
from kingdice.simulation.blocks import run_blocks
from kingdice.simulation.cluster import close_clusters
from kingdice.simulation.engines import pieces
from kingdice.simulation.summary import Tally
from kingdice.simulation.tasks import Narrow
from kingdice.simulation.turns import simulate_turns

# name, game, strategy, players, games of a round (a second or two)
GAMES = [
    ("King of Dice of 4, best-bet", "king-of-dice", "best-bet", 4, 131_072),
    ("King of Dice of 4, far-sighted", "king-of-dice", "far-sighted", 4, 512),
    ("Kingdomino of 4, random", "kingdomino", "random", 4, 262_144),
    ("Kingdomino of 4, full-greedy", "kingdomino", "full-greedy", 4, 8_192),
    ("Carcassonne of 2, greedy-cards", "carcassonne", "greedy-cards", 2, 1_024),
]
WAYS = {
    "1 thread": {"engine": "serial"},
    "2 threads": {"engine": "threads", "workers": 2},
    "1 process": {"engine": "dask", "workers": 1},
    "2 processes": {"engine": "dask", "workers": 2},
}
TURNS = 1 << 26
IDLE_TASKS = 500


@dataclass(frozen=True)
class Took:
    """Seconds on the wall, and of all processes' CPU."""

    wall: float
    cpu: float


def timed(play: Callable[[], object]) -> Took:
    begun, cpu = time.perf_counter(), _cpu()
    play()
    return Took(time.perf_counter() - begun, _cpu() - cpu)


def _cpu() -> float:
    """CPU seconds of this process and of those that it started and that are still there."""
    return time.process_time() + sum(sum(child.cpu_times()[:2]) for child in psutil.Process().children(recursive=True))


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def scaling(rounds: int) -> tuple[str, str]:
    """Speeds by each way to play, with ratios; and what a million games cost in one thread."""
    rows, costs = [], []
    for name, game, strategy, players, games in [*GAMES, ("turns by a policy table", "", "", 0, TURNS)]:
        play = _games(game, strategy, players) if game else _turns()
        for way in WAYS.values():
            play(games // 16, way)  # tables, caches, processes
        took: dict[str, list[Took]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way, how in WAYS.items():
                took[way].append(timed(partial(play, games, how)))
        speeds = [f"{games / min(one.wall for one in found):,.0f}" for found in took.values()]
        walls = [
            _ratio(took, way, "1 thread", "wall", faster=True) for way in ("2 threads", "1 process", "2 processes")
        ]
        cpus = [_ratio(took, way, "1 thread", "cpu") for way in ("2 threads", "1 process", "2 processes")]
        rows.append([name, *speeds, *(f"{one:.2f}" for one in (*walls, *cpus))])
        costs.append([name, f"{1e6 * min(one.cpu for one in took['1 thread']) / games:,.3g}"])
    ways = [f"{way}: {what}" for what in ("speed", "CPU") for way in ("2 threads", "1 process", "2 processes")]
    return table(["what", *WAYS, *ways], rows), table(["what", "CPU-seconds for a million"], costs)


def _ratio(took: dict[str, list[Took]], way: str, other: str, what: str, *, faster: bool = False) -> float:
    pairs = [(getattr(one, what), getattr(two, what)) for one, two in zip(took[way], took[other], strict=True)]
    return median(two / one if faster else one / two for one, two in pairs)


def _games(game: str, strategy: str, players: int) -> Callable[..., object]:
    match = game_named(game).match([strategy] * players)
    return lambda games, way: run_blocks(match, _drop, games=games, **way)


def _drop(rows: np.ndarray) -> None:
    """Rows are not what is timed."""


def _turns() -> Callable[..., object]:
    display = Display.of(load_edition(), ["elf-4", "dwarf-3x1", "gnome-5red", "orc-3", "dragon-28"])
    policy = display_policy(display, "best")
    return lambda turns, way: simulate_turns(policy, turns=turns, **way)


def client(rounds: int) -> str:
    """What the client has to do for a game that others play, and what a game takes on the way and on disk."""
    rows = []
    for name, game, strategy, players, _ in GAMES:
        match = game_named(game).match([strategy] * players)
        games = 4096 if getattr(match, "largest_block", 0) >= 1024 else 256
        block = match.play_block(1, 0, games)
        narrow, tally, seconds = Narrow.of(block), Tally(match), []
        for _ in range(5 * rounds):
            begun = time.process_time()
            tally.add(narrow.rows())
            seconds.append(time.process_time() - begun)
        sent = sum(numbers.nbytes for _, numbers in narrow.parts) / games
        rows.append([name, f"{1e6 * min(seconds) / games:.2f}", f"{sent:.0f}", f"{_on_disk(block, match):.0f}"])
    return table(["what", "client, us of CPU a game", "bytes a game sent", "bytes a game on disk"], rows)


def _on_disk(rows: np.ndarray, match) -> float:
    import pyarrow as pa
    import pyarrow.parquet as pq

    content = io.BytesIO()
    columns = [pa.array(np.ascontiguousarray(rows[:, place])) for place in range(rows.shape[1])]
    how = {"use_dictionary": False, "column_encoding": "DELTA_BINARY_PACKED", "compression": "none"}  # as `parts`
    pq.write_table(pa.Table.from_arrays(columns, names=list(match.columns)), content, **how)
    return len(content.getvalue()) / len(rows)


class Idle:
    """Work that is none: what a task costs by itself."""

    def play_block(self, seed: int, first_game: int, games: int) -> tuple[int, int]:
        """Do nothing."""
        return first_game, games


def overhead(rounds: int) -> str:
    """What a task costs the client and its scheduler, which share a process here."""
    costs = []
    with patch.object(dask_engine, "_SECONDS_A_TASK", 0.0):  # else blocks that are nothing become one task
        for _ in range(rounds):
            begun = time.process_time()
            list(pieces(Idle(), games=IDLE_TASKS, piece=1, engine="dask", workers=2))
            costs.append((time.process_time() - begun) / IDLE_TASKS)
    return f"A task costs client and scheduler together {1000 * min(costs):.1f} ms of CPU."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    print(*scaling(rounds), client(rounds), overhead(rounds), sep="\n\n")
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"\n{os.cpu_count()} cores; load average {load}: with more than the benchmark's own, speeds say little.")
    close_clusters()


if __name__ == "__main__":
    main()
