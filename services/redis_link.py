"""The one narrow way to Redis: a command in, its reply out.

`PipelinedLink` is an asyncio client for a single server, on hiredis. All calls made in one turn of the
event loop travel in one packet, and nothing is locked or pooled: that makes a round trip several times
cheaper than a general client's (docs/decisions/0002-redis-link.md). Clusters and Sentinel go through redis-py.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

import hiredis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.sentinel import Sentinel
from redis.exceptions import NoScriptError, RedisError, ResponseError

from services.errors import StoreUnavailable

Arg: TypeAlias = str | bytes | int | float

CONNECT_SECONDS = 3.0
REPLY_SECONDS = 5.0


class ReplyError(Exception):
    """Redis understood and refused; the message is Redis's own."""


class ScriptUnknown(ReplyError):
    """Redis does not hold the script (any more); it has to be sent whole."""


class Link(Protocol):
    """A way to Redis."""

    is_cluster: bool
    epoch: int
    """Rises whenever there may be another server, or another history, at the other end."""

    def execute(self, *command: Arg) -> Awaitable[Any]:
        """Send one command and wait for its reply.

        Raises `StoreUnavailable` when Redis is away, `ReplyError` when it refuses the command.
        """
        ...

    def alone(self, blocking_seconds: float) -> Link:
        """Give a link with a connection of its own, for commands that block for so long at most."""
        ...

    async def close(self) -> None:
        """Hang up."""
        ...


def connect(url: str) -> Link:
    """Make the link that fits the address; it connects when it is first used.

    `redis://`, `rediss://` (TLS) and `unix://` are one server; `redis+cluster://host:port` is a cluster;
    `redis+sentinel://host:port,host:port/<service>` asks the sentinels for the master.
    """
    scheme = urlsplit(url).scheme
    if scheme in ("redis", "rediss", "unix"):
        return PipelinedLink(Address.parse(url))
    if scheme == "redis+cluster":
        return RedisPyLink(
            lambda: RedisCluster.from_url(
                "redis://" + url.split("://", 1)[1], socket_timeout=None, protocol=2
            ),
            True,
        )
    if scheme == "redis+sentinel":
        return RedisPyLink(lambda: _sentinel_master(url), False)
    raise ValueError(
        f"{scheme}:// is not known; use redis://, rediss://, unix://, redis+cluster:// or redis+sentinel://."
    )


