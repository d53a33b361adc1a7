"""Is the report to be believed? Mirrors, players at random, and chances that are known exactly."""

from __future__ import annotations

from collections import Counter

import numpy as np

from kingdice.balance.sections import controls_section
from kingdice.balance.trials import Check, check_table, played_controls
from kingdice.games.carcassonne.layout import MEEPLE_STEP
from kingdice.games.carcassonne.report.runs import RANDOM, Runs
from kingdice.games.carcassonne.tiles import all_tiles
from kingdice.games.carcassonne.turn_log import TurnLog
from kingdice.reporting.page import Section

__all__ = ["exact_checks", "trusted_section"]

CONTROL_GAMES, RANDOM_GAMES = 2_000, 4_000


def exact_checks(log: TurnLog, random: TurnLog) -> list[Check]:
    """The first tile drawn is of every kind as often as the bag has it; the first meeple as likely as a coin says.

    Whatever tile comes first fits, and all its segments are free: a player at random takes none or any of them, all as
    likely.

    Parameters
    ----------
    log : TurnLog
    random : TurnLog
        Of players at random.
    """
    kinds = all_tiles()
    bag, games = Counter(log.match.variants.bag), len(log.rows)
    drawn = np.bincount(log.turns["tile"][:, 0], minlength=len(kinds))
    total = sum(bag.values())
    checks = [
        Check(f"the first tile is {kind.id}", bag[kind.id] / total, float(drawn[place]), float(games))
        for place, kind in enumerate(kinds)
        if bag[kind.id]
    ]
    none = sum(bag[kind.id] / total / (1 + len(kind.segments)) for kind in kinds)
    without = float((random.turns["move"][:, 0] % MEEPLE_STEP == 0).sum())
    return [*checks, Check("a player at random begins without a meeple", none, without, float(len(random.rows)))]


def trusted_section(runs: Runs) -> Section:
    """The section on controls."""
    asked, games = runs.asked, runs.scaled(CONTROL_GAMES)
    asked.note("controls")
    names = (runs.strategy, RANDOM)
    controls = played_controls(runs.match, names, players=runs.players, games=games, seed=asked.seed, **asked.crew)
    random = runs.logged(RANDOM, runs.scaled(RANDOM_GAMES))
    return controls_section(
        controls,
        check_table(exact_checks(runs.log, random)),
        what="chances of the first turn",
        sources=[
            runs.source(runs.strategy, games, "mirror, and against random"),
            runs.source(RANDOM, games, "mirror"),
            runs.source(runs.strategy, runs.games, "first tiles"),
            runs.source(RANDOM, len(random.rows), "first meeples"),
        ],
    )
