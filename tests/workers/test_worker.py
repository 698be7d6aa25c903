"""A worker process: what it does with jobs, and how it comes, goes and stays."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from rq.job import JobStatus

from cli.embedded import EmbeddedRedis, find_server
from services import keys
from services.queue import Job, enqueue, open_queue
from services.service import Services
from tests.services.playing import created, played_out
from tests.stack import settings_for, stop, until

PROMPTLY = 12.0
"""Less than the 15 s after which RQ looks up from waiting for a job by itself."""


@pytest.fixture
def redis(tmp_path) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path, find_server()) as server:
        yield server


class Working:
    """A worker process and its queue."""

    def __init__(self, redis: EmbeddedRedis, log: Path) -> None:
        self.settings = settings_for(redis.url, log_level="info", log_format="json")
        self.queue = open_queue(redis.url)
        self.log = log
        with log.open("wb") as written:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "workers.worker"],
                env=os.environ | self.settings.to_env(),
                stderr=written,
            )

    def is_registered(self) -> bool:
        try:
            return self.queue.connection.scard("rq:workers") == 1
        except RedisError:
            return False

    def told(self, event: str) -> list[dict]:
        lines = self.log.read_text().splitlines()
        return [line for line in map(json.loads, lines) if line["event"] == event]

    def call(self, job: Job) -> dict:
        """Have a job done; give the line that the worker writes of it."""
        before = len(self.told("job_done"))
        enqueue(self.queue, [job])
        until(lambda: len(self.told("job_done")) > before, "the job is done")
        until(lambda: self.queue.fetch_job(job.id) is None, "nothing is left of the job")
        return self.told("job_done")[-1]

    def failed(self) -> int:
        return self.queue.failed_job_registry.count


@contextmanager
def working(redis: EmbeddedRedis, folder: Path) -> Iterator[Working]:
    one = Working(redis, folder / "worker.log")
    try:
        until(one.is_registered, "the worker is there")
        yield one
    finally:
        stop(one.process)
        one.queue.connection.close()


def use(redis: EmbeddedRedis, what):
    async def whole():
        services = Services.wire(settings_for(redis.url))
        try:
            return await what(services)
        finally:
            await services.close()

    return asyncio.run(whole())


def version_of(redis: EmbeddedRedis, game: str) -> int:
    with Redis.from_url(redis.url) as link:
        return link.xlen(keys.events(game))


def test_jobs_once_twice_late_and_for_games_that_are_over(redis, tmp_path):
    game = use(redis, lambda services: created(services, "random", "random", "random"))
    with working(redis, tmp_path) as one:
        done = one.call(Job(game, 6, "work"))
        assert done["commits"] > 0
        assert (done["game"], done["version"]) == (game, 6)
        assert done["ms"] > 0
        while done["commits"] > 0:  # a slow machine needs a second job or more
            last = version_of(redis, game)
            done = one.call(Job(game, last, "work"))
        for job in (Job(game, 6, "work"), Job(game, 6, "work", 77), Job(game, last, "clock")):
            assert one.call(job)["commits"] == 0

        assert version_of(redis, game) == last
        assert one.failed() == 0


def test_a_game_that_is_not_there_is_no_failure(redis, tmp_path):
    with working(redis, tmp_path) as one:
        enqueue(one.queue, [Job("07abcdefghijkmnp", 6, "work")])

        until(lambda: one.told("job_without_game"), "it is told in the log")
        assert one.failed() == 0


def test_a_game_that_cannot_be_read_fails_loudly_and_stops_nobody_else(redis, tmp_path):
    async def two(services):
        broken = await created(services, "random", "random", "random")
        fields = ("h", b"\xc1", "d", b"\xc1", "x", b"")
        await services.link.execute("XADD", keys.events(broken), "7-0", *fields)
        return broken, await created(services, "random", "random", "random")

    broken, sound = use(redis, two)
    with working(redis, tmp_path) as one:
        enqueue(one.queue, [Job(broken, 7, "work"), Job(sound, 6, "work")])

        until(lambda: one.told("job_done"), "the other game is played")
        assert one.queue.failed_job_registry.get_job_ids() == [f"{broken}-7-work"]
        assert version_of(redis, sound) > 6


def test_told_to_stop_it_finishes_the_job_in_hand(redis, tmp_path):
    with working(redis, tmp_path) as one:
        job = one.queue.enqueue("time.sleep", 0.7, result_ttl=60)
        until(lambda: job.get_status() == JobStatus.STARTED, "the job has begun")

        one.process.terminate()

        assert one.process.wait(PROMPTLY) == 0
        assert job.get_status() == JobStatus.FINISHED
        assert one.told("worker_stopped")
        assert one.queue.connection.scard("rq:workers") == 0, "it has signed off"


def test_told_to_stop_with_nothing_to_do_it_stops(redis, tmp_path):
    with working(redis, tmp_path) as one:
        one.process.terminate()

        assert one.process.wait(PROMPTLY) == 0


def test_told_to_stop_while_redis_is_away_it_stops(redis, tmp_path):
    with working(redis, tmp_path) as one:
        redis.kill()
        until(lambda: "could not connect" in one.log.read_text(), "it has noticed")

        one.process.terminate()

        assert one.process.wait(PROMPTLY) == 0


def test_when_redis_is_back_so_is_the_worker(redis, tmp_path):
    """Also when Redis went away in the middle of a job."""
    game = use(redis, lambda services: created(services, "random", "random", "random"))
    with working(redis, tmp_path) as one:
        redis.kill()
        redis.start()
        assert one.call(Job(game, 1, "work"))["commits"] == 0
        job = one.queue.enqueue("time.sleep", 0.3, result_ttl=60)
        until(lambda: job.get_status() == JobStatus.STARTED, "the job has begun")
        redis.kill()
        until(lambda: one.told("queue_away"), "it has noticed")
        redis.start()

        assert one.call(Job(game, 6, "work"))["commits"] > 0
        assert one.told("job_put_off") == [], "a stale connection costs no job"


def test_it_may_be_silent_for_half_a_minute_and_no_longer(redis, tmp_path):
    """RQ's own settings find a dead worker after many minutes."""
    with working(redis, tmp_path) as one:
        (key,) = one.queue.connection.smembers("rq:workers")
        assert 0 < one.queue.connection.ttl(key) <= 90

        game = use(redis, lambda services: created(services, "me", "me", "me"))
        use(redis, lambda services: played_out(services, game))
        for version in range(1, 6):
            one.call(Job(game, version, "work"))
        assert 0 < one.queue.connection.ttl(key) <= 120
