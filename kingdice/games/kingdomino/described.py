"""Strategies by name, and what the searching ones are told.

A search is described after its name, as in `mce:policy=greedy:reward=relative:playouts=500` or `uct:seconds=0.1`:

| option | of | means |
| --- | --- | --- |
| playouts | all | how often the game is played on from the position; reproducible |
| seconds | all | how long instead (seconds of processor time for a move); not reproducible |
| policy | mce, uct | who plays on: random, greedy-random-draft, greedy, epsilon-greedy, player-greedy, far-sighted |
| reward | mce | what counts: win (shared wins 1/k), points, relative (own / (own + best opponent)) or lead |
| epsilon | mce, uct | share of random moves of epsilon-greedy |
| c | uct | exploration |
| bias | uct | none, progressive or progressive-win |
| weight | uct | of the bias |

Options left out are those of the paper's final comparison (Gedda, Lagerkvist and Butler 2018).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kingdice.errors import StrategyError, nearest
from kingdice.games.kingdomino.layout import (
    BIAS_CODES,
    PARAMETERS,
    POLICY_CODES,
    REWARD_CODES,
    STRATEGY_CODES,
)

__all__ = ["Described", "described"]

_WORDS: dict[str, Mapping[str, int]] = {"policy": POLICY_CODES, "reward": REWARD_CODES, "bias": BIAS_CODES}
_NUMBERS = {  # least and most
    "playouts": (1, 10**7),
    "seconds": (1e-4, 3600.0),
    "epsilon": (0.0, 1.0),
    "c": (0.0, 100.0),
    "weight": (0.0, 100.0),
}
_DEFAULTS: dict[str, dict[str, str]] = {
    "mce": {"playouts": "1000", "policy": "random", "reward": "relative", "epsilon": "0.75"},
    "uct": {
        "playouts": "1000",
        "policy": "random",
        "epsilon": "0.75",
        "c": "0.6",
        "bias": "none",
        "weight": "0.1",
    },
    "strong": {"playouts": "200"},
}
_PLACES = {"c": "exploration"}


@dataclass(frozen=True)
class Described:
    """A strategy and what it is told.

    Attributes
    ----------
    text : str
        As given.
    name : str
        Its name alone.
    options : dict of str
        All of them, defaults included; with `seconds` there are no `playouts`.
    """

    text: str
    name: str
    options: Mapping[str, str]

    @property
    def code(self) -> int:
        """Of the strategy, for the kernels."""
        return STRATEGY_CODES[self.name]

    @property
    def searches(self) -> bool:
        """Whether it plays the game on from the position."""
        return bool(self.options)

    @property
    def seconds(self) -> float:
        """Processor time for a move, or 0 where playouts are counted."""
        return float(self.options.get("seconds", 0))

    @property
    def playouts(self) -> int:
        """Playouts for a move, or 0 where time is measured."""
        return int(float(self.options.get("playouts", 0)))

    @property
    def parameters(self) -> list[float]:
        """As the kernels take them, in the order of `PARAMETERS`."""
        told = {_PLACES.get(key, key): _code(key, word) for key, word in self.options.items()}
        return [told.get(name, 0.0) for name in PARAMETERS]


def described(text: str) -> Described:
    """Read a strategy's name and options.

    Raises
    ------
    StrategyError
        For an unknown name, option or word, or a number out of range.

    Examples
    --------
    >>> described("mce:policy=greedy:playouts=50").options["policy"]
    'greedy'
    """
    name, _, rest = text.partition(":")
    if name not in STRATEGY_CODES:
        near = nearest(name, STRATEGY_CODES)
        hint = f"{near[:-2]}{':' if rest else ''}{rest}'?" if near else f"; there are {', '.join(STRATEGY_CODES)}"
        raise StrategyError(f"no strategy '{text[:80]}'{hint}")
    options = dict(_DEFAULTS.get(name, {}))
    allowed = [*options, "seconds"] if options else []
    given = [piece for piece in rest.split(":") if piece] if rest else []
    for piece in given:
        key, _, word = piece.partition("=")
        if key not in allowed:
            what = nearest(key, allowed) or (f"; there are {', '.join(allowed)}" if allowed else "; it has none")
            raise StrategyError(f"strategy {text[:80]}: no option '{key[:20]}'{what}")
        _check(text, key, word)
        options[key] = word
    told = [piece.partition("=")[0] for piece in given]
    if len(set(told)) != len(told) or {"seconds", "playouts"} <= set(told):
        raise StrategyError(f"strategy {text[:80]}: every option once, and either playouts or seconds")
    if "seconds" in told:
        del options["playouts"]
    return Described(text, name, options)


def _check(text: str, key: str, word: str) -> None:
    if key in _WORDS:
        if word not in _WORDS[key]:
            hint = nearest(word, _WORDS[key]) or f"; there are {', '.join(_WORDS[key])}"
            raise StrategyError(f"strategy {text[:80]}: {key} '{word[:20]}'{hint}")
        return
    least, most = _NUMBERS[key]
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not least <= number <= most or (key == "playouts" and number != int(number)):
        kind = "a whole number" if key == "playouts" else "a number"
        raise StrategyError(f"strategy {text[:80]}: {key} '{word[:20]}': expected {kind} from {least:g} to {most:g}")


def _code(key: str, word: str) -> float:
    return float(_WORDS[key][word]) if key in _WORDS else float(word)
