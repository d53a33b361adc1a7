"""What `kingdice report GAME` was asked for, the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

import kingdice
from kingdice.simulation import RNG_VERSION

if TYPE_CHECKING:
    import pandas as pd

    from kingdice.balance.kept import Kept
    from kingdice.simulation.engines import Crew

__all__ = ["Asked"]


def _say_nothing(line: str) -> None:
    """The usual listener."""


@dataclass(frozen=True)
class Asked:
    """A report to be made.

    Attributes
    ----------
    edition : str
        As the game's `match` takes it; empty for the standard one.
    players : int, optional
        How many play; the game's usual number where nobody says.
    games : int, optional
        Games of its main run; the other runs keep their proportion to it. The game's usual number where nobody says.
    until : str
        Stop the main run as soon as seats are known so well ("win-share:0.005"); then `games` is the most.
    seed : int
    workers, engine, scheduler
        Who plays: see `engines.choose_engine`.
    against : str
        Another edition to compare with, game by game; empty for none.
    command : str
        What rebuilds the report.
    note : callable
        Hears what is being worked on, a line each.
    kept : Kept, optional
        Where results are kept while a report is being made, so that an interruption loses nothing.
    """

    edition: str = ""
    players: int | None = None
    games: int | None = None
    until: str = ""
    seed: int = 1
    workers: int = 1
    engine: str | None = None
    scheduler: str | None = None
    against: str = ""
    command: str = ""
    note: Callable[[str], None] = field(default=_say_nothing)
    kept: Kept | None = None

    @property
    def crew(self) -> Crew:
        """Who plays."""
        return {"workers": self.workers, "engine": self.engine, "scheduler": self.scheduler}

    def scaled(self, usual: int, *, of: int, least: int = 64) -> int:
        """How many games a smaller run has that usually has `usual` where the main run has `of`, rounded up to even.

        Examples
        --------
        >>> Asked(games=1000).scaled(40_000, of=200_000)
        200
        >>> Asked().scaled(40_000, of=200_000)
        40000
        """
        games = usual if self.games is None else max(least, usual * self.games // of)
        return games + games % 2

    def kept_in(self, folder: Path, *, game: str) -> Asked:
        """The same, with tables kept in a folder until the report is done."""
        from kingdice.balance.kept import Kept

        depends = {
            "game": game,
            "version": kingdice.__version__,
            "rng_version": RNG_VERSION,
            **{name: getattr(self, name) for name in ("players", "games", "until", "seed")},
            **{name: _contents(getattr(self, name)) for name in ("edition", "against")},
        }
        return replace(self, kept=Kept(folder / ".kept", depends))

    def done(self) -> None:
        """The report is whole: nothing needs to be kept."""
        if self.kept is not None:
            self.kept.clear()

    def table(self, name: str, make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
        """A table that takes its time: read where an interrupted report has left it, else made and kept."""
        from kingdice.balance.kept import storable

        return storable(make()) if self.kept is None else self.kept.table(name, make)

    def arrays(self, name: str, make: Callable[[], Mapping[str, NDArray[Any]]]) -> Mapping[str, NDArray[Any]]:
        """Arrays that take their time, as `table`."""
        return make() if self.kept is None else self.kept.arrays(name, make)


def _contents(edition: str) -> str:
    """An edition by its name, or by what stands in its file."""
    path = Path(edition)
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else edition
    except OSError:  # a name that no file can have, a file that cannot be read: the game says so
        return edition
