"""From the outbox into the job queue: each call once, none lost, whatever goes away meanwhile."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from cli.embedded import EmbeddedRedis, find_server
from domain.table.commands import Clock
from services import keys
from services.chores import carry_on
from services.queue import DISPATCHER_ALIVE
from services.service import Services
from tests.services.playing import created
from tests.stack import settings_for
from tests.workers.dispatching import dispatching, until
from workers import dispatcher


@pytest.fixture
def run(redis_url):
    """Run a scene with use cases on an empty Redis and the real clock."""

    def play(scene, **settings):
        async def whole():
            services = Services.wire(settings_for(redis_url, **settings))
            try:
                return await scene(services)
            finally:
                await services.close()

        return asyncio.run(whole())

    return play


async def is_done(services, game):
    """Tell whether the outbox is empty and everything in it acknowledged."""
    work = keys.work(keys.tag_of(game))
    length, groups = await asyncio.gather(
        services.link.execute("XLEN", work), services.link.execute("XINFO", "GROUPS", work)
    )
    return length == 0 and groups and groups[0][groups[0].index(b"pending") + 1] == 0


def called_for(queue):
    return [name.split("-")[0] for name in queue.get_job_ids()]


def test_every_entry_becomes_a_job_and_is_gone(run):
    async def scene(services):
        before = [await created(services, "random", "random", "random") for _ in range(3)]
        async with dispatching(services) as queue:
            after = [await created(services, "random", "random", "random") for _ in range(3)]
            for game in before + after:
                await until(lambda game=game: is_done(services, game), "the outbox is empty")
            assert sorted(called_for(queue)) == sorted(before + after)
            assert await services.link.execute("GET", DISPATCHER_ALIVE) is not None

    run(scene)


def test_a_game_is_called_for_once_however_many_entries_it_has(run):
    """The newest counts: the game has moved on from the others."""

    async def scene(services):
        game = await created(services, "random", "random", "random")
        for version in (7, 8, 9):
            await services.store.call_workers(game, version, "bot")
        async with dispatching(services) as queue:
            await until(lambda: is_done(services, game), "the outbox is empty")
            assert queue.get_job_ids() == [f"{game}-9-work"]

    run(scene)


def test_several_dispatchers_share_the_work(run):
    async def scene(services):
        async with dispatching(services) as queue, dispatching(services), dispatching(services):
            games = [await created(services, "random", "random", "random") for _ in range(60)]
            for game in games:
                await until(lambda game=game: is_done(services, game), "the outbox is empty")
            assert sorted(called_for(queue)) == sorted(games), "each once"

    run(scene)


def test_what_a_dead_dispatcher_had_taken_is_claimed(run, monkeypatch):
    monkeypatch.setattr(dispatcher, "CLAIM_AFTER_MS", 1)

    async def scene(services):
        game = await created(services, "random", "random", "random")
        work = keys.work(keys.tag_of(game))
        await services.link.execute("XGROUP", "CREATE", work, dispatcher.GROUP, "0")
        taken = await services.link.execute(
            *("XREADGROUP", "GROUP", dispatcher.GROUP, "dead", "STREAMS", work, ">")
        )
        assert len(taken) == 1
        async with dispatching(services) as queue:
            await until(lambda: is_done(services, game), "another has claimed it")
            assert called_for(queue) == [game]

    run(scene)


def test_dispatchers_that_are_gone_for_long_are_forgotten(run, monkeypatch):
    monkeypatch.setattr(dispatcher, "FORGET_CONSUMER_MS", -1)
    work = keys.work(keys.ALL_PARTITIONS[0])

    async def scene(services):
        await services.link.execute("XGROUP", "CREATE", work, dispatcher.GROUP, "0", "MKSTREAM")
        await services.link.execute("XGROUP", "CREATECONSUMER", work, dispatcher.GROUP, "gone")

        async def is_forgotten():
            told = await services.link.execute("XINFO", "CONSUMERS", work, dispatcher.GROUP)
            return not any(b"gone" in one for one in told)

        async with dispatching(services):
            await until(is_forgotten, "the consumer is removed")

    run(scene)


def test_a_redis_that_lost_everything_is_taken_up_again(run, monkeypatch):
    """The consumer groups are gone too."""
    monkeypatch.setattr(dispatcher, "RETRY_SECONDS", 0.01)

    async def scene(services):
        async with dispatching(services) as queue:
            first = await created(services, "random", "random", "random")
            await until(lambda: is_done(services, first), "the outbox is empty")
            await services.link.execute("FLUSHALL")
            second = await created(services, "random", "random", "random")
            await until(lambda: asyncio.sleep(0, called_for(queue)), "it goes on")
            assert called_for(queue) == [second]

    run(scene)


def test_nothing_is_acknowledged_while_the_queue_is_away(run, monkeypatch, tmp_path):
    monkeypatch.setattr(dispatcher, "CLAIM_AFTER_MS", 1)
    monkeypatch.setattr(dispatcher, "CLAIM_SECONDS", 0.05)
    monkeypatch.setattr(dispatcher, "RETRY_SECONDS", 0.01)
    other = EmbeddedRedis(tmp_path, find_server())

    async def scene(services):
        game = await created(services, "random", "random", "random")
        work = keys.work(keys.tag_of(game))

        async def is_held():
            told = await services.link.execute("XINFO", "GROUPS", work)
            return told and told[0][told[0].index(b"pending") + 1] == 1

        async with dispatching(services) as queue:
            await until(is_held, "it is taken and not acknowledged")
            await asyncio.to_thread(other.start)
            await until(lambda: is_done(services, game), "the queue has it")
            assert called_for(queue) == [game]

    try:
        run(scene, queue_url=other.url)
    finally:
        other.stop()


def test_work_of_which_only_the_log_knows_is_found(run, monkeypatch):
    """The outbox and all notes of when to look are lost."""
    monkeypatch.setattr("services.store.LOOK_AGAIN", timedelta(milliseconds=1))

    async def scene(services):
        game = await created(services, "random", "random", "random")
        tag = keys.tag_of(game)
        await services.link.execute("DEL", keys.work(tag), keys.due(tag))
        async with dispatching(services) as queue:
            await until(lambda: asyncio.sleep(0, called_for(queue)), "the game is called for")
            (job,) = queue.get_job_ids()
            assert job.startswith(f"{game}-6-work-")

    run(scene)


def test_clocks_run_out_by_themselves(run):
    """A second and a bit after the deadline at the latest."""

    async def scene(services):
        game = await created(services, "me", "me", "me", clock=Clock(per_action_s=1))
        await carry_on(services, game)
        async with dispatching(services) as queue:

            async def is_called():
                return [
                    name for name in queue.get_job_ids() if f"{game}-" in name and "clock" in name
                ]

            await until(is_called, "the clock has run out")

    run(scene)
