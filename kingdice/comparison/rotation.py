"""Playing rotations: one game number in every seating, and one row of whole numbers for all of it.

`Rotations` is work like any other for the simulation: blocks of game numbers in, rows out. Each seating is a match of
its own; all of them meet the same dice, because dice are addressed by seed, game and seat. The columns of a row are
those of `LineUp.columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kingdice.comparison.line_up import LineUp
from kingdice.errors import RunError
from kingdice.simulation.seam import Match, Rows

__all__ = ["MatchOf", "Rotations", "has_luck", "rotation_rows"]

MatchOf = Callable[[tuple[str, ...]], Match]
"""Makes the match with these strategies, one a seat."""

_ODD = np.int64(0x5851F42D4C957F2D)  # multiplier of Knuth's MMIX generator


@dataclass(frozen=True)
class Rotations:
    """Whole rotations of a line-up, numbered by their game number.

    Parameters
    ----------
    line_up : LineUp
    matches : tuple of Match
        The match of each seating of the line-up, in its order.

    Examples
    --------
    With a game that makes matches, `Rotations.of(make_match, ("best-bet", "highest"), players=2)`.
    """

    line_up: LineUp
    matches: tuple[Match, ...]

    @classmethod
    def of(cls, match_of: MatchOf, strategies: Sequence[str], *, players: int) -> Rotations:
        """Prepare the match of every seating.

        Raises
        ------
        KingdiceError
            Where the line-up or a match of it cannot be.
        """
        line_up = LineUp(strategies, players)
        names = line_up.strategies
        return cls(line_up, tuple(match_of(tuple(names[k] for k in seating)) for seating in line_up.seatings))

    @property
    def identity(self) -> Mapping[str, Any]:
        """What the rows depend on: that of the first match, and of others that bring strategies it has not."""
        tables, met = [], set[int]()
        for seating, match in zip(self.line_up.seatings, self.matches, strict=True):
            if not met.issuperset(seating):
                tables.append(dict(match.identity))
                met.update(seating)
        first = {  # what a person would name first where two comparisons differ
            "game": self.matches[0].identity["game"],
            "unit": "rotation",
            "players": self.line_up.players,
            "strategies": list(self.line_up.strategies),
        }
        return {**first, **self.matches[0].identity, **first, "tables": tables}

    @property
    def columns(self) -> tuple[str, ...]:
        """See `LineUp.columns`."""
        return self.line_up.columns(luck=self.has_luck)

    @property
    def has_luck(self) -> bool:
        """Whether every seating measures the luck of its seats."""
        return all(has_luck(match) for match in self.matches)

    @property
    def largest_block(self) -> int:
        """Rotations that take about as long as the largest block of the slowest match, but 16 if that has as many."""
        most = min(getattr(match, "largest_block", 4096) for match in self.matches)
        return max(min(most, 16), most // len(self.matches))

    def play_block(self, seed: int, first_game: int, games: int) -> Rows:
        """Play rotations `first_game`, `first_game` + 1, …: a row each, whatever the block."""
        tables = (match.play_block(seed, first_game, games) for match in self.matches)
        return rotation_rows(self.line_up, tables, self.matches[0].columns, luck=self.has_luck)


def has_luck(match: Match) -> bool:
    """Whether a match measures the luck of its seats; some do only when told to, and say so by `luck`."""
    return "luck_1" in match.columns and bool(getattr(match, "luck", True))


def rotation_rows(line_up: LineUp, tables: Iterable[Rows], columns: Sequence[str], *, luck: bool = True) -> Rows:
    """Add up the games of rotations.

    Parameters
    ----------
    line_up : LineUp
    tables : iterable of array (rotations, match columns) of int64
        The rows of each seating in turn; they are taken one at a time.
    columns : sequence of str
        Names of the matches' columns: `game`, `move_hash`, `winners` (a bit a seat), `score_1`, …, perhaps `luck_1`, …
    luck : bool
        Whether to take luck where the columns have it.

    Returns
    -------
    array (rotations, columns) of int64
        See `LineUp.columns`; `game` is that of the first seating.

    Raises
    ------
    RunError
        When a game has no winner.
    """
    seats = line_up.players
    place = {name: at for at, name in enumerate(columns)}
    score_at = [place[f"score_{seat}"] for seat in range(1, seats + 1)]
    luck_at = [place[f"luck_{seat}"] for seat in range(1, seats + 1)] if luck and "luck_1" in place else []
    totals: dict[str, Any] = dict.fromkeys(("hash", "credits", "wins", "scores", "leads", "luck", "beats", "seats"), 0)
    for seating, rows in zip(line_up.seatings, tables, strict=True):
        games = totals.setdefault("game", rows[:, place["game"]])
        # (seats, strategies): who sits where. Whole-number products stay exact and out of reach of threaded BLAS.
        sits = (np.array(seating)[:, None] == np.arange(len(line_up.strategies))).astype(np.int64)
        won = rows[:, place["winners"], None].astype(np.int64) >> np.arange(seats) & 1
        winners = won.sum(axis=1, keepdims=True)
        if not winners.all():
            raise RunError(f"game {games[int(winners.argmin())]} has no winner")
        scores = rows[:, score_at]
        shares = won * (line_up.unit // winners)
        ranks = 2 * scores + won
        above = np.sign(ranks[:, :, None] - ranks[:, None, :]) + 1
        totals["hash"] = totals["hash"] * _ODD + rows[:, place["move_hash"]]  # a polynomial modulo 2^64
        totals["credits"] += shares @ sits
        totals["wins"] += (won * (winners == 1)) @ sits
        totals["scores"] += scores @ sits
        totals["leads"] += (seats * scores - scores.sum(axis=1, keepdims=True)) @ sits
        totals["luck"] += rows[:, luck_at] @ sits if luck_at else 0
        totals["beats"] += sits.T @ above @ sits
        totals["seats"] += shares
    others = ~np.eye(len(line_up.strategies), dtype=bool)
    return np.column_stack(
        [
            totals["game"],
            totals["hash"],
            *(totals[quantity] for quantity in ("credits", "wins", "scores", "leads")),
            *([totals["luck"]] if luck_at else []),
            totals["beats"][:, others],
            totals["seats"],
        ]
    )
