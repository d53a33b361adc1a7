"""`kingdice edition`: look at an edition, check a file of your own, start a new one, have points suggested."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kingdice.cli import suggest
from kingdice.cli.options import EditionOption, Format, FormatOption, OutOption
from kingdice.errors import EditionError, RunError

__all__ = ["app"]

app = typer.Typer(
    help="Look at an edition, check a file of your own, start a new one, have points suggested.",
    rich_markup_mode=None,
    no_args_is_help=False,
)
app.command("suggest", epilog=suggest.EXAMPLES)(suggest.suggest)


@app.command()
def show(
    edition: Annotated[str, typer.Argument(help="Edition by name, or a file of your own.")] = "haba-2017",
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Print an edition's dice, rules and citizens."""
    from kingdice.cli.output import choose_format, deliver, render, to_json
    from kingdice.dice.notation import format_pool
    from kingdice.files import check_writable
    from kingdice.games.king_of_dice.edition import load_edition

    check_writable(out)
    chosen = load_edition(edition)
    how = choose_format(format, out)
    rows = [{key: value or "" for key, value in citizen.model_dump().items()} for citizen in chosen.citizens]
    if how is Format.json:
        whole: dict[str, Any] = {
            "name": chosen.name,
            "hash": chosen.hash,
            "title": chosen.title,
            "source": chosen.source,
            "players": chosen.players,
            "rules": chosen.rules.model_dump(),
            "dice": [die.model_dump(exclude_none=True) for die in chosen.dice],
            "villages": [village.model_dump() for village in chosen.villages],
            "penalties": [penalty.model_dump() for penalty in chosen.penalties],
            "citizens": rows,
            "handicaps": [handicap.model_dump() for handicap in chosen.handicaps],
        }
        deliver(to_json(whole), out)
        return
    text = render(rows, how)
    if how is not Format.csv:
        rules = ", ".join(f"{key.replace('_', ' ')} {_plain(value)}" for key, value in chosen.rules)
        penalties = ", ".join(f"{penalty.copies} x {penalty.points}" for penalty in chosen.penalties)
        villages = ", ".join(f"{v.name} {'-'.join(str(value) for value in v.values)}" for v in chosen.villages)
        about = [
            f"{chosen.title or chosen.name} ({chosen.name} {chosen.hash})",
            f"Rules: {rules}",
            f"Dice: {format_pool(chosen.pool)}",
            f"Villages: {villages}",
            f"Penalties: {penalties}",
        ]
        about += [f"Handicap: seat {h.seat}: {h.extra_rolls:+} rolls, {h.points:+} points" for h in chosen.handicaps]
        text = ("\n\n" if how is Format.markdown else "\n").join(about) + "\n\n" + text
    deliver(text, out)


@app.command()
def check(file: Annotated[str, typer.Argument(help="The edition file.")]) -> None:
    """Check an edition file; the first mistake is said with its place."""
    from kingdice.games.king_of_dice.edition import load_edition

    chosen = load_edition(file)
    counts = f"{len(chosen.citizens)} citizens, {chosen.pool.dice} dice, {chosen.pool.roll_count:,} rolls"
    typer.echo(f"{file}: edition {chosen.name} {chosen.hash} is sound: {counts}")


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to write; its name becomes the edition's.")],
    edition: EditionOption = "haba-2017",
) -> None:
    """Write a new edition file to change: all cards, dice and rules of a built-in edition."""
    from kingdice.files import write_whole
    from kingdice.games.king_of_dice.edition import built_in_editions, edition_source
    from kingdice.games.king_of_dice.repriced import renamed

    if edition not in built_in_editions():
        raise EditionError(f"--edition {edition}: expected one in the package: {', '.join(built_in_editions())}")
    if file.suffix != ".toml":
        raise RunError(f"{file}: expected a file name that ends in .toml")
    if file.exists():
        raise RunError(f"{file}: is there already; nothing was written")
    write_whole(file, renamed(edition_source(edition), file.stem).encode())
    typer.echo(f"{file}: written; change it and run: kingdice edition check {file}")


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
