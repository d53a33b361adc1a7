"""Sections on what was changed: a player restricted, one number of an edition, or another edition altogether.

All of them compare games with themselves, so that what chance did to both falls out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingdice.balance.measures import Measure, change_table
from kingdice.balance.wording import largest, percent, records, smallest, told, told_change, told_plain, yes_or_no
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, Source, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["against_section", "restricted_blocks", "sensitivity_blocks"]

Block = Prose | TableBlock | FigureBlock
_CHANGE = ("before", "after", "change")


def restricted_blocks(table: pd.DataFrame, *, who: str, decimals: int = 2) -> list[Block]:
    """What each ban costs: `restricted.restricted_table`, dearest ban first."""
    ranked = table.sort_values("lead", kind="stable").reset_index(drop=True)
    worst, least = smallest(ranked, "lead"), largest(ranked, "lead")
    clear = ranked[(ranked["lead_high"] < 0)]
    helped = ranked[(ranked["lead_low"] > 0)]
    more = f" More than it brings costs, when allowed: {', '.join(helped['banned'])}." if len(helped) else ""
    title = (
        f"Without {worst['banned']} one ends {-worst['lead']:.1f} points behind"
        if worst["lead"] < 0
        else "Nobody ends behind for want of anything"
    )
    text = f"""
    One player is forbidden something, all others ({who}) play as always; the restricted one takes every seat in turn on
    the same games. Without a ban its lead would be 0. Missed most is {worst["banned"]}: without it a player's lead is
    {told(worst["lead"], worst["lead_low"], worst["lead_high"], "points")}, and it wins
    {told(worst["times_fair"], worst["times_fair_low"], worst["times_fair_high"])} times a fair share. Missed least is
    {least["banned"]}: {told(least["lead"], least["lead_low"], least["lead_high"], "points")}.
    Bans that cost something for certain: {len(clear)} of {len(ranked)}.{more}
    """
    axes = draw_intervals(
        ranked,
        label="banned",
        value="lead",
        low="lead_low",
        high="lead_high",
        xlabel="lead of the restricted player, points",
        reference=0.0,
        title=title,
    )
    return [
        Prose(text),
        FigureBlock(
            "restricted",
            axes,
            f"Dots with intervals: lead of a player who is forbidden one thing, from {worst['banned']} to "
            f"{least['banned']}.",
            "Lead of a restricted player among unrestricted ones; intervals hold together at 95 %.",
            how="simulated",
        ),
        TableBlock("restricted", ranked, "What each ban costs; all seats in turn.", decimals=decimals, how="simulated"),
    ]


def sensitivity_blocks(table: pd.DataFrame, *, what: str, unit: str) -> list[Block]:
    """What each change does (`sensitivity.sensitivity_table`); the figure shows one of the numbers."""
    shown = table[table["what"] == what].copy()
    order = shown["change"].abs().sort_values(ascending=False, kind="stable").index
    shown = shown.loc[order].reset_index(drop=True)
    most = records(shown)[0]
    marked = table[table["marked"]]["changed"].nunique()
    text = f"""
    One thing is changed at a time; every changed edition plays the same games, and differences are paired.
    Changes that are felt in at least one number: {marked} of {table["changed"].nunique()}. For {what} the largest is
    {most["changed"]}: a change of {told_change(most["change"], most["low"], most["high"], unit)}.
    """
    axes = draw_intervals(
        shown,
        label="changed",
        value="change",
        xlabel=f"change of {what}" + (f", {unit}" if unit != "share" else ", percentage points"),
        reference=0.0,
        percent=unit == "share",
        title=f"{most['changed']} moves {what} most",
    )
    return [
        Prose(text),
        FigureBlock(
            "sensitivity",
            axes,
            f"Dots with intervals: what each change does to {what}; {most['changed']} moves it most.",
            f"Change of {what}, paired on the same games; intervals hold together at 95 %.",
            how="simulated",
        ),
        TableBlock(
            "sensitivity",
            yes_or_no(table, "marked"),
            "Every change and every number, paired on the same games.",
            chances=_CHANGE,
            decimals=3,
            how="simulated",
        ),
    ]


def against_section(
    before: Sequence[Measure],
    after: Sequence[Measure],
    *,
    name: str,
    exact: Sequence[TableBlock] = (),
    level: float = 0.99,
    sources: Sequence[Source] = (),
) -> Section:
    """What another edition does to the same games, section by section; changes that are certain are marked."""
    table = change_table(before, after, level=level)
    marked = table[table["marked"]]
    blocks: list[Block] = [
        Prose(
            f"""Both played the same game numbers with the same strategies, so that chance is the same; differences are
            paired game by game, and all {len(table)} intervals hold together at {percent(level)}. Numbers that have
            changed for certain: {len(marked)}; they are marked."""
        ),
        *exact,
    ]
    for section in dict.fromkeys(table["section"]):
        part = table[table["section"] == section].drop(columns="section").reset_index(drop=True)
        changed = part[part["marked"]]
        if changed.empty:
            blocks.append(Prose(f"{section}: no change is certain."))
        else:
            relative = (changed["change"] / changed["before"].abs().clip(lower=1e-9)).abs()
            most = largest(changed.assign(relative=relative), "relative")
            whose = f"{most['of']}, " if most["of"] else ""
            blocks.append(
                Prose(
                    f"""{section}: {len(changed)} of {len(part)} changed; the largest for its size is
                    {whose}{most["what"]}, from {told_plain(most["before"], most["unit"])} to
                    {told_plain(most["after"], most["unit"])}, a change of
                    {told_change(most["change"], most["low"], most["high"], most["unit"])}."""
                )
            )
        blocks.append(
            TableBlock(
                f"against-{'-'.join(section.lower().split())}",
                yes_or_no(part, "marked"),
                f"{section}: before and after.",
                chances=_CHANGE,
                decimals=3,
                how="simulated",
            )
        )
    return Section(f"Against {name}", blocks, sources=sources)
