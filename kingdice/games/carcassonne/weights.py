"""What greedy players go by: numbers fitted in games against each other, kept in `greedy.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

__all__ = ["greedy_weights"]


@lru_cache(maxsize=1)
def greedy_weights() -> dict[str, float]:
    """The weights by name, see `layout.TOLD`.

    Examples
    --------
    >>> 0 < greedy_weights()["attention"] < 10
    True
    """
    text = files(__package__).joinpath("greedy.toml").read_text(encoding="utf-8")
    return {name: float(value) for name, value in tomllib.loads(text).items() if name != "provenance"}
