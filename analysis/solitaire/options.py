"""What a roll may be written into, as numbered options: a box and the points it gets.

Many rolls score the same in a box, so a card has few options (Yatzy 132, Yahtzee 101), and what each is worth, points
and all that follows, is worked out once for every state; a roll's worth is then the largest of the few that it has.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from analysis.solitaire.score_cards import ScoreCard

__all__ = ["NO_BOX", "Options", "options_of"]

Ints = NDArray[np.int64]
NO_BOX = -1


class Options(NamedTuple):
    """The options of a card, as kernels take them.

    Attributes
    ----------
    box, points, shift : array (options,)
        The box filled, what is written, and what that adds to the upper total. Option b, for b below the number of
        boxes, writes 0 into box b.
    marks : array (options,)
        1 if the option makes further rolls all alike pay.
    of_roll, of_joker : array (rolls, boxes)
        The option of a roll in a box, as an ordinary roll and as a joker.
    starts, gaining : array (rolls + 1,), (…)
        The options of a roll that score: `gaining[starts[roll] : starts[roll + 1]]`.
    alike : array (rolls,)
        The upper box of the number of a roll all alike; NO_BOX for rolls that are never jokers.
    joker_box, again, forced, upper, most : int
        The box that makes jokers or NO_BOX, points for a joker, 1 if it is told where it goes, the upper boxes as bits,
        the upper total that earns the bonus.
    """

    box: Ints
    points: Ints
    shift: Ints
    marks: Ints
    of_roll: Ints
    of_joker: Ints
    starts: Ints
    gaining: Ints
    alike: Ints
    joker_box: int
    again: int
    forced: int
    upper: int
    most: int


def options_of(card: ScoreCard) -> Options:
    """Number the options of a card."""
    numbers = {(box, 0): box for box in range(len(card.boxes))}
    scores, jokers = card.scores, card.scores.copy()
    upper = {box.face: place for place, box in enumerate(card.boxes) if box.face}
    alike = np.full(len(scores), NO_BOX)
    for roll, counts in enumerate(card.counts):
        if card.jokers and len(counts) == 1:
            alike[roll] = upper[next(iter(counts))]
            jokers[roll] = [
                points if box.joker is None else box.joker
                for box, points in zip(card.boxes, scores[roll].tolist(), strict=True)
            ]

    def numbered(table: Ints) -> Ints:
        places = [
            [numbers.setdefault((box, points), len(numbers)) for box, points in enumerate(row)]
            for row in table.tolist()
        ]
        return np.array(places, dtype=np.int64)

    of_roll, of_joker = numbered(scores), numbered(jokers)
    box, points = np.array(list(numbers), dtype=np.int64).T.copy()
    faces = np.array([one.face for one in card.boxes])
    scoring = scores > 0
    return Options(
        box=box,
        points=points,
        shift=np.where(faces[box] > 0, points, 0),
        marks=((box == card.joker_box) & (points > 0)).astype(np.int64),
        of_roll=of_roll,
        of_joker=of_joker,
        starts=np.concatenate([[0], scoring.sum(axis=1).cumsum()]),
        gaining=of_roll[scoring],
        alike=alike,
        joker_box=card.joker_box,
        again=card.again,
        forced=int(card.forced),
        upper=(1 << card.upper) - 1,
        most=card.bonus_at,
    )


@njit(cache=True, nogil=True)
def _option_worths(options, worth, filled, mark, totals, rows):
    """Write what each option is worth, for some upper totals of a state, into rows (options or more, totals or more).

    worth (filled, mark, total) is what follows; rows of boxes already filled are left alone.
    """
    for option in range(options.box.size):
        box = options.box[option]
        if filled >> box & 1:
            continue
        points = options.points[option]
        shift = options.shift[option]
        later = worth[filled | 1 << box, mark | options.marks[option]]
        for i in range(totals.size):
            rows[option, i] = points + later[totals[i] + shift]


@njit(cache=True, nogil=True)
def _is_joker(options, roll, filled):
    """Whether a roll is a joker when these boxes are filled."""
    return options.alike[roll] >= 0 and filled >> options.joker_box & 1 == 1


@njit(cache=True, nogil=True)
def _allowed(options, roll, filled, chosen):
    """List the options of a roll, leftmost box first, and return how many there are."""
    if not _is_joker(options, roll, filled):
        return _in_open_boxes(options.of_roll, roll, filled, chosen)
    number = options.alike[roll]
    if filled >> number & 1 == 0:
        if options.forced:
            chosen[0] = options.of_roll[roll, number]
            return 1
        return _in_open_boxes(options.of_roll, roll, filled, chosen)
    if options.forced:
        count = _in_open_boxes(options.of_joker, roll, filled | options.upper, chosen)
        if count:
            return count
    return _in_open_boxes(options.of_joker, roll, filled, chosen)


@njit(cache=True, nogil=True)
def _in_open_boxes(table, roll, filled, chosen):
    """List a roll's options in all boxes that are open."""
    count = 0
    for box in range(table.shape[1]):
        if filled >> box & 1 == 0:
            chosen[count] = table[roll, box]
            count += 1
    return count
