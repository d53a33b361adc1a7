"""Editions of King of Dice: dice, cards and rule switches as data.

An edition is a TOML file. Two come with the package (`haba-2017`, `haba-2017-lv`); anybody may write others, from
scratch or on top of one (`extends`, with `[[changes]]` to single citizens). Whatever is wrong in a file is said in
one line with the key's place.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kingdice.dice.condition import Condition, RollMasks
from kingdice.dice.condition_text import parse_condition
from kingdice.dice.faces import Die
from kingdice.dice.pool import Pool
from kingdice.errors import EditionError, RollError, StrategyError, nearest
from kingdice.games.king_of_dice.edition_text import LONGEST_FILE, line_of, merged, read_toml

__all__ = [
    "DEFAULT_EDITION",
    "Citizen",
    "Edition",
    "built_in_editions",
    "edition_of_text",
    "edition_source",
    "load_edition",
]

DEFAULT_EDITION = "haba-2017"
Effect = Literal["fourth roll", "extra turn", "fairy", "neighbour", "given away"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class DieEntry(_Entry):
    """One kind of die and how many of it there are."""

    name: str = Field(min_length=1, max_length=40)
    copies: int = Field(default=1, ge=1, le=8)
    faces: list[int | str] = Field(min_length=1, max_length=100)
    weights: list[int | float] | None = None
    source: str = ""

    def die(self) -> Die:
        """The die itself."""
        return Die.of(self.faces, self.weights)


class Village(_Entry):
    """A pile of villages over one place of the display, the top value first."""

    name: str = Field(min_length=1, max_length=40)
    colour: str = ""
    values: list[int] = Field(min_length=1, max_length=20)
    source: str = ""


class Penalty(_Entry):
    """Penalty cards of one value."""

    points: int = Field(ge=-1000, le=-1)
    copies: int = Field(default=1, ge=1, le=100)
    source: str = ""


class Citizen(_Entry):
    """A citizen card. `points` is "X" for a fairy, whose worth depends on how many the player has."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9+_-]*$", max_length=40)
    citizen: str = Field(min_length=1, max_length=40)
    village: str | None = None
    points: int | Literal["X"]
    needs: str = Field(min_length=1)
    effect: Effect | None = None
    source: str = ""


class Rules(_Entry):
    """Rule switches for what the rule texts leave open or differ on."""

    rolls: int = Field(default=3, ge=1, le=10)
    tie: Literal["minus points", "minus cards"] = "minus points"
    fairies: Literal["n each", "1 to n"] = "n each"
    failure_discards: Literal["rightmost", "any"] = "rightmost"
    may_decline: bool = False


class Handicap(_Entry):
    """A what-if for one seat: more (or fewer) rolls every turn, points to begin with."""

    seat: int = Field(ge=1, le=9)
    extra_rolls: int = Field(default=0, ge=-9, le=9)
    points: int = Field(default=0, ge=-1000, le=1000)


class _File(_Entry):
    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=60)
    title: str = ""
    source: str = ""
    players: tuple[int, int] = Field(default=(2, 5), strict=False)
    rules: Rules = Rules()
    dice: list[DieEntry] = Field(min_length=1, max_length=8)
    villages: list[Village] = Field(min_length=1, max_length=12)
    penalties: list[Penalty] = Field(min_length=1, max_length=40)
    citizens: list[Citizen] = Field(min_length=1, max_length=64)
    handicaps: list[Handicap] = Field(default=[], max_length=9)


