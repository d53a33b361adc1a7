"""`kingdice show`: one game, told or drawn so that a person can follow it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingdice.cli.options import (
    CardsOption,
    GameArgument,
    GameEditionOption,
    GameStrategiesOption,
    GameVariantsOption,
    SeatsOption,
    SeedOption,
    StrategiesOption,
    TilesOption,
    VariantsOption,
)
from kingdice.cli.show_board import EXAMPLES as BOARDS
from kingdice.cli.show_board import board
from kingdice.errors import KingdiceError, nearest

__all__ = ["app"]

GAMES_WITH_KINGDOMS = ("kingdomino",)

TRANSCRIPTS = """\b
Examples:
  kingdice show transcript --seed 1 --game 17
  kingdice show transcript king-of-dice --seed 1 --game 17 \\
      --strategies far-sighted,best-bet,random
  kingdice show transcript kingdomino --variants middle,harmony --game 17
  kingdice show transcript carcassonne --cards flat-10 --game 17
"""
KINGDOMS = """\b
Examples:
  kingdice show kingdom --seed 1 --game 17
  kingdice show kingdom --game 17 --variants middle,harmony \\
      --strategies full-greedy,random --figure game.svg
  kingdice show kingdom --game 17 --seat 2 | kingdice score kingdomino -
"""

NumberOption = Annotated[int, typer.Option("--game", help="Number of the game, from 0.")]
FileOption = Annotated[Path | None, typer.Option("--out", help="Write it to this file instead.", show_default=False)]

app = typer.Typer(help="Look at one game.", rich_markup_mode=None, no_args_is_help=False)
app.command("board", epilog=BOARDS)(board)


@app.callback()
def _one_game() -> None:
    pass


@app.command(epilog=TRANSCRIPTS)
def transcript(
    game: GameArgument = "king-of-dice",
    number: NumberOption = 0,
    seed: SeedOption = 1,
    strategies: GameStrategiesOption = None,
    players: SeatsOption = None,
    edition: GameEditionOption = None,
    tiles: TilesOption = None,
    cards: CardsOption = None,
    variants: GameVariantsOption = None,
    out: FileOption = None,
) -> None:
    """Tell one game move by move.

    It is the game of this number that `kingdice simulate` plays with the same seed, strategies and edition or rules.
    """
    from kingdice.cli.matches import edition_asked_for, number_of_game, playing, say_if_by_clock, seats_asked_for
    from kingdice.cli.output import deliver
    from kingdice.files import check_writable
    from kingdice.games import game_named

    check_writable(out)
    number_of_game(number, seed)
    chosen = game_named(game)
    variant = edition_asked_for(chosen, edition=edition, tiles=tiles, cards=cards, variants=variants)
    seats = seats_asked_for(chosen, strategies, players, variant)
    with playing():
        match = chosen.match(seats, edition=variant)
        say_if_by_clock(match)
        text = chosen.transcript(match, seed=seed, game=number)
    deliver(text, out)


def _games_with_kingdoms(incomplete: str) -> list[str]:
    return [name for name in GAMES_WITH_KINGDOMS if name.startswith(incomplete)]


@app.command(epilog=KINGDOMS)
def kingdom(
    game: Annotated[str, typer.Argument(help="Which game.", autocompletion=_games_with_kingdoms)] = "kingdomino",
    number: NumberOption = 0,
    seed: SeedOption = 1,
    strategies: StrategiesOption = None,
    players: SeatsOption = None,
    variants: VariantsOption = None,
    seat: Annotated[int | None, typer.Option(help="Only the kingdom of this seat.", show_default=False)] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw it too, to this .svg file.", show_default=False)] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write it to this file instead; a picture if it ends in .svg.", show_default=False),
    ] = None,
) -> None:
    """Draw the kingdoms at the end of a game, with their points.

    It is the game of this number that `kingdice simulate` plays with the same seed, strategies and variants. A square
    is the letter of its terrain (wheat, forest, lake, grassland, swamp, mine) and its crowns; ** is the castle. With
    --seat the answer can be read by `kingdice score`.
    """
    from kingdice.cli.matches import edition_asked_for, number_of_game, playing, say_if_by_clock, seats_asked_for
    from kingdice.cli.output import deliver
    from kingdice.files import check_writable, write_whole
    from kingdice.games import game_named

    if game not in GAMES_WITH_KINGDOMS:
        hint = nearest(game, GAMES_WITH_KINGDOMS) or f"; there is {', '.join(GAMES_WITH_KINGDOMS)}"
        raise KingdiceError(f"no game '{game[:40]}' with kingdoms{hint}")
    for file in (out, figure):
        check_writable(file)
    if figure is not None and figure.suffix.lower() != ".svg":
        raise KingdiceError(f"{figure}: expected a file name that ends in .svg")
    number_of_game(number, seed)
    chosen = game_named(game)
    variant = edition_asked_for(chosen, variants=variants)
    seats = seats_asked_for(chosen, strategies, players, variant)
    if seat is not None and not 1 <= seat <= len(seats):
        raise KingdiceError(f"--seat {seat}: expected 1 to {len(seats)}")

    from kingdice.cli.kingdoms import kingdoms_drawn, kingdoms_told
    from kingdice.games.kingdomino.matches import match
    from kingdice.games.kingdomino.play import play_game

    with playing():
        table = match(seats, variants=variant)
        say_if_by_clock(table)
        end = play_game(table.variants, table.sit_down(), seed=seed, game=number).states[-1]
    title = f"Kingdomino, {table.variants.name}, seed {seed}, game {number}"
    picture = out is not None and out.suffix.lower() == ".svg"
    if figure is not None:
        write_whole(figure, kingdoms_drawn(end, title, seats, seat=seat).encode())
    deliver((kingdoms_drawn if picture else kingdoms_told)(end, title, seats, seat=seat), out)
