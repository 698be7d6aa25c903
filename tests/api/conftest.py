"""One service for all API tests of a process: Redis, API, dispatcher and a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from cli.embedded import EmbeddedRedis, find_server
from services.settings import Settings
from tests.stack import Caller, process, serving, settings_for


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    with EmbeddedRedis(tmp_path_factory.mktemp("stack"), find_server()) as redis:
        yield settings_for(redis.url)


@pytest.fixture(scope="session")
def url(settings: Settings) -> Iterator[str]:
    with (
        process("workers.dispatcher", settings),
        process("workers.worker", settings),
        serving(settings) as address,
    ):
        yield address


@pytest.fixture
def ada(url: str) -> Iterator[Caller]:
    with closing(Caller.known(url, "Ada")) as caller:
        yield caller


@pytest.fixture
def bob(url: str) -> Iterator[Caller]:
    with closing(Caller.known(url, "Bob")) as caller:
        yield caller


@pytest.fixture
def anyone(url: str) -> Iterator[Caller]:
    """A spectator, without a token."""
    with Caller(base_url=url, timeout=30) as caller:
        yield caller
