"""The dispatcher: from the outboxes of the partitions to the job queue, and the sweeper beside it.

Any number of dispatchers may run. Each entry of an outbox goes to one of them; it is acknowledged and
removed after its job is in the queue, and whatever a dead dispatcher has left is claimed by another.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from contextlib import suppress
from typing import Any

import structlog
from redis.exceptions import RedisError
from rq import Queue

from services import keys
from services.errors import StoreUnavailable
from services.logs import configure
from services.queue import DISPATCHER_ALIVE, Job, enqueue, open_queue
from services.redis_link import Link, ReplyError
from services.service import Services
from services.settings import Settings
from services.sweeper import Sweeper

log = structlog.get_logger()

GROUP = "dispatchers"
BATCH = 200
BLOCK_MS = 2000
CLAIM_AFTER_MS = 5000
SWEEP_SECONDS = 1.0
RECONCILE_SECONDS = 300.0
ALIVE_SECONDS = 10
RETRY_SECONDS = 0.5
FORGET_CONSUMER_MS = 3_600_000


class Dispatcher:
    """Feeds the job queue."""

    def __init__(self, services: Services, queue: Queue) -> None:
        self._services = services
        self._queue = queue
        self._name = f"d-{secrets.token_hex(6)}"
        self._sweeper = Sweeper(services.store, services.lists, services.now)

    async def run(self) -> None:
        """Dispatch until cancelled."""
        tags = keys.ALL_PARTITIONS
        groups = [(tag,) for tag in tags] if self._services.link.is_cluster else [tags]
        async with asyncio.TaskGroup() as tasks:
            for group in groups:
                tasks.create_task(self._forever(self._dispatch, self._services.link.alone(), group))
            tasks.create_task(self._forever(self._keep_watch, self._services.link))

    async def _forever(self, work: Any, link: Link, *what: Any) -> None:
        """Keep at it, also when Redis was away."""
        while True:
            try:
                await work(link, *what)
            except (StoreUnavailable, ReplyError, RedisError) as error:
                log.warning("dispatcher_waits", why=str(error))
                await asyncio.sleep(RETRY_SECONDS)

    async def _dispatch(self, link: Link, tags: tuple[str, ...]) -> None:
        """Take what is new in the outboxes, for ever."""
        await asyncio.gather(*(self._make_group(link, tag) for tag in tags))
        streams = [keys.work(tag) for tag in tags]
        while True:
            reply = await link.execute(
                *("XREADGROUP", "GROUP", GROUP, self._name, "COUNT", BATCH, "BLOCK", BLOCK_MS),
                *("STREAMS", *streams, *([">"] * len(streams))),
            )
            if reply:
                await self._pass_on(link, [(s.decode(), entries) for s, entries in reply])

    async def _make_group(self, link: Link, tag: str) -> None:
        with suppress(ReplyError):  # it is there already
            await link.execute("XGROUP", "CREATE", keys.work(tag), GROUP, "0", "MKSTREAM")

    async def _pass_on(self, link: Link, taken: list[tuple[str, list[Any]]]) -> None:
        """Enqueue jobs for entries, then acknowledge and remove the entries."""
        jobs = {_job(fields) for _, entries in taken for _, fields in entries if fields}
        await self._enqueue(list(jobs))
        for stream, entries in taken:
            names = [name for name, _ in entries]
            await asyncio.gather(
                link.execute("XACK", stream, GROUP, *names), link.execute("XDEL", stream, *names)
            )

    async def _enqueue(self, jobs: list[Job]) -> None:
        if jobs:
            await asyncio.to_thread(enqueue, self._queue, jobs)
            log.info("jobs_enqueued", count=len(jobs))

    async def _keep_watch(self, link: Link) -> None:
        """Sweep, claim and say that we are alive, each in its time."""
        next_reconcile = next_claim = 0.0
        loop = asyncio.get_running_loop()
        while True:
            await link.execute("SET", DISPATCHER_ALIVE, self._name, "EX", ALIVE_SECONDS)
            if loop.time() >= next_reconcile:
                noted = await self._sweeper.reconcile()
                log.info("games_reconciled", noted=noted)
                next_reconcile = loop.time() + RECONCILE_SECONDS
            await self._enqueue(await self._sweeper.sweep())
            if loop.time() >= next_claim:
                await asyncio.gather(*(self._claim(link, tag) for tag in keys.ALL_PARTITIONS))
                next_claim = loop.time() + CLAIM_AFTER_MS / 1000
            await asyncio.sleep(SWEEP_SECONDS)

    async def _claim(self, link: Link, tag: str) -> None:
        """Take over what a dead dispatcher had taken, and forget dispatchers that have nothing left."""
        stream = keys.work(tag)
        await self._make_group(link, tag)
        reply = await link.execute(
            "XAUTOCLAIM", stream, GROUP, self._name, CLAIM_AFTER_MS, "0", "COUNT", BATCH
        )
        if reply[1]:
            await self._pass_on(link, [(stream, reply[1])])
        for consumer in await link.execute("XINFO", "CONSUMERS", stream, GROUP):
            told = dict(zip(consumer[::2], consumer[1::2], strict=True))
            if told[b"pending"] == 0 and told[b"idle"] > FORGET_CONSUMER_MS:
                await link.execute("XGROUP", "DELCONSUMER", stream, GROUP, told[b"name"])


def _job(fields: list[bytes]) -> Job:
    entry = dict(zip(fields[::2], fields[1::2], strict=True))
    return Job(entry[b"g"].decode(), int(entry[b"v"]), "work")


def run_dispatcher(settings: Settings) -> None:
    """Dispatch until told to stop."""
    configure("dispatcher", settings)
    with suppress(KeyboardInterrupt):
        asyncio.run(_until_told(settings))


async def _until_told(settings: Settings) -> None:
    url = settings.queue_redis_url
    assert url is not None
    services = Services.wire(settings)
    await services.check_redis()
    loop = asyncio.get_running_loop()
    work = asyncio.create_task(Dispatcher(services, open_queue(url)).run())
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, work.cancel)
    log.info("dispatcher_ready")
    with suppress(asyncio.CancelledError):
        await work
    await services.close()
    log.info("dispatcher_stopped")


if __name__ == "__main__":
    run_dispatcher(Settings.from_env(os.environ))
