"""Do simulated draws come out as the exact odds say?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.comparison.estimates import ratio_row, share_row, tidy
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_rows
from kingdice.games.kingdomino.game_rows import LEVEL
from kingdice.games.kingdomino.pile import pile_after

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["drawn_dominoes"]


def drawn_dominoes(draft: Draft, *, level: float = LEVEL) -> pd.DataFrame:
    """How often each domino was drawn, beside the exact chance.

    Returns
    -------
    DataFrame
        Three rows for each domino: number, quantity (`comes`: in the first round; `first line`: in its first line;
        `mean place` in its line, 1 for the lowest number), exact, simulated with low and high.
    """
    first = draft.log["round"] == 0
    whole = np.flatnonzero(first & (draft.log["turn"] == 0) & (draft.log["line"] < draft.lines))
    offered, game = draft.log["offered"][whole], draft.game[whole]
    opening = draft.log["line"][whole] == 0
    games = len(draft.games)
    pile = pile_after(players=draft.games.players, variants=draft.games.variants)
    rows: list[dict[str, Any]] = []
    for one in domino_rows(pile):
        here = offered == one["number"]
        drawn, place = here.any(axis=1), here.argmax(axis=1) + 1
        counts = {"comes": drawn.sum(), "first line": (drawn & opening).sum()}
        exact = {"comes": one["comes"], "first line": one["next_line"], "mean place": one["mean_place"]}
        for quantity, count in counts.items():
            share = share_row(int(count), games, level, "simulated")
            rows.append({"number": one["number"], "quantity": quantity, "exact": exact[quantity], **share})
        times = np.bincount(game[drawn], minlength=games)
        mean = ratio_row(np.bincount(game[drawn], weights=place[drawn], minlength=games), times, level, "simulated")
        low, high = mean.pop("simulated_low"), mean.pop("simulated_high")
        rows.append({"number": one["number"], "quantity": "mean place", "exact": exact["mean place"], **mean})
        rows[-1] |= {"low": low, "high": high}
    return tidy(rows, draft.about, level=level)
