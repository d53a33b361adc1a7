"""Strategies by name, and what the searching one is told.

A search is described after its name, as in `mcts:playouts=500` or `mcts:seconds=0.1`:

| option | of | means |
| --- | --- | --- |
| playouts | mcts | how often the game is played on from the position; reproducible |
| seconds | mcts | how long instead (seconds of processor time for a move); not reproducible |
| candidates | mcts | how many moves are tried out at most; a quarter of the playouts if these are fewer |
| turns | mcts | how many turns each is played on; 0: to the end |
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdice.games.carcassonne.layout import MOST_CANDIDATES, PARAMETERS, STRATEGY_CODES
from kingdice.simulation import described as simulation

__all__ = ["STRATEGIES", "Described", "described"]

_OPTIONS: dict[str, dict[str, str]] = {
    "random": {},
    "greedy": {},
    "greedy-cards": {},
    "mcts": {"playouts": "200", "candidates": "16", "turns": "4"},
}
STRATEGIES = tuple(_OPTIONS)
_KNOWN = simulation.Vocabulary(_OPTIONS, numbers={"candidates": (2, MOST_CANDIDATES), "turns": (0, 80)})


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
        return [self.numbers.get(name, 0.0) for name in PARAMETERS]


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
