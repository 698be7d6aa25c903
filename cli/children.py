"""The processes that `serve` looks after: started, started again when they die, stopped."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic

import structlog

from cli.exits import WRONG_USAGE, Failure
from cli.tether import tethered

log = structlog.get_logger()

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
SETTLED_SECONDS = 30.0
"""A process that has run for so long starts again at once when it dies."""
STOP_SECONDS = 20.0


@dataclass(slots=True)
class Pause:
    """How long to wait before a process that died is started again: longer each time."""

    seconds: float = FIRST_PAUSE

    def after(self, ran: float) -> float:
        """Give the pause after a process has run for some seconds."""
        if ran >= SETTLED_SECONDS:
            self.seconds = FIRST_PAUSE
        pause, self.seconds = self.seconds, min(self.seconds * 2, LONGEST_PAUSE)
        return pause


@dataclass(slots=True)
class Child:
    """One process that is kept running."""

    name: str
    command: list[str]
    environ: Mapping[str, str]
    keep_open: tuple[int, ...] = ()
    """Open files that it inherits."""
    log: int | None = None
    """Open file for what it logs; ours if null."""
    _process: asyncio.subprocess.Process | None = field(default=None, init=False)
    _is_stopping: bool = field(default=False, init=False)

    async def keep_running(self) -> None:
        """Run the process, again and again. Raises `Failure` when it says that it never can."""
        pause = Pause()
        while not self._is_stopping:
            began = monotonic()
            code = await self._run_once()
            if self._is_stopping:
                return
            if code == WRONG_USAGE:
                raise Failure(f"The {self.name} process cannot run; it has said why.")
            seconds = pause.after(monotonic() - began)
            log.warning("process_died", name=self.name, code=code, starts_again_in_s=seconds)
            await asyncio.sleep(seconds)

    async def stop(self) -> None:
        """Tell the process to stop, and make it after a while."""
        self._is_stopping = True
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            log.warning("process_killed", name=self.name)
            process.kill()
            await process.wait()

    async def _run_once(self) -> int:
        self._process = await asyncio.create_subprocess_exec(
            *tethered(self.command),
            stdin=asyncio.subprocess.DEVNULL,
            stderr=self.log,
            env=dict(self.environ),
            pass_fds=self.keep_open,
            start_new_session=True,
        )
        if self._is_stopping:
            self._process.kill()
        return await self._process.wait()


def without_ours(environ: Mapping[str, str]) -> dict[str, str]:
    """Give the environment without our settings, so that a child gets exactly those it is given."""
    ours = ("REDIS_URL", "QUEUE_URL")
    return {
        name: value
        for name, value in environ.items()
        if name not in ours and not name.startswith("ROUNDTABLE_")
    }


async def until(is_so: Callable[[], Awaitable[bool]], seconds: float, every: float = 0.05) -> bool:
    """Look until something is so, or the time is up; tell whether it is."""
    deadline = monotonic() + seconds
    while not await is_so():
        if monotonic() > deadline:
            return False
        await asyncio.sleep(every)
    return True


def environ_for(settings: Mapping[str, str]) -> dict[str, str]:
    """Give a child its environment: ours with these settings."""
    return without_ours(os.environ) | dict(settings)
