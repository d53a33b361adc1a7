"""Turns with three groups of one or two dice: the same steps plane by plane, while they are in the cache.

Axis by axis a batch goes through the lattice six times a stage, and the lattice does not fit into the second-level
cache. Both steps are separable, so a stage can be done in two passes: *columns*, everything that concerns the second
axis alone, and *planes*, everything that concerns the first and the third with the second held fixed:

    columns   choice along b, mean over the first roll, roll along b
    planes    roll along c, roll along a, choice along a, choice along c

Between them only what is full on the first and third axis is looked at (21 x 28 x 21 of 28 x 28 x 28 keeps). Sixteen
displays of King of Dice take 0.6 times as long as axis by axis.

Arrays of keeps are flat: keep (a, b, c) of turn t stands at ((a B + b) C + c) x width + t, and a kernel serves the
`LANES` turns that begin at `at`. The best keep of each roll can be carried along, as a whole number that has the keep's
goodness by the tie rule in its high bits: of all choices within the tie of the best, the one with the largest such code
is held on to. That agrees with `steps.best_keeps`, which looks at all keeps of a roll at once, unless choices that are
not equal follow each other within the tie.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kingdice.dice.axis import Axis
from kingdice.dice.borrowed import borrowed
from kingdice.dice.lanes import LANES, fused, larger, load, lower_bits, note_best, note_best_first, spread, store
from kingdice.dice.ties import TIE

__all__ = ["Line", "line_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Line(NamedTuple):
    """An axis as the kernels see it.

    Attributes
    ----------
    states, rolls : int
    above : array (states - rolls, faces / 3, 3)
        For each keep that is not a full roll: the keep with one more die of each face.
    chances : array (faces / 3, 3)
        Filled up with 0.
    roll_chances : array (rolls,)
        Of all the group's dice together.
    runs : array (runs, 5)
        All states but the empty keep, fewest dice first: first state of a run, how many they are, the parent that they
        share, the other parent of the first, and how far from each other parent to the next (0 or 1).
    lower : int
        How many runs are not full rolls.
    enter : array (states, 2)
        The chance of the face that leads from each of the two parents (0 where both are the same one).
    """

    states: int
    rolls: int
    above: Ints
    chances: Floats
    roll_chances: Floats
    runs: Ints
    lower: int
    enter: Floats


def line_of(axis: Axis) -> Line:
    """The tables of a group of one or two dice."""
    rolls, states = axis.group.roll_count, axis.states
    runs: list[list[int]] = []
    for level in reversed(axis.levels[:-1]):
        for state in range(level.start, level.stop):
            shared, other = sorted(axis.parents[state].tolist())
            if runs and level.start < state and runs[-1][2] == shared:
                runs[-1][1] += 1
                runs[-1][4] = other - runs[-1][3] if runs[-1][1] == 2 else runs[-1][4]
            else:
                runs.append([state, 1, shared, other, 0])
    enter = np.zeros((states, 2))
    for low in range(rolls, states):
        for face, state in enumerate(axis.successor[low].tolist()):
            shared, other = sorted(axis.parents[state].tolist())
            enter[state, 0 if low == shared else 1] = axis.chances[face]
    weights = np.array(axis.group.roll_weights, dtype=np.float64) / float(axis.group.die.total_weight**axis.group.count)
    lower = sum(run[0] >= rolls for run in runs)
    more = -len(axis.chances) % 3
    chances = np.concatenate([axis.chances, np.zeros(more)])
    above = np.concatenate([axis.successor[rolls:], np.zeros((states - rolls, more), dtype=np.int64)], axis=1)
    return Line(
        states,
        rolls,
        above.reshape(states - rolls, -1, 3),
        chances.reshape(-1, 3),
        weights,
        np.array(runs, dtype=np.int64),
        lower,
        enter,
    )


@njit(inline="always")
def _means(values, start, step, line):
    """Roll step along one line: from its full rolls to its smaller keeps."""
    for low in range(line.states - line.rolls):
        total = spread(0.0)
        for three in range(line.chances.shape[0]):
            total = fused(line.chances[three, 0], load(values, start + line.above[low, three, 0] * step), total)
            total = fused(line.chances[three, 1], load(values, start + line.above[low, three, 1] * step), total)
            total = fused(line.chances[three, 2], load(values, start + line.above[low, three, 2] * step), total)
        store(values, start + (line.rolls + low) * step, total)


@njit(inline="always")
def _choose(values, start, step, line, target, to, target_step):
    """Choice step along one line: its smaller keeps in place, its full rolls into `target`."""
    for number in range(line.runs.shape[0]):
        first, count = line.runs[number, 0], line.runs[number, 1]
        other, stride = line.runs[number, 3], line.runs[number, 4]
        shared = load(values, start + line.runs[number, 2] * step)
        if number < line.lower:
            for k in range(count):
                at = start + (first + k) * step
                more = larger(shared, load(values, start + (other + k * stride) * step))
                store(values, at, larger(load(values, at), more))
        else:
            for k in range(count):
                more = larger(shared, load(values, start + (other + k * stride) * step))
                store(target, to + (first + k) * target_step, larger(load(values, start + (first + k) * step), more))


@njit(inline="always")
def _choose_noting(values, codes, start, step, line, target, target_codes, to, target_step):
    """As `_choose`, with the code of the best keep."""
    for number in range(line.runs.shape[0]):
        first, count = line.runs[number, 0], line.runs[number, 1]
        other, stride = line.runs[number, 3], line.runs[number, 4]
        at = start + line.runs[number, 2] * step
        shared, shared_code = load(values, at), load(codes, at)
        for k in range(count):
            here, beside = start + (first + k) * step, start + (other + k * stride) * step
            if number < line.lower:
                note_best(values, codes, here, beside, shared, shared_code, TIE, values, codes, here)
            else:
                there = to + (first + k) * target_step
                note_best(values, codes, here, beside, shared, shared_code, TIE, target, target_codes, there)


@njit(inline="always")
def _choose_noting_first(values, codes, start, step, line, code_of, state, states):
    """As `_choose_noting` in place, before anything was chosen.

    Place k of the line is the keep `state` + k x `states`, and `code_of` (keeps,) has its code.
    """
    last = line.states - 1
    store(codes, start + last * step, spread(code_of[state + last * states]))
    for number in range(line.runs.shape[0]):
        first, count = line.runs[number, 0], line.runs[number, 1]
        other, stride = line.runs[number, 3], line.runs[number, 4]
        at = start + line.runs[number, 2] * step
        shared, shared_code = load(values, at), load(codes, at)
        for k in range(count):
            here, beside = start + (first + k) * step, start + (other + k * stride) * step
            code = code_of[state + (first + k) * states]
            note_best_first(values, codes, here, beside, shared, shared_code, TIE, code)


@njit(inline="always")
def _columns(values, codes, notes, bits, width, at, axes, choose, noting, roll, worth, kind_of_roll, whole):
    """Everything along the second axis.

    values, codes (keeps x width,); notes (rolls x width,) int32: receives the low `bits` of the codes; worth (kinds x
    width,): before anything was chosen what rolls are worth by kind, or empty when that stands in `values`; whole
    (width,): receives the mean over the first roll.
    """
    a, b, c = axes
    step = c.states * width
    total = spread(0.0)
    for one in range(a.rolls):
        row = spread(0.0)
        for three in range(c.rolls):
            start = (one * b.states * c.states + three) * width + at
            if noting:
                _choose_noting(values, codes, start, step, b, values, codes, start, step)
                for two in range(b.rolls):
                    number = (one * b.rolls + two) * c.rolls + three
                    lower_bits(load(codes, start + two * step), bits, notes, number * width + at)
            elif choose:
                _choose(values, start, step, b, values, start, step)
            elif worth.size:
                for two in range(b.rolls):
                    kind = kind_of_roll[(one * b.rolls + two) * c.rolls + three]
                    store(values, start + two * step, load(worth, kind * width + at))
            if roll:
                _means(values, start, step, b)
                mean = load(values, start + (b.states - 1) * step)
            else:
                mean = spread(0.0)
                for two in range(b.rolls):
                    mean = fused(b.roll_chances[two], load(values, start + two * step), mean)
            row = fused(c.roll_chances[three], mean, row)
        total = fused(a.roll_chances[one], row, total)
    store(whole, at, total)


@njit(inline="always")
def _plane(room, two, width, at, axes, keep, choose, noting, stopping, code_of, worth, kind_of_roll):
    """Everything along the first and third axis where the second is at `two`.

    room: values, target (keeps x width,), which receives the rolls with their best keeps, and codes, which receives
    theirs; two planes of scratch (first axis x third axis x LANES,), for values and codes. keep: whether all keeps are
    written back to `values`; stopping: whether rolls are worth more there than what it is worth to stop, `worth`.
    """
    values, target, codes, (plane, plane_codes) = room
    a, b, c = axes
    down = (c.states | 1) * LANES
    for one in range(a.rolls):
        start = (one * b.states + two) * c.states * width + at
        for three in range(c.rolls):
            store(plane, one * down + three * LANES, load(values, start + three * width))
        _means(plane, one * down, LANES, c)
    for three in range(c.states):
        column = three * LANES
        _means(plane, column, down, a)
        if keep:
            for one in range(a.rolls if three < c.rolls else 0, a.states):
                to = ((one * b.states + two) * c.states + three) * width + at
                store(values, to, load(plane, column + one * down))
        if noting:
            if stopping and two < b.rolls and three < c.rolls:
                for one in range(a.rolls):
                    kind = kind_of_roll[(one * b.rolls + two) * c.rolls + three]
                    store(plane, column + one * down, load(worth, kind * width + at))
            state = two * c.states + three
            _choose_noting_first(plane, plane_codes, column, down, a, code_of, state, b.states * c.states)
        elif choose:
            _choose(plane, column, down, a, plane, column, down)
    for one in range(a.rolls):
        start = (one * b.states + two) * c.states * width + at
        if noting:
            _choose_noting(plane, plane_codes, one * down, LANES, c, target, codes, start, width)
        elif choose:
            _choose(plane, one * down, LANES, c, target, start, width)


@njit(cache=True, nogil=True)
def _turns(stages, keep, rolls, valued, whole, notes, planes, axes, code_of, bits, codes, worth, kind_of_roll):
    """Solve turns of so many rolls backwards.

    stages (stages, keeps x width): one, or one a roll when all keeps' values are kept; valued: for how many rolls to
    come, counted from the last, keeps are valued; whole (rolls, width): receives the values of turns of 1, 2, … rolls;
    notes (rerolls, rolls of the dice x width) int32: receives the low `bits` of the codes of the best keeps with 1, 2,
    … rolls left; planes: two of scratch; axes: three of `Line`; code_of (keeps,); codes (keeps x width,) is scratch;
    worth, kind_of_roll as in `_columns`.
    """
    stages, whole, notes, codes, worth = borrowed((stages, whole, notes, codes, worth))
    planes, axes, code_of, kind_of_roll = borrowed((planes, axes, code_of, kind_of_roll))
    width = whole.shape[1]
    for at in range(0, width, LANES):
        for roll in range(rolls):
            here, then = (roll, min(roll + 1, stages.shape[0] - 1)) if keep else (0, 0)
            values, target = stages[here], stages[then]
            noted, more, ahead = 0 < roll <= notes.shape[0], roll < valued, roll + 1 < rolls
            note = notes[max(roll - 1, 0)] if noted else notes.reshape(-1)
            chosen = roll > 0
            _columns(values, codes, note, bits, width, at, axes, chosen, noted, more, worth, kind_of_roll, whole[roll])
            if more:
                noting = ahead and roll < notes.shape[0]
                for two in range(axes[1].states):
                    room = values, target, codes, planes
                    _plane(room, two, width, at, axes, keep, ahead, noting, chosen, code_of, worth, kind_of_roll)
