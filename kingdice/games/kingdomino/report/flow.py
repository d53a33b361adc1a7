"""Who leads when? Lead changes, comebacks, drama, and when a game is decided; by the points on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import measure_table
from kingdice.balance.wording import records, told, told_of
from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.report.measures import FLOW, flow_measures
from kingdice.games.kingdomino.report.runs import Runs
from kingdice.games.kingdomino.report.scoreboard import NOBODY, Scoreboard
from kingdice.reporting.forms import draw_curves
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["flow_section", "led_after"]

WINNER_LEADS, LEADER_WINS, SETTLED = "the winner leads alone", "who leads alone wins", "the lead is final"


def led_after(draft: Draft, *, level: float = 0.95) -> pd.DataFrame:
    """How much is decided after each line.

    Returns
    -------
    DataFrame
        A row for each question and line placed (in a Dynasty through all rounds): line, question (`the winner leads
        alone`: share of games with one winner; `the lead is final`: the winner leads alone from then on; `who leads
        alone wins`: share of games in which somebody does, shared wins split), games, share with low and high (over
        games).
    """
    board = Scoreboard(draft)
    alone, won = board.alone, draft.games.credits
    every = np.arange(len(alone))
    rows = []
    for step in range(board.steps):
        front = board.leader[:, step]
        leads = front != NOBODY
        wins = won[every, np.maximum(front, 0)] * leads
        answers = {
            WINNER_LEADS: ((front == board.winner) & alone, alone),
            SETTLED: ((board.settled <= step + 1) & (board.leader[:, -1] == board.winner) & alone, alone),
            LEADER_WINS: (wins, leads),
        }
        for question, (above, below) in answers.items():
            row = ratio_row(above, below, level, "share", bounds=(0, 1))
            row = {"share": row["share"], "low": row["share_low"], "high": row["share_high"]}
            rows.append({"question": question, "line": step + 1, "games": int(np.asarray(below).sum()), **row})
    return tidy(rows, draft.about, level=level)


def flow_section(runs: Runs) -> Section:
    """Lead changes, comebacks, drama, decisiveness."""
    table, curve = measure_table(flow_measures(runs.draft)), led_after(runs.draft)
    at = {row["what"]: row for row in records(table)}
    half = Scoreboard(runs.draft).steps // 2
    now = {row["question"]: row for row in records(curve[curve["line"] == half])}
    final, leader = now[SETTLED], now[LEADER_WINS]
    has_bonuses = bool(runs.variants.middle_points or runs.variants.harmony_points)
    bonuses = (
        f"""Bonuses count only at the end; they give the win to another in {told_of(at["turned over by bonuses"])} of
        the games with one leader."""
        if has_bonuses
        else ""
    )
    text = f"""
    By the points that lie on the table after each line the lead changes
    {told_of({**at["lead changes"], "unit": "times"})} in a game, and the winner is alone in front after
    {told_of(at["led by the winner"])} of the lines. At half-time {told_of(at["winner behind at half"])} of winners are
    behind, {told_of(at["winner last at half"])} are last. Over the game a winner lies
    {told_of(at["winner's mean deficit"])} behind on average (its drama).

    Who leads alone at half-time wins {told(leader["share"], leader["low"], leader["high"], "share")} of the games; in
    {told(final["share"], final["low"], final["high"], "share")} the winner then leads for good. The lead that stands in
    the end is taken for good after {told_of(at["lead final after"])} of the lines. {bonuses}
    """
    return Section(
        FLOW,
        [
            Prose(text),
            FigureBlock(
                "led-after",
                draw_curves(
                    curve,
                    x="line",
                    value="share",
                    group="question",
                    low="low",
                    high="high",
                    xlabel="lines placed",
                    ylabel="share of games",
                    percent=True,
                    reference=1 / runs.players,
                    title=f"After half the lines {final['share']:.0%} of games are decided",
                ),
                "Three rising lines over the lines placed: how often the winner leads alone, how often that lead is "
                "final, and how often who leads alone wins.",
                "What is decided after each line; the line across is an even share.",
                how=SIMULATED,
            ),
            TableBlock("flow", table, "Who leads when.", ["value"], how=SIMULATED),
            TableBlock("led-after", curve, "What is decided after each line.", ["share"], how=SIMULATED),
        ],
        sources=[runs.main_source],
    )
