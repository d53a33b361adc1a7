"""Ways to play: the rulebook's optional rules, and the two points on which tables differ, as switches.

| name | what it changes |
| --- | --- |
| middle | 10 points when no square is farther from the castle than 2 (3 in the Mighty Duel) |
| middle-of-box | 10 points when the castle is the middle of the smallest box around the kingdom |
| harmony | 5 points when no domino was discarded |
| dynasty | three rounds, points added up |
| mighty-duel | two players, all 48 dominoes, kingdoms of 7 by 7 |
| lines-of-four | three players, all 48 dominoes in lines of four, whose last one is discarded |

The rulebook gives the Middle Kingdom to a "castle in the center of your kingdom", which does not say what holds for a
kingdom with gaps: `middle` and `middle-of-box` are the two readings in use, and differ only for such kingdoms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from kingdice.errors import EditionError, nearest
from kingdice.games.kingdomino.dominoes import all_dominoes

__all__ = ["STANDARD", "VARIANTS", "Variants", "variants_named"]

STANDARD = "standard"
VARIANTS = ("middle", "middle-of-box", "harmony", "dynasty", "mighty-duel", "lines-of-four")

MIDDLE_POINTS, HARMONY_POINTS = 10, 5
ROUNDS_OF_A_DYNASTY = 3


@dataclass(frozen=True)
class Variants:
    """Which optional rules are played; make one with `variants_named`.

    Attributes
    ----------
    names : tuple of str
        In the order of `VARIANTS`.
    """

    names: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As on the command line: names with commas, or "standard"."""
        return ",".join(self.names) or STANDARD

    @property
    def hash(self) -> str:
        """Twelve hex digits of all that matters to play."""
        return sha256(repr((self.names, all_dominoes())).encode()).hexdigest()[:12]

    @property
    def size(self) -> int:
        """Squares along a side of the largest kingdom: 5 or 7."""
        return 7 if "mighty-duel" in self.names else 5

    @property
    def rounds(self) -> int:
        """Kingdoms that each player builds one after the other."""
        return ROUNDS_OF_A_DYNASTY if "dynasty" in self.names else 1

    @property
    def middle_points(self) -> int:
        """What the Middle Kingdom is worth: 10 or 0."""
        return MIDDLE_POINTS if "middle" in self.names or self.middle_of_box else 0

    @property
    def middle_of_box(self) -> bool:
        """Whether the middle is that of the box around the kingdom."""
        return "middle-of-box" in self.names

    @property
    def harmony_points(self) -> int:
        """What Harmony is worth: 5 or 0."""
        return HARMONY_POINTS if "harmony" in self.names else 0

    @property
    def players(self) -> range:
        """How many may play."""
        if "mighty-duel" in self.names:
            return range(2, 3)
        return range(3, 4) if "lines-of-four" in self.names else range(2, 5)

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these rules are not for.

        Raises
        ------
        EditionError
        """
        if players not in self.players:
            first, last = self.players[0], self.players[-1]
            expected = str(first) if first == last else f"{first} to {last}"
            raise EditionError(f"{players} players: kingdomino {self.name} is for {expected}")

    def line_length(self, players: int) -> int:
        """Dominoes in a line."""
        return 3 if players == 3 and "lines-of-four" not in self.names else 4

    def kings(self, players: int) -> int:
        """Kings in play, and so dominoes that are chosen from every line."""
        return 4 if players == 2 else players

    def dominoes(self, players: int) -> int:
        """How many of the 48 are played with; the others are set aside unseen."""
        return 24 if players == 2 and self.size == 5 else 12 * self.line_length(players)

    def lines(self, players: int) -> int:
        """Lines in a round."""
        return self.dominoes(players) // self.line_length(players)


def variants_named(names: str | Iterable[str]) -> Variants:
    """The rules with these names: a list, or text with commas; "standard" or nothing for none.

    Raises
    ------
    EditionError
        For an unknown name, or two that exclude each other.

    Examples
    --------
    >>> variants_named("harmony,middle").name
    'middle,harmony'
    """
    given = names if isinstance(names, str) else ",".join(names)
    asked = [word.strip() for word in given.split(",") if word.strip() not in ("", STANDARD)]
    known = [nearest_variant(word) for word in asked]
    if known != asked:
        hint = f": did you mean '{','.join(word or '?' for word in known)}'?" if all(known) else _there_are()
        raise EditionError(f"no variant of kingdomino '{given[:60]}'{hint}")
    for one, other in (("middle", "middle-of-box"), ("mighty-duel", "lines-of-four")):
        if one in asked and other in asked:
            raise EditionError(f"variants '{given[:60]}': {one} and {other} exclude each other")
    return Variants(tuple(name for name in VARIANTS if name in asked))


def nearest_variant(word: str) -> str | None:
    """The variant meant by a word, if any is near."""
    if word in VARIANTS:
        return word
    hint = nearest(word, (STANDARD, *VARIANTS))
    return next((name for name in (STANDARD, *VARIANTS) if f"'{name}'" in hint), None)


def _there_are() -> str:
    return f"; there are {', '.join(VARIANTS)}"
