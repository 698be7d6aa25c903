"""What a player is told of all their games on one connection: whose turn it is, what began and ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import structlog

from domain.table.events import GameAbandoned, GameFinished, GameStarted
from domain.table.journal import Recorded
from services.errors import GameUnknown, StoreUnavailable
from services.hub import Hub
from services.listing import Lists
from services.positions import Held, Positions
from services.sse import OPENING, soft_message
from services.watchers import Opener, Sent, Watcher

log = structlog.get_logger()

STARTED = "game_started"


class Reader:
    """A player's connection, and what it has been told."""

    def __init__(self, player: str, token: str | None) -> None:
        self.player = player
        self.watcher = Watcher(Opener(player, token))
        self.told: set[tuple[str, str]] = set()
        """Of each game the decisions that it has been told of, and `STARTED`."""
        self.games: dict[str, Callable[[], None]] = {}
        self.greeting: list[bytes] | None = []
        """What is said on connecting, however much it is; null when all of that has been said."""
        self.is_gone = False

    def tell(self, name: str, game: str, **more: object) -> None:
        """Say something: it waits in the greeting, or in the connection's queue."""
        message = soft_message(name, {"game": game, **more})
        if self.greeting is not None:
            self.greeting.append(message)
        else:
            self.watcher.offer(Sent(0, message))

    def greeted(self) -> bytes:
        """Take what the greeting holds by now."""
        said, self.greeting = b"".join(self.greeting or ()), []
        return said

    def tell_turns(self, held: Held) -> None:
        """Tell every question that waits for this player and has not been told."""
        position = held.position
        for decision in position.agenda.to_act:
            chair = position.table.chairs[decision.seat]
            mine = chair.player == self.player and chair.status == "taken"
            if mine and (held.game, decision.id) not in self.told:
                self.told.add((held.game, decision.id))
                self.tell(
                    "your_turn",
                    held.game,
                    version=position.version,
                    seat=decision.seat,
                    decision=decision.id,
                    deadline=decision.deadline,
                    clock=position.table.clock,
                )

    def tell_start(self, game: str, version: int) -> None:
        """Tell that a game has begun, once, by whichever way it is heard of first."""
        if (game, STARTED) not in self.told:
            self.told.add((game, STARTED))
            self.tell("game_started", game, version=version)

    def told_of(self, held: Held, entries: tuple[Recorded, ...]) -> None:
        """Pass on what new events mean for this player, while they belong to the game."""
        if not held.position.table.knows(self.player):
            self.leave(held.game)
            return
        for entry in entries:
            if isinstance(entry.event, GameStarted):
                self.tell_start(held.game, entry.version)
            elif isinstance(entry.event, GameFinished | GameAbandoned):
                self.tell("game_finished", held.game, version=entry.version)
        self.tell_turns(held)
        if held.position.table.is_over:
            self.told = {one for one in self.told if one[0] != held.game}
            self.leave(held.game)

    def leave(self, game: str) -> None:
        """Watch a game no longer."""
        stop = self.games.pop(game, None)
        if stop is not None:
            stop()


class News:
    """The players' connections of this process."""

    def __init__(self, hub: Hub, positions: Positions, lists: Lists) -> None:
        self._hub = hub
        self._positions = positions
        self._lists = lists
        self._readers: dict[str, set[Reader]] = {}
        self._chores: set[asyncio.Task[None]] = set()
        hub.on_players(self._changed)

    async def stream(self, player: str, token: str | None = None) -> AsyncIterator[bytes]:
        """Give a player's news: first every turn that is already waiting, then what comes.

        It ends when the token with which it was asked for is replaced.
        """
        reader = Reader(player, token)
        self._readers.setdefault(player, set()).add(reader)
        self._hub.attend(reader.watcher)
        try:
            if not await self._hub.is_welcome(reader.watcher):
                return
            yield OPENING
            async for said in self._greeting(reader):
                yield said
            while not reader.watcher.is_finished:
                sent = await reader.watcher.take()
                if sent.is_last:
                    return
                yield sent.message
        finally:
            reader.is_gone = True
            self._hub.release(reader.watcher)
            for game in tuple(reader.games):
                reader.leave(game)
            group = self._readers.get(player, set())
            group.discard(reader)
            if not group:
                self._readers.pop(player, None)

    async def _greeting(self, reader: Reader) -> AsyncIterator[bytes]:
        """Say what waits in each of a player's games, and what comes meanwhile."""
        for game in await self._lists.unfinished_of(reader.player):
            await self._watch(reader, game)
            if said := reader.greeted():
                yield said
        if said := reader.greeted():
            yield said
        reader.greeting = None

    def _changed(self, game: str, players: tuple[str, ...]) -> None:
        for player in players:
            for reader in self._readers.get(player, ()):
                if game not in reader.games:
                    chore = asyncio.ensure_future(self._greet(reader, game))
                    self._chores.add(chore)
                    chore.add_done_callback(self._chores.discard)

    async def _greet(self, reader: Reader, game: str) -> None:
        """Tell of a game that is new to the reader."""
        try:
            held = await self._watch(reader, game)
            if held is not None and held.position.table.status == "active":
                reader.tell_start(game, held.position.version)
        except (StoreUnavailable, GameUnknown) as error:
            log.warning("news_not_read", game=game, why=str(error))

    async def _watch(self, reader: Reader, game: str) -> Held | None:
        held = await self._positions.latest(game)
        table = held.position.table
        if game in reader.games or table.is_over or reader.is_gone:
            return None
        reader.games[game] = self._hub.follow(held, reader.told_of)
        invited = [
            seat
            for seat, chair in enumerate(table.chairs)
            if chair.status == "invited" and chair.player == reader.player
        ]
        if invited and table.status == "lobby":
            reader.tell("invited", game, version=held.position.version, seat=invited[0])
        reader.tell_turns(held)
        return held
