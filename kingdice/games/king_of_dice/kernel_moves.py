"""The moves of King of Dice, dice aside, in numba: setting up, taking cards, filling up, counting."""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.games.king_of_dice.kernel_worths import _dearest_met, _has_village, _may_bring, _refuses, _score
from kingdice.games.king_of_dice.layout import (
    AGAIN,
    BY_DRAW_PILE,
    BY_PENALTIES,
    BY_VILLAGES,
    DRAGON,
    ELF,
    FAIRY,
    NO_EFFECT,
    PHASE_DISCARD,
    PHASE_GIVE,
    PHASE_NEIGHBOUR,
    RANDOM,
)
from kingdice.simulation.streams import DECISION, DECK, PENALTIES, game_key, mix, number_below

__all__: list[str] = []

_MILLION = 1_000_000
_NOTHING = -1


@njit(cache=True, nogil=True)
def _set_up(key, first, rules, games):
    """Shuffle and lay out games `first`, `first` + 1, … of the run with this key."""
    for g in range(games.size):
        game = games[g]
        game.key = game_key(key, first + g)
        game.move_hash = 0
        game.seat = 0
        game.lost = 0
        game.ended = 0
        game.turns = 0
        game.leader = _NOTHING
        game.lead_changes = 0
        for card in range(rules.citizens):
            game.deck[card] = card
        for place in range(rules.citizens - 1, 0, -1):
            other = np.int64(number_below(game.key, DECK, 0, place, 0, np.uint64(place + 1)))
            card = game.deck[place]
            game.deck[place] = game.deck[other]
            game.deck[other] = card
        for card in range(rules.penalties):
            game.penalties[card] = rules.penalty_points[card]
        for place in range(rules.penalties - 1, 0, -1):
            other = np.int64(number_below(game.key, PENALTIES, 0, place, 0, np.uint64(place + 1)))
            points = game.penalties[place]
            game.penalties[place] = game.penalties[other]
            game.penalties[other] = points
        for place in range(rules.places):
            game.display[place] = game.deck[place]
            game.villages[place] = 0
        game.drawn = rules.places
        for seat in range(rules.seats):
            realm = game.realms[seat]
            realm.points = rules.head_start[seat]
            realm.fairies = 0
            realm.minus_points = 0
            realm.minus_cards = 0
            realm.elf = 0
            realm.turns = 0
            realm.coins = 0
            realm.failures = 0
            realm.turns_led = 0
            realm.citizens = 0
            realm.luck = 0.0


@njit(cache=True, nogil=True)
def _note(game, phase, to):
    game.move_hash = mix(game.move_hash ^ np.uint64((phase << 32) | (to + 1)))


@njit(cache=True, nogil=True)
def _coin(game, bound):
    """A number below `bound` for the seat's next decision."""
    realm = game.realms[game.seat]
    realm.coins += 1
    return np.int64(number_below(game.key, DECISION, game.seat, realm.coins, 0, np.uint64(bound)))


@njit(cache=True, nogil=True)
def _chosen(game, rules, code, mask):
    """The place of the citizen taken, or -1: the dearest one met; any one at random."""
    if code != RANDOM:
        return _dearest_met(game, rules, mask)
    mask &= ~rules.without[game.seat]
    met = 0
    for place in range(rules.places):
        met += np.int64(mask >> np.uint64(game.display[place]) & np.uint64(1))
    choice = _coin(game, met + (1 if met == 0 or rules.may_decline else 0))
    for place in range(rules.places):
        if mask >> np.uint64(game.display[place]) & np.uint64(1):
            if choice == 0:
                return np.int64(place)
            choice -= 1
    return np.int64(_NOTHING)


@njit(cache=True, nogil=True)
def _neighbour(game, rules, code, taken):
    """The place of the citizen taken with the hypnotist, or -1."""
    if not _may_bring(game, rules, taken):
        return np.int64(_NOTHING)
    more = _coin(game, 2) == 0 if code == RANDOM else game.second[taken] != _NOTHING
    more = more and not _refuses(game, rules, taken + 1)  # the coin is spent all the same
    _note(game, PHASE_NEIGHBOUR, np.int64(more))
    return np.int64(taken + 1 if more else _NOTHING)


@njit(cache=True, nogil=True)
def _fail(game, rules, code):
    """Take the top penalty and discard a citizen: the rightmost, or any one if the edition says so."""
    realm = game.realms[game.seat]
    _add(realm, game.penalties[game.lost], NO_EFFECT)
    realm.failures += 1
    game.lost += 1
    if game.lost == rules.penalties:
        game.ended = BY_PENALTIES
        return
    out = rules.places - 1
    if rules.discard_any:
        if code == RANDOM:
            out = _coin(game, rules.places)
        _note(game, PHASE_DISCARD, out)
    _fill_up(game, rules, 1 << out)
    _next_seat(game, rules, False)


