"""Do the numbers of a pilot study on the King and the Robber Baron hold?

A pilot with a hand-written greedy player and another engine stood at the beginning; its numbers are kept in
analysis/data/carcassonne_pilot.csv.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from analysis.carcassonne_played import GREEDY, MINDFUL, RANDOM, SEED, Played, cards_side_by_side
from analysis.carcassonne_quantities import quantities
from analysis.carcassonne_search import PLAYOUTS, kept
from analysis.telling import Found, block
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, Source

DATA = Path(__file__).parent / "data"


def pilot(played: Played) -> Section:
    """These numbers beside those of a pilot study, and why they differ."""
    before = pd.read_csv(DATA / "carcassonne_pilot.csv")
    ours = {name: quantities(played.rows(name)) for name in (RANDOM, GREEDY, MINDFUL)}
    if len(kept()) > 1:
        ours[f"mcts, {PLAYOUTS}"] = quantities(kept())
    parts = []
    for name in (RANDOM, GREEDY):
        theirs = before.rename(columns={name: "value"})[["quantity", "card", "unit", "value"]]
        parts += [theirs.assign(low=float("nan"), high=float("nan"), who=f"{name}, pilot"), ours[name].assign(who=name)]
    parts += [table.assign(who=name) for name, table in list(ours.items())[2:]]
    both = pd.concat(parts, ignore_index=True)
    king = {"quantity": "worth at the end", "card": "king"}
    both["quantity"] = both["quantity"] + both["card"].map({"king": ", King", "robber": ", Robber"}).fillna("")
    shown = cards_side_by_side(
        both[both["quantity"].isin(set(both[both["who"] == "greedy, pilot"]["quantity"]))], "who"
    )
    old = Found(before)
    lot, greedy, mindful = (Found(ours[name]) for name in (RANDOM, GREEDY, MINDFUL))
    bare = "score without the cards"
    beside = ours[GREEDY].merge(before[["quantity", "card", "greedy"]].dropna(), on=["quantity", "card"])
    times = {name: beside[name] / beside["greedy"] for name in ("value", "low", "high")}
    cards = beside["card"].map({"king": ", King", "robber": ", Robber Baron", "both": ""})
    times_pilot = beside.assign(**times, quantity=beside["quantity"] + cards)
    text = f"""
    A pilot with a hand-written greedy player and another engine stood at the beginning of this study. By lot, where
    both play alike, the numbers are the same: a King worth {lot("value", quantity="worth at the end", card="king"):.2f}
    (pilot {old("random", quantity="worth at the end", card="king"):.2f}) and a Robber Baron worth
    {lot("value", quantity="worth at the end", card="robber"):.2f}
    ({old("random", quantity="worth at the end", card="robber"):.2f}),
    {lot("value", quantity="changes of hands", card="king"):.2f} and
    {lot("value", quantity="changes of hands", card="robber"):.2f} changes of hands
    ({old("random", quantity="changes of hands", card="king"):.2f} and
    {old("random", quantity="changes of hands", card="robber"):.2f}). So it is not the rules: what differs below differs
    because other players play.

    The greedy players here were fitted in games against each other. They reach about as many points as the pilot's
    ({greedy("value", quantity=bare, card="both"):.0f} without the cards,
    {old("greedy", quantity=bare, card="both"):.0f} there), but with smaller cities and roads:
    {100 * greedy("value", quantity="small ones", card="king"):.0f} % of the completed cities have two tiles (pilot
    {100 * old("greedy", quantity="small ones", card="king"):.0f} %), and the largest has
    {greedy("value", quantity="size at the end", card="king"):.1f} instead of
    {old("greedy", quantity="size at the end", card="king"):.1f}, the largest road
    {greedy("value", quantity="size at the end", card="robber"):.1f} instead of
    {old("greedy", quantity="size at the end", card="robber"):.1f}. The points are in the number completed, and so are
    those of the cards: they are worth {greedy("value", quantity="worth at the end", card="king"):.1f} and
    {greedy("value", quantity="worth at the end", card="robber"):.1f}, not
    {old("greedy", quantity="worth at the end", card="king"):.1f} and
    {old("greedy", quantity="worth at the end", card="robber"):.1f}.

    {100 * greedy("value", quantity="results changed", card="both"):.1f} % of the results change, not
    {100 * old("greedy", quantity="results changed", card="both"):.1f} % (which was known to about 1.2). Two things come
    together: the cards bring {greedy("value", quantity="handed out", card="both"):.1f} points, not
    {old("greedy", quantity="handed out", card="both"):.1f}, and games are won by
    {greedy("value", quantity="lead without the cards", card="both"):.1f} points, not
    {old("greedy", quantity="lead without the cards", card="both"):.1f}. With 10 points for either card, where the first
    does not matter, it is {100 * greedy("value", quantity="results changed by flat-10", card="both"):.1f} % instead of
    {100 * old("greedy", quantity="results changed by flat-10", card="both"):.1f} %.

    Who plays for the cards fights for them: with {MINDFUL} at both seats they change hands
    {mindful("value", quantity="changes of hands", card="king"):.2f} and
    {mindful("value", quantity="changes of hands", card="robber"):.2f} times instead of
    {greedy("value", quantity="changes of hands", card="king"):.2f} and
    {greedy("value", quantity="changes of hands", card="robber"):.2f}, the last time in turn
    {mindful("value", quantity="last turn", card="king"):.0f} and
    {mindful("value", quantity="last turn", card="robber"):.0f} of 76 on average instead of
    {greedy("value", quantity="last turn", card="king"):.0f} and
    {greedy("value", quantity="last turn", card="robber"):.0f}, but the worth hardly moves
    ({mindful("value", quantity="worth at the end", card="king"):.1f} and
    {mindful("value", quantity="worth at the end", card="robber"):.1f}). So what the cards are worth depends on whether
    people finish what they begin, and who has them on how hard people try.
    """
    return Section(
        "Against the pilot",
        [
            Prose(text),
            FigureBlock(
                "pilot",
                draw_intervals(
                    times_pilot,
                    label="quantity",
                    value="value",
                    xlabel="greedy players here, as a multiple of the pilot's (95 % intervals)",
                    reference=1,
                    title=f"Other greedy players finish more: a King of {greedy('value', **king):.1f} points, not "
                    f"{old('greedy', **king):.1f}",
                ),
                "Each quantity of greedy players here divided by the pilot's, with intervals; numbers below.",
                "Intervals are those of the games here; the pilot's own are wider.",
                how="simulated",
            ),
            block(
                "pilot",
                shown,
                "± half of the 95 % interval. The pilot's numbers (8,700 random and 3,615 greedy games, some of fewer) "
                "beside these. Last turn: in which a card last came to another player, or first. Results changed by "
                "house rules: of random and greedy players on the same games.",
            ),
        ],
        sources=[
            *(played.source([name] * 2) for name in (RANDOM, GREEDY, MINDFUL)),
            Source(played.edition, [f"mcts:playouts={PLAYOUTS}"] * 2, len(kept()), SEED, "kept games"),
        ],
    )
