"""Letters for strategies whose names are too long for a table.

A search that is told much, as in `mce:policy=greedy:reward=lead:playouts=500`, is called A in tables, or B, by its
place among the strategies, and A is explained above them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

__all__ = ["LongNames"]

_LONGEST = 20


@dataclass(frozen=True)
class LongNames:
    """How strategies are called in tables; make one with `LongNames.of`.

    Attributes
    ----------
    letters : mapping of str to str
        Of the long names alone, the longest first.
    """

    letters: Mapping[str, str]

    @classmethod
    def of(cls, strategies: Sequence[str]) -> LongNames:
        """Letters for the long ones among strategies, named once or several times.

        Examples
        --------
        >>> names = LongNames.of(["random", "mce:policy=greedy:playouts=500"])
        >>> names.told, names.short("mce:policy=greedy:playouts=500"), names.short("- random")
        (['B: mce:policy=greedy:playouts=500'], 'B', '- random')
        """
        known = dict.fromkeys(strategies)
        letters = {name: letter for name, letter in zip(known, ascii_uppercase, strict=False) if len(name) > _LONGEST}
        return cls(dict(sorted(letters.items(), key=lambda pair: -len(pair[0]))))

    @property
    def told(self) -> list[str]:
        """A line for every letter."""
        return [f"{letter}: {name}" for name, letter in sorted(self.letters.items(), key=lambda pair: pair[1])]

    def short(self, text: str) -> str:
        """A text with the long names in it replaced."""
        for name, letter in self.letters.items():
            text = text.replace(name, letter)
        return text
