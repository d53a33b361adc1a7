"""King of Dice for a block of games: the rules of `rules` and the simple strategies of `strategies` in numba.

Every game of a block has a row in each array of `games`; `tables` holds what all games share. Turns that a simple
strategy plays run to the end of the game in `_advance`; a seat that solves its turns makes the game wait, its
display is solved in a batch with those of other games, and `_play_solved` plays the turn with the values found.
The plain rules and these kernels draw the same words at the same addresses, so they play the same games.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.simulation.streams import (
    DECISION,
    DECK,
    PENALTIES,
    FaceTables,
    draw_faces,
    game_key,
    mix,
    number_below,
)

__all__ = ["BOARD", "EFFECTS", "REALM", "STRATEGY_CODES", "Games", "Tables"]

Ints = NDArray[np.int64]

EFFECTS = {None: 0, "fourth roll": 1, "extra turn": 2, "fairy": 3, "neighbour": 4, "given away": 5}
STRATEGY_CODES = {
    "random": 0, "first-met": 1, "highest": 2, "easiest": 3, "best-bet": 4, "turn-optimal": 5, "lead-optimal": 6,
}  # fmt: skip
_SOLVES = 5


class Tables(NamedTuple):
    """What all games share."""

    points: Ints  # (citizens,), 0 for a fairy
    village: Ints  # (citizens,), the place under the citizen's village, or -1
    effect: Ints  # (citizens,), see EFFECTS
    village_values: Ints  # (places, most)
    village_counts: Ints  # (places,)
    penalties: Ints  # (cards,), not shuffled
    rules: Ints  # (4,): rolls, fairies n each, may decline, any citizen may be discarded
    extra_rolls: Ints  # (seats,)
    head_start: Ints  # (seats,), points
    kinds: NDArray[np.uint64]  # (masks,)
    kind_of_roll: Ints  # (rolls,)
    full: Ints  # (rolls,), lattice state
    keeps: NDArray[np.int32]  # (rolls, most), in the order of the tie rule
    keep_counts: Ints  # (rolls,)
    states: Ints  # (groups,)
    shape: Ints  # (groups,), rolls
    counts: Ints  # (groups,), dice
    sizes: Ints  # (groups, states), dice kept
    successor: Ints  # (groups, states, faces)
    faces: FaceTables
    chances: NDArray[np.float64]  # (citizens, rolls left, rolls)
    policies: NDArray[np.int32]  # (citizens, rolls left - 1, rolls)
    whole: NDArray[np.float64]  # (citizens, rolls of the turn - 1)


class Games(NamedTuple):
    """The games of a block, a row each."""

    deck: Ints  # (games, citizens), the first places are laid out at the start
    penalties: Ints  # (games, cards), points
    display: Ints  # (games, places), citizens
    villages: Ints  # (games, places), taken so far
    board: Ints  # (games, BOARD)
    realms: Ints  # (games, seats, REALM)
    move_hash: NDArray[np.uint64]  # (games,)


# Columns of `board`, `realms` and `rules`.
BOARD = 7
_SEAT, _DRAWN, _LOST, _ENDED, _TURNS, _FAILS, _LEAD_CHANGES = range(BOARD)
REALM = 8
_POINTS, _FAIRIES, _MINUS_POINTS, _MINUS_CARDS, _ELF, _TURN, _COINS, _FAILED = range(REALM)
_ROLLS, _FAIRIES_EACH, _DECLINE, _DISCARD_ANY = range(4)

_PHASE_ROLL, _PHASE_KEEP, _PHASE_TAKE, _PHASE_NEIGHBOUR, _PHASE_GIVE, _PHASE_DISCARD = range(6)
_NOTHING = -1
_TIE = 1e-9


@njit(cache=True, nogil=True)
def _set_up(key, first, tables, games, keys):
    """Shuffle and lay out games `first`, `first` + 1, …; keys (games,) uint64 gets each game's key."""
    deck, penalties, display, villages = games.deck, games.penalties, games.display, games.villages
    board, realms, move_hash = games.board, games.realms, games.move_hash
    cards = tables.penalties
    for g in range(keys.size):
        keys[g] = game_key(key, first + g)
        for card in range(deck.shape[1]):
            deck[g, card] = card
        for place in range(deck.shape[1] - 1, 0, -1):
            other = np.int64(number_below(keys[g], DECK, 0, place, 0, np.uint64(place + 1)))
            deck[g, place], deck[g, other] = deck[g, other], deck[g, place]
        for card in range(penalties.shape[1]):
            penalties[g, card] = cards[card]
        for place in range(penalties.shape[1] - 1, 0, -1):
            other = np.int64(number_below(keys[g], PENALTIES, 0, place, 0, np.uint64(place + 1)))
            penalties[g, place], penalties[g, other] = penalties[g, other], penalties[g, place]
        for place in range(display.shape[1]):
            display[g, place] = deck[g, place]
            villages[g, place] = 0
        board[g, :] = 0
        board[g, _DRAWN] = display.shape[1]
        realms[g, :, :] = 0
        for seat in range(realms.shape[1]):
            realms[g, seat, _POINTS] = tables.head_start[seat]
        move_hash[g] = 0


