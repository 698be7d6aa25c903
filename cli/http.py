"""How requests come in, within bounds, and how answers go out: head and body in one piece."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HEAD = b"HTTP/"
LONGEST_HEAD = 128 * 1024
"""Bytes of a request before its body; parsers collect them without end."""


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
    """uvicorn's protocol, on such a transport, for requests whose head comes to an end."""

    _is_in_head = False
    _head_bytes = 0

    def data_received(self, data: bytes) -> None:
        """Take what has come; hang up on a head that is too long."""
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that the head is over."""
        self._is_in_head = False
        super().on_headers_complete()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin a connection."""
        super().connection_made(transport)
        self.transport = OnePiece(transport)  # type: ignore[assignment]  # does what a transport does
