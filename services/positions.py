"""Recent positions of games, kept in memory, and how they are loaded and brought up to date.

The stream is the truth. A position in memory may be behind it; whoever appends to it learns so from the
append, whoever shows it refreshes it first.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel.errors import CorruptStream
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Event
from domain.table.box import Box
from domain.table.codec import decode_header, encode, event_decoder
from domain.table.history import arrive, follow
from domain.table.journal import Position, Recorded
from domain.table.state import Table
from services import keys
from services.boxes import Boxes
from services.errors import GameUnknown, StoreUnavailable
from services.scripts import Script
from services.store import EventStore, Stored, recorded, stored_entry

SNAPSHOT_EVERY = 250
"""A game is snapshotted each time so many events have come since the last snapshot."""
SNAPSHOT_DAYS = 30

_LOAD = Script("load.lua")


class Held:
    """A game in memory: its box, its latest known position, and a lock for those who change it."""

    __slots__ = ("box", "decode", "epoch", "game", "lock", "position", "snapshot_at")

    def __init__(self, game: str, box: Box, position: Position, epoch: int = 0) -> None:
        self.epoch = epoch
        """Of the connection by which it is known."""
        self.game = game
        self.box = box
        self.position = position
        self.lock = asyncio.Lock()
        self.snapshot_at = 0
        self.decode = event_decoder(box.ruleset, position.table.ruleset_version)

    def read(self, entries: list[Stored]) -> tuple[Recorded, ...]:
        """Decode stored events of this game."""
        return recorded(self.decode, entries)

    def arrive(self, position: Position | None, entries: list[Stored]) -> Position:
        """Take a position on by stored events of this game."""
        return _arrive(self.box, self.decode, position, entries)


class Snapshot(msgspec.Struct, frozen=True):
    """A position put by; `form` tells whether today's code can read it."""

    form: str
    position: Position
    game: msgspec.Raw


