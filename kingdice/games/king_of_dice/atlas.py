"""The atlas: every display of an edition solved exactly.

All sets of as many citizens as there are villages (658,008 sets of five of the 40 of haba-2017), each with what the
turn is worth and how it ends. What an atlas says of single citizens and of all displays stands in `atlas_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import kingdice
from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice.atlas_displays import Displays
from kingdice.games.king_of_dice.atlas_sets import set_number
from kingdice.simulation.blocks import run_blocks
from kingdice.simulation.progress import Watch
from kingdice.simulation.seam import Rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Atlas", "solve_atlas"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Atlas:
    """A solved atlas.

    Attributes
    ----------
    displays : Displays
    columns : mapping of arrays (displays,)
        What `Displays.columns` says, the display's number aside.
    """

    displays: Displays
    columns: dict[str, Floats] = field(repr=False)

    @cached_property
    def citizens(self) -> NDArray[np.int64]:
        """Who lies on each display, by places in the edition; shape (displays, places)."""
        return self.displays.citizens()

    @property
    def value(self) -> Floats:
        """What each display is worth with the atlas's number of rolls; shape (displays,)."""
        return self.columns[f"value_{self.displays.rolls}"]

    def stacked(self, name: str) -> Floats:
        """The columns `name_1`, `name_2`, … of the places side by side; shape (displays, places)."""
        return np.stack([self.columns[f"{name}_{place}"] for place in range(1, self.displays.places + 1)], axis=1)

    def ids(self, display: int) -> list[str]:
        """The citizens of one display."""
        return [self.displays.edition.citizens[place].id for place in self.citizens[display]]

    def number(self, ids: Sequence[str]) -> int:
        """The number of the display with these citizens, in any order.

        Raises
        ------
        KingdiceError
            When there is no such display.
        """
        edition = self.displays.edition
        places = sorted({edition.bit_of[edition.citizen(one).id] for one in ids})
        if len(places) != self.displays.places:
            raise KingdiceError(f"{len(places)} citizens: a display has {self.displays.places} different ones")
        return int(set_number(len(edition.citizens), [places])[0])

    @cached_property
    def digest(self) -> str:
        """A hash of all numbers: equal digests are equal atlases."""
        digest = sha256()
        for name, column in self.columns.items():
            digest.update(name.encode() + np.ascontiguousarray(column).tobytes())
        return digest.hexdigest()

    @property
    def about(self) -> dict[Any, Any]:
        """Where the numbers come from."""
        told = dict(self.displays.identity)
        del told["citizens"], told["unit"]
        return {**told, "displays": self.displays.count, "version": kingdice.__version__}

    def table(self) -> pd.DataFrame:
        """A row a display: `citizen_1`, … (left to right in edition order) and all columns; `about` in `.attrs`."""
        import pandas as pd

        ids = [citizen.id for citizen in self.displays.edition.citizens]
        who = {
            f"citizen_{place}": pd.Categorical.from_codes(codes, categories=pd.Index(ids))
            for place, codes in enumerate(self.citizens.T, start=1)
        }
        table = pd.DataFrame({**who, **self.columns})
        table.attrs = self.about
        return table


def solve_atlas(
    displays: Displays,
    *,
    workers: int = 1,
    engine: str | None = None,
    scheduler: str | None = None,
    block: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    watch: Watch | None = None,
) -> Atlas:
    """Solve all displays.

    Parameters
    ----------
    displays : Displays
    workers, engine, scheduler, block, out, resume, watch
        As `kingdice.simulation.blocks.run_blocks` takes them; they change no number.

    Raises
    ------
    RunError
        For arguments out of range, a directory that cannot be used, or a disk that is full.
    RunInterrupted
        After Ctrl-C, once the blocks in hand are done and kept.
    """
    names = displays.columns
    columns = np.empty((len(names), displays.count))

    def take(rows: Rows) -> None:
        first = int(rows[0, 0])
        columns[:, first : first + len(rows)] = rows.T

    run_blocks(
        displays,
        take,
        games=displays.count,
        seed=0,
        workers=workers,
        engine=engine,
        scheduler=scheduler,
        block=block,
        out=out,
        resume=resume,
        watch=watch,
    )
    return Atlas(displays, dict(zip(names[1:], columns[1:], strict=True)))
