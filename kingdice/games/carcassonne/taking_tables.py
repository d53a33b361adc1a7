"""What does it matter how a card is taken: only by a larger size, by an equal one, or by large ones alone?

A *near miss* is a turn in which somebody completes a city (road) just as large as the record while another player holds
the card: with "larger or equal" it would have changed hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.comparison.estimates import mean_row, ratio_row, share_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.games.carcassonne.card_log import CardLog, replayed
from kingdice.games.carcassonne.game_rows import CARD_NAMES, LEVEL, Games, best, same_games

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.carcassonne.turn_log import TurnLog

__all__ = ["near_misses", "rules_of_taking"]


def near_misses(log: TurnLog, *, level: float = LEVEL) -> pd.DataFrame:
    """What the strict "larger" prevents.

    Parameters
    ----------
    log : TurnLog

    Returns
    -------
    DataFrame
        A row for each card: card, games, near_misses (of a game) with low and high (t), with_any (share of games with
        one or more) with low and high (Wilson), decided_by_one (share of games in which the last such turn came after
        the holder of the end had the card, so that he would have lost it) with low and high. Had equal sizes counted
        and the turns been the same: changes (of hands a game) and changes_if_equal, and more (of the second than of the
        first, paired) with low and high (t), other_holder (share of games with somebody else as holder in the end)
        with low and high.
    """
    games = log.games
    rows = []
    for place, card in enumerate(CARD_NAMES):
        one = CardLog(log, card)
        before, last = one.before, games.column(f"{card}_last")
        misses = one.played & (one.largest > 0) & (one.largest == before.size) & (before.holder >= 0)
        misses &= before.holder != one.seat
        turn = np.arange(1, misses.shape[1] + 1)
        late = (misses & (turn > last[:, None])).any(axis=1)
        after = one.replayed(equal=True, least=max(games.variants.least_size, 2))
        passed = np.diff(after.holder, axis=1) != 0
        changes = (passed & (after.holder[:, :-1] >= 0)).sum(axis=1)
        strict = games.column(f"{card}_changes")
        other = after.holder[:, -1] != games.of_cards("holder")[:, place] - 1
        row: dict[str, Any] = {"card": card, "games": len(games), **mean_row(misses.sum(axis=1), level, "near_misses")}
        row |= _share(misses.any(axis=1).sum(), len(games), level, "with_any")
        row |= _share(late.sum(), len(games), level, "decided_by_one")
        row |= {"changes": float(strict.mean()), "changes_if_equal": float(changes.mean())}
        row |= mean_row(changes - strict, level, "more")
        row |= _share(other.sum(), len(games), level, "other_holder")
        rows.append(row)
    return tidy(rows, games.about, level=level)


def rules_of_taking(
    log: TurnLog,
    *,
    others: Mapping[str, HasTable | pd.DataFrame] | None = None,
    least: tuple[int, ...] = tuple(range(3, 10)),
    level: float = LEVEL,
) -> pd.DataFrame:
    """Other rules for taking the cards, beside the official one.

    Parameters
    ----------
    log : TurnLog
        Of players who do not play for the cards; all rules are counted on these games.
    others : mapping of str to Run, TurnLog or DataFrame, optional
        By name, the same games (or the first of them) played by other rules.
    least : tuple of int
        Smallest sizes with which a card can be taken.
    level : float

    Returns
    -------
    DataFrame
        A row for each rule (`larger`, `equal`, `least-3`, …, then the others) and card: rule, card, games, worth (mean
        points that the card brings) with low and high (t), nobody (share of games in which nobody gets it), changes (of
        hands a game) with low and high, never_changes (share of the games in which it was taken) with low and high,
        last (mean turn in which it was last taken). For both cards together, the same in either row: changed (share of
        results that the cards change) and other_result (share of games with another result than by the official rule),
        each with low and high (Wilson).

    Raises
    ------
    RunError
        Where somebody plays for the cards, or games are not the same.
    """
    official = replayed(log)
    games = {"larger": official, "equal": replayed(log, equal=True)}
    games |= {f"least-{size}": replayed(log, least=size) for size in least}
    games |= {name: Games.of(run) for name, run in (others or {}).items()}
    rows = []
    for name, one in games.items():
        same = Games(official.table.iloc[: len(one)])
        same_games(same, one)
        score = one.base + one.brought("official").sum(axis=2)
        wins, bare = best(score), best(one.base)
        usual = best(same.base + same.brought("official").sum(axis=2))
        for place, card in enumerate(CARD_NAMES):
            held = one.of_cards("holder")[:, place] > 0
            changes = one.of_cards("changes")[:, place]
            worth = one.brought("official")[:, :, place].sum(axis=1)
            row: dict[str, Any] = {"rule": name, "card": card, "games": len(one), **mean_row(worth, level, "worth")}
            row["nobody"] = float(1 - held.mean())
            row |= mean_row(changes, level, "changes")
            row |= ratio_row((changes == 0) & held, held, level, "never_changes", bounds=(0, 1))
            last = one.of_cards("last")[:, place]
            row["last"] = float(last[held].mean()) if held.any() else float("nan")
            row |= _share((wins != bare).any(axis=1).sum(), len(one), level, "changed")
            row |= _share((wins != usual).any(axis=1).sum(), len(one), level, "other_result")
            rows.append(row)
    return tidy(rows, log.games.about, level=level)


def _share(count: float, games: int, level: float, name: str) -> dict[str, float]:
    found = share_row(float(count), games, level, name)
    return {name: found[name], f"{name}_low": found["low"], f"{name}_high": found["high"]}
