"""Finds what is outstanding, from the logs of the games themselves.

Nothing about liveness rests on a job, a socket or a schedule. Every commit notes when somebody has to look
at the game again: soon after work was called for, or when the first seat's time runs out. Whoever looks
reads the agenda in the last event, and calls the workers for what is still on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec
import structlog

from domain.table.codec import decode_header
from domain.table.journal import Agenda, Header
from services import keys
from services.listing import Lists
from services.queue import Job, What, job_for
from services.scripts import Script
from services.store import LOOK_AGAIN, EventStore, in_ms, look_again

log = structlog.get_logger()

BATCH = 200
SELDOM = timedelta(seconds=60)
"""How long the workers are left in peace at most when they have been called in vain."""

_SET_DUE = Script("due.lua")


class Sweeper:
    """Looks at the games whose time has come."""

    def __init__(self, store: EventStore, lists: Lists, now: Callable[[], datetime]) -> None:
        self._store = store
        self._lists = lists
        self._now = now

    async def sweep(self, tags: Iterable[str] = keys.ALL_PARTITIONS) -> list[Job]:
        """Give the jobs for everything that is outstanding and that no other sweeper has taken on."""
        now = in_ms(self._now())
        found = await asyncio.gather(*(self._due(tag, now) for tag in tags))
        jobs = await asyncio.gather(
            *(self._look(tag, game, score) for due in found for tag, game, score in due)
        )
        return [job for job in jobs if job is not None]

    async def reconcile(self, tags: Iterable[str] = keys.ALL_PARTITIONS) -> int:
        """Note all games that are being played and have something outstanding, from their logs.

        Games in which it did not get on are looked at soon again, however often that was in vain.
        """
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
        """Say what has to be done in a game that is due, and set when to look again.

        Where a commit or another sweeper has set that meanwhile, the game is theirs.
        """
        now = self._now()
        if keys.campaign_named(game) is not None:
            # Whoever carries over what a campaign waits for takes it off the list when all is done.
            taken = await self._set(tag, game, score, str(in_ms(now + SELDOM)))
            return job_for(game, 0, "campaign", in_ms(now)) if taken else None
        last = await self._last(game)
        since = _waits_since(last[1]) if last is not None else None
        if last is None or since is None or since > now:
            await self._set(tag, game, score, "" if since is None else str(in_ms(since)))
            return None
        again = now + min(max(now - since, LOOK_AGAIN), SELDOM)
        if not await self._set(tag, game, score, str(in_ms(again))):
            return None
        what: What = "clock" if last[1].agenda is None or last[1].agenda.work is None else "work"
        return Job(game, last[0], what, in_ms(now))

    async def _note(self, tag: str, game: str) -> int:
        last = await self._last(game)
        if last is None:
            return 0
        moment = look_again(last[1].agenda or Agenda(), last[1].at)
        if moment == "":
            return 0
        return int(await self._store.link.execute("ZADD", keys.due(tag), "LT", moment, game))

    async def _last(self, game: str) -> tuple[int, Header] | None:
        """Read where a game stands; nothing, if nobody can read it, so that it stops nobody else's."""
        stored = await self._store.last(game)
        try:
            return (stored.version, decode_header(stored.header)) if stored is not None else None
        except msgspec.DecodeError as error:
            log.error("game_unreadable", game=game, why=str(error))  # noqa: TRY400  # says it all
            return None

    async def _set(self, tag: str, game: str, had: str, gets: str) -> bool:
        done = await _SET_DUE.run(self._store.link, (keys.due(tag),), game, had, gets)
        return bool(done)


def _waits_since(header: Header) -> datetime | None:
    """Tell since when, or from when on, a game waits for the workers; nothing if it does not."""
    agenda = header.agenda or Agenda()
    return header.at if agenda.work is not None else agenda.deadline
