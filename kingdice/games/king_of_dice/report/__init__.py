"""The balance report of King of Dice: what a designer would print and argue over.

from kingdice.balance.asked import Asked
page = build(Asked(edition="mine.toml", workers=2))
"""

from __future__ import annotations

import shlex
from dataclasses import replace

import kingdice
from kingdice.balance.asked import Asked
from kingdice.balance.findings import Judged, judged_of
from kingdice.balance.paired_sections import against_section
from kingdice.balance.sections import findings_section, scores_section, seats_section
from kingdice.balance.whole_games import score_measures, seat_measures
from kingdice.games.king_of_dice.fair_prices import fair_prices
from kingdice.games.king_of_dice.game_tables import seats
from kingdice.games.king_of_dice.report.cards import cards_section, judged_cards
from kingdice.games.king_of_dice.report.changes import restricted_section, sensitivity_section
from kingdice.games.king_of_dice.report.length_and_flow import flow_section, length_section, margin_table
from kingdice.games.king_of_dice.report.measures import measures_of
from kingdice.games.king_of_dice.report.playing_well import decisions_section, skill_section
from kingdice.games.king_of_dice.report.runs import QUICK, SOLVED, Runs
from kingdice.games.king_of_dice.report.trust import controls_of, health_section
from kingdice.games.king_of_dice.turn_log import log_turns
from kingdice.reporting.page import Page, Section, TableBlock
from kingdice.simulation import RNG_VERSION

__all__ = ["build", "judged_of_edition"]

AGAINST_GAMES = 40_000


def build(asked: Asked) -> Page:
    """Play, count and write the report.

    Raises
    ------
    KingdiceError
        For an edition that is not there or not sound, or players that it is not for.
    RunInterrupted
        After Ctrl-C; what was done is kept where `asked` says.
    """
    runs = Runs.of(asked)
    other = Runs.of(asked, edition=asked.against) if asked.against else None
    judged = judged_of_edition(runs)
    sections = [findings_section(judged, sources=[runs.quick_source, runs.solved_source])]
    if other is not None:
        sections.append(_against(runs, other))
    scores = score_measures(runs.quick_rows)
    sections += [
        _seats(runs),
        cards_section(runs),
        length_section(runs),
        scores_section(
            runs.quick_rows, scores, more=[margin_table(runs)], width=_width(runs), sources=[runs.quick_source]
        ),
        flow_section(runs),
        skill_section(runs),
        decisions_section(runs),
        restricted_section(runs),
        health_section(runs),
        sensitivity_section(runs),
        controls_of(runs),
    ]
    edition = runs.edition
    return Page(
        title=f"Balance of {edition.title or edition.name}",
        summary=(
            f"{len(edition.citizens)} citizens, {runs.players} players: is every seat as good, is every citizen worth "
            f"its effort, what decides a game? From {runs.quick_games:,} games of {QUICK} and {runs.solved:,} of "
            f"{SOLVED}, which solves every turn; each number says whether it is exact or simulated, each section "
            "which games it is from."
        ),
        sections=sections,
        provenance={
            "game": "king-of-dice",
            "edition": runs.edition_text,
            **({"against": other.edition_text} if other else {}),
            "players": str(runs.players),
            "seed": str(asked.seed),
            "package": f"kingdice {kingdice.__version__}, rng {RNG_VERSION}",
        },
        command=asked.command or f"kingdice report king-of-dice{_edition(asked)} --players {runs.players}",
    )


def _edition(asked: Asked) -> str:
    return f" --edition {shlex.quote(asked.edition)}" if asked.edition else ""


def judged_of_edition(runs: Runs) -> list[Judged]:
    """All numbers of an edition that are held against a fair band: seats in both main runs, and every citizen."""
    seats_judged = [
        replace(judged_of(one), what=f"{one.what} of {what}")
        for rows, what in ((runs.quick_rows, QUICK), (runs.solved_rows, SOLVED))
        for one in seat_measures(rows)
        if one.fair is not None
    ]
    return [*seats_judged, *judged_cards(runs)]


def _seats(runs: Runs) -> Section:
    section = seats_section(
        runs.quick_rows,
        seat_measures(runs.quick_rows),
        seats=seats(runs.quick_rows.table),
        sources=[runs.quick_source, runs.solved_source],
    )
    solved = TableBlock(
        "seats-solved",
        seats(runs.solved_rows.table),
        "The same when every turn is solved.",
        ["win_share"],
        how="simulated",
    )
    return Section(section.title, [*section.blocks, solved], section.sources)


def _against(runs: Runs, other: Runs) -> Section:
    """Both editions on the same games of the quick strategy, and their prices side by side."""
    games = runs.asked.scaled(AGAINST_GAMES, of=200_000)
    runs.asked.note(f"{games:,} games of {other.edition.name}, paired with {runs.edition.name}")
    logs = [
        log_turns(one.match([QUICK] * runs.players), games=games, seed=runs.asked.seed, **runs.asked.crew)
        for one in (runs, other)
    ]
    here, there = (fair_prices(one.edition).set_index("citizen") for one in (runs, other))
    both = here.join(there, lsuffix="_before", rsuffix="_after", how="outer").reset_index()
    columns = ["points", "chance", "points_per_turn", "ratio", "verdict"]
    prices = both[["citizen", *(f"{name}_{when}" for name in columns for when in ("before", "after"))]]
    differs = [prices[f"{name}_before"].ne(prices[f"{name}_after"]) for name in ("points", "chance")]
    changed = prices[differs[0] | differs[1]]
    table = TableBlock(
        "against-prices",
        (changed if len(changed) else prices).reset_index(drop=True),
        "Citizens whose points or chance are different; all prices by printed points alone."
        if len(changed)
        else "No citizen's points or chance are different.",
        ["chance_before", "chance_after"],
        how="exact",
    )
    return against_section(
        measures_of(logs[0]),
        measures_of(logs[1]),
        name=other.edition.name,
        exact=[table],
        sources=[runs.source(QUICK, games), other.source(QUICK, games)],
    )


def _width(runs: Runs) -> int:
    """Points that share a place of the figure: so that about forty places are drawn."""
    scores = runs.quick_rows.of_seats("score")
    return max(1, int(scores.max() - scores.min()) // 40)
