"""How much is it worth to hinder the others? Own points against the lead as what a player wants.

The same games are played twice: once by a player who wants points, once, at the same seat and against the same others,
by one who also wants the others to have few. Both meet the same dominoes, so differences are paired game by game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import mean_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.errors import RunError
from kingdice.games.kingdomino.game_rows import LEVEL, Games

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["denial"]


def denial(own: HasTable | pd.DataFrame, lead: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """What it brings to look at the others' points too.

    Parameters
    ----------
    own, lead : Run or DataFrame
        The same games (seed, numbers, variants, players) with another strategy at one seat or some.

    Returns
    -------
    DataFrame
        A row for each quantity of those seats: `win share`, `score`, `score of others` (mean of all other seats), `best
        other` (their best), `lead` (score less score of others), `margin` (score less best other); quantity, own (mean
        of the first run), lead (of the second), difference (second less first) with low and high (t, over games), all
        but win shares in points. `.attrs["seats"]` are the seats, `.attrs["strategies"]` both line-ups.

    Raises
    ------
    RunError
        For runs that are not of the same games, or in which nobody or everybody plays another strategy.
    """
    first, second = Games.of(own), Games.of(lead)
    _check_same_games(first, second)
    changed = np.array([one != other for one, other in zip(first.strategies, second.strategies, strict=True)])
    if not changed.any() or changed.all():
        raise RunError(f"denial: {'nobody' if not changed.any() else 'everybody'} plays another strategy; change some")
    before, after = _quantities(first, changed), _quantities(second, changed)
    rows: list[dict[str, Any]] = []
    for name in before:
        difference = mean_row(after[name] - before[name], level, "difference")
        rows.append(
            {
                "quantity": name,
                "own": float(before[name].mean()),
                "lead": float(after[name].mean()),
                "difference": difference["difference"],
                "low": difference["difference_low"],
                "high": difference["difference_high"],
            }
        )
    about = {key: value for key, value in first.about.items() if key not in ("strategies", "digest")}
    seats = (np.flatnonzero(changed) + 1).tolist()
    return tidy(rows, about, level=level, seats=seats, strategies=[first.strategies, second.strategies])


def _check_same_games(first: Games, second: Games) -> None:
    same = len(first) == len(second) and first.players == second.players and first.variants == second.variants
    seeds = [one.about.get("seed") for one in (first, second)]
    if not same or seeds[0] != seeds[1] or (first.column("game") != second.column("game")).any():
        raise RunError("denial: runs of other games; both must have the same seed, game numbers, variants and players")


def _quantities(games: Games, mine: NDArray[np.bool_]) -> dict[str, NDArray[np.float64]]:
    """A number of every game, the mean over the seats in question."""
    score = games.of_seats("score").astype(np.float64)
    others = [[place for place in range(games.players) if place != seat] for seat in np.flatnonzero(mine)]
    rest = np.stack([score[:, places].mean(axis=1) for places in others]).mean(axis=0)
    best = np.stack([score[:, places].max(axis=1) for places in others]).mean(axis=0)
    own = score[:, mine].mean(axis=1)
    return {
        "win share": games.credits[:, mine].mean(axis=1),
        "score": own,
        "score of others": rest,
        "best other": best,
        "lead": own - rest,
        "margin": own - best,
    }
