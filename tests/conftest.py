"""Fixtures for all tests: real redis-servers, and how Hypothesis searches. Nothing about any one game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from cli.embedded import EmbeddedRedis, server_version, shipped_server

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("search", parent=settings.get_profile("ci"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

SYSTEM_SERVER = Path("/usr/bin/redis-server")


def _servers() -> dict[str, Path]:
    """Name the redis-servers at hand by version; the one that is installed with the project first."""
    found: dict[str, Path] = {}
    for binary in (shipped_server(), SYSTEM_SERVER):
        version = server_version(binary) if binary is not None else None
        if binary is not None and version is not None:
            found.setdefault(f"{version[0]}.{version[1]}", binary)
    return found


SERVERS = _servers()


@pytest.fixture(scope="session")
def redis_servers(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[str], EmbeddedRedis]]:
    """Give the running server of a version (`8.2`), started when it is first wanted."""
    running: dict[str, EmbeddedRedis] = {}
    with ExitStack() as cleaning:

        def server(version: str) -> EmbeddedRedis:
            if version not in running:
                folder = tmp_path_factory.mktemp("redis")
                running[version] = cleaning.enter_context(EmbeddedRedis(folder, SERVERS[version]))
            return running[version]

        yield server


@pytest.fixture(scope="session")
def redis_server(redis_servers: Callable[[str], EmbeddedRedis]) -> EmbeddedRedis:
    """A running redis-server, shared by the tests of this process. Do not stop it: start your own."""
    return redis_servers(next(iter(SERVERS)))


@pytest.fixture
def redis_url(redis_server: EmbeddedRedis) -> str:
    """The address of an empty Redis."""
    redis_server.ask("FLUSHALL")
    return redis_server.url


@pytest.fixture(params=SERVERS)
def each_redis(
    request: pytest.FixtureRequest, redis_servers: Callable[[str], EmbeddedRedis]
) -> EmbeddedRedis:
    """An empty Redis of each version at hand in turn."""
    server = redis_servers(request.param)
    server.ask("FLUSHALL")
    return server
