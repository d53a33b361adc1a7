"""How a game of Carcassonne lies in memory for the kernels.

A game and its rules are one record each, as kernels hand records on as pointers. The table has room for all tiles in a
row in any direction, so that it never ends; it is cleared and copied tile by tile, never whole.

Segments join into features by pointing at each other (union and find): a segment is a node, and the node that a
feature's segments lead to knows all about the feature. Which city segments a field borders is a set of bits, as there
are fewer than 64 of them. So is, for cities and roads, which tiles with several such segments belong to it: only
these could be counted twice when features join.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kingdice.errors import EditionError
from kingdice.games.carcassonne.play import SPAN
from kingdice.games.carcassonne.rules import MEEPLES
from kingdice.games.carcassonne.tiles import CITY, KINDS, ROAD, START, Tile, all_tiles
from kingdice.games.carcassonne.variants import CARDS, Variants
from kingdice.games.carcassonne.weights import greedy_weights

__all__ = ["GAME", "JOINT", "RULES", "make_rules"]

CELLS = SPAN * SPAN
CENTRE_CELL = SPAN // 2 * SPAN + SPAN // 2
MOST_SEATS = 5
MOST_MOVES = 4096  # in one position: at most 154 free places, with three rotations of eight moves each (L)
MOST_CANDIDATES = 1000  # of a search
MOST_TILES = 77
MOST_SEGMENTS = 8  # of a tile
MOST_NODES = MOST_TILES * MOST_SEGMENTS
MOST_OPEN = 256  # free places beside tiles: 4, and two more with every further tile at most
MOST_MONASTERIES = 8
TYPES = len(all_tiles())
FACES = TYPES * 4  # tiles as they lie: four rotations of each
NOBODY = -1
NO_SEGMENT = -1
BITS = 64

# Edges, in two bits each; a place's code has the edges that its neighbours show it, from the north.
NO_EDGE, FIELD_EDGE, ROAD_EDGE, CITY_EDGE = range(4)
CODES = 256

CITY_CODE, ROAD_CODE, FIELD_CODE, MONASTERY_CODE = range(len(KINDS))

# Meeples of a feature: 8 bits a seat in one word.
MEEPLE_BITS = 8

# What the cards bring, in the order of `variants.CARDS`.
NO_CARDS, OFFICIAL, FLAT_10, FLAT_15_40, CONTINUOUS, CONTINUOUS_NEW = range(len(CARDS))
KING, ROBBER = 0, 1
FIELD_RULES = ("each", "by-city", "once")
EACH_FIELD, BY_CITY, ONCE_A_CITY = range(len(FIELD_RULES))
SIZE_BITS, LARGEST_BITS = 8, 8  # sizes are packed 8 bits each, those of 8 tiles and more together

# A move in one number: cell, rotation, and the segment that a meeple is put on.
MEEPLE_STEP, ROTATION_STEP = 16, 4

STRATEGY_CODES = {"random": 0, "greedy": 1, "greedy-cards": 2, "mcts": 3}
RANDOM, GREEDY, GREEDY_CARDS, MCTS = STRATEGY_CODES.values()
PARAMETERS = ("playouts", "candidates", "turns")  # what a searching player is told
PLAYOUTS, CANDIDATES, TURNS = range(len(PARAMETERS))

# What a player may do without, a bit each: meeples on a kind of feature, in the order of `tiles.KINDS`, or a card.
WITHOUT = {"cities": 1, "roads": 2, "fields": 4, "monasteries": 8, "king": 16, "robber": 32}
NO_KING, NO_ROBBER = WITHOUT["king"], WITHOUT["robber"]

# What a greedy player is told, see `kernel_judgement` and `kernel_cards`: places in `told`.
TOLD = (
    "attention",  # how surely a place is filled, for each tile that fits there
    "extend",  # what an open end costs besides, in logarithms
    "growth",  # tiles that an open end will bring
    "meeple",  # points that a meeple in hand is worth with many turns to come
    "lasting",  # turns left with which it is worth half of that
    "spare",  # what one meeple more is worth of the one before
    "back",  # what the chance that a meeple comes back is worth of having it
    "field",  # points that a field will get from cities yet to come, at the start of the game
    "around",  # how surely a place around a monastery is filled, for each tile left
    "rivals",  # what points of the others count
    "king_calm",  # how slowly a holder loses a card, in logarithms: with a size of nothing,
    "king_size",  # and for each tile of the size to beat
    "king_rate",  # cities that are completed a turn
    "robber_calm",
    "robber_size",
    "robber_rate",
    "again",  # how likely who loses a card has it in the end, of an equal share
    "cards",  # what a point of the cards counts
)
ATTENTION, EXTEND, GROWTH, MEEPLE, LASTING, SPARE, BACK, FIELD, AROUND, RIVALS = range(10)
CARD_TOLD, CALM, BY_SIZE, RATE = 10, 0, 1, 2  # three numbers a card
AGAIN, CARDS_COUNT = 16, 17

RULES = np.dtype(
    [
        ("seats", "i8"),
        ("drawn", "i8"),  # tiles in the bag at the start
        ("cards", "i8"),
        ("fields", "i8"),
        ("small_city", "i8"),
        ("least_city", "i8"),
        ("least_size", "i8"),
        ("start", "i8"),  # face of the start tile
        ("code", "i8", (MOST_SEATS,)),  # the strategy at each seat
        ("without", "i8", (MOST_SEATS,)),  # bits of WITHOUT
        ("parameters", "f8", (MOST_SEATS, len(PARAMETERS))),
        ("told", "f8", (MOST_SEATS, len(TOLD))),  # what greedy players go by
        ("bag", "u1", (MOST_TILES,)),  # types, in the order of the list
        # by face
        ("edges", "u1", (FACES, 4)),
        ("at_side", "i1", (FACES, 4)),  # city or road segment
        ("left", "i1", (FACES, 4)),  # field segment at the left half of a side
        ("right", "i1", (FACES, 4)),
        # by type
        ("fits", "u1", (TYPES, CODES)),  # rotations that go with a place's code, a bit each
        ("unlike", "u1", (TYPES,)),  # rotations that do not look like an earlier one, a bit each
        ("segments", "i8", (TYPES,)),
        ("cities", "i8", (TYPES,)),  # city segments, which come first
        ("kind", "u1", (TYPES, MOST_SEGMENTS)),
        ("sides", "u1", (TYPES, MOST_SEGMENTS)),  # that a city or road segment touches
        ("pennant", "u1", (TYPES, MOST_SEGMENTS)),
        ("borders", "u1", (TYPES, MOST_SEGMENTS)),  # city segments beside a field, a bit each
        ("several", "u1", (TYPES, len(KINDS))),  # whether a tile has two or more segments of a kind
    ],
    align=True,
)

# What is known of a feature, in the node that its segments lead to.
NODE = np.dtype(
    [
        ("several", "u8"),  # tiles with several segments of its kind, a bit each
        ("cities", "u8"),  # of a city its segments, of a field those that it borders
        ("meeples", "u8"),
        ("parent", "i2"),  # itself, if it is the one that knows
        ("size", "i2"),
        ("ends", "i2"),
        ("pennants", "i2"),
        ("kind", "i2"),
    ],
    align=True,
)

CARD = np.dtype(
    [
        ("holder", "i8"),
        ("size", "i8"),
        ("counted", "i8"),
        ("changes", "i8"),
        ("first", "i8"),
        ("last", "i8"),
        ("before", "i8", (MOST_SEATS,)),
        ("then", "i8", (MOST_SEATS,)),
    ],
    align=True,
)

GAME = np.dtype(
    [
        ("key", "u8"),
        ("move_hash", "u8"),
        ("over", "i8"),
        ("turn", "i8"),
        ("seat", "i8"),
        ("held", "i8"),  # type of the drawn tile
        ("next", "i8"),  # place in the bag
        ("gone", "i8"),
        ("ways", "i8"),  # placements of the drawn tile, all four rotations counted
        ("tiles", "i8"),  # on the table
        ("nodes", "i8"),
        ("open", "i8"),
        ("monasteries", "i8"),  # not yet complete
        ("city_segments", "i8"),
        ("several", "i8"),  # numbers given to tiles with several segments of a kind
        ("completed_cities", "i8"),
        ("completed_roads", "i8"),
        ("last_city", "i8"),  # tiles of the largest city completed in the last turn that counts; 0: none
        ("last_road", "i8"),
        ("city_sizes", "i8"),
        ("road_sizes", "i8"),
        ("coins", "i8", (MOST_SEATS,)),
        ("meeples", "i8", (MOST_SEATS,)),  # not on the table
        ("points", "i8", (MOST_SEATS, len(KINDS))),
        ("cards", CARD, (2,)),
        ("bag", "u1", (MOST_TILES,)),
        ("cells", "i4", (MOST_TILES,)),  # where tiles lie, in the order of play
        ("open_cells", "i4", (MOST_OPEN,)),
        ("monastery_cell", "i4", (MOST_MONASTERIES,)),
        ("monastery_seat", "i4", (MOST_MONASTERIES,)),  # or NOBODY
        ("monastery_around", "i4", (MOST_MONASTERIES,)),  # tiles
        ("city_node", "i4", (BITS,)),
        ("node", NODE, (MOST_NODES,)),
        # the table, by cell
        ("face", "u1", (CELLS,)),  # 1 + face, 0: free
        ("code", "u1", (CELLS,)),  # of free places beside tiles
        ("first_node", "i2", (CELLS,)),
    ],
    align=True,
)

# A tile about to be laid: what its segments would belong to. Segments of one feature have the same `group`, and the
# arrays below hold under the group's number what the whole feature would be.
MOST_JOINED = 16
JOINT = np.dtype(
    [
        ("segments", "i8"),
        ("group", "i8", (MOST_SEGMENTS,)),
        ("several", "u8", (MOST_SEGMENTS,)),
        ("cities", "u8", (MOST_SEGMENTS,)),
        ("meeples", "u8", (MOST_SEGMENTS,)),
        ("size", "i8", (MOST_SEGMENTS,)),
        ("ends", "i8", (MOST_SEGMENTS,)),
        ("pennants", "i8", (MOST_SEGMENTS,)),
        ("joined", "i8"),  # features on the table that it joins
        ("root", "i8", (MOST_JOINED,)),
        ("root_group", "i8", (MOST_JOINED,)),
        ("chance", "f8", (MOST_SEGMENTS,)),
    ],
    align=True,
)

# Where a player thinks.
DESK = np.dtype(
    [
        ("told", "f8", (len(TOLD),)),  # what the player whose turn it is goes by
        ("without", "i8"),  # what he does without; in a search nobody
        ("left", "i8", (TYPES,)),  # tiles in the bag
        ("known", "u1", (CODES,)),  # whether `filled` is known
        ("filled", "f8", (CODES,)),
        ("chance", "f8", (MOST_NODES,)),  # logarithm of the chance that a feature is completed
        ("done", "f8", (MOST_NODES,)),  # of a city, that chance
        ("farms", "i8"),
        ("farm", "i8", (MOST_SEATS * MEEPLES,)),  # fields with meeples
        ("farm_cities", "f8", (MOST_SEATS * MEEPLES,)),  # completed cities that they will border
        ("sign", "f8", (MOST_SEATS,)),  # what a point of a seat counts
        ("worth", "f8", (MOST_SEATS,)),  # of a first meeple in hand
        ("back", "f8", (MOST_SEATS,)),  # of a meeple that will come back
        ("field", "f8"),  # points that a field promises beside those of cities that are there
        ("around", "f8"),  # chance that a place around a monastery is filled
        ("others", "i8"),
        ("other", "i8", (MOST_JOINED,)),  # features whose chance a placement changes without joining them
        ("change", "f8", (MOST_JOINED,)),
        ("found", "i8"),  # moves
        ("moves", "i8", (MOST_MOVES,)),
        ("values", "f8", (MOST_MOVES,)),
        ("returned", "i8", (MOST_SEATS,)),  # meeples that a placement brings back
    ],
    align=True,
)

# A turn, as the log has it.
TURN = np.dtype(
    [
        ("game", "i8"),
        ("turn", "i8"),  # from 1; 0: the game was over before
        ("seat", "i8"),  # from 0
        ("tile", "i8"),  # its place in the list
        ("move", "i8"),  # see `play.move_code`
        ("cities", "i8"),  # completed in this turn
        ("roads", "i8"),
        ("city", "i8"),  # tiles of the largest of them that counts; 0: none
        ("road", "i8"),
        ("own", "i8"),  # points that the turn brought who took it, the cards left out
        ("given", "i8"),  # and the others
        # after the turn
        ("completed_cities", "i8"),
        ("completed_roads", "i8"),
        ("king", "i8"),  # who holds the King: a seat from 0, or NOBODY
        ("king_size", "i8"),
        ("robber", "i8"),
        ("robber_size", "i8"),
        ("points", "i2", (MOST_SEATS,)),  # on the scoreboard, so without what the end brings
        ("hand", "i2", (MOST_SEATS,)),  # meeples not on the table
    ],
    align=True,
)

# A search under way, see `simulation.halving`.
SEARCH = np.dtype(
    [
        ("key", "u8"),
        ("found", "i8"),
        ("left", "i8"),
        ("place", "i8"),
        ("rounds", "i8"),
        ("playouts", "i8"),
        ("moves", "i8", (MOST_CANDIDATES,)),
        ("sums", "f8", (MOST_CANDIDATES,)),
        ("unseen", "u1", (MOST_TILES,)),  # as they lie in the bag, from the next one on
    ],
    align=True,
)


def make_rules(variants: Variants, players: int) -> np.ndarray:
    """The rules as the kernels take them, without strategies; an array of one record.

    Raises
    ------
    EditionError
        When there are more tiles or city segments than the kernels have room for.
    """
    rules = np.zeros(1, dtype=RULES)
    one = rules[0]
    one["seats"], one["drawn"] = players, len(variants.bag)
    one["cards"], one["fields"] = CARDS.index(variants.cards), FIELD_RULES.index(variants.fields)
    one["small_city"], one["least_city"] = variants.small_city_points, variants.least_city
    one["least_size"] = variants.least_size
    names = [kind.id for kind in all_tiles()]
    cities = sum(kind.count * sum(one.kind == CITY for one in kind.segments) for kind in variants.kinds)
    if len(variants.bag) >= MOST_TILES or cities > BITS:
        raise EditionError(f"{variants.tiles}: {len(variants.bag) + 1} tiles with {cities} city segments are too many")
    one["bag"][: len(variants.bag)] = [names.index(name) for name in variants.bag]
    one["start"] = 4 * names.index(START)
    one["told"] = [greedy_weights()[name] for name in TOLD]
    _fill_tables(one)
    return rules


@lru_cache(maxsize=1)
def _tables() -> np.ndarray:
    rules = np.zeros(1, dtype=RULES)
    for number, kind in enumerate(all_tiles()):
        _fill_type(rules[0], number, kind)
    return rules


_TABLES = (
    *("edges", "at_side", "left", "right"),
    *("fits", "unlike", "segments", "cities"),
    *("kind", "sides", "pennant", "borders", "several"),
)


def _fill_tables(one: np.void) -> None:
    tables = _tables()[0]
    for name in _TABLES:
        one[name] = tables[name]


def _fill_type(one: np.void, number: int, kind: Tile) -> None:
    edge_codes = {"F": FIELD_EDGE, "R": ROAD_EDGE, "C": CITY_EDGE}
    for rotation in range(4):
        face = 4 * number + rotation
        for side in range(4):
            drawn = (side - rotation) % 4
            one["edges"][face, side] = edge_codes[kind.edges[drawn]]
            at_side = kind.segment_at_side[drawn]
            one["at_side"][face, side] = NO_SEGMENT if at_side is None else at_side
            for name, half in (("left", 2 * drawn), ("right", 2 * drawn + 1)):
                field = kind.field_at_half[half]
                one[name][face, side] = NO_SEGMENT if field is None else field
    for code in range(CODES):
        shown = [code >> 2 * side & 3 for side in range(4)]
        for rotation in range(4):
            edges = one["edges"][4 * number + rotation]
            if all(edge in (NO_EDGE, own) for edge, own in zip(shown, edges, strict=True)):
                one["fits"][number, code] |= 1 << rotation
    one["unlike"][number] = sum(1 << rotation for rotation in kind.rotations)
    one["segments"][number] = len(kind.segments)
    one["cities"][number] = sum(segment.kind == CITY for segment in kind.segments)
    for place, segment in enumerate(kind.segments):
        one["kind"][number, place] = KINDS.index(segment.kind)
        one["sides"][number, place] = len(segment.sides)
        one["pennant"][number, place] = segment.has_pennant
        one["borders"][number, place] = sum(1 << city for city in segment.cities)
    for code, name in enumerate(KINDS):
        if name in (CITY, ROAD):
            one["several"][number, code] = sum(segment.kind == name for segment in kind.segments) > 1
