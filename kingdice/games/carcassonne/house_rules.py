"""How often do the cards decide a game, and what do house rules change about that?

A *result* is who won; a draw is one as well. The cards change it if somebody else would have won without their points,
or fewer or more would share the win; they reverse it if nobody who would have won does. Where nobody plays for the
cards, all rules are counted on the same games. Where players mind them, each rule needs games of its own, played on the
same tiles in the same order. Either way rules are compared game by game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kingdice.comparison.estimates import mean_row, share_row, tidy
from kingdice.comparison.game_rows import HasTable
from kingdice.errors import RunError
from kingdice.games.carcassonne.cards import FLAT
from kingdice.games.carcassonne.game_rows import (
    LEVEL,
    Bools,
    Games,
    Ints,
    best,
    mind_no_cards,
    same_games,
)
from kingdice.games.carcassonne.variants import CARDS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PAYING", "changed_results", "flat_results", "flat_values", "games_by_rule"]

PAYING = CARDS[1:]
_KINDS = {"both": (1, 1), "king": (1, 0), "robber": (0, 1)}
Runs = HasTable | Mapping[str, HasTable]


class _Counted(NamedTuple):
    """What a rule does in every game; arrays (games,)."""

    changed: Bools
    reversed: Bools
    swing: Ints
    handed_out: Ints


def changed_results(
    runs: Runs | pd.DataFrame | Mapping[str, pd.DataFrame],
    *,
    rules: tuple[str, ...] = PAYING,
    level: float = LEVEL,
) -> pd.DataFrame:
    """How many results the cards change, by rule, each card alone and both.

    Parameters
    ----------
    runs : Run, TurnLog or DataFrame, or a mapping of them
        Games on which all rules are counted, or by rule games that were played by it. The first rule is the one that
        the others are compared with.
    rules : tuple of str
        Of `variants.CARDS`.
    level : float

    Returns
    -------
    DataFrame
        A row for each rule and which cards count (both, king, robber): rule, cards, games, changed (share of games in
        which the cards change the result) and reversed (in which nobody who would have won does), each with low and
        high (Wilson), swing (mean points between who gets most and who gets least from the cards) and handed_out (mean
        points of all from them), with low and high (t), and changed_more, reversed_more, swing_more: by how much more
        than by the first rule with the same cards, paired game by game, with low and high (t).

    Raises
    ------
    RunError
        Where players mind the cards and only games of one rule are given, or where runs are not of the same games.
    """
    by_rule = games_by_rule(runs, rules)
    first: dict[str, _Counted] = {}
    rows = []
    for rule in rules:
        games = by_rule[rule]
        same_games(by_rule[rules[0]], games)
        brought = games.brought(rule)
        for cards, counts in _KINDS.items():
            found = _counted(games, (brought * np.array(counts)).sum(axis=2))
            first.setdefault(cards, found)
            row: dict[str, Any] = {"rule": rule, "cards": cards, "games": len(games)}
            for name in ("changed", "reversed"):
                share = share_row(float(getattr(found, name).sum()), len(games), level, name)
                row |= {name: share[name], f"{name}_low": share["low"], f"{name}_high": share["high"]}
            for name in ("swing", "handed_out"):
                row |= mean_row(getattr(found, name), level, name)
            for name in ("changed", "reversed", "swing"):
                here: Ints = getattr(found, name).astype(np.int64)
                there: Ints = getattr(first[cards], name).astype(np.int64)
                row |= mean_row(here - there, level, f"{name}_more")
            rows.append(row)
    return tidy(rows, by_rule[rules[0]].about, level=level, compared=f"with {rules[0]}, game by game")


def flat_values(run: HasTable | pd.DataFrame, *, level: float = LEVEL) -> pd.DataFrame:
    """The number of points that best stands in for the official rule.

    Two answers: the points with the least mean squared difference to what a holder gets, which is their mean; and the
    whole number with which the most games have the same result, both cards counted.

    Parameters
    ----------
    run : Run, TurnLog or DataFrame
    level : float

    Returns
    -------
    DataFrame
        A row for king, robber, and both (the same points for either): cards, games, points (least mean squared
        difference) with low and high (t; over games), off (root of that least mean, in points), and of `both`
        same_result_points (the whole number with which most results are the same; the least of equals), same_result
        (that share) with low and high (Wilson), and same_result_10 (the share with 10 points).
    """
    games = Games.of(run)
    counted = games.of_cards("counted").astype(np.float64)
    held = games.of_cards("holder") > 0
    rows = []
    for cards, counts in {"king": (1, 0), "robber": (0, 1), "both": (1, 1)}.items():
        some = held * np.array(counts, dtype=bool)
        number = some.sum(axis=1)
        worth = np.where(number > 0, (counted * some).sum(axis=1) / np.maximum(number, 1), 0.0)[number > 0]
        mean = mean_row(worth, level, "points")
        row: dict[str, Any] = {"cards": cards, "games": len(worth), "points": mean["points"]}
        row |= {"low": mean["points_low"], "high": mean["points_high"]}
        row["off"] = float(np.sqrt(((counted - mean["points"]) ** 2)[some].mean()))
        rows.append(row)
    results = flat_results(games.table, level=level).to_dict("records")
    most = max(results, key=lambda row: row["same_result"])
    rows[-1] |= {"same_result_points": most["points"], "same_result": most["same_result"]}
    rows[-1] |= {"same_result_low": most["low"], "same_result_high": most["high"]}
    rows[-1] |= {"same_result_10": results[FLAT]["same_result"]}
    return tidy(rows, games.about, level=level)


def flat_results(run: HasTable | pd.DataFrame, *, points: range = range(31), level: float = LEVEL) -> pd.DataFrame:
    """How many results stay the same if the cards bring so many points each, instead of the official ones.

    Returns
    -------
    DataFrame
        A row for each number of points: points, games, same_result (share of games with the same winner or winners)
        with low and high (Wilson), swing (mean points between who gets most and who gets least from the cards) and
        official_swing (the same by the official rule).
    """
    games = Games.of(run)
    official = games.brought("official").sum(axis=2)
    wins = best(games.base + official)
    rows = []
    for one in points:
        flat = games.flat(one).sum(axis=2)
        same = (best(games.base + flat) == wins).all(axis=1)
        share = share_row(float(same.sum()), len(games), level, "same_result")
        swings = {"swing": _swing(flat).mean(), "official_swing": _swing(official).mean()}
        rows.append({"points": one, "games": len(games), **share, **{key: float(one) for key, one in swings.items()}})
    return tidy(rows, games.about, level=level)


def games_by_rule(runs: Any, rules: tuple[str, ...]) -> dict[str, Games]:
    """The games on which each rule is counted.

    Parameters
    ----------
    runs : Run, TurnLog or DataFrame, or a mapping of them
    rules : tuple of str

    Raises
    ------
    RunError
        Where players mind the cards and only games of one rule are given, or a rule has none.
    """
    if not isinstance(runs, Mapping):
        games = Games.of(runs)
        if not mind_no_cards(games) and rules != (games.variants.cards,):
            raise RunError(f"{', '.join(games.strategies)}: other rules for the cards need games of their own")
        return dict.fromkeys(rules, games)
    found = {rule: Games.of(run) for rule, run in runs.items()}
    for rule in rules:
        if rule not in found:
            raise RunError(f"no games by the rule {rule}; there are {', '.join(found)}")
    return found


def _counted(games: Games, bonus: Ints) -> _Counted:
    before, after = best(games.base), best(games.base + bonus)
    changed, kept = np.asarray((before != after).any(axis=1)), np.asarray((before & after).any(axis=1))
    return _Counted(changed, ~kept, _swing(bonus), np.asarray(bonus.sum(axis=1)))


def _swing(bonus: Ints) -> Ints:
    return np.asarray(bonus.max(axis=1) - bonus.min(axis=1))
