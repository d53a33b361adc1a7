"""From the rows of rotations to the answer: who is better, by how much, how sure.

Every number is a mean over rotations with its interval. The strategies' own numbers carry intervals of their own, each
at the level; differences, which are what a comparison is for, hold together at the level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.comparison.controls import Control, control_table
from kingdice.comparison.intervals import Estimate, mean_interval
from kingdice.comparison.line_up import LineUp
from kingdice.comparison.luck import luck_table
from kingdice.comparison.ratings import ladder
from kingdice.comparison.sequential import Sprt, SprtResult
from kingdice.comparison.stopping import SharePrecision
from kingdice.comparison.values import QUANTITIES, beat_shares, leads, rows_have_luck, scores, seat_shares, win_shares
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "compare_rows", "difference_table", "meeting_table", "seat_table", "strategy_table"]


@dataclass(frozen=True)
class Comparison:
    """What a comparison found.

    Attributes
    ----------
    line_up : LineUp
    rotations : int
    level : float
    strategies, differences, ladder, meetings, seats : DataFrame
        See `strategy_table`, `difference_table`, `ratings.ladder`, `meeting_table`, `seat_table`.
    luck : DataFrame or None
        See `luck.luck_table`; None where the game does not measure luck.
    sprt : SprtResult or None
        Of the first two strategies, where a difference to test was named.
    until : dict or None
        Report of the stop rule. Once a run has stopped by what it saw, the win shares to quote are those of the
        report, which hold at every look; the intervals of the tables are those of a fixed number of rotations.
    controls : DataFrame or None
        See `controls.control_table`.
    """

    line_up: LineUp
    rotations: int
    level: float
    strategies: pd.DataFrame
    differences: pd.DataFrame
    ladder: pd.DataFrame
    meetings: pd.DataFrame
    seats: pd.DataFrame
    luck: pd.DataFrame | None
    sprt: SprtResult | None
    until: dict[str, Any] | None
    controls: pd.DataFrame | None

    def summary(self) -> dict[str, Any]:
        """The whole answer as JSON takes it; tables are lists of objects, one a row."""
        tables = {
            name: None if table is None else table.to_dict("records")
            for name, table in {
                "strategies": self.strategies,
                "differences": self.differences,
                "ladder": self.ladder,
                "meetings": self.meetings,
                "seats": self.seats,
                "luck": self.luck,
                "controls": self.controls,
            }.items()
        }
        return {
            "players": self.line_up.players,
            "rotations": self.rotations,
            "seatings": len(self.line_up.seatings),
            "games": self.rotations * len(self.line_up.seatings),
            "level": self.level,
            "note": self.line_up.note,
            **tables,
            "sprt": None if self.sprt is None else asdict(self.sprt),
            "until": self.until,
        }


def compare_rows(
    line_up: LineUp,
    rows: Rows,
    *,
    level: float = 0.95,
    better_by: float | None = None,
    stop: SharePrecision | Sprt | None = None,
    controls: Sequence[tuple[Control, Rows]] = (),
) -> Comparison:
    """Compare strategies by the rotations that they played.

    Parameters
    ----------
    line_up : LineUp
    rows : array (rotations, columns) of int64
        Played by `Rotations`, in game order.
    level : float
    better_by : float, optional
        Test whether the first strategy is better than the second by so much, looking once, at the end.
    stop : SharePrecision or Sprt, optional
        The stop rule that was given these rotations. A test that stopped the run takes the place of `better_by`.
    controls : sequence of (Control, array)
        Controls that were played beside, with their rows.

    Returns
    -------
    Comparison

    Raises
    ------
    RunError
        With fewer than two rotations (four where luck is measured), or rows of another line-up.
    """
    if isinstance(stop, Sprt):
        test = stop
    elif better_by is not None:
        test = Sprt(line_up, better_by)
        test.add(rows)
    else:
        test = None
    if test is not None:
        test.enough()
    return Comparison(
        line_up=line_up,
        rotations=len(rows),
        level=level,
        strategies=strategy_table(line_up, rows, level=level),
        differences=difference_table(line_up, rows, level=level),
        ladder=ladder(line_up, rows, level=level),
        meetings=meeting_table(line_up, rows, level=level),
        seats=seat_table(line_up, rows, level=level),
        luck=luck_table(line_up, rows, level=level) if rows_have_luck(line_up, rows) else None,
        sprt=None if test is None else test.result,
        until=None if stop is None else stop.report(),
        controls=control_table(controls) if controls else None,
    )


def strategy_table(line_up: LineUp, rows: Rows, *, level: float = 0.95) -> pd.DataFrame:
    """One row a strategy, in the order named; each interval on its own.

    Returns
    -------
    DataFrame
        `strategy`; `seats_played` over all games; `win_share` a seat (ties split 1/k) with `win_share_low`, `_high`;
        `win_share_times_players` (1 = fair) with `_low`, `_high`; `lead_mean` and `score_mean` in points with `_low`,
        `_high`; `outright_share`, wins that are not shared.
    """
    import pandas as pd

    seats_played = np.array(line_up.seats) * len(rows)
    wins_at = [line_up.columns().index(f"wins_{k + 1}") for k in range(len(line_up.strategies))]
    share, lead, score = (
        mean_interval(values_of(line_up, rows), level=level, bounds=bounds)
        for values_of, bounds in ((win_shares, (0.0, line_up.most_shares)), (leads, None), (scores, None))
    )
    columns: dict[str, Any] = {"strategy": list(line_up.strategies), "seats_played": seats_played}
    for name, estimate in (
        ("win_share", share),
        ("win_share_times_players", Estimate(*(line_up.players * number for number in share))),
        ("lead_mean", lead),
        ("score_mean", score),
    ):
        columns |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    columns["outright_share"] = rows[:, wins_at].sum(axis=0) / seats_played
    table = pd.DataFrame(columns)
    table.attrs = {"level": level, "unit": "rotation", "rotations": len(rows), "note": line_up.note}
    return table


def difference_table(line_up: LineUp, rows: Rows, *, level: float = 0.95) -> pd.DataFrame:
    """Every strategy minus every one named after it, paired within rotations.

    Returns
    -------
    DataFrame
        `strategy`, `other`, `quantity` (`win_share` a seat; `lead`, `score` in points), `difference`, `low`, `high`;
        the intervals of a quantity hold together.
    """
    import pandas as pd

    ones, others = (np.array(side) for side in zip(*line_up.pairs, strict=True))
    most = np.array(line_up.most_shares)
    family = len(line_up.pairs)
    parts = []
    for quantity, values_of in QUANTITIES.items():
        values = values_of(line_up, rows)
        bounds = (-most[others], most[ones]) if quantity == "win_share" else None
        estimate = mean_interval(values[:, ones] - values[:, others], level=level, family=family, bounds=bounds)
        parts.append(
            pd.DataFrame(
                {
                    "strategy": [line_up.strategies[k] for k in ones],
                    "other": [line_up.strategies[k] for k in others],
                    "quantity": quantity,
                    "difference": estimate.value,
                    "low": estimate.low,
                    "high": estimate.high,
                }
            )
        )
    table = pd.concat(parts, ignore_index=True)
    table.attrs = {"level": level, "simultaneous": f"Šidák over {family} pairs", "rotations": len(rows)}
    return table


def meeting_table(line_up: LineUp, rows: Rows, *, level: float = 0.95) -> pd.DataFrame:
    """How often a seat of one strategy ends above a seat of another that it meets.

    Returns
    -------
    DataFrame
        `strategy`, `other`, `meetings`, `beat_share` (equal ones half), `low`, `high`; the intervals hold together.
    """
    import pandas as pd

    records = []
    for one, other in line_up.pairs:
        share = beat_shares(line_up, rows, one, other)
        value, low, high = mean_interval(share, level=level, family=len(line_up.pairs), bounds=(0.0, 1.0))
        records.append(
            {
                "strategy": line_up.strategies[one],
                "other": line_up.strategies[other],
                "meetings": line_up.meetings(one, other) * len(rows),
                "beat_share": float(value),
                "low": float(low),
                "high": float(high),
            }
        )
    table = pd.DataFrame(records)
    table.attrs = {"level": level, "simultaneous": f"Šidák over {len(records)} pairs", "rotations": len(rows)}
    return table


def seat_table(line_up: LineUp, rows: Rows, *, level: float = 0.95) -> pd.DataFrame:
    """What each seat wins, whoever sits there: the advantage that rotation takes out.

    Returns
    -------
    DataFrame
        `seat` (from 1), `win_share` with `low`, `high`, together at the level, and `win_share_times_players`.
    """
    import pandas as pd

    estimate = mean_interval(seat_shares(line_up, rows), level=level, family=line_up.players, bounds=(0.0, 1.0))
    table = pd.DataFrame(
        {
            "seat": np.arange(1, line_up.players + 1),
            "win_share": estimate.value,
            "low": estimate.low,
            "high": estimate.high,
            "win_share_times_players": estimate.value * line_up.players,
        }
    )
    table.attrs = {"level": level, "simultaneous": f"Šidák over {line_up.players} seats", "rotations": len(rows)}
    return table
