"""What a game hands the simulation, and all that the simulation knows of it.

A `Work` plays blocks of consecutive game numbers and says what its results depend on; a `Match` is work whose rows
are games with seats. The simulation cuts work into blocks, runs them on an engine, keeps parts on disk and draws
progress. A `Registered` game makes matches; `kingdice.games` lists them, and the tests that hold for every game read
that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["EditionPart", "Match", "Registered", "Rows", "Work"]

Rows = NDArray[np.int64 | np.float64]
"""Rows of one piece of work: all whole numbers (games have these), or all floats."""


class Work(Protocol):
    """Anything that is played by number, in blocks; it can be pickled, and its blocks may run in several threads.

    Slow work may also have `largest_block`, the most games that a block should have where nobody says how many. Its
    identity may have a `unit`, what its rows are called where they are not games ("display").
    """

    @property
    def identity(self) -> Mapping[str, Any]:
        """What results depend on, as JSON takes it, seed and package version aside.

        `game`, `edition` (name and hash), `strategies` and their parameters. A run is resumed only where this is the
        same.
        """
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of a row. The first is its number, `game`; games have `move_hash` next."""
        ...

    def play_block(self, seed: int, first_game: int, games: int) -> Rows:
        """Play games `first_game`, `first_game` + 1, …: a row (games, columns) each, whatever the block.

        Rows are int64, or float64 throughout.
        """
        ...


class Match(Work, Protocol):
    """Games with a strategy at each seat.

    Its columns include `winners`, a bit for each seat that shares the win, and `score_1`, `score_2`, … . It may also
    have `board_means`, a mapping like `seat_means` for columns that belong to no seat; `about_means`, which says in a
    sentence or two what its own means are; and `by_clock`, the strategies that think until a time is up, whose games
    are not the same when played again. `rehearsal` is a match that is quickly played with the same compiled code.
    """

    @property
    def strategies(self) -> tuple[str, ...]:
        """One a seat."""
        ...

    @property
    def seat_means(self) -> Mapping[str, str]:
        """The game's own means of a seat in the summary, and the columns they are of, the seat's number left out.

        {"turns_mean": "turns"} is the mean of `turns_1` for seat 1. A name that ends in `_sd` is a standard deviation.
        """
        ...


@dataclass(frozen=True)
class EditionPart:
    """An option of the command line that names an edition, or a part of one.

    Attributes
    ----------
    option : str
        Its name, say `--variants`.
    example : str
        What may stand there.
    words : tuple of str
        All that may stand there, several with commas; empty where it is the name of an edition or a file.
    """

    option: str
    example: str
    words: tuple[str, ...] = ()


class Registered(Protocol):
    """A game that can be simulated.

    Attributes
    ----------
    name : str
        As on the command line.
    edition_parts : tuple of EditionPart
        The options of the command line that name an edition. What they are given, in this order and with commas, is
        the edition that `match` takes; no word may belong to two of them.
    usual_players : int
        How many play where nobody says how many, if the edition is for so many.
    usual_strategy : str
        Who plays where nobody says who.
    luck_of : str
        What comes by chance and is the same for all seatings of a comparison: dice, dominoes, tiles.
    """

    name: str
    edition_parts: tuple[EditionPart, ...]
    usual_players: int
    usual_strategy: str
    luck_of: str

    @property
    def strategies(self) -> tuple[str, ...]:
        """By name; the first one plays at random."""
        ...

    @property
    def light(self) -> Mapping[str, str]:
        """Strategies that are slow, and how each is named where it need not be at its best: for trying things out."""
        ...

    @property
    def variants(self) -> tuple[str, ...]:
        """Editions, by name, that come with the game."""
        ...

    def players(self, edition: str) -> range:
        """How many may play an edition."""
        ...

    def match(self, strategies: Sequence[str], *, edition: str = "", luck: bool = False) -> Match:
        """Games of an edition (by name or file; empty: the standard one) with these strategies, one a seat.

        With `luck`, and where the game can say how lucky every seat was, its rows have that too: `luck_1`, ….

        Raises
        ------
        KingdiceError
            For an unknown strategy or edition, or a number of players that the edition does not have.
        """
        ...

    def transcript(self, match: Match, *, seed: int, game: int) -> str:
        """One game as a person reads it."""
        ...

    def moves(self, match: Match, *, seed: int, game: int) -> Iterator[tuple[Any, Any, Sequence[Any]]]:
        """Every move of one game by the plain rules: the state before it, the move, and the legal moves there."""
        ...

    def replay(self, match: Match, moves: Sequence[Any], *, seed: int, game: int) -> Mapping[str, int]:
        """Make these moves from the start of a game; returns the row that the game ends with."""
        ...
