"""Which players of Kingdomino win, and how much do they have to think for it?

Takes the games that analysis/kingdomino_search.py played by the clock (they are kept beside the page, as they cannot be
played again), puts them beside those of Gedda, Lagerkvist and Butler (IEEE CIG 2018; recomputed from their published
game logs, analysis/data), plays the paper's first experiment anew, and writes the page reports/kingdomino-search.

    python analysis/kingdomino_players.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from kingdice import __version__
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.variants import variants_named
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, TableBlock, write_page
from kingdice.reporting.style import new_axes

DATA = Path(__file__).parent / "data"
GAMES_FOLDER = Path(__file__).parents[1] / "reports" / "kingdomino-search" / "games"
BOTH, PLAYERS = "middle,harmony", 4
Z95 = 1.959963984540054
EXPERIMENT = {  # the paper's first: win, draw and loss in per cent, mean score, lead over the best opponent
    "random": (22.3, 2.9, 74.8, 22.79, -7.16),
    "greedy-random-draft": (79.4, 2.2, 18.4, 39.62, 10.12),
    "full-greedy": (97.7, 0.2, 2.1, 55.69, 27.24),
}


def main() -> None:
    """Build the page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GAMES_FOLDER.parent
    cells = played_cells()
    paper = pd.read_csv(DATA / "gedda_2018.csv").assign(source="paper")
    page = Page(
        title="Players of Kingdomino",
        summary=summary(cells, paper),
        sections=[against_greedy(cells, paper), playouts(), against_random()],
        provenance={
            "edition": f"{BOTH} {variants_named(BOTH).hash}",
            "method": "games by the clock, processor time; every game's row is kept in games/",
            "package": f"kingdice {__version__}",
        },
        command="make report; a cell of games: python analysis/kingdomino_search.py strong 0.1 1000",
    )
    write_page(page, folder)
    print(f"{folder}: written", file=sys.stderr)


def played_cells() -> pd.DataFrame:
    """A row for every agent and time: games, win share, score, lead, each with its 95 % interval."""
    rows = []
    for path in sorted(GAMES_FOLDER.glob("*.csv")):
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
    shown = table.astype(object).where(table.notna(), "")
    return Section(
        "Against three full-greedy players",
        [
            Prose(text),
            FigureBlock(
                "win-share",
                draw_win_shares(cells, paper),
                "Share of games won by seconds a move, on a logarithmic axis, for each agent here (with intervals) and "
                "in the paper; the table below has the numbers.",
                "Share of games won against three full-greedy players; bars are 95 % intervals, hollow marks are the "
                "paper's.",
            ),
            TableBlock(
                "win-share",
                shown,
                "Win share in per cent (a shared win counts as a part), mean score and mean lead over the best "
                "opponent, with 95 % intervals; the paper's cells have 200 games each.",
            ),
        ],
    )


def draw_win_shares(cells: pd.DataFrame, paper: pd.DataFrame, axes: Axes | None = None) -> Axes:
    """Win share by seconds a move, an agent a colour."""
    axes = axes or new_axes(7.0, 4.0)
    agents = list(dict.fromkeys([*cells["agent"], *paper["agent"]]))
    for place, agent in enumerate(agents):
        colour = f"C{place}"
        ours, theirs = cells[cells["agent"] == agent], paper[paper["agent"] == agent]
        if len(ours):
            reach = [ours["win_share"] - ours["win_share_low"], ours["win_share_high"] - ours["win_share"]]
            axes.errorbar(
                ours["seconds"], ours["win_share"], yerr=reach, color=colour, marker="o", label=f"{agent}, here"
            )
        if len(theirs):
            axes.plot(
                theirs["seconds"],
                theirs["win_share"],
                color=colour,
                marker="o",
                mfc="none",
                ls=":",
                label=f"{agent}, paper",
            )
    axes.set_xscale("log")
    axes.set_ylim(0, 100)
    axes.set_xlabel("seconds a move")
    axes.set_ylabel("games won, %")
    axes.axhline(25, color="0.6", lw=0.8)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return axes


