"""The games, a folder each; a game never imports another.

`GAMES` lists those that can be simulated, by name. A new game is a folder and a line here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kingdice.errors import KingdiceError, nearest

if TYPE_CHECKING:
    from kingdice.simulation.seam import Registered

__all__ = ["GAMES", "game_named"]

GAMES = {
    "king-of-dice": "kingdice.games.king_of_dice.matches",
    "kingdomino": "kingdice.games.kingdomino.matches",
    "carcassonne": "kingdice.games.carcassonne.matches",
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
    game: Registered = import_module(GAMES[name]).GAME
    return game
