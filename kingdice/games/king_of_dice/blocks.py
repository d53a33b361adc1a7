"""Blocks of games: what the simulation asks of King of Dice.

`make_tables` turns an edition into arrays once; `play_block` plays a run of consecutive games and returns one row of
whole numbers each. Seats that solve their turns are served in lockstep: all games of the block are played on to their
next such turn, these turns are solved side by side, and so on until every game has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.batch import BATCH, Workspace
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.dice.workspace import AtStake
from kingdice.errors import StrategyError
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.chase import ChaseTables, chase_tables
from kingdice.games.king_of_dice.described import Described, described
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.kernel_moves import _set_up, _write_rows
from kingdice.games.king_of_dice.kernels import _play, _prepare
from kingdice.games.king_of_dice.layout import EFFECTS, GAME, MOST_PENALTIES, RULES, SOLVES, TURN
from kingdice.games.king_of_dice.sight import sight_weights
from kingdice.simulation.streams import seed_key
from kingdice.simulation.throws import Throws, throws_of

__all__ = ["BlockTables", "columns", "make_tables", "play_block", "play_turns"]

Ints = NDArray[np.int64]


class RollTables(NamedTuple):
    """What a roll meets and may keep.

    Attributes
    ----------
    masks : array (rolls,) of uint64
        The citizens met, a bit each.
    full : array (rolls,)
        Lattice state of a roll.
    keeps : array (rolls, most) of int32
        The keeps within a roll in the order of the tie rule.
    keep_counts : array (rolls,)
        How many they are.
    scale : array (groups,)
        What a group's roll is multiplied by in the number of a roll.
    """

    masks: NDArray[np.uint64]
    full: Ints
    keeps: NDArray[np.int32]
    keep_counts: Ints
    scale: Ints


@dataclass(frozen=True)
class BlockTables:
    """An edition and the strategies at its seats, ready for the kernels.

    Attributes
    ----------
    edition : Edition
    strategies : tuple of str
        One a seat.
    rules : array (1,) of layout.RULES
    rolls : RollTables
    chase : ChaseTables
    throws : Throws
    """

    edition: Edition
    strategies: tuple[str, ...]
    rules: NDArray[np.void]
    rolls: RollTables
    chase: ChaseTables
    throws: Throws

    @property
    def arrays(self) -> tuple[RollTables, ChaseTables, Throws]:
        """The tables that the kernels take."""
        return self.rolls, self.chase, self.throws

    @property
    def lattice(self) -> Lattice:
        """The keep lattice of the dice."""
        return lattice_of(self.edition.pool)


def columns(players: int) -> tuple[str, ...]:
    """Names of the columns of a row.

    The game, a hash of its moves, how it ended (1 draw pile, 2 penalties, 3 villages), its turns, the seats that won
    (a bit each), how often the lead changed and for how many turns the winners led; for each seat its points, turns,
    failures and turns in the lead, the citizens in its realm (a bit each, in the edition's order), and its luck in
    millionths of a point (0 unless asked for).
    """
    own = ("score", "turns", "failures", "turns_led", "citizens", "luck")
    seats = [f"{what}_{seat}" for seat in range(1, players + 1) for what in own]
    return ("game", "move_hash", "ended_by", "turns", "winners", "lead_changes", "turns_led_by_winners", *seats)


def make_tables(edition: Edition, strategies: Sequence[str], *, sight: Sequence[float] | None = None) -> BlockTables:
    """Prepare games of an edition with a strategy (`described`) at each seat.

    Far-sighted players weigh what they see with `sight` (`layout.SIGHT`), or as was fitted.

    Raises
    ------
    StrategyError
        For an unknown strategy or a number of players that the edition does not have.
    """
    edition.check_players(len(strategies))
    told = [described(text, edition) for text in strategies]
    return BlockTables(edition, tuple(strategies), _rules(edition, told, sight), *_shared(edition))


def play_block(tables: BlockTables, seed: int, first_game: int, games: int, *, luck: bool = False) -> Ints:
    """Play games `first_game`, `first_game` + 1, …

    Returns
    -------
    array (games, columns)
        A row a game, see `columns`. With `luck`, every turn is solved and how lucky its rolls were is noted.
    """
    return _play_games(tables, seed, first_game, games, luck=luck, log=np.empty((0, 0), dtype=TURN))


def play_turns(tables: BlockTables, seed: int, first_game: int, games: int) -> tuple[Ints, NDArray[np.void]]:
    """As `play_block`, and what happened in every turn.

    Returns
    -------
    array (games, columns), array (games, turns) of layout.TURN
        Of the second, the first `turns` of each game are filled.
    """
    edition = tables.edition
    longest = len(edition.citizens) - len(edition.villages)
    log = np.zeros((games, longest), dtype=TURN)
    return _play_games(tables, seed, first_game, games, luck=False, log=log), log


def _play_games(
    tables: BlockTables, seed: int, first_game: int, games: int, *, luck: bool, log: NDArray[np.void]
) -> Ints:
    together = games if log.size or luck or (tables.rules[0]["code"] >= SOLVES).any() else 128
    rows = np.empty((games, len(columns(len(tables.strategies)))), dtype=np.int64)
    room = np.empty(min(together, games), dtype=GAME)  # used again: new memory costs time
    for first in range(0, games, together):
        some = rows[first : first + together]
        _play_some(tables, seed, first_game + first, some, room[: len(some)], luck, log)
    return rows


def _play_some(
    tables: BlockTables,
    seed: int,
    first_game: int,
    rows: Ints,
    block: NDArray[np.void],
    luck: bool,
    log: NDArray[np.void],
) -> None:
    rules = tables.rules[0]
    _set_up(seed_key(seed), first_game, rules, block)
    waiting = np.empty(len(rows), dtype=np.int64)
    everyone = np.arange(len(rows))
    nothing = np.empty((0, 0, 0)), np.empty(0)
    found = _play(everyone, False, luck, rules, block, *tables.arrays, *nothing, log, waiting)
    solver = _Solver(tables, luck, block, log) if found else None
    while found and solver:
        found = solver.play(waiting[:found].copy(), waiting)
    _write_rows(first_game, rules, block, rows)


class _Solver:
    """Solves the turns of waiting games side by side and plays on with them."""

    def __init__(self, tables: BlockTables, luck: bool, block: NDArray[np.void], log: NDArray[np.void]) -> None:
        self.tables, self.luck, self.block, self.log = tables, luck, block, log
        self.workspace = Workspace(tables.lattice, BATCH, keep_stages=tables.edition.longest_turn)

    def play(self, who: Ints, waiting: Ints) -> int:
        """Play one turn of each game, and on; the games that wait again are written to `waiting`."""
        tables, workspace, masks = self.tables, self.workspace, self.tables.edition.masks
        places, width, rules = len(tables.edition.villages), workspace.batch, tables.rules[0]
        length, failing = np.empty(len(who), dtype=np.int64), np.empty(len(who))
        bits, worths = np.empty((places, len(who)), dtype=np.uint64), np.empty((places, len(who)))
        order = np.empty(len(who), dtype=np.int64)
        needed = (who, self.luck, rules, self.block, tables.rolls, tables.throws, length, bits, worths, failing, order)
        unsure = _prepare(*needed)
        whole = np.empty(width)
        found = self._go_on(who[order[unsure:]], whole, waiting)
        for turn in np.unique(length[order[:unsure]]):
            some = order[:unsure][length[order[:unsure]] == turn]
            for first in range(0, len(some), width):
                here = some[np.minimum(np.arange(first, first + width), len(some) - 1)]
                at_stake = AtStake(masks, bits[:, here], worths[:, here], failing[here])
                if self.luck:
                    whole = workspace.solve(int(turn), at_stake)[-1]
                else:
                    workspace.fill(int(turn) - 1, at_stake)
                found += self._go_on(who[here[: len(some) - first]], whole, waiting[found:])
        return found

    def _go_on(self, who: Ints, whole: NDArray[np.float64], waiting: Ints) -> int:
        tables, stages = self.tables, self.workspace.all_stages
        solved = (who, True, self.luck, tables.rules[0], self.block, *tables.arrays, stages, whole, self.log, waiting)
        return int(_play(*solved))


def _rules(edition: Edition, strategies: Sequence[Described], sight: Sequence[float] | None) -> NDArray[np.void]:
    """The edition's rules and the strategies as one record."""
    record = np.zeros(1, dtype=RULES)
    one: Any = record[0]
    switches, places = edition.rules, [village.name for village in edition.villages]
    penalties = [one.points for one in edition.penalties for _ in range(one.copies)]
    if len(penalties) > MOST_PENALTIES:
        raise StrategyError(f"{len(penalties)} penalty cards: games are simulated with up to {MOST_PENALTIES}")
    one["citizens"], one["places"] = len(edition.citizens), len(places)
    one["penalties"], one["seats"] = len(penalties), len(strategies)
    one["rolls"], one["fairies_each"] = switches.rolls, switches.fairies == "n each"
    one["may_decline"], one["discard_any"] = switches.may_decline, switches.failure_discards == "any"
    one["tie_by_points"] = switches.tie == "minus points"
    one["penalty_points"][: len(penalties)] = penalties
    whole = card_policies(edition, rolls=edition.longest_turn).whole
    for card, citizen in enumerate(edition.citizens):
        one["points"][card] = citizen.points if isinstance(citizen.points, int) else 0
        one["village"][card] = -1 if citizen.village is None else places.index(citizen.village)
        one["effect"][card] = EFFECTS[citizen.effect]
        one["chance"][card] = whole[card, switches.rolls - 1]
    for place, village in enumerate(edition.villages):
        one["village_counts"][place] = len(village.values)
        one["village_values"][place, : len(village.values)] = village.values
    for seat, told in enumerate(strategies):
        one["extra_rolls"][seat] = edition.rolls_of(seat + 1) - switches.rolls
        one["head_start"][seat] = sum(each.points for each in edition.handicaps if each.seat == seat + 1)
        one["code"][seat] = told.code
        one["without"][seat] = sum(1 << edition.bit_of[citizen] for citizen in told.restriction.without)
        one["most_rolls"][seat] = told.restriction.rolls or edition.longest_turn
    one["sight"][:] = sight_weights(len(strategies)) if sight is None else sight
    return record


def _shared(edition: Edition) -> tuple[RollTables, ChaseTables, Throws]:
    """What does not depend on who plays; kept for the editions seen."""
    if edition.hash not in _KEPT:
        lattice, masks = lattice_of(edition.pool), edition.masks
        scale = np.cumprod([1, *reversed(edition.pool.shape[1:])])[::-1].astype(np.int64)
        keeps = _sorted_keeps(lattice)
        rolls = RollTables(masks.kinds[masks.kind_of_roll], lattice.full, *keeps, np.ascontiguousarray(scale))
        _KEPT[edition.hash] = rolls, chase_tables(edition), throws_of(edition.pool)
    return _KEPT[edition.hash]


_KEPT: dict[str, tuple[RollTables, ChaseTables, Throws]] = {}


def _sorted_keeps(lattice: Lattice) -> tuple[NDArray[np.int32], Ints]:
    """The keeps within each roll in the order of the tie rule (rolls, most), and how many there are (rolls,)."""
    ranks = np.sort(lattice.preference[lattice.keeps_inside(0, lattice.pool.roll_count)], axis=1)
    again = np.zeros(ranks.shape, dtype=np.bool_)
    again[:, 1:] = ranks[:, 1:] == ranks[:, :-1]
    ranks[again] = lattice.size
    ranks.sort(axis=1)
    counts = (ranks < lattice.size).sum(axis=1)
    states = np.append(lattice.by_preference, 0)[ranks]
    return np.ascontiguousarray(states.astype(np.int32)), counts.astype(np.int64)
