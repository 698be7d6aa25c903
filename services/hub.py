"""Fan-out of commits to those who watch.

A process tails the commit notices of all partitions, reads the new events of those games that
somebody watches, formats them once for each kind of viewer, and puts them into the watchers' bounded
queues. What this process has committed itself it passes on at once, without the way through Redis. Whoever is
too slow is dropped and resumes from its last event id; nothing is lost, nobody waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import repeat

import structlog

from domain.kernel.secrecy import Viewer
from domain.table.journal import Commit, PublicEvent, Recorded
from services.errors import GameUnknown, StoreUnavailable, TokenUnknown
from services.players import Players, hash_of
from services.positions import Held, Positions
from services.redis_link import Link
from services.room import Room
from services.sse import OPENING, PING, event_messages, is_end
from services.store import EventStore
from services.tail import RETRY_SECONDS, Notice, Tail
from services.watchers import ANYBODY, CHANGES_OF_SEATS, Opener, Sent, Watcher

log = structlog.get_logger()

PING_SECONDS = 15.0


class Hub:
    """Tails the commits and tells those who watch."""

    def __init__(
        self, link: Link, store: EventStore, positions: Positions, players: Players
    ) -> None:
        self._store = store
        self._positions = positions
        self._players = players
        self._rooms: dict[str, Room] = {}
        self._apart: set[Watcher] = set()
        self._tail = Tail(link, self._notice, self._suspect_everything, self._is_watched)
        self._pinging: asyncio.Task[None] | None = None
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._on_players: list[Callable[[str, tuple[str, ...]], None]] = []
        self.streams = 0
        self._is_stopped = False
        self._doubts: asyncio.Task[None] | None = None

    def on_players(self, told: Callable[[str, tuple[str, ...]], None]) -> None:
        """Have somebody told when the seats or status of a game change: its id, and whom it concerns."""
        self._on_players.append(told)

    async def start(self) -> None:
        """Begin to tail."""
        self._tail.start()
        self._pinging = asyncio.create_task(self._ping())

    async def stop(self) -> None:
        """Stop tailing; watchers' streams end."""
        self._is_stopped = True
        for task in (self._pinging, self._doubts):
            if task is not None:
                task.cancel()
        await self._tail.stop()
        for room in self._rooms.values():
            for news in room.waiting:
                if not news.done():
                    news.set_result(None)
        for watcher in self._everybody():
            watcher.end()

    def stream(
        self, held: Held, viewer: Viewer, after: int, opener: Opener = ANYBODY
    ) -> AsyncIterator[bytes]:
        """Give all events after a version as server-sent events, then those to come, to the end.

        To be called when it has just been settled, on the position that is held, who looks.
        """
        return self._stream(held, after, Watcher(opener, viewer, held.position.version))

    async def _stream(self, held: Held, after: int, watcher: Watcher) -> AsyncIterator[bytes]:
        viewer = watcher.viewer
        room = self._enter(held)
        room.watchers.setdefault(viewer, set()).add(watcher)
        self.streams += 1
        try:
            if not await self.is_welcome(watcher):
                return
            yield OPENING
            version, seed = after, bytes.fromhex(held.position.table.seed)
            async for page in self._store.pages(held.game, after):
                entries, gone = watcher.part_of(held.read(page))
                yield event_messages(entries, viewer, seed)
                version = entries[-1].version
                if is_end(entries) or gone:
                    return
            async for message in self._to_come(watcher, held, version):
                yield message
        finally:
            self.streams -= 1
            group = room.watchers.get(viewer, set())
            group.discard(watcher)
            if not group:
                room.watchers.pop(viewer, None)
            self._leave(room)

    async def _to_come(self, watcher: Watcher, held: Held, version: int) -> AsyncIterator[bytes]:
        """Give what comes after a version, to the end or until the watcher is dropped."""
        viewer, seed = watcher.viewer, bytes.fromhex(held.position.table.seed)
        while not watcher.is_finished:
            sent = await watcher.take()
            if sent.since is None:
                if sent.message:
                    yield sent.message
            elif sent.version > version:
                # Where the message begins before the end of what was read, only the rest is new.
                overlaps = sent.since < version
                rest = await self._part(held, version, sent.version) if overlaps else ()
                yield event_messages(rest, viewer, seed) if overlaps else sent.message
                version = sent.version
            if sent.is_last:
                return

    async def _part(self, held: Held, after: int, until: int) -> tuple[Recorded, ...]:
        return held.read(await self._store.read(held.game, after, until - after))

    async def is_welcome(self, watcher: Watcher) -> bool:
        """Tell whether the token with which a connection was opened is still good.

        To be asked when the watcher stands where it is found if its token is replaced from now on.
        """
        token = watcher.opener.token
        if token is None:
            return True
        try:
            await self._players.authenticate(token)
        except TokenUnknown:
            return False
        return True

    def attend(self, watcher: Watcher) -> None:
        """Keep the connection of somebody who watches no single game: until `release`."""
        self._apart.add(watcher)
        self._tail.wake()

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
            while max(held.position.version, room.version) <= version and not self._is_stopped:
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

    def listen(self, name: str, told: Callable[[], None]) -> Callable[[], None]:
        """Have somebody told of every commit to a campaign, until the function given back is called."""
        listeners = self._listeners.setdefault(name, set())
        listeners.add(told)
        self._tail.wake()

        def stop() -> None:
            listeners.discard(told)
            if not listeners:
                self._listeners.pop(name, None)

        return stop

    def committed(self, held: Held, made: Commit) -> None:
        """Pass on a commit of this process, if those who watch know all that was before it."""
        room = self._rooms.get(held.game)
        if room is not None and (room.version, room.hash) == (made.before, made.previous):
            self._tell(room, held, made.events, made.public)

    def _enter(self, held: Held) -> Room:
        room = self._rooms.get(held.game)
        if room is None:
            room = self._rooms[held.game] = Room(held.game, held.position)
            self._tail.wake()
        return room

    def _leave(self, room: Room) -> None:
        if room.is_empty:
            self._rooms.pop(room.game, None)

    def _notice(self, notice: Notice) -> bool:
        """Act on a notice; tell whether it was news to anybody."""
        if b"t" in notice:
            self._replaced(notice[b"t"].decode())
            return True
        game, is_news = notice[b"g"].decode(), False
        for listener in tuple(self._listeners.get(game, ())):
            listener()
            is_news = True
        room = self._rooms.get(game)
        if room is not None and int(notice[b"v"]) > room.version:
            room.noticed = max(room.noticed, int(notice[b"v"]))
            self._bring_up(room)
            held = self._positions.cached(game)
            is_news |= held is None or not held.lock.locked()  # else it is ours, most likely
        if notice.get(b"p"):
            players = tuple(notice[b"p"].decode().split(","))
            for tell in self._on_players:
                tell(game, players)
        return is_news

    def _suspect_everything(self) -> None:
        """After a gap in the notices, look at every room again and trust no token unasked."""
        for room in self._rooms.values():
            room.is_in_doubt = True
            self._bring_up(room)
        for listeners in self._listeners.values():
            for listener in tuple(listeners):
                listener()
        self._players.distrust()
        if self._doubts is None:
            self._doubts = asyncio.create_task(self._doubt_everybody())

    def _replaced(self, token_hash: str) -> None:
        """End what was opened with a token that has been replaced."""
        self._players.distrust(token_hash)
        for watcher in self._everybody():
            token = watcher.opener.token
            if token is not None and hash_of(token) == token_hash:
                watcher.end()

    async def _doubt_everybody(self) -> None:
        """Ask about the token of every connection anew, for as long as it takes to be told."""
        try:
            while not await self._asked_everybody():  # noqa: ASYNC110  # each look is a question to Redis
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._doubts = None

    async def _asked_everybody(self) -> bool:
        try:
            for watcher in self._everybody():
                if not await self.is_welcome(watcher):
                    watcher.end()
        except StoreUnavailable as error:
            log.warning("tokens_not_asked", why=str(error))
            return False
        return True

    def _bring_up(self, room: Room) -> None:
        if room.reading is None:
            room.reading = asyncio.create_task(self._read_room(room))

    async def _read_room(self, room: Room) -> None:
        try:
            while room.is_behind:
                held, _ = await self._positions.hold(room.game)
                async with held.lock:  # a commit of this process that is on its way tells of itself
                    pass
                if room.is_behind:
                    await self._read_on(room, held)
        except GameUnknown as error:
            log.warning("room_not_read", game=room.game, why=str(error))
            room.is_in_doubt, room.noticed = False, room.version
            self._let_go(room)
        except StoreUnavailable as error:
            log.warning("room_not_read", game=room.game, why=str(error))
            await asyncio.sleep(RETRY_SECONDS)
            room.is_in_doubt = True
        finally:
            room.reading = None
        if room.is_behind and not (room.is_empty or self._is_stopped):
            self._bring_up(room)

    async def _read_on(self, room: Room, held: Held) -> None:
        room.is_in_doubt, noticed, known = False, room.noticed, room.hash
        page = await self._store.read(room.game, room.version - 1)
        if not page or page[0].hash.hex() != known:
            await self._begin_anew(room, held)
            return
        # Meanwhile a commit of this process may have been passed on.
        fresh = [entry for entry in page if entry.version > room.version]
        if fresh:
            self._tell(room, held, held.read(fresh))
        elif room.noticed == noticed:  # what there was is not there any more
            room.noticed = room.version

    async def _begin_anew(self, room: Room, held: Held) -> None:
        """Let everybody go who was told of events that the store has lost; they come back and see."""
        await self._positions.reload(held)
        room.version, room.hash = held.position.version, held.position.hash
        room.noticed = room.version
        self._let_go(room)
        for told in tuple(room.followers):
            told(held, ())

    def _let_go(self, room: Room) -> None:
        for watcher in room.all_watchers():
            watcher.end()

    def _tell(
        self,
        room: Room,
        held: Held,
        entries: tuple[Recorded, ...],
        public: Iterable[PublicEvent | None] = repeat(None),
    ) -> None:
        self._positions.advance(held, entries)
        since, room.version = entries[0].version - 1, entries[-1].version
        room.hash = entries[-1].hash
        seed = bytes.fromhex(held.position.table.seed)
        moved = any(isinstance(entry.event, CHANGES_OF_SEATS) for entry in entries)
        for viewer, watchers in room.watchers.items():
            made: dict[tuple[int, bool], Sent] = {}
            for watcher in watchers:
                seen, gone = watcher.part_of(entries) if moved else (entries, False)
                sent = made.get((len(seen), gone))
                if sent is None:
                    message = event_messages(seen, viewer, seed, public)
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

    def _is_watched(self) -> bool:
        """Tell whether anybody waits for notices; who listens to a campaign is among those who are apart."""
        return bool(self._rooms or self._apart)

    def _everybody(self) -> list[Watcher]:
        """List all connections."""
        rooms = self._rooms.values()
        return [*self._apart, *(one for room in rooms for one in room.all_watchers())]
