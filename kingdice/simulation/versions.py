"""What must be the same wherever the games of a run are played, so that they are the same games."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import kingdice
from kingdice.simulation import RNG_VERSION

__all__ = ["differences", "versions"]


@cache
def versions() -> Mapping[str, str]:
    """The versions here: of Python, kingdice and its random numbers, of what plays the games, and a hash of kingdice.

    The hash tells apart what has the same version, say where somebody works on kingdice.

    Examples
    --------
    >>> list(versions())
    ['python', 'kingdice', 'rng_version', 'numpy', 'numba', 'source']
    """
    return {
        "python": ".".join(map(str, sys.version_info[:2])),
        "kingdice": kingdice.__version__,
        "rng_version": str(RNG_VERSION),
        **{package: version(package) for package in ("numpy", "numba")},
        "source": _source(),
    }


def _source() -> str:
    """Twelve hex digits of all that kingdice reads: its code and data."""
    found, here = sha256(), Path(kingdice.__file__).parent
    for path in sorted(path for path in here.rglob("*") if path.suffix in {".py", ".toml", ".csv"}):
        found.update(f"{path.relative_to(here).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:12]


def differences(there: Mapping[str, str], here: Mapping[str, str] | None = None) -> str:
    """What is not the same there as here; nothing where all is.

    Examples
    --------
    >>> differences({"numpy": "1.0", "numba": "0.68"}, {"numpy": "2.0", "numba": "0.68"})
    'numpy 1.0 there and 2.0 here'
    """
    return ", ".join(
        f"{name} {there.get(name, 'none')} there and {own} here"
        for name, own in (versions() if here is None else here).items()
        if there.get(name) != own
    )
