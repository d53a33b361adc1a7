"""Which points would bring every citizen's worth per turn of effort into a band, with the fewest changes?

The band is relative: from 0.8 to 1.25 times a level, say. Wherever the level lies, some citizens are inside as they
are; the level chosen is one where the most are, so that the fewest have to change. Between two changes of what should
happen to some citizen lies a stretch of levels that are all alike, so looking at the ends of these stretches and once
into each is looking at all levels.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kingdice.comparison.estimates import tidy
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice.edition import Edition

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BAND", "EFFORTS", "suggest_points"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
BAND = (0.8, 1.25)
EFFORTS = ("edition", "turns")
_NUDGE = 1e-6  # relative: into a stretch of levels, just beyond its end
_TIE = 1e-9
_AT_ONCE = 4096  # levels
IMPOSSIBLE = "as good as impossible, whatever it pays"
LEFT_ALONE = {
    "fairy": "left alone: a fairy's points are not printed on it",
    "given away": "left alone: a dragon's points are not its taker's",
}


def suggest_points(
    edition: Edition,
    table: pd.DataFrame,
    *,
    band: tuple[float, float] = BAND,
    fixed: Collection[str] = (),
    effort: str = "edition",
    level: float | None = None,
) -> pd.DataFrame:
    """Whole-number points that bring worths per turn of effort into a band.

    A citizen's effect, village and effort stay; a point more on it makes it worth a point more. (What players make of
    it is another matter: they will chase it more. The report on both editions shows that.) Fairies and dragons are left
    alone, and so is what is as good as impossible. Points are not brought below 0. Where no whole number lies in the
    band, the nearest is taken (by ratio).

    Parameters
    ----------
    edition : Edition
    table : DataFrame
        Of this edition, as `fair_prices` makes it.
    band : pair of float
        Least and most, in levels.
    fixed : collection of str
        Ids of citizens that keep their points.
    effort : str
        What a turn of effort is: with "edition", worth is divided by effort ** exponent, the edition's own price of
        effort; with "turns" by the effort itself.
    level : float, optional
        Points per turn of effort. When left out, that one with the fewest citizens outside the band; among these with
        the fewest that stay outside (fixed ones, and where no whole number lies inside); then with the smallest sum of
        changes; then the nearest to the geometric mean of today's.

    Returns
    -------
    DataFrame
        A row a citizen, changed ones first, then those that stay outside: citizen, village, chance, effort (turns),
        worth (points), points, points_after, change (points; "X" and 0 for fairies), per_turn and per_turn_after
        (points per turn of effort, as asked), inside (after), why. `.attrs`: level, band, exponent, changes (number of
        citizens).

    Raises
    ------
    KingdiceError
        For a band or level that is none, an unknown citizen or effort, or where an edition has too few citizens for a
        price of its own.

    Examples
    --------
    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> from kingdice.games.king_of_dice.fair_prices import fair_prices
    >>> edition = load_edition()
    >>> found = suggest_points(edition, fair_prices(edition), fixed=["snob-even", "snob-odd"])
    >>> found.attrs["changes"], found["citizen"].iloc[0], int(found["points_after"].iloc[0])
    (12, 'dwarf-5x1', 16)
    """
    for identifier in fixed:
        edition.citizen(identifier)
    low, high = band
    if not 0 < low < high < float("inf"):
        raise KingdiceError(f"a band from {low} to {high}: expected two numbers above 0, the lower one first")
    if level is not None and not 0 < level < float("inf"):
        raise KingdiceError(f"a level of {level}: expected points per turn, above 0")
    if effort not in EFFORTS:
        raise KingdiceError(f"effort '{effort[:40]}': expected {' or '.join(EFFORTS)}")
    exponent = 1.0 if effort == "turns" else float(table.attrs["price_exponent"])
    if np.isnan(exponent):
        raise KingdiceError(f"{table.attrs['note']}; expected effort in turns, or an edition with more citizens")
    effects = {one.id: one.effect for one in edition.citizens}
    alone = np.array([effects[one] in LEFT_ALONE for one in table["citizen"]])
    impossible = (table["verdict"] == "impossible").to_numpy()
    stays = table["citizen"].isin(list(fixed)).to_numpy()
    counted = ~alone & ~impossible
    if not counted.any():
        raise KingdiceError(f"{edition.name}: there is no citizen whose points could be changed")
    effort_paid = table["effort"].to_numpy() ** exponent
    worth = table["worth"].to_numpy()
    cards = _Cards(
        worth[counted], effort_paid[counted], table["points"].to_numpy()[counted].astype(np.int64), stays[counted], band
    )
    level = float(cards.best_level() if level is None else level)
    after, inside = cards.points_at(np.array([level]))
    new = dict(zip(table["citizen"][counted], zip(after[0].tolist(), inside[0].tolist(), strict=True), strict=True))
    rows = []
    for place, row in enumerate(table.to_dict("records")):
        points, (then, is_inside) = row["points"], new.get(row["citizen"], (row["points"], False))
        change = 0 if points == "X" else then - points
        before, afterwards = worth[place] / effort_paid[place], (worth[place] + change) / effort_paid[place]
        if not counted[place]:
            is_inside = bool(low * level <= afterwards <= high * level)
        why = LEFT_ALONE.get(effects[row["citizen"]] or "", "")
        why = why or (IMPOSSIBLE if impossible[place] else _why(change, is_inside, stays[place], before, level * low))
        shared = {key: row[key] for key in ("citizen", "village", "chance", "effort", "worth", "points")}
        more = {"points_after": then, "change": change, "per_turn": before, "per_turn_after": afterwards}
        rows.append({**shared, **more, "inside": is_inside, "why": why})
    rows.sort(key=lambda row: (not row["change"], -abs(row["change"]), bool(row["inside"])))
    about = {str(key): value for key, value in table.attrs.items() if not str(key).startswith("price_")}
    changes = sum(bool(row["change"]) for row in rows)
    return tidy(rows, about | {"level": level, "band": band, "exponent": exponent, "changes": changes})


def _why(change: int, inside: bool, fixed: bool, before: float, least: float) -> str:
    pays = "too little for its effort" if before < least else "too much for its effort"
    if change:
        return pays if inside else f"{pays}; the nearest whole number, none lies in the band"
    if inside:
        return "in the band" + (", fixed" if fixed else "")
    return f"{pays}; " + ("fixed" if fixed else "no whole number lies in the band")


@dataclass(frozen=True)
class _Cards:
    """Citizens whose points count: worth, what effort they take, points, whether these stay; arrays (citizens,)."""

    worth: Floats
    effort: Floats
    points: Ints
    fixed: NDArray[np.bool_]
    band: tuple[float, float]

    def points_at(self, levels: Floats) -> tuple[Ints, NDArray[np.bool_]]:
        """New points at each level, and whether they lie in the band; arrays (levels, citizens)."""
        bare = self.worth - self.points  # what effect and village bring
        lowest = levels[:, None] * self.effort * self.band[0]
        highest = levels[:, None] * self.effort * self.band[1]
        least = np.minimum(self.points, 0)
        first = np.maximum(np.ceil(lowest - bare - _TIE * np.abs(lowest)), least)
        last = np.floor(highest - bare + _TIE * np.abs(highest))
        new = np.clip(self.points, first, np.maximum(first, last))
        below, above = last + bare, first + bare
        with np.errstate(divide="ignore", invalid="ignore"):
            shorter = (below > 0) & (lowest / below <= above / highest + _TIE)
        new = np.where((first > last) & shorter & (last >= least), last, new)
        new = np.where(self.fixed, self.points, new).astype(np.int64)
        return new, (first <= new) & (new <= last)

    def best_level(self) -> float:
        """The level of `suggest_points`."""
        per_turn = self.worth / self.effort
        known = per_turn[per_turn > 0]
        usual = float(np.exp(np.log(known).mean())) if len(known) else 1.0
        levels = self._levels(usual)
        best: tuple[float, ...] = (np.inf,)
        chosen = usual
        for first in range(0, len(levels), _AT_ONCE):
            some = levels[first : first + _AT_ONCE]
            new, inside = self.points_at(some)
            outside = (~self.fixed & ((new != self.points) | ~inside)).sum(axis=1)
            total = np.abs(new - self.points).sum(axis=1)
            far = np.abs(np.log(some / usual))
            place = np.lexsort((far, total, (~inside).sum(axis=1), outside))[0]
            found = outside[place], (~inside[place]).sum(), total[place], far[place]
            if found < best:
                best, chosen = found, float(some[place])
        return chosen

    def _levels(self, usual: float) -> Floats:
        """One level of every stretch within which the same happens to all, and the stretches' ends."""
        low, high = self.band
        per_turn = (self.worth / self.effort)[~self.fixed]
        per_turn = per_turn[per_turn > 0]
        if not len(per_turn):
            return np.array([usual])
        windows = np.concatenate([per_turn / low, per_turn / high])
        covered = (per_turn >= windows[:, None] * low * (1 - _TIE)) & (per_turn <= windows[:, None] * high * (1 + _TIE))
        count = covered.sum(axis=1)
        good = np.sort(windows[count == count.max()])  # the best levels lie between two of these
        ends = [np.array([usual]), good]
        for worth, effort, points in zip(self.worth, self.effort, self.points, strict=True):
            bare = worth - points
            numbers = np.arange(
                np.floor(good[0] * low * effort - bare) - 1, np.ceil(good[-1] * high * effort - bare) + 2
            )
            values = numbers + bare
            values = values[values > 0] / effort
            ends += [values / low, values / high, np.sqrt(values[1:] * values[:-1] / (low * high))]
        edges = np.unique(np.concatenate(ends))
        edges = edges[(edges >= good[0] * (1 - _TIE)) & (edges <= good[-1] * (1 + _TIE))]
        between = np.sqrt(edges[1:] * edges[:-1])
        return np.unique(np.concatenate([edges, edges * (1 + _NUDGE), edges * (1 - _NUDGE), between]))
