"""The balance report of Carcassonne: seats, tiles and cards, scores, who leads when, choices, and what rules change.

from kingdice.balance.asked import Asked
page = build(Asked(edition="flat-10", workers=2))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import kingdice
from kingdice.balance.asked import Asked
from kingdice.balance.findings import judged_of
from kingdice.balance.paired_sections import against_section
from kingdice.balance.sections import findings_section, scores_section, seats_section
from kingdice.balance.whole_games import score_measures, seat_measures
from kingdice.games.carcassonne.game_rows import Games
from kingdice.games.carcassonne.report.cards import cards_section
from kingdice.games.carcassonne.report.choices import Choices, played_choices
from kingdice.games.carcassonne.report.decisions import choice_measures, decisions_section
from kingdice.games.carcassonne.report.endings import health_section, length_section
from kingdice.games.carcassonne.report.flow import flow_section
from kingdice.games.carcassonne.report.measures import measures_of
from kingdice.games.carcassonne.report.playing_well import (
    judged_bans,
    restricted_section,
    restrictions,
    skill_section,
)
from kingdice.games.carcassonne.report.rule_changes import sensitivity_section
from kingdice.games.carcassonne.report.runs import Runs
from kingdice.games.carcassonne.report.trusted import trusted_section
from kingdice.games.carcassonne.seat_tables import seats
from kingdice.reporting.page import Page, Section
from kingdice.simulation import RNG_VERSION

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["build"]

CHOICE_GAMES, FEWEST_CHOICES = 200, 8
RIDGE_PLACES = 40


def build(asked: Asked) -> Page:
    """Play, count and write the report.

    Raises
    ------
    EditionError
        For unknown rules, or players that the game is not for.
    RunInterrupted
        After Ctrl-C; what was done is kept where `asked` says.
    """
    runs = Runs.of(asked)
    other = Runs.of(asked, rules=asked.against) if asked.against else None
    choices, bans = _choices(runs), restrictions(runs)
    measures = measures_of(runs.log)
    held = [one for one in [*measures, *choice_measures(choices)] if one.fair is not None]
    judged = [*(judged_of(one) for one in held), *judged_bans(bans)]
    sections = [findings_section(judged, sources=[runs.main_source])]
    if other is not None:
        after = measures_of(other.logged(other.strategy, runs.games))
        sources = [runs.main_source, other.source(other.strategy, runs.games)]
        sections.append(against_section(measures, after, name=other.variants.name, sources=sources))
    width = max(1, int(runs.rows.of_seats("score").max()) // RIDGE_PLACES)
    sections += [
        _seats_section(runs),
        cards_section(runs),
        length_section(runs),
        scores_section(runs.rows, score_measures(runs.rows), width=width, sources=[runs.main_source]),
        flow_section(runs),
        skill_section(runs),
        decisions_section(runs, choices),
        restricted_section(runs, bans),
        health_section(runs, choices),
        sensitivity_section(runs),
        trusted_section(runs),
    ]
    return Page(
        title=f"Balance of Carcassonne: {runs.variants.name}",
        summary=(
            f"{len(runs.variants.bag)} tiles to draw, {runs.players} players: is every seat as good, what are the King "
            f"and the Robber Baron worth, which tiles are good to draw, what decides a game? From {runs.games:,} games "
            f"of players who make the move that promises most ({runs.strategy}); each number says how it was got, each "
            "section which games it is from."
        ),
        sections=sections,
        provenance={
            "game": "carcassonne",
            "edition": runs.edition_text,
            **({"against": other.edition_text} if other else {}),
            "players": str(runs.players),
            "seed": str(asked.seed),
            "package": f"kingdice {kingdice.__version__}, rng {RNG_VERSION}",
        },
        command=asked.command or f"kingdice report carcassonne{_rules(runs)} --players {runs.players}",
    )


def _rules(runs: Runs) -> str:
    """The rules as the command line takes them."""
    variants = runs.variants
    switches = f" --variants {','.join(variants.switches)}" if variants.switches else ""
    return f" --tiles {variants.tiles} --cards {variants.cards}{switches}"


def _choices(runs: Runs) -> Choices:
    """Games looked at move by move."""
    games = min(runs.games, runs.scaled(CHOICE_GAMES, least=FEWEST_CHOICES))
    runs.asked.note(f"decisions: {games} games, every move of every turn")

    def played() -> dict[str, object]:
        found = played_choices(
            runs.match([runs.strategy] * runs.players), games=games, seed=runs.asked.seed, note=runs.asked.note
        )
        return {"turns": found.turns, "features": found.features}

    return Choices(**runs.asked.arrays(f"choices-{runs.variants.hash}", played))  # type: ignore[arg-type]


def _seats_section(runs: Runs) -> Section:
    return seats_section(runs.rows, seat_measures(runs.rows), seats=_seats(runs), sources=[runs.main_source])


def _seats(runs: Runs) -> pd.DataFrame:
    """What each seat wins, as a multiple of a fair share too, and with the cards' points and without them."""
    table = seats(runs.rows.table, rule=runs.variants.cards)
    place = list(table.columns).index("times_fair")
    for end in ("high", "low"):
        table.insert(place + 1, f"times_fair_{end}", table[f"win_share_{end}"] * Games.of(runs.rows.table).players)
    return table
