"""Does it pay to finish the cities and roads of others?

Who holds the King gets a point for every completed city in the end, whosesoever it is, as long as he still holds the
card then; and who completes the largest city takes it. Either can be reason enough to finish what brings others points.
Here are the turns in which cities (roads) were completed, by who held the card and whom the turn brought points: how
often they came, what they gave away, and what they brought by way of the card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.errors import RunError
from kingdice.games.carcassonne.card_log import SMALLEST, CardLog
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["gifts"]

SITUATIONS = ("holds", "takes", "other holds")
WHOSE = ("own", "shared", "others'", "nobody's")


def gifts(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """What turns that complete something give away and bring.

    Parameters
    ----------
    log : TurnLog
    level : float

    Returns
    -------
    DataFrame
        A row for each card, situation of who takes the turn (`holds` the card already, `takes` it in this turn, `other
        holds` it and keeps it), and whom the turn brought points, by all that was completed in it (`own`: the player
        alone, `shared`, `others'`, `nobody's`): card, situation, whose, turns (of a game), share (of the turns in that
        situation), own (mean points of the player at once), given (of the others), completed (cities or roads), has
        (share after which the player has the card in the end), brings (mean points that these completions bring the
        player in the end, by the official rule), brings_others (the same of who else has the card then), card_brings
        (mean points that the whole card brings the player in the end), and raises (share in which the size to beat
        rises), each with `_low` and `_high`, over games. NaN where there was none.

    Raises
    ------
    RunError
        For games in which small cities do not count.
    """
    games = log.games
    if games.variants.least_city > SMALLEST:
        raise RunError("gifts: expected games in which all cities count, so without big-cities")
    own, given = (log.turns[name].astype(np.int64) for name in ("own", "given"))
    rows = []
    for place, card in enumerate(CARD_NAMES):
        one = CardLog(log, card)
        before, after = one.before.holder, one.after.holder
        done = one.played & (one.completed > 0)
        final = games.of_cards("holder")[:, place, None] - 1
        worth = games.of_cards("counted")[:, place, None]
        has, lost = final == one.seat, (final != one.seat) & (final >= 0)
        situations = {
            "holds": before == one.seat,
            "takes": (after == one.seat) & (before != one.seat),
            "other holds": (after != one.seat) & (after >= 0),
        }
        whose = {
            "own": (own > 0) & (given == 0),
            "shared": (own > 0) & (given > 0),
            "others'": (own == 0) & (given > 0),
            "nobody's": (own == 0) & (given == 0),
        }
        for situation in SITUATIONS:
            here = done & situations[situation]
            for who in WHOSE:
                some = here & whose[who]
                turns = some.sum(axis=1)
                row: dict[str, Any] = {"card": card, "situation": situation, "whose": who}
                row |= ratio_row(turns, np.ones_like(turns), level, "turns")
                row |= ratio_row(turns, here.sum(axis=1), level, "share", bounds=(0, 1))
                for name, values in (
                    ("own", own),
                    ("given", given),
                    ("completed", one.completed),
                    ("has", has),
                    ("brings", one.completed * has),
                    ("brings_others", one.completed * lost),
                    ("card_brings", worth * has),
                    ("raises", one.after.size > one.before.size),
                ):
                    row |= ratio_row((values * some).sum(axis=1), turns, level, name)
                rows.append(row)
    return tidy(rows, games.about, level=level)
