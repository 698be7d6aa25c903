"""The event store: one Redis stream a game, one entry an event, the entry's id is the version.

Nothing is appended but through `commit.lua`: one round trip, all or nothing. Redis itself refuses a
second event at a version, and reading from event n is an XRANGE from `n-0`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.errors import CorruptStream
from domain.kernel.values import Event, Value
from domain.table.campaigns import CampaignCommit
from domain.table.codec import decode_header, encode
from domain.table.journal import Agenda, Commit, Recorded
from services import keys
from services.errors import KeyReused, StoreUnavailable
from services.redis_link import Link
from services.scripts import Script

Durability: TypeAlias = Literal["memory", "fsync", "replica"]

KEEP_ANSWERS_S = 24 * 60 * 60
KEEP_NOTICES = 1000
LOOK_AGAIN = timedelta(seconds=5)
"""How long work may be on its way before the sweeper takes it for lost."""
DURABLE_MS = 5000
PAGE = 1000

_COMMIT = Script("commit.lua")


class Stored(Value, array_like=True):
    """An event as it lies in Redis."""

    version: int
    header: bytes
    data: bytes
    hash: bytes


class Once(Value):
    """What makes a request happen once: where its answer is kept, and what the request was."""

    tag: str
    scope: str
    fingerprint: str


class Listing(msgspec.Struct, frozen=True):
    """How the lists of games change by a commit."""

    meta: bytes
    score: int
    players: tuple[str, ...] = ()
    """Whom the change concerns."""
    into: tuple[str, ...] = ()
    out_of: tuple[str, ...] = ()


class Append(msgspec.Struct, frozen=True):
    """A commit on its way into the store."""

    name: str
    """The id of a game, or the name of a campaign (`keys.campaign_name`)."""
    commit: Commit | CampaignCommit
    once: Once | None = None
    answer: bytes = b""
    listing: Listing | None = None
    goes_on: bool = False
    """Whoever commits does what has to happen next as well: no call for the workers."""
    reports_to: str | None = None
    """The campaign that has to hear of this, by its id."""


class Appended(msgspec.Struct, frozen=True):
    """The events are in; the game is at this version."""

    version: int


class Stale(msgspec.Struct, frozen=True):
    """Somebody else was first; the game is at this version."""

    version: int


class Again(msgspec.Struct, frozen=True):
    """The request was carried out before; this was the answer."""

    answer: bytes


@dataclass(slots=True)
class EventStore:
    """Appends to and reads from the streams of games."""

    link: Link
    durability: Durability = "memory"
    replicas: int = 1
    durable_ms: int = DURABLE_MS
    """How long the promise of durability may take to come true."""
    _durable_links: asyncio.LifoQueue[Link] = field(default_factory=asyncio.LifoQueue)

    async def append(self, what: Append) -> Appended | Stale | Again:
        """Append the commit, if the game is still where the commit was decided.

        Raises `KeyReused` when the idempotency key came with another request before, and
        `StoreUnavailable` when the outcome is not known or not as durable as promised.
        """
        if self.durability == "memory":
            reply = await _commit(self.link, what)
        else:
            reply = await self._append_durably(what)
        if reply[0] == b"ok":
            return Appended(int(reply[1]))
        if reply[0] == b"stale":
            return Stale(int(reply[1]))
        return _again(what.once, reply[1], reply[2])

    async def keep_answer(self, once: Once, answer: bytes) -> None:
        """Keep the answer to a request that took several commits, once it is known: the first one."""
        key = keys.idempotency(once.tag, once.scope)
        if await self.link.execute("HSETNX", key, "a", answer):
            await self.link.execute("HSET", key, "f", once.fingerprint)
            await self.link.execute("EXPIRE", key, KEEP_ANSWERS_S)

    async def answer_of(self, once: Once) -> Again | None:
        """Find the answer that was given to this request before."""
        key = keys.idempotency(once.tag, once.scope)
        fingerprint, answer = await self.link.execute("HMGET", key, "f", "a")
        return None if fingerprint is None else _again(once, fingerprint, answer)

    async def call_workers(self, game: str, version: int, work: str) -> None:
        """Put work into the outbox that no commit has put there."""
        outbox = keys.work(keys.tag_of(game))
        await self.link.execute("XADD", outbox, "*", "g", game, "v", version, "w", work)

    async def read(self, name: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read the events of a game or campaign after a version, all of them or the first `limit`."""
        count = ("COUNT", limit) if limit is not None else ()
        campaign = keys.campaign_named(name)
        stream = keys.campaign_events(campaign) if campaign else keys.events(name)
        entries = await self.link.execute("XRANGE", stream, f"{after + 1}-0", "+", *count)
        return _checked([stored_entry(entry) for entry in entries], after)

    async def pages(
        self, name: str, after: int = 0, until: int | None = None
    ) -> AsyncIterator[list[Stored]]:
        """Read the events after a version and up to another, a page at a time."""
        while True:
            size = PAGE if until is None else min(PAGE, until - after)
            page = await self.read(name, after, size) if size > 0 else []
            if not page:
                return
            yield page
            after = page[-1].version
            if len(page) < size:
                return

    async def last(self, game: str) -> Stored | None:
        """Read the last event; its header tells what has to happen next."""
        entries = await self.link.execute("XREVRANGE", keys.events(game), "+", "-", "COUNT", 1)
        return stored_entry(entries[0]) if entries else None

    async def close(self) -> None:
        """Hang up the connections of its own."""
        while not self._durable_links.empty():
            await self._durable_links.get_nowait().close()

    async def _append_durably(self, what: Append) -> Any:
        """Append on a connection that can be kept waiting until the promise holds."""
        link = self._borrow()
        try:
            reply = await _commit(link, what)
            if reply[0] == b"ok":
                await self._make_durable(link)
            return reply
        finally:
            self._durable_links.put_nowait(link)

    async def _make_durable(self, link: Link) -> None:
        if self.durability == "fsync":
            local, _ = await link.execute("WAITAOF", 1, 0, self.durable_ms)
            kept, wanted = local, 1
        else:
            kept, wanted = await link.execute("WAIT", self.replicas, self.durable_ms), self.replicas
        if int(kept) < wanted:
            raise StoreUnavailable(
                f"The events were appended but are not yet as safe as promised ({self.durability})."
            )

    def _borrow(self) -> Link:
        if self._durable_links.empty():
            return self.link.alone(self.durable_ms / 1000)
        return self._durable_links.get_nowait()


