"""Every turn of a run of games, as columns: what the tables on turns, flow and citizens are made of.

The kernels note a turn as a record with room for the largest edition; here only the turns that took place are kept, in
small numbers (20,000 games of two players take about 60 MB), with what the records leave out: the top penalty card, the
cards left in the draw pile, the scores before the turn, which citizen a failure discarded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

import kingdice
from kingdice.errors import RunError, StrategyError
from kingdice.games.king_of_dice.blocks import BlockTables, play_turns
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.kernel_moves import _set_up
from kingdice.games.king_of_dice.layout import GAME
from kingdice.games.king_of_dice.matches import KingOfDiceMatch
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.engines import Crew, pieces
from kingdice.simulation.streams import mix, seed_key
from kingdice.simulation.summary import Tally

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TurnLog", "log_turns"]

Ints = NDArray[np.int64]
Small = NDArray[np.int32]
NOTHING = -1
_GAMES_AT_A_TIME = 1024


@dataclass(frozen=True)
class TurnLog:
    """The turns of a run, game by game; make one with `log_turns`.

    Attributes
    ----------
    match : KingOfDiceMatch
    seed : int
    rows : array (games, columns)
        What came out of each game, see `blocks.columns`.
    first : array (games + 1,)
        Where each game's turns begin.
    seat, rolls, used, fairies : array (turns,) of int32
        Whose turn it was (from 0), how many rolls it had and used, how many fairies the seat had before.
    taken, neighbour, discarded : array (turns,) of int32
        Citizens by their place in the edition, or -1: the one taken, the one that came with the hypnotist, the one that
        a failure discarded.
    penalty : array (turns,) of int32
        Points of the top penalty card, below 0.
    penalties_left, cards_left : array (turns,) of int32
        Before the turn.
    display, villages : array (turns, places) of int32
        Citizens on display, and how many village cards had been taken from each pile, before the turn.
    before, after : array (turns, seats) of int32
        Scores.
    """

    match: KingOfDiceMatch
    seed: int
    rows: Ints
    first: Ints
    seat: Small
    rolls: Small
    used: Small
    fairies: Small
    taken: Small
    neighbour: Small
    discarded: Small
    penalty: Small
    penalties_left: Small
    cards_left: Small
    display: Small
    villages: Small
    before: Small
    after: Small

    @property
    def edition(self) -> Edition:
        """The edition played."""
        return self.match.edition

    @property
    def strategies(self) -> tuple[str, ...]:
        """One a seat."""
        return self.match.strategies

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.rows)

    @property
    def lengths(self) -> Ints:
        """How many turns each game had."""
        return np.diff(self.first)

    @cached_property
    def game(self) -> Ints:
        """Which game of the run each turn belongs to, from 0."""
        return np.repeat(np.arange(self.games), self.lengths)

    @cached_property
    def number(self) -> Ints:
        """How many turns of its game each turn comes after."""
        return np.arange(len(self.seat)) - self.first[self.game]

    @cached_property
    def credits(self) -> NDArray[np.float64]:
        """What each seat won of each game, shared wins split; array (games, seats)."""
        winners = self.rows[:, self.match.columns.index("winners")]
        won = winners[:, None] >> np.arange(len(self.strategies)) & 1
        return np.asarray(won / won.sum(axis=1, keepdims=True))

    @cached_property
    def scores(self) -> Ints:
        """Points at the end; array (games, seats)."""
        places = [self.match.columns.index(f"score_{seat}") for seat in range(1, len(self.strategies) + 1)]
        return self.rows[:, places]

    @cached_property
    def about(self) -> dict[str, Any]:
        """Where it comes from, as in `Run.table`."""
        tally = Tally(self.match)
        tally.add(self.rows)
        identity = self.match.identity
        return {
            "game": identity["game"],
            "edition": dict(identity["edition"]),
            "strategies": list(self.strategies),
            "seed": self.seed,
            "games": self.games,
            "digest": tally.digest,
            "method": "simulation",
            "version": kingdice.__version__,
            "rng_version": RNG_VERSION,
        }

    def table(self) -> pd.DataFrame:
        """One game a row: the same as `Run.table` of the same games."""
        import pandas as pd

        table = pd.DataFrame(self.rows, columns=list(self.match.columns))
        table.attrs.update(self.about)
        return table

    def per_game(self, weights: NDArray[Any], which: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Sums over the turns of each game, array (games,): of all turns, or of some."""
        game = self.game if which is None else self.game[which]
        values = weights if which is None else weights[which]
        return np.bincount(game, weights=values, minlength=self.games).astype(np.float64)

    def sample(self, turns: int) -> Ints:
        """So many turns, each as likely to be among them as any other, in order; all, if there are no more.

        Which ones depends on seed, game number and turn alone.
        """
        if turns >= len(self.seat):
            return np.arange(len(self.seat))
        numbers = self.rows[:, 0].astype(np.uint64)[self.game] << np.uint64(16) | self.number.astype(np.uint64)
        plain = getattr(mix, "py_func", mix)  # on arrays: compiling it for them takes longer than it saves
        words = plain(plain(numbers ^ seed_key(self.seed)))
        return np.sort(np.argsort(words, kind="stable")[:turns])