class Positions:
    """The games that this process knows, least recently used dropped first."""

    def __init__(self, store: EventStore, boxes: Boxes, keep: int = 2000) -> None:
        self._store = store
        self._boxes = boxes
        self._keep = keep
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Held]] = {}

    def cached(self, game: str) -> Held | None:
        """Give the game if it is in memory."""
        held = self._held.get(game)
        if held is not None:
            self._held.move_to_end(game)
        return held

    def put(self, held: Held) -> None:
        """Keep a game in memory."""
        self._held[held.game] = held
        self._held.move_to_end(held.game)
        while len(self._held) > self._keep:
            self._held.popitem(last=False)

    def forget(self, game: str) -> None:
        """Drop a game from memory."""
        self._held.pop(game, None)

    async def hold(self, game: str) -> tuple[Held, bool]:
        """Give the game, and whether it was read from the store just now. Raises `GameUnknown`."""
        held = self.cached(game)
        if held is not None and held.epoch == self._store.link.epoch:
            return held, False
        if held is not None:
            await self.reload(held)
            return held, True
        if not keys.is_id(game):
            raise GameUnknown(f"There is no game {game}.")
        task = self._loading.get(game)
        if task is None:
            task = asyncio.ensure_future(self._load(game))
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        held = await asyncio.shield(task)
        self.put(held)
        return held, True

    async def latest(self, game: str) -> Held:
        """Give the game as it is in the store now. Raises `GameUnknown`."""
        held, fresh = await self.hold(game)
        if not fresh:
            await self.refresh(held)
        return held

    async def refresh(self, held: Held) -> bool:
        """Read what has come since; tell whether anything has."""
        known = held.position.version
        entries = await self._store.read(held.game, known)
        if held.epoch != self._store.link.epoch:
            await self.reload(held)
            return held.position.version != known
        if not entries:
            return False
        self.advance(held, held.read(entries))
        return True

    async def reload(self, held: Held) -> None:
        """Read the game anew: behind a connection that was lost may be a store that has lost its end.

        If it was changed or read by somebody else meanwhile, and they know more, that stands.
        """
        known = held.position
        try:
            fresh = await self._load(held.game)
        except GameUnknown:
            self.forget(held.game)
            raise
        is_newer = held.position.version > fresh.position.version
        if held.position is not known and held.epoch == fresh.epoch and is_newer:
            return
        held.position, held.epoch = fresh.position, fresh.epoch
        held.snapshot_at = fresh.snapshot_at

    def advance(self, held: Held, entries: tuple[Recorded, ...]) -> None:
        """Take the position on by events of the store; those already known are passed over."""
        fresh = tuple(entry for entry in entries if entry.version > held.position.version)
        position = follow(held.box, held.position, fresh)
        assert position is not None
        held.position = position

    async def at(self, held: Held, version: int) -> Position:
        """Give the position at an earlier version of the game."""
        if version == held.position.version:
            return held.position
        position: Position | None = None
        async for page in self._store.pages(held.game, 0, version):
            position = held.arrive(position, page)
        if position is None or position.version != version:
            raise GameUnknown(f"The game has no version {version}.")
        return position

    def is_time(self, held: Held) -> bool:
        """Tell whether the game's snapshot should be made, or dropped because the game is over."""
        if held.position.table.is_over:
            return held.snapshot_at > 0
        return held.position.version - held.snapshot_at >= SNAPSHOT_EVERY

    async def put_by(self, held: Held) -> None:
        """Snapshot a long game, or drop the snapshot of one that is over."""
        position, key = held.position, keys.snapshot(held.game)
        try:
            if position.table.is_over:
                held.snapshot_at = 0
                await self._store.link.execute("DEL", key)
            else:
                held.snapshot_at = position.version
                frozen = _freeze(held.box.ruleset, position)
                await self._store.link.execute("HSET", key, "v", position.version, "s", frozen)
                await self._store.link.execute("EXPIRE", key, SNAPSHOT_DAYS * 86400)
        except StoreUnavailable:
            held.snapshot_at = 0  # a snapshot saves time only; the next change tries again

    async def _load(self, game: str) -> Held:
        kept, raw = await _LOAD.run(self._store.link, (keys.events(game), keys.snapshot(game)))
        entries = [stored_entry(entry) for entry in raw]
        epoch = self._store.link.epoch
        held = await self._thaw(game, kept, epoch) if kept else None
        if held is not None:
            if entries:
                held.position = held.arrive(held.position, entries)
            return held
        if kept:
            entries = await self._store.read(game)
        if not entries:
            raise GameUnknown(f"There is no game {game}.")
        held = await self._fold(game, entries, epoch)
        if kept:
            held.snapshot_at = 1  # there is one, though of no use: it will be replaced or dropped
        return held

    async def _fold(self, game: str, entries: list[Stored], epoch: int) -> Held:
        first = msgspec.msgpack.decode(entries[0].data)
        if first.get("type") != "game_created":
            raise CorruptStream(f"Game {game} does not begin with game_created.")
        box = await self._boxes.find(first["ruleset"], first["edition"])
        decode = event_decoder(box.ruleset, first["ruleset_version"])
        return Held(game, box, _arrive(box, decode, None, entries), epoch)

    async def _thaw(self, game: str, kept: bytes, epoch: int) -> Held | None:
        """Take up a snapshot; give nothing if today's code reads positions otherwise."""
        try:
            snapshot = msgspec.msgpack.decode(kept, type=Snapshot)
            table = snapshot.position.table
            box = await self._boxes.find(table.ruleset, table.edition)
            if snapshot.form != _form(box.ruleset):
                return None
            state = msgspec.msgpack.decode(snapshot.game, type=box.ruleset.state)
        except msgspec.DecodeError:
            return None
        position = replace(snapshot.position, table=replace(table, game=state))
        held = Held(game, box, position, epoch)
        held.snapshot_at = position.version
        return held


def _arrive(
    box: Box, decode: Callable[[bytes], Event], position: Position | None, entries: list[Stored]
) -> Position:
    """Take a position on by stored events; of their headers only those that matter are decoded."""
    first, last = recorded(decode, (entries[0], entries[-1]))
    events = [decode(entry.data) for entry in entries]
    chance = (decode_header(entry.header).chance for entry in entries)
    return arrive(box, position, events, (first, last), chance)


def _freeze(ruleset: Ruleset[Any, Any, Any, Any], position: Position) -> bytes:
    bare = replace(position, table=replace(position.table, game=None))
    game = msgspec.Raw(encode(position.table.game))
    return encode(Snapshot(form=_form(ruleset), position=bare, game=game))


@cache
def _form(ruleset: Ruleset[Any, Any, Any, Any]) -> str:
    """Name the shape of a position of this ruleset as the code has it today."""
    shapes = msgspec.inspect.multi_type_info([Position, Table, ruleset.state])
    return f"{ruleset.version}:{hashlib.sha256(repr(shapes).encode()).hexdigest()[:16]}"
