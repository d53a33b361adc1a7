"""Room and kernel calls for turns solved plane by plane."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.condition import RollMasks
from kingdice.dice.lanes import LANES
from kingdice.dice.lattice import Lattice
from kingdice.dice.plane_endings import _endings, _kind_stakes, _tally
from kingdice.dice.planes import _turns, line_of

__all__ = ["PlaneTurns", "aligned", "goes_by_planes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)
_CACHE_LINE = 64
_HUGE_PAGE = 1 << 21
_MANY = 1 << 20


def goes_by_planes(lattice: Lattice, batch: int) -> bool:
    """Whether so many turns are solved plane by plane: three groups of one or two dice, whole sixteens."""
    return len(lattice.axes) == 3 and batch % LANES == 0 and all(axis.group.count <= 2 for axis in lattice.axes)


def aligned(shape: tuple[int, ...], kind: type[Number]) -> NDArray[Number]:
    """Zeros that begin where a cache line does; many of them where a huge page does.

    NumPy asks for huge pages from 4 MB on. With them outcomes take 0.8 times as long: the keeps that rolls are handed
    on to lie on more pages than the processor remembers.
    """
    size, width = int(np.prod(shape)), np.dtype(kind).itemsize
    many = size * width >= _MANY
    boundary = _HUGE_PAGE if many else _CACHE_LINE
    room = np.zeros(max(size * width + boundary, 2 * _HUGE_PAGE if many else 0), dtype=np.uint8)
    first = -room.ctypes.data % boundary
    return room[first : first + size * width].view(kind).reshape(shape)


def _apart(size: int) -> Floats:
    """Zeros that lie four cache lines further than others, so that a line of keeps and its codes fit into the cache."""
    return aligned((size + 4 * _CACHE_LINE // 8,), np.float64)[4 * _CACHE_LINE // 8 :]


class PlaneTurns:
    """Solves batches of turns whose dice go by planes (`goes_by_planes`).

    Parameters
    ----------
    lattice : Lattice
    stages : array (stages, lattice states, batch)
        One stage, or one for each roll; see `Workspace`. Aligned with cache lines.
    keep : bool
        Whether the stages shall hold the values of all keeps afterwards.
    """

    def __init__(self, lattice: Lattice, stages: Floats, *, keep: bool) -> None:
        self.lattice, self.keep, self.batch = lattice, keep, stages.shape[-1]
        self._stages = stages.reshape(len(stages), -1)
        self._lines = tuple(line_of(axis) for axis in lattice.axes)
        plane = lattice.shape[0] * (lattice.shape[2] | 1) * LANES
        self._planes = aligned((plane,), np.float64), _apart(plane)
        # A code is the keep's goodness above the place of its lane 0 in `LANES` columns.
        bits = (lattice.size * LANES - 1).bit_length()
        self._low = (1 << bits) - 1
        self._keeps = aligned((0, lattice.pool.roll_count * self.batch), np.int32)
        self._kinds = np.zeros(0, dtype=np.int64)
        self._worth, self._place = np.zeros(0), np.zeros(0)

    def stake(
        self, masks: RollMasks, bits: NDArray[np.uint64], worths: Floats, failing: Floats, places: Floats
    ) -> None:
        """Value the kinds of rolls; arguments as those of `BatchSolver.outcomes`."""
        size = masks.kinds.size * self.batch
        if self._worth.size != size:
            self._worth, self._place = aligned((size,), np.float64), aligned((size,), np.float64)
        self._kinds = masks.kind_of_roll
        words = np.left_shift(np.uint64(1), bits)
        flat = [np.ascontiguousarray(part).reshape(-1) for part in (words, worths, failing, places)]
        _kind_stakes(masks.kinds, flat[0], flat[1], flat[2], flat[3], self._worth, self._place)

    def solve(self, rolls: int, *, valued: int, staked: bool, noted: int = 0) -> Floats:
        """Values of turns of 1 to `rolls` rolls, array (rolls, batch).

        Keeps are valued for `valued` rolls to come. Rolls are worth what `stake` made of them, or what stands in the
        first stage. The best keeps with 1 to `noted` rolls left (staked turns only) are noted for `outcomes`.
        """
        whole = np.empty((rolls, self.batch))
        if noted != len(self._keeps):
            self._keeps = aligned((noted, self.lattice.pool.roll_count * self.batch), np.int32)
        codes = (self._code_of, self._low, self._codes) if noted else (np.zeros(0), 0, np.zeros(0))
        worth = (self._worth, self._kinds) if staked else (np.zeros(0), np.zeros(0, dtype=np.int64))
        room = self._stages, self.keep, rolls, valued, whole, self._keeps, self._planes, self._lines
        _turns(*room, *codes, *worth)
        return whole

    @property
    def best_keeps(self) -> Ints:
        """The keeps just noted, by rolls left, array (noted, pool.roll_count, batch); the full keep means stop."""
        return self._keeps.reshape(len(self._keeps), -1, self.batch).astype(np.int64) // LANES

    def outcomes(self, cards: int) -> tuple[Floats, Floats, Floats]:
        """Follow the best keeps just noted: chances (batch, cards + 1), stops (batch, rolls), kinds (kinds, batch)."""
        rolls = len(self._keeps) + 1
        chances, stops = np.zeros((self.batch, cards + 1)), np.empty((rolls, self.batch))
        by_kind = np.empty((self._worth.size // self.batch, self.batch))
        needed = self._lines, self.lattice.full, self._kinds
        for lane in range(0, self.batch, LANES):
            _endings(*self._mass, self._keeps, self.batch, lane, *needed, by_kind.reshape(-1), stops.reshape(-1))
        _tally(by_kind, self._place, chances)
        return chances, stops.T.copy(), by_kind

    @cached_property
    def _code_of(self) -> Floats:
        states = np.arange(self.lattice.size, dtype=np.int64)
        return ((self.lattice.size - self.lattice.preference) * (self._low + 1) + states * LANES).astype(np.float64)

    @cached_property
    def _codes(self) -> Floats:
        return _apart(self._stages.shape[1])

    @cached_property
    def _mass(self) -> tuple[Floats, Floats]:
        """Chances of keeps, which kernels leave at 0, and a column's."""
        return aligned((self.lattice.size * LANES,), np.float64), aligned((self.lattice.shape[1] * LANES,), np.float64)
