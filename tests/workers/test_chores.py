"""Bookkeeping, bots' turns and clocks: exactly once, whoever does them and however often."""

from __future__ import annotations

import asyncio
from importlib import import_module

import pytest

from domain.catalog import RULESETS
from domain.table.commands import Clock
from domain.table.events import BotFellBack, DecisionTimedOut, GameAbandoned, SeatResigned
from services import keys
from services.chores import carry_on
from services.queue import CARRY_ON, Job
from services.sweeper import Sweeper
from tests.services.playing import created, played_out

BURNMELT = RULESETS["burnmelt"]


async def events_of(services, game):
    held = await services.positions.latest(game)
    return [entry.event for entry in held.read(await services.store.read(game))]


def test_the_job_that_the_queue_names_exists():
    module, name = CARRY_ON.rsplit(".", 1)
    assert callable(getattr(import_module(module), name))


def test_a_job_plays_on_while_bots_are_asked(use):
    async def what(services):
        game = await created(services, "random", "greedy", "random")
        assert await carry_on(services, game) > 20
        assert (await services.positions.latest(game)).position.table.status == "finished"
        assert await carry_on(services, game) == 0, "once more does nothing"

    use(what)


def test_a_late_job_does_nothing(use):
    async def what(services):
        game = await created(services, "me", "random", "random")
        made = await carry_on(services, game, 6)
        version = (await services.positions.latest(game)).position.version
        assert made > 0
        assert await carry_on(services, game, 6) == 0
        assert (await services.positions.latest(game)).position.version == version

    use(what)


def test_a_long_game_lets_others_have_their_turn(use, monkeypatch):
    """Its job calls for the next one, which goes on from where it was."""
    monkeypatch.setattr("services.chores.PLAY_SECONDS", 0.0)

    async def what(services):
        game = await created(services, "random", "random", "random", rounds=1)
        outbox = keys.work(keys.tag_of(game))
        jobs = 0
        while entries := await services.link.execute("XRANGE", outbox, "-", "+"):
            fields = entries[-1][1]
            told = dict(zip(fields[::2], fields[1::2], strict=True))
            await services.link.execute("DEL", outbox)
            jobs += 1
            assert await carry_on(services, game, int(told[b"v"])) == 1
        assert (await services.positions.latest(game)).position.table.is_over
        assert jobs > 20

    use(what)


def test_rival_jobs_have_effect_once(use):
    async def what(services):
        game = await created(services, "random", "greedy", "random")
        made = await asyncio.gather(*(carry_on(services, game) for _ in range(5)))
        last = (await services.positions.latest(game)).position
        assert last.table.status == "finished"
        commits = sum(
            1
            for e in (await services.positions.latest(game)).read(await services.store.read(game))
            if e.header.agenda
        )
        assert sum(made) == commits - 1, "all but the creation, each once"

    use(what)


@pytest.mark.parametrize(
    ("reason", "policy"), [("failed", "raises"), ("not_legal", "cheats"), ("too_slow", "hangs")]
)
def test_a_policy_that_fails_is_helped_out_and_the_game_says_so(use, monkeypatch, reason, policy):
    def raises(view, choices, rng):
        raise RuntimeError("out of ideas")

    def cheats(view, choices, rng):
        return {"type": "play_cards", "adventurer": "knight", "count": 99, "take": None}

    def hangs(view, choices, rng):
        while True:
            pass

    broken = {"raises": raises, "cheats": cheats, "hangs": hangs}[policy]
    monkeypatch.setitem(BURNMELT.bots, "greedy", broken)

    async def what(services):
        game = await created(services, "greedy", "me", "me", rounds=1)
        await carry_on(services, game)
        found = [e for e in await events_of(services, game) if isinstance(e, BotFellBack)]
        assert [(one.seat, one.bot, one.reason) for one in found] == [(0, "greedy", reason)]

    use(what, bot_time_ms=20)


def test_bots_are_given_a_view_and_choices_and_no_more(use, monkeypatch):
    seen = []

    def spies(view, choices, rng):
        seen.append((view, choices))
        return choices.sample(rng)

    monkeypatch.setitem(BURNMELT.bots, "greedy", spies)

    async def what(services):
        game = await created(services, "greedy", "random", "random")
        await carry_on(services, game)

    use(what)
    assert seen
    for view, choices in seen:
        assert isinstance(view, BURNMELT.view_type)
        assert [seat.seat for seat in view.seats if seat.hand is not None] == [choices.seat]


@pytest.mark.parametrize("on_timeout", ["bot", "resign"])
def test_when_time_runs_out_a_bot_plays_or_the_seat_resigns(use, clock, on_timeout):
    async def what(services):
        limit = Clock(per_action_s=60, on_timeout=on_timeout)
        game = await created(services, "me", "random", "random", clock=limit)
        await carry_on(services, game)
        clock.pass_(59)
        assert await carry_on(services, game) == 0, "there is time left"
        clock.pass_(2)
        assert await carry_on(services, game) > 0
        events = await events_of(services, game)
        assert any(isinstance(e, DecisionTimedOut) and e.seat == 0 for e in events)
        if on_timeout == "resign":
            (gone,) = [e for e in events if isinstance(e, SeatResigned)]
            assert gone.reason == "out_of_time"
            assert any(isinstance(e, GameAbandoned) for e in events), "no player was left"
        else:
            assert (await services.positions.latest(game)).position.table.chairs[
                0
            ].status == "taken"

    use(what)


def test_a_game_with_a_clock_ends_though_nobody_comes(use, clock):
    async def what(services):
        game = await created(services, "me", "me", "me", rounds=1, clock=Clock(per_action_s=60))
        for _ in range(200):
            await carry_on(services, game)
            if (await services.positions.latest(game)).position.table.is_over:
                return
            clock.pass_(61)
        pytest.fail("the game did not end")

    use(what)


def test_the_sweeper_finds_lost_work_and_clocks_from_the_logs(use, clock):
    async def what(services):
        sweeper = Sweeper(services.store, services.lists, clock)
        lost = await created(services, "random", "random", "random")
        timed = await created(services, "me", "me", "me", clock=Clock(per_action_s=60))
        await carry_on(services, timed)
        assert await sweeper.sweep() == [], "it may still be on its way"
        clock.pass_(6)
        (job,) = await sweeper.sweep()
        assert (job.game, job.version, job.what) == (lost, 6, "work")
        assert await sweeper.sweep() == [], "taken on; another sweeper leaves it alone"
        clock.pass_(6)
        (again,) = await sweeper.sweep()
        assert again.id != job.id, "a repeated call is a new job"
        await carry_on(services, lost, again.version)
        clock.pass_(60)
        (late,) = await sweeper.sweep()
        assert (late.game, late.what) == (timed, "clock")

    use(what)


def test_what_is_due_can_be_derived_anew_from_the_logs_alone(use, clock):
    async def what(services):
        sweeper = Sweeper(services.store, services.lists, clock)
        game = await created(services, "random", "random", "random")
        for name in await services.link.execute("KEYS", "rt:*:due"):
            await services.link.execute("DEL", name)
        clock.pass_(60)
        assert await sweeper.sweep() == []
        assert await sweeper.reconcile() == 1
        assert [job.game for job in await sweeper.sweep()] == [game]
        await played_out(services, game)
        assert await sweeper.reconcile() == 0

    use(what)


def test_job_names_are_such_as_rq_allows():
    assert Job("07abc", 12, "work").id == "07abc-12-work"
    assert Job("07abc", 12, "clock", 99).id == "07abc-12-clock-99"
