"""Players who wait for opponents. Enough of them for the same ruleset and options make a game."""

from __future__ import annotations

import hashlib

from domain.kernel.chain import canonical
from domain.kernel.values import Json
from services import keys
from services.redis_link import Link

_SCRIPT = keys.script("queue_up.lua")
_WHERE = "rt:{queue}:where"


class Matchmaking:
    """The queues: one for each ruleset, number of players and options."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def join(
        self, player: str, ruleset: str, seats: int, options: Json, now_ms: int
    ) -> list[str]:
        """Wait; give the players of a game if there are now enough, the longest waiting first."""
        await self.leave(player)
        name = _name(ruleset, seats, options)
        found = await self._link.execute(
            "EVAL", _SCRIPT, 2, name, _WHERE, player, now_ms, seats, name
        )
        return [one.decode() for one in found]

    async def leave(self, player: str) -> bool:
        """Wait no longer; tell whether the player waited."""
        name = await self._link.execute("HGET", _WHERE, player)
        if name is None:
            return False
        await self._link.execute("HDEL", _WHERE, player)
        return bool(await self._link.execute("ZREM", name, player))


def _name(ruleset: str, seats: int, options: Json) -> str:
    told = canonical([ruleset, seats, options])
    return f"rt:{{queue}}:waiting:{hashlib.sha256(told).hexdigest()[:32]}"
