"""How far a run is: a bar on a terminal, a plain line now and then elsewhere, nothing when quiet.

All of it goes to standard error and costs a run next to nothing: a clock is read once a block.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

__all__ = ["Progress", "Watch"]

_SECONDS_BETWEEN_LINES = 5.0
_SECONDS_BETWEEN_DRAWINGS = 0.1


class Watch(Protocol):
    """Hears what happens in a run; called from one thread only."""

    def start(self, games: int) -> None:
        """A run of (at most) so many games begins."""
        ...

    def step(self, games: int, new: bool) -> None:
        """So many more games are done: played now, or (not new) read from disk."""
        ...

    def note(self, line: str) -> None:
        """Something that the user should know."""
        ...

    def stop(self) -> None:
        """The run is over, one way or another."""
        ...


class Progress:
    r"""Draws the progress of a run, its speed in games per second, and the time left.

    Parameters
    ----------
    stream : text file, optional
        Standard error if not given.
    quiet : bool
        Draw and say nothing.
    unit : str
        What is counted.

    Examples
    --------
    >>> import io
    >>> progress = Progress(io.StringIO())
    >>> progress.start(1000)
    >>> progress.step(1000, new=False)
    >>> progress.stop()
    >>> progress.stream.getvalue()
    '1,000 of 1,000 games\n'
    """

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False, unit: str = "games") -> None:
        self.stream = None if quiet else stream or sys.stderr
        self.unit = unit
        self.games = self.done = self.played = 0
        self._begun = self._shown = 0.0
        self._bar: tuple[Bar, TaskID] | None = None

    def start(self, games: int) -> None:
        """Begin to draw a run of (at most) so many games."""
        self.games, self.done, self.played = games, 0, 0
        self._begun = self._shown = monotonic()
        if self.stream is not None and self.stream.isatty():
            self._bar = _draw_bar(self.stream, games)

    def step(self, games: int, new: bool) -> None:
        """Add games: played now, or (not new) read from disk."""
        now = monotonic()
        self.done += games
        if new:
            self.played += games
        elif not self.played:
            self._begun = now  # reading does not count
        if self.stream is None:
            return
        if self._bar is not None and now - self._shown >= _SECONDS_BETWEEN_DRAWINGS:
            self._shown = now
            bar, task = self._bar
            bar.update(task, completed=self.done, state=f"{self._line()}{self._time_left()}")
        elif self._bar is None and now - self._shown >= _SECONDS_BETWEEN_LINES:
            self._shown = now
            self._print(f"{100 * self.done / self.games:.0f} %: {self._line()}{self._time_left()}")

    def note(self, line: str) -> None:
        """Say something on a line of its own."""
        if self._bar is not None:
            self._bar[0].console.print(line, markup=False, highlight=False, soft_wrap=True)
        elif self.stream is not None:
            self._print(line)

    def stop(self) -> None:
        """Say where the run ended, and take the bar away."""
        if self._bar is not None:
            self._bar[0].stop()
            self._bar = None
        if self.stream is not None:
            self._print(self._line())

    def _line(self) -> str:
        return f"{self.done:,} of {self.games:,} {self.unit}{self._speed()}"

    def _speed(self) -> str:
        seconds = monotonic() - self._begun
        if not self.played or seconds <= 0:
            return ""
        speed = self.played / seconds
        return f", {speed:,.0f} {self.unit}/s" if speed >= 10 else f", {speed:.2g} {self.unit}/s"

    def _time_left(self) -> str:
        if not self.played:
            return ""
        seconds = (self.games - self.done) * (monotonic() - self._begun) / self.played
        return f", {_duration(seconds)} left"

    def _print(self, line: str) -> None:
        try:
            print(line, file=self.stream, flush=True)
        except OSError:  # nobody reads it any more, which is no reason to end the run
            self.stream = None


def _duration(seconds: float) -> str:
    """A time in the two largest units that it fills: '45 s', '3 min 20 s', '2 h 5 min'."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _draw_bar(stream: TextIO, games: int) -> tuple[Bar, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[state]}")
    bar = Bar(*columns, console=Console(file=stream), transient=True)
    task = bar.add_task("", total=games, state="")
    bar.start()
    return bar, task
