"""What stands before every page: limits on what is asked, and headers that keep a browser from doing more.

Plain ASGI, because it sees every response, also those for requests that no page answers. Whatever is refused is
refused in one line, before any page has worked for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HEADERS", "LONGEST_BODY", "LONGEST_HEAD", "LONGEST_PATH", "LONGEST_QUERY", "Guard", "policy", "read_form"]

LONGEST_HEAD = 16_384  # bytes of headers
LONGEST_BODY = 16_384
LONGEST_QUERY = 8_192
LONGEST_PATH = 1_024
MOST_FIELDS = 200
MOST_WAITING = 400  # requests
LONGEST_WORK = 20.0  # seconds until a page has to begin its answer


def policy(*, scripts: str = "'self'", styles: str = "'self'", images: str = "'self'") -> str:
    """What a browser may load for a page, and what the page may do (Content-Security-Policy)."""
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src {images}; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


HEADERS = {
    "content-security-policy": policy(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
"""Sent with every response that does not bring its own."""
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """An ASGI application around another.

    Parameters
    ----------
    app : ASGI application
    hosts : collection of str, optional
        Names by which the site may be asked for, without a port; others are refused, so that a page from elsewhere
        cannot reach it under a name of its own that leads to this machine. None for any.
    """

    def __init__(self, app: ASGIApp, *, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts
        self.waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                limit.reschedule(None)
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in _RAW if one[0] not in own)]
            await send(message)

        self.waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WORK) as limit:
                await (self._refusal(scope) or self.app)(scope, receive, send_guarded)
        except ClientDisconnect:
            pass  # nobody is there to be answered
        except TimeoutError:
            if begun or not limit.expired():
                raise
            async with asyncio.timeout(None) as limit:
                await _too_busy("this takes too long; try again")(scope, receive, send_guarded)
        finally:
            self.waiting -= 1

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        """The answer to what no page should work for."""
        if len(scope["query_string"]) > LONGEST_QUERY:
            return PlainTextResponse(f"an address has at most {LONGEST_QUERY} letters after ?", 414)
        if len(scope["path"]) > LONGEST_PATH:
            return PlainTextResponse(f"an address has at most {LONGEST_PATH} letters before ?", 414)
        length = host = None
        size = 0
        for name, value in scope["headers"]:
            size += len(name) + len(value)
            if name == b"content-length":
                length = value
            elif name == b"host":
                host = value
        if size > LONGEST_HEAD:
            return PlainTextResponse(f"headers have at most {LONGEST_HEAD} letters", 431)
        if length is not None and not (length.isdigit() and len(length) < 20 and int(length) <= LONGEST_BODY):
            return PlainTextResponse(f"a form has at most {LONGEST_BODY} letters", 413)
        if self.hosts is not None and host is not None and _name(host) not in self.hosts:
            return PlainTextResponse("this site has another name", 421)
        if self.waiting > MOST_WAITING:
            return _too_busy("too much is asked at once; try again")
        return None


def _too_busy(said: str) -> PlainTextResponse:
    return PlainTextResponse(said, 503, headers={"retry-after": "2"})


def _name(host: bytes) -> str:
    """The name in a Host header, without its port."""
    name, colon, port = host.decode("latin-1").lower().rpartition(":")
    return name if colon and (port.isdigit() or not port) else f"{name}{colon}{port}"


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
