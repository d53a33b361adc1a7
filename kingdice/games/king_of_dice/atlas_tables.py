"""What an atlas says: the best and worst displays, how values spread, what a fourth roll and a citizen are worth.

Every number is a mean or a quantile over all displays, each counted once: there is no sampling error.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kingdice.games.king_of_dice.atlas import Atlas

__all__ = ["atlas_tables", "citizen_presence", "extreme_displays", "one_more_roll", "value_histogram", "value_spread"]

Floats = NDArray[np.float64]
_DIGITS = 9  # what differs after these is equal, as in `kingdice.dice.ties`
_QUANTILES = {"least": 0.0, "q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95, "most": 1.0}


def atlas_tables(atlas: Atlas, *, most: int = 10) -> dict[str, pd.DataFrame]:
    """All summary tables by name.

    Parameters
    ----------
    atlas : Atlas
    most : int
        How many of the best, worst, … displays are named.
    """
    more = one_more_roll(atlas)
    return {
        "spread": value_spread(atlas),
        "best": extreme_displays(atlas, atlas.value, most=most),
        "worst": extreme_displays(atlas, -atlas.value, most=most),
        "one_more_roll_most": extreme_displays(atlas, more, most=most),
        "one_more_roll_least": extreme_displays(atlas, -more, most=most),
        "citizens": citizen_presence(atlas),
    }


def one_more_roll(atlas: Atlas) -> Floats:
    """What the elf's roll, one more than the edition's three, is worth on each display; shape (displays,)."""
    usual = atlas.displays.edition.rules.rolls
    return atlas.columns[f"value_{usual + 1}"] - atlas.columns[f"value_{usual}"]


def value_spread(atlas: Atlas) -> pd.DataFrame:
    """How values spread over displays, a row a measure.

    Returns
    -------
    DataFrame
        measure: `value_1`, … (points, or what counts), `one_more_roll` (the elf's), `failing` (chance), `rolls_used`;
        mean, sd (of all displays, not of a sample), and quantiles from `least` to `most`.
    """
    measures = {f"value_{rolls}": None for rolls in range(1, atlas.displays.most_rolls + 1)}
    columns = {name: atlas.columns[name] for name in measures}
    columns |= {"one_more_roll": one_more_roll(atlas)}
    columns |= {name: atlas.columns[name] for name in ("failing", "rolls_used")}
    rows = [
        {
            "measure": name,
            "mean": float(np.mean(column)),
            "sd": float(np.std(column)),
            **dict(zip(_QUANTILES, np.quantile(column, list(_QUANTILES.values())).tolist(), strict=True)),
        }
        for name, column in columns.items()
    ]
    return _told(pd.DataFrame(rows), atlas)


def value_histogram(atlas: Atlas, *, bins: int = 50) -> pd.DataFrame:
    """The share of displays by value, for each number of rolls.

    Parameters
    ----------
    atlas : Atlas
    bins : int
        About how many at least; their width is a round number.

    Returns
    -------
    DataFrame
        rolls, value (the middle of a bin; the same bins for all), share.
    """
    values = [atlas.columns[f"value_{rolls}"] for rolls in range(1, atlas.displays.most_rolls + 1)]
    low, high = min(float(v.min()) for v in values), max(float(v.max()) for v in values)
    width = _round_number((high - low) / bins)
    edges = width * np.arange(np.floor(low / width), np.floor(high / width) + 2)
    tables = [
        pd.DataFrame(
            {
                "rolls": rolls,
                "value": (edges[:-1] + edges[1:]) / 2,
                # An edge is rounded, and may have come to lie an ulp inside the least value.
                "share": np.histogram(np.clip(column, edges[0], edges[-1]), edges)[0] / len(column),
            }
        )
        for rolls, column in enumerate(values, start=1)
    ]
    return _told(pd.concat(tables, ignore_index=True), atlas)


def extreme_displays(atlas: Atlas, by: Floats, *, most: int = 10) -> pd.DataFrame:
    """The displays with the largest `by`, largest first; of equals the one that is numbered first.

    Returns
    -------
    DataFrame
        display (its number), citizens (ids), value (with the atlas's rolls), one_more_roll, failing (chance),
        likeliest (who it most often ends with), chance (of that).
    """
    where = np.argsort(-np.round(by, _DIGITS), kind="stable")[:most]
    chances = atlas.stacked("chance")[where]
    likeliest = chances.argmax(axis=1)
    return _told(
        pd.DataFrame(
            {
                "display": where,
                "citizens": [" ".join(atlas.ids(int(one))) for one in where],
                "value": atlas.value[where],
                "one_more_roll": one_more_roll(atlas)[where],
                "failing": atlas.columns["failing"][where],
                "likeliest": [atlas.ids(int(one))[place] for one, place in zip(where, likeliest, strict=True)],
                "chance": chances.max(axis=1),
            }
        ),
        atlas,
    )


def citizen_presence(atlas: Atlas) -> pd.DataFrame:
    """What it is worth that a citizen lies on display, best first.

    Returns
    -------
    DataFrame
        citizen; value_with and value_without: means over the displays with it and without it; presence, their
        difference; failing_change, the same of the chance of failing; chance: of ending with it when it is on
        display; brings: its worth times that chance; share: what it brings, of what all citizens bring.
    """
    edition = atlas.displays.edition
    citizens, count = atlas.citizens, len(edition.citizens)
    chances, brings = atlas.stacked("chance"), atlas.stacked("worth")
    won = brings.sum(axis=1)

    def sums(what: Floats) -> Floats:
        """Over the displays with each citizen; `what` (displays,), or (displays, places) of the citizen itself."""
        total = np.zeros(count)
        for place, who in enumerate(citizens.T):
            weights = what if what.ndim == 1 else np.ascontiguousarray(what[:, place])
            total += np.bincount(who, weights=weights, minlength=count)
        return total

    on = np.bincount(citizens.reshape(-1), minlength=count)
    off = len(citizens) - on

    def means(what: Floats) -> tuple[Floats, Floats]:
        total = sums(what)
        return total / on, (what.sum() - total) / off

    (value_with, value_without), (failing_with, failing_without) = means(atlas.value), means(atlas.columns["failing"])
    everything = sums(won)
    table = pd.DataFrame(
        {
            "citizen": [citizen.id for citizen in edition.citizens],
            "presence": value_with - value_without,
            "value_with": value_with,
            "value_without": value_without,
            "failing_change": failing_with - failing_without,
            "chance": sums(chances) / on,
            "brings": sums(brings) / on,
            "share": np.divide(sums(brings), everything, out=np.zeros(count), where=everything != 0),
        }
    )
    return _told(table.sort_values("presence", ascending=False, kind="stable", ignore_index=True), atlas)


def _round_number(width: float) -> float:
    """The next smaller of …, 0.01, 0.02, 0.05, 0.1, …."""
    power = 10.0 ** np.floor(np.log10(max(width, 1e-6)))
    return float(next(step * power for step in (5, 2, 1) if step * power <= max(width, 1e-6) * (1 + 1e-9)))


def _told(table: pd.DataFrame, atlas: Atlas) -> pd.DataFrame:
    table.attrs = atlas.about
    return table
