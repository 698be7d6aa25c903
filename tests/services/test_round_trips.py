"""How often Redis is asked: exact counts, goals P4 and P15 of docs/performance.md."""

from __future__ import annotations

import random

from services import keys
from services.chores import carry_on
from tests.services.playing import acted, created, played_out


class Counting:
    """A link that counts round trips: calls that were waited for one after the other."""

    def __init__(self, link):
        self._link = link
        self.calls = []
        self.is_cluster = link.is_cluster

    def execute(self, *command):
        self.calls.append(command[0])
        return self._link.execute(*command)

    def alone(self):
        return self._link.alone()

    async def close(self):
        await self._link.close()


def test_an_action_costs_one_round_trip_two_when_cold(use):
    async def what(services):
        game = await created(services, "me", "me", "me")
        services.positions.forget(game)
        await carry_on(services, game)
        rng = random.Random(1)
        counting = Counting(services.link)
        services.store.link = counting
        await acted(services, game, 0, rng)
        assert counting.calls == ["EVALSHA"], "warm: the commit alone"
        services.positions.forget(game)
        counting.calls.clear()
        await acted(services, game, 1, rng)
        assert counting.calls == ["EVALSHA", "EVALSHA"], "cold: load and commit"

    use(what)


def test_a_stale_position_is_noticed_by_the_append_and_decided_anew(use):
    """Another seat's simultaneous choice is no conflict; it costs three round trips."""

    async def what(services):
        game = await created(services, "me", "me", "me")
        await carry_on(services, game)
        rng = random.Random(1)
        held, _ = await services.positions.hold(game)
        behind = held.position
        await acted(services, game, 1, rng)
        held.position = behind
        counting = Counting(services.link)
        services.store.link = counting
        done = await acted(services, game, 0, rng)
        assert counting.calls == ["EVALSHA", "XRANGE", "EVALSHA"]
        assert done.made.before == behind.version + 1

    use(what)


def test_redis_keeps_little_beside_the_events(use):
    async def what(services):
        game = await created(services, "random", "greedy", "random")
        await played_out(services, game)
        execute = services.link.execute
        used = await execute("MEMORY", "USAGE", keys.events(game), "SAMPLES", 0)
        entries = await services.store.read(game)
        payload = sum(len(e.header) + len(e.data) + len(e.hash) for e in entries)
        assert used <= 1.25 * payload + 60 * len(entries)
        rest = await execute("MEMORY", "USAGE", keys.meta(game))
        assert rest <= 8 * 1024
        tag = keys.tag_of(game)
        assert await execute("ZSCORE", keys.due(tag), game) is None
        for name in await execute("KEYS", "*"):
            if b":idem:" in name or b":snapshot" in name:
                assert await execute("TTL", name) > 0

    use(what)
