"""Asking the site without a network: an ASGI application is called as a server would call it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def ask(app: Any, address: str, **how: Any) -> Answer:
    """What the application answers to one request; redirections are not followed."""
    return asyncio.run(ask_soon(app, address, **how))


async def ask_soon(
    app: Any,
    address: str,
    *,
    method: str = "GET",
    form: dict[str, str] | list[tuple[str, str]] | None = None,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
    said: list[Any] | None = None,
) -> Answer:
    asked = urlsplit(address)
    path, query = unquote(asked.path), asked.query
    sent = urlencode(form).encode() if form is not None else body
    told = [(b"host", b"testing"), (b"content-length", str(len(sent)).encode())]
    if form is not None:
        method = "POST"
        told.append((b"content-type", b"application/x-www-form-urlencoded"))
    told += [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": asked.path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": told, "server": ("testing", 80), "client": ("testing", 1),
    }  # fmt: skip
    said = [] if said is None else said
    parts = [{"type": "http.request", "body": sent, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.Event().wait()  # the client stays
        return parts.pop(0)

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await app(scope, receive, send)
    start = said[0]
    return Answer(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(message.get("body", b"") for message in said[1:]),
    )
