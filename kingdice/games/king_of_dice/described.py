"""Strategies by name, and what each may be told to do without.

Options stand after a name, as in `best-bet:without=elf-4` or `turn-optimal:without=dragon+hypnotist:rolls=2`:

| option | means |
| --- | --- |
| without | citizens that the player never takes, by id or by kind (`dragon`: all whose id begins with `dragon-`) |
| rolls | how many rolls of a turn the player makes at most |

Which citizens there are is for the edition to say, so a name is read with the edition that is played. Ids may have a +
themselves: of several ways to read `orc-2+2+2`, the longest id is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kingdice.errors import StrategyError, nearest
from kingdice.games.king_of_dice.edition import Edition
from kingdice.games.king_of_dice.layout import STRATEGY_CODES
from kingdice.games.king_of_dice.rules import Restriction
from kingdice.simulation import described as simulation

__all__ = ["Described", "described"]

_WITHOUT, _ROLLS = "without", "rolls"
_USUAL = {_WITHOUT: "", _ROLLS: "0"}


@dataclass(frozen=True)
class Described(simulation.Described):
    """A strategy and what it is told; its attributes are those of every game, and what it does without."""

    restriction: Restriction = field(default_factory=Restriction)

    @property
    def code(self) -> int:
        """Of the strategy, for the kernels."""
        return STRATEGY_CODES[self.name]

    @property
    def parameters(self) -> dict[str, Any]:
        """What games depend on besides the name: nothing, where the player does without nothing."""
        limits: dict[str, Any] = {}
        if self.restriction.without:
            limits[_WITHOUT] = sorted(self.restriction.without)
        if self.restriction.rolls:
            limits[_ROLLS] = self.restriction.rolls
        return limits


def described(text: str, edition: Edition) -> Described:
    """Read a strategy's name and options.

    Raises
    ------
    StrategyError
        For an unknown name or option, a citizen that the edition does not have, or a number out of range.

    Examples
    --------
    >>> from kingdice.games.king_of_dice.edition import load_edition
    >>> told = described("best-bet:without=dragon+orc-2+2", load_edition())
    >>> sorted(told.restriction.without)
    ['dragon-25', 'dragon-28', 'dragon-30', 'orc-2+2']
    """
    known = _Known(dict.fromkeys(STRATEGY_CODES, _USUAL), numbers={_ROLLS: (1, 10)}, edition=edition)
    told = Described.read(text, known)
    without = known.citizens(text, told.options.get(_WITHOUT, ""))
    return replace(told, restriction=Restriction(without, int(told.numbers[_ROLLS])))


@dataclass(frozen=True)
class _Known(simulation.Vocabulary):
    """The options, with the citizens of an edition."""

    edition: Edition = field(kw_only=True)

    def number(self, option: str, word: str) -> float:
        """What an option's word is in numbers; of citizens, how many."""
        return float(len(self.citizens("", word))) if option == _WITHOUT else super().number(option, word)

    def check(self, text: str, option: str, word: str) -> None:
        """Refuse a word that an option cannot take."""
        if option != _WITHOUT:
            super().check(text, option, word)
        elif not self.citizens(text, word):
            raise StrategyError(f"strategy {text[:80]}: without: expected citizens, as in elf-4+dragon")

    def citizens(self, text: str, words: str) -> frozenset[str]:
        """The ids that some words joined by + stand for; `text` is the strategy they are found in."""
        known, left = _words(self.edition), words.split("+") if words else []
        found: set[str] = set()
        while left:
            length = _known_length(left, known)
            if not length:
                raise StrategyError(f"strategy {text[:80]}: {self._unknown(left, known)}")
            found |= known["+".join(left[:length])]
            left = left[length:]
        return frozenset(found)

    def _unknown(self, pieces: list[str], known: Mapping[str, frozenset[str]]) -> str:
        """What is wrong with pieces that do not begin with a known word."""
        end = next((end for end in range(1, len(pieces)) if _known_length(pieces[end:], known)), len(pieces))
        word = "+".join(pieces[:end])
        kinds = ", ".join(one for one in known if one not in self.edition.bit_of)
        hint = nearest(word, known) or f"; kinds are {kinds}"
        return f"edition {self.edition.name} has no citizen '{word[:40]}'{hint}"


def _words(edition: Edition) -> Mapping[str, frozenset[str]]:
    """Kinds and ids, and the citizens that each stands for; where both are the same word, the id."""
    kinds: dict[str, set[str]] = {}
    for one in edition.bit_of:
        for place in (place for place, letter in enumerate(one) if letter == "-"):
            kinds.setdefault(one[:place], set()).add(one)
    every = {kind: frozenset(ids) for kind, ids in kinds.items() if kind}
    return {**every, **{one: frozenset({one}) for one in edition.bit_of}}


def _known_length(pieces: list[str], known: Mapping[str, Any]) -> int:
    """How many pieces make up the longest known word that they begin with; 0 if there is none."""
    return next((length for length in range(len(pieces), 0, -1) if "+".join(pieces[:length]) in known), 0)
