"""Is King of Dice by the Latvian leaflet another game on average? The same games by both rulebooks, paired."""

from __future__ import annotations

import pandas as pd

from analysis.king_of_dice_played import RULE, SEED, SOLVED, source
from analysis.telling import Found, block, part_of
from kingdice.balance.measures import Measure, change_table
from kingdice.balance.played import run_table
from kingdice.balance.whole_games import length_measures, score_measures, seat_measures
from kingdice.comparison.game_rows import GameRows
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.matches import match
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section

CATALAN, LATVIAN = "haba-2017", "haba-2017-lv"
GAMES = {RULE: 20_000, "random": 10_000, SOLVED: 2_000}


def changes(share: float, workers: int) -> Section:
    """What the leaflet changes on average."""
    found = {}
    for strategy in (SOLVED, RULE):
        games = part_of(GAMES[strategy], share)
        runs = [games_by(load_edition(name), strategy, 4, games, workers) for name in (CATALAN, LATVIAN)]
        found[strategy] = change_table(*(_measures(GameRows.of(run)) for run in runs))
    table = pd.concat([one.assign(strategy=name) for name, one in found.items()], ignore_index=True)
    marked = found[SOLVED][found[SOLVED]["marked"]]
    at = Found(found[SOLVED])
    told = "; ".join(
        f"{row.what} {row.of or ''} {row.before:.2f} to {row.after:.2f}".replace("  ", " ")
        for row in marked.itertuples()
    )
    at_rule = Found(found[RULE])
    points = found[RULE][found[RULE]["unit"] == "points"]
    sure = f"These numbers change for certain: {told}." if told else "No number changes for certain."
    text = f"""
    On average, with four {SOLVED} players, a game takes
    {at("before", what="turns"):.1f} turns by the rulebook and {at("after", what="turns"):.1f} by the leaflet, the
    winner has {at("before", what="winner"):.1f} and {at("after", what="winner"):.1f} points, and is
    {at("before", what="margin"):.1f} and {at("after", what="margin"):.1f} ahead of the second. {sure}
    """
    columns = ["strategy", "of", "what", "unit", "before", "after", "change", "low", "high", "marked"]
    return Section(
        "Is it another game?",
        [
            Prose(text),
            FigureBlock(
                "changes",
                draw_intervals(
                    points.assign(number=(points["of"] + " " + points["what"]).str.strip()),
                    label="number",
                    value="change",
                    xlabel="points more by the leaflet (99 % intervals, together)",
                    reference=0,
                    title=f"By the leaflet winners have {at_rule('change', what='winner'):+.1f} points",
                ),
                "Changes of scores, margins and leads between the rulebooks, with intervals; numbers in the table.",
                f"Four players ({RULE}), the same games by both rulebooks.",
                how="simulated",
            ),
            block("changes", table[columns], "Before: rulebook; after: leaflet. Four players; 99 % together."),
        ],
        sources=[source([one] * 4, part_of(GAMES[one], share), "by both rulebooks") for one in (SOLVED, RULE)],
    )


def games_by(edition: Edition, strategy: str, players: int, games: int, workers: int) -> pd.DataFrame:
    """The games of one strategy at all seats by an edition, a row each."""
    return run_table(match([strategy] * players, edition=edition), games=games, seed=SEED, workers=workers)


def _measures(games: GameRows) -> list[Measure]:
    return [*seat_measures(games), *score_measures(games), *length_measures(games)]
