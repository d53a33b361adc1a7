"""Is a citizen worth its effort?

A citizen's effort is how many turns it takes, on average, to meet it when it alone is chased. An edition pays more for
more effort; how much more is its own price of effort, a straight line through the logarithms (least squares). Each
citizen is held against the line of the others, so that one that is far off cannot hide by bending the line its way.
What a citizen is worth is more than the points printed on it: villages, fairies, gifts and effects count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingdice.balance.measures import interval
from kingdice.comparison.estimates import normal_reach, tidy
from kingdice.errors import RunError
from kingdice.games.king_of_dice.edition import Citizen, Edition
from kingdice.games.king_of_dice.odds import odds_rows
from kingdice.games.king_of_dice.turn_log import TurnLog

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.balance.findings import Judged

__all__ = ["BAND", "LEAST_CHANCE", "Price", "fair_prices", "judged_prices", "price_of_effort"]

Floats = NDArray[np.float64]
BAND = (2 / 3, 3 / 2)
LEAST_CHANCE = 0.001  # below, a citizen is as good as impossible (what no roll at all can meet, no edition may ask)
FEWEST = 4  # citizens that a line is drawn through
CERTAIN = 1 - 1e-9


class Price(NamedTuple):
    """What an edition pays for effort: points = first x effort ** exponent.

    Attributes
    ----------
    first : float
        Points for an effort of one turn.
    exponent : float
        1 where twice the effort is paid twice as well, 0 where effort is not paid at all.
    """

    first: float
    exponent: float

    def points(self, effort: float) -> float:
        """What so many turns of effort earn."""
        return float(self.first * effort**self.exponent)


def price_of_effort(effort: Sequence[float] | Floats, worth: Sequence[float] | Floats) -> Price:
    """The line of least squares through the logarithms of effort and worth.

    Where all efforts are the same there is no slope to be seen: the exponent is 0 and `first` the geometric mean.

    Parameters
    ----------
    effort, worth : array (citizens,)
        Turns and points, all above 0.

    Examples
    --------
    >>> price = price_of_effort([1.5, 3, 6, 12], [2, 4, 8, 16])
    >>> round(price.exponent, 6), round(price.points(24), 6)
    (1.0, 32.0)
    """
    weights = _weights(np.log(np.asarray(effort, dtype=np.float64)))
    first, exponent = weights @ np.log(np.asarray(worth, dtype=np.float64))
    return Price(float(np.exp(first)), float(exponent))


def fair_prices(
    edition: Edition,
    log: TurnLog | None = None,
    *,
    worths: Mapping[str, float] | None = None,
    band: tuple[float, float] = BAND,
    level: float = 0.95,
) -> pd.DataFrame:
    """What citizens are worth, and what their effort would earn by the prices of the others.

    With turns that were played, a citizen is worth the lead that it brings at once (points, village, the hypnotist's
    neighbour, what a dragon takes from another) and the lead that follows from its effect, see `citizen_tables.gains`;
    what follows from a citizen without an effect is taken as 0 (on games of haba-2017 that is what it is estimated at).
    What a second fairy adds counts for both, as either could have been left. One that nobody took is worth its points.
    Without turns, all is exact: a citizen is worth its points, effects and villages left out; fairies and dragons,
    whose points are not their takers', are left out of the table unless `worths` names them.

    Parameters
    ----------
    edition : Edition
    log : TurnLog, optional
        Games of this edition.
    worths : mapping, optional
        Points that some citizens are worth instead, taken as exact.
    band : pair of float
        Which ratios of worth to fair are fair.
    level : float
        Of each interval on its own.

    Returns
    -------
    DataFrame
        A row a citizen: citizen (id), village, points (whole number, or "X"), chance (in a turn of the edition's rolls,
        chased alone), effort (turns, 1 / chance), takings (turns; 0 without games), worth with worth_low and worth_high
        (points), points_per_turn (worth x chance), fair (points that its effort would earn by the prices of all others;
        NaN without a line), ratio (worth / fair) with ratio_low and ratio_high, ratio_error (standard error),
        fair_points (points that would make it so, everything else as it is: a whole number from 0, or "X"), verdict:
        "dear" (it pays less than the band allows), "generous" (more), "fair" (neither is shown), "impossible" (chance
        below `LEAST_CHANCE`), "certain" (always met), "unknown" (no line). The last three are not part of the line.
        Errors take games as the unit and count those of the other citizens' worths in `fair`.
        `.attrs`: price_first and price_exponent (of all citizens together, see `Price`), note (why there is no line).

    Raises
    ------
    RunError
        When the games are not of this edition.

    Examples
    --------
    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> table = fair_prices(load_edition()).set_index("citizen")
    >>> table.loc["orc-2+2+2", "verdict"], table.loc["gnome-3green", "verdict"]
    ('generous', 'dear')
    """
    if log is not None and log.edition.hash != edition.hash:
        raise RunError(
            f"games of edition {log.edition.name} {log.edition.hash}: expected {edition.name} {edition.hash}"
        )
    chance = np.array([row[f"p{edition.rules.rolls}"] for row in odds_rows(edition, rolls=edition.rules.rolls)])
    takings, worth, by_game = _worths(edition, log, worths or {})
    listed = np.flatnonzero(~np.isnan(worth))
    chance, takings, worth, by_game = chance[listed], takings[listed], worth[listed], by_game[:, listed]
    fair, fair_by_game, price = _fair(chance, worth, by_game)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = worth / fair
        relative = by_game / np.where(worth == 0, 1, worth) - fair_by_game
    ratio_error = np.abs(ratio) * _error(relative)
    ratio_error = np.where(worth == 0, _error(by_game) / fair, ratio_error)
    reach = normal_reach(level)
    players = len(log.strategies) if log is not None else 2
    rows = []
    for row, place in enumerate(listed.tolist()):
        citizen = edition.citizens[place]
        error = float(_error(by_game[:, row]))
        games = len(by_game)
        low, high = interval(float(ratio[row]), float(ratio_error[row]), unit="ratio", games=games, reach=reach)
        rows.append(
            {
                "citizen": citizen.id,
                "village": citizen.village or "",
                "points": citizen.points,
                "chance": float(chance[row]),
                "effort": float(1 / chance[row]),
                "takings": int(takings[row]),
                "worth": float(worth[row]),
                "worth_low": float(worth[row] - reach * error),
                "worth_high": float(worth[row] + reach * error),
                "points_per_turn": float(worth[row] * chance[row]),
                "fair": float(fair[row]),
                "ratio": float(ratio[row]),
                "ratio_low": low,
                "ratio_high": high,
                "ratio_error": float(ratio_error[row]),
                "fair_points": _fair_points(citizen, float(fair[row] - worth[row]), players),
                "verdict": _verdict(float(chance[row]), low, high, band),
            }
        )
    exact = {"edition": f"{edition.name} {edition.hash}", "method": "exact"}
    about: dict[str, Any] = exact if log is None else log.about
    note = "" if price else f"fewer than {FEWEST} citizens with a chance and a worth: no price of effort can be told"
    first, exponent = price or (float("nan"), float("nan"))
    return tidy(rows, about, level=level, band=band, price_first=first, price_exponent=exponent, note=note)


def judged_prices(table: pd.DataFrame) -> list[Judged]:
    """The citizens of `fair_prices` as a report judges them: worth for effort, or the chance where there is none."""
    from kingdice.balance.findings import EXACT, SIMULATED, Judged

    judged = []
    band = table.attrs["band"]
    for row in table.to_dict("records"):
        if row["verdict"] == "impossible":
            chance, fair = row["chance"], (LEAST_CHANCE, 1.0)
            judged.append(Judged("Cards", row["citizen"], "chance of being met", "share", chance, 0.0, fair, EXACT))
        elif row["verdict"] != "unknown":
            how = SIMULATED if row["ratio_error"] > 0 else EXACT
            value, error = row["ratio"], row["ratio_error"]
            judged.append(Judged("Cards", row["citizen"], "worth for its effort", "ratio", value, error, band, how))
    return judged


def _worths(
    edition: Edition, log: TurnLog | None, given: Mapping[str, float]
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """How often citizens were taken, what they are worth (NaN: not known), what each game moves that by."""
    for identifier in given:
        edition.citizen(identifier)
    count = len(edition.citizens)
    takings, by_game = np.zeros(count, dtype=np.int64), np.zeros((2 if log is None else log.games, count))
    worth = np.array([one.points if _own_points(one) else np.nan for one in edition.citizens], dtype=np.float64)
    if log is not None:
        from kingdice.games.king_of_dice.citizen_tables import gains

        found = gains(log)
        takings = found.takings
        effect = np.array([one.effect is not None for one in edition.citizens])
        follows = np.where(effect & ~np.isnan(found.follows), found.follows, 0.0)
        worth = np.where(takings > 0, found.brings + follows, worth)
        by_game = found.brings_by_game + np.where(effect, found.follows_by_game, 0.0)
    for place, citizen in enumerate(edition.citizens):
        if citizen.id in given:
            worth[place], by_game[:, place] = given[citizen.id], 0.0
    return takings, worth, by_game


def _fair(chance: Floats, worth: Floats, by_game: Floats) -> tuple[Floats, Floats, Price | None]:
    """What each effort earns by the line of the others, what each game moves its logarithm by, and the line of all."""
    fair, fair_by_game = np.full(len(worth), np.nan), np.zeros_like(by_game)
    usable = (chance >= LEAST_CHANCE) & (chance < CERTAIN) & (worth > 0)
    if usable.sum() < FEWEST:
        return fair, fair_by_game, None
    effort = -np.log(chance)
    for place in range(len(chance)):
        others = usable.copy()
        others[place] = False
        line = np.array([1.0, effort[place]]) @ _weights(effort[others])
        fair[place] = np.exp(line @ np.log(worth[others]))
        fair_by_game[:, place] = (by_game[:, others] / worth[others]) @ line
    return fair, fair_by_game, price_of_effort(np.exp(effort[usable]), worth[usable])


def _weights(efforts: Floats) -> Floats:
    """What each logarithm of a worth adds to intercept and slope of the line of least squares; array (2, citizens)."""
    beyond = efforts - efforts.mean()
    spread = (beyond**2).sum()
    slope = beyond / spread if spread > 1e-12 * len(efforts) else np.zeros_like(beyond)
    return np.stack([1 / len(efforts) - slope * efforts.mean(), slope])


def _error(by_game: Floats) -> Any:
    return np.sqrt((by_game**2).sum(axis=0))


def _own_points(citizen: Citizen) -> bool:
    return citizen.points != "X" and citizen.effect != "given away"


def _fair_points(citizen: Citizen, missing: float, players: int) -> int | str:
    """Points that bring so much more, not below 0; a dragon's count against one of the others, and stay below 0."""
    if citizen.points == "X" or np.isnan(missing):
        return citizen.points
    if citizen.effect == "given away":
        return min(0, citizen.points - round(missing * (players - 1)))
    return max(min(0, citizen.points), citizen.points + round(missing))


def _verdict(chance: float, low: float, high: float, band: tuple[float, float]) -> str:
    if chance < LEAST_CHANCE:
        return "impossible"
    if np.isnan(low):
        return "unknown"
    if chance >= CERTAIN:
        return "certain"
    return "dear" if high < band[0] else "generous" if low > band[1] else "fair"
