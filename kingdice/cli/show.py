"""`kingdice show`: one game, told so that a person can follow it."""

from __future__ import annotations

from typing import Annotated

import typer

from kingdice.cli.options import (
    GameArgument,
    GameEditionOption,
    OutOption,
    SeatsOption,
    SeedOption,
    StrategiesOption,
    words,
)
from kingdice.errors import KingdiceError

__all__ = ["app"]

EXAMPLES = """\b
Examples:
  kingdice show transcript --seed 1 --game 17
  kingdice show transcript king-of-dice --seed 1 --game 17 \\
      --strategies far-sighted,best-bet,random
"""

app = typer.Typer(help="Look at one game.", rich_markup_mode=None, no_args_is_help=False)


@app.callback()
def _one_game() -> None:
    pass


@app.command(epilog=EXAMPLES)
def transcript(
    game: GameArgument = "king-of-dice",
    number: Annotated[int, typer.Option("--game", help="Number of the game, from 0.")] = 0,
    seed: SeedOption = 1,
    strategies: StrategiesOption = "best-bet",
    players: SeatsOption = None,
    edition: GameEditionOption = None,
    out: OutOption = None,
) -> None:
    """Tell one game roll by roll and card by card.

    It is the game of this number that `kingdice simulate` plays with the same seed, strategies and edition.
    """
    from kingdice.cli.matches import edition_asked_for, playing, seats_asked_for
    from kingdice.cli.output import deliver
    from kingdice.files import check_writable
    from kingdice.games import game_named

    check_writable(out)
    if not 0 <= number < 1 << 63:
        raise KingdiceError(f"--game {number}: expected the number of a game, from 0")
    if not 0 <= seed < 1 << 63:
        raise KingdiceError(f"--seed {seed}: expected a whole number from 0 to {(1 << 63) - 1}")
    chosen, variant = game_named(game), edition_asked_for(edition)
    seats = seats_asked_for(chosen, words(strategies or ""), players, variant)
    with playing():
        text = chosen.transcript(chosen.match(seats, edition=variant), seed=seed, game=number)
    deliver(text, out)
