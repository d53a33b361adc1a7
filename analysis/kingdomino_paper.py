"""Do the players of Gedda, Lagerkvist and Butler (IEEE CIG 2018) fare here as they did in their paper?

Takes the games that kingdomino_search.py played by the clock (kept in analysis/data, as they cannot be played again),
beside the paper's, recomputed from its published game logs. What is played anew is in kingdomino_first_experiment.py.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.kingdomino_first_experiment import DATA, against_random
from analysis.kingdomino_search import HERE, SEED
from analysis.telling import block
from kingdice import __version__
from kingdice.games.kingdomino.variants import variants_named
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, Source

RULES = variants_named("middle,harmony")
Z95 = 1.959963984540054


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    cells, paper = played_cells(), pd.read_csv(DATA / "gedda_2018.csv").assign(source="paper")
    return Page(
        title="Kingdomino: a paper of 2018 again",
        summary=summary(cells, paper),
        sections=[against_greedy(cells, paper), playouts(), against_random(share)],
        provenance={
            "edition": f"{RULES.name} {RULES.hash}",
            "method": "games by the clock, processor time; every game's row is kept in analysis/data/kingdomino_search",
            "package": f"kingdice {__version__}",
        },
        command="python -m analysis kingdomino-paper; a cell: python analysis/kingdomino_search.py strong 0.1 1000",
    )


def played_cells() -> pd.DataFrame:
    """A row for every agent and time: games, win share, score, lead, each with its 95 % interval."""
    rows = []
    for path in sorted(HERE.glob("*.csv")):
        agent, _, seconds = path.stem.rpartition("-")
        games = pd.read_csv(path)
        lead = games["score"] - games["best_opponent"]
        row: dict[str, object] = {"agent": agent, "seconds": float(seconds), "games": len(games)}
        for name, values in (("win_share", 100 * games["win_share"]), ("score", games["score"]), ("lead", lead)):
            reach = Z95 * values.std() / np.sqrt(len(values))
            row |= {name: values.mean(), f"{name}_low": values.mean() - reach, f"{name}_high": values.mean() + reach}
        rows.append(row)
    return pd.DataFrame(rows).sort_values(["agent", "seconds"], ignore_index=True)


def summary(cells: pd.DataFrame, paper: pd.DataFrame) -> str:
    """What came out, in two sentences."""
    ours = cells[cells["agent"] == "strong"].sort_values("seconds")
    shown = "; ".join(
        f"{row.win_share:.1f} % [{row.win_share_low:.1f}, {row.win_share_high:.1f}] and leads the best opponent by "
        f"{row.lead:.1f} points with {row.seconds:g} s a move"
        for row in ours.itertuples()
    )
    best = paper[paper["seconds"] == 10].sort_values("win_share")["win_share"]
    return (
        f"One player against three full-greedy ones, Middle Kingdom and Harmony. The strategy strong wins {shown}. The "
        f"paper's best agents won {best.iloc[-2]:.1f} to {best.iloc[-1]:.1f} % with 10 s a move, of 200 games each."
    )


def against_greedy(cells: pd.DataFrame, paper: pd.DataFrame) -> Section:
    """Win shares by time, here and in the paper."""
    text = """
    Each agent sits among three full-greedy players, seats taking turns. MCE is flat Monte Carlo evaluation: the game is
    played on from the position again and again, each time after a move drawn at random, and the best mean of own
    score / (own score + best opponent's) wins; "random" and "greedy" say how everybody plays on. An equal time is
    not an equal number of playouts: here the rules are compiled (see the next section).

    strong takes the sixteen moves that a far-sighted player likes best, whose judgement was fitted in self-play, plays
    all of them on from the same futures, itself far-sightedly and the others greedily, and lets the worst drop out
    as the playouts go on. It was made against full-greedy players and expects its opponents to be such.
    """
    both = pd.concat([cells.assign(source="here"), paper], ignore_index=True)
    order = ["agent", "source", "seconds", "games", "win_share", "win_share_low", "win_share_high"]
    table = both[[*order, "score", "lead", "lead_low", "lead_high"]].sort_values(["agent", "source", "seconds"])
    shown = table.sort_values("win_share", ascending=False)
    shown = shown.assign(who=[f"{row.agent}, {row.seconds:g} s, {row.source}" for row in shown.itertuples()])
    quick = cells[cells["agent"] == "strong"].iloc[0]
    best = paper.loc[paper["win_share"].idxmax()]
    title = f"strong wins {quick['win_share']:.0f} % at {quick['seconds']:g} s a move, others {best['win_share']:.0f} %"
    return Section(
        "Against three full-greedy players",
        [
            Prose(text),
            FigureBlock(
                "win-share",
                draw_intervals(
                    shown,
                    label="who",
                    value="win_share",
                    low="win_share_low",
                    high="win_share_high",
                    xlabel="games won, % (95 % intervals of the games here)",
                    reference=25,
                    emphasis=shown.loc[shown["source"] == "here", "who"].tolist(),
                    title=title,
                ),
                "Share of games won by agent and seconds a move, here (with intervals) and in the paper, most on top.",
                "Share of games won against three full-greedy players; a quarter is a fair share.",
                how="simulated",
            ),
            block(
                "win-share",
                table,
                "Win share in per cent (a shared win counts as a part), mean score and mean lead over the best "
                "opponent, with 95 % intervals; the paper's cells have 200 games each.",
            ),
        ],
        sources=[
            Source(f"{RULES.name} {RULES.hash}", [agent, *["full-greedy"] * 3], int(some["games"].sum()), SEED)
            for agent, some in cells.groupby("agent")
        ],
    )


def playouts() -> Section:
    """How often a position is played on from in a second, here and in the paper."""
    paper = pd.read_csv(DATA / "gedda_2018_playouts.csv").set_index("policy")
    rows = []
    for agent, policy in (("mce-random", "random"), ("mce-greedy", "greedy")):
        path = max(HERE.glob(f"{agent}-*.csv"), key=lambda one: float(one.stem.rpartition("-")[2]))
        seconds, games = float(path.stem.rpartition("-")[2]), pd.read_csv(path)
        for line in range(13):
            number = games[f"playouts_{line}"]
            here = number[number > 0].median() / seconds
            there = float(paper.loc[policy, str(line)])
            row = {"policy": policy, "round": line + 1, "playouts_per_second_here": here}
            rows.append(row | {"playouts_per_second_paper": there, "ratio": here / there})
    table = pd.DataFrame(rows)
    early = table[table["round"] == 1].set_index("policy")["ratio"]
    text = f"""
    In round 1, when a whole game is still to be played, the compiled rules play on {early["random"]:.0f} times as often
    as the paper's agents did with random playouts, and {early["greedy"]:.0f} times as often with greedy ones. Medians
    over games here, processor time; the paper's were taken at 10 s a move on one thread of a 3.2 GHz machine.
    """
    return Section("Playouts a second", [Prose(text), block("playouts", table, "Here and in the paper.", decimals=0)])
