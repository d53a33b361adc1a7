"""What the odds pages show of an edition, worked out once: chances, drawings, who stands where in a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from markupsafe import Markup

from kingdice.games.king_of_dice.display import lone_worth
from kingdice.games.king_of_dice.edition import Citizen, Edition
from kingdice.games.king_of_dice.odds import odds_rows
from kingdice.web.citizen_worth import Case, cases, effect_in_words
from kingdice.web.condition_drawing import drawing, notes
from kingdice.web.in_play import Taking
from kingdice.web.odds_chart import Chart, chart, percent
from kingdice.web.odds_state import OddsState, address_of, most_rolls
from kingdice.web.rendering import render

__all__ = ["Entry", "OddsBook", "Rank", "rank"]

Key = Callable[["Entry"], float | str | None]
_SAME = 1e-9


@dataclass(frozen=True)
class Entry:
    """A citizen and what is known about it exactly.

    Attributes
    ----------
    citizen : Citizen
    chances : tuple of float
        With 1, 2, … rolls, when it alone is chased as well as can be.
    worth : float
        Points, without its village: the first fairy counts 1, a dragon nothing.
    needs, drawn : Markup
        What it needs, drawn for the table and for its page.
    notes : sequence of str
        What the drawing does not say.
    cells : Markup
        Of its row in the table, those that are always the same.
    cases : sequence of Case
    effect : str or None
    chart : Chart
    """

    citizen: Citizen
    chances: tuple[float, ...]
    worth: float
    needs: Markup
    drawn: Markup
    notes: Sequence[str]
    cells: Markup
    cases: Sequence[Case]
    effect: str | None
    chart: Chart

    @property
    def address(self) -> str:
        """Where its page is."""
        return address_of(self.citizen.id)

    def expected(self, rolls: int) -> float:
        """Chance times worth: points of a turn that chases it."""
        return self.chances[rolls - 1] * self.worth


@dataclass(frozen=True)
class Rank:
    """A place among so many, shared with others."""

    place: int
    of: int
    shared: int


class OddsBook:
    """The exact side of the odds pages; worked out when first asked for, which may take seconds for large dice."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.rolls = most_rolls(edition)
        self._lock = Lock()
        self._work: Future[dict[str, Entry]] | None = None

    async def ready(self, threads: Executor) -> None:
        """Work everything out in one of the threads, or wait for the one that does, without taking another."""
        if "entries" in self.__dict__:
            return
        with self._lock:
            if self._work is None or (self._work.done() and self._work.exception()):
                self._work = threads.submit(lambda: self.entries)
        await asyncio.shield(asyncio.wrap_future(self._work))

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every citizen by its id, in the edition's order."""
        edition = self.edition
        columns = [f"p{roll}" for roll in range(1, self.rolls + 1)]
        rows = [tuple(row[one] for one in columns) for row in odds_rows(edition, rolls=self.rolls)]
        found = {}
        for place, (citizen, condition) in enumerate(zip(edition.citizens, edition.conditions, strict=True)):
            shown = [percent(chance) for chance in rows[place]]
            found[citizen.id] = Entry(
                citizen,
                rows[place],
                float(lone_worth(citizen, "points")),
                drawing(condition, edition.pool, citizen.needs, small=True),
                drawing(condition, edition.pool, citizen.needs),
                notes(condition, edition.pool),
                Markup(render("odds_cells.html.j2", citizen=citizen, chances=shown)),
                cases(edition, citizen),
                effect_in_words(edition, citizen),
                chart(rows[place], rows[:place] + rows[place + 1 :]),
            )
        return found

    def chosen(self, state: OddsState, takings: Mapping[str, Taking]) -> list[Entry]:
        """The citizens that a state asks for, in its order."""
        some = [entry for entry in self.entries.values() if state.admits(entry.citizen)]
        return _ordered(some, state, takings)

    def neighbours(
        self, identifier: str, state: OddsState, takings: Mapping[str, Taking]
    ) -> tuple[Citizen | None, Citizen | None]:
        """The citizens before and after one in the state's table; in the whole table, if it is not in that."""
        listed = self.chosen(state, takings)
        if all(entry.citizen.id != identifier for entry in listed):
            listed = _ordered(list(self.entries.values()), state, takings)
        around = [None, *(entry.citizen for entry in listed), None]
        here = next(place for place, one in enumerate(around) if one is not None and one.id == identifier)
        return around[here - 1], around[here + 1]


def rank(value: float | None, among: Sequence[float | None]) -> Rank | None:
    """The place of a value among all (the greatest first), itself among them; None where it is not known.

    Examples
    --------
    >>> rank(2.0, [3.0, 2.0, 2.0, 1.0])
    Rank(place=2, of=4, shared=1)
    """
    if value is None:
        return None
    known = [one for one in among if one is not None]
    better = sum(one > value + _SAME for one in known)
    shared = sum(abs(one - value) <= _SAME for one in known) - 1
    return Rank(better + 1, len(known), shared)


def _ordered(entries: list[Entry], state: OddsState, takings: Mapping[str, Taking]) -> list[Entry]:
    """Sorted as asked; equals stay in the edition's order, and those without a value stand last."""
    key = _key(state, takings)
    if key is None:
        return entries
    there = [entry for entry in entries if key(entry) is not None]
    missing = [entry for entry in entries if key(entry) is None]
    there.sort(key=key, reverse=state.order == "down")  # type: ignore[arg-type]
    return there + missing


def _key(state: OddsState, takings: Mapping[str, Taking]) -> Key | None:
    """What a column is sorted by; numbers rounded, because routes round differently."""
    if state.sort == "citizen":
        return lambda entry: entry.citizen.id
    if state.sort == "village":
        return lambda entry: entry.citizen.village
    if state.sort == "points":
        return lambda entry: entry.citizen.points if isinstance(entry.citizen.points, int) else entry.worth
    if state.sort == "expected":
        return lambda entry: round(entry.expected(state.rolls), 9)
    if state.sort == "taken":
        return lambda entry: _taken(takings.get(entry.citizen.id))
    if state.sort:
        place = int(state.sort[1:]) - 1
        return lambda entry: round(entry.chances[place], 9)
    return None


def _taken(taking: Taking | None) -> float | None:
    return taking.taken.value if taking is not None and taking.taken is not None else None
