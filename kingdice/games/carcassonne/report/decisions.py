"""Are there real choices, and do they matter? Moves of a turn, meeples, and what simple rules give away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import Measure, measure_table
from kingdice.balance.wording import largest, records, told_of
from kingdice.comparison.estimates import ratio_row, tidy
from kingdice.games.carcassonne.layout import MEEPLE_STEP
from kingdice.games.carcassonne.report.choices import RULES, Choices
from kingdice.games.carcassonne.report.runs import Runs
from kingdice.games.carcassonne.tiles import KINDS, all_tiles
from kingdice.games.carcassonne.turn_log import TurnLog
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DECISIONS", "choice_measures", "decisions_section", "meeple_measures"]

DECISIONS = "Decisions"
A_POINT = 1.0
SPANS = 8  # of a game, in the table of choices
_KINDS = {"city": "cities", "road": "roads", "field": "fields", "monastery": "monasteries"}


def meeple_measures(log: TurnLog) -> list[Measure]:
    """How often a turn puts a meeple down, and where."""
    turns, played = log.turns, log.turns["turn"] > 0
    number = played.sum(axis=1).astype(float)
    kinds = np.full((len(all_tiles()), MEEPLE_STEP), -1)
    for place, kind in enumerate(all_tiles()):
        for segment, one in enumerate(kind.segments):
            kinds[place, segment + 1] = KINDS.index(one.kind)
    on = np.where(played, kinds[turns["tile"], turns["move"] % MEEPLE_STEP], -1)
    found = [
        Measure(DECISIONS, "", "turns with a meeple", "share", (on >= 0).sum(axis=1).astype(float), number, (0.1, 0.9))
    ]
    for code, name in enumerate(KINDS):
        found.append(
            Measure(DECISIONS, _KINDS[name], "meeples put there", "share", (on == code).sum(axis=1).astype(float),
                    (on >= 0).sum(axis=1).astype(float), (0.01, 0.8))
        )  # fmt: skip
    return found


def choice_measures(choices: Choices) -> list[Measure]:
    """Moves of a turn, turns with a real choice, what the second best costs."""
    turns = choices.turns
    number = choices.per_game(np.ones(len(turns)))
    real = (turns["second"] > 0) & (turns["second"] < A_POINT)

    def of(what: str, unit: str, values: np.ndarray, fair: tuple[float, float] | None = None) -> Measure:
        return Measure(DECISIONS, "", what, unit, choices.per_game(values.astype(float)), number, fair)

    return [
        of("placements", "a turn", turns["placements"]),
        of("moves", "a turn", turns["moves"], (4.0, 400.0)),
        of("moves as good as the best", "a turn", turns["equal"]),
        of("turns with a real choice", "share", real, (0.2, 1.0)),
        of("several moves are best", "share", turns["equal"] > 1),
        of("the best is better by a point or more", "share", turns["second"] >= A_POINT),
        of("the second best costs", "points", turns["second"]),
    ]


def given_up(choices: Choices, *, level: float = 0.95) -> pd.DataFrame:
    """What simple rules give away in a turn, as greedy players judge moves.

    Returns
    -------
    DataFrame
        rule, points (a turn) with low and high, turns (share of turns in which it gives anything away) with turns_low
        and turns_high; over games.
    """
    number = choices.per_game(np.ones(len(choices.turns)))
    rows = []
    for place, rule in enumerate(RULES):
        lost = choices.turns["given_up"][:, place]
        if rule == "no eye for the cards" and not lost.any():
            continue
        row = ratio_row(choices.per_game(lost), number, level, "points")
        row = {"points": row["points"], "low": row["points_low"], "high": row["points_high"]}
        row |= ratio_row(choices.per_game((lost > 1e-9).astype(float)), number, level, "turns", bounds=(0, 1))
        rows.append({"rule": rule, **row})
    return tidy(rows, {"games": choices.games}, level=level)


def by_span(choices: Choices, tiles: int, *, level: float = 0.95) -> pd.DataFrame:
    """Moves in the course of a game.

    Returns
    -------
    DataFrame
        A row for each eighth of the tiles: turn (the first of the span), placements, moves, each with low and high
        (over games).
    """
    span = np.minimum((choices.turns["turn"] - 1) * SPANS // tiles, SPANS - 1)
    rows = []
    for step in range(SPANS):
        here = (span == step).astype(float)
        number = choices.per_game(here)
        row: dict[str, float] = {"turn": -(-step * tiles // SPANS) + 1}
        for name in ("placements", "moves"):
            row |= ratio_row(choices.per_game(choices.turns[name] * here), number, level, name)
        rows.append(row)
    return tidy(rows, {"games": choices.games}, level=level)


def decisions_section(runs: Runs, choices: Choices) -> Section:
    """The section on choices."""
    table = measure_table([*choice_measures(choices), *meeple_measures(runs.log)])
    at = {(row["of"], row["what"]): row for row in records(table)}
    lost, course = given_up(choices), by_span(choices, len(runs.variants.bag))
    worst = largest(lost, "points")
    simple = (
        lost[lost["rule"] != "any move"].sort_values("points", ascending=False, kind="stable").reset_index(drop=True)
    )
    dearest, cheapest = records(simple)[0], records(simple)[-1]
    most, last = largest(course, "moves"), records(course)[-1]

    def of(what: str) -> str:
        return told_of(at["", what]).replace(" a turn", "")

    curves = [
        course[["turn", name, f"{name}_low", f"{name}_high"]]
        .rename(columns={name: "number", f"{name}_low": "low", f"{name}_high": "high"})
        .assign(of=label)
        for name, label in (("moves", "with meeples"), ("placements", "places and rotations"))
    ]
    import pandas as pd

    text = f"""
    A turn has {of("placements")} places and rotations, {of("moves")} moves with their meeples; moves that come to the
    same are counted once. There are most from turn {most["turn"]} on, {most["moves"]:.0f}; in the last eighth of the
    game, when hands are empty, {last["moves"]:.0f}.

    How good a move is, the greedy players' own judgement says, in points of lead that the position promises. In
    {of("turns with a real choice")} of the turns the choice is real: the second best costs something, and less than a
    point; in {of("the best is better by a point or more")} the best move is better by a point or more, and in
    {of("several moves are best")} several are equally good. {of("turns with a meeple")} of the turns put a meeple down.

    Any move at all would give away {worst["points"]:.1f} points a turn. Of simpler rules "{dearest["rule"]}" costs
    most, {dearest["points"]:.2f} points in each turn in which everything else is done as well as can be, and
    "{cheapest["rule"]}" least, {cheapest["points"]:.2f}.
    """
    return Section(
        DECISIONS,
        [
            Prose(text),
            FigureBlock(
                "given-up",
                draw_intervals(
                    simple,
                    label="rule",
                    value="points",
                    xlabel="points given away in a turn",
                    emphasis=(str(dearest["rule"]),),
                    title=f"{str(dearest['rule']).capitalize()}: {dearest['points']:.1f} points given away in a turn",
                ),
                f"Dots with intervals: points that simple rules give away in a turn, from {dearest['rule']} to "
                f"{cheapest['rule']}.",
                "Points that a player gives away in one turn by a simple rule, as greedy players judge moves.",
                how=SIMULATED,
            ),
            FigureBlock(
                "choices",
                draw_curves(
                    pd.concat(curves, ignore_index=True),
                    x="turn",
                    value="number",
                    group="of",
                    low="low",
                    high="high",
                    xlabel="turn",
                    ylabel="moves of a turn",
                    title=f"A turn has {at['', 'moves']['value']:.0f} moves on average, most from turn {most['turn']}",
                ),
                "Lines over the turns of a game: moves with their meeples, and places and rotations alone.",
                "Moves of a turn in the course of a game.",
                how=SIMULATED,
            ),
            TableBlock("decisions", table, "Choices and meeples.", ["value"], how=SIMULATED),
            TableBlock("given-up", lost, "What simple rules give away in a turn, in points.", ["turns"], how=SIMULATED),
            TableBlock("choices", course, "Moves of a turn, by eighths of the game.", how=SIMULATED),
        ],
        sources=[
            runs.source(runs.strategy, choices.games, "moves of a turn, and what they are worth"),
            runs.source(runs.strategy, runs.games, "meeples"),
        ],
    )
