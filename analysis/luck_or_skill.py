"""Luck or skill: how many games of King of Dice does it take to tell the better player?

A ladder of all strategies on the same dice; duels of neighbours on it, and how many games it takes until the better one
is ahead with 95 %; and (in luck_of_dice.py) how much of a result the dice make.
"""

from __future__ import annotations

from itertools import pairwise

import pandas as pd

from analysis.duels import SURE, chance_ahead, duels
from analysis.king_of_dice_played import SEED, provenance, source
from analysis.luck_of_dice import dice
from analysis.telling import Found, block, part_of, per_cent, with_findings
from kingdice.balance.skill import skill_of
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.strategies import STRATEGIES
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section

LADDER_GAMES, DUEL_GAMES = 5_600, 3_000
SHOWN_GAMES = range(1, 151)
FEW = 10  # pairs that are told apart in fewer games are in the table alone


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    ladder = skill_of(
        match, tuple(STRATEGIES), players=2, games=part_of(LADDER_GAMES, share), seed=SEED, workers=workers
    ).comparison.ladder
    order = [str(name) for name in ladder["strategy"]]
    pairs = [*pairwise(order), (order[0], order[-1])]
    table = duels(pairs, part_of(DUEL_GAMES, share), workers, luck=True)
    page = Page(
        title="King of Dice: luck or skill?",
        summary=(
            "A ladder of strategies on the same dice, how many games it takes to tell the better of two players, and "
            "how much of a result the dice make."
        ),
        sections=[
            rungs(ladder, part_of(LADDER_GAMES, share)),
            telling(table),
            dice(table, share, workers),
        ],
        provenance=provenance(f"simulation, seed {SEED}; every game in both seats on the same dice"),
        command="python -m analysis luck-or-skill",
    )
    return with_findings(page)


def rungs(ladder: pd.DataFrame, games: int) -> Section:
    """The ladder."""
    best, worst = ladder.iloc[0], ladder.iloc[-1]
    people = ladder[~ladder["strategy"].isin(["random"])]
    text = f"""
    Every two strategies met in both seats on the same dice, two players. From {worst["strategy"]} to
    {best["strategy"]} there are {best["rating"] - worst["rating"]:.0f} Elo points; without those at random the ladder
    spans {people["rating"].max() - people["rating"].min():.0f}. 400 points are odds of ten to one to end ahead.
    """
    return Section(
        "How tall is the ladder?",
        [
            Prose(text),
            FigureBlock(
                "ladder",
                draw_intervals(
                    ladder,
                    label="strategy",
                    value="rating",
                    xlabel="rating, Elo points around a mean of 0 (95 % intervals, together)",
                    title=f"{best['strategy']} is {best['rating'] - worst['rating']:.0f} Elo points above "
                    f"{worst['strategy']}",
                    emphasis=[best["strategy"]],
                ),
                "Ratings of all strategies with their intervals, the best on top; numbers in the table.",
                "Two players, every seating on the same dice.",
                how="simulated",
            ),
            block(
                "ladder",
                ladder[["rank", "strategy", "rating", "low", "high", "beat_share"]],
                "Ratings; beat share: of all its meetings.",
                ["beat_share"],
                decimals=0,
            ),
        ],
        sources=[source(tuple(STRATEGIES), games, "every two, both seats")],
    )


def telling(table: pd.DataFrame) -> Section:
    """How many games it takes to tell the better one."""
    named = table.assign(pair=table["one"] + " / " + table["other"])
    curves = pd.concat(
        [
            pd.DataFrame({"games": SHOWN_GAMES}).assign(
                pair=row.pair, chance=lambda some, wins=row.wins: chance_ahead(max(wins, 1 - wins), some["games"])
            )
            for row in named.itertuples()
        ]
    )
    top, ends = named.iloc[0], named.iloc[-1]
    easy = named.iloc[:-1].sort_values("own_dice").iloc[0]
    text = f"""
    {top["one"]} wins {100 * top["wins"]:.1f} % of its games against {top["other"]}, the next on the ladder. Until the
    better of these two is ahead with {per_cent(SURE, 0)}, people at a table have to play {top["own_dice"]:,.0f} games;
    played in both seats on the same dice, {top["same_dice"]:,.0f} would do. {easy["one"]} and {easy["other"]} are told
    apart in {easy["own_dice"]:,.0f}, and {ends["one"]} from {ends["other"]} in {ends["own_dice"]:,.0f}. After an
    evening of five games the better one of {top["one"]} and {top["other"]} has won more of them with
    {100 * Found(curves)("chance", pair=top["pair"], games=5):.0f} %, were ties halved.
    """
    axes = draw_curves(
        curves[curves["pair"].isin(named.loc[named["own_dice"] >= FEW, "pair"])],
        x="games",
        value="chance",
        group="pair",
        xlabel="games played, each on dice of its own",
        ylabel="chance that the better is ahead",
        percent=True,
        reference=SURE,
        title=f"It takes {top['own_dice']:,.0f} games to tell {top['one']} from {top['other']}",
    )
    columns = ["one", "other", "games", "wins", "wins_low", "wins_high", "lead", "lead_low", "lead_high"]
    return Section(
        "How many games tell the better one?",
        [
            Prose(text),
            FigureBlock(
                "telling",
                axes,
                "Rising curves by number of games, a curve a pair of neighbours on the ladder; numbers in the table.",
                f"Pairs that it takes {FEW} games or more to tell apart; normal approximation, a line at 95 %.",
                how="simulated",
            ),
            block("telling", table[[*columns, "own_dice", "same_dice"]], "Neighbours on the ladder.", ["wins"], 1),
        ],
        sources=[source(tuple(table["one"]), int(table["games"].min()), "each duel, both seats")],
    )
