"""How dice and rolls are written.

Dice: `5d6`, `2d8+3d6`, own faces in brackets `3x[1,1,2,3,red,red]`, with weights `2x[1:3,2,6 red:2]`.
Rolls: the faces shown, `6 6 5 2 1` or `1b 2g 4g 6r 3b 5r`; a colour may be cut short to a beginning that no other
colour of the dice shares. Faces may come in any order as long as it is clear which dice show them; otherwise
they are given in pool order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice

from kingdice.dice.faces import Die, Face
from kingdice.dice.pool import Group, Pool
from kingdice.errors import RollError, nearest

__all__ = ["NOTHING_KEPT", "format_faces", "format_pool", "parse_dice", "parse_face", "parse_roll"]

NOTHING_KEPT = "nothing"

_PLAIN = re.compile(r"(\d{0,12})d(\d{1,6})", re.IGNORECASE)
_OWN = re.compile(r"(?:(\d{1,12})\s*[x*]?\s*)?\[([^\[\]]*)\]", re.IGNORECASE)
_MOST_WORDS = 10_000  # that a pool remembers having read
_MOST_MIXED = 12
_TOKEN = re.compile(r"(-?\d{1,8})?-?(.*)", re.DOTALL)


def parse_dice(text: str) -> Pool:
    """Read a dice notation.

    Raises
    ------
    RollError
        Naming the place and what was expected.

    Examples
    --------
    >>> parse_dice("2d8+3d6").shape
    (36, 56)
    >>> parse_dice("3x[1,1,2,3,red,red]").groups[0].die.weights
    (2, 1, 1, 2)
    """
    dice: list[tuple[Die, int]] = []
    at = 0
    expected = "dice such as 5d6, 2d8+3d6 or 3x[1,2,red]"
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        plain, own = _PLAIN.match(text, at), _OWN.match(text, at)
        match = plain or own
        if match is None:
            raise RollError(f"dice '{_short(text)}': at character {at + 1}: expected {expected}")
        count = int(match[1] or 1)
        if count < 1:
            raise RollError(f"dice '{_short(text)}': at character {at + 1}: expected at least one die")
        try:
            dice.append((Die.numbered(int(match[2])) if plain else _own_die(match[2]), count))
        except RollError as error:
            raise RollError(f"dice '{_short(text)}': at character {at + 1}: {error}") from None
        at = match.end()
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            return Pool.of(dice)
        if text[at] != "+":
            raise RollError(f"dice '{_short(text)}': at character {at + 1}: expected + and more dice, or the end")
        at += 1


def _own_die(inside: str) -> Die:
    faces: list[Face | int | str] = []
    weights: list[float | Fraction] = []
    for side in inside.split(","):
        face, colon, weight = side.partition(":")
        faces.append(Face.parse(face))
        if colon and not re.fullmatch(r"\s*(\d{1,9}(\.\d{1,9})?|\d{1,9}/\d{1,9})\s*", weight):
            raise RollError(f"weight '{_short(weight.strip())}': expected a positive number, as in 6:2")
        weights.append(_fraction(weight) if colon else Fraction(1))
    return Die.of(faces, weights)


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text.strip())
    except ZeroDivisionError:
        raise RollError(f"weight {text.strip()}: expected a positive number") from None


def format_pool(pool: Pool) -> str:
    """Write a pool in dice notation.

    Examples
    --------
    >>> format_pool(parse_dice("3d6 + 2x[a,b:2]"))
    '3d6+2x[a,b:2]'
    """
    return "+".join(_format_group(group) for group in pool.groups)


def _format_group(group: Group) -> str:
    die = group.die
    if die == Die.numbered(len(die.faces)) and len(die.faces) > 0:
        return f"{group.count}d{len(die.faces)}"
    sides = (f"{face}:{w}" if w > 1 else str(face) for face, w in zip(die.faces, die.weights, strict=True))
    return f"{group.count}x[{','.join(sides)}]"


def format_faces(pool: Pool, faces: Iterable[Face]) -> str:
    """Write faces as short as the dice allow: `1b 2g`; colours without a number stand in full."""
    return " ".join(_format_face(pool, face) for face in faces)


def _format_face(pool: Pool, face: Face) -> str:
    if face.number is None:
        return str(face.colour)
    if face.colour is None:
        return str(face.number)
    for length in range(1, len(face.colour) + 1):
        start = face.colour[:length]
        if sum(colour.startswith(start) for colour in pool.colours) == 1:
            return f"{face.number}{start}"
    return f"{face.number}{face.colour}"


def parse_face(pool: Pool, text: str) -> Face:
    """Read one face of a pool's dice.

    Raises
    ------
    RollError
        When no die shows such a face, or the text is short for several.
    """
    if text in pool.words_read:  # policies as tables name the same few faces thousands of times
        return pool.words_read[text]
    match = _TOKEN.fullmatch(text.strip().lower())
    if match is None or not (match[1] or match[2]):
        raise RollError("a face is missing")
    number = int(match[1]) if match[1] else None
    colours = [c for c in pool.colours if c == match[2]] or [c for c in pool.colours if c.startswith(match[2])]
    if match[2] and not colours:
        known = ", ".join(pool.colours) or "numbers only"
        hint = nearest(match[2], pool.colours)
        raise RollError(f"'{_short(text)}' is no face of these dice: they show {known}{hint}")
    fitting = [
        face
        for face in pool.faces
        if face.number == number and (face.colour in colours if match[2] else face.colour is None)
    ]
    if len(fitting) == 1:
        if len(pool.words_read) < _MOST_WORDS:
            pool.words_read[text] = fitting[0]
        return fitting[0]
    if not fitting:
        alike = [face for face in pool.faces if face.number == number and number is not None]
        shown = ", ".join(str(face) for face in alike[:4])
        hint = f"; there is {shown}" if alike else ""
        raise RollError(f"no die shows '{_short(text)}'{hint}")
    shown = ", ".join(str(face) for face in fitting)
    raise RollError(f"'{_short(text)}' may be {shown}: write more of it")


def parse_roll(pool: Pool, text: str) -> int:
    """Read a roll; returns its index.

    Raises
    ------
    RollError
        When the dice cannot show these faces together (saying why), or when they can in several ways.

    Examples
    --------
    >>> pool = parse_dice("5d6")
    >>> parse_roll(pool, "6 6 5 2 1") == parse_roll(pool, "1 2 5 6 6")
    True
    """
    pool.check_size()
    words = text.replace(",", " ").split()
    if len(words) != pool.dice:
        raise RollError(f"roll '{_short(text)}': {len(words)} faces for {pool.dice} dice")
    try:
        faces = [parse_face(pool, word) for word in words]
    except RollError as error:
        raise RollError(f"roll '{_short(text)}': {error}") from None
    in_order = _in_pool_order(pool, faces)
    if in_order is not None:
        return pool.roll_index(in_order)
    why_not = _why_not(pool, faces)
    if why_not:
        raise RollError(f"roll '{_short(text)}': {why_not}")
    ways = list(islice(_ways(pool, Counter(faces)), 2)) if pool.dice <= _MOST_MIXED else []
    if len(ways) == 1:
        return pool.roll_index(ways[0])
    dice = ", then ".join(_format_group(group) for group in pool.groups)
    raise RollError(f"roll '{_short(text)}': it is not clear which dice show these; give them in pool order: {dice}")


def _in_pool_order(pool: Pool, faces: Sequence[Face]) -> list[list[Face]] | None:
    parts, at = [], 0
    for group in pool.groups:
        part = list(faces[at : at + group.count])
        if any(face not in group.die.faces for face in part):
            return None
        parts.append(part)
        at += group.count
    return parts


def _ways(pool: Pool, faces: Counter[Face], group: int = 0) -> Iterator[list[list[Face]]]:
    """All ways to share the faces out among the groups of dice."""
    if group == len(pool.groups):
        yield []
        return
    dice = pool.groups[group]
    later = {face for other in pool.groups[group + 1 :] for face in other.die.faces}
    must = Counter({face: n for face, n in faces.items() if face not in later})
    if any(face not in dice.die.faces for face in must) or must.total() > dice.count:
        return
    free = [face for face in (faces - must).elements() if face in dice.die.faces]
    for chosen in sorted(set(combinations(free, dice.count - must.total())), key=str):
        part = must + Counter(chosen)
        for rest in _ways(pool, faces - part, group + 1):
            yield [list(part.elements()), *rest]


def _why_not(pool: Pool, faces: Sequence[Face]) -> str | None:
    """The smallest set of dice that would have to show more faces than it has dice (Hall's condition), if any."""
    able = {face: frozenset(g for g, group in enumerate(pool.groups) if face in group.die.faces) for face in faces}
    for size in range(1, len(pool.groups) + 1):
        for some in combinations(range(len(pool.groups)), size):
            stuck = [face for face in faces if able[face] <= set(some)]
            dice = sum(pool.groups[g].count for g in some)
            if len(stuck) > dice:
                shown = format_faces(pool, sorted(stuck, key=lambda face: face.order))
                have = "die has such a face" if dice == 1 else "dice have such faces"
                return f"the dice cannot show {shown} together: only {dice} {have}"
    return None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