def playouts() -> Section:
    """How often a position is played on from in a second, here and in the paper."""
    paper = pd.read_csv(DATA / "gedda_2018_playouts.csv").set_index("policy")
    rows = []
    for agent, policy in (("mce-random", "random"), ("mce-greedy", "greedy")):
        path = max(
            GAMES_FOLDER.glob(f"{agent}-*.csv"), key=lambda one: float(one.stem.rpartition("-")[2]), default=None
        )
        if path is None:
            continue
        seconds, games = float(path.stem.rpartition("-")[2]), pd.read_csv(path)
        for line in range(13):
            number = games[f"playouts_{line}"]
            searched = number[number > 0]
            rows.append(
                {
                    "policy": policy,
                    "round": line + 1,
                    "playouts_per_second_here": searched.median() / seconds if len(searched) else float("nan"),
                    "playouts_per_second_paper": float(paper.loc[policy, str(line)]),
                }
            )
    table = pd.DataFrame(rows)
    table["ratio"] = table["playouts_per_second_here"] / table["playouts_per_second_paper"]
    early = table[table["round"] == 1].set_index("policy")["ratio"]
    text = f"""
    In round 1, when a whole game is still to be played, the compiled rules play on {early["random"]:.0f} times as often
    as the paper's agents did with random playouts, and {early["greedy"]:.0f} times as often with greedy ones. Medians
    over games here, processor time; the paper's were taken at 10 s a move on one thread of a 3.2 GHz machine.
    """
    return Section(
        "Playouts a second",
        [
            Prose(text),
            TableBlock("playouts", table, "Playouts a second by policy and round, here and in the paper.", decimals=0),
        ],
    )


def against_random(games: int = 20_000) -> Section:
    """The paper's first experiment: random, greedy-random-draft and full-greedy against three random players."""
    rows = []
    for agent, (won, drawn, lost, score, lead) in EXPERIMENT.items():
        own, best, others = scores_against_random(agent, games)
        ahead = own - best
        rows.append(
            {
                "agent": agent,
                "games": len(own),
                "won": 100 * np.mean(ahead > 0),
                "won_paper": won,
                "drawn": 100 * np.mean(ahead == 0),
                "drawn_paper": drawn,
                "lost": 100 * np.mean(ahead < 0),
                "lost_paper": lost,
                "score": own.mean(),
                "score_paper": score,
                "opponents": others.mean(),
                "lead": ahead.mean(),
                "lead_paper": lead,
            }
        )
    table = pd.DataFrame(rows)
    text = """
    The paper's first experiment, with 1,000 games there. As in the paper the top score alone decides here, without the
    rulebook's tie-breaks. full-greedy has a quirk that is the authors' own: it looks at kingdoms with the picked domino
    in place, and in the last round nothing is picked, so it places its last domino at random.
    """
    return Section(
        "Against three random players",
        [
            Prose(text),
            TableBlock(
                "against-random",
                table,
                f"Games won, drawn (shared top score) and lost in per cent, mean scores and mean lead over the best "
                f"opponent; {games:,} games an agent, seats taking turns.",
            ),
        ],
    )


def scores_against_random(agent: str, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Own score, best opponent's and the opponents' mean, of every game."""
    own, best, others = [], [], []
    for seat in range(PLAYERS):
        names = ["random"] * PLAYERS
        names[seat] = agent
        one = match(names, variants=BOTH)
        rows = one.play_block(2018, seat * games // PLAYERS, games // PLAYERS)
        scores = rows[:, [one.columns.index(f"score_{number}") for number in range(1, PLAYERS + 1)]]
        rest = np.delete(scores, seat, axis=1)
        own.append(scores[:, seat])
        best.append(rest.max(axis=1))
        others.append(rest.mean(axis=1))
    return np.concatenate(own), np.concatenate(best), np.concatenate(others)


if __name__ == "__main__":
    main()
