"""Kingdomino: who sits best, what is a good score, what are dominoes worth and what do they cost?

Simulated games of players that pick and place as the full-greedy agents of Gedda, Lagerkvist and Butler (2018) do,
beside players by lot, with Middle Kingdom and Harmony; what is still to come is exact. Writes the page
reports/kingdomino.

    python analysis/kingdomino.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

from kingdice import __version__
from kingdice.comparison.estimates import stack_tables
from kingdice.games.kingdomino.denial import denial
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import terrain_outlook
from kingdice.games.kingdomino.draft_tables import domino_worths, first_picks
from kingdice.games.kingdomino.draw_check import drawn_dominoes
from kingdice.games.kingdomino.figures import draw_castles, draw_scores, draw_seats, draw_turn_order, draw_worths
from kingdice.games.kingdomino.kingdom_tables import castle_cells, concentration
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.price_tables import domino_prices, turn_order
from kingdice.games.kingdomino.score_tables import decisions, discards, good_scores, score_chances, seats
from kingdice.games.kingdomino.turn_log import log_turns
from kingdice.games.kingdomino.variants import variants_named
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, TableBlock, write_page
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.run import simulate

BONUSES = "middle,harmony"
SEED, WORKERS = 1, 2
GREEDY, LOT, PLACER = "full-greedy", "random", "greedy-random-draft"
GAMES = {GREEDY: 6_000, LOT: 40_000, PLACER: 6_000}
MOST_LOGGED = 6_000
OTHER_RULES = {
    "3, lines of four": (3, "lines-of-four"),
    "2, mighty duel": (2, "mighty-duel"),
    "4, dynasty": (4, "dynasty"),
}
HINDER, HINDER_GAMES = "mce:policy=random:playouts=60", 1_000
Tables = dict[str, pd.DataFrame]


def main() -> None:
    """Build the page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "reports" / "kingdomino"
    drafts = {players: _logged(GREEDY, players) for players in (2, 3, 4)}
    games = {f"{players} players": draft.games.table for players, draft in drafts.items()}
    lot = {f"{players} players, by lot": _played([LOT] * players, GAMES[LOT]) for players in (2, 3, 4)}
    rules = variants_named(BONUSES)
    page = Page(
        title="Kingdomino: seats, scores and the draft",
        summary=(
            "What simulated games say: which seat is best, what a good score is, what each of the 48 dominoes is worth "
            "and what it costs to take it, where castles should stand, and what is still to come."
        ),
        sections=[
            who_sits_best(games, lot),
            good_score(games, lot),
            order_of_play(drafts),
            dominoes(drafts[4]),
            kingdoms(games["4 players"], lot["4 players, by lot"]),
            hindering(),
            still_to_come(drafts[2]),
        ],
        provenance={
            "edition": f"{rules.name} {rules.hash}",
            "method": f"simulation, seed {SEED}; intervals of 95 % over games",
            "games": ", ".join(f"{count:,} {name}" for name, count in GAMES.items()) + " for each number of players",
            "package": f"kingdice {__version__}, rng {RNG_VERSION}",
        },
        command="make report",
    )
    write_page(page, folder)
    print(f"{folder}: written", file=sys.stderr)


def who_sits_best(games: Tables, lot: Tables) -> Section:
    """Seats, by number of players and by lot."""
    table = stack_tables({name: seats(one) for name, one in (games | lot).items()}, "label")
    greedy = table[~table["label"].str.contains("lot")]
    four = greedy[greedy["label"] == "4 players"].set_index("seat")
    best, last = four["win_share"].idxmax(), four.loc[4]
    worst_lot = table[table["label"].str.contains("lot")]
    covered = ((worst_lot["times_fair_low"] <= 1) & (worst_lot["times_fair_high"] >= 1)).sum()
    text = f"""
    A seat is the order of the first pick; with two players seat 1 owns the first king drawn. Where all four play
    greedily, seat {best} wins most ({_share(four.loc[best])}) and seat 4, which takes what three others left, least
    ({_share(last)}): {last["times_fair"]:.2f} times its fair share. First is not best: who picks first tends to take a
    high number, and then acts late in the next line.

    By lot no seat should be better than another. Of the {len(worst_lot)} intervals {covered} hold the fair share.
    """
    columns = ["label", "seat", "games", "win_share", "low", "high", "score", "score_low", "score_high", "score_sd"]
    return Section(
        "Who sits best?",
        [
            Prose(text),
            FigureBlock(
                "seats",
                draw_seats(table, title="Wins by seat"),
                "Dot plot of wins by seat as multiples of the fair share, with intervals; numbers in the table below.",
                "All players full-greedy, or (by lot) random. Shared wins are split.",
            ),
            _table("seats", table[columns], "Win shares (Wilson) and mean scores (t).", ["win_share", "low", "high"]),
        ],
    )


