"""How long are games, what gets finished, and what may go wrong: tiles that fit nowhere, meeples that never return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kingdice.balance.findings import SIMULATED
from kingdice.balance.measures import Measure, measure_table
from kingdice.balance.wording import records, told, told_of
from kingdice.comparison.estimates import ratio_row, share_row, tidy
from kingdice.games.carcassonne.game_rows import Games
from kingdice.games.carcassonne.layout import SIZE_BITS
from kingdice.games.carcassonne.play import LARGEST_COUNTED
from kingdice.games.carcassonne.report.choices import FEATURES, Choices
from kingdice.games.carcassonne.report.runs import Runs
from kingdice.games.carcassonne.rules import MEEPLES
from kingdice.games.carcassonne.turn_log import TurnLog
from kingdice.reporting.forms import draw_curves, draw_intervals
from kingdice.reporting.page import FigureBlock, Prose, Section, TableBlock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HEALTH", "LENGTH", "health_measures", "health_section", "length_measures", "length_section"]

LENGTH, HEALTH = "Length and endings", "Rules health"
_SIZES = {"city": "city_sizes", "road": "road_sizes"}


def length_measures(log: TurnLog) -> list[Measure]:
    """Turns, and what is completed in a game."""
    games = log.games
    turns = (log.turns["turn"] > 0).sum(axis=1).astype(float)
    found = [Measure(LENGTH, "", "turns", "turns", turns)]
    for what, column in (("completed cities", "completed_cities"), ("completed roads", "completed_roads")):
        found.append(Measure(LENGTH, "", what, "a game", games.column(column).astype(float)))
    return found


def health_measures(log: TurnLog) -> list[Measure]:
    """Tiles that fit nowhere, hands without a meeple, meeples still on the table at the end."""
    games = log.games
    turns, played = log.turns, log.turns["turn"] > 0
    seats = np.maximum(turns["seat"], 0)
    hand = np.take_along_axis(turns["hand"].astype(np.int64), seats[:, :, None], axis=2)[:, :, 0]
    last = played.sum(axis=1) - 1
    left = turns["hand"][np.arange(len(last)), last, : games.players].astype(float)
    gone = games.column("unplaceable")
    return [
        Measure(HEALTH, "", "games with a tile that fits nowhere", "share", (gone > 0).astype(float), fair=(0.0, 0.25)),
        Measure(HEALTH, "", "tiles that fit nowhere", "a game", gone.astype(float)),
        Measure(
            HEALTH,
            "",
            "turns that leave no meeple in hand",
            "share",
            ((hand == 0) & played).sum(axis=1).astype(float),
            played.sum(axis=1).astype(float),
            (0.0, 0.5),
        ),
        Measure(HEALTH, "", "meeples on the table at the end", "a player", MEEPLES - left.mean(axis=1)),
    ]


def length_section(runs: Runs) -> Section:
    """The section on length: the tiles fix it."""
    games = runs.rows
    table = measure_table(length_measures(runs.log))
    at = {row["what"]: row for row in records(table)}
    sizes = completed_sizes(games)
    tiles = len(runs.variants.bag)
    small = {row["feature"]: row for row in records(sizes) if row["size"] == 2}
    shown = sizes[sizes["size"] < LARGEST_COUNTED].reset_index(drop=True)
    cities, roads = (
        told(row["value"], row["low"], row["high"]) for row in (at["completed cities"], at["completed roads"])
    )
    text = f"""
    The tiles end a game, nothing else: {tiles} are drawn, so there are {tiles} turns, less one for every tile that fits
    nowhere: on average {told_of(at["turns"])}. Each of {runs.players} players has {tiles // runs.players} of them
    {"or one more" if tiles % runs.players else "exactly"}. Nobody can hasten the end or put it off.

    In a game {cities} cities and {roads} roads are completed; {100 * small["city"]["share"]:.0f} % of these cities and
    {100 * small["road"]["share"]:.0f} % of the roads have two tiles only.
    """
    return Section(
        LENGTH,
        [
            Prose(text),
            FigureBlock(
                "completed-sizes",
                draw_curves(
                    shown,
                    x="size",
                    value="share",
                    group="feature",
                    low="low",
                    high="high",
                    xlabel="tiles",
                    ylabel="share of the completed",
                    percent=True,
                    title=f"{100 * small['city']['share']:.0f} % of completed cities have two tiles, "
                    f"{100 * small['road']['share']:.0f} % of roads",
                ),
                "Falling lines: share of completed cities and roads by their tiles.",
                f"Tiles of completed cities and roads; those of {LARGEST_COUNTED} and more are in the table.",
                how=SIMULATED,
            ),
            TableBlock("length", table, "Turns, and what is completed.", ["value"], how=SIMULATED),
            TableBlock("completed-sizes", sizes, f"Completed cities and roads by tiles ({LARGEST_COUNTED}: or more).",
                       ["share"], how=SIMULATED),
        ],
        sources=[runs.main_source],
    )  # fmt: skip


def completed_sizes(games: Games, *, level: float = 0.95) -> pd.DataFrame:
    """How large completed cities and roads are.

    Returns
    -------
    DataFrame
        A row for each feature (city, road) and size: feature, size (tiles; the largest stands for more, too), a_game
        (how many of them a game has), share (of the completed) with low and high (over games).
    """
    rows = []
    for feature, column in _SIZES.items():
        packed = games.column(column)
        steps = range(LARGEST_COUNTED - 1)
        counts = np.stack([packed >> SIZE_BITS * step & (1 << SIZE_BITS) - 1 for step in steps], axis=1)
        for step in steps:
            row = ratio_row(counts[:, step], counts.sum(axis=1), level, "share", bounds=(0, 1))
            row = {"share": row["share"], "low": row["share_low"], "high": row["share_high"]}
            rows.append({"feature": feature, "size": step + 2, "a_game": float(counts[:, step].mean()), **row})
    return tidy(rows, games.about, level=level)


def health_section(runs: Runs, choices: Choices) -> Section:
    """The section on what may go wrong."""
    table = measure_table(health_measures(runs.log))
    at = {row["what"]: row for row in records(table)}
    finished, gone = never_completed(choices), unplaceable(runs.rows)
    of = {row["feature"]: row for row in records(finished)}
    left = at["meeples on the table at the end"]
    never = 1 - (runs.rows.of_cards("holder") > 0).mean(axis=0)
    text = f"""
    A tile fits nowhere in {
        told_of(at["games with a tile that fits nowhere"])
    } of the games; it leaves the game, and the
    next one is drawn, so nobody ever has no move. {
        told_of(at["turns that leave no meeple in hand"])
    } of the turns leave
    a player without a meeple in hand, and of a player's {MEEPLES} meeples {
        told(left["value"], left["low"], left["high"])
    }
    are still on the table when the last tile lies: farmers, and whoever waits in what is not finished.

    Of the cities that were begun {
        told(of["cities"]["never"], of["cities"]["never_low"], of["cities"]["never_high"], "share")
    } are never completed, of the roads {100 * of["roads"]["never"]:.0f} %, of the monasteries
    {100 * of["monasteries"]["never"]:.0f} %. The King is never taken in {100 * never[0]:.2f} % of the games, the Robber
    Baron in {100 * never[1]:.2f} %. The rules leave no case open that was met: all games came to their end.
    """
    return Section(
        HEALTH,
        [
            Prose(text),
            FigureBlock(
                "never-completed",
                draw_intervals(
                    finished,
                    label="feature",
                    value="never",
                    low="never_low",
                    high="never_high",
                    xlabel="never completed, of those begun",
                    percent=True,
                    emphasis=(max(of, key=lambda name: of[name]["never"]),),
                    title=f"{100 * of['cities']['never']:.0f} % of cities and "
                    f"{100 * of['roads']['never']:.0f} % of roads stay open",
                ),
                "Dots with intervals: share of cities, roads and monasteries that are never completed.",
                "Never completed, of the cities, roads and monasteries on the table at the end.",
                how=SIMULATED,
            ),
            TableBlock("health", table, "What may go wrong.", ["value"], how=SIMULATED),
            TableBlock("never-completed", finished, "What stands on the table at the end, a game.", ["never"],
                       how=SIMULATED),
            TableBlock("unplaceable", gone, "Tiles that fit nowhere, in a game.", ["share"], how=SIMULATED),
        ],
        sources=[runs.main_source, runs.source(runs.strategy, choices.games, "what is never completed")],
    )  # fmt: skip


def never_completed(choices: Choices, *, level: float = 0.95) -> pd.DataFrame:
    """What stands on the table at the end.

    Returns
    -------
    DataFrame
        A row for cities, roads and monasteries: feature, completed, unfinished, unfinished_with_meeples (a game),
        never (unfinished of all) with low and high (over games).
    """
    rows = []
    for place, feature in enumerate(("cities", "roads", "monasteries")):
        counts = choices.features[:, place]
        row: dict[str, Any] = {"feature": feature}
        row |= {name.replace(" ", "_"): float(counts[:, which].mean()) for which, name in enumerate(FEATURES)}
        rows.append(row | ratio_row(counts[:, 1], counts[:, :2].sum(axis=1), level, "never", bounds=(0, 1)))
    return tidy(rows, {"games": choices.games}, level=level)


def unplaceable(games: Games, *, level: float = 0.95) -> pd.DataFrame:
    """How many tiles of a game fit nowhere: unplaceable, games, share with low and high (Wilson)."""
    gone = games.column("unplaceable")
    rows = []
    for number, count in enumerate(np.bincount(gone).tolist()):
        rows.append({"unplaceable": number, "games": count, **share_row(count, len(games), level)})
    return tidy(rows, games.about, level=level)
