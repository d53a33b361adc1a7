"""Options that mean the same in every command."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kingdice.errors import KingdiceError
from kingdice.games import GAMES

__all__ = [
    "CardsOption",
    "EditionOption",
    "EngineOption",
    "FigureOption",
    "Format",
    "FormatOption",
    "GameArgument",
    "GameEditionOption",
    "GameStrategiesOption",
    "GameVariantsOption",
    "GamesOption",
    "ObjectiveOption",
    "OutOption",
    "PlayersOption",
    "QuietOption",
    "ResumeOption",
    "RunDirectoryOption",
    "SchedulerOption",
    "SeatsOption",
    "SeedOption",
    "StrategiesOption",
    "SwitchesOption",
    "TableFormatOption",
    "TilesOption",
    "VariantsOption",
    "WorkersOption",
    "at_least_one",
    "complete_strategies",
    "count",
    "known_objectives",
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


def known_objectives(incomplete: str) -> list[str]:
    """Objectives that begin so, for completion."""
    from kingdice.games.king_of_dice.edition import load_edition

    names = ["points", "lead", "any", *(f"card:{citizen.id}" for citizen in load_edition().citizens)]
    return [name for name in names if name.startswith(incomplete)]


def _games(incomplete: str) -> list[str]:
    return [name for name in GAMES if name.startswith(incomplete)]


def _game_meant(context: typer.Context) -> str | None:
    before = [*context.args, context.params.get("game")]  # words before an option that has no value yet are args
    return next((word for word in before if word in GAMES), None)


def _strategy_names(context: typer.Context) -> list[str]:
    from kingdice.games import game_named

    return list(game_named(_game_meant(context) or next(iter(GAMES))).strategies)


def complete_strategies(context: typer.Context, incomplete: str) -> list[str]:
    """Complete one strategy of the game that was named, those named before left out."""
    used = context.params.get("strategies") or []
    return [name for name in _strategy_names(context) if name.startswith(incomplete) and name not in used]


def _strategy_lists(context: typer.Context, incomplete: str) -> list[str]:
    done, comma, last = incomplete.rpartition(",")  # the same strategy may sit at several seats
    return [f"{done}{comma}{name}" for name in _strategy_names(context) if name.startswith(last)]


def _variants(incomplete: str) -> list[str]:
    from kingdice.games.kingdomino.variants import VARIANTS

    return option_words(VARIANTS, incomplete)


def _switches(incomplete: str) -> list[str]:
    from kingdice.games.carcassonne.variants import SWITCHES

    return option_words(SWITCHES, incomplete)


def _variants_of_game(context: typer.Context, incomplete: str) -> list[str]:
    return (_switches if _game_meant(context) == "carcassonne" else _variants)(incomplete)


def _tiles(incomplete: str) -> list[str]:
    from kingdice.games.carcassonne.variants import TILE_SETS

    return [name for name in TILE_SETS if name.startswith(incomplete)]


def _cards(incomplete: str) -> list[str]:
    from kingdice.games.carcassonne.variants import CARDS

    return [name for name in CARDS if name.startswith(incomplete)]


def _engines(incomplete: str) -> list[str]:
    from kingdice.simulation.engines import ENGINES

    return [name for name in ENGINES if name.startswith(incomplete)]


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
    str, typer.Option(help="What counts: points, lead, any (card) or card:ID.", autocompletion=known_objectives)
]
PlayersOption = Annotated[int, typer.Option(help="How many play; matters for lead.")]

# of the commands that play games
GameArgument = Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.", autocompletion=_games)]
_STRATEGIES = (
    "One for all seats, or one a seat: name,name,…; NAME:OPTION=VALUE for those that search or do without something; "
    "FILE.py:BOT for your own."
)
StrategiesOption = Annotated[
    str | None, typer.Option(help=_STRATEGIES, show_default=False, autocompletion=_strategy_lists)
]
GameStrategiesOption = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        help=_STRATEGIES,
        show_default="best-bet; Kingdomino full-greedy; Carcassonne greedy-cards",
        autocompletion=_strategy_lists,
    ),
]
SeatsOption = Annotated[int | None, typer.Option("--players", help="How many play.", show_default="2; Kingdomino 4")]
GameEditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help="King of Dice: edition by name, or a file of your own.",
        show_default="haba-2017",
        autocompletion=_edition_names,
    ),
]
_KINGDOMINO_RULES = (
    "Kingdomino: optional rules, as in middle,harmony; also dynasty, mighty-duel, middle-of-box, lines-of-four."
)
_CARCASSONNE_RULES = (
    "Carcassonne: rules of older editions and houses, as in small-city,big-cities; also fields-by-city, fields-once, "
    "least-3 to least-9."
)
TilesOption = Annotated[
    str | None,
    typer.Option(
        help="Carcassonne: base, or base+king-robber with the five tiles of the King and the Robber Baron.",
        show_default="base+king-robber",
        autocompletion=_tiles,
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        help="Carcassonne: what the King and the Robber Baron bring: none, official, flat-10, flat-15-40, continuous, "
        "continuous-new.",
        show_default="official; none with --tiles base",
        autocompletion=_cards,
    ),
]
VariantsOption = Annotated[
    str | None, typer.Option(help=_KINGDOMINO_RULES, show_default="standard", autocompletion=_variants)
]
SwitchesOption = Annotated[
    str | None, typer.Option("--variants", help=_CARCASSONNE_RULES, show_default=False, autocompletion=_switches)
]
GameVariantsOption = Annotated[
    str | None,
    typer.Option(
        "--variants",
        help=f"{_KINGDOMINO_RULES} {_CARCASSONNE_RULES}",
        show_default=False,
        autocompletion=_variants_of_game,
    ),
]
GamesOption = Annotated[str, typer.Option(help="How many games; 1e6 is fine.")]
SeedOption = Annotated[int, typer.Option(help="The same seed and games have the same dice, cards, dominoes, tiles.")]
WorkersOption = Annotated[int, typer.Option(help="How many blocks of games are played at once.")]
EngineOption = Annotated[
    str | None,
    typer.Option(
        help="Who plays: serial, threads, or dask (processes).", show_default="by --workers", autocompletion=_engines
    ),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(help="Play on a Dask cluster that is there already: tcp://HOST:PORT.", show_default=False),
]
RunDirectoryOption = Annotated[
    Path | None, typer.Option("--out", help="Keep all games in this directory.", show_default=False)
]
TableFormatOption = Annotated[
    Format | None, typer.Option("--format", help="How to write the answer.", show_default="table")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the run in --out, if there is one.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress on standard error.")]


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


def at_least_one(option: str, text: str) -> int:
    """Read a number of things, of which there must be some.

    Raises
    ------
    KingdiceError
        Naming the option.
    """
    number = count(option, text) if not text.strip().startswith("-") else 0
    if number < 1:
        raise KingdiceError(f"{option} {text[:20]}: expected at least 1, as in 1000 or 1e6")
    return number


def option_words(names: Sequence[str], incomplete: str) -> list[str]:
    """Complete the last entry of a comma-separated list, names used up left out."""
    done, comma, last = incomplete.rpartition(",")
    used = words(done)
    return [f"{done}{comma}{name}" for name in names if name.startswith(last) and name not in used]
