"""Positions in memory, where several read and change the same game at once."""

from __future__ import annotations

import asyncio
from typing import Any

from domain.catalog import ruleset
from domain.table.box import default_box
from domain.table.commands import CreateGame, SeatPlan, TakeSeat
from services.games import Ask
from services.service import Services
from services.settings import Settings


def test_a_reading_that_takes_long_does_not_undo_what_came_meanwhile(redis_url, monkeypatch):
    """After a lost connection two read a game anew; one of them has gone on from it when the other ends."""

    async def scene() -> None:
        services = Services.wire(Settings(redis_url=redis_url))
        box = default_box(ruleset("burnmelt"))
        command = CreateGame(creator="p1", seats=(SeatPlan(),) * 3, options={})
        game, _ = await services.games.create(box, command, lambda *_: b"")
        held, _ = await services.positions.hold(game)
        held.epoch -= 1
        load, reached, go_on = services.positions._load, asyncio.Event(), asyncio.Event()

        async def slow(name: str) -> Any:
            fresh = await load(name)
            if not reached.is_set():
                reached.set()
                await go_on.wait()
            return fresh

        monkeypatch.setattr(services.positions, "_load", slow)
        reading = asyncio.ensure_future(services.positions.hold(game))
        await reached.wait()
        sit = TakeSeat(seat=0, player="p0", name="P0")
        await services.games.change(game, Ask(lambda *_: (sit, "player:p0")))
        go_on.set()
        again, _ = await reading
        assert again.position.version == 2
        await services.close()

    asyncio.run(scene())
