"""The steps of one turn that carries the chances of its outcomes along (`kingdice.dice.prompt`).

The choice step notes which keep is best on the way: with each maximum goes the keep's place in the tie rule's order,
the lower one where two are equal.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.dice.kernels import _roll_axis, _roll_lines
from kingdice.dice.ties import TIE


@njit(cache=True, nogil=True)
def _solve(at_stake, lattice, roll_axes, chance_axes, choice_axes, room, rolls, asked, listed, whole):
    """Solve a turn of `rolls` rolls; returns its value, and how many keeps are listed.

    at_stake: kinds, kind_of_roll, bits, worths, order, failing as in `_begin`; lattice: full, goodness, by_preference,
    roll_chances; roll_axes and chance_axes: the axes of a roll step (one column, a column for each outcome) as `_roll`
    takes them; choice_axes: those of a choice step as `_choose` does; room: values (rolls, states), chances (states,
    outcomes), terminal, codes (rolls of the dice,), best, noted (states,), tile; asked: roll (-1: none), rolls left,
    the keeps within it; listed: keeps, values, endings as `_best_first` writes them; whole (outcomes,): written, the
    chance of each outcome before the first roll.

    All of it in one call, since a thread that comes back from a kernel may have to wait for others.
    """
    full, goodness, by_preference, roll_chances = lattice
    values, chances, terminal, codes, best, noted, tile = room
    roll, rolls_left, inside = asked
    kinds, kind_of_roll, bits, worths, order, failing = at_stake
    _begin(kinds, kind_of_roll, bits, worths, order, failing, full, terminal, codes, values[0], chances)
    count = 0
    if rolls == 1:
        whole[:] = 0.0
        for one in range(full.size):
            whole[codes[one]] += roll_chances[one]
    for left in range(1, rolls):
        _roll(values[left - 1], *roll_axes, tile)
        _roll(chances.reshape(-1), *chance_axes, tile)
        if left == rolls_left and roll >= 0:
            stopping = full[roll], terminal[roll], codes[roll]
            count = _best_first(values[left - 1], chances, inside, stopping, *listed)
        _lay_out(values[left - 1], terminal, full, goodness, best, noted)
        _choose(best, noted, *choice_axes)
        _hand_on(best, noted, by_preference, full, codes, chances, values[left], roll_chances, whole)
    value = 0.0
    for one in range(full.size):
        value += roll_chances[one] * values[rolls - 1, full[one]]
    return value, count


@njit(cache=True, nogil=True)
def _roll(values, axes, every_start, every_successor, every_chance, tile):
    """Roll step, in place; values (states x columns,).

    axes (axes, 9): of each axis, the last one first, where its lines begin in `every_start`, how many there are, pieces
    of a state, length of a piece, rolls, where its successors begin, states, faces, where its chances begin. So one
    compiled kernel serves any number of groups of dice.
    """
    for number in range(axes.shape[0]):
        first, lines, pieces, length, rolls, successors, states, faces, weights = axes[number]
        starts = every_start[first : first + lines]
        successor = every_successor[successors : successors + states * faces].reshape(states, faces)
        chances = every_chance[weights : weights + faces]
        rows = values.reshape(-1, length)
        if length == 1:
            _roll_lines(rows, starts, pieces, rolls, successor, chances, tile)
        else:
            _roll_axis(rows, starts, pieces, rolls, successor, chances)


@njit(cache=True, nogil=True)
def _choose(best, noted, axes, every_start, every_parent):
    """Choice step, in place, that notes the best keeps.

    best, noted (states,): as in `_choose_noting`; axes (axes, 6): of each axis where its lines begin in `every_start`,
    how many there are, states of the later axes, where its parents begin, states, and how many parents each has.
    """
    for number in range(axes.shape[0]):
        first, lines, pieces, above, states, most = axes[number]
        parents = every_parent[above : above + states * most].reshape(states, most)
        _choose_noting(best, noted, every_start[first : first + lines], pieces, parents)


@njit(cache=True, nogil=True)
def _begin(kinds, kind_of_roll, bits, worths, order, failing, full, terminal, codes, values, chances):
    """Write what each roll is worth and ends in when one stops.

    kinds (kinds,) of uint64; kind_of_roll (rolls,); bits, worths (cards,); order: positions of cards, dearest first, as
    far as any are taken; full (rolls,): states; terminal, codes (rolls,), values (states,) and chances (states,
    outcomes) are written, the latter two at the full keeps; the last outcome is none.
    """
    none = bits.size
    taken = np.empty(kinds.size, dtype=np.int64)
    for kind in range(kinds.size):
        taken[kind] = none
        for card in order:
            if (kinds[kind] >> bits[card]) & np.uint64(1):
                taken[kind] = card
                break
    for roll in range(full.size):
        code = taken[kind_of_roll[roll]]
        worth = failing if code == none else worths[code]
        terminal[roll] = worth
        codes[roll] = code
        values[full[roll]] = worth
        for outcome in range(none + 1):
            chances[full[roll], outcome] = 0.0
        chances[full[roll], code] = 1.0


@njit(cache=True, nogil=True)
def _lay_out(values, terminal, full, goodness, best, noted):
    """Begin a choice step: every keep is its own best, to keep a whole roll is to stop.

    values (states,): of the keeps, their other dice about to be rolled; terminal, full (rolls,); goodness (states,):
    places in the tie rule's order; best, noted (states,): written.
    """
    for state in range(values.size):
        best[state] = values[state]
        noted[state] = goodness[state]
    for roll in range(full.size):
        best[full[roll]] = terminal[roll]


@njit(cache=True, nogil=True)
def _better(a, place, b, its):
    """Which of two keeps is better: the larger value, and the place of the better one."""
    lower = min(place, its)
    larger = place if a > b else its
    return max(a, b), lower if abs(a - b) <= TIE else larger


@njit(cache=True, nogil=True)
def _choose_noting(best, noted, starts, pieces, parents):
    """Choice step along one axis, in place, that notes the best keep.

    best, noted (states,): value of the best keep so far and its place in the tie rule's order (floats too, for SIMD's
    sake); starts: where the lines of the axis begin whose earlier axes show full rolls; pieces: states of the later
    axes; parents (states of the axis, most): the states with one die less, an even number of them.
    """
    states, most = parents.shape
    for start in starts:
        for state in range(states - 2, -1, -1):
            row = start + state * pieces
            for which in range(0, most, 2):  # two at a time, so that each keep is written once where there are but two
                one = start + parents[state, which] * pieces
                other = start + parents[state, which + 1] * pieces
                for i in range(pieces):
                    a, place = _better(best[one + i], noted[one + i], best[other + i], noted[other + i])
                    a, place = _better(best[row + i], noted[row + i], a, place)
                    best[row + i] = a
                    noted[row + i] = place


@njit(cache=True, nogil=True)
def _hand_on(best, noted, by_preference, full, codes, chances, values, roll_chances, whole):
    """Hand on to each roll the value and the chances of its best keep, and add them up over all rolls.

    best, noted (states,): as `_choose_noting` leaves them; by_preference (states,): keeps in the tie rule's order;
    codes (rolls,): what each roll ends in; chances (states, outcomes): of the keeps, and written at the full ones, as
    is values (states,); roll_chances (rolls,); whole (outcomes,): written.
    """
    whole[:] = 0.0
    outcomes = whole.size
    for roll in range(full.size):
        row = full[roll]
        keep = by_preference[np.int64(noted[row])]
        values[row] = best[row]
        chance = roll_chances[roll]
        if keep == row:
            for outcome in range(outcomes):
                chances[row, outcome] = 0.0
            chances[row, codes[roll]] = 1.0
            whole[codes[roll]] += chance
        else:
            for outcome in range(outcomes):
                chances[row, outcome] = chances[keep, outcome]
                whole[outcome] += chance * chances[keep, outcome]


@njit(cache=True, nogil=True)
def _best_first(rolling, chances, inside, stopping, keeps, values, endings):
    """List the best keeps of a roll, equals by the tie rule; returns how many there are.

    rolling (states,) and chances (states, outcomes): of every keep, its other dice about to be rolled; inside (most,):
    the keeps within the roll in the tie rule's order, with repeats; stopping: its full keep, what that is worth and
    which outcome it is; keeps, values (top,) and endings (top, outcomes) are written.
    """
    full, worth, code = stopping
    left = np.empty(inside.size)
    for i in range(inside.size):
        keep = inside[i]
        left[i] = worth if keep == full else rolling[keep]
        if i > 0 and keep == inside[i - 1]:
            left[i] = -np.inf
    done = 0
    while done < keeps.size:
        least = left.max() - TIE
        if least == -np.inf:
            break
        for i in range(inside.size):
            if left[i] >= least and done < keeps.size:
                keeps[done], values[done] = inside[i], left[i]
                for outcome in range(endings.shape[1]):
                    endings[done, outcome] = chances[inside[i], outcome]
                    if inside[i] == full:
                        endings[done, outcome] = 1.0 if outcome == code else 0.0
                left[i] = -np.inf
                done += 1
    return done
