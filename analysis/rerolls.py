"""What is a reroll of King of Dice worth, and which way of rerolling is best?

Turns are valued exactly, with one to four rolls, over displays as they came up in games of players who play every turn
as well as can be. Simple ways of rerolling are valued on the same displays; then all meet in whole games.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.king_of_dice_played import SOLVED, logged, provenance, source
from analysis.rerolls_in_games import whole_games
from analysis.telling import Found, block, part_of, with_findings
from kingdice.games.king_of_dice.turn_log import TurnLog
from kingdice.games.king_of_dice.turn_tables import regret, reroll_value
from kingdice.games.king_of_dice.turn_values import SIMPLE, best_values
from kingdice.reporting.forms import draw_intervals, draw_ridges
from kingdice.reporting.page import FigureBlock, Page, Prose, Section

PLAYERS, GAMES, TURNS = 4, 1_000, 4_000
OVER_TURNS = "exact, over simulated turns"


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    log = logged(SOLVED, PLAYERS, part_of(GAMES, share), workers)
    turns = part_of(TURNS, share)
    page = Page(
        title="King of Dice: what is a reroll worth?",
        summary=(
            "What a turn is worth with one to four rolls, what simple ways of rerolling give away in a turn, and what "
            "that comes to in whole games on the same dice."
        ),
        sections=[rolls(log, turns), simple_ways(log, turns), whole_games(share, workers)],
        provenance=provenance("turns exact, over displays met in simulated games; intervals of 95 % over games"),
        command="python -m analysis rerolls",
    )
    return with_findings(page)


def rolls(log: TurnLog, turns: int) -> Section:
    """What each further roll brings."""
    table = reroll_value(log, turns=turns)
    by = Found(table)
    values = best_values(log, log.sample(turns), rolls=4)
    gains = np.diff(values, axis=0)
    third = gains[1]
    alike = np.corrcoef(values[1], third)[0, 1]
    text = f"""
    With one roll an average turn is worth {by("points", rolls=1):.2f} points, penalties counted. The second roll adds
    {by("gain", rolls=2):.2f} points, the third {by("gain", rolls=3):.2f} and a fourth, which an elf gives,
    {by("gain", rolls=4):.2f}; a turn of three rolls is worth {by("points", rolls=3):.2f} points altogether.

    It depends on the display. The third roll brings between {np.quantile(third, 0.05):.2f} and
    {np.quantile(third, 0.95):.2f} points on nine displays in ten. Its worth goes
    {"down" if alike < 0 else "up"} with what the turn is worth without it (correlation {alike:.2f}).
    """
    return Section(
        "What is a roll worth?",
        [
            Prose(text),
            FigureBlock(
                "gains",
                draw_ridges(
                    _histogram(gains),
                    group="roll",
                    at="points",
                    share="share",
                    xlabel="points that the roll adds to a turn",
                    title=f"The third roll brings {by('gain', rolls=3):.1f} points, a fourth {by('gain', rolls=4):.1f}",
                ),
                "Three ridges, for the second, third and fourth roll: how often it is worth so many points.",
                f"Over displays met in games of four players ({SOLVED}).",
                how=OVER_TURNS,
            ),
            block("rolls", table, "A turn played as well as can be, by rolls; sd: between displays.", how=OVER_TURNS),
        ],
        sources=[source([SOLVED] * PLAYERS, log.games, f"displays of {turns:,} turns")],
    )


def simple_ways(log: TurnLog, turns: int) -> Section:
    """What simple ways of rerolling give away."""
    table = regret(log, turns=turns // 4, strategies=SIMPLE).sort_values("regret", ignore_index=True)
    by = Found(table)
    best, next_best = table["strategy"].iloc[:2]
    best_points = by("best_points", strategy=best)
    text = f"""
    Nobody solves a turn at the table. Of the simple ways {best} gives away least, {by("regret", strategy=best):.2f}
    points of {best_points:.2f} a turn; {next_best} comes next. best-bet chases, before each roll, the one citizen whose
    chance times what it gains over failing is highest: it costs {by("regret", strategy="best-bet"):.2f}. To chase the
    likeliest of all (easiest) costs {by("regret", strategy="easiest"):.2f}, to stop at the first citizen met
    {by("regret", strategy="first-met"):.2f}, to go for the dearest (highest) {by("regret", strategy="highest"):.2f}.

    The worst turn of {best} loses {by("worst", strategy=best):.2f} points, one in twenty more than
    {by("quantile_95", strategy=best):.2f}.
    """
    return Section(
        "What do simple ways give away?",
        [
            Prose(text),
            FigureBlock(
                "regret",
                draw_intervals(
                    table,
                    label="strategy",
                    value="regret",
                    xlabel="points lost in a turn (95 % intervals)",
                    title=f"{best} loses {by('regret', strategy=best):.2f} points a turn, {next_best} "
                    f"{by('regret', strategy=next_best):.2f}",
                    emphasis=[best],
                ),
                "Points lost in a turn by each simple way of rerolling, the best on top; numbers in the table.",
                "Against the best play for points of one's own, on the same displays.",
                how=OVER_TURNS,
            ),
            block("regret", table, "Points lost in a turn.", ["no_regret"], how=OVER_TURNS),
        ],
        sources=[source([SOLVED] * PLAYERS, log.games, f"displays of {turns // 4:,} turns")],
    )


def _histogram(gains: np.ndarray[tuple[int, int], np.dtype[np.float64]], width: float = 0.1) -> pd.DataFrame:
    """How often a roll brings so many points, in steps."""
    rows = []
    for name, values in zip(("second roll", "third roll", "fourth roll"), gains, strict=True):
        steps, counts = np.unique(np.floor(values / width).astype(int), return_counts=True)
        for step in range(steps.min(), steps.max() + 1):
            count = counts[steps == step].sum()
            rows.append({"roll": name, "points": round(width * (step + 0.5), 6), "share": count / len(values)})
    return pd.DataFrame(rows)
