"""The job queue: the one place outside the workers that knows RQ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from services import keys
from services.settings import Settings

What: TypeAlias = Literal["work", "clock", "campaign"]

QUEUE = "roundtable"
CARRY_ON = "workers.jobs.carry_on"
CARRY_OVER = "workers.jobs.carry_over"
DISPATCHER_ALIVE = "rt:dispatcher:alive"

JOB_SECONDS = 60
"""A job plays bots on while it is their turn; then the next one goes on."""
FAILED_JOBS_SECONDS = 24 * 60 * 60


def open_queue(url: str) -> Queue:
    """Connect to the queue's Redis."""
    connection = Redis.from_url(url, socket_timeout=10, health_check_interval=30)
    return Queue(QUEUE, connection=connection, serializer=JSONSerializer)


@dataclass(frozen=True, slots=True)
class Job:
    """A call for the workers: carry a game on from a version, or over what a campaign waits for."""

    game: str
    """The id of a game, or with `campaign` that of a campaign."""
    version: int
    what: What
    again: int = 0
    """When a lost call is repeated, a number that no earlier one had."""

    @property
    def id(self) -> str:
        """Name the job: the same call has the same name, letters, digits, `_` and `-` only."""
        repeat = f"-{self.again}" if self.again else ""
        return f"{self.game}-{self.version}-{self.what}{repeat}"


def job_for(name: str, version: int, what: What, again: int = 0) -> Job:
    """Make the job for something that is named in an outbox or in the due list."""
    campaign = keys.campaign_named(name)
    if campaign is not None:
        return Job(campaign, version, "campaign", again)
    return Job(name, version, what, again)


def enqueue(queue: Queue, jobs: list[Job]) -> None:
    """Put jobs into the queue, all in one round trip."""
    if not jobs:
        return
    queue.enqueue_many(
        [
            Queue.prepare_data(
                CARRY_OVER if job.what == "campaign" else CARRY_ON,
                args=(job.game, job.version),
                timeout=JOB_SECONDS,
                result_ttl=0,
                failure_ttl=FAILED_JOBS_SECONDS,
                job_id=job.id,
            )
            for job in jobs
        ]
    )


def call_again(queue: Queue, jobs: list[Job]) -> int:
    """Put jobs into the queue whose first call was lost; tell how many that were.

    Those that still wait there are left alone: a queue must not grow because there are no workers.
    """
    waiting = {tuple(name.split("-")[:2]) for name in queue.get_job_ids()}
    lost = [job for job in jobs if (job.game, str(job.version)) not in waiting]
    enqueue(queue, lost)
    return len(lost)


async def queue_answers(settings: Settings) -> bool:
    """Tell whether the queue's Redis answers."""
    url = settings.queue_redis_url
    assert url is not None
    try:
        async with AsyncRedis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as redis:
            return bool(await redis.ping())
    except (TimeoutError, RedisError, OSError):
        return False
