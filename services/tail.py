"""Tailing the commit notices: what has been appended, by whichever process, to which game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import structlog

from services import keys
from services.errors import StoreUnavailable
from services.redis_link import Link, ReplyError
from services.store import KEEP_NOTICES

log = structlog.get_logger()

BLOCK_MS = 5000
RETRY_SECONDS = 0.25
REST_SECONDS = 0.05
"""How long notices may wait that nobody waits for."""
SHORT_REST_SECONDS = 0.005
"""How long they may wait while those that come tell what is known."""

Notice: TypeAlias = dict[bytes, bytes]
"""The fields of a notice as `commit.lua` and `rotate.lua` write them."""


class Tail:
    """Reads the notices of all partitions.

    `told` takes each notice and says whether it was news to anybody. `lost` is called at the start, and
    after every gap in which notices may have been missed. `is_watched` says whether anybody waits for some.
    """

    def __init__(
        self,
        link: Link,
        told: Callable[[Notice], bool],
        lost: Callable[[], None],
        is_watched: Callable[[], bool],
    ) -> None:
        self._main_link = link
        self._told = told
        self._lost = lost
        self._is_watched = is_watched
        self._wanted = asyncio.Event()
        self._link: Link | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin. In a cluster every partition needs a connection of its own."""
        tags = keys.ALL_PARTITIONS
        self._link = self._main_link.alone(BLOCK_MS / 1000)
        groups = [(tag,) for tag in tags] if self._link.is_cluster else [tags]
        self._tasks = [asyncio.create_task(self._follow(self._link, group)) for group in groups]

    async def stop(self) -> None:
        """Stop, and hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._link is not None:
            await self._link.close()

    def wake(self) -> None:
        """Read on at once, for there is somebody who waits for notices."""
        self._wanted.set()

    async def _follow(self, link: Link, tags: tuple[str, ...]) -> None:
        """Read for ever, and start again where Redis was away."""
        places: dict[str, str] = {}
        while True:
            try:
                if not places:
                    places = await self._ends(link, tags)
                    self._lost()
                is_news = await self._read(link, places)
                await self._rest(is_news=is_news)
            except (StoreUnavailable, ReplyError) as error:
                log.warning("commit_tail_broken", why=str(error))
                places.clear()
                await asyncio.sleep(RETRY_SECONDS)

    async def _ends(self, link: Link, tags: tuple[str, ...]) -> dict[str, str]:
        places = {}
        for tag in tags:
            newest = await link.execute("XREVRANGE", keys.commits(tag), "+", "-", "COUNT", 1)
            places[keys.commits(tag)] = newest[0][0].decode() if newest else "0-0"
        return places

    async def _read(self, link: Link, places: dict[str, str]) -> bool:
        """Wait for notices and pass them on; tell whether any was news."""
        found = await link.execute(
            "XREAD", "COUNT", KEEP_NOTICES, "BLOCK", BLOCK_MS, "STREAMS", *places, *places.values()
        )
        is_news = False
        if any(len(notices) >= KEEP_NOTICES for _, notices in found or ()):
            self._lost()  # there may have been more, which are not kept
        for stream, notices in found or ():
            for name, fields in notices:
                is_news |= self._told(dict(zip(fields[::2], fields[1::2], strict=True)))
                places[stream.decode()] = name.decode()
        return is_news

    async def _rest(self, *, is_news: bool) -> None:
        """While nobody waits for notices, read them together and not each as it comes: that is half the work.

        Where nobody watches they matter to the trust in tokens alone. Where all that is watched is played
        through this process, they tell what is known.
        """
        is_watched = self._is_watched()
        if is_watched and is_news:
            return
        self._wanted.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(SHORT_REST_SECONDS if is_watched else REST_SECONDS):
                await self._wanted.wait()