class Address:
    """Where a single Redis server listens and how to get in."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.path = parts.path if parts.scheme == "unix" else None
        self.host = parts.hostname or "127.0.0.1"
        self.port = parts.port or 6379
        self.tls = parts.scheme == "rediss"
        self.username = unquote(parts.username) if parts.username else None
        self.password = unquote(parts.password) if parts.password else None
        query = parse_qs(parts.query)
        named = parts.path.strip("/") if self.path is None else ""
        self.database = int(query.get("db", [named or "0"])[0])

    @classmethod
    def parse(cls, url: str) -> Address:
        """Read an address. Raises `ValueError` where the database is not a number."""
        return cls(url)

    def greeting(self) -> list[tuple[Arg, ...]]:
        """Give the commands that open a connection."""
        commands: list[tuple[Arg, ...]] = []
        if self.password is not None:
            user = (self.username,) if self.username else ()
            commands.append(("AUTH", *user, self.password))
        if self.database:
            commands.append(("SELECT", self.database))
        return commands


class PipelinedLink:
    """One connection to one server, shared by all calls; it reconnects when it is next used."""

    is_cluster = False

    def __init__(self, address: Address, reply_seconds: float = REPLY_SECONDS) -> None:
        self.epoch = 0
        self._address = address
        self._reply_seconds = reply_seconds
        self._wire: _Wire | None = None
        self._dialing: asyncio.Lock | None = None

    def execute(self, *command: Arg) -> Awaitable[Any]:
        """Send one command and wait for its reply."""
        wire = self._wire
        if wire is not None and wire.is_open:
            return wire.send(command)
        return self._dial_and_send(command)

    def alone(self, blocking_seconds: float) -> Link:
        """Give a link with a connection of its own, for commands that block."""
        return PipelinedLink(self._address, blocking_seconds + REPLY_SECONDS)

    async def close(self) -> None:
        """Hang up."""
        if self._wire is not None:
            self._wire.hang_up("The link was closed.")
            self._wire = None

    async def _dial_and_send(self, command: tuple[Arg, ...]) -> Any:
        if self._dialing is None:
            self._dialing = asyncio.Lock()
        async with self._dialing:
            if self._wire is None or not self._wire.is_open:
                self._wire = await self._dial()
        return await self._wire.send(command)

    async def _dial(self) -> _Wire:
        loop = asyncio.get_running_loop()
        address = self._address

        def make() -> _Wire:
            return _Wire(loop, self._reply_seconds)

        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                if address.path is not None:
                    _, wire = await loop.create_unix_connection(make, address.path)
                else:
                    secure = ssl.create_default_context() if address.tls else None
                    _, wire = await loop.create_connection(
                        make, address.host, address.port, ssl=secure
                    )
                for command in address.greeting():
                    await wire.send(command)
                self.epoch += 1
        except (OSError, TimeoutError) as error:
            raise StoreUnavailable(f"Redis cannot be reached: {error}") from error
        return wire


class _Wire(asyncio.Protocol):
    """A connection: requests go out together, replies come back in order."""

    def __init__(self, loop: asyncio.AbstractEventLoop, reply_seconds: float) -> None:
        self._loop = loop
        self._reader = hiredis.Reader(notEnoughData=_NOTHING)
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._unsent: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._reply_seconds = reply_seconds
        self._answered = 0
        self._watch: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def send(self, command: tuple[Arg, ...]) -> asyncio.Future[Any]:
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(hiredis.pack_command(command))  # type: ignore[arg-type]  # takes int and float as well
        reply: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(reply)
        if self._watch is None:
            self._watch_replies()
        return reply

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]  # a stream transport, of a stream protocol

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not _NOTHING:
            future = self._waiting.popleft()
            self._answered += 1
            if future.done():
                continue
            if isinstance(reply, hiredis.ReplyError):
                future.set_exception(_refusal(str(reply)))
            else:
                future.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(f"The connection to Redis was lost: {exc or 'closed by the server'}.")

    def hang_up(self, why: str) -> None:
        if self._transport is not None:
            self._transport.abort()
        self._fail(why)

    def _flush(self) -> None:
        if self._transport is not None and self._unsent:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def _fail(self, why: str) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_exception(StoreUnavailable(why))

    def _watch_replies(self) -> None:
        """Hang up when no reply at all has come for too long, instead of timing each call."""
        seen = self._answered

        def look() -> None:
            self._watch = None
            if not self._waiting:
                return
            if self._answered == seen:
                self.hang_up(f"Redis has not answered for {self._reply_seconds} s.")
            else:
                self._watch_replies()

        self._watch = self._loop.call_later(self._reply_seconds, look)


_NOTHING = object()


def _refusal(message: str) -> Exception:
    """Tell a refusal that will pass (Redis is loading, failing over) from one that will not."""
    passing = ("LOADING", "BUSY ", "MASTERDOWN", "READONLY", "TRYAGAIN", "CLUSTERDOWN", "MISCONF")
    if message.startswith(passing):
        return StoreUnavailable(f"Redis is not ready: {message}")
    return ScriptUnknown(message) if message.startswith("NOSCRIPT") else ReplyError(message)


class RedisPyLink:
    """The same through redis-py, for clusters and Sentinel; blocking commands get a connection of its pool."""

    def __init__(
        self, make: Callable[[], Any], is_cluster: bool, reply_seconds: float = REPLY_SECONDS
    ) -> None:
        self._make = make
        self._reply_seconds = reply_seconds
        self._client: Any = None
        self.is_cluster = is_cluster
        self.epoch = 0

    async def execute(self, *command: Arg) -> Any:
        """Send one command and wait for its reply."""
        if self._client is None:
            self._client = self._make()
            _leave_replies_raw(self._client)
        try:
            async with asyncio.timeout(self._reply_seconds):
                return await self._client.execute_command(*command)
        except NoScriptError as error:
            raise ScriptUnknown(str(error)) from error
        except ResponseError as error:
            raise _refusal(str(error)) from error
        except (RedisError, OSError, TimeoutError) as error:
            self.epoch += 1
            raise StoreUnavailable(f"Redis cannot be reached: {error}") from error

    def alone(self, blocking_seconds: float) -> Link:
        """Give a link of its own, for commands that block."""
        return RedisPyLink(self._make, self.is_cluster, blocking_seconds + REPLY_SECONDS)

    async def close(self) -> None:
        """Hang up."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _leave_replies_raw(client: Any) -> None:
    """Have replies come as Redis sends them, but for those by which redis-py learns of the cluster."""
    callbacks = getattr(client, "connection_kwargs", {}).get("response_callbacks")
    for known in (callbacks or {}, getattr(client, "response_callbacks", None) or {}):
        for name in list(known):
            if not str(name).startswith(("CLUSTER", "COMMAND")):
                del known[name]


def _sentinel_master(url: str) -> Any:
    parts = urlsplit(url)
    hosts = parts.netloc.rsplit("@", 1)[-1].split(",")
    pairs = [(h.rsplit(":", 1)[0], int(h.rsplit(":", 1)[1])) for h in hosts]
    password = unquote(parts.password) if parts.password else None
    sentinel: Any = Sentinel(pairs, password=password)  # type: ignore[no-untyped-call]  # redis-py's
    return sentinel.master_for(parts.path.strip("/"), socket_timeout=None, protocol=2)
