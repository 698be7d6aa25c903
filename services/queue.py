"""The job queue: the one place outside the workers that knows RQ."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Literal, TypeAlias

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from services.settings import Settings

What: TypeAlias = Literal["work", "clock"]

QUEUE = "roundtable"
CARRY_ON = "workers.jobs.carry_on"
DISPATCHER_ALIVE = "rt:dispatcher:alive"

JOB_SECONDS = 60
"""A job plays bots on while it is their turn; then the next one goes on."""
FAILED_JOBS_SECONDS = 24 * 60 * 60

_JOB_ID = re.compile(r"[A-Za-z0-9_-]+\Z")


def open_queue(url: str) -> Queue:
    """Connect to the queue's Redis."""
    connection = Redis.from_url(url, socket_timeout=10, health_check_interval=30)
    return Queue(QUEUE, connection=connection, serializer=JSONSerializer)


def job_id(game: str, version: int, what: What, attempt: int = 0) -> str:
    """Name the job that carries a game on from a version: the same work has the same name."""
    again = f"-r{attempt}" if attempt else ""
    name = f"{game}-{version}-{what}{again}"
    assert _JOB_ID.match(name)
    return name


def enqueue_all(queue: Queue, jobs: list[tuple[str, int, What, int]]) -> None:
    """Put jobs into the queue in one round trip or two: game, version, what, and which attempt it is."""
    queue.enqueue_many(
        [
            Queue.prepare_data(
                CARRY_ON,
                args=(game, version),
                timeout=JOB_SECONDS,
                result_ttl=0,
                failure_ttl=FAILED_JOBS_SECONDS,
                job_id=job_id(game, version, what, attempt),
            )
            for game, version, what, attempt in jobs
        ]
    )


@cache
def _pinger(url: str) -> AsyncRedis:
    return AsyncRedis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


async def queue_answers(settings: Settings) -> bool:
    """Tell whether the queue's Redis answers."""
    url = settings.queue_redis_url
    assert url is not None
    try:
        return bool(await _pinger(url).ping())
    except (RedisError, OSError, asyncio.TimeoutError):
        return False


__all__ = [
    "CARRY_ON",
    "DISPATCHER_ALIVE",
    "QUEUE",
    "Job",
    "What",
    "enqueue_all",
    "job_id",
    "open_queue",
    "queue_answers",
]
