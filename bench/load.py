"""A load generator: connections that send ready requests, each as soon as the last one is answered."""

from __future__ import annotations

import asyncio
import gc
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter_ns
from typing import Any

import uvloop

from bench.machine import Meter, percentile

HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


@dataclass(frozen=True)
class Load:
    """What came of a run."""

    seconds: float
    latencies_ms: list[float]
    cpu_seconds: float

    @property
    def per_second(self) -> float:
        """Requests answered in a second."""
        return len(self.latencies_ms) / self.seconds

    @property
    def cpu_us(self) -> float:
        """CPU time of the server for one request."""
        return self.cpu_seconds * 1e6 / len(self.latencies_ms)

    def ms(self, percent: float) -> float:
        """Give a percentile of the times to answer."""
        return percentile(self.latencies_ms, percent)


def request(
    method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> bytes:
    """Put a request into bytes."""
    lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"content-length: {len(body)}"]
    if body:
        lines.append("content-type: application/json")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + HEAD_END + body


class Answers:
    """Cuts a byte stream into answers."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Take bytes; give the status and body of every answer that is complete by them."""
        text, found = self._rest + data, []
        while (head := text.find(HEAD_END)) >= 0:
            told = LENGTH.search(text, 0, head)
            length = int(told[1]) if told else 0
            end = head + len(HEAD_END) + length
            if len(text) < end:
                break
            found.append((int(text[9:12]), text[head + len(HEAD_END) : end]))
            text = text[end:]
        self._rest = text
        return found


class Connection(asyncio.Protocol):
    """Sends its requests one by one."""

    def __init__(self, requests: Sequence[bytes]) -> None:
        self._requests = iter(requests)
        self._answers = Answers()
        self._sent = 0
        self.latencies: list[int] = []
        self.bad: list[bytes] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._next()

    def data_received(self, data: bytes) -> None:
        for status, body in self._answers.feed(data):
            self.latencies.append(perf_counter_ns() - self._sent)
            if not 200 <= status < 300:
                self.bad.append(body)
            self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server hung up"))

    def _next(self) -> None:
        following = next(self._requests, None)
        if following is None:
            self.done.set_result(None)
            self._transport.close()
            return
        self._sent = perf_counter_ns()
        self._transport.write(following)


def drive(port: int, scripts: Sequence[Sequence[bytes]], server: Meter | None = None) -> Load:
    """Send every script over a connection of its own, all at the same time."""
    gc.collect()
    gc.freeze()
    return uvloop.run(_drive(port, scripts, server))


async def _drive(port: int, scripts: Sequence[Sequence[bytes]], server: Meter | None) -> Load:
    loop = asyncio.get_running_loop()
    lines: list[Connection] = []
    used = server.cpu_seconds() if server is not None else 0.0
    began = perf_counter_ns()
    for script in scripts:
        # Each begins at once: of processes on one port those that are busy leave connections to others.
        _, line = await loop.create_connection(partial(Connection, script), "127.0.0.1", port)
        lines.append(line)
    await asyncio.gather(*(line.done for line in lines))
    seconds = (perf_counter_ns() - began) / 1e9
    bad = [body for line in lines for body in line.bad]
    if bad:
        raise AssertionError(f"{len(bad)} requests were refused, the first with {bad[0]!r}")
    return Load(
        seconds=seconds,
        latencies_ms=[ns / 1e6 for line in lines for ns in line.latencies],
        cpu_seconds=server.cpu_seconds() - used if server is not None else 0.0,
    )


def ask(port: int, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """Make one request and give the JSON of its answer."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    raw = b"" if body is None else json.dumps(body).encode()
    return uvloop.run(_ask(port, request(method, path, raw, headers)))


async def _ask(port: int, what: bytes) -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(what)
    answers, found = Answers(), list[tuple[int, bytes]]()
    while not found:
        found = answers.feed(await reader.read(65536))
    writer.close()
    status, body = found[0]
    assert 200 <= status < 300, body
    return json.loads(body)
