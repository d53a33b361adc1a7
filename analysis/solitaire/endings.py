"""How a solitaire dice game ends when every choice is the best one: the chance of every score, exactly.

Goes through the states once more, first boxes first. A state carries the chances of all scores that lead to it; the
turn solved there says how likely each roll is in the end and which option it is written into, and chances move on,
shifted by its points. Ties: between keeps as everywhere in the package; between options the leftmost box within 1e-9.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from analysis.solitaire.options import Options, _allowed, _is_joker, _option_worths, options_of
from analysis.solitaire.score_cards import ScoreCard
from analysis.solitaire.values import Batch, Solved, packed, write_terminal
from kingdice.dice.batch import Workspace
from kingdice.dice.ties import TIE

__all__ = ["Outcomes", "outcomes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_PIECE = 16


@dataclass(frozen=True)
class Outcomes:
    """How a game ends.

    Attributes
    ----------
    card : ScoreCard
    scores : array (points,)
        Chance of each final score.
    boxes : array (boxes, points)
        Chance that each box ends with so many points (jokers' extra points left out).
    bonus : float
        Chance of the upper bonus.
    again : float
        Expected number of jokers that paid.
    states : int
        States that can come up under this play.
    """

    card: ScoreCard
    scores: Floats
    boxes: Floats
    bonus: float
    again: float
    states: int

    @property
    def mean(self) -> float:
        """Expected score."""
        return float(self.scores @ np.arange(self.scores.size))

    @property
    def sd(self) -> float:
        """Standard deviation of the score."""
        return float(np.sqrt(self.scores @ (np.arange(self.scores.size) - self.mean) ** 2))

    def quantile(self, chance: float) -> int:
        """The lowest score that is reached or fallen short of with at least this chance."""
        return int(np.searchsorted(self.scores.cumsum(), chance - 1e-12))

    def at_least(self, points: int) -> float:
        """Chance of so many points or more."""
        return float(self.scores[points:].sum())


class _Mass:
    """Chances of states still to be gone through.

    `here[filled, mark]` is an array (upper totals, points): how likely that state is together with so many points
    so far, the upper total itself left out.
    """

    def __init__(self, card: ScoreCard, options: Options) -> None:
        self.card, self.options = card, options
        self.here: dict[tuple[int, int], Floats] = {}
        self.totals = [card.totals(upper) for upper in range(1 << card.upper)]
        every = np.arange(card.bonus_at + 1)
        self.places = [np.searchsorted(one, every) for one in self.totals]
        self.most = [int(options.points[options.box == box].max()) for box in range(len(card.boxes))]
        fills = [(box, marks) for box in range(len(card.boxes)) for marks in range(2)]
        every = [(*one, np.flatnonzero((options.box == one[0]) & (options.marks == one[1]))) for one in fills]
        self.fills = [one for one in every if one[2].size]

    def totals_of(self, filled: int) -> Ints:
        """The upper totals that can stand."""
        return self.totals[filled & self.options.upper]

    def places_of(self, filled: int) -> Ints:
        """Where each upper total stands among them."""
        return self.places[filled & self.options.upper]

    def of(self, filled: int, mark: int) -> Floats:
        """The array of a state, made when it is first reached."""
        if (filled, mark) not in self.here:
            shape = self.totals_of(filled).size, self._most_points(filled, mark) + 1
            self.here[filled, mark] = np.zeros(shape)
        return self.here[filled, mark]

    def batches(self, level: int) -> Iterator[Batch]:
        """The states with `level` boxes filled that come up."""
        blocks = [(filled, mark) for filled, mark in self.here if filled.bit_count() == level]
        totals = [self.totals_of(block[0])[self.here[block].any(axis=1)] for block in blocks]
        filled, mark = np.array(blocks).T.copy()
        return packed(filled, mark, totals)

    def push(self, taken: Floats, batch: Batch) -> Floats:
        """Move the chances of a batch on to the states that follow.

        taken (2, options, columns): the chance of each option, by whether it is a joker's that pays. Returns how
        likely options are taken in these states, array (2, options).
        """
        written = np.zeros(taken.shape[:2])
        for block, (filled, mark) in enumerate(zip(batch.filled.tolist(), batch.mark.tolist(), strict=True)):
            columns = slice(batch.first[block], batch.first[block + 1])
            totals, of_block = batch.totals[columns], np.ascontiguousarray(taken[:, :, columns])
            here = self.here.pop((filled, mark))[self.places_of(filled)[totals]]
            written += of_block @ here.sum(axis=1)
            possible = of_block.any(axis=(0, 2))
            for box, marks, some in self.fills:
                some = some[possible[some]]
                if some.size:
                    then = filled | 1 << box
                    there = self.of(then, mark | marks)
                    pays = mark * self.options.again
                    _push_box(here, there, of_block, self.options, some, totals, self.places_of(then), pays)
        return written

    def _most_points(self, filled: int, mark: int) -> int:
        """The most points that there can be beside the upper total."""
        of_box = [points if filled >> box & 1 else 0 for box, points in enumerate(self.most)]
        upper, lower = sum(of_box[: self.card.upper]), sum(of_box[self.card.upper :])
        return lower + max(0, upper - self.card.bonus_at) + mark * self.card.again * (filled.bit_count() - 1)


def outcomes(solved: Solved, rules: ScoreCard | None = None) -> Outcomes:
    """Follow the best play of a solved game.

    Parameters
    ----------
    solved : Solved
        What the player goes by.
    rules : ScoreCard, optional
        The rules that the scores are counted by, where they are others: the same boxes, but another bonus, say.
    """
    card, start = rules or solved.card, solved.start
    options, lattice = options_of(card), card.lattice
    mass = _Mass(card, options)
    mass.of(start, 0)[0, 0] = 1.0
    written = np.zeros((2, options.box.size))
    rooms: dict[int, Workspace] = {}
    states = 0
    for level in range(start.bit_count(), len(card.boxes)):
        for batch in mass.batches(level):
            count = batch.totals.size
            width = -(-count // _PIECE) * _PIECE
            if width not in rooms:
                rooms[width] = Workspace(lattice, width, keep_stages=card.rolls)
            room = rooms[width]
            write_terminal(room.stages[0], lattice.full, options, solved.worth, *batch)
            terminal = room.stages[0][lattice.full]
            room.fill(card.rolls - 1)
            ended = room.endings(terminal, card.rolls).sum(axis=0)
            taken = np.zeros((2, options.box.size, count))
            _take(ended, terminal, TIE, options, solved.worth, *batch, taken)
            written += mass.push(taken, batch)
            states += count
    return _counted(card, options, mass, written, states)


def _counted(card: ScoreCard, options: Options, mass: _Mass, written: Floats, states: int) -> Outcomes:
    """What came out, from the chances of full cards and of what was written."""
    end = (1 << len(card.boxes)) - 1
    boxes = np.zeros((len(card.boxes), int(options.points.max()) + 1))
    np.add.at(boxes, (options.box, options.points), written.sum(axis=0))
    totals = mass.totals_of(end)
    marks = [mass.here[end, mark] for mark in range(2) if (end, mark) in mass.here]
    scores = np.zeros(max(one.shape[1] for one in marks) + card.bonus_at + card.bonus)
    bonus = 0.0
    for one in marks:
        for place, chances in enumerate(one):
            earned = totals[place] >= card.bonus_at
            at = int(totals[place]) + card.bonus * earned
            scores[at : at + chances.size] += chances
            bonus += float(chances.sum()) if earned else 0.0
    return Outcomes(card, np.trim_zeros(scores, "b"), boxes, bonus, float(written[1].sum()), states)


@njit(cache=True, nogil=True)
def _take(ended, terminal, tie, options, worth, filled, mark, first, totals, taken):
    """Add the chance of each final roll (rolls, columns) to the option that it is written into.

    taken (2, options, columns): by whether the roll is a joker that pays.
    """
    rows = np.empty((options.box.size, ended.shape[1]))
    chosen = np.empty(options.of_roll.shape[1], dtype=np.int64)
    for block in range(filled.size):
        start = first[block]
        columns = first[block + 1] - start
        _option_worths(options, worth, filled[block], mark[block], totals[start : start + columns], rows)
        for roll in range(ended.shape[0]):
            count = _allowed(options, roll, filled[block], chosen)
            joker = mark[block] if _is_joker(options, roll, filled[block]) else 0
            for i in range(columns):
                best = terminal[roll, start + i] - joker * options.again - tie
                place = 0
                while place < count - 1 and rows[chosen[place], i] < best:
                    place += 1
                taken[joker, chosen[place], start + i] += ended[roll, start + i]


@njit(cache=True, nogil=True)
def _push_box(here, there, taken, options, some, totals, places, again):
    """Move chances (columns, points) of some states on to those of the state with one more box filled.

    taken (2, options, columns); some (…): the options to go through; totals (columns,): upper totals; places (upper
    totals,): where a total stands in `there`.
    """
    for column in range(totals.size):
        low = 0
        high = here.shape[1]
        while here[column, low] == 0.0:
            low += 1
        while here[column, high - 1] == 0.0:
            high -= 1
        for option in some:
            for joker in range(2):
                chance = taken[joker, option, column]
                if chance == 0.0:
                    continue
                total = totals[column] + options.shift[option]
                counted = min(total, options.most)
                gain = options.points[option] - options.shift[option] + total - counted + joker * again
                source = here[column, low:high]
                target = there[places[counted], low + gain : high + gain]
                for points in range(source.size):
                    target[points] += chance * source[points]
