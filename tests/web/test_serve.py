"""The site as people start it: a process that says where it is, bears with bad clients, and ends when told to."""

from __future__ import annotations

import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from web.served import Served, heard, serving

GET = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """One for all tests; in the end it must have said nothing more, and end at once."""
    with serving() as one:
        yield one
        begun = time.monotonic()
        with socket.create_connection(("127.0.0.1", one.port)) as waiting:
            waiting.sendall(b"GET / HTTP/1.1\r\n")
            assert one.end(signal.SIGTERM) == (130, "kingdice: interrupted\n")
        assert time.monotonic() - begun < 3


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def test_it_says_one_line_where_it_can_be_opened_and_is_there(served):
    assert served.said == [f"open http://127.0.0.1:{served.port}/; Ctrl-C ends it"]
    assert status(served.say(GET)) == 200


@pytest.mark.long
def test_others_are_told_of_and_ctrl_c_ends_it():
    with serving("--host", "0.0.0.0") as one:
        assert (
            one.said[0] == "others on your network can open this site too: it asks for no password and encrypts nothing"
        )
        assert one.said[1].startswith(f"open http://127.0.0.1:{one.port}/")
        assert status(one.say(GET.replace(b"localhost", b"table.example"))) == 200
        assert one.end(signal.SIGINT) == (130, "kingdice: interrupted\n")


def test_a_thousand_idle_connections_leave_it_answering(served):
    with ExitStack() as stack:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4_096, hard), hard))
        for _ in range(1_100):
            stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
        begun = time.monotonic()
        assert status(served.say(GET)) == 200
        assert time.monotonic() - begun < 1


REQUESTS = {
    b"GET /static/../../pyproject.toml HTTP/1.1": 404,
    b"GET /static/%2e%2e/%2e%2e/pyproject.toml HTTP/1.1": 404,
    b"GET /static/..%2f..%2fpyproject.toml HTTP/1.1": 404,
    b"GET /static/..%5c..%5cpyproject.toml HTTP/1.1": 404,
    b"GET /static//etc/passwd HTTP/1.1": 404,
    b"GET //etc/passwd HTTP/1.1": 404,
    b"GET /static/%00 HTTP/1.1": 404,
    b"GET /reports/%2e%2e/pyproject.toml HTTP/1.1": 404,
    b"GET /reports/rulebooks/%2e%2e/%2e%2e/README.md HTTP/1.1": 404,
    b"GET /reports/rulebooks/..%2f..%2fREADME.md HTTP/1.1": 404,
    b"GET /reports//etc/passwd HTTP/1.1": 404,
    b"GET /reports/rulebooks/%00.csv HTTP/1.1": 404,
    b"GET /%ff%fe HTTP/1.1": 404,
    b"GET /static/\xc3\xa9 HTTP/1.1": 400,
    b"GET /\x00 HTTP/1.1": 400,
    b"GET http://elsewhere.example/ HTTP/1.1": 404,
    b"GET * HTTP/1.1": 404,
    b"OPTIONS * HTTP/1.1": 404,
    b"CONNECT elsewhere.example:80 HTTP/1.1": 404,
    b"OPTIONS /odds HTTP/1.1": 405,
    b"DELETE / HTTP/1.1": 405,
    b"NONSENSE /static/site.css HTTP/1.1": 405,
    b"TRACE /reports/rulebooks/README.md HTTP/1.1": 405,
    b"HEAD /static/site.css HTTP/1.1": 200,
    b"HEAD /reports/ HTTP/1.1": 200,
    b"GET /static/site.css HTTP/1.0": 200,
    b"GET /odds?" + b"a" * 8_193 + b" HTTP/1.1": 414,
    b"GET /" + b"a" * 1_025 + b" HTTP/1.1": 414,
    b"GET / HTTP/x.y": 400,
    b"GET /": 400,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03": 400,  # a browser that was told https
    b"GET /static/icon.svg HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==": 200,
    b"POST / HTTP/1.1\r\nContent-Length: 16385": 413,
    b"POST /odds HTTP/1.1\r\nContent-Length: 1000000000000": 413,
    b"POST / HTTP/1.1\r\nContent-Length: -1": 400,
    b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip": 400,
}


@pytest.mark.parametrize("request_line", REQUESTS, ids=lambda line: line[:40].decode("latin-1"))
def test_what_is_asked_badly_is_refused_and_nothing_outside_is_shown(served, request_line):
    answer = served.say(request_line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n", seconds=1)
    assert status(answer) == REQUESTS[request_line]
    assert b"[build-system]" not in answer
    assert b"root:" not in answer
    assert b"nosniff" in answer
    if request_line.startswith(b"HEAD"):
        assert answer.endswith(b"\r\n\r\n")


def test_headers_have_a_limit(served):
    answer = served.say(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", seconds=1)
    assert status(answer) in (400, 431)  # as they come in pieces, or at once


@pytest.mark.parametrize(
    ("host", "expected"),
    [(b"localhost:8765", 200), (b"127.0.0.1", 200), (b"[::1]:1", 200), (b"LOCALHOST", 200), (b"evil.example", 421),
     (b"localhost.evil.example:80", 421), (b"", 421), (b"127.0.0.1:80:80", 421)],
)  # fmt: skip
def test_a_name_that_is_not_its_own_leads_nowhere(served, host, expected):
    assert status(served.say(GET.replace(b"localhost", host))) == expected


def test_requests_may_follow_each_other_without_waiting(served):
    one = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answers = served.say(2 * one + GET)
    assert answers.count(b"HTTP/1.1 200 OK") == 3


def test_a_body_that_is_sent_in_pieces_has_a_limit_too(served):
    pieces = b"".join(b"1000\r\n" + b"a" * 0x1000 + b"\r\n" for _ in range(8)) + b"0\r\n\r\n"
    answer = served.say(
        b"POST /advise HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces, seconds=1
    )
    assert status(answer) == 413


def test_a_client_that_leaves_in_the_middle_of_a_form_is_no_fault(served):
    with socket.create_connection(("127.0.0.1", served.port)) as talk:
        talk.sendall(b"POST /advise HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\ndisplay=")
    assert status(served.say(GET)) == 200  # and the process says nothing, which `served` looks at


@pytest.mark.long
@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\n", b"POST /advise HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"]
)
def test_who_sends_byte_by_byte_is_let_go_after_ten_seconds(served, sent):
    with socket.create_connection(("127.0.0.1", served.port), timeout=0.5) as talk:
        talk.sendall(sent)
        begun = time.monotonic()
        answer = b""
        while not answer and time.monotonic() - begun < 20:
            talk.sendall(b"a")
            answer = heard(talk)
        assert status(answer) == 408
        assert 9 < time.monotonic() - begun < 13
