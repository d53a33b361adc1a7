"""Where does one sit best in Kingdomino, and what does acting later cost?

A seat is the order of the first pick. Wins by seat come from games of players alike; what acting later costs comes from
comparing players of the same line of the same game. The games stand in kingdomino_played.py.
"""

from __future__ import annotations

import pandas as pd

from analysis.kingdomino_played import GAMES, GREEDY, LOT, Played
from analysis.telling import block, per_cent, with_findings
from kingdice.comparison.estimates import stack_tables
from kingdice.games.kingdomino.draft_tables import first_picks
from kingdice.games.kingdomino.price_tables import turn_order
from kingdice.games.kingdomino.score_tables import seats
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    played = Played(workers, share)
    page = Page(
        title="Kingdomino: where to sit",
        summary=(
            "Who picks first is not best off: what simulated games say about seats, about acting later in a line, and "
            "about first picks."
        ),
        sections=[who_sits_best(played), order_of_play(played)],
        provenance=played.provenance(),
        command="python -m analysis kingdomino-seats",
    )
    return with_findings(page)


def who_sits_best(played: Played) -> Section:
    """Seats, by number of players and by lot."""
    table = stack_tables({name: seats(one) for name, one in (played.greedy() | played.by_lot()).items()}, "label")
    of_lot = table["label"].str.contains("lot")
    four = table[table["label"] == "4 players"].set_index("seat")
    best, last = four["win_share"].idxmax(), four.loc[4]
    covered = ((table["times_fair_low"] <= 1) & (table["times_fair_high"] >= 1))[of_lot].sum()
    text = f"""
    A seat is the order of the first pick; with two players seat 1 owns the first king drawn. Where all four play
    greedily, seat {best} wins most ({_share(four.loc[best])}) and seat 4, which takes what three others left, least
    ({_share(last)}): {last["times_fair"]:.2f} times its fair share. First is not best: who picks first tends to take a
    high number, and then acts late in the next line.

    By lot no seat should be better than another. Of the {of_lot.sum()} intervals {covered} hold the fair share.
    """
    columns = ["label", "seat", "games", "win_share", "low", "high", "score", "score_low", "score_high", "score_sd"]
    shown = table.assign(seat=table["label"] + ", seat " + table["seat"].astype(str))
    title = (
        f"Seat {best} of four wins {four.loc[best, 'times_fair']:.2f} times its share, seat 4 {last['times_fair']:.2f}"
    )
    return Section(
        "Who sits best?",
        [
            Prose(text),
            FigureBlock(
                "seats",
                draw_intervals(
                    shown,
                    label="seat",
                    value="times_fair",
                    low="times_fair_low",
                    high="times_fair_high",
                    xlabel="wins, as a multiple of the fair share (95 % intervals)",
                    reference=1,
                    title=title,
                ),
                "Dot plot of wins by seat as multiples of the fair share, with intervals; numbers in the table below.",
                "All players full-greedy, or (by lot) random. Shared wins are split.",
                how="simulated",
            ),
            block("seats", table[columns], "Win shares (Wilson) and mean scores (t).", ["win_share", "low", "high"]),
        ],
        sources=[
            played.source([GREEDY], GAMES[GREEDY], "for each number of players"),
            played.source([LOT], GAMES[LOT], "for each number of players"),
        ],
    )


def order_of_play(played: Played) -> Section:
    """What acting later costs."""
    drafts = {players: played.logged(GREEDY, players) for players in (2, 3, 4)}
    table = stack_tables({f"{players} players": turn_order(draft) for players, draft in drafts.items()}, "label")
    control = turn_order(played.logged(LOT, 4))
    four = table[table["label"] == "4 players"].set_index("acts")
    picks = stack_tables({one: first_picks(drafts[4], by="place", turn=one) for one in (1, 2, 3, 4)}, "turn")
    first = picks[picks["turn"] == 1].set_index("place")
    last, second = -four.loc[4, "score"], -four.loc[2, "score"]
    text = f"""
    A low number is picked for the place it brings: who stands on it acts first in the next line. Among players of one
    line of one game, with what they hold and what lies before them allowed for, acting last of four costs
    {last:.1f} points and {-100 * four.loc[4, "win_share"]:.1f} percentage points of win share; acting second costs
    little ({second:.1f}). Where picks are by lot the same comparison finds {control["score"].abs().max():.2f} points at
    most, as it must.

    Of first picks by the first king, the highest number of the line wins {per_cent(first.loc[4, "win_share"])}, the
    third {per_cent(first.loc[3, "win_share"])}.
    """
    shares = ["win_share", "win_share_low", "win_share_high"]
    return Section(
        "What does it cost to act later?",
        [
            Prose(text),
            FigureBlock(
                "order",
                draw_curves(
                    table,
                    x="acts",
                    value="score",
                    group="label",
                    low="score_low",
                    high="score_high",
                    xlabel="turn in the line",
                    ylabel="points at the end, beyond the first",
                    reference=0,
                    title=f"Acting last of four costs {last:.1f} points, acting second {second:.1f}",
                ),
                "Points at the end beyond those of the first in the line, by turn, for two, three and four players.",
                "All players full-greedy.",
                how="simulated",
            ),
            block("order", table, "Points and win share beyond the first of the line.", shares),
            block(
                "first-picks",
                picks,
                "Chance to win by the place of the first pick in its line and by whose pick it is; four players.",
                ["win_share", "low", "high"],
            ),
        ],
        sources=[
            played.source([GREEDY], GAMES[GREEDY], "for each number of players"),
            played.source([LOT], 6_000, "four players, the control"),
        ],
    )


def _share(row: pd.Series) -> str:
    return f"{per_cent(row['win_share'])}, {per_cent(row['low'])} to {per_cent(row['high'])}"
