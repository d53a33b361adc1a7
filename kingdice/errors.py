"""The one exception family: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "EditionError",
    "KingdiceError",
    "PolicyError",
    "RollError",
    "RunError",
    "StrategyError",
    "nearest",
]


class KingdiceError(ValueError):
    """Anything a user can put right; its text is one line, whatever it quotes."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class EditionError(KingdiceError):
    """An edition file, its dice or one of its cards cannot be used."""


class RollError(KingdiceError):
    """A roll, a keep or a dice notation does not fit the dice."""


class PolicyError(KingdiceError):
    """A reroll policy breaks the rules of a turn."""


class StrategyError(KingdiceError):
    """A strategy does not exist or plays an illegal move."""


class RunError(KingdiceError):
    """A run, its directory or an output file cannot be used."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Say which known name is close to a mistaken one.

    Examples
    --------
    >>> nearest("elf4", ["elf-4", "elf-5", "snob-odd"])
    "; did you mean 'elf-4'?"
    >>> nearest("zzz", ["elf-4"])
    ''
    """
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else ""
