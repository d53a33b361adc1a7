"""Who leads when? Lead changes, comebacks, drama, and what the count at the end turns over.

All of it is told by the scoreboard, as players see it: points for what was completed. What stands on the table and in
the fields counts only when the game is over, and so do the cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import Measure, measure_table
from kingdice.balance.wording import records, told_of
from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.carcassonne.report.runs import Runs
from kingdice.games.carcassonne.turn_log import TurnLog
from kingdice.reporting.forms import draw_curves
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FLOW", "Scoreboard", "flow_measures", "flow_section", "leaders"]

FLOW = "Flow"
NOBODY = -1
CLEAR_LEAD = 10  # points
STEPS = 10
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Scoreboard:
    """The points on the board after every turn of a log.

    Attributes
    ----------
    log : TurnLog
    """

    log: TurnLog

    @cached_property
    def played(self) -> Bools:
        """Which turns there were; array (games, turns)."""
        return np.asarray(self.log.turns["turn"] > 0)

    @cached_property
    def turns(self) -> Ints:
        """How many; array (games,)."""
        return np.asarray(self.played.sum(axis=1))

    @cached_property
    def points(self) -> Ints:
        """Array (games, turns, seats)."""
        return self.log.turns["points"][:, :, : self.log.games.players].astype(np.int64)

    @cached_property
    def ahead(self) -> Ints:
        """By how much the first is ahead of the second; array (games, turns)."""
        ranked = np.sort(self.points, axis=2)
        return np.asarray(ranked[:, :, -1] - ranked[:, :, -2])

    @cached_property
    def leader(self) -> Ints:
        """Who is alone in front, a seat from 0, or NOBODY; array (games, turns)."""
        return np.where(self.played & (self.ahead > 0), self.points.argmax(axis=2), NOBODY)

    @cached_property
    def alone(self) -> Bools:
        """Which games have one winner; array (games,)."""
        return np.asarray(self.log.games.won.sum(axis=1) == 1)

    @cached_property
    def winner(self) -> Ints:
        """Who won, the first of several; array (games,)."""
        return np.asarray(self.log.games.won.argmax(axis=1))

    @cached_property
    def deficit(self) -> Ints:
        """By how much the winner lies behind the best of the others, below 0 where he leads; array (games, turns)."""
        games = np.arange(len(self.winner))
        others = self.points.copy()
        own = others[games, :, self.winner].copy()
        others[games, :, self.winner] = -1
        return np.asarray(others.max(axis=2) - own)

    def after(self, share: float) -> Ints:
        """The place of the turn after which such a share of the game has passed; array (games,)."""
        return np.maximum((self.turns * share).round().astype(np.int64) - 1, 0)

    def at(self, values: NDArray[np.int64], place: Ints) -> Ints:
        """What stands at one turn of every game; values (games, turns)."""
        return np.asarray(values[np.arange(len(values)), place])


def flow_measures(log: TurnLog) -> list[Measure]:
    """Lead changes, how long winners lead, comebacks, when the lead is final, what the final count turns over."""
    board = Scoreboard(log)
    alone, leader, games = board.alone.astype(float), board.leader, np.arange(len(log.rows))
    half, end = board.after(0.5), board.turns - 1
    behind = board.deficit > 0
    deficit = (np.maximum(board.deficit, 0) * board.played).sum(axis=1) / board.turns
    points = board.points[games, half]
    others = np.where(np.arange(points.shape[1]) == board.winner[:, None], points.max() + 1, points)
    last = behind[games, half] & (points[games, board.winner] <= others.min(axis=1))
    is_led = (leader == board.winner[:, None]) & board.played
    open_turns = (board.played & ~is_led) * np.arange(1, is_led.shape[1] + 1)
    settled = open_turns.max(axis=1)
    front = board.at(leader, end)
    known = alone * (front != NOBODY)
    score = log.games.of_seats("score").sum(axis=1)
    final = score - board.points[games, end].sum(axis=1)

    def of_winner(
        what: str, unit: str, values: NDArray[np.generic], fair: tuple[float, float] | None = None
    ) -> Measure:
        return Measure(FLOW, "", what, unit, values * alone, alone, fair)

    return [
        Measure(FLOW, "", "lead changes", "times", _changes(leader).astype(float), fair=(1.0, 30.0)),
        of_winner("led by the winner", "share", is_led.sum(axis=1) / board.turns),
        of_winner("winner behind at half", "share", behind[games, half], (0.1, 0.5)),
        of_winner("winner last at half", "share", last),
        of_winner("winner's mean deficit", "points", deficit),
        of_winner("lead final after", "share", settled / board.turns, (0.25, 1.0)),
        Measure(
            FLOW, "", "turned over by the final count", "share", known * (front != board.winner), known, (0.0, 0.5)
        ),
        Measure(FLOW, "", "points of the final count", "share", final.astype(float), score.astype(float)),
    ]


def _changes(leader: Ints) -> Ints:
    """How often the lead goes from one player to another; array (games,)."""
    found = np.zeros(len(leader), dtype=np.int64)
    last = np.full(len(leader), NOBODY, dtype=np.int64)
    for turn in range(leader.shape[1]):
        now = leader[:, turn]
        found += (now != NOBODY) & (last != NOBODY) & (now != last)
        last = np.where(now == NOBODY, last, now)
    return found


def leaders(log: TurnLog, *, level: float = 0.95) -> pd.DataFrame:
    """How often who leads on the scoreboard wins, in the course of a game.

    Returns
    -------
    DataFrame
        A row for each kind of lead ("any lead", "10 points or more") and tenth of the game: lead, passed (share of the
        game), games (in which somebody leads so), share (of these games that the leader wins, shared wins split) with
        low and high (over games).
    """
    board = Scoreboard(log)
    credit = log.games.credits
    rows = []
    for name, least in (("any lead", 1), (f"{CLEAR_LEAD} points or more", CLEAR_LEAD)):
        for step in range(1, STEPS + 1):
            place = board.after(step / STEPS)
            leads = board.at(board.ahead, place) >= least
            front = board.at(board.leader, place)
            wins = credit[np.arange(len(front)), np.maximum(front, 0)] * leads
            row = ratio_row(wins, leads, level, "share", bounds=(0, 1))
            row = {"share": row["share"], "low": row["share_low"], "high": row["share_high"]}
            rows.append({"lead": name, "passed": step / STEPS, "games": int(leads.sum()), **row})
    return tidy(rows, log.about, level=level)


def flow_section(runs: Runs) -> Section:
    """Lead changes, comebacks, when it is decided, and what the final count does."""
    table, curve = measure_table(flow_measures(runs.log)), leaders(runs.log)
    at = {row["what"]: row for row in records(table)}
    shown = curve[curve["games"] >= 10]
    half = {row["lead"]: row for row in records(curve[curve["passed"] == 0.5])}
    any_lead = half["any lead"]
    late = "fields, what is unfinished, and the cards" if runs.has_cards else "fields, and what is unfinished"
    text = f"""
    By the scoreboard the lead changes {told_of(at["lead changes"])} a game, and the winner is alone in front after
    {told_of(at["led by the winner"])} of the turns. {told_of(at["winner behind at half"])} of winners are behind at
    half-time; over the game a winner lies {told_of(at["winner's mean deficit"])} behind on average (its drama).

    Who leads at half-time wins {100 * any_lead["share"]:.0f} % of the games. The winner goes into the lead for good
    after {told_of(at["lead final after"])} of the turns (all of them, where only the final count brings it).

    {told_of(at["points of the final count"])} of all points come when the game is over: {late}. They turn the game over
    in {told_of(at["turned over by the final count"])} of the games with one leader: somebody else wins than who was in
    front before the count.
    """
    return Section(
        FLOW,
        [
            Prose(text),
            FigureBlock(
                "leaders",
                draw_curves(
                    shown,
                    x="passed",
                    value="share",
                    group="lead",
                    low="low",
                    high="high",
                    xlabel="part of the game that has passed",
                    ylabel="games won by who leads then",
                    percent=True,
                    reference=1 / runs.players,
                    title=f"Who leads on the scoreboard at half-time wins {100 * any_lead['share']:.0f} % of the games",
                ),
                "Rising lines: games won by who leads on the scoreboard, by the part of the game that has passed, "
                "with any lead and with a clear one.",
                "Games won by the leader on the scoreboard; the line across is an even share.",
                how=SIMULATED,
            ),
            TableBlock("flow", table, "Who leads when.", ["value"], how=SIMULATED),
            TableBlock("leaders", curve, "How often leaders win.", ["passed", "share"], how=SIMULATED),
        ],
        sources=[runs.main_source],
    )
