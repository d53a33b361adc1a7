"""Timing things side by side: a machine that is shared is fast now and slow then, so everything takes turns.

A group is a baseline and what is held against it. In every round each member runs once, one after the other; a
member's ratio is the median over rounds of the baseline's time in that round over its own, so that a slow moment counts
for both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

__all__ = ["Bar", "Group", "Measured", "Timed", "measure"]

ROUNDS = 7
_SHORTEST_SAMPLE = 0.05  # seconds; what is quicker is run again and again


@dataclass(frozen=True)
class Bar:
    """What a member should reach: seconds a piece, pieces a second, and how many times faster than the baseline."""

    seconds: float | None = None
    rate: float | None = None
    ratio: float | None = None
    note: str = ""

    def met(self, seconds: float, ratio: float) -> bool:
        """Whether all that is asked is reached."""
        return (
            (self.seconds is None or seconds <= self.seconds)
            and (self.rate is None or 1 / seconds >= self.rate)
            and (self.ratio is None or ratio >= self.ratio)
        )


@dataclass(frozen=True)
class Timed:
    """One thing that is timed.

    Attributes
    ----------
    name : str
    prepare : callable
        Makes everything ready, checks that what will be timed comes out right, and returns what is timed. May raise
        ImportError where a peer is not installed.
    pieces : int
        How many of the thing one call does.
    bar : Bar
    told : str
        "time" a piece or "rate", pieces a second.
    clock : callable
        Wall clock, or `time.process_time` for CPU seconds of all threads.
    """

    name: str
    prepare: Callable[[], Callable[[], object]]
    pieces: int = 1
    bar: Bar = field(default_factory=Bar)
    told: str = "time"
    clock: Callable[[], float] = time.perf_counter


@dataclass(frozen=True)
class Group:
    """Things that are timed in turn; the first is the baseline.

    Attributes
    ----------
    name : str
    members : sequence of Timed
    rounds : int
    warm : bool
        Run each once before, and what is quick several times a round.
    """

    name: str
    members: Sequence[Timed]
    rounds: int = ROUNDS
    warm: bool = True


@dataclass(frozen=True)
class Measured:
    """What came out for one member: in every round its seconds a piece, and how many times faster than the baseline."""

    timed: Timed
    group: str
    is_baseline: bool
    seconds: tuple[float, ...]
    ratios: tuple[float, ...]

    @property
    def typical(self) -> float:
        """Median seconds a piece."""
        return median(self.seconds)

    @property
    def ratio(self) -> float:
        """Median times faster than the baseline."""
        return median(self.ratios)


def measure(group: Group, note: Callable[[str], None]) -> tuple[list[Measured], list[str]]:
    """Time the members of a group in turn; also says what could not be timed."""
    ready: list[tuple[Timed, Callable[[], object], int]] = []
    missing = []
    for timed in group.members:
        note(f"{group.name}: {timed.name}")
        try:
            run = timed.prepare()
        except ImportError as error:
            missing.append(f"{timed.name}: {error}")
            continue
        ready.append((timed, run, _calls_a_sample(run) if group.warm else 1))
    taken: dict[str, list[float]] = {timed.name: [] for timed, _, _ in ready}
    for number in range(group.rounds):
        note(f"{group.name}: round {number + 1} of {group.rounds}")
        for timed, run, calls in ready:
            begun = timed.clock()
            for _ in range(calls):
                run()
            taken[timed.name].append((timed.clock() - begun) / calls / timed.pieces)
    baseline = group.members[0].name
    against = taken.get(baseline)
    return [
        Measured(
            timed,
            group.name,
            timed.name == baseline,
            tuple(own := taken[timed.name]),
            tuple(b / x for b, x in zip(against, own, strict=True)) if against else (),
        )
        for timed, _, _ in ready
    ], missing


def _calls_a_sample(run: Callable[[], object]) -> int:
    """How often to call what is quick, so that a sample is long enough; a first call warms up."""
    run_once = time.perf_counter()
    run()
    first = time.perf_counter() - run_once
    if first > 4 * _SHORTEST_SAMPLE:
        return 1
    begun = time.perf_counter()
    run()
    second = time.perf_counter() - begun
    return max(1, int(_SHORTEST_SAMPLE / max(second, 1e-9)))
