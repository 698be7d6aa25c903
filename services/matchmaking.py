"""Players who wait for opponents. Enough of them for the same ruleset and options make a game.

Who waits and who is matched is settled in one script. A match is written down before its game is created,
and creating the game again gives the same game: whoever comes next finishes what a process that died has
left, so nobody is taken out of the queue for nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime

import msgspec
import structlog

from domain.catalog import ruleset
from domain.kernel.chain import canonical
from domain.kernel.errors import GameError
from domain.kernel.values import Json, Value
from domain.table.box import default_box
from domain.table.commands import CreateGame, SeatPlan
from services import keys
from services.errors import KeyReused
from services.games import Games
from services.once import once
from services.players import Players
from services.redis_link import Link
from services.scripts import Script
from services.store import KEEP_ANSWERS_S, Once, in_ms

log = structlog.get_logger()

TAG = "{queue}"
LEFT_OVER_MS = 5000
"""A match that has no game after so long was left by a process that died."""

_JOIN = Script("queue_up.lua")
_LEAVE = Script("queue_leave.lua")
_WHERE = f"rt:{TAG}:where"
_UNFINISHED = f"rt:{TAG}:unfinished"


class Wish(Value):
    """The game that somebody wants to play."""

    ruleset: str
    seats: int
    options: dict[str, Json]
    """All of them, as the ruleset has read them: equal wishes look equal."""


class Found(Value):
    """What became of a wish: a game, or null while the player waits."""

    game: str | None
    is_repeat: bool
    """The same request was answered before, and so."""


class Matchmaking:
    """The queues: one for each ruleset, number of players and options."""

    def __init__(
        self, link: Link, games: Games, players: Players, now: Callable[[], datetime]
    ) -> None:
        self._link = link
        self._games = games
        self._players = players
        self._now = now

    async def join(self, player: str, wish: Wish, request: Once | None = None) -> Found:
        """Wait for opponents, for a day at most; give the game if there are enough of them now.

        A player waits for one game at a time. Raises `KeyReused`.
        """
        match = secrets.token_hex(8)
        scope = request.scope if request is not None else "none"
        fingerprint = request.fingerprint if request is not None else ""
        answer = keys.idempotency(TAG, scope)
        reply = await _JOIN.run(
            self._link,
            (_queue(wish), _WHERE, _UNFINISHED, _match(match), answer),
            *(player, self._now_ms(), wish.seats, match, msgspec.json.encode(wish)),
            *(fingerprint, KEEP_ANSWERS_S),
        )
        is_repeat = reply[0] == b"again"
        if is_repeat and reply[1].decode() != fingerprint:
            raise KeyReused("This idempotency key came with another request before; use a new one.")
        settled = reply[-1].decode()
        game = await self.finish(settled) if settled else None
        return Found(game=game, is_repeat=is_repeat)

    async def leave(self, player: str) -> bool:
        """Wait no longer; tell whether the player waited."""
        return bool(await _LEAVE.run(self._link, (_WHERE,), player))

    async def finish(self, match: str) -> str | None:
        """Create the game of a match, once; give its id, or null for a match that nobody remembers."""
        what, players = await self._link.execute("HMGET", _match(match), "what", "players")
        if what is None:
            await self._link.execute("ZREM", _UNFINISHED, match)
            return None
        game = await self._create(
            match, msgspec.json.decode(what, type=Wish), players.decode().split(",")
        )
        await self._link.execute("ZREM", _UNFINISHED, match)
        return game

    async def finish_left_over(self) -> int:
        """Create the games of matches whose process died before it had done so; give how many."""
        until = self._now_ms() - LEFT_OVER_MS
        left = await self._link.execute("ZRANGEBYSCORE", _UNFINISHED, "-inf", until)
        for match in left:
            try:
                await self.finish(match.decode())
            except GameError as error:
                log.warning("match_given_up", match=match.decode(), why=str(error))
                await self._link.execute("ZREM", _UNFINISHED, match)
        return len(left)

    async def _create(self, match: str, wish: Wish, names: list[str]) -> str:
        box = default_box(ruleset(wish.ruleset))
        players = [await self._players.get(name) for name in names]
        command = CreateGame(
            creator=players[0].player_id,
            seats=tuple(SeatPlan(player=p.player_id, name=p.name, seated=True) for p in players),
            options=wish.options,
        )
        scope = f"match:{match}"
        _, done = await self._games.create(
            box, command, lambda game, *_: game.encode(), lambda tag: once(tag, scope, b""), scope
        )
        return done.answer.decode()

    def _now_ms(self) -> int:
        return in_ms(self._now())


def _queue(wish: Wish) -> str:
    told = canonical([wish.ruleset, wish.seats, wish.options])
    return f"rt:{TAG}:waiting:{hashlib.sha256(told).hexdigest()[:32]}"


def _match(match: str) -> str:
    return f"rt:{TAG}:match:{match}"
