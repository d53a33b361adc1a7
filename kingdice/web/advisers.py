"""Solvers that wait for questions: as many as may answer at once, each asked by one thread at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from kingdice.dice.prompt import PromptSolver
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["Advisers"]

_AT_ONCE = 4
_LARGE = 1_000_000  # keeps; past it a solver takes gigabytes


class Advisers:
    """The solvers of an edition.

    Parameters
    ----------
    edition : Edition
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._waiting: SimpleQueue[PromptSolver | None] = SimpleQueue()
        for _ in range(_AT_ONCE if edition.pool.lattice_size <= _LARGE else 1):
            self._waiting.put(None)

    @contextmanager
    def one(self) -> Iterator[PromptSolver]:
        """Borrow a solver; waits until one is free, and makes it when it is needed for the first time."""
        solver = self._waiting.get()
        try:
            if solver is None:
                edition = self.edition
                solver = PromptSolver(edition.pool, edition.masks, len(edition.villages), rolls=edition.longest_turn)
            yield solver
        finally:
            self._waiting.put(solver)
