"""Stop when it is sure enough: `win-share:0.002` ends a run once every seat's win share is known to within 0.002.

The half widths are those of a confidence sequence (`sequences`), so looking again and again spoils nothing. The looks
are at fixed numbers of games, and what is added between them are whole numbers, so a run stops at the same game
whatever the blocks and workers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kingdice.errors import RunError, nearest
from kingdice.simulation.credits import Credits
from kingdice.simulation.seam import Rows
from kingdice.simulation.sequences import MeanSequence

__all__ = ["Until", "WinShares", "check_precision"]

_QUANTITIES = ("win-share",)
_FINEST = 1e-6  # takes some 10^12 games; the bound is not checked beyond
_WIDTH_AT_STOP = 3.5  # half width over standard error where a run of a few seats is about to stop


def check_precision(precision: float) -> None:
    """Refuse a half width of a win share that no run reaches, or that says nothing.

    Raises
    ------
    RunError
    """
    if not _FINEST <= precision < 0.5:
        raise RunError(f"precision {precision}: expected a number from {_FINEST:f} to below 0.5, like win-share:0.002")


@dataclass(frozen=True)
class Until:
    """How sure a run is to be before it stops.

    Attributes
    ----------
    quantity : str
        `win-share`, of every seat.
    precision : float
        The half width of the interval that is narrow enough.
    level : float
        Of all seats' intervals together, at all looks together.
    """

    quantity: str
    precision: float
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.quantity not in _QUANTITIES:
            hint = nearest(self.quantity, _QUANTITIES) or f"; there is {', '.join(_QUANTITIES)}"
            raise RunError(f"no quantity '{self.quantity[:60]}' to stop at{hint}")
        check_precision(self.precision)
        if not 0 < self.level < 1:
            raise RunError(f"level {self.level}: expected a number between 0 and 1")

    @classmethod
    def parse(cls, text: str) -> Until:
        """Read a quantity and a precision.

        Raises
        ------
        RunError
            For an unknown quantity, or a precision that is no number from 0.000001 to below 0.5.

        Examples
        --------
        >>> Until.parse("win-share:0.002")
        Until(quantity='win-share', precision=0.002, level=0.95)
        """
        quantity, colon, precision = text.partition(":")
        try:
            number = float(precision) if colon else float("nan")
        except ValueError:
            number = float("nan")
        if quantity.strip() in _QUANTITIES and number != number:
            raise RunError(f"'{text[:60]}': expected a quantity and its precision, like {_QUANTITIES[0]}:0.002")
        return cls(quantity.strip(), number)


class WinShares:
    """A stop rule: every seat's win share is known to within `until.precision`.

    Parameters
    ----------
    until : Until
    seats : int
    column : int
        Where the rows have their winners, a bit a seat.
    """

    def __init__(self, until: Until, seats: int, column: int) -> None:
        self.until = until
        self._column = column
        self._new = Credits(seats)
        fair = 1 / seats
        squares = (_WIDTH_AT_STOP * fair * (1 - fair) / until.precision) ** 2
        self._sequence = MeanSequence(seats, first_guess=fair, alpha=1 - until.level, expected_squares=squares)

    def add(self, rows: Rows) -> None:
        """Take the next rows in game order."""
        self._new.add(rows[:, self._column])

    def enough(self) -> bool:
        """Look: whether all half widths are within the precision."""
        self._look()
        return bool(self._sequence.half_widths.max() <= self.until.precision)

    def report(self) -> dict[str, Any]:
        """The interval at all looks together, as a summary has it: for every seat its half width and bounds."""
        self._look()
        means, widths = self._sequence.means, self._sequence.half_widths
        return {
            "quantity": self.until.quantity,
            "precision": self.until.precision,
            "level": self.until.level,
            "reached": bool(widths.max() <= self.until.precision),
            "games": self._sequence.count,
            "half_widths": widths.tolist(),
            "lows": np.maximum(means - widths, 0).tolist(),
            "highs": np.minimum(means + widths, 1).tolist(),
        }

    def _look(self) -> None:
        self._sequence.add(self._new.games, self._new.sums(), self._new.square_sums())
        self._new = Credits(self._new.seats)
