"""How often do the King and the Robber Baron decide a game, and what do house rules change about that?

Results with the cards' points against the same games without them, for the official rule, fixed points and points at
once.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.carcassonne_flat import flat
from analysis.carcassonne_played import GREEDY, MINDFUL, RANDOM, Played
from analysis.carcassonne_taking import taking
from analysis.telling import Found, block, columns_named, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.house_rules import PAYING, changed_results
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="King or Robber Baron: the house rules compared",
        summary="How many results the two cards change, by the official rule and by house rules.",
        sections=[results(played), flat(played), taking(played)],
        provenance=played.provenance(),
        command="python -m analysis carcassonne-rules",
    )
    return with_findings(page)


def results(played: Played) -> Section:
    """Results changed by rule, on identical games and with players who mind the rule."""
    mindful = {rule: played.pair(MINDFUL, "rules", rule) for rule in PAYING}
    tables = {
        "greedy": changed_results(played.rows(GREEDY)),
        MINDFUL: changed_results(mindful),
        "random": changed_results(played.rows(RANDOM)),
        "4 players, greedy": changed_results(played.rows(GREEDY, 4)),
    }
    table = stack_tables(tables, "who")
    by = Found(table)

    def both(rule: str, who: str = "greedy", column: str = "changed") -> str:
        return by.share(column, who=who, rule=rule, cards="both")

    def more(rule: str, who: str = "greedy") -> str:
        low, high = (100 * by(f"changed_more{end}", who=who, rule=rule, cards="both") for end in ("_low", "_high"))
        return f"{100 * by('changed_more', who=who, rule=rule, cards='both'):+.1f} ({low:+.1f} to {high:+.1f})"

    alone = [by("changed", who="greedy", rule="official", cards=card) for card in ("king", "robber")]
    together = by("changed", who="greedy", rule="official", cards="both")
    fewer = "fewer than either alone" if together < min(alone) else "no more than one alone" if together < max(
        alone
    ) else "more than either alone"  # fmt: skip
    text = f"""
    A result is who won; a draw counts as one. Among greedy players, who do not mind the cards, the official rule
    changes {both("official")} of the results and reverses {both("official", column="reversed")} (somebody else wins
    altogether). The King alone would change {100 * alone[0]:.1f} %, the Robber Baron alone {100 * alone[1]:.1f} %: both
    together change {fewer}, because about half of the time they go to different players and nearly cancel.

    House rules, counted on the very same games, in percentage points more or less than the official rule: 10 points
    each {more("flat-10")}; 15 for one and 40 for both {more("flat-15-40")}; a point at once for each completion while
    one holds the card {more("continuous")} if the holder before the turn gets it, {more("continuous-new")} if the
    holder after it does. 15/40 swings {by("swing", who="greedy", rule="flat-15-40", cards="both"):.1f} points between
    the players, the official rule {by("swing", who="greedy", rule="official", cards="both"):.1f}, the continuous rules
    {by("swing", who="greedy", rule="continuous", cards="both"):.1f} and
    {by("swing", who="greedy", rule="continuous-new", cards="both"):.1f}, since both players hold a card for a while.

    Players who play for the cards by the rule in force ({MINDFUL}; other games for each rule, on the same tiles) find
    {both("official", MINDFUL)} changed by the official rule and, again in points more or less,
    {more("flat-10", MINDFUL)} with 10 each, {more("flat-15-40", MINDFUL)} with 15/40, {more("continuous", MINDFUL)} and
    {more("continuous-new", MINDFUL)} with the continuous ones. By lot, where a card is worth 4 or 5 points, 10 each
    decides more than the official rule: {more("flat-10", "random")}.
    """
    names = {"rule": "", "cards": "", "changed": "", "changed_low": "low", "changed_high": "high", "reversed": ""}
    names |= {"swing": "", "changed_more": "more", "changed_more_low": "more_low"}
    names |= {"changed_more_high": "more_high"}
    shares = ["changed", "low", "high", "reversed", "more", "more_low", "more_high"]
    return Section(
        "How often do they decide?",
        [
            Prose(text),
            FigureBlock(
                "rules",
                _draw(
                    tables["greedy"],
                    f"The cards change {both('official')} of the results, {both('flat-15-40')} by 15/40",
                ),
                "Share of results changed for five rules, both cards and each alone, with intervals; numbers below.",
                f"Two players; all rules on the same {played.number('main'):,} games.",
                how="simulated",
            ),
            FigureBlock(
                "rules-mindful",
                _draw(
                    tables[MINDFUL],
                    f"Playing for them, {both('official', MINDFUL)} change, {both('flat-15-40', MINDFUL)} by 15/40",
                ),
                "The same for players who play for the cards by the rule in force.",
                f"Two players; {played.number('rules'):,} games of each rule, on the same tiles.",
                how="simulated",
            ),
            *(
                block(
                    f"rules-{'-'.join(who.replace(',', '').split())}",
                    columns_named(one, **names),
                    f"{who[:1].upper()}{who[1:]}. Against the same games without the cards' points. swing: points "
                    "between who gets most and least from the cards; more: results changed than by the official "
                    "rule, paired.",
                    shares,
                )
                for who, one in tables.items()
            ),
        ],
        sources=[
            *(played.source([name] * 2) for name in (GREEDY, RANDOM)),
            played.source([MINDFUL] * 2, "rules", "of each rule"),
            played.source([GREEDY] * 4, "players"),
        ],
    )


def _draw(table: pd.DataFrame, title: str) -> Axes:
    """Results changed by rule, both cards and each alone."""
    words = {"both": "both cards", "king": "King alone", "robber": "Robber Baron alone"}
    return draw_intervals(
        table.assign(who=table["rule"] + ", " + table["cards"].map(words)),
        label="who",
        value="changed",
        low="changed_low",
        high="changed_high",
        xlabel="games with another result than without the cards (95 % intervals)",
        percent=True,
        emphasis=[f"{rule}, both cards" for rule in PAYING],
        title=title,
    )
