"""The balance report of Kingdomino: what a designer would print and argue over.

from kingdice.balance.asked import Asked
page = build(Asked(edition="middle,harmony", workers=2))
"""

from __future__ import annotations

from dataclasses import replace

import kingdice
from kingdice.balance.asked import Asked
from kingdice.balance.findings import Judged, judged_of
from kingdice.balance.paired_sections import against_section
from kingdice.balance.sections import findings_section, scores_section, seats_section
from kingdice.balance.whole_games import score_measures, seat_measures
from kingdice.games.kingdomino.kingdom_tables import concentration, terrains
from kingdice.games.kingdomino.report.changes import restricted_section, sensitivity_section
from kingdice.games.kingdomino.report.dominoes import dominoes_section, judged_dominoes
from kingdice.games.kingdomino.report.endings import endings_section, health_section
from kingdice.games.kingdomino.report.flow import flow_section
from kingdice.games.kingdomino.report.measures import flow_measures, game_measures, measures_of, turn_measures
from kingdice.games.kingdomino.report.playing_well import decisions_section, skill_section
from kingdice.games.kingdomino.report.runs import FAR_SIGHTED, GREEDY, Runs
from kingdice.games.kingdomino.report.trust import controls_of
from kingdice.games.kingdomino.score_tables import good_scores, seats
from kingdice.reporting.page import Page, Section, TableBlock
from kingdice.simulation import RNG_VERSION

__all__ = ["build", "judged_of_rules"]


def build(asked: Asked) -> Page:
    """Play, count and write the report.

    Raises
    ------
    KingdiceError
        For unknown rules, or a number of players that they are not for.
    """
    runs = Runs.of(asked)
    other = Runs.of(asked, rules=asked.against) if asked.against else None
    sources = [runs.main_source, runs.sighted_source]
    sections = [findings_section(judged_of_rules(runs), sources=sources)]
    if other is not None:
        sections.append(_against(runs, other))
    sections += [
        _seats(runs),
        dominoes_section(runs),
        endings_section(runs),
        _scores(runs),
        flow_section(runs),
        skill_section(runs),
        decisions_section(runs),
        restricted_section(runs),
        health_section(runs),
        sensitivity_section(runs),
        controls_of(runs),
    ]
    return Page(
        title=f"Balance of Kingdomino: {runs.variants.name}, {runs.players} players",
        summary=(
            "Is every seat as good, what is each domino worth and what does it cost, what decides a game? "
            f"{runs.games:,} games of {GREEDY}, and smaller runs of other players; each number says whether it is "
            "exact or simulated, each section which games it is from."
        ),
        sections=sections,
        provenance={
            "game": "kingdomino",
            "edition": runs.edition_text,
            **({"against": other.edition_text} if other else {}),
            "players": str(runs.players),
            "seed": str(asked.seed),
            "package": f"kingdice {kingdice.__version__}, rng {RNG_VERSION}",
        },
        command=asked.command or f"kingdice report kingdomino{_variants(runs)} --players {runs.players}",
    )


def judged_of_rules(runs: Runs) -> list[Judged]:
    """All numbers that are held against a fair band: seats, dominoes, endings, flow, choices, rules that decide."""
    shares = [
        replace(judged_of(one), what=f"{one.what} of {who}")
        for who, games in ((GREEDY, runs.rows), (FAR_SIGHTED, runs.sighted.games))
        for one in seat_measures(games)
        if one.fair is not None
    ]
    measures = [
        *game_measures(runs.rows),
        *flow_measures(runs.draft),
        *turn_measures(runs.draft),
    ]
    whole = [judged_of(one) for one in measures if one.fair is not None]
    return [*shares, *whole, *judged_dominoes(runs)]


def _variants(runs: Runs) -> str:
    return f" --variants {runs.variants.name}" if runs.variants.names else ""


def _seats(runs: Runs) -> Section:
    section = seats_section(
        runs.rows,
        seat_measures(runs.rows),
        seats=seats(runs.rows.table),
        sources=[runs.main_source, runs.sighted_source],
    )
    sighted = TableBlock(
        "seats-sighted", seats(runs.sighted.games.table), "The same of far-sighted players.", ["win_share"],
        how="simulated",
    )  # fmt: skip
    return Section(section.title, [*section.blocks, sighted], section.sources)


def _scores(runs: Runs) -> Section:
    more = [
        TableBlock("good-scores", good_scores(runs.rows.table), "What is a good score: means and quantiles.",
                   how="simulated"),
        TableBlock("concentration", concentration(runs.rows.table), "How concentrated kingdoms of winners are.",
                   how="simulated"),
        TableBlock("terrains", terrains(runs.rows.table), "What each terrain brings winners and others.",
                   how="simulated"),
    ]  # fmt: skip
    points = runs.rows.of_seats("score")
    width = max(1, int(points.max() - points.min()) // 40)
    return scores_section(runs.rows, score_measures(runs.rows), more=more, width=width, sources=[runs.main_source])


def _against(runs: Runs, other: Runs) -> Section:
    """The same games by both sets of rules."""
    games = min(runs.games, other.games)
    runs.asked.note(f"{games:,} games of {other.variants.name}, paired with {runs.variants.name}")
    return against_section(
        measures_of(runs.part(games)),
        measures_of(other.part(games)),
        name=other.variants.name,
        sources=[runs.source(GREEDY, games), other.source(GREEDY, games)],
    )
