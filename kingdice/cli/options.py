"""Options that mean the same in every command."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kingdice.errors import KingdiceError

__all__ = [
    "EditionOption",
    "FigureOption",
    "Format",
    "FormatOption",
    "ObjectiveOption",
    "OutOption",
    "PlayersOption",
    "count",
    "option_words",
    "whole_numbers",
    "words",
]


class Format(StrEnum):
    """How a table is written."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


def _edition_names(incomplete: str) -> list[str]:
    from kingdice.games.king_of_dice.edition import built_in_editions

    return [name for name in built_in_editions() if name.startswith(incomplete)]


def _objectives(incomplete: str) -> list[str]:
    from kingdice.games.king_of_dice.edition import load_edition

    names = ["points", "lead", "any", *(f"card:{citizen.id}" for citizen in load_edition().citizens)]
    return [name for name in names if name.startswith(incomplete)]


EditionOption = Annotated[
    str, typer.Option(help="Edition by name, or a file of your own.", autocompletion=_edition_names)
]
FormatOption = Annotated[
    Format | None,
    typer.Option("--format", help="How to write the answer; by the ending of --out, else a table.", show_default=False),
]
OutOption = Annotated[Path | None, typer.Option(help="Write the answer to this file instead.", show_default=False)]
FigureOption = Annotated[
    Path | None, typer.Option(help="Draw it too, to this .svg, .png or .pdf file.", show_default=False)
]
ObjectiveOption = Annotated[
    str, typer.Option(help="What counts: points, lead, any (card) or card:ID.", autocompletion=_objectives)
]
PlayersOption = Annotated[int, typer.Option(help="How many play; matters for lead.")]


def words(text: str) -> list[str]:
    """Cut a comma-separated list."""
    return [word.strip() for word in text.split(",") if word.strip()]


def whole_numbers(option: str, text: str) -> list[int]:
    """Cut a comma-separated list of whole numbers; `-` counts as 0.

    Raises
    ------
    KingdiceError
        Naming the option and the entry.
    """
    numbers = []
    for word in words(text):
        if word != "-" and not (word.removeprefix("-").isdecimal() and len(word) < 10):
            raise KingdiceError(f"{option}: '{word[:20]}' is not a whole number")
        numbers.append(0 if word == "-" else int(word))
    return numbers


def count(option: str, text: str) -> int:
    """Read a number of things; 1e6 is fine.

    Raises
    ------
    KingdiceError
        Naming the option.
    """
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e15 or number != int(number):
        raise KingdiceError(f"{option} {text[:20]}: expected a whole number, as in 1000 or 1e6")
    return int(number)


def option_words(names: Sequence[str], incomplete: str) -> list[str]:
    """Complete the last entry of a comma-separated list, names used up left out."""
    done, comma, last = incomplete.rpartition(",")
    used = words(done)
    return [f"{done}{comma}{name}" for name in names if name.startswith(last) and name not in used]