@dataclass(frozen=True)
class Edition:
    """A checked edition.

    Attributes
    ----------
    name, title, source : str
    players : (int, int)
        Fewest and most players.
    rules : Rules
    dice : tuple of DieEntry
    villages : tuple of Village
        One over each place of the display, left to right.
    penalties : tuple of Penalty
    citizens : tuple of Citizen
        A citizen's place here is its bit in `masks`.
    handicaps : tuple of Handicap
    pool : Pool
    conditions : tuple of Condition
        What each citizen needs.
    """

    name: str
    title: str
    source: str
    players: tuple[int, int]
    rules: Rules
    dice: tuple[DieEntry, ...]
    villages: tuple[Village, ...]
    penalties: tuple[Penalty, ...]
    citizens: tuple[Citizen, ...]
    handicaps: tuple[Handicap, ...]
    pool: Pool = field(repr=False)
    conditions: tuple[Condition, ...] = field(repr=False)

    def __getstate__(self) -> dict[str, Any]:
        state = {one.name: getattr(self, one.name) for one in fields(self)}  # not what was worked out, a megabyte
        return state | {"pool": Pool(self.pool.groups)}

    @cached_property
    def masks(self) -> RollMasks:
        """The citizens that each roll meets, one bit each."""
        return RollMasks.of(self.pool, self.conditions)

    @cached_property
    def bit_of(self) -> dict[str, int]:
        """Place of each citizen's id in `citizens`."""
        return {citizen.id: place for place, citizen in enumerate(self.citizens)}

    def citizen(self, identifier: str) -> Citizen:
        """The citizen with this id.

        Raises
        ------
        EditionError
            When there is none, with the nearest name.
        """
        place = self.bit_of.get(identifier)
        if place is None:
            hint = nearest(identifier, self.bit_of)
            raise EditionError(f"edition {self.name} has no citizen '{identifier[:40]}'{hint}")
        return self.citizens[place]

    def rolls_of(self, seat: int | None) -> int:
        """How many rolls a seat has in a turn (without an elf), handicap included."""
        extra = sum(handicap.extra_rolls for handicap in self.handicaps if handicap.seat == seat)
        return self.rules.rolls + extra

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the edition is not for.

        Raises
        ------
        StrategyError
        """
        fewest, most = self.players
        if not fewest <= players <= most:
            raise StrategyError(f"{players} players: {self.name} has {fewest} to {most}")

    @property
    def longest_turn(self) -> int:
        """The most rolls that any turn has: an elf's, with the largest handicap."""
        return self.rules.rolls + 1 + max([0, *(handicap.extra_rolls for handicap in self.handicaps)])

    @property
    def shortest_turn(self) -> int:
        """The fewest rolls that any turn has: without an elf, with the handicap that takes most away."""
        return self.rules.rolls + min([0, *(handicap.extra_rolls for handicap in self.handicaps)])

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits that change whenever results may: dice, cards and rules, but no titles or sources."""
        penalties: Counter[int] = Counter()
        for penalty in self.penalties:
            penalties[penalty.points] += penalty.copies
        content: dict[str, Any] = {
            "players": self.players,
            "rules": self.rules.model_dump(),
            "dice": [
                [[str(face) for face in group.die.faces], group.die.weights, group.count] for group in self.pool.groups
            ],
            "villages": [[village.name, village.values] for village in self.villages],
            "penalties": sorted(penalties.items()),
            "citizens": [
                [c.id, c.citizen, c.village, c.points, str(needs), c.effect]
                for c, needs in zip(self.citizens, self.conditions, strict=True)
            ],
            "handicaps": sorted([h.seat, h.extra_rolls, h.points] for h in self.handicaps),
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


def built_in_editions() -> tuple[str, ...]:
    """Names of the editions in the package."""
    folder = resources.files("kingdice.games.king_of_dice") / "editions"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_edition(name: str | Path = DEFAULT_EDITION) -> Edition:
    """Load an edition by its name, or from a file.

    Raises
    ------
    EditionError
        One line that says what is wrong and where.

    Examples
    --------
    >>> edition = load_edition("haba-2017")
    >>> len(edition.citizens), edition.pool.roll_count
    (40, 9261)
    """
    if str(name) in built_in_editions():
        return _load_built_in(str(name))
    return edition_of_text(str(name), edition_source(name))


def edition_of_text(label: str, text: str) -> Edition:
    """Check an edition that stands in a text; `label` names it in complaints.

    Raises
    ------
    EditionError
    """
    return _Check(label, text).edition()


def edition_source(name: str | Path) -> str:
    """The text of an edition's file, by its name or from a file.

    Raises
    ------
    EditionError
        When it cannot be read.
    """
    if str(name) in built_in_editions():
        return built_in_text(str(name))
    path = Path(name)
    if path.suffix != ".toml" and not os.path.exists(path):
        known = built_in_editions()
        hint = nearest(str(name), known) or f"; there are {', '.join(known)}, or a file of your own"
        raise EditionError(f"no edition '{name}'{hint}")
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LONGEST_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise EditionError(f"{name}: cannot be read: {reason}") from None


@lru_cache(maxsize=8)
def _load_built_in(name: str) -> Edition:
    return edition_of_text(name, built_in_text(name))


def built_in_text(name: str) -> str:
    """The text of a built-in edition's file."""
    return (resources.files("kingdice.games.king_of_dice") / "editions" / f"{name}.toml").read_text(encoding="utf-8")