def good_score(games: Tables, lot: Tables) -> Section:
    """Scores, by number of players and variant, and what decides."""
    others = {
        name: _played([GREEDY] * players, 1_000, f"{BONUSES},{variant}")
        for name, (players, variant) in OTHER_RULES.items()
    }
    scores = stack_tables({name: good_scores(one) for name, one in (games | others | lot).items()}, "label")
    by = scores.set_index(["label", "who"])
    chances = stack_tables({name: score_chances(one) for name, one in (games | lot).items()}, "label")
    ends = stack_tables({name: decisions(one) for name, one in (games | lot).items()}, "label")
    ended = ends.set_index(["label", "decided_by"])["share"]
    four, two = by.loc[("4 players", "everybody")], by.loc[("2 players", "everybody")]
    text = f"""
    With four greedy players a kingdom has {four["mean"]:.1f} points on average; half have {four["median"]:.0f} or more,
    one in ten {four["quantile_90"]:.0f}, one in a hundred {four["quantile_99"]:.0f}. With two players, who see only
    half of the dominoes, it is {two["mean"]:.1f}: the fewer play, the less there is to choose from. The winner of four
    has {by.loc[("4 players", "winner"), "mean"]:.1f}, {by.loc[("4 players", "margin"), "mean"]:.1f} more than the
    second.

    Points decide {ended[("4 players", "points")]:.1%} of the games of four, the largest property
    {ended[("4 players", "largest property")]:.1%}, crowns {ended[("4 players", "crowns")]:.2%};
    {ended[("4 players", "shared")]:.2%} are shared.
    """
    shown = scores["who"].isin(["everybody", "winner", "margin"])
    few = scores[shown].drop(columns=["quantile_5", "quantile_95"])
    return Section(
        "What is a good score?",
        [
            Prose(text),
            FigureBlock(
                "scores",
                draw_scores(chances, title="How good is a score?"),
                "Curves of the share of kingdoms with at least so many points, for two, three and four players; those "
                "by lot lie together.",
                "Middle Kingdom and Harmony counted. All players alike.",
            ),
            _table("scores", few, "Points at the end. A dynasty adds up three kingdoms.", decimals=1),
            _table("decisions", ends, "What decides games, with Wilson intervals.", ["share", "low", "high"]),
        ],
    )


def order_of_play(drafts: dict[int, Draft]) -> Section:
    """What acting later costs."""
    table = stack_tables({f"{players} players": turn_order(draft) for players, draft in drafts.items()}, "label")
    control = turn_order(_logged(LOT, 4))
    four = table[table["label"] == "4 players"].set_index("acts")
    picks = stack_tables({one: first_picks(drafts[4], by="place", turn=one) for one in (1, 2, 3, 4)}, "turn")
    first = picks[picks["turn"] == 1].set_index("place")
    text = f"""
    A low number is picked for the place it brings: who stands on it acts first in the next line. Among players of one
    line of one game, with what they hold and what lies before them allowed for, acting last of four costs
    {_points(-four.loc[4, "score"])} points and {_percent(-four.loc[4, "win_share"])} of win share; acting second costs
    little ({_points(-four.loc[2, "score"])}). Where picks are by lot the same comparison finds
    {control["score"].abs().max():.2f} points at most, as it must.

    Of first picks by the first king, the highest number of the line wins {first.loc[4, "win_share"]:.1%}, the third
    {first.loc[3, "win_share"]:.1%}.
    """
    shares = ["win_share", "win_share_low", "win_share_high"]
    return Section(
        "What does it cost to act later?",
        [
            Prose(text),
            FigureBlock(
                "order",
                draw_turn_order(table, title="What acting later costs"),
                "Points at the end beyond those of the first in the line, by turn, for two, three and four players.",
                "All players full-greedy.",
            ),
            _table("order", table, "Points and win share beyond the first of the line.", shares),
            _table(
                "first-picks",
                picks,
                "Chance to win by the place of the first pick in its line and by whose pick it is; four players.",
                ["win_share", "low", "high"],
            ),
        ],
    )