@njit(cache=True, nogil=True)
def _note(move_hash, g, phase, to):
    move_hash[g] = mix(move_hash[g] ^ np.uint64((phase << 32) | (to + 1)))


@njit(cache=True, nogil=True)
def _alone(g, place, lead, tables, games):
    """Worth of the citizen at a place, village included, the hypnotist's neighbour not."""
    card = games.display[g, place]
    if tables.effect[card] == 3:
        fairies = games.realms[g, games.board[g, _SEAT], _FAIRIES]
        worth = 2.0 * fairies + 1.0 if tables.rules[_FAIRIES_EACH] else fairies + 1.0
    elif tables.effect[card] == 5:
        worth = -tables.points[card] / (games.realms.shape[1] - 1) if lead else 0.0
    else:
        worth = np.float64(tables.points[card])
    if tables.village[card] == place and games.villages[g, place] < tables.village_counts[place]:
        worth += tables.village_values[place, games.villages[g, place]]
    return worth


@njit(cache=True, nogil=True)
def _stakes(g, lead, tables, games, worths, order):
    """Fill in worths (places,) and the order in which citizens are taken; returns what failing is worth.

    order (places + 1,): dearest first, equals (within the tie) leftmost first, _NOTHING where none is taken.
    """
    effect, display = tables.effect, games.display
    places = worths.size
    for place in range(places):
        worths[place] = _alone(g, place, lead, tables, games)
    for place in range(places - 1):
        if effect[display[g, place]] == 4:
            worths[place] += max(0.0, _alone(g, place + 1, lead, tables, games))
    failing = np.float64(games.penalties[g, games.board[g, _LOST]])
    done = 0
    used = 0
    declined = False
    while done < places + 1:
        best = -np.inf
        for place in range(places):
            if not used >> place & 1 and worths[place] > best:
                best = worths[place]
        if tables.rules[_DECLINE] and not declined and failing > best:
            best = failing
        if best == -np.inf:
            break
        for place in range(places):
            if not used >> place & 1 and worths[place] >= best - _TIE:
                order[done] = place
                done += 1
                used |= 1 << place
        if tables.rules[_DECLINE] and not declined and failing >= best - _TIE:
            order[done] = _NOTHING
            done += 1
            declined = True
    if not declined:
        order[places] = _NOTHING
    return failing


@njit(cache=True, nogil=True)
def _rolls(g, tables, games):
    """How many rolls the turn has."""
    seat = games.board[g, _SEAT]
    return tables.rules[_ROLLS] + tables.extra_rolls[seat] + games.realms[g, seat, _ELF]


@njit(cache=True, nogil=True)
def _throw(key, seat, turn, number, keep, tables, faces):
    """Roll the dice that are not kept; returns the roll."""
    states, shape, counts = tables.states, tables.shape, tables.counts
    sizes, successor = tables.sizes, tables.successor
    draw_faces(key, seat, turn, number, tables.faces, faces)
    roll = 0
    die = 0
    scale = np.int64(1)
    for group in range(states.size):
        scale *= states[group]
    for group in range(states.size):
        scale //= states[group]
        state = keep // scale % states[group]
        for place in range(counts[group] - sizes[group, state]):
            state = successor[group, state, faces[die + place]]
        die += counts[group]
        roll = roll * shape[group] + state
    return roll


