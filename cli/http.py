"""How requests come in, within bounds, and how answers go out: head and body in one piece."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HEAD = b"HTTP/"
LONGEST_HEAD = 128 * 1024
"""Bytes of a request before its body; parsers collect them without end."""
SLOWEST_SECONDS = 60.0
"""How long a request may take to come, from the first byte (or the connection) to its end."""
_TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 35\r\nconnection: close\r\n\r\nThe request was too long in coming."
)


class OnePiece:
    """A transport that keeps the head of an answer back until its body comes, moments later.

    uvicorn writes them one by one: two system calls an answer, and whoever waits is woken twice.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._head = b""

    def write(self, data: bytes) -> None:
        """Write, or keep a head back; it goes out in this turn of the loop, also if no body comes."""
        if data.startswith(_HEAD) and not self._head:
            self._head = data
            self._loop.call_soon(self._flush)
        else:
            self._transport.write(self._head + data)
            self._head = b""

    def close(self) -> None:
        """Write what was kept back, and close."""
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def _flush(self) -> None:
        if self._head:
            self.write(b"")


class Http(HttpToolsProtocol):
    """uvicorn's protocol, on such a transport, for requests that come to an end, and in time."""

    _is_coming = False
    _is_in_head = False
    _head_bytes = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin a connection; wait for its first request."""
        super().connection_made(transport)
        self.transport = OnePiece(transport)  # type: ignore[assignment]  # does what a transport does
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End a connection."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; hang up on a head that is too long."""
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")
        if self._is_coming and self._deadline is None:
            self._wait()

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._is_coming, self._is_in_head, self._head_bytes = True, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that the head is over."""
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the request is whole."""
        self._is_coming = False
        self._wait_no_more()
        super().on_message_complete()

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(SLOWEST_SECONDS, self._give_up)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """Hang up on a request that does not come to its end; say why unless an answer has begun."""
        self._deadline = None
        is_answered = self.cycle is not None and self.cycle.response_started
        if self._is_coming and not is_answered:
            self.transport.write(_TOO_SLOW)
        self.transport.close()
