"""Use cases on a real Redis, with a clock that stands still until it is moved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest

from services.service import Services
from tests.stack import settings_for

T = TypeVar("T")


class StillClock:
    """A clock for tests."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a job play on for as long as it takes, also on a busy machine."""
    monkeypatch.setattr("services.chores.PLAY_SECONDS", 60.0)


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def use(redis_url: str, clock: StillClock) -> Callable[..., Any]:
    """Run a coroutine function with use cases on an empty Redis."""

    def run(what: Callable[[Services], Awaitable[T]], **settings: Any) -> T:
        async def whole() -> T:
            services = Services.wire(settings_for(redis_url, **settings), clock)
            try:
                return await what(services)
            finally:
                await services.close()

        return asyncio.run(whole())

    return run
