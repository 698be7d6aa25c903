"""A dispatcher in the test's own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rq import Queue

from services.queue import open_queue
from services.service import Services
from workers.dispatcher import Dispatcher


@asynccontextmanager
async def dispatching(services: Services) -> AsyncIterator[Queue]:
    """Dispatch meanwhile; give the queue. A dispatcher that has died says why at the end."""
    queue = open_queue(services.settings.queue_redis_url or "")
    task = asyncio.create_task(Dispatcher(services, queue).run())
    try:
        yield queue
    finally:
        task.cancel()
        (end,) = await asyncio.gather(task, return_exceptions=True)
        queue.connection.close()
    assert isinstance(end, asyncio.CancelledError), end


async def until(true, what: str, seconds: float = 20.0) -> None:
    """Wait for a condition, on which others on the event loop work."""
    try:
        async with asyncio.timeout(seconds):
            while not await true():  # what is waited for is in Redis
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"It did not come to this: {what}") from None
