"""Answers that come in pieces: live events, all events of a game, replays."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.response import Stream

from api.answers import Frame
from api.formats import NDJSON, SSE
from api.limits import Limits
from api.metrics import STREAMS
from api.problems import Trouble
from domain.kernel.secrecy import Viewer
from domain.table.history import follow
from domain.table.journal import Position, shown
from services.errors import StoreUnavailable
from services.positions import Held
from services.projections import view_of
from services.store import EventStore

log = structlog.get_logger()

PIECE = 256 * 1024
"""Bytes that are put together before they are sent."""
LIVE_HEADERS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "vary": "Authorization, Accept",
}

_encode = msgspec.json.encode


def live(
    request: Request[Any, Any, Any], messages: AsyncIterator[bytes]
) -> Stream | Response[bytes]:
    """Stream server-sent events for as long as the caller stays. Raises `Trouble` if it has too many open."""
    if "is_head" in request.scope:
        return Response(b"", media_type=SSE, headers=LIVE_HEADERS)
    limits: Limits = request.app.state.limits
    caller = _caller(request)
    if limits.is_full_of(caller):
        most = limits.streams_most
        raise Trouble(
            "too-many-requests",
            f"You have {most} live streams open already; close one.",
            headers={"ratelimit-policy": f'"streams";q={most};qu="concurrent-requests"'},
            retry_after=5,
        )
    request.scope["is_live"] = True  # type: ignore[typeddict-unknown-key]  # its time is the caller's choice
    return Stream(_Counted(limits, caller, messages), media_type=SSE, headers=LIVE_HEADERS)


def _caller(request: Request[Any, Any, Any]) -> bytes:
    """Say for whom a stream counts: by now it is known whose token was sent, if any."""
    notes: Mapping[str, Any] = request.scope
    player: str | None = notes.get("player")
    return player.encode() if player is not None else notes["caller"]


class _Counted:
    """A live stream that is counted from when it is let in, whether anybody then reads it or not."""

    def __init__(self, limits: Limits, caller: bytes, messages: AsyncIterator[bytes]) -> None:
        self._limits = limits
        self._caller = caller
        self._messages = messages
        self._is_counted = True
        limits.open_stream(caller)
        STREAMS.inc()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Give the messages; where the store goes away the reader comes back and resumes."""
        try:
            async for message in self._messages:
                yield message
        except StoreUnavailable as error:
            log.warning("stream_broken_off", why=str(error))
        finally:
            self._uncount()
            await self._messages.aclose()  # type: ignore[attr-defined]  # an async generator

    def __del__(self) -> None:
        self._uncount()

    def _uncount(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._limits.close_stream(self._caller)
            STREAMS.dec()


def lines(
    request: Request[Any, Any, Any], pieces: AsyncIterator[bytes]
) -> Stream | Response[bytes]:
    """Stream lines of JSON; where the store goes away midway the answer breaks off, visibly unfinished."""
    headers = {"vary": "Authorization, Accept"}
    if "is_head" in request.scope:
        return Response(b"", media_type=NDJSON, headers=headers)
    return Stream(pieces, media_type=NDJSON, headers=headers)


async def lines_of(
    store: EventStore, held: Held, viewer: Viewer, after: int
) -> AsyncIterator[bytes]:
    """Give the events after a version, a line each, a page at a time."""
    seed, until = bytes.fromhex(held.position.table.seed), held.position.version
    async for page in store.pages(held.game, after, until):
        yield b"".join(_encode(shown(e, viewer, seed)) + b"\n" for e in held.read(page))


async def frames_of(
    store: EventStore, held: Held, viewer: Viewer, span: tuple[int, int]
) -> AsyncIterator[bytes]:
    """Give frames from one version to another: each event, and the table after it."""
    first, last = span
    seed = bytes.fromhex(held.position.table.seed)
    position: Position | None = None
    async for page in store.pages(held.game, 0, last):
        lines: list[bytes] = []
        size = 0
        entries = held.read(page)
        passed = tuple(entry for entry in entries if entry.version < first)
        position = follow(held.box, position, passed)
        for entry in entries[len(passed) :]:
            position = follow(held.box, position, (entry,))
            assert position is not None
            frame = Frame(
                version=entry.version,
                event=shown(entry, viewer, seed),
                view=view_of(held.box, position.table, viewer),
            )
            lines.append(_encode(frame) + b"\n")
            size += len(lines[-1])
            if size > PIECE:
                yield b"".join(lines)
                lines, size = [], 0
        if lines:
            yield b"".join(lines)
