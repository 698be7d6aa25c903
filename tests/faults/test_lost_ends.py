"""A store that has lost the end of its streams, as `memory` durability allows: on from what there is, in one history."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from cli.embedded import EmbeddedRedis, find_server
from domain.kernel.chain import GENESIS, link
from domain.kernel.errors import GameError
from domain.table.journal import shown
from domain.table.verify import public_part
from services import keys
from services.chores import carry_on
from services.service import Services
from tests.services.playing import acted, created, played_out
from tests.stack import settings_for

MAGE = {"type": "choose_centre_card", "adventurer": "mage"}


@pytest.fixture
def redis(tmp_path):
    with EmbeddedRedis(tmp_path, find_server()) as server:
        yield server


async def copied(services, game):
    """Copy a stream, as an older state of the server has it."""
    return await services.link.execute("DUMP", keys.events(game))


async def put_back(services, game, copy):
    """Lose what has come since."""
    await services.link.execute("RESTORE", keys.events(game), 0, copy, "REPLACE")


def test_whoever_was_ahead_goes_back_to_what_there_is(redis):
    """And a history of the same length but another content is not taken for one's own."""

    async def scene():
        ahead, other = (Services.wire(settings_for(redis.url)) for _ in range(2))
        game = await created(ahead, "me", "me", "me")
        await carry_on(ahead, game)
        copy = await copied(ahead, game)
        old = (await other.positions.latest(game)).position.version
        rng = random.Random(1)
        for _ in range(2):
            position = (await ahead.positions.latest(game)).position
            await acted(ahead, game, position.agenda.to_act[0].seat, rng)
        phantom = (await ahead.positions.latest(game)).position
        assert phantom.version == old + 2

        await put_back(ahead, game, copy)
        await acted(other, game, 2, random.Random(2))
        await acted(other, game, 0, random.Random(3))
        assert (await other.positions.latest(game)).position.version == phantom.version
        with pytest.raises(GameError):  # decided anew, on what there is: seat 2 has chosen
            await acted(ahead, game, 2, rng, MAGE)
        await played_out(ahead, game)

        held = await other.positions.latest(game)
        seed = bytes.fromhex(held.position.table.seed)
        previous = GENESIS
        for entry in held.read(await other.store.read(game)):
            event = msgspec.to_builtins(shown(entry, -1, seed))
            assert event["hash"] == link(previous, public_part(event))
            previous = event["hash"]
        for one in (ahead, other):
            await one.close()

    asyncio.run(scene())


def test_after_a_new_connection_everything_is_read_anew(redis):
    async def scene():
        services = Services.wire(settings_for(redis.url))
        game = await created(services, "me", "me", "me")
        await carry_on(services, game)
        version = (await services.positions.latest(game)).position.version
        copy = await copied(services, game)
        await acted(services, game, 0, random.Random(1))
        assert (await services.positions.latest(game)).position.version == version + 1
        await put_back(services, game, copy)
        await services.link.close()
        assert (await services.positions.latest(game)).position.version == version
        await played_out(services, game)
        await services.close()

    asyncio.run(scene())
