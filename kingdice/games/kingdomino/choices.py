"""What is there to decide in a turn, and what does it cost to take the second best?

How many moves there are is counted in a log of turns. What they are worth is judged as far-sighted players judge them
(`kernel_sight`): in points that a move promises for the end of the round. So the cost of the second best is that of a
player who sees so far and no farther; what it costs in truth may be more or less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.errors import StrategyError
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.game_rows import LEVEL
from kingdice.games.kingdomino.kernel_game import begin_game, make_move
from kingdice.games.kingdomino.kernel_sight import far_sighted_move
from kingdice.games.kingdomino.layout import PLACES_OF_LINE
from kingdice.games.kingdomino.matches import KingdominoMatch
from kingdice.simulation.streams import seed_key

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CLOSE", "move_counts", "second_best"]

CLOSE = 0.5  # points: so little is not felt
Floats = NDArray[np.float64]


def move_counts(draft: Draft, *, level: float = LEVEL) -> pd.DataFrame:
    """How many moves a king has, line by line.

    Returns
    -------
    DataFrame
        A row for each line of a round: line (0: the first picks), placements (of the domino held; discards count as
        one) and dominoes (to pick from; 1 where there is none left), their product moves (means), and no_choice (share
        of turns with one move alone), each with `_low` and `_high` (over games).
    """
    log, games = draft.log, len(draft.games)
    ways, free, moves = choices_of(draft)
    rows = []
    for line in range(draft.lines + 1):
        here = log["line"] == line
        turns = np.bincount(draft.game[here], minlength=games)
        row: dict[str, Any] = {"line": line}
        for name, values in (("placements", ways), ("dominoes", free), ("moves", moves), ("no_choice", moves == 1)):
            sums = np.bincount(draft.game[here], weights=values[here], minlength=games)
            row |= ratio_row(sums, turns, level, name, bounds=(0, 1) if name == "no_choice" else None)
        rows.append(row)
    return tidy(rows, draft.about, level=level)


def choices_of(draft: Draft) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Of every turn: placements, dominoes to pick from, moves; each at least 1."""
    ways = np.maximum(draft.log["legal"], 1)
    free = np.maximum((draft.log["offered"] > 0).sum(axis=1), 1)
    return ways, free, ways * free


def second_best(match: KingdominoMatch, *, games: int, seed: int = 1, level: float = LEVEL) -> pd.DataFrame:
    """What it costs to pick the second best domino, or to place the held one second best, by far-sighted judgement.

    Parameters
    ----------
    match : KingdominoMatch
        Of far-sighted players.
    games, seed : int
    level : float

    Returns
    -------
    DataFrame
        A row for each decision (`domino`: another one is picked, all else as well as possible; `placement`: the same
        one is picked) and line of the round: decision, line (0: the first picks), turns (with such a choice), cost
        (points that the second best promises less than the best; mean) with cost_low and cost_high, close (share of
        turns in which that is less than `CLOSE`) with close_low and close_high; all intervals over games.

    Raises
    ------
    StrategyError
        For other players.
    """
    if set(match.strategies) != {"far-sighted"}:
        raise StrategyError(f"second best: expected far-sighted players, not {', '.join(match.strategies)}")
    tables = match.tables
    room, key = tables.desk(), seed_key(seed)
    rules, game, desk = tables.rules[0], room.game[0], room.desk[0]
    lines = int(rules["lines"]) + 1
    sums = np.zeros((2, 3, lines, games))  # decision; turns, costs, close ones
    for number in range(games):
        begin_game(rules, game, key, number)
        while not game["over"]:
            line = int(game["line"])
            move = far_sighted_move(rules, game, desk)
            found = int(desk["found"])
            for decision, cost in enumerate(_costs(desk["moves"][:found], desk["values"][:found], int(move))):
                if not np.isnan(cost):
                    sums[decision, :, line, number] += 1, cost, cost < CLOSE
            make_move(rules, game, move)
    rows = []
    for decision, name in enumerate(("domino", "placement")):
        for line in range(lines):
            turns, costs, close = sums[decision, :, line]
            if turns.any():
                row: dict[str, Any] = {"decision": name, "line": line, "turns": int(turns.sum())}
                row |= ratio_row(costs, turns, level, "cost")
                rows.append(row | ratio_row(close, turns, level, "close", bounds=(0, 1)))
    about = {**match.identity, "seed": seed, "games": games, "method": "far-sighted judgement, over games simulated"}
    return tidy(rows, about, level=level)


def _costs(moves: NDArray[np.int64], values: Floats, best: int) -> tuple[float, float]:
    """How much less the best move with another domino promises, and the best other placement; NaN without any."""
    most, pick = values.max(), best % PLACES_OF_LINE
    is_same = moves % PLACES_OF_LINE == pick
    placements = values[is_same & (moves != best)]
    dominoes = values[~is_same]
    return tuple(float(most - some.max()) if some.size else float("nan") for some in (dominoes, placements))  # type: ignore[return-value]