def log_turns(
    match: KingOfDiceMatch, *, games: int, seed: int = 1, first_game: int = 0, **crew: Unpack[Crew]
) -> TurnLog:
    """Play games and keep all turns.

    Parameters
    ----------
    match : KingOfDiceMatch
        Without bots.
    games, seed, first_game : int
        The games are those of a run with this seed.
    crew
        Who plays: workers, engine, scheduler.

    Raises
    ------
    KingdiceError
        When bots play, or there is no game.

    Examples
    --------
    >>> from kingdice.games.king_of_dice.matches import match
    >>> log = log_turns(match(["best-bet", "random"]), games=3)
    >>> log.lengths.tolist() == log.table()["turns"].tolist()
    True
    """
    if match.bots:
        raise StrategyError(f"turns are logged for built-in strategies, not for {', '.join(match.bots)}")
    if games < 1:
        raise RunError(f"{games} games: expected at least 1")
    parts = list(pieces(_Logged(match), games=games, piece=_GAMES_AT_A_TIME, seed=seed, first_game=first_game, **crew))
    rows = np.concatenate([part[0] for part in parts])
    columns = {name: np.concatenate([part[1][name] for part in parts]) for name in parts[0][1]}
    first = np.concatenate([[0], np.cumsum(rows[:, match.columns.index("turns")])])
    return TurnLog(match, seed, rows, first, **columns)


@dataclass(frozen=True)
class _Logged:
    """A match whose blocks are turns, as columns."""

    match: KingOfDiceMatch

    def play_block(self, seed: int, first_game: int, games: int) -> tuple[Ints, dict[str, Small]]:
        tables = self.match.tables
        return _flat(tables, seed, first_game, *play_turns(tables, seed, first_game, games))


def _flat(
    tables: BlockTables, seed: int, first_game: int, rows: Ints, log: NDArray[np.void]
) -> tuple[Ints, dict[str, Small]]:
    """The turns of a block as columns."""
    edition, rules = tables.edition, tables.rules[0]
    places, seats = len(edition.villages), len(tables.strategies)
    lengths = rows[:, 3]
    happened = np.arange(log.shape[1]) < lengths[:, None]
    turns = log[happened]
    game = np.repeat(np.arange(len(rows)), lengths)
    opens = np.append(True, game[1:] != game[:-1])
    closes = np.append(opens[1:], True)
    block = np.empty(len(rows), dtype=GAME)
    _set_up(seed_key(seed), first_game, rules, block)
    display, taken, neighbour = turns["display"][:, :places], turns["taken"], turns["neighbour"]
    scores = turns["scores"][:, :seats]
    before = np.where(opens[:, None], rules["head_start"][:seats], np.roll(scores, 1, axis=0))
    gone = np.cumsum(1 + (neighbour != NOTHING))
    gone = gone - (1 + (neighbour != NOTHING))
    gone -= gone[opens][np.cumsum(opens) - 1]
    columns = {
        "seat": turns["seat"],
        "rolls": turns["rolls"],
        "used": turns["used"],
        "fairies": turns["fairies"],
        "taken": taken,
        "neighbour": neighbour,
        "discarded": _discarded(edition, display, taken, closes, rows[game, 2]),
        "penalty": block["penalties"][game, turns["lost"]],
        "penalties_left": int(rules["penalties"]) - turns["lost"],
        "cards_left": len(edition.citizens) - places - gone,
        "display": display,
        "villages": turns["villages"][:, :places],
        "before": before,
        "after": scores,
    }
    return rows, {name: np.ascontiguousarray(values.astype(np.int32)) for name, values in columns.items()}


def _discarded(edition: Edition, display: Ints, taken: Ints, closes: NDArray[np.bool_], ended_by: Ints) -> Ints:
    """The citizen that a failure took off the display: the one that is not there in the next turn.

    A game's last failure discards none when it took the last penalty; else the rightmost, and where any may be
    discarded that is what all strategies but `random` do (of which it is not noted).
    """
    following = np.roll(display, -1, axis=0)
    stays = (display[:, :, None] == following[:, None, :]).any(axis=2)
    missing = display[np.arange(len(display)), np.argmin(stays, axis=1)]
    out = np.where(closes, np.where(ended_by == 1, display[:, -1], NOTHING), missing)
    return np.where(taken == NOTHING, out, NOTHING)
