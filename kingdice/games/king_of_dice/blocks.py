"""Blocks of games: what the simulation asks of King of Dice.

`make_tables` turns an edition into arrays once; `play_block` plays a run of consecutive games and returns one row of
whole numbers each. Seats that solve their turns are served in lockstep: all games of the block are played on to their
next such turn, these turns are solved side by side, and so on until every game has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kingdice.dice.batch import BATCH, Workspace
from kingdice.dice.kernels import _write_stakes
from kingdice.dice.lattice import Lattice, lattice_of
from kingdice.errors import StrategyError, nearest
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.kernels import (
    BOARD,
    EFFECTS,
    REALM,
    STRATEGY_CODES,
    Games,
    Tables,
    _advance,
    _play_solved,
    _set_up,
    _stakes_of_waiting,
    _write_rows,
)
from kingdice.games.king_of_dice.strategies import longest_turn
from kingdice.simulation.streams import face_tables, seed_key
from kingdice.simulation.turns import group_tables

__all__ = ["BlockTables", "columns", "make_tables", "play_block"]

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class BlockTables:
    """An edition and the strategies at its seats, ready for the kernels.

    Attributes
    ----------
    edition : Edition
    codes : array (seats,)
        The strategy at each seat.
    arrays : Tables
    """

    edition: Edition
    codes: Ints
    arrays: Tables

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.codes)

    @property
    def lattice(self) -> Lattice:
        """The keep lattice of the dice."""
        return lattice_of(self.edition.pool)


def columns(players: int) -> list[str]:
    """Names of the columns of a row.

    The game, a hash of its moves, how it ended (1 draw pile, 2 penalties, 3 villages), its turns, the seats that won
    (a bit each), and for each seat its points, turns and failures.
    """
    seats = [f"{what}_{seat}" for seat in range(1, players + 1) for what in ("score", "turns", "failures")]
    return ["game", "move_hash", "ended_by", "turns", "winners", *seats]


def make_tables(edition: Edition, strategies: Sequence[str]) -> BlockTables:
    """Prepare games of an edition with a strategy at each seat.

    Raises
    ------
    StrategyError
        For an unknown strategy or a number of players that the edition does not have.
    """
    fewest, most = edition.players
    if not fewest <= len(strategies) <= most:
        raise StrategyError(f"{len(strategies)} players: {edition.name} has {fewest} to {most}")
    for name in strategies:
        if name not in STRATEGY_CODES:
            hint = nearest(name, STRATEGY_CODES) or f"; there are {', '.join(STRATEGY_CODES)}"
            raise StrategyError(f"no strategy '{name[:60]}'{hint}")
    lattice = lattice_of(edition.pool)
    policies = card_policies(edition, rolls=longest_turn(edition))
    places = [village.name for village in edition.villages]
    values = np.zeros((len(places), max(len(village.values) for village in edition.villages)), dtype=np.int64)
    for place, village in enumerate(edition.villages):
        values[place, : len(village.values)] = village.values
    keeps, keep_counts = _sorted_keeps(lattice)
    states, shape, counts, sizes, successor = group_tables(lattice)
    seats = range(1, len(strategies) + 1)
    rules = edition.rules
    arrays = Tables(
        points=_ints(one.points if isinstance(one.points, int) else 0 for one in edition.citizens),
        village=_ints(-1 if one.village is None else places.index(one.village) for one in edition.citizens),
        effect=_ints(EFFECTS[one.effect] for one in edition.citizens),
        village_values=values,
        village_counts=_ints(len(village.values) for village in edition.villages),
        penalties=_ints(one.points for one in edition.penalties for _ in range(one.copies)),
        rules=_ints(
            [rules.rolls, rules.fairies == "n each", rules.may_decline, rules.failure_discards == "any"],
        ),
        extra_rolls=_ints(edition.rolls_of(seat) - rules.rolls for seat in seats),
        head_start=_ints(sum(one.points for one in edition.handicaps if one.seat == seat) for seat in seats),
        kinds=edition.masks.kinds,
        kind_of_roll=edition.masks.kind_of_roll,
        full=lattice.full,
        keeps=keeps,
        keep_counts=keep_counts,
        states=states,
        shape=shape,
        counts=counts,
        sizes=sizes,
        successor=successor,
        faces=face_tables(edition.pool),
        chances=policies.chances,
        policies=policies.keeps,
        whole=policies.whole,
    )
    return BlockTables(edition, _ints(STRATEGY_CODES[name] for name in strategies), arrays)


def play_block(tables: BlockTables, seed: int, first_game: int, games: int) -> Ints:
    """Play games `first_game`, `first_game` + 1, …

    Returns
    -------
    array (games, columns)
        A row a game, see `columns`.
    """
    arrays, players = tables.arrays, tables.players
    cards, places = arrays.points.size, arrays.village_counts.size
    block = Games(
        deck=np.empty((games, cards), dtype=np.int64),
        penalties=np.empty((games, arrays.penalties.size), dtype=np.int64),
        display=np.empty((games, places), dtype=np.int64),
        villages=np.empty((games, places), dtype=np.int64),
        board=np.empty((games, BOARD), dtype=np.int64),
        realms=np.empty((games, players, REALM), dtype=np.int64),
        move_hash=np.empty(games, dtype=np.uint64),
    )
    keys = np.empty(games, dtype=np.uint64)
    waiting = np.empty(games, dtype=np.int64)
    _set_up(seed_key(seed), first_game, arrays, block, keys)
    solver: _Solver | None = None
    while found := _advance(tables.codes, keys, arrays, block, waiting):
        solver = solver or _Solver(tables)
        solver.play(keys, waiting[:found], block)
    rows = np.empty((games, len(columns(players))), dtype=np.int64)
    _write_rows(first_game, tables.edition.rules.tie == "minus points", arrays, block, rows)
    return rows


class _Solver:
    """Solves the turns of waiting games side by side and plays them."""

    def __init__(self, tables: BlockTables) -> None:
        self.tables = tables
        self.workspace = Workspace(tables.lattice, BATCH, keep_stages=longest_turn(tables.edition))

    def play(self, keys: NDArray[np.uint64], waiting: Ints, block: Games) -> None:
        """Play one turn of each waiting game."""
        tables, width = self.tables, self.workspace.batch
        places = tables.arrays.village_counts.size
        bits = np.zeros((places, len(waiting)), dtype=np.uint64)
        worths = np.zeros((places, len(waiting)))
        failing = np.zeros(len(waiting))
        rolls = np.zeros(len(waiting), dtype=np.int64)
        _stakes_of_waiting(tables.codes, waiting, tables.arrays, block, bits, worths, failing, rolls)
        masks, stage = tables.edition.masks, self.workspace.stages[0]
        for turn in np.unique(rolls):
            some = np.flatnonzero(rolls == turn)
            for first in range(0, len(some), width):
                here = some[np.minimum(np.arange(first, first + width), len(some) - 1)]
                stakes = np.ascontiguousarray(bits[:, here]), np.ascontiguousarray(worths[:, here]), failing[here]
                _write_stakes(stage, tables.lattice.full, masks.kind_of_roll, masks.kinds, *stakes)
                self.workspace.fill(int(turn) - 1)
                games = waiting[here[: len(some) - first]]
                _play_solved(tables.codes, keys, games, self.workspace.all_stages, tables.arrays, block)


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


def _ints(values: Iterable[int]) -> Ints:
    return np.array([int(value) for value in values], dtype=np.int64)
