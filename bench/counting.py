"""Counts what a Redis is asked to do, as it sees it itself."""

from __future__ import annotations

import re
import secrets
import socket
import time
from collections import Counter
from typing import Self

TAILING = frozenset({"xread"})
"""Readers that wait for news: they read for all games together, and are no part of what is counted."""
_LINE = re.compile(rb'\+\d+\.\d+ \[\d+ (?P<who>[^\]]+)\] "(?P<what>[^"]+)"(?P<rest>.*)')


class Monitor:
    """Listens to MONITOR: all commands of clients, in order; what a script does inside is not counted."""

    def __init__(self, redis_port: int) -> None:
        self._port = redis_port

    def __enter__(self) -> Self:
        self._wire = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        self._wire.sendall(b"MONITOR\r\n")
        self._lines = self._wire.makefile("rb")
        assert self._lines.readline() == b"+OK\r\n"
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._wire.close()

    def seen(self) -> Counter[str]:
        """Give the commands since the last call, or since the beginning."""
        mark = secrets.token_hex(8).encode()
        tell(self._port, "ECHO", mark.decode())
        found: Counter[str] = Counter()
        for line in self._lines:
            told = _LINE.match(line)
            if told is None:
                continue
            if mark in told["rest"]:
                break
            name = told["what"].decode().lower()
            if told["who"] != b"lua" and name not in TAILING:
                found[name] += 1
        return found


def tell(redis_port: int, *words: str) -> bytes:
    """Send one plain command and give the reply, a line or a text."""
    with socket.create_connection(("127.0.0.1", redis_port), timeout=10) as wire:
        wire.sendall(" ".join(words).encode() + b"\r\n")
        with wire.makefile("rb") as replies:
            line = replies.readline().rstrip()
            return replies.read(int(line[1:])) if line.startswith(b"$") else line


def wait_for_tails(redis_port: int, servers: int = 1) -> None:
    """Wait until so many servers follow the commits: when one begins to, it trusts no token unasked."""
    ends = time.monotonic() + 20
    while b"blocked_clients:%d" % servers not in tell(redis_port, "INFO", "clients"):
        assert time.monotonic() < ends, "the servers do not follow the commits"
        time.sleep(0.01)
