"""What comes, what is taken, what it is worth and what it costs: the dominoes and their places in line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.findings import EXACT, SIMULATED, Judged, judged_of
from kingdice.balance.measures import measure_table
from kingdice.balance.wording import largest, records, smallest, told
from kingdice.comparison.estimates import normal_reach
from kingdice.games.kingdomino.draft_odds import domino_places, terrain_outlook
from kingdice.games.kingdomino.draft_tables import domino_worths
from kingdice.games.kingdomino.kind_worths import kind_worths
from kingdice.games.kingdomino.price_tables import domino_prices, rank_prices
from kingdice.games.kingdomino.report.measures import DRAFT, first_taken
from kingdice.games.kingdomino.report.runs import FAR_SIGHTED, GREEDY, Runs
from kingdice.reporting.forms import draw_curves, draw_intervals, draw_slopes
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
    kinds, both = _kinds(runs, FAR_SIGHTED), _both_kinds(runs)
    length = runs.variants.line_length(runs.players)
    coming = domino_places(players=runs.players, variants=runs.variants)
    outlook = terrain_outlook(players=runs.players, variants=runs.variants, lines=1)
    shown = {row["terrain"]: row["square"] for row in records(outlook)}
    best, worst = largest(worths, "score"), smallest(worths, "score")
    good, bad = largest(kinds, "score"), smallest(kinds, "score")
    apart = largest(both.assign(apart=(both["score_sighted"] - both["score"]).abs()), "apart")
    second, last = records(places)[1], records(places)[-1]
    enough = taken[taken["lines"] >= _OFFERED]
    never, always = (enough[enough["value"] == share]["domino"].tolist() for share in (0.0, 1.0))
    seldom, often = (find(enough if len(enough) else taken, "value") for find in (smallest, largest))
    text = f"""
    A first line shows a mine in {100 * shown["mine"]:.1f} % of games and wheat in {100 * shown["wheat"]:.1f} % (exact).
    A domino's place in its line decides when its king acts next: taking the last of a line instead of the first costs
    {told(-last["score"], -last["score_high"], -last["score_low"], "points")} at the end of the game, taking the second
    {-second["score"]:.2f} points.

    Taken against left, in the same line and turn, by {GREEDY} players, who want what brings points at once: who takes
    {best["domino"]} ({best["number"]}) ends {told(best["score"], best["score_low"], best["score_high"], "points")} from
    those who took another, who takes {worst["domino"]} ({worst["number"]})
    {told(worst["score"], worst["score_low"], worst["score_high"], "points")}. What one pays by acting later is in it. A
    number below 0 is a domino that they want too much, one above 0 a domino worth more than they see in it.

    {FAR_SIGHTED.capitalize()} players draft for what is to come. For them the best kind is {good["kind"]}
    ({told(good["score"], good["score_low"], good["score_high"], "points")}), the worst {bad["kind"]}
    ({told(bad["score"], bad["score_low"], bad["score_high"], "points")}); the two kinds of players differ most about
    {apart["kind"]}. "What stands out" calls a kind unfair where its worth among far-sighted players is more than
    {FAIR_WORTH:.0f} points from 0.

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
                "earlier or later; the second falls with the number.",
                "What taking a domino is worth, and the part that is due to acting earlier or later; greedy players.",
                how=SIMULATED,
            ),
            FigureBlock(
                "kinds",
                draw_slopes(
                    both,
                    label="kind",
                    before="score",
                    after="score_sighted",
                    names=(GREEDY, FAR_SIGHTED),
                    ylabel="points at the end, against another kind on offer",
                    title=f"Who looks ahead thinks otherwise of {apart['kind']}: {apart['score']:+.1f} points become "
                    f"{apart['score_sighted']:+.1f}",
                ),
                "Lines from one scale to the other: what each kind of domino is worth among full-greedy players, and "
                "among far-sighted ones.",
                "What taking a kind of domino is worth (terrain and crowns of its better half), among greedy and among "
                "far-sighted players.",
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
                    reference=1 / length,
                    title=f"{often['domino']} is taken first {often['value']:.0%} of the times, {seldom['domino']} "
                    f"{seldom['value']:.0%}",
                ),
                "Dots with intervals: how often the most and the least wanted dominoes are taken by who picks first.",
                "The twelve most and the twelve least wanted dominoes; the line is an even share.",
                how=SIMULATED,
            ),
            TableBlock("places", places, "What each place of a line costs its king in the next line.",
                       ["share", "win_share"], how=SIMULATED),
            TableBlock("kinds", kinds, "Kinds of dominoes among far-sighted players: taken against left, in the same "
                       "line and turn.", ["taken", "win_share"], how=SIMULATED),
            TableBlock("kinds-greedy", _kinds(runs, GREEDY), "The same among full-greedy players.",
                       ["taken", "win_share"], how=SIMULATED),
            TableBlock("worths", worths, "Each domino among full-greedy players: taken against left, in the same line "
                       "and turn.", ["taken", "win_share"], how=SIMULATED),
            TableBlock("taken-first", taken, "How often a domino is taken by a king who may take any of its line.",
                       ["value"], how=SIMULATED),
            TableBlock("prices", prices, "What each domino costs: places in the next line, and what these are worth.",
                       ["win_share"], how=SIMULATED),
            TableBlock("first-line", outlook, "The first line, nothing being seen yet: means, chances of at least one.",
                       ["square", "crown"], how=EXACT),
            TableBlock("coming", coming, "Each domino: whether it comes, and where in its line it then lies.",
                       ["next_line", "comes", *(f"place_{place + 1}" for place in range(length))], how=EXACT),
        ],
        sources=[
            runs.main_source,
            runs.source(GREEDY, min(runs.games, _priced(runs)), "places and prices: its first games"),
            runs.sighted_source,
            runs.exact_source("first line, coming"),
        ],
    )  # fmt: skip


def judged_dominoes(runs: Runs) -> list[Judged]:
    """Each domino: that it is taken neither always nor never; each kind: worth at most `FAIR_WORTH` either way."""
    found = [judged_of(one) for one in first_taken(runs.draft)]
    reach = normal_reach(0.95)
    for row in records(_kinds(runs, FAR_SIGHTED)):
        error = (row["score_high"] - row["score"]) / reach
        if error == error:  # neither always taken nor always left
            fair = (-FAIR_WORTH, FAIR_WORTH)
            found.append(Judged(DRAFT, row["kind"], "worth of taking it", "points", row["score"], error, fair))
    return found


def _kinds(runs: Runs, strategy: str) -> pd.DataFrame:
    def make() -> pd.DataFrame:
        return kind_worths(runs.draft if strategy == GREEDY else runs.sighted)

    return runs.asked.table(f"kinds-{strategy}", make)


def _both_kinds(runs: Runs) -> pd.DataFrame:
    """Kinds whose worth is known among both kinds of players."""
    greedy, sighted = (_kinds(runs, strategy)[["kind", "score"]] for strategy in (GREEDY, FAR_SIGHTED))
    return greedy.merge(sighted, on="kind", suffixes=("", "_sighted")).dropna().reset_index(drop=True)


def _worths(runs: Runs) -> pd.DataFrame:
    def make() -> pd.DataFrame:
        return domino_worths(runs.draft).drop(columns=["first_line", "last_line"])

    return runs.asked.table("worths", make)


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


def _named(names: list[str]) -> str:
    return ", ".join(names) or "none"