@njit(cache=True, nogil=True)
def _take(game, rules, code, first, second):
    """Take the citizens at one or two places with their villages, then fill up; the last village ends the game."""
    realm = game.realms[game.seat]
    again = False
    gone = 0
    for step in range(2):
        place = first if step == 0 else second
        if place == _NOTHING:
            break
        card = game.display[place]
        effect = rules.effect[card]
        gone |= 1 << place
        if effect == DRAGON:
            other = _gift(game, rules, code)
            _note(game, PHASE_GIVE, other)
            _add(game.realms[other], rules.points[card], effect)
            game.realms[other].citizens |= np.uint64(1) << np.uint64(card)
            break
        if _has_village(game, rules, place):
            realm.points += rules.village_values[place, game.villages[place]]
            game.villages[place] += 1
            if game.villages[place] == rules.village_counts[place]:
                game.ended = BY_VILLAGES
        _add(realm, rules.points[card], effect)
        realm.citizens |= np.uint64(1) << np.uint64(card)
        if game.ended:
            return
        again = again or effect == AGAIN
    _fill_up(game, rules, gone)
    _next_seat(game, rules, again)


@njit(cache=True, nogil=True)
def _add(realm, points, effect):
    """Put a card on top of a realm."""
    realm.points += points
    if points < 0:
        realm.minus_points -= points
        realm.minus_cards += 1
    if effect == FAIRY:
        realm.fairies += 1
    realm.elf = 1 if effect == ELF else 0


@njit(cache=True, nogil=True)
def _gift(game, rules, code):
    """Who gets the dragon: the leader of the others, of several the next clockwise."""
    if code == RANDOM:
        other = _coin(game, rules.seats - 1)
        return other if other < game.seat else other + 1
    chosen = (game.seat + 1) % rules.seats
    most = _score(game, rules, chosen)
    for step in range(2, rules.seats):
        other = (game.seat + step) % rules.seats
        points = _score(game, rules, other)
        if points > most:
            chosen = other
            most = points
    return chosen


@njit(cache=True, nogil=True)
def _fill_up(game, rules, gone):
    """Cards left of a gap move right, new ones come in from the left; the last card drawn ends the game."""
    to = rules.places - 1
    for place in range(rules.places - 1, -1, -1):
        if not gone >> place & 1:
            game.display[to] = game.display[place]
            to -= 1
    for place in range(to, -1, -1):
        game.display[place] = game.deck[game.drawn]
        game.drawn += 1
        if game.drawn == rules.citizens:
            game.ended = BY_DRAW_PILE
            return


@njit(cache=True, nogil=True)
def _next_seat(game, rules, again):
    if game.ended == 0 and not again:
        game.seat = game.seat + 1 if game.seat + 1 < rules.seats else 0


@njit(cache=True, nogil=True)
def _count_lead(game, rules):
    """After a turn: who leads alone, and whether that is somebody else than before."""
    leader = np.int64(0)
    most = _score(game, rules, 0)
    alone = True
    for seat in range(1, rules.seats):
        points = _score(game, rules, seat)
        if points > most:
            leader, most, alone = np.int64(seat), points, True
        elif points == most:
            alone = False
    if alone:
        game.realms[leader].turns_led += 1
        if game.leader != leader:
            game.lead_changes += game.leader != _NOTHING
            game.leader = leader


@njit(cache=True, nogil=True)
def _write_rows(first, rules, games, rows):
    """The result of each game: see `blocks.columns`."""
    for g in range(rows.shape[0]):
        game = games[g]
        rows[g, 0] = first + g
        rows[g, 1] = np.int64(game.move_hash)
        rows[g, 2] = game.ended
        rows[g, 3] = game.turns
        rows[g, 5] = game.lead_changes
        best = np.int64(-(1 << 62))
        won = 0
        led = np.int64(0)
        for seat in range(rules.seats):
            realm = game.realms[seat]
            minus = realm.minus_points if rules.tie_by_points else realm.minus_cards
            rank = _score(game, rules, seat) * _MILLION - minus
            if rank > best:
                best = rank
                won = 0
                led = 0
            if rank == best:
                won |= 1 << seat
                led += realm.turns_led
            at = 7 + 6 * seat
            rows[g, at] = _score(game, rules, seat)
            rows[g, at + 1] = realm.turns
            rows[g, at + 2] = realm.failures
            rows[g, at + 3] = realm.turns_led
            rows[g, at + 4] = np.int64(realm.citizens)
            rows[g, at + 5] = np.int64(np.round(realm.luck * _MILLION))
        rows[g, 4] = won
        rows[g, 6] = led