def dominoes(draft: Draft) -> Section:
    """Worth and price of every domino."""
    prices = domino_prices(draft).set_index("number")
    worths = domino_worths(draft).set_index("number")
    table = worths.assign(
        acts_next=prices["acts_next"],
        places=prices["places"],
        **{f"price{end}": prices[f"score{end}"] for end in ("", "_low", "_high")},
    ).reset_index()
    thirds = domino_worths(draft, spans=3)
    parts = thirds.pivot_table(index=["number", "domino"], columns="first_line", values="score").reset_index()
    parts.columns = pd.Index(["number", "domino", "lines 1 to 4", "lines 5 to 8", "lines 9 to 12"])
    lot = domino_worths(_logged(PLACER, 4))
    by, by_lot = table.set_index("number"), lot.set_index("number")
    best, worst, best_lot = by["score"].idxmax(), by["score"].idxmin(), by_lot["score"].idxmax()
    mines, forests = by.loc[45:48, "score"].mean(), by.loc[24:29, "score"].mean()
    text = f"""
    Worth is what takers of a domino have at the end beyond those who were offered it in the same line and turn and took
    another. Greedy players seem to like crowns too well: they take domino 48 in {by.loc[48, "taken"]:.0%} of the turns
    in which they can, and end {_points(-by.loc[48, "score"])} points below those who leave it. The four dominoes with
    most crowns on mines (45 to 48) are worth {mines:+.1f} on average, the forests with a crown (24 to 29)
    {forests:+.1f}. Best is domino {best} ({by.loc[best, "domino"]}, {by.loc[best, "score"]:+.1f}), worst {worst}
    ({by.loc[worst, "domino"]}, {by.loc[worst, "score"]:+.1f}). A good part of that is the order of play, the line in
    the figure: it runs from {by.loc[1, "price"]:+.1f} for domino 1 to {by.loc[48, "price"]:+.1f} for domino 48.

    Takers chose, so this says how they fared, not what the domino does. Players who place greedily but draw their picks
    by lot make an experiment of it, and for them the order of play is next to nothing: there domino {best_lot}
    ({by_lot.loc[best_lot, "domino"]}) is best with {by_lot.loc[best_lot, "score"]:+.1f}, domino 48 brings
    {by_lot.loc[48, "score"]:+.1f}, and dominoes without crowns cost {_points(-by_lot.loc[1:18, "score"].mean())}
    points.
    """
    shown = [
        "number",
        "domino",
        "taken",
        "score",
        "score_low",
        "score_high",
        "win_share",
        "acts_next",
        "places",
        "price",
    ]
    return Section(
        "What is each domino worth?",
        [
            Prose(text),
            FigureBlock(
                "worths",
                draw_worths(table, title="Worth of the dominoes, four greedy players"),
                "Points gained by taking each domino, by number, with intervals, coloured by crowns; a line falling "
                "from low to high numbers shows the part of the order of play.",
                "Against other dominoes on offer in the same line and turn.",
            ),
            _table("worths", table[shown], "Worth and price of every domino, in points.", ["taken", "win_share"]),
            _table(
                "worths-by-part",
                parts,
                "Worth by part of the game, in points: the first four lines, the middle four, the last four.",
            ),
            FigureBlock(
                "worths-by-lot",
                draw_worths(lot, title="Worth of the dominoes, picks by lot"),
                "Points gained by getting each domino by lot, by number, with intervals, coloured by crowns.",
                "Players place greedily and, from the third line on, draw their picks by lot.",
            ),
        ],
    )


def kingdoms(greedy: pd.DataFrame, lot: pd.DataFrame) -> Section:
    """Winners' kingdoms, castles and discards."""
    focus = concentration(greedy)
    by = focus.set_index("quantity")
    cells = stack_tables({"greedy": castle_cells(greedy, fold=True), "by lot": castle_cells(lot, fold=True)}, "label")
    at = cells.set_index(["label", "row", "column"])
    thrown = discards(greedy)
    none = thrown[thrown["discards"] == 0].iloc[0]
    text = f"""
    Winners have hardly more crowns than the others ({by.loc["crowns", "winners"]:.1f} instead of
    {by.loc["crowns", "others"]:.1f}), but larger properties to put them in: the largest has
    {by.loc["largest property", "winners"]:.1f} squares instead of {by.loc["largest property", "others"]:.1f}. Their
    kingdoms are more concentrated: the best terrain brings {by.loc["best terrain", "winners"]:.0%} of the points of
    properties instead of {by.loc["best terrain", "others"]:.0%}, and fewer terrains bring any.

    Greedy castles end in the middle in {at.loc[("greedy", 3, 3), "share"]:.1%} of kingdoms, and
    {at.loc[("greedy", 3, 3), "full"]:.1%} of these are full. By lot {at.loc[("by lot", 3, 3), "share"]:.1%} end there.
    A castle beside the middle (row 2, column 3) leaves no kingdom that can be full: the squares of a chessboard's two
    colours do not come out even, so Harmony is out of reach from 12 of the 25 cells.

    {none["share"]:.1%} of greedy players discard nothing; they win {none["win_share"]:.1%} of their games.
    """
    rates = [f"{name}{end}" for name in ("share", "full", "middle", "win_share") for end in ("", "_low", "_high")]
    short = ["label", "row", "column", "cells", "kingdoms", "share", "full", "middle", "score", "win_share"]
    return Section(
        "What do kingdoms look like?",
        [
            Prose(text),
            _table("concentration", focus, "Winners against the others of four greedy players."),
            FigureBlock(
                "castles",
                draw_castles(castle_cells(lot), title="Where castles end, by lot"),
                "The 25 cells of a kingdom, shaded by how often castles end there, with the share of full kingdoms.",
                "Kingdoms that reach across five squares both ways; four players by lot.",
            ),
            _table("castles", cells[short], "Castle cells, turns and reflections as one; four players.", rates),
            _table("discards", thrown, "Dominoes discarded by greedy players, four players.", rates),
        ],
    )