async def _commit(link: Link, what: Append) -> Any:
    script_keys, arguments = _parameters(what)
    return await _COMMIT.run(link, script_keys, *arguments)


def _parameters(what: Append) -> tuple[list[str], list[str | bytes | int]]:
    """Lay out KEYS and ARGV as `commit.lua` describes them."""
    commit, listing, once = what.commit, what.listing, what.once
    campaign = keys.campaign_named(what.name)
    tag = keys.tag_of(campaign or what.name)
    work, again = _what_follows(what)
    reports_to = what.reports_to
    indexes = (*listing.into, *listing.out_of) if listing is not None else ()
    script_keys = [
        keys.campaign_events(campaign) if campaign else keys.events(what.name),
        keys.campaign_meta(campaign) if campaign else keys.meta(what.name),
        keys.commits(tag),
        keys.work(tag),
        keys.due(tag),
        keys.idempotency(tag, once.scope if once is not None else "none"),
        *(keys.index(tag, name) for name in indexes),
    ]
    arguments: list[str | bytes | int] = [
        commit.before,
        what.name,
        once.fingerprint if once is not None else "",
        what.answer if once is not None else "",
        KEEP_ANSWERS_S,
        work,
        again,
        listing.meta if listing is not None else "",
        "+" * len(listing.into) + "-" * len(listing.out_of) if listing is not None else "",
        listing.score if listing is not None else 0,
        KEEP_NOTICES,
        ",".join(listing.players) if listing is not None else "",
        bytes.fromhex(commit.previous),
        keys.campaign_name(reports_to) if reports_to is not None else "",
        in_ms(commit.events[-1].header.at + LOOK_AGAIN),
    ]
    for entry in commit.events:
        arguments += (encode(entry.header), encode(entry.event), bytes.fromhex(entry.hash))
    return script_keys, arguments


def _what_follows(what: Append) -> tuple[str, int | str]:
    """Say what the workers have to do after this commit, and when to look whether they have."""
    at = what.commit.events[-1].header.at
    if isinstance(what.commit, CampaignCommit):
        return "campaign", in_ms(at + LOOK_AGAIN)
    agenda = what.commit.after.agenda
    return "" if what.goes_on else agenda.work or "", look_again(agenda, at)


def look_again(agenda: Agenda, at: datetime) -> int | str:
    """Say when the sweeper has to look at a game with this agenda, in ms; '' for never."""
    moment = at + LOOK_AGAIN if agenda.work is not None else agenda.deadline
    return "" if moment is None else in_ms(moment)


def in_ms(moment: datetime) -> int:
    """Give a moment as Redis sorts it: milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


def _again(once: Once | None, fingerprint: bytes, answer: bytes) -> Again:
    if once is None or fingerprint.decode() != once.fingerprint:
        raise KeyReused("This idempotency key came with another request before; use a new one.")
    return Again(answer)


def stored_entry(entry: Sequence[Any]) -> Stored:
    """Read an entry of a stream as Redis replies it."""
    name, fields = entry
    return Stored(
        version=int(name.split(b"-", 1)[0]), header=fields[1], data=fields[3], hash=fields[5]
    )


def recorded(decode: Callable[[bytes], Event], entries: Sequence[Stored]) -> tuple[Recorded, ...]:
    """Decode stored events, by the function that reads what they say."""
    return tuple(
        Recorded(
            version=entry.version,
            header=decode_header(entry.header),
            event=decode(entry.data),
            hash=entry.hash.hex(),
        )
        for entry in entries
    )


def _checked(page: list[Stored], after: int) -> list[Stored]:
    """Make sure that no event is missing."""
    if page and page[-1].version - after != len(page):
        raise CorruptStream(f"Events are missing after version {after}.")
    return page


def knows_waitaof(server_version: str) -> bool:
    """Tell whether a server of this version has WAITAOF (7.2 and later)."""
    major, minor = (int(part) for part in server_version.split(".")[:2])
    return (major, minor) >= (7, 2)
