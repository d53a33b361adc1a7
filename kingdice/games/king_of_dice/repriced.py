"""An edition file with other points, or another name: its text, comments and all, with nothing changed but the numbers.

An edition that stands on another one has no lines of its own for most citizens; it gets `[[changes]]` for them.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from kingdice.errors import EditionError
from kingdice.games.king_of_dice.edition import Edition, edition_of_text
from kingdice.games.king_of_dice.edition_text import read_toml

__all__ = ["renamed", "repriced", "with_points"]

_BLOCK = r"(?ms)^[ \t]*\[\[[ \t]*%s[ \t]*\]\].*?(?=^[ \t]*\[|\Z)"
_ENTRY = r"\{[^{}]*\}"
_POINTS = re.compile(r"((?:^|[{,\n])[ \t]*[\"']?points[\"']?[ \t]*=[ \t]*)[-+\w]+")


def with_points(edition: Edition, points: Mapping[str, int]) -> Edition:
    """The same edition with other points on some citizens."""
    for identifier in points:
        edition.citizen(identifier)
    citizens = tuple(
        one.model_copy(update={"points": points[one.id]}) if one.id in points else one for one in edition.citizens
    )
    return dataclasses.replace(edition, citizens=citizens)


def repriced(label: str, text: str, points: Mapping[str, int]) -> str:
    r"""The text of an edition file with other points on some citizens.

    Parameters
    ----------
    label, text : str
        The file's name and what stands in it.
    points : mapping
        New points by id.

    Returns
    -------
    str

    Raises
    ------
    EditionError
        When the file is unsound, has no such citizen, or is written so that its points cannot be found.

    Examples
    --------
    >>> text = 'extends = "haba-2017"\nname = "mine"  # my own\n'
    >>> print(repriced("mine.toml", text, {"orc-3": 3}))
    extends = "haba-2017"
    name = "mine"  # my own
    <BLANKLINE>
    [[changes]]
    id = "orc-3"
    points = 3
    <BLANKLINE>
    """
    wanted = with_points(edition_of_text(label, text), points)
    own = read_toml(label, text)
    key = "citizens" if "citizens" in own else "changes"
    listed = [str(entry.get("id")) for entry in own.get(key, [])]
    for identifier, number in points.items():
        if identifier in listed:
            text = _in_entry(text, key, listed, identifier, number)
        else:
            text = text.rstrip("\n") + f'\n\n[[changes]]\nid = "{identifier}"\npoints = {number}\n'
    try:
        found = edition_of_text(label, text)
    except EditionError:
        found = None
    if found is None or found.hash != wanted.hash:
        raise EditionError(
            f"{label}: points could not be changed in this text: expected each on a line, as in points = 3"
        )
    return text


def renamed(text: str, name: str) -> str:
    """The text of a built-in edition under another name, which is made fit for one."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-._") or "mine"
    text = re.sub(r'\nname = ".*"\n', f'\nname = "{name}"\n', text, count=1)
    return re.sub(r"\ntitle = .*\n", f'\ntitle = "{name}"\n', text, count=1)


def _in_entry(text: str, key: str, listed: list[str], identifier: str, number: int) -> str:
    """Change the points of one entry; where it has none, they follow the id."""
    blocks = list(re.finditer(_BLOCK % key, text)) or [
        match for match in re.finditer(_ENTRY, text) if re.search(r"\bid[\"']?\s*=", match[0])
    ]
    if len(blocks) != len(listed):
        return text
    block = blocks[len(listed) - 1 - listed[::-1].index(identifier)]  # the last one counts
    changed, count = _POINTS.subn(rf"\g<1>{number}", block[0], count=1)
    if not count:
        changed = re.sub(r"(?m)^([ \t]*[\"']?id[\"']?[ \t]*=.*)$", rf"\1\npoints = {number}", block[0], count=1)
    return text[: block.start()] + changed + text[block.end() :]
