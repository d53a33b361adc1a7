"""Luck and skill, and what there is to decide: a ladder on the same dominoes, choices, what is left on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import measure_table
from kingdice.balance.skill import chance_share, skill_of
from kingdice.balance.wording import largest, records, smallest, told, told_of
from kingdice.games.kingdomino.choices import CLOSE, move_counts, second_best
from kingdice.games.kingdomino.matches import KingdominoMatch
from kingdice.games.kingdomino.regret import hindsight_regret, regret_by_strategy
from kingdice.games.kingdomino.report.measures import DECISIONS, turn_measures
from kingdice.games.kingdomino.report.runs import FAR_SIGHTED, GREEDY, LADDER, PLACER, Runs
from kingdice.games.kingdomino.turn_log import log_turns
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["decisions_section", "skill_section"]

LADDER_GAMES, SWAPPED = 12_000, 4_000
JUDGED_GAMES, HINDSIGHT_GAMES = 800, 20
PAIRS = ((PLACER, GREEDY), (GREEDY, FAR_SIGHTED), (GREEDY, GREEDY))


def skill_section(runs: Runs) -> Section:
    """Who beats whom, how soon that shows, and what the dominoes decide."""
    asked = runs.asked
    games, swapped = runs.scaled(LADDER_GAMES), runs.scaled(SWAPPED)
    asked.note("luck and skill: a ladder on the same dominoes")
    skill = skill_of(runs.match, LADDER, players=runs.players, games=games, seed=asked.seed, **asked.crew)
    chance = chance_share(runs.match, PAIRS, players=runs.players, games=swapped, seed=asked.seed, **asked.crew)
    ladder, tell = _in_order(skill.comparison.ladder), skill.to_tell
    top, bottom = largest(ladder, "rating"), smallest(ladder, "rating")
    hard = max(records(tell), key=lambda row: row["games"] if row["low"] > 0 else 0.0)
    swap = {(row["one"], row["other"]): row for row in records(chance)}
    parted, alike = swap[PAIRS[0]], swap[PAIRS[-1]]
    text = f"""
    On the same dominoes {top["strategy"]} stands {top["rating"] - bottom["rating"]:.0f} Elo points above
    {bottom["strategy"]}. Between {hard["better"]} and {hard["other"]} it takes {hard["games"]:,.0f} games until the
    better one has most likely (95 %) won more of them.

    When {parted["one"]} and {parted["other"]} exchange their places on the same dominoes, the leads of the two games
    have a correlation of {told(parted["chance_share"], parted["low"], parted["high"])}: at least that part of a result
    comes with the dominoes and the seat. Where the same player sits everywhere it is
    {told(alike["chance_share"], alike["low"], alike["high"])}, since nothing is exchanged: the check of this number.
    """
    return Section(
        "Luck and skill",
        [
            Prose(text),
            FigureBlock(
                "ladder",
                draw_intervals(
                    ladder,
                    label="strategy",
                    value="rating",
                    xlabel="Elo points, mean 0",
                    emphasis=(top["strategy"],),
                    title=f"{top['strategy']} is {top['rating'] - bottom['rating']:.0f} Elo above {bottom['strategy']}",
                ),
                f"Dots with intervals: Elo of strategies from {top['strategy']} to {bottom['strategy']}.",
                "Ratings; intervals hold together at 95 %.",
                how=SIMULATED,
            ),
            TableBlock("ladder", ladder, "Strategies, every seating on the same dominoes.", ["beat_share"], decimals=1,
                       how=SIMULATED),
            TableBlock("to-tell", tell, "Games until the better has most likely (95 %) won more.", ["difference"],
                       decimals=0, how=SIMULATED),
            TableBlock("chance-share", chance, "What a seat's lead has in common with its lead when the players "
                       "exchange places on the same dominoes.", decimals=3, how=SIMULATED),
        ],
        sources=[
            runs.source(LADDER, games, f"ladder, tables of {runs.players}"),
            runs.source([f"{one} and {other}" for one, other in PAIRS], swapped, "places exchanged"),
        ],
    )  # fmt: skip


def decisions_section(runs: Runs) -> Section:
    """How much there is to choose from, what the second best costs, what is left on the table."""
    asked, draft = runs.asked, runs.draft
    judged = runs.scaled(JUDGED_GAMES, least=8)
    asked.note("decisions: moves, what the second best costs, the best kingdoms in hindsight")
    counts = move_counts(draft)
    costs = asked.table("second-best", lambda: second_best(_far_sighted(runs), games=judged, seed=asked.seed))
    regret = asked.table("hindsight", lambda: _hindsight(runs))
    table = measure_table([one for one in turn_measures(draft) if one.section == DECISIONS])
    at = {row["what"]: row for row in records(table)}
    most = largest(counts, "moves")
    best, worst = records(regret)[-1], largest(regret, "regret")
    over = {name: _whole(costs, name) for name in dict.fromkeys(costs["decision"])}
    text = f"""
    A king has {told_of(at["moves a turn"])}, most in line {most["line"]} ({most["moves"]:.0f}); a domino has
    {told_of(at["placements of a domino"])}. {told_of(at["turns with a choice"])} of turns leave a choice;
    {told_of(at["picks of the last domino left"])} of picks are of the last domino left.

    By the judgement of far-sighted players picking the second best domino costs {over["domino"]} points on average,
    placing the held one second best {over["placement"]}: both decisions matter. What costs less than {CLOSE} points is
    called close below.

    Against the best kingdom that the same dominoes allowed, known only in hindsight, {best["strategy"]} leaves
    {told(best["regret"], best["regret_low"], best["regret_high"], "points")}, {worst["strategy"]}
    {told(worst["regret"], worst["regret_low"], worst["regret_high"], "points")}. Nobody can leave nothing.
    """
    shown = costs[costs["turns"] >= judged // 4]
    return Section(
        DECISIONS,
        [
            Prose(text),
            FigureBlock(
                "second-best",
                draw_curves(
                    shown if len(shown) else costs,
                    x="line",
                    value="cost",
                    group="decision",
                    low="cost_low",
                    high="cost_high",
                    xlabel="line of the round (0: the first picks)",
                    ylabel="points that the second best costs",
                    title=f"The second best domino costs {over['domino']} points, the second best placement "
                    f"{over['placement']}",
                ),
                "Two lines over the lines of a round: points that the second best domino and the second best placement "
                "cost.",
                "What the second best costs, by far-sighted judgement.",
                how=SIMULATED,
            ),
            FigureBlock(
                "hindsight",
                draw_intervals(
                    regret.sort_values("regret", kind="stable").reset_index(drop=True),
                    label="strategy",
                    value="regret",
                    low="regret_low",
                    high="regret_high",
                    xlabel="points below the best kingdom in hindsight",
                    emphasis=(best["strategy"],),
                    title=f"{best['strategy']} leaves {best['regret']:.0f} points of what its dominoes allowed, "
                    f"{worst['strategy']} {worst['regret']:.0f}",
                ),
                f"Dots with intervals: points that each strategy leaves against the best kingdom in hindsight, from "
                f"{best['strategy']} to {worst['strategy']}.",
                "Points left against the best kingdom from the same dominoes.",
                how=SIMULATED,
            ),
            TableBlock("decisions", table, "What there is to choose from.", ["value"], how=SIMULATED),
            TableBlock("moves", counts, "Moves of a king, line by line.", ["no_choice"], how=SIMULATED),
            TableBlock("second-best", costs, "What the second best costs, line by line.", ["close"], how=SIMULATED),
            TableBlock("hindsight", regret, "Points, and the best kingdom that the same dominoes allowed.", ["exact"],
                       how=SIMULATED),
        ],
        sources=[
            runs.main_source,
            runs.source(FAR_SIGHTED, judged, "the second best"),
            runs.source(_regretting(runs), _hindsight_games(runs), "hindsight"),
        ],
    )  # fmt: skip


def _in_order(ladder: pd.DataFrame) -> pd.DataFrame:
    """The rating's interval right behind it."""
    first = ["rank", "strategy", "rating", "low", "high"]
    return ladder[[*first, *(name for name in ladder if name not in first)]]


def _far_sighted(runs: Runs) -> KingdominoMatch:
    return runs.match([FAR_SIGHTED] * runs.players)


def _regretting(runs: Runs) -> list[str]:
    """Who sits at the table of the hindsight search: the best strategies that there is room for."""
    return list(LADDER[-runs.players :])


def _hindsight_games(runs: Runs) -> int:
    return runs.scaled(HINDSIGHT_GAMES, least=2)


def _hindsight(runs: Runs) -> pd.DataFrame:
    asked = runs.asked
    log = log_turns(runs.match(_regretting(runs)), games=_hindsight_games(runs), seed=asked.seed, **asked.crew)
    return regret_by_strategy(hindsight_regret(log, workers=asked.workers))


def _whole(costs: pd.DataFrame, decision: str) -> str:
    """The mean cost over all lines."""
    some = costs[costs["decision"] == decision]
    return f"{(some['cost'] * some['turns']).sum() / some['turns'].sum():.2f}"
