"""What a worker of a cluster does: it plays some blocks of work that it knows, and sends back narrow rows.

Imported on the workers, so it loads little by itself; what work needs comes with it.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.errors import RunError
from kingdice.simulation.engines import Span
from kingdice.simulation.versions import differences, versions

__all__ = ["Narrow", "handed_on", "play_task"]


@dataclass(frozen=True)
class Narrow:
    """Rows of whole numbers, each column in as few bytes as hold it: a fifth of what they take in eight.

    Attributes
    ----------
    shape : (int, int)
    parts : list of (array of int, array (games, some columns))
        Which columns, and their numbers.
    """

    shape: tuple[int, int]
    parts: list[tuple[NDArray[np.int64], NDArray[Any]]]

    @classmethod
    def of(cls, rows: NDArray[np.int64]) -> Narrow:
        """Find the fewest bytes for each column.

        Examples
        --------
        >>> narrow = Narrow.of(np.array([[1, 1 << 40], [2, -7]]))
        >>> [str(numbers.dtype) for _, numbers in narrow.parts], narrow.rows().tolist()
        (['int8', 'int64'], [[1, 1099511627776], [2, -7]])
        """
        least, most = rows.min(axis=0), rows.max(axis=0)
        size = np.full(rows.shape[1], 8)
        for fewer in (4, 2, 1):
            limits = np.iinfo(f"i{fewer}")
            size[(least >= limits.min) & (most <= limits.max)] = fewer
        groups = (np.flatnonzero(size == one) for one in (1, 2, 4, 8))
        shape = (rows.shape[0], rows.shape[1])
        return cls(shape, [(which, rows[:, which].astype(f"i{size[which[0]]}")) for which in groups if len(which)])

    def rows(self) -> NDArray[np.int64]:
        """The rows as they were."""
        rows = np.empty(self.shape, dtype=np.int64)
        for which, numbers in self.parts:
            rows[:, which] = numbers
        return rows


def play_task(
    work: bytes, seed: int, spans: Sequence[Span], at_home: Mapping[str, str]
) -> tuple[list[Any], float, int]:
    """Play some blocks on a worker.

    Parameters
    ----------
    work : bytes
        A pickled `Work`.
    seed : int
    spans : sequence of Span
    at_home : mapping of str
        The versions of whoever asks.

    Returns
    -------
    list
        What each block came to; whole rows as `Narrow`.
    float
        Seconds that it took.
    int
        Bytes that it takes to send.

    Raises
    ------
    RunError
        Where versions differ: a worker may have come after they were compared.
    """
    if at_home != versions():
        from distributed import get_worker

        raise RunError(f"worker {get_worker().address}: {differences(versions(), at_home)}")
    begun = perf_counter()
    with redirect_stdout(sys.stderr):  # what bots print is not part of an answer
        one = _loaded(work)
        played = [_narrow(one.play_block(seed, first, games)) for first, games in spans]
    return played, perf_counter() - begun, _size(played)


@lru_cache(maxsize=8)
def _loaded(work: bytes) -> Any:
    return pickle.loads(work)


def _narrow(played: Any) -> Any:
    rows = isinstance(played, np.ndarray) and played.dtype == np.int64 and played.ndim == 2 and played.size
    return Narrow.of(played) if rows else played


def _size(played: Any) -> int:
    if isinstance(played, Narrow):
        return sum(numbers.nbytes for _, numbers in played.parts)
    if isinstance(played, np.ndarray):
        return played.nbytes
    if isinstance(played, (list, tuple)):
        return sum(map(_size, played))
    return sum(map(_size, played.values())) if isinstance(played, dict) else 0


def handed_on(work: bytes) -> bytes:
    """A task that others need: so work goes to each worker once, and again from the scheduler if all who had it die."""
    return work
