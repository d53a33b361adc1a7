"""What is each domino of Kingdomino worth, and what does it cost to take it?

Takers of a domino are compared with those who were offered it in the same line and turn and took another; the price of
a domino is what it does to the order of play. What is still to come is exact. The games stand in kingdomino_played.py.
"""

from __future__ import annotations

import pandas as pd

from analysis.kingdomino_hindering import hindering
from analysis.kingdomino_played import GAMES, GREEDY, PLACER, Played
from analysis.telling import block, per_cent, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.games.kingdomino.draft_odds import terrain_outlook
from kingdice.games.kingdomino.draft_tables import domino_worths
from kingdice.games.kingdomino.draw_check import drawn_dominoes
from kingdice.games.kingdomino.figures import draw_worths
from kingdice.games.kingdomino.price_tables import domino_prices
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, TableBlock


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="Kingdomino: what to draft",
        summary=(
            "What each of the 48 dominoes is worth to those who take it, what it costs to take it, and what is to come."
        ),
        sections=[dominoes(played), hindering(played), still_to_come(played)],
        provenance=played.provenance(),
        command="python -m analysis kingdomino-draft",
    )
    return with_findings(page)


def dominoes(played: Played) -> Section:
    """Worth and price of every domino."""
    draft = played.logged(GREEDY, 4)
    prices = domino_prices(draft).set_index("number")
    table = domino_worths(draft).set_index("number")
    table = table.assign(acts_next=prices["acts_next"], places=prices["places"], price=prices["score"]).reset_index()
    parts = domino_worths(draft, spans=3).pivot_table(index=["number", "domino"], columns="first_line", values="score")
    parts.columns = pd.Index(["lines 1 to 4", "lines 5 to 8", "lines 9 to 12"][: len(parts.columns)])
    lot = domino_worths(played.logged(PLACER, 4))
    by, by_lot = table.set_index("number"), lot.set_index("number")
    best, worst, best_lot = by["score"].idxmax(), by["score"].idxmin(), by_lot["score"].idxmax()
    mines, forests = by.loc[45:48, "score"].mean(), by.loc[24:29, "score"].mean()
    text = f"""
    Worth is what takers of a domino have at the end beyond those who were offered it in the same line and turn and took
    another. Greedy players seem to like crowns too well: they take domino 48 in {per_cent(by.loc[48, "taken"], 0)} of
    the turns in which they can, and end {-by.loc[48, "score"]:.1f} points below those who leave it. The four dominoes
    with most crowns on mines (45 to 48) are worth {mines:+.1f} on average, the forests with a crown (24 to 29)
    {forests:+.1f}. Best is domino {best} ({by.loc[best, "domino"]}, {by.loc[best, "score"]:+.1f}), worst {worst}
    ({by.loc[worst, "domino"]}, {by.loc[worst, "score"]:+.1f}). A good part of that is the order of play, the line in
    the figure: it runs from {by.loc[1, "price"]:+.1f} for domino 1 to {by.loc[48, "price"]:+.1f} for domino 48.

    Takers chose, so this says how they fared, not what the domino does. Players who place greedily but draw their picks
    by lot make an experiment of it, and for them the order of play is next to nothing: there domino {best_lot}
    ({by_lot.loc[best_lot, "domino"]}) is best with {by_lot.loc[best_lot, "score"]:+.1f}, domino 48 brings
    {by_lot.loc[48, "score"]:+.1f}, and dominoes without crowns cost {-by_lot.loc[1:18, "score"].mean():.1f}
    points.
    """
    columns = ["number", "domino", "taken", "score", "score_low", "score_high", "win_share", "acts_next", "places"]
    return Section(
        "What is each domino worth?",
        [
            Prose(text),
            FigureBlock(
                "worths",
                draw_worths(table, title=f"Taken greedily, domino {best} brings most and domino {worst} costs most"),
                "Points gained by taking each domino, by number, with intervals, coloured by crowns; a line falling "
                "from low to high numbers shows the part of the order of play.",
                "Against other dominoes on offer in the same line and turn; four greedy players.",
                how="simulated",
            ),
            block("worths", table[[*columns, "price"]], "Worth and price, in points.", ["taken", "win_share"]),
            block(
                "worths-by-part",
                parts.reset_index(),
                "Worth by part of the game, in points: the first four lines, the middle four, the last four.",
            ),
            FigureBlock(
                "worths-by-lot",
                draw_worths(lot, title=f"Picked by lot, domino {best_lot} brings most"),
                "Points gained by getting each domino by lot, by number, with intervals, coloured by crowns.",
                "Players place greedily and, from the third line on, draw their picks by lot.",
                how="simulated",
            ),
        ],
        sources=[played.source([one], GAMES[one], "four players") for one in (GREEDY, PLACER)],
    )


def still_to_come(played: Played) -> Section:
    """Exact odds, and whether simulated draws agree."""
    outlook = next_line()
    by = outlook.table.set_index(["label", "terrain"])
    check = drawn_dominoes(played.logged(GREEDY, 2))
    check["held"] = (check["low"] - 1e-9 <= check["exact"]) & (check["exact"] <= check["high"] + 1e-9)
    check["off"] = (check["simulated"] - check["exact"]).abs()
    found = check.groupby("quantity", sort=False).agg(
        dominoes=("held", "size"), held=("held", "sum"), off=("off", "max")
    )
    found = found.rename(columns={"held": "intervals_that_hold", "off": "largest_difference"}).reset_index()
    text = f"""
    What was not seen is equally likely to come, so all this is exact. Before anything was seen a line of four shows a
    mine in {per_cent(by.loc[("4 players", "mine"), "square"])} of games, a line of three in
    {per_cent(by.loc[("3 players", "mine"), "square"])}. "kingdice draft odds --seen …" answers for any state of
    the game.

    The simulated games of two players agree: of {len(check)} intervals (does domino N come, is it in the first line,
    where in its line does it lie) {check["held"].sum()} hold the exact number; 95 % would be {0.95 * len(check):.0f}.
    """
    return Section(
        "What is still to come?",
        [
            Prose(text),
            outlook,
            block("draw-check", found, "Simulated draws beside the exact odds; two players.", decimals=3),
        ],
        sources=[played.source([GREEDY], GAMES[GREEDY], "two players")],
    )


def next_line() -> TableBlock:
    """What the next line shows when nothing was seen, exactly."""
    table = stack_tables(
        {f"{players} players": terrain_outlook(players=players, lines=1) for players in (2, 3, 4)}, "label"
    )
    return block("next-line", table, "The next line, when nothing was seen.", ["square", "crown"], how="exact")
