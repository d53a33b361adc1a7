"""Sections that every game has, from measures and tables: prose with the findings, a figure, the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kingdice.balance.findings import Judged, judge
from kingdice.balance.measures import Measure, measure_table
from kingdice.balance.seat_test import seat_test
from kingdice.balance.whole_games import BLOW_OUT, LEEWAY, score_ridges
from kingdice.balance.wording import largest, percent, records, smallest, told, told_of, yes_or_no
from kingdice.comparison.game_rows import GameRows
from kingdice.reporting.forms import draw_intervals, draw_ridges
from kingdice.reporting.page import FigureBlock, Prose, Section, Source, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "controls_section",
    "findings_section",
    "scores_section",
    "seats_section",
]

Block = Prose | TableBlock | FigureBlock
_SHOWN = 24  # of the numbers that stand out, in the figure


def findings_section(judged: Sequence[Judged], *, level: float = 0.99, sources: Sequence[Source] = ()) -> Section:
    """What is not as it should be: every number that was held against a fair band, those outside first."""
    table = judge(judged, level=level)
    out = table[table["stands_out"]]
    verb = "stands" if len(out) == 1 else "stand"
    looked = f"""{len(out) or "None"} of {len(table)} numbers that were held against what would be fair {verb} out.
    Their intervals hold together at {percent(level)}: a report on a game without fault names anything at all once in
    {round(1 / (1 - level))} times."""
    if out.empty:
        return Section("What stands out", [Prose(looked), _judged_table(table)], sources=sources)
    lines = []
    for row in records(out.head(_SHOWN)):
        side = "more" if row["low"] > row["fair_high"] else "less"
        found = told(row["value"], row["low"], row["high"], row["unit"]) if row["how"] != "exact" else _exactly(row)
        whose = f"{row['of']}: " if row["of"] else ""
        lines.append(f"- {whose}{row['what']} {found}, {side} than would be fair ({_band(row)}). See {row['section']}.")
    rest = f"\n\nThe table has {len(out) - _SHOWN} more." if len(out) > _SHOWN else ""
    blocks: list[Block] = [Prose(f"{looked}\n\n" + "\n".join(lines) + rest)]
    shown = out.head(_SHOWN).copy()
    middle, half = (shown["fair_low"] + shown["fair_high"]) / 2, (shown["fair_high"] - shown["fair_low"]) / 2
    shown, middle, half = shown[half > 0].copy(), middle[half > 0], half[half > 0]
    if not shown.empty:
        for name in ("value", "low", "high"):
            shown[name] = (shown[name] - middle) / half
        shown["number"] = [f"{of}, {what}" if of else what for of, what in zip(shown["of"], shown["what"], strict=True)]
        farthest = largest(shown.assign(away=shown["value"].abs()), "away")
        axes = draw_intervals(
            shown,
            label="number",
            value="value",
            xlabel="distance from the middle of what is fair (1: the edge)",
            reference=0.0,
            band=(-1.0, 1.0),
            title=f"Farthest from fair: {farthest['number']}",
        )
        blocks.append(
            FigureBlock(
                "stands-out",
                axes,
                f"Dots with intervals of {len(shown)} numbers that stand out, by their distance from fair; "
                f"{farthest['number']} is farthest.",
                f"Numbers that stand out, against what would be fair; intervals hold together at {percent(level)}.",
                how="simulated",
            )
        )
    return Section("What stands out", [*blocks, _judged_table(table)], sources=sources)


def _judged_table(table: pd.DataFrame) -> TableBlock:
    shown = table.assign(stands_out=table["stands_out"].map({True: "yes", False: "no"}))
    return TableBlock(
        "judged",
        shown,
        "Everything that was looked at, with the band that would be fair; intervals hold together. Where it says "
        "ratio, 1 is fair.",
        ["value", "fair_low", "fair_high"],
    )


def _exactly(row: dict[str, Any]) -> str:
    return f"{100 * row['value']:.1f} % exactly" if row["unit"] == "share" else f"{row['value']:.2f} exactly"


def _band(row: dict[str, Any]) -> str:
    low, high = row["fair_low"], row["fair_high"]
    return f"{100 * low:.1f} to {100 * high:.1f} %" if row["unit"] == "share" else f"{low:.2f} to {high:.2f}"


def seats_section(
    games: GameRows, measures: Sequence[Measure], *, seats: pd.DataFrame, word: str = "seat", sources: Sequence[Source]
) -> Section:
    """Does it matter where one sits? The win share of each seat, a test of all, ties and the effect in points.

    Parameters
    ----------
    games : GameRows
        Of the same strategy at every seat.
    measures : sequence of Measure
        See `whole_games.seat_measures`.
    seats : DataFrame
        The game's own table of seats: seat, times_fair with times_fair_low and times_fair_high, ….
    word : str
        What a seat is called.
    """
    test = seat_test(games.table)
    found = records(test)[0]
    wins = measure_table([one for one in measures if one.what == "win share"])
    leads = measure_table([one for one in measures if one.what == "lead"])
    best, worst, ahead = largest(wins, "value"), smallest(wins, "value"), largest(leads, "value")
    sure, freedom = found["p_value"] < 0.001, int(found["degrees_of_freedom"])
    verdict = (
        f"The seats are not equal: {best['of']} wins {told_of(best)}, {worst['of']} "
        f"{told_of(worst)}; an even share is {100 / games.players:.1f} %."
        if sure
        else f"No seat is known to be better: win shares run from {told_of(worst)} to {told_of(best)}."
    )
    text = f"""
    {verdict} In points {ahead["of"]} ends {told_of(ahead)} ahead of the mean of the others.

    Pearson's test of even seats, made to fit shared wins: chi-square {found["chi_square"]:.1f} on
    {freedom} degree{"s" * (freedom > 1)} of freedom, p {_p(found["p_value"])}. {int(found["shared_wins"]):,} of
    {int(found["games"]):,} games are shared wins, split evenly. "What stands out" calls a seat unfair only where its
    share is more than {percent(LEEWAY)} from an even one: less is not felt at a table.
    """
    title = (
        f"{best['of'].capitalize()} wins {best['value'] * games.players:.2f} times its fair share"
        if sure
        else "No seat is known to win more than another"
    )
    axes = draw_intervals(
        seats.assign(name=[f"{word} {seat}" for seat in seats["seat"]]),
        label="name",
        value="times_fair",
        low="times_fair_low",
        high="times_fair_high",
        xlabel="win share, times a fair one",
        reference=1.0,
        title=title,
    )
    return Section(
        "Seats",
        [
            Prose(text),
            FigureBlock(
                "seats",
                axes,
                f"Dots with intervals: win share of each {word} as a multiple of a fair one. {title}.",
                "Win share of each seat, times a fair one, with 95 % intervals.",
                how="simulated",
            ),
            TableBlock("seats", seats, "Each seat.", _shares(seats), how="simulated"),
            TableBlock("seat-leads", leads, "Lead of each seat over the mean of the others.", how="simulated"),
            TableBlock("seat-test", test, "Are all seats equal?", decimals=4, how="simulated"),
        ],
        sources=sources,
    )


def scores_section(
    games: GameRows,
    measures: Sequence[Measure],
    *,
    more: Sequence[Block] = (),
    width: int = 1,
    sources: Sequence[Source] = (),
) -> Section:
    """What games end with: the spread of first to last place, margins, blow-outs."""
    table = measure_table(measures)
    at = {row["what"]: row for row in records(table)}
    ridges = score_ridges(games, width=width)
    axes = draw_ridges(
        ridges,
        group="place",
        at="points",
        share="share",
        xlabel="points",
        title=f"The winner has {at['winner']['value']:.0f} points, {at['margin']['value']:.0f} more than the second",
    )
    text = f"""
    The winner ends with {told_of(at["winner"])}, the second with {told_of(at["second"])}; the margin is
    {told_of(at["margin"])}.

    {told_of(at["blow-outs"])} of games are blow-outs (the second has less than
    {percent(1 - BLOW_OUT)} of the winner's points), and {told_of(at["shared wins"])} end in a shared win.
    """
    return Section(
        "Scores and margins",
        [
            Prose(text),
            FigureBlock(
                "scores",
                axes,
                "Ridges: how often the first, second, … place ends with so many points.",
                "Points by place at the end.",
                how="simulated",
            ),
            TableBlock("scores", table, "Points, margins and shares, over games.", ["value"], how="simulated"),
            *more,
        ],
        sources=sources,
    )


def controls_section(
    controls: pd.DataFrame, checks: pd.DataFrame, *, sources: Sequence[Source] = (), what: str = "chances"
) -> Section:
    """Is this report to be believed? Mirror matches, players at random, exact chances against simulated ones."""
    bad = controls[~controls["holds"]]["strategy"].tolist() + checks[~checks["holds"]]["of"].tolist()
    verdict = (
        "All controls hold."
        if not bad
        else f"These controls do not hold: {', '.join(map(str, bad))}; find out why (too few games?) before believing "
        "this report."
    )
    text = f"""
    {verdict} A strategy among copies of itself has to win its fair share, and more than that among players at random;
    {len(checks)} {what} that are known exactly have to come out in play. One of the controls fails by chance in about
    one of five hundred reports.
    """
    return Section(
        "Controls",
        [
            Prose(text),
            TableBlock(
                "controls",
                yes_or_no(controls, "holds"),
                "Mirror matches, and matches against random.",
                ["win_share"],
                how="simulated",
            ),
            TableBlock(
                "checks",
                yes_or_no(checks, "holds"),
                "Exact chances, and how often they came out.",
                ["exact", "simulated"],
                how="exact and simulated",
            ),
        ],
        sources=sources,
    )


def _p(value: float) -> str:
    return "below 0.0001" if value < 0.0001 else f"{value:.4f}"


def _shares(table: pd.DataFrame) -> list[str]:
    return [column for column in table.columns if column in {"win_share", "share"}]
