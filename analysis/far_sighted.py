"""What is a turn worth beyond its points? Fit the weights of the strategy `far-sighted` and write them down.

Run by `make fit` (some minutes on two cores). The file it writes, kingdice/games/king_of_dice/sight.toml, is part of
the package; anyone who runs this again at the same version gets the same file.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kingdice import __version__
from kingdice.files import write_whole
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.fit import Fit, fit_sight
from kingdice.games.king_of_dice.layout import SIGHT
from kingdice.simulation import RNG_VERSION

GAMES, ROUNDS, SEED = 4000, 3, 2017
FILE = Path(__file__).parents[1] / "kingdice" / "games" / "king_of_dice" / "sight.toml"


def main() -> None:
    """Fit every number of players of the standard edition."""
    edition = load_edition()
    fewest, most = edition.players

    def fit(players: int) -> Fit:
        return fit_sight(edition, players=players, games=GAMES, rounds=ROUNDS, seed=SEED)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        fits = dict(zip(range(fewest, most + 1), pool.map(fit, range(fewest, most + 1)), strict=True))
    write_whole(FILE, as_toml(edition, fits).encode())


def as_toml(edition: Edition, fits: dict[int, Fit]) -> str:
    """The file: where the weights come from, and the weights in points by players, with their standard errors."""
    lines = [
        "# Weights of far-sighted players, in points; fitted in self-play by analysis/far_sighted.py (make fit).",
        "# See sight.py for what each one weighs, fit.py for how they were found.",
        "",
        "[provenance]",
        f'edition = "{edition.name}"',
        f'edition_hash = "{edition.hash}"',
        f"games_a_round = {GAMES}",
        f"rounds = {ROUNDS}",
        f"seed = {SEED}",
        f"rng_version = {RNG_VERSION}",
        f'version = "{__version__}"',
    ]
    for players, fit in fits.items():
        lines += ["", f"[players.{players}]"]
        for name, weight, error in zip(SIGHT, fit.weights, fit.errors, strict=True):
            lines.append(f"{name} = {weight:.2f}  # +- {error:.2f}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
