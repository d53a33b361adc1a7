"""King or Robber Baron: what are the two cards of Carcassonne worth, who keeps them, and how often do they decide?

Simulated games with the five tiles and the two cards (2003) of players by lot, of greedy ones, of greedy ones who play
for the cards, and of some that search (kept in reports/carcassonne/games, see carcassonne_search.py). Writes the page
reports/carcassonne. Sections are in carcassonne_worths.py, carcassonne_hands.py, carcassonne_rules.py,
carcassonne_setting.py and carcassonne_ladder.py.

    python analysis/carcassonne.py [FOLDER [PART OF THE GAMES]]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd
from carcassonne_hands import chasing, hands_section
from carcassonne_ladder import ladder
from carcassonne_played import GAMES, GREEDY, MINDFUL, RANDOM, SEED, Found, block, play_less, rows, side_by_side
from carcassonne_rules import flat, results, taking
from carcassonne_search import PLAYOUTS, kept
from carcassonne_setting import score_parts, seating, two_by_two
from carcassonne_worths import at_a_glance, holding, worths

from kingdice import __version__
from kingdice.comparison.estimates import mean_row, share_row
from kingdice.games.carcassonne.game_rows import LEVEL, Games, mind_no_cards
from kingdice.games.carcassonne.hand_tables import hands
from kingdice.games.carcassonne.house_rules import PAYING, changed_results
from kingdice.games.carcassonne.tile_tables import measures
from kingdice.games.carcassonne.variants import variants_named
from kingdice.games.carcassonne.worth_tables import card_worths
from kingdice.reporting.page import Page, Prose, Section, write_page
from kingdice.simulation import RNG_VERSION

DATA = Path(__file__).parent / "data"


def main() -> None:
    """Build the page."""
    words = sys.argv[1:]
    folder = Path(words[0]) if words else Path(__file__).parent.parent / "reports" / "carcassonne"
    if len(words) > 1:
        play_less(float(words[1]))
    rules = variants_named("official")
    page = Page(
        title="King or Robber Baron?",
        summary=(
            "Carcassonne with the King and the Robber Baron, measured: what each card is worth and when, who will have "
            "it in the end, how often the two decide a game, and what house rules change about that."
        ),
        sections=[
            at_a_glance(),
            worths(),
            holding(),
            hands_section(),
            chasing(),
            results(),
            flat(),
            taking(),
            seating(),
            score_parts(),
            two_by_two(),
            ladder(),
            pilot(),
        ],
        provenance={
            "edition": f"{rules.name} {rules.hash}",
            "method": f"simulation, seed {SEED}; intervals of 95 % over games",
            "games": (
                f"{GAMES['main']:,} of two players of each strategy and tile set, {GAMES['players']:,} of three, four "
                f"and five, {GAMES['rules']:,} of each house rule, {GAMES['fields']:,} of each rule for fields, "
                f"{len(kept()):,} of players that search"
            ),
            "package": f"kingdice {__version__}, rng {RNG_VERSION}",
        },
        command="make report",
    )
    write_page(page, folder)
    print(f"{folder}: written", file=sys.stderr)


def pilot() -> Section:
    """These numbers beside those of a pilot study, and why they differ."""
    before = pd.read_csv(DATA / "carcassonne_pilot.csv")
    ours = {RANDOM: quantities(rows(RANDOM)), GREEDY: quantities(rows(GREEDY)), MINDFUL: quantities(rows(MINDFUL))}
    if len(kept()) > 1:
        ours[f"mcts, {PLAYOUTS}"] = quantities(kept())
    parts = []
    for name in (RANDOM, GREEDY):
        theirs = before.rename(columns={name: "value"})[["quantity", "card", "unit", "value"]]
        parts += [theirs.assign(low=float("nan"), high=float("nan"), who=f"{name}, pilot"), ours[name].assign(who=name)]
    parts += [table.assign(who=name) for name, table in list(ours.items())[2:]]
    both = pd.concat(parts, ignore_index=True)
    both["quantity"] = both["quantity"] + both["card"].map({"king": ", King", "robber": ", Robber"}).fillna("")
    shown = side_by_side(both[both["quantity"].isin(set(both[both["who"] == "greedy, pilot"]["quantity"]))], "who")
    old = Found(before)
    lot, greedy, mindful = (Found(ours[name]) for name in (RANDOM, GREEDY, MINDFUL))
    bare = "score without the cards"
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
            block(
                "pilot",
                shown,
                "± half of the 95 % interval. The pilot's numbers (8,700 random and 3,615 greedy games, some of fewer) "
                "beside these. Last turn: in which a card last came to another player, or first. Results changed by "
                "house rules: of random and greedy players on the same games.",
            ),
        ],
    )


def quantities(table: pd.DataFrame) -> pd.DataFrame:
    """What the pilot measured, of one run."""
    games = Games.of(table)
    found = hands(table).drop(columns="games").to_dict("records")
    for one in card_worths(table).to_dict("records"):
        found.append(_row("worth at the end", "points", one["card"], one["mean"], one["low"], one["high"]))
    bare = measures(games, "none")
    for name in ("score", "winner", "lead"):
        mean = mean_row(bare[name][1], LEVEL, "value")
        found.append(_row(f"{name} without the cards", "points", "both", *mean.values()))
    rules = PAYING if mind_no_cards(games) else ("official",)
    for one in changed_results(table, rules=rules).to_dict("records"):
        changed = [one[f"changed{end}"] for end in ("", "_low", "_high")]
        if one["rule"] == "official":
            found.append(_row("results changed", "share", one["cards"], *changed))
        elif one["cards"] == "both":
            found.append(_row(f"results changed by {one['rule']}", "share", "both", *changed))
        if one["rule"] == "official" and one["cards"] == "both":
            share = share_row(one["reversed"] * len(games), len(games), LEVEL, "value")
            found.append(_row("results reversed", "share", "both", *share.values()))
            for name, label in (("swing", "swing"), ("handed_out", "handed out")):
                ends = [one[f"{name}{end}"] for end in ("", "_low", "_high")]
                found.append(_row(label, "points", "both", *ends))
    return pd.DataFrame(found)


def _row(quantity: str, unit: str, card: str, value: float, low: float, high: float) -> dict[str, object]:
    return {"quantity": quantity, "unit": unit, "card": card, "value": value, "low": low, "high": high}


if __name__ == "__main__":
    main()