class _Check:
    """Reads one edition text; every complaint names the file and the key's place."""

    def __init__(self, label: str, text: str) -> None:
        self.label = label
        self.text = text
        self.changed: dict[tuple[int, str], int] = {}  # which of [[changes]] gave a citizen its key

    def refuse(self, why: str, *place: str | int) -> EditionError:
        """One line: file, line where it can be told, key, complaint."""
        own = place
        if len(place) > 2 and (change := self.changed.get((int(place[1]), str(place[2])))) is not None:
            own = ("changes", change, *place[2:])
        line = line_of(self.text, own)
        key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
        where = ": ".join(part for part in (f"line {line}" if line else "", key) if part)
        return EditionError(f"{self.label}: {where}{': ' if where else ''}{why}")

    def content(self) -> dict[str, Any]:
        """The file's keys, those of the edition it extends filled in."""
        own = read_toml(self.label, self.text)
        parent = own.pop("extends", None)
        if parent is None:
            if "changes" in own:
                raise self.refuse("only an edition that extends another can change its citizens", "changes")
            return own
        if parent not in built_in_editions():
            hint = nearest(str(parent), built_in_editions())
            raise self.refuse(f"no edition '{parent}' in the package{hint}", "extends")
        content = merged(_Check(parent, built_in_text(parent)).content(), own, self.refuse)
        if "citizens" not in own:
            places = {citizen["id"]: place for place, citizen in enumerate(content["citizens"])}
            for number, change in enumerate(own.get("changes", [])):
                self.changed |= {(places[change["id"]], key): number for key in change}
        return content

    def edition(self) -> Edition:
        """Check everything."""
        content = self.content()
        try:
            data = _File.model_validate(content)
        except ValidationError as error:
            raise self._first_complaint(error, content) from None
        fewest, most = data.players
        if not 2 <= fewest <= most <= 9:
            raise self.refuse("expected the fewest and the most players, 2 to 9, as in [2, 5]", "players")
        pool = self._pool(data)
        self._check_cards(data)
        conditions = []
        for place, citizen in enumerate(data.citizens):
            try:
                conditions.append(parse_condition(citizen.needs, pool))
            except RollError as error:
                raise self.refuse(f"citizen {citizen.id}: {error}", "citizens", place, "needs") from None
        return Edition(
            data.name,
            data.title,
            data.source,
            data.players,
            data.rules,
            tuple(data.dice),
            tuple(data.villages),
            tuple(data.penalties),
            tuple(data.citizens),
            tuple(data.handicaps),
            pool,
            tuple(conditions),
        )

    def _pool(self, data: _File) -> Pool:
        dice: list[tuple[Die, int]] = []
        for place, entry in enumerate(data.dice):
            try:
                dice.append((entry.die(), entry.copies))
            except RollError as error:
                raise self.refuse(f"die {entry.name}: {error}", "dice", place) from None
        pool = Pool.of(dice)
        if not 2 <= pool.dice <= 8:
            raise self.refuse(f"{pool.dice} dice: an edition has 2 to 8", "dice")
        try:
            pool.check_size()
        except RollError as error:
            raise self.refuse(str(error), "dice") from None
        return pool

    def _check_cards(self, data: _File) -> None:
        for key, names in (
            ("dice", [die.name for die in data.dice]),
            ("villages", [village.name for village in data.villages]),
            ("citizens", [citizen.id for citizen in data.citizens]),
            ("handicaps", [str(handicap.seat) for handicap in data.handicaps]),
        ):
            for place, name in enumerate(names):
                if name in names[:place]:
                    what = {"citizens": "id", "handicaps": "seat"}.get(key, "name")
                    raise self.refuse(f"'{name}' stands twice", key, place, what)
        if len(data.citizens) <= len(data.villages):
            why = f"{len(data.citizens)} citizens: expected more than the {len(data.villages)} on display"
            raise self.refuse(why, "citizens")
        villages = [village.name for village in data.villages]
        for place, citizen in enumerate(data.citizens):
            if citizen.village is not None and citizen.village not in villages:
                hint = nearest(citizen.village, villages) or f"; there are {', '.join(villages)}"
                why = f"citizen {citizen.id}: no village '{citizen.village}'{hint}"
                raise self.refuse(why, "citizens", place, "village")
            if (citizen.points == "X") != (citizen.effect == "fairy"):
                why = f'citizen {citizen.id}: points = "X" and effect = "fairy" go together'
                raise self.refuse(why, "citizens", place, "points")
            if isinstance(citizen.points, int) and abs(citizen.points) > 1000:
                raise self.refuse(f"citizen {citizen.id}: at most 1000 points", "citizens", place, "points")
        for place, village in enumerate(data.villages):
            if any(not 0 < value <= 1000 for value in village.values):
                raise self.refuse("village values are 1 to 1000", "villages", place, "values")
        for place, handicap in enumerate(data.handicaps):
            if data.rules.rolls + handicap.extra_rolls < 1:
                raise self.refuse("leaves this seat without a roll", "handicaps", place, "extra_rolls")

    def _first_complaint(self, error: ValidationError, content: dict[str, Any]) -> EditionError:
        first = min(error.errors(), key=lambda one: one["type"] != "extra_forbidden")  # a mistyped key explains more
        place = [
            part
            for part in first["loc"]
            if first["type"] == "extra_forbidden"
            or not str(part).startswith(("literal", "function", "int", "str", "float"))
        ]
        entry: Any = content
        names = []
        for part in place[:-1]:
            entry = entry[part]
            if isinstance(entry, dict):
                names = [str(entry[key]) for key in ("id", "name") if key in entry and key != place[-1]][:1]
        who = f"{names[0]}: " if names and len(place) > 2 else ""
        return self.refuse(who + _plain(first, list(_keys(place))), *place)


