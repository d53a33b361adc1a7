"""What is left to draw, as players see it: which dominoes were not seen, and how many of them are to come.

With two or three players some dominoes are set aside unseen (Kingdomino, "Setup": 24, 36 or 48 are played with), so not
all that are unseen come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kingdice.errors import KingdiceError
from kingdice.games.kingdomino.dominoes import DOMINOES
from kingdice.games.kingdomino.variants import Variants, variants_named

__all__ = ["Pile", "pile_after"]


@dataclass(frozen=True)
class Pile:
    """What one knows of the dominoes that were not seen; make one with `pile_after`.

    Attributes
    ----------
    variants : Variants
    players : int
    unseen : tuple of int
        Numbers of the dominoes that may still come, ascending.
    to_come : int
        How many of them will be drawn.
    """

    variants: Variants
    players: int
    unseen: tuple[int, ...]
    to_come: int

    @property
    def line_length(self) -> int:
        """Dominoes in a line."""
        return self.variants.line_length(self.players)

    @property
    def lines(self) -> int:
        """Lines still to be drawn."""
        return self.to_come // self.line_length

    def draws(self, lines: int | None) -> int:
        """Dominoes in the next so many lines; without a number in all that are to come.

        Raises
        ------
        KingdiceError
            When no line is to come, or not so many.
        """
        asked = self.lines if lines is None else lines
        if not 1 <= asked <= self.lines:
            raise KingdiceError(
                f"lines {asked}: expected 1 to {self.lines}, which are still to come"
                if self.lines
                else "no line is still to come: all that are drawn were seen"
            )
        return asked * self.line_length

    def about(self, lines: int | None = None, **more: Any) -> dict[str, Any]:
        """Where a table on the next so many lines, or on all, comes from."""
        return {
            "game": "kingdomino",
            "edition": {"name": self.variants.name, "hash": self.variants.hash},
            "players": self.players,
            "unseen": list(self.unseen),
            "to_come": self.to_come,
            "lines": self.lines if lines is None else lines,
            "method": "exact",
            **more,
        }


def pile_after(seen: Iterable[int] = (), *, players: int, variants: Variants | str = "") -> Pile:
    """The pile when these dominoes have been on the table, that of the line on offer among them.

    Parameters
    ----------
    seen : iterable of int
        Numbers, whole lines of them (in a Dynasty: of this round).
    players : int
    variants : Variants or str

    Raises
    ------
    KingdiceError
        For a number that no domino has or that is named twice, for dominoes that are not whole lines or more than are
        played with, or a number of players that the variants are not for.

    Examples
    --------
    >>> pile_after([1, 5, 7, 8, 9, 10, 11, 12, 48], players=3).to_come
    27
    """
    rules = variants_named(variants) if isinstance(variants, str) else variants
    rules.check_players(players)
    numbers = sorted(seen)
    for number in numbers:
        if not 1 <= number <= DOMINOES:
            raise KingdiceError(f"seen: there is no domino {number}; expected 1 to {DOMINOES}")
        if numbers.count(number) > 1:
            raise KingdiceError(f"seen: domino {number} is named twice")
    length, most = rules.line_length(players), rules.dominoes(players)
    if len(numbers) > most:
        raise KingdiceError(f"seen: {len(numbers)} dominoes, but {players} players draw only {most}")
    if len(numbers) % length:
        raise KingdiceError(
            f"seen: {len(numbers)} dominoes are not whole lines of {length}; name every line, also that on offer"
        )
    unseen = tuple(number for number in range(1, DOMINOES + 1) if number not in set(numbers))
    return Pile(rules, players, unseen, most - len(numbers))
