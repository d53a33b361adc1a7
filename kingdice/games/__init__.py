"""The games, a folder each; a game never imports another.

`GAMES` lists those that can be simulated, by name. A new game is a folder (with `matches` and `report`) and a line
here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kingdice.errors import KingdiceError, nearest

if TYPE_CHECKING:
    from kingdice.balance.asked import Asked
    from kingdice.reporting.page import Page
    from kingdice.simulation.seam import Registered

__all__ = ["GAMES", "game_named", "report_of"]

GAMES = {
    "king-of-dice": "kingdice.games.king_of_dice",
    "kingdomino": "kingdice.games.kingdomino",
    "carcassonne": "kingdice.games.carcassonne",
}


def game_named(name: str) -> Registered:
    """The game with this name.

    Raises
    ------
    KingdiceError
        With the nearest name, when there is none.
    """
    if name not in GAMES:
        hint = nearest(name, GAMES) or f"; there is {', '.join(GAMES)}"
        raise KingdiceError(f"no game '{name[:40]}'{hint}")
    game: Registered = import_module(f"{GAMES[name]}.matches").GAME
    return game


def report_of(name: str, asked: Asked) -> Page:
    """The balance report of the game with this name.

    Raises
    ------
    KingdiceError
        When there is no such game, or it cannot be as asked.
    """
    game_named(name)
    page: Page = import_module(f"{GAMES[name]}.report").build(asked)
    return page
