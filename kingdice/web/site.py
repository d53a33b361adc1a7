"""The site: what its pages share, and which page answers which address.

Everything a page shows is in its address: nothing is kept between requests but what was worked out from the edition.
Work that takes longer than a template runs in threads (`Site.work`), so one solve never keeps others waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kingdice.games.king_of_dice.edition import Edition
from kingdice.web import advisor_page, kingdomino_page, odds_pages, report_pages
from kingdice.web.guard import Guard
from kingdice.web.rendering import STATIC, page

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
    """

    edition: Edition
    reports: Path
    threads: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(_THREADS, thread_name_prefix="page"), repr=False, compare=False
    )

    async def work(self, task: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What a task returns, run in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, lambda: task(*args, **named))


def make_site(edition: Edition, reports: Path) -> Starlette:
    """The whole site as an ASGI application."""
    site = Site(edition, reports)
    routes: list[Route | Mount] = [route for pages in _PAGES for route in pages.routes(site)]
    static = Mount("/static", StaticFiles(directory=STATIC))
    return Starlette(
        routes=[*routes, static],
        middleware=[Middleware(Guard)],
        exception_handlers={404: _not_found, 405: _not_found},
    )


async def _not_found(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    return page("not_found.html.j2", status=status, title="There is no such page", here="")
