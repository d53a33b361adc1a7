"""The state of the odds pages, as their address holds it: which citizens, in which order, with how many rolls.

Reading never fails: a field that says nothing sensible counts as left out, and what is wrong with it is said beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from kingdice.errors import nearest
from kingdice.games.king_of_dice.edition import Citizen, Edition

__all__ = ["Heading", "OddsState", "address_of", "headings", "most_rolls", "nowhere", "read_state"]

_LONGEST_SHOWN = 40


@dataclass(frozen=True)
class OddsState:
    """What an odds page is asked to show.

    Attributes
    ----------
    village : str
        Only citizens of this village; `nowhere(edition)` for those without one; all when empty.
    citizen : str
        Only citizens of this type; all when empty.
    rolls : int
        With how many rolls expected points are reckoned.
    sort, order : str
        A heading's key and "up" or "down"; the edition's order when empty.
    usual_rolls : int
        What is meant where an address does not say.
    homeless : str
        How an address says "without a village".
    wrong : mapping of str to str
        What is wrong, by field.
    """

    village: str = ""
    citizen: str = ""
    rolls: int = 3
    sort: str = ""
    order: str = "up"
    usual_rolls: int = 3
    homeless: str = "none"
    wrong: Mapping[str, str] = field(default_factory=dict)

    def admits(self, citizen: Citizen) -> bool:
        """Whether a citizen is among those asked for."""
        home = citizen.village is None if self.village == self.homeless else citizen.village == self.village
        return (not self.village or home) and (not self.citizen or citizen.citizen == self.citizen)

    @property
    def query(self) -> str:
        """The state after the ? of an address, with the ?; nothing that goes without saying."""
        said: dict[str, Any] = {"village": self.village, "citizen": self.citizen}
        if self.rolls != self.usual_rolls:
            said["rolls"] = self.rolls
        if self.sort:
            said |= {"sort": self.sort, "order": self.order}
        said = {name: value for name, value in said.items() if value}
        return "?" + urlencode(said) if said else ""

    @property
    def unsorted(self) -> OddsState:
        """The same in the edition's order."""
        return replace(self, sort="", order="up")

    @property
    def address(self) -> str:
        """The address of the table."""
        return "/odds" + self.query

    def of(self, identifier: str) -> str:
        """The address of a citizen's page that leads back to this table."""
        return address_of(identifier) + self.query

    def sorted_by(self, heading: Heading) -> OddsState:
        """The state that a click on a heading leads to: sorted by it, or the other way round."""
        order = heading.first
        if self.sort == heading.key:
            order = "down" if self.order == "up" else "up"
        return replace(self, sort=heading.key, order=order)


@dataclass(frozen=True)
class Heading:
    """A column that can be sorted by; `first` is how a first click sorts it."""

    key: str
    text: str
    first: str = "down"


def address_of(identifier: str) -> str:
    """The address of a citizen's page."""
    return "/odds/" + quote(identifier, safe="+")


def most_rolls(edition: Edition) -> int:
    """For how many rolls chances are shown: 4, or as many as a turn without a handicap may have."""
    elf = any(citizen.effect == "fourth roll" for citizen in edition.citizens)
    return max(4, edition.rules.rolls + elf)


def nowhere(edition: Edition) -> str:
    """How an address says "without a village", which no village is called."""
    word = "none"
    while any(village.name == word for village in edition.villages):
        word += "-"
    return word


def headings(edition: Edition) -> list[Heading]:
    """The columns of the table."""
    chances = [Heading(f"p{rolls}", _rolls(rolls)) for rolls in range(1, most_rolls(edition) + 1)]
    return [
        Heading("citizen", "Citizen", "up"),
        Heading("village", "Village", "up"),
        Heading("points", "Points"),
        *chances,
        Heading("expected", "Expected"),
        Heading("taken", "Taken"),
    ]


def read_state(asked: Mapping[str, str], edition: Edition) -> OddsState:
    """The state that an address asks for.

    Examples
    --------
    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> state = read_state({"village": "mine", "rolls": "2", "sort": "size"}, load_edition())
    >>> state.address, state.wrong
    ('/odds?village=mine&rolls=2', {'sort': "there is no column 'size'"})
    """
    wrong: dict[str, str] = {}
    homeless = nowhere(edition)
    villages = [village.name for village in edition.villages]
    if any(citizen.village is None for citizen in edition.citizens):
        villages.append(homeless)
    types = list(dict.fromkeys(citizen.citizen for citizen in edition.citizens))
    keys = [heading.key for heading in headings(edition)]
    most, usual = most_rolls(edition), edition.rules.rolls

    def chosen(name: str, known: list[str], complaint: str) -> str:
        value = asked.get(name, "")
        if not value or value in known:
            return value
        shown = value if len(value) <= _LONGEST_SHOWN else value[:_LONGEST_SHOWN] + "…"
        wrong[name] = f"{complaint} '{shown}'{nearest(value[:_LONGEST_SHOWN], known)}"
        return ""

    village = chosen("village", villages, "there is no village")
    citizen = chosen("citizen", types, "there is no citizen called")
    sort = chosen("sort", keys, "there is no column")
    order = chosen("order", ["up", "down"], "order is up or down, not") or "up"
    told = chosen("rolls", [str(rolls) for rolls in range(1, most + 1)], f"expected 1 to {most} rolls, not")
    return OddsState(village, citizen, int(told) if told else usual, sort, order, usual, homeless, wrong)


def _rolls(number: int) -> str:
    return f"{number} roll{'s' * (number != 1)}"
