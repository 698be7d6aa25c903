"""An example bot: takes every invitation, and plays any number of games at once until it is stopped.

    python bot.py http://127.0.0.1:8000 --name Ada --strategy careful

It writes one line when it is ready, {"player_id": ..., "name": ...}: invite that player to a game.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
from collections.abc import Coroutine
from typing import Any

from roundtable_client import Refused, Roundtable
from strategies import STRATEGIES, Strategy

GONE = ("decision-closed", "not-your-turn", "game-not-active", "seat-taken", "version-conflict")
"""Refusals that only say that the game has moved on."""


class Bot:
    """Plays for one player."""

    def __init__(self, table: Roundtable, strategy: Strategy, think: float) -> None:
        self.table = table
        self.strategy = strategy
        self.think = think
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Do what the news ask for, each thing beside the others."""
        async for name, told in self.table.news():
            if name == "invited":
                self._begin(self.sit_down(told["game"], told["seat"]))
            elif name == "your_turn":
                self._begin(self.play(told["game"], told["seat"]))

    async def sit_down(self, game: str, seat: int) -> None:
        """Take the seat that is kept for us."""
        await self.table.post(f"/games/{game}/seats", {"seat": seat})

    async def play(self, game: str, seat: int) -> None:
        """Answer what the seat is asked."""
        await asyncio.sleep(self.think * random.uniform(0.5, 1.5))
        asked = await self.table.get(f"/games/{game}/choices", seat=seat)
        if not asked["choices"]:
            return
        shown = await self.table.get(f"/games/{game}", **{"as": seat})
        action = self.strategy(shown["view"], asked["choices"])
        move = {"seat": seat, "action": action, "decision": asked["decision"]}
        await self.table.post(f"/games/{game}/actions", move)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._finish(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused as refused:
            if refused.name not in GONE:
                print(json.dumps({"refused": refused.problem}), flush=True)


async def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("server")
    words.add_argument("--name", default="Example Bot")
    words.add_argument("--strategy", choices=sorted(STRATEGIES), default="random")
    words.add_argument("--think", type=float, default=0.0, help="seconds to wait before a move")
    given = words.parse_args()
    table = Roundtable(given.server)
    player = await table.register(given.name)
    print(json.dumps({"player_id": player, "name": given.name}), flush=True)
    running = asyncio.ensure_future(Bot(table, STRATEGIES[given.strategy], given.think).run())
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await running
    await table.close()


if __name__ == "__main__":
    asyncio.run(main())
