"""Which points would bring the citizens of haba-2017 into a band, and what do games with these points look like?"""

from __future__ import annotations

import pandas as pd

from analysis.king_of_dice_played import RULE, SEED, source
from analysis.telling import Found, block
from kingdice.balance.measures import Measure, change_table
from kingdice.balance.whole_games import length_measures, score_measures, seat_measures
from kingdice.comparison.game_rows import GameRows
from kingdice.games.king_of_dice import load_edition
from kingdice.games.king_of_dice.fair_prices import fair_prices
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.repriced import with_points
from kingdice.games.king_of_dice.suggest import BAND, suggest_points
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns
from kingdice.reporting.forms import draw_slopes
from kingdice.reporting.page import FigureBlock, Prose, Section

PLAYERS = 4


def mended(table: pd.DataFrame, games: int, workers: int) -> Section:
    """The fewest changes, and the same games with them."""
    edition = load_edition()
    found = suggest_points(edition, table)
    changed = found[found["change"] != 0]
    points = {str(row.citizen): int(row.points_after) for row in changed.itertuples()}
    other = with_points(edition, points)
    logs = [
        log_turns(match([RULE] * PLAYERS, edition=one), games=games, seed=SEED, workers=workers)
        for one in (edition, other)
    ]
    after = fair_prices(other, logs[1])
    changes = change_table(*(_measures(log) for log in logs))
    at = Found(changes)
    off = [int(one["verdict"].isin(["dear", "generous"]).sum()) for one in (table, after)]
    largest = changed.loc[changed["change"].abs().idxmax()]
    told = ", ".join(f"{row.citizen} {row.points} to {row.points_after}" for row in changed.itertuples())
    still = found[~found["inside"].astype(bool) & (found["change"] == 0)]["citizen"].tolist()
    text = f"""
    {len(changed)} changes bring worths for effort into a band of {BAND[0]:.2f} to {BAND[1]:.2f} times one level:
    {told}. Left outside: {", ".join(still) or "none"} (fairies and dragons are left alone: their points are not printed
    on them, or not their takers').

    In games with these points, where players chase otherwise, {off[1]} citizens are mispriced with the whole
    interval instead of {off[0]}. On the same dice a winner has {at("before", what="winner"):.1f} points before
    and {at("after", what="winner"):.1f} after, the margin is {at("before", what="margin"):.1f} and
    {at("after", what="margin"):.1f}, and a game takes {at("before", what="turns"):.1f} and
    {at("after", what="turns"):.1f} turns.
    """
    shown = changed.assign(points=changed["points"].astype(int), points_after=changed["points_after"].astype(int))
    columns = [
        "citizen",
        "village",
        "effort",
        "worth",
        "points",
        "points_after",
        "change",
        "per_turn",
        "per_turn_after",
    ]
    return Section(
        "Which points would put it right?",
        [
            Prose(text),
            FigureBlock(
                "points",
                draw_slopes(
                    shown,
                    label="citizen",
                    before="points",
                    after="points_after",
                    names=("today", "suggested"),
                    ylabel="points",
                    decimals=0,
                    title=f"{len(changed)} changes of points, most for {largest['citizen']} ({largest['points']} to "
                    f"{largest['points_after']})",
                ),
                "A line a changed citizen from its points today to those suggested; numbers in the table.",
                "The fewest changes that bring worths for effort into the band.",
                how="simulated",
            ),
            block("points", found[[*columns, "inside", "why"]], "Changed citizens first; per turn: of effort as paid."),
            block("after", after[["citizen", "points", "worth", "fair", "ratio", "ratio_low", "ratio_high", "verdict"]],
                  "Prices in games with the suggested points."),
            block("changes", changes.drop(columns="section"), "The same games before and after; 99 % together."),
        ],
        sources=[source([RULE] * PLAYERS, games, "before"), source([RULE] * PLAYERS, games, "after", other)],
    )  # fmt: skip


def _measures(log: TurnLog) -> list[Measure]:
    games = GameRows.of(log)
    return [*seat_measures(games), *score_measures(games), *length_measures(games)]
