"""What is a domino worth, and what does it cost to take it?

The *worth* of a domino is a matched difference: turns in which it was on offer and taken, against turns of the same
line and place in the order of play in which it was on offer and left. It is what one has at the end beyond those who
took another domino of the line instead. Taking a domino also decides when one acts next, its *price*; the worth has
that in it.

For a strategy that draws its picks by lot (`random`, and `greedy-random-draft` from the third line on) every offer is a
randomised experiment: the difference is what taking the domino does. For a strategy that looks (`full-greedy`) it says
how those fared who wanted the domino, against those who preferred another: a domino that is only taken where it fits
looks better than it is to anybody. The column `taken` shows how choosy players were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import mean_row, ratio_row, share_row, tidy
from kingdice.errors import RunError
from kingdice.games.kingdomino.dominoes import DOMINOES, all_dominoes
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_words
from kingdice.games.kingdomino.game_rows import LEVEL
from kingdice.games.kingdomino.matching import estimate_columns, matched_differences

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COMPARED", "domino_worths", "first_picks", "offers"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
COMPARED = "taken against left, in the same line and turn (and by the same strategy)"


def domino_worths(draft: Draft, *, spans: int = 1, level: float = LEVEL) -> pd.DataFrame:
    """What it does to take a domino that is on offer.

    Parameters
    ----------
    draft : Draft
    spans : int
        Into how many parts of equal length to cut the round: 1 to the number of lines, each line for itself.
    level : float

    Returns
    -------
    DataFrame
        A row for each domino and span: number, domino (in words), first_line and last_line (of the span; from 1),
        offers (turns in which it could be taken or left), taken (share of them) with taken_low and taken_high, score
        (matched difference in points at the end of the game) with score_low and score_high, win_share (matched
        difference) with win_share_low and win_share_high. NaN where it was always taken or always left.

    Raises
    ------
    RunError
        For a number of spans out of range.
    """
    if not 1 <= spans <= draft.lines:
        raise RunError(f"{spans} spans: expected 1 to {draft.lines}, the lines of a round")
    pick, number = offers(draft)
    turn = draft.picks[pick]
    span = draft.log["line"][turn].astype(np.int64) * spans // draft.lines
    group = (number - 1) * spans + span
    treated = draft.log["picked"][turn] == number
    groups = DOMINOES * spans
    differences = {
        name: matched_differences(
            group, draft.situation[turn], draft.game[turn], treated, values[turn], groups=groups, level=level
        )
        for name, values in (("score", draft.scores), ("win_share", draft.credits))
    }
    games = len(draft.games)
    where = group * games + draft.game[turn]
    offered = np.bincount(where, minlength=groups * games).reshape(groups, games)
    takes = np.bincount(where[treated], minlength=groups * games).reshape(groups, games)
    bounds = [(draft.lines * one + spans - 1) // spans for one in range(spans + 1)]
    rows = []
    for place in range(groups):
        one = all_dominoes()[place // spans]
        rows.append(
            {
                "number": one.number,
                "domino": domino_words(one),
                "first_line": bounds[place % spans] + 1,
                "last_line": bounds[place % spans + 1],
                "offers": int(offered[place].sum()),
                **ratio_row(takes[place], offered[place], level, "taken", bounds=(0, 1)),
                **estimate_columns(differences, place),
            }
        )
    return tidy(rows, draft.about, level=level, compared=COMPARED)


def first_picks(draft: Draft, *, by: str = "number", turn: int = 1, level: float = LEVEL) -> pd.DataFrame:
    """How often one wins after a first pick.

    Parameters
    ----------
    draft : Draft
    by : str
        `number` of the domino, or `place` in its line.
    turn : int
        Whose pick: that of the first king of the game, the second, ….
    level : float

    Returns
    -------
    DataFrame
        A row for each number or place that was picked: number and domino, or place; games, win_share of the seat that
        picked, with low and high (Wilson), score (its mean, points) with score_low and score_high (t; NaN for a single
        game).

    Raises
    ------
    RunError
        For another `by`, or a turn that the first line does not have.
    """
    if by not in ("number", "place") or not 1 <= turn <= draft.turns:
        raise RunError(f"first picks of turn {turn} by '{by[:40]}': expected turn 1 to {draft.turns}, number or place")
    log = draft.log
    mine = np.flatnonzero((log["round"] == 0) & (log["line"] == 0) & (log["turn"] == turn - 1) & (log["picked"] > 0))
    key = log["picked"][mine] if by == "number" else log["rank"][mine] + 1
    rows = []
    for value in np.unique(key).tolist():
        here = mine[key == value]
        row: dict[str, Any] = {by: value}
        if by == "number":
            row["domino"] = domino_words(all_dominoes()[value - 1])
        row["games"] = len(here)
        row |= share_row(float(draft.credits[here].sum()), len(here), level, "win_share")
        if len(here) > 1:
            row |= mean_row(draft.scores[here], level, "score")
        else:
            row |= {"score": float(draft.scores[here[0]]), "score_low": float("nan"), "score_high": float("nan")}
        rows.append(row)
    return tidy(rows, draft.about, level=level, turn=turn)


def offers(draft: Draft) -> tuple[Ints, Ints]:
    """All dominoes that a pick could take, where there was a choice: the pick, and the number; arrays (offers,)."""
    offered = draft.log["offered"][draft.picks].astype(np.int64)
    choice = (offered > 0).sum(axis=1) > 1
    pick, place = np.nonzero((offered > 0) & choice[:, None])
    return pick, offered[pick, place]
