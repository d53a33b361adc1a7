"""Kingdomino as the simulation knows it: matches that play blocks, transcripts, replays.

A match of built-in strategies is played by the kernels. With a bot at the table it is played by the plain rules, which
is slower, but gives the same rows on the same dominoes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from kingdice.games.kingdomino.blocks import BlockTables, columns, make_tables, play_block
from kingdice.games.kingdomino.described import Described, described
from kingdice.games.kingdomino.layout import STRATEGY_CODES
from kingdice.games.kingdomino.play import Game, as_row, hash_moves, play_game, start
from kingdice.games.kingdomino.rules import Move, State, apply, legal_moves
from kingdice.games.kingdomino.searching import Searching
from kingdice.games.kingdomino.strategies import STRATEGIES, Strategy, strategy_named
from kingdice.games.kingdomino.transcript import transcript
from kingdice.games.kingdomino.variants import STANDARD, VARIANTS, Variants, variants_named
from kingdice.simulation.matches import VariantsMatch
from kingdice.simulation.seam import EditionPart, Rows

__all__ = ["GAME", "Kingdomino", "KingdominoMatch", "match"]

_GAMES_A_SECOND = {  # of four, and fewer
    "random": 100_000,
    "greedy-random-draft": 20_000,
    "full-greedy": 2_000,
    "far-sighted": 2_000,
}
_PLAYOUTS_A_SECOND = {"random": 100_000, "greedy": 4_000}


class KingdominoMatch(VariantsMatch[Variants, Described]):
    """Games of one set of variants with a strategy at each seat; make one with `match`."""

    game = "kingdomino"
    strategy_class = Strategy
    read = staticmethod(described)

    @staticmethod
    def player(told: Described) -> Strategy:
        """A player of the game's own, for a game by the plain rules."""
        return Searching(told) if told.name not in STRATEGIES else strategy_named(told.name, without=told.without)

    @property
    def columns(self) -> tuple[str, ...]:
        """See `blocks.columns`."""
        return columns(len(self.strategies))

    @property
    def seat_means(self) -> dict[str, str]:
        """The game's own means in the summary; of a Dynasty's three rounds the mean number instead of a share."""
        share = "share" if self.variants.rounds == 1 else "rounds_mean"
        return {
            "base_score_mean": "base",
            "base_score_sd": "base",
            f"middle_{share}": "middle",
            f"harmony_{share}": "harmony",
            "discards_mean": "discards",
        }

    @property
    def about_means(self) -> str:
        """What they are, for people."""
        kingdoms = "share of kingdoms" if self.variants.rounds == 1 else "rounds of the three"
        return (
            f"Base score: properties alone. Middle and harmony: {kingdoms} with the castle in the middle, and with "
            "nothing discarded, whether or not that brings points."
        )

    @property
    def seconds_a_game(self) -> float:
        """About how long the kernels take over one."""
        return sum(map(_seconds_a_game, self.described)) * self.variants.rounds

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


def match(strategies: Sequence[str], *, variants: Variants | str = STANDARD) -> KingdominoMatch:
    """A match of Kingdomino.

    Parameters
    ----------
    strategies : sequence of str
        One a seat: names with their options (`described`), or FILE.py:BOT for people's own.
    variants : Variants or str
        As on the command line, say "middle,harmony".

    Raises
    ------
    KingdiceError
        For an unknown strategy or variant, or a number of players that the variants are not for.

    Examples
    --------
    >>> rows = match(["full-greedy", "random"], variants="middle,harmony").play_block(1, 0, 3)
    >>> rows.shape
    (3, 24)
    """
    return KingdominoMatch.of(variants if isinstance(variants, Variants) else variants_named(variants), strategies)


def _seconds_a_game(one: Described) -> float:
    """About how long one player takes over a game."""
    if not one.searches:
        return 0.25 / _GAMES_A_SECOND[one.name]
    if one.seconds:
        return 13 * one.seconds
    return 13 * one.playouts / _PLAYOUTS_A_SECOND.get(one.options.get("policy", "greedy"), 4_000)


class Kingdomino:
    """The game as the registry lists it."""

    name = "kingdomino"
    edition_parts = (EditionPart("--variants", "middle,harmony", VARIANTS),)
    usual_players = 4
    usual_strategy = "full-greedy"
    luck_of = "dominoes"

    @property
    def strategies(self) -> tuple[str, ...]:
        """All names, `random` first."""
        return tuple(STRATEGY_CODES)

    @property
    def light(self) -> dict[str, str]:
        """Slow strategies in a form that is quickly played, for trying things out."""
        return {"mce": "mce:playouts=30", "uct": "uct:playouts=30", "strong": "strong:playouts=12"}

    @property
    def variants(self) -> tuple[str, ...]:
        """Ways to play, by name; any others of `VARIANTS` can be named together."""
        return (STANDARD, "middle,harmony", "dynasty", "mighty-duel", "lines-of-four")

    def players(self, edition: str = "") -> range:
        """How many may play with these variants."""
        return variants_named(edition).players

    def match(self, strategies: Sequence[str], *, edition: str = "", luck: bool = False) -> KingdominoMatch:
        """See `match`; how lucky a seat was is not measured."""
        return match(strategies, variants=edition)

    def transcript(self, match: KingdominoMatch, *, seed: int, game: int) -> str:
        """One game as a person reads it."""
        return transcript(match.played(seed, game), match.strategies, seed=seed, game=game)

    def moves(self, match: KingdominoMatch, *, seed: int, game: int) -> Iterator[tuple[State, Move, list[Move]]]:
        """Every move of one game: the state before it, the move, the legal moves there."""
        played = match.played(seed, game)
        for state, move in zip(played.states, played.moves, strict=False):
            yield state, move, legal_moves(state)

    def replay(self, match: KingdominoMatch, moves: Sequence[Move], *, seed: int, game: int) -> dict[str, int]:
        """Make these moves from the start of a game; returns the row that it ends with."""
        states = [start(match.variants, len(match.strategies), seed=seed, game=game)]
        for move in moves:
            states.append(apply(states[-1], move))
        return as_row(Game(tuple(states), tuple(moves), hash_moves(moves, match.variants.size)), game)


GAME = Kingdomino()
