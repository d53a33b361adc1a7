"""What is refused before any page works for it, and what every answer brings."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from web.asking import Answer, ask, ask_soon

from kingdice.web import guard
from kingdice.web.guard import Guard, read_form


def guarded(page: Any, **how: Any) -> Starlette:
    routes = [Route("/", page, methods=["GET", "POST"])]
    return Starlette(routes=routes, middleware=[Middleware(Guard, **how)])


async def fields(request: Request) -> Response:
    return PlainTextResponse(repr(await read_form(request)))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"a=1&a=2&b=", 200),
        (b"a" * 16_384, 200),
        (b"a" * 16_385, 413),
        (b"a=\xff", 400),
        (b"&".join([b"a=1"] * 201), 400),
    ],
)
def test_a_form_has_a_length_and_letters_and_so_many_fields(body: bytes, status: int) -> None:
    assert ask(guarded(fields), "/", method="POST", body=body).status == status


def test_fields_come_in_the_order_in_which_they_were_sent() -> None:
    assert ask(guarded(fields), "/", method="POST", body=b"b=1&a=2&b=%3C&c=").text == (
        "[('b', '1'), ('a', '2'), ('b', '<'), ('c', '')]"
    )


@pytest.mark.parametrize(
    ("address", "status"),
    [("/?" + "a" * 8_192, 200), ("/?" + "a" * 8_193, 414), ("/" + "a" * 1_023, 404), ("/" + "a" * 1_024, 414)],
)
def test_an_address_has_a_length(address: str, status: int) -> None:
    assert ask(guarded(fields), address).status == status


def test_a_site_for_this_machine_answers_to_its_own_names_only() -> None:
    assert ask(guarded(fields, hosts={"testing"}), "/").status == 200
    assert ask(guarded(fields, hosts={"localhost"}), "/").status == 421
    assert ask(guarded(fields), "/").status == 200


def test_a_page_that_never_answers_is_given_up_and_the_next_one_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck(request: Request) -> Response:
        if "now" not in request.query_params:
            await asyncio.Event().wait()
        return PlainTextResponse("here")

    monkeypatch.setattr(guard, "LONGEST_WORK", 0.05)
    app = guarded(stuck)
    answer = ask(app, "/")
    assert (answer.status, answer.headers["retry-after"]) == (503, "2")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert ask(app, "/?now").status == 200


def test_of_too_many_requests_at_once_the_last_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_WAITING", 3)
    go_on: asyncio.Event

    async def waits(request: Request) -> Response:
        await go_on.wait()
        return PlainTextResponse("here")

    app = guarded(waits)

    async def all_at_once() -> list[Answer]:
        nonlocal go_on
        go_on = asyncio.Event()
        asked = [asyncio.create_task(ask_soon(app, "/")) for _ in range(5)]
        await asyncio.sleep(0.05)
        go_on.set()
        return list(await asyncio.gather(*asked))

    assert [one.status for one in asyncio.run(all_at_once())] == [200, 200, 200, 503, 503]
    assert ask(guarded(fields), "/").status == 200


def test_headers_of_a_page_stay_as_it_gives_them() -> None:
    async def own(request: Request) -> Response:
        return PlainTextResponse("", headers={"Cache-Control": "no-store"})

    headers = ask(guarded(own), "/").headers
    assert (headers["cache-control"], headers["x-frame-options"]) == ("no-store", "DENY")
