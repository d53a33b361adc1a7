"""How long games are, what ends them, who leads when, and when it is all decided."""

from __future__ import annotations

from kingdice.balance.findings import SIMULATED
from kingdice.balance.wording import largest, percent, records, told
from kingdice.comparison.estimates import stack_tables
from kingdice.games.king_of_dice.flow_tables import comebacks, decided, decided_by, reliability
from kingdice.games.king_of_dice.game_tables import endings, lead_changes, length, score_histogram
from kingdice.games.king_of_dice.report.measures import FLOW, LENGTH
from kingdice.games.king_of_dice.report.runs import Runs
from kingdice.games.king_of_dice.winning_chance import held_out_chances
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

__all__ = ["flow_section", "length_section", "margin_table"]


def length_section(runs: Runs) -> Section:
    """Turns, rounds, and which pile runs out."""
    lasts, ends = length(runs.quick_rows.table), endings(runs.quick_rows.table)
    solved = stack_tables({"quick": lasts, "solved": length(runs.solved_rows.table)}, "run")
    turns, most = records(lasts)[0], largest(ends, "share")
    never = [row["ended_by"] for row in records(ends) if row["games"] == 0]
    text = f"""
    A game lasts {told(turns["mean"], turns["low"], turns["high"], "turns")}, nine in ten between
    {turns["quantile_5"]:.0f} and {turns["quantile_95"]:.0f}. Most end by {most["ended_by"]}:
    {told(most["share"], most["low"], most["high"], "share")}.
    {f"Never seen: {', '.join(never)}." if never else "All three ends are met."}
    """
    return Section(
        LENGTH,
        [
            Prose(text),
            FigureBlock(
                "endings",
                draw_intervals(
                    ends,
                    label="ended_by",
                    value="share",
                    xlabel="share of games",
                    percent=True,
                    emphasis=(most["ended_by"],),
                    title=f"{percent(most['share'])} of games end by {most['ended_by']}",
                ),
                f"Dots with intervals: share of games that end by each pile; {most['ended_by']} leads.",
                "What ends a game.",
                how=SIMULATED,
            ),
            TableBlock("length", solved, "Turns and rounds (turns divided by players), by run.", how=SIMULATED),
            TableBlock(
                "endings", ends, "What ends a game; turns are the mean of such games.", ["share"], how=SIMULATED
            ),
        ],
        sources=[runs.quick_source, runs.solved_source],
    )


def margin_table(runs: Runs) -> TableBlock:
    """How often the winner is so many points ahead."""
    table = score_histogram(runs.quick_rows.table, quantity="margin", width=5)
    return TableBlock("margins", table, "Margin between the first two, in fives.", ["share"], how=SIMULATED)


def flow_section(runs: Runs) -> Section:
    """Lead changes, comebacks, and when games are decided."""
    log = runs.solved_log
    leads = lead_changes(log)
    behind = comebacks(log)
    held = held_out_chances(log)
    when, curve, trust = decided(held), decided_by(held), reliability(held)
    at = {row["quantity"]: row for row in [*records(leads), *records(behind), *records(when)]}
    half = next(row for row in records(curve) if row["share_of_game"] == 0.5)
    last = f", {_share(at['winner last at half'])} are last" if runs.players > 2 else ""
    text = f"""
    The lead changes {_of(at["lead changes"])} times a game; the winner is alone in the lead after
    {_share(at["led by winner"])} of the turns. At half-time {_share(at["winner behind at half"])} of winners are
    behind{last}. A winner lies {_of(at["deficit"])} points behind on average over the game (its drama).

    A game is decided when its winner's chance of winning crosses a half for the last time: on average after
    {_share(at["share of game"])} of it, {_of(at["turns before the end"])} turns before the end. At half-time
    {told(half["share"], half["low"], half["high"], "share")} of games are decided. The chance is a model's, fitted to
    every other game and applied to those between; the last table shows how far it is to be believed.
    """
    one = curve.assign(line="decided")
    return Section(
        FLOW,
        [
            Prose(text),
            FigureBlock(
                "decided",
                draw_curves(
                    one,
                    x="share_of_game",
                    value="share",
                    group="line",
                    low="low",
                    high="high",
                    xlabel="part of the game that has passed",
                    ylabel="games decided",
                    percent=True,
                    title=f"{percent(half['share'])} of games are decided at half-time",
                ),
                "A rising line: share of games whose winner's chance stays above a half from then on.",
                "Games decided by a part of the game.",
                how=SIMULATED,
            ),
            TableBlock("leads", leads, "Lead changes, and who leads.", decimals=3, how=SIMULATED),
            TableBlock("comebacks", behind, "How far behind winners were.", decimals=3, how=SIMULATED),
            TableBlock("decided", when, "When games are decided.", decimals=3, how=SIMULATED),
            TableBlock("decided-by", curve, "Games decided by then.", ["share"], how=SIMULATED),
            TableBlock("reliability", trust, "Predicted chances of winning, and what came.", ["predicted", "won"],
                       how=SIMULATED),
        ],
        sources=[runs.solved_source],
    )  # fmt: skip


def _of(row: dict[str, float]) -> str:
    return told(row["mean"], row["low"], row["high"])


def _share(row: dict[str, float]) -> str:
    return told(row["mean"], row["low"], row["high"], "share")
