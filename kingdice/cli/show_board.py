"""`kingdice show board`: the table of a game of Carcassonne, at its end or after a turn, or of a written position."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingdice.cli.options import (
    CardsOption,
    GameVariantsOption,
    SeatsOption,
    SeedOption,
    StrategiesOption,
    TilesOption,
)
from kingdice.errors import KingdiceError, nearest

if TYPE_CHECKING:
    from kingdice.games.carcassonne.position import Position
    from kingdice.games.carcassonne.rules import State

__all__ = ["EXAMPLES", "board"]

GAMES_WITH_BOARDS = ("carcassonne",)
TITLE = "Carcassonne"

EXAMPLES = """\b
Examples:
  kingdice show board --seed 1 --game 17
  kingdice show board --game 17 --players 3 --turn 30 --figure board.svg
  kingdice show board --game 17 --turn 30 --format position --out mine.txt
  kingdice show board --file mine.txt
"""


class BoardFormat(StrEnum):
    """How a board is written."""

    drawing = "drawing"
    position = "position"
    svg = "svg"


def _games_with_boards(incomplete: str) -> list[str]:
    return [name for name in GAMES_WITH_BOARDS if name.startswith(incomplete)]


def board(
    game: Annotated[str, typer.Argument(help="Which game.", autocompletion=_games_with_boards)] = "carcassonne",
    number: Annotated[int, typer.Option("--game", help="Number of the game, from 0.")] = 0,
    seed: SeedOption = 1,
    strategies: StrategiesOption = None,
    players: SeatsOption = None,
    tiles: TilesOption = None,
    cards: CardsOption = None,
    variants: GameVariantsOption = None,
    turn: Annotated[int | None, typer.Option(help="Stop after so many turns.", show_default="the end")] = None,
    file: Annotated[
        str | None,
        typer.Option(help="Draw the position in this file instead, - for standard input.", show_default=False),
    ] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw it too, to this .svg file.", show_default=False)] = None,
    format: Annotated[
        BoardFormat | None,
        typer.Option(help="drawing, position (text that --file reads) or svg.", show_default="drawing; by --out svg"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write it to this file instead; a picture if it ends in .svg.", show_default=False),
    ] = None,
) -> None:
    """Draw the table of a game, with points, holders of the cards and all features with meeples.

    It is the game of this number that `kingdice simulate` plays with the same seed, strategies and rules, at its end
    or after --turn. As a position it can be changed by hand and read again.
    """
    from kingdice.cli.output import deliver
    from kingdice.files import check_writable, write_whole
    from kingdice.games.carcassonne.drawing import position_told
    from kingdice.games.carcassonne.picture import board_svg
    from kingdice.games.carcassonne.position_file import position_text, read_position

    if game not in GAMES_WITH_BOARDS:
        hint = nearest(game, GAMES_WITH_BOARDS) or f"; there is {', '.join(GAMES_WITH_BOARDS)}"
        raise KingdiceError(f"no game '{game[:40]}' with a board{hint}")
    for one in (out, figure):
        check_writable(one)
    if figure is not None and figure.suffix.lower() != ".svg":
        raise KingdiceError(f"{figure}: expected a file name that ends in .svg")
    seats: Sequence[str] = ()
    shown: State | Position
    if file is None:
        asked = {"tiles": tiles, "cards": cards, "variants": variants}
        title, seats, shown = _of_game(number, seed, strategies, players, asked, turn)
        state, is_drawn = shown, True
    else:
        _check_alone(strategies=strategies, players=players, tiles=tiles, cards=cards, variants=variants, turn=turn)
        shown = read_position(file)
        title, state, is_drawn = f"{TITLE}, {shown.variants.name}", shown.state(), bool(shown.held)
    is_picture = out is not None and out.suffix.lower() == ".svg"
    how = format or (BoardFormat.svg if is_picture else BoardFormat.drawing)
    picture = board_svg(state, title, seats, is_drawn=is_drawn) if figure or how is BoardFormat.svg else ""
    if figure is not None:
        write_whole(figure, picture.encode())
    if how is BoardFormat.svg:
        deliver(picture, out)
    elif how is BoardFormat.position:
        named = [f"seat {seat}: {name}" for seat, name in enumerate(seats, start=1)]
        deliver(position_text(shown, [title, *named]), out)
    else:
        plain = out is None and not _can_show_lines()
        deliver(f"{title}\n\n{position_told(state, seats, is_drawn=is_drawn, plain=plain)}", out)


def _of_game(
    number: int,
    seed: int,
    strategies: str | None,
    players: int | None,
    asked: dict[str, str | None],
    turn: int | None,
) -> tuple[str, tuple[str, ...], State]:
    """Title, strategies and the state of the game asked for."""
    from kingdice.cli.matches import edition_asked_for, number_of_game, playing, say_if_by_clock, seats_asked_for
    from kingdice.games import game_named
    from kingdice.games.carcassonne.matches import match

    number_of_game(number, seed)
    chosen = game_named(GAMES_WITH_BOARDS[0])
    rules = edition_asked_for(chosen, **asked)
    seats = seats_asked_for(chosen, strategies, players, rules)
    with playing():
        table = match(seats, variants=rules)
        say_if_by_clock(table)
        states = table.played(seed, number).states
    last = len(states) - 1
    if turn is not None and not 0 <= turn <= last:
        raise KingdiceError(f"--turn {turn}: expected 0 to {last}, so many turns has this game")
    when = "" if turn is None else f", after turn {turn}"
    title = f"{TITLE}, {table.variants.name}, seed {seed}, game {number}{when}"
    return title, seats, states[last if turn is None else turn]


def _check_alone(**given: object) -> None:
    """Refuse options of a game beside a file, which says all that itself."""
    for option, value in given.items():
        if value is not None:
            raise KingdiceError(
                f"--{option} is about a game that is played, --file about a position: expected one of them"
            )


def _can_show_lines() -> bool:
    """Whether standard output has the letters of the drawing."""
    try:
        "▒·◆─═".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
