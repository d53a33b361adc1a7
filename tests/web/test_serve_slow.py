"""Slow clients, with the server's patience cut down to tenths of a second; test_serve.py has some with all of it."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from web.served import heard

from kingdice.web import connections, server
from kingdice.web.guard import Guard, read_form

PATIENCE = 0.3
MOST = 6
HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
Talk = Callable[[], socket.socket]


async def short(request: Request) -> Response:
    return PlainTextResponse("hello")


async def form(request: Request) -> Response:
    return PlainTextResponse(f"{len(await read_form(request))} fields")


async def endless(request: Request) -> Response:
    async def parts():
        while True:
            yield b"x" * 65_536
            await asyncio.sleep(0)

    return StreamingResponse(parts())


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[uvicorn.Server, int]]:
    """A server in a thread, with little patience; and its port."""
    pages = [Route("/", short), Route("/form", form, methods=["POST"]), Route("/endless", endless)]
    app = Starlette(routes=pages, middleware=[Middleware(Guard)])
    with pytest.MonkeyPatch.context() as patch, socket.socket() as listening:
        for name in ("LONGEST_REQUEST", "LONGEST_READING", "LONGEST_CLOSING"):
            patch.setattr(connections, name, PATIENCE)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        site = uvicorn.Server(server._config(app, MOST))
        thread = threading.Thread(target=site.run, args=([listening],))
        thread.start()
        yield site, listening.getsockname()[1]
        site.should_exit = True
        thread.join(5)
        assert not thread.is_alive()


@pytest.fixture
def talk(running: tuple[uvicorn.Server, int]) -> Iterator[Talk]:
    """Makes connections; waits until those of other tests are gone."""
    site, port = running
    made: list[socket.socket] = []

    def begin() -> socket.socket:
        made.append(socket.create_connection(("127.0.0.1", port), timeout=3))
        return made[-1]

    yield begin
    for one in made:
        one.close()
    until = time.monotonic() + 3
    while site.server_state.connections and time.monotonic() < until:
        time.sleep(0.01)
    assert not site.server_state.connections


def drip(one: socket.socket) -> tuple[bytes, float]:
    """Send a letter now and then: what is answered until the connection ends, and after how many seconds it does."""
    begun, answers = time.monotonic(), b""
    one.settimeout(0.02)
    while time.monotonic() - begun < 3:
        try:
            one.sendall(b"a")
            part = one.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            break
        answers += part
        if not part:
            break
    return answers, time.monotonic() - begun


@pytest.mark.parametrize(
    "sent", [HEAD, b"POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: 9000\r\n\r\n", 2 * (HEAD + b"\r\n") + HEAD]
)
def test_who_sends_letter_by_letter_is_told_so_and_let_go(talk, sent):
    one = talk()
    one.sendall(sent)
    answers, seconds = drip(one)
    assert b" 408 Request Timeout\r\n" in answers
    assert seconds < 3 * PATIENCE


def test_who_says_nothing_is_let_go_without_a_word(talk):
    begun = time.monotonic()
    assert heard(talk()) == b""
    assert PATIENCE * 0.9 < time.monotonic() - begun < 3 * PATIENCE


def test_who_does_not_read_is_let_go(talk, running):
    one = talk()
    one.sendall(b"GET /endless HTTP/1.1\r\nHost: here\r\n\r\n")
    until = time.monotonic() + 3
    while not running[0].server_state.connections and time.monotonic() < until:
        time.sleep(0.01)
    while running[0].server_state.connections and time.monotonic() < until:
        time.sleep(0.01)
    assert not running[0].server_state.connections


def test_who_reads_may_take_as_long_as_it_likes(talk):
    one = talk()
    one.sendall(b"GET /endless HTTP/1.1\r\nHost: here\r\n\r\n")
    until = time.monotonic() + 4 * PATIENCE
    while time.monotonic() < until:
        assert one.recv(1 << 20)
        time.sleep(PATIENCE / 6)


def test_a_body_that_nobody_asked_for_is_read_for_a_while_only(talk):
    one = talk()
    one.sendall(b"POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000000\r\n\r\n")
    sent = 0
    try:
        while sent < 1 << 24:
            sent += one.send(b"a" * 65_536)
    except ConnectionError:
        pass
    assert sent < 1 << 24  # what the system's own buffers hold is in it


def test_an_answer_to_a_body_that_is_too_long_arrives_though_the_body_is_still_on_its_way(talk):
    one = talk()
    one.sendall(b"POST /form HTTP/1.1\r\nHost: here\r\nContent-Length: 100000\r\n\r\n" + b"a" * 100_000)
    one.sendall(HEAD + b"Connection: close\r\n\r\n")
    answers = heard(one)
    assert answers.startswith(b"HTTP/1.1 413 ")
    assert b"HTTP/1.1 200 " in answers


def test_whoever_comes_when_too_many_are_there_is_refused_and_others_are_not(talk):
    first = [talk() for _ in range(MOST)]
    first[0].sendall(HEAD + b"\r\n")  # when this is answered, all of them are there
    assert first[0].recv(100).startswith(b"HTTP/1.1 200 ")
    assert heard(talk()).startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    first[1].close()
    time.sleep(0.05)
    one = talk()
    one.sendall(HEAD + b"\r\n")
    assert one.recv(100).startswith(b"HTTP/1.1 200 ")


def test_nonsense_after_an_answer_to_an_unfinished_body_ends_the_connection(talk, capfd):
    one = talk()
    one.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert one.recv(100).startswith(b"HTTP/1.1 405 ")
    one.sendall(b"zzz\r\n")
    heard(one)
    assert capfd.readouterr().err == ""
