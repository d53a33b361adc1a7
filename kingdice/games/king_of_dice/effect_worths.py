"""What is each effect worth, and which card should one chase? Over displays as at the start of a game.

Displays are drawn at random; each is solved exactly. So what is a mean over displays has an interval, because there are
others; what follows from the rules alone has none.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.comparison.estimates import mean_row, tidy
from kingdice.dice.stakes import NOTHING, Stakes
from kingdice.errors import RunError
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LARGEST_SOLVED", "chasing_costs", "effect_worths", "random_displays"]

LEVEL = 0.95
LARGEST_SOLVED = 200_000  # lattice states of a pool whose displays are solved by the hundred
EXACT, OVER_DISPLAYS = "exact", "exact, over random displays"


def random_displays(edition: Edition, *, displays: int, seed: int = 1) -> list[Display]:
    """Displays as at the start of a game: any citizens, the first villages, any penalty card, no fairies won."""
    chance = random.Random(seed)
    ids = [citizen.id for citizen in edition.citizens]
    pile = [-penalty.points for penalty in edition.penalties for _ in range(penalty.copies)]
    places = len(edition.villages)
    players = max(2, edition.players[0])
    return [
        Display.of(edition, chance.sample(ids, places), penalty=chance.choice(pile), players=players)
        for _ in range(displays)
    ]


def effect_worths(edition: Edition, *, displays: int = 200, seed: int = 1, level: float = LEVEL) -> pd.DataFrame:
    """What a turn and what changes it are worth, in points of one's own.

    Parameters
    ----------
    edition : Edition
    displays : int
        How many to draw and solve.
    seed : int
    level : float
        Of the intervals, over displays.

    Returns
    -------
    DataFrame
        what ("turn": a turn played as well as can be; "fourth roll": what one roll more adds to it; "villages": what
        the top villages add; "failing": what the chance of a penalty takes away; "failures": share of turns without a
        citizen, played as well as can be; "neighbour": what a hypnotist's neighbour brings), points (a share for
        "failures") with low and high, how. Rows of effects that no citizen has are left out; all but "neighbour" where
        the dice are too many to solve displays by the hundred (`LARGEST_SOLVED`).

    Raises
    ------
    RunError
        For fewer than two displays.
    """
    if displays < 2:
        raise RunError(f"{displays} displays: expected at least 2")
    rows: list[dict[str, Any]] = []
    effects = {citizen.effect for citizen in edition.citizens}
    if edition.pool.lattice_size <= LARGEST_SOLVED:
        from kingdice.dice.batch import solve_batch, solve_batch_outcomes

        drawn = random_displays(edition, displays=displays, seed=seed)
        rolls, pool, masks = edition.rules.rolls, edition.pool, edition.masks
        stakes = [one.stakes() for one in drawn]
        values = solve_batch(pool, masks, stakes, rolls=rolls + 1)
        rows.append(_over_displays("turn", values[rolls - 1], level))
        if "fourth roll" in effects:
            rows.append(_over_displays("fourth roll", values[rolls] - values[rolls - 1], level))
        bare = [_without_villages(one).stakes() for one in drawn]
        more = values[rolls - 1] - solve_batch(pool, masks, bare, rolls=rolls)[-1]
        rows.append(_over_displays("villages", more, level))
        failures = solve_batch_outcomes(pool, masks, stakes, rolls=rolls).chances[:, NOTHING]
        lost = failures * [float(one.failing()) for one in drawn]
        rows += [_over_displays("failures", failures, level), _over_displays("failing", lost, level)]
    if "neighbour" in effects:
        worth = float(_neighbour(edition))
        rows.append({"what": "neighbour", "points": worth, "low": worth, "high": worth, "how": EXACT})
    return tidy(rows, _about(edition, seed), level=level, displays=displays)


def chasing_costs(edition: Edition, *, displays: int = 200, seed: int = 1, level: float = LEVEL) -> pd.DataFrame:
    """What simple ways of choosing a card to chase cost a turn, in points of one's own.

    Returns
    -------
    DataFrame
        strategy ("best-bet", "first-met", "easiest", "highest"), cost (points a turn, against the best play) with low
        and high (over displays), how; cheapest first. No rows where the dice are too many, as for `effect_worths`.
    """
    rows: list[dict[str, Any]] = []
    if edition.pool.lattice_size <= LARGEST_SOLVED:
        from kingdice.dice.batch import BATCH, solve_batch
        from kingdice.games.king_of_dice.chase_values import CHASES
        from kingdice.games.king_of_dice.turn_values import _Follower

        stakes = [one.stakes() for one in random_displays(edition, displays=displays, seed=seed)]
        rolls, follower = edition.rules.rolls, _Follower(edition)
        best = solve_batch(edition.pool, edition.masks, stakes, rolls=rolls)[-1]
        for name in CHASES:
            parts: list[list[Stakes]] = [stakes[first : first + BATCH] for first in range(0, len(stakes), BATCH)]
            values = np.concatenate([follower.chasing(name, part, rolls) for part in parts])
            row = _over_displays("", np.maximum(best - values, 0), level)
            rows.append({"strategy": name, "cost": row["points"], "low": max(0.0, row["low"]), "high": row["high"]})
            rows[-1]["how"] = OVER_DISPLAYS
        rows.sort(key=lambda row: row["cost"])
    return tidy(rows, _about(edition, seed), level=level, displays=displays)


def _over_displays(what: str, values: Any, level: float) -> dict[str, Any]:
    mean, low, high = mean_row(np.asarray(values), level).values()
    return {"what": what, "points": mean, "low": low, "high": high, "how": OVER_DISPLAYS}


def _without_villages(display: Display) -> Display:
    return replace(display, villages=(0,) * len(display.villages))


def _neighbour(edition: Edition) -> Fraction:
    """Mean points of the citizen to the right of a hypnotist, any citizen at any place, the first villages on top.

    At the last place there is none, which counts as 0.
    """
    total, count = Fraction(0), 0
    hypnotists = [one.id for one in edition.citizens if one.effect == "neighbour"]
    places, players = len(edition.villages), max(2, edition.players[0])
    for hypnotist in hypnotists:
        for other in edition.citizens:
            if other.id == hypnotist:
                continue
            for place in range(1, places):
                filler = [one.id for one in edition.citizens if one.id not in {hypnotist, other.id}][: places - 1]
                display = Display.of(edition, [*filler[:place], other.id, *filler[place:]], players=players)
                total += max(Fraction(0), display.alone(place, "points"))
        count += (len(edition.citizens) - 1) * places
    return total / count


def _about(edition: Edition, seed: int) -> dict[str, Any]:
    return {"edition": f"{edition.name} {edition.hash}", "seed": seed}
