"""What is a good score in Kingdomino, and what do the kingdoms look like that reach it?

Scores by number of players, strategy and variant; what winners' kingdoms have that others lack; where castles end. The
games stand in kingdomino_played.py.
"""

from __future__ import annotations

from analysis.kingdomino_played import BONUSES, GAMES, GREEDY, LOT, Played
from analysis.telling import block, per_cent, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.games.kingdomino.figures import draw_castles
from kingdice.games.kingdomino.kingdom_tables import castle_cells, concentration
from kingdice.games.kingdomino.score_tables import decisions, discards, good_scores, score_chances
from kingdice.reporting.forms import draw_ridges
from kingdice.reporting.page import FigureBlock, Page, Prose, Section

OTHER_RULES = {
    "3, lines of four": (3, "lines-of-four"),
    "2, mighty duel": (2, "mighty-duel"),
    "4, dynasty": (4, "dynasty"),
}
OTHER_GAMES = 1_000


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="Kingdomino: good scores and good kingdoms",
        summary=(
            "What a good score is by number of players and variant, what winners have that others lack, and where "
            "castles should stand."
        ),
        sections=[good_score(played), kingdoms(played)],
        provenance=played.provenance(),
        command="python -m analysis kingdomino-kingdoms",
    )
    return with_findings(page)


def good_score(played: Played) -> Section:
    """Scores, by number of players and variant, and what decides."""
    games, lot = played.greedy(), played.by_lot()
    others = {
        name: played.rows([GREEDY] * players, OTHER_GAMES, f"{BONUSES},{variant}")
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

    Points decide {per_cent(ended[("4 players", "points")])} of the games of four, the largest property
    {per_cent(ended[("4 players", "largest property")])}, crowns {per_cent(ended[("4 players", "crowns")], 2)};
    {per_cent(ended[("4 players", "shared")], 2)} are shared.
    """
    few = scores[scores["who"].isin(["everybody", "winner", "margin"])].drop(columns=["quantile_5", "quantile_95"])
    return Section(
        "What is a good score?",
        [
            Prose(text),
            FigureBlock(
                "scores",
                draw_ridges(
                    chances[(chances["label"].isin([*games, "4 players, by lot"]))],
                    group="label",
                    at="points",
                    share="share",
                    xlabel="points at the end",
                    title=f"Half of four greedy players reach {four['median']:.0f} points, one in ten "
                    f"{four['quantile_90']:.0f}",
                ),
                "How often kingdoms have so many points: ridges for two, three and four players, and for four by lot.",
                "Middle Kingdom and Harmony counted. All players alike.",
                how="simulated",
            ),
            block("scores", few, "Points at the end. A dynasty adds up three kingdoms.", decimals=1),
            block("decisions", ends, "What decides games, with Wilson intervals.", ["share", "low", "high"]),
        ],
        sources=[
            played.source([GREEDY], GAMES[GREEDY], "for each number of players"),
            played.source([LOT], GAMES[LOT], "for each number of players"),
            played.source([GREEDY], OTHER_GAMES, "of each variant"),
        ],
    )


def kingdoms(played: Played) -> Section:
    """Winners' kingdoms, castles and discards."""
    greedy, lot = played.greedy()["4 players"], played.by_lot()["4 players, by lot"]
    focus, thrown = concentration(greedy), discards(greedy)
    by = focus.set_index("quantity")
    cells = stack_tables({"greedy": castle_cells(greedy, fold=True), "by lot": castle_cells(lot, fold=True)}, "label")
    at = cells.set_index(["label", "row", "column"])
    none, middle = thrown[thrown["discards"] == 0].iloc[0], at.loc[("by lot", 3, 3)]
    text = f"""
    Winners have hardly more crowns than the others ({by.loc["crowns", "winners"]:.1f} instead of
    {by.loc["crowns", "others"]:.1f}), but larger properties to put them in: the largest has
    {by.loc["largest property", "winners"]:.1f} squares instead of {by.loc["largest property", "others"]:.1f}. Their
    kingdoms are more concentrated: the best terrain brings {per_cent(by.loc["best terrain", "winners"], 0)} of the
    points of properties instead of {per_cent(by.loc["best terrain", "others"], 0)}, and fewer terrains bring any.

    Greedy castles end in the middle in {per_cent(at.loc[("greedy", 3, 3), "share"])} of kingdoms, and
    {per_cent(at.loc[("greedy", 3, 3), "full"])} of these are full. By lot {per_cent(middle["share"])} end there.
    A castle beside the middle (row 2, column 3) leaves no kingdom that can be full: the squares of a chessboard's two
    colours do not come out even, so Harmony is out of reach from 12 of the 25 cells.

    {per_cent(none["share"])} of greedy players discard nothing; they win {per_cent(none["win_share"])} of their games.
    """
    rates = [f"{name}{end}" for name in ("share", "full", "middle", "win_share") for end in ("", "_low", "_high")]
    short = ["label", "row", "column", "cells", "kingdoms", "share", "full", "middle", "score", "win_share"]
    return Section(
        "What do kingdoms look like?",
        [
            Prose(text),
            block("concentration", focus, "Winners against the others of four greedy players."),
            FigureBlock(
                "castles",
                draw_castles(
                    castle_cells(lot), title=f"By lot {per_cent(middle['share'], 0)} of castles end in the middle"
                ),
                "The 25 cells of a kingdom, shaded by how often castles end there, with the share of full kingdoms.",
                "Kingdoms that reach across five squares both ways; four players by lot.",
                how="simulated",
            ),
            block("castles", cells[short], "Castle cells, turns and reflections as one; four players.", rates),
            block("discards", thrown, "Dominoes discarded by greedy players, four players.", rates),
        ],
        sources=[played.source([one], GAMES[one], "four players") for one in (GREEDY, LOT)],
    )
