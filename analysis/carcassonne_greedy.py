"""What should a greedy player of Carcassonne go by? Fit its weights in play and write them down.

Run by `make fit` (some minutes on two cores). The file it writes, kingdice/games/carcassonne/greedy.toml, is part of
the package; anyone who runs this again at the same version gets the same file.

First the judgement of `greedy`, without cards; then what `greedy-cards` makes of the King and the Robber Baron under
the official rule. An evolution strategy (CMA-ES, Hansen and Ostermeier 2001) moves the logarithms of the weights: every
candidate plays games of two against the best weights so far, from both seats and on the same bags for all candidates
of a generation, and its mean lead counts. Now and then the centre of the candidates plays the best weights so far on
other bags, and takes their place if it wins clearly. `START` was found by hand and a shorter search of the same kind.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from kingdice import __version__
from kingdice.files import write_whole
from kingdice.games.carcassonne.blocks import columns, make_tables, play_block
from kingdice.games.carcassonne.described import described
from kingdice.games.carcassonne.layout import AGAIN, CARD_TOLD, CARDS_COUNT, TOLD
from kingdice.games.carcassonne.variants import Variants, variants_named
from kingdice.simulation import RNG_VERSION

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of modules for pictures that cma could use
    import cma

Weights = Mapping[str, float]

GENERATIONS, CANDIDATES, GAMES, STEP, SEED = 16, 14, 200, 0.15, 2003
TRIAL_EVERY, TRIAL_GAMES, CLEARLY = 8, 1500, 2.0
START = {
    "attention": 0.105,
    "extend": 0.411,
    "growth": 0.847,
    "meeple": 9.18,
    "lasting": 4.27,
    "spare": 0.81,
    "back": 1.01,
    "field": 1.23,
    "around": 0.0314,
    "rivals": 0.875,
    "king_calm": 2.55,
    "king_size": 0.45,
    "king_rate": 0.137,
    "robber_calm": 2.14,
    "robber_size": 0.46,
    "robber_rate": 0.139,
    "again": 0.7,
    "cards": 1.0,
}
MOST = {"spare": 0.98, "rivals": 1.5, "back": 1.5}
FILE = Path(__file__).parents[1] / "kingdice" / "games" / "carcassonne" / "greedy.toml"

HEAD = """# What greedy players go by, fitted in play by analysis/carcassonne_greedy.py (make fit). What each number
# means stands with `layout.TOLD`, how it is used in `kernel_judgement` and `kernel_cards`.

"""


def leads(
    one: Weights, other: Weights, strategy: str, variants: Variants, games: int, seed: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """By how much one set of weights leads another: of each game number, both seatings together, in points."""
    names = columns(2)
    seats = [names.index("score_1"), names.index("score_2")]
    players = [described(strategy)] * 2
    of_games = []
    for weights in ((one, other), (other, one)):
        rows = play_block(make_tables(variants, players, weights=weights), seed, 0, games)
        of_games.append(rows[:, seats[0]] - rows[:, seats[1]])
    return (of_games[0] - of_games[1]) / 2


def fit(start: Weights, free: Sequence[str], strategy: str, variants: Variants) -> dict[str, float]:
    """Fit some of the weights, the others left alone."""
    best, seed = dict(start), SEED
    centre = [np.log(start[name]) for name in free]
    search = cma.CMAEvolutionStrategy(centre, STEP, {"popsize": CANDIDATES, "seed": SEED, "verbose": -9})

    def weights_at(point: Sequence[float]) -> dict[str, float]:
        moved = {name: min(float(np.exp(at)), MOST.get(name, np.inf)) for name, at in zip(free, point, strict=True)}
        return best | moved

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for generation in range(1, GENERATIONS + 1):
            seed += 1
            points = search.ask()

            def lost(point: Sequence[float], seed: int = seed, best: Weights = best) -> float:
                return -float(leads(weights_at(point), best, strategy, variants, GAMES, seed).mean())

            search.tell(points, list(pool.map(lost, points)))
            if generation % TRIAL_EVERY == 0:
                tried = weights_at(search.mean)
                lead = leads(tried, best, strategy, variants, TRIAL_GAMES, SEED + 10**6 + generation)
                error = lead.std() / len(lead) ** 0.5
                told = f"{strategy}, generation {generation}: {lead.mean():+.2f} ± {1.96 * error:.2f} points"
                print(told, file=sys.stderr)
                if lead.mean() > CLEARLY * error:
                    best = tried
    return best


def main() -> None:
    """Fit both parts and write the file."""
    cards = [*TOLD[CARD_TOLD:AGAIN], TOLD[AGAIN], TOLD[CARDS_COUNT]]
    rates = {"king_rate", "robber_rate"}
    weights = fit(START, TOLD[:CARD_TOLD], "greedy", variants_named("base+king-robber,none"))
    weights = fit(weights, [name for name in cards if name not in rates], "greedy-cards", variants_named(""))
    lines = [f"{name} = {float(f'{weights[name]:.3g}')}" for name in TOLD]
    lines += ["", "[provenance]", f"generations = {GENERATIONS}", f"candidates = {CANDIDATES}", f"games = {2 * GAMES}"]
    lines += [f"seed = {SEED}", f"rng_version = {RNG_VERSION}", f'version = "{__version__}"']
    write_whole(FILE, (HEAD + "\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
