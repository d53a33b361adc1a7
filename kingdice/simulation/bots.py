"""People's own players: a function or class in a Python file, named as FILE.py:BOT.

A bot is called with the game as players see it and the legal moves, and returns one of them; a class may also be a
strategy of the game's own kind. A class is made anew for every game, so that a game never depends on those before it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from kingdice.errors import StrategyError, nearest

__all__ = ["BotFile", "is_bot", "load_bot", "load_bots", "own_code"]


def is_bot(name: str) -> bool:
    """Whether a strategy's name asks for a bot."""
    return ".py:" in name


@dataclass(frozen=True)
class BotFile:
    """A bot as loaded.

    Attributes
    ----------
    name : str
        FILE.py:BOT, as given.
    hash : str
        Twelve hex digits of the file: what its games depend on.
    made : function or class
    strategy : type
        The game's class of strategies: players of that kind need not be functions.
    source : bytes
        What stands in the file; the bot goes by it to other processes, where the file need not be.
    """

    name: str
    hash: str
    made: Any
    strategy: type
    source: bytes = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.name, self.source, self.strategy)

    def sit_down(self) -> Any:
        """A player for one game.

        Raises
        ------
        StrategyError
            When a class cannot be made, or does not make something that can be called.
        """
        if not inspect.isclass(self.made):
            return self.made
        with own_code(self.name):
            player = self.made()
        if not callable(player) and not isinstance(player, self.strategy):
            raise StrategyError(f"bot {self.name}: give the class a method __call__(self, state, moves)")
        return player


@contextmanager
def own_code(bot: str) -> Iterator[None]:
    """While a bot's code runs: whatever it raises names the bot.

    Raises
    ------
    StrategyError
    """
    try:
        yield
    except (Exception, SystemExit) as error:
        raise StrategyError(f"bot {bot}: {type(error).__name__}: {error}") from error


def load_bot(name: str, strategy: type) -> BotFile:
    """Load FILE.py:BOT for a game whose strategies are of class `strategy`.

    Raises
    ------
    StrategyError
        When there is no such file, it does not run, or it has no such bot.
    """
    path = name.rpartition(":")[0]
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise StrategyError(f"strategy {name}: {path}: {error.strerror}") from None
    return _loaded(name, source, strategy)


def _loaded(name: str, source: bytes, strategy: type) -> BotFile:
    path, _, bot = name.rpartition(":")
    module = ModuleType(f"kingdice_bot_{sha256(source).hexdigest()}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # where data classes look up their annotations
    try:
        exec(compile(source, path, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise StrategyError(f"strategy {name}: {path}{line}: {type(error).__name__}: {error}") from error
    made = getattr(module, bot, None)
    if not callable(made):
        own = [key for key, one in vars(module).items() if callable(one) and not key.startswith("_")]
        raise StrategyError(f"strategy {name}: {path} has no {bot or 'bot without a name'}{nearest(bot, own)}")
    return BotFile(name, sha256(source).hexdigest()[:12], made, strategy, source)


def load_bots(strategies: Iterable[str], strategy: type) -> dict[str, BotFile]:
    """The bots among some strategies, loaded once each, by name.

    Raises
    ------
    StrategyError
        See `load_bot`.
    """
    return {name: load_bot(name, strategy) for name in dict.fromkeys(strategies) if is_bot(name)}
