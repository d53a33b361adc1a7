"""How much of what their dominoes allowed do players leave on the table?

The yardstick is the best kingdom in hindsight (`hindsight`) from the very dominoes that a player drafted, in that
order. Nobody can reach it, for nobody knows what is still to come; but what one strategy leaves more than another, with
dominoes of the same promise, is placing. What the draft does is seen in the yardstick itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import kingdice
from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.kingdomino.blocks import SEAT_COLUMNS, columns
from kingdice.games.kingdomino.hindsight import WIDTHS, Hindsight, hindsight
from kingdice.games.kingdomino.turn_log import TurnLog
from kingdice.games.kingdomino.variants import Variants
from kingdice.simulation import RNG_VERSION

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["drafted_dominoes", "hindsight_regret", "regret_by_strategy"]

LEVEL = 0.95


def hindsight_regret(log: TurnLog, *, width: int | None = None, workers: int = 1) -> pd.DataFrame:
    """Every player's points beside what could have been made of the same dominoes.

    Parameters
    ----------
    log : TurnLog
    width : int, optional
        Of the searches, see `hindsight`. A player's dominoes of a game take 0.2 seconds at 5 by 5.
    workers : int
        Searches at a time; changes no result.

    Returns
    -------
    DataFrame
        A row for each player of each game: game, seat (from 1), strategy, points (with bonuses, over all rounds),
        optimum (the best found in hindsight), optimum_at_most (no kingdoms have more), regret (optimum less points; can
        be negative where the search is not exact), exact (whether optimum is optimum_at_most).

    Examples
    --------
    >>> from kingdice.games.kingdomino.matches import match
    >>> from kingdice.games.kingdomino.turn_log import log_turns
    >>> table = hindsight_regret(log_turns(match(["random"] * 3), games=1), width=10)
    >>> table["seat"].tolist(), bool((table["optimum_at_most"] >= table["points"]).all())
    ([1, 2, 3], True)
    """
    variants, strategies = log.match.variants, log.match.strategies
    places = columns(len(strategies))
    seats = [
        (game, seat, dominoes)
        for game, turns in enumerate(log.turns)
        for seat, dominoes in enumerate(drafted_dominoes(turns, len(strategies)))
    ]
    with ThreadPoolExecutor(workers) as pool:
        found = pool.map(lambda one: _over_rounds(one[2], variants, width), seats)
    rows = []
    for (game, seat, _), (optimum, at_most) in zip(seats, found, strict=True):
        points = int(log.rows[game][places.index(f"{SEAT_COLUMNS[0]}_{seat + 1}")])
        rows.append(
            {
                "game": int(log.rows[game][0]),
                "seat": seat + 1,
                "strategy": strategies[seat],
                "points": points,
                "optimum": optimum,
                "optimum_at_most": at_most,
                "regret": optimum - points,
                "exact": optimum == at_most,
            }
        )
    about = {
        "game": log.match.identity["game"],
        "edition": log.match.identity["edition"],
        "strategies": list(strategies),
        "seed": log.seed,
        "games": len(log.rows),
        "method": "search in hindsight, over games simulated",
        "width": WIDTHS[variants.size] if width is None else width,
        "version": kingdice.__version__,
        "rng_version": RNG_VERSION,
    }
    return tidy(rows, about)


def regret_by_strategy(table: pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """Means of `hindsight_regret` by strategy.

    Parameters
    ----------
    table : DataFrame
        As `hindsight_regret` gives it.
    level : float

    Returns
    -------
    DataFrame
        strategy, kingdoms, points, optimum and regret, each with low and high (over games), regret_at_most (mean of
        optimum_at_most less points, to which the regret rises if all bounds are met), exact (share of searches).
    """
    games, place = np.unique(table["game"].to_numpy(), return_inverse=True)
    rows = []
    for strategy in dict.fromkeys(table["strategy"]):
        is_its = (table["strategy"] == strategy).to_numpy()
        kingdoms = np.bincount(place, is_its, len(games))
        row: dict[str, Any] = {"strategy": strategy, "kingdoms": int(is_its.sum())}
        for name in ("points", "optimum", "regret"):
            sums = np.bincount(place, np.where(is_its, table[name], 0), len(games))
            row |= ratio_row(sums, kingdoms, level, name)
        row["regret_at_most"] = float((table["optimum_at_most"] - table["points"])[is_its].mean())
        row["exact"] = float(table["exact"][is_its].mean())
        rows.append(row)
    return tidy(rows, {str(key): value for key, value in table.attrs.items()}, level=level)


def drafted_dominoes(turns: NDArray[Any], players: int) -> Iterator[list[list[int]]]:
    """For each seat and round the dominoes it drafted, in the order in which they were placed or discarded.

    Parameters
    ----------
    turns : array of `blocks.TURN`
        One game's.
    players : int
    """
    for seat in range(players):
        own = turns[(turns["seat"] == seat) & (turns["held"] > 0)]
        yield [own["held"][own["round"] == number].tolist() for number in range(int(turns["round"].max()) + 1)]


def _over_rounds(rounds: Sequence[list[int]], variants: Variants, width: int | None) -> tuple[int, int]:
    """Best points and their bound, summed over the rounds of a Dynasty."""
    found: list[Hindsight] = [hindsight(dominoes, variants=variants, width=width) for dominoes in rounds]
    return sum(one.points for one in found), sum(one.upper_bound for one in found)
