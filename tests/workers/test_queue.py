"""What is put into the job queue, and what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from rq import Queue

from services.queue import CARRY_ON, Job, call_again, enqueue, open_queue, queue_answers
from tests.stack import settings_for

GAME = "07abcdefghijkmnp"
OTHER = "08abcdefghijkmnp"


@pytest.fixture
def queue(redis_url: str) -> Iterator[Queue]:
    queue = open_queue(redis_url)
    yield queue
    queue.connection.close()


def test_a_job_is_ids_and_numbers_with_limits_to_its_time(queue):
    enqueue(queue, [Job(GAME, 12, "work"), Job(OTHER, 3, "clock", 99)])

    assert queue.get_job_ids() == [f"{GAME}-12-work", f"{OTHER}-3-clock-99"]
    job = queue.fetch_job(f"{GAME}-12-work")
    assert (job.func_name, job.args, job.kwargs) == (CARRY_ON, [GAME, 12], {})
    assert job.timeout == 60
    assert job.result_ttl == 0, "what comes of a job is in the log of the game"
    assert job.failure_ttl == 24 * 60 * 60


def test_nothing_to_do_is_nothing_to_send(queue):
    enqueue(queue, [])

    assert queue.connection.keys("*") == []


def test_the_same_call_twice_is_the_same_job(queue):
    """As when a dispatcher dies between enqueueing and acknowledging."""
    for _ in range(2):
        enqueue(queue, [Job(GAME, 12, "work")])

    assert len(queue.connection.keys("rq:job:*")) == 1


def test_only_calls_that_were_lost_are_repeated(queue):
    """However long there are no workers, the queue does not grow."""
    enqueue(queue, [Job(GAME, 12, "work"), Job(OTHER, 3, "work")])
    queue.connection.lpop(queue.key)  # by a worker that died

    called = call_again(queue, [Job(GAME, 12, "work", 5), Job(OTHER, 3, "work", 5)])
    again = call_again(queue, [Job(GAME, 12, "work", 6), Job(OTHER, 3, "work", 6)])

    assert (called, again) == (1, 0)
    assert queue.get_job_ids() == [f"{OTHER}-3-work", f"{GAME}-12-work-5"]


def test_a_call_for_an_earlier_version_is_no_call_for_this_one(queue):
    enqueue(queue, [Job(GAME, 12, "work")])

    assert call_again(queue, [Job(GAME, 13, "work", 5)]) == 1


def test_whether_the_queue_answers(redis_url, tmp_path):
    assert asyncio.run(queue_answers(settings_for(redis_url)))
    gone = settings_for(redis_url, queue_url=f"unix://{tmp_path}/nobody.sock")
    assert not asyncio.run(queue_answers(gone))
