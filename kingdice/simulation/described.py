"""Strategies by name, and what some of them are told: NAME:OPTION=VALUE:OPTION=VALUE:….

A game hands over what its strategies can be told (`Vocabulary`) and gets what somebody wrote back in pieces, every
option filled in and checked. A strategy that searches has an option `playouts`, how often it plays the game on from the
position; it may be given `seconds` of processor time for a move instead. Several words of one option are joined by +.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from kingdice.errors import StrategyError, nearest

__all__ = ["PLAYOUTS", "SECONDS", "Described", "Vocabulary"]

PLAYOUTS, SECONDS = "playouts", "seconds"
_BOUNDS: Mapping[str, tuple[float, float]] = {PLAYOUTS: (1, 10**7), SECONDS: (1e-4, 3600.0)}
_LITTLE = {False: f"{PLAYOUTS}=12", True: f"{SECONDS}=0.001"}


@dataclass(frozen=True)
class Vocabulary:
    """What the strategies of a game can be told.

    Attributes
    ----------
    strategies : mapping
        By name, each with its options and what they are where nobody says.
    words : mapping
        Options that take a word, each with its words and what they are in numbers.
    numbers : mapping
        Options that take a number, least and most; where both are int, a whole one. Playouts and seconds are known.
    sets : mapping
        Options that take any number of words, each with its words and what they are in numbers, a bit each. Usually
        they are empty, and then they do not stand among a strategy's options.
    """

    strategies: Mapping[str, Mapping[str, str]]
    words: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    numbers: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    sets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def options(self, name: str) -> list[str]:
        """Which options a strategy takes."""
        usual = self.strategies[name]
        return [*usual, SECONDS] if PLAYOUTS in usual else [*usual]

    def number(self, option: str, word: str) -> float:
        """What an option's word is in numbers; of several words their sum."""
        if option in self.sets:
            return float(sum(self.sets[option][one] for one in set(word.split("+")) if one))
        return float(self.words[option][word] if option in self.words else word)

    def check(self, text: str, option: str, word: str) -> None:
        """Refuse a word that an option cannot take; `text` is the strategy it is found in.

        Raises
        ------
        StrategyError
        """
        if option in self.words or option in self.sets:
            known = self.words.get(option) or self.sets[option]
            for one in word.split("+") if option in self.sets else [word]:
                if one not in known:
                    hint = nearest(one, known) or f"; there are {', '.join(known)}"
                    raise StrategyError(f"strategy {text[:80]}: {option} '{one[:20]}'{hint}")
            return
        least, most = {**_BOUNDS, **self.numbers}[option]
        is_whole = isinstance(least, int) and isinstance(most, int)
        try:
            number = float(word)
        except ValueError:
            number = float("nan")
        if not least <= number <= most or (is_whole and number != int(number)):
            expected = f"{'a whole number' if is_whole else 'a number'} from {least:g} to {most:g}"
            raise StrategyError(f"strategy {text[:80]}: {option} '{word[:20]}': expected {expected}")


@dataclass(frozen=True)
class Described:
    """A strategy and what it is told; make one with `read`.

    Attributes
    ----------
    text : str
        As given.
    name : str
        Its name alone.
    options : mapping of str
        All of them, usual ones included, but for sets that are empty; with `seconds` there are no `playouts`.
    numbers : mapping of float
        The same, words by their numbers.
    """

    text: str
    name: str
    options: Mapping[str, str]
    numbers: Mapping[str, float]

    @classmethod
    def read(cls, text: str, known: Vocabulary) -> Self:
        """Read a strategy's name and options.

        Raises
        ------
        StrategyError
            For an unknown name, option or word, or a number out of range.
        """
        name, _, rest = text.partition(":")
        if name not in known.strategies:
            near = nearest(name, known.strategies)
            hint = f"{near[:-2]}{':' if rest else ''}{rest}'?" if near else f"; there are {', '.join(known.strategies)}"
            raise StrategyError(f"no strategy '{text[:80]}'{hint}")
        allowed = known.options(name)
        given = [piece.partition("=")[::2] for piece in rest.split(":") if piece]
        for option, word in given:
            if option not in allowed:
                what = nearest(option, allowed) or (f"; there are {', '.join(allowed)}" if allowed else "; it has none")
                raise StrategyError(f"strategy {text[:80]}: no option '{option[:20]}'{what}")
            known.check(text, option, word)
        told = dict(given)
        if len(told) != len(given) or {SECONDS, PLAYOUTS} <= told.keys():
            raise StrategyError(f"strategy {text[:80]}: every option once, and either playouts or seconds")
        options = {**known.strategies[name], **told}
        if SECONDS in told:
            del options[PLAYOUTS]
        numbers = {option: known.number(option, word) for option, word in options.items()}
        return cls(text, name, {option: word for option, word in options.items() if word}, numbers)

    @property
    def searches(self) -> bool:
        """Whether it plays the game on from the position."""
        return not {PLAYOUTS, SECONDS}.isdisjoint(self.options)

    @property
    def seconds(self) -> float:
        """Processor time for a move, or 0 where playouts are counted."""
        return self.numbers.get(SECONDS, 0.0)

    @property
    def playouts(self) -> int:
        """Playouts for a move, or 0 where time is measured."""
        return int(self.numbers.get(PLAYOUTS, 0))

    @property
    def in_brief(self) -> str:
        """The strategy's name, told to think as little as it can be of use to; a search otherwise as it usually is."""
        return f"{self.name}:{_LITTLE[self.seconds > 0]}" if self.searches else self.name
