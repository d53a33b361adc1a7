"""`kingdice warm`: compile everything at once, and say where it is kept."""

from __future__ import annotations

import os
import sys
from os.path import commonpath
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kingdice.cli.options import QuietOption
from kingdice.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["EXAMPLES", "Kept", "kept", "kernels", "warm"]

EXAMPLES = """\b
Examples:
  kingdice warm
  kingdice warm king-of-dice --quiet
  NUMBA_CACHE_DIR=/srv/kingdice kingdice warm
"""


def _games(incomplete: str) -> list[str]:
    return [name for name in GAMES if name.startswith(incomplete)]


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(help=f"Which games: {', '.join(GAMES)}.", show_default="all", autocompletion=_games),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Compile everything at once, so that no other command has to.

    Kernels are compiled when they are first needed, a minute or so for a game, and kept for later commands. This
    compiles all of them, by playing a little of everything, and says where they are kept: in NUMBA_CACHE_DIR if that is
    set, else beside the program or in a directory of the user's. When all are there it takes seconds.
    """
    from kingdice.cli.matches import playing
    from kingdice.cli.warm_parts import parts_of
    from kingdice.games import game_named

    names = list(dict.fromkeys(games or GAMES))
    for name in names:
        game_named(name)
    begun, before = monotonic(), _compiled()
    with playing(lambda line: None):
        for name in names:
            for what, do in parts_of(name):
                _say(f"{name}, {what}: ", quiet)
                started, known = monotonic(), _compiled()
                do()
                _say(f"{_compiled() - known} kernels compiled, {monotonic() - started:.1f} s\n", quiet)
    typer.echo(_told(_compiled() - before, monotonic() - begun, kept(kernels())))


def _say(text: str, quiet: bool) -> None:
    if not quiet:
        print(text, end="", file=sys.stderr, flush=True)


def kernels() -> dict[str, Any]:
    """The compiled functions of the modules loaded so far that are kept from one command to the next, by name."""
    from numba.core.dispatcher import Dispatcher

    loaded = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "kingdice"]
    found = [one for module in loaded for one in vars(module).values() if isinstance(one, Dispatcher)]
    return {f"{one.py_func.__module__}.{one.py_func.__qualname__}": one for one in found if one.stats.cache_path}


def _compiled() -> int:
    """How many had to be compiled in this process, once for each kind of arguments."""
    return sum(sum(one.stats.cache_misses.values()) for one in kernels().values())


class Kept(NamedTuple):
    """Where compiled kernels are kept.

    Attributes
    ----------
    folders : tuple of Path
        One for each folder of the package, sorted.
    bytes : int
        How much they take there.
    """

    folders: tuple[Path, ...]
    bytes: int


def kept(dispatchers: dict[str, Any]) -> Kept:
    """Where these kernels are kept, as numba says."""
    folders = sorted({Path(one.stats.cache_path) for one in dispatchers.values()})
    files = [file for folder in folders for kind in ("*.nbi", "*.nbc") for file in folder.glob(kind)]
    return Kept(tuple(folders), sum(file.stat().st_size for file in files))


def _told(compiled: int, seconds: float, where: Kept) -> str:
    done = f"{compiled:,} kernels compiled" if compiled else "Nothing had to be compiled"
    return f"{done}; {seconds:.0f} s. {where.bytes / 1e6:.0f} MB are kept in {_place(where.folders)}"


def _place(folders: Iterable[Path]) -> str:
    """Their common folder, and whose choice it is."""
    common, chosen = commonpath(folders), os.environ.get("NUMBA_CACHE_DIR")
    if chosen and Path(common).is_relative_to(Path(chosen).absolute()):
        return f"{chosen} (NUMBA_CACHE_DIR)"
    package = Path(__file__).parents[1]
    if Path(common).is_relative_to(package):
        return f"{package} (__pycache__ beside the sources)"
    unset = "cannot be written" if chosen else "is not set"
    return f"{common} (NUMBA_CACHE_DIR {unset}, and {package} cannot be written)"
