"""What is asked of Redis, command by command: goal P4 of docs/performance.md, seen from within."""

from __future__ import annotations

import random

from services.chores import carry_on
from tests.services.playing import acted, created


class Counting:
    """A link that counts round trips: calls that were waited for one after the other."""

    def __init__(self, link):
        self._link = link
        self.calls = []
        self.is_cluster = link.is_cluster
        self.epoch = link.epoch

    def execute(self, *command):
        self.calls.append(command[0])
        return self._link.execute(*command)

    def alone(self, blocking_seconds):
        return self._link.alone(blocking_seconds)

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
