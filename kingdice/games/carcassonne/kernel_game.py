"""A game in numba: tiles drawn and laid, meeples, what is completed, and who takes the cards.

The same rules as `rules`, `cards` and `play`, on the same addressed words, so that the same strategies play the same
games.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.carcassonne.kernel_features import (
    join,
    most_meeples,
    step_to,
    write_features,
)
from kingdice.games.carcassonne.layout import (
    CENTRE_CELL,
    CITY_CODE,
    KING,
    LARGEST_BITS,
    MEEPLE_STEP,
    MONASTERY_CODE,
    NOBODY,
    ROAD_CODE,
    ROBBER,
    ROTATION_STEP,
    SIZE_BITS,
)
from kingdice.games.carcassonne.play import SPAN
from kingdice.games.carcassonne.rules import MEEPLES
from kingdice.simulation.streams import DECISION, DECK, game_key, mix, number_below

MONASTERY_POINTS = 9


@njit(cache=True, nogil=True)
def clear_table(game):
    """Take all tiles off the table."""
    for place in range(game.tiles):
        cell = game.cells[place]
        game.face[cell] = 0
    for place in range(game.open):
        game.code[game.open_cells[place]] = 0
    game.tiles = game.open = game.nodes = game.monasteries = game.city_segments = game.several = 0


@njit(cache=True, nogil=True)
def begin_game(rules, game, joint, seed_key, number):
    """Set up game `number`: the start tile lies there, and the first tile is drawn."""
    clear_table(game)
    game.key = game_key(seed_key, np.uint64(number))
    game.move_hash = np.uint64(0)
    game.over = game.turn = game.seat = game.next = game.gone = game.last_city = game.last_road = 0
    game.completed_cities = game.completed_roads = game.city_sizes = game.road_sizes = 0
    for seat in range(rules.seats):
        game.coins[seat] = 0
        game.meeples[seat] = MEEPLES
        for kind in range(4):
            game.points[seat, kind] = 0
    for which in range(2):
        card = game.cards[which]
        card.holder = NOBODY
        card.size = card.counted = card.changes = card.first = card.last = 0
        for seat in range(rules.seats):
            card.before[seat] = card.then[seat] = 0
    for place in range(rules.drawn):
        game.bag[place] = rules.bag[place]
    shuffle(rules, game, np.int64(0))
    centre = np.int64(CENTRE_CELL)  # as other cells are: a constant would have callees compiled once more
    join(rules, game, centre, rules.start, joint)
    lay(rules, game, centre, rules.start, joint)
    draw(rules, game)


@njit(cache=True, nogil=True)
def shuffle(rules, game, fewest):
    """Shuffle the tiles of the bag from place `fewest` on, those before it left alone."""
    bag = game.bag
    for place in range(rules.drawn - 1, fewest, -1):
        bound = np.uint64(place + 1 - fewest)
        other = fewest + np.int64(number_below(game.key, DECK, 0, place, 0, bound))
        bag[place], bag[other] = bag[other], bag[place]


@njit(cache=True, nogil=True)
def lay(rules, game, cell, face, joint):
    """Lay a tile that has been joined: its features, and the free places beside it."""
    write_features(rules, game, cell, face, joint)
    game.face[cell] = face + 1
    game.code[cell] = 0
    game.cells[game.tiles] = cell
    game.tiles += 1
    for side in range(4):
        other = step_to(cell, side)
        if game.face[other] == 0:
            if game.code[other] == 0:
                game.open_cells[game.open] = other
                game.open += 1
            game.code[other] |= rules.edges[face, side] << 2 * (side ^ 2)


@njit(cache=True, nogil=True)
def lay_out(rules, game, joint, cells, faces):
    """Clear the table and lay tiles, one after the other; nothing is scored."""
    clear_table(game)
    for place in range(cells.size):
        cell, face = cells[place], faces[place]
        if game.code[cell] != 0:
            close_place(game, cell)
        join(rules, game, cell, face, joint)
        lay(rules, game, cell, face, joint)


@njit(cache=True, nogil=True)
def close_place(game, cell):
    """A place is taken: it is not free any more; the others keep their order.

    From the last one on every place moves down by one until the hole is met: most places that are taken are new ones.
    """
    game.open -= 1
    place = np.int64(game.open)
    carried = game.open_cells[place]
    while carried != cell:
        place -= 1
        here = game.open_cells[place]
        game.open_cells[place] = carried
        carried = here


@njit(cache=True, nogil=True)
def draw(rules, game):
    """Draw the next tile that can be placed; the others leave the game."""
    while game.next < rules.drawn:
        kind = np.int64(game.bag[game.next])
        game.next += 1
        ways = np.int64(0)
        for place in range(game.open):
            ways += QUARTERS[rules.fits[kind, game.code[game.open_cells[place]]]]
        if ways > 0:
            game.held, game.ways = kind, ways
            return
        game.gone += 1
    game.over = 1


QUARTERS = np.array([bin(bits).count("1") for bits in range(16)], dtype=np.int64)


@njit(cache=True, nogil=True)
def coin(game, seat, bound):
    """A number below `bound`, from the seat's next decision word; no word is used up where there is no choice."""
    if bound < 2:
        return np.int64(0)
    game.coins[seat] += 1
    return np.int64(number_below(game.key, DECISION, seat, game.coins[seat], 0, np.uint64(bound)))


