"""Checks on the comparison itself, printed with every answer.

*Mirror*: a strategy against copies of itself must win the fair share. In a paired rotation it would by construction,
and show nothing; so one copy is marked, takes each seat in turn, and every seating plays a game of its own. *Random*:
a strategy among players who choose at random must win more than the fair share. An answer whose controls fail is
wrong somewhere: in the game, the streams or the statistics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kingdice.comparison.intervals import mean_interval
from kingdice.comparison.line_up import LineUp
from kingdice.comparison.rotation import MatchOf, Rotations, has_luck, rotation_rows
from kingdice.comparison.values import win_shares
from kingdice.simulation.seam import Match, Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FIRST_CONTROL_GAME", "Control", "Mirror", "control_table", "controls", "mirror_control", "random_control"]

FIRST_CONTROL_GAME = 1 << 40
"""Mirrors play from this game number on, beyond those of any comparison."""


@dataclass(frozen=True)
class Mirror:
    """A marked copy of a strategy among copies, each seat in turn, every game a different one.

    Parameters
    ----------
    line_up : LineUp
        Of two: the marked copy, and all others.
    match : Match
        The strategy at every seat.
    """

    line_up: LineUp
    match: Match

    @property
    def identity(self) -> Mapping[str, Any]:
        """That of the match."""
        return {**self.match.identity, "unit": "mirror", "players": self.line_up.players}

    @property
    def columns(self) -> tuple[str, ...]:
        """See `LineUp.columns`."""
        return self.line_up.columns(luck=has_luck(self.match))

    @property
    def largest_block(self) -> int:
        """Mirrors that take about as long as the largest block of the match, but 16 if that has as many."""
        most = getattr(self.match, "largest_block", 4096)
        return max(min(most, 16), most // self.line_up.players)

    def play_block(self, seed: int, first_game: int, games: int) -> Rows:
        """Play mirrors `first_game`, `first_game` + 1, …: a row each, of as many games as there are seats."""
        seats = self.line_up.players
        rows = self.match.play_block(seed, FIRST_CONTROL_GAME + first_game * seats, games * seats)
        tables = (rows[seat::seats] for seat in range(seats))
        mirrors = rotation_rows(self.line_up, tables, self.match.columns, luck=has_luck(self.match))
        mirrors[:, 0] = np.arange(first_game, first_game + games)
        return mirrors


@dataclass(frozen=True)
class Control:
    """Work to be played beside a comparison.

    Attributes
    ----------
    kind : {"mirror", "random"}
    strategy : str
    work : Mirror or Rotations
    """

    kind: Literal["mirror", "random"]
    strategy: str
    work: Mirror | Rotations


def mirror_control(match_of: MatchOf, strategy: str, *, players: int) -> Control:
    """A strategy against itself on independent games."""
    line_up = LineUp((strategy, f"{strategy} (copies)"), players)
    return Control("mirror", strategy, Mirror(line_up, match_of((strategy,) * players)))


def random_control(match_of: MatchOf, strategy: str, *, players: int, random: str = "random") -> Control:
    """A strategy among players at random."""
    return Control("random", strategy, Rotations.of(match_of, (strategy, random), players=players))


def controls(
    match_of: MatchOf, strategies: Sequence[str], *, players: int, random: str = "random"
) -> tuple[Control, ...]:
    """The controls of a comparison: a mirror of each strategy, then each but `random` among players at random."""
    return (
        *(mirror_control(match_of, strategy, players=players) for strategy in strategies),
        *(
            random_control(match_of, strategy, players=players, random=random)
            for strategy in strategies
            if strategy != random
        ),
    )


def control_table(played: Sequence[tuple[Control, Rows]], *, level: float = 0.999) -> pd.DataFrame:
    """Say which controls hold.

    Parameters
    ----------
    played : sequence of (Control, array (rotations, columns))
        Each with its rows.
    level : float
        Of all intervals together, so that a false alarm is as rare as 1 - level.

    Returns
    -------
    DataFrame
        `control`, `strategy`, `expected` ("covers 0.5", "above 0.5"), `win_share`, `low`, `high`, `rotations`,
        `holds`.

    Raises
    ------
    RunError
        When one has fewer than two rotations.
    """
    import pandas as pd

    records = []
    for control, rows in played:
        line_up = control.work.line_up
        shares = win_shares(line_up, rows)[:, 0]
        value, low, high = mean_interval(shares, level=level, family=len(played), bounds=(0.0, line_up.most_shares[0]))
        covers = control.kind == "mirror"
        records.append(
            {
                "control": control.kind,
                "strategy": control.strategy,
                "expected": f"{'covers' if covers else 'above'} {line_up.fair:.4g}",
                "win_share": float(value),
                "low": float(low),
                "high": float(high),
                "rotations": len(rows),
                "holds": bool(low <= line_up.fair <= high if covers else low > line_up.fair),
            }
        )
    table = pd.DataFrame(records)
    table.attrs = {"level": level, "simultaneous": f"Šidák over {len(played)} controls"}
    return table
