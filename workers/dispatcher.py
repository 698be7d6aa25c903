"""The dispatcher: from the outboxes of the partitions to the job queue, and the sweeper beside it.

Any number of dispatchers may run. Each entry of an outbox goes to one of them; it is acknowledged and
removed after its job is in the queue, and whatever a dead dispatcher has left is claimed by another.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import structlog
import uvloop
from redis.exceptions import RedisError
from rq import Queue

from services import keys
from services.errors import StoreUnavailable
from services.logs import configure
from services.queue import DISPATCHER_ALIVE, Job, call_again, enqueue, job_for, open_queue
from services.redis_link import Link, ReplyError
from services.service import Services
from services.settings import Settings
from services.sweeper import Sweeper

log = structlog.get_logger()

GROUP = "dispatchers"
BATCH = 200
BLOCK_MS = 2000
CLAIM_AFTER_MS = 5000
"""How long a dispatcher may take; after that it is taken for dead, and its entries are claimed."""
CLAIM_SECONDS = 5.0
SWEEP_SECONDS = 1.0
RECONCILE_SECONDS = 300.0
MATCH_SECONDS = 5.0
ALIVE_SECONDS = 10
RETRY_SECONDS = 0.5
FORGET_CONSUMER_MS = 3_600_000


class Dispatcher:
    """Feeds the job queue."""

    def __init__(self, services: Services, queue: Queue) -> None:
        self._link = services.link
        self._matchmaking = services.matchmaking
        self._queue = queue
        self._name = f"d-{secrets.token_hex(6)}"
        self._sweeper = Sweeper(services.store, services.lists, services.now)

    async def run(self) -> None:
        """Dispatch until cancelled."""
        tags = keys.ALL_PARTITIONS
        groups = [(tag,) for tag in tags] if self._link.is_cluster else [tags]
        link = self._link.alone(BLOCK_MS / 1000)
        upkeep = (
            (ALIVE_SECONDS / 3, self._say_alive),
            (RECONCILE_SECONDS, self._reconcile),
            (SWEEP_SECONDS, self._sweep),
            (CLAIM_SECONDS, self._claim_all),
            (MATCH_SECONDS, self._finish_matches),
        )
        try:
            async with asyncio.TaskGroup() as tasks:
                for group in groups:
                    tasks.create_task(_forever(partial(self._dispatch, link, group)))
                for seconds, work in upkeep:
                    tasks.create_task(_forever(partial(_every, seconds, work)))
        finally:
            await link.close()

    async def _dispatch(self, link: Link, tags: tuple[str, ...]) -> None:
        """Take what is new in the outboxes, for ever."""
        await asyncio.gather(*(self._make_group(tag) for tag in tags))
        streams = [keys.work(tag) for tag in tags]
        while True:
            reply = await link.execute(
                *("XREADGROUP", "GROUP", GROUP, self._name, "COUNT", BATCH, "BLOCK", BLOCK_MS),
                *("STREAMS", *streams, *([">"] * len(streams))),
            )
            if reply:
                await self._pass_on([(s.decode(), entries) for s, entries in reply])

    async def _make_group(self, tag: str) -> None:
        with suppress(ReplyError):  # it is there already
            await self._link.execute("XGROUP", "CREATE", keys.work(tag), GROUP, "0", "MKSTREAM")

    async def _pass_on(self, taken: list[tuple[str, list[Any]]]) -> None:
        """Enqueue jobs for entries, then acknowledge and remove the entries."""
        await self._enqueue(_newest(fields for _, entries in taken for _, fields in entries))
        for stream, entries in taken:
            names = [name for name, _ in entries]
            await asyncio.gather(
                self._link.execute("XACK", stream, GROUP, *names),
                self._link.execute("XDEL", stream, *names),
            )

    async def _enqueue(self, jobs: list[Job]) -> None:
        await asyncio.to_thread(enqueue, self._queue, jobs)
        log.info("jobs_enqueued", count=len(jobs))

    async def _say_alive(self) -> None:
        await self._link.execute("SET", DISPATCHER_ALIVE, self._name, "EX", ALIVE_SECONDS)

    async def _reconcile(self) -> None:
        log.info("games_reconciled", noted=await self._sweeper.reconcile())

    async def _finish_matches(self) -> None:
        """Create the games for which players have come together in a process that then died."""
        await self._matchmaking.finish_left_over()

    async def _sweep(self) -> None:
        """Call for what the logs say is outstanding, though no call for it is under way."""
        jobs = await self._sweeper.sweep()
        if jobs:
            called = await asyncio.to_thread(call_again, self._queue, jobs)
            log.info("jobs_called_again", outstanding=len(jobs), count=called)

    async def _claim_all(self) -> None:
        await asyncio.gather(*(self._claim(tag) for tag in keys.ALL_PARTITIONS))

    async def _claim(self, tag: str) -> None:
        """Take over what a dead dispatcher had taken, and forget dispatchers that have nothing left."""
        stream = keys.work(tag)
        await self._make_group(tag)
        reply = await self._link.execute(
            "XAUTOCLAIM", stream, GROUP, self._name, CLAIM_AFTER_MS, "0", "COUNT", BATCH
        )
        if reply[1]:
            await self._pass_on([(stream, reply[1])])
        for consumer in await self._link.execute("XINFO", "CONSUMERS", stream, GROUP):
            told = dict(zip(consumer[::2], consumer[1::2], strict=True))
            if told[b"pending"] == 0 and told[b"idle"] > FORGET_CONSUMER_MS:
                await self._link.execute("XGROUP", "DELCONSUMER", stream, GROUP, told[b"name"])


async def _forever(work: Callable[[], Awaitable[None]]) -> None:
    """Keep at it, also when Redis was away."""
    while True:
        try:
            await work()
        except (StoreUnavailable, ReplyError, RedisError) as error:
            log.warning("dispatcher_waits", why=str(error))
            await asyncio.sleep(RETRY_SECONDS)


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await work()
        await asyncio.sleep(seconds)


def _newest(entries: Iterable[list[bytes] | None]) -> list[Job]:
    """Give a job for each game or campaign: a later entry is called for by a later commit.

    An entry that was removed meanwhile has no fields.
    """
    told = (dict(zip(fields[::2], fields[1::2], strict=True)) for fields in entries if fields)
    jobs = (job_for(entry[b"g"].decode(), int(entry[b"v"]), "work") for entry in told)
    return list({job.game: job for job in jobs}.values())


def run_dispatcher(settings: Settings) -> None:
    """Dispatch until told to stop."""
    configure("dispatcher", settings)
    with suppress(KeyboardInterrupt):
        uvloop.run(_until_told(settings))


async def _until_told(settings: Settings) -> None:
    url = settings.queue_redis_url
    assert url is not None
    services = Services.wire(settings)
    await services.check_redis()
    loop = asyncio.get_running_loop()
    queue = open_queue(url)
    work = asyncio.create_task(Dispatcher(services, queue).run())
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, work.cancel)
    log.info("dispatcher_ready")
    with suppress(asyncio.CancelledError):
        await work
    await services.close()
    queue.connection.close()
    log.info("dispatcher_stopped")


if __name__ == "__main__":
    run_dispatcher(Settings.from_env(os.environ))
