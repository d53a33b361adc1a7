"""What is still to come in a kingdom? Fit the weights of Kingdomino's strategy `far-sighted` and write them down.

Run by `make fit` (some minutes on two cores). The file it writes, kingdice/games/kingdomino/sight.toml, is part of the
package; anyone who runs this again at the same version gets the same file.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kingdice import __version__
from kingdice.files import write_whole
from kingdice.games.kingdomino.fit import Fit, fit_sight
from kingdice.games.kingdomino.layout import FEATURES
from kingdice.games.kingdomino.sight import table_of
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation import RNG_VERSION

GAMES, ROUNDS, SEED = 20_000, 8, 2018
TABLES = ((2, "middle,harmony"), (3, "middle,harmony"), (4, "middle,harmony"), (2, "middle,harmony,mighty-duel"))
FILE = Path(__file__).parents[1] / "kingdice" / "games" / "kingdomino" / "sight.toml"

HEAD = """# Weights of far-sighted players, in points; fitted in self-play by analysis/kingdomino_sight.py (make fit).
# See kernel_sight.py for what each one weighs, fit.py for how they were found. Each row has twelve numbers: for 1, 2, …
# own dominoes still to be placed after the turn.
"""


def main() -> None:
    """Fit every kind of table and write the file."""

    def fit(table: tuple[int, str]) -> Fit:
        players, names = table
        return fit_sight(variants_named(names), players=players, games=GAMES, rounds=ROUNDS, seed=SEED)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        fits = list(pool.map(fit, TABLES))
    lines = [HEAD, "[provenance]", 'variants = "middle,harmony"']
    lines += [f"games_a_round = {GAMES}", f"rounds = {ROUNDS}", f"seed = {SEED}", f"rng_version = {RNG_VERSION}"]
    lines.append(f'version = "{__version__}"')
    for (players, names), one in zip(TABLES, fits, strict=True):
        lines += ["", f"[tables.{table_of(players, variants_named(names).size)}]"]
        for place, name in enumerate(FEATURES):
            row = ", ".join(f"{weight:.3f}" for weight in one.weights[1:, place])
            lines.append(f"{name} = [{row}]")
        explained = ", ".join(f"{share:.2f}" for share in one.explained[1:])
        lines.append(f"# explained: {explained}; mean score {one.mean_score:.1f}")
    write_whole(FILE, ("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
