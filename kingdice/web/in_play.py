"""How often is each citizen taken in play? Asked of games that are really played.

The games are played by another process, once, when somebody first looks at a page that shows what came out; the server
goes on answering meanwhile. That process is given the edition as it is served (a file may have changed since), waits
for nobody, gives way to everything else on the machine, has none of the server's sockets, and ends when the server
does: the server holds its standard input open, whose end it watches for.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from kingdice.errors import KingdiceError
from kingdice.games.king_of_dice.edition import Edition

__all__ = ["GAMES", "InPlay", "Share", "Standing", "Taking"]

GAMES = 16_384
STRATEGY = "best-bet"
PLAYERS = 4
SEED = 1
LONGEST = 900.0
"""Seconds after which the games are given up: they take some, after a first compilation of a minute at most."""
_COMMAND = (sys.executable, "-P", "-m", "kingdice.web.in_play")
_SHARES = ("shown", "taken", "discarded", "left")


@dataclass(frozen=True)
class Share:
    """A share of games with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Taking:
    """What became of a citizen.

    Attributes
    ----------
    shown : Share
        Of all games, those in which it was on display.
    taken, discarded, left : Share or None
        Of these, those in which it was taken, discarded, or left when the game ended; None where it was never shown.
    """

    shown: Share
    taken: Share | None
    discarded: Share | None
    left: Share | None


@dataclass(frozen=True)
class Standing:
    """How far the games are.

    Attributes
    ----------
    state : str
        "none" where no games are played, "playing", "known" or "failed".
    takings : mapping of str to Taking
        By citizen, once they are known.
    why : str
        One line, where it failed.
    """

    state: str
    takings: Mapping[str, Taking] = field(default_factory=dict)
    why: str = ""


class InPlay:
    """Games of an edition, played once; what came out is kept as long as this is.

    Parameters
    ----------
    edition : Edition
    games : int
        None are played when 0.
    command : sequence of str
        What plays them: another process that is told what to play on its standard input.
    """

    strategy = STRATEGY
    seed = SEED

    def __init__(self, edition: Edition, *, games: int = GAMES, command: Sequence[str] = _COMMAND) -> None:
        self.edition = edition
        self.games = games
        self.players = max(edition.players[0], min(PLAYERS, edition.players[1]))
        self.child: int | None = None
        self._command = command
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._standing = Standing("playing" if games else "none")

    @property
    def standing(self) -> Standing:
        """How far the games are; starts none."""
        return self._standing

    def ask(self) -> Standing:
        """How far the games are; has them played if nobody asked before. Waits for nothing."""
        with self._lock:
            if self._thread is None and self.games:
                self._start()
        return self._standing

    def ask_again(self) -> None:
        """Have the games played once more after they failed."""
        with self._lock:
            if self._standing.state == "failed":
                self._standing = Standing("playing")
                self._start()

    def wait(self, seconds: float) -> Standing:
        """How far the games are when they have ended, or after so long."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._standing

    def _start(self) -> None:
        # A daemon: a server that is told to stop must not wait for games.
        self._thread = threading.Thread(target=self._play, name="games", daemon=True)
        self._thread.start()

    def _play(self) -> None:
        try:
            self._standing = Standing("known", _takings(self.edition, self._answer()))
        except (KingdiceError, OSError, ValueError, KeyError, TypeError) as error:
            why = str(error) if isinstance(error, KingdiceError) else f"{type(error).__name__} {error}"
            self._standing = Standing("failed", why=" ".join(why.split()))

    def _answer(self) -> list[dict[str, Any]]:
        """What the other process says."""
        order = pickle.dumps((self.edition, self.strategy, self.players, self.games, self.seed))
        with subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            self.child = child.pid
            giving_up = threading.Timer(LONGEST, child.kill)
            giving_up.daemon = True
            giving_up.start()
            try:
                with suppress(BrokenPipeError):  # it has ended: its code says more
                    child.stdin.write(len(order).to_bytes(8, "big") + order)
                    child.stdin.flush()  # and left open: its end would say that the server is gone
                said = child.stdout.read()
            finally:
                giving_up.cancel()
                with suppress(BrokenPipeError):
                    child.stdin.close()
            code = child.wait()
        if code:
            raise KingdiceError(f"the process that plays them ended with code {code}")
        answer = json.loads(said)
        if "wrong" in answer:
            raise KingdiceError(answer["wrong"])
        rows: list[dict[str, Any]] = answer["rows"]
        return rows


def _takings(edition: Edition, rows: list[dict[str, Any]]) -> dict[str, Taking]:
    row_of = {row["citizen"]: row for row in rows}
    rows = [row_of[citizen.id] for citizen in edition.citizens]
    return {row["citizen"]: Taking(_share(row, "shown"), *(_maybe(row, name) for name in _SHARES[1:])) for row in rows}


def _share(row: Mapping[str, float], name: str) -> Share:
    return Share(row[name], row[f"{name}_low"], row[f"{name}_high"])


def _maybe(row: Mapping[str, float], name: str) -> Share | None:
    return None if math.isnan(row[name]) else _share(row, name)


def main(asked: BinaryIO, said: BinaryIO) -> None:
    """What the other process does: read what to play, play it, say what came out."""
    if hasattr(os, "nice"):
        os.nice(15)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    order = asked.read(int.from_bytes(asked.read(8), "big"))
    threading.Thread(target=_end_with, args=[asked], daemon=True).start()
    answer: dict[str, Any]
    try:
        answer = {"rows": _played(*pickle.loads(order))}  # written by the server that started this
    except KingdiceError as error:
        answer = {"wrong": str(error)}
    said.write(json.dumps(answer).encode())
    said.flush()


def _end_with(asked: BinaryIO) -> None:
    """End when nobody holds the other end of the input any more."""
    os.read(asked.fileno(), 1)  # not through the buffer, whose lock a process that is done would still want
    os._exit(1)


def _played(edition: Edition, strategy: str, players: int, games: int, seed: int) -> list[dict[str, Any]]:
    from kingdice.games.king_of_dice.citizen_tables import citizens
    from kingdice.games.king_of_dice.matches import match
    from kingdice.games.king_of_dice.turn_log import log_turns

    log = log_turns(match([strategy] * players, edition=edition), games=games, seed=seed, workers=1)
    wanted = ["citizen", *(name + end for name in _SHARES for end in ("", "_low", "_high"))]
    return [dict(zip(wanted, row, strict=True)) for row in citizens(log)[wanted].itertuples(index=False)]


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
