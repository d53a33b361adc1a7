"""What comes, what is taken, what it is worth and what it costs: the dominoes and their places in line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.balance.findings import EXACT, SIMULATED, Judged, judged_of
from kingdice.balance.measures import measure_table
from kingdice.balance.wording import largest, records, smallest, told
from kingdice.comparison.estimates import normal_reach
from kingdice.games.kingdomino.dominoes import all_dominoes
from kingdice.games.kingdomino.draft_odds import domino_places, terrain_outlook
from kingdice.games.kingdomino.draft_tables import domino_worths
from kingdice.games.kingdomino.price_tables import domino_prices, rank_prices
from kingdice.games.kingdomino.report.measures import DRAFT, first_taken
from kingdice.games.kingdomino.report.runs import GREEDY, Runs
from kingdice.reporting.forms import draw_curves, draw_heat, draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["dominoes_section", "judged_dominoes"]

PRICED_GAMES = 5_000
FAIR_WORTH = 2.0  # points either way that a domino may be worth beyond another of its line
_OFFERED = 30  # turns before a domino is called always or never taken


def dominoes_section(runs: Runs) -> Section:
    """Chances, what is drafted when, worth and price."""
    runs.asked.note("dominoes: what is taken, what it is worth, what it costs")
    worths, prices, places, taken = _worths(runs), _prices(runs), _places(runs), _taken(runs)
    coming = domino_places(players=runs.players, variants=runs.variants)
    outlook = terrain_outlook(players=runs.players, variants=runs.variants, lines=1)
    heat = _by_crowns(worths)
    best, worst = largest(worths, "score"), smallest(worths, "score")
    last = records(places)[-1]
    enough = taken[taken["lines"] >= _OFFERED]
    never, always = (enough[enough["value"] == share]["domino"].tolist() for share in (0.0, 1.0))
    seldom, often = (find(enough if len(enough) else taken, "value") for find in (smallest, largest))
    shown = {row["terrain"]: row["square"] for row in records(outlook)}
    text = f"""
    A first line shows a mine in {100 * shown["mine"]:.1f} % of games and wheat in
    {100 * shown["wheat"]:.1f} % (exact). A domino's place in its line decides when its king acts next:
    taking the last of a line instead of the first costs {
        told(-last["score"], -last["score_high"], -last["score_low"], "points")
    } at the end of the game, taking the second {-records(places)[1]["score"]:.2f} points.

    Taken against left, in the same line and turn: who takes {best["domino"]} ({best["number"]}) ends
    {told(best["score"], best["score_low"], best["score_high"], "points")} better than who took another, who takes
    {worst["domino"]} ({worst["number"]}) {
        told(worst["score"], worst["score_low"], worst["score_high"], "points")
    }. What
    one pays by acting later is in it. Players here want what brings points at once ({
        GREEDY
    }); for them a number below 0
    is a domino that they want too much, one above 0 a domino worth more than they see in it.

    Of all dominoes that a king who picks first could have, {often["domino"]} is taken most
    ({told(often["value"], often["low"], often["high"], "share")}), {seldom["domino"]} least
    ({told(seldom["value"], seldom["low"], seldom["high"], "share")}). Always taken first: {_named(always)}; never taken
    first: {_named(never)}.
    """
    return Section(
        DRAFT,
        [
            Prose(text),
            FigureBlock(
                "worths",
                draw_curves(
                    _lines(worths, prices),
                    x="number",
                    value="score",
                    group="line",
                    low="low",
                    high="high",
                    xlabel="number of the domino",
                    ylabel="points at the end, against another on offer",
                    reference=0,
                    title=f"Taking {best['domino']} pays {best['score']:.1f} points, {worst['domino']} costs "
                    f"{-worst['score']:.1f}",
                ),
                "Two lines over the 48 dominoes: what taking each is worth, and the part of it that is due to acting "
                "earlier or later; the second falls steadily with the number.",
                "What taking a domino is worth, and the part that is due to acting earlier or later.",
                how=SIMULATED,
            ),
            FigureBlock(
                "worth-by-crowns",
                draw_heat(
                    heat,
                    row="terrain",
                    column="crowns",
                    value="score",
                    centre=0.0,
                    title=_heat_title(heat),
                ),
                "A table of cells: mean worth of dominoes by the terrain of their better half and its crowns.",
                "Mean worth of taking a domino, by the terrain and the crowns of its better half (where neither has "
                "crowns: of the first named).",
                how=SIMULATED,
            ),
            FigureBlock(
                "taken-first",
                draw_intervals(
                    _extremes(taken),
                    label="domino",
                    value="value",
                    xlabel="taken by a king who may take any of the line",
                    percent=True,
                    reference=1 / runs.variants.line_length(runs.players),
                    title=f"{often['domino']} is taken first {often['value']:.0%} of the times, {seldom['domino']} "
                    f"{seldom['value']:.0%}",
                ),
                "Dots with intervals: how often the most and the least wanted dominoes are taken by who picks first.",
                "The twelve most and the twelve least wanted dominoes; the line is an even share.",
                how=SIMULATED,
            ),
            TableBlock("worths", worths, "What taking a domino does: taken against left, in the same line and turn.",
                       ["taken", "win_share"], how=SIMULATED),
            TableBlock("taken-first", taken, "How often a domino is taken by a king who may take any of its line.",
                       ["value"], how=SIMULATED),
            TableBlock("places", places, "What each place of a line costs its king in the next line.",
                       ["share", "win_share"], how=SIMULATED),
            TableBlock("prices", prices, "What each domino costs: places in the next line, and what these are worth.",
                       ["win_share"], how=SIMULATED),
            TableBlock("first-line", outlook, "The first line before anything was seen: means, chances of at least one.",
                       ["square", "crown"], how=EXACT),
            TableBlock("coming", coming, "Each domino: whether it comes, and where in its line it then lies.",
                       ["next_line", "comes", *(f"place_{one}" for one in range(1, runs.variants.line_length(runs.players) + 1))],
                       how=EXACT),
        ],
        sources=[
            runs.main_source,
            runs.source(GREEDY, min(runs.games, _priced(runs)), "places and prices: its first games"),
            runs.exact_source("first line, coming"),
        ],
    )  # fmt: skip


def judged_dominoes(runs: Runs) -> list[Judged]:
    """Each domino: whether it is taken neither always nor never, and its worth, at most `FAIR_WORTH` either way."""
    found = [judged_of(one) for one in first_taken(runs.draft)]
    reach = normal_reach(0.95)
    for row in records(_worths(runs)):
        name = f"{row['number']} {row['domino']}"
        error = (row["score_high"] - row["score"]) / reach
        fair = (-FAIR_WORTH, FAIR_WORTH)
        if error == error:  # not always taken, nor always left
            found.append(Judged(DRAFT, name, "worth of taking it", "points", row["score"], error, fair))
    return found


def _worths(runs: Runs) -> pd.DataFrame:
    return runs.asked.table(f"worths-{runs.variants.name}", lambda: domino_worths(runs.draft))


def _priced(runs: Runs) -> int:
    return runs.scaled(PRICED_GAMES)


def _prices(runs: Runs) -> pd.DataFrame:
    return runs.asked.table("prices", lambda: domino_prices(runs.part(_priced(runs))))


def _places(runs: Runs) -> pd.DataFrame:
    return runs.asked.table("places", lambda: rank_prices(runs.part(_priced(runs))))


def _taken(runs: Runs) -> pd.DataFrame:
    """How often each domino is taken by who picks first, most wanted first."""
    measures = first_taken(runs.draft)
    table = measure_table(measures).drop(columns=["what", "unit"]).rename(columns={"of": "domino"})
    table.insert(1, "lines", [int(one.weights.sum()) for one in measures])
    return table.sort_values("value", ascending=False, kind="stable").reset_index(drop=True)


def _extremes(taken: pd.DataFrame) -> pd.DataFrame:
    """The most and the least wanted."""
    known = taken[taken["lines"] > 0].reset_index(drop=True)
    return known.iloc[[*range(12), *range(len(known) - 12, len(known))]] if len(known) > 24 else known


def _lines(worths: pd.DataFrame, prices: pd.DataFrame) -> pd.DataFrame:
    """Worth and price as two lines, in one form."""
    import pandas as pd

    parts = []
    for name, table in (("worth of taking it", worths), ("part due to the order of play", prices)):
        some = table[["number", "score", "score_low", "score_high"]]
        parts.append(some.set_axis(["number", "score", "low", "high"], axis=1).assign(line=name))
    return pd.concat(parts, ignore_index=True)


def _by_crowns(worths: pd.DataFrame) -> pd.DataFrame:
    """Mean worth by terrain and crowns of the better half."""
    import pandas as pd

    better = [max(one.halves, key=lambda half: half.crowns) for one in all_dominoes()]
    known = worths.assign(terrain=[half.terrain for half in better], crowns=[half.crowns for half in better])
    means = known.groupby(["terrain", "crowns"], sort=False)["score"].mean().reset_index()
    every = pd.MultiIndex.from_product([dict.fromkeys(known["terrain"]), range(4)], names=["terrain", "crowns"])
    table = means.set_index(["terrain", "crowns"]).reindex(every).reset_index()
    table["crowns"] = [
        "no crown" if one == 0 else "1 crown" if one == 1 else f"{one} crowns" for one in table["crowns"]
    ]
    return table


def _heat_title(heat: pd.DataFrame) -> str:
    means = heat.dropna().groupby("terrain", sort=False)["score"].mean()
    if means.empty or not np.isfinite(means).all():
        return "Worth by terrain and crowns"
    return f"{str(means.idxmax()).capitalize()} is worth more than players see in it, {means.idxmin()} less"


def _named(names: list[str]) -> str:
    return ", ".join(names) or "none"
