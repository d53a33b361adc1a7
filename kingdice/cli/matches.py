"""What the commands that play games have in common: who sits where, and how playing ends when something happens."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from kingdice.errors import KingdiceError, RunError, StrategyError

if TYPE_CHECKING:
    from kingdice.simulation.seam import Registered

__all__ = ["Interrupted", "check_directory", "edition_asked_for", "players_asked_for", "playing", "seats_asked_for"]


class Interrupted(Exception):  # noqa: N818
    """Ctrl-C, in words of its own; its text is one line."""


@contextmanager
def playing() -> Iterator[None]:
    """While games are played: Ctrl-C says what is kept, and what bots print does not get into the answer.

    Raises
    ------
    Interrupted
    """
    from kingdice.simulation.blocks import RunInterrupted

    try:
        with redirect_stdout(sys.stderr):
            yield
    except RunInterrupted as end:  # typer would say nothing but that
        raise Interrupted(str(end)) from None


def check_directory(out: Path | None, resume: bool) -> None:
    """Refuse to go on with a run that is nowhere.

    Raises
    ------
    RunError
    """
    if resume and out is None:
        raise RunError("--resume goes on with a run on disk: name its directory, as in --out runs/1")


def edition_asked_for(edition: str | None) -> str:
    """What a game's `match` takes: a name or file; empty for the standard one.

    Raises
    ------
    KingdiceError
        For a name without letters.
    """
    if edition is not None and not edition.strip():
        raise KingdiceError(f"--edition '{edition}': expected a name or a file")
    return edition or ""


def players_asked_for(game: Registered, players: int | None, edition: str, *, otherwise: int = 2) -> int:
    """How many play: --players, or so many.

    Raises
    ------
    KingdiceError
        When the edition is not for so many.
    """
    possible = game.players(edition)
    number = max(otherwise, possible[0]) if players is None else players
    if number not in possible:
        what = f"{number} strategies" if players is None else f"--players {number}"
        raise KingdiceError(f"{what}: expected {possible[0]} to {possible[-1]}")
    return number


def seats_asked_for(game: Registered, names: list[str], players: int | None, edition: str) -> tuple[str, ...]:
    """The strategy of each seat: one name for all, or one a seat.

    Raises
    ------
    KingdiceError
        When there is no name, or another number of names than of seats.
    """
    if not names:
        known = ", ".join(game.strategies)
        raise StrategyError(f"--strategies: expected one for all seats, or one a seat: {known}, or FILE.py:BOT")
    seats = players_asked_for(game, players, edition, otherwise=max(2, len(names)))
    if len(names) == 1:
        return tuple(names * seats)
    if len(names) != seats:
        raise StrategyError(
            f"--strategies names {len(names)}, --players says {seats}: expected one for all, or {seats}"
        )
    return tuple(names)
