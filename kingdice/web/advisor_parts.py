"""The parts of the advisor's page that few words decide, as HTML: written once for these words, and kept.

A page is mostly choices that were on the one before. Writing all of them anew took longer than solving the turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kingdice.dice.faces import Face
from kingdice.dice.notation import format_faces
from kingdice.games.king_of_dice.edition import Edition
from kingdice.web.advisor_state import OBJECTIVES, choices_of, dice_of
from kingdice.web.condition_drawing import drawing
from kingdice.web.rendering import draw_face, render

__all__ = ["Parts", "Said"]

_KEPT = 2048  # of each kind, a few kilobytes at most
_LABELS = {
    "penalty": "Penalty on top",
    "fairies": "Fairies of mine",
    "players": "Players",
    "rolls": "Rolls this turn (one more with an elf on top)",
    "objective": "Playing for",
    "left": "Rolls left",
}


class Said(NamedTuple):
    """A field as it is written in an address, and what is wrong with it (empty if nothing is)."""

    word: str
    wrong: str = ""


class Parts:
    """The parts for an edition.

    Parameters
    ----------
    edition : Edition

    Attributes
    ----------
    values : dict of str to tuple of str
        What may be chosen in each field with few choices.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        numbers = {name: tuple(map(str, several)) for name, several in choices_of(edition).items()}
        self.values = numbers | {"objective": OBJECTIVES}
        self.slot = lru_cache(maxsize=_KEPT)(self._slot)
        self.die = lru_cache(maxsize=_KEPT)(self._die)
        self.choices = lru_cache(maxsize=_KEPT)(self._choices)
        self.faces = lru_cache(maxsize=_KEPT)(self._faces)
        self._homes = [*(village.name for village in edition.villages), None]
        self._groups = [[one for one in edition.citizens if one.village == home] for home in self._homes]
        self._dice = [
            [(format_faces(edition.pool, [face]), face) for face in one.die.faces] for one in dice_of(edition)
        ]

    def _slot(self, place: int, citizen: Said, top: Said) -> Markup:
        """A place of the display: the village over it, the citizen, and how that is drawn."""
        edition = self.edition
        number = edition.bit_of.get(citizen.word)
        drawn = ""
        if number is not None:
            needs = edition.citizens[number].needs
            drawn = drawing(edition.conditions[number], edition.pool, needs, small=True)
        return self._written(
            "advisor_slot.html.j2",
            place=place,
            village=edition.villages[place],
            tops=[str(value) for value in dict.fromkeys(edition.villages[place].values)],
            groups=[pair for pair in zip(self._homes, self._groups, strict=True) if pair[1]],
            citizen=citizen,
            top=top,
            drawn=drawn,
            any_discarded=edition.rules.failure_discards == "any",
        )

    def _die(self, place: int, shown: Said, advice: str) -> Markup:
        """A die: all its faces, which one it shows, and "keep" or "roll" where there is advice."""
        return self._written("advisor_die.html.j2", place=place, faces=self._dice[place], shown=shown, advice=advice)

    def _choices(self, name: str, values: tuple[str, ...], chosen: Said) -> Markup:
        """A field with few choices."""
        return self._written("advisor_choices.html.j2", name=name, label=_LABELS[name], values=values, chosen=chosen)

    def _faces(self, faces: tuple[Face, ...]) -> Markup:
        """Some faces side by side."""
        return Markup("").join(map(draw_face, faces))

    def _written(self, template: str, **shown: object) -> Markup:
        return Markup(render(template, **shown))
