"""Fan-out of commits to those who watch.

One reader a process tails the commit notices of all partitions, reads the new events of those games that
somebody watches, formats them once for each kind of viewer, and puts them into the watchers' bounded
queues. Whoever is too slow is dropped and resumes from its last event id; nothing is lost, nobody waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

import structlog

from domain.kernel.secrecy import Viewer
from domain.table.events import SeatLeft, SeatResigned, SeatTaken
from domain.table.journal import Recorded
from services import keys
from services.errors import GameUnknown, StoreUnavailable
from services.positions import Held, Positions
from services.redis_link import Link, ReplyError
from services.sse import OPENING, PING, event_messages, is_end
from services.store import EventStore

log = structlog.get_logger()

QUEUE = 256
"""How many messages a watcher may be behind before it is dropped."""
PING_SECONDS = 15.0
BLOCK_MS = 5000
RETRY_SECONDS = 0.25
REST_SECONDS = 0.05
"""How long notices may wait that nobody waits for."""


class Sent(NamedTuple):
    """A message on its way to a watcher."""

    version: int
    """The version of the game that it leads to."""
    message: bytes
    is_last: bool = False
    since: int | None = None
    """The version before its first event; null if there is none in it."""


class Watcher:
    """Somebody who is sent messages as they come."""

    __slots__ = ("_queue", "is_dropped", "opened")

    def __init__(self, opened: int = 0) -> None:
        self.opened = opened
        """The version at which it was settled through whose eyes it watches."""
        self._queue: asyncio.Queue[Sent] = asyncio.Queue(QUEUE)
        self.is_dropped = False

    def offer(self, sent: Sent) -> None:
        """Put a message into the queue; drop the watcher if it does not keep up.

        Who has been dropped is given nothing more: a gap would never be noticed.
        """
        if self.is_dropped:
            return
        try:
            self._queue.put_nowait(sent)
        except asyncio.QueueFull:
            self.is_dropped = True

    async def take(self) -> Sent:
        """Wait for the next message."""
        return await self._queue.get()

    @property
    def is_finished(self) -> bool:
        """Tell whether a dropped watcher has read all that it was still given."""
        return self.is_dropped and self._queue.empty()


def changes_hands(entry: Recorded, viewer: Viewer) -> bool:
    """Tell whether by this event the viewer's seat gets another holder, or none."""
    event = entry.event
    return isinstance(event, SeatTaken | SeatLeft | SeatResigned) and event.seat == viewer


def while_held(
    entries: tuple[Recorded, ...], viewer: Viewer, opened: int
) -> tuple[tuple[Recorded, ...], bool]:
    """Give the events up to the one by which the viewer's seat changes hands, and whether one does.

    A stream shows what its opener's seat may see; once the seat is another's, it has to end. Who still
    may see something comes back, and is looked at anew. What changed hands before the stream was opened
    does not matter to it.
    """
    if viewer < 0:
        return entries, False
    for number, entry in enumerate(entries):
        if entry.version > opened and changes_hands(entry, viewer):
            return entries[: number + 1], True
    return entries, False