@njit(cache=True, nogil=True)
def _coin(key, g, bound, games):
    seat = games.board[g, _SEAT]
    games.realms[g, seat, _COINS] += 1
    return np.int64(number_below(key, DECISION, seat, games.realms[g, seat, _COINS], 0, np.uint64(bound)))


@njit(cache=True, nogil=True)
def _chased(code, g, roll, left, rolls, mask, worths, failing, order, tables, games):
    """The citizen that a simple strategy chases: its place, or _NOTHING to stop."""
    chances, whole, display = tables.chances, tables.whole, games.display
    if code == 1:
        for place in range(worths.size):
            if mask >> np.uint64(display[g, place]) & np.uint64(1):
                return _NOTHING
    chosen = _NOTHING
    best = 0.0
    for rank in range(order.size):
        place = order[rank]
        if place == _NOTHING:
            continue
        card = display[g, place]
        if code == 2:
            worth = 0.0
        elif code == 3:
            worth = whole[card, rolls - 1]
        elif code == 4:
            worth = chances[card, left, roll] * (worths[place] - failing)
        else:
            worth = chances[card, left, roll]
        if chosen == _NOTHING or worth > best + _TIE:
            chosen = place
            best = worth
    return chosen


@njit(cache=True, nogil=True)
def _best_keep(roll, left, column, mask, g, worths, failing, order, stages, tables, games):
    """The keep of a solved turn by the tie rule; stages (rolls left, states, batch)."""
    full, keeps, keep_counts = tables.full, tables.keeps, tables.keep_counts
    stop = failing
    for rank in range(order.size):
        place = order[rank]
        if place == _NOTHING:
            break
        if mask >> np.uint64(games.display[g, place]) & np.uint64(1):
            stop = worths[place]
            break
    best = stop
    for i in range(1, keep_counts[roll]):
        value = stages[left - 1, keeps[roll, i], column]
        best = value if value > best else best
    if stop >= best - _TIE:
        return full[roll]
    for i in range(1, keep_counts[roll]):
        if stages[left - 1, keeps[roll, i], column] >= best - _TIE:
            return np.int64(keeps[roll, i])
    return full[roll]


@njit(cache=True, nogil=True)
def _play_turn(code, g, column, key, stages, tables, games, worths, order, faces):
    """Play the turn of the seat whose turn it is, by the strategy with this code."""
    board, realms, move_hash = games.board, games.realms, games.move_hash
    seat = board[g, _SEAT]
    rolls = _rolls(g, tables, games)
    realms[g, seat, _TURN] += 1
    board[g, _TURNS] += 1
    lead = code == 6
    failing = _stakes(g, lead, tables, games, worths, order)
    keep = np.int64(1)
    for group in range(tables.states.size):
        keep *= tables.states[group]
    keep -= 1
    roll = np.int64(0)
    for number in range(1, rolls + 1):
        roll = _throw(key, seat, realms[g, seat, _TURN], number, keep, tables, faces)
        _note(move_hash, g, _PHASE_ROLL, roll)
        left = rolls - number
        if left == 0:
            break
        mask = tables.kinds[tables.kind_of_roll[roll]]
        if code == 0:
            keep = np.int64(tables.keeps[roll, _coin(key, g, tables.keep_counts[roll], games)])
        elif code >= _SOLVES:
            keep = _best_keep(roll, left, column, mask, g, worths, failing, order, stages, tables, games)
        else:
            target = _chased(code, g, roll, left, rolls, mask, worths, failing, order, tables, games)
            keep = (
                tables.full[roll]
                if target == _NOTHING
                else np.int64(tables.policies[games.display[g, target], left - 1, roll])
            )
        _note(move_hash, g, _PHASE_KEEP, keep)
        if keep == tables.full[roll]:
            break
    _take(code, g, key, tables.kinds[tables.kind_of_roll[roll]], order, tables, games)


