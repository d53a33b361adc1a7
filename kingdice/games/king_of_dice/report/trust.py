"""What may go wrong: displays on which nobody can do anything, citizens never met, ends never reached; and controls."""

from __future__ import annotations

import numpy as np

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import measure_table
from kingdice.balance.sections import controls_section
from kingdice.balance.trials import Check, check_table, played_controls
from kingdice.balance.wording import largest, records, told
from kingdice.dice.batch import solve_batch_outcomes
from kingdice.games.king_of_dice.card_policies import card_policies
from kingdice.games.king_of_dice.citizen_tables import citizens
from kingdice.games.king_of_dice.game_tables import decisions, endings
from kingdice.games.king_of_dice.report.measures import HEALTH, measures_of
from kingdice.games.king_of_dice.report.runs import QUICK, Runs
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns
from kingdice.games.king_of_dice.turn_values import stakes_at
from kingdice.reporting.page import Prose, Section, TableBlock

__all__ = ["controls_of", "health_section"]

CONTROL_GAMES, CHECKED_TURNS = 20_000, 2_000


def health_section(runs: Runs) -> Section:
    """Stalled displays, citizens nobody meets, ends nobody sees, wins that points do not decide."""
    log = runs.quick_log
    taken = runs.asked.table("citizens", lambda: citizens(log))
    table = measure_table([one for one in measures_of(log) if one.section == HEALTH])
    ends, tied = endings(runs.quick_rows.table), decisions(runs.quick_rows.table)
    chance = card_policies(runs.edition, rolls=runs.edition.longest_turn).whole[:, -1]
    hopeless = [one.id for one, found in zip(runs.edition.citizens, chance, strict=True) if found < 1e-12]
    unseen = taken[taken["shown"] == 0]["citizen"].tolist()
    never = [row["citizen"] for row in records(taken[taken["shown"] > 0]) if row["taken"] == 0]
    no_end = [row["ended_by"] for row in records(ends) if row["games"] == 0]
    at = {row["what"]: row for row in records(table)}
    fails, stalls = at["turns that fail"], at["turns after three failures in a row"]
    stay = largest(taken, "turns_on_display")
    longest = _longest_stall(log)
    text = f"""
    Turns that fail: {told(fails["value"], fails["low"], fails["high"], "share")}. Turns after three failures in a row:
    {told(stalls["value"], stalls["low"], stalls["high"], "share")}; the longest row of failures had {longest}.
    {stay["citizen"]} lies longest on display, {stay["turns_on_display"]:.1f} turns on average.

    - Citizens that no roll can meet: {", ".join(hopeless) or "none"}.
    - Citizens that were shown and never taken: {", ".join(never) or "none"}.
    - Citizens that were never shown: {", ".join(unseen) or "none"}.
    - Ends that were never reached: {", ".join(no_end) or "none"}.
    """
    return Section(
        HEALTH,
        [
            Prose(text),
            TableBlock("health", table, "Turns that fail, and displays that stall.", ["value"], how=SIMULATED),
            TableBlock("decided-by-rule", tied, "What decides who wins.", ["share"], how=SIMULATED),
        ],
        sources=[runs.quick_source],
    )


def controls_of(runs: Runs) -> Section:
    """Mirror matches, players at random, and the exact chances of turns against how they ended."""
    games = runs.asked.scaled(CONTROL_GAMES, of=200_000)
    runs.asked.note("controls")
    played = runs.asked.table(
        "controls",
        lambda: played_controls(
            runs.match, [QUICK], players=runs.players, games=games, seed=runs.asked.seed, **runs.asked.crew
        ),
    )
    checks = runs.asked.table("checks", lambda: check_table(_checks(runs)))
    return controls_section(
        played,
        checks,
        what="chances of a turn's end",
        sources=[
            runs.source(QUICK, games, "mirror, against random"),
            runs.source("turn-optimal", _checked(runs), "chances"),
        ],
    )


def _checked(runs: Runs) -> int:
    return runs.asked.scaled(CHECKED_TURNS // 20, of=200_000, least=32)


def _checks(runs: Runs) -> list[Check]:
    """Turns of optimal play: how often each citizen was expected (the exact chances, added up), and how often it came.

    A turn ends with a citizen of the display or with none; over turns the exact chances add up to what is expected.
    """
    log = log_turns(runs.match(["turn-optimal"] * runs.players), games=_checked(runs), seed=runs.asked.seed)
    expected = np.zeros(len(log.edition.citizens) + 1)
    turns = np.arange(len(log.seat))[:CHECKED_TURNS]
    for rolls in np.unique(log.rolls[turns]).tolist():
        some = turns[log.rolls[turns] == rolls]
        found = solve_batch_outcomes(log.edition.pool, log.edition.masks, stakes_at(log, some), rolls=rolls)
        for place in range(log.display.shape[1]):
            np.add.at(expected, log.display[some, place], found.chances[:, place])
        expected[-1] += found.chances[:, -1].sum()
    ended = log.taken[turns]
    came = np.bincount(np.where(ended < 0, len(expected) - 1, ended), minlength=len(expected))
    names = [*(citizen.id for citizen in log.edition.citizens), "no citizen"]
    return [
        Check(name, float(chance) / len(turns), float(count), len(turns))
        for name, chance, count in zip(names, expected, came, strict=True)
    ]


def _longest_stall(log: TurnLog) -> int:
    """The most failures in a row in one game."""
    breaks = np.flatnonzero((log.taken != -1) | (log.number == 0))
    starts = breaks + (log.taken[breaks] != -1)  # a game that begins with a failure begins a row with it
    ends = np.append(breaks[1:], len(log.taken))
    return int(np.maximum(ends - starts, 0).max(initial=0))
