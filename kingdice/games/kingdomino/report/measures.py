"""Numbers of Kingdomino games by section: what two sets of rules are compared by, and what one switch moves."""

from __future__ import annotations

import numpy as np

from kingdice.balance.measures import Measure
from kingdice.balance.whole_games import score_measures, seat_measures
from kingdice.games.kingdomino.choices import choices_of
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS, all_dominoes
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_words
from kingdice.games.kingdomino.game_rows import Games
from kingdice.games.kingdomino.report.scoreboard import NOBODY, Scoreboard

__all__ = [
    "DECISIONS",
    "DRAFT",
    "ENDINGS",
    "FLOW",
    "HEALTH",
    "first_taken",
    "flow_measures",
    "game_measures",
    "measures_of",
    "turn_measures",
]

DRAFT, ENDINGS, FLOW, DECISIONS, HEALTH = "Dominoes", "Length and endings", "Flow", "Decisions", "Rules health"
SELDOM, NEARLY_ALWAYS = 0.01, 0.9  # who picks first should take a domino neither less nor more often


def measures_of(draft: Draft) -> list[Measure]:
    """All of them, of games with the same strategy at every seat."""
    return [
        *seat_measures(draft.games),
        *first_taken(draft),
        *game_measures(draft.games),
        *flow_measures(draft),
        *turn_measures(draft),
    ]


def game_measures(games: Games) -> list[Measure]:
    """Endings, scores, terrains, and whether points decide, from rows of games."""
    kingdoms = float(games.players * games.variants.rounds)
    everyone = np.full(len(games), kingdoms)

    def of_kingdoms(what: str, unit: str, column: str, fair: tuple[float, float] | None = None) -> Measure:
        return Measure(ENDINGS, "", what, unit, games.of_seats(column).sum(axis=1).astype(float), everyone, fair)

    tied = games.column("decided_by") > 0
    shared = games.won.sum(axis=1) > 1
    terrains = [
        Measure(DRAFT, terrain, "points a kingdom", "points", total[:, place].astype(float), everyone)
        for total in (games.terrain_points.sum(axis=1),)
        for place, terrain in enumerate(TERRAINS)
    ]
    return [
        *terrains,
        of_kingdoms("kingdoms with nothing discarded", "share", "harmony", (0.25, 1.0)),
        of_kingdoms("kingdoms with the castle in the middle", "share", "middle"),
        of_kingdoms("discards a kingdom", "dominoes", "discards", (0.0, 1.0)),
        *score_measures(games),
        Measure(HEALTH, "", "points do not decide", "share", tied.astype(float), fair=(0.0, 0.1)),
        Measure(HEALTH, "", "nothing decides", "share", shared.astype(float), fair=(0.0, 0.02)),
    ]


def first_taken(draft: Draft) -> list[Measure]:
    """Of each domino, how often it is taken by a king who may take any of its line."""
    log, games = draft.log, len(draft.games)
    opening = np.flatnonzero((log["turn"] == 0) & (log["line"] < draft.lines))
    offered, game = log["offered"][opening], draft.game[opening]
    picked = log["picked"][opening]
    measures = []
    for one in all_dominoes():
        here = (offered == one.number).any(axis=1)
        below = np.bincount(game[here], minlength=games).astype(float)
        above = np.bincount(game[picked == one.number], minlength=games).astype(float)
        name = f"{one.number} {domino_words(one)}"
        fair = (SELDOM, NEARLY_ALWAYS)
        measures.append(Measure(DRAFT, name, "taken by who picks first", "share", above, below, fair))
    assert len(measures) == DOMINOES
    return measures


def flow_measures(draft: Draft) -> list[Measure]:
    """Lead changes, how long winners lead, comebacks, when the lead is final, what bonuses and ties turn over."""
    board = Scoreboard(draft)
    alone, half = board.alone.astype(float), board.steps // 2 - 1
    leads = board.leader == board.winner[:, None]
    front = board.leader[:, -1]
    known = alone * (front != NOBODY)
    drama = np.maximum(board.deficit, 0).mean(axis=1)

    def of_winner(what: str, unit: str, values: np.ndarray, fair: tuple[float, float] | None = None) -> Measure:
        return Measure(FLOW, "", what, unit, values * alone, alone, fair)

    return [
        Measure(FLOW, "", "lead changes", "changes", board.lead_changes.astype(float), fair=(1.0, np.inf)),
        of_winner("led by the winner", "share", leads.mean(axis=1)),
        of_winner("winner behind at half", "share", board.deficit[:, half] > 0, (0.1, 1 - 1 / draft.games.players)),
        of_winner("winner last at half", "share", board.is_last[:, half], (0.01, 1 / draft.games.players)),
        of_winner("winner's mean deficit", "points", drama),
        of_winner("lead final after", "share", board.settled / board.steps, (0.25, 1.0)),
        Measure(FLOW, "", "turned over by bonuses", "share", known * (front != board.winner), known, (0.0, 0.5)),
    ]


def turn_measures(draft: Draft) -> list[Measure]:
    """What kings have to choose from, and dominoes that fit nowhere."""
    log, game, games = draft.log, draft.game, len(draft.games)
    ways, free, moves = choices_of(draft)
    turns = np.bincount(game, minlength=games).astype(float)
    placing = np.bincount(game[log["held"] > 0], minlength=games).astype(float)
    picking = np.bincount(draft.game[draft.picks], minlength=games).astype(float)
    stuck = np.bincount(game[(log["held"] > 0) & (log["legal"] == 0)], minlength=games).astype(float)
    forced = np.bincount(game[draft.picks[free[draft.picks] == 1]], minlength=games).astype(float)

    def each(values: np.ndarray) -> np.ndarray:
        return np.bincount(game, weights=values, minlength=games)

    return [
        Measure(DECISIONS, "", "moves a turn", "moves", each(moves), turns),
        Measure(DECISIONS, "", "turns with a choice", "share", each(moves > 1), turns, (0.5, 1.0)),
        Measure(DECISIONS, "", "placements of a domino", "placements", each(ways * (log["held"] > 0)), placing),
        Measure(DECISIONS, "", "picks of the last domino left", "share", forced, picking),
        Measure(HEALTH, "", "dominoes that fit nowhere", "share", stuck, placing, (0.0, 0.1)),
    ]
