"""What does it cost to act later, and so to take a domino with a high number?

The players of one line of one game are compared with each other, so that they have the same dominoes before them; what
the dominoes that they hold are worth in that line (a mean for each), their strategies, and the points of their kingdoms
once the dominoes are placed are allowed for. What is left to the order in which they act, by least squares, is what
acting second, third, … does, beyond acting first. With two players both kings of a player count together. Where picks
are by lot the order is worth nothing, which is a test of all this.

Lines are those from the second on in which something is still picked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.comparison.intervals import Estimate
from kingdice.errors import RunError
from kingdice.games.kingdomino.dominoes import DOMINOES, all_dominoes
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_words
from kingdice.games.kingdomino.draft_tables import COMPARED, offers
from kingdice.games.kingdomino.game_rows import LEVEL
from kingdice.games.kingdomino.matching import (
    Effects,
    estimate_columns,
    least_squares,
    matched_differences,
    within,
    without,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["domino_prices", "rank_prices", "turn_order"]

Floats = NDArray[np.float64]


def turn_order(draft: Draft, *, level: float = LEVEL) -> pd.DataFrame:
    """What acting later costs.

    Returns
    -------
    DataFrame
        A row for each turn of a line: acts (1 is first), turns, score (points at the end beyond the first's) with
        score_low and score_high, win_share (beyond the first's) with win_share_low and win_share_high.
    """
    effects = _turn_effects(draft)
    log = draft.log
    order = log["turn"][(log["held"] > 0) & (log["line"] > 0) & (log["line"] < draft.lines)]
    rows = []
    for place in range(draft.turns):
        weights = np.zeros(draft.turns)  # effects are those of acting second, third, …, and of a point
        weights[place - 1] = place > 0
        costs = {name: effect.interval(weights, level) for name, effect in effects.items()}
        rows.append({"acts": place + 1, "turns": int((order == place).sum()), **estimate_columns(costs)})
    return tidy(rows, draft.about, level=level)


def domino_prices(draft: Draft, *, level: float = LEVEL) -> pd.DataFrame:
    """What place in the next line a domino costs, and what that is worth.

    Returns
    -------
    DataFrame
        A row for each domino: number, domino, picks, acts_next (mean turn of the next line when it was taken; 1 is
        first), places (matched difference, as in `domino_worths`: how much later one acts for taking this one) with
        places_low and places_high, score (points at the end that these places bring, by the effects of `turn_order`;
        below 0 where acting later costs) and win_share, each with `_low` and `_high` (for how well those effects are
        known). Picks after which nothing is left to pick are left out.
    """
    effects = _turn_effects(draft)
    still = draft.of_picks("line") + 1 < draft.lines
    pick, number = offers(draft)
    pick, number = pick[still[pick]], number[still[pick]]
    turn, next_turn = draft.picks[pick], draft.next_turn[pick]
    treated = draft.log["picked"][turn] == number

    def difference(outcome: NDArray[Any]) -> Estimate:
        return matched_differences(
            number - 1,
            draft.situation[turn],
            draft.game[turn],
            treated,
            outcome.astype(np.float64),
            groups=DOMINOES,
            level=level,
        )

    places = difference(next_turn)
    acting = [difference(next_turn == place).value for place in range(1, draft.turns)]
    weights = np.stack([*acting, np.zeros(DOMINOES)], axis=1)  # the last effect is that of the points
    costs = {name: effect.interval(weights, level) for name, effect in effects.items()}
    picked = draft.of_picks("picked")
    rows = []
    for one in all_dominoes():
        place = one.number - 1
        mine = (picked == one.number) & still
        rows.append(
            {
                "number": one.number,
                "domino": domino_words(one),
                "picks": int(mine.sum()),
                "acts_next": float(draft.next_turn[mine].mean()) + 1 if mine.any() else float("nan"),
                **estimate_columns({"places": places, **costs}, place),
            }
        )
    return tidy(rows, draft.about, level=level, compared=COMPARED)


def rank_prices(draft: Draft, *, level: float = LEVEL) -> pd.DataFrame:
    """What place in the next line each place of a line costs, and how often it is taken.

    Returns
    -------
    DataFrame
        A row for each place of a line: place (1 has the lowest number), picks, share (of picks) with share_low and
        share_high, acts_next (mean turn of the next line; differs from the place only where a domino is left over),
        score (points at the end beyond those of acting first, by the effects of `turn_order`), win_share, each with
        `_low` and `_high`. Picks after which nothing is left to pick are left out.
    """
    effects = _turn_effects(draft)
    still = draft.of_picks("line") + 1 < draft.lines
    rank, next_turn = draft.of_picks("rank")[still], draft.next_turn[still]
    game = draft.game[draft.picks[still]]
    games = len(draft.games)
    everything = np.bincount(game, minlength=games)
    rows = []
    for place in range(draft.line_length):
        mine = rank == place
        row: dict[str, Any] = {"place": place + 1, "picks": int(mine.sum())}
        row |= ratio_row(np.bincount(game[mine], minlength=games), everything, level, "share", bounds=(0, 1))
        row["acts_next"] = float(next_turn[mine].mean()) + 1 if mine.any() else float("nan")
        acting = [(next_turn[mine] == turn).mean() if mine.any() else np.nan for turn in range(1, draft.turns)]
        costs = {name: effect.interval(np.array([*acting, 0.0]), level) for name, effect in effects.items()}
        rows.append(row | estimate_columns(costs))
    return tidy(rows, draft.about, level=level)


def _turn_effects(draft: Draft) -> dict[str, Effects]:
    """What acting second, third, …, and a point on the table, do to score and win."""
    parts = [_of_line(draft, line) for line in range(1, draft.lines)]
    if not parts:
        raise RunError("no line in which a king both places and picks")
    columns, score, credit, game = (np.concatenate([part[one] for part in parts]) for one in range(4))
    return {
        "score": least_squares(columns, score, game),
        "win_share": least_squares(columns, credit, game),
    }


def _of_line(draft: Draft, line: int) -> tuple[Floats, Floats, Floats, NDArray[np.int64]]:
    """Columns (acting second, third, …; points), score, win and game of every player, for one line of every round.

    Means of the game's line, of each domino that is held and of each strategy are taken out.
    """
    turns = np.flatnonzero((draft.log["held"] > 0) & (draft.log["line"] == line))
    log, players, rounds = draft.log[turns], draft.games.players, draft.games.variants.rounds
    where = draft.game[turns] * rounds + log["round"]
    of_player = where * players + log["seat"]
    count = len(draft.games) * rounds * players
    held, acting = np.zeros((count, DOMINOES + players)), np.zeros((count, draft.turns + 1))
    np.add.at(held, (of_player, log["held"] - 1), 1.0)
    held[of_player, DOMINOES + draft.strategy[turns]] = 1.0
    np.add.at(acting, (of_player, log["turn"]), 1.0)
    acting[of_player, -1] = log["points"]  # of the player's last turn, since turns are in order
    score, credit = np.zeros(count), np.zeros(count)
    score[of_player], credit[of_player] = draft.scores[turns], draft.credits[turns]
    stratum = np.arange(count) // players
    values = within(stratum, np.column_stack([acting[:, 1:], score, credit]))
    left = without(values, within(stratum, held))
    return left[:, :-2], left[:, -2], left[:, -1], stratum // rounds
