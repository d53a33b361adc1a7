"""Is the report to be believed? Mirror matches, players by lot, exact chances of the draw against simulated ones."""

from __future__ import annotations

import numpy as np

from kingdice.balance.sections import controls_section
from kingdice.balance.trials import Check, check_table, played_controls
from kingdice.games.kingdomino.dominoes import DOMINOES, TERRAINS, domino
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_rows, domino_words, terrain_chances
from kingdice.games.kingdomino.pile import pile_after
from kingdice.games.kingdomino.report.runs import FAR_SIGHTED, GREEDY, Runs
from kingdice.reporting.page import Section

__all__ = ["controls_of", "draw_checks"]

CONTROL_GAMES = 4_000


def controls_of(runs: Runs) -> Section:
    """Mirrors, matches against players by lot, and the draw."""
    games, asked = runs.scaled(CONTROL_GAMES), runs.asked
    asked.note("controls")
    played = asked.table(
        "controls",
        lambda: played_controls(
            runs.match,
            [GREEDY, FAR_SIGHTED],
            players=runs.players,
            games=games,
            seed=asked.seed,
            **asked.crew,
        ),
    )
    return controls_section(
        played,
        check_table(draw_checks(runs.draft)),
        what="chances of the draw",
        sources=[
            runs.source([GREEDY, FAR_SIGHTED], games, "mirror, against random"),
            runs.source(GREEDY, runs.games, "chances of the draw"),
        ],
    )


def draw_checks(draft: Draft) -> list[Check]:
    """Of each game's first round: does the first line show a terrain, does a domino lie in it, does it come at all?

    Games are independent of each other, and each is one trial of every check.
    """
    log, games = draft.log, len(draft.games)
    whole = np.flatnonzero((log["round"] == 0) & (log["turn"] == 0) & (log["line"] < draft.lines))
    drawn = np.zeros((games, draft.lines, DOMINOES + 1), dtype=np.bool_)
    places = (draft.game[whole][:, None], log["line"][whole][:, None], log["offered"][whole])
    drawn[places] = True
    drawn[:, :, 0] = False
    pile = pile_after(players=draft.games.players, variants=draft.games.variants)
    first, comes = drawn[:, 0], np.asarray(drawn.any(axis=1))
    checks = []
    for terrain in TERRAINS:
        having = [number for number in range(1, DOMINOES + 1) if _has(number, terrain)]
        exact = 1 - terrain_chances(pile, terrain, "squares", lines=1).get(0, 0)
        checks.append(
            Check(f"{terrain} in the first line", float(exact), float(first[:, having].any(axis=1).sum()), games)
        )
    for row in domino_rows(pile):
        number = row["number"]
        name = f"{number} {domino_words(domino(number))}"
        checks.append(Check(f"{name} in the first line", row["next_line"], float(first[:, number].sum()), games))
        if row["comes"] < 1:
            checks.append(Check(f"{name} comes", row["comes"], float(comes[:, number].sum()), games))
    return checks


def _has(number: int, terrain: str) -> bool:
    return any(half.terrain == terrain for half in domino(number).halves)