@njit(cache=True, nogil=True)
def _take(code, g, key, mask, order, tables, games):
    """Take a citizen or a penalty, and whatever follows; then the next seat's turn, or the end."""
    penalties, display, villages = games.penalties, games.display, games.villages
    board, realms, move_hash = games.board, games.realms, games.move_hash
    places = display.shape[1]
    seat = board[g, _SEAT]
    taken = _NOTHING
    if code == 0:
        met = 0
        for place in range(places):
            met += np.int64(mask >> np.uint64(display[g, place]) & np.uint64(1))
        choice = _coin(key, g, met + (1 if met == 0 or tables.rules[_DECLINE] else 0), games)
        for place in range(places):
            if mask >> np.uint64(display[g, place]) & np.uint64(1):
                if choice == 0:
                    taken = place
                choice -= 1
    else:
        for rank in range(order.size):
            place = order[rank]
            if place == _NOTHING:
                break
            if mask >> np.uint64(display[g, place]) & np.uint64(1):
                taken = place
                break
    _note(move_hash, g, _PHASE_TAKE, taken)
    gone = 0
    again = False
    if taken == _NOTHING:
        _add(g, seat, penalties[g, board[g, _LOST]], 0, realms)
        board[g, _LOST] += 1
        board[g, _FAILS] += 1
        realms[g, seat, _FAILED] += 1
        if board[g, _LOST] == penalties.shape[1]:
            board[g, _ENDED] = 2
            return
        out = places - 1
        if tables.rules[_DISCARD_ANY]:
            if code == 0:
                out = _coin(key, g, places, games)
            _note(move_hash, g, _PHASE_DISCARD, out)
        gone = 1 << out
    else:
        place = taken
        while True:
            gone |= 1 << place
            effect = tables.effect[display[g, place]]
            if effect == 5:
                other = _gift(code, g, key, tables, games)
                _note(move_hash, g, _PHASE_GIVE, other)
                _add(g, other, tables.points[display[g, place]], 5, realms)
                break
            card = display[g, place]
            if tables.village[card] == place and villages[g, place] < tables.village_counts[place]:
                realms[g, seat, _POINTS] += tables.village_values[place, villages[g, place]]
                villages[g, place] += 1
                if villages[g, place] == tables.village_counts[place]:
                    _add(g, seat, tables.points[card], effect, realms)
                    board[g, _ENDED] = 3
                    return
            _add(g, seat, tables.points[card], effect, realms)
            again = again or effect == 2
            if effect != 4 or place != taken or place + 1 == places:
                break
            if code == 0:
                more = 1 - _coin(key, g, 2, games)
            else:
                more = 1 if _alone(g, place + 1, code == 6, tables, games) >= 0 else 0
            _note(move_hash, g, _PHASE_NEIGHBOUR, more)
            if more == 0:
                break
            place += 1
    _fill_up(g, gone, games)
    if board[g, _ENDED] == 0 and not again:
        board[g, _SEAT] = (seat + 1) % realms.shape[1]


@njit(cache=True, nogil=True)
def _add(g, seat, points, effect, realms):
    """Put a card on top of a realm."""
    realms[g, seat, _POINTS] += points
    if points < 0:
        realms[g, seat, _MINUS_POINTS] -= points
        realms[g, seat, _MINUS_CARDS] += 1
    if effect == 3:
        realms[g, seat, _FAIRIES] += 1
    realms[g, seat, _ELF] = 1 if effect == 1 else 0


@njit(cache=True, nogil=True)
def _score(g, seat, tables, games):
    """A seat's points with its fairies."""
    fairies = games.realms[g, seat, _FAIRIES]
    each = fairies * fairies if tables.rules[_FAIRIES_EACH] else fairies * (fairies + 1) // 2
    return games.realms[g, seat, _POINTS] + each


@njit(cache=True, nogil=True)
def _gift(code, g, key, tables, games):
    """Who gets the dragon: the leader of the others, of several the next clockwise."""
    seats = games.realms.shape[1]
    seat = games.board[g, _SEAT]
    if code == 0:
        other = _coin(key, g, seats - 1, games)
        return other if other < seat else other + 1
    chosen = (seat + 1) % seats
    for step in range(2, seats):
        other = (seat + step) % seats
        if _score(g, other, tables, games) > _score(g, chosen, tables, games):
            chosen = other
    return chosen


