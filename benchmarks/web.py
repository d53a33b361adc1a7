"""What is timed about the site: `kingdice serve` as a process of its own, asked by wrk (where it is installed).

Few connections ask one after the other as fast as they are answered; wrk keeps no rate. Displays and dice are new in
every request (`web.lua`), so nothing is answered from what was worked out before. The seconds of the slowest hundredth
are timed too, also those of another page while displays are asked for.
"""

from __future__ import annotations

import atexit
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote
from urllib.request import urlopen

from benchmarks.timing import Bar, Group, Timed
from kingdice.games.king_of_dice import load_edition

__all__ = ["GROUPS"]

HERE = Path(__file__).parent
SECONDS = 1
CONNECTIONS = 4
PEOPLE, WAIT = 24, 100  # connections that together ask 200 times a second if each waits 100 ms on average
FRESH = "display"
BARE = """
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
from kingdice.web.server import serve_site

async def bare(request):
    return HTMLResponse("x" * 20_000)

serve_site(Starlette(routes=[Route("/", bare)]), host="127.0.0.1", port=0)
"""


class Told(NamedTuple):
    """What wrk counted: requests a second, and of the seconds that one took the middle and the slowest hundredth."""

    rate: float
    middle: float
    slow: float


@dataclass
class Spent:
    """A clock that goes on by what wrk tells, not by how long it took to find out."""

    seconds: float = 0.0


def _timed(
    name: str,
    site: Callable[[], str],
    asked: str,
    what: str,
    *,
    bar: Bar | None = None,
    beside: str = "",
    people: bool = False,
) -> Timed:
    """Something that wrk tells of an address; another may be asked all the while."""
    spent = Spent()
    how = (PEOPLE, WAIT) if people else (CONNECTIONS, 0)

    def prepare() -> Callable[[], object]:
        if shutil.which("wrk") is None:
            raise ImportError("wrk is not installed (Debian's package wrk)")
        address = site()
        _told(_wrk(address, asked, 1))

        def run() -> None:
            other = _wrk(address, beside, SECONDS + 1) if beside else None
            time.sleep(0.5 if beside else 0.0)
            told = _told(_wrk(address, asked, SECONDS, *how))
            if other:
                other.communicate()
            spent.seconds += 1 / told.rate if what == "rate" else getattr(told, what)

        return run

    return Timed(
        name, prepare, bar=bar or Bar(), told="rate" if what == "rate" else "time", clock=lambda: spent.seconds
    )


_seed = iter(range(1, 1 << 30))


def _wrk(
    address: str, asked: str, seconds: int, connections: int = CONNECTIONS, wait: int = 0
) -> subprocess.Popen[str]:
    citizens = ",".join(one.id for one in load_edition().citizens)
    words = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(HERE / "web.lua"), address]
    told = [asked, str(next(_seed)), citizens, str(wait)]
    return subprocess.Popen([*words, "--", *told], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _told(wrk: subprocess.Popen[str]) -> Told:
    said = wrk.communicate(timeout=60)[0]
    requests, took, middle, slow, wrong = map(float, re.search(r"^told (.*)$", said, re.MULTILINE)[1].split())
    assert requests > 0, said
    assert wrong == 0, said
    return Told(requests / took, middle, slow)


def _served(words: list[str]) -> str:
    """The address that a process serves at; it ends with this one."""
    process = subprocess.Popen([sys.executable, *words], cwd=HERE.parent, stderr=subprocess.PIPE, text=True)
    atexit.register(process.kill)
    for line in process.stderr or ():
        if line.startswith("open "):
            return line.split()[1].rstrip(";")
    raise RuntimeError("the site ended before it was ready")


@cache
def _bare() -> str:
    return _served(["-c", BARE])


@cache
def _site() -> str:
    address = _served(["-m", "kingdice", "serve", "--port", "0"])
    _check(address)
    until = time.monotonic() + 120
    while "data-waiting" in _page(address, "odds") and time.monotonic() < until:  # games are played beside it
        time.sleep(1)
    return address


def _check(address: str) -> None:
    """The page says what `kingdice advise` says."""
    display, dice = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28", "1b 2g 3g 4g 5r 6g"
    words = ["advise", "--display", display, "--villages", "2,2,2,2,2", "--roll", dice, "--rolls-left", "2"]
    said = subprocess.run(
        [sys.executable, "-m", "kingdice", *words, "--format", "json"], capture_output=True, check=True
    )
    value = json.loads(said.stdout)["value"]
    shown = _page(address, f"?display={display}&villages=2,2,2,2,2&left=2&dice={quote(dice.replace(' ', ','))}")
    assert f"{value:.2f}" in shown, value


def _page(address: str, rest: str) -> str:
    with urlopen(address + rest, timeout=60) as answer:
        return answer.read().decode()


RATE = Group(
    "the site, requests on 4 connections",
    [
        _timed("a page of 20,000 letters that needs no work", _bare, "/", "rate"),
        _timed("a file (site.css)", _site, "/static/site.css", "rate"),
        _timed("the odds of all citizens", _site, "/odds", "rate"),
        _timed("advice on a fresh display and dice", _site, FRESH, "rate", bar=Bar(rate=200)),
        _timed("the same by 24 people who wait 100 ms between two", _site, FRESH, "rate", people=True),
    ],
    warm=False,
)

LATENCY = Group(
    "the site, time until the answer is there, 4 connections",
    [
        _timed("a page that needs no work, 99 of 100", _bare, "/", "slow"),
        _timed("advice on a fresh display and dice, half of them", _site, FRESH, "middle"),
        _timed("advice on a fresh display and dice, 99 of 100", _site, FRESH, "slow"),
        _timed(
            "the same by 24 people who wait 100 ms between two",
            _site,
            FRESH,
            "slow",
            people=True,
            bar=Bar(seconds=0.05),
        ),
        _timed("the odds, 99 of 100, while advice is asked for on 4 more", _site, "/odds", "slow", beside=FRESH),
        _timed(
            "a file, 99 of 100, while advice is asked for on 4 more", _site, "/static/site.css", "slow", beside=FRESH
        ),
    ],
    warm=False,
)

GROUPS = [RATE, LATENCY]
