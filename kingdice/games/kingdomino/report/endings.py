"""How long a game is, how kingdoms end, and what may go wrong on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.balance.findings import EXACT, SIMULATED
from kingdice.balance.measures import measure_table
from kingdice.balance.wording import records, told, told_of
from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.kingdomino.dominoes import DOMINOES, all_dominoes
from kingdice.games.kingdomino.draft import Draft
from kingdice.games.kingdomino.draft_odds import domino_words
from kingdice.games.kingdomino.kingdom_tables import boxes, castle_cells
from kingdice.games.kingdomino.report.measures import ENDINGS, HEALTH, game_measures, turn_measures
from kingdice.games.kingdomino.report.runs import Runs
from kingdice.games.kingdomino.score_tables import decisions, discards
from kingdice.games.kingdomino.tilings import castles_of_full_kingdoms, tiling_table
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["endings_section", "health_section"]

LEVEL = 0.95


def endings_section(runs: Runs) -> Section:
    """A game's length, which is fixed; discards, the middle, full kingdoms, where castles end."""
    games, rules = runs.rows, runs.variants
    left = discards(games.table)
    length = _length(runs)
    table = measure_table([one for one in game_measures(games) if one.section == ENDINGS])
    at = {row["what"]: row for row in records(table)}
    full, middle = at["kingdoms with nothing discarded"], at["kingdoms with the castle in the middle"]
    turns = {row["what"]: row["number"] for row in records(length)}
    bonuses = [
        name for name, points in (("the middle", rules.middle_points), ("harmony", rules.harmony_points)) if points
    ]
    text = f"""
    A game has a fixed length: {turns["turns"]} turns in {turns["lines"]} lines{_rounds(rules.rounds)}. Nothing that
    players do ends it sooner, and every player places, or discards, {turns["dominoes a player"]} dominoes. Bonuses
    played for: {" and ".join(bonuses) or "none"}.

    {told_of(full)} of kingdoms end with nothing discarded, {told_of(middle)} with the castle in the middle.
    {_per_kingdom(left)}
    """
    return Section(
        ENDINGS,
        [
            Prose(text),
            FigureBlock(
                "discards",
                draw_intervals(
                    left.assign(name=[_dominoes(number) for number in left["discards"]]),
                    label="name",
                    value="share",
                    low="share_low",
                    high="share_high",
                    xlabel="share of players",
                    percent=True,
                    title=f"{full['value']:.0%} of kingdoms have nothing discarded",
                ),
                "Dots with intervals: share of players by the number of dominoes that they discard in a game.",
                "Dominoes discarded by a player in a game.",
                how=SIMULATED,
            ),
            *_castles(runs),
            TableBlock("length", length, "The length of a game.", how=EXACT),
            TableBlock("endings", table, "How kingdoms end.", ["value"], how=SIMULATED),
            TableBlock("discards", left, "Players by what they discard, and what becomes of them.",
                       ["share", "win_share"], how=SIMULATED),
            TableBlock("boxes", boxes(games.table), "Sides of the smallest box around a kingdom, shorter first.",
                       ["share"], how=SIMULATED),
        ],
        sources=[runs.main_source, runs.exact_source("length, tilings")],
    )  # fmt: skip


def health_section(runs: Runs) -> Section:
    """Dominoes that fit nowhere, kingdoms that can never be full, rules that never decide."""
    draft, games = runs.draft, runs.rows
    stuck, which, tied = _stuck(draft), _discarded(draft), decisions(games.table)
    measures = [*game_measures(games), *turn_measures(draft)]
    table = measure_table([one for one in measures if one.section == HEALTH])
    at = {row["what"]: row for row in records(table)}
    size, late = runs.variants.size, records(stuck)[-1]
    able = len(castles_of_full_kingdoms(size))
    unused = [row["decided_by"] for row in records(tied) if row["games"] == 0]
    never = which[which["discarded"] == 0]["domino"].tolist()
    most = records(which)[0]
    text = f"""
    {told_of(at["dominoes that fit nowhere"])} of dominoes fit nowhere and are discarded; in the last line
    {told(late["stuck"], late["stuck_low"], late["stuck_high"], "share")}. Discarded most is {most["domino"]}
    ({told(most["share"], most["share_low"], most["share_high"], "share")} of the times it is placed or discarded).

    A full kingdom of {size} by {size} needs its castle on one of {able} of the {size * size} squares (exact, by
    counting all tilings); on the other {size * size - able} something must be discarded whatever comes. A player always
    has a move: who can place nothing discards, and still picks.

    Points do not decide {told_of(at["points do not decide"])} of games, and nothing decides
    {told_of(at["nothing decides"])}.

    - Ways to decide a game that were never met: {", ".join(unused) or "none"}.
    - Dominoes that were never discarded: {len(never)} of {DOMINOES}.
    - {_last_line(runs)}
    """
    return Section(
        HEALTH,
        [
            Prose(text),
            FigureBlock(
                "stuck",
                draw_curves(
                    stuck.assign(group="fit nowhere"),
                    x="line",
                    value="stuck",
                    group="group",
                    low="stuck_low",
                    high="stuck_high",
                    xlabel="line that is placed",
                    ylabel="dominoes that fit nowhere",
                    percent=True,
                    title=f"{late['stuck']:.0%} of the dominoes of the last line fit nowhere",
                ),
                "A line that rises: share of dominoes that fit nowhere, line by line.",
                "Dominoes that can be placed nowhere, by line.",
                how=SIMULATED,
            ),
            TableBlock("health", table, "Dominoes that fit nowhere, and games that points do not decide.", ["value"],
                       how=SIMULATED),
            TableBlock("decided-by-rule", tied, "What decides who wins.", ["share"], how=SIMULATED),
            TableBlock("stuck", stuck, "Dominoes that fit nowhere, by line.", ["stuck"], how=SIMULATED),
            TableBlock("discarded", which, "How often each domino is discarded by who holds it.", ["share"],
                       how=SIMULATED),
            TableBlock("tilings", tiling_table(size), "Ways to fill a kingdom, by the place of its castle.", how=EXACT),
        ],
        sources=[runs.main_source, runs.exact_source("tilings")],
    )  # fmt: skip