@njit(cache=True, nogil=True)
def nth_placement(rules, game, number):
    """Placement number `number` of the held tile: its cell and rotation in one number."""
    for place in range(game.open):
        cell = np.int64(game.open_cells[place])
        bits = rules.fits[game.held, game.code[cell]]
        here = QUARTERS[bits]
        if number < here:
            for rotation in range(4):
                if bits >> rotation & 1:
                    if number == 0:
                        return cell * ROTATION_STEP + rotation
                    number -= 1
        number -= here
    return np.int64(-1)


@njit(cache=True, nogil=True)
def as_move(placement, meeple):
    """A move in one number: a placement, and a segment or -1."""
    return placement * MEEPLE_STEP + meeple + 1


@njit(cache=True, nogil=True)
def cell_in(move):
    """The cell of a move."""
    return move // (MEEPLE_STEP * ROTATION_STEP)


@njit(cache=True, nogil=True)
def rotation_in(move):
    """The rotation of a move."""
    return move // MEEPLE_STEP % ROTATION_STEP


@njit(cache=True, nogil=True)
def meeple_in(move):
    """The segment that a move puts a meeple on, or -1."""
    return move % MEEPLE_STEP - 1


@njit(cache=True, nogil=True)
def make_move(rules, game, joint, move):
    """Lay the held tile and put a meeple on it; count what is completed, and draw the next tile."""
    cell, face = cell_in(move), game.held * 4 + rotation_in(move)
    join(rules, game, cell, face, joint)
    make_joined(rules, game, joint, move)


@njit(cache=True, nogil=True)
def make_joined(rules, game, joint, move):
    """Make a move whose tile has just been joined."""
    cell, face, meeple = cell_in(move), game.held * 4 + rotation_in(move), meeple_in(move)
    seat = game.seat
    kind = game.held
    if meeple >= 0:
        game.meeples[seat] -= 1
        if rules.kind[kind, meeple] != MONASTERY_CODE:
            joint.meeples[joint.group[meeple]] += np.uint64(1) << np.uint64(8 * seat)
    close_place(game, cell)
    lay(rules, game, cell, face, joint)
    game.move_hash = mix(game.move_hash ^ np.uint64(move))
    game.turn += 1
    _score_completed(rules, game, joint, kind, game.nodes - joint.segments)
    _mind_monasteries(rules, game, cell, kind, seat if meeple == joint.segments - 1 else NOBODY)
    game.seat = seat + 1 if seat + 1 < rules.seats else 0
    draw(rules, game)


