"""What are dominoes of a kind worth: forest with a crown, mine with two?

As in `draft_tables.domino_worths`, but for all dominoes of a kind together, which is told more surely. The kind of a
domino is the terrain and the crowns of its better half, the one with more crowns; where neither has any, the terrain
that is named first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.kingdomino.dominoes import TERRAINS, Domino, Half, all_dominoes
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_tables import COMPARED, offers
from kingdice.games.kingdomino.game_rows import LEVEL
from kingdice.games.kingdomino.matching import estimate_columns, matched_differences

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["better_half", "kind_worths", "kinds"]


def better_half(one: Domino) -> Half:
    """The half that gives a domino its kind.

    Examples
    --------
    >>> better_half(all_dominoes()[47]), better_half(all_dominoes()[12])
    (Half(terrain='mine', crowns=3), Half(terrain='wheat', crowns=0))
    """
    return max(one.halves, key=lambda half: half.crowns)


def kinds() -> list[Half]:
    """All kinds that there are, by terrain and crowns."""
    found = {better_half(one) for one in all_dominoes()}
    return sorted(found, key=lambda half: (TERRAINS.index(half.terrain), half.crowns))


def kind_worths(draft: Draft, *, level: float = LEVEL) -> pd.DataFrame:
    """What it does to take a domino of a kind where there is one on offer, and one of another kind.

    Returns
    -------
    DataFrame
        A row for each kind: kind (in words), terrain, crowns, dominoes (of that kind), offers (turns in which one could
        be taken or left), taken (share of them), score (matched difference in points at the end of the game), win_share
        (the same in win share), each with `_low` and `_high`. NaN where it was always taken or always left.
    """
    every = kinds()
    kind_of = np.zeros(len(all_dominoes()) + 1, dtype=np.int64)
    for one in all_dominoes():
        kind_of[one.number] = every.index(better_half(one))
    pick, number = offers(draft)
    lying = np.zeros((len(draft.picks), len(every)), dtype=np.int64)
    np.add.at(lying, (pick, kind_of[number]), 1)
    place, kind = np.nonzero((lying > 0) & (lying < lying.sum(axis=1, keepdims=True)))
    turn = draft.picks[place]
    treated = kind_of[draft.log["picked"][turn]] == kind
    differences = {
        name: matched_differences(
            kind, draft.situation[turn], draft.game[turn], treated, values[turn], groups=len(every), level=level
        )
        for name, values in (("score", draft.scores), ("win_share", draft.credits))
    }
    games, rows = len(draft.games), []
    for number_of_kind, half in enumerate(every):
        here = kind == number_of_kind
        offered = np.bincount(draft.game[turn[here]], minlength=games)
        takes = np.bincount(draft.game[turn[here & treated]], minlength=games)
        rows.append(
            {
                "kind": half.terrain + (f" {half.crowns}" if half.crowns else ""),
                "terrain": half.terrain,
                "crowns": half.crowns,
                "dominoes": sum(better_half(one) == half for one in all_dominoes()),
                "offers": int(here.sum()),
                **ratio_row(takes, offered, level, "taken", bounds=(0, 1)),
                **estimate_columns(differences, number_of_kind),
            }
        )
    return tidy(rows, draft.about, level=level, compared=COMPARED)