def _length(runs: Runs) -> pd.DataFrame:
    """The length of a game, in whole numbers."""
    rules, players = runs.variants, runs.players
    kings, lines, drawn = rules.kings(players), rules.lines(players), rules.dominoes(players)
    numbers = {
        "rounds": rules.rounds,
        "lines": lines,
        "turns": rules.rounds * kings * (lines + 1),
        "dominoes drawn": drawn,
        "dominoes set aside unseen": DOMINOES - drawn,
        "dominoes left to nobody": lines * (rules.line_length(players) - kings),
        "dominoes a player": rules.rounds * lines * kings // players,
    }
    return tidy([{"what": what, "number": number} for what, number in numbers.items()], {})


def _castles(runs: Runs) -> list[TableBlock]:
    """Where castles end; a Dynasty's rows add up three kingdoms and do not say."""
    if runs.variants.rounds > 1:
        return []
    cells = castle_cells(runs.rows.table, fold=True)
    if cells.empty:
        return []
    return [
        TableBlock("castles", cells, "Where castles end (cells that a turn or a reflection brings together are one), "
                   "and how many of these kingdoms are full.", ["share", "full", "middle", "win_share"], how=SIMULATED),
    ]  # fmt: skip


def _stuck(draft: Draft, level: float = LEVEL) -> pd.DataFrame:
    """Dominoes that fit nowhere, by the line that is placed."""
    log, games = draft.log, len(draft.games)
    rows = []
    for line in range(1, draft.lines + 1):
        here = log["line"] == line
        placing = np.bincount(draft.game[here], minlength=games)
        stuck = np.bincount(draft.game[here & (log["legal"] == 0)], minlength=games)
        rows.append({"line": line, **ratio_row(stuck, placing, level, "stuck", bounds=(0, 1))})
    return tidy(rows, draft.about, level=level)


def _discarded(draft: Draft, level: float = LEVEL) -> pd.DataFrame:
    """How often each domino is discarded, most often first."""
    log, games = draft.log, len(draft.games)
    rows = []
    for one in all_dominoes():
        here = log["held"] == one.number
        held = np.bincount(draft.game[here], minlength=games)
        gone = np.bincount(draft.game[here & (log["legal"] == 0)], minlength=games)
        rows.append(
            {
                "number": one.number,
                "domino": domino_words(one),
                "held": int(held.sum()),
                "discarded": int(gone.sum()),
                **ratio_row(gone, held, level, "share", bounds=(0, 1)),
            }
        )
    table = tidy(rows, draft.about, level=level)
    attrs = table.attrs
    table = table.sort_values("share", ascending=False, kind="stable", na_position="last").reset_index(drop=True)
    table.attrs = attrs
    return table


def _last_line(runs: Runs) -> str:
    """What is always so in the last line."""
    kings = runs.variants.kings(runs.players)
    if runs.variants.line_length(runs.players) > kings:
        return "The last king of every line has two dominoes to pick from; the other is discarded."
    return f"The last king of every line has one domino left to take: of {kings} picks one is no choice."


def _per_kingdom(left: pd.DataFrame) -> str:
    """What becomes of those who discard."""
    at = {int(row["discards"]): row for row in records(left)}
    if not {0, 1} <= at.keys():
        return ""
    return f"""Who discards nothing wins {
        told(at[0]["win_share"], at[0]["win_share_low"], at[0]["win_share_high"], "share")
    } of the games, who discards one domino {
        told(at[1]["win_share"], at[1]["win_share_low"], at[1]["win_share_high"], "share")
    }."""


def _rounds(rounds: int) -> str:
    return f" of each of {rounds} rounds" if rounds > 1 else ""


def _dominoes(number: int) -> str:
    return "none" if number == 0 else "1 domino" if number == 1 else f"{number} dominoes"
