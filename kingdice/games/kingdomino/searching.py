"""Far-sighted and searching players at a table of plain rules: the position is written down for the kernels.

So a transcript and the moves of a compiled game are the same for the same seed and number of playouts, and a bot can
play against searching players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kingdice.games.kingdomino.blocks import BlockTables, make_tables, think
from kingdice.games.kingdomino.boards import as_words
from kingdice.games.kingdomino.described import Described
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS
from kingdice.games.kingdomino.kernel_game import pick_in, placement_in
from kingdice.games.kingdomino.kernel_players import policy_move
from kingdice.games.kingdomino.kingdom import CASTLE, Kingdom, Place, Placement, cell
from kingdice.games.kingdomino.layout import BOARDS, DIRECTION_STEP, NOBODY, NOTHING, NOWHERE, OCCUPIED, ONES, TWOS
from kingdice.games.kingdomino.rules import Move, Round, State, bonus
from kingdice.games.kingdomino.strategies import Strategy
from kingdice.games.kingdomino.variants import Variants
from kingdice.simulation.coins import Coin

__all__ = ["Searching", "write_position"]


class Searching(Strategy):
    """A strategy that the kernels play: it plays the game on from the position, or judges it far-sightedly.

    Parameters
    ----------
    told : Described
    """

    def __init__(self, told: Described) -> None:
        self.name = told.text
        self._told = told
        self._tables: BlockTables | None = None

    def choose(self, state: State, coin: Coin) -> Move:
        """The move that the search ends with; where there is only one, it is not searched for."""
        if self._tables is None:  # a player sits at one table
            self._tables = make_tables(state.variants, [self._told] * state.players)
        tables = self._tables
        room = tables.desk()
        write_position(tables, state, room.game[0])
        if not self._told.searches:
            return _as_move(state, policy_move(tables.rules[0], room.game[0], room.desk[0]))
        searched = len(state.placements) * len(state.picks) > 1
        return _as_move(state, think(tables, room, word=coin.word() if searched else np.uint64(0)))


def write_position(tables: BlockTables, state: State, game: Any) -> None:
    """Write a state into a record for the kernels (`layout`); what decks hold is not more than the state says."""
    game["key"] = game["move_hash"] = 0
    game["round"], game["line"], game["turn"] = len(state.rounds) - 1, state.line_number, state.acted
    game["over"] = state.is_over
    for place, claim in enumerate(state.line):
        game["held"][place], game["owner"][place] = claim.domino or 0, claim.seat
    game["next"][:] = 0
    for place, claim in enumerate(state.next_line):
        game["next"][place] = claim.domino
        game["taker"][place] = NOBODY if claim.seat is None else claim.seat
    game["drawn"] = DOMINOES - len(state.deck)
    game["deck"][DOMINOES - len(state.deck) :] = state.deck
    for seat in range(state.players):
        _write_kingdom(state.kingdoms[seat], state.discards[seat], game["kingdoms"][seat])
        _write_earlier_rounds(state.variants, state.rounds[:-1], seat, game["kingdoms"][seat])


def _write_kingdom(kingdom: Kingdom, discards: tuple[int, ...], record: Any) -> None:
    boards: list[list[Place]] = [[] for _ in range(BOARDS)]
    boards[OCCUPIED].append(CASTLE)
    for place, square in kingdom.squares.items():
        boards[TERRAINS.index(square.half.terrain)].append(place)
        boards[OCCUPIED].append(place)
        for bit, board in ((1, ONES), (2, TWOS)):
            if square.half.crowns & bit:
                boards[board].append(place)
    for board, places in enumerate(boards):
        words = as_words([cell(place, kingdom.size) for place in places], kingdom.size)
        record["boards"][board] = words[0] if len(words) == 1 else words
    record["top"], record["bottom"], record["left"], record["right"] = kingdom.box
    record["squares"], record["discarded"] = len(kingdom.squares), len(discards)


def _write_earlier_rounds(variants: Variants, rounds: tuple[Round, ...], seat: int, record: Any) -> None:
    record["score"] = sum(
        one.kingdoms[seat].points + bonus(variants, one.kingdoms[seat], is_harmonic=not one.discards[seat])
        for one in rounds
    )


def _as_move(state: State, move: int) -> Move:
    """A kernel's move in the words of the plain rules."""
    where, pick = int(placement_in(move)), int(pick_in(move))
    placement = None if where == NOWHERE else next(way for way in state.placements if _code(way, state) == where)
    return Move(placement, None if pick == NOTHING else state.next_line[pick].domino)


def _code(way: Placement | None, state: State) -> int:
    if way is None:
        return NOWHERE
    return way.direction * DIRECTION_STEP + cell(way.places[0], state.variants.size)
