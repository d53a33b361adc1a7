"""What do ways of rerolling come to in whole games of King of Dice? Duels with a player who solves every turn."""

from __future__ import annotations

from analysis.duels import duels
from analysis.king_of_dice_played import SOLVED, source
from analysis.telling import Found, block, part_of
from kingdice.games.king_of_dice.turn_values import SIMPLE
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section

GAMES = 4_000  # of each duel


def whole_games(share: float, workers: int) -> Section:
    """Each simple way against the best play of turns, on the same dice."""
    games = part_of(GAMES, share)
    table = duels([(SOLVED, name) for name in SIMPLE], games, workers)
    table = table.sort_values("wins", ignore_index=True).drop(columns=["spread", "own_dice", "same_dice"])
    by = Found(table)
    runner = str(table["other"].iloc[0])
    wins, lead = by.share("wins", other=runner), by("lead", other=runner)
    span = by.span("wins_low", "wins_high", other=runner)
    verdict = "more than chance explains" if by("wins_low", other=runner) > 0.5 else "no more than chance may explain"
    text = f"""
    Points in a turn are not games. {SOLVED}, which plays every turn as well as can be, met each of the others in both
    seats of the same games. The hardest to beat is {runner}: {SOLVED} wins {wins} of the games ({span}), {verdict}, by
    {lead:.1f} points on average. That is what computing brings beyond that one rule. Against who goes for the dearest
    citizen it wins {by.share("wins", 0, other="highest")}, against who rerolls by lot
    {by.share("wins", other="random")}.
    """
    return Section(
        "What does it come to in whole games?",
        [
            Prose(text),
            FigureBlock(
                "games",
                draw_intervals(
                    table.assign(against="against " + table["other"]),
                    label="against",
                    value="wins",
                    low="wins_low",
                    high="wins_high",
                    xlabel=f"games won by {SOLVED} (95 % intervals, together)",
                    reference=0.5,
                    percent=True,
                    title=f"Solving every turn wins {wins} of the games against {runner}",
                ),
                f"Games won by {SOLVED} against each simple way of rerolling; numbers in the table.",
                "Two players, both seats of the same games; shared wins are split.",
                how="simulated",
            ),
            block("games", table, f"{SOLVED} against each other way.", ["wins"]),
        ],
        sources=[source([SOLVED, name], games, "both seats of the same games") for name in SIMPLE],
    )
