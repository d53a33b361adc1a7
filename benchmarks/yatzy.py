"""Optimal solitaire Yatzy (Scandinavian, 15 boxes, bonus 50), built from the dice package alone.

An outside check of the whole solver: the value is 248.43998937785. A game is 15 turns; before each the player has
some boxes filled and an upper total (63 or more earns the bonus, so it is counted up to 63). A turn with given
boxes is solved for all its possible upper totals side by side; it is worth the best box for its final roll, and
what the boxes then left are worth.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from kingdice.dice.batch import Workspace
from kingdice.dice.lattice import lattice_of
from kingdice.dice.notation import parse_dice

BOXES = 15
UPPER = 6
BONUS_AT = 63
BONUS = 50.0


def box_scores() -> np.ndarray:
    """Score of each roll in each box; array (rolls, boxes): ones to sixes, pair, two pairs, three and four of a kind,
    small and large straight, full house, chance, yatzy.
    """
    pool = parse_dice("5d6")
    scores = np.zeros((pool.roll_count, BOXES), dtype=np.int64)
    for roll in range(pool.roll_count):
        shown = [face.number or 0 for face in pool.roll_faces(roll)]
        count = {face: shown.count(face) for face in range(1, 7)}
        for face in range(1, 7):
            scores[roll, face - 1] = face * count[face]
        pairs = [face for face in count if count[face] >= 2]
        scores[roll, 6] = 2 * max(pairs, default=0)
        scores[roll, 7] = 2 * sum(pairs) if len(pairs) == 2 else 0
        scores[roll, 8] = 3 * max((face for face in count if count[face] >= 3), default=0)
        scores[roll, 9] = 4 * max((face for face in count if count[face] >= 4), default=0)
        scores[roll, 10] = 15 if shown == [1, 2, 3, 4, 5] else 0
        scores[roll, 11] = 20 if shown == [2, 3, 4, 5, 6] else 0
        scores[roll, 12] = sum(shown) if sorted(count.values())[-2:] == [2, 3] else 0
        scores[roll, 13] = sum(shown)
        scores[roll, 14] = 50 if max(count.values()) == 5 else 0
    return scores


def solve_yatzy() -> float:
    """Expected score of a whole game under the best play."""
    lattice = lattice_of(parse_dice("5d6"))
    scores = box_scores()
    totals = [_upper_totals(filled) for filled in range(1 << UPPER)]
    # A workspace for each multiple of eight: totals that cannot occur are not worth solving.
    room: dict[int, Workspace] = {}
    # Totals past 63 are one with it, so that a row can be read shifted by a score of up to 30.
    worth = np.zeros((1 << BOXES, BONUS_AT + 31))
    worth[-1, BONUS_AT:] = BONUS
    for filled in range((1 << BOXES) - 2, -1, -1):
        some = totals[filled & ((1 << UPPER) - 1)]
        width = -(-some.size // 8) * 8
        if width not in room:
            room[width] = Workspace(lattice, width)
        workspace = room[width]
        _write_boxes(workspace.stages[0], lattice.full, scores, filled, some, worth)
        worth[filled, some] = workspace.solve(3)[2, : some.size]
        worth[filled, BONUS_AT:] = worth[filled, BONUS_AT]
    return float(worth[0, 0])


def _upper_totals(filled: int) -> np.ndarray:
    """The upper totals that can stand when these upper boxes are filled."""
    reached = {0}
    for box in range(UPPER):
        if filled >> box & 1:
            reached = {min(BONUS_AT, total + (box + 1) * count) for total in reached for count in range(6)}
    return np.array(sorted(reached), dtype=np.int64)


@njit(cache=True, nogil=True)
def _write_boxes(values, full, scores, filled, totals, worth):
    """Write the worth of each final roll, for each upper total that can stand, into the full keeps of `values`.

    All 64 totals are worked out side by side (contiguous loads: 1.7x faster than picking out those that can stand
    first); the best so far goes to and fro between two rows.
    """
    best = np.empty((2, 64))
    for roll in range(full.size):
        best[0] = -1.0
        now = 0
        for box in range(scores.shape[1]):
            if filled >> box & 1:
                continue
            score = scores[roll, box]
            then = filled | 1 << box
            shift = score if box < 6 else 0
            later = worth[then, shift : shift + 64]
            for total in range(64):
                x = score + later[total]
                y = best[now, total]
                best[1 - now, total] = x if x > y else y
            now = 1 - now
        for b in range(totals.size):
            values[full[roll], b] = best[now, totals[b]]
