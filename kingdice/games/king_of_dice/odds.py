"""How likely is every citizen, when it alone is chased?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kingdice.dice.odds import condition_chances, condition_chances_exact
from kingdice.dice.turn import check_rolls
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice.display import check_objective, lone_worth
from kingdice.games.king_of_dice.edition import Edition, load_edition

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["card_odds", "odds_rows"]


def card_odds(
    edition: Edition | None = None,
    *,
    rolls: int = 3,
    objective: str = "points",
    players: int = 2,
    exact: bool = False,
) -> pd.DataFrame:
    """The odds of every citizen, each chased alone as well as can be.

    Parameters
    ----------
    edition : Edition, optional
        haba-2017 when left out.
    rolls : int
        With how many rolls the expected points are reckoned; chances are given for 1 to 4 rolls, or as many.
    objective : str
        What a card is worth: "points", "lead", "any" or "card:ID".
    players : int
        Matters for "lead" alone.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    DataFrame
        One row a citizen: id, village, points, needs, p1, p2, … (chance with 1, 2, … rolls), expected_points (chance
        with `rolls` rolls times worth: a fairy counts 1, a dragon nothing, no penalty is taken off; for "any" and
        "card:ID" it is a chance).

    Examples
    --------
    >>> table = card_odds(rolls=3).set_index("id")
    >>> round(float(table.loc["dwarf-4x6", "p3"]), 6)
    0.209929
    """
    import pandas as pd

    edition = edition or load_edition()
    table = pd.DataFrame(odds_rows(edition, rolls=rolls, objective=objective, players=players, exact=exact))
    table.attrs = {
        "edition": f"{edition.name} {edition.hash}",
        "method": "exact fractions" if exact else "exact",
        "rolls": rolls,
        "objective": objective,
    }
    return table


def odds_rows(
    edition: Edition, *, rolls: int = 3, objective: str = "points", players: int = 2, exact: bool = False
) -> list[dict[str, Any]]:
    """The rows of `card_odds`."""
    check_objective(edition, objective)
    check_rolls(rolls)
    if players < 2:
        raise KingdiceError(f"players {players}: expected at least 2")
    most = max(rolls, 4)
    chances: Any
    if exact:
        chances = condition_chances_exact(edition.pool, edition.conditions, rolls=most)
    else:
        chances = condition_chances(edition.pool, edition.conditions, rolls=most).tolist()
    rows = []
    for place, citizen in enumerate(edition.citizens):
        worth = lone_worth(citizen, objective, players=players)
        last = chances[rolls - 1][place]
        rows.append(
            {
                "id": citizen.id,
                "village": citizen.village or "",
                "points": citizen.points,
                "needs": citizen.needs,
                **{f"p{roll + 1}": chances[roll][place] for roll in range(most)},
                "expected_points": last * (worth if exact else float(worth)),
            }
        )
    return rows
