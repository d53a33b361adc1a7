"""Games of players that search, for the studies on the King and the Robber Baron.

They take long, so they are played once and kept: analysis/data/carcassonne_search/mcts-PLAYOUTS.csv has the rows of
two-player games with all tiles and the official cards, in the columns of `blocks.columns`. Games are added to those
that are there; after a change of the rules or the players delete the file.

    python analysis/carcassonne_search.py [PLAYOUTS [GAMES]]
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd

from kingdice import __version__
from kingdice.games.carcassonne.matches import CarcassonneMatch, match
from kingdice.simulation import RNG_VERSION

FOLDER = Path(__file__).resolve().parent / "data" / "carcassonne_search"
SEED, PLAYOUTS, GAMES = 1, 40, 400
AT_A_TIME = 10


def searching(playouts: int = PLAYOUTS) -> CarcassonneMatch:
    """Two players that search."""
    return match([f"mcts:playouts={playouts}"] * 2)


def kept(playouts: int = PLAYOUTS) -> pd.DataFrame:
    """The games that were kept, as `Run.table` would give them; of none no rows."""
    path = FOLDER / f"mcts-{playouts}.csv"
    one = searching(playouts)
    table = pd.read_csv(path) if path.exists() else pd.DataFrame([], columns=list(one.columns), dtype=np.int64)
    table.attrs = {
        "game": "carcassonne",
        "edition": one.identity["edition"],
        "strategies": list(one.strategies),
        "seed": SEED,
        "games": len(table),
        "method": "simulation",
        "version": __version__,
        "rng_version": RNG_VERSION,
    }
    return table


def play_more(playouts: int, games: int) -> None:
    """Play the games that are not there yet."""
    path = FOLDER / f"mcts-{playouts}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    one, done = searching(playouts), len(kept(playouts))
    starts = range(done, games, AT_A_TIME)
    with ThreadPoolExecutor(2) as pool:
        for rows in pool.map(lambda start: one.play_block(SEED, start, min(AT_A_TIME, games - start)), starts):
            new = not path.exists()
            pd.DataFrame(rows, columns=list(one.columns)).to_csv(
                path, mode="a", header=new, index=False, lineterminator="\n"
            )


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    play_more(*(numbers + [PLAYOUTS, GAMES][len(numbers) :]))