@njit(cache=True, nogil=True)
def _score_completed(rules, game, joint, kind, first):
    """Cities and roads that the tile just laid completed: points, meeples and cards."""
    cities = counted = roads = largest_city = largest_road = np.int64(0)
    for segment in range(joint.segments):
        if joint.group[segment] != segment or joint.ends[segment] != 0:
            continue
        code, size = rules.kind[kind, segment], joint.size[segment]
        if code == CITY_CODE:
            worth = rules.small_city if size == 2 else 2 * (size + joint.pennants[segment])
            cities += 1
            game.city_sizes += 1 << SIZE_BITS * (min(size, LARGEST_BITS) - 2)
            if size >= rules.least_city:
                counted += 1
                largest_city = max(largest_city, size)
        elif code == ROAD_CODE:
            worth = size
            roads += 1
            game.road_sizes += 1 << SIZE_BITS * (min(size, LARGEST_BITS) - 2)
            largest_road = max(largest_road, size)
        else:
            continue
        node = game.node[first + segment]
        if node.meeples != 0:
            seats = most_meeples(node.meeples)
            for seat in range(rules.seats):
                game.meeples[seat] += np.int64(node.meeples >> np.uint64(8 * seat) & np.uint64(0xFF))
                if seats >> seat & 1:
                    game.points[seat, code] += worth
            node.meeples = np.uint64(0)
    game.last_city, game.last_road = largest_city, largest_road
    if cities > 0:
        game.completed_cities += cities
        if counted > 0:
            _pass_card(rules, game, game.cards[KING], counted, largest_city)
    if roads > 0:
        game.completed_roads += roads
        _pass_card(rules, game, game.cards[ROBBER], roads, largest_road)


@njit(cache=True, nogil=True)
def _pass_card(rules, game, card, completed, largest):
    """What a turn with completed cities (or roads) means for the King (the Robber Baron)."""
    card.counted += completed
    if card.holder != NOBODY:
        card.before[card.holder] += completed
    if largest > card.size and largest >= rules.least_size:
        card.size = largest
        if card.holder != game.seat:
            card.last = game.turn
            if card.holder == NOBODY:
                card.first = game.turn
            else:
                card.changes += 1
            card.holder = game.seat
    if card.holder != NOBODY:
        card.then[card.holder] += completed


@njit(cache=True, nogil=True)
def _mind_monasteries(rules, game, cell, kind, seat):
    """Count the new tile around monasteries, one of its own among them; score those that are complete."""
    last = rules.segments[kind] - 1
    row, column = cell // SPAN, cell % SPAN
    place = np.int64(0)
    while place < game.monasteries:
        other = game.monastery_cell[place]
        if abs(other // SPAN - row) <= 1 and abs(other % SPAN - column) <= 1:
            game.monastery_around[place] += 1
            if game.monastery_around[place] == 8:
                _end_monastery(game, place)
                continue
        place += 1
    if rules.kind[kind, last] == MONASTERY_CODE:
        around = 0
        for down in range(-1, 2):
            for across in range(-1, 2):
                around += game.face[cell + down * SPAN + across] > 0
        game.monastery_cell[place] = cell
        game.monastery_seat[place] = seat
        game.monastery_around[place] = around - 1
        game.monasteries += 1
        if around == 9:
            _end_monastery(game, place)


@njit(cache=True, nogil=True)
def _end_monastery(game, place):
    """Score a complete monastery, and forget it."""
    seat = game.monastery_seat[place]
    if seat != NOBODY:
        game.points[seat, MONASTERY_CODE] += MONASTERY_POINTS
        game.meeples[seat] += 1
    game.monasteries -= 1
    for later in range(place, game.monasteries):
        game.monastery_cell[later] = game.monastery_cell[later + 1]
        game.monastery_seat[later] = game.monastery_seat[later + 1]
        game.monastery_around[later] = game.monastery_around[later + 1]
