"""Numbers of King of Dice games by section: what two editions are compared by, and what one change moves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdice.balance.measures import Measure
from kingdice.balance.whole_games import length_measures, score_measures, seat_measures
from kingdice.comparison.game_rows import GameRows
from kingdice.games.king_of_dice.game_tables import ENDINGS
from kingdice.games.king_of_dice.turn_log import TurnLog

__all__ = ["CARDS", "FLOW", "HEALTH", "LENGTH", "few_measures", "measures_of"]

CARDS, LENGTH, FLOW, HEALTH = "Cards", "Length and endings", "Flow", "Rules health"


def measures_of(log: TurnLog) -> list[Measure]:
    """All of them, of a log with the same strategy at every seat."""
    games = GameRows.of(log)
    return [*seat_measures(games), *_card_measures(log), *_game_measures(games), *_turn_measures(log)]


def few_measures(games: GameRows) -> list[Measure]:
    """The few that show whether a change is felt: length, ends, points, margin, the first seat's wins."""
    wanted = {"turns", "winner", "margin", "lead changes", *(f"ended by {name}" for name in ENDINGS)}
    first = [one for one in seat_measures(games) if one.of == "seat 1" and one.what == "win share"]
    return [*first, *(one for one in _game_measures(games) if one.what in wanted)]


def _game_measures(games: GameRows) -> list[Measure]:
    """Length, ends, scores and lead changes, from rows of games."""
    turns = games.column("turns").astype(float)
    ended = games.column("ended_by")
    by_end = [
        Measure(LENGTH, "", f"ended by {name}", "share", (ended == code).astype(float))
        for code, name in enumerate(ENDINGS, start=1)
    ]
    led = games.column("turns_led_by_winners").astype(float)
    flow = [
        Measure(FLOW, "", "lead changes", "changes", games.column("lead_changes").astype(float)),
        Measure(FLOW, "", "led by the winner", "share", led, turns),
    ]
    return [*length_measures(games, section=LENGTH), *by_end, *score_measures(games), *flow]


def _card_measures(log: TurnLog) -> list[Measure]:
    """For each citizen, how often it is taken in a turn on display."""
    count = len(log.edition.citizens)
    shown = _per_game(log, log.display.ravel(), np.repeat(log.game, log.display.shape[1]), count)
    taken = np.zeros_like(shown)
    for cards in (log.taken, log.neighbour):
        here = cards >= 0
        taken += _per_game(log, cards[here], log.game[here], count)
    return [
        Measure(CARDS, citizen.id, "taken a turn on display", "share", taken[:, place], shown[:, place])
        for place, citizen in enumerate(log.edition.citizens)
    ]


def _turn_measures(log: TurnLog) -> list[Measure]:
    turns = log.lengths.astype(float)
    failed = log.per_game((log.taken == -1).astype(float))
    used = log.per_game(log.used.astype(float))
    stalled = log.per_game(_stalled(log).astype(float))
    return [
        Measure(HEALTH, "", "turns that fail", "share", failed, turns),
        Measure(HEALTH, "", "turns after three failures in a row", "share", stalled, turns),
        Measure("Decisions", "", "rolls used", "rolls", used, turns),
    ]


def _stalled(log: TurnLog) -> NDArray[np.bool_]:
    """Turns that come after three failures in a row (of the same game): nobody can do anything with the display."""
    failed = log.taken == -1
    stalled = np.zeros(len(failed), dtype=np.bool_)
    stalled[3:] = failed[:-3] & failed[1:-2] & failed[2:-1]
    return np.asarray(stalled & (log.number >= 3))


def _per_game(log: TurnLog, cards: NDArray[Any], game: NDArray[Any], count: int) -> NDArray[np.float64]:
    where = game * count + cards
    return np.bincount(where, minlength=log.games * count).reshape(log.games, count).astype(np.float64)
