"""How strong are the players of Carcassonne? Every two of them meet, and a ladder comes out.

Searching players take their time, so the games are played once and kept: analysis/data/carcassonne_ladder has the row
of each rotation (each pair in both seats on the same tiles), with all tiles and the official cards. Rotations are added
to those that are there; after a change of the rules or the players delete the file.

    python analysis/carcassonne_ladder.py [ROTATIONS]
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd

from kingdice import __version__
from kingdice.comparison.compare import Comparison, compare_rows
from kingdice.comparison.rotation import Rotations
from kingdice.games.carcassonne.matches import GAME
from kingdice.games.carcassonne.variants import variants_named
from kingdice.reporting.forms import draw_intervals
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, Source, TableBlock
from kingdice.simulation import RNG_VERSION

FILE = Path(__file__).resolve().parent / "data" / "carcassonne_ladder" / "rotations.csv"
PLAYERS = ("random", "greedy", "greedy-cards", "mcts:playouts=20", "mcts:playouts=80")
SEED, ROTATIONS, AT_A_TIME = 1, 120, 2


def build(workers: int = 2, share: float = 1.0) -> Page:
    """The page."""
    rules = variants_named("official")
    first, second = compared()[0].ladder.iloc[:2].to_dict("records")
    return Page(
        title="How strong are the players of Carcassonne?",
        summary=(
            "A ladder of players by lot, greedy ones, and ones that search. What came out: "
            f"{first['strategy']} leads {second['strategy']} by {first['ahead_of_next']:.0f} Elo points."
        ),
        sections=[ladder(f"{rules.name} {rules.hash}")],
        provenance={
            "edition": f"{rules.name} {rules.hash}",
            "method": f"simulation, seed {SEED}; rotations kept in analysis/data/carcassonne_ladder",
            "package": f"kingdice {__version__}, rng {RNG_VERSION}",
        },
        command="python -m analysis carcassonne-ladder; games: python analysis/carcassonne_ladder.py",
    )


def ladder(edition: str) -> Section:
    """The ladder of the games that were kept, and who beat whom how often."""
    found, rotations = compared()
    met = found.meetings
    order = list(found.ladder["strategy"])
    ahead = dict(zip(found.ladder["strategy"], found.ladder["ahead_of_next"], strict=True))
    lost = met[met["strategy"] == PLAYERS[0]]
    by_lot = f"{(lost['beat_share'] * lost['meetings']).sum():g}" if lost["beat_share"].any() else "none"
    text = f"""
    Every two players met in {2 * rotations} games, each in both seats of the same tiles. {order[0]} comes out
    {ahead[order[0]]:.0f} Elo points ahead of {order[1]}, {order[1]} {ahead[order[1]]:.0f} ahead of {order[2]}, and
    {order[2]} {ahead[order[2]]:.0f} ahead of {order[3]}; {PLAYERS[0]} won {by_lot} of its {8 * rotations} games.

    greedy judges every move by what the table promises after it, greedy-cards what the two cards promise too; mcts
    plays the best of these moves on for four turns with the bag reshuffled each time.
    """
    rating = found.ladder[["rank", "strategy", "rating", "low", "high", "beat_share"]]
    caption = "Ratings in Elo points around a mean of 0 with 95 % intervals; beat share: of all its meetings. "
    return Section(
        "How strong are these players?",
        [
            Prose(text),
            FigureBlock(
                "ladder",
                draw_intervals(
                    rating,
                    label="strategy",
                    value="rating",
                    xlabel="rating, Elo points around a mean of 0 (95 % intervals)",
                    title=f"{order[0]} leads {order[1]} by {ahead[order[0]]:.0f} Elo points",
                ),
                "Ratings of the five players with their intervals, the best on top; numbers below.",
                "Two players, official cards.",
                how="simulated",
            ),
            TableBlock(
                "ladder",
                rating,
                caption + "Two players, official cards.",
                chances=["beat_share"],
                decimals=0,
                how="simulated",
            ),
            TableBlock(
                "meetings",
                met,
                "Share of meetings in which the first is before the second, equal scores split, with 95 % intervals.",
                chances=["beat_share", "low", "high"],
                decimals=0,
                how="simulated",
            ),
        ],
        sources=[Source(edition, PLAYERS, 2 * len(met) * rotations, SEED, "every two, both seatings")],
    )


def compared() -> tuple[Comparison, int]:
    """What the rotations that were kept say."""
    work, rows = _work(), _kept()
    return compare_rows(work.line_up, rows), len(rows)


def play_more(rotations: int) -> None:
    """Play the rotations that are not there yet."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    work, done = _work(), len(_kept())
    starts = range(done, rotations, AT_A_TIME)
    with ThreadPoolExecutor(2) as pool:
        for rows in pool.map(lambda start: work.play_block(SEED, start, min(AT_A_TIME, rotations - start)), starts):
            new = not FILE.exists()
            pd.DataFrame(rows, columns=list(work.columns)).to_csv(FILE, mode="a", header=new, index=False)


def _work() -> Rotations:
    return Rotations.of(lambda names: GAME.match(names), PLAYERS, players=2)


def _kept() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    if not FILE.exists():
        return np.zeros((0, len(_work().columns)), dtype=np.int64)
    return pd.read_csv(FILE).to_numpy(dtype=np.int64)


if __name__ == "__main__":
    play_more(int(sys.argv[1]) if len(sys.argv) > 1 else ROTATIONS)
