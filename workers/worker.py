"""A worker process: RQ's SimpleWorker, which does not fork for each job."""

from __future__ import annotations

import os
import signal
import time
from datetime import timedelta
from types import FrameType

import structlog
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer
from rq.utils import now

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
HEARTBEAT = timedelta(seconds=5)


class TableWorker(SimpleWorker):
    """Does its jobs in its own process, with the domain loaded and positions in memory."""

    max_connection_wait_time = 1.0
    """RQ would leave it for a minute in the end to see whether Redis is there again."""
    is_told_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the job in hand, then stop."""
        self.is_told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ's

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Say that we live, but do not make three round trips for it three times a job."""
        beat = self.last_heartbeat
        if pipeline is None and beat is not None and now() - beat < HEARTBEAT:
            return
        super().heartbeat(timeout, pipeline)

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Tell what we do, unless it was told before."""
        if pipeline is not None or state != self.get_state():
            super().set_state(state, pipeline)

    def teardown(self) -> None:
        """Sign off; when Redis is away, just leave."""
        try:
            super().teardown()  # type: ignore[no-untyped-call]  # RQ's
        except RedisError as error:
            log.warning("queue_away", why=str(error))
            if self.pubsub_thread is not None:
                self.pubsub_thread.stop()


def run_worker(settings: Settings) -> None:
    """Do jobs until told to stop; come back when Redis was away."""
    configure("worker", settings)
    url = settings.queue_redis_url
    assert url is not None
    assert callable(jobs.carry_on), "loaded now, so that no job has to wait for it"
    _leave_when_told()
    process()
    log.info("worker_ready")
    while not _work(url):
        time.sleep(RETRY_SECONDS)
    process().close()
    log.info("worker_stopped")


def _work(url: str) -> bool:
    """Do jobs until told to stop, or until Redis goes away; tell whether it was the first."""
    try:
        worker = _worker(url)
        worker.work(logging_level="WARNING")
    except (
        StopRequested
    ):  # told so between RQ's taking over the signals and its first look for work
        worker.teardown()
        return True
    except RedisError as error:
        log.warning("queue_away", why=str(error))
        return False
    finally:
        _leave_when_told()
    return worker.is_told_to_stop


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


def _leave_when_told() -> None:
    """Have signals end the process at once: no job is in hand while RQ's own handlers are not in place."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)


def _leave(signum: int, frame: FrameType | None) -> None:
    del signum, frame
    raise SystemExit(0)


if __name__ == "__main__":
    run_worker(Settings.from_env(os.environ))
