"""How requests come in, within bounds, and how answers go out: head and body in one piece."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HEAD = b"HTTP/"
LONGEST_HEAD = 128 * 1024
"""Bytes of a request beside its body: head, sizes of chunks, trailers. Parsers collect them without end."""
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
        if self._transport.is_closing():
            return
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
    _bytes_beside = 0
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
        """Take what has come; hang up on a request that has too much beside its body."""
        self._bytes_beside += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._bytes_beside > LONGEST_HEAD:
            self._refuse()
        elif self._deadline is None and (self._is_coming or not self._is_answering()):
            self._wait()

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._is_coming = True
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        self._bytes_beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the request is whole."""
        self._is_coming, self._bytes_beside = False, 0
        self._wait_no_more()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with the next request; read more only when all that came at once are answered."""
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(SLOWEST_SECONDS, self._give_up)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """Hang up on a request that does not come to its end; say why unless an answer has begun."""
        self._deadline = None
        if self._is_answering():
            self._wait()
            return
        if self._is_coming and not self._has_answered():
            self.transport.write(_TOO_SLOW)
        self.transport.close()

    def _is_answering(self) -> bool:
        """Tell whether a request that is whole waits for its answer; another behind it has time."""
        whole = self.cycle is not None and not self.cycle.more_body
        return bool(self.pipeline) or (whole and not self.cycle.response_complete)

    def _has_answered(self) -> bool:
        return self.cycle is not None and self.cycle.response_started

    def _refuse(self) -> None:
        if self._is_answering() or self._has_answered():
            self.transport.close()
        else:
            self.send_400_response("There is too much of this request beside its body.")
