"""The 48 dominoes: a number on the back, two squares of terrain on the front.

The list (`dominoes.csv`) is the publisher's, on which all but single slips of fifteen public sources agree; the order
of the two halves has no meaning in play. Source: Kingdomino, Blue Orange 2016.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

__all__ = ["DOMINOES", "TERRAINS", "Domino", "Half", "domino"]

TERRAINS = ("wheat", "forest", "lake", "grassland", "swamp", "mine")
DOMINOES = 48


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two squares of a domino.

    Attributes
    ----------
    terrain : str
        One of `TERRAINS`.
    crowns : int
        0 to 3.
    """

    terrain: str
    crowns: int


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino.

    Attributes
    ----------
    number : int
        On the back, 1 to 48: low numbers are plain, high ones have crowns.
    halves : tuple of Half
        Both of them.
    """

    number: int
    halves: tuple[Half, Half]

    @property
    def is_double(self) -> bool:
        """Whether the two halves are alike, so that turning the domino round changes nothing."""
        return self.halves[0] == self.halves[1]


@lru_cache(maxsize=1)
def all_dominoes() -> tuple[Domino, ...]:
    """Every domino, by number.

    Examples
    --------
    >>> len(all_dominoes()), sum(half.crowns for one in all_dominoes() for half in one.halves)
    (48, 39)
    """
    text = files(__package__).joinpath("dominoes.csv").read_text(encoding="utf-8")
    return tuple(
        Domino(
            int(row["number"]),
            (Half(row["terrain_a"], int(row["crowns_a"])), Half(row["terrain_b"], int(row["crowns_b"]))),
        )
        for row in csv.DictReader(text.splitlines())
    )


def domino(number: int) -> Domino:
    """The domino with this number, 1 to 48.

    Examples
    --------
    >>> domino(48).halves
    (Half(terrain='wheat', crowns=0), Half(terrain='mine', crowns=3))
    """
    return all_dominoes()[number - 1]
