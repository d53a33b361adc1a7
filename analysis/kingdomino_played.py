"""The games that the studies of Kingdomino are made of: players who pick and place as the full-greedy agents of Gedda,
Lagerkvist and Butler (2018) do, beside players by lot, with Middle Kingdom and Harmony.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pandas as pd

from analysis.telling import part_of
from kingdice import __version__
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.turn_log import log_turns
from kingdice.games.kingdomino.variants import variants_named
from kingdice.reporting.page import Source
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.run import simulate

BONUSES = "middle,harmony"
SEED = 1
GREEDY, LOT, PLACER = "full-greedy", "random", "greedy-random-draft"
GAMES = {GREEDY: 6_000, LOT: 40_000, PLACER: 6_000}
MOST_LOGGED = 6_000
Tables = dict[str, pd.DataFrame]


@dataclass(frozen=True)
class Played:
    """A part of the games, played by so many workers; each run is played once, whoever asks for it."""

    workers: int = 2
    share: float = 1.0

    def logged(self, strategy: str, players: int) -> Draft:
        """Every turn of games of one strategy at all seats."""
        games = part_of(min(GAMES[strategy], MOST_LOGGED), self.share)
        return _logged(strategy, players, games, self.workers)

    def rows(self, strategies: Sequence[str], games: int, variants: str = BONUSES) -> pd.DataFrame:
        """One row a game."""
        return _rows(tuple(strategies), part_of(games, self.share), variants, self.workers)

    def greedy(self) -> Tables:
        """Games of two, three and four greedy players."""
        return {f"{players} players": self.logged(GREEDY, players).games.table for players in (2, 3, 4)}

    def by_lot(self) -> Tables:
        """The same of players by lot."""
        return {f"{players} players, by lot": self.rows([LOT] * players, GAMES[LOT]) for players in (2, 3, 4)}

    def source(self, strategies: Sequence[str], games: int, what: str = "") -> Source:
        """What a section was made from."""
        rules = variants_named(BONUSES)
        return Source(f"{rules.name} {rules.hash}", strategies, part_of(games, self.share), SEED, what)

    def provenance(self) -> dict[str, str]:
        """What a page was made from."""
        rules = variants_named(BONUSES)
        return {
            "edition": f"{rules.name} {rules.hash}",
            "method": f"simulation, seed {SEED}; intervals of 95 % over games",
            "package": f"kingdice {__version__}, rng {RNG_VERSION}",
        }


@cache
def _logged(strategy: str, players: int, games: int, workers: int) -> Draft:
    return Draft.of(log_turns(match([strategy] * players, variants=BONUSES), games=games, seed=SEED, workers=workers))


@cache
def _rows(strategies: tuple[str, ...], games: int, variants: str, workers: int) -> pd.DataFrame:
    return simulate(match(list(strategies), variants=variants), games=games, seed=SEED, workers=workers).table()
