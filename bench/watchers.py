"""Many live streams at once, held open by one process, and when each message came."""

from __future__ import annotations

import asyncio
import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from time import perf_counter_ns
from typing import Any

from bench.load import request

ID = re.compile(rb"id: (\d+)\n")
AT_ONCE = 200
PATIENCE = 60.0


class Arrivals:
    """What has come, and when."""

    def __init__(self) -> None:
        self.open = 0
        self.times: dict[int, array[int]] = defaultdict(lambda: array("q"))
        """By version, in nanoseconds."""


class Watch(asyncio.Protocol):
    """One live stream."""

    def __init__(self, opening: bytes, arrivals: Arrivals) -> None:
        self._opening = opening
        self._arrivals = arrivals
        self._rest = b""
        self._is_open = False

    def connection_made(self, transport: Any) -> None:
        transport.write(self._opening)

    def data_received(self, data: bytes) -> None:
        now = perf_counter_ns()
        text, mark, rest = (self._rest + data).rpartition(b"\n\n")
        self._rest = rest
        if not self._is_open and b"retry: " in text:
            self._is_open = True
            self._arrivals.open += 1
        for version in ID.findall(text + mark):
            self._arrivals.times[int(version)].append(now)


def opening(path: str, token: str | None = None) -> bytes:
    """Put the request for a live stream into bytes."""
    known = {"authorization": f"Bearer {token}"} if token is not None else {}
    return request("GET", path, b"", {"accept": "text/event-stream", **known})


async def watch(port: int, openings: Sequence[bytes]) -> tuple[Arrivals, list[Any]]:
    """Open the streams and wait until all have begun."""
    loop, arrivals, lines = asyncio.get_running_loop(), Arrivals(), []
    for start in range(0, len(openings), AT_ONCE):
        made = await asyncio.gather(
            *(
                loop.create_connection(partial(Watch, one, arrivals), "127.0.0.1", port)
                for one in openings[start : start + AT_ONCE]
            )
        )
        lines += [transport for transport, _ in made]
        await until_some(lambda: arrivals.open, start + len(made))
    return arrivals, lines


async def until_some(count: Any, number: int) -> None:
    """Wait until there are so many, or the patience is over."""
    for _ in range(int(PATIENCE / 0.01)):
        if count() >= number:
            return
        await asyncio.sleep(0.01)
