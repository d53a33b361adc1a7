"""What tells whether a number of players suits King of Dice, measured on the turns of games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from kingdice.comparison.estimates import mean_row, ratio_row
from kingdice.comparison.game_rows import GameRows
from kingdice.games.king_of_dice.flow_tables import decided
from kingdice.games.king_of_dice.game_tables import lead_changes, length, scores, seats
from kingdice.games.king_of_dice.turn_log import TurnLog
from kingdice.games.king_of_dice.winning_chance import HeldOut, held_out_chances

__all__ = ["MATTERS", "by_seat", "measured", "turns_that_matter"]

LEVEL = 0.95
MATTERS = 0.05
"""A turn matters that moves somebody's chance of winning by so much."""
BETTER = {  # what is better: more of it or less
    "turns of one's own": "more",
    "first seat over last": "less",
    "lead changes": "more",
    "decided after": "more",
    "margin": "less",
    "turns that matter": "more",
}


def measured(log: TurnLog) -> pd.DataFrame:
    """A row a quantity, with its unit, which way is better, value, low and high (95 %, over games)."""
    players = len(log.strategies)
    held_out = held_out_chances(log)
    rounds, margin, changes, late = (
        table.set_index("quantity").loc[name, ["mean", "low", "high"]].tolist()
        for table, name in (
            (length(log), "rounds"),
            (scores(log), "margin"),
            (lead_changes(log), "lead changes"),
            (decided(held_out), "share of game"),
        )
    )
    won = GameRows.of(log).credits * players
    gap = mean_row(won[:, 0] - won[:, -1], LEVEL, "gap")
    values = {
        "turns of one's own": ("turns", *rounds),
        "first seat over last": ("fair shares", *gap.values()),
        "lead changes": ("times", *changes),
        "decided after": ("share", *late),
        "margin": ("points", *margin),
        "turns that matter": ("share", *turns_that_matter(held_out).values()),
    }
    rows = [
        {"quantity": name, "unit": unit, "better": BETTER[name], "value": value, "low": low, "high": high}
        for name, (unit, value, low, high) in values.items()
    ]
    return pd.DataFrame(rows)


def by_seat(log: TurnLog) -> pd.DataFrame:
    """Wins of each seat as multiples of a fair share."""
    columns = ["seat", "games", "win_share", "low", "high", "times_fair", "times_fair_low", "times_fair_high", "turns"]
    return seats(log)[columns]


def turns_that_matter(held_out: HeldOut) -> dict[str, Any]:
    """Share of turns that move somebody's chance of winning by `MATTERS`; the last is moved to who has won."""
    log, turns = held_out.log, held_out.turns
    game = log.game[turns]
    following = np.roll(held_out.chances, -1, axis=0)
    ends = np.append(game[1:] != game[:-1], True)
    following[ends] = log.credits[game[ends]]
    moved = np.abs(following - held_out.chances).max(axis=1) >= MATTERS
    place = game // 2
    return ratio_row(np.bincount(place, weights=moved), np.bincount(place), LEVEL, "share", bounds=(0.0, 1.0))
