"""The floor of live streams: one XREAD loop, its entries put as ready bytes into every client's queue."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, get
from litestar.response import Stream
from redis.asyncio import Redis

from bench.floors.settled import settle

clients: set[asyncio.Queue[bytes]] = set()
tasks: list[asyncio.Task[None]] = []


async def pump() -> None:
    redis = Redis(port=int(os.environ["REDIS_PORT"]), protocol=2, socket_timeout=None)
    last = b"$"
    while True:
        told: Any = await redis.xread({"sse": last}, block=1000)
        for _, entries in told:
            for last, fields in entries:
                version = last.split(b"-")[0]
                message = b"id: %s\nevent: game\ndata: %s\n\n" % (version, fields[b"t"])
                for queue in clients:
                    queue.put_nowait(message)


async def start() -> None:
    settle()
    tasks.append(asyncio.create_task(pump()))


async def messages() -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes] = asyncio.Queue(64)
    clients.add(queue)
    try:
        yield b"retry: 2000\n\n"
        while True:
            yield await queue.get()
    finally:
        clients.discard(queue)


@get("/raw")
async def raw() -> Stream:
    return Stream(messages(), media_type="text/event-stream", headers={"cache-control": "no-store"})


app = Litestar([raw], on_startup=[start], openapi_config=None, logging_config=None)
