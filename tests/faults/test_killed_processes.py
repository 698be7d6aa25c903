"""Processes killed at the worst moments: every game finishes, gapless, and verifies."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import ExitStack, closing

import msgspec
import pytest

from api.exchange import encode, keep
from cli.embedded import EmbeddedRedis, find_server
from domain.catalog import RULESETS
from domain.table.verify import Record, verify
from services import keys
from services.chores import carry_on
from services.once import once
from services.service import Services
from tests.services.playing import acted, created
from tests.stack import Caller, process, serving, settings_for, start, stop, until
from tests.workers.dispatching import dispatching
from tests.workers.dispatching import until as soon
from workers import dispatcher

BURNMELT = RULESETS["burnmelt"]


@pytest.fixture
def redis(tmp_path):
    with EmbeddedRedis(tmp_path, find_server()) as server:
        yield server


def all_finish(caller, games):
    for game in games:
        seen = caller.wait_for(game, lambda g: g["status"] == "finished", "every game finishes")
        record = msgspec.convert(caller.get(f"/v1/games/{game}/record").json(), Record)
        assert list(verify(record, BURNMELT)) == []
        assert len(record.events) == seen["version"]


def test_workers_and_dispatchers_killed_again_and_again(redis):
    settings = settings_for(redis.url)
    kinds = ["workers.dispatcher", "workers.dispatcher", "workers.worker", "workers.worker"]
    running = [start(kind, settings) for kind in kinds]
    try:
        with serving(settings) as url, closing(Caller.known(url)) as caller:
            games = [
                caller.create("bot:random", "bot:greedy", "bot:random")["id"] for _ in range(25)
            ]
            for round_ in range(4):
                goal = round_ * 500
                until(lambda goal=goal: progress(caller, games) > goal, "the games go on")
                for number in (round_ % 2, 2 + round_ % 2):
                    running[number].send_signal(signal.SIGKILL)
                    running[number].wait()
                    running[number] = start(kinds[number], settings)
            all_finish(caller, games)
    finally:
        for one in running:
            stop(one)


def progress(caller, games):
    return sum(caller.look(game)["version"] for game in games)


def test_a_dispatcher_killed_between_enqueue_and_acknowledge(redis, monkeypatch):
    """What it had taken is claimed by another; the job that came twice has effect once."""
    settings = settings_for(redis.url)
    enqueued = []

    async def dies(self, taken):
        jobs = dispatcher._newest(fields for _, entries in taken for _, fields in entries)
        await self._enqueue(jobs)
        enqueued.extend(jobs)
        raise asyncio.CancelledError

    async def pending(services, game):
        work = keys.work(keys.tag_of(game))
        return (await services.link.execute("XPENDING", work, dispatcher.GROUP))[0]

    async def half():
        services = Services.wire(settings)
        game = await created(services, "random", "random", "random")
        monkeypatch.setattr(dispatcher.Dispatcher, "_pass_on", dies)
        async with dispatching(services):
            await soon(lambda: asyncio.sleep(0, enqueued), "the job is in the queue")
        assert await pending(services, game) == 1
        await services.close()
        return game

    game = asyncio.run(half())
    monkeypatch.undo()
    monkeypatch.setattr(dispatcher, "CLAIM_AFTER_MS", 1)

    async def claimed():
        services = Services.wire(settings)
        async with dispatching(services):
            await soon(lambda: nothing_pending(services), "another has claimed it")
        await services.close()

    async def nothing_pending(services):
        return await pending(services, game) == 0

    asyncio.run(claimed())
    with (
        process("workers.worker", settings),
        serving(settings) as url,
        closing(Caller(base_url=url)) as caller,
    ):
        all_finish(caller, [game])


def test_an_api_killed_after_the_append_answers_the_retry_as_the_first_time(redis):
    """The append happened, the answer did not arrive: another process gives it."""
    settings = settings_for(redis.url)

    async def lost():
        services = Services.wire(settings)
        game = await created(services, "me", "me", "me")
        await carry_on(services, game)
        kept = once(keys.tag_of(game), "scope", b"body")
        table = (await services.positions.latest(game)).position.table
        wanted = BURNMELT.legal(table.game, 0).items[0].example()
        done = await acted(
            services,
            game,
            0,
            random.Random(1),
            wanted,
            once=kept,
            answer=lambda _, __: keep(201, encode({"n": 1})),
        )
        assert not done.is_repeat
        await services.close()
        return game, kept, wanted

    async def again(game, kept, wanted):
        services = Services.wire(settings)
        version = (await services.positions.latest(game)).position.version
        done = await acted(
            services,
            game,
            0,
            random.Random(1),
            wanted,
            once=kept,
            answer=lambda _, __: keep(201, encode({"n": 2})),
        )
        assert done.is_repeat
        assert b'"n":1' in done.answer
        assert (await services.positions.latest(game)).position.version == version
        await services.close()

    asyncio.run(again(*asyncio.run(lost())))


def test_the_queue_may_have_a_redis_of_its_own(redis, tmp_path):
    other = tmp_path / "queue"
    other.mkdir()
    with ExitStack() as stack:
        queue = stack.enter_context(EmbeddedRedis(other, find_server()))
        settings = settings_for(redis.url, queue_url=queue.url)
        stack.enter_context(process("workers.dispatcher", settings))
        stack.enter_context(process("workers.worker", settings))
        url = stack.enter_context(serving(settings))
        caller = stack.enter_context(closing(Caller.known(url)))
        game = caller.create("bot:random", "bot:random", "bot:greedy")["id"]
        all_finish(caller, [game])
        assert b"rq:" not in redis.ask("KEYS", "rq:*")
        until(lambda: caller.get("/readyz").status_code == 200, "all is ready")
