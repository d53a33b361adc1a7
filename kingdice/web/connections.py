"""Connections that do not stay for good: who asks, or reads, too slowly is let go.

uvicorn's own connection waits for the rest of a request as long as the client likes, and as long for a client that does
not read. This one has a time for each of the two, takes headers and bodies of some length only, and refuses whoever
comes when too many are there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kingdice.web.guard import HEADERS

__all__ = ["MOST_CONNECTIONS", "Connection"]

MOST_CONNECTIONS = 4_096
LONGEST_REQUEST = 10.0  # seconds until a request, with its body, must be there
LONGEST_READING = 30.0  # seconds in which the client has to read some of an answer
LONGEST_CLOSING = 20.0  # seconds for what is still on its way when a connection is closed
MOST_UNREAD = 262_144  # bytes of a body that are read after the answer to it


class Connection(H11Protocol):
    """A connection as uvicorn makes it, with its time measured."""

    _timer: asyncio.TimerHandle | None = None
    _unread = 0

    def __init__(self, *args: Any, most: int = MOST_CONNECTIONS, **named: Any) -> None:
        super().__init__(*args, **named)
        self._most = most

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        if len(self.connections) > self._most:
            self._end(503, "too many are here; try again")
        else:
            self._give(LONGEST_REQUEST, self._be_too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._give_all_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request, or of several."""
        if self._is_answered_early():
            self._unread += len(data)
            if self._unread > MOST_UNREAD:
                self._close()
                return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """An answer is given."""
        self._unread = 0
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """The client does not read as fast as it is told."""
        super().pause_writing()
        self._give(LONGEST_READING, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        self._give_all_time()
        self._watch()

    def timeout_keep_alive_handler(self) -> None:
        """No other request came."""
        self._close()

    def shutdown(self) -> None:
        """The server ends: so do connections that wait for nothing."""
        if self.cycle is None or self.cycle.response_complete:
            self._close()
        else:
            self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        self._end(400, "this is not a request")

    def _is_answered_early(self) -> bool:
        """Whether the client still sends a body whose answer it has."""
        return self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete

    def _watch(self) -> None:
        """Give time to who has something to say; who waits for us has all the time."""
        said = self.conn.their_state
        if self.transport.is_closing():
            self._close()
        elif said is h11.SEND_BODY or (said is h11.IDLE and self.timeout_keep_alive_task is None):
            if self._timer is None:  # every byte would not bring more time
                self._give(LONGEST_REQUEST, self._be_too_slow)
        elif not self.flow.write_paused:
            self._give_all_time()

    def _give(self, seconds: float, then: Callable[[], None]) -> None:
        self._give_all_time()
        self._timer = self.loop.call_later(seconds, then)

    def _give_all_time(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _be_too_slow(self) -> None:
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._close()  # nothing was asked
        else:
            self._end(408, "this took too long")

    def _end(self, status: int, said: str) -> None:
        """Say why, where no answer has begun, and close."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            own = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(said)), "connection": "close"}
            headers = list({**HEADERS, **own}.items())
            answer = h11.Response(status_code=status, headers=headers, reason=HTTPStatus(status).phrase)
            for part in (answer, h11.Data(data=said.encode("ascii")), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part))
        self._close()

    def _close(self) -> None:
        """Close, at the latest when what is still to be sent had its time."""
        self.transport.close()
        self._give(LONGEST_CLOSING, self.transport.abort)
