"""What is it worth to draw a tile? Points of lead, of one more of a kind instead of an average one.

Nobody chooses what he draws, so who drew a tile and who did not are alike in everything else: the difference between
them is what the tile did. For every kind, a seat's lead is set against how many more of it the seat drew than the
others, both less their means over games (the first seats may draw one tile more).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kingdice.balance.measures import Measure
from kingdice.balance.whole_games import leads
from kingdice.comparison.estimates import normal_reach, tidy
from kingdice.comparison.intervals import sidak
from kingdice.games.carcassonne.tiles import CITY, MONASTERY, ROAD, Tile, all_tiles
from kingdice.games.carcassonne.turn_log import TurnLog

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["drawn", "tile_measures", "tile_worths", "told_kind"]

Floats = NDArray[np.float64]


def drawn(log: TurnLog) -> Floats:
    """How many tiles of each kind each seat laid; array (games, seats, kinds)."""
    turns, (games, _) = log.turns, log.turns.shape
    seats, kinds = log.games.players, len(all_tiles())
    played = turns["turn"] > 0
    game = np.nonzero(played)[0]
    where = (game * seats + turns["seat"][played]) * kinds + turns["tile"][played]
    return np.bincount(where, minlength=games * seats * kinds).reshape(games, seats, kinds).astype(np.float64)


def tile_measures(log: TurnLog, *, section: str) -> list[Measure]:
    """For each kind of tile in play, the points of lead that one more of it brings who draws it."""
    lead = leads(log.games)
    lead = lead - lead.mean(axis=0)
    own = drawn(log)
    seats = own.shape[1]
    more = own - (own.sum(axis=1, keepdims=True) - own) / (seats - 1)
    more -= more.mean(axis=0)
    found = []
    for place, kind in enumerate(all_tiles()):
        if kind.id in log.match.variants.bag:
            above, below = (lead * more[:, :, place]).sum(axis=1), (more[:, :, place] ** 2).sum(axis=1)
            found.append(Measure(section, f"tile {kind.id}", "lead from drawing one", "points", above, below))
    return found


def tile_worths(log: TurnLog, *, level: float = 0.95) -> pd.DataFrame:
    """The same as a table, dearest first.

    Returns
    -------
    DataFrame
        tile, shows (what is on it), drawn (tiles of the kind in the bag), lead (points) with low and high (together at
        the level).
    """
    measures = tile_measures(log, section="")
    reach = normal_reach(sidak(level, len(measures)))
    bag = log.match.variants.bag
    kinds = {kind.id: kind for kind in all_tiles()}
    rows: list[dict[str, Any]] = []
    for one in measures:
        name = one.of.removeprefix("tile ")
        half = reach * one.error
        rows.append(
            {
                "tile": name,
                "shows": told_kind(kinds[name]),
                "drawn": bag.count(name),
                "lead": one.value,
                "low": one.value - half,
                "high": one.value + half,
            }
        )
    rows.sort(key=lambda row: -row["lead"])
    return tidy(rows, log.about, level=level, family=len(rows))


def told_kind(kind: Tile) -> str:
    """What is on a tile, in words.

    Examples
    --------
    >>> [told_kind(one) for one in all_tiles()[:3]]
    ['monastery, road end', 'monastery', 'city on 4 sides with pennant']
    """
    parts = ["monastery"] if any(one.kind == MONASTERY for one in kind.segments) else []
    cities = [one for one in kind.segments if one.kind == CITY]
    roads = [one for one in kind.segments if one.kind == ROAD]
    if cities:
        sides = sorted((len(one.sides) for one in cities), reverse=True)
        pennant = " with pennant" if any(one.has_pennant for one in cities) else ""
        if len(cities) > 1:
            parts.append(f"{len(cities)} cities")
        else:
            parts.append(f"city on {sides[0]} side{'s' * (sides[0] > 1)}{pennant}")
    ends = sum(len(one.sides) == 1 for one in roads)
    if len(roads) > ends:
        parts.append("road")
    if ends:
        parts.append(f"{ends} road ends" if ends > 1 else "road end")
    return ", ".join(parts)
