"""What if? Players who may not draft something, and rules in which one switch is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdice.balance.findings import SIMULATED
from kingdice.balance.paired_sections import restricted_blocks, sensitivity_blocks
from kingdice.balance.restricted import restricted_table
from kingdice.balance.sensitivity import sensitivity_table
from kingdice.balance.whole_games import seat_measures
from kingdice.balance.wording import largest, smallest, told
from kingdice.errors import EditionError
from kingdice.games.kingdomino.dominoes import TERRAINS
from kingdice.games.kingdomino.game_rows import Games
from kingdice.games.kingdomino.matches import match
from kingdice.games.kingdomino.report.measures import game_measures
from kingdice.games.kingdomino.report.runs import FAR_SIGHTED, GREEDY, Runs
from kingdice.games.kingdomino.strategies import PLACES
from kingdice.games.kingdomino.variants import VARIANTS, Variants, variants_named
from kingdice.reporting.forms import draw_slopes
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock
from kingdice.simulation.run import simulate

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.balance.measures import Measure

__all__ = ["bans_of", "changes_of", "restricted_section", "sensitivity_section"]

BANNED_GAMES, BANNED_SIGHTED, CHANGED_GAMES = 1_000, 500, 4_000


def restricted_section(runs: Runs) -> Section:
    """Each terrain and each place of the line forbidden in turn, to greedy players and to far-sighted ones."""
    greedy, sighted = _restricted(runs, GREEDY, BANNED_GAMES), _restricted(runs, FAR_SIGHTED, BANNED_SIGHTED)
    both = greedy.merge(sighted[["banned", "lead"]], on="banned", suffixes=("", "_sighted"))
    most = largest(both.assign(apart=(both["lead_sighted"] - both["lead"]).abs()), "apart")
    harmless = sighted[sighted["lead_high"] >= 0]["banned"].tolist()
    certain = (
        f"No loss is certain without {', '.join(harmless)}" if harmless else "Every ban costs something for certain"
    )
    note = f"""
    Who is forbidden a terrain, or a place of the line, drafts no such domino as long as another one is free; then they
    take what there is, and place it as always.

    The same among far-sighted players, who draft for what is to come: for them {_missed(sighted)}. {certain}.
    The two kinds of players differ most about {most["banned"]} ({most["lead"]:.1f} points against
    {most["lead_sighted"]:.1f}).
    """
    title = (
        f"Without {most['banned']}: {most['lead']:+.1f} points for the greedy, {most['lead_sighted']:+.1f} for others"
    )
    return Section(
        "Restricted play",
        [
            *restricted_blocks(greedy, who=GREEDY),
            Prose(note),
            FigureBlock(
                "restricted-both",
                draw_slopes(
                    both,
                    label="banned",
                    before="lead",
                    after="lead_sighted",
                    names=(GREEDY, FAR_SIGHTED),
                    ylabel="lead of the restricted player, points",
                    title=title,
                ),
                "Lines from one scale to the other: the lead of a restricted player among full-greedy players, and "
                f"among far-sighted ones. {title}.",
                "Lead of the restricted player among greedy and among far-sighted players.",
                how=SIMULATED,
            ),
            TableBlock("restricted-sighted", sighted, "What each ban costs a far-sighted player among such players.",
                       how=SIMULATED),
        ],
        sources=[
            runs.source(GREEDY, runs.scaled(BANNED_GAMES), "one seat restricted, every seat in turn, a run a ban"),
            runs.source(FAR_SIGHTED, runs.scaled(BANNED_SIGHTED), "the same"),
        ],
    )  # fmt: skip


def bans_of(runs: Runs, strategy: str) -> dict[str, str]:
    """What is forbidden, and the strategy that plays without it."""
    places = PLACES[: runs.variants.line_length(runs.players)]
    return {
        **{terrain: f"{strategy}:without={terrain}" for terrain in TERRAINS},
        **{f"{place} of the line": f"{strategy}:without={place}" for place in places},
    }


def _restricted(runs: Runs, strategy: str, games: int) -> pd.DataFrame:
    asked = runs.asked
    return asked.table(
        f"restricted-{strategy}",
        lambda: restricted_table(
            runs.match,
            strategy,
            bans_of(runs, strategy),
            players=runs.players,
            games=runs.scaled(games),
            seed=asked.seed,
            **asked.crew,
            note=lambda line: asked.note(f"{line} ({strategy})"),
        ),
    )


def _missed(table: pd.DataFrame) -> str:
    """The dearest ban, in words."""
    worst = smallest(table, "lead")
    return (
        f"""{worst["banned"]} is missed most, {told(worst["lead"], worst["lead_low"], worst["lead_high"], "points")}"""
    )


def sensitivity_section(runs: Runs) -> Section:
    """One switch of the rules at a time, on the same dominoes."""
    games = runs.scaled(CHANGED_GAMES)
    table = runs.asked.table("sensitivity", lambda: _sensitivity(runs, games))
    note = """
    Every switch that these rules and this number of players allow is turned alone. Decks are shuffled alike, so the
    same dominoes come in the same order; they fall otherwise in longer lines, and in the later rounds of a Dynasty.
    """
    return Section(
        "Sensitivity",
        [*sensitivity_blocks(table, what="margin", unit="points"), Prose(note)],
        sources=[runs.source(GREEDY, games, "the rules, and as many games of every change")],
    )


def changes_of(variants: Variants, players: int) -> dict[str, Variants]:
    """One switch turned at a time, where that can be played."""
    changed = {}
    for name in VARIANTS:
        on = name not in variants.names
        names = {*variants.names, name} if on else {*variants.names} - {name}
        if on and name.startswith("middle"):
            names -= {other for other in VARIANTS if other.startswith("middle")} - {name}
        try:
            other = variants_named(names)
            other.check_players(players)
        except EditionError:
            continue
        changed[f"{'with' if on else 'without'} {name}"] = other
    return changed


def _sensitivity(runs: Runs, games: int) -> pd.DataFrame:
    changed = {}
    for name, variants in changes_of(runs.variants, runs.players).items():
        runs.asked.note(f"sensitivity: {name}")
        changed[name] = _measured(runs, variants, games)
    return sensitivity_table(_measured(runs, runs.variants, games), changed)


def _measured(runs: Runs, variants: Variants, games: int) -> list[Measure]:
    """The numbers of whole games by these rules, but for those of terrains."""
    run = simulate(
        match([GREEDY] * runs.players, variants=variants),
        games=games,
        seed=runs.asked.seed,
        **runs.asked.crew,
    )
    rows = Games.of(run)
    seats = [one for one in seat_measures(rows) if one.what == "win share"]
    return [*seats, *(one for one in game_measures(rows) if not one.of)]
