"""When the sweeper looks at a game, and what stops it from looking in vain."""

from __future__ import annotations

import pytest

from domain.table.commands import Clock
from services import keys
from services.chores import carry_on
from services.sweeper import Sweeper
from tests.services.playing import created


def sweeper_of(services, clock):
    return Sweeper(services.store, services.lists, clock)


async def due_of(services, game):
    return await services.link.execute("ZSCORE", keys.due(keys.tag_of(game)), game)


def test_calls_in_vain_get_rarer(use, clock):
    """A game in which every job fails costs little, and yet is never given up."""

    async def what(services):
        game = await created(services, "random", "random", "random")
        sweeper = sweeper_of(services, clock)
        called = []
        for second in range(300):
            called += [second for _ in await sweeper.sweep()]
            clock.pass_(1)
        assert called == [5, 10, 20, 40, 80, 140, 200, 260]
        assert await due_of(services, game) is not None

    use(what)


def test_a_dispatcher_that_starts_looks_at_once_at_what_was_called_in_vain(use, clock):
    async def what(services):
        await created(services, "random", "random", "random")
        sweeper = sweeper_of(services, clock)
        for _ in range(100):
            await sweeper.sweep()
            clock.pass_(1)
        assert await sweeper.sweep() == []
        assert await sweeper.reconcile() == 0, "it is known; only sooner"
        assert len(await sweeper.sweep()) == 1

    use(what)


def test_a_commit_that_comes_while_one_looks_is_heeded(use, clock, monkeypatch):
    async def what(services):
        game = await created(services, "random", "random", "random")
        sweeper = sweeper_of(services, clock)
        clock.pass_(6)
        read = sweeper._last

        async def meanwhile(asked):
            found = await read(asked)
            await carry_on(services, game)
            return found

        monkeypatch.setattr(sweeper, "_last", meanwhile)
        assert await sweeper.sweep() == []
        assert await due_of(services, game) is None, "the game is over"

    use(what)


def test_a_game_is_looked_at_when_its_first_deadline_has_passed(use, clock):
    async def what(services):
        game = await created(services, "me", "me", "me", clock=Clock(per_action_s=60))
        sweeper = sweeper_of(services, clock)
        await carry_on(services, game)
        await services.link.execute("ZADD", keys.due(keys.tag_of(game)), 1, game)
        assert await sweeper.sweep() == [], "looked at for nothing"
        clock.pass_(59)
        assert await sweeper.sweep() == []
        clock.pass_(1)
        assert [(job.game, job.what) for job in await sweeper.sweep()] == [(game, "clock")]

    use(what)


@pytest.mark.parametrize("why", ["finished", "gone"])
def test_what_is_over_is_struck_off(use, clock, why):
    async def what(services):
        game = await created(services, "random", "random", "random")
        await carry_on(services, game)
        if why == "gone":
            await services.link.execute("DEL", keys.events(game))
        await services.link.execute("ZADD", keys.due(keys.tag_of(game)), 1, game)
        assert await sweeper_of(services, clock).sweep() == []
        assert await due_of(services, game) is None

    use(what)


def test_a_game_that_nobody_can_read_does_not_stop_the_others(use, clock):
    async def what(services):
        broken = await created(services, "random", "random", "random")
        sound = await created(services, "random", "random", "random")
        fields = ("h", b"\xc1", "d", b"\xc1", "x", b"")
        await services.link.execute("XADD", keys.events(broken), "7-0", *fields)
        clock.pass_(6)
        sweeper = sweeper_of(services, clock)
        assert [job.game for job in await sweeper.sweep()] == [sound]
        assert await sweeper.reconcile() == 0
        assert await due_of(services, broken) is None

    use(what)
