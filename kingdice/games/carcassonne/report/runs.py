"""The games that a report on Carcassonne is made of, played when they are first needed.

There is one main run, with every turn written down: a greedy player at each seat, who minds the cards where they bring
something. A smaller run of players who do not mind them tells what other rules for the cards would have brought on one
and the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kingdice.balance.asked import Asked
from kingdice.games.carcassonne.game_rows import Games
from kingdice.games.carcassonne.matches import CarcassonneMatch, match
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.games.carcassonne.variants import Variants, variants_named
from kingdice.reporting.page import Source
from kingdice.simulation.run import simulate
from kingdice.simulation.until import Until

__all__ = ["MAIN_GAMES", "PLAIN", "RANDOM", "Runs"]

RANDOM, PLAIN, MINDING = "random", "greedy", "greedy-cards"
MAIN_GAMES, PLAIN_GAMES = 8_000, 3_000
_FEWEST = 64


@dataclass(frozen=True)
class Runs:
    """What was asked for, and the games played for it; make one with `of`.

    Attributes
    ----------
    asked : Asked
    variants : Variants
    players : int
    """

    asked: Asked
    variants: Variants
    players: int

    @classmethod
    def of(cls, asked: Asked, *, rules: str | None = None) -> Runs:
        """The runs of the rules asked for, or of others.

        Raises
        ------
        EditionError
            For unknown rules, or players that the game is not for.
        """
        variants = variants_named(asked.edition if rules is None else rules)
        players = asked.players or 2
        variants.check_players(players)
        return cls(asked, variants, players)

    @property
    def strategy(self) -> str:
        """Who sits at every seat of the main run."""
        return MINDING if self.has_cards else PLAIN

    @property
    def has_cards(self) -> bool:
        """Whether the King and the Robber Baron bring anything."""
        return self.variants.cards != "none"

    @property
    def rule(self) -> str:
        """What the cards bring, or by which rule they are counted where they bring nothing."""
        return self.variants.cards if self.has_cards else "official"

    def match(self, names: Sequence[str]) -> CarcassonneMatch:
        """A match by these rules."""
        return match(names, variants=self.variants)

    def scaled(self, usual: int, *, least: int = _FEWEST) -> int:
        """Games of a smaller run that usually has so many."""
        return self.asked.scaled(usual, of=MAIN_GAMES, least=least)

    @cached_property
    def games(self) -> int:
        """Games of the main run: as asked, or as many as are needed to know the seats so well."""
        most = self.asked.games or MAIN_GAMES
        if not self.asked.until:
            return most
        run = simulate(
            self.match([self.strategy] * self.players),
            games=most,
            seed=self.asked.seed,
            **self.asked.crew,
            until=Until.parse(self.asked.until),
            keep_rows=False,
        )
        return int(run.summary["games"])

    @cached_property
    def log(self) -> TurnLog:
        """Every turn of the main run."""
        return self.logged(self.strategy, self.games)

    @cached_property
    def plain_log(self) -> TurnLog:
        """Every turn of the first games with players who do not mind the cards."""
        if self.strategy == PLAIN:
            return self.log
        return self.logged(PLAIN, min(self.games, self.scaled(PLAIN_GAMES)))

    def logged(self, strategy: str, games: int) -> TurnLog:
        """Every turn of games with a strategy at each seat."""
        self.asked.note(f"{games:,} games of {self.variants.name}, {strategy} at every seat")
        names = [strategy] * self.players
        return log_turns(self.match(names), games=games, seed=self.asked.seed, **self.asked.crew)

    @cached_property
    def rows(self) -> Games:
        """The games of the main run."""
        return self.log.games

    @property
    def edition_text(self) -> str:
        """Name and hash."""
        return f"{self.variants.name} {self.variants.hash}"

    def source(self, strategies: Sequence[str] | str = (), games: int = 0, what: str = "") -> Source:
        """Where numbers come from: a strategy at every seat, one a seat, or (without games) exact."""
        names = [strategies] * self.players if isinstance(strategies, str) else list(strategies)
        return Source(self.edition_text, names, games, self.asked.seed if games else None, what)

    @property
    def main_source(self) -> Source:
        """The main run."""
        return self.source(self.strategy, self.games)