class Room:
    """A game that is watched in this process."""

    def __init__(self, game: str, version: int) -> None:
        self.game = game
        self.version = version
        self.watchers: dict[Viewer, set[Watcher]] = {}
        self.waiting: set[asyncio.Future[None]] = set()
        self.followers: set[Callable[[Held, tuple[Recorded, ...]], None]] = set()
        self.is_stale = False
        self.reading: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether nobody watches any more."""
        return not (self.watchers or self.waiting or self.followers)

    def all_watchers(self) -> Iterable[Watcher]:
        """Go through all watchers."""
        return (watcher for group in self.watchers.values() for watcher in group)


class Hub:
    """Tails the commits and tells those who watch."""

    def __init__(self, link: Link, store: EventStore, positions: Positions) -> None:
        self._link = link
        self._store = store
        self._positions = positions
        self._rooms: dict[str, Room] = {}
        self._apart: set[Watcher] = set()
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._links: list[Link] = []
        self._on_players: list[Callable[[str, tuple[str, ...]], None]] = []
        self._on_token: list[Callable[[str | None], None]] = []
        self.streams = 0
        self._is_stopped = False

    def on_players(self, told: Callable[[str, tuple[str, ...]], None]) -> None:
        """Have somebody told when the seats or status of a game change: its id, and whom it concerns."""
        self._on_players.append(told)

    def on_token(self, told: Callable[[str | None], None]) -> None:
        """Have somebody told when a token is replaced (its hash), or anything may have been (null)."""
        self._on_token.append(told)

    async def start(self) -> None:
        """Begin to tail. In a cluster every partition needs a connection of its own."""
        tags = keys.ALL_PARTITIONS
        groups = [(tag,) for tag in tags] if self._link.is_cluster else [tags]
        link = self._link.alone()
        self._links.append(link)
        for group in groups:
            self._tasks.append(asyncio.create_task(self._tail(link, group)))
        self._tasks.append(asyncio.create_task(self._ping()))

    async def stop(self) -> None:
        """Stop tailing; watchers' streams end."""
        self._is_stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            for news in room.waiting:
                if not news.done():
                    news.set_result(None)
        for watcher in self._everybody():
            watcher.offer(Sent(0, b"", is_last=True))
        for link in self._links:
            await link.close()

    def stream(self, held: Held, viewer: Viewer, after: int) -> AsyncIterator[bytes]:
        """Give all events after a version as server-sent events, then those to come, to the end.

        To be called when it has just been settled, on the position that is held, who looks.
        """
        return self._stream(held, viewer, after, Watcher(held.position.version))

    async def _stream(
        self, held: Held, viewer: Viewer, after: int, watcher: Watcher
    ) -> AsyncIterator[bytes]:
        room = self._enter(held)
        room.watchers.setdefault(viewer, set()).add(watcher)
        self.streams += 1
        try:
            yield OPENING
            version, seed = after, bytes.fromhex(held.position.table.seed)
            async for page in self._store.pages(held.game, after):
                entries, gone = while_held(held.read(page), viewer, watcher.opened)
                yield event_messages(entries, viewer, seed)
                version = entries[-1].version
                if is_end(entries) or gone:
                    return
            async for message in self._to_come(watcher, held, viewer, version):
                yield message
        finally:
            self.streams -= 1
            group = room.watchers.get(viewer, set())
            group.discard(watcher)
            if not group:
                room.watchers.pop(viewer, None)
            self._leave(room)

    async def _to_come(
        self, watcher: Watcher, held: Held, viewer: Viewer, version: int
    ) -> AsyncIterator[bytes]:
        """Give what comes after a version, to the end or until the watcher is dropped."""
        seed = bytes.fromhex(held.position.table.seed)
        while not watcher.is_finished:
            sent = await watcher.take()
            if sent.since is None:
                yield sent.message
            elif sent.version > version:
                # Where the message begins before the end of what was read, only the rest is new.
                overlaps = sent.since < version
                rest = await self._rest(held, version, sent.version) if overlaps else ()
                yield event_messages(rest, viewer, seed) if overlaps else sent.message
                version = sent.version
            if sent.is_last:
                return

    async def _rest(self, held: Held, after: int, until: int) -> tuple[Recorded, ...]:
        return held.read(await self._store.read(held.game, after, until - after))

    def attend(self, watcher: Watcher) -> None:
        """Keep the connection of somebody who watches no single game: until `release`."""
        self._apart.add(watcher)
        self._wanted.set()

    def release(self, watcher: Watcher) -> None:
        """Forget a connection."""
        self._apart.discard(watcher)

    async def wait_past(self, held: Held, version: int, seconds: float) -> None:
        """Wait until the game is past a version, or the time is up."""
        room, loop = self._enter(held), asyncio.get_running_loop()
        ends = loop.time() + seconds
        news: asyncio.Future[None] = loop.create_future()
        room.waiting.add(news)
        try:
            await self._positions.refresh(held)
            while held.position.version <= version and not self._is_stopped:
                try:
                    async with asyncio.timeout_at(ends):
                        await news
                except TimeoutError:
                    return
                room.waiting.discard(news)
                news = loop.create_future()
                room.waiting.add(news)
        finally:
            room.waiting.discard(news)
            self._leave(room)

    def follow(
        self, held: Held, told: Callable[[Held, tuple[Recorded, ...]], None]
    ) -> Callable[[], None]:
        """Have somebody told of every new event of a game, until the function given back is called."""
        room = self._enter(held)
        room.followers.add(told)

        def stop() -> None:
            room.followers.discard(told)
            self._leave(room)

        return stop

    def _enter(self, held: Held) -> Room:
        room = self._rooms.get(held.game)
        if room is None:
            room = self._rooms[held.game] = Room(held.game, held.position.version)
            self._wanted.set()
        return room

    def _leave(self, room: Room) -> None:
        if room.is_empty:
            self._rooms.pop(room.game, None)

    async def _tail(self, link: Link, tags: tuple[str, ...]) -> None:
        """Read commit notices for ever, and start again where Redis was away."""
        places: dict[str, str] = {}
        while True:
            try:
                if not places:
                    places = await self._ends(link, tags)
                    self._suspect_everything()
                await self._read_notices(link, places)
                await self._rest_unless_watched()
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

    async def _read_notices(self, link: Link, places: dict[str, str]) -> None:
        found = await link.execute(
            "XREAD", "COUNT", 1000, "BLOCK", BLOCK_MS, "STREAMS", *places, *places.values()
        )
        for stream, notices in found or ():
            for name, fields in notices:
                self._notice(dict(zip(fields[::2], fields[1::2], strict=True)))
                places[stream.decode()] = name.decode()

    async def _rest_unless_watched(self) -> None:
        """While nobody watches, read notices together and not each as it comes: that is half the work.

        Then they matter to the trust in tokens alone, and can wait.
        """
        if self._rooms or self._apart:
            return
        self._wanted.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(REST_SECONDS):
                await self._wanted.wait()

    def _notice(self, notice: dict[bytes, bytes]) -> None:
        if b"t" in notice:
            for told in self._on_token:
                told(notice[b"t"].decode())
            return
        game = notice[b"g"].decode()
        room = self._rooms.get(game)
        if room is not None and int(notice[b"v"]) > room.version:
            self._bring_up(room)
        if notice.get(b"p"):
            players = tuple(notice[b"p"].decode().split(","))
            for tell in self._on_players:
                tell(game, players)

    def _suspect_everything(self) -> None:
        """After a gap in the notices, look at every room again and trust no token unasked."""
        for room in self._rooms.values():
            self._bring_up(room)
        for told in self._on_token:
            told(None)

    def _bring_up(self, room: Room) -> None:
        room.is_stale = True
        if room.reading is None:
            room.reading = asyncio.create_task(self._read_room(room))

    async def _read_room(self, room: Room) -> None:
        try:
            while room.is_stale:
                room.is_stale = False
                held, _ = await self._positions.hold(room.game)
                page = await self._store.read(room.game, room.version)
                if page:
                    self._tell(room, held, held.read(page))
        except (StoreUnavailable, GameUnknown) as error:
            log.warning("room_not_read", game=room.game, why=str(error))
            room.is_stale = True
        finally:
            room.reading = None

    def _tell(self, room: Room, held: Held, entries: tuple[Recorded, ...]) -> None:
        self._positions.advance(held, entries)
        since, room.version = entries[0].version - 1, entries[-1].version
        seed = bytes.fromhex(held.position.table.seed)
        for viewer, watchers in room.watchers.items():
            made: dict[tuple[int, bool], Sent] = {}
            for watcher in watchers:
                seen, gone = while_held(entries, viewer, watcher.opened)
                sent = made.get((len(seen), gone))
                if sent is None:
                    message = event_messages(seen, viewer, seed)
                    sent = Sent(seen[-1].version, message, gone or is_end(seen), since)
                    made[len(seen), gone] = sent
                watcher.offer(sent)
        for news in room.waiting:
            if not news.done():
                news.set_result(None)
        for told in tuple(room.followers):
            told(held, entries)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            for watcher in self._everybody():
                watcher.offer(Sent(0, PING))

    def _everybody(self) -> list[Watcher]:
        """List all connections."""
        rooms = self._rooms.values()
        return [*self._apart, *(one for room in rooms for one in room.all_watchers())]
