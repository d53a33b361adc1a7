"""What the studies of King of Dice share: their seed, turns that are logged once, and where numbers are from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kingdice import __version__
from kingdice.games.king_of_dice import Edition, load_edition
from kingdice.games.king_of_dice.matches import match
from kingdice.games.king_of_dice.turn_log import TurnLog, log_turns
from kingdice.reporting.page import Source
from kingdice.simulation import RNG_VERSION

SEED = 1
SOLVED, RULE = "turn-optimal", "best-bet"


@cache
def logged(strategy: str, players: int, games: int, workers: int) -> TurnLog:
    """Every turn of games of one strategy at all seats."""
    return log_turns(match([strategy] * players), games=games, seed=SEED, workers=workers)


def source(strategies: Sequence[str], games: int, what: str = "", edition: Edition | None = None) -> Source:
    """What a section was made from; exact where there are no games."""
    of = edition or load_edition()
    return Source(f"{of.name} {of.hash}", strategies, games, SEED if games else None, what)


def provenance(method: str) -> dict[str, str]:
    """What a page was made from."""
    edition = load_edition()
    return {
        "edition": f"{edition.name} {edition.hash}",
        "method": method,
        "package": f"kingdice {__version__}, rng {RNG_VERSION}",
    }
