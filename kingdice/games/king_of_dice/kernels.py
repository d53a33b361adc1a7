"""King of Dice for a block of games: the rules of `rules` and the strategies of `strategies` in numba.

Turns of a simple strategy are played to the end of the game in one go. A seat that solves its turns makes the game
wait: its display is solved in a batch with those of other games, and `_play` goes on with the values found. The plain
rules and these kernels draw the same words at the same addresses, so they play the same games.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.dice.borrowed import borrowed
from kingdice.dice.ties import TIE
from kingdice.games.king_of_dice.chase import entry_of
from kingdice.games.king_of_dice.kernel_moves import (
    _chosen,
    _coin,
    _count_lead,
    _fail,
    _neighbour,
    _note,
    _take,
)
from kingdice.games.king_of_dice.kernel_worths import (
    _fairies_to_come,
    _is_best,
    _score,
    _stop_worth,
    _weigh,
    _weigh_far,
)
from kingdice.games.king_of_dice.layout import (
    BEST_BET,
    EASIEST,
    FAR_SIGHTED,
    FIRST_MET,
    HIGHEST,
    LEADS,
    PHASE_KEEP,
    PHASE_ROLL,
    PHASE_TAKE,
    RANDOM,
    SOLVES,
)
from kingdice.simulation.throws import fall_at, place_in_table, throw_by_dice

__all__: list[str] = []

_NOTHING = -1


@njit(cache=True, nogil=True)
def _play(who, solved, with_luck, rules, games, rolls, chase, throws, stages, whole, log, waiting):
    """Play games on until they end or a turn has to be solved; returns how many wait.

    who (n,) int64: the games; solved: whether a turn of each has been solved, in stages (rolls left, states, n) and
    whole (n,), the value of the turn; with_luck: whether every turn is to be solved, and its luck noted; rolls: see
    `blocks.RollTables`; chase: see `ChaseTables`; throws: see `Throws`; log (games, turns) of `layout.TURN`, or
    empty; waiting (n,) int64 gets the games that wait.
    """
    rolls, stages, whole, games, log = (
        borrowed(rolls),
        borrowed(stages),
        borrowed(whole),
        borrowed(games),
        borrowed(log),
    )
    masks, full, keeps, keep_counts, scale = rolls
    whole_chance, entry, class_of_entry, class_start, chances, keep_of_entry, shifts, keep_parts, base_parts = borrowed(
        chase
    )
    ways, bias, digits, inverses, falls, bases, rolled, _, face_tables, groups = borrowed(throws)
    faces = np.empty(groups[2].sum(), dtype=np.int64)
    nothing = np.int64(1)  # the empty keep is the last one
    for group in range(scale.size):
        nothing *= groups[0][group]
    nothing -= 1
    found = 0
    for column in range(who.size):
        g = who[column]
        game = games[g]
        ready = solved
        while game.ended == 0:
            seat = game.seat
            code = rules.code[seat]
            realm = game.realms[seat]
            if not ready:
                game.rolls = min(rules.rolls + rules.extra_rolls[seat] + realm.elf, rules.most_rolls[seat])
                if code >= SOLVES or with_luck:
                    waiting[found] = g
                    found += 1
                    break
                if code != RANDOM:
                    _weigh(game, rules, False)
            ready = False
            realm.turns += 1
            keep = np.int64(nothing)
            base = bases[bases.size - 1] if ways else np.uint64(0)
            number = 0
            while True:
                number += 1
                if ways:
                    fall = fall_at(game.key, seat, realm.turns, number, ways, bias, digits, inverses, falls)
                    roll = _show(game, base, fall, rolled, scale)
                else:
                    roll = throw_by_dice(game.key, seat, realm.turns, number, keep, face_tables, groups, faces)
                    rest = roll
                    for group in range(scale.size):
                        game.shown[group] = rest // scale[group]
                        rest -= game.shown[group] * scale[group]
                _note(game, PHASE_ROLL, roll)
                left = game.rolls - number
                if with_luck:
                    expected = whole[column] if number == 1 else stages[left, keep, column]
                    realm.luck += stages[left, full[roll], column] - expected
                if left == 0:
                    break
                if code == RANDOM or code >= SOLVES:
                    if code == RANDOM:
                        keep = np.int64(keeps[roll, _coin(game, keep_counts[roll])])
                    else:
                        keep = _best_keep(game, rules, roll, left, column, rolls, stages)
                    if ways:
                        base = bases[keep]
                    stops = keep == full[roll]
                else:
                    target = np.int64(_NOTHING)
                    if code != FIRST_MET or not _meets_any(game, rules, masks[roll]):
                        for place in range(rules.places):  # nothing is compared yet, so that look-ups overlap
                            card = game.display[place]
                            here = entry_of(card, game.shown, entry)
                            game.entry[place] = here
                            if code in (FIRST_MET, BEST_BET):
                                game.value[place] = chances[class_start[card] + class_of_entry[here], left]
                        best = 0.0
                        for rank in range(rules.places + 1):
                            place = game.order[rank]
                            if place == _NOTHING:
                                continue
                            worth = game.value[place]
                            if code == HIGHEST:
                                worth = 0.0
                            elif code == EASIEST:
                                worth = whole_chance[game.display[place], game.rolls - 1]
                            elif code == BEST_BET:
                                worth *= game.worths[place] - game.failing
                            if target == _NOTHING or worth > best + TIE:
                                target = game.entry[place]
                                best = worth
                    kept = np.int64(0) if target == _NOTHING else np.int64(keep_of_entry[left - 1, target])
                    stops = kept == 0
                    keep = 0
                    base = np.uint64(0)
                    for group in range(scale.size):
                        some = kept >> shifts[group] & ((1 << (shifts[group + 1] - shifts[group])) - 1)
                        keep += keep_parts[group, game.shown[group], some]
                        base |= base_parts[group, game.shown[group], some]
                _note(game, PHASE_KEEP, keep)
                if stops:
                    break
            taken = _chosen(game, rules, code, masks[roll])
            _note(game, PHASE_TAKE, taken)
            second = _neighbour(game, rules, code, taken) if taken != _NOTHING else np.int64(_NOTHING)
            if log.shape[1]:
                _log_turn(game, rules, log[g, game.turns], number, taken, second)
            if taken == _NOTHING:
                _fail(game, rules, code)
            else:
                _take(game, rules, code, taken, second)
            _count_lead(game, rules)
            if log.shape[1]:
                _log_scores(game, rules, log[g, game.turns])
            game.turns += 1
    return found


@njit(inline="always")
def _show(game, base, fall, rolled, scale):
    """Note what each group shows when the dice of a keep with this base are kept; returns the roll."""
    roll = np.int64(0)
    for group in range(scale.size):
        game.shown[group] = rolled[place_in_table(base, fall, group)]
        roll += game.shown[group] * scale[group]
    return roll


@njit(cache=True, nogil=True)
def _meets_any(game, rules, mask):
    """Whether a roll with this mask meets any citizen on display that the seat does not refuse."""
    mask &= ~rules.without[game.seat]
    met = False
    for place in range(rules.places):
        met = met or mask >> np.uint64(game.display[place]) & np.uint64(1) != 0
    return met


@njit(cache=True, nogil=True)
def _best_keep(game, rules, roll, left, column, rolls, stages):
    """The keep of a solved turn by the tie rule; stages (rolls left, states, n)."""
    masks, full, keeps, keep_counts, _ = rolls
    stop = _stop_worth(game, rules, masks[roll])
    if _is_best(game, rules, masks[roll]):
        return full[roll]
    best = stop
    for i in range(1, keep_counts[roll]):
        value = stages[left - 1, keeps[roll, i], column]
        best = value if value > best else best
    if stop >= best - TIE:
        return full[roll]
    for i in range(1, keep_counts[roll]):
        if stages[left - 1, keeps[roll, i], column] >= best - TIE:
            return np.int64(keeps[roll, i])
    return full[roll]


@njit(cache=True, nogil=True)
def _prepare(who, with_luck, rules, games, rolls, throws, length, bits, worths, failing, order):
    """Weigh the turns of waiting games (n of them) and write what the solver needs.

    length (n,): rolls; bits, worths (places, n): worst card first; failing (n,). A turn whose first roll is worth
    as much as any can be needs no solving: such games come last in order (n,); returns how many come before.
    """
    masks, _, _, _, scale = borrowed(rolls)
    ways, bias, digits, inverses, falls, bases, rolled, _, _, _ = borrowed(throws)
    first = 0
    last = who.size
    for column in range(who.size):
        game = games[who[column]]
        code = rules.code[game.seat]
        if code == FAR_SIGHTED:
            _weigh_far(game, rules)
        else:
            _weigh(game, rules, code >= LEADS)
        length[column] = game.rolls
        failing[column] = game.failing
        taken = 0
        while game.order[taken] != _NOTHING:
            taken += 1
        for row in range(rules.places):
            rank = rules.places - 1 - row
            bits[row, column] = 0
            worths[row, column] = game.failing
            if rank < taken:
                bits[row, column] = game.display[game.order[rank]]
                worths[row, column] = game.worths[game.order[rank]]
        certain = False
        if ways and not with_luck:
            turn = game.realms[game.seat].turns + 1
            fall = fall_at(game.key, game.seat, turn, 1, ways, bias, digits, inverses, falls)
            roll = _show(game, bases[bases.size - 1], fall, rolled, scale)
            certain = _is_best(game, rules, masks[roll])
        if certain:
            last -= 1
            order[last] = column
        else:
            order[first] = column
            first += 1
    return first


@njit(cache=True, nogil=True)
def _log_turn(game, rules, entry, used, taken, second):
    """Note a turn before its cards move."""
    entry.seat = game.seat
    entry.rolls = game.rolls
    entry.used = used
    entry.taken = game.display[taken] if taken != _NOTHING else _NOTHING
    entry.neighbour = game.display[second] if second != _NOTHING else _NOTHING
    entry.lost = game.lost
    entry.fairies = game.realms[game.seat].fairies
    entry.fairies_to_come = _fairies_to_come(game, rules)
    for place in range(rules.places):
        entry.display[place] = game.display[place]
        entry.villages[place] = game.villages[place]
    if rules.code[game.seat] == FAR_SIGHTED:
        for i in range(rules.sight.size):
            entry.sight[i] = game.sight[taken if taken != _NOTHING else rules.places, i]


@njit(cache=True, nogil=True)
def _log_scores(game, rules, entry):
    """Note the scores after a turn."""
    for seat in range(rules.seats):
        entry.scores[seat] = _score(game, rules, seat)
