"""What a tap does: from the fields of the advisor's form, and the button that was pressed, to the next address.

The form holds everything that the address says. Buttons are named `do`: `face.PLACE.FACE` turns a die to a face (or,
when it shows it already, to nothing), `roll.KEPT` rolls all dice but those whose digits in KEPT are 1, `turn` begins a
new turn, `taken.PLACE` takes a citizen off the display, `gone.PLACE` too but leaves the village, `failed` takes off the
rightmost, `example` lays citizens out. `of` says how many rolls the turn had on the page that was posted: who makes it
longer has more rolls left too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kingdice.dice.notation import format_faces
from kingdice.games.king_of_dice.edition import Edition
from kingdice.web.advisor_state import Asked, Moment, dice_of

__all__ = ["after"]


def after(edition: Edition, fields: Iterable[tuple[str, str]]) -> Asked:
    """What is asked after a form was posted; buttons that make no sense are as if they had not been pressed.

    Parameters
    ----------
    edition : Edition
    fields : iterable of (str, str)
        Names and values; of several with one name the first counts.
    """
    words: dict[str, str] = {}
    for name, value in fields:
        words.setdefault(name, value)
    for name, field, number in (
        ("display", "citizen", len(edition.villages)),
        ("villages", "village", len(edition.villages)),
        ("dice", "die", edition.pool.dice),
    ):
        words[name] = ",".join(words.get(f"{field}{place}", "").replace(",", " ") for place in range(number))
    asked = _in_step(Asked.of(edition, words), words.get("of", ""))
    do, _, rest = words.get("do", "").partition(".")
    if do == "face":
        return _face(edition, asked, rest)
    if do == "roll":
        return _roll(edition, asked, rest)
    if do == "turn":
        return asked.with_dice(("",) * len(asked.dice), "")
    if do in ("taken", "gone"):
        return _gone(edition, asked, rest, took=do == "taken")
    if do == "failed":
        return _gone(edition, asked, str(len(asked.display) - 1), took=False)
    if do == "example":
        return replace(asked, display=_example(edition))
    return asked


def _in_step(asked: Asked, before: str) -> Asked:
    """With as many more rolls left as the turn now has more than before, or fewer."""
    counts = (asked.left, asked.rolls, before)
    if asked.rolls == before or not all(one.isascii() and one.isdecimal() and len(one) < 3 for one in counts):
        return asked
    left, rolls, were = map(int, counts)
    return replace(asked, left=str(max(0, min(left + rolls - were, rolls - 1))))


def _face(edition: Edition, asked: Asked, rest: str) -> Asked:
    place, _, word = rest.partition(".")
    if place not in {str(one) for one in range(len(asked.dice))}:
        return asked
    faces = {format_faces(edition.pool, [face]) for face in dice_of(edition)[int(place)].die.faces}
    if word not in faces:
        return asked
    dice = list(asked.dice)
    dice[int(place)] = "" if dice[int(place)] == word else word
    return asked.with_dice(tuple(dice), asked.left)


def _roll(edition: Edition, asked: Asked, kept: str) -> Asked:
    moment = Moment.of(edition, asked)
    if len(kept) != len(asked.dice) or set(kept) - {"0", "1"} or not moment.left or "left" in moment.wrong:
        return asked
    dice = tuple(word if keep == "1" else "" for word, keep in zip(asked.dice, kept, strict=True))
    return asked.with_dice(dice, moment.left - 1)


def _gone(edition: Edition, asked: Asked, word: str, *, took: bool) -> Asked:
    """The citizen at a place leaves, those left of it move right; the village over it goes along if it is its own."""
    if word not in {str(one) for one in range(len(asked.display))}:
        return asked
    place = int(word)
    village = edition.villages[place]
    number = edition.bit_of.get(asked.display[place])
    tops = list(asked.villages)
    if took and number is not None and edition.citizens[number].village == village.name:
        values = [str(value) for value in village.values]
        left = values[values.index(tops[place]) + 1 :] if tops[place] in values else []
        tops[place] = left[0] if left else "0"
    display = ("", *asked.display[:place], *asked.display[place + 1 :])
    return replace(asked.with_dice(("",) * len(asked.dice), ""), display=display, villages=tuple(tops))


def _example(edition: Edition) -> tuple[str, ...]:
    """The first citizen of each village, then whoever fills the display up."""
    first = [next((one.id for one in edition.citizens if one.village == v.name), "") for v in edition.villages]
    others = [one.id for one in edition.citizens if one.id not in first]
    return tuple(one or others.pop() for one in first)
