"""`roundtable serve`: everything in one go, looked after until told to stop."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import msgspec
import structlog

from cli.children import Child, Pause, environ_for, until
from cli.embedded import OLDEST, AppendFsync, EmbeddedRedis, ServerProblem, find_server, written_by
from cli.exits import Failure
from cli.folder import Hold, Holder, hold
from cli.processes import address_of, listen
from cli.screen import out
from services.logs import configure
from services.settings import Settings

log = structlog.get_logger()

READY_SECONDS = 60.0
LOOK_SECONDS = 0.2
KNOWS_FSYNC = (7, 2)


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    workers: int | None = None,
) -> None:
    """Start everything and keep it running: API, dispatcher, workers, and a Redis if none is set.

    Every setting comes from the environment (`roundtable settings` lists them); what is given here
    goes before it.

    Parameters
    ----------
    host
        Address on which the API listens (ROUNDTABLE_HOST, or 127.0.0.1).
    port
        Port on which it listens (ROUNDTABLE_PORT, or 8000); 0 takes a free one.
    data
        Folder in which the embedded Redis keeps everything (ROUNDTABLE_DATA, or .roundtable).
    workers
        How many worker processes to start (ROUNDTABLE_WORKERS, or 2).
    """
    given = {"host": host, "port": port, "data": data and str(data), "workers": workers}
    chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    settings = Settings.from_env(os.environ, **chosen)
    configure("serve", settings)
    with household(settings) as all_here:
        asyncio.run(_until_told(all_here))


@contextmanager
def household(settings: Settings, log_to: int | None = None) -> Iterator[Household]:
    """Open the port, take the folder and start Redis, where there is none; all ends with the context.

    The processes log to the open file `log_to`, or where we do.
    """
    with listen(settings.host, settings.port) as listening:
        if settings.redis_url is not None:
            yield Household(settings, listening, log_to=log_to)
            return
        address = address_of(listening)
        with hold(Path(settings.data).absolute()) as held:
            held.note(Holder(os.getpid(), address))
            redis = _start_redis(settings, held)
            held.note(Holder(os.getpid(), address, redis.pid))
            try:
                own = msgspec.structs.replace(settings, redis_url=redis.url)
                yield Household(own, listening, redis, log_to)
            finally:
                redis.stop()


class Household:
    """All processes of a server."""

    def __init__(
        self,
        settings: Settings,
        listening: socket.socket,
        redis: EmbeddedRedis | None = None,
        log_to: int | None = None,
    ) -> None:
        self.settings = settings
        self.address = address_of(listening)
        self.redis = redis
        self._listening = listening
        environ = environ_for(settings.to_env())
        handed = listening.fileno()

        def child(name: str, *words: str, keep_open: tuple[int, ...] = ()) -> Child:
            command = [sys.executable, "-m", "cli.main", *words]
            return Child(name, command, environ, keep_open, log_to)

        self._api = [
            child(f"api-{n}", "api", "--inherited", str(handed), keep_open=(handed,))
            for n in range(1, settings.api_processes + 1)
        ]
        self._rest = [
            child("dispatcher", "dispatcher"),
            *(child(f"worker-{n}", "worker") for n in range(1, settings.workers + 1)),
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start all processes and wait until they are ready. Raises `Failure`."""
        self._tasks = [
            asyncio.create_task(child.keep_running()) for child in (*self._api, *self._rest)
        ]
        if self.redis is not None:
            self._tasks.append(asyncio.create_task(_keep_redis(self.redis)))
        async with httpx.AsyncClient(base_url=self.address, timeout=5) as client:

            async def is_ready() -> bool:
                self._raise_what_broke()
                try:
                    return (await client.get("/readyz")).is_success
                except httpx.HTTPError:
                    return False

            if not await until(is_ready, READY_SECONDS):
                raise Failure(f"The server did not get ready within {READY_SECONDS:.0f} s.")

    async def wait(self) -> None:
        """Wait for ever, or until something breaks for good. Raises `Failure`."""
        await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        self._raise_what_broke()

    async def stop(self) -> None:
        """Stop in order: those who take requests, then those who pass on work, then those who do it."""
        self._listening.close()
        for group in (self._api, self._rest):
            await asyncio.gather(*(child.stop() for child in group))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _raise_what_broke(self) -> None:
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()


async def _keep_redis(redis: EmbeddedRedis) -> None:
    """Start Redis again when it dies; the other processes find it at its old place."""
    pause, began = Pause(), monotonic()

    async def is_gone() -> bool:
        return redis.pid is None

    async def is_ready() -> bool:
        return _is_ready(redis)

    while True:
        await until(is_gone, math.inf, LOOK_SECONDS)
        log.warning("process_died", name="redis-server", log=str(redis.log))
        await asyncio.sleep(pause.after(monotonic() - began))
        began = monotonic()
        redis.launch()
        await until(is_ready, math.inf, LOOK_SECONDS)


async def _until_told(all_here: Household) -> None:
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    began = monotonic()
    _introduce(all_here)
    stopping = asyncio.create_task(told.wait())
    running = asyncio.create_task(_start_and_wait(all_here, began))
    try:
        await asyncio.wait((stopping, running), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        out.print("Stopping ...")
    finally:
        running.cancel()
        await all_here.stop()
        stopping.cancel()
    out.print("Stopped; everything is kept for the next start.")


async def _start_and_wait(all_here: Household, began: float) -> None:
    await all_here.start()
    out.print(f"Ready after {monotonic() - began:.1f} s. Ctrl-C stops everything.")
    await all_here.wait()


def _introduce(all_here: Household) -> None:
    settings, redis = all_here.settings, all_here.redis
    where = (
        f"{redis.folder} (an embedded Redis {'.'.join(map(str, redis.version))})"
        if redis is not None
        else "in the Redis of REDIS_URL"
    )
    out.print(f"[bold]Roundtable[/] at [bold]{all_here.address}[/]")
    out.print(f"  documentation  {all_here.address}/docs")
    out.print(f"  games          {where}")
    out.print(
        f"  processes      {settings.api_processes} api, 1 dispatcher, {settings.workers} workers"
    )


def _start_redis(settings: Settings, held: Hold) -> EmbeddedRedis:
    # Who waits for the disk with every answer would wait a second for the log's next turn.
    appendfsync: AppendFsync = "always" if settings.durability == "fsync" else "everysec"
    try:
        server = _server_for(settings, held.folder)
        redis = EmbeddedRedis(held.folder, server, held.lock, appendfsync)
        redis.start()
    except ServerProblem as error:
        raise Failure(str(error)) from error
    return redis


def _server_for(settings: Settings, folder: Path) -> Path:
    """Find a redis-server that keeps what is promised and reads what an earlier one has written."""
    needed = KNOWS_FSYNC if settings.durability == "fsync" else OLDEST
    return find_server(max(needed, written_by(folder)[:2]))


def _is_ready(redis: EmbeddedRedis) -> bool:
    try:
        return redis.is_ready()
    except ServerProblem as error:
        raise Failure(f"The embedded Redis has died and does not start again: {error}") from error
