"""Campaigns and their sessions: each hears of the other exactly once, whatever dies in between."""

from __future__ import annotations

import asyncio
import random

import pytest

from domain.catalog import RULESETS
from domain.kernel.errors import GameError, RuleViolation
from domain.table.box import default_box
from domain.table.commands import Act, CreateGame, Resign, SeatPlan
from services import keys
from services.campaigns import Called, Guest, command_for
from services.chores import carry_on
from services.games import Ask
from services.once import once
from services.service import Services
from services.sweeper import Sweeper

BOX = default_box(RULESETS["zone_quest"])
ADA, BOB, CID, DAN, EVE = (Guest(player_id=f"0{n}abcdefghijkmnp", name=f"P{n}") for n in range(5))


async def founded(services) -> str:
    campaign, _ = await services.campaigns.found(BOX, ADA.player_id, "Nights", lambda *_: b"")
    return campaign


async def opened(services, campaign, *guests, session=None, kept=None, **options):
    session = session or keys.session_id(campaign, None)
    seats = tuple(SeatPlan(player=one.player_id, name=one.name, seated=True) for one in guests)
    table = CreateGame(creator=guests[0].player_id, seats=seats, options=options)
    await services.campaigns.open_session(
        campaign, session, guests, table, lambda *_: b"told", kept
    )
    return session


async def view(services, campaign):
    held = await services.campaign_positions.latest(campaign)
    return held.rules.view(held.position.state)


async def played(services, session, rng, actions=None):
    """Play a session on, some actions or to its end; nobody carries anything over meanwhile."""
    made = 0
    while actions is None or made < actions:
        await carry_on(services, session)
        position = (await services.positions.latest(session)).position
        if position.table.is_over:
            return position
        seat = rng.choice(position.agenda.to_act).seat

        def act(box, position, seat=seat):
            action = box.ruleset.legal(position.table.game, seat).sample(rng)
            return Act(seat=seat, action=action), f"seat:{seat}"

        await services.games.change(session, Ask(act))
        made += 1
    return (await services.positions.latest(session)).position


async def gone(services, session, seat):
    await services.games.change(session, Ask(lambda *_: (Resign(seat=seat), f"seat:{seat}")))


def record_of(seen, guest):
    return next(one for one in seen.players if one.player_id == guest.player_id)


def test_a_session_takes_its_players_records_and_brings_them_back(use):
    async def scene(services):
        campaign = await founded(services)
        session = await opened(services, campaign, ADA, BOB, turn_limit=12)
        seen = await view(services, campaign)
        assert [one.session_id for one in seen.players] == [session, session]
        end = await played(services, session, random.Random(1))
        assert end.table.status == "finished"
        assert (await view(services, campaign)).turns == 0, "nothing has crossed yet"

        assert await services.campaigns.carry(campaign) > 0
        assert await services.campaigns.carry(campaign) == 0, "all of it has effect once"

        seen = await view(services, campaign)
        assert seen.turns == 12
        assert [one.session_id for one in seen.players] == [None, None]
        for standing in end.table.result["ranking"]:
            kept = next(one for one in seen.players if one.player_id == standing["player_id"])
            assert (kept.gold, kept.items) == (standing["gold"], standing["items"])
        again = await opened(services, campaign, BOB)
        start = (await services.positions.latest(again)).position.table.game
        assert start.seats[0].gold == record_of(seen, BOB).gold

    use(scene)


@pytest.mark.parametrize("died_after", ["reserving", "setting_up"])
def test_a_session_whose_opening_broke_off_is_opened_by_whoever_comes_next(use, died_after):
    async def scene(services):
        campaign = await founded(services)
        session = keys.session_id(campaign, "a request")
        if died_after == "reserving":
            set_up = services.campaigns._set_up

            async def dies(*_):
                raise ConnectionResetError

            services.campaigns._set_up = dies
            with pytest.raises(ConnectionResetError):
                await opened(services, campaign, ADA, session=session)
            services.campaigns._set_up = set_up
        else:
            await opened(services, campaign, ADA, session=session)

        other = Services.wire(services.settings, services.now)
        made = await other.campaigns.carry(campaign)
        assert made == (1 if died_after == "reserving" else 0)
        assert (await other.positions.latest(session)).position.table.status == "active"
        assert await opened(other, campaign, ADA, session=session) == session, "the repeat finds it"
        assert len((await view(other, campaign)).sessions) == 1
        await other.close()

    use(scene)


