"""Greedy and searching players at a table of plain rules: the position is written down for the kernels.

So a transcript and the moves of a compiled game are the same for the same seed and number of playouts, and a bot can
play against them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kingdice.games.carcassonne.blocks import BlockTables, Desk, make_tables, think
from kingdice.games.carcassonne.board import Place, around
from kingdice.games.carcassonne.cards import Card
from kingdice.games.carcassonne.described import Described
from kingdice.games.carcassonne.kernel_features import root_of
from kingdice.games.carcassonne.kernel_game import cell_in, lay_out, meeple_in, rotation_in
from kingdice.games.carcassonne.kernel_greedy import good_moves
from kingdice.games.carcassonne.layout import GREEDY_CARDS, MEEPLE_BITS, NO_CARDS, NO_SEGMENT, NOBODY
from kingdice.games.carcassonne.play import SPAN
from kingdice.games.carcassonne.rules import Move, State
from kingdice.games.carcassonne.strategies import Strategy
from kingdice.games.carcassonne.tiles import KINDS, MONASTERY, TILES
from kingdice.games.carcassonne.variants import Variants
from kingdice.simulation.coins import Coin

__all__ = ["Compiled", "as_plain_move", "write_position"]


class Compiled(Strategy):
    """A strategy that the kernels play.

    Parameters
    ----------
    told : Described
    """

    def __init__(self, told: Described) -> None:
        self.name = told.text
        self._told = told
        self._tables: BlockTables | None = None
        self._table: tuple[Variants, int] | None = None
        self._room = Desk()

    def choose(self, state: State, coin: Coin) -> Move:
        """The move that the kernels make in the same position."""
        table = state.variants, state.players
        if self._tables is None or self._table != table:
            self._tables, self._table = make_tables(state.variants, [self._told] * state.players), table
        tables, room = self._tables, self._room
        write_position(tables, state, room)
        if self._told.searches:
            return as_plain_move(think(tables, room, draw=coin.word))
        rules, game, joint, desk = tables.rules[0], room.game[0], room.joint[0], room.desk[0]
        desk["without"] = self._told.without
        minds_cards = self._told.code == GREEDY_CARDS and rules["cards"] != NO_CARDS
        good = int(good_moves(rules, game, joint, desk, minds_cards))
        return as_plain_move(int(desk["moves"][coin(good) if good > 1 else 0]))


def as_plain_move(move: int) -> Move:
    """A kernel's move in the words of the plain rules.

    Examples
    --------
    >>> as_plain_move(((80 * 160 + 81) * 4 + 2) * 16)
    Move(place=(0, 1), rotation=2, meeple=None)
    """
    row, column = divmod(int(cell_in(move)), SPAN)
    meeple = int(meeple_in(move))
    place = (row - SPAN // 2, column - SPAN // 2)
    return Move(place, int(rotation_in(move)), None if meeple == NO_SEGMENT else meeple)


def write_position(tables: BlockTables, state: State, room: Desk) -> None:
    """Write a state into the records of the kernels (`layout`); what the bag holds is not more than the state says."""
    rules, game = tables.rules[0], room.game[0]
    cells = np.array([_cell(place) for place in state.board], dtype=np.int64)
    faces = np.array([4 * TILES.index(one.tile.id) + one.rotation for one in state.board.values()], dtype=np.int64)
    lay_out(rules, game, room.joint[0], cells, faces)
    game["open_cells"][: len(state.frontier)] = [_cell(place) for place in state.frontier]
    game["key"] = game["move_hash"] = 0
    game["over"], game["turn"], game["seat"] = state.is_over, state.turn, max(state.seat, 0)
    game["held"] = 0 if state.is_over else TILES.index(state.held)
    game["ways"] = len(state.placements)
    game["next"] = len(state.variants.bag) - len(state.bag)
    game["bag"][game["next"] : len(state.variants.bag)] = [TILES.index(one) for one in state.bag]
    game["gone"] = len(state.gone)
    game["completed_cities"], game["completed_roads"] = len(state.cities), len(state.roads)
    for seat in range(state.players):
        game["coins"][seat] = 0
        game["meeples"][seat] = state.meeples_left(seat)
        game["points"][seat] = [state.scored[seat][kind] for kind in KINDS]
    for card, record in zip((state.king, state.robber), game["cards"], strict=True):
        _write_card(card, record)
    _write_meeples(state, game)


def _write_card(card: Card, record: Any) -> None:
    record["holder"] = NOBODY if card.holder is None else card.holder
    record["size"], record["counted"], record["changes"] = card.size, card.completed, card.changes
    record["first"], record["last"] = card.first_turn, card.last_turn
    record["before"][: len(card.before)], record["then"][: len(card.then)] = card.before, card.then


def _write_meeples(state: State, game: Any) -> None:
    for (place, segment), seat in state.meeples.items():
        if state.board[place].tile.segments[segment].kind != MONASTERY:
            root = root_of(game, int(game["first_node"][_cell(place)]) + segment)
            game["node"][root]["meeples"] += np.uint64(1 << MEEPLE_BITS * seat)
    found = 0
    for place, laid in state.board.items():
        number = next((one for one, segment in enumerate(laid.tile.segments) if segment.kind == MONASTERY), None)
        tiles = sum(other in state.board for other in around(place))
        if number is None or tiles == len(list(around(place))):
            continue
        game["monastery_cell"][found], game["monastery_around"][found] = _cell(place), tiles
        game["monastery_seat"][found] = state.meeples.get((place, number), NOBODY)
        found += 1
    game["monasteries"] = found


def _cell(place: Place) -> int:
    return (place[0] + SPAN // 2) * SPAN + place[1] + SPAN // 2
