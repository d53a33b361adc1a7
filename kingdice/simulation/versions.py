"""What must be the same wherever the games of a run are played, so that they are the same games."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version

import kingdice
from kingdice.simulation import RNG_VERSION

__all__ = ["differences", "versions"]


@cache
def versions() -> Mapping[str, str]:
    """The versions here: of Python, kingdice and its random numbers, and of what plays the games.

    Examples
    --------
    >>> list(versions())
    ['python', 'kingdice', 'rng_version', 'numpy', 'numba']
    """
    return {
        "python": ".".join(map(str, sys.version_info[:2])),
        "kingdice": kingdice.__version__,
        "rng_version": str(RNG_VERSION),
        **{package: version(package) for package in ("numpy", "numba")},
    }


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
