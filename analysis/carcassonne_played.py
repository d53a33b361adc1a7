"""The games that the study on the King and the Robber Baron is made of, and how it writes numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pandas as pd

from kingdice.cli.estimates import estimates, percentages
from kingdice.games.carcassonne.game_rows import CARD_NAMES
from kingdice.games.carcassonne.matches import match
from kingdice.games.carcassonne.turn_log import TurnLog, log_turns
from kingdice.reporting.page import TableBlock
from kingdice.simulation.run import simulate

SEED, WORKERS = 1, 2
RANDOM, GREEDY, MINDFUL = "random", "greedy", "greedy-cards"
NAMES = {"king": "King", "robber": "Robber Baron", "both": "both"}
GAMES = {
    "main": 20_000,  # two players, all tiles or those of the base game
    "rules": 8_000,  # of each rule for the cards, of players who mind it
    "players": 5_000,  # three, four and five players
    "fields": 3_000,  # of each other rule for fields and small cities
    "match": 6_000,  # of each seating of two strategies against each other
}
_least, _share = 20, [1.0]


def play_less(share: float) -> None:
    """Play only a part of the games, to try the study out."""
    _share[0] = share


def number(kind: str) -> int:
    """How many games of a kind of `GAMES` are played."""
    return max(_least, round(GAMES[kind] * _share[0]))


@cache
def logged(strategy: str, players: int = 2, variants: str = "official") -> TurnLog:
    """Every turn of games of one strategy at all seats."""
    one = match([strategy] * players, variants=variants)
    return log_turns(one, games=number("main" if players == 2 else "players"), seed=SEED, workers=WORKERS)


@cache
def rows(strategy: str, players: int = 2, variants: str = "official") -> pd.DataFrame:
    """One row a game, of the same games."""
    return logged(strategy, players, variants).games.table


@cache
def played(strategies: str | tuple[str, ...], kind: str, variants: str = "official") -> pd.DataFrame:
    """One row a game, of two-player games of one strategy at both seats or of one a seat."""
    seats = [strategies] * 2 if isinstance(strategies, str) else list(strategies)
    return simulate(match(seats, variants=variants), games=number(kind), seed=SEED, workers=WORKERS).table()


@dataclass(frozen=True)
class Found:
    """A table from which prose takes its numbers."""

    table: pd.DataFrame

    def __call__(self, column: str, **where: object) -> float:
        """The number of a column in the one row that has these values."""
        some = self.table
        for name, value in where.items():
            some = some[some[name] == value]
        if len(some) != 1:
            raise LookupError(f"{len(some)} rows with {where}")
        return float(some[column].iloc[0])

    def share(self, column: str, digits: int = 1, **where: object) -> str:
        """The same in per cent."""
        return f"{100 * self(column, **where):.{digits}f} %"

    def cards(self, column: str, digits: int = 1, **where: object) -> str:
        """The numbers of both cards: "King 11.1, Robber Baron 10.9"."""
        return " and ".join(f"{self(column, card=card, **where):.{digits}f}" for card in CARD_NAMES)


def block(
    name: str, table: pd.DataFrame, caption: str, chances: list[str] | None = None, decimals: int = 2
) -> TableBlock:
    """A table without digits that depend on the machine."""
    plain = table.round(6)
    plain.attrs = {}  # said once for the whole page
    return TableBlock(name, plain, caption, chances or [], decimals)


def short(table: pd.DataFrame, **names: str) -> pd.DataFrame:
    """These columns alone, under these names; an empty name leaves one as it is."""
    return table[list(names)].rename(columns={name: other or name for name, other in names.items()})


def side_by_side(table: pd.DataFrame, across: str, down: str = "quantity") -> pd.DataFrame:
    """A tidy table of estimates with a column for each value of `across`, as a person reads it: ± half an interval."""
    columns = list(dict.fromkeys(table[across]))
    rows = []
    for quantity in dict.fromkeys(table[down]):
        some = table[table[down] == quantity]
        unit = str(some["unit"].iloc[0])
        row = {down: quantity, "unit": "" if unit == "share" else unit.removesuffix(" from to")} | dict.fromkeys(
            columns, ""
        )
        row |= dict(zip(some[across], _texts(some, unit), strict=True))
        rows.append(row)
    return pd.DataFrame(rows).rename(columns=NAMES)


def _texts(some: pd.DataFrame, unit: str) -> list[str]:
    value, low, high = (some[name].tolist() for name in ("value", "low", "high"))
    if unit == "points from to":
        return [f"{least:.0f} to {most:.0f}" for least, most in zip(low, high, strict=True)]
    half = [(most - least) / 2 for least, most in zip(low, high, strict=True)]
    low, high = ([one + end * part for one, part in zip(value, half, strict=True)] for end in (-1, 1))
    texts = [""] * len(value)
    sure = [place for place in range(len(value)) if low[place] == low[place]]
    write = percentages if unit == "share" else estimates
    known = write(*([column[place] for place in sure] for column in (value, low, high)))
    for place, text in zip(sure, known, strict=True):
        texts[place] = text
    for place, one in enumerate(value):
        if place not in sure and one == one:
            texts[place] = f"{100 * one:.1f} %" if unit == "share" else f"{round(one, 2):g}"
    return texts
