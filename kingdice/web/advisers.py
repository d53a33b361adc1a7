"""Solvers that wait for questions, each in a thread of its own, so that no other page waits for a solve."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from kingdice.dice.prompt import PromptSolver
from kingdice.games.king_of_dice.advice import FAR_SIGHTED, turn_stakes
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["Advisers"]

P = ParamSpec("P")
T = TypeVar("T")
_LARGE = 2_000_000  # keeps


class Advisers:
    """The solvers of an edition: one for each processor, two at least; one alone where each would take gigabytes.

    Parameters
    ----------
    edition : Edition
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        several = max(2, os.cpu_count() or 1) if edition.pool.lattice_size <= _LARGE else 1
        self._threads = ThreadPoolExecutor(several, thread_name_prefix="adviser")
        self._own = threading.local()

    async def work(self, task: Callable[Concatenate[PromptSolver, P], T], *args: P.args, **named: P.kwargs) -> T:
        """What a task returns that is given a solver, and runs in the solver's thread."""
        run = asyncio.get_running_loop().run_in_executor
        return await run(self._threads, lambda: task(self._solver(), *args, **named))

    def warm(self) -> None:
        """Answer a question, so that later ones find everything compiled."""
        ids = [one.id for one in self.edition.citizens[: len(self.edition.villages)]]
        display = Display.of(self.edition, ids, players=max(2, self.edition.players[0]))
        rolls = self.edition.longest_turn
        stakes = turn_stakes(display, objective=FAR_SIGHTED, rolls=rolls)
        self._threads.submit(lambda: self._solver().answer(stakes, rolls=rolls, roll=0, rolls_left=rolls - 1)).result()

    def _solver(self) -> PromptSolver:
        if not hasattr(self._own, "solver"):
            edition = self.edition
            cards, rolls = len(edition.villages), edition.longest_turn
            self._own.solver = PromptSolver(edition.pool, edition.masks, cards, rolls=rolls)
        solver: PromptSolver = self._own.solver
        return solver
