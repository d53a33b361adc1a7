"""`kingdice edition suggest`: points that pay every citizen's effort alike, with the fewest changes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingdice.cli.options import (
    EngineOption,
    QuietOption,
    SchedulerOption,
    SeedOption,
    TableFormatOption,
    WorkersOption,
)

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.balance.asked import Asked
    from kingdice.games.king_of_dice.edition import Edition
    from kingdice.simulation.engines import Crew

__all__ = ["EXAMPLES", "suggest"]

EXAMPLES = """\b
Examples:
  kingdice edition suggest mine.toml
  kingdice edition suggest mine.toml --fix elf-4,hypnotist --band 0.9:1.1
  kingdice edition suggest haba-2017 --games 0 --effort turns
  kingdice edition suggest mine.toml --out fairer.toml --report fairer
"""
GAMES = "2e4"
STRATEGY = "best-bet"


def _efforts(incomplete: str) -> list[str]:
    return [name for name in ("edition", "turns") if name.startswith(incomplete)]


def suggest(
    file: Annotated[str, typer.Argument(help="Edition by name, or a file of your own.")],
    band: Annotated[
        str, typer.Option(help="How far from the level worths may lie: from 0.8 to 1.25 times it, say.")
    ] = "0.8:1.25",
    fix: Annotated[
        str, typer.Option(help="Citizens that keep their points: elf-4,hypnotist.", show_default=False)
    ] = "",
    effort: Annotated[
        str,
        typer.Option(
            help="What effort is paid by: the edition's own price (twice the effort, less than twice the points), or "
            "by turns.",
            autocompletion=_efforts,
        ),
    ] = "edition",
    level: Annotated[
        float | None,
        typer.Option(help="Points for a turn of effort.", show_default="that with the fewest changes"),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            help="Games to learn from what villages and effects are worth; with 0, points alone count.",
            show_default=GAMES,
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", show_default="2")] = None,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    engine: EngineOption = None,
    scheduler: SchedulerOption = None,
    format: TableFormatOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the edition with the new points to this .toml file.", show_default=False)
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            help="Write the balance report of the edition against the new one, to this folder.", show_default=False
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Suggest points (whole numbers) that bring every citizen's worth per turn of effort into a band.

    A citizen's effort is how many turns it takes to meet it when it alone is chased; its worth counts points, villages
    and what follows from its effect. As few citizens as possible are changed; fairies and dragons are left alone. The
    file written has the text of the old one, with other numbers.
    """
    from kingdice.cli.matches import Interrupted, playing, say
    from kingdice.cli.options import Format, count, words
    from kingdice.cli.output import deliver, render
    from kingdice.cli.report import FEWEST
    from kingdice.errors import KingdiceError, RunError
    from kingdice.games.king_of_dice.edition import load_edition
    from kingdice.games.king_of_dice.suggest import suggest_points
    from kingdice.simulation.engines import check_engine

    note = (lambda line: None) if quiet else say
    chosen = load_edition(file)
    number = count("--games", GAMES if games is None else games)
    limits = _band(band)
    _check_files(file, out, report)
    if number == 1:
        raise RunError("--games 1: expected at least 2, or 0 for points alone")
    if report is not None and 0 < number < FEWEST:
        raise RunError(f"--games {number}: a report needs at least {FEWEST}")
    if not 0 <= seed < 1 << 63:
        raise KingdiceError(f"--seed {seed}: expected a whole number from 0 to {(1 << 63) - 1}")
    if workers < 1:
        raise RunError(f"--workers {workers}: expected at least 1")
    check_engine(engine, workers, scheduler)
    crew: Crew = {"workers": workers, "engine": engine, "scheduler": scheduler}
    seats = min(max(2, chosen.players[0]), chosen.players[1]) if players is None else players
    chosen.check_players(seats)
    with playing(note):
        try:
            prices = _prices(chosen, number, seats, seed, crew)
        except KeyboardInterrupt:
            raise Interrupted("interrupted; nothing was written") from None
    table = suggest_points(chosen, prices, band=limits, fixed=words(fix), effort=effort, level=level)
    how = format or Format.table
    if how in {Format.csv, Format.json}:
        text = render(_rows(table), how)
    else:
        text = _for_people(chosen, table, seats if number else 0, how)
    if out is not None:
        new = {row["citizen"]: row["points_after"] for row in _rows(table) if row["change"]}
        _write(file, new, out)
        note(f"{out}: written")
    if report is not None:
        from kingdice.balance.asked import Asked

        played = number if games is not None and number else None
        told = {"--edition": file, "--players": players, "--games": played, "--against": out}
        told["--seed"] = seed if seed != 1 else None
        words_told = [str(word) for pair in told.items() if pair[1] is not None for word in pair]
        asked = Asked(
            edition=file,
            players=seats,
            games=played,
            seed=seed,
            **crew,
            against=str(out),
            command=shlex.join(["kingdice", "report", "king-of-dice", *words_told]),
            note=note,
        )
        _report(asked, report)
    deliver(text, None)


