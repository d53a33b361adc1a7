"""The games that a report on King of Dice is made of, played when they are first needed.

There are two main runs: many games of a simple strategy, for what needs numbers, and fewer in which every turn is
solved, for what needs good play. Both are kept in pieces while the report is being made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kingdice.balance.asked import Asked
from kingdice.comparison.game_rows import GameRows
from kingdice.errors import RunError
from kingdice.games.king_of_dice.edition import Edition, load_edition
from kingdice.games.king_of_dice.matches import KingOfDiceMatch, match
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns
from kingdice.reporting.page import Source
from kingdice.simulation.run import simulate
from kingdice.simulation.until import Until

__all__ = ["QUICK", "SOLVED", "Runs"]

QUICK, SOLVED = "best-bet", "far-sighted"
QUICK_GAMES, SOLVED_GAMES = 200_000, 40_000
_PIECE = 8192  # games kept at a time
_ARRAYS = (
    "rows", "seat", "rolls", "used", "fairies", "taken", "neighbour", "discarded", "penalty", "penalties_left",
    "cards_left", "display", "villages", "before", "after",
)  # fmt: skip


@dataclass(frozen=True)
class Runs:
    """What was asked for, and the games played for it; make one with `of`.

    Attributes
    ----------
    asked : Asked
    edition : Edition
    players : int
    quick, solved : int
        Games of the two main runs.
    """

    asked: Asked
    edition: Edition
    players: int
    quick: int
    solved: int

    @classmethod
    def of(cls, asked: Asked, *, edition: str | None = None) -> Runs:
        """The runs of the edition asked for, or of another (then with as many games).

        Raises
        ------
        KingdiceError
            For an edition that is not there or not sound, or players that it is not for.
        """
        loaded = load_edition(edition or asked.edition) if edition or asked.edition else load_edition()
        players = asked.players or max(2, loaded.players[0])
        loaded.check_players(players)
        if players < 2:
            raise RunError(f"edition {loaded.name} for {players} player: a report needs at least 2")
        most = asked.games or QUICK_GAMES
        return cls(asked, loaded, players, most, asked.scaled(SOLVED_GAMES, of=QUICK_GAMES))

    def match(self, names: Sequence[str], *, luck: bool = False) -> KingOfDiceMatch:
        """A match of this edition."""
        return match(names, edition=self.edition, luck=luck)

    @cached_property
    def quick_games(self) -> int:
        """Games of the quick run: as asked, or as many as are needed to know the seats so well."""
        if not self.asked.until:
            return self.quick
        stop = Until.parse(self.asked.until)
        run = simulate(
            self.match([QUICK] * self.players),
            games=self.quick,
            seed=self.asked.seed,
            **self.asked.crew,
            until=stop,
            keep_rows=False,
        )
        return int(run.summary["games"])

    @cached_property
    def quick_log(self) -> TurnLog:
        """Every turn of the quick run."""
        self.asked.note(f"{self.quick_games:,} games of {self.edition.name}, {QUICK} at every seat")
        return self._log(QUICK, self.quick_games)

    @cached_property
    def solved_log(self) -> TurnLog:
        """Every turn of the run whose turns are solved."""
        return self._log(SOLVED, self.solved)

    @cached_property
    def quick_rows(self) -> GameRows:
        """The games of the quick run."""
        return GameRows.of(self.quick_log)

    @cached_property
    def solved_rows(self) -> GameRows:
        """The games of the run whose turns are solved."""
        return GameRows.of(self.solved_log)

    @property
    def edition_text(self) -> str:
        """Name and hash."""
        return f"{self.edition.name} {self.edition.hash}"

    def source(self, strategies: Sequence[str] | str = (), games: int = 0, what: str = "") -> Source:
        """Where numbers come from: a strategy at every seat, one a seat, or (without games) exact."""
        names = [strategies] * self.players if isinstance(strategies, str) else list(strategies)
        return Source(self.edition_text, names, games, self.asked.seed if games else None, what)

    @property
    def quick_source(self) -> Source:
        """The quick run."""
        return self.source(QUICK, self.quick_games)

    @property
    def solved_source(self) -> Source:
        """The run whose turns are solved."""
        return self.source(SOLVED, self.solved)

    def exact_source(self, what: str = "") -> Source:
        """What needs no games."""
        return self.source((), 0, what)

    def _log(self, strategy: str, games: int) -> TurnLog:
        """A run in pieces, so that an interruption loses one of them at most; solved ones are kept."""
        game = self.match([strategy] * self.players)
        pieces = []
        for first in range(0, games, _PIECE):
            some = min(_PIECE, games - first)
            if strategy == SOLVED:
                self.asked.note(f"games {first:,} to {first + some:,} of {games:,} solved ones of {self.edition.name}")

            def play(first: int = first, some: int = some) -> dict[str, np.ndarray]:
                log = log_turns(game, games=some, seed=self.asked.seed, first_game=first, **self.asked.crew)
                return {name: getattr(log, name) for name in _ARRAYS}

            name = f"{self.edition.name}-{strategy}-{first}"
            pieces.append(self.asked.arrays(name, play) if strategy == SOLVED else play())
        whole = {name: np.concatenate([piece[name] for piece in pieces]) for name in _ARRAYS}
        lengths = whole["rows"][:, game.columns.index("turns")]
        return TurnLog(game, self.asked.seed, first=np.concatenate([[0], np.cumsum(lengths)]), **whole)
