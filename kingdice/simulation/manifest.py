"""What a run is: all that its games depend on, written beside its parts.

Two runs with the same manifest, its `games` and `finished` aside, have the same games; so that is what resuming asks
for, and what every part is stamped with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import kingdice
from kingdice.errors import RunError
from kingdice.simulation import RNG_VERSION
from kingdice.simulation.seam import Work

__all__ = ["MANIFEST", "Manifest", "manifest_of", "read_manifest"]

MANIFEST = "manifest.json"
_ABSENT = "nothing"


@dataclass(frozen=True)
class Manifest:
    """The identity of a run, and how far it is meant to go.

    Attributes
    ----------
    identity : mapping
        What the work says its results depend on, as JSON gives it back.
    columns : tuple of str
    seed : int
    rng_version : int
    version : str
        Of the package.
    block : int
        Games in a part.
    games : int
        Games that belong to the result: parts may reach further.
    finished : bool
        Whether all of them have been played.
    """

    identity: Mapping[str, Any]
    columns: tuple[str, ...]
    seed: int
    rng_version: int
    version: str
    block: int
    games: int
    finished: bool

    @property
    def stamp(self) -> str:
        """A hash of all that the games depend on."""
        return sha256(json.dumps(self._settings(), sort_keys=True).encode()).hexdigest()

    def difference(self, other: Manifest) -> str | None:
        """The first setting in which another run differs, with both values; None for the same run."""
        mine, theirs = dict(_leaves(self._settings())), dict(_leaves(other._settings()))
        for field in [*mine, *(field for field in theirs if field not in mine)]:
            one, another = mine.get(field, _ABSENT), theirs.get(field, _ABSENT)
            if one != another:
                return f"{field} is {_short(one)} there and {_short(another)} here"
        return None

    def to_json(self) -> bytes:
        """The text of the manifest file."""
        return (json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n").encode()

    def _settings(self) -> dict[str, Any]:
        settings = asdict(self)
        del settings["games"], settings["finished"]
        return {**settings, "columns": list(self.columns)}


def manifest_of(work: Work, *, seed: int, block: int, games: int) -> Manifest:
    """The manifest of work that is about to be played."""
    identity = json.loads(json.dumps(dict(work.identity)))
    return Manifest(identity, tuple(work.columns), seed, RNG_VERSION, kingdice.__version__, block, games, False)


def read_manifest(directory: Path) -> Manifest | None:
    """The manifest of the run in a directory; None where there is none.

    Raises
    ------
    RunError
        When it cannot be read.
    """
    path = directory / MANIFEST
    try:
        entries = json.loads(path.read_bytes())
        manifest = Manifest(**{**entries, "columns": tuple(entries["columns"])})
        if not (manifest.block > 0 and manifest.games > 0 and isinstance(manifest.identity, dict)):
            raise ValueError
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise RunError(f"{path}: is not the manifest of a run; choose another directory") from None
    return manifest


def _leaves(settings: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """Every entry of nested mappings with the way to it: ("identity.edition.hash", …)."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{within}{key}.")
        else:
            yield f"{within}{key}", value


def _short(value: Any) -> str:
    text = value if value is _ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