def test_a_repeat_finds_a_session_that_is_over_when_its_answer_is_kept_no_longer(use):
    """Its id follows from the key for ever; answers are kept for a day."""

    async def scene(services):
        campaign = await founded(services)
        kept = once(keys.tag_of(campaign), "a request", b"body")
        session = keys.session_id(campaign, kept.scope)
        first = await opened(services, campaign, ADA, session=session, kept=kept, turn_limit=2)
        await played(services, session, random.Random(1))
        await services.campaigns.carry(campaign)
        assert (await view(services, campaign)).sessions[0].status == "finished"
        await services.store.link.execute("DEL", keys.idempotency(kept.tag, kept.scope))

        assert await opened(services, campaign, ADA, session=session, kept=kept) == first
        assert len((await view(services, campaign)).sessions) == 1
        with pytest.raises(RuleViolation) as refusal:
            await opened(services, campaign, ADA, session=session)
        assert refusal.value.rule == "ZQ-R41", (
            "without a key nothing says that it is the same request"
        )

    use(scene)


def test_a_table_that_a_worker_set_up_is_no_repeat(use, monkeypatch):
    """Else the answer to a first request says that it was given before."""

    async def scene(services):
        campaign = await founded(services)
        change = services.campaigns.change

        async def overtaken(campaign, called):
            made = await change(campaign, called)
            monkeypatch.setattr(services.campaigns, "change", change)
            await services.campaigns.carry(campaign)
            return made

        session = keys.session_id(campaign, None)
        seats = (SeatPlan(player=ADA.player_id, name=ADA.name, seated=True),)
        asked = (
            campaign,
            session,
            (ADA,),
            CreateGame(creator=ADA.player_id, seats=seats, options={}),
            lambda *_: b"told",
            None,
        )
        monkeypatch.setattr(services.campaigns, "change", overtaken)
        first = await services.campaigns.open_session(*asked)
        assert (first.made, first.is_repeat) == (None, False)
        assert (await services.campaigns.open_session(*asked)).is_repeat

    use(scene)


def test_several_sessions_at_once_lose_and_double_nothing(use):
    """Two processes carry everything over all the time, while three sessions are played."""

    async def scene(services):
        campaign = await founded(services)
        others = [Services.wire(services.settings, services.now) for _ in range(2)]
        trios = ((ADA, BOB), (CID,), (DAN, EVE))
        sessions = [await opened(services, campaign, *trio, turn_limit=15) for trio in trios]
        playing = asyncio.gather(
            *(played(services, one, random.Random(n)) for n, one in enumerate(sessions))
        )

        async def carrying(process):
            while not playing.done():
                await process.campaigns.carry(campaign)

        await asyncio.gather(playing, *(carrying(one) for one in (services, *others)))
        await services.campaigns.carry(campaign)
        assert await others[0].campaigns.carry(campaign) == 0

        seen = await view(services, campaign)
        assert seen.turns == sum(one.turns for one in seen.sessions) == 45
        assert all(one.status == "finished" for one in seen.sessions)
        entries = await services.store.read(keys.campaign_name(campaign))
        held = await services.campaign_positions.latest(campaign)
        applied = [
            (entry.event.session_id, entry.event.entry_no)
            for entry in held.read(entries)
            if type(entry.event).__name__ == "ProgressRecorded"
        ]
        assert len(applied) == len(set(applied))
        for end in playing.result():
            for standing in end.table.result["ranking"]:
                kept = next(one for one in seen.players if one.player_id == standing["player_id"])
                assert (kept.gold, kept.items) == (standing["gold"], standing["items"])
                assert kept.session_id is None
        for one in others:
            await one.close()

    use(scene)


