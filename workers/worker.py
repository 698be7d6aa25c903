"""A worker process: RQ's SimpleWorker, which does not fork for each job."""

from __future__ import annotations

import os
import signal
import time
from types import FrameType

import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from services.logs import configure
from services.queue import QUEUE
from services.settings import Settings
from workers import jobs
from workers.process import process

log = structlog.get_logger()

WORKER_SECONDS = 30
"""A worker that has not been heard of for so long is dead to RQ."""
MAINTENANCE_SECONDS = 30
RETRY_SECONDS = 0.5


class TableWorker(SimpleWorker):
    """Does its jobs in its own process, with the domain loaded and positions in memory."""

    is_told_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the job in hand, then stop."""
        self.is_told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ's


def run_worker(settings: Settings) -> None:
    """Do jobs until told to stop; come back when Redis was away."""
    configure("worker", settings)
    url = settings.queue_redis_url
    assert url is not None
    assert callable(jobs.carry_on), "loaded now, so that no job has to wait for it"
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    process()
    log.info("worker_ready")
    while True:
        try:
            worker = _worker(url)
            worker.work(logging_level="WARNING")
            if worker.is_told_to_stop:
                break
        except RedisError as error:
            log.warning("queue_away", why=str(error))
        time.sleep(RETRY_SECONDS)
    process().close()
    log.info("worker_stopped")


def _worker(url: str) -> TableWorker:
    connection = Redis.from_url(url)
    queue = Queue(QUEUE, connection=connection, serializer=JSONSerializer)
    return TableWorker(
        [queue],
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_SECONDS,
        maintenance_interval=MAINTENANCE_SECONDS,
        log_job_description=False,
    )


def _leave(signum: int, frame: FrameType | None) -> None:
    """Stop at once: no job is in hand while RQ's own handlers are not in place."""
    del signum, frame
    raise SystemExit(0)


if __name__ == "__main__":
    run_worker(Settings.from_env(os.environ))
