"""Those who watch over a connection of their own: what is on its way to them, and what ends their stream."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from domain.kernel.secrecy import SPECTATOR, Viewer
from domain.table.events import SeatLeft, SeatResigned, SeatTaken
from domain.table.journal import Recorded

QUEUE = 256
"""How many messages a watcher may be behind before it is dropped."""


class Sent(NamedTuple):
    """A message on its way to a watcher."""

    version: int
    """The version of the game that it leads to."""
    message: bytes
    is_last: bool = False
    since: int | None = None
    """The version before its first event; null if there is none in it."""


class Opener(NamedTuple):
    """By whom a stream was opened, and on the strength of which token; nobody is anybody's right."""

    player: str | None = None
    token: str | None = None


ANYBODY = Opener()
"""Somebody who showed no token."""


class Watcher:
    """Somebody who is sent messages as they come."""

    __slots__ = ("_queue", "is_dropped", "opened", "opener", "viewer")

    def __init__(
        self, opener: Opener = ANYBODY, viewer: Viewer = SPECTATOR, opened: int = 0
    ) -> None:
        self.opener = opener
        self.viewer = viewer
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

    def end(self) -> None:
        """Let the stream end after what is on its way already."""
        self.offer(Sent(0, b"", is_last=True))

    async def take(self) -> Sent:
        """Wait for the next message."""
        return await self._queue.get()

    @property
    def is_finished(self) -> bool:
        """Tell whether a dropped watcher has read all that it was still given."""
        return self.is_dropped and self._queue.empty()

    def part_of(self, entries: tuple[Recorded, ...]) -> tuple[tuple[Recorded, ...], bool]:
        """Give the events up to the one that ends the stream, and whether one does.

        A stream shows what its opener may see. When the seat through which it looks gets another
        holder, or its opener leaves a seat and perhaps the right to look on, it ends; who still may
        see something comes back, and is looked at anew. What was before the stream was opened does
        not matter to it.
        """
        for number, entry in enumerate(entries):
            if entry.version > self.opened and self._is_ended_by(entry):
                return entries[: number + 1], True
        return entries, False

    def _is_ended_by(self, entry: Recorded) -> bool:
        event = entry.event
        if isinstance(event, SeatLeft) and event.player == self.opener.player:
            return True
        return isinstance(event, CHANGES_OF_SEATS) and event.seat == self.viewer


CHANGES_OF_SEATS = (SeatTaken, SeatLeft, SeatResigned)
"""The events by which a seat gets another holder, or none."""
