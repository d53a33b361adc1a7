"""Games of solitaire dice played with dice that are thrown, many at a time, by the values of a solved game.

Keeps come from the package's turn solver; what a roll may be written into, and what follows, is worked out anew.
"""

from __future__ import annotations

import numpy as np

from analysis.solitaire.options import options_of
from analysis.solitaire.values import packed, write_terminal
from kingdice.dice.batch import Workspace


def play(solved, games, seed):
    """Scores of so many games, and points written in each box; arrays (games,), (games, boxes)."""
    card, worth = solved.card, solved.worth
    chance = np.random.default_rng(seed)
    lattice = card.lattice
    rolls = {tuple(sorted(f.number for f in lattice.pool.roll_faces(roll))): roll for roll in range(len(card.scores))}
    shown = [tuple(face.number for face in lattice.shown(state)) for state in range(lattice.size)]
    filled, mark, total, score = (np.zeros(games, dtype=np.int64) for _ in range(4))
    written = np.zeros((games, len(card.boxes)), dtype=np.int64)

    def thrown(kept):
        dice = chance.integers(1, 7, size=(len(kept), 5))
        return np.array(
            [rolls[tuple(sorted(k + tuple(d[len(k) :])))] for k, d in zip(kept, dice.tolist(), strict=True)]
        )

    for _ in range(len(card.boxes)):
        roll = thrown([()] * games)
        states = np.stack([filled, mark, total], axis=1)
        for left in (2, 1):
            roll = thrown([shown[state] for state in keeps(solved, states, roll, left)])
        box, points, paid = written_best(card, worth, states, roll)
        written[np.arange(games), box] = points
        upper = np.array([one.face > 0 for one in card.boxes])[box]
        mark |= (box == card.joker_box) & (points > 0)
        total = np.minimum(card.bonus_at, total + points * upper)
        filled |= 1 << box
        score += points + paid
    return score + card.bonus * (total >= card.bonus_at), written


def keeps(solved, states, roll, left):
    """The lattice state that each game keeps."""
    card = solved.card
    options, lattice = options_of(card), card.lattice
    found = np.zeros(len(states), dtype=np.int64)
    distinct, which = np.unique(states, axis=0, return_inverse=True)
    room = Workspace(lattice, 192, keep_stages=card.rolls)
    for first in range(0, len(distinct), 192):
        some = distinct[first : first + 192]
        columns = {tuple(state): column for column, state in enumerate(some.tolist())}
        place = np.zeros(192, dtype=np.int64)  # the column of each state, as batches put large blocks first
        singles = [np.array([total]) for total in some[:, 2]]
        (batch,) = packed(some[:, 0], some[:, 1], singles)
        for column, state in enumerate(
            zip(batch.filled.tolist(), batch.mark.tolist(), batch.totals.tolist(), strict=True)
        ):
            place[columns[state]] = column
        write_terminal(room.stages[0], lattice.full, options, solved.worth, *batch)
        terminal = room.stages[0][lattice.full].copy()
        room.fill(card.rolls - 1)
        best = room.best_keeps(terminal, left)
        here = np.flatnonzero((which >= first) & (which < first + 192))
        found[here] = best[roll[here], place[which[here] - first]]
    return found


def written_best(card, worth, states, roll):
    """The box that each game fills, points written, points paid for a joker."""
    filled, mark, total = states.T
    games = np.arange(len(roll))
    alike = np.array([next(iter(counts)) if len(counts) == 1 else 0 for counts in card.counts])[roll]
    joker = (alike > 0) & (card.joker_box >= 0) & (filled >> max(card.joker_box, 0) & 1 == 1)
    full = joker & (filled >> np.maximum(alike - 1, 0) & 1 == 1)
    assert not card.forced
    paid = joker * mark * card.again
    best, chosen, points = np.full(len(roll), -1.0), np.zeros(len(roll), np.int64), np.zeros(len(roll), np.int64)
    for box, one in enumerate(card.boxes):
        gets = card.scores[roll, box]
        if one.joker is not None:
            gets = np.where(full, one.joker, gets)
        then = np.minimum(card.bonus_at, total + gets * (one.face > 0))
        after = np.where((box == card.joker_box) & (gets > 0), 1, mark)
        value = gets + worth[filled | 1 << box, after, then]
        better = (filled >> box & 1 == 0) & (value > best + 1e-9)
        best[better], chosen[better], points[better] = value[better], box, gets[better]
    assert (best[games] >= 0).all()
    return chosen, points, paid
