"""The value of a solitaire dice game under the best play, from the dice package alone.

Before a turn, what matters is which boxes are filled, the upper total as far as the bonus needs it, and whether
further rolls all alike pay. States with the same number of filled boxes do not depend on each other, so their turns
are solved side by side, last boxes first: a turn is worth the best option of its final roll, and that is worth its
points and the value of the state it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from analysis.solitaire.options import _allowed, _option_worths, options_of
from analysis.solitaire.score_cards import YAHTZEE, YATZY, ScoreCard
from kingdice.dice.batch import Workspace

__all__ = ["CARDS", "Batch", "Solved", "packed", "solve", "solve_card", "write_terminal"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
CARDS = {"yatzy": YATZY, "yahtzee": YAHTZEE}
WIDTH = 192
_PIECE = 8


@dataclass(frozen=True)
class Solved:
    """A card with the value of each of its states.

    Attributes
    ----------
    card : ScoreCard
    start : int
        The boxes filled before the first turn that was solved, as bits.
    worth : array (sets of filled boxes, 1 or 2, upper totals)
        Points still to come under the best play. The second axis says whether further rolls all alike pay; totals
        that the bonus does not tell apart are one, and so are columns past `bonus_at`. States that cannot come up
        hold nothing of use.
    """

    card: ScoreCard
    start: int
    worth: Floats

    @property
    def value(self) -> float:
        """Expected points of all that is still open at the start, nothing being written in upper boxes so far."""
        return float(self.worth[self.start, 0, 0])


class Batch(NamedTuple):
    """States whose turns are solved side by side, none of which leads to another.

    Attributes
    ----------
    filled, mark : array (blocks,)
        A block has the same boxes filled and differs in upper totals.
    first : array (blocks + 1,)
        The first column of each block, and the end.
    totals : array (columns,)
        The upper total of each column.
    """

    filled: Ints
    mark: Ints
    first: Ints
    totals: Ints


def solve(name: str) -> float:
    """The value of a whole game, "yatzy" or "yahtzee"."""
    return solve_card(CARDS[name]).value


def solve_card(card: ScoreCard, start: int = 0) -> Solved:
    """Solve a game from its last box back to its start.

    Parameters
    ----------
    card : ScoreCard
    start : int
        Boxes that are filled already, as bits (`card.filled`): states without them are left out.
    """
    lattice, options, boxes = card.lattice, options_of(card), len(card.boxes)
    # Totals past bonus_at are one with it, so that a row can be read shifted by the score of an upper box.
    worth = np.zeros((1 << boxes, 2 if card.jokers else 1, card.bonus_at + 1 + int(options.shift.max())))
    worth[-1, :, card.bonus_at :] = card.bonus
    rooms: dict[int, Workspace] = {}
    padded: dict[int, Ints] = {}
    for level in range(boxes - 1, start.bit_count() - 1, -1):
        for batch in level_batches(card, start, level, padded):
            width = int(batch.first[-1])
            if width not in rooms:
                rooms[width] = Workspace(lattice, width)
            room = rooms[width]
            write_terminal(room.stages[0], lattice.full, options, worth, *batch)
            _keep(room.solve(card.rolls)[-1], card.bonus_at, worth, *batch)
    return Solved(card, start, worth)


def level_batches(card: ScoreCard, start: int, level: int, padded: dict[int, Ints]) -> Iterator[Batch]:
    """All states with `level` boxes filled, those at the start among them; their totals are kept in `padded`."""
    filled = np.arange(1 << len(card.boxes))
    filled = filled[(np.bitwise_count(filled) == level) & (filled & start == start)]
    mark = np.zeros_like(filled)
    if card.jokers:
        paying = filled[filled >> card.joker_box & 1 == 1]
        filled, mark = np.concatenate([filled, paying]), np.concatenate([mark, np.ones_like(paying)])
    totals = []
    for upper in (filled & (1 << card.upper) - 1).tolist():
        if upper not in padded:
            some = card.totals(upper)
            padded[upper] = np.pad(some, (0, -some.size % _PIECE), mode="edge")
        totals.append(padded[upper])
    return packed(filled, mark, totals)


def packed(filled: Ints, mark: Ints, totals: list[Ints]) -> Iterator[Batch]:
    """Blocks in batches of at most `WIDTH` columns (or one block), large ones first."""
    sizes = np.array([one.size for one in totals])
    order = np.argsort(-sizes, kind="stable")
    filled, mark, totals = filled[order], mark[order], [totals[place] for place in order]
    at, firsts = 0, [0]
    for place, more in enumerate([*sizes[order].tolist(), WIDTH]):
        if firsts[-1] + more > WIDTH and place > at:
            yield Batch(filled[at:place], mark[at:place], np.array(firsts), np.concatenate(totals[at:place]))
            at, firsts = place, [0]
        firsts.append(firsts[-1] + more)


@njit(cache=True, nogil=True)
def write_terminal(values, full, options, worth, filled, mark, first, totals):
    """Write the worth of each final roll of a batch into the full keeps of `values` (states, columns)."""
    zero = options.box.size  # the row of a 0 in the box where it hurts least; two more are scratch
    rows = np.empty((zero + 3, values.shape[1]))
    chosen = np.empty(options.of_roll.shape[1] + 8, dtype=np.int64)
    starts, gaining, box, alike = options.starts, options.gaining, options.box, options.alike
    joker_box = max(options.joker_box, 0)
    for block in range(filled.size):
        target = values[:, first[block] : first[block + 1]]
        columns = target.shape[1]
        boxes = filled[block]
        _option_worths(options, worth, boxes, mark[block], totals[first[block] : first[block + 1]], rows)
        _write_zeros(boxes, options.of_roll.shape[1], rows, zero, columns)
        jokers = boxes >> joker_box & 1
        for roll in range(full.size):
            if jokers and alike[roll] >= 0:
                _best_joker(target, full[roll], options, roll, boxes, mark[block], rows, chosen)
            else:
                chosen[0] = zero
                count = 1
                for place in range(starts[roll], starts[roll + 1]):
                    option = gaining[place]
                    chosen[count] = option
                    count += 1 - (boxes >> box[option] & 1)
                _write_best(target, full[roll], rows, zero, chosen, count)


@njit(inline="always")
def _write_zeros(filled, boxes, rows, zero, columns):
    """Write the best of the options that write a 0."""
    now = zero + 1
    for i in range(columns):
        rows[now, i] = -1.0
    for box in range(boxes):
        if not filled >> box & 1:
            then = 2 * zero + 3 - now
            for i in range(columns):
                x = rows[box, i]
                y = rows[now, i]
                rows[then, i] = x if x > y else y
            now = then
    for i in range(columns):
        rows[zero, i] = rows[now, i]


@njit(inline="always")
def _write_best(target, to, rows, zero, chosen, count):
    """Write the largest of some rows into a row of `target`: four a pass, `zero` where there are fewer."""
    for place in range(count, count + 3):
        chosen[place] = zero
    scratch, first = zero + 1, 0
    while count - first > 4:
        _best4(rows, scratch, rows, chosen, first)
        first += 3
        chosen[first] = scratch
        scratch = 2 * zero + 3 - scratch
    _best4(target, to, rows, chosen, first)


@njit(inline="always")
def _best4(target, to, rows, chosen, first):
    a, b, c, d = chosen[first], chosen[first + 1], chosen[first + 2], chosen[first + 3]
    for i in range(target.shape[1]):
        x, y, z, w = rows[a, i], rows[b, i], rows[c, i], rows[d, i]
        x = x if x > y else y
        z = z if z > w else w
        target[to, i] = x if x > z else z


@njit(cache=True, nogil=True)
def _best_joker(target, to, options, roll, filled, mark, rows, chosen):
    """Write the worth of a joker, with what it pays."""
    count = _allowed(options, roll, filled, chosen)
    pays = options.again * mark
    for i in range(target.shape[1]):
        best = -1.0
        for place in range(count):
            best = max(best, rows[chosen[place], i])
        target[to, i] = best + pays


@njit(cache=True, nogil=True)
def _keep(solved, bonus_at, worth, filled, mark, first, totals):
    """Keep the values of a batch; totals past the bonus are one."""
    for block in range(filled.size):
        here = worth[filled[block], mark[block]]
        for i in range(first[block], first[block + 1]):
            here[totals[i]] = solved[i]
        here[bonus_at:] = here[bonus_at]
