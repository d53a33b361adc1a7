"""What the odds pages show of an edition, worked out once: chances, drawings, who stands where in a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from markupsafe import Markup

from kingdice.games.king_of_dice.display import lone_worth
from kingdice.games.king_of_dice.edition import Citizen, Edition
from kingdice.games.king_of_dice.odds import odds_rows
from kingdice.web.condition_drawing import drawing, notes
from kingdice.web.in_play import Taking
from kingdice.web.odds_state import OddsState, most_rolls

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
    small, large : Markup
        What it needs, drawn.
    notes : sequence of str
        What the drawing does not say.
    """

    citizen: Citizen
    chances: tuple[float, ...]
    worth: float
    small: Markup
    large: Markup
    notes: Sequence[str]

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

    @property
    def is_ready(self) -> bool:
        """Whether asking for entries takes no time."""
        return "_worked_out" in self.__dict__

    @property
    def entries(self) -> dict[str, Entry]:
        """Every citizen by its id, in the edition's order."""
        if not self.is_ready:
            with self._lock:
                return self._worked_out
        return self._worked_out

    @cached_property
    def _worked_out(self) -> dict[str, Entry]:
        edition = self.edition
        rows = odds_rows(edition, rolls=self.rolls)
        found = {}
        for citizen, condition, row in zip(edition.citizens, edition.conditions, rows, strict=True):
            found[citizen.id] = Entry(
                citizen,
                tuple(row[f"p{roll}"] for roll in range(1, self.rolls + 1)),
                float(lone_worth(citizen, "points")),
                drawing(condition, edition.pool, citizen.needs, small=True),
                drawing(condition, edition.pool, citizen.needs),
                notes(condition, edition.pool),
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
