"""What the advisor is asked: read from an address, field by field, and written as one.

Whatever stands in an address, reading it never fails: each field that cannot be is left out, with a word that says why
and stands beside it on the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

from kingdice.dice.faces import Face
from kingdice.dice.notation import format_faces, parse_face
from kingdice.dice.pool import Group
from kingdice.errors import KingdiceError, nearest
from kingdice.games.king_of_dice.display import Display
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.foresight import MOST_AHEAD

__all__ = ["OBJECTIVES", "Asked", "Moment", "choices_of", "dice_of"]

OBJECTIVES = ("points", "lead", "far-sighted")
_LONGEST = 60  # letters of one word that are repeated on a page: no citizen or face has more
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,4}")  # as it is written beside what may be chosen


@dataclass(frozen=True)
class Asked:
    """The words of an address.

    Attributes
    ----------
    display, villages : tuple of str
        An id and a top value for each place; empty where nothing is said.
    dice : tuple of str
        What each die shows, in pool order; empty where nothing is said.
    penalty, fairies, players, rolls, left, objective, ahead : str
    """

    display: tuple[str, ...]
    villages: tuple[str, ...]
    dice: tuple[str, ...]
    penalty: str = ""
    fairies: str = ""
    players: str = ""
    rolls: str = ""
    left: str = ""
    objective: str = ""
    ahead: str = ""

    @classmethod
    def of(cls, edition: Edition, words: Mapping[str, str]) -> Asked:
        """Read the parameters of an address; what it does not say is what a game begins with."""
        places, dice = len(edition.villages), edition.pool.dice
        tops = ",".join(str(village.values[0]) for village in edition.villages)
        one, usual = {name: _word(words.get(name, "")) for name in _SINGLE}, _usual(edition)
        return cls(
            _list(words.get("display", ""), places),
            _list(words.get("villages", tops), places),
            _list(words.get("dice", ""), dice),
            **{name: word or usual[name] for name, word in one.items()},
        )

    @property
    def address(self) -> str:
        """The address that says all this."""
        words = {
            "display": ",".join(self.display),
            "villages": ",".join(self.villages),
            **{name: getattr(self, name) for name in _SINGLE if name != "ahead" or self.objective == OBJECTIVES[-1]},
            "dice": ",".join(self.dice),
        }
        return f"/?{urlencode(words, safe=',')}"

    def with_dice(self, dice: tuple[str, ...], left: int | str) -> Asked:
        """The same with other dice and rolls left."""
        return replace(self, dice=dice, left=str(left))


_SINGLE = ("penalty", "fairies", "players", "objective", "ahead", "rolls", "left")


def _usual(edition: Edition) -> dict[str, str]:
    return {
        "penalty": str(min(-one.points for one in edition.penalties)),
        "fairies": "0",
        "players": str(max(2, edition.players[0])),
        "objective": OBJECTIVES[0],
        "ahead": "0",
        "rolls": str(edition.rules.rolls),
        "left": "",
    }


def _word(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


def _list(text: str, length: int) -> tuple[str, ...]:
    words = [_word(word) for word in text[: 2 * _LONGEST * length].split(",")[:length]]
    return (*words, *[""] * (length - len(words)))


def choices_of(edition: Edition) -> dict[str, Sequence[int]]:
    """The numbers that there are to choose from, ascending."""
    fewest, most = edition.players
    return {
        "penalty": sorted({-one.points for one in edition.penalties}),
        "fairies": range(sum(one.effect == "fairy" for one in edition.citizens) + 1),
        "players": range(max(2, fewest), most + 1),
        "rolls": range(edition.shortest_turn, edition.longest_turn + 1),
    }


def dice_of(edition: Edition) -> list[Group]:
    """The group that each die belongs to, in pool order."""
    return [group for group in edition.pool.groups for _ in range(group.count)]


@dataclass(frozen=True)
class Moment:
    """What was asked, as far as it can be.

    Attributes
    ----------
    asked : Asked
    wrong : dict
        A word for each field that cannot be: citizen0, village0, …, die0, …, penalty, fairies and so on.
    display : Display or None
        None while citizens are missing or something about them is wrong.
    shown : tuple of Face or None
        What each die shows.
    rolls, left, ahead : int
        Rolls of the turn; how often the dice may still be rolled once all show something; own points less the best
        other's.
    objective : str
    """

    edition: Edition
    asked: Asked
    wrong: dict[str, str] = field(default_factory=dict)
    display: Display | None = None
    shown: tuple[Face | None, ...] = ()
    rolls: int = 0
    left: int = 0
    ahead: int = 0
    objective: str = OBJECTIVES[0]

    @classmethod
    def of(cls, edition: Edition, asked: Asked) -> Moment:
        """Check everything that was asked."""
        return _Check(edition, asked).moment()

    @property
    def roll(self) -> int | None:
        """The index of the roll that the dice show, once all show something."""
        faces = [one for one in self.shown if one is not None]
        if len(faces) < self.edition.pool.dice:
            return None
        at, parts = 0, []
        for group in self.edition.pool.groups:
            parts.append(faces[at : at + group.count])
            at += group.count
        return self.edition.pool.roll_index(parts)

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """Which of its faces each die shows, counted from 0; -1 where it shows nothing."""
        dice = dice_of(self.edition)
        return tuple(
            -1 if face is None else group.die.faces.index(face) for group, face in zip(dice, self.shown, strict=True)
        )


class _Check:
    def __init__(self, edition: Edition, asked: Asked) -> None:
        self.edition, self.asked = edition, asked
        self.choices, self.dice = choices_of(edition), dice_of(edition)
        self.wrong: dict[str, str] = {}

    def moment(self) -> Moment:
        edition, asked = self.edition, self.asked
        citizens = [self._citizen(place) for place in range(len(asked.display))]
        tops = [self._village(place) for place in range(len(asked.villages))]
        penalty = self._among("penalty", asked.penalty, self.choices["penalty"])
        fairies, players, rolls = (self._chosen(name) for name in ("fairies", "players", "rolls"))
        left = self._number("left", asked.left, 0, rolls - 1) if asked.left else rolls - 1
        ahead = self._number("ahead", asked.ahead, -MOST_AHEAD, MOST_AHEAD)
        if asked.objective not in OBJECTIVES:
            hint = nearest(asked.objective, OBJECTIVES)
            self.wrong["objective"] = f"no objective '{asked.objective}': expected {', '.join(OBJECTIVES)}{hint}"
        shown = tuple(self._die(place) for place in range(len(asked.dice)))
        most = self.choices["fairies"][-1]
        on_display = sum(one is not None and edition.citizen(one).effect == "fairy" for one in citizens)
        if fairies + on_display > most and "fairies" not in self.wrong:
            self.wrong["fairies"] = f"with {on_display} on display there would be more than the {most} that there are"
        display = None
        if all(citizens) and not self.wrong:
            ids = [str(one) for one in citizens]
            display = Display.of(edition, ids, villages=tops, penalty=penalty, fairies=fairies, players=players)
        return Moment(edition, asked, self.wrong, display, shown, rolls, left, ahead, asked.objective)

    def _citizen(self, place: int) -> str | None:
        word = self.asked.display[place]
        if not word:
            return None
        try:
            self.edition.citizen(word)
        except KingdiceError as error:
            self.wrong[f"citizen{place}"] = str(error)
            return None
        if word in self.asked.display[:place]:
            self.wrong[f"citizen{place}"] = f"{word} stands twice: there is one of each citizen"
        return word

    def _village(self, place: int) -> int:
        village, word = self.edition.villages[place], self.asked.villages[place]
        if word in ("", "0", "-"):
            return 0
        if word not in {str(value) for value in village.values}:
            known = ", ".join(str(value) for value in village.values)
            self.wrong[f"village{place}"] = f"{village.name} has no {word}: expected {known}, or none"
            return 0
        return int(word)

    def _die(self, place: int) -> Face | None:
        word, pool, group = self.asked.dice[place], self.edition.pool, self.dice[place]
        if not word:
            return None
        try:
            face = parse_face(pool, word)
        except KingdiceError as error:
            self.wrong[f"die{place}"] = str(error)
            return None
        if face not in group.die.faces:
            self.wrong[f"die{place}"] = f"this die has no {face}: it has {format_faces(pool, group.die.faces)}"
            return None
        return face

    def _chosen(self, name: str) -> int:
        numbers = self.choices[name]
        return self._number(name, getattr(self.asked, name), numbers[0], numbers[-1])

    def _number(self, name: str, word: str, least: int, most: int) -> int:
        if not (_WHOLE.fullmatch(word) and least <= int(word) <= most):
            self.wrong[name] = f"'{word}': expected {least}" + (f" to {most}" if most > least else "")
            return max(least, min(0, most))
        return int(word)

    def _among(self, name: str, word: str, known: Sequence[int]) -> int:
        if word not in {str(one) for one in known}:
            self.wrong[name] = f"no {name} of '{word}': there are {', '.join(str(one) for one in known)}"
            return known[0]
        return int(word)
