"""`kingdice report`: a balance report of a game, as a folder of pages, tables and figures."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from kingdice.cli.options import (
    CardsOption,
    EngineOption,
    GameArgument,
    GameEditionOption,
    GameVariantsOption,
    QuietOption,
    SchedulerOption,
    SeatsOption,
    SeedOption,
    TilesOption,
    WorkersOption,
    at_least_one,
    words,
)

__all__ = ["EXAMPLES", "report"]

EXAMPLES = """\b
Examples:
  kingdice report king-of-dice --workers 2
  kingdice report king-of-dice --edition mine.toml --players 4 \\
      --against haba-2017 --out mine-report
  kingdice report king-of-dice --cheat-sheet sheet.pdf
  kingdice report kingdomino --variants middle,harmony --games 5000
  kingdice report carcassonne --cards flat-10 --until win-share:0.01
"""
FEWEST = 64


def report(
    game: GameArgument,
    edition: GameEditionOption = None,
    tiles: TilesOption = None,
    cards: CardsOption = None,
    variants: GameVariantsOption = None,
    players: SeatsOption = None,
    games: Annotated[
        str | None,
        typer.Option(
            help="Games of the main run, 1e5 is fine; other runs keep their proportion to it.",
            show_default="as many as the game needs",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="End the main run when every seat's win share is known so well: win-share:0.005.", show_default=False
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Another edition, or other rules, to compare with on the same games: mine.toml; middle,harmony; "
            "flat-10.",
            show_default=False,
        ),
    ] = None,
    cheat_sheet: Annotated[
        Path | None,
        typer.Option(
            help="King of Dice: also print a page to lay beside the game, to this .pdf file.", show_default=False
        ),
    ] = None,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    scheduler: SchedulerOption = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write.", show_default="GAME-report")] = None,
    quiet: QuietOption = False,
) -> None:
    """Write a balance report: seats, cards, length, scores, flow, luck and skill, decisions, what may go wrong.

    Open index.html in the folder; README.md says the same on a code host, and every table lies beside them as CSV and
    Parquet. Each number says whether it is exact or simulated, with its interval. The same arguments give the same
    files, however many workers play; after an interruption the same command goes on from where it was.
    """
    from kingdice.balance.asked import Asked
    from kingdice.cli.matches import Interrupted, edition_asked_for, players_asked_for, playing, say
    from kingdice.errors import KingdiceError, RunError
    from kingdice.games import game_named, report_of
    from kingdice.reporting.folders import check_folder
    from kingdice.reporting.page import write_page
    from kingdice.simulation.engines import check_engine
    from kingdice.simulation.until import Until

    chosen = game_named(game)
    variant = edition_asked_for(chosen, edition=edition, tiles=tiles, cards=cards, variants=variants)
    count = None if games is None else at_least_one("--games", games)
    if count is not None and count < FEWEST:
        raise RunError(f"--games {games}: a report needs at least {FEWEST}")
    if until is not None:
        Until.parse(until)
    if not 0 <= seed < 1 << 63:
        raise KingdiceError(f"--seed {seed}: expected a whole number from 0 to {(1 << 63) - 1}")
    if workers < 1:
        raise RunError(f"--workers {workers}: expected at least 1")
    check_engine(engine, workers, scheduler)
    if against is not None and not words(against):
        raise KingdiceError(f"--against '{against}': expected an edition or rules to compare with")
    _check_cheat_sheet(game, cheat_sheet)
    folder = Path(f"{game}-report") if out is None else out
    check_folder(folder)
    seats = players_asked_for(chosen, players, variant)
    other = "" if against is None else ",".join(words(against))
    told = {
        "--edition": edition, "--tiles": tiles, "--cards": cards, "--variants": variants, "--players": players,
        "--games": games, "--until": until, "--against": against, "--seed": seed if seed != 1 else None,
    }  # fmt: skip
    command = [
        "kingdice",
        "report",
        game,
        *(str(word) for pair in told.items() if pair[1] is not None for word in pair),
    ]
    asked = Asked(
        edition=variant,
        players=seats,
        games=count,
        until=until or "",
        seed=seed,
        workers=workers,
        engine=engine,
        scheduler=scheduler,
        against=other,
        command=shlex.join(command),
        note=_quietly if quiet else say,
    )
    kept = asked.kept_in(folder, game=game)
    with playing(asked.note):
        try:
            page = report_of(game, kept)
            write_page(page, folder)
        except KeyboardInterrupt:
            raise Interrupted(
                f"interrupted; what was done is kept in {folder}, the same command goes on from there"
            ) from None
        if cheat_sheet is not None:
            _print_cheat_sheet(variant, cheat_sheet)
    kept.done()
    typer.echo(folder / "index.html")


def _quietly(line: str) -> None:
    """Say nothing."""


def _check_cheat_sheet(game: str, path: Path | None) -> None:
    from kingdice.errors import RunError
    from kingdice.files import check_writable

    if path is None:
        return
    if game != "king-of-dice":
        raise RunError(f"--cheat-sheet {path}: there is one for king-of-dice only")
    if path.suffix.lower() != ".pdf":
        raise RunError(f"--cheat-sheet {path}: expected a file name that ends in .pdf")
    check_writable(path)


def _print_cheat_sheet(edition: str, path: Path) -> None:
    from kingdice.games.king_of_dice.cheat_sheet import write_cheat_sheet
    from kingdice.games.king_of_dice.edition import load_edition

    write_cheat_sheet(load_edition(edition) if edition else load_edition(), path)
