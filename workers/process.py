"""What a worker process has for all its jobs: one event loop, one set of use cases, warm memory."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeVar

import uvloop

from services.service import Services
from services.settings import Settings

T = TypeVar("T")


class Process:
    """Runs use cases for jobs, which are synchronous, on an event loop that outlives them."""

    def __init__(self, settings: Settings) -> None:
        self._runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        self._services = Services.wire(settings)
        self._runner.run(self._services.check_redis())
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)

    def run(self, use: Callable[[Services], Awaitable[T]]) -> T:
        """Run a use case to its end."""

        async def whole() -> T:
            return await use(self._services)

        return self._runner.run(whole())

    def close(self) -> None:
        """Hang up."""
        self._runner.run(self._services.close())
        self._runner.close()


@cache
def process() -> Process:
    """Give this process's; made when it is first needed."""
    return Process(Settings.from_env(os.environ))