@njit(cache=True, nogil=True)
def _fill_up(g, gone, games):
    """Cards left of a gap move right, new ones come in from the left; the last card drawn ends the game."""
    deck, display, board = games.deck, games.display, games.board
    places = display.shape[1]
    to = places - 1
    for place in range(places - 1, -1, -1):
        if not gone >> place & 1:
            display[g, to] = display[g, place]
            to -= 1
    for place in range(to, -1, -1):
        display[g, place] = deck[g, board[g, _DRAWN]]
        board[g, _DRAWN] += 1
        if board[g, _DRAWN] == deck.shape[1]:
            board[g, _ENDED] = 1
            return


@njit(cache=True, nogil=True)
def _advance(codes, keys, tables, games, waiting):
    """Play every game on until it ends or a seat has to solve its turn; such games are listed in `waiting`.

    codes (seats,); waiting (games,) int64; returns how many wait.
    """
    display, board = games.display, games.board
    worths = np.empty(display.shape[1])
    order = np.empty(display.shape[1] + 1, dtype=np.int64)
    faces = np.empty(tables.counts.sum(), dtype=np.int64)
    stages = np.empty((0, 0, 0))
    found = 0
    for g in range(keys.size):
        while board[g, _ENDED] == 0:
            code = codes[board[g, _SEAT]]
            if code >= _SOLVES:
                waiting[found] = g
                found += 1
                break
            _play_turn(code, g, 0, keys[g], stages, tables, games, worths, order, faces)
    return found


@njit(cache=True, nogil=True)
def _stakes_of_waiting(codes, waiting, tables, games, bits, worths, failing, rolls):
    """The stakes of waiting games for the solver: bits, worths (places, n) worst card first, failing, rolls (n,)."""
    display, board = games.display, games.board
    places = display.shape[1]
    one = np.empty(places)
    order = np.empty(places + 1, dtype=np.int64)
    for column in range(waiting.size):
        g = waiting[column]
        lost = _stakes(g, codes[board[g, _SEAT]] == 6, tables, games, one, order)
        failing[column] = lost
        rolls[column] = _rolls(g, tables, games)
        taken = 0
        while order[taken] != _NOTHING:
            taken += 1
        for row in range(places):
            rank = places - 1 - row
            bits[row, column] = 0
            worths[row, column] = lost
            if rank < taken:
                bits[row, column] = display[g, order[rank]]
                worths[row, column] = one[order[rank]]


@njit(cache=True, nogil=True)
def _play_solved(codes, keys, waiting, stages, tables, games):
    """Play one turn of each waiting game, whose keeps have the values stages (rolls left, states, batch)."""
    display, board = games.display, games.board
    worths = np.empty(display.shape[1])
    order = np.empty(display.shape[1] + 1, dtype=np.int64)
    faces = np.empty(tables.counts.sum(), dtype=np.int64)
    for column in range(waiting.size):
        g = waiting[column]
        _play_turn(codes[board[g, _SEAT]], g, column, keys[g], stages, tables, games, worths, order, faces)


@njit(cache=True, nogil=True)
def _write_rows(first, by_points, tables, games, rows):
    """The result of each game: see `tables.columns`."""
    board, realms, move_hash = games.board, games.realms, games.move_hash
    seats = realms.shape[1]
    for g in range(rows.shape[0]):
        rows[g, 0] = first + g
        rows[g, 1] = np.int64(move_hash[g])
        rows[g, 2] = board[g, _ENDED]
        rows[g, 3] = board[g, _TURNS]
        best = np.int64(-(1 << 62))
        won = 0
        for seat in range(seats):
            minus = realms[g, seat, _MINUS_POINTS] if by_points else realms[g, seat, _MINUS_CARDS]
            rank = _score(g, seat, tables, games) * 100_000 - minus
            if rank > best:
                best = rank
                won = 0
            if rank == best:
                won |= 1 << seat
        rows[g, 4] = won
        for seat in range(seats):
            rows[g, 5 + 3 * seat] = _score(g, seat, tables, games)
            rows[g, 6 + 3 * seat] = realms[g, seat, _TURN]
            rows[g, 7 + 3 * seat] = realms[g, seat, _FAILED]
