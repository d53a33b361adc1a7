"""Which fixed number of points is as good as counting cities for the King and roads for the Robber Baron?"""

from __future__ import annotations

import pandas as pd

from analysis.carcassonne_played import GREEDY, RANDOM, Played
from analysis.telling import Found, block
from kingdice.comparison.estimates import stack_tables
from kingdice.games.carcassonne.house_rules import flat_results, flat_values
from kingdice.reporting.forms import draw_curves
from kingdice.reporting.page import FigureBlock, Prose, Section


def flat(played: Played) -> Section:
    """The number of points that best stands in for the official rule."""
    games = {f"{players} players": played.rows(GREEDY, players) for players in (2, 3, 4, 5)}
    values = stack_tables({name: flat_values(one) for name, one in games.items()}, "label")
    values = pd.concat([values, flat_values(played.rows(RANDOM)).assign(label="2 players, by lot")], ignore_index=True)
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
                draw_curves(
                    curves,
                    x="points",
                    value="same_result",
                    group="label",
                    xlabel="points for either card",
                    ylabel="games with the same result",
                    percent=True,
                    title=f"{' or '.join(dict.fromkeys(best))} points for either card leave most results as they are",
                ),
                "Curves for two to five players of the share of games with the same result as by the official rule, by "
                "points; they rise to a flat top near eleven points and fall slowly.",
                "Greedy players.",
                how="simulated",
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
        sources=[
            *(played.source([GREEDY] * players, "main" if players == 2 else "players") for players in (2, 3, 4, 5)),
            played.source([RANDOM] * 2),
        ],
    )
