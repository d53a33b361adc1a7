"""Carcassonne as the simulation knows it: matches that play blocks, transcripts, replays.

A match of built-in strategies is played by the kernels. With a bot at the table it is played by the plain rules, which
is slower, but gives the same rows on the same tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from kingdice.games.carcassonne.blocks import BlockTables, columns, make_tables, play_block
from kingdice.games.carcassonne.compiled import Compiled
from kingdice.games.carcassonne.described import STRATEGIES, Described, described
from kingdice.games.carcassonne.layout import RANDOM
from kingdice.games.carcassonne.play import Game, as_row, hash_moves, play_game, start
from kingdice.games.carcassonne.rules import Move, State, apply, legal_moves
from kingdice.games.carcassonne.strategies import Random, Strategy
from kingdice.games.carcassonne.transcript import transcript
from kingdice.games.carcassonne.variants import CARDS, STANDARD, SWITCHES, TILE_SETS, Variants, variants_named
from kingdice.games.carcassonne.weights import greedy_weights
from kingdice.simulation.matches import VariantsMatch
from kingdice.simulation.seam import EditionPart, Rows

__all__ = ["GAME", "Carcassonne", "CarcassonneMatch", "match"]

_GAMES_A_SECOND = {"random": 15_000, "greedy": 500, "greedy-cards": 500}
_PLAYOUTS_A_SECOND = 6_000  # of four turns
_TURNS = 76
_MANY_SWITCHES = "base+king-robber,continuous,small-city,fields-once,big-cities,least-3"


class CarcassonneMatch(VariantsMatch[Variants, Described]):
    """Games of one set of rules with a strategy at each seat; make one with `match`."""

    game = "carcassonne"
    strategy_class = Strategy
    read = staticmethod(described)

    @staticmethod
    def player(told: Described) -> Strategy:
        """A player of the game's own, for a game by the plain rules."""
        return Compiled(told) if told.code != RANDOM else Random(told.avoided)

    def parameters(self, name: str) -> dict[str, Any]:
        """What games depend on besides a strategy's name: its options, and the weights that it goes by."""
        told = super().parameters(name)
        return told if name in self.bots or self.read(name).code == RANDOM else told | greedy_weights()

    @property
    def columns(self) -> tuple[str, ...]:
        """See `blocks.columns`."""
        return columns(len(self.strategies))

    @property
    def seat_means(self) -> dict[str, str]:
        """The game's own means of a seat in the summary; of the cards only where they bring something."""
        cards = {} if self.variants.cards == "none" else {"king_mean": "king", "robber_mean": "robber"}
        return {"base_score_mean": "base", "base_score_sd": "base", **cards}

    @property
    def board_means(self) -> dict[str, str]:
        """Its means that belong to no seat."""
        return {"completed_cities_mean": "completed_cities", "completed_roads_mean": "completed_roads"}

    @property
    def about_means(self) -> str:
        """What they are, for people."""
        if self.variants.cards == "none":
            return "Base score: all points, as the cards bring none."
        return "Base score: without the cards. King and robber: what the King and the Robber Baron brought."

    @property
    def seconds_a_game(self) -> float:
        """About how long the kernels take over one."""
        return sum(map(_seconds_a_turn, self.described)) * _TURNS / len(self.strategies)

    @cached_property
    def tables(self) -> BlockTables:
        """What the kernels need."""
        return make_tables(self.variants, self.described)

    def play_compiled(self, seed: int, first_game: int, games: int) -> Rows:
        """Games `first_game`, `first_game` + 1, … by the kernels, a row each."""
        return play_block(self.tables, seed, first_game, games)

    def plain_row(self, seed: int, game: int) -> dict[str, int]:
        """The same by the plain rules, one game, by columns."""
        return as_row(self.played(seed, game), game)

    def played(self, seed: int, game: int) -> Game:
        """One game, by the plain rules."""
        return play_game(self.variants, self.sit_down(), seed=seed, game=game)


def match(strategies: Sequence[str], *, variants: Variants | str = STANDARD) -> CarcassonneMatch:
    """A match of Carcassonne.

    Parameters
    ----------
    strategies : sequence of str
        One a seat: names with their options (`described`), or FILE.py:BOT for people's own.
    variants : Variants or str
        Tiles, cards and other rules, as in "base+king-robber,flat-10,small-city".

    Raises
    ------
    KingdiceError
        For an unknown strategy or rule, or a number of players that the game is not for.

    Examples
    --------
    >>> rows = match(["random", "random"], variants="base").play_block(1, 0, 3)
    >>> rows.shape
    (3, 44)
    """
    return CarcassonneMatch.of(variants if isinstance(variants, Variants) else variants_named(variants), strategies)


def _seconds_a_turn(one: Described) -> float:
    """About how long one player takes over a turn."""
    if not one.searches:
        return 1 / _GAMES_A_SECOND[one.name] / _TURNS
    return one.seconds or one.playouts / _PLAYOUTS_A_SECOND


class Carcassonne:
    """The game as the registry lists it."""

    name = "carcassonne"
    edition_parts = (
        EditionPart("--tiles", "base+king-robber", TILE_SETS),
        EditionPart("--cards", "flat-10", CARDS),
        EditionPart("--variants", "small-city", (*SWITCHES, STANDARD)),
    )
    usual_players = 2
    usual_strategy = "greedy-cards"
    luck_of = "tiles"

    @property
    def strategies(self) -> tuple[str, ...]:
        """All names, `random` first."""
        return STRATEGIES

    @property
    def light(self) -> dict[str, str]:
        """Slow strategies in a form that is quickly played, for trying things out."""
        return {name: f"{name}:playouts=2:turns=1" for name in STRATEGIES if described(name).searches}

    @property
    def variants(self) -> tuple[str, ...]:
        """Ways to play, by name, the usual one first; most of `SWITCHES` can be named together with any others."""
        return (variants_named("").name, "base,none", _MANY_SWITCHES)

    def players(self, edition: str = "") -> range:
        """How many may play with these rules."""
        return variants_named(edition).players

    def match(self, strategies: Sequence[str], *, edition: str = "", luck: bool = False) -> CarcassonneMatch:
        """See `match`; how lucky a seat was is not measured."""
        return match(strategies, variants=edition)

    def transcript(self, match: CarcassonneMatch, *, seed: int, game: int) -> str:
        """One game as a person reads it."""
        return transcript(match.played(seed, game), match.strategies, seed=seed, game=game)

    def moves(self, match: CarcassonneMatch, *, seed: int, game: int) -> Iterator[tuple[State, Move, list[Move]]]:
        """Every move of one game: the state before it, the move, the legal moves there."""
        played = match.played(seed, game)
        for state, move in zip(played.states, played.moves, strict=False):
            yield state, move, legal_moves(state)

    def replay(self, match: CarcassonneMatch, moves: Sequence[Move], *, seed: int, game: int) -> dict[str, int]:
        """Make these moves from the start of a game; returns the row that it ends with."""
        states = [start(match.variants, len(match.strategies), seed=seed, game=game)]
        for move in moves:
            states.append(apply(states[-1], move))
        return as_row(Game(tuple(states), tuple(moves), hash_moves(moves)), game)


GAME = Carcassonne()
