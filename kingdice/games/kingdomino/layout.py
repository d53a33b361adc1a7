"""How a game of Kingdomino lies in memory for the kernels.

A game and its rules are one record each, as kernels hand records on as pointers. Kingdoms of 7 by 7 need wider boards
than those of 5 by 5 (`boards`), so there are two layouts, and the kernels are compiled for either when they are
first used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kingdice.games.kingdomino.boards import as_words, words_of
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS, all_dominoes
from kingdice.games.kingdomino.kingdom import CASTLE, TORUS, cell
from kingdice.games.kingdomino.strategies import PLACES
from kingdice.games.kingdomino.variants import Variants

__all__ = ["Layout", "game_layout", "make_rules"]

MOST_SEATS, MOST_KINGS = 4, 4
NOBODY, NOWHERE, NOTHING = -1, -1, -1
SHUNNED = -2  # in the place of NOBODY, while a king decides who does not want the domino

# Boards of a kingdom: one a terrain, all squares with the castle, and the crowns of squares in binary.
BOARDS = len(TERRAINS) + 3
OCCUPIED, ONES, TWOS = range(len(TERRAINS), BOARDS)

# A move in one number: where the held domino goes and which domino of the next line is picked.
PLACES_OF_LINE = 8  # more than a line has
DIRECTION_STEP = 128  # more than a torus has cells


# Strategies, and what the searching ones are told: places in `parameters` and codes there.
STRATEGY_CODES = {
    "random": 0,
    "greedy-random-draft": 1,
    "full-greedy": 2,
    "far-sighted": 3,
    "mce": 4,
    "uct": 5,
    "strong": 6,
}
RANDOM, GREEDY_RANDOM_DRAFT, GREEDY, FAR_SIGHTED, MCE, UCT, STRONG = STRATEGY_CODES.values()
PARAMETERS = ("playouts", "policy", "reward", "epsilon", "exploration", "bias", "weight")
PLAYOUTS, POLICY, REWARD, EPSILON, EXPLORATION, BIAS, WEIGHT = range(len(PARAMETERS))
EPSILON_GREEDY, PLAYER_GREEDY, GREEDY_TO_THE_END = 10, 11, 12  # playout policies beside the first four strategies
POLICY_CODES = {
    "random": RANDOM,
    "greedy-random-draft": GREEDY_RANDOM_DRAFT,
    "greedy": GREEDY,
    "epsilon-greedy": EPSILON_GREEDY,
    "player-greedy": PLAYER_GREEDY,
    "far-sighted": FAR_SIGHTED,
}
REWARD_CODES = {"win": 0, "points": 1, "relative": 2, "lead": 3}
WIN, POINTS, RELATIVE, LEAD = REWARD_CODES.values()
BIAS_CODES = {"none": 0, "progressive": 1, "progressive-win": 2}
NO_BIAS, PROGRESSIVE, BY_TIMES_LOST = BIAS_CODES.values()
WITHOUT_CODES = {word: 1 << place for place, word in enumerate((*TERRAINS, *PLACES))}  # what may be shunned

# What a far-sighted player sees in a kingdom and a domino on offer, see `kernel_sight`.
FEATURES = (
    "one",
    "middle",
    "harmonious",
    "holes",
    "odd",
    "growing",
    "growing_wide",
    "waiting",
    "waiting_wide",
    "terrains",
    "edges",
    "gain",
    "misfit",
    "rank",
    "rank_squared",
    "crowns",
)
STAGES = 13  # of a round, by own dominoes still to be placed, of twelve

MOST_MOVES = 1024  # in one position; 208 is the most that was ever seen
MOST_PROPERTIES = 32  # of one terrain


# A node of a search tree; nodes are known by number, 0 is the root and, as a child, none.
NODE = np.dtype(
    [
        ("move", "i8"),  # that leads there, see `kernel_tree`
        ("seat", "i8"),  # who makes it
        ("first", "i8"),  # its first child
        ("following", "i8"),  # its next sibling
        ("visits", "i8"),
        ("possible", "i8"),  # visits of its parent in which the move was possible
        ("reward", "f8"),
        ("gain", "f8"),  # points that the move itself brings
    ],
    align=True,
)
MOST_TURNS = 64  # of a round
MOST_NAMES = (4 * DIRECTION_STEP + 1) * 64  # of moves in the tree

# A search under way.
SEARCH = np.dtype(
    [
        ("key", "u8"),
        ("playouts", "i8"),
        ("unseen", "u1", (DOMINOES,)),  # dominoes that the player has not seen, by number
        ("found", "i8"),
        ("moves", "i8", (MOST_MOVES,)),
        ("visits", "i8", (MOST_MOVES,)),
        ("sums", "f8", (MOST_MOVES,)),
        ("rounds", "i8"),  # of playouts in which every move left was tried once
        ("left", "i8"),  # how many moves are still in question
        ("place", "i8"),  # of the move that a playout began with; between rounds of playouts 0
        ("nodes", "i8"),
        ("depth", "i8"),  # of the way down the tree
        ("path", "i8", (MOST_TURNS,)),
        ("child_of", "i4", (MOST_NAMES,)),
    ],
    align=True,
)


# A king's turn, as the log has it.
TURN = np.dtype(
    [
        ("game", "i8"),
        ("round", "i8"),
        ("line", "i8"),  # 0: the first picks; the last one: nothing to pick
        ("turn", "i8"),
        ("seat", "i8"),  # from 0
        ("held", "i8"),  # domino number, or 0
        ("legal", "i8"),  # placements that it had
        ("placement", "i8"),  # 0: none; else 1 + direction * 128 + cell
        ("picked", "i8"),  # domino number, or 0
        ("rank", "i8"),  # place in its line of the domino picked, from 0; -1: none
        ("offered", "i8", (4,)),  # dominoes that were free, in order; 0: none
        ("points", "i8"),  # of the kingdom after the placement
    ],
    align=True,
)


class Layout(NamedTuple):
    """The records for kingdoms of one size."""

    rules: np.dtype
    kingdom: np.dtype
    game: np.dtype
    desk: np.dtype


@lru_cache(maxsize=2)
def game_layout(size: int) -> Layout:
    """The records for kingdoms of a size."""
    words = words_of(size)
    rows, columns = TORUS[size]
    cells = rows * columns
    board = ("u8", ()) if words == 1 else ("u8", (words,))

    def boards(number: int) -> tuple[str, tuple[int, ...]]:
        return board[0], (number, *board[1])

    rules = np.dtype(
        [
            ("seats", "i8"),
            ("kings", "i8"),
            ("length", "i8"),  # of a line
            ("lines", "i8"),
            ("rounds", "i8"),
            ("size", "i8"),
            ("middle_points", "i8"),
            ("middle_of_box", "i8"),
            ("harmony_points", "i8"),
            ("terrain", "i8", (DOMINOES + 1, 2)),  # of both halves, by the domino's number
            ("crowns", "i8", (DOMINOES + 1, 2)),
            ("code", "i8", (MOST_SEATS,)),  # the strategy at each seat
            ("parameters", "f8", (MOST_SEATS, len(PARAMETERS))),  # and what it is told
            ("without", "i8", (MOST_SEATS,)),  # what it shuns, bits of `WITHOUT_CODES`
            ("sight", "f8", (STAGES, len(FEATURES))),  # weights of features
            ("row_window", *boards(size * size)),  # rows that may be covered, by first and last row so far
            ("column_window", *boards(size * size)),
            ("middle", *boards(1)),  # the box around a castle in the middle
            ("castle", *boards(1)),
        ],
        align=True,
    )
    kingdom = np.dtype(
        [
            ("boards", *boards(BOARDS)),
            ("top", "i8"),  # the box: rows and columns from the castle
            ("bottom", "i8"),
            ("left", "i8"),
            ("right", "i8"),
            ("squares", "i8"),  # without the castle
            ("discarded", "i8"),  # in this round
            ("coins", "i8"),  # decisions drawn so far
            # of rounds that are over
            ("score", "i8"),
            ("base", "i8"),
            ("middle", "i8"),
            ("harmony", "i8"),
            ("discards", "i8"),
            ("largest", "i8"),
            ("crowns", "i8"),
            ("packed_squares", "i8"),
            ("packed_points", "i8"),
            ("packed_castle", "i8"),  # of the last one
        ],
        align=True,
    )
    game = np.dtype(
        [
            ("key", "u8"),
            ("move_hash", "u8"),
            ("round", "i8"),
            ("line", "i8"),  # the current line: 0 before the first one is placed
            ("turn", "i8"),  # whose turn: a place in `owner`
            ("drawn", "i8"),
            ("over", "i8"),
            ("held", "i8", (MOST_KINGS,)),  # dominoes of the current line that have a king, in order; 0: none yet
            ("owner", "i8", (MOST_KINGS,)),  # seats of their kings
            ("next", "i8", (MOST_KINGS,)),  # dominoes of the next line; 0: there is none
            ("taker", "i8", (MOST_KINGS,)),  # the seats of the kings on them, or NOBODY
            ("shunned", "i8"),  # how many of them the king who decides does not want
            ("kingdoms", kingdom, (MOST_SEATS,)),
            ("deck", "u1", (DOMINOES,)),
        ],
        align=True,
    )
    # What joins which properties of a terrain: see `kernel_gains`.
    borders = np.dtype(
        [
            ("near", *boards(1)),  # squares beside the terrain
            ("joined", "i8", (cells,)),  # which properties a square would join, a bit each
            ("squares", "i8", (MOST_PROPERTIES,)),
            ("crowns", "i8", (MOST_PROPERTIES,)),
        ],
        align=True,
    )
    # Where a player thinks.
    desk = np.dtype(
        [
            ("moves", "i8", (MOST_MOVES,)),
            ("found", "i8"),  # moves that are as good as the best
            ("best", "i8"),
            ("tried", kingdom, (1,)),
            # of a far-sighted player
            ("shares", "f8", (2, len(TERRAINS))),
            ("features", "f8", (len(FEATURES),)),
            ("noted", "f8", (len(FEATURES),)),  # those of the best move
            ("value", "f8"),  # of the best move
            ("values", "f8", (MOST_MOVES,)),  # of all `moves`
            ("borders", borders, (len(TERRAINS),)),  # of the kingdom as it is
            ("new_borders", borders, (len(TERRAINS),)),  # with the held domino placed
        ],
        align=True,
    )
    return Layout(rules, kingdom, game, desk)


def make_rules(variants: Variants, players: int) -> np.ndarray:
    """The rules as the kernels take them, without strategies; an array of one record."""
    size = variants.size
    rules = np.zeros(1, dtype=game_layout(size).rules)
    one = rules[0]
    one["seats"], one["kings"] = players, variants.kings(players)
    one["length"], one["lines"] = variants.line_length(players), variants.lines(players)
    one["rounds"], one["size"] = variants.rounds, size
    one["middle_points"], one["middle_of_box"] = variants.middle_points, variants.middle_of_box
    one["harmony_points"] = variants.harmony_points
    for domino in all_dominoes():
        for side, half in enumerate(domino.halves):
            one["terrain"][domino.number, side] = TERRAINS.index(half.terrain)
            one["crowns"][domino.number, side] = half.crowns
    middle, far = size // 2, size - 1
    rows, columns = TORUS[size]
    for first in range(-far, 1):
        for last in range(first + size):
            reach = range(max(last - far, first - 2), min(first + far, last + 2) + 1)
            window = (first + far) * size + last
            in_rows = {cell((row, column), size) for row in reach for column in range(columns)}
            in_columns = {cell((row, column), size) for row in range(rows) for column in reach}
            one["row_window"][window] = _board(in_rows, size)
            one["column_window"][window] = _board(in_columns, size)
    box = range(-middle, middle + 1)
    one["middle"][0] = _board({cell((row, column), size) for row in box for column in box}, size)
    one["castle"][0] = _board({cell(CASTLE, size)}, size)
    return rules


def _board(cells: set[int], size: int) -> int | list[int]:
    words = as_words(cells, size)
    return words[0] if len(words) == 1 else words
