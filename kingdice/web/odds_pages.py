"""Odds"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kingdice.web.rendering import page

if TYPE_CHECKING:
    from kingdice.web.site import Site

__all__ = ["routes"]


def routes(site: Site) -> list[Route]:
    """The addresses of this page."""

    async def shown(request: Request) -> Response:
        return page("not_found.html.j2", title="Odds", here="/odds")

    return [Route("/odds", shown)]
