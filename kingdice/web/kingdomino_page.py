"""What is this kingdom worth, and where does the next domino go? Kingdoms tapped together square by square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kingdice.web.guard import read_form
from kingdice.web.kingdom_shown import shown
from kingdice.web.kingdom_state import ADDRESS, read_asked
from kingdice.web.kingdom_taps import tapped
from kingdice.web.rendering import page

if TYPE_CHECKING:
    from kingdice.web.site import Site

__all__ = ["routes"]


def routes(site: Site) -> list[Route]:
    """The addresses of this page."""

    async def asked_for(request: Request) -> Response:
        if request.method == "POST":
            return RedirectResponse(tapped(await read_form(request)).address(), status_code=303)
        answer = await site.work(shown, read_asked(request.query_params))
        return page("kingdomino.html.j2", title="A kingdom's score", here=ADDRESS, **answer)

    return [Route(ADDRESS, asked_for, methods=["GET", "POST"])]
