"""Finds what is outstanding, from the logs of the games themselves.

Nothing about liveness rests on a job, a socket or a schedule. Every commit notes when somebody has to look
at the game again: soon after work was called for, or when the first seat's time runs out. Whoever looks
reads the agenda in the last event, and calls the workers for what is still on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime

from domain.table.codec import decode_header
from domain.table.journal import Agenda, Header
from services import keys
from services.listing import Lists
from services.queue import Job
from services.store import LOOK_AGAIN, EventStore, look_again

BATCH = 200

_SCRIPT = keys.script("due.lua")


class Sweeper:
    """Looks at the games whose time has come."""

    def __init__(self, store: EventStore, lists: Lists, now: Callable[[], datetime]) -> None:
        self._store = store
        self._lists = lists
        self._now = now

    async def sweep(self, tags: Iterable[str] = keys.ALL_PARTITIONS) -> list[Job]:
        """Give the jobs for everything that is outstanding and that no other sweeper has taken on."""
        now = _ms(self._now())
        found = await asyncio.gather(*(self._due(tag, now) for tag in tags))
        jobs = await asyncio.gather(
            *(self._look(tag, game, score) for due in found for tag, game, score in due)
        )
        return [job for job in jobs if job is not None]

    async def reconcile(self, tags: Iterable[str] = keys.ALL_PARTITIONS) -> int:
        """Note all games that are being played and have something outstanding, from their logs."""
        noted = 0
        for tag in tags:
            games = await self._lists.running(tag)
            for first in range(0, len(games), BATCH):
                batch = games[first : first + BATCH]
                noted += sum(await asyncio.gather(*(self._note(tag, game) for game in batch)))
        return noted

    async def _due(self, tag: str, now: int) -> list[tuple[str, str, str]]:
        found = await self._store.link.execute(
            "ZRANGEBYSCORE", keys.due(tag), "-inf", now, "WITHSCORES", "LIMIT", 0, BATCH
        )
        return [
            (tag, game.decode(), score.decode())
            for game, score in zip(found[::2], found[1::2], strict=True)
        ]

    async def _look(self, tag: str, game: str, score: str) -> Job | None:
        """Take on a game that is due, and say what has to be done there."""
        now = self._now()
        later = str(_ms(now + LOOK_AGAIN))
        if not await self._set(tag, game, score, later):
            return None
        last = await self._last(game)
        if last is None:
            await self._set(tag, game, later, "")
            return None
        version, agenda = last[0], last[1].agenda or Agenda()
        again = _ms(now)
        if agenda.work is not None:
            return Job(game, version, "work", again)
        if agenda.deadline is not None and agenda.deadline <= now:
            return Job(game, version, "clock", again)
        moment = "" if agenda.deadline is None else str(_ms(agenda.deadline))
        await self._set(tag, game, later, moment)
        return None

    async def _note(self, tag: str, game: str) -> int:
        last = await self._last(game)
        if last is None:
            return 0
        moment = look_again(last[1].agenda or Agenda(), last[1].at)
        if moment == "":
            return 0
        return int(await self._store.link.execute("ZADD", keys.due(tag), "NX", moment, game))

    async def _last(self, game: str) -> tuple[int, Header] | None:
        stored = await self._store.last(game)
        return (stored.version, decode_header(stored.header)) if stored is not None else None

    async def _set(self, tag: str, game: str, had: str, gets: str) -> bool:
        done = await self._store.link.execute("EVAL", _SCRIPT, 1, keys.due(tag), game, had, gets)
        return bool(done)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
