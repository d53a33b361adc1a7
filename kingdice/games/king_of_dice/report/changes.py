"""What if? Players who may not take a citizen, and editions in which one thing is different."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kingdice.balance.paired_sections import restricted_blocks, sensitivity_blocks
from kingdice.balance.restricted import restricted_table
from kingdice.balance.sensitivity import sensitivity_table
from kingdice.comparison.game_rows import GameRows
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.report.measures import few_measures
from kingdice.games.king_of_dice.report.runs import QUICK, Runs
from kingdice.reporting.page import Prose, Section
from kingdice.simulation.run import simulate

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.balance.measures import Measure

__all__ = ["bans_of", "changes_of", "restricted_section", "sensitivity_section"]

BANNED_GAMES, CHANGED_GAMES = 8_000, 20_000
_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def restricted_section(runs: Runs) -> Section:
    """Each citizen, each kind of citizen and the last roll forbidden in turn."""
    games = runs.asked.scaled(BANNED_GAMES, of=200_000)
    table = runs.asked.table("restricted", lambda: _restricted(runs, games))
    return Section(
        "Restricted play",
        restricted_blocks(table, who=QUICK),
        sources=[runs.source(QUICK, games, "one seat restricted, every seat in turn, a run a ban")],
    )


def bans_of(edition: Edition) -> dict[str, str]:
    """What is forbidden, and the strategy that plays without it."""
    kinds: dict[str, int] = {}
    for citizen in edition.citizens:
        kind = citizen.id.partition("-")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    bans = {citizen.id: f"{QUICK}:without={citizen.id}" for citizen in edition.citizens}
    for kind, count in kinds.items():
        if 1 < count < len(edition.citizens) and kind not in edition.bit_of:  # an id means itself alone
            bans[f"any {kind}"] = f"{QUICK}:without={kind}"
    if edition.rules.rolls > 1:
        ordinal = _ORDINALS[edition.rules.rolls - 2]
        bans[f"a{'n' * (ordinal == 'eighth')} {ordinal} roll"] = f"{QUICK}:rolls={edition.rules.rolls - 1}"
    return bans


def _restricted(runs: Runs, games: int) -> pd.DataFrame:
    return restricted_table(
        runs.match,
        QUICK,
        bans_of(runs.edition),
        players=runs.players,
        games=games,
        seed=runs.asked.seed,
        **runs.asked.crew,
        note=runs.asked.note,
    )


def sensitivity_section(runs: Runs) -> Section:
    """One change of the edition at a time, on the same dice."""
    games = runs.asked.scaled(CHANGED_GAMES, of=200_000)
    table = runs.asked.table("sensitivity", lambda: _sensitivity(runs, games))
    note = """
    A point more on a citizen makes players chase it more, so its effect is not that point alone. Rules and piles are
    changed as the names say; decks are shuffled alike, so that the same citizens come up in the same order.
    """
    return Section(
        "Sensitivity",
        [*sensitivity_blocks(table, what="turns", unit="turns"), Prose(note)],
        sources=[runs.source(QUICK, games, "the edition, and as many games of every change")],
    )


def changes_of(edition: Edition) -> Iterator[tuple[str, Edition]]:
    """One change at a time: rules, villages, penalties, the points of each kind of citizen."""
    rules = edition.rules
    least = min([0, *(handicap.extra_rolls for handicap in edition.handicaps)])
    for rolls in (rules.rolls - 1, rules.rolls + 1):
        if rolls + least >= 1 and rolls <= 10:
            yield f"{rolls} roll{'s' * (rolls > 1)} a turn", _with_rules(edition, rolls=rolls)
    yield (
        "declining " + ("not allowed" if rules.may_decline else "allowed"),
        _with_rules(edition, may_decline=not rules.may_decline),
    )
    other = "any" if rules.failure_discards == "rightmost" else "rightmost"
    yield f"a failure discards {other}", _with_rules(edition, failure_discards=other)
    if any(citizen.effect == "fairy" for citizen in edition.citizens):
        fairies = "1 to n" if rules.fairies == "n each" else "n each"
        yield f"fairies count {fairies}", _with_rules(edition, fairies=fairies)
    for more in (1, -1):
        word = "more" if more > 0 else "less"
        villages = tuple(
            village.model_copy(update={"values": [value + more for value in village.values]})
            for village in edition.villages
        )
        yield f"villages: a point {word}", replace(edition, villages=villages)
        penalties = tuple(one.model_copy(update={"points": one.points - more}) for one in edition.penalties)
        if all(one.points < 0 for one in penalties):
            yield f"penalties: a point {'harder' if more > 0 else 'milder'}", replace(edition, penalties=penalties)
    for kind in dict.fromkeys(citizen.id.partition("-")[0] for citizen in edition.citizens):
        changed = tuple(
            citizen.model_copy(update={"points": citizen.points + 1})
            if citizen.id.partition("-")[0] == kind and isinstance(citizen.points, int)
            else citizen
            for citizen in edition.citizens
        )
        if changed != edition.citizens:
            yield f"{kind}: a point more", replace(edition, citizens=changed)


def _with_rules(edition: Edition, **changed: object) -> Edition:
    return replace(edition, rules=edition.rules.model_copy(update=changed))


def _sensitivity(runs: Runs, games: int) -> pd.DataFrame:
    before = _measured(runs, runs.edition, games)
    changed = {}
    for name, edition in changes_of(runs.edition):
        runs.asked.note(f"sensitivity: {name}")
        changed[name] = _measured(runs, edition, games)
    return sensitivity_table(before, changed)


def _measured(runs: Runs, edition: Edition, games: int) -> list[Measure]:
    run = simulate(match([QUICK] * runs.players, edition=edition), games=games, seed=runs.asked.seed, **runs.asked.crew)
    return few_measures(GameRows.of(run))
