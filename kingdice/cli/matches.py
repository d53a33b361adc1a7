"""What the commands that play games have in common: who sits where, and how playing ends when something happens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kingdice.cli.compiling import Interrupted, compiling
from kingdice.cli.options import words
from kingdice.errors import KingdiceError, RunError, StrategyError, nearest
from kingdice.simulation.progress import Progress

if TYPE_CHECKING:
    from kingdice.simulation.seam import EditionPart, Match, Registered

__all__ = [
    "Interrupted",
    "Preparing",
    "a_second",
    "check_directory",
    "edition_asked_for",
    "edition_told",
    "number_of_game",
    "players_asked_for",
    "playing",
    "say",
    "say_if_by_clock",
    "seats_asked_for",
]

Say = Callable[[str], None]


def say(line: str) -> None:
    """Say something beside the answer."""
    print(line, file=sys.stderr)


@contextmanager
def playing(note: Say = say) -> Iterator[None]:
    """While games are played: Ctrl-C says what is kept, and what bots print does not get into the answer.

    By `note` a user hears why the first games are a long time coming. A cluster that played is let go in the end.

    Raises
    ------
    Interrupted
    """
    from kingdice.simulation.blocks import RunInterrupted

    try:
        with redirect_stdout(sys.stderr), compiling(note):
            yield
    except RunInterrupted as end:  # typer would say nothing but that
        with suppress(KeyboardInterrupt):  # whoever presses twice still wants to hear what is kept
            _let_go()
        raise Interrupted(str(end)) from None
    finally:
        _let_go()


def _let_go() -> None:
    clusters = sys.modules.get("kingdice.simulation.cluster")
    if clusters is not None:
        clusters.close_clusters()


class Preparing(Progress):
    """Progress of a run that begins with a game played for nothing, for which code is compiled if need be.

    So the speed of a run says how fast games are played, and Ctrl-C need not wait for other threads to compile. Where
    that game would take its time, there is none; nor where games are played elsewhere, by the workers of a cluster,
    which compile for themselves.

    Attributes
    ----------
    match : Match or None
        What is to be played; set before the run begins.
    """

    match: Match | None = None

    def __init__(self, *, quiet: bool = False, unit: str = "games", elsewhere: bool = False) -> None:
        super().__init__(quiet=quiet, unit=unit)
        self._elsewhere = elsewhere

    def start(self, games: int) -> None:
        """Play that game, then begin to draw."""
        if self._elsewhere:
            if self.stream is not None and self.stream.isatty():
                self.note("workers that play this for the first time prepare it for their machines: a minute or so")
            super().start(games)
            return
        quick = getattr(self.match, "largest_block", 0) >= _QUICK
        rehearsal: Match | None = getattr(self.match, "rehearsal", self.match if quick else None)
        if rehearsal is not None:
            rehearsal.play_block(0, 0, 1)
        super().start(games)


_QUICK = 64  # games in a block; one that bots play is never so large


def say_if_by_clock(match: Match, note: Say = say) -> None:
    """Say that games will not be the same again, where somebody thinks until a time is up."""
    by_clock: tuple[str, ...] = getattr(match, "by_clock", ())
    if by_clock:
        verb = "thinks" if len(by_clock) == 1 else "think"
        note(f"{' and '.join(by_clock)} {verb} by the clock: played again, the games will be others")


def check_directory(out: Path | None, resume: bool) -> None:
    """Refuse to go on with a run that is nowhere.

    Raises
    ------
    RunError
    """
    if resume and out is None:
        raise RunError("--resume goes on with a run on disk: name its directory, as in --out runs/1")


def number_of_game(number: int, seed: int) -> None:
    """Refuse a game that cannot be.

    Raises
    ------
    KingdiceError
    """
    if not 0 <= number < 1 << 63:
        raise KingdiceError(f"--game {number}: expected the number of a game, from 0")
    if not 0 <= seed < 1 << 63:
        raise KingdiceError(f"--seed {seed}: expected a whole number from 0 to {(1 << 63) - 1}")


def edition_asked_for(game: Registered, **given: str | None) -> str:
    """What the game's `match` takes: a name or file, or names of optional rules; empty for the standard game.

    Parameters
    ----------
    game : Registered
    given : str or None
        What each option was given, by its name: edition, tiles, cards, variants.

    Raises
    ------
    KingdiceError
        For a name without letters, the option of another game, or a word that belongs to another option.
    """
    parts = {part.option: part for part in game.edition_parts}
    told = {f"--{name}": text for name, text in given.items() if text is not None}
    for option, text in told.items():
        if option not in parts:
            right, example = " and ".join(parts), " ".join(f"{part.option} {part.example}" for part in parts.values())
            raise KingdiceError(f"{option} {text[:40]}: {game.name} has {right} instead, as in {example}")
        if not words(text):
            what = f"names, as in {parts[option].example}" if parts[option].words else "a name or a file"
            raise KingdiceError(f"{option} '{text}': expected {what}")
        if len(parts) > 1:  # else the game itself says what is wrong
            _check_words(game, parts[option], words(text))
    return ",".join(told[option] for option in parts if option in told)


def _check_words(game: Registered, part: EditionPart, given: list[str]) -> None:
    for word in given:
        if word not in part.words:
            others = [other.option for other in game.edition_parts if word in other.words]
            hint = f"; '{word}' goes with {others[0]}" if others else nearest(word, part.words)
            raise KingdiceError(f"{part.option} '{word[:40]}': expected {', '.join(part.words)}{hint}")


def edition_told(game: str, edition: Mapping[str, str]) -> str:
    """An edition in the words of its game: "edition haba-2017 1f…", "variants middle,harmony 0c…", "rules base,…"."""
    from kingdice.games import game_named

    parts = game_named(game).edition_parts
    return f"{parts[0].option[2:] if len(parts) == 1 else 'rules'} {edition['name']} {edition['hash']}"


def a_second(speed: float) -> str:
    """How fast games were played, in brackets, of slow ones two digits; nothing where none had to be."""
    shown = f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"
    return f" ({shown} a second)" if speed else ""


def players_asked_for(game: Registered, players: int | None, edition: str, *, named: int = 1) -> int:
    """How many play: --players, or as many as there are strategies, or as is usual.

    Raises
    ------
    KingdiceError
        When the edition is not for so many.
    """
    possible = game.players(edition)
    usual = min(max(game.usual_players, possible[0]), possible[-1])
    number = players if players is not None else named if named > 1 else usual
    if number not in possible:
        what = f"{number} strategies" if players is None else f"--players {number}"
        expected = f"{possible[0]} to {possible[-1]}" if len(possible) > 1 else f"{possible[0]}"
        option = f"{game.edition_parts[0].option} " if len(game.edition_parts) == 1 else ""
        raise KingdiceError(f"{what}: expected {expected}{f' with {option}{edition[:60]}' if edition else ''}")
    return number


def seats_asked_for(game: Registered, strategies: str | None, players: int | None, edition: str) -> tuple[str, ...]:
    """The strategy of each seat: one name for all, or one a seat; the usual one where nobody is named.

    Raises
    ------
    KingdiceError
        When there is no name, or another number of names than of seats.
    """
    names = words(game.usual_strategy if strategies is None else strategies)
    if not names:
        known = ", ".join(game.strategies)
        raise StrategyError(f"--strategies: expected one for all seats, or one a seat: {known}, or FILE.py:BOT")
    seats = players_asked_for(game, players, edition, named=len(names))
    if len(names) == 1:
        return tuple(names * seats)
    if len(names) != seats:
        raise StrategyError(
            f"--strategies names {len(names)}, --players says {seats}: expected one for all, or {seats}"
        )
    return tuple(names)
