"""The games that a report on Kingdomino is made of, played when they are first needed.

There are two main runs, with every turn written down: full-greedy players, for what needs numbers, and fewer games of
far-sighted ones, for what needs good play. Where others are needed (players by lot, players who do without something)
a section plays its own games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kingdice.balance.asked import Asked
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.game_rows import Games
from kingdice.games.kingdomino.matches import GAME, KingdominoMatch, match
from kingdice.games.kingdomino.turn_log import TurnLog, log_turns
from kingdice.games.kingdomino.variants import Variants, variants_named
from kingdice.reporting.page import Source
from kingdice.simulation.run import simulate
from kingdice.simulation.until import Until

__all__ = ["FAR_SIGHTED", "GREEDY", "LADDER", "LOT", "MAIN_GAMES", "Runs"]

LOT, PLACER, GREEDY, FAR_SIGHTED = LADDER = ("random", "greedy-random-draft", "full-greedy", "far-sighted")
MAIN_GAMES, SIGHTED_GAMES = 16_000, 8_000
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
            For unknown rules, or a number of players that they are not for.
        """
        variants = variants_named(asked.edition if rules is None else rules)
        usual = GAME.usual_players if GAME.usual_players in variants.players else variants.players[-1]
        players = asked.players or usual
        variants.check_players(players)
        return cls(asked, variants, players)

    def match(self, names: Sequence[str]) -> KingdominoMatch:
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
            self.match([GREEDY] * self.players),
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
        return self._logged(GREEDY, self.games)

    @cached_property
    def draft(self) -> Draft:
        """Every pick of the main run."""
        return Draft.of(self.log)

    @property
    def rows(self) -> Games:
        """The games of the main run."""
        return self.draft.games

    @property
    def sighted_games(self) -> int:
        """Games of the run of far-sighted players."""
        return self.scaled(SIGHTED_GAMES)

    @cached_property
    def sighted(self) -> Draft:
        """Every pick of far-sighted players."""
        return Draft.of(self._logged(FAR_SIGHTED, self.sighted_games))

    def _logged(self, strategy: str, games: int) -> TurnLog:
        self.asked.note(f"{games:,} games of {self.variants.name}, {strategy} at every seat")
        names = [strategy] * self.players
        return log_turns(self.match(names), games=games, seed=self.asked.seed, **self.asked.crew)

    def part(self, games: int) -> Draft:
        """Every pick of the first games of the main run."""
        if games >= self.games:
            return self.draft
        return Draft.of(TurnLog(self.log.match, self.log.seed, self.log.rows[:games], self.log.turns[:games]))

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
        return self.source(GREEDY, self.games)

    @property
    def sighted_source(self) -> Source:
        """The run of far-sighted players."""
        return self.source(FAR_SIGHTED, self.sighted_games)

    def exact_source(self, what: str = "") -> Source:
        """What needs no games."""
        return self.source((), 0, what)
