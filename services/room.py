"""A game that is watched: by whom, and how far they have been told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from domain.kernel.secrecy import Viewer
from domain.table.journal import Position, Recorded
from services.positions import Held
from services.watchers import Watcher


class Room:
    """A game that is watched in this process."""

    def __init__(self, game: str, position: Position) -> None:
        self.game = game
        self.version = position.version
        """Up to which those who watch have been told, and the hash of that event."""
        self.hash = position.hash
        self.watchers: dict[Viewer, set[Watcher]] = {}
        self.waiting: set[asyncio.Future[None]] = set()
        self.followers: set[Callable[[Held, tuple[Recorded, ...]], None]] = set()
        self.noticed = position.version
        """The version that it is known to have come to."""
        self.is_in_doubt = False
        """Notices may have been missed."""
        self.reading: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether nobody watches any more."""
        return not (self.watchers or self.waiting or self.followers)

    @property
    def is_behind(self) -> bool:
        """Tell whether there are, or may be, events that those who watch have not been told of."""
        return self.is_in_doubt or self.noticed > self.version

    def all_watchers(self) -> Iterable[Watcher]:
        """Go through all watchers."""
        return (watcher for group in self.watchers.values() for watcher in group)
