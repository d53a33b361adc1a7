"""`kingdice atlas`: solve every display of an edition of King of Dice, and say what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    EditionOption,
    EngineOption,
    Format,
    PlayersOption,
    QuietOption,
    ResumeOption,
    RunDirectoryOption,
    SchedulerOption,
    TableFormatOption,
    WorkersOption,
)
from kingdice.games import GAMES

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.games.king_of_dice.atlas import Atlas

__all__ = ["EXAMPLES", "atlas"]

EXAMPLES = """\b
Examples:
  kingdice atlas king-of-dice --workers 2 --out runs/atlas
  kingdice atlas king-of-dice --workers 2 --out runs/atlas --resume
  kingdice atlas king-of-dice --edition mine.toml --objective lead --players 4
  kingdice atlas king-of-dice --orders --out runs/orders
"""
GAME = "king-of-dice"


def atlas(
    game: Annotated[str, typer.Argument(help=f"Which game: {GAME}.", autocompletion=lambda: [GAME])],
    edition: EditionOption = "haba-2017",
    rolls: Annotated[int, typer.Option(help="How many rolls a turn has, for chances and for best and worst.")] = 3,
    objective: Annotated[
        str,
        typer.Option(help="What counts: points, lead or any (card).", autocompletion=lambda: ["points", "lead", "any"]),
    ] = "points",
    players: PlayersOption = 2,
    orders: Annotated[
        bool, typer.Option("--orders", help="Mean over all orders under the villages; takes some 13 times as long.")
    ] = False,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    scheduler: SchedulerOption = None,
    out: RunDirectoryOption = None,
    resume: ResumeOption = False,
    format: TableFormatOption = None,
    quiet: QuietOption = False,
) -> None:
    """Solve all displays: best and worst, spread of values, worth of a fourth roll and of a citizen's presence.

    Exact, for every set of citizens in the order of the edition: no village is matched, the hypnotist has no
    neighbour, the penalty is the mildest; --orders takes every order with the villages on top instead. With --out all
    displays are kept there in atlas.parquet, with tables and figures, and --resume goes on after an interruption.
    """
    from kingdice.cli.matches import check_directory, playing, say
    from kingdice.cli.output import choose_format, deliver
    from kingdice.errors import KingdiceError, nearest
    from kingdice.games.king_of_dice.edition import load_edition
    from kingdice.simulation.engines import check_engine
    from kingdice.simulation.progress import Progress

    how = choose_format(format, None)
    if game != GAME:
        known = f"; {game} has no displays: expected {GAME}" if game in GAMES else nearest(game, [GAME])
        raise KingdiceError(f"no atlas of '{game[:40]}'{known or f': expected {GAME}'}")
    check_directory(out, resume)
    check_engine(engine, workers, scheduler)
    chosen = load_edition(edition)
    with playing((lambda line: None) if quiet else say):
        from kingdice.games.king_of_dice.atlas import solve_atlas
        from kingdice.games.king_of_dice.atlas_displays import Displays
        from kingdice.games.king_of_dice.atlas_tables import atlas_tables

        displays = Displays(chosen, rolls=rolls, objective=objective, players=players, orders=orders)
        progress = Progress(quiet=quiet, unit="displays")
        solved = solve_atlas(
            displays, workers=workers, engine=engine, scheduler=scheduler, out=out, resume=resume, watch=progress
        )
        tables = atlas_tables(solved)
    if out is not None:
        from kingdice.games.king_of_dice.atlas_files import write_atlas

        write_atlas(solved, out, tables)
    deliver(_answer(solved, tables, how), None)


def _answer(solved: Atlas, tables: dict[str, pd.DataFrame], how: Format) -> str:
    from kingdice.cli.output import render, to_json

    records = {name: _records(table) for name, table in tables.items()}
    if how is Format.json:
        return to_json({**solved.about, "digest": solved.digest, **records})
    if how is Format.csv:  # one table is all that a CSV holds: a row a citizen, as a row a seat elsewhere
        return render(records["citizens"], how)
    return _for_people(solved, records, how)


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]


def _for_people(solved: Atlas, tables: dict[str, list[dict[str, Any]]], how: Format) -> str:
    from kingdice.cli.output import render, wrapped

    displays = solved.displays
    chosen, rolls = displays.edition, displays.rolls
    counted = {"points": "points", "lead": f"lead among {displays.players}", "any": "chance of any citizen"}
    laid = "mean over all orders, with villages" if displays.orders else "in edition order, no village matched"
    head = (
        f"{chosen.title or chosen.name}: all {displays.count:,} displays, {laid}. {counted[displays.objective]}, "
        f"{rolls} roll{'s' * (rolls > 1)}, exact; digest {solved.digest[:12]}"
    )
    usual = chosen.rules.rolls
    titles = {
        "spread": "How displays differ",
        "best": "Best displays",
        "worst": "Worst displays",
        "one_more_roll_most": f"Where roll {usual + 1} is worth most",
        "one_more_roll_least": f"Where roll {usual + 1} is worth least",
        "citizens": "What it is worth that a citizen lies on display",
    }
    notes = (
        f"value: of the turn, by number of rolls; one more roll: value with {usual + 1} less with {usual}. presence: "
        "mean value of all displays with the citizen less of all without; failing change: the same of the chance of "
        "failing; chance: of ending with it when it lies there; brings: its worth times that; share: of what all bring."
    )
    gap = "\n\n" if how is Format.markdown else "\n"
    chances = ("failing", "failing_change", "chance", "share")
    shown = [render(_shown(name, tables[name]), how, title=title, chances=chances) for name, title in titles.items()]
    return wrapped(head, how) + "\n\n" + gap.join(shown) + gap + wrapped(notes, how) + "\n"


def _shown(name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a reader needs: displays without their numbers, words for the measures."""
    if name == "spread":
        return [{**row, "measure": row["measure"].replace("_", " ")} for row in rows]
    return [{key: value for key, value in row.items() if key != "display"} for row in rows]
