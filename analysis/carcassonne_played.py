"""The games that the studies on the King and the Robber Baron are made of.

Two to five players of one strategy: by lot, greedy, or greedy with an eye on the cards; with the five tiles and the two
cards of 2003, or without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pandas as pd

from analysis.telling import Found, part_of, side_by_side
from kingdice import __version__
from kingdice.games.carcassonne.game_rows import CARD_NAMES
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.games.carcassonne.variants import variants_named
from kingdice.reporting.page import Source
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.run import simulate

SEED = 1
RANDOM, GREEDY, MINDFUL = "random", "greedy", "greedy-cards"
NAMES = {"king": "King", "robber": "Robber Baron", "both": "both"}
GAMES = {
    "main": 20_000,  # two players, all tiles or those of the base game
    "rules": 8_000,  # of each rule for the cards, of players who mind it
    "players": 5_000,  # three, four and five players
    "fields": 3_000,  # of each other rule for fields and small cities
    "match": 6_000,  # of each seating of two strategies against each other
}


@dataclass(frozen=True)
class Played:
    """A part of the games, played by so many workers; each run is played once, whoever asks for it."""

    workers: int = 2
    share: float = 1.0

    def number(self, kind: str) -> int:
        """How many games of a kind of `GAMES` are played."""
        return part_of(GAMES[kind], self.share)

    def logged(self, strategy: str, players: int = 2, variants: str = "official") -> TurnLog:
        """Every turn of games of one strategy at all seats."""
        games = self.number("main" if players == 2 else "players")
        return _logged(strategy, players, variants, games, self.workers)

    def rows(self, strategy: str, players: int = 2, variants: str = "official") -> pd.DataFrame:
        """One row a game, of the same games."""
        return self.logged(strategy, players, variants).games.table

    def pair(self, strategies: str | tuple[str, ...], kind: str, variants: str = "official") -> pd.DataFrame:
        """One row a game, of two-player games of one strategy at both seats or of one a seat."""
        seats = (strategies,) * 2 if isinstance(strategies, str) else strategies
        return _pair(seats, variants, self.number(kind), self.workers)

    def source(self, strategies: Sequence[str], kind: str = "main", what: str = "") -> Source:
        """What a section was made from."""
        return Source(self.edition, strategies, self.number(kind), SEED, what)

    @property
    def edition(self) -> str:
        """The rules, and their hash."""
        rules = variants_named("official")
        return f"{rules.name} {rules.hash}"

    def provenance(self) -> dict[str, str]:
        """What a page was made from."""
        return {
            "edition": self.edition,
            "method": f"simulation, seed {SEED}; intervals of 95 % over games",
            "package": f"kingdice {__version__}, rng {RNG_VERSION}",
        }


def cards_side_by_side(table: pd.DataFrame, across: str) -> pd.DataFrame:
    """`side_by_side` with the cards' names in full."""
    return side_by_side(table, across).rename(columns=NAMES)


def of_both(find: Found, column: str, digits: int = 1, **where: object) -> str:
    """The numbers of both cards: "11.1 and 10.9"."""
    return " and ".join(f"{find(column, card=card, **where):.{digits}f}" for card in CARD_NAMES)


@cache
def _logged(strategy: str, players: int, variants: str, games: int, workers: int) -> TurnLog:
    one = match([strategy] * players, variants=variants)
    return log_turns(one, games=games, seed=SEED, workers=workers)


@cache
def _pair(strategies: tuple[str, ...], variants: str, games: int, workers: int) -> pd.DataFrame:
    return simulate(match(list(strategies), variants=variants), games=games, seed=SEED, workers=workers).table()
