"""Strategies by name, and what some of them are told.

Options stand after a name, as in `mcts:playouts=500`, `mcts:seconds=0.1` or `greedy-cards:without=fields+king`:

| option | of | means |
| --- | --- | --- |
| without | others | never a meeple on cities, roads, fields or monasteries; no attention to king or robber |
| playouts | mcts | how often the game is played on from the position; reproducible |
| seconds | mcts | how long instead (seconds of processor time for a move); not reproducible |
| candidates | mcts | how many moves are tried out at most; a quarter of the playouts if these are fewer |
| turns | mcts | how many turns each is played on; 0: to the end |
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdice.errors import StrategyError
from kingdice.games.carcassonne.layout import GREEDY_CARDS, MOST_CANDIDATES, PARAMETERS, STRATEGY_CODES, WITHOUT
from kingdice.games.carcassonne.tiles import KINDS
from kingdice.simulation import described as simulation

__all__ = ["STRATEGIES", "Described", "described"]

_WITHOUT = "without"

_OPTIONS: dict[str, dict[str, str]] = {
    "random": {_WITHOUT: ""},
    "greedy": {_WITHOUT: ""},
    "greedy-cards": {_WITHOUT: ""},
    "mcts": {"playouts": "200", "candidates": "16", "turns": "4"},
}
STRATEGIES = tuple(_OPTIONS)
_KNOWN = simulation.Vocabulary(
    _OPTIONS,
    numbers={"candidates": (2, MOST_CANDIDATES), "turns": (0, 80)},
    sets={_WITHOUT: WITHOUT},
)
_CARDS = ("king", "robber")


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

    @property
    def without(self) -> int:
        """What the player does without: bits of `layout.WITHOUT`."""
        return int(self.numbers.get(_WITHOUT, 0))

    @property
    def avoided(self) -> tuple[str, ...]:
        """Kinds of segments, as `tiles.KINDS` has them, that never get a meeple."""
        return tuple(kind for place, kind in enumerate(KINDS) if self.without >> place & 1)


def described(text: str) -> Described:
    """Read a strategy's name and options.

    Raises
    ------
    StrategyError
        For an unknown name, option or word, a number out of range, or a player without a card that he does not mind.

    Examples
    --------
    >>> described("random").searches
    False
    """
    told = Described.read(text, _KNOWN)
    for card in _CARDS:
        if told.without & WITHOUT[card] and told.code != GREEDY_CARDS:
            raise StrategyError(f"strategy {text[:80]}: without '{card}': {told.name} minds no cards")
    return told
