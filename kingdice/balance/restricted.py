"""Restricted play: what is it worth to be allowed something? (Jaffe and others, AIIDE 2012.)

One player is forbidden something, say ever to take a certain card; all others play as always. That player takes every
seat in turn, and every seating meets the same dice. Without the ban its lead would be 0 on average and its win share
even, since all play alike; so what it falls short of that is what the ban costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from kingdice.balance.played import rows_of
from kingdice.balance.whole_games import leads
from kingdice.comparison.estimates import tidy
from kingdice.comparison.game_rows import GameRows
from kingdice.comparison.intervals import mean_interval
from kingdice.comparison.rotation import MatchOf

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.simulation.engines import Crew

__all__ = ["restricted_table"]


def restricted_table(
    match_of: MatchOf,
    strategy: str,
    bans: Mapping[str, str],
    *,
    players: int,
    games: int,
    seed: int = 1,
    level: float = 0.95,
    note: Callable[[str], None] | None = None,
    **crew: Unpack[Crew],
) -> pd.DataFrame:
    """What each ban costs the player under it.

    Parameters
    ----------
    match_of : callable
        Makes the match with these strategies, one a seat.
    strategy : str
        What all others play.
    bans : mapping of str
        By what is forbidden, the strategy under the ban.
    players : int
    games : int
        Game numbers; each is played once for every seat.
    seed : int
    level : float
        That all intervals of a column hold together.
    note : callable, optional
        Hears what is being played.
    crew
        Who plays: workers, engine, scheduler.

    Returns
    -------
    DataFrame
        A row a ban: banned, strategy, games (numbers), lead (points; 0 without the ban) with lead_low and lead_high,
        times_fair (win share x players; 1 without the ban) with times_fair_low and times_fair_high.
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for number, (banned, restricted) in enumerate(bans.items(), start=1):
        if note is not None:
            note(f"restricted play: {number} of {len(bans)}, {banned}")
        lead, won = np.zeros(games), np.zeros(games)
        for seat in range(players):
            names = [strategy] * players
            names[seat] = restricted
            match = match_of(tuple(names))
            table = pd.DataFrame(rows_of(match, games=games, seed=seed, **crew), columns=list(match.columns))
            table.attrs["strategies"] = names
            played = GameRows.of(table)
            lead += leads(played)[:, seat] / players
            won += played.credits[:, seat]
        row: dict[str, Any] = {"banned": banned, "strategy": restricted, "games": games}
        lead = np.round(lead, 9)  # what is left of 1/3 and the like, where a ban changed nothing
        for name, values, bounds in (("lead", lead, None), ("times_fair", won, (0.0, float(players)))):
            value, low, high = mean_interval(values, level=level, family=len(bans), bounds=bounds)
            row |= {name: float(value), f"{name}_low": float(low), f"{name}_high": float(high)}
        rows.append(row)
    return tidy(rows, {"seed": seed, "games": games, "players": players}, level=level, family=len(bans))
