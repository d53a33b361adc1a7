"""Strategies by name, and what the searching one is told.

A search is described after its name, as in `mcts:playouts=500` or `mcts:seconds=0.1`:

| option | of | means |
| --- | --- | --- |
| playouts | mcts | how often the game is played on from the position; reproducible |
| seconds | mcts | how long instead (seconds of processor time for a move); not reproducible |
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdice.games.carcassonne.layout import STRATEGY_CODES
from kingdice.simulation import described as simulation

__all__ = ["STRATEGIES", "Described", "described"]

_OPTIONS: dict[str, dict[str, str]] = {
    "random": {},
    "greedy": {},
    "greedy-cards": {},
    "mcts": {"playouts": "200"},
}
_READY = ("random",)  # both by the plain rules and by the kernels
STRATEGIES = tuple(name for name in _OPTIONS if name in _READY)
_KNOWN = simulation.Vocabulary({name: _OPTIONS[name] for name in STRATEGIES})


@dataclass(frozen=True)
class Described(simulation.Described):
    """A strategy and what it is told; its attributes are those of every game."""

    @property
    def code(self) -> int:
        """Of the strategy, for the kernels."""
        return STRATEGY_CODES[self.name]


def described(text: str) -> Described:
    """Read a strategy's name and options.

    Raises
    ------
    StrategyError
        For an unknown name, option or word, or a number out of range.

    Examples
    --------
    >>> described("random").searches
    False
    """
    return Described.read(text, _KNOWN)