def _rows(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]


def _band(text: str) -> tuple[float, float]:
    from kingdice.errors import KingdiceError

    try:
        low, high = (float(part) for part in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < float("inf"):
        raise KingdiceError(f"--band {text[:40]}: expected two numbers above 0, the lower one first, as in 0.8:1.25")
    return low, high


def _check_files(file: str, out: Path | None, report: Path | None) -> None:
    """Refuse what could not be written in the end."""
    from kingdice.errors import RunError
    from kingdice.files import check_writable
    from kingdice.reporting.folders import check_folder

    if out is not None:
        if out.suffix != ".toml":
            raise RunError(f"--out {out}: expected a file name that ends in .toml")
        if out.exists() and Path(file).exists() and out.samefile(file):
            raise RunError(f"--out {out}: that is the edition itself; expected another file")
        check_writable(out)
    if report is not None:
        if out is None:
            raise RunError(f"--report {report}: the new edition needs a file of its own, as in --out new.toml")
        check_folder(report)


def _prices(edition: Edition, games: int, players: int, seed: int, crew: Crew) -> pd.DataFrame:
    from kingdice.games.king_of_dice.fair_prices import fair_prices

    if not games:
        return fair_prices(edition)
    from kingdice.games.king_of_dice.matches import match
    from kingdice.games.king_of_dice.turn_log import log_turns

    played = match([STRATEGY] * players, edition=edition)
    return fair_prices(edition, log_turns(played, games=games, seed=seed, **crew))


def _for_people(edition: Edition, table: pd.DataFrame, players: int, how: object) -> str:
    """The table with what it means over and under it."""
    from kingdice.cli.options import Format
    from kingdice.cli.output import render, wrapped

    assert isinstance(how, Format)
    about = table.attrs
    low, high = (about["level"] * limit for limit in about["band"])
    changes, outside = about["changes"], int((~table["inside"]).sum())
    first = f"{edition.title or edition.name}: {changes} of {len(table)} citizens with other points"
    first += f"; {outside} {'stays' if outside == 1 else 'stay'} outside the band" if outside else ""
    shown = table[["citizen", "chance", "points", "points_after", "per_turn", "per_turn_after", "why"]]
    effort = "turns of effort" if about["exponent"] == 1 else f"turns of effort to the power of {about['exponent']:.3f}"
    source = "points alone, without villages and effects, exactly"
    if players:
        source = f"points, villages and effects, from {about['games']:,} games of {players} {STRATEGY} players"
    last = (
        f"per turn: worth by {effort}; the band is {low:.3f} to {high:.3f}, that is {about['band'][0]:g} to "
        f"{about['band'][1]:g} times {about['level']:.3f}. chance: in a turn, chased alone. Worth: {source}. With "
        "other points players chase other citizens: --out and --report show what becomes of the game."
    )
    gap = "\n\n" if how is Format.markdown else "\n"
    return wrapped(first, how) + gap + render(_rows(shown), how, chances=("chance",)) + gap + wrapped(last, how) + "\n"


def _write(file: str, points: dict[str, int], out: Path) -> None:
    """The edition's text with other points; what is made of a built-in edition has the new file's name."""
    from kingdice.files import write_whole
    from kingdice.games.king_of_dice.edition import built_in_editions, edition_source
    from kingdice.games.king_of_dice.repriced import renamed, repriced

    text = repriced(file, edition_source(file), points)
    write_whole(out, (renamed(text, out.stem) if file in built_in_editions() else text).encode())


def _report(asked: Asked, folder: Path) -> None:
    from kingdice.cli.matches import Interrupted, playing
    from kingdice.games import report_of
    from kingdice.reporting.page import write_page

    game = "king-of-dice"
    kept = asked.kept_in(folder, game=game)
    with playing(asked.note):
        try:
            write_page(report_of(game, kept), folder)
        except KeyboardInterrupt:
            raise Interrupted(
                f"interrupted; what was done is kept in {folder}, the same command goes on from there"
            ) from None
    kept.done()
