"""When has a comparison seen enough? `--until win-share:0.002` or `--until sprt:0.01`.

Both are stop rules of the simulation (`kingdice.simulation.blocks.StopRule`): rotations are added in order, and at
fixed counts they are asked whether that is enough. `win-share` ends once the win share of every strategy is known to
within the precision, by a confidence sequence, which stays valid however often one looks; `sprt` is the test of
`sequential`, whether the first strategy is better than the second by so much.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.line_up import LineUp
from kingdice.comparison.sequential import Sprt
from kingdice.errors import RunError, nearest
from kingdice.simulation.seam import Rows
from kingdice.simulation.sequences import MeanSequence
from kingdice.simulation.until import check_precision

__all__ = ["SharePrecision", "stop_rule"]

_WIDTH_AT_STOP = 3.5  # half width over standard error where a run is about to stop


def stop_rule(text: str, line_up: LineUp, *, level: float = 0.95) -> SharePrecision | Sprt:
    """Read what a comparison is to wait for.

    Parameters
    ----------
    text : str
        `win-share:` and a half width, or `sprt:` and a difference; both in win share a seat.
    line_up : LineUp
    level : float
        Of the confidence sequence; the test has error rates of 0.05.

    Raises
    ------
    RunError
        For anything else.

    Examples
    --------
    >>> duel = LineUp(("best-bet", "highest"), players=2)
    >>> stop_rule("win-share:0.002", duel).precision
    0.002
    >>> stop_rule("sprt:0.01", duel).result.better_by
    0.01
    """
    quantity, _, number = text.partition(":")
    quantity = quantity.strip()
    known = ("win-share", "sprt")
    if quantity not in known:
        hint = nearest(quantity, known) or f"; there are {', '.join(known)}"
        raise RunError(f"no quantity '{quantity[:60]}' to stop at{hint}")
    try:
        value = float(number)
    except ValueError:
        raise RunError(f"'{text[:60]}': expected a number after the colon, like {quantity}:0.01") from None
    return Sprt(line_up, value) if quantity == "sprt" else SharePrecision(line_up, value, level=level)


class SharePrecision:
    """A stop rule: the win share of every strategy is known to within `precision`.

    Parameters
    ----------
    line_up : LineUp
    precision : float
        Half width, in win share a seat, between 0 and 0.5.
    level : float
        Chance that the intervals of all strategies, at all looks, cover.

    Raises
    ------
    RunError
        For another precision or level.
    """

    def __init__(self, line_up: LineUp, precision: float, *, level: float = 0.95) -> None:
        if not 0 < precision < 0.5:
            raise RunError(f"precision {precision}: expected a number between 0 and 0.5, like win-share:0.002")
        check_precision(precision)
        if not 0 < level < 1:
            raise RunError(f"level {level}: expected a number between 0 and 1")
        self.precision, self.level = precision, level
        self._line_up = line_up
        count = len(line_up.strategies)
        self._columns = [line_up.columns().index(f"credits_{k}") for k in range(1, count + 1)]
        # Credits of a strategy that wins wherever it sits: shares of it are values in [0, 1].
        self._all = line_up.unit * np.array(line_up.tables)
        self._most = np.array(line_up.most_shares)
        self._sequences = []
        for most, seats in zip(line_up.most_shares, line_up.seats, strict=True):
            # About where a run stops, were the games of a rotation independent.
            variance = line_up.fair * (1 - line_up.fair) / seats / most**2
            squares = (_WIDTH_AT_STOP * variance * most / precision) ** 2
            guess, alpha = line_up.fair / most, (1 - level) / count
            self._sequences.append(MeanSequence(1, first_guess=guess, alpha=alpha, expected_squares=squares))
        self._clear()

    def add(self, rows: Rows) -> None:
        """Take the next rotations in order; array (rotations, columns), see `LineUp.columns`."""
        won = rows[:, self._columns]
        self._count += len(rows)
        self._sums += won.sum(axis=0)
        self._squares += (won**2).sum(axis=0)

    def enough(self) -> bool:
        """Look: whether all half widths are within the precision."""
        self._look()
        return self._rotations > 0 and bool(self._half_widths().max() <= self.precision)

    def report(self) -> dict[str, Any]:
        """The intervals that hold at all looks together, which are those to quote after an early stop.

        Keys as in the summary of a simulation, lists with an entry a strategy.

        Raises
        ------
        RunError
            Before the first rotation.
        """
        reached = self.enough()
        if not self._rotations:
            raise RunError("an interval needs at least one rotation, not 0")
        widths = self._half_widths()
        means = self._most * np.concatenate([sequence.means for sequence in self._sequences])
        return {
            "quantity": "win-share",
            "precision": self.precision,
            "level": self.level,
            "reached": reached,
            "rotations": self._rotations,
            "half_widths": widths.tolist(),
            "lows": np.maximum(means - widths, 0).tolist(),
            "highs": np.minimum(means + widths, self._most).tolist(),
        }

    @property
    def _rotations(self) -> int:
        return self._sequences[0].count

    def _half_widths(self) -> NDArray[np.float64]:
        widths: NDArray[np.float64] = self._most * np.concatenate([one.half_widths for one in self._sequences])
        return widths

    def _clear(self) -> None:
        # Whole numbers: what is added between two looks does not depend on how it was cut.
        self._count = 0
        self._sums = np.zeros(len(self._columns), dtype=np.int64)
        self._squares = np.zeros(len(self._columns), dtype=np.int64)

    def _look(self) -> None:
        if self._count:
            for k, sequence in enumerate(self._sequences):
                sums, squares = self._sums[[k]] / self._all[k], self._squares[[k]] / self._all[k] ** 2
                sequence.add(self._count, sums, squares)
            self._clear()
