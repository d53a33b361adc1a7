"""What is the same in matches of games whose rules are a set of variants and whose players are described by name.

Players of the game's own are played by its kernels. With somebody's bot at the table all is played by the plain rules,
which is slower, but gives the same rows for the same players.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from kingdice.simulation.bots import BotFile, load_bots
from kingdice.simulation.described import Described
from kingdice.simulation.plain_games import plain_rows
from kingdice.simulation.seam import Rows

__all__ = ["VariantsMatch"]


class _Variants(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def hash(self) -> str: ...

    def check_players(self, players: int) -> None: ...


_WITH_BOTS, _MOST_GAMES = 4, 4096  # in a block
V = TypeVar("V", bound=_Variants)
D = TypeVar("D", bound=Described)


@dataclass(frozen=True)
class VariantsMatch(ABC, Generic[V, D]):
    """Games of one set of variants with a strategy at each seat; make one with `of`.

    Attributes
    ----------
    variants : Variants of the game
    strategies : tuple of str
        One a seat.
    bots : dict
        The strategies that are people's own, by name.
    """

    variants: V
    strategies: tuple[str, ...]
    bots: Mapping[str, BotFile]

    game: ClassVar[str]
    strategy_class: ClassVar[type]

    @classmethod
    def of(cls, variants: V, strategies: Sequence[str]) -> Self:
        """Load the bots, and see that all is as it should be.

        Raises
        ------
        KingdiceError
            For an unknown strategy, or a number of players that the variants are not for.
        """
        bots = load_bots(strategies, cls.strategy_class)
        for name in strategies:
            if name not in bots:
                cls.read(name)
        variants.check_players(len(strategies))
        return cls(variants, tuple(strategies), bots)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.variants, self.strategies, self.bots)  # tables are made again where they are needed

    @staticmethod
    @abstractmethod
    def read(text: str) -> D:
        """A strategy's name and options."""

    @staticmethod
    @abstractmethod
    def player(told: D) -> Any:
        """A player of the game's own, for a game by the plain rules."""

    @abstractmethod
    def play_compiled(self, seed: int, first_game: int, games: int) -> Rows:
        """Games `first_game`, `first_game` + 1, … by the kernels, a row each."""

    @abstractmethod
    def plain_row(self, seed: int, game: int) -> Mapping[str, int]:
        """The same by the plain rules, one game, by columns."""

    @property
    @abstractmethod
    def seconds_a_game(self) -> float:
        """About how long the kernels take over one."""

    @property
    def identity(self) -> dict[str, Any]:
        """What results depend on."""
        return {
            "game": self.game,
            "edition": {"name": self.variants.name, "hash": self.variants.hash},
            "strategies": list(self.strategies),
            "parameters": [self.parameters(name) for name in self.strategies],
        }

    def parameters(self, name: str) -> dict[str, Any]:
        """What games depend on besides a strategy's name."""
        return {"file_hash": self.bots[name].hash} if name in self.bots else dict(self.read(name).options)

    @property
    def described(self) -> list[D]:
        """The players that are not bots."""
        return [self.read(name) for name in self.strategies if name not in self.bots]

    @property
    def by_clock(self) -> tuple[str, ...]:
        """Players that search until their time is up; each once."""
        return tuple(dict.fromkeys(one.text for one in self.described if one.seconds))

    @property
    def rehearsal(self) -> Self | None:
        """The same players, but none thinks long; without bots."""
        return None if self.bots else self.of(self.variants, [one.in_brief for one in self.described])

    @property
    def largest_block(self) -> int:
        """So few games that a block takes about a second."""
        return _WITH_BOTS if self.bots else max(1, min(_MOST_GAMES, int(1 / self.seconds_a_game)))

    def play_block(self, seed: int, first_game: int, games: int) -> Rows:
        """Games `first_game`, `first_game` + 1, …, a row each."""
        if self.bots:
            return plain_rows(self.plain_row, seed, first_game, games)
        return self.play_compiled(seed, first_game, games)

    def sit_down(self) -> list[Any]:
        """A player for each seat, for one game by the plain rules."""
        return [
            self.bots[name].sit_down() if name in self.bots else self.player(self.read(name))
            for name in self.strategies
        ]
