"""Answers that come in pieces: live events, all events of a game, replays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request
from litestar.response import Stream

from api.answers import Frame
from api.limits import Limits
from api.metrics import STREAMS
from api.problems import Trouble
from domain.kernel.secrecy import Viewer
from domain.table.history import follow
from domain.table.journal import Position, shown
from services.positions import Held
from services.projections import view_of
from services.store import EventStore

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"

_encode = msgspec.json.encode


def live(request: Request[Any, Any, Any], messages: AsyncIterator[bytes]) -> Stream:
    """Stream server-sent events for as long as the caller stays. Raises `Trouble` if it has too many open."""
    limits: Limits = request.app.state.limits
    caller: bytes = request.scope["caller"]  # type: ignore[typeddict-item]  # the edge's note
    if limits.is_full_of(caller):
        detail = f"You have {limits.streams_most} live streams open already; close one."
        raise Trouble("too-many-requests", detail, retry_after=5)
    return Stream(
        _counted(limits, caller, messages),
        media_type=SSE,
        headers={"cache-control": "no-store", "x-accel-buffering": "no", "vary": "Authorization"},
    )


async def _counted(
    limits: Limits, caller: bytes, messages: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    limits.open_stream(caller)
    STREAMS.inc()
    try:
        async for message in messages:
            yield message
    finally:
        limits.close_stream(caller)
        STREAMS.dec()
        await messages.aclose()  # type: ignore[attr-defined]  # an async generator


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
        if lines:
            yield b"".join(lines)
