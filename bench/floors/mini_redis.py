"""The least that an asyncio client of Redis can be: one connection, calls pipelined by themselves."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import hiredis


class MiniRedis(asyncio.Protocol):
    """Sends all calls of one turn of the event loop in one packet; replies come in order."""

    def __init__(self) -> None:
        self._reader = hiredis.Reader()
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._unsent: list[bytes] = []
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def connect(cls, port: int) -> MiniRedis:
        """Connect to a server on this machine."""
        _, made = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return made

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            future = self._waiting.popleft()
            if isinstance(reply, Exception):
                future.set_exception(reply)
            else:
                future.set_result(reply)

    def call(self, *command: Any) -> asyncio.Future[Any]:
        """Send a command; the future is its reply."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(hiredis.pack_command(command))
        reply: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(reply)
        return reply

    def _flush(self) -> None:
        self._transport.write(b"".join(self._unsent))
        self._unsent.clear()