def test_players_come_and_go_while_a_session_is_played(use):
    async def scene(services):
        campaign = await founded(services)
        session = await opened(services, campaign, ADA)
        await carry_on(services, session)
        await services.campaigns.join_session(campaign, session, BOB)
        table = (await services.positions.latest(session)).position.table
        assert table.held_by(BOB.player_id) == (1,)
        with pytest.raises(RuleViolation, match="plays in session"):
            await services.campaigns.join_session(campaign, session, BOB)

        await gone(services, session, 0)
        table = (await services.positions.latest(session)).position.table
        assert (table.status, table.held_by(ADA.player_id)) == ("active", ())
        await services.campaigns.carry(campaign)
        assert record_of(await view(services, campaign), ADA).session_id is None
        await services.campaigns.join_session(campaign, session, ADA)
        await gone(services, session, 1)
        await services.campaigns.carry(campaign)
        await gone(services, session, 0)
        await services.campaigns.carry(campaign)
        table = (await services.positions.latest(session)).position.table
        assert (table.status, table.result["reason"]) == ("finished", "all_left")
        assert (await view(services, campaign)).sessions[0].status == "finished"

    use(scene)


def test_four_may_sit_and_a_fifth_is_refused(use):
    async def scene(services):
        campaign = await founded(services)
        session = await opened(services, campaign, ADA)
        await carry_on(services, session)
        joins = await asyncio.gather(
            *(
                services.campaigns.join_session(campaign, session, one)
                for one in (BOB, CID, DAN, EVE)
            ),
            return_exceptions=True,
        )
        await services.campaigns.carry(campaign)
        table = (await services.positions.latest(session)).position.table
        assert sum(chair.status == "taken" for chair in table.chairs) == 4
        assert all(one is None or isinstance(one, GameError) for one in joins)
        seen = await view(services, campaign)
        assert sum(one.session_id == session for one in seen.players) == 4

    use(scene)


def test_what_a_session_has_to_tell_calls_for_its_campaign_in_the_same_step(use, clock):
    async def scene(services):
        campaign = await founded(services)
        session = await opened(services, campaign, ADA)
        link, tag = services.link, keys.tag_of(campaign)
        name = keys.campaign_name(campaign).encode()
        await carry_on(services, session)
        await services.campaigns.carry(campaign)
        assert await link.execute("ZSCORE", keys.due(tag), name) is None
        before = await link.execute("XLEN", keys.work(tag))
        while True:
            position = (await services.positions.latest(session)).position
            version = position.version
            await played(services, session, random.Random(3), 1)
            events = (await services.positions.latest(session)).read(
                await services.store.read(session, version)
            )
            if any(type(one.event).__name__ == "ProgressSaved" for one in events):
                break
            assert await link.execute("ZSCORE", keys.due(tag), name) is None
        assert await link.execute("ZSCORE", keys.due(tag), name) is not None
        called = await link.execute("XRANGE", keys.work(tag), "-", "+")
        assert any(fields[1] == name for _, fields in called)
        assert len(called) > before

    use(scene)


def test_commands_that_do_not_fit_change_nothing(use):
    async def scene(services):
        campaign = await founded(services)
        with pytest.raises(RuleViolation):
            await opened(services, campaign, ADA, turn_limit=0)
        with pytest.raises(GameError):
            await opened(services, campaign, ADA, rounds=3)
        with pytest.raises(RuleViolation):
            await opened(services, campaign, ADA, ADA)
        with pytest.raises(RuleViolation):
            await services.campaigns.join_session(campaign, keys.session_id(campaign, None), BOB)
        command = command_for(BOX, "register_player", player=BOB)
        await services.campaigns.change(campaign, Called(command, "system"))
        with pytest.raises(RuleViolation):
            await services.campaigns.change(campaign, Called(command, "system"))
        held = await services.campaign_positions.latest(campaign)
        assert held.position.version == 2

    use(scene)


def test_a_call_that_was_lost_is_made_again(use, clock):
    """The sweeper finds the campaign by itself; whoever has carried all over takes it off the list."""

    async def scene(services):
        sweeper = Sweeper(services.store, services.lists, clock)
        campaign = await founded(services)
        await opened(services, campaign, ADA)
        assert await sweeper.sweep() == []
        clock.pass_(6)
        jobs = [job for job in await sweeper.sweep() if job.what == "campaign"]
        assert [job.game for job in jobs] == [campaign]
        clock.pass_(6)
        assert not [job for job in await sweeper.sweep() if job.what == "campaign"]
        clock.pass_(60)
        assert [job for job in await sweeper.sweep() if job.what == "campaign"]
        await services.campaigns.carry(campaign)
        clock.pass_(3600)
        assert not [job for job in await sweeper.sweep() if job.what == "campaign"]

    use(scene)
