"""King of Dice as the simulation knows it: matches that play blocks, transcripts, replays.

A match of built-in strategies is played by the kernels. With a bot at the table it is played by the plain rules, which
is slower, but gives the same rows on the same dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kingdice.games.king_of_dice.blocks import BlockTables, columns, make_tables, play_block
from kingdice.games.king_of_dice.described import Described, described
from kingdice.games.king_of_dice.edition import Edition, built_in_editions, load_edition
from kingdice.games.king_of_dice.layout import SIGHT
from kingdice.games.king_of_dice.play import Game, Player, as_row, hash_moves, play_game, restrictions_of, start
from kingdice.games.king_of_dice.rules import Move, Phase, State, apply, is_legal, legal_moves
from kingdice.games.king_of_dice.sight import sight_weights
from kingdice.games.king_of_dice.strategies import STRATEGIES, Strategy, TurnOptimal, strategy_named
from kingdice.games.king_of_dice.transcript import transcript
from kingdice.simulation.bots import BotFile, load_bots
from kingdice.simulation.plain_games import plain_rows
from kingdice.simulation.seam import EditionPart, Rows

__all__ = ["GAME", "KingOfDice", "KingOfDiceMatch", "match"]

_SOLVING = frozenset(name for name, one in STRATEGIES.items() if issubclass(one, TurnOptimal))


@dataclass(frozen=True)
class KingOfDiceMatch:
    """Games of one edition with a strategy at each seat; make one with `match`.

    Attributes
    ----------
    edition : Edition
    strategies : tuple of str
        One a seat.
    bots : dict
        The strategies that are people's own, by name.
    luck : bool
        Whether every turn is solved and the luck of its rolls noted (not where bots play).
    """

    edition: Edition
    strategies: tuple[str, ...]
    bots: Mapping[str, BotFile]
    luck: bool = False

    @cached_property
    def described(self) -> dict[str, Described]:
        """The strategies that are not bots, by name, read with the edition."""
        return {name: described(name, self.edition) for name in self.strategies if name not in self.bots}

    @property
    def identity(self) -> dict[str, Any]:
        """What results depend on."""
        known = {
            "game": "king-of-dice",
            "edition": {"name": self.edition.name, "hash": self.edition.hash},
            "strategies": list(self.strategies),
            "parameters": [self._parameters(name) for name in self.strategies],
        }
        return known | ({"luck": True} if self.luck else {})

    @property
    def columns(self) -> tuple[str, ...]:
        """See `blocks.columns`."""
        return columns(len(self.strategies))

    @property
    def seat_means(self) -> dict[str, str]:
        """The game's own means in the summary."""
        return {"turns_mean": "turns", "penalties_mean": "failures"}

    @property
    def largest_block(self) -> int:
        """So few games that a block takes about a second: by the plain rules, with turns solved, or neither."""
        if self.bots:
            return 16
        solving = self.luck or any(one.name in _SOLVING for one in self.described.values())
        return 256 if solving else 4096

    @cached_property
    def tables(self) -> BlockTables:
        """What the kernels need."""
        return make_tables(self.edition, self.strategies)

    def play_block(self, seed: int, first_game: int, games: int) -> Rows:
        """Games `first_game`, `first_game` + 1, …, a row each."""
        if not self.bots:
            return play_block(self.tables, seed, first_game, games, luck=self.luck)
        return plain_rows(lambda seed, game: as_row(self.played(seed, game), game), seed, first_game, games)

    def played(self, seed: int, game: int) -> Game:
        """One game, by the plain rules."""
        return play_game(self.edition, self.sit_down(), seed=seed, game=game)

    def __reduce__(self) -> tuple[Any, ...]:
        return KingOfDiceMatch, (self.edition, self.strategies, self.bots, self.luck)  # without what can be worked out

    def sit_down(self) -> list[Player]:
        """A player for each seat, for one game by the plain rules."""
        return [
            self.bots[name].sit_down() if name in self.bots else strategy_named(name, self.edition)
            for name in self.strategies
        ]

    def _parameters(self, name: str) -> dict[str, Any]:
        if name in self.bots:
            return {"file_hash": self.bots[name].hash}
        told = self.described[name]
        sees = told.name == "far-sighted"
        return told.parameters | (dict(zip(SIGHT, sight_weights(len(self.strategies)), strict=True)) if sees else {})


def match(strategies: Sequence[str], *, edition: Edition | str = "haba-2017", luck: bool = False) -> KingOfDiceMatch:
    """A match of King of Dice.

    Parameters
    ----------
    strategies : sequence of str
        One a seat: names with their options (`described`), or FILE.py:BOT for people's own.
    edition : Edition or str
        A name or a file.
    luck : bool
        Whether to note how lucky every seat's rolls were; solves every turn, and takes as long.

    Raises
    ------
    KingdiceError
        For an unknown strategy or edition, or a number of players that the edition does not have.

    Examples
    --------
    >>> rows = match(["best-bet", "random"]).play_block(1, 0, 3)
    >>> rows.shape
    (3, 19)
    """
    loaded = edition if isinstance(edition, Edition) else load_edition(edition)
    bots = load_bots(strategies, Strategy)
    for name in strategies:
        if name not in bots:
            described(name, loaded)
    loaded.check_players(len(strategies))
    return KingOfDiceMatch(loaded, tuple(strategies), bots, luck and not bots)


class KingOfDice:
    """The game as the registry lists it."""

    name = "king-of-dice"
    edition_parts = (EditionPart("--edition", "haba-2017-lv"),)
    usual_players = 2
    usual_strategy = "best-bet"
    luck_of = "dice"

    @property
    def strategies(self) -> tuple[str, ...]:
        """All names, `random` first."""
        return tuple(STRATEGIES)

    @property
    def light(self) -> dict[str, str]:
        """None is too slow to try out."""
        return {}

    @property
    def variants(self) -> tuple[str, ...]:
        """The editions that come with kingdice: the two rulebooks."""
        return tuple(built_in_editions())

    def players(self, edition: str = "") -> range:
        """How many may play an edition."""
        fewest, most = (load_edition(edition) if edition else load_edition()).players
        return range(fewest, most + 1)

    def match(self, strategies: Sequence[str], *, edition: str = "", luck: bool = False) -> KingOfDiceMatch:
        """See `match`."""
        return match(strategies, edition=edition or load_edition(), luck=luck)

    def transcript(self, match: KingOfDiceMatch, *, seed: int, game: int) -> str:
        """One game as a person reads it."""
        return transcript(match.played(seed, game), match.strategies, seed=seed, game=game)

    def moves(self, match: KingOfDiceMatch, *, seed: int, game: int) -> Iterator[tuple[State, Move, list[Move]]]:
        """Every move of one game: the state before it, the move, the legal moves there (a roll: itself, if it fits)."""
        played = match.played(seed, game)
        for state, move in zip(played.states, played.moves, strict=False):
            if state.phase is Phase.roll:
                yield state, move, [move] if is_legal(state, move) else []
            else:
                yield state, move, legal_moves(state)

    def replay(self, match: KingOfDiceMatch, moves: Sequence[Move], *, seed: int, game: int) -> dict[str, int]:
        """Make these moves from the start of a game; returns the row that it ends with."""
        told = restrictions_of(match.sit_down())
        states = [start(match.edition, len(match.strategies), seed=seed, game=game, restrictions=told)]
        for move in moves:
            states.append(apply(states[-1], move))
        return as_row(Game(tuple(states), tuple(moves), hash_moves(moves)), game)


GAME = KingOfDice()