def hindering() -> Section:
    """Own points against the lead."""
    others = [GREEDY] * 3
    runs = [_played([f"{HINDER}:reward={reward}", *others], HINDER_GAMES) for reward in ("points", "lead")]
    table = denial(*runs)
    by = table.set_index("quantity")
    share, margin = by.loc["win share"], by.loc["margin"]
    clear = "more than chance explains" if share["low"] > 0 or share["high"] < 0 else "within what chance explains"
    text = f"""
    A player that searches (flat Monte Carlo, 60 random playouts a move) against three greedy ones plays the same games
    twice: once for points of its own, once for its lead over the mean of the others. Looking at the others changes its
    score by {by.loc["score", "difference"]:+.1f} points and theirs by {by.loc["score of others", "difference"]:+.1f},
    its margin over the best of them by {margin["difference"]:+.1f} ({margin["low"]:+.1f} to {margin["high"]:+.1f}), and
    its win share by {100 * share["difference"]:+.1f} points of a hundred ({100 * share["low"]:+.1f} to
    {100 * share["high"]:+.1f}): {clear}. With so few playouts the lead, which hangs on all others, is seen less clearly
    than one's own points.
    """
    return Section(
        "Is it worth while to hinder the others?",
        [Prose(text), _table("denial", table, f"{HINDER_GAMES:,} games, paired; seat 1 of four.", decimals=3)],
    )


def still_to_come(two: Draft) -> Section:
    """Exact odds, and whether simulated draws agree."""
    outlook = stack_tables(
        {f"{players} players": terrain_outlook(players=players, lines=1) for players in (2, 3, 4)}, "label"
    )
    by = outlook.set_index(["label", "terrain"])
    check = drawn_dominoes(two)
    check["held"] = (check["low"] - 1e-9 <= check["exact"]) & (check["exact"] <= check["high"] + 1e-9)
    check["off"] = (check["simulated"] - check["exact"]).abs()
    found = check.groupby("quantity", sort=False).agg(
        dominoes=("held", "size"), held=("held", "sum"), off=("off", "max")
    )
    found = found.rename(columns={"held": "intervals_that_hold", "off": "largest_difference"}).reset_index()
    held = int(check["held"].sum())
    text = f"""
    What was not seen is equally likely to come, so all this is exact. Before anything was seen a line of four shows a
    mine in {by.loc[("4 players", "mine"), "square"]:.1%} of games, a line of three in
    {by.loc[("3 players", "mine"), "square"]:.1%}. "kingdice draft odds --seen …" answers for any state of the game.

    The simulated games of two players agree: of {len(check)} intervals (does domino N come, is it in the first line,
    where in its line does it lie) {held} hold the exact number; 95 % would be {0.95 * len(check):.0f}.
    """
    return Section(
        "What is still to come?",
        [
            Prose(text),
            _table("next-line", outlook, "The next line, when nothing was seen. Exact.", ["square", "crown"]),
            _table("draw-check", found, "Simulated draws beside the exact odds; two players.", decimals=3),
        ],
    )


def _played(strategies: list[str], games: int, variants: str = BONUSES) -> pd.DataFrame:
    return simulate(match(strategies, variants=variants), games=games, seed=SEED, workers=WORKERS).table()


def _logged(strategy: str, players: int) -> Draft:
    games = min(GAMES[strategy], MOST_LOGGED)
    return Draft.of(log_turns(match([strategy] * players, variants=BONUSES), games=games, seed=SEED, workers=WORKERS))


def _table(
    name: str, table: pd.DataFrame, caption: str, chances: list[str] | None = None, decimals: int = 2
) -> TableBlock:
    """A table without digits that depend on the machine."""
    plain = table.round(6)
    plain.attrs = {}  # said once for the whole page
    return TableBlock(name, plain, caption, chances or [], decimals)


def _share(row: pd.Series) -> str:
    return f"{row['win_share']:.1%}, {row['low']:.1%} to {row['high']:.1%}"


def _points(number: float) -> str:
    return f"{number:.1f}"


def _percent(number: float) -> str:
    return f"{100 * number:.1f} percentage points"


if __name__ == "__main__":
    main()
