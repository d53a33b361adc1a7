"""What stands before every page: limits on what is asked, and headers that keep a browser from doing more.

Plain ASGI, because it sees every response, also those for requests that no page answers.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LONGEST_BODY", "LONGEST_QUERY", "Guard", "read_form"]

LONGEST_BODY = 16_384
LONGEST_QUERY = 8_192
MOST_FIELDS = 200
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Sent with every response that does not bring its own."""


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if len(scope["query_string"]) > LONGEST_QUERY:
            too_long = PlainTextResponse(f"an address has at most {LONGEST_QUERY} letters after ?", status_code=414)
            await too_long(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)


async def read_form(request: Request) -> list[tuple[str, str]]:
    """The fields of a posted form, in the order in which they were sent.

    Raises
    ------
    HTTPException
        413 when the form is too long, 400 when it is not one.
    """
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise HTTPException(413, f"a form has at most {LONGEST_BODY} letters")
    try:
        return parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(400, "this is not a form") from None