def _keys(place: list[Any]) -> Iterator[str]:
    model: Any = _File
    for part in place[:-1]:
        if isinstance(part, str):
            model = {
                "rules": Rules,
                "dice": DieEntry,
                "villages": Village,
                "penalties": Penalty,
                "citizens": Citizen,
                "handicaps": Handicap,
            }.get(part, model)
    yield from model.model_fields
    if model is _File:
        yield from ("extends", "changes")


def _plain(error: Any, keys: list[str]) -> str:
    kind, name = error["type"], str(error["loc"][-1])
    if kind == "extra_forbidden":
        return f"unknown key{nearest(name, keys) or '; the keys here are ' + ', '.join(keys)}"
    if kind == "missing":
        return "missing"
    if kind in {"too_short", "too_long"}:
        limit = error["ctx"].get("min_length", error["ctx"].get("max_length"))
        return f"expected at {'least' if kind == 'too_short' else 'most'} {limit}, not {error['ctx']['actual_length']}"
    if kind in {"list_type", "tuple_type", "dict_type", "model_type"}:
        return (
            f"expected a {'table' if kind in {'dict_type', 'model_type'} else 'list'}, not {str(error['input'])[:40]}"
        )
    message = str(error["msg"]).removeprefix("Input should be ").removeprefix("Value error, ")
    if kind == "literal_error":
        return f"expected {message}, not {error['input']!r}"
    if message.startswith("a valid "):
        return f"expected {message.removeprefix('a valid ')}, not {str(error['input'])[:40]!r}"
    shown = str(error["input"])
    return f"expected {message}" + (f", not {shown}" if len(shown) <= 40 else "")
