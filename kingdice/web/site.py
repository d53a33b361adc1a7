"""The site: what its pages share, and which page answers which address.

Everything a page shows is in its address: nothing is kept between requests but what was worked out from the edition.
Work that takes longer than a template runs in threads (`Site.work`), so one solve never keeps others waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from kingdice.games.king_of_dice.edition import Edition
from kingdice.web import advisor_page, kingdomino_page, odds_pages, report_pages
from kingdice.web.advisers import Advisers
from kingdice.web.guard import HEADERS, Guard
from kingdice.web.in_play import GAMES
from kingdice.web.rendering import page
from kingdice.web.static_files import kept_file

__all__ = ["Site", "make_site"]

P = ParamSpec("P")
T = TypeVar("T")
_THREADS = 4
_PAGES = (advisor_page, odds_pages, kingdomino_page, report_pages)


@dataclass(frozen=True)
class Site:
    """What the pages know.

    Attributes
    ----------
    edition : Edition
        Whose dice and cards the advisor and the odds are about.
    reports : Path
        A folder whose sub-folders are reports; it need not be there.
    games : int
        How many games are played to see how often citizens are taken; none when 0.
    advisers : Advisers
    """

    edition: Edition
    reports: Path
    games: int = GAMES
    advisers: Advisers = field(init=False, repr=False, compare=False)
    threads: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(_THREADS, thread_name_prefix="page"), repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "advisers", Advisers(self.edition))

    async def work(self, task: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What a task returns, run in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, lambda: task(*args, **named))


def make_site(
    edition: Edition, reports: Path, *, hosts: Collection[str] | None = None, games: int = GAMES
) -> Starlette:
    """The whole site as an ASGI application.

    Parameters
    ----------
    edition : Edition
    reports : Path
    hosts : collection of str, optional
        Names by which it may be asked for; None for any (`kingdice.web.guard.Guard`).
    games : int
        How many are played to see how often citizens are taken; none when 0.
    """
    site = Site(edition, reports, games)
    routes: list[Route | Mount] = [route for pages in _PAGES for route in pages.routes(site)]
    app = Starlette(
        routes=[*routes, Route("/static/{name}", kept_file)],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={404: _not_found, 405: _not_found, 500: _fault},
    )
    app.state.warm = site.advisers.warm
    return app


async def _not_found(request: Request, error: Exception) -> Response:
    status, headers = getattr(error, "status_code", 404), getattr(error, "headers", None)
    return page("not_found.html.j2", status=status, headers=headers, title="There is no such page", here="")


async def _fault(request: Request, error: Exception) -> Response:
    # The guard stands below what catches faults, so its headers are not there yet.
    return page("fault.html.j2", status=500, headers=HEADERS, title="Something went wrong", here="")
