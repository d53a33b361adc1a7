"""Sections of the study on the King and the Robber Baron about rules: results, fixed points, ties."""

from __future__ import annotations

import pandas as pd
from carcassonne_played import GREEDY, MINDFUL, RANDOM, Found, block, logged, number, played, rows, short

from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.card_figures import draw_changed, draw_flat
from kingdice.games.carcassonne.house_rules import PAYING, changed_results, flat_results, flat_values
from kingdice.games.carcassonne.taking_tables import near_misses, rules_of_taking
from kingdice.reporting.page import FigureBlock, Prose, Section


def results() -> Section:
    """Results changed by rule, on identical games and with players who mind the rule."""
    mindful = {rule: played(MINDFUL, "rules", rule) for rule in PAYING}
    tables = {
        "greedy": changed_results(rows(GREEDY)),
        MINDFUL: changed_results(mindful),
        "random": changed_results(rows(RANDOM)),
        "4 players, greedy": changed_results(rows(GREEDY, 4)),
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
                draw_changed(tables["greedy"], title="Results changed by the cards, greedy players"),
                "Share of results changed for five rules, both cards and each alone, with intervals; numbers below.",
                f"Two players; all rules on the same {number('main'):,} games.",
            ),
            FigureBlock(
                "rules-mindful",
                draw_changed(tables[MINDFUL], title="Results changed, players who play for the cards"),
                "The same for players who play for the cards by the rule in force.",
                f"Two players; {number('rules'):,} games of each rule, on the same tiles.",
            ),
            *(
                block(
                    f"rules-{'-'.join(who.replace(',', '').split())}",
                    short(one, **names),
                    f"{who[:1].upper()}{who[1:]}. Against the same games without the cards' points. swing: points "
                    "between who gets most and least from the cards; more: results changed than by the official "
                    "rule, paired.",
                    shares,
                )
                for who, one in tables.items()
            ),
        ],
    )


def flat() -> Section:
    """The number of points that best stands in for the official rule."""
    games = {f"{players} players": rows(GREEDY, players) for players in (2, 3, 4, 5)}
    values = stack_tables({name: flat_values(one) for name, one in games.items()}, "label")
    values = pd.concat([values, flat_values(rows(RANDOM)).assign(label="2 players, by lot")], ignore_index=True)
    curves = stack_tables({name: flat_results(one) for name, one in games.items()}, "label")
    by = Found(values)
    best = [f"{by('same_result_points', label=name, cards='both'):.0f}" for name in games]
    most = f"{best[0]}, however many play," if len(set(best)) == 1 else f"{', '.join(best[:-1])} and {best[-1]}"
    text = f"""
    Two ways to say which number of points stands in best for counting. What misses a holder's points by least (in mean
    square) is their mean: {by("points", label="2 players", cards="both"):.1f} for either card with two players,
    {by("points", label="3 players", cards="both"):.1f}, {by("points", label="4 players", cards="both"):.1f} and
    {by("points", label="5 players", cards="both"):.1f} with three, four and five; it is off by
    {by("off", label="2 players", cards="both"):.1f} points, as cities and roads are never the same number. What leaves
    most results as they are is {most} points: {by.share("same_result", label="2 players", cards="both")} of the games
    of two end as by the official rule, with 10 points {by.share("same_result_10", label="2 players", cards="both")}.
    The curve is flat at the top, so a round number near it does as well: the house rule of 10 is close to counting. By
    lot it would be {by("points", label="2 players, by lot", cards="both"):.1f}: the number fits players who finish
    things.
    """
    return Section(
        "Which fixed number is as good as counting?",
        [
            Prose(text),
            FigureBlock(
                "flat",
                draw_flat(curves, title="A fixed number of points instead"),
                "Curves for two to five players of the share of games with the same result as by the official rule, by "
                "points; they rise to a flat top near eleven points and fall slowly.",
                "Greedy players; a dot marks the best number.",
            ),
            block(
                "flat",
                values[["label", "cards", "games", "points", "low", "high", "off"]],
                "The number of points with least mean squared difference to what a holder gets, its interval, and how "
                "far off it is (root mean square). both: the same for either card.",
            ),
            block(
                "flat-results",
                values.loc[values["cards"] == "both", ["label", *(one for one in values if "same" in one)]].astype(
                    {"same_result_points": int}
                ),
                "The whole number that leaves most results as they are, for either card; same result: share of games "
                "that end as by the official rule with it, and with 10 points.",
                ["same_result", "same_result_low", "same_result_high", "same_result_10"],
            ),
        ],
    )


def taking() -> Section:
    """Ties, least sizes, and cities of two tiles that do not count."""
    ties = stack_tables({"greedy": near_misses(logged(GREEDY)), MINDFUL: near_misses(logged(MINDFUL))}, "who")
    table = rules_of_taking(logged(GREEDY), others={"big-cities": played(GREEDY, "players", "official,big-cities")})
    tie, by = Found(ties), Found(table)
    text = f"""
    Only a larger city takes the King. In {tie.share("with_any", 0, who="greedy", card="king")} of the games of greedy
    players somebody else completes one just as large as the record ({tie("near_misses", who="greedy", card="king"):.2f}
    times a game; roads {tie.share("with_any", 0, who="greedy", card="robber")} and
    {tie("near_misses", who="greedy", card="robber"):.2f}). If an equal size were enough, the King would change hands
    {tie("changes_if_equal", who="greedy", card="king"):.2f} times instead of
    {tie("changes", who="greedy", card="king"):.2f}, the Robber Baron
    {tie("changes_if_equal", who="greedy", card="robber"):.2f} instead of
    {tie("changes", who="greedy", card="robber"):.2f}; another player would have the King in the end in
    {tie.share("other_holder", who="greedy", card="king")} of the games, the Robber Baron in
    {tie.share("other_holder", who="greedy", card="robber")}, and {by.share("other_result", rule="equal", card="king")}
    of the games would have another result.

    A least size makes the cards quieter. If it takes 4 tiles they change hands
    {by("changes", rule="least-4", card="king"):.2f} and {by("changes", rule="least-4", card="robber"):.2f} times; with
    6 nobody gets the King in {by.share("nobody", 0, rule="least-6", card="king")} of the games, the Robber Baron in
    {by.share("nobody", 0, rule="least-6", card="robber")}. If cities of two tiles do not count at all for the King
    (big-cities), he is worth {by("worth", rule="big-cities", card="king"):.1f} points instead of
    {by("worth", rule="larger", card="king"):.1f}, and {by.share("changed", rule="big-cities", card="king")} of the
    results change instead of {by.share("changed", rule="larger", card="king")}: cards of unequal worth cancel less.
    """
    columns = ["rule", "card", "worth", "nobody", "changes", "never_changes", "last", "changed", "other_result"]
    parts = ["with_any", "decided_by_one", "other_holder"]
    names = {"who": "", "card": "", "near_misses": ""}
    names |= dict.fromkeys(parts, "") | {"changes": "", "changes_if_equal": "if_equal"}
    return Section(
        'What does the strict "larger" cost?',
        [
            Prose(text),
            block(
                "ties",
                short(ties, **names),
                "near misses: turns in which another player completed a size equal to the record; decided by one: the "
                "holder of the end would have lost the card to one; other holder: if equal sizes counted, other turns "
                "being the same.",
                parts,
            ),
            block(
                "taking",
                table[columns],
                "Rules for taking the cards, all on the same greedy games. never changes: of the games in which "
                "somebody took it; changed: results, both cards; other result: than by the official rule.",
                ["nobody", "never_changes", "changed", "other_result"],
            ),
        ],
    )
