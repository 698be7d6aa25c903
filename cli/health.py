"""Is it well? For health checks of containers and for people."""

from __future__ import annotations

import asyncio
import os
import socket
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

import httpx
from redis import Redis
from redis.exceptions import RedisError
from rq import Worker

from cli.exits import Failure
from services.errors import StoreUnavailable
from services.queue import DISPATCHER_ALIVE
from services.redis_link import ReplyError, connect
from services.settings import Settings

Part: TypeAlias = Literal["service", "api", "dispatcher", "worker"]

NO_REDIS = "REDIS_URL is not set; what `roundtable serve` starts is its own care."
SILENT_FOR = timedelta(seconds=120)
"""A worker tells RQ that it lives more often than this, busy or not."""


def health(part: Part = "service", *, url: str | None = None) -> None:
    """Tell whether all is well; exit code 1 if not.

    Parameters
    ----------
    part
        `service`: the API answers, and Redis, queue and dispatcher are there. `api`: the API answers.
        `dispatcher`: one has told Redis lately that it lives. `worker`: a worker process of this
        machine is at work.
    url
        Address of the API; this machine's, as the settings say, if left out.
    """
    settings = Settings.from_env(os.environ)
    if part == "worker":
        _check_worker(settings)
    elif part == "dispatcher":
        asyncio.run(_check_dispatcher(settings))
    else:
        address = (url or f"http://127.0.0.1:{settings.port}").rstrip("/")
        _check_api(address, "/readyz" if part == "service" else "/healthz")


def _check_api(address: str, path: str) -> None:
    try:
        told = httpx.get(address + path, timeout=5)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Failure(f"{address} does not answer: {error}") from error
    print(told.text)  # noqa: T201  # the answer
    if not told.is_success:
        raise Failure(f"{address} is not ready.")


async def _check_dispatcher(settings: Settings) -> None:
    if settings.redis_url is None:
        raise Failure(NO_REDIS)
    link = connect(settings.redis_url)
    try:
        alive = await link.execute("GET", DISPATCHER_ALIVE)
    except (StoreUnavailable, ReplyError) as error:
        raise Failure(str(error)) from error
    finally:
        await link.close()
    if alive is None:
        raise Failure("No dispatcher has been heard of lately.")
    print("a dispatcher is at work")  # noqa: T201  # the answer


def _check_worker(settings: Settings) -> None:
    url = settings.queue_redis_url
    if url is None:
        raise Failure(NO_REDIS)
    try:
        with Redis.from_url(url, socket_timeout=5) as queue:
            workers = Worker.all(connection=queue)
    except RedisError as error:
        where = urlsplit(url).hostname or "the socket"
        raise Failure(f"The job queue at {where} does not answer: {error}") from error
    here = socket.gethostname()
    heard = [w.last_heartbeat for w in workers if w.hostname == here and w.last_heartbeat]
    if not heard or _utc(max(heard)) < datetime.now(UTC) - SILENT_FOR:
        raise Failure(f"No worker process of {here} is at work.")
    print(f"{len(heard)} worker processes at work")  # noqa: T201  # the answer


def _utc(moment: datetime) -> datetime:
    """Read RQ's times, which are UTC and may not say so."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
