"""Ways to play: which tiles, what the King and the Robber Baron bring, and rules of older editions, as words.

Tiles:

| word | tiles |
| --- | --- |
| base | the 72 of the base game |
| base+king-robber | and the five that came with the King and the Robber Baron |

Cards, what they bring to who holds them; who holds them is the same for all:

| word | points |
| --- | --- |
| none | nothing |
| official | at the end 1 for every completed city (King), road (Robber Baron) |
| flat-10 | at the end 10 each |
| flat-15-40 | at the end 15 for one, 40 for both |
| continuous | 1 at once for every city (road) that is completed, to who held the card before |
| continuous-new | 1 at once for every city (road) that is completed, to who holds the card then |

Other rules:

| word | what it changes |
| --- | --- |
| small-city | a completed city of two tiles brings 2 points, not 4 (official before about 2002) |
| fields-by-city | the most farmers in all fields around a completed city together bring 4 (first edition) |
| fields-once | a completed city brings a player 3 for fields only once (second edition) |
| big-cities | cities of two tiles neither take the King nor count for him |
| least-N | a card is only taken with a city (road) of N tiles or more, N from 3 to 9 |

Without any words the game is played with all 77 tiles and the official cards; with the tiles of the base game alone
there are no cards, unless they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from kingdice.errors import EditionError, nearest
from kingdice.games.carcassonne.tiles import START, Tile, all_tiles

__all__ = ["CARDS", "STANDARD", "SWITCHES", "TILE_SETS", "Variants", "variants_named"]

TILE_SETS = ("base", "base+king-robber")
CARDS = ("none", "official", "flat-10", "flat-15-40", "continuous", "continuous-new")
LEAST = tuple(f"least-{size}" for size in range(3, 10))
SWITCHES = ("small-city", "fields-by-city", "fields-once", "big-cities", *LEAST)
STANDARD = "standard"

_FEWEST, _MOST = 2, 5


@dataclass(frozen=True)
class Variants:
    """How Carcassonne is played; make one with `variants_named`.

    Attributes
    ----------
    tiles : str
        One of `TILE_SETS`.
    cards : str
        One of `CARDS`.
    switches : tuple of str
        In the order of `SWITCHES`.
    """

    tiles: str = TILE_SETS[-1]
    cards: str = "official"
    switches: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As on the command line, whole: words with commas."""
        return ",".join((self.tiles, self.cards, *self.switches))

    @property
    def hash(self) -> str:
        """Twelve hex digits of all that matters to play."""
        return sha256(repr((self.cards, self.switches, self.kinds)).encode()).hexdigest()[:12]

    @cached_property
    def kinds(self) -> tuple[Tile, ...]:
        """The kinds of tiles in play."""
        return tuple(one for one in all_tiles() if one.expansion in self.tiles.split("+"))

    @cached_property
    def bag(self) -> tuple[str, ...]:
        """The ids of all tiles that are drawn, in the order of the list; one start tile lies there already."""
        return tuple(one.id for one in self.kinds for _ in range(one.count - (one.id == START)))

    @property
    def players(self) -> range:
        """How many may play."""
        return range(_FEWEST, _MOST + 1)

    @property
    def small_city_points(self) -> int:
        """What a completed city of two tiles brings."""
        return 2 if "small-city" in self.switches else 4

    @property
    def fields(self) -> str:
        """How fields are counted: each, by-city or once."""
        return next((word.removeprefix("fields-") for word in self.switches if word.startswith("fields-")), "each")

    @property
    def least_city(self) -> int:
        """The smallest city that the King takes notice of at all."""
        return 3 if "big-cities" in self.switches else 2

    @property
    def least_size(self) -> int:
        """The smallest city or road with which a card is taken."""
        return next((int(word.removeprefix("least-")) for word in self.switches if word in LEAST), 2)

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not for.

        Raises
        ------
        EditionError
        """
        if players not in self.players:
            raise EditionError(f"{players} players: carcassonne is for {_FEWEST} to {_MOST}")


def variants_named(words: str | Iterable[str]) -> Variants:
    """The rules with these words, in any order: a list, or text with commas; "standard" or nothing for the usual ones.

    Raises
    ------
    EditionError
        For an unknown word, or two that exclude each other.

    Examples
    --------
    >>> variants_named("small-city,flat-10").name
    'base+king-robber,flat-10,small-city'
    >>> variants_named("base").cards
    'none'
    """
    given = words if isinstance(words, str) else ",".join(words)
    asked = [word.strip() for word in given.split(",") if word.strip() not in ("", STANDARD)]
    for word in asked:
        check_word(word, (*TILE_SETS, *CARDS, *SWITCHES), "rule")
    groups = {
        "tiles": TILE_SETS,
        "cards": CARDS,
        "ways to count fields": ("fields-by-city", "fields-once"),
        "least sizes": LEAST,
    }
    for what, group in groups.items():
        named = [word for word in dict.fromkeys(asked) if word in group]
        if len(named) > 1:
            raise EditionError(f"rules '{given[:60]}': {named[0]} and {named[1]} exclude each other, both say {what}")
    tiles = next((word for word in asked if word in TILE_SETS), TILE_SETS[-1])
    usual = "none" if tiles == "base" else "official"
    cards = next((word for word in asked if word in CARDS), usual)
    return Variants(tiles, cards, tuple(word for word in SWITCHES if word in asked))


def check_word(word: str, known: Iterable[str], what: str) -> None:
    """Refuse a word that is not known, with the nearest one.

    Raises
    ------
    EditionError
    """
    if word not in tuple(known):
        hint = nearest(word, known) or f"; there are {', '.join(known)}"
        raise EditionError(f"no {what} of carcassonne '{word[:60]}'{hint}")
