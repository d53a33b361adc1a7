"""Edition files as text: reading TOML, laying one edition over another, finding the line of a key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from typing import Any

from kingdice.errors import EditionError, nearest

__all__ = ["LONGEST_FILE", "line_of", "merged", "read_toml"]

LONGEST_FILE = 1_000_000


def read_toml(label: str, text: str) -> dict[str, Any]:
    """Read TOML.

    Raises
    ------
    EditionError
        With the line, as the TOML reader gives it.
    """
    if len(text) > LONGEST_FILE:
        raise EditionError(f"{label}: an edition has at most {LONGEST_FILE:,} characters")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = " ".join(str(error).split()) or "nested too deeply"
        raise EditionError(f"{label}: not TOML: {why[:160]}") from None


def merged(parent: dict[str, Any], own: dict[str, Any], refuse: Callable[..., EditionError]) -> dict[str, Any]:
    """Lay an edition over the one it extends.

    Lists replace lists, `[rules]` replaces single switches, and each of `[[changes]]` gives a citizen, by its id, new
    values for some keys.
    """
    content = {**parent, **own}
    if isinstance(own.get("rules"), dict):
        content["rules"] = {**parent.get("rules", {}), **own["rules"]}
    changes = content.pop("changes", [])
    if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
        raise refuse("expected [[changes]] tables", "changes")
    if not isinstance(content.get("citizens"), list):
        return content
    citizens = [dict(citizen) if isinstance(citizen, dict) else citizen for citizen in content["citizens"]]
    by_id = {str(citizen.get("id")): citizen for citizen in citizens if isinstance(citizen, dict)}
    for place, change in enumerate(changes):
        if "id" not in change:
            raise refuse("missing: which citizen?", "changes", place, "id")
        identifier = change["id"]
        if not isinstance(identifier, str) or identifier not in by_id:
            hint = nearest(str(identifier), [str(known) for known in by_id])
            raise refuse(f"no citizen '{identifier}' to change{hint}", "changes", place, "id")
        unknown = [
            key for key in change if key not in {"citizen", "village", "points", "needs", "effect", "source", "id"}
        ]
        if unknown:
            raise refuse(f"unknown key{nearest(unknown[0], by_id[identifier])}", "changes", place, unknown[0])
        by_id[identifier].update(change)
    content["citizens"] = citizens
    return content


def line_of(text: str, place: Sequence[str | int]) -> int | None:
    r"""The line of a key, such as ("citizens", 3, "points"), in files that use [tables] and [[lists of tables]].

    Examples
    --------
    >>> line_of('[[dice]]\nname = "A"\n[[dice]]\nname = "B"', ("dice", 1, "name"))
    4
    """
    lines = text.splitlines()
    if not place:
        return None
    start, end, keys = 0, len(lines), [part for part in place if isinstance(part, str)]
    headers = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line)]
    table = re.compile(rf"\s*\[\[?\s*{re.escape(str(place[0]))}\s*\]\]?\s*(#.*)?$")
    found = [number for number in headers if table.match(lines[number])]
    if found:
        index = place[1] if len(place) > 1 and isinstance(place[1], int) else 0
        if index >= len(found):
            return None
        start = found[index]
        end = next((number for number in headers if number > start), len(lines))
        keys = keys[1:]
    elif headers:
        end = headers[0]
    for key in reversed(keys):
        for number in range(start, end):
            if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", lines[number]):
                return number + 1
    return start + 1 if found else None
