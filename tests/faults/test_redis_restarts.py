"""Redis stopped and started under games in full swing: every one of them finishes, and verifies."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from cli.embedded import EmbeddedRedis, find_server
from domain.catalog import RULESETS
from domain.table.codec import decode_header
from domain.table.journal import Agenda
from domain.table.verify import make_record, verify
from services.errors import StoreUnavailable
from services.service import Services
from services.settings import Settings
from tests.services.playing import created
from tests.stack import process, settings_for
from tests.workers.dispatching import until

BOTS = ("random", "random", "random", "random")


class Watched:
    """Games that others play, seen from outside."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.games: list[str] = []

    async def begin(self, count: int) -> None:
        self.games += [await created(self._services, *BOTS, rounds=1) for _ in range(count)]

    async def progress(self) -> int:
        lasts = await asyncio.gather(*(self._services.store.last(game) for game in self.games))
        return sum(last.version for last in lasts if last is not None)

    async def is_over(self, game: str) -> bool:
        last = await self._services.store.last(game)
        return last is not None and decode_header(last.header).agenda == Agenda()

    async def all_finish(self) -> None:
        for game in self.games:
            await until(lambda game=game: self.is_over(game), "every game finishes", 40)
        for game in self.games:
            held = await self._services.positions.latest(game)
            entries = held.read(await self._services.store.read(game))
            assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
            seed = bytes.fromhex(held.position.table.seed)
            record = make_record(game, held.box, entries, seed)
            assert list(verify(record, RULESETS["burnmelt"])) == []


def play(settings: Settings, scene) -> None:
    """Run a scene beside two dispatchers and two workers."""

    async def whole() -> None:
        services = Services.wire(settings)
        try:
            await scene(Watched(services))
        finally:
            await services.close()

    with ExitStack() as running:
        for module in ("workers.dispatcher", "workers.worker") * 2:
            running.enter_context(process(module, settings))
        asyncio.run(whole())


async def again(work):
    """Keep at it while Redis is not there yet."""
    while True:
        try:
            return await work()
        except StoreUnavailable:
            await asyncio.sleep(0.01)


@pytest.fixture
def redis(tmp_path: Path):
    with EmbeddedRedis(tmp_path, find_server()) as server:
        yield server


@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_redis_away_and_back_in_the_middle_of_games(redis, how):
    async def scene(games: Watched) -> None:
        await games.begin(20)
        for goal in (200, 500):
            await until(lambda goal=goal: is_at(games, goal), "the games go on")
            await asyncio.to_thread(redis.stop if how == "stopped" else redis.kill)
            await asyncio.to_thread(redis.start)
            assert await again(games.progress) >= goal, "what was appended is there"
        await games.all_finish()

    play(settings_for(redis.url), scene)


def test_a_queue_that_forgets_everything(redis, tmp_path_factory):
    """The job queue lies in a Redis of its own that keeps nothing; the logs know what was in it."""
    queue = EmbeddedRedis(tmp_path_factory.mktemp("queue"), find_server())
    queue.start()

    async def scene(games: Watched) -> None:
        await games.begin(20)
        await until(lambda: is_at(games, 400), "the games go on")
        await asyncio.to_thread(queue.kill)
        for log in queue.folder.glob("appendonlydir/*"):
            log.unlink()
        await asyncio.to_thread(queue.start)
        await games.all_finish()

    try:
        play(settings_for(redis.url, queue_url=queue.url), scene)
    finally:
        queue.stop()


def test_two_dispatchers_and_two_workers_on_fifty_games(redis):
    async def scene(games: Watched) -> None:
        await games.begin(50)
        await games.all_finish()

    play(settings_for(redis.url), scene)


async def is_at(games: Watched, goal: int) -> bool:
    return await games.progress() >= goal
