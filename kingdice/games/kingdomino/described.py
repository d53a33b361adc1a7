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
| without | those that do not search | dominoes not to draft while there are others: terrains, places in line |

`full-greedy:without=mine+fourth` drafts no domino with a mine and none that is the fourth of its line, the one with the
highest number, as long as another one is free. Other options left out are those of the paper's final comparison (Gedda,
Lagerkvist and Butler 2018).
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdice.games.kingdomino.layout import (
    BIAS_CODES,
    PARAMETERS,
    POLICY_CODES,
    REWARD_CODES,
    STRATEGY_CODES,
    WITHOUT_CODES,
)
from kingdice.simulation import described as simulation

__all__ = ["Described", "described"]

WITHOUT = "without"
_OPTIONS: dict[str, dict[str, str]] = {
    "random": {WITHOUT: ""},
    "greedy-random-draft": {WITHOUT: ""},
    "full-greedy": {WITHOUT: ""},
    "far-sighted": {WITHOUT: ""},
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
_KNOWN = simulation.Vocabulary(
    strategies=_OPTIONS,
    words={"policy": POLICY_CODES, "reward": REWARD_CODES, "bias": BIAS_CODES},
    numbers={"epsilon": (0.0, 1.0), "c": (0.0, 100.0), "weight": (0.0, 100.0)},
    sets={WITHOUT: WITHOUT_CODES},
)
_OF_PARAMETERS = {"exploration": "c"}


@dataclass(frozen=True)
class Described(simulation.Described):
    """A strategy and what it is told; its attributes are those of every game."""

    @property
    def code(self) -> int:
        """Of the strategy, for the kernels."""
        return STRATEGY_CODES[self.name]

    @property
    def parameters(self) -> list[float]:
        """As the kernels take them, in the order of `PARAMETERS`."""
        return [self.numbers.get(_OF_PARAMETERS.get(name, name), 0.0) for name in PARAMETERS]

    @property
    def without(self) -> frozenset[str]:
        """Terrains and places in line that it does not draft while it can draft another domino."""
        return frozenset(self.options.get(WITHOUT, "").split("+")) - {""}

    @property
    def without_code(self) -> int:
        """The same for the kernels, a bit each."""
        return int(self.numbers.get(WITHOUT, 0))


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
    return Described.read(text, _KNOWN)
