"""Who will have the King and the Robber Baron in the end? The chance of the present holder, as a player can look it up.

Every turn of every game after which somebody holds a card is a case: the holder *keeps* the card if nobody takes it
from now on, and *has* it in the end if it was lost and taken back, too. Cases of one game hang together, so intervals
are over games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_estimate, tidy
from kingdice.errors import RunError
from kingdice.games.carcassonne.card_log import CardLog
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL, Floats, widened

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["holding_chances"]


def holding_chances(log: TurnLog, *, width: int = 8, largest: int = 12, level: float = LEVEL) -> pd.DataFrame:
    """How likely the present holder of a card keeps it, by the size to beat and the tiles left.

    Parameters
    ----------
    log : TurnLog
    width : int
        Tiles left that share a row: 1 to `width`, and so on.
    largest : int
        Sizes from here on share a row.
    level : float

    Returns
    -------
    DataFrame
        A row for each card, size and span of tiles left that was seen: card, size (tiles; `largest` stands for more,
        too), left_from and left_to (tiles still to be drawn after the turn, those that will not fit among them), games,
        cases (turns after which it was so), keeps (share of cases in which nobody takes the card any more) with
        keeps_low and keeps_high, has (share in which the present holder has it in the end) with has_low and has_high,
        and holder_gets (mean points that the card brings the present holder, by the official rule) with low and high.
        Where all cases went the same way, the interval reaches as far as so many games allow ("rule of three").

    Raises
    ------
    RunError
        For a width below 1 or a size below 3.
    """
    if width < 1 or largest < 3:
        raise RunError(f"holding chances: {width} tiles a row, sizes up to {largest}; expected at least 1 and 3")
    games = log.games
    rows = []
    for place, card in enumerate(CARD_NAMES):
        one = CardLog(log, card)
        holder, size = one.after.holder, np.minimum(one.after.size, largest)
        case = one.played & (holder >= 0) & (one.left > 0)
        turn = np.arange(1, holder.shape[1] + 1)
        keeps = games.column(f"{card}_last")[:, None] <= turn
        has = holder == games.of_cards("holder")[:, place, None] - 1
        gets = has * games.of_cards("counted")[:, place, None]
        spans = -(-holder.shape[1] // width)
        game, at = np.nonzero(case)
        cell = size[game, at] * spans + spans - 1 - (one.left[game, at] - 1) // width
        known = np.unique(cell)
        where = np.searchsorted(known, cell) * len(games) + game

        def summed(
            values: NDArray[np.generic] | None, where: NDArray[np.intp] = where, cells: int = len(known)
        ) -> Floats:
            found = np.bincount(where, values, minlength=cells * len(games))
            return found.reshape(cells, len(games)).T.astype(np.float64)

        cases = summed(None)
        answers = {
            name: ratio_estimate(summed(values[game, at].astype(np.float64)), cases, level)
            for name, values in (("keeps", keeps), ("has", has), ("holder_gets", gets))
        }
        for number, code in enumerate(known.tolist()):
            span = spans - 1 - code % spans
            row = {
                "card": card,
                "size": code // spans,
                "left_from": span * width + 1,
                "left_to": min(span * width + width, holder.shape[1]),
                "games": int((cases[:, number] > 0).sum()),
                "cases": int(cases[:, number].sum()),
            }
            for name, (value, low, high) in answers.items():
                ends = float(value[number]), float(low[number]), float(high[number])
                if name != "holder_gets":
                    ends = widened(*ends, row["games"], level)
                row |= dict(zip((name, f"{name}_low", f"{name}_high"), ends, strict=True))
            rows.append(row)
    return tidy(rows, games.about, level=level, width=width, largest=largest)
